//! The server's keyboard map: which key in which state writes what, and the other way round.

use super::link::{Link, LinkError};
use crate::{Key, Result};
use x11rb::protocol::xkb::{self, ConnectionExt as _, KeySymMap, KeyType};
use xkeysym::Keysym;

/// The core keyboard, whichever device that is.
pub const CORE_KEYBOARD: u16 = 0x0100;

/// Modifier bits of the core protocol.
pub const SHIFT: u8 = 1;
/// Caps Lock.
pub const LOCK: u8 = 2;
/// The control key.
pub const CONTROL: u8 = 4;
/// What Alt is bound to on every common server.
pub const MOD1: u8 = 8;
/// What Super is bound to on every common server.
pub const MOD4: u8 = 64;
/// What AltGr is bound to on every common server.
pub const MOD5: u8 = 128;

/// A key and the modifiers to hold with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stroke {
    /// The key's code.
    pub code: u8,
    /// Bits to press: [`SHIFT`] or [`MOD5`] or both.
    pub mods: u8,
}

/// Types and symbols of every key, as the server has them.
#[derive(Clone, Debug, Default)]
pub struct Keymap {
    first: u8,
    types: Vec<KeyType>,
    keys: Vec<KeySymMap>,
}

impl Keymap {
    /// Says hello to the keyboard extension; once per connection.
    pub fn enable(link: &Link) -> Result<()> {
        let reply = link
            .conn
            .xkb_use_extension(1, 0)
            .map_err(|e| link.failed(e))?
            .reply()
            .map_err(|e| link.failed(e))?;
        if !reply.supported {
            return Err(link.failed(LinkError::Refused("the X keyboard extension is not there".into())));
        }
        Ok(())
    }

    /// Reads the map of the moment.
    pub fn read(link: &Link) -> Result<Self> {
        let parts = xkb::MapPart::KEY_TYPES | xkb::MapPart::KEY_SYMS;
        let none = xkb::MapPart::from(0u8);
        let reply = link
            .conn
            .xkb_get_map(
                CORE_KEYBOARD,
                parts,
                none,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                xkb::VMod::from(0u16),
                0,
                0,
                0,
                0,
                0,
                0,
            )
            .map_err(|e| link.failed(e))?
            .reply()
            .map_err(|e| link.failed(e))?;
        Ok(Self {
            first: reply.first_key_sym,
            types: reply.map.types_rtrn.unwrap_or_default(),
            keys: reply.map.syms_rtrn.unwrap_or_default(),
        })
    }

    /// What a key writes in a state (modifiers in the low byte, group in bits 13 and 14, as events carry it).
    pub fn keysym(&self, code: u8, state: u16) -> Keysym {
        let group = usize::from(state >> 13 & 3);
        let mods = state as u8;
        let Some((key, kind, group)) = self.key(code, group) else {
            return Keysym::NoSymbol;
        };
        let found = symbol(key, group, level(kind, mods));
        // Caps Lock capitalises where the key's type does not deal with it.
        if mods & LOCK != 0 && bits(kind.mods_mask) & LOCK == 0 {
            return capital(found);
        }
        found
    }

    /// The strokes that write a keysym in a group with these modifiers locked; the one with fewest modifiers first.
    pub fn stroke(&self, wanted: Keysym, group: usize, locked: u8) -> Option<Stroke> {
        [0, SHIFT, MOD5, SHIFT | MOD5].into_iter().find_map(|mods| {
            (0..self.keys.len()).find_map(|i| {
                let code = self.first.checked_add(u8::try_from(i).ok()?)?;
                let state = u16::from(mods | locked) | (group as u16) << 13;
                same(self.keysym(code, state), wanted).then_some(Stroke { code, mods })
            })
        })
    }

    /// The key that has a keysym on any level: for keys that are held, such as Control.
    pub fn code(&self, wanted: Keysym) -> Option<u8> {
        let holds = |k: &KeySymMap| k.syms.contains(&wanted.raw());
        let first_level = |k: &KeySymMap| k.syms.first() == Some(&wanted.raw());
        let at = self.keys.iter().position(first_level).or_else(|| self.keys.iter().position(holds))?;
        self.first.checked_add(u8::try_from(at).ok()?)
    }

    /// The codes of a key: where it writes without modifiers in some group, or else wherever it is.
    pub fn codes(&self, key: Key) -> Vec<u8> {
        let find = |holds: &dyn Fn(&KeySymMap) -> bool| -> Vec<u8> {
            let found = self.keys.iter().enumerate().filter(|(_, k)| holds(k));
            found.filter_map(|(i, _)| self.first.checked_add(u8::try_from(i).ok()?)).collect()
        };
        let is_it = |s: &u32| Key::from_keysym(Keysym::new(*s)) == Some(key);
        let first = find(&|k| k.syms.iter().step_by(usize::from(k.width).max(1)).any(is_it));
        if first.is_empty() { find(&|k| k.syms.iter().any(is_it)) } else { first }
    }

    /// Keys that write nothing.
    pub fn spare(&self) -> Vec<u8> {
        let empty = |k: &KeySymMap| k.syms.iter().all(|s| *s == 0);
        let codes = self.keys.iter().enumerate().filter(|(_, k)| empty(k));
        // The first codes are kept by some servers for keys of their own.
        codes.filter_map(|(i, _)| self.first.checked_add(u8::try_from(i).ok()?)).filter(|c| *c > 8).collect()
    }

    fn key(&self, code: u8, group: usize) -> Option<(&KeySymMap, &KeyType, usize)> {
        let key = self.keys.get(usize::from(code.checked_sub(self.first)?))?;
        let groups = usize::from(key.group_info & 0x0f);
        if groups == 0 {
            return None;
        }
        let group = match key.group_info & 0xc0 {
            0x40 => group.min(groups - 1),
            0x80 if group >= groups => usize::from(key.group_info >> 4 & 3).min(groups - 1),
            _ => group % groups,
        };
        let kind = self.types.get(usize::from(*key.kt_index.get(group)?))?;
        Some((key, kind, group))
    }
}

/// The same keysym, or another one for the same character.
fn same(a: Keysym, b: Keysym) -> bool {
    a == b || a.key_char().is_some_and(|c| !c.is_control() && b.key_char() == Some(c))
}

/// The real modifiers of a mask.
fn bits(mask: x11rb::protocol::xproto::ModMask) -> u8 {
    u16::from(mask) as u8
}

fn level(kind: &KeyType, mods: u8) -> usize {
    let held = mods & bits(kind.mods_mask);
    let entry = kind.map.iter().find(|e| e.active && bits(e.mods_mask) == held);
    entry.map_or(0, |e| usize::from(e.level))
}

fn symbol(key: &KeySymMap, group: usize, level: usize) -> Keysym {
    let at = group * usize::from(key.width) + level.min(usize::from(key.width).saturating_sub(1));
    key.syms.get(at).map_or(Keysym::NoSymbol, |s| Keysym::new(*s))
}

fn capital(keysym: Keysym) -> Keysym {
    let Some(c) = keysym.key_char() else { return keysym };
    let mut upper = c.to_uppercase();
    match (upper.next(), upper.next()) {
        (Some(u), None) if u != c => Keysym::from_char(u),
        _ => keysym,
    }
}
