//! What the tests of the store share.
#![allow(dead_code, reason = "each test file uses a part of it")]

use std::path::Path;
use std::process::{Command, Stdio};

use lea_frame::FrameBuf;
use lea_model::{Event, EventType, Point, RawSession, Rect, SessionMetadata, Size, ids};
use lea_store::{SessionWriter, Store};

pub const ID: &str = "sess_2026-11-15T09-00-00_marie";
pub const OTHER: &str = "sess_2026-11-15T10-00-00_paul";
pub const END: &str = "2026-11-15T17:00:00Z";
pub const SIZE: Size = Size { width: 320, height: 200 };

pub fn header(id: &str) -> RawSession {
    RawSession {
        session_id: id.to_owned(),
        agent_version: "0.1.0".to_owned(),
        started_at: "2026-11-15T09:00:00Z".to_owned(),
        ..RawSession::default()
    }
}

pub fn click(number: u64) -> Event {
    let mut event = Event::new(number, number as f64 * 0.001, EventType::MouseClick);
    event.pos = Some(Point::from([number as i32, 7]));
    event
}

/// A picture that differs from every other number's in one place, and from its own noise seed everywhere.
pub fn picture(size: Size, noise: u64, number: u32) -> FrameBuf {
    let mut frame = FrameBuf::filled(size, [40, 50, 60]).unwrap();
    if noise > 0 {
        let mut x = noise.wrapping_mul(2) | 1;
        for p in frame.bytes.chunks_exact_mut(4) {
            x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            p[..3].copy_from_slice(&x.to_le_bytes()[5..]);
        }
    }
    let [b, g, r, _] = number.to_le_bytes();
    frame.fill(Rect::from([100, 100, 110, 110]), [b, g, r]);
    frame
}

pub fn shot(number: u64) -> String {
    ids::screenshot_id(number)
}

/// Records `events` clicks and `frames` pictures and leaves the writer open.
pub fn record<'a>(
    store: &Store,
    id: &str,
    events: u64,
    pictures: impl IntoIterator<Item = &'a FrameBuf>,
) -> SessionWriter {
    let mut writer = store.begin(&header(id)).unwrap();
    for (n, picture) in pictures.into_iter().enumerate() {
        writer.screenshot(&shot(n as u64 + 1), picture.as_frame(), n as f64).unwrap();
    }
    for n in 0..events {
        writer.event(&click(n)).unwrap();
    }
    writer
}

pub fn finish(writer: SessionWriter) -> RawSession {
    writer.finish(&SessionMetadata::default(), END).unwrap()
}

pub fn folder(root: &Path, id: &str) -> std::path::PathBuf {
    root.join("sessions").join(&id[5..15]).join(id)
}

/// Runs the test of this name of this binary again, as another process, with these variables set.
pub fn child(test: &str, variables: &[(&str, &str)]) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", test, "--nocapture", "--test-threads=1"]).stdout(Stdio::piped());
    command.envs(variables.iter().copied());
    command
}
