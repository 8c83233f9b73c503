//! Keys, buttons and moves through XRECORD: it sees all of them, whoever has the focus or a grab.

use super::{Clock, Out, What};
use crossbeam_channel::Sender;
use lea_model::Point;
use lea_screen::x11::link::Link;
use lea_screen::{Result, ScreenError};
use std::sync::Arc;
use x11rb::connection::{Connection, RequestConnection};
use x11rb::protocol::record::{self, ConnectionExt as _};
use x11rb::protocol::xproto;

/// The category of a reply that carries what the server sent, of the first and of the last one.
const FROM_SERVER: u8 = 0;
const START: u8 = 4;
const END: u8 = 5;

/// Ends a recording.
pub type Stop = Box<dyn Fn() -> bool + Send>;

/// A recording context and the connection its data comes through.
pub struct Recording {
    data: Arc<Link>,
    context: record::Context,
    clock: Clock,
    out: Out,
}

impl Recording {
    /// Sets the context up; the function ends [`Recording::run`], and says whether the server heard it.
    pub fn new(control: Link, clock: Clock, out: Out) -> Result<(Self, Stop)> {
        let known = control.conn.extension_information(record::X11_EXTENSION_NAME);
        if known.map_err(|e| control.failed(e))?.is_none() {
            let why = "the X server has no RECORD extension, which a recording needs".into();
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
        Ok((Self { data, context, clock, out }, Box::new(stop)))
    }

    /// The connection the data comes through.
    pub fn link(&self) -> Arc<Link> {
        self.data.clone()
    }

    /// Hands on what comes, until it is stopped or the display goes; says through `listening` that nothing is missed any
    /// more.
    pub fn run(self, listening: &Sender<()>) {
        if let Err(error) = self.listen(listening) {
            self.out.broke(&self.clock, error);
        }
    }

    fn listen(&self, listening: &Sender<()>) -> Result<()> {
        let replies = self.data.conn.record_enable_context(self.context).map_err(|e| self.data.failed(e))?;
        for reply in replies {
            let reply = reply.map_err(|e| self.data.failed(e))?;
            if reply.category == START {
                // Whoever waited may have given up.
                let _ = listening.send(());
                continue;
            }
            if reply.category == END {
                return Ok(());
            }
            if reply.category != FROM_SERVER {
                continue;
            }
            // All device events have the shape of a key press and 32 bytes. They are read field by field: those that do
            // not matter may hold anything.
            for event in reply.data.chunks_exact(32) {
                let short = |at: usize| i16::from_ne_bytes([event[at], event[at + 1]]);
                let time = u32::from_ne_bytes([event[4], event[5], event[6], event[7]]);
                let (code, state) = (event[1], short(28).cast_unsigned());
                let pos = Point { x: short(20).into(), y: short(22).into() };
                let what = match event[0] & 0x7f {
                    xproto::KEY_PRESS_EVENT => What::Key { code, state, down: true },
                    xproto::KEY_RELEASE_EVENT => What::Key { code, state, down: false },
                    xproto::BUTTON_PRESS_EVENT => What::Button { number: code, down: true, pos },
                    xproto::BUTTON_RELEASE_EVENT => What::Button { number: code, down: false, pos },
                    xproto::MOTION_NOTIFY_EVENT => What::Motion(pos),
                    _ => continue,
                };
                if !self.out.send(self.clock.since_start(time), what) {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}
