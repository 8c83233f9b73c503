//! A frame around what Lea would act on: four thin windows that take no clicks and that no window list has.

use lea_model::{Rect, Size};
use lea_screen::x11::link::Link;
use lea_screen::x11::sign::CLASS;
use lea_screen::{Result, ScreenError};
use x11rb::connection::{Connection, RequestConnection};
use x11rb::protocol::shape;
use x11rb::protocol::xfixes::{self, ConnectionExt as _};
use x11rb::protocol::xproto::{AtomEnum, ConnectionExt as _, CreateWindowAux, PropMode, WindowClass};
use x11rb::wrapper::ConnectionExt as _;

/// How thick the frame is, and how far it stays from what it is about, in pixels.
const THICK: i32 = 3;
const APART: i32 = 2;

/// Shows frames on a display, one at a time.
pub struct Frames {
    link: Link,
    colour: u32,
    shown: Vec<u32>,
}

impl Frames {
    /// Frames on a display, in a colour of red, green and blue.
    pub fn open(display: Option<&str>, [red, green, blue]: [u8; 3]) -> Result<Self> {
        let link = Link::open(display)?;
        let known = link.conn.extension_information(xfixes::X11_EXTENSION_NAME);
        if known.map_err(|e| link.failed(e))?.is_none() {
            let why = "the X server has no XFIXES extension, without which a frame would take clicks".into();
            return Err(ScreenError::Open { screen: link.name, why });
        }
        link.conn
            .xfixes_query_version(5, 0)
            .map_err(|e| link.failed(e))?
            .reply()
            .map_err(|e| link.failed(e))?;
        Ok(Self { link, colour: u32::from_be_bytes([0, red, green, blue]), shown: Vec::new() })
    }

    /// Shows a frame around a box, in place of the one before.
    pub fn show(&mut self, around: Rect) -> Result<()> {
        self.hide()?;
        for bar in bars(around) {
            let window = self.bar(bar)?;
            self.shown.push(window);
            self.link.conn.map_window(window).map_err(|e| self.link.failed(e))?;
        }
        self.link.sync()
    }

    /// Removes it; it is gone when this returns.
    pub fn hide(&mut self) -> Result<()> {
        if self.shown.is_empty() {
            return Ok(());
        }
        for window in self.shown.drain(..) {
            self.link.conn.destroy_window(window).map_err(|e| self.link.failed(e))?;
        }
        self.link.sync()
    }

    fn bar(&self, rect: Rect) -> Result<u32> {
        let (link, conn) = (&self.link, &self.link.conn);
        let window = conn.generate_id().map_err(|e| link.failed(e))?;
        let aux = CreateWindowAux::new().override_redirect(1).background_pixel(self.colour);
        let (x, y, width, height) =
            (rect.x1 as i16, rect.y1 as i16, rect.width() as u16, rect.height() as u16);
        conn.create_window(0, window, link.root, x, y, width, height, 0, WindowClass::INPUT_OUTPUT, 0, &aux)
            .map_err(|e| link.failed(e))?;
        conn.change_property8(PropMode::REPLACE, window, AtomEnum::WM_CLASS, AtomEnum::STRING, CLASS)
            .map_err(|e| link.failed(e))?;
        let nothing = conn.generate_id().map_err(|e| link.failed(e))?;
        conn.xfixes_create_region(nothing, &[]).map_err(|e| link.failed(e))?;
        conn.xfixes_set_window_shape_region(window, shape::SK::INPUT, 0, 0, nothing)
            .map_err(|e| link.failed(e))?
            .check()
            .map_err(|e| link.failed(e))?;
        conn.xfixes_destroy_region(nothing).map_err(|e| link.failed(e))?;
        Ok(window)
    }
}

impl Drop for Frames {
    fn drop(&mut self) {
        // The server removes it as well when the connection ends, only later.
        let _ = self.hide();
    }
}

/// The four bars around a box: above, below, at its left and at its right.
fn bars(around: Rect) -> [Rect; 4] {
    let (inner, outer) = (around.padded(APART), around.padded(APART + THICK));
    let wide = |y: i32| Rect::at(outer.x1, y, Size { width: outer.width(), height: THICK as u32 });
    let high = |x: i32| Rect::at(x, inner.y1, Size { width: THICK as u32, height: inner.height().max(1) });
    [wide(outer.y1), wide(inner.y2), high(outer.x1), high(inner.x2)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bars_lie_around_the_box_and_not_on_it() {
        let around = Rect { x1: 100, y1: 50, x2: 200, y2: 80 };
        let all = bars(around);
        assert!(all.iter().all(|bar| bar.intersection(&around).is_none() && !bar.is_empty()), "{all:?}");
        assert_eq!(all[0], Rect { x1: 95, y1: 45, x2: 205, y2: 48 });
        assert_eq!(all[3], Rect { x1: 202, y1: 48, x2: 205, y2: 82 });
    }
}
