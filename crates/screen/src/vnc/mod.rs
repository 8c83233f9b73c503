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
//!   [`crate::Screen::point`] it can be seen, after that not;
//! - passwords count up to 8 characters, and connections are not encrypted: tunnel them;
//! - a screen has at most 8,294,400 pixels (one of 4K), at most 8192 a side.

mod address;
mod framing;
mod message;
mod screen;
mod shared;
mod talk;
mod wire;

use crate::stop::Stop;
use crate::{Result, ScreenError};
use lea_frame::Picture;
use lea_model::{Rect, Size};
use shared::Shared;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU16, Ordering};
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

/// No wait is longer than this: what no clock can hold is as good as for ever.
const LONGEST: Duration = Duration::from_secs(24 * 3600);

/// Questions are about one of this many pixels of the top row, in turn.
const PROBED: u32 = 16;

/// When a screen is dropped, the server gets this long to take note of the keys let go.
const LAST_WORDS: Duration = Duration::from_secs(1);

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
    /// Whether a person said stop: looked at between inputs.
    halt: Stop,
}

impl Vnc {
    /// Connects to a server: `host:display`, `host:port` or `host::port`, with the password where it wants one.
    pub fn connect(address: &str, password: Option<&str>) -> Result<Self> {
        Self::connect_within(address, password, CONNECT_WITHIN)
    }

    /// Connects, or gives up after this time.
    pub fn connect_within(address: &str, password: Option<&str>, within: Duration) -> Result<Self> {
        let within = within.min(LONGEST);
        let name = format!("VNC screen {address}");
        let failed = |why: String| ScreenError::Open { screen: name.clone(), why };
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
            halt: Stop::default(),
        })
    }

    /// How long the server may be silent when asked something, before it is taken to hang.
    pub fn set_answer_within(&mut self, limit: Duration) {
        self.answer_within = limit.min(LONGEST);
    }

    /// Once the flag is set, everything that was pressed is let go, and pressing, pointing, typing, scrolling and waiting are
    /// [`ScreenError::Interrupted`], also in the middle; what is on the screen can still be seen.
    pub fn set_stop(&mut self, flag: Arc<AtomicBool>) {
        self.halt = Stop(Some(flag));
    }

    /// Goes on unless a person said stop; then everything is let go.
    fn go_on(&mut self) -> Result<()> {
        let outcome = self.halt.check(&self.name);
        if outcome.is_err() {
            self.let_go()?;
        }
        outcome
    }

    fn lost(&self, why: &str) -> ScreenError {
        ScreenError::Lost { screen: self.name.clone(), why: why.to_owned() }
    }

    fn check_lost(&self) -> Result<()> {
        match &self.shared.state().lost {
            Some(why) => Err(self.lost(why)),
            None => Ok(()),
        }
    }

    fn refused(&self, why: String) -> ScreenError {
        ScreenError::Refused { screen: self.name.clone(), why }
    }

    fn say(&self, message: Vec<u8>) -> Result<()> {
        // The receiver goes with the connection; `answered` knows why.
        self.say.send(message).map_err(|_| {
            self.lost(self.shared.state().lost.as_deref().unwrap_or("the connection was closed"))
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
                return Err(ScreenError::Hangs { screen: self.name.clone(), seconds });
            };
            state = self.shared.wait(state, left);
        }
    }

    fn say_and_wait(&self, message: Vec<u8>) -> Result<()> {
        self.say(message)?;
        self.answered(self.answer_within)
    }

    fn pointer_message(&self, buttons: u8) -> Result<Vec<u8>> {
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
            self.say(self.pointer_message(0)?)?;
        }
        Ok(any)
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
