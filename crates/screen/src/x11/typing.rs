//! Typing whatever Unicode on whatever layout.
//!
//! What the layout has is typed with its own keys. What it lacks is bound to spare keys first; the bindings stay until
//! the screen is dropped, so that an application that is slow to read its keys still reads them right.

use super::keymap::{CORE_KEYBOARD, Keymap, LOCK, MOD5, SHIFT, Stroke};
use super::link::{Link, LinkError};
use crate::stop::Stop;
use crate::{Key, Press, Result};
use std::time::{Duration, Instant};
use x11rb::connection::Connection;
use x11rb::protocol::xkb::{self, ConnectionExt as _};
use x11rb::protocol::xproto::{self, ConnectionExt as _};
use x11rb::protocol::xtest::ConnectionExt as _;
use xkeysym::Keysym;

/// Applications read a changed keyboard map before the next key when given this long (measured on GTK 3, Qt 5,
/// Chromium: 40 ms is the least that never failed). Nothing tells when all have: here it is waited by the clock.
const MAP_TAKES: Duration = Duration::from_millis(60);

/// After so many keys the server is asked whether it is still there and who else has a hand on the keyboard.
const SYNC_EVERY: usize = 32;

/// A person holds a modifier for as long as it takes to press a hotkey; what is held longer is stuck.
const HANDS_OFF_WITHIN: Duration = Duration::from_secs(5);

/// How often it is looked whether it is still held.
const HANDS_OFF_LOOK: Duration = Duration::from_millis(5);

/// A key that goes down again in the same millisecond in which it came up is what keyboards send while a key is held: VCL takes a doubled
/// letter for one that is held, and drops it.
const AGAIN_AFTER: Duration = Duration::from_millis(10);

/// A keyboard that writes.
#[derive(Debug)]
pub struct Typist {
    map: Keymap,
    /// Keys that wrote nothing when we came, with what we bound them to and when it was last used.
    spare: Vec<Bound>,
    held: Vec<u8>,
    /// Whether a person said stop: looked at between strokes.
    pub stop: Stop,
}

#[derive(Clone, Copy, Debug)]
struct Bound {
    code: u8,
    keysym: Keysym,
    used: Instant,
}

impl Typist {
    /// Reads the keyboard.
    pub fn new(link: &Link, stop: Stop) -> Result<Self> {
        Keymap::enable(link)?;
        let map = Keymap::read(link)?;
        let now = Instant::now();
        let spare = map.spare().into_iter().map(|code| Bound { code, keysym: Keysym::NoSymbol, used: now });
        Ok(Self { spare: spare.collect(), map, held: Vec::new(), stop })
    }

    /// Presses or releases a key, however the layout reaches it.
    pub fn key(&mut self, link: &Link, key: Key, press: Press) -> Result<()> {
        let keysym = key.keysym();
        if keysym == Keysym::NoSymbol {
            return Err(no_key(link, &key.to_string()));
        }
        let code = match self.code(link, keysym)? {
            Some(code) => code,
            None => {
                self.bind(link, &[keysym])?;
                self.bound(keysym).ok_or_else(|| no_key(link, &key.to_string()))?
            }
        };
        self.send(link, code, press)?;
        link.sync()
    }

    /// The key to press for a keysym, without modifiers; the map is read again when it is not in it.
    fn code(&mut self, link: &Link, keysym: Keysym) -> Result<Option<u8>> {
        let group = state(link)?.group;
        let find = |map: &Keymap| {
            map.stroke(keysym, group, 0).filter(|s| s.mods == 0).map(|s| s.code).or_else(|| map.code(keysym))
        };
        self.read_map(link)?;
        Ok(find(&self.map))
    }

    /// Reads the map of the moment; spare keys that somebody else has taken, or given back, are no longer ours.
    fn read_map(&mut self, link: &Link) -> Result<()> {
        self.map = Keymap::read(link)?;
        let map = &self.map;
        self.spare.retain_mut(|b| match map.keysym(b.code, 0) {
            now if now == b.keysym => true,
            Keysym::NoSymbol => {
                b.keysym = Keysym::NoSymbol;
                true
            }
            _ => false,
        });
        Ok(())
    }

