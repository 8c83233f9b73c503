//! A person's word while a robot works: one hotkey stops it at once, another one pauses it.
//!
//! The keys are taken for ourselves (XGrabKey), so that no application gets them. They are heard as raw keys (XInput 2),
//! which come even while an open menu has grabbed the keyboard. A robot that presses the hotkey itself is heard as well.

mod hotkey;
mod listen;

use super::link::{Link, LinkError};
use crate::{Key, Result, ScreenError};
use hotkey::Hotkey;
use listen::Listener;
use rustix::event::{EventfdFlags, eventfd};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

/// The hotkey that stops, where nothing else is configured: Ctrl+Alt+Q.
pub const STOP: [Key; 3] = [Key::CTRL, Key::ALT, Key::Char('Q')];

/// The hotkey that pauses, where nothing else is configured: Ctrl+Alt+P.
pub const PAUSE: [Key; 3] = [Key::CTRL, Key::ALT, Key::Char('P')];

/// Listens for a person's hotkeys until it is dropped.
#[derive(Debug)]
pub struct Watch {
    heard: Arc<Heard>,
    end: OwnedFd,
    thread: Option<JoinHandle<()>>,
}

/// What was heard so far.
#[derive(Debug)]
struct Heard {
    stop: Arc<AtomicBool>,
    paused: AtomicBool,
    /// Readable while there is something to take.
    bell: OwnedFd,
}

/// What a hotkey says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    Stop,
    Pause,
}

impl Heard {
    fn hear(&self, word: Word) {
        match word {
            Word::Stop => self.stop.store(true, Ordering::SeqCst),
            Word::Pause => self.paused.store(true, Ordering::SeqCst),
        }
        self.ring();
    }

    fn ring(&self) {
        // It can only fail when it has been rung more often than it can count: it is readable then.
        let _ = rustix::io::write(&self.bell, &1u64.to_ne_bytes());
    }
}

impl Watch {
    /// Takes the hotkeys on a display, by default the one in `DISPLAY`, and listens from now on: [`STOP`], [`PAUSE`], or
    /// others of any number of modifiers and one more key. Fails where another program has taken them.
    pub fn open(display: Option<&str>, stop: &[Key], pause: Option<&[Key]>) -> Result<Self> {
        let link = Link::open(display)?;
        let refused = |why: String| link.failed(LinkError::Refused(why));
        let mut words = vec![(Word::Stop, Hotkey::new(stop).map_err(refused)?)];
        if let Some(pause) = pause {
            words.push((Word::Pause, Hotkey::new(pause).map_err(refused)?));
            if words[0].1 == words[1].1 {
                return Err(refused(format!("{} cannot both stop and pause", words[0].1)));
            }
        }
        let cannot =
            |e: std::io::Error| ScreenError::Open { screen: "the hotkeys".into(), why: e.to_string() };
        let new_fd = |flags| eventfd(0, flags).map_err(|e| cannot(e.into()));
        let heard = Arc::new(Heard {
            stop: Arc::default(),
            paused: AtomicBool::new(false),
            bell: new_fd(EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?,
        });
        let end = new_fd(EventfdFlags::CLOEXEC)?;
        let told = end.try_clone().map_err(cannot)?;
        let listener = Listener::new(link, words, heard.clone())?;
        let thread = std::thread::Builder::new()
            .name("lea-watch".into())
            .spawn(move || listener.run(&told))
            .map_err(cannot)?;
        Ok(Self { heard, end, thread: Some(thread) })
    }

    /// A person said stop; it stays said.
    pub fn stopped(&self) -> bool {
        self.heard.stop.load(Ordering::SeqCst)
    }

    /// A person said pause since this was last asked.
    pub fn take_paused(&self) -> bool {
        // Silenced before the word is taken: one that comes meanwhile rings once more, at worst for nothing.
        let mut count = [0; 8];
        let _ = rustix::io::read(&self.heard.bell, &mut count);
        let paused = self.heard.paused.swap(false, Ordering::SeqCst);
        if self.stopped() {
            self.heard.ring();
        }
        paused
    }

    /// Readable when something was said: for [`crate::Screen::wait`]. A pause is over with [`Watch::take_paused`], a
    /// stop never is.
    pub fn fd(&self) -> BorrowedFd<'_> {
        self.heard.bell.as_fd()
    }

    /// Set once a person says stop: for [`super::X11Screen::set_stop`].
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        self.heard.stop.clone()
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = rustix::io::write(&self.end, &1u64.to_ne_bytes());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
