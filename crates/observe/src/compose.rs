//! Dead keys: an accent that waits for its letter.

use unicode_normalization::UnicodeNormalization;
use xkeysym::Keysym;

/// The combining character of each dead key, and what it writes when typed twice or before a space.
const DEAD: &[(Keysym, char, char)] = &[
    (Keysym::dead_grave, '\u{300}', '`'),
    (Keysym::dead_acute, '\u{301}', '´'),
    (Keysym::dead_circumflex, '\u{302}', '^'),
    (Keysym::dead_tilde, '\u{303}', '~'),
    (Keysym::dead_macron, '\u{304}', '¯'),
    (Keysym::dead_breve, '\u{306}', '˘'),
    (Keysym::dead_abovedot, '\u{307}', '˙'),
    (Keysym::dead_diaeresis, '\u{308}', '¨'),
    (Keysym::dead_hook, '\u{309}', '̉'),
    (Keysym::dead_abovering, '\u{30a}', '˚'),
    (Keysym::dead_doubleacute, '\u{30b}', '˝'),
    (Keysym::dead_caron, '\u{30c}', 'ˇ'),
    (Keysym::dead_horn, '\u{31b}', '̛'),
    (Keysym::dead_belowdot, '\u{323}', '̣'),
    (Keysym::dead_cedilla, '\u{327}', '¸'),
    (Keysym::dead_ogonek, '\u{328}', '˛'),
    (Keysym::dead_stroke, '\u{335}', '/'),
];

/// The dead key that waits for its letter, or what was typed after the compose key, if any.
#[derive(Clone, Debug, Default)]
pub struct Compose {
    waiting: Option<(char, char)>,
    composing: Option<Option<char>>,
}

/// What the compose key makes of two characters, in either order, besides accents on letters.
const PAIRS: &[(&str, &str)] = &[
    ("=e", "€"),
    ("=E", "€"),
    ("oe", "œ"),
    ("OE", "Œ"),
    ("ae", "æ"),
    ("AE", "Æ"),
    ("ss", "ß"),
    ("<<", "«"),
    (">>", "»"),
    ("oc", "©"),
    ("or", "®"),
    ("oo", "°"),
    ("!!", "¡"),
    ("??", "¿"),
    ("L-", "£"),
    ("--", "–"),
    ("..", "…"),
    ("12", "½"),
];

/// The characters that stand for accents after the compose key.
const ACCENTS: &[(char, Keysym)] = &[
    ('\'', Keysym::dead_acute),
    ('`', Keysym::dead_grave),
    ('^', Keysym::dead_circumflex),
    ('~', Keysym::dead_tilde),
    ('"', Keysym::dead_diaeresis),
    (',', Keysym::dead_cedilla),
    ('/', Keysym::dead_stroke),
    ('*', Keysym::dead_abovering),
];

/// What a key did to the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Composed {
    /// It wrote this.
    Text(String),
    /// It is an accent that waits for a letter.
    Waiting,
    /// It writes nothing.
    Nothing,
}

impl Compose {
    /// Forgets an accent that waits; says whether there was one.
    pub fn forget(&mut self) -> bool {
        self.waiting.take().is_some() | self.composing.take().is_some()
    }

    /// Takes one key; `keysym` is what the layout says it writes.
    pub fn press(&mut self, keysym: Keysym) -> Composed {
        if keysym == Keysym::Multi_key {
            self.composing = Some(None);
            return Composed::Waiting;
        }
        let letter = keysym.key_char().filter(|c| !c.is_control());
        match (self.composing.take(), letter) {
            (Some(None), Some(first)) => {
                self.composing = Some(Some(first));
                return Composed::Waiting;
            }
            (Some(Some(first)), Some(second)) => return Composed::Text(pair(first, second)),
            (Some(so_far), None) if keysym.is_modifier_key() => self.composing = Some(so_far),
            _ => {}
        }
        if let Some(&(_, combining, alone)) = DEAD.iter().find(|(k, ..)| *k == keysym) {
            return match self.waiting.take() {
                // The same accent twice writes it; another one writes the first and waits.
                Some((first, shown)) if first == combining => Composed::Text(shown.to_string()),
                Some((_, shown)) => {
                    self.waiting = Some((combining, alone));
                    Composed::Text(shown.to_string())
                }
                None => {
                    self.waiting = Some((combining, alone));
                    Composed::Waiting
                }
            };
        }
        let Some(c) = keysym.key_char().filter(|c| !c.is_control()) else {
            if !keysym.is_modifier_key() {
                self.waiting = None;
            }
            return Composed::Nothing;
        };
        match self.waiting.take() {
            None => Composed::Text(c.to_string()),
            Some((_, shown)) if c == ' ' => Composed::Text(shown.to_string()),
            Some((combining, shown)) => Composed::Text(join(c, combining, shown)),
        }
    }
}

