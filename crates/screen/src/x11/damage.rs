//! What changed on the screen, as the server keeps it for us.

use super::link::Link;
use crate::Result;
use lea_model::{Rect, Size};
use x11rb::connection::Connection;
use x11rb::protocol::damage::{self, ConnectionExt as _};
use x11rb::protocol::xfixes::ConnectionExt as _;
use x11rb::protocol::xproto;

/// What the server keeps of changes for us.
#[derive(Debug)]
pub struct Damage {
    object: damage::Damage,
    region: u32,
    /// Something changed since it was last fetched.
    pub pending: bool,
    /// Nothing of the screen has been taken yet, at this size.
    pub whole: bool,
    /// The server's time of the first change since it was last fetched.
    pub since: Option<u32>,
}

impl Damage {
    /// Begins to keep track.
    pub fn new(link: &Link) -> Result<Self> {
        link.conn
            .damage_query_version(1, 1)
            .map_err(|e| link.failed(e))?
            .reply()
            .map_err(|e| link.failed(e))?;
        link.conn
            .xfixes_query_version(5, 0)
            .map_err(|e| link.failed(e))?
            .reply()
            .map_err(|e| link.failed(e))?;
        let object = link.conn.generate_id().map_err(|e| link.failed(e))?;
        let region = link.conn.generate_id().map_err(|e| link.failed(e))?;
        link.conn.xfixes_create_region(region, &[]).map_err(|e| link.failed(e))?;
        // One notice when something changed; which boxes is asked when we look: no flood while much is painted.
        link.conn
            .damage_create(object, link.root, damage::ReportLevel::NON_EMPTY)
            .map_err(|e| link.failed(e))?
            .check()
            .map_err(|e| link.failed(e))?;
        Ok(Self { object, region, pending: false, whole: true, since: None })
    }

    /// The boxes painted since this was last asked.
    pub fn fetch(&mut self, link: &Link) -> Result<Vec<Rect>> {
        link.conn.damage_subtract(self.object, x11rb::NONE, self.region).map_err(|e| link.failed(e))?;
        self.pending = false;
        self.since = None;
        let painted = link.conn.xfixes_fetch_region(self.region).map_err(|e| link.failed(e))?;
        let painted = painted.reply().map_err(|e| link.failed(e))?.rectangles;
        let to_rect = |r: xproto::Rectangle| {
            Rect::at(r.x.into(), r.y.into(), Size { width: r.width.into(), height: r.height.into() })
        };
        Ok(painted.into_iter().map(to_rect).collect())
    }
}
