//! Keys, buttons and moves on a display through XRECORD: it sees all of them, whoever has the focus or a grab.

use super::link::Link;
use crate::{Result, ScreenError};
use lea_model::Point;
use std::sync::Arc;
use x11rb::connection::{Connection, RequestConnection};
use x11rb::protocol::record::{self, ConnectionExt as _};
use x11rb::protocol::xproto;

/// The category of a reply that carries what the server sent, of the first and of the last one.
const FROM_SERVER: u8 = 0;
const START: u8 = 4;
const END: u8 = 5;

/// Something that was done on the display.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    /// A key went down or up; the state is that of the core protocol.
    Key {
        /// The key's code.
        code: u8,
        /// Modifiers and group.
        state: u16,
        /// Down, or up.
        down: bool,
    },
    /// A button went down or up.
    Button {
        /// 1 to 3, or 4 to 7 for the wheel.
        number: u8,
        /// Down, or up.
        down: bool,
        /// Where the pointer is.
        at: Point,
    },
    /// The pointer moved.
    Motion(Point),
}

/// Ends listening, and says whether the server heard it.
pub type Stop = Box<dyn Fn() -> bool + Send>;

/// A recording context and the connection its data comes through.
pub struct Listener {
    data: Arc<Link>,
    context: record::Context,
}

impl Listener {
    /// Sets the context up; the function ends [`Listener::listen`].
    pub fn new(control: Link) -> Result<(Self, Stop)> {
        let known = control.conn.extension_information(record::X11_EXTENSION_NAME);
        if known.map_err(|e| control.failed(e))?.is_none() {
            let why = "the X server has no RECORD extension, without which nobody can be followed".into();
            return Err(ScreenError::Open { screen: control.name, why });
        }
        let data = Arc::new(control.again()?);
        // Silence is normal here: people pause.
        data.set_answer_within(None);
        let context = control.conn.generate_id().map_err(|e| control.failed(e))?;
        let none = record::Range8 { first: 0, last: 0 };
        let no_extension = record::ExtRange { major: none, minor: record::Range16 { first: 0, last: 0 } };
        let range = record::Range {
            core_requests: none,
            core_replies: none,
            ext_requests: no_extension,
            ext_replies: no_extension,
            delivered_events: none,
            device_events: record::Range8 {
                first: xproto::KEY_PRESS_EVENT,
                last: xproto::MOTION_NOTIFY_EVENT,
            },
            errors: none,
            client_started: false,
            client_died: false,
        };
        control
            .conn
            .record_create_context(context, 0, &[record::CS::ALL_CLIENTS.into()], &[range])
            .map_err(|e| control.failed(e))?
            .check()
            .map_err(|e| control.failed(e))?;
        let stop = move || control.conn.record_disable_context(context).is_ok() && control.sync().is_ok();
        Ok((Self { data, context }, Box::new(stop)))
    }

    /// The connection the data comes through.
    pub fn link(&self) -> Arc<Link> {
        self.data.clone()
    }

    /// Hands on what comes with the server's time, until it is stopped, `each` says false, or the display goes; `started` is called when
    /// nothing is missed any more.
    pub fn listen(&self, started: impl Fn(), mut each: impl FnMut(u32, Heard) -> bool) -> Result<()> {
        let replies = self.data.conn.record_enable_context(self.context).map_err(|e| self.data.failed(e))?;
        for reply in replies {
            let reply = reply.map_err(|e| self.data.failed(e))?;
            match reply.category {
                START => started(),
                END => return Ok(()),
                // All device events have the shape of a key press and 32 bytes. They are read field by field: those that do
                // not matter may hold anything.
                FROM_SERVER => {
                    let mut all = reply.data.chunks_exact(32).filter_map(heard);
                    if !all.all(|(time, heard)| each(time, heard)) {
                        return Ok(());
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }
}

fn heard(event: &[u8]) -> Option<(u32, Heard)> {
    let short = |at: usize| i16::from_ne_bytes([event[at], event[at + 1]]);
    let time = u32::from_ne_bytes([event[4], event[5], event[6], event[7]]);
    let (code, state) = (event[1], short(28).cast_unsigned());
    let at = Point { x: short(20).into(), y: short(22).into() };
    let what = match event[0] & 0x7f {
        xproto::KEY_PRESS_EVENT => Heard::Key { code, state, down: true },
        xproto::KEY_RELEASE_EVENT => Heard::Key { code, state, down: false },
        xproto::BUTTON_PRESS_EVENT => Heard::Button { number: code, down: true, at },
        xproto::BUTTON_RELEASE_EVENT => Heard::Button { number: code, down: false, at },
        xproto::MOTION_NOTIFY_EVENT => Heard::Motion(at),
        _ => return None,
    };
    Some((time, what))
}
