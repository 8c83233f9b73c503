//! The thread that hears the hotkeys.

use super::super::keymap::{CORE_KEYBOARD, Keymap};
use super::super::link::{Link, LinkError};
use super::hotkey::{Hotkey, Keyboard, Place, combinations};
use super::{Heard, Word};
use crate::Result;
use rustix::event::{PollFd, PollFlags, poll};
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::time::Duration;
use x11rb::connection::{Connection, RequestConnection};
use x11rb::errors::ReplyError;
use x11rb::protocol::xinput::{self, ConnectionExt as _};
use x11rb::protocol::xkb::{self, ConnectionExt as _};
use x11rb::protocol::xproto::{ConnectionExt as _, GrabMode, ModMask};
use x11rb::protocol::{ErrorKind, Event};

/// A server that hangs when the hotkeys are given back is not waited for any longer.
const GIVE_BACK_WITHIN: Duration = Duration::from_secs(1);

/// Hears the hotkeys of one display.
pub struct Listener {
    link: Link,
    heard: Arc<Heard>,
    keyboard: Keyboard,
    hotkeys: Vec<(Word, Hotkey, Place)>,
    /// The keys that are down, by their codes.
    down: [bool; 256],
    /// Keys are heard raw, whoever has grabbed the keyboard; otherwise only those of our own grab.
    raw: bool,
}

impl Listener {
    /// Takes the hotkeys; from here on nothing is missed.
    pub fn new(link: Link, words: Vec<(Word, Hotkey)>, heard: Arc<Heard>) -> Result<Self> {
        Keymap::enable(&link)?;
        follow_keyboard(&link)?;
        let raw = hear_raw(&link)?;
        let keyboard = Keyboard::read(&link)?;
        let mut hotkeys = Vec::new();
        for (word, hotkey) in words {
            let Some(place) = hotkey.place(&keyboard) else {
                let why = format!("the keyboard has no key for the hotkey {hotkey}: choose another one");
                return Err(link.failed(LinkError::Refused(why)));
            };
            hotkeys.push((word, hotkey, place));
        }
        let asked = link.conn.query_keymap().map_err(|e| link.failed(e))?;
        let bits = asked.reply().map_err(|e| link.failed(e))?.keys;
        let down = std::array::from_fn(|code| bits[code / 8] & 1 << (code % 8) != 0);
        let listener = Self { link, heard, keyboard, hotkeys, down, raw };
        for (_, hotkey, place) in &listener.hotkeys {
            listener.grab(hotkey, place)?;
        }
        Ok(listener)
    }

    /// Listens until `end` is readable or the display goes.
    pub fn run(mut self, end: &OwnedFd) {
        loop {
            // Asking the server reads events as well: only when none came with the answers is there nothing to do.
            match self.read() {
                Ok(false) => {}
                Ok(true) => continue,
                // Whoever uses the display is told there.
                Err(_) => return,
            }
            let mut fds =
                [PollFd::from_borrowed_fd(self.link.fd(), PollFlags::IN), PollFd::new(end, PollFlags::IN)];
            match poll(&mut fds, None) {
                Ok(_) if !fds[1].revents().is_empty() => break,
                Ok(_) | Err(rustix::io::Errno::INTR) => {}
                Err(_) => return,
            }
        }
        self.link.set_answer_within(Some(GIVE_BACK_WITHIN));
        // The server takes them back as well when the connection ends, only later.
        self.hotkeys.iter().for_each(|(_, _, place)| self.ungrab(place));
        let _ = self.link.sync();
    }

    /// Takes in what the server said; the keys first, then what keys mean. Says whether there was anything.
    fn read(&mut self) -> Result<bool> {
        let (mut any, mut moved) = (false, false);
        while let Some(event) = self.link.conn.poll_for_event().map_err(|e| self.link.failed(e))? {
            any = true;
            match event {
                Event::XinputRawKeyPress(e) => self.key(e.detail as u8, true, None),
                Event::XinputRawKeyRelease(e) => self.key(e.detail as u8, false, None),
                // While our own grab lasts, from a hotkey to its release, keys come through it instead.
                Event::KeyPress(e) => self.key(e.detail, true, Some(u16::from(e.state) as u8)),
                Event::KeyRelease(e) => self.key(e.detail, false, None),
                Event::XkbMapNotify(_) | Event::XkbNewKeyboardNotify(_) => moved = true,
                _ => {}
            }
        }
        if moved {
            self.find_again()?;
        }
        Ok(any)
    }

    /// A key went down or up, with these modifiers where they are known.
    fn key(&mut self, code: u8, down: bool, mods: Option<u8>) {
        let was_down = std::mem::replace(&mut self.down[usize::from(code)], down);
        // A key that is held repeats itself: that says nothing new.
        if !down || was_down {
            return;
        }
        let mods = mods.unwrap_or_else(|| self.keyboard.held(|c| self.down[usize::from(c)]));
        let mods = mods & !self.keyboard.locks();
        for (word, _, place) in &self.hotkeys {
            if place.mods == mods && place.codes.contains(&code) {
                self.heard.hear(*word);
            }
        }
    }

