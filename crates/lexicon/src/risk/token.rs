//! A label as words of risk are looked for in it.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// So many single letters in a row are a word with its letters set apart.
const LEAST_SPACED_LETTERS: usize = 4;

/// A word of a label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    /// In lower case, without accents.
    pub(super) plain: String,
    /// The same, with letters that OCR confuses as one.
    pub(super) letters: String,
    /// The same, with pairs of letters that it confuses with one letter as that one.
    pub(super) key: String,
}

impl Token {
    pub(super) fn of(plain: String) -> Self {
        let letters = letters(&plain);
        let key = letters.replace("rn", "m").replace("vv", "w");
        Self { plain, letters, key }
    }
}

/// The ways to take a label apart: by its signs and spaces and, where capitals stand inside words, by them too ("deleteAll",
/// while "SuppnImer" is one word with a misread letter).
pub(super) fn readings(label: &str) -> Vec<Vec<Token>> {
    let whole = tokens(label, false);
    let parted = tokens(label, true);
    if whole == parted { vec![whole] } else { vec![whole, parted] }
}

/// The words of an entry of the lexicon.
pub(super) fn entry(text: &str) -> Vec<Token> {
    tokens(text, false)
}

fn tokens(label: &str, parts_capitals: bool) -> Vec<Token> {
    let mut words = vec![String::new()];
    let mut was_lower = false;
    for c in label.nfkd().filter(|c| !is_combining_mark(*c) && !is_invisible(*c)) {
        let sign = if c == '|' && was_lower { 'l' } else { c };
        if !sign.is_alphanumeric() || (parts_capitals && sign.is_uppercase() && was_lower) {
            words.push(String::new());
        }
        was_lower = sign.is_lowercase();
        if sign.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            sign.to_lowercase().filter(|c| !is_combining_mark(*c)).for_each(|c| push_plain(word, c));
        }
    }
    words.retain(|w| !w.is_empty());
    joined_letters(&words).into_iter().map(Token::of).collect()
}

/// Soft hyphens and spaces of no width.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}

/// Letters that Unicode does not take apart, as one writes them without the mark.
fn push_plain(word: &mut String, c: char) {
    match c {
        'ß' => word.push_str("ss"),
        'æ' => word.push_str("ae"),
        'œ' => word.push_str("oe"),
        'ø' => word.push('o'),
        'ł' => word.push('l'),
        'đ' | 'ð' => word.push('d'),
        'ı' => word.push('i'),
        other => word.push(other),
    }
}

/// "D E L E T E" is one word.
fn joined_letters(words: &[String]) -> Vec<String> {
    let is_letter = |w: &String| w.chars().count() == 1 && w.chars().all(char::is_alphabetic);
    let runs = words.chunk_by(|a, b| is_letter(a) && is_letter(b));
    let join = |run: &[String]| match run.len() >= LEAST_SPACED_LETTERS {
        true => vec![run.concat()],
        false => run.to_vec(),
    };
    runs.flat_map(join).collect()
}

/// Letters and digits that OCR takes for one another become one. Digits count as letters only beside letters.
fn letters(plain: &str) -> String {
    if !plain.chars().any(char::is_alphabetic) {
        return plain.to_owned();
    }
    let one = |c: char| match c {
        'i' | '1' => 'l',
        '0' => 'o',
        '5' => 's',
        '8' => 'b',
        other => other,
    };
    plain.chars().map(one).collect()
}

/// First letters that OCR takes for one another. A word that begins otherwise is rather another word: "suchen" is not "buchen".
const LIKE_FIRST: [&str; 8] = ["doq", "ceo", "ef", "bhr", "pr", "uvy", "lt", "mn"];

/// A word of so many letters may begin with any other letter: others that are so much alike are rare.
const LEAST_LETTERS_ANY_FIRST: usize = 8;

/// One key is the other with one letter put in, left out or exchanged.
pub(super) fn is_slip(read: &str, meant: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (read.chars().collect(), meant.chars().collect());
    if a.len().abs_diff(b.len()) > 1 {
        return false;
    }
    let start = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
    let rest = a[start..].iter().rev().zip(b[start..].iter().rev()).take_while(|(x, y)| x == y).count();
    if a.len().max(b.len()) - start - rest > 1 {
        return false;
    }
    let like = |(x, y): (&char, &char)| LIKE_FIRST.iter().any(|set| set.contains(*x) && set.contains(*y));
    start > 0
        || b.len() >= LEAST_LETTERS_ANY_FIRST
        || (a.len() == b.len() && a.iter().zip(&b).take(1).all(like))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(label: &str) -> Vec<String> {
        tokens(label, false).into_iter().map(|t| t.plain).collect()
    }

    #[test]
    fn a_label_is_taken_apart_by_signs_and_by_capitals() {
        assert_eq!(plain("Löschen & Schließen…"), ["loschen", "schliessen"]);
        assert_eq!(plain("İmzala, Şimdi öde"), ["imzala", "simdi", "ode"]);
        assert_eq!(plain("D E L E T E all"), ["delete", "all"]);
        assert_eq!(plain("sup\u{ad}primer"), ["supprimer"]);
        assert_eq!(plain("De|ete"), ["delete"]);
        assert_eq!(readings("deleteAll").len(), 2);
        assert_eq!(readings("delete_action").len(), 1);
    }

    #[test]
    fn letters_that_look_alike_are_one() {
        for (a, b) in
            [("DeIete", "delete"), ("0rder", "order"), ("supprirner", "supprimer"), ("5end", "send")]
        {
            assert_eq!(tokens(a, false)[0].key, tokens(b, false)[0].key, "{a}");
        }
        assert_eq!(tokens("10", false)[0].key, "10");
    }

    #[test]
    fn one_letter_may_be_wrong() {
        assert!(is_slip("delcte", "delete") && is_slip("delte", "delete") && is_slip("deleete", "delete"));
        assert!(!is_slip("dlcte", "delete"));
        assert!(is_slip("oelete", "delete") && !is_slip("suchen", "buchen") && !is_slip("eject", "reject"));
    }
}
