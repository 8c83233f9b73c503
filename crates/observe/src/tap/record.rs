//! Keys, buttons and moves through XRECORD: it sees all of them, whoever has the focus or a grab.

use super::{Clock, Out, What};
use crossbeam_channel::Sender;
use lea_model::Point;
use lea_screen::x11::link::Link;
use lea_screen::{Result, ScreenError};
use x11rb::connection::{Connection, RequestConnection};
use x11rb::protocol::record::{self, ConnectionExt as _};
use x11rb::protocol::xproto::{self, KeyPressEvent};
use x11rb::x11_utils::TryParse;

/// The category of a reply that carries what the server sent, and of the first one.
const FROM_SERVER: u8 = 0;
const START: u8 = 4;

/// Ends a recording.
pub type Stop = Box<dyn Fn() -> bool + Send>;

/// A recording context and the connection its data comes through.
pub struct Recording {
    data: Link,
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
        let data = control.again()?;
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
            if reply.category != FROM_SERVER {
                return Ok(());
            }
            // All device events have the shape of a key press and 32 bytes.
            for bytes in reply.data.chunks_exact(32) {
                let Ok((event, _)) = KeyPressEvent::try_parse(bytes) else { continue };
                let pos = Point { x: event.root_x.into(), y: event.root_y.into() };
                let state = u16::from(event.state);
                let what = match event.response_type {
                    xproto::KEY_PRESS_EVENT => What::Key { code: event.detail, state, down: true },
                    xproto::KEY_RELEASE_EVENT => What::Key { code: event.detail, state, down: false },
                    xproto::BUTTON_PRESS_EVENT => What::Button { number: event.detail, down: true, pos },
                    xproto::BUTTON_RELEASE_EVENT => What::Button { number: event.detail, down: false, pos },
                    xproto::MOTION_NOTIFY_EVENT => What::Motion(pos),
                    _ => continue,
                };
                if !self.out.send(self.clock.since_start(event.time), what) {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}
