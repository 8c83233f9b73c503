//! Labels of controls: what turns a page (SPEC L4.7) and what closes a thing (SPEC ACT.7). The whole label has to be one of them.

use crate::file::File;
use std::collections::BTreeSet;

/// Labels of controls in all languages.
#[derive(Clone, Debug, Default)]
pub struct Controls {
    next_page: BTreeSet<String>,
    close: BTreeSet<String>,
    page_of: BTreeSet<String>,
}

impl Controls {
    pub(crate) fn of(files: &[File]) -> Self {
        let mut all = Self::default();
        for labels in files.iter().map(|f| &f.controls) {
            all.next_page.extend(labels.next_page.iter().map(|l| plain(l)));
            all.close.extend(labels.close.iter().map(|l| plain(l)));
            all.page_of.extend(labels.page_of.iter().map(|l| plain(l)));
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
    }
}
