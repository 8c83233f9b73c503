//! The sign that a robot works: a coloured bar along the upper edge of the primary monitor.
//!
//! It takes no clicks and no keys, no window list has it, and it goes with the process that shows it.

use super::link::Link;
use super::server::{check_pixels, monitors};
use super::windows::gone_is_none;
use crate::poll::readable;
use crate::{Result, ScreenError};
use lea_model::{Rect, Size};
use rustix::event::{EventfdFlags, eventfd};
use std::os::fd::{AsFd, OwnedFd};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use x11rb::connection::{Connection, RequestConnection};
use x11rb::protocol::Event;
use x11rb::protocol::randr::{ConnectionExt as _, NotifyMask};
use x11rb::protocol::shape;
use x11rb::protocol::xfixes::{self, ConnectionExt as _};
use x11rb::protocol::xproto::{
    AtomEnum, ChangeWindowAttributesAux, ConfigureWindowAux, ConnectionExt as _, CreateWindowAux, EventMask,
    MapState, PropMode, StackMode, WindowClass,
};
use x11rb::wrapper::ConnectionExt as _;

/// How high the bar is, in pixels: enough to be seen, too little to hide anything.
const HEIGHT: u32 = 4;

/// What the bar says of itself in WM_CLASS: by this, window lists leave it out.
pub const CLASS: &[u8] = b"lea-sign\0Lea\0";

/// The bar comes up again no more often than this: a window that insists on being above as well, such as that of a
/// screen lock, must not keep both busy.
const COMES_UP_EVERY: Duration = Duration::from_millis(100);

/// A server that hangs is not waited for any longer when the bar goes.
const GOES_WITHIN: Duration = Duration::from_secs(1);

/// Nothing is due.
const LONG: Duration = Duration::from_secs(3600);

/// A bar that shows that a robot works, until it is dropped.
#[derive(Debug)]
pub struct Sign {
    link: Link,
    window: u32,
    rect: Arc<Mutex<Rect>>,
    end: OwnedFd,
    thread: Option<JoinHandle<()>>,
}

impl Sign {
    /// Shows the bar on a display, by default the one in `DISPLAY`, in a colour of red, green and blue.
    pub fn show(display: Option<&str>, colour: [u8; 3]) -> Result<Self> {
        let link = Link::open(display)?;
        check_pixels(&link)?;
        let known = link.conn.extension_information(xfixes::X11_EXTENSION_NAME);
        if known.map_err(|e| link.failed(e))?.is_none() {
            let why = "the X server has no XFIXES extension, without which the bar would take clicks".into();
            return Err(ScreenError::Open { screen: link.name, why });
        }
        let place = place(&link)?;
        let window = make(&link, place, colour)?;
        let cannot = |e: std::io::Error| ScreenError::Open { screen: "the sign".into(), why: e.to_string() };
        let end = eventfd(0, EventfdFlags::CLOEXEC).map_err(|e| cannot(e.into()))?;
        let told = end.try_clone().map_err(cannot)?;
        let rect = Arc::new(Mutex::new(place));
        // A connection of its own: its events must not mix with our answers.
        let keeper = Keeper { link: link.again()?, window, rect: rect.clone(), raised: None };
        keeper.listen()?;
        link.conn.map_window(window).map_err(|e| link.failed(e))?;
        link.sync()?;
        let thread = std::thread::Builder::new()
            .name("lea-sign".into())
            .spawn(move || keeper.run(&told))
            .map_err(cannot)?;
        Ok(Self { link, window, rect, end, thread: Some(thread) })
    }

    /// Gives it another colour; it is shown when this returns.
    pub fn colour(&self, colour: [u8; 3]) -> Result<()> {
        let link = &self.link;
        let look = ChangeWindowAttributesAux::new().background_pixel(pixel(colour));
        link.conn.change_window_attributes(self.window, &look).map_err(|e| link.failed(e))?;
        link.conn.clear_area(false, self.window, 0, 0, 0, 0).map_err(|e| link.failed(e))?;
        link.sync()
    }

