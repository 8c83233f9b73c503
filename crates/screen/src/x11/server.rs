//! What a server is like: its pixels, its size, how large it draws.

use super::link::{Link, LinkError};
use crate::{Monitor, Result, ScreenError};
use lea_frame::Picture;
use lea_model::{Rect, Size};
use x11rb::connection::Connection;
use x11rb::protocol::randr::ConnectionExt as _;
use x11rb::protocol::xproto::{self, ConnectionExt as _};

/// Refuses a server whose pixels are not BGRX: the rest of Lea reads nothing else.
pub fn check_pixels(link: &Link) -> Result<()> {
    let setup = link.conn.setup();
    let screen = setup.roots.iter().find(|r| r.root == link.root);
    let depth = screen.map_or(0, |s| s.root_depth);
    let bits = setup.pixmap_formats.iter().find(|f| f.depth == depth).map_or(0, |f| f.bits_per_pixel);
    let blue = screen
        .into_iter()
        .flat_map(|s| {
            s.allowed_depths.iter().flat_map(|d| &d.visuals).filter(|v| v.visual_id == s.root_visual)
        })
        .map(|v| v.blue_mask)
        .next();
    let little = setup.image_byte_order == xproto::ImageOrder::LSB_FIRST;
    if bits == 32 && blue == Some(0xff) && little {
        return Ok(());
    }
    let why = format!("its pixels have {depth} bits of depth in {bits}: start it with a depth of 24");
    Err(ScreenError::Open { screen: link.name.clone(), why })
}

/// The size of the screen.
pub fn root_size(link: &Link) -> Result<Size> {
    let geometry = link.conn.get_geometry(link.root).map_err(|e| link.failed(e))?.reply();
    let geometry = geometry.map_err(|e| link.failed(e))?;
    Ok(Size { width: geometry.width.into(), height: geometry.height.into() })
}

/// A picture for a screen of this size.
pub fn new_picture(link: &Link, size: Size) -> Result<Picture> {
    Picture::new(size).map_err(|e| link.failed(LinkError::Refused(e.to_string())))
}

/// How much larger than usual applications draw, from the dots per inch they are told.
fn text_scale(link: &Link) -> Result<f64> {
    let resources =
        x11rb::resource_manager::new_from_resource_manager(&link.conn).map_err(|e| link.failed(e))?;
    let dpi = resources.and_then(|db| db.get_value::<f64>("Xft.dpi", "").ok().flatten());
    Ok(dpi.map_or(1.0, |dpi| (dpi / 96.0 * 100.0).round() / 100.0))
}

/// The monitors of the screen; at least one, and one of them primary.
pub fn monitors(link: &Link) -> Result<Vec<Monitor>> {
    let scale = text_scale(link)?;
    let asked = link.conn.randr_get_monitors(link.root, true).map_err(|e| link.failed(e))?;
    let found = asked.reply().map_err(|e| link.failed(e))?.monitors;
    let mut monitors: Vec<Monitor> = found
        .iter()
        .map(|m| Monitor {
            rect: Rect::at(m.x.into(), m.y.into(), Size { width: m.width.into(), height: m.height.into() }),
            scale,
            primary: m.primary,
        })
        .collect();
    if monitors.is_empty() {
        monitors.push(Monitor { rect: Rect::at(0, 0, root_size(link)?), scale, primary: true });
    }
    if !monitors.iter().any(|m| m.primary) {
        monitors[0].primary = true;
    }
    Ok(monitors)
}