    /// Types a text.
    pub fn text(&mut self, link: &Link, text: &str) -> Result<()> {
        self.read_map(link)?;
        let State { group, locked, .. } = self.free_hands(link)?;
        if locked & LOCK != 0 {
            lock(link, LOCK, 0)?;
        }
        let typed = self.typed(link, text, group, locked & !LOCK);
        if locked & LOCK != 0 {
            lock(link, LOCK, LOCK)?;
        }
        typed.and_then(|()| link.sync())
    }

    fn typed(&mut self, link: &Link, text: &str, group: usize, locked: u8) -> Result<()> {
        if let Some(c) = text.chars().find(|c| c.is_control() && !"\r\n\t".contains(*c)) {
            return Err(no_key(link, &format!("the control character {c:?}")));
        }
        let symbols: Vec<Keysym> = text.replace("\r\n", "\n").chars().map(symbol).collect();
        let mut rest = &symbols[..];
        let mut last: Option<u8> = None;
        while !rest.is_empty() {
            let run = self.prepare(link, rest, group, locked)?;
            for (i, keysym) in rest[..run].iter().enumerate() {
                self.stop.check(&link.name)?;
                let stroke = self.stroke(*keysym, group, locked);
                let stroke = stroke.ok_or_else(|| no_key(link, &format!("{:?}", keysym.key_char())))?;
                if last == Some(stroke.code) {
                    link.sync()?;
                    self.stop.pause_until(&link.name, Instant::now() + AGAIN_AFTER)?;
                }
                last = Some(stroke.code);
                self.strike(link, stroke)?;
                if i % SYNC_EVERY == SYNC_EVERY - 1 {
                    self.free_hands(link)?;
                }
            }
            rest = &rest[run..];
        }
        Ok(())
    }

    /// Waits while somebody else holds a modifier: with Ctrl from a person on the way to a hotkey, what we type would be
    /// commands. The question is a round trip, which keeps us from running ahead of the server as well.
    fn free_hands(&self, link: &Link) -> Result<State> {
        let deadline = Instant::now() + HANDS_OFF_WITHIN;
        loop {
            let state = state(link)?;
            if state.held & !LOCK == 0 || !self.held.is_empty() {
                return Ok(state);
            }
            if Instant::now() >= deadline {
                let why = "somebody holds a modifier key, with which a text would be commands: let go of it";
                return Err(link.failed(LinkError::Refused(why.into())));
            }
            self.stop.pause_until(&link.name, Instant::now() + HANDS_OFF_LOOK)?;
        }
    }

    /// Binds what the layout lacks for as long a run as the spare keys allow; says how long it is.
    fn prepare(&mut self, link: &Link, symbols: &[Keysym], group: usize, locked: u8) -> Result<usize> {
        let mut missing: Vec<Keysym> = Vec::new();
        let mut run = 0;
        for keysym in symbols {
            if self.map.stroke(*keysym, group, locked).is_none() && !missing.contains(keysym) {
                if missing.len() == self.spare.len() {
                    break;
                }
                missing.push(*keysym);
            }
            run += 1;
        }
        if run == 0 {
            return Err(no_key(link, "no spare key is left to type what the layout lacks"));
        }
        self.bind(link, &missing)?;
        Ok(run)
    }

    /// Makes spare keys write these keysyms, the longest unused first.
    fn bind(&mut self, link: &Link, wanted: &[Keysym]) -> Result<()> {
        let missing: Vec<Keysym> = wanted.iter().copied().filter(|k| self.bound(*k).is_none()).collect();
        if missing.is_empty() {
            return Ok(());
        }
        self.spare.sort_by_key(|b| (wanted.contains(&b.keysym), b.keysym != Keysym::NoSymbol, b.used));
        // Whoever is still reading an old binding gets time to. Only then is it another one: the wait may be interrupted.
        let old = self.spare.iter().take(missing.len()).filter(|b| b.keysym != Keysym::NoSymbol);
        if let Some(used) = old.map(|b| b.used).max() {
            link.sync()?;
            self.stop.pause_until(&link.name, used.max(Instant::now()) + MAP_TAKES)?;
        }
        for (bound, keysym) in self.spare.iter_mut().zip(&missing) {
            bound.keysym = *keysym;
        }
        for bound in self.spare.iter().take(missing.len()) {
            let symbols = [bound.keysym.raw(); 2];
            link.conn.change_keyboard_mapping(1, bound.code, 2, &symbols).map_err(|e| link.failed(e))?;
        }
        link.sync()?;
        self.stop.pause_until(&link.name, Instant::now() + MAP_TAKES)
    }

