//! A screen on the other side of a VNC connection.
//!
//! Everything asked of the server is answered before the call returns: each look and each input is followed by a probe,
//! the smallest request that must be answered, so that the picture is of the moment, input has arrived, and a server
//! that hangs is noticed. While nothing is asked of it, silence is normal.
//!
//! Limits of the protocol, of servers, or of this side:
//! - windows are not known;
//! - the clipboard holds Latin-1, up to 256 KiB: other texts are refused, never mangled;
//! - TigerVNC has some twenty keys to spare for characters its keyboard layout lacks. What is typed beyond that many
//!   different ones is dropped, and the protocol does not say so;
//! - TigerVNC paints the pointer into the picture while it is where somebody else put it: until the first
//!   [`Screen::point`] it can be seen, after that not;
//! - passwords count up to 8 characters, and connections are not encrypted: tunnel them;
//! - a screen has at most 8,294,400 pixels (one of 4K), at most 8192 a side.

mod address;
mod framing;
mod message;
mod shared;
mod talk;
mod wire;

use crate::{
    Button, Capabilities, Key, Monitor, Press, Result, Screen, ScreenError, Seen, Wheel, Window, Woken, poll,
};
use lea_frame::Picture;
use lea_model::{Point, Rect, Size};
use shared::Shared;
use std::os::fd::BorrowedFd;
use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use talk::Talk;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;
use xkeysym::Keysym;

/// How long a server may take to let us in.
pub const CONNECT_WITHIN: Duration = Duration::from_secs(10);

/// A server that is silent for this long when asked something is taken to hang.
pub const ANSWER_WITHIN: Duration = Duration::from_secs(5);

/// A server that talks all the time but never answers is given this many times as long.
const TALK_LIMIT: u32 = 12;

/// Questions are about one of this many pixels of the top row, in turn.
const PROBED: u32 = 16;

/// When a screen is dropped, the server gets this long to take note of the keys let go.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// Characters typed between two answers of the server.
const TYPED_AT_ONCE: usize = 32;

/// A VNC server's screen.
#[derive(Debug)]
pub struct Vnc {
    name: String,
    shared: Arc<Shared>,
    say: UnboundedSender<Vec<u8>>,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
    answer_within: Duration,
    /// How many questions were asked.
    probes: AtomicU16,
    picture: Picture,
    changed: Vec<Rect>,
    size: Size,
    /// Where the pointer was put; the protocol does not say where it is.
    at: Option<(u16, u16)>,
    buttons: u8,
    held: Vec<Keysym>,
}

impl Vnc {
    /// Connects to a server: `host:display`, `host:port` or `host::port`, with the password where it wants one.
    pub fn connect(address: &str, password: Option<&str>) -> Result<Self> {
        Self::connect_within(address, password, CONNECT_WITHIN)
    }

    /// Connects, or gives up after this time.
    pub fn connect_within(address: &str, password: Option<&str>, within: Duration) -> Result<Self> {
        let name = format!("VNC screen {address}");
        let failed = |why: String| ScreenError::Open {
            screen: name.clone(),
            why,
        };
        let address = address::parse(address).map_err(failed)?;
        let shared = Arc::new(Shared::new().map_err(|e| failed(e.to_string()))?);
        let (say, said) = unbounded_channel();
        let (stop, stopped) = oneshot::channel();
        let (opened, answer) = std::sync::mpsc::channel();
        let talk = Talk {
            address,
            password: password.map(str::to_owned),
            within,
            shared: shared.clone(),
            said,
            say: say.clone(),
            stop: stopped,
        };
        let thread = std::thread::Builder::new()
            .name("vnc".into())
            .spawn(move || {
                talk.run(|outcome| {
                    // Nobody listens any more when connecting took too long.
                    let _ = opened.send(outcome);
                });
            })
            .map_err(|e| failed(e.to_string()))?;
        // The thread keeps its own time; a name server that hangs can hold it longer.
        match answer.recv_timeout(within + LAST_WORDS) {
            Ok(Ok(())) => {}
            Ok(Err(why)) => return Err(failed(why)),
            Err(_) => return Err(failed("the connection could not be made in time".into())),
        }
        let size = shared.state().size();
        Ok(Self {
            name,
            shared,
            say,
            stop: Some(stop),
            thread: Some(thread),
            answer_within: ANSWER_WITHIN,
            probes: AtomicU16::new(0),
            picture: Picture::default(),
            changed: Vec::new(),
            size,
            at: None,
            buttons: 0,
            held: Vec::new(),
        })
    }

    /// How long the server may be silent when asked something, before it is taken to hang.
    pub fn set_answer_within(&mut self, limit: Duration) {
        self.answer_within = limit;
    }

    fn lost(&self, why: &str) -> ScreenError {
        ScreenError::Lost {
            screen: self.name.clone(),
            why: why.to_owned(),
        }
    }

    fn refused(&self, why: String) -> ScreenError {
        ScreenError::Refused {
            screen: self.name.clone(),
            why,
        }
    }

    fn say(&self, message: Vec<u8>) -> Result<()> {
        // The receiver goes with the connection; `answered` knows why.
        self.say.send(message).map_err(|_| {
            self.lost(
                self.shared
                    .state()
                    .lost
                    .as_deref()
                    .unwrap_or("the connection was closed"),
            )
        })
    }

