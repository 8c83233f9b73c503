//! What words say about a step: data files, one per language (`lexicons/`), all asked at once, because a log does not say which
//! language it is in.

use lea_model::SemanticRole;
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::LazyLock;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

const LANGUAGES: [&str; 2] = [include_str!("../lexicons/en.toml"), include_str!("../lexicons/fr.toml")];

/// A label of more words is a sentence, in which one word says little.
const LONGEST_LABEL: usize = 6;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    validation: Vec<String>,
    search: Vec<String>,
    navigation: Vec<String>,
    correction: Vec<String>,
    input: Vec<String>,
}

static WORDS: LazyLock<HashMap<String, SemanticRole>> = LazyLock::new(|| {
    let files = LANGUAGES.iter().filter_map(|text| toml::from_str::<File>(text).ok());
    files
        .flat_map(|file| {
            [
                (SemanticRole::Validation, file.validation),
                (SemanticRole::Search, file.search),
                (SemanticRole::Navigation, file.navigation),
                (SemanticRole::Correction, file.correction),
                (SemanticRole::Input, file.input),
            ]
        })
        .flat_map(|(role, words)| words.into_iter().map(move |word| (word, role)))
        .collect()
});

/// The first word that says what a step is for, and what it says.
pub fn role_of(text: &str) -> Option<(String, SemanticRole)> {
    let words = words(text);
    if words.len() > LONGEST_LABEL {
        return None;
    }
    words.into_iter().find_map(|word| WORDS.get(&word).map(|role| (word, *role)))
}

/// Words in lower case without accents; `clickButton` has two.
pub fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_lower = false;
    for c in text.nfd().filter(|c| !is_combining_mark(*c)) {
        if !c.is_alphanumeric() || (c.is_uppercase() && was_lower) {
            words.push(String::new());
        }
        was_lower = c.is_lowercase();
        if c.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(c.to_lowercase());
        }
    }
    words.retain(|w| !w.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_is_read() {
        for text in LANGUAGES {
            toml::from_str::<File>(text).expect("a lexicon");
        }
    }

    #[test]
    fn words_are_found_in_labels_and_names_of_actions() {
        assert_eq!(role_of("Valider la facture").map(|r| r.1), Some(SemanticRole::Validation));
        assert_eq!(role_of("Réinitialiser").map(|r| r.1), Some(SemanticRole::Correction));
        assert_eq!(role_of("editField").map(|r| r.1), Some(SemanticRole::Input));
        assert_eq!(role_of("saved searches of the whole team are here to open"), None);
        assert_eq!(role_of(""), None);
    }
}
