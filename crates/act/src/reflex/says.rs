//! What a dialog says, and whether it says a phrase: without case, accents and punctuation, over the ends of lines, and with the
//! mistakes that reading makes.

use crate::params::dialogs::{GRAM, LEAST_FUZZY_PHRASE, LEAST_FUZZY_WARY, SAME_PHRASE, TRIPLE_KINDS};
use lea_lexicon::Lexicon;
use lea_recognize::label::{normal, ratio_from};

/// Marks between words that are not spaces.
const BETWEEN: &[char] = &[
    '\'', '’', '‘', '`', '-', '–', '—', '_', '/', '\\', '.', ',', ';', ':', '!', '?', '…', '(', ')', '[',
    ']', '"', '«', '»', '“', '”', '•', '·', '|', '<', '>', '=', '*', '#',
];

/// The words of a text, normalised.
pub(super) fn words(text: &str) -> impl Iterator<Item = String> {
    let parts = text.split(|c: char| c.is_whitespace() || BETWEEN.contains(&c));
    parts.map(normal).filter(|w| w.chars().any(char::is_alphanumeric))
}

/// The words of a text without what names an option at its end: a sentence goes on behind it.
fn without_options(text: &str) -> Vec<String> {
    let mut words: Vec<String> = words(text).collect();
    words.truncate(words.len() - Lexicon::in_use().controls.error_option(&words));
    words
}

/// A phrase that a dialog may say.
#[derive(Clone, Debug)]
pub(super) struct Phrase {
    /// As the rule has it.
    pub(super) text: String,
    /// Its words without spaces; empty where it is a mark, such as "?", which is looked for as it is.
    plain: String,
    letters: u64,
    triples: Vec<usize>,
}

impl Phrase {
    pub(super) fn of(text: &str) -> Self {
        let plain: String = words(text).collect();
        Self { text: text.to_owned(), letters: letters(&plain), triples: triples(&plain).collect(), plain }
    }
}

/// The characters of a text as a set, folded into 64 bits.
fn letters(text: &str) -> u64 {
    text.chars().fold(0, |set, c| set | 1 << (u32::from(c) % 64))
}

/// All three letters in a row of a text, as numbers below [`TRIPLE_KINDS`].
fn triples(text: &str) -> impl Iterator<Item = usize> {
    let next = text.chars().skip(1).zip(text.chars().skip(2));
    text.chars().zip(next).map(|(a, (b, c))| {
        let mix = [a, b, c].iter().fold(0u32, |n, l| n.wrapping_mul(0x01F1).wrapping_add(u32::from(*l)));
        (mix.wrapping_mul(0x9E37_79B1) >> 20) as usize % TRIPLE_KINDS
    })
}

/// Which mistake is the worse one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wary {
    /// To hear what is not said.
    OfHearing,
    /// Not to hear what is said.
    OfMissing,
}

/// All that a dialog says.
pub(super) struct Said {
    raw: String,
    joined: String,
    /// Where each word begins and ends in `joined`, and its characters.
    words: Vec<(usize, usize, u64)>,
    /// Which three letters stand in a row anywhere.
    triples: Vec<bool>,
}

