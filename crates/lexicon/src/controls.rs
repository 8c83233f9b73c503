//! Labels of controls: what turns a page (SPEC L4.7) and what closes a thing (SPEC ACT.7). The whole label has to be one of them.

use crate::file::File;
use crate::text;
use std::collections::BTreeSet;

/// How the cross that closes is written in rules; on screens it is drawn, and read as many things.
pub const CROSS: &str = "×";

/// Labels of controls in all languages.
#[derive(Clone, Debug, Default)]
pub struct Controls {
    next_page: BTreeSet<String>,
    close: BTreeSet<String>,
    page_of: BTreeSet<String>,
    cross: BTreeSet<String>,
    error_option: Vec<Vec<String>>,
}

impl Controls {
    pub(crate) fn of(files: &[File]) -> Self {
        let mut all = Self::default();
        for labels in files.iter().map(|f| &f.controls) {
            all.next_page.extend(labels.next_page.iter().map(|l| plain(l)));
            all.close.extend(labels.close.iter().map(|l| plain(l)));
            all.page_of.extend(labels.page_of.iter().map(|l| plain(l)));
            all.cross.extend(labels.cross.iter().map(|l| plain(l)));
            all.error_option.extend(labels.error_option.iter().map(|l| text::words(l)));
        }
        all
    }

    /// The control turns to the next page of a list.
    pub fn turns_page(&self, label: &str) -> bool {
        self.next_page.contains(&plain(label))
    }

    /// The control closes something that came up, and keeps nothing of it.
    pub fn closes(&self, label: &str) -> bool {
        self.close.contains(&plain(label))
    }

    /// The label is a drawn cross that closes.
    pub fn is_cross(&self, label: &str) -> bool {
        self.cross.contains(&plain(label))
    }

    /// How many words at the end name an option that says what to do about errors: "En cas d'erreur". 0 where none does.
    pub fn error_option(&self, words: &[String]) -> usize {
        self.error_option.iter().filter(|o| words.ends_with(o)).map(Vec::len).max().unwrap_or(0)
    }

    /// What stands between the number of this page and that of the last: "Page 2 sur 5", "2 / 5".
    pub fn page_of(&self) -> impl Iterator<Item = &str> {
        self.page_of.iter().map(String::as_str)
    }
}

fn plain(label: &str) -> String {
    label.trim().to_lowercase()
}

#[cfg(test)]
mod tests {
    use crate::Lexicon;

    #[test]
    fn only_a_whole_label_is_a_control() {
        let controls = Lexicon::shipped().controls;
        assert!(controls.turns_page(" Suivant ") && controls.turns_page("›"));
        assert!(!controls.turns_page("Dossier suivant"));
        assert!(controls.closes("Fermer") && controls.closes("✕") && !controls.closes("Fermer le dossier"));
        assert!(controls.page_of().any(|word| word == "sur"));
        assert!(controls.is_cross(" ✕ ") && controls.is_cross("X") && !controls.is_cross("Close"));
        assert!(controls.is_cross(super::CROSS));
    }

    #[test]
    fn an_option_about_errors_is_known_by_the_words_at_its_end() {
        let controls = Lexicon::shipped().controls;
        let option = |text: &str| controls.error_option(&crate::text::words(text));
        assert_eq!([option("En cas d'erreur"), option("Stop on error"), option("Bei Fehlern")], [4, 2, 2]);
        assert_eq!(option("En cas d'erreur, rappelez le service"), 0);
    }
}
