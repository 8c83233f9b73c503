//! Known changes to the screen, made through a connection of their own.

use crate::{Dice, Outcome};
use lea_model::{Point, Rect, Size};
use std::time::{Duration, Instant};
use x11rb::CURRENT_TIME;
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    ChangeGCAux, ConfigureWindowAux, ConnectionExt as _, CreateGCAux, CreateWindowAux, EventMask, GX,
    Gcontext, InputFocus, Rectangle, StackMode, SubwindowMode, Window, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

/// How long a window may take to come up, or an event to arrive.
const ANSWER_WITHIN: Duration = Duration::from_secs(5);

/// Somebody who paints on the display in `DISPLAY`.
pub struct Painter {
    conn: RustConnection,
    root: Window,
    size: Size,
    gc: Gcontext,
}

impl Painter {
    /// Connects.
    pub fn open() -> Outcome<Self> {
        let (conn, number) = x11rb::connect(None)?;
        let screen = &conn.setup().roots[number];
        let size = Size { width: screen.width_in_pixels.into(), height: screen.height_in_pixels.into() };
        let (root, gc) = (screen.root, conn.generate_id()?);
        conn.create_gc(gc, root, &CreateGCAux::new())?.check()?;
        Ok(Self { conn, root, size, gc })
    }

    /// Turns every pixel of the screen into its opposite, windows and all, and returns when that is done.
    pub fn invert(&self) -> Outcome {
        let inverting =
            ChangeGCAux::new().function(GX::INVERT).subwindow_mode(SubwindowMode::INCLUDE_INFERIORS);
        self.conn.change_gc(self.gc, &inverting)?;
        self.conn.poly_fill_rectangle(self.root, self.gc, &[rectangle(Rect::at(0, 0, self.size))])?;
        Ok(self.conn.sync()?)
    }

    /// A window over the whole screen that the window manager leaves alone: nothing but it is seen to change.
    pub fn cover(&self) -> Outcome<Canvas<'_>> {
        let aux = CreateWindowAux::new()
            .override_redirect(1)
            .background_pixel(0x20_40_60)
            .event_mask(EventMask::EXPOSURE);
        let canvas = self.window(Rect::at(0, 0, self.size), &aux)?;
        self.conn.configure_window(canvas.window, &ConfigureWindowAux::new().stack_mode(StackMode::ABOVE))?;
        self.conn.set_input_focus(InputFocus::PARENT, canvas.window, CURRENT_TIME)?;
        self.conn.sync()?;
        Ok(canvas)
    }

    /// An ordinary window, with all that the window manager does about it, that listens for buttons.
    pub fn button(&self) -> Outcome<Canvas<'_>> {
        let events = EventMask::EXPOSURE | EventMask::BUTTON_PRESS | EventMask::BUTTON_RELEASE;
        let aux = CreateWindowAux::new().background_pixel(0xc0_c0_c0).event_mask(events);
        self.window(Rect::at(1300, 200, Size { width: 400, height: 300 }), &aux)
    }

    fn window(&self, rect: Rect, aux: &CreateWindowAux) -> Outcome<Canvas<'_>> {
        let window = self.conn.generate_id()?;
        let Rectangle { x, y, width, height } = rectangle(rect);
        self.conn
            .create_window(0, window, self.root, x, y, width, height, 0, WindowClass::INPUT_OUTPUT, 0, aux)?
            .check()?;
        self.conn.map_window(window)?;
        let canvas = Canvas { painter: self, window };
        canvas.wait_for(|event| matches!(event, Event::Expose(e) if e.window == window))?;
        Ok(canvas)
    }
}

/// A window to paint on; it closes when dropped.
pub struct Canvas<'a> {
    painter: &'a Painter,
    window: Window,
}

impl Canvas<'_> {
    /// The middle of it, on the screen.
    pub fn middle(&self) -> Outcome<Point> {
        let conn = &self.painter.conn;
        let geometry = conn.get_geometry(self.window)?.reply()?;
        let (x, y) = (geometry.width as i16 / 2, geometry.height as i16 / 2);
        let there = conn.translate_coordinates(self.window, self.painter.root, x, y)?.reply()?;
        Ok(Point { x: there.dst_x.into(), y: there.dst_y.into() })
    }

    /// Waits for a button to be let go over it, and says when that was heard.
    pub fn released(&self) -> Outcome<Instant> {
        self.wait_for(|event| matches!(event, Event::ButtonRelease(_)))?;
        Ok(Instant::now())
    }

    fn wait_for(&self, wanted: impl Fn(&Event) -> bool) -> Outcome {
        let conn = &self.painter.conn;
        let deadline = Instant::now() + ANSWER_WITHIN;
        conn.flush()?;
        loop {
            while let Some(event) = conn.poll_for_event()? {
                if wanted(&event) {
                    return Ok(());
                }
            }
            if Instant::now() >= deadline {
                return Err("a window of the bench was not answered: is the window manager alive?".into());
            }
            wait_readable(conn, deadline)?;
        }
    }

    /// Paints a box of a size, place and colour of the dice's choice; says when, at the earliest, that was.
    pub fn dab(&self, dice: &mut Dice) -> Outcome<Instant> {
        let conn = &self.painter.conn;
        let size = Size { width: dice.roll(20, 300) as u32, height: dice.roll(20, 200) as u32 };
        let (x, y) = (dice.roll(0, 1600) as i32, dice.roll(0, 850) as i32);
        let colour = dice.roll(0, 0xff_ff_ff) as u32;
        let plain = ChangeGCAux::new().function(GX::COPY).foreground(colour);
        conn.change_gc(self.painter.gc, &plain)?;
        conn.sync()?;
        let before = Instant::now();
        conn.poly_fill_rectangle(self.window, self.painter.gc, &[rectangle(Rect::at(x, y, size))])?;
        conn.sync()?;
        Ok(before)
    }
}

impl Drop for Canvas<'_> {
    fn drop(&mut self) {
        // A display that is gone has no window to close.
        let _ = self.painter.conn.destroy_window(self.window);
        let _ = self.painter.conn.sync();
    }
}

/// Sleeps until the server says something or the time is up.
fn wait_readable(conn: &RustConnection, until: Instant) -> Outcome {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let limit = Timespec::try_from(until.saturating_duration_since(Instant::now()))?;
    match poll(&mut [PollFd::new(conn.stream(), PollFlags::IN)], Some(&limit)) {
        Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
        Err(e) => Err(e.into()),
    }
}

fn rectangle(r: Rect) -> Rectangle {
    Rectangle { x: r.x1 as i16, y: r.y1 as i16, width: r.width() as u16, height: r.height() as u16 }
}
