//! A window that shows frames: how a recording is played back to a person.

use super::link::Link;
use crate::Result;
use lea_frame::Frame;
use lea_model::{Rect, Size};
use x11rb::connection::{Connection, RequestConnection};
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    AtomEnum, ConfigureWindowAux, ConnectionExt as _, CreateGCAux, CreateWindowAux, EventMask, ImageFormat,
    PropMode, WindowClass,
};
use x11rb::wrapper::ConnectionExt as _;

/// Bytes of a request that are not pixels, with room to spare.
const HEADER: usize = 64;

/// The window.
pub struct Viewer {
    link: Link,
    window: u32,
    gc: u32,
    depth: u8,
    delete: u32,
    exposed: bool,
    closed: bool,
}

impl Viewer {
    /// Opens a window of this size.
    pub fn open(display: Option<&str>, size: Size, title: &str) -> Result<Self> {
        let link = Link::open(display)?;
        let depth = link.conn.setup().roots.iter().find(|r| r.root == link.root).map_or(24, |r| r.root_depth);
        let (window, gc) = (
            link.conn.generate_id().map_err(|e| link.failed(e))?,
            link.conn.generate_id().map_err(|e| link.failed(e))?,
        );
        let mask = EventMask::EXPOSURE | EventMask::KEY_PRESS;
        let aux = CreateWindowAux::new().event_mask(mask).background_pixel(0);
        let (width, height) = (size.width as u16, size.height as u16);
        let made = link.conn.create_window(
            0,
            window,
            link.root,
            0,
            0,
            width,
            height,
            0,
            WindowClass::INPUT_OUTPUT,
            0,
            &aux,
        );
        made.map_err(|e| link.failed(e))?.check().map_err(|e| link.failed(e))?;
        link.conn.create_gc(gc, window, &CreateGCAux::new()).map_err(|e| link.failed(e))?;
        let atom = |name: &[u8]| {
            let asked = link.conn.intern_atom(false, name).map_err(|e| link.failed(e))?;
            Ok(asked.reply().map_err(|e| link.failed(e))?.atom)
        };
        let (protocols, delete) = (atom(b"WM_PROTOCOLS")?, atom(b"WM_DELETE_WINDOW")?);
        let (name, utf8) = (atom(b"_NET_WM_NAME")?, atom(b"UTF8_STRING")?);
        let replace = PropMode::REPLACE;
        link.conn
            .change_property32(replace, window, protocols, AtomEnum::ATOM, &[delete])
            .map_err(|e| link.failed(e))?;
        link.conn
            .change_property8(replace, window, name, utf8, title.as_bytes())
            .map_err(|e| link.failed(e))?;
        link.conn
            .change_property8(replace, window, AtomEnum::WM_CLASS, AtomEnum::STRING, b"lea\0Lea\0")
            .map_err(|e| link.failed(e))?;
        link.conn.map_window(window).map_err(|e| link.failed(e))?;
        link.conn.flush().map_err(|e| link.failed(e))?;
        Ok(Self { link, window, gc, depth, delete, exposed: true, closed: false })
    }

    /// Shows a frame: only what changed, unless the window was uncovered or the frame has another size.
    pub fn show(&mut self, frame: Frame<'_>, changed: &[Rect], resized: bool) -> Result<()> {
        self.pump()?;
        if self.closed {
            return Ok(());
        }
        if resized {
            let size = ConfigureWindowAux::new().width(frame.size.width).height(frame.size.height);
            self.link.conn.configure_window(self.window, &size).map_err(|e| self.link.failed(e))?;
        }
        if resized || std::mem::take(&mut self.exposed) {
            self.paint(frame, frame.bounds())?;
        } else {
            changed.iter().try_for_each(|r| self.paint(frame, *r))?;
        }
        self.link.conn.flush().map_err(|e| self.link.failed(e))
    }

    /// Sends one box, in strips that fit into a request.
    fn paint(&self, frame: Frame<'_>, rect: Rect) -> Result<()> {
        let row = rect.width() as usize * 4;
        let rows = ((self.link.conn.maximum_request_bytes() - HEADER) / row.max(1)).clamp(1, 4096) as i32;
        let mut y = rect.y1;
        while y < rect.y2 {
            let strip = Rect { y1: y, y2: (y + rows).min(rect.y2), ..rect };
            let Some(piece) = frame.crop(strip) else {
                return Ok(());
            };
            let (width, height) = (piece.size.width as u16, piece.size.height as u16);
            let (x, top) = (strip.x1 as i16, strip.y1 as i16);
            self.link
                .conn
                .put_image(
                    ImageFormat::Z_PIXMAP,
                    self.window,
                    self.gc,
                    width,
                    height,
                    x,
                    top,
                    0,
                    self.depth,
                    &piece.bytes,
                )
                .map_err(|e| self.link.failed(e))?;
            y = strip.y2;
        }
        Ok(())
    }

    /// The person closed the window, or pressed a key in it.
    pub fn is_closed(&mut self) -> Result<bool> {
        self.pump()?;
        Ok(self.closed)
    }

    fn pump(&mut self) -> Result<()> {
        while let Some(event) = self.link.conn.poll_for_event().map_err(|e| self.link.failed(e))? {
            match event {
                Event::Expose(_) => self.exposed = true,
                Event::KeyPress(_) => self.closed = true,
                Event::ClientMessage(e) if e.data.as_data32().first() == Some(&self.delete) => {
                    self.closed = true;
                }
                _ => {}
            }
        }
        Ok(())
    }
}
