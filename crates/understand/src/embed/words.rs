//! Text as numbers: words and their trigrams, hashed, with common words damped. No dictionary, any language of the alphabet.

use super::hash;
use crate::params::embed::{COMMON_WEIGHT, DIGITS_WEIGHT, LONGEST_WORD, SHORT_WEIGHT, WHOLE_WORD};
use std::collections::{BTreeMap, HashSet};
use std::sync::LazyLock;

/// Words that are on every other screen; one list for both languages.
static COMMON: LazyLock<HashSet<String>> =
    LazyLock::new(|| include_str!("common-words.txt").split_whitespace().map(fold).collect());

/// Folds what differs without meaning: case, accents, letters that readers confuse.
pub(super) fn fold(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars().flat_map(char::to_lowercase) {
        match c {
            'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' => out.push('a'),
            'ç' => out.push('c'),
            'è' | 'é' | 'ê' | 'ë' => out.push('e'),
            'ì' | 'í' | 'î' | 'ï' | 'l' | '|' | '!' => out.push('i'),
            'ñ' => out.push('n'),
            'ò' | 'ó' | 'ô' | 'õ' | 'ö' => out.push('o'),
            'ù' | 'ú' | 'û' | 'ü' => out.push('u'),
            'œ' => out.push_str("oe"),
            'æ' => out.push_str("ae"),
            'ß' => out.push_str("ss"),
            c if c.is_alphanumeric() => out.push(c),
            _ => out.push(' '),
        }
    }
    out
}

fn weight(word: &str) -> f32 {
    let digits = word.chars().filter(char::is_ascii_digit).count();
    let length = word.chars().count();
    if 2 * digits >= length {
        DIGITS_WEIGHT
    } else if length <= 2 {
        SHORT_WEIGHT
    } else if COMMON.contains(word) {
        COMMON_WEIGHT
    } else {
        1.0
    }
}

/// Adds the texts to a vector of any length, under a seed of their own. The result is not normalised.
pub(super) fn describe<'a>(
    seed: u64,
    texts: impl IntoIterator<Item = &'a str>,
    dimensions: usize,
) -> Vec<f32> {
    // Ordered, so that sums of floats come out the same each time.
    let mut counts: BTreeMap<String, f32> = BTreeMap::new();
    for text in texts {
        for word in fold(text).split_whitespace() {
            *counts.entry(word.chars().take(LONGEST_WORD).collect()).or_default() += 1.0;
        }
    }
    let mut out = vec![0.0; dimensions];
    for (word, count) in &counts {
        // A word that fills a column counts little more than one that is there once.
        let strength = weight(word) * (1.0 + count.ln());
        hash::spread(&mut out, hash::text(seed, word), strength * WHOLE_WORD.sqrt());
        let framed: Vec<char> =
            std::iter::once('^').chain(word.chars()).chain(std::iter::once('$')).collect();
        let grams = framed.windows(3);
        let part = strength * ((1.0 - WHOLE_WORD) / grams.len().max(1) as f32).sqrt();
        for gram in grams {
            let gram: String = gram.iter().collect();
            hash::spread(&mut out, hash::text(seed, &gram), part);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cosine(a: &[&str], b: &[&str]) -> f32 {
        let vector = |texts: &[&str]| {
            let mut v = describe(1, texts.iter().copied(), 512);
            hash::normalise(&mut v);
            v
        };
        vector(a).iter().zip(vector(b)).map(|(a, b)| a * b).sum()
    }

    #[test]
    fn a_misread_letter_costs_little_and_an_amount_almost_nothing() {
        let screen = ["Facture impayée", "Montant", "Patient", "1 204,50"];
        assert!(cosine(&screen, &["Facture impayee", "Montant", "Patlent", "1 204,50"]) > 0.8);
        assert!(cosine(&screen, &["Facture impayée", "Montant", "Patient", "88,10"]) > 0.95);
        assert!(cosine(&screen, &["Calendar", "Monday", "Tuesday"]) < 0.2);
    }

    #[test]
    fn common_words_alone_do_not_make_screens_alike() {
        let a = ["OK", "Cancel", "Help", "Firewall rules"];
        let b = ["OK", "Cancel", "Help", "Keyboard layout"];
        assert!(cosine(&a, &b) < 0.5);
    }

    #[test]
    fn order_does_not_matter() {
        assert_eq!(describe(3, ["un", "deux trois"], 64), describe(3, ["trois", "deux", "un"], 64));
    }
}
