//! Comparing what things say.

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
    strsim::normalized_levenshtein(a, b)
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
    }
}