/// What the compose key makes of two characters; both of them where it makes nothing.
fn pair(first: char, second: char) -> String {
    let (there, back): (String, String) =
        ([first, second].iter().collect(), [second, first].iter().collect());
    if let Some((_, made)) = PAIRS.iter().find(|(p, _)| *p == there || *p == back) {
        return (*made).to_owned();
    }
    for (accent, letter) in [(first, second), (second, first)] {
        let dead =
            ACCENTS.iter().find(|(c, _)| *c == accent).and_then(|(_, k)| DEAD.iter().find(|(d, ..)| d == k));
        if let Some(&(_, combining, shown)) = dead {
            let joined = join(letter, combining, shown);
            if joined.chars().count() == 1 {
                return joined;
            }
        }
    }
    there
}

/// The letter with its accent as one character where Unicode has one; otherwise both, as toolkits write them.
fn join(letter: char, combining: char, shown: char) -> String {
    if combining == '\u{335}' {
        // Strokes have no composition in Unicode.
        const STROKED: &[(char, char)] =
            &[('o', 'ø'), ('O', 'Ø'), ('l', 'ł'), ('L', 'Ł'), ('d', 'đ'), ('D', 'Đ'), ('h', 'ħ'), ('H', 'Ħ')];
        let found = STROKED.iter().find(|(l, _)| *l == letter);
        return found.map_or_else(|| format!("{shown}{letter}"), |(_, s)| s.to_string());
    }
    let composed: String = [letter, combining].iter().collect::<String>().nfc().collect();
    if composed.chars().count() == 1 { composed } else { format!("{shown}{letter}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(keys: &[Keysym]) -> String {
        let mut compose = Compose::default();
        let press = |k: &Keysym| match compose.press(*k) {
            Composed::Text(t) => t,
            _ => String::new(),
        };
        keys.iter().map(press).collect()
    }

    #[test]
    fn an_accent_joins_the_next_letter() {
        assert_eq!(typed(&[Keysym::dead_acute, Keysym::E]), "É");
        assert_eq!(typed(&[Keysym::dead_circumflex, Keysym::Shift_L, Keysym::o]), "ô");
        assert_eq!(typed(&[Keysym::dead_cedilla, Keysym::c, Keysym::a]), "ça");
        assert_eq!(typed(&[Keysym::dead_stroke, Keysym::o]), "ø");
    }

    #[test]
    fn an_accent_alone_is_written_by_space_or_by_itself() {
        assert_eq!(typed(&[Keysym::dead_circumflex, Keysym::space]), "^");
        assert_eq!(typed(&[Keysym::dead_tilde, Keysym::dead_tilde]), "~");
        assert_eq!(typed(&[Keysym::dead_acute, Keysym::z]), "ź");
        assert_eq!(typed(&[Keysym::dead_acute, Keysym::_1]), "´1");
    }

    #[test]
    fn the_compose_key_joins_two_keys_in_either_order() {
        assert_eq!(typed(&[Keysym::Multi_key, Keysym::apostrophe, Keysym::e]), "é");
        assert_eq!(typed(&[Keysym::Multi_key, Keysym::e, Keysym::apostrophe]), "é");
        assert_eq!(typed(&[Keysym::Multi_key, Keysym::equal, Keysym::Shift_L, Keysym::e, Keysym::a]), "€a");
        assert_eq!(typed(&[Keysym::Multi_key, Keysym::o, Keysym::e]), "œ");
    }

    #[test]
    fn escape_forgets_the_accent() {
        assert_eq!(typed(&[Keysym::dead_acute, Keysym::Escape, Keysym::e]), "e");
    }
}