    /// Asks the server for a sign of life, and returns once all that was said before has reached it and what it shows
    /// has reached us.
    fn answered(&self, within: Duration) -> Result<()> {
        let mut state = self.shared.state();
        // Another pixel each time: the late answer to the last question is none to this one.
        let turn = self.probes.fetch_add(1, Ordering::Relaxed);
        let x = turn % state.size().width.clamp(1, PROBED) as u16;
        state.awaited = Some(x);
        if state.lost.is_none() {
            drop(state);
            self.say(message::probe(x))?;
            state = self.shared.state();
        }
        let asked = Instant::now();
        loop {
            if let Some(why) = &state.lost {
                return Err(self.lost(why));
            }
            if state.awaited.is_none() && state.is_whole() {
                return Ok(());
            }
            let now = Instant::now();
            let silent_until = self.shared.last_heard().max(asked) + within;
            let until = silent_until.min(asked + within * TALK_LIMIT);
            let Some(left) = until.checked_duration_since(now).filter(|left| !left.is_zero()) else {
                let seconds = now.duration_since(asked).as_secs_f64().ceil() as u64;
                return Err(ScreenError::Hangs {
                    screen: self.name.clone(),
                    seconds,
                });
            };
            state = self.shared.wait(state, left);
        }
    }

    fn say_and_wait(&self, message: Vec<u8>) -> Result<()> {
        self.say(message)?;
        self.answered(self.answer_within)
    }

    fn pointer(&self, buttons: u8) -> Result<Vec<u8>> {
        let (x, y) = self.at.ok_or_else(|| {
            self.refused("point somewhere first: a VNC server does not say where the pointer is".into())
        })?;
        Ok(message::pointer(x, y, buttons))
    }

    /// Says that everything is let go, and whether anything was held.
    fn let_go(&mut self) -> Result<bool> {
        let (held, buttons) = (std::mem::take(&mut self.held), std::mem::take(&mut self.buttons));
        let any = !held.is_empty() || buttons != 0;
        for keysym in held.into_iter().rev() {
            self.say(message::key(keysym, false))?;
        }
        if buttons != 0 {
            self.say(self.pointer(0)?)?;
        }
        Ok(any)
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
        Capabilities {
            windows: false,
            input: true,
            clipboard: true,
            damage: true,
            monitors: false,
        }
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn size(&self) -> Size {
        self.size
    }

    fn see(&mut self) -> Result<Seen<'_>> {
        self.answered(self.answer_within)?;
        // Hushed before looking: what comes after rings again.
        self.shared.hush();
        let mut state = self.shared.state();
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
        Ok(Seen {
            frame: self.picture.frame(),
            changed: &self.changed,
            resized,
            at: Instant::now(),
        })
    }

    fn wait(&mut self, until: Instant, wake: Option<BorrowedFd<'_>>) -> Result<Woken> {
        let ready =
            poll::readable([wake, Some(self.shared.bell())], until).map_err(|e| self.lost(&e.to_string()))?;
        if let Some(why) = &self.shared.state().lost {
            return Err(self.lost(why));
        }
        Ok(match ready {
            Some(0) => Woken::Called,
            Some(_) => Woken::Changed,
            None => Woken::TimedOut,
        })
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
        Ok(vec![Monitor {
            rect,
            scale: 1.0,
            primary: true,
        }])
    }

    fn point(&mut self, to: Point) -> Result<()> {
        let within = |at: i32, side: u32| at.clamp(0, i32::try_from(side).unwrap_or(i32::MAX) - 1) as u16;
        let size = self.shared.state().size();
        self.at = Some((within(to.x, size.width), within(to.y, size.height)));
        self.say_and_wait(self.pointer(self.buttons)?)
    }

    fn button(&mut self, button: Button, press: Press) -> Result<()> {
        let buttons = match press {
            Press::Down => self.buttons | bit(button),
            Press::Up => self.buttons & !bit(button),
        };
        let message = self.pointer(buttons)?;
        self.buttons = buttons;
        let outcome = self.say_and_wait(message);
        if outcome.is_err() && press == Press::Down {
            // It may yet arrive: the release follows it, so that it is not held for ever.
            self.buttons &= !bit(button);
            let _ = self.say(self.pointer(self.buttons)?);
        }
        outcome
    }

    fn wheel(&mut self, wheel: Wheel) -> Result<()> {
        let bit = match wheel {
            Wheel::Up => 1 << 3,
            Wheel::Down => 1 << 4,
            Wheel::Left => 1 << 5,
            Wheel::Right => 1 << 6,
        };
        self.say(self.pointer(self.buttons | bit)?)?;
        self.say_and_wait(self.pointer(self.buttons)?)
    }

    fn key(&mut self, key: Key, press: Press) -> Result<()> {
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
        // All of it is looked at before any of it is typed. A line break of two characters is one Enter.
        let keysyms: Vec<Keysym> = text
            .replace("\r\n", "\n")
            .chars()
            .map(|c| self.keysym_of(c))
            .collect::<Result<_>>()?;
        if !text.is_ascii() {
            // TigerVNC finds keys for what its layout lacks, but forgets the one it found for the first key after
            // another keyboard was used. So the first is one that every layout has and that does nothing alone.
            self.say(message::key(Keysym::ISO_Level3_Shift, true))?;
            self.say(message::key(Keysym::ISO_Level3_Shift, false))?;
        }
        for some in keysyms.chunks(TYPED_AT_ONCE) {
            for keysym in some {
                self.say(message::key(*keysym, true))?;
                self.say(message::key(*keysym, false))?;
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

impl Drop for Vnc {
    fn drop(&mut self) {
        if self.let_go().unwrap_or(false) {
            let _ = self.answered(self.answer_within.min(LAST_WORDS));
        }
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            // A panic in there was told to whoever asked.
            let _ = thread.join();
        }
    }
}
