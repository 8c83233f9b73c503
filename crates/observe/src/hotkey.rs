//! The two hotkeys of a recording: one makes it private, one ends it.

use crate::scribe::Mods;
use lea_screen::{Key, UnknownKey};
use std::str::FromStr;
use std::time::Duration;

/// A chord that is listened for, written `CTRL+ALT+P`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hotkey {
    mods: Mods,
    key: Key,
}

impl FromStr for Hotkey {
    type Err = UnknownKey;

    fn from_str(text: &str) -> Result<Self, UnknownKey> {
        let mut mods = Mods::default();
        let mut parts: Vec<&str> = text.split('+').map(str::trim).collect();
        let key: Key = parts.pop().unwrap_or_default().parse()?;
        for part in parts {
            match part.parse()? {
                Key::CTRL => mods.ctrl = true,
                Key::ALT => mods.alt = true,
                Key::SHIFT => mods.shift = true,
                Key::SUPER => mods.meta = true,
                _ => return Err(UnknownKey(text.to_owned())),
            }
        }
        Ok(Self { mods, key })
    }
}

impl std::fmt::Display for Hotkey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.mods.keys().iter().try_for_each(|k| write!(f, "{k}+"))?;
        write!(f, "{}", self.key)
    }
}

impl Hotkey {
    /// This key with these modifiers is the hotkey.
    pub fn is(&self, key: Option<Key>, mods: Mods) -> bool {
        key == Some(self.key) && mods == self.mods
    }

    /// This key is the one that is held or let go, whatever else is down.
    pub fn is_key(&self, key: Option<Key>) -> bool {
        key == Some(self.key)
    }
}

/// A hotkey held longer than this acts only while it is held.
const HELD: Duration = Duration::from_millis(600);

/// Whether the person wants privacy: tapping the hotkey switches it, holding it lasts as long as it is held.
#[derive(Clone, Copy, Debug, Default)]
pub struct Private {
    on: bool,
    /// When the hotkey went down, while it is.
    down: Option<Duration>,
    /// It was switched on by the press that is still down.
    fresh: bool,
}

impl Private {
    /// The hotkey went down (again, where the keyboard repeats); says whether it is private now.
    pub fn pressed(&mut self, t: Duration) -> bool {
        if self.down.is_none() {
            self.fresh = !self.on;
            self.down = Some(t);
            self.on = true;
        }
        self.on
    }

    /// The hotkey went up; says whether it is private now.
    pub fn released(&mut self, t: Duration) -> bool {
        if let Some(down) = self.down.take() {
            let held = t.saturating_sub(down) >= HELD;
            self.on = self.fresh && !held;
        }
        self.on
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    #[test]
    fn hotkeys_read_and_write_the_same() {
        for text in ["CTRL+ALT+P", "PAUSE", "SHIFT+F12", "SUPER+É"] {
            assert_eq!(text.parse::<Hotkey>().unwrap().to_string(), text);
        }
        for bad in ["", "CTRL+", "A+B", "CTRL+NOPE"] {
            assert!(bad.parse::<Hotkey>().is_err(), "{bad:?}");
        }
    }

    #[test]
    fn a_tap_switches_and_a_hold_lasts_while_held() {
        let mut p = Private::default();
        assert!(p.pressed(ms(0)));
        assert!(p.released(ms(100)), "tapped: it stays on");
        assert!(p.pressed(ms(5000)));
        assert!(!p.released(ms(5100)), "tapped again: it is off");
        assert!(p.pressed(ms(8000)));
        assert!(p.pressed(ms(8500)), "the keyboard repeats");
        assert!(!p.released(ms(9000)), "held: it ends with the release");
    }
}
