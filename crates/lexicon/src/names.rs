//! Names made from what screens say.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Names are cut to so many words.
const MOST_WORDS: usize = 4;
/// … and so many letters.
const MOST_LETTERS: usize = 32;

/// Lower-case words joined by `_`, without accents and signs.
pub fn slug(text: &str) -> String {
    let plain: String = text
        .nfkd()
        .filter(|c| !is_combining_mark(*c))
        .flat_map(char::to_lowercase)
        .map(|c| if c.is_ascii_alphanumeric() { c } else { ' ' })
        .collect();
    let mut out = String::new();
    for word in plain.split_whitespace().take(MOST_WORDS) {
        if out.len() + word.len() > MOST_LETTERS && !out.is_empty() {
            break;
        }
        if !out.is_empty() {
            out.push('_');
        }
        out.push_str(&word[..word.len().min(MOST_LETTERS)]);
    }
    out
}

/// The name of a variable: it begins with a letter, so that conditions can use it.
pub fn variable(label: &str) -> String {
    let name = slug(label);
    match name.chars().next() {
        None => "value".into(),
        Some(c) if c.is_ascii_digit() => format!("n_{name}"),
        Some(_) => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain() {
        assert_eq!(slug("Date de naissance *"), "date_de_naissance");
        assert_eq!(slug("N° facture"), "n_facture");
        assert_eq!(variable("2e prénom"), "n_2e_prenom");
        assert_eq!(variable("…"), "value");
    }
}
