//! Texts made comparable: folded, hashed, weighed by how much they say.

use crate::params::screen::{DIGITS_WEIGHT, FULL_LENGTH, LENGTH_POWER, LONGEST_TEXT};

/// Folds what differs without meaning: case, accents, punctuation, letters that readers confuse. Every digit becomes `0`:
/// which number it is is content.
pub(crate) fn fold(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars().flat_map(char::to_lowercase).take(LONGEST_TEXT) {
        let folded = match c {
            'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' => 'a',
            'ç' => 'c',
            'è' | 'é' | 'ê' | 'ë' => 'e',
            'ì' | 'í' | 'î' | 'ï' | 'l' | '|' => 'i',
            'ñ' => 'n',
            'ò' | 'ó' | 'ô' | 'õ' | 'ö' => 'o',
            'ù' | 'ú' | 'û' | 'ü' => 'u',
            c if c.is_numeric() => '0',
            c if c.is_alphabetic() => c,
            _ => ' ',
        };
        if folded != ' ' || !out.ends_with(' ') {
            out.push(folded);
        }
    }
    out.trim().to_owned()
}

/// How much a folded word says, within 0..1.
pub(crate) fn weight(word: &str) -> f32 {
    let length = word.chars().count() as f32;
    let digits = word.chars().filter(|c| *c == '0').count() as f32;
    if 2.0 * digits >= length { DIGITS_WEIGHT } else { (length / FULL_LENGTH).min(1.0).powf(LENGTH_POWER) }
}

/// A fixed hash (FNV-1a).
pub(crate) fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// A filter of the letter pairs of a text: texts whose filters share little are not worth comparing letter by letter.
pub(crate) fn pairs(text: &str) -> u128 {
    let bytes = text.as_bytes();
    bytes.windows(2).fold(0, |bits, w| bits | 1 << ((u32::from(w[0]) * 37 + u32::from(w[1]) * 101) % 127))
}

/// The normalised Levenshtein similarity of two folded texts, or 0 where it is certainly below `least`.
pub(crate) fn ratio(a: &str, b: &str, a_pairs: u128, b_pairs: u128, least: f64) -> f64 {
    if a == b {
        return 1.0;
    }
    let (longer, shorter) = (a.len().max(b.len()), a.len().min(b.len()));
    if (shorter as f64) < least * longer as f64 {
        return 0.0;
    }
    // One changed letter changes at most two pairs of each text.
    let apart = (a_pairs ^ b_pairs).count_ones() as f64;
    if apart > 4.0 * ((1.0 - least) * longer as f64).ceil() {
        return 0.0;
    }
    strsim::normalized_levenshtein(a, b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_means_the_same_folds_to_the_same() {
        assert_eq!(fold("Échéance : 12/03/2024"), fold("echeance  07.11.1999"));
        assert_eq!(fold("Valider"), fold("VaIider"), "l and I look alike");
        assert!(weight(&fold("12:45")) < weight(&fold("Firewall")));
    }

    #[test]
    fn the_filter_never_hides_a_likeness() {
        for (a, b) in [("firewall rules", "firewali rules"), ("ok", "0k"), ("annuler", "annule")] {
            let direct = strsim::normalized_levenshtein(a, b);
            for least in [0.5, 0.7, 0.8] {
                let found = ratio(a, b, pairs(a), pairs(b), least);
                assert!(direct < least || found == direct, "{a} {b}");
            }
        }
    }
}
