//! What the thread that talks to the server and the one that asks for the screen have in common.

use lea_frame::{Frame, Picture, merge};
use lea_model::{Point, Rect, Size};
use rustix::event::{EventfdFlags, eventfd};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use vnc::VncEvent;

/// The most boxes of change kept apart until somebody looks.
const MOST_CHANGES: usize = 32;

/// The server's screen as far as it is known here, and the news about it.
#[derive(Debug)]
pub(super) struct Shared {
    state: Mutex<State>,
    news: Condvar,
    /// Readable while there are changes nobody looked at.
    bell: OwnedFd,
    /// The greeting is over: messages follow.
    pub greeted: AtomicBool,
    born: Instant,
    /// When the server was last heard, in microseconds since `born`.
    heard: AtomicU64,
}

/// The screen and what is known of the server.
#[derive(Debug, Default)]
pub(super) struct State {
    pub picture: Picture,
    /// What changed since it was last looked at.
    pub changes: Vec<Rect>,
    /// Pixels painted since the screen got its size.
    painted: u64,
    /// The pixel of the top row that was asked for and has not come yet.
    pub awaited: Option<u16>,
    pub clipboard: Option<String>,
    /// Why the connection is over.
    pub lost: Option<String>,
}

impl State {
    pub fn size(&self) -> Size {
        self.picture.frame().size
    }

    /// All of the screen was painted at least once.
    pub fn is_whole(&self) -> bool {
        self.painted >= Rect::at(0, 0, self.size()).area()
    }

    /// Applies one update, and says whether it changed the screen's size; the error is what makes no sense in it.
    pub fn apply(&mut self, update: Vec<VncEvent>) -> Result<bool, String> {
        let mut resized = false;
        let mut answer = false;
        for event in update {
            let painted = match event {
                VncEvent::SetResolution(screen) => {
                    let size = Size { width: screen.width.into(), height: screen.height.into() };
                    self.picture = Picture::new(size).map_err(|e| e.to_string())?;
                    self.changes.clear();
                    self.painted = 0;
                    resized = true;
                    continue;
                }
                VncEvent::RawImage(at, bytes) => {
                    let at = place(at);
                    let piece = Frame::new(at.size(), at.width() as usize * 4, &bytes);
                    self.picture.update(at.x1, at.y1, piece.map_err(|e| e.to_string())?);
                    at
                }
                VncEvent::Copy(to, from) => {
                    let to = place(to);
                    if let Some(piece) = self.picture.frame().crop(place(from)) {
                        self.picture.update(to.x1, to.y1, piece.as_frame());
                    }
                    to
                }
                _ => continue,
            };
            self.painted = self.painted.saturating_add(painted.area());
            answer |= self.awaited.is_some_and(|x| painted.contains(Point { x: x.into(), y: 0 }));
        }
        self.changes.extend(self.picture.take_changes());
        merge(&mut self.changes, MOST_CHANGES);
        // Only now: an answer is there when all of its update is.
        self.awaited = self.awaited.filter(|_| !answer);
        Ok(resized)
    }
}

fn place(r: vnc::Rect) -> Rect {
    Rect::at(r.x.into(), r.y.into(), Size { width: r.width.into(), height: r.height.into() })
}

impl Shared {
    pub fn new() -> std::io::Result<Self> {
        Ok(Self {
            state: Mutex::default(),
            news: Condvar::new(),
            bell: eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?,
            greeted: AtomicBool::new(false),
            born: Instant::now(),
            heard: AtomicU64::new(0),
        })
    }

    pub fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for news, not longer than `limit`.
    pub fn wait<'a>(&self, state: MutexGuard<'a, State>, limit: Duration) -> MutexGuard<'a, State> {
        self.news.wait_timeout(state, limit).unwrap_or_else(PoisonError::into_inner).0
    }

    /// The descriptor that is readable while there are changes nobody looked at.
    pub fn bell(&self) -> BorrowedFd<'_> {
        self.bell.as_fd()
    }

    /// Somebody looks now.
    pub fn hush(&self) {
        // It fails only when it is silent already.
        let _ = rustix::io::read(&self.bell, &mut [0; 8]);
    }

    /// Takes one complete update in, and tells whoever waits. See [`State::apply`].
    pub fn update(&self, update: Vec<VncEvent>) -> Result<bool, String> {
        let mut state = self.state();
        let applied = state.apply(update);
        if !state.changes.is_empty() {
            self.ring();
        }
        self.news.notify_all();
        applied
    }

    /// The connection is over. The first reason given stands.
    pub fn lose(&self, why: &str) {
        self.state().lost.get_or_insert_with(|| why.to_owned());
        self.ring();
        self.news.notify_all();
    }

    /// The server was heard.
    pub fn heard(&self) {
        self.heard.store(self.born.elapsed().as_micros() as u64, Ordering::Relaxed);
    }

    /// When the server was last heard.
    pub fn last_heard(&self) -> Instant {
        self.born + Duration::from_micros(self.heard.load(Ordering::Relaxed))
    }

    /// The server's clipboard has another text, or none any more.
    pub fn cut(&self, text: String) {
        self.state().clipboard = Some(text).filter(|t| !t.is_empty());
    }

    fn ring(&self) {
        // It fails only when the counter is full, and then it is readable.
        let _ = rustix::io::write(&self.bell, &1u64.to_ne_bytes());
    }
}
