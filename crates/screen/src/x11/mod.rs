//! A screen that is an X display: MIT-SHM for pixels, DAMAGE for changes, XTEST for input, RANDR for size and monitors,
//! EWMH for windows.

pub mod clipboard;
mod damage;
mod grab;
pub mod heard;
pub mod keymap;
pub mod link;
mod raise;
mod screen;
mod server;
pub mod sign;
mod typing;
pub mod viewer;
pub mod watch;
pub mod windows;

use crate::stop::Stop;
use crate::{Press, Result, ScreenError};
use clipboard::Clipboard;
use damage::Damage;
use grab::Grabber;
use lea_frame::Picture;
use lea_model::{Point, Rect, Size};
use link::{Link, LinkError};
use server::{check_pixels, new_picture, root_size};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use typing::Typist;
use windows::Windows;
use x11rb::connection::{Connection, RequestConnection};
use x11rb::protocol::Event;
use x11rb::protocol::randr;
use x11rb::protocol::xproto::{self, ChangeWindowAttributesAux, ConnectionExt as _, EventMask};
use x11rb::protocol::xtest::ConnectionExt as _;

/// A server that hangs when a screen is dropped gets this long to read that our keys are up.
const LET_GO_WITHIN: Duration = Duration::from_secs(60);

/// Boxes of damage fetched one by one before they are joined.
const MOST_GRABS: usize = 8;

/// An X display.
#[derive(Debug)]
pub struct X11Screen {
    /// Shared with whoever sees to it that a hanging server lets go of our keys.
    link: Arc<Link>,
    size: Size,
    picture: Picture,
    changed: Vec<Rect>,
    grabber: Grabber,
    damage: Damage,
    windows: Windows,
    typist: Option<Typist>,
    clipboard: Option<Clipboard>,
    pressed: Vec<u8>,
    resized: bool,
    stop: Stop,
}

impl X11Screen {
    /// Opens a display, by default the one in `DISPLAY`.
    pub fn open(display: Option<&str>) -> Result<Self> {
        let link = Arc::new(Link::open(display)?);
        let needs = |name: &'static str, extension: &'static str| {
            let there = link.conn.extension_information(extension).map_err(|e| link.failed(e))?;
            let why = || format!("the X server has no {name} extension, which Lea needs");
            there.map(|_| ()).ok_or_else(|| ScreenError::Open { screen: link.name.clone(), why: why() })
        };
        needs("DAMAGE", x11rb::protocol::damage::X11_EXTENSION_NAME)?;
        needs("XFIXES", x11rb::protocol::xfixes::X11_EXTENSION_NAME)?;
        needs("XTEST", x11rb::protocol::xtest::X11_EXTENSION_NAME)?;
        needs("RANDR", randr::X11_EXTENSION_NAME)?;
        needs("XKEYBOARD", x11rb::protocol::xkb::X11_EXTENSION_NAME)?;
        check_pixels(&link)?;
        let windows = Windows::new(&link)?;
        let size = root_size(&link)?;
        let damage = Damage::new(&link)?;
        let mask = ChangeWindowAttributesAux::new().event_mask(EventMask::STRUCTURE_NOTIFY);
        link.conn.change_window_attributes(link.root, &mask).map_err(|e| link.failed(e))?;
        let grabber = Grabber::new(&link, size)?;
        let picture = new_picture(&link, size)?;
        Ok(Self {
            link,
            size,
            picture,
            changed: Vec::new(),
            grabber,
            damage,
            windows,
            typist: None,
            clipboard: None,
            pressed: Vec::new(),
            resized: false,
            stop: Stop::default(),
        })
    }

    /// How long the server may be silent before it is taken to hang.
    pub fn set_answer_within(&mut self, limit: Duration) {
        self.link.set_answer_within(Some(limit));
    }

    /// Once the flag is set, everything that was pressed is let go, and pressing, pointing, typing, scrolling, raising
    /// and waiting are [`ScreenError::Interrupted`], also in the middle; what is on the screen can still be seen.
    pub fn set_stop(&mut self, flag: Arc<AtomicBool>) {
        self.stop = Stop(Some(flag));
        if let Some(typist) = &mut self.typist {
            typist.stop = self.stop.clone();
        }
        if let Some(clipboard) = &mut self.clipboard {
            clipboard.stop = self.stop.clone();
        }
    }

    /// Goes on unless a person said stop.
    fn go_on(&mut self) -> Result<()> {
        let outcome = self.stop.check(&self.link.name);
        self.or_let_go(outcome)
    }

    /// Lets go of everything when it was interrupted. Where that fails, that is what is told: keys may be down.
    fn or_let_go<T>(&mut self, outcome: Result<T>) -> Result<T> {
        if matches!(outcome, Err(ScreenError::Interrupted { .. })) {
            self.let_go()?;
            self.link.sync()?;
        }
        outcome
    }

    /// The server's time of the first change that [`Screen::see`] has not shown yet.
    pub fn unseen_since(&self) -> Option<u32> {
        self.damage.since
    }

    /// There is something that [`Screen::see`] has not shown yet.
    pub fn has_unseen(&self) -> bool {
        self.damage.pending || self.damage.whole || self.resized
    }

