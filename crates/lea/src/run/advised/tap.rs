//! What a person does on a display while they work, as it happens: through XRECORD, whoever has the focus or a grab.

use super::compare::Did;
use lea_model::Point;
use lea_screen::x11::keymap::{CONTROL, Keymap, MOD1, MOD4, SHIFT};
use lea_screen::x11::link::{ANSWER_WITHIN, Link};
use lea_screen::{Key, Result, ScreenError};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;
use x11rb::connection::{Connection, RequestConnection};
use x11rb::protocol::record::{self, ConnectionExt as _};
use x11rb::protocol::xproto;

/// The categories of replies: the first one, and those that carry what the server sent.
const START: u8 = 4;
const FROM_SERVER: u8 = 0;

/// Buttons of this number and up to 7 are the wheel.
const WHEEL: u8 = 4;

/// Something the server told, not understood yet.
#[derive(Clone, Copy, Debug)]
enum Raw {
    Started,
    Key { code: u8, state: u16 },
    Button { number: u8, down: bool, at: Point },
    Motion(Point),
}

/// Listens until it is dropped.
pub struct Tap {
    control: Link,
    context: record::Context,
    heard: Receiver<Raw>,
    keymap: Keymap,
    thread: Option<JoinHandle<()>>,
}

impl Tap {
    /// Listens on a display; nothing is missed from here on.
    pub fn open(display: Option<&str>) -> Result<Self> {
        let control = Link::open(display)?;
        let known = control.conn.extension_information(record::X11_EXTENSION_NAME);
        if known.map_err(|e| control.failed(e))?.is_none() {
            let why = "the X server has no RECORD extension, without which nobody can be followed".into();
            return Err(ScreenError::Open { screen: control.name, why });
        }
        Keymap::enable(&control)?;
        let keymap = Keymap::read(&control)?;
        let context = context(&control)?;
        let data = control.again()?;
        // Silence is normal: people think.
        data.set_answer_within(None);
        let (tell, heard) = channel();
        let cannot = |why: String| ScreenError::Refused { screen: "the input tap".into(), why };
        let thread = std::thread::Builder::new()
            .name("lea-follow".into())
            .spawn(move || listen(&data, context, &tell))
            .map_err(|e| cannot(e.to_string()))?;
        let tap = Self { control, context, heard, keymap, thread: Some(thread) };
        match tap.heard.recv_timeout(ANSWER_WITHIN) {
            Ok(Raw::Started) => Ok(tap),
            _ => Err(cannot("the server does not say that it records".into())),
        }
    }

    /// What was done next; none when nothing was for so long. Fails when the display is gone.
    pub fn next(&mut self, patience: Duration) -> Result<Option<Did>> {
        match self.heard.recv_timeout(patience) {
            Ok(raw) => self.understood(raw),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(ScreenError::Lost {
                screen: self.control.name.clone(),
                why: "it does not tell any more what is done".into(),
            }),
        }
    }

    fn understood(&mut self, raw: Raw) -> Result<Option<Did>> {
        Ok(match raw {
            Raw::Started => None,
            Raw::Motion(at) => Some(Did::Pointed(at)),
            Raw::Button { number: WHEEL..=7, down: false, .. } => None,
            Raw::Button { number: number @ WHEEL..=7, .. } => Some(Did::Turned(number)),
            Raw::Button { number, down: true, at } => Some(Did::Pressed(number, at)),
            Raw::Button { number, down: false, at } => Some(Did::Released(number, at)),
            Raw::Key { code, state } => self.struck(code, state)?,
        })
    }

    fn struck(&mut self, code: u8, state: u16) -> Result<Option<Did>> {
        let mut symbol = self.keymap.keysym(code, state);
        if symbol.raw() == 0 {
            // A key that had no meaning may have been given one.
            self.keymap = Keymap::read(&self.control)?;
            symbol = self.keymap.keysym(code, state);
        }
        let key = Key::from_keysym(symbol);
        if key.is_some_and(|k| k.is_modifier()) {
            return Ok(None);
        }
        let bits = [(SHIFT, Key::SHIFT), (CONTROL, Key::CTRL), (MOD1, Key::ALT), (MOD4, Key::SUPER)];
        let held = bits.iter().filter(|(bit, _)| state as u8 & bit != 0).map(|(_, key)| *key).collect();
        Ok(Some(Did::Struck { key, writes: symbol.key_char().filter(|c| !c.is_control()), held }))
    }
}

impl Drop for Tap {
    fn drop(&mut self) {
        let conn = &self.control.conn;
        let heard = conn.record_disable_context(self.context).is_ok() && self.control.sync().is_ok();
        // A server that hangs would keep us here for ever.
        if let Some(thread) = self.thread.take().filter(|_| heard) {
            let _ = thread.join();
        }
    }
}

fn context(control: &Link) -> Result<record::Context> {
    let context = control.conn.generate_id().map_err(|e| control.failed(e))?;
    let none = record::Range8 { first: 0, last: 0 };
    let no_extension = record::ExtRange { major: none, minor: record::Range16 { first: 0, last: 0 } };
    let input = record::Range8 { first: xproto::KEY_PRESS_EVENT, last: xproto::MOTION_NOTIFY_EVENT };
    let range = record::Range {
        core_requests: none,
        core_replies: none,
        ext_requests: no_extension,
        ext_replies: no_extension,
        delivered_events: none,
        device_events: input,
        errors: none,
        client_started: false,
        client_died: false,
    };
    let made = control.conn.record_create_context(context, 0, &[record::CS::ALL_CLIENTS.into()], &[range]);
    made.map_err(|e| control.failed(e))?.check().map_err(|e| control.failed(e))?;
    Ok(context)
}

/// Hands on what comes until the recording is ended or the display goes: whoever listens notices by the channel's end.
fn listen(data: &Link, context: record::Context, tell: &Sender<Raw>) {
    let Ok(replies) = data.conn.record_enable_context(context) else { return };
    for reply in replies {
        let Ok(reply) = reply else { return };
        let told = match reply.category {
            START => tell.send(Raw::Started).is_ok(),
            // Device events all have the shape of a key press, and 32 bytes.
            FROM_SERVER => reply.data.chunks_exact(32).filter_map(raw).all(|raw| tell.send(raw).is_ok()),
            _ => continue,
        };
        if !told {
            return;
        }
    }
}

fn raw(event: &[u8]) -> Option<Raw> {
    let short = |at: usize| i16::from_ne_bytes([event[at], event[at + 1]]);
    let at = Point { x: short(20).into(), y: short(22).into() };
    match event[0] & 0x7f {
        xproto::KEY_PRESS_EVENT => Some(Raw::Key { code: event[1], state: short(28).cast_unsigned() }),
        xproto::BUTTON_PRESS_EVENT => Some(Raw::Button { number: event[1], down: true, at }),
        xproto::BUTTON_RELEASE_EVENT => Some(Raw::Button { number: event[1], down: false, at }),
        xproto::MOTION_NOTIFY_EVENT => Some(Raw::Motion(at)),
        _ => None,
    }
}
