//! Keys, and what they may do to a form.

use crate::params::FUNCTION_KEYS;

/// What keys do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KeyKind {
    /// Ctrl+S.
    Saves,
    /// Enter, space, a function key, a mnemonic.
    MaySend,
    /// A letter alone, as it answers a question.
    Letter,
    /// Keys of which nothing is known.
    Chord,
    /// It moves about, marks, copies, finds or leaves.
    Moves,
}

/// Keys that only move about or leave, alone or with others.
const MOVING: [&str; 21] = [
    "TAB",
    "ESCAPE",
    "ESC",
    "UP",
    "DOWN",
    "LEFT",
    "RIGHT",
    "HOME",
    "END",
    "PAGEUP",
    "PAGEDOWN",
    "PAGE_UP",
    "PAGE_DOWN",
    "PRIOR",
    "NEXT",
    "PGUP",
    "PGDN",
    "F1",
    "ISO_LEFT_TAB",
    "CAPSLOCK",
    "MENU",
];

/// Letters that with Ctrl mark all, copy, find, go to the address, open, begin something new.
const HARMLESS: [&str; 7] = ["A", "C", "F", "L", "N", "O", "T"];

/// What keys that are pressed together do.
pub(super) fn key_kind(keys: &[String]) -> KeyKind {
    let keys: Vec<String> = keys.iter().map(|k| k.to_uppercase()).collect();
    let has = |names: &[&str]| keys.iter().any(|k| names.contains(&k.as_str()));
    let is_function = |k: &String| {
        k.strip_prefix('F').and_then(|n| n.parse::<u8>().ok()).is_some_and(|n| FUNCTION_KEYS.contains(&n))
    };
    let has_letter = keys.iter().any(|k| k.chars().count() == 1 && !k.trim().is_empty());
    let is_ctrl = has(&["CTRL", "CONTROL"]);
    match () {
        () if is_ctrl && has(&["S"]) => KeyKind::Saves,
        () if has(&["ENTER", "RETURN", "KP_ENTER", "SPACE", " "]) || keys.iter().any(is_function) => {
            KeyKind::MaySend
        }
        () if has(&["ALT"]) && has_letter => KeyKind::MaySend,
        () if keys.is_empty() || has(&MOVING) || is_ctrl && keys.len() == 2 && has(&HARMLESS) => {
            KeyKind::Moves
        }
        () if keys.len() == 1 && has_letter => KeyKind::Letter,
        () => KeyKind::Chord,
    }
}