    /// Where it is on the screen: what a frame shows there belongs to no application.
    pub fn rect(&self) -> Rect {
        *self.rect.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Sign {
    fn drop(&mut self) {
        let _ = rustix::io::write(&self.end, &1u64.to_ne_bytes());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
        // The server removes it as well when the connection ends, only later.
        self.link.set_answer_within(Some(GOES_WITHIN));
        let _ = self.link.conn.destroy_window(self.window);
        let _ = self.link.sync();
    }
}

/// The upper edge of the primary monitor.
fn place(link: &Link) -> Result<Rect> {
    let monitors = monitors(link)?;
    let rect = monitors.iter().find(|m| m.primary).map(|m| m.rect).unwrap_or_default();
    Ok(Rect::at(rect.x1, rect.y1, Size { width: rect.width().max(1), height: HEIGHT }))
}

fn pixel([red, green, blue]: [u8; 3]) -> u32 {
    u32::from_be_bytes([0, red, green, blue])
}

/// Makes the window, not shown yet.
fn make(link: &Link, rect: Rect, colour: [u8; 3]) -> Result<u32> {
    let conn = &link.conn;
    let window = conn.generate_id().map_err(|e| link.failed(e))?;
    let aux = CreateWindowAux::new().override_redirect(1).background_pixel(pixel(colour));
    let (x, y, width, height) = (rect.x1 as i16, rect.y1 as i16, rect.width() as u16, rect.height() as u16);
    conn.create_window(0, window, link.root, x, y, width, height, 0, WindowClass::INPUT_OUTPUT, 0, &aux)
        .map_err(|e| link.failed(e))?
        .check()
        .map_err(|e| link.failed(e))?;
    let name = |property: AtomEnum, text: &[u8]| {
        let told = conn.change_property8(PropMode::REPLACE, window, property, AtomEnum::STRING, text);
        told.map(drop).map_err(|e| link.failed(e))
    };
    name(AtomEnum::WM_NAME, b"Lea")?;
    name(AtomEnum::WM_CLASS, CLASS)?;
    // An input shape of nothing: what is clicked there is clicked below.
    conn.xfixes_query_version(5, 0).map_err(|e| link.failed(e))?.reply().map_err(|e| link.failed(e))?;
    let nothing = conn.generate_id().map_err(|e| link.failed(e))?;
    conn.xfixes_create_region(nothing, &[]).map_err(|e| link.failed(e))?;
    conn.xfixes_set_window_shape_region(window, shape::SK::INPUT, 0, 0, nothing)
        .map_err(|e| link.failed(e))?
        .check()
        .map_err(|e| link.failed(e))?;
    conn.xfixes_destroy_region(nothing).map_err(|e| link.failed(e))?;
    Ok(window)
}

/// Keeps the bar above other windows and at its edge.
struct Keeper {
    link: Link,
    window: u32,
    rect: Arc<Mutex<Rect>>,
    /// When it last came up.
    raised: Option<Instant>,
}

impl Keeper {
    /// Asks to be told of windows that come, move and change their order, and of the screen's size.
    fn listen(&self) -> Result<()> {
        let link = &self.link;
        let mask = EventMask::SUBSTRUCTURE_NOTIFY | EventMask::STRUCTURE_NOTIFY;
        let aux = ChangeWindowAttributesAux::new().event_mask(mask);
        link.conn.change_window_attributes(link.root, &aux).map_err(|e| link.failed(e))?;
        // Another monitor may become the primary one while the size stays.
        let mask = NotifyMask::SCREEN_CHANGE | NotifyMask::OUTPUT_CHANGE;
        link.conn.randr_select_input(link.root, mask).map_err(|e| link.failed(e))?;
        link.sync()
    }

    /// Runs until `end` is readable or the display goes.
    fn run(mut self, end: &OwnedFd) {
        // When to look next, whatever happens; at first at once.
        let mut due = Some(Instant::now());
        loop {
            match self.read() {
                Ok(true) => due = due.or_else(|| Some(self.next_look())),
                Ok(false) => {}
                Err(_) => return,
            }
            if due.is_some_and(|at| Instant::now() >= at) {
                due = None;
                if self.look().is_err() {
                    return;
                }
                // Asking the server reads events as well: they must not be waited for.
                continue;
            }
            let until = due.unwrap_or_else(|| Instant::now() + LONG);
            match readable([Some(end.as_fd()), Some(self.link.fd())], until) {
                Ok(Some(0)) | Err(_) => return,
                Ok(_) => {}
            }
        }
    }

    /// When to look after something happened.
    fn next_look(&self) -> Instant {
        let now = Instant::now();
        self.raised.map_or(now, |at| now.max(at + COMES_UP_EVERY))
    }

    /// Takes in what the server said; whether it is about other windows or the screen.
    fn read(&self) -> Result<bool> {
        let mut any = false;
        while let Some(event) = self.link.conn.poll_for_event().map_err(|e| self.link.failed(e))? {
            any |= match event {
                Event::ConfigureNotify(e) => e.window != self.window,
                Event::MapNotify(e) => e.window != self.window,
                Event::RandrScreenChangeNotify(_) | Event::RandrNotify(_) => true,
                Event::CirculateNotify(_) | Event::ReparentNotify(_) => true,
                _ => false,
            };
        }
        Ok(any)
    }

    /// Puts the bar where it belongs.
    fn look(&mut self) -> Result<()> {
        let to = place(&self.link)?;
        let moved =
            std::mem::replace(&mut *self.rect.lock().unwrap_or_else(PoisonError::into_inner), to) != to;
        if moved {
            self.configure(&ConfigureWindowAux::new().x(to.x1).y(to.y1).width(to.width()))?;
        }
        if self.is_covered(to)? {
            self.raised = Some(Instant::now());
            self.configure(&ConfigureWindowAux::new().stack_mode(StackMode::ABOVE))?;
        }
        Ok(())
    }

    fn configure(&self, how: &ConfigureWindowAux) -> Result<()> {
        let link = &self.link;
        link.conn.configure_window(self.window, how).map_err(|e| link.failed(e))?;
        link.conn.flush().map_err(|e| link.failed(e))
    }

    /// Another window lies over some of the bar.
    fn is_covered(&self, rect: Rect) -> Result<bool> {
        let link = &self.link;
        let tree = link.conn.query_tree(link.root).map_err(|e| link.failed(e))?;
        let children = tree.reply().map_err(|e| link.failed(e))?.children;
        let above = children.iter().rev().take_while(|id| **id != self.window);
        let ask = |id: &u32| {
            let attributes = link.conn.get_window_attributes(*id).map_err(|e| link.failed(e))?;
            let geometry = link.conn.get_geometry(*id).map_err(|e| link.failed(e))?;
            Ok((attributes, geometry))
        };
        let asked = above.map(ask).collect::<Result<Vec<_>>>()?;
        let mut covered = false;
        for (attributes, geometry) in asked {
            let attributes = gone_is_none(link, attributes.reply())?;
            let geometry = gone_is_none(link, geometry.reply())?;
            let (Some(attributes), Some(g)) = (attributes, geometry) else { continue };
            let border = u32::from(g.border_width) * 2;
            let size = Size { width: u32::from(g.width) + border, height: u32::from(g.height) + border };
            let drawn =
                attributes.map_state == MapState::VIEWABLE && attributes.class != WindowClass::INPUT_ONLY;
            covered |= drawn && Rect::at(g.x.into(), g.y.into(), size).intersection(&rect).is_some();
        }
        Ok(covered)
    }
}