    /// The keyboard is another one: the hotkeys may be elsewhere. One it does not have stays where it was.
    fn find_again(&mut self) -> Result<()> {
        self.keyboard = Keyboard::read(&self.link)?;
        for i in 0..self.hotkeys.len() {
            let (_, hotkey, old) = &self.hotkeys[i];
            let Some(new) = hotkey.place(&self.keyboard).filter(|new| new != old) else {
                continue;
            };
            self.ungrab(old);
            match self.grab(hotkey, &new) {
                // Taken by another program, it is heard all the same where keys are heard raw.
                Err(crate::ScreenError::Refused { .. }) if !self.raw => drop(self.grab(hotkey, old)),
                Err(crate::ScreenError::Refused { .. }) | Ok(()) => self.hotkeys[i].2 = new,
                Err(lost) => return Err(lost),
            }
        }
        Ok(())
    }

    fn grab(&self, hotkey: &Hotkey, place: &Place) -> Result<()> {
        let link = &self.link;
        let mut asked = Vec::new();
        for (code, mods) in self.ways(place) {
            let (root, wait) = (link.root, GrabMode::ASYNC);
            let grab = link.conn.grab_key(false, root, mods, code, wait, wait);
            asked.push(grab.map_err(|e| link.failed(e))?);
        }
        for grab in asked {
            grab.check().map_err(|e| match e {
                ReplyError::X11Error(e) if e.error_kind == ErrorKind::Access => {
                    let why = format!(
                        "the hotkey {hotkey} is taken by another program, perhaps another Lea that works here: \
                         end that one or choose another hotkey"
                    );
                    link.failed(LinkError::Refused(why))
                }
                e => link.failed(e),
            })?;
        }
        Ok(())
    }

    fn ungrab(&self, place: &Place) {
        for (code, mods) in self.ways(place) {
            // A connection that is lost is noticed where it is read.
            let _ = self.link.conn.ungrab_key(code, self.link.root, mods);
        }
    }

    /// All ways to press a hotkey: with Caps Lock and Num Lock on or off.
    fn ways(&self, place: &Place) -> Vec<(u8, ModMask)> {
        let locks = self.keyboard.locks() & !place.mods;
        let mask = |lock: u8| ModMask::from(u16::from(place.mods | lock));
        place.codes.iter().flat_map(|code| combinations(locks).map(move |lock| (*code, mask(lock)))).collect()
    }
}

/// Asks to be told when keys get other meanings, and that keys held down are not told as let go again and again.
fn follow_keyboard(link: &Link) -> Result<()> {
    let changes = xkb::EventType::MAP_NOTIFY | xkb::EventType::NEW_KEYBOARD_NOTIFY;
    let parts = xkb::MapPart::KEY_TYPES | xkb::MapPart::KEY_SYMS | xkb::MapPart::MODIFIER_MAP;
    let none = xkb::EventType::from(0u16);
    link.conn
        .xkb_select_events(CORE_KEYBOARD, none, changes, parts, parts, &Default::default())
        .map_err(|e| link.failed(e))?;
    let repeat = xkb::PerClientFlag::DETECTABLE_AUTO_REPEAT;
    let no_controls = xkb::BoolCtrl::from(0u32);
    link.conn
        .xkb_per_client_flags(CORE_KEYBOARD, repeat, repeat, no_controls, no_controls, no_controls)
        .map_err(|e| link.failed(e))?
        .reply()
        .map_err(|e| link.failed(e))?;
    Ok(())
}

/// Asks for keys as they come from the keyboards; false where the server is too old. From version 2.1 of the extension
/// on they come whoever has grabbed the keyboard.
fn hear_raw(link: &Link) -> Result<bool> {
    let known = link.conn.extension_information(xinput::X11_EXTENSION_NAME).map_err(|e| link.failed(e))?;
    if known.is_none() {
        return Ok(false);
    }
    let version = link.conn.xinput_xi_query_version(2, 2).map_err(|e| link.failed(e))?.reply();
    if !version.is_ok_and(|v| (v.major_version, v.minor_version) >= (2, 1)) {
        return Ok(false);
    }
    let mask = xinput::XIEventMask::RAW_KEY_PRESS | xinput::XIEventMask::RAW_KEY_RELEASE;
    let wanted = [xinput::EventMask { deviceid: xinput::Device::ALL_MASTER.into(), mask: vec![mask] }];
    let asked = link.conn.xinput_xi_select_events(link.root, &wanted).map_err(|e| link.failed(e))?;
    asked.check().map_err(|e| link.failed(e))?;
    Ok(true)
}