    fn bound(&self, keysym: Keysym) -> Option<u8> {
        self.spare.iter().find(|b| b.keysym == keysym).map(|b| b.code)
    }

    fn stroke(&mut self, keysym: Keysym, group: usize, locked: u8) -> Option<Stroke> {
        if let Some(bound) = self.spare.iter_mut().find(|b| b.keysym == keysym) {
            bound.used = Instant::now();
            return Some(Stroke { code: bound.code, mods: 0 });
        }
        self.map.stroke(keysym, group, locked)
    }

    fn strike(&mut self, link: &Link, stroke: Stroke) -> Result<()> {
        let mut holding = Vec::new();
        for (bit, keysym) in [(SHIFT, Keysym::Shift_L), (MOD5, Keysym::ISO_Level3_Shift)] {
            if stroke.mods & bit != 0 {
                holding.push(self.map.code(keysym).ok_or_else(|| no_key(link, "a modifier"))?);
            }
        }
        for code in &holding {
            self.send(link, *code, Press::Down)?;
        }
        self.send(link, stroke.code, Press::Down)?;
        self.send(link, stroke.code, Press::Up)?;
        for code in holding.iter().rev() {
            self.send(link, *code, Press::Up)?;
        }
        Ok(())
    }

    fn send(&mut self, link: &Link, code: u8, press: Press) -> Result<()> {
        let kind = match press {
            Press::Down => xproto::KEY_PRESS_EVENT,
            Press::Up => xproto::KEY_RELEASE_EVENT,
        };
        match press {
            Press::Down if !self.held.contains(&code) => self.held.push(code),
            Press::Down => {}
            Press::Up => self.held.retain(|c| *c != code),
        }
        link.conn.xtest_fake_input(kind, code, 0, link.root, 0, 0, 0).map_err(|e| link.failed(e))?;
        Ok(())
    }

    /// Lets go of every key that is down because of us.
    pub fn release_all(&mut self, link: &Link) -> Result<()> {
        for code in std::mem::take(&mut self.held).into_iter().rev() {
            self.send(link, code, Press::Up)?;
        }
        flush(link)
    }

    /// Gives the spare keys back, once nobody can still be reading them.
    pub fn unbind(&mut self, link: &Link) -> Result<()> {
        let bound: Vec<Bound> = self.spare.iter().copied().filter(|b| b.keysym != Keysym::NoSymbol).collect();
        let Some(last) = bound.iter().map(|b| b.used).max() else {
            return Ok(());
        };
        Stop::default().pause_until(&link.name, last + MAP_TAKES)?;
        for b in bound {
            link.conn.change_keyboard_mapping(1, b.code, 2, &[0, 0]).map_err(|e| link.failed(e))?;
        }
        self.spare.iter_mut().for_each(|b| b.keysym = Keysym::NoSymbol);
        flush(link)
    }
}

/// What writes a character.
fn symbol(c: char) -> Keysym {
    match c {
        '\n' | '\r' => Keysym::Return,
        '\t' => Keysym::Tab,
        c => crate::keys::char_keysym(c),
    }
}

/// What the keyboard is in the middle of.
struct State {
    /// The group in force.
    group: usize,
    /// The modifiers that are locked.
    locked: u8,
    /// The modifiers that are held down.
    held: u8,
}

fn state(link: &Link) -> Result<State> {
    let state = link
        .conn
        .xkb_get_state(CORE_KEYBOARD)
        .map_err(|e| link.failed(e))?
        .reply()
        .map_err(|e| link.failed(e))?;
    Ok(State {
        group: usize::from(u8::from(state.group)),
        locked: u16::from(state.locked_mods) as u8,
        held: u16::from(state.base_mods) as u8,
    })
}

fn lock(link: &Link, affect: u8, value: u8) -> Result<()> {
    let mask = |bits: u8| xproto::ModMask::from(u16::from(bits));
    link.conn
        .xkb_latch_lock_state(
            CORE_KEYBOARD,
            mask(affect),
            mask(value),
            false,
            xkb::Group::from(0u8),
            mask(0),
            false,
            0,
        )
        .map_err(|e| link.failed(e))?;
    Ok(())
}

fn flush(link: &Link) -> Result<()> {
    link.conn.flush().map_err(|e| link.failed(e))
}

fn no_key(link: &Link, what: &str) -> crate::ScreenError {
    link.failed(LinkError::Refused(format!("cannot type {what}: the keyboard has no key for it")))
}
