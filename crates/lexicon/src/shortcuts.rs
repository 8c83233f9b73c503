//! Shortcuts as menus show them beside their entries: `Ctrl+N`, `Strg+Umschalt+S`, `Ctrl-Return`, `F5`.

/// Keys that are held, as keyboards and toolkits name them.
const HELD: [&str; 22] = [
    "ctrl",
    "ctl",
    "control",
    "strg",
    "steuerung",
    "alt",
    "altgr",
    "shift",
    "maj",
    "umschalt",
    "mayus",
    "mayús",
    "maiusc",
    "skift",
    "vaihto",
    "meta",
    "super",
    "cmd",
    "command",
    "option",
    "win",
    "mod",
];

/// The longest key of a shortcut: `Backspace`, `PageDown`. Count of letters.
const LONGEST_KEY: usize = 12;

/// The text is a shortcut and nothing else.
pub fn is_shortcut(text: &str) -> bool {
    let text = text.trim();
    is_function_key(text) || is_chord(text, '+', |_| true) || is_chord(text, '-', |key| HELD.contains(&key))
}

/// What an entry of a menu says, without the shortcut behind it.
pub fn without_shortcut(text: &str) -> &str {
    let text = text.trim();
    let entry = text.rsplit_once(char::is_whitespace).filter(|(_, last)| is_shortcut(last));
    entry.map_or(text, |(entry, _)| entry.trim_end())
}

fn is_function_key(text: &str) -> bool {
    let number = text.strip_prefix(['F', 'f']).and_then(|n| n.parse::<u8>().ok());
    number.is_some_and(|n| (1..=24).contains(&n))
}

/// Keys that are held, each of which may be one, and the key that is pressed.
fn is_chord(text: &str, joint: char, may_be_held: impl Fn(&str) -> bool) -> bool {
    let Some(at) = text.char_indices().skip(1).find(|(_, c)| *c == joint).map(|(at, _)| at) else {
        return false;
    };
    let (held, rest) = (text[..at].to_lowercase(), &text[at + joint.len_utf8()..]);
    let is_key =
        |key: &str| (1..=LONGEST_KEY).contains(&key.chars().count()) && !key.chars().any(char::is_whitespace);
    let is_held = !held.is_empty() && held.chars().all(char::is_alphabetic) && may_be_held(&held);
    is_held && (is_key(rest) || is_chord(rest, joint, may_be_held))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shortcuts_are_known_by_their_form() {
        let all = [
            "Ctrl+N",
            "Ctrl+Shift+O",
            "Strg+Umschalt+S",
            "Ctrl-Return",
            "Ctrl--",
            "F5",
            "Alt+F4",
            "C+f",
            "Maj+Suppr",
        ];
        for text in all {
            assert!(is_shortcut(text), "{text}");
        }
    }

    #[test]
    fn an_entry_is_what_stands_before_its_shortcut() {
        assert_eq!(without_shortcut("Save Ctrl+S"), "Save");
        assert_eq!(without_shortcut("Save As… Ctrl+Shift+S"), "Save As…");
        assert_eq!(without_shortcut("Save a Copy"), "Save a Copy");
        assert_eq!(without_shortcut("F5"), "F5");
    }

    #[test]
    fn names_numbers_and_sums_are_no_shortcuts() {
        for text in ["Jean-Paul", "F-2026-0177", "12+30", "A+", "Import", "Facture 5", "", "+", "F", "F99"] {
            assert!(!is_shortcut(text), "{text}");
        }
    }
}
