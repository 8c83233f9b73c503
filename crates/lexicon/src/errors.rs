//! Texts that say that something went wrong (SPEC L4.8).

use crate::file::File;
use crate::{Lexicon, text};
use lea_model::ErrorType;

/// A text of more words tells of errors rather than being one.
const LONGEST_ERROR_WORDS: usize = 30;

/// The particular ones first: "session expired" is also an "error".
const ORDER: [ErrorType; 6] = [
    ErrorType::Authentication,
    ErrorType::Network,
    ErrorType::Timeout,
    ErrorType::BusinessLogic,
    ErrorType::UiNotFound,
    ErrorType::Generic,
];

/// What a text says went wrong, in the words of this process.
pub fn error_type(text: &str) -> Option<ErrorType> {
    Lexicon::in_use().errors.error_type(text)
}

/// Phrases of errors in all languages, by what went wrong.
#[derive(Clone, Debug, Default)]
pub struct ErrorTexts {
    phrases: Vec<(ErrorType, Vec<String>)>,
}

impl ErrorTexts {
    pub(crate) fn of(files: &[File]) -> Self {
        let of = |kind: &ErrorType| {
            let phrases = files.iter().filter_map(|f| f.errors.get(kind)).flatten();
            // A phrase counts where it begins a word.
            phrases.map(|phrase| format!(" {}", plain(phrase))).collect()
        };
        Self { phrases: ORDER.iter().map(|kind| (*kind, of(kind))).collect() }
    }

    /// What a text says went wrong; none where it says nothing of the kind.
    pub fn error_type(&self, text: &str) -> Option<ErrorType> {
        let text = format!(" {}", plain(text));
        if text.split(' ').count() > LONGEST_ERROR_WORDS {
            return None;
        }
        let says = |phrases: &[String]| phrases.iter().any(|phrase| text.contains(phrase));
        self.phrases.iter().find(|(_, phrases)| says(phrases)).map(|(kind, _)| *kind)
    }
}

fn plain(text: &str) -> String {
    text::words(text).join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_told_by_what_they_say() {
        let errors = Lexicon::shipped().errors;
        assert!(errors.phrases.iter().all(|(_, phrases)| !phrases.is_empty()));
        for (text, wanted) in [
            ("Session expirée. Veuillez vous reconnecter.", Some(ErrorType::Authentication)),
            ("Données manquantes : date de naissance", Some(ErrorType::BusinessLogic)),
            ("Error while saving", Some(ErrorType::Generic)),
            ("Terror film", None),
            ("Facture validée", None),
        ] {
            assert_eq!(errors.error_type(text), wanted, "{text}");
        }
    }

    #[test]
    fn a_file_adds_texts_of_errors() {
        let more = "language = \"de\"\n[errors]\nnetwork = [\"keine Verbindung\"]\n";
        let errors = Lexicon::shipped().with(more).unwrap().errors;
        assert_eq!(errors.error_type("Keine Verbindung zum Server"), Some(ErrorType::Network));
    }
}
