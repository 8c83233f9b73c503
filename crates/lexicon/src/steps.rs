//! What words in an action or on its target say about a step. All languages are asked at once, because a log does not say which
//! one it is in.

use crate::file::File;
use crate::text::words;
use lea_model::SemanticRole;
use std::collections::HashMap;

/// A label of more words is a sentence, in which one word says little.
const LONGEST_LABEL_WORDS: usize = 6;

/// The words about steps, in all languages.
#[derive(Clone, Debug, Default)]
pub struct Steps {
    roles: HashMap<String, SemanticRole>,
}

impl Steps {
    /// Words that an earlier file knows keep their meaning.
    pub(crate) fn of(files: &[File]) -> Self {
        let mut all = Self::default();
        for (role, said) in files.iter().flat_map(|f| &f.steps) {
            for word in said.iter().flat_map(|w| words(w)) {
                all.roles.entry(word).or_insert(*role);
            }
        }
        all
    }

    /// The first word that says what a step is for, and what it says.
    pub fn role_of(&self, text: &str) -> Option<(String, SemanticRole)> {
        let words = words(text);
        if words.len() > LONGEST_LABEL_WORDS {
            return None;
        }
        words.into_iter().find_map(|word| self.roles.get(&word).map(|role| (word, *role)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Lexicon;

    #[test]
    fn words_are_found_in_labels_and_names_of_actions() {
        let steps = Lexicon::shipped().steps;
        let role_of = |text: &str| steps.role_of(text).map(|r| r.1);
        assert_eq!(role_of("Valider la facture"), Some(SemanticRole::Validation));
        assert_eq!(role_of("Réinitialiser"), Some(SemanticRole::Correction));
        assert_eq!(role_of("editField"), Some(SemanticRole::Input));
        assert_eq!(role_of("saved searches of the whole team are here to open"), None);
        assert_eq!(role_of(""), None);
    }
}
