//! Comparing what things say.

use crate::params::candidates::LETTERS_ON_STACK;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// A label as it is compared: without case, accents, spaces and decoration. What consists of decoration alone keeps it.
pub fn normal(text: &str) -> String {
    let folded = || text.nfkd().filter(|&c| !is_combining_mark(c)).flat_map(char::to_lowercase);
    let plain: String = folded().filter(|c| c.is_alphanumeric()).collect();
    if plain.is_empty() { folded().filter(|c| !c.is_whitespace()).collect() } else { plain }
}

/// How alike two normalised labels are, within 0..1: the normalised Levenshtein similarity (ACT.4).
pub fn ratio(a: &str, b: &str) -> f64 {
    let longest = a.len().max(b.len());
    match a.is_ascii() && b.is_ascii() && (1..=LETTERS_ON_STACK).contains(&longest) {
        true => 1.0 - edits(a.as_bytes(), b.as_bytes()) as f64 / longest as f64,
        false => strsim::normalized_levenshtein(a, b),
    }
}

/// How many letters must be put in, left out or exchanged. Most labels are short and alike at either end.
fn edits(a: &[u8], b: &[u8]) -> usize {
    let start = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let (a, b) = (&a[start..], &b[start..]);
    let end = a.iter().rev().zip(b.iter().rev()).take_while(|(x, y)| x == y).count();
    let (a, b) = (&a[..a.len() - end], &b[..b.len() - end]);
    let mut costs: [usize; LETTERS_ON_STACK + 1] = std::array::from_fn(|i| i);
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut costs[0], i + 1);
        for (j, y) in b.iter().enumerate() {
            let kept = diagonal + usize::from(x != y);
            diagonal = costs[j + 1];
            costs[j + 1] = kept.min(diagonal + 1).min(costs[j] + 1);
        }
    }
    costs[b.len()]
}

/// The same, or 0 where it cannot reach `least`: most pairs are told apart by their lengths.
pub fn ratio_from(a: &str, b: &str, least: f64) -> f64 {
    let (short, long) = if a.len() < b.len() { (a.len(), b.len()) } else { (b.len(), a.len()) };
    if (short as f64) < least * long as f64 {
        return 0.0;
    }
    let ratio = ratio(a, b);
    if ratio < least { 0.0 } else { ratio }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_accents_spaces_and_decoration_do_not_count() {
        for (a, b) in [("Éditer…", "editer"), ("_File", "FILE"), ("Log in >", "login"), ("№ 5", "no5")] {
            assert_eq!(normal(a), normal(b), "{a} {b}");
        }
        assert_ne!(normal("+"), normal("-"));
        assert_eq!(normal(" >> "), ">>");
    }

    #[test]
    fn ratios_are_those_of_levenshtein() {
        assert_eq!(ratio("valider", "valider"), 1.0);
        assert!((ratio("valider", "validez") - 6.0 / 7.0).abs() < 1e-12);
        assert_eq!(ratio_from("valider", "annuler", 0.9), 0.0);
        assert_eq!(ratio_from("ok", "a much longer label", 0.5), 0.0);
        let texts = [
            "",
            "a",
            "invoice12",
            "invoice21",
            "nvoice",
            "xinvoicex",
            "zurück",
            &"long".repeat(70),
            &"gong".repeat(66),
        ];
        for (a, b) in texts.iter().flat_map(|a| texts.iter().map(move |b| (a, b))) {
            assert!((ratio(a, b) - strsim::normalized_levenshtein(a, b)).abs() < 1e-12, "{a} {b}");
        }
    }
}
