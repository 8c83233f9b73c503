//! A VNC server's screen as everything above sees it.

use super::{Vnc, message};
use crate::{Button, Capabilities, Key, Monitor, Press, Result, Screen, Seen, Wheel, Window, Woken, poll};
use lea_frame::Picture;
use lea_model::{Point, Rect, Size};
use std::os::fd::BorrowedFd;
use std::time::Instant;
use xkeysym::Keysym;

/// Signs that Shift makes on most keyboards.
const SHIFTED: &str = "~!@#$%^&*()_+{}|:\"<>?";

/// How long applications take to hear of a key that was bound for them (as measured for X11, FACTS).
const BOUND: std::time::Duration = std::time::Duration::from_millis(60);

/// Characters typed between two answers of the server.
const TYPED_AT_ONCE: usize = 32;

/// The bit of a button in the protocol's mask.
fn bit(button: Button) -> u8 {
    match button {
        Button::Left => 1 << 0,
        Button::Middle => 1 << 1,
        Button::Right => 1 << 2,
    }
}

impl Screen for Vnc {
    fn capabilities(&self) -> Capabilities {
        Capabilities { windows: false, input: true, clipboard: true, damage: true, monitors: false }
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn size(&self) -> Size {
        self.size
    }

    fn see(&mut self) -> Result<Seen<'_>> {
        self.answered(self.answer_within)?;
        let mut state = self.shared.state();
        // Whoever rings holds the lock: what comes after this look rings again.
        self.shared.hush();
        let changes = std::mem::take(&mut state.changes);
        let resized = state.size() != self.size;
        self.size = state.size();
        if self.picture.frame().size != self.size {
            self.picture = Picture::new(self.size).map_err(|e| self.refused(e.to_string()))?;
            self.picture.update(0, 0, state.picture.frame());
        } else {
            for change in changes {
                // Compared once more: what changed and changed back is no change.
                if let Some(piece) = state.picture.frame().crop(change) {
                    self.picture.update(change.x1, change.y1, piece.as_frame());
                }
            }
        }
        drop(state);
        self.changed = self.picture.take_changes();
        Ok(Seen { frame: self.picture.frame(), changed: &self.changed, resized, at: Instant::now() })
    }

    fn wait(&mut self, until: Instant, wake: Option<BorrowedFd<'_>>) -> Result<Woken> {
        loop {
            self.go_on()?;
            self.check_lost()?;
            let look_by = self.halt.look_by(until);
            let ready = poll::readable([wake, Some(self.shared.bell())], look_by);
            let ready = ready.map_err(|e| self.lost(&e.to_string()))?;
            self.check_lost()?;
            match ready {
                Some(0) => return Ok(Woken::Called),
                Some(_) => return Ok(Woken::Changed),
                None if Instant::now() >= until => return Ok(Woken::TimedOut),
                None => {}
            }
        }
    }

    fn active_window(&mut self) -> Result<Option<Window>> {
        self.answered(self.answer_within).map(|()| None)
    }

    fn windows(&mut self) -> Result<Vec<Window>> {
        self.answered(self.answer_within).map(|()| Vec::new())
    }

    fn monitors(&mut self) -> Result<Vec<Monitor>> {
        self.answered(self.answer_within)?;
        let rect = Rect::at(0, 0, self.shared.state().size());
        Ok(vec![Monitor { rect, scale: 1.0, primary: true }])
    }

    fn pointer(&mut self) -> Result<Option<Point>> {
        // The protocol tells a server where the pointer is, not us.
        self.answered(self.answer_within).map(|()| None)
    }

    fn point(&mut self, to: Point) -> Result<()> {
        self.go_on()?;
        let within = |at: i32, side: u32| at.clamp(0, i32::try_from(side).unwrap_or(i32::MAX) - 1) as u16;
        let size = self.shared.state().size();
        self.at = Some((within(to.x, size.width), within(to.y, size.height)));
        self.say_and_wait(self.pointer_message(self.buttons)?)
    }

    fn button(&mut self, button: Button, press: Press) -> Result<()> {
        if press == Press::Down {
            self.go_on()?;
        }
        let buttons = match press {
            Press::Down => self.buttons | bit(button),
            Press::Up => self.buttons & !bit(button),
        };
        let message = self.pointer_message(buttons)?;
        self.buttons = buttons;
        let outcome = self.say_and_wait(message);
        if outcome.is_err() && press == Press::Down {
            // It may yet arrive: the release follows it, so that it is not held for ever.
            self.buttons &= !bit(button);
            let _ = self.say(self.pointer_message(self.buttons)?);
        }
        outcome
    }

