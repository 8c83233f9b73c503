//! What a person does on a display while they work, as it happens: through XRECORD, whoever has the focus or a grab.

use super::compare::Did;
use lea_screen::x11::heard::{Heard, Listener, Stop};
use lea_screen::x11::keymap::{CONTROL, Keymap, MOD1, MOD4, SHIFT};
use lea_screen::x11::link::{ANSWER_WITHIN, Link};
use lea_screen::{Key, Result, ScreenError};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// Buttons of this number and up to 7 are the wheel.
const WHEEL: u8 = 4;

/// Listens until it is dropped.
pub struct Tap {
    control: Link,
    stop: Stop,
    heard: Receiver<Option<Heard>>,
    keymap: Keymap,
    thread: Option<JoinHandle<()>>,
}

impl Tap {
    /// Listens on a display; nothing is missed from here on.
    pub fn open(display: Option<&str>) -> Result<Self> {
        let control = Link::open(display)?;
        Keymap::enable(&control)?;
        let keymap = Keymap::read(&control)?;
        let (listener, stop) = Listener::new(control.again()?)?;
        let (tell, heard) = channel();
        let cannot = |why: String| ScreenError::Refused { screen: "the input tap".into(), why };
        let listen = move || {
            let started = || {
                let _ = tell.send(None);
            };
            // Whoever listens notices by the channel's end that the display is gone.
            let _ = listener.listen(started, |_, heard| tell.send(Some(heard)).is_ok());
        };
        let thread = std::thread::Builder::new().name("lea-follow".into()).spawn(listen);
        let thread = thread.map_err(|e| cannot(e.to_string()))?;
        let tap = Self { control, stop, heard, keymap, thread: Some(thread) };
        match tap.heard.recv_timeout(ANSWER_WITHIN) {
            Ok(None) => Ok(tap),
            _ => Err(cannot("the server does not say that it records".into())),
        }
    }

    /// What was done next; none when nothing was for so long. Fails when the display is gone.
    pub fn next(&mut self, patience: Duration) -> Result<Option<Did>> {
        match self.heard.recv_timeout(patience) {
            Ok(heard) => heard.map_or(Ok(None), |h| self.understood(h)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(ScreenError::Lost {
                screen: self.control.name.clone(),
                why: "it does not tell any more what is done".into(),
            }),
        }
    }

    fn understood(&mut self, heard: Heard) -> Result<Option<Did>> {
        Ok(match heard {
            Heard::Motion(at) => Some(Did::Pointed(at)),
            Heard::Button { number: WHEEL..=7, down: false, .. } | Heard::Key { down: false, .. } => None,
            Heard::Button { number: number @ WHEEL..=7, .. } => Some(Did::Turned(number)),
            Heard::Button { number, down: true, at } => Some(Did::Pressed(number, at)),
            Heard::Button { number, down: false, at } => Some(Did::Released(number, at)),
            Heard::Key { code, state, .. } => self.struck(code, state)?,
        })
    }

    fn struck(&mut self, code: u8, state: u16) -> Result<Option<Did>> {
        let mut symbol = self.keymap.keysym(code, state);
        if symbol.raw() == 0 {
            // A key that had no meaning may have been given one.
            self.keymap = Keymap::read(&self.control)?;
            symbol = self.keymap.keysym(code, state);
        }
        let key = Key::from_keysym(symbol);
        if key.is_some_and(|k| k.is_modifier()) {
            return Ok(None);
        }
        let bits = [(SHIFT, Key::SHIFT), (CONTROL, Key::CTRL), (MOD1, Key::ALT), (MOD4, Key::SUPER)];
        let held = bits.iter().filter(|(bit, _)| state as u8 & bit != 0).map(|(_, key)| *key).collect();
        Ok(Some(Did::Struck { key, writes: symbol.key_char().filter(|c| !c.is_control()), held }))
    }
}

impl Drop for Tap {
    fn drop(&mut self) {
        let heard = (self.stop)();
        // A server that hangs would keep us here for ever.
        if let Some(thread) = self.thread.take().filter(|_| heard) {
            let _ = thread.join();
        }
    }
}
