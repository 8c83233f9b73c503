//! A screen: frames and damage out, input in.
//!
//! Invariant: nothing here knows what is *on* the screen. Each backend declares what it can do
//! ([`Capabilities`]); asking for more is [`ScreenError::Unsupported`], never a guess.

pub mod film;
mod input;
mod keys;
mod poll;
mod settle;
mod stop;
pub mod vnc;
pub mod x11;

use lea_frame::Frame;
use lea_model::{Point, Rect, Size};
use std::os::fd::BorrowedFd;
use std::time::Instant;

pub use input::{chord, click, drag, scroll};
pub use keys::{Key, UnknownKey};
pub use settle::{Patience, Quiet, Settled, WaitedFor, settle};

/// What went wrong with a screen.
#[derive(Debug, thiserror::Error)]
pub enum ScreenError {
    /// It could not be reached.
    #[error("cannot open {screen}: {why}")]
    Open {
        /// What was to be opened.
        screen: String,
        /// Why it failed, and what to do.
        why: String,
    },
    /// It was there and is gone.
    #[error("{screen} is gone: {why}")]
    Lost {
        /// Which screen.
        screen: String,
        /// What was seen last.
        why: String,
    },
    /// It is there and does not answer.
    #[error("{screen} has not answered for {seconds} s")]
    Hangs {
        /// Which screen.
        screen: String,
        /// How long it was waited for.
        seconds: u64,
    },
    /// This kind of screen cannot do that.
    #[error("{screen} cannot {what}")]
    Unsupported {
        /// Which screen.
        screen: String,
        /// What was asked of it.
        what: &'static str,
    },
    /// It answered, with a refusal.
    #[error("{screen}: {why}")]
    Refused {
        /// Which screen.
        screen: String,
        /// What it said.
        why: String,
    },
    /// A person said stop.
    #[error("{screen}: told to stop; every key and button is let go")]
    Interrupted {
        /// Which screen.
        screen: String,
    },
}

/// Shorthand for what screens answer.
pub type Result<T> = std::result::Result<T, ScreenError>;

/// What a backend can do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Capabilities {
    /// Knows windows: titles, applications, boxes.
    pub windows: bool,
    /// Takes pointer and keyboard input.
    pub input: bool,
    /// Reads and writes the clipboard.
    pub clipboard: bool,
    /// Is told of changes, and need not look to know.
    pub damage: bool,
    /// Knows its monitors.
    pub monitors: bool,
}

/// The picture of the moment.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    /// The whole screen.
    pub frame: Frame<'a>,
    /// The boxes whose pixels differ from the last time it was seen.
    pub changed: &'a [Rect],
    /// The screen has another size than the last time.
    pub resized: bool,
    /// When the pixels were taken.
    pub at: Instant,
}

/// A window on the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// The backend's own number for it.
    pub id: u64,
    /// What its title bar says.
    pub title: String,
    /// The application it belongs to.
    pub app_name: String,
    /// Where it is, without its frame.
    pub rect: Rect,
}

/// One monitor of the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Monitor {
    /// Its part of the screen.
    pub rect: Rect,
    /// How much larger than 96 dpi things are drawn on it.
    pub scale: f64,
    /// The one that holds the panel and new windows.
    pub primary: bool,
}

/// A pointer button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    /// The one that clicks.
    Left,
    /// The wheel.
    Middle,
    /// The one that opens menus.
    Right,
}

/// Which way a wheel turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wheel {
    /// Away from the person.
    Up,
    /// Towards the person.
    Down,
    /// Sideways.
    Left,
    /// Sideways.
    Right,
}

/// Which way a button or key goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Press {
    /// Pressed.
    Down,
    /// Let go.
    Up,
}

/// Why waiting ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Woken {
    /// The screen may have changed.
    Changed,
    /// The caller's descriptor became readable.
    Called,
    /// The time is up.
    TimedOut,
}

/// A screen, as everything above sees it.
pub trait Screen {
    /// What it can do.
    fn capabilities(&self) -> Capabilities;

    /// What it is called in messages.
    fn name(&self) -> &str;

    /// Its size when last seen.
    fn size(&self) -> Size;

    /// Brings the picture up to date and says what changed since the last call.
    fn see(&mut self) -> Result<Seen<'_>>;

    /// Waits until the screen may have changed, `wake` is readable, or the time is up.
    fn wait(&mut self, until: Instant, wake: Option<BorrowedFd<'_>>) -> Result<Woken>;

    /// The window that has the keyboard; none on a desktop without one, or where windows are not known.
    fn active_window(&mut self) -> Result<Option<Window>>;

    /// All windows that can be seen, lowest first; empty where windows are not known.
    fn windows(&mut self) -> Result<Vec<Window>>;

    /// Brings a window to the front and gives it the keyboard; returns when it has it. The number is one of
    /// [`Screen::windows`], or one that was: a minimised window comes back.
    fn raise(&mut self, window: u64) -> Result<()> {
        let _ = window;
        Err(ScreenError::Unsupported { screen: self.name().to_owned(), what: "raise a window" })
    }

    /// The monitors; where they are not known, the whole screen as one.
    fn monitors(&mut self) -> Result<Vec<Monitor>>;

    /// Where the pointer is, whoever moved it; none where that is not known.
    fn pointer(&mut self) -> Result<Option<Point>> {
        Ok(None)
    }

    /// Moves the pointer.
    fn point(&mut self, to: Point) -> Result<()>;

    /// Presses or releases a button where the pointer is.
    fn button(&mut self, button: Button, press: Press) -> Result<()>;

    /// Turns the wheel by one notch.
    fn wheel(&mut self, wheel: Wheel) -> Result<()>;

    /// Presses or releases a key.
    fn key(&mut self, key: Key, press: Press) -> Result<()>;

    /// Types a text, whatever the keyboard layout; a line break is the Enter key, a tab the Tab key.
    fn text(&mut self, text: &str) -> Result<()>;

    /// The text on the clipboard, if there is one.
    fn clipboard(&mut self) -> Result<Option<String>>;

    /// Puts a text on the clipboard.
    fn set_clipboard(&mut self, text: &str) -> Result<()>;

    /// Lets go of every key and button this screen was told to press.
    fn release_all(&mut self) -> Result<()>;
}
