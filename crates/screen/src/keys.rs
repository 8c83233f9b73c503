//! Key names, the same on every system (SPEC L0.1).

use std::fmt;
use std::str::FromStr;
use xkeysym::Keysym;

/// A key, by what it means rather than where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// A key that has a name.
    Named(&'static str),
    /// A function key, `F1` to `F24`.
    F(u8),
    /// A key that writes a character, in upper case where it has one.
    Char(char),
}

/// A name that no key has.
#[derive(Debug, thiserror::Error)]
#[error("no key is called {0:?}: use one character, F1 to F24, or a name such as ENTER, CTRL, PAGE_DOWN")]
pub struct UnknownKey(pub String);

/// The named keys: the name that is written, other names that are read, the keysyms it stands for (the first is
/// the one sent).
#[rustfmt::skip]
const NAMED: &[(&str, &[&str], &[Keysym])] = &[
    ("CTRL", &["CONTROL", "CONTROL_L"], &[Keysym::Control_L, Keysym::Control_R]),
    ("SHIFT", &["SHIFT_L"], &[Keysym::Shift_L, Keysym::Shift_R]),
    ("ALT", &["ALT_L", "META"], &[Keysym::Alt_L, Keysym::Alt_R, Keysym::Meta_L, Keysym::Meta_R]),
    ("ALTGR", &["ISO_LEVEL3_SHIFT"], &[Keysym::ISO_Level3_Shift, Keysym::Mode_switch]),
    ("SUPER", &["WIN", "CMD", "SUPER_L"], &[Keysym::Super_L, Keysym::Super_R, Keysym::Hyper_L, Keysym::Hyper_R]),
    ("ENTER", &["RETURN"], &[Keysym::Return, Keysym::KP_Enter, Keysym::ISO_Enter]),
    ("TAB", &[], &[Keysym::Tab, Keysym::ISO_Left_Tab, Keysym::KP_Tab]),
    ("ESCAPE", &["ESC"], &[Keysym::Escape]),
    ("BACKSPACE", &[], &[Keysym::BackSpace]),
    ("DELETE", &["DEL"], &[Keysym::Delete, Keysym::KP_Delete]),
    ("INSERT", &["INS"], &[Keysym::Insert, Keysym::KP_Insert]),
    ("HOME", &[], &[Keysym::Home, Keysym::KP_Home]),
    ("END", &[], &[Keysym::End, Keysym::KP_End]),
    ("PAGE_UP", &["PAGEUP", "PRIOR"], &[Keysym::Page_Up, Keysym::KP_Page_Up]),
    ("PAGE_DOWN", &["PAGEDOWN", "NEXT"], &[Keysym::Page_Down, Keysym::KP_Page_Down]),
    ("LEFT", &[], &[Keysym::Left, Keysym::KP_Left]),
    ("RIGHT", &[], &[Keysym::Right, Keysym::KP_Right]),
    ("UP", &[], &[Keysym::Up, Keysym::KP_Up]),
    ("DOWN", &[], &[Keysym::Down, Keysym::KP_Down]),
    ("SPACE", &[], &[Keysym::space, Keysym::KP_Space]),
    ("MENU", &["APPS"], &[Keysym::Menu]),
    ("CAPS_LOCK", &["CAPSLOCK"], &[Keysym::Caps_Lock, Keysym::Shift_Lock]),
    ("NUM_LOCK", &["NUMLOCK"], &[Keysym::Num_Lock]),
    ("SCROLL_LOCK", &[], &[Keysym::Scroll_Lock]),
    ("PRINT", &["PRINT_SCREEN"], &[Keysym::Print, Keysym::Sys_Req]),
    ("PAUSE", &[], &[Keysym::Pause, Keysym::Break]),
];

impl Key {
    /// The control key.
    pub const CTRL: Key = Key::Named("CTRL");
    /// The shift key.
    pub const SHIFT: Key = Key::Named("SHIFT");
    /// The alt key.
    pub const ALT: Key = Key::Named("ALT");
    /// The key that reaches the third level of a key, on layouts that have one.
    pub const ALTGR: Key = Key::Named("ALTGR");
    /// The system key.
    pub const SUPER: Key = Key::Named("SUPER");
    /// The enter key, of either block.
    pub const ENTER: Key = Key::Named("ENTER");
    /// The tab key.
    pub const TAB: Key = Key::Named("TAB");
    /// The escape key.
    pub const ESCAPE: Key = Key::Named("ESCAPE");
    /// The key that deletes to the left.
    pub const BACKSPACE: Key = Key::Named("BACKSPACE");

