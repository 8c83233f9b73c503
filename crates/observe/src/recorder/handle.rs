//! What signals mean: keys, buttons, windows.

use super::{BETWEEN_WINDOWS, Failure, Recorder, WindowName};
use crate::camera::Pin;
use crate::privacy::Reasons;
use crate::scribe::{Mods, Moment};
use crate::tap::{Desktop, Signal, What};
use lea_screen::Key;
use lea_screen::x11::keymap::{self, Keymap};
use std::sync::Arc;
use std::time::Duration;
use xkeysym::Keysym;

impl Recorder<'_> {
    /// Acts on one signal; they come in order.
    pub(super) fn handle(&mut self, signal: Signal, pin: Option<Pin>) -> Result<(), Failure> {
        let t = signal.t;
        match signal.what {
            What::Keymap(map) => {
                self.old_keymap = std::mem::replace(&mut self.keymap, map);
                Ok(())
            }
            What::Desktop(desktop) => self.desktop_changed(desktop, t),
            What::Locked(locked) => self.suspend(Reasons { locked, ..self.reasons }, t, None),
            What::Key { code, state, down } => self.key(code, state, down, t, pin),
            What::Copied => self.copying(t),
            What::Clipboard(at, text) => self.copied(at, text),
            _ if self.suspended.is_some() => Ok(()),
            What::Button { number, down: true, pos } => {
                let hit = self.desktop.at(pos);
                if hit.is_some_and(|w| self.privacy.excludes(w)) {
                    // It brings that window up, or scrolls in it: neither is ours to know.
                    return Ok(());
                }
                self.meanwhile(pin.as_ref())?;
                let window = self.desktop.at(pos).map(|w| self.privacy.window_ref(w));
                let done = self.scribe.button_down(number, pos, Moment { t, window, frame: pin });
                self.emit(done)
            }
            What::Button { number, pos, .. } => {
                let done = self.scribe.button_up(number, pos);
                self.emit(done)
            }
            What::Motion(pos) if self.moves => {
                let moment = self.moment(t, None);
                let done = self.scribe.motion(pos, moment);
                self.emit(done)
            }
            What::Motion(_) | What::Broken(_) => Ok(()),
        }
    }

    fn key(
        &mut self,
        code: u8,
        state: u16,
        down: bool,
        t: Duration,
        pin: Option<Pin>,
    ) -> Result<(), Failure> {
        let mut keysym = self.keymap.keysym(code, state);
        if keysym == Keysym::NoSymbol {
            // Bound for a moment by whoever typed it, and unbound again before we could look.
            keysym = self.old_keymap.keysym(code, state);
        }
        let held = |bit: u8| state & u16::from(bit) != 0;
        let mods = Mods {
            ctrl: held(keymap::CONTROL),
            alt: held(keymap::MOD1),
            shift: held(keymap::SHIFT),
            meta: held(keymap::MOD4),
        };
        let keys = hotkey_names(&self.keymap, code, keysym);
        if self.hotkey(&keys, mods, down, t, pin.as_ref())? || self.suspended.is_some() {
            return Ok(());
        }
        if !down {
            let done = self.scribe.key_up(keysym);
            return self.emit(done);
        }
        self.meanwhile(pin.as_ref())?;
        let moment = self.moment(t, pin);
        let done = self.scribe.key_down(keysym, mods, moment);
        self.emit(done)
    }

    /// The moment of something that belongs to the active window.
    pub(super) fn moment(&self, t: Duration, frame: Option<Pin>) -> Moment<Pin> {
        let window = self.desktop.active.as_ref().map(|w| self.privacy.window_ref(w));
        Moment { t, window, frame }
    }

    fn desktop_changed(&mut self, desktop: Arc<Desktop>, t: Duration) -> Result<(), Failure> {
        self.desktop = desktop;
        let excluded = self.desktop.active.as_ref().is_some_and(|w| self.privacy.excludes(w));
        self.suspend(Reasons { excluded, ..self.reasons }, t, None)?;
        let is = self.desktop.active.as_ref().map(|w| (w.id, w.title.clone(), w.app_name.clone()));
        if is.is_none() && self.told_window.is_some() {
            // Managers take the focus from one window before they give it to the next: see whether it stays so.
            self.no_window_since.get_or_insert(t);
            return Ok(());
        }
        self.no_window_since = None;
        if self.told_window == is || self.suspended.is_some() {
            return Ok(());
        }
        self.tell_window(is, t)
    }

    /// No window has been active for a while: that is a return to the desktop.
    pub(super) fn no_window(&mut self) -> Result<(), Failure> {
        match self.no_window_since {
            Some(t) if self.now() >= t + BETWEEN_WINDOWS => {
                self.no_window_since = None;
                if self.suspended.is_some() { Ok(()) } else { self.tell_window(None, t) }
            }
            _ => Ok(()),
        }
    }

    /// Tells that another window, or none, is active.
    pub(super) fn tell_window(&mut self, is: Option<WindowName>, t: Duration) -> Result<(), Failure> {
        let same = matches!((&self.told_window, &is), (Some(was), Some(is)) if was.0 == is.0);
        self.told_window = is;
        let moment = self.moment(t, None);
        let done = self.scribe.window(same, moment);
        self.emit(done)
    }
}

/// The letters and digits of a US keyboard by their key codes, row by row.
const US_KEYS: [(u8, &str); 4] = [(10, "1234567890"), (24, "QWERTYUIOP"), (38, "ASDFGHJKL"), (52, "ZXCVBNM")];

/// What a key may be called in a hotkey: what it writes on any of the layouts in use and, where none of them writes Latin
/// letters, what a US keyboard has in its place.
fn hotkey_names(keymap: &Keymap, code: u8, keysym: Keysym) -> Vec<Key> {
    let groups = (0..4u16).map(|group| keymap.keysym(code, group << 13));
    let mut keys: Vec<Key> = groups.chain([keysym]).filter_map(Key::from_keysym).collect();
    let latin = |key: &Key| !matches!(key, Key::Char(c) if !c.is_ascii());
    if !keys.iter().any(latin) {
        let in_row = |(first, row): &(u8, &str)| row.chars().nth(usize::from(code.checked_sub(*first)?));
        keys.extend(US_KEYS.iter().find_map(in_row).map(Key::of_char));
    }
    keys
}