impl Said {
    pub(super) fn of<'t>(texts: impl Iterator<Item = &'t str>) -> Self {
        let (mut raw, mut joined, mut all) = (String::new(), String::new(), Vec::new());
        for text in texts {
            raw.push_str(text);
            raw.push('\n');
            for word in without_options(text) {
                let from = joined.len();
                joined.push_str(&word);
                all.push((from, joined.len(), letters(&word)));
            }
        }
        let mut said = Self { triples: vec![false; TRIPLE_KINDS], raw, joined, words: all };
        for triple in triples(&said.joined) {
            said.triples[triple] = true;
        }
        said
    }

    /// It says the phrase: a word begins with it, or words in a row are like it.
    pub(super) fn says(&self, phrase: &Phrase, wary: Wary) -> bool {
        if phrase.plain.is_empty() {
            return !phrase.text.is_empty() && self.raw.contains(&phrase.text);
        }
        let missing = phrase.triples.iter().filter(|t| !self.triples[**t]).count();
        let is_here = |from: usize| self.joined[from..].starts_with(&phrase.plain);
        if missing == 0 && self.words.iter().any(|w| is_here(w.0)) {
            return true;
        }
        let letters = phrase.plain.len();
        let least = match wary {
            _ if letters >= LEAST_FUZZY_PHRASE => SAME_PHRASE,
            Wary::OfMissing if letters >= LEAST_FUZZY_WARY => 1.0 - 1.0 / letters as f64,
            _ => return false,
        };
        // One edit spoils at most so many triples: most phrases are ruled out here (the q-gram lemma, Ukkonen 1992).
        let longest = (letters as f64 / least) as usize;
        missing <= GRAM * edits(least, longest)
            && (0..self.words.len()).any(|first| self.is_like(first, phrase, least, longest))
    }

    /// Some words from `first` on are like the phrase.
    fn is_like(&self, first: usize, phrase: &Phrase, least: f64, longest: usize) -> bool {
        let from = self.words[first].0;
        let mut have = 0;
        for (_, end, letters) in &self.words[first..] {
            have |= letters;
            let length = end - from;
            if length > longest {
                return false;
            }
            // Each letter that only one of them has costs at least one edit.
            let apart = (phrase.letters & !have).count_ones().max((have & !phrase.letters).count_ones());
            if apart as usize > edits(least, phrase.plain.len().max(length)) {
                continue;
            }
            if ratio_from(&phrase.plain, &self.joined[from..*end], least) > 0.0 {
                return true;
            }
        }
        false
    }
}

/// How many letters of so many may differ.
fn edits(least: f64, letters: usize) -> usize {
    // A little more than the product, which may fall short of the whole number that it is.
    ((1.0 - least) * letters as f64 + 1e-9) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn says(texts: &[&str], phrase: &str) -> bool {
        Said::of(texts.iter().copied()).says(&Phrase::of(phrase), Wary::OfHearing)
    }

    #[test]
    fn a_phrase_is_found_without_case_accents_and_apostrophes_and_over_the_end_of_a_line() {
        assert!(says(&["Votre SESSION va", "expirer dans 2 minutes"], "session va expirer"));
        assert!(says(&["L’enregistrement a e\u{301}choué."], "l'enregistrement a échoué"));
        assert!(says(&["Nous utilisons des cookies"], "cookie"), "a word may go on");
        assert!(!says(&["Votre session est ouverte"], "session va expirer"));
    }

    #[test]
    fn mistakes_of_reading_are_forgiven_in_long_phrases_and_not_in_short_words() {
        assert!(says(&["Votre sesslon va expiner"], "session va expirer"));
        assert!(says(&["Mise à jour dis ponible"], "mise a jour disponible"), "a word read as two");
        assert!(!says(&["Un film de terreur"], "erreur"));
        assert!(!says(&["Mirror settings"], "error"));
        let wary = |text: &str, phrase: &str| {
            Said::of([text].into_iter()).says(&Phrase::of(phrase), Wary::OfMissing)
        };
        assert!(
            wary("Erneur", "erreur") && wary("Saving faiIed", "failed"),
            "what stops is heard rather too often"
        );
        assert!(!wary("Mirror settings", "error") && !wary("Une fois", "foin"));
    }

    #[test]
    fn an_option_for_the_case_of_an_error_is_none() {
        assert!(!says(&["En cas d'erreur"], "erreur") && !says(&["On error"], "error"));
        assert!(says(&["En cas d'erreur", "Erreur de lecture"], "erreur"));
        assert!(says(&["En cas d'erreur, rappelez le service."], "erreur"), "a sentence");
    }

    #[test]
    fn a_mark_is_looked_for_as_it_is() {
        assert!(says(&["Continuer ?"], "?"));
        assert!(!says(&["Continuer."], "?"));
        assert!(!says(&["Continuer."], ""), "nothing is never said");
    }
}