    fn wheel(&mut self, wheel: Wheel) -> Result<()> {
        self.go_on()?;
        let bit = match wheel {
            Wheel::Up => 1 << 3,
            Wheel::Down => 1 << 4,
            Wheel::Left => 1 << 5,
            Wheel::Right => 1 << 6,
        };
        self.say(self.pointer_message(self.buttons | bit)?)?;
        self.say_and_wait(self.pointer_message(self.buttons)?)
    }

    fn key(&mut self, key: Key, press: Press) -> Result<()> {
        if press == Press::Down {
            self.go_on()?;
        }
        let keysym = key.keysym();
        if keysym == Keysym::NoSymbol {
            return Err(self.refused(format!("no key is called {key}")));
        }
        self.held.retain(|held| *held != keysym);
        if press == Press::Up {
            return self.say_and_wait(message::key(keysym, false));
        }
        let outcome = self.say_and_wait(message::key(keysym, true));
        match outcome {
            Ok(()) => self.held.push(keysym),
            // It may yet arrive: the release follows it, so that it is not held for ever.
            Err(_) => drop(self.say(message::key(keysym, false))),
        }
        outcome
    }

    fn text(&mut self, text: &str) -> Result<()> {
        self.go_on()?;
        // All of it is looked at before any of it is typed. A line break of two characters is one Enter.
        let keysyms: Vec<Keysym> =
            text.replace("\r\n", "\n").chars().map(|c| self.keysym_of(c)).collect::<Result<_>>()?;
        if !text.is_ascii() {
            // TigerVNC finds keys for what its layout lacks, but forgets the one it found for the first key after
            // another keyboard was used. So the first is one that every layout has and that does nothing alone.
            self.say(message::key(Keysym::ISO_Level3_Shift, true))?;
            self.say(message::key(Keysym::ISO_Level3_Shift, false))?;
            self.bind(&keysyms)?;
        }
        for some in keysyms.chunks(TYPED_AT_ONCE) {
            for keysym in some {
                self.go_on()?;
                // A server that shares a display it does not own binds what needs Shift to spare keys, and loses the first ones:
                // as a person does, Shift is held for them.
                let sign = keysym.key_char();
                let shifted = sign.is_some_and(|c| c.is_ascii_uppercase() || SHIFTED.contains(c));
                if shifted {
                    self.say(message::key(Keysym::Shift_L, true))?;
                }
                self.say(message::key(*keysym, true))?;
                self.say(message::key(*keysym, false))?;
                if shifted {
                    self.say(message::key(Keysym::Shift_L, false))?;
                }
                if sign.is_some_and(|c| !c.is_ascii()) {
                    // Applications take their time to hear of a key that was bound for them; no server tells when they have.
                    self.answered(self.answer_within)?;
                    std::thread::sleep(BOUND);
                }
            }
            self.answered(self.answer_within)?;
        }
        Ok(())
    }

    fn clipboard(&mut self) -> Result<Option<String>> {
        self.answered(self.answer_within)?;
        Ok(self.shared.state().clipboard.clone())
    }

    fn set_clipboard(&mut self, text: &str) -> Result<()> {
        self.say_and_wait(message::clipboard(text).map_err(|why| self.refused(why))?)
    }

    fn release_all(&mut self) -> Result<()> {
        self.let_go()?;
        self.answered(self.answer_within)
    }
}

impl Vnc {
    /// Has the server find keys for what is no ASCII sign before any of them is pressed, by letting go of keys that are not held:
    /// an application that has not heard of a new key yet types nothing with it.
    fn bind(&mut self, keysyms: &[Keysym]) -> Result<()> {
        let mut bound: Vec<Keysym> = Vec::new();
        for keysym in keysyms.iter().filter(|k| k.key_char().is_some_and(|c| !c.is_ascii())) {
            if !bound.contains(keysym) {
                bound.push(*keysym);
                self.say(message::key(*keysym, false))?;
            }
        }
        self.answered(self.answer_within)?;
        std::thread::sleep(BOUND);
        Ok(())
    }

    /// What a character is typed with.
    fn keysym_of(&self, c: char) -> Result<Keysym> {
        match c {
            '\n' | '\r' => Ok(Keysym::Return),
            '\t' => Ok(Keysym::Tab),
            c if c.is_control() => Err(self.refused(format!("no key types the control character {c:?}"))),
            c => Ok(crate::keys::char_keysym(c)),
        }
    }
}