    /// The key only changes what others do.
    pub fn is_modifier(&self) -> bool {
        const LOCKS: [Key; 3] = [Key::Named("CAPS_LOCK"), Key::Named("NUM_LOCK"), Key::Named("SCROLL_LOCK")];
        [Key::CTRL, Key::SHIFT, Key::ALT, Key::ALTGR, Key::SUPER].contains(self) || LOCKS.contains(self)
    }

    /// The keysym to send for it.
    pub fn keysym(&self) -> Keysym {
        match *self {
            Key::Named(name) => {
                NAMED.iter().find(|(n, ..)| *n == name).map_or(Keysym::NoSymbol, |(_, _, syms)| syms[0])
            }
            Key::F(n) => Keysym::new(Keysym::F1.raw() + u32::from(n.clamp(1, 24)) - 1),
            Key::Char(c) => {
                char_keysym(c.to_lowercase().next().filter(|_| c.to_lowercase().count() == 1).unwrap_or(c))
            }
        }
    }

    /// The key a keysym stands for; none for dead keys and the like.
    pub fn from_keysym(keysym: Keysym) -> Option<Key> {
        if let Some((name, ..)) = NAMED.iter().find(|(_, _, syms)| syms.contains(&keysym)) {
            return Some(Key::Named(name));
        }
        let f = keysym.raw().wrapping_sub(Keysym::F1.raw());
        if f < 24 {
            return Some(Key::F(f as u8 + 1));
        }
        keysym.key_char().filter(|c| !c.is_control()).map(Key::of_char)
    }

    /// The key that writes a character.
    pub fn of_char(c: char) -> Key {
        if c == ' ' {
            return Key::Named("SPACE");
        }
        let mut upper = c.to_uppercase();
        match (upper.next(), upper.next()) {
            (Some(u), None) => Key::Char(u),
            _ => Key::Char(c),
        }
    }
}

/// The keysym that writes a character: Latin-1 as itself, the rest by its Unicode number.
pub(crate) fn char_keysym(c: char) -> Keysym {
    Keysym::from_char(c)
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Key::Named(name) => f.write_str(name),
            Key::F(n) => write!(f, "F{n}"),
            Key::Char(c) => write!(f, "{c}"),
        }
    }
}

impl FromStr for Key {
    type Err = UnknownKey;

    fn from_str(name: &str) -> Result<Self, UnknownKey> {
        let mut chars = name.chars();
        if let (Some(c), None) = (chars.next(), chars.next())
            && !c.is_control()
        {
            return Ok(Key::of_char(c));
        }
        let upper = name.to_uppercase();
        if let Some((found, ..)) =
            NAMED.iter().find(|(n, others, _)| *n == upper || others.contains(&upper.as_str()))
        {
            return Ok(Key::Named(found));
        }
        match upper.strip_prefix('F').and_then(|n| n.parse().ok()) {
            Some(n @ 1..=24) => Ok(Key::F(n)),
            _ => Err(UnknownKey(name.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_reads_back_as_itself() {
        let named = NAMED.iter().map(|(n, ..)| Key::Named(n));
        let others = (1..=24).map(Key::F).chain("AÉ1+€я".chars().map(Key::of_char));
        for key in named.chain(others) {
            assert_eq!(key.to_string().parse::<Key>().unwrap(), key);
            assert_eq!(Key::from_keysym(key.keysym()), Some(key), "{key}");
        }
    }

    #[test]
    fn unknown_names_say_what_is_known() {
        for bad in ["", "F0", "F25", "HYPERDRIVE", "\n"] {
            assert!(bad.parse::<Key>().unwrap_err().to_string().contains("ENTER"), "{bad:?}");
        }
    }

    #[test]
    fn letters_are_upper_case_whatever_was_pressed() {
        assert_eq!(Key::from_keysym(Keysym::s), Some(Key::Char('S')));
        assert_eq!(Key::from_keysym(Keysym::S), Some(Key::Char('S')));
        assert_eq!(Key::Char('S').keysym(), Keysym::s);
        assert_eq!(Key::of_char('ß'), Key::Char('ß'), "its upper case is two letters");
        assert_eq!(Key::from_keysym(Keysym::dead_acute), None);
    }
}
