//! What says that something is not so (SPEC L4.3): “Not saved” does not say “Saved”, and “Non approuvé” does not say “Approuvé”.

use crate::file::File;
use crate::text::normal;
use std::collections::BTreeSet;

/// So many words before a text may turn it into its opposite: "has not yet been (saved)".
const MOST_WORDS_BEFORE: usize = 3;
/// What ends a word behind which a new sentence begins.
const ENDS: [char; 6] = ['.', '!', '?', ';', ':', ','];

/// Words that negate, in all languages.
#[derive(Clone, Debug, Default)]
pub struct Negation {
    words: BTreeSet<String>,
    /// Words that are one with the next: "n'", as they are written without it.
    elided: BTreeSet<String>,
    prefixes: BTreeSet<String>,
}

impl Negation {
    pub(crate) fn of(files: &[File]) -> Self {
        let mut all = Self::default();
        for negation in files.iter().map(|f| &f.negation) {
            let is_elided = |w: &&String| w.ends_with('\'');
            all.elided.extend(negation.words.iter().filter(is_elided).map(|w| normal(w)));
            all.words.extend(negation.words.iter().filter(|w| !is_elided(w)).map(|w| normal(w)));
            all.prefixes.extend(negation.prefixes.iter().map(|p| normal(p)));
        }
        all
    }

    /// The words before a text, the nearest last, say that it is not so.
    pub fn negates(&self, before: &[&str]) -> bool {
        if let Some(last) = before.last()
            && last.ends_with('-')
            && self.prefixes.contains(&normal(last))
        {
            return true;
        }
        let near = before.iter().rev().take(MOST_WORDS_BEFORE).take_while(|w| !w.ends_with(ENDS));
        let near: Vec<&str> = near.copied().collect();
        let begins_with_digit = |w: &&str| w.starts_with(|c: char| c.is_ascii_digit());
        // “no 12” is a number.
        (0..near.len()).any(|at| {
            let is_number = at > 0 && begins_with_digit(&near[at - 1]);
            !is_number && self.is_negative(near[at])
        })
    }

    /// A word of the text negates.
    pub fn denies(&self, text: &str) -> bool {
        text.split_whitespace().any(|w| self.is_negative(w))
    }

    /// A word of a text is one of the other with a beginning that makes it its opposite: “Désapprouvé”.
    pub fn opposes(&self, said: &str, wanted: &str) -> bool {
        let wanted: Vec<String> = wanted.split_whitespace().map(normal).filter(|w| !w.is_empty()).collect();
        let is_opposite = |word: String| {
            let rests = self.prefixes.iter().filter_map(|p| word.strip_prefix(p.as_str()));
            rests.map(|rest| rest.trim_start_matches('-')).any(|rest| wanted.iter().any(|w| w == rest))
        };
        said.split_whitespace().map(normal).any(is_opposite)
    }

    fn is_negative(&self, word: &str) -> bool {
        let word = normal(word);
        let is_elided = || word.split_once('\'').is_some_and(|(head, _)| self.elided.contains(head));
        self.words.contains(&word) || is_elided()
    }
}

#[cfg(test)]
mod tests {
    use crate::Lexicon;

    #[test]
    fn words_before_a_text_turn_it_into_its_opposite() {
        let negation = Lexicon::shipped().negation;
        let negated = |before: &str| negation.negates(&before.split_whitespace().collect::<Vec<_>>());
        for before in [
            "Not",
            "has not yet been",
            "Non",
            "n’a pas été",
            "La facture n'est",
            "Noch nicht",
            "Sin",
            "Nie",
            "Ei",
            "Non-",
            "Dés-",
            "could not be",
        ] {
            assert!(negated(before), "{before}");
        }
        for before in
            ["", "Facture n° 12", "No errors.", "Dossier no 12", "Liste des", "Erreur: rien", "Note"]
        {
            assert!(!negated(before), "{before}");
        }
        assert!(negation.denies("La facture n'est pas enregistrée") && !negation.denies("Facture n° 12"));
    }

    #[test]
    fn a_beginning_makes_a_word_its_opposite() {
        let negation = Lexicon::shipped().negation;
        assert!(negation.opposes("Désapprouvé par la direction", "Approuvé"));
        assert!(negation.opposes("Unsaved", "saved") && negation.opposes("Non-approuvé", "approuvé"));
        assert!(!negation.opposes("Approuvé", "Approuvé") && !negation.opposes("Undo", "saved"));
    }

    #[test]
    fn every_language_has_words_that_negate() {
        let lexicon = Lexicon::shipped();
        for file in &lexicon.files {
            assert!(!file.negation.words.is_empty(), "{}", file.language);
        }
    }
}