    /// The picture as it was last seen.
    pub fn picture(&self) -> lea_frame::Frame<'_> {
        self.picture.frame()
    }

    /// Takes in what the server said meanwhile.
    fn pump(&mut self) -> Result<()> {
        while let Some(event) = self.link.conn.poll_for_event().map_err(|e| self.link.failed(e))? {
            match event {
                Event::DamageNotify(e) => {
                    self.damage.pending = true;
                    self.damage.since.get_or_insert(e.timestamp);
                }
                Event::ConfigureNotify(e) if e.window == self.link.root => {
                    self.resize(Size { width: e.width.into(), height: e.height.into() })?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn resize(&mut self, size: Size) -> Result<()> {
        if size == self.size {
            return Ok(());
        }
        self.grabber.free(&self.link);
        self.grabber = Grabber::new(&self.link, size)?;
        self.picture = new_picture(&self.link, size)?;
        self.size = size;
        self.resized = true;
        self.damage.whole = true;
        Ok(())
    }

    fn typist(&mut self) -> Result<(&mut Typist, &Link)> {
        if self.typist.is_none() {
            self.typist = Some(Typist::new(&self.link, self.stop.clone())?);
        }
        match &mut self.typist {
            Some(typist) => Ok((typist, &self.link)),
            None => Err(self.link.failed(LinkError::Refused("no keyboard".into()))),
        }
    }

    fn fake(&self, kind: u8, detail: u8, at: Point) -> Result<()> {
        let clamp = |v: i32, side: u32| v.clamp(0, side as i32 - 1) as i16;
        let (x, y) = (clamp(at.x, self.size.width), clamp(at.y, self.size.height));
        let link = &self.link;
        link.conn.xtest_fake_input(kind, detail, 0, link.root, x, y, 0).map_err(|e| link.failed(e))?;
        // The answer says that it was done: a server that hangs is noticed here, not three steps later.
        link.sync()
    }

    /// Brings the picture up to date.
    fn take(&mut self) -> Result<Instant> {
        // What was painted before we ask is told of before the answer comes.
        self.link.sync()?;
        self.pump()?;
        let bounds = Rect::at(0, 0, self.size);
        if !self.damage.pending && !self.damage.whole {
            return Ok(Instant::now());
        }
        let mut painted = self.damage.fetch(&self.link)?;
        if std::mem::take(&mut self.damage.whole) {
            painted = vec![bounds];
        }
        painted = painted.iter().filter_map(|r| r.intersection(&bounds)).collect();
        lea_frame::merge(&mut painted, MOST_GRABS);
        let at = Instant::now();
        for rect in painted {
            let taken = self.grabber.take(&self.link, rect, &mut self.picture);
            if taken.is_err() {
                self.damage.whole = true;
            }
            taken?;
        }
        Ok(at)
    }

    /// Sends the release of everything that is down because of us.
    fn let_go(&mut self) -> Result<()> {
        let link = &self.link;
        for number in std::mem::take(&mut self.pressed).into_iter().rev() {
            link.conn
                .xtest_fake_input(xproto::BUTTON_RELEASE_EVENT, number, 0, link.root, 0, 0, 0)
                .map_err(|e| link.failed(e))?;
        }
        if let Some(typist) = &mut self.typist {
            typist.release_all(link)?;
        }
        link.conn.flush().map_err(|e| link.failed(e))
    }

    fn press(&mut self, number: u8, press: Press) -> Result<()> {
        let kind = match press {
            Press::Down => {
                self.pressed.push(number);
                xproto::BUTTON_PRESS_EVENT
            }
            Press::Up => {
                self.pressed.retain(|n| *n != number);
                xproto::BUTTON_RELEASE_EVENT
            }
        };
        self.fake(kind, number, Point::default())
    }

    fn open_clipboard(&mut self) -> Result<&mut Clipboard> {
        // A display that is gone is told as such, not as one that cannot be opened.
        self.link.sync()?;
        if self.clipboard.is_none() {
            let clipboard = self.clipboard.insert(Clipboard::open(&self.link)?);
            clipboard.stop = self.stop.clone();
        }
        self.clipboard.as_mut().ok_or_else(|| self.link.failed(LinkError::Refused("no clipboard".into())))
    }
}

impl Drop for X11Screen {
    fn drop(&mut self) {
        // A display that is gone has nothing pressed any more: errors do not matter here.
        self.link.set_answer_within(Some(Duration::from_secs(1)));
        let _ = self.let_go();
        if let Some(typist) = &mut self.typist {
            let _ = typist.unbind(&self.link);
        }
        // What a client sent last is lost when it hangs up before it was read: wait for that, and where the server
        // hangs, let somebody else wait.
        if matches!(self.link.sync(), Err(ScreenError::Hangs { .. })) {
            let link = self.link.clone();
            link.set_answer_within(Some(LET_GO_WITHIN));
            let waits = std::thread::Builder::new().name("lea-let-go".into());
            // Without a thread to be had there is nothing more to do.
            let _ = waits.spawn(move || link.sync());
        }
    }
}
