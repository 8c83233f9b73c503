//! What a person answers at a prompt.

use crate::Lexicon;
use crate::file::File;
use std::collections::BTreeSet;

/// Answers in all languages.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    yes: BTreeSet<String>,
    stop: BTreeSet<String>,
}

/// What an answer to a question of yes or no means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// Yes, and nothing else.
    Yes,
    /// End the run.
    Stop,
    /// No, or anything that is not a clear yes.
    No,
}

impl Answers {
    pub(crate) fn of(files: &[File]) -> Self {
        let mut all = Self::default();
        for answers in files.iter().map(|f| &f.answers) {
            all.yes.extend(answers.yes.iter().map(|w| w.to_lowercase()));
            all.stop.extend(answers.stop.iter().map(|w| w.to_lowercase()));
        }
        all
    }

    /// What a line means. A word that is both, in two languages, stops.
    pub fn meant(&self, line: &str) -> Said {
        let line = line.trim().to_lowercase();
        match () {
            () if self.stop.contains(&line) => Said::Stop,
            () if self.yes.contains(&line) => Said::Yes,
            () => Said::No,
        }
    }
}

/// What a line means as the answer to a question of yes or no.
pub fn said(line: &str) -> Said {
    Lexicon::in_use().answers.meant(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_clear_yes_is_one_and_stop_is_stop() {
        let answers = Lexicon::shipped().answers;
        for yes in ["y\n", " Y ", "yes", "oui\n", "O", "Ja", "sí", "Evet"] {
            assert_eq!(answers.meant(yes), Said::Yes, "{yes:?}");
        }
        for no in ["", "\n", "n", "yy", "yes please", "1", "true", "non"] {
            assert_eq!(answers.meant(no), Said::No, "{no:?}");
        }
        for stop in ["stop", "S", "Arrêter", "stopp"] {
            assert_eq!(answers.meant(stop), Said::Stop, "{stop:?}");
        }
    }

    #[test]
    fn no_word_means_both_yes_and_stop() {
        let answers = Lexicon::shipped().answers;
        assert!(answers.yes.is_disjoint(&answers.stop));
    }
}
