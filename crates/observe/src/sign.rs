//! A visible sign on the display while a recording is private. It is shown only while no picture is taken.

use lea_screen::Result;
use lea_screen::x11::link::Link;
use std::time::Duration;
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    ConfigureWindowAux, ConnectionExt as _, CreateGCAux, CreateWindowAux, EventMask, StackMode, WindowClass,
};

/// Size and colours of the sign: dark red and white.
const SIZE: (u16, u16) = (220, 26);
const RED: u32 = 0x9b_1c1c;
const WHITE: u32 = 0xff_ffff;

/// A small window at the upper edge of the screen.
pub struct Sign {
    link: Link,
    window: u32,
    gc: u32,
    shown: bool,
}

impl Sign {
    /// Makes it, hidden.
    pub fn new(display: Option<&str>) -> Result<Self> {
        let link = Link::open(display)?;
        // It is shown by the thread that records: it must not be waited for.
        link.set_answer_within(Some(Duration::from_millis(300)));
        let (window, gc, font) = (|| {
            Ok::<_, x11rb::errors::ReplyOrIdError>((
                link.conn.generate_id()?,
                link.conn.generate_id()?,
                link.conn.generate_id()?,
            ))
        })()
        .map_err(|e| link.failed(e))?;
        let width = link.conn.get_geometry(link.root).map_err(|e| link.failed(e))?.reply();
        let width = width.map_err(|e| link.failed(e))?.width;
        let x = (width.saturating_sub(SIZE.0) / 2).cast_signed();
        // Override-redirect and without a class: no manager frames it, and nobody takes it for an application.
        let aux =
            CreateWindowAux::new().background_pixel(RED).override_redirect(1).event_mask(EventMask::EXPOSURE);
        link.conn
            .create_window(0, window, link.root, x, 0, SIZE.0, SIZE.1, 0, WindowClass::INPUT_OUTPUT, 0, &aux)
            .map_err(|e| link.failed(e))?
            .check()
            .map_err(|e| link.failed(e))?;
        link.conn.open_font(font, b"fixed").map_err(|e| link.failed(e))?.ignore_error();
        let aux = CreateGCAux::new().foreground(WHITE).background(RED).font(font);
        link.conn
            .create_gc(gc, window, &aux)
            .map_err(|e| link.failed(e))?
            .check()
            .map_err(|e| link.failed(e))?;
        Ok(Self { link, window, gc, shown: false })
    }

    /// Shows it with these words.
    pub fn show(&mut self, words: &str) -> Result<()> {
        if self.shown {
            return Ok(());
        }
        let link = &self.link;
        let above = ConfigureWindowAux::new().stack_mode(StackMode::ABOVE);
        link.conn.configure_window(self.window, &above).map_err(|e| link.failed(e))?;
        link.conn.map_window(self.window).map_err(|e| link.failed(e))?;
        link.conn.flush().map_err(|e| link.failed(e))?;
        // The server says when there is something to draw on.
        while !matches!(link.conn.wait_for_event().map_err(|e| link.failed(e))?, Event::Expose(_)) {}
        let bytes: Vec<u8> = words.chars().map(|c| u8::try_from(c).unwrap_or(b'?')).collect();
        link.conn.image_text8(self.window, self.gc, 12, 17, &bytes).map_err(|e| link.failed(e))?;
        link.conn.flush().map_err(|e| link.failed(e))?;
        self.shown = true;
        Ok(())
    }

    /// Hides it.
    pub fn hide(&mut self) -> Result<()> {
        if !self.shown {
            return Ok(());
        }
        self.link.conn.unmap_window(self.window).map_err(|e| self.link.failed(e))?;
        self.link.conn.flush().map_err(|e| self.link.failed(e))?;
        self.shown = false;
        Ok(())
    }
}
