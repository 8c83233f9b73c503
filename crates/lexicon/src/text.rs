//! Texts as they are compared: without case and accents.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

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

/// A text without case, accents, punctuation at its ends, ellipses and double spaces.
pub fn normal(text: &str) -> String {
    let plain: String = text
        .nfkd()
        .filter(|c| !is_combining_mark(*c))
        .flat_map(char::to_lowercase)
        .map(|c| {
            if c.is_alphanumeric() || c == '\'' || c == '-' {
                c
            } else if c == '’' {
                '\''
            } else {
                ' '
            }
        })
        .collect();
    plain
        .split_whitespace()
        .map(|w| w.trim_matches(['-', '\'']))
        .filter(|w| !w.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_accents_and_punctuation_do_not_count() {
        assert_eq!(normal("  Enregistrer sous… "), "enregistrer sous");
        assert_eq!(normal("D’accord !"), "d'accord");
        assert_eq!(words("Réinitialiser le mot-de-passe"), ["reinitialiser", "le", "mot", "de", "passe"]);
        assert_eq!(words("clickButton_2"), ["click", "button", "2"]);
    }
}
