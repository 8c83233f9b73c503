//! A combination of keys, and where it is on the keyboard of the moment.

use super::super::keymap::{CONTROL, Keymap, LOCK, MOD1, MOD4, MOD5, SHIFT};
use super::super::link::Link;
use crate::{Key, Result};
use std::fmt;
use x11rb::protocol::xproto::ConnectionExt as _;
use xkeysym::Keysym;

/// The modifiers a hotkey may have, with the bit they have on every common server.
const MODIFIERS: [(Key, u8); 5] =
    [(Key::CTRL, CONTROL), (Key::ALT, MOD1), (Key::SHIFT, SHIFT), (Key::SUPER, MOD4), (Key::ALTGR, MOD5)];

/// Modifiers and one more key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hotkey {
    modifiers: Vec<Key>,
    key: Key,
}

impl Hotkey {
    /// Reads a combination; the error says what is wrong with it.
    pub fn new(keys: &[Key]) -> std::result::Result<Self, String> {
        let written = keys.iter().map(Key::to_string).collect::<Vec<_>>().join("+");
        let is_modifier = |key: &Key| MODIFIERS.iter().any(|(m, _)| m == key);
        let others: Vec<Key> = keys.iter().copied().filter(|k| !is_modifier(k)).collect();
        let [key] = others[..] else {
            return Err(format!(
                "{written:?} is no hotkey: it takes modifiers and one other key, such as CTRL+ALT+Q"
            ));
        };
        // In the order of the table: two ways to write one hotkey are the same.
        let held = MODIFIERS.iter().map(|(m, _)| *m).filter(|m| keys.contains(m));
        let modifiers: Vec<Key> = held.collect();
        let commands = [Key::CTRL, Key::ALT, Key::SUPER];
        if matches!(key, Key::Char(_)) && !modifiers.iter().any(|m| commands.contains(m)) {
            return Err(format!(
                "{written:?} is no hotkey: typing a text would press it; add CTRL, ALT or SUPER"
            ));
        }
        Ok(Self { modifiers, key })
    }

    /// Where it is; none where the keyboard has no such key.
    pub fn place(&self, keyboard: &Keyboard) -> Option<Place> {
        let codes = keyboard.map.codes(self.key);
        let mods = self.modifiers.iter().fold(0, |mods, m| mods | keyboard.bit(*m));
        (!codes.is_empty()).then_some(Place { codes, mods })
    }
}

impl fmt::Display for Hotkey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.modifiers.iter().try_for_each(|m| write!(f, "{m}+"))?;
        write!(f, "{}", self.key)
    }
}

/// The keys of a hotkey.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The codes of the key, which may be there twice.
    pub codes: Vec<u8>,
    /// The modifiers that are held with it.
    pub mods: u8,
}

/// The keyboard of the moment.
#[derive(Debug)]
pub struct Keyboard {
    map: Keymap,
    /// The keys of each modifier.
    modifiers: Vec<Vec<u8>>,
}

impl Keyboard {
    /// Reads it.
    pub fn read(link: &Link) -> Result<Self> {
        let asked = link.conn.get_modifier_mapping().map_err(|e| link.failed(e))?;
        let map = Keymap::read(link)?;
        let modifiers = asked.reply().map_err(|e| link.failed(e))?;
        let each = usize::from(modifiers.keycodes_per_modifier()).max(1);
        let used = |codes: &[u8]| codes.iter().copied().filter(|c| *c != 0).collect();
        Ok(Self { map, modifiers: modifiers.keycodes.chunks(each).take(8).map(used).collect() })
    }

    /// The bit a modifier has here.
    fn bit(&self, modifier: Key) -> u8 {
        let usual = MODIFIERS.iter().find(|(m, _)| *m == modifier).map_or(0, |(_, bit)| *bit);
        match self.bits(modifier.keysym()) {
            0 => usual,
            found => found,
        }
    }

    /// The bits of the key that has a keysym.
    fn bits(&self, keysym: Keysym) -> u8 {
        self.map.code(keysym).map_or(0, |code| self.held(|c| c == code))
    }

    /// The modifiers of which a key is down.
    pub fn held(&self, is_down: impl Fn(u8) -> bool) -> u8 {
        let held = self.modifiers.iter().enumerate().filter(|(_, codes)| codes.iter().any(|c| is_down(*c)));
        held.fold(0, |bits, (i, _)| bits | 1 << i)
    }

    /// The modifiers that are locked rather than held: a hotkey is one whatever they are.
    pub fn locks(&self) -> u8 {
        LOCK | self.bits(Keysym::Num_Lock) | self.bits(Keysym::Scroll_Lock)
    }
}

/// Every combination of some of these bits, none and all included.
pub fn combinations(bits: u8) -> impl Iterator<Item = u8> {
    (0..=u8::MAX).filter(move |some| some & !bits == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hotkey_is_modifiers_and_one_other_key_in_any_order() {
        let keys = |text: &str| text.split('+').map(|k| k.parse().unwrap()).collect::<Vec<Key>>();
        let hotkey = |text: &str| Hotkey::new(&keys(text));
        assert_eq!(hotkey("alt+q+ctrl").unwrap().to_string(), "CTRL+ALT+Q");
        assert_eq!(hotkey("q+alt+ctrl"), hotkey("ctrl+alt+q"));
        assert_eq!(hotkey("pause").unwrap().to_string(), "PAUSE");
        for (bad, why) in
            [("ctrl+alt", "one other key"), ("ctrl+q+p", "one other key"), ("shift+q", "typing a text")]
        {
            let said = hotkey(bad).unwrap_err();
            assert!(said.contains(why) && said.contains(&bad.to_uppercase()), "{said}");
        }
        assert!(Hotkey::new(&[]).is_err());
    }

    #[test]
    fn locks_combine_in_every_way() {
        assert_eq!(combinations(0b10010).collect::<Vec<_>>(), [0, 0b10, 0b10000, 0b10010]);
    }
}
