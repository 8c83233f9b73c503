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

/// The dead key that waits for its letter, if any.
#[derive(Clone, Debug, Default)]
pub struct Compose {
    waiting: Option<(char, char)>,
}

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
    /// Takes one key; `keysym` is what the layout says it writes.
    pub fn press(&mut self, keysym: Keysym) -> Composed {
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
    fn escape_forgets_the_accent() {
        assert_eq!(typed(&[Keysym::dead_acute, Keysym::Escape, Keysym::e]), "e");
    }
}
