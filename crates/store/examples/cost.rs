//! What keeping and reading frames costs: `cargo run --release -p lea-store --example cost [FRAMES]`.

use std::time::{Duration, Instant};

use lea_frame::FrameBuf;
use lea_model::{Event, EventType, RawSession, Rect, SessionMetadata, Size, ids};
use lea_store::{Result, Store, StoreError};

/// A screen with windows, buttons and lines of text-like marks: flat for the most part, busy in places.
fn desktop(size: Size, seed: u64) -> Result<FrameBuf> {
    let mut frame = FrameBuf::filled(size, [0x60, 0x40, 0x20])?;
    let mut x = seed.wrapping_mul(2) | 1;
    let mut random = move |below: i32| {
        x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((x >> 33) % below as u64) as i32
    };
    for window in 0..3 {
        let (left, top) = (window * 560 + 30, 60 + window * 40);
        frame.fill(Rect::from([left, top, left + 640, top + 800]), [0xf4, 0xf4, 0xf4]);
        frame.fill(Rect::from([left, top, left + 640, top + 28]), [0x90, 0x60, 0x30]);
        for line in 0..40 {
            let (mut at, y) = (left + 12, top + 44 + line * 18);
            let end = at + 100 + random(480);
            while at < end {
                let (wide, high) = (2 + random(5), 4 + random(8));
                let grey = random(120) as u8;
                frame.fill(Rect::from([at, y + 12 - high, at + wide, y + 12]), [grey; 3]);
                at += wide + 1 + random(4);
            }
        }
    }
    Ok(frame)
}

fn header(id: &str) -> RawSession {
    RawSession {
        session_id: id.to_owned(),
        started_at: "2026-11-15T09:00:00Z".to_owned(),
        ..RawSession::default()
    }
}

fn report(name: &str, mut times: Vec<Duration>, bytes: u64) {
    times.sort();
    let count = times.len();
    let ms = |d: Duration| d.as_secs_f64() * 1e3;
    println!(
        "{name:44} median {:7.3} ms  p99 {:7.3} ms  worst {:7.3} ms  {:9.0} bytes each  (n {count})",
        ms(times[count / 2]),
        ms(times[count * 99 / 100]),
        ms(times[count - 1]),
        bytes as f64 / count as f64,
    );
}

fn main() -> Result<()> {
    let count: u64 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(1000);
    let folder = tempfile::tempdir().map_err(|source| StoreError::Io {
        doing: "make",
        path: std::env::temp_dir(),
        source,
    })?;
    let store = Store::open(folder.path())?;
    let size = Size { width: 1920, height: 1080 };
    let id = "sess_2026-11-15T09-00-00_cost";
    let mut writer = store.begin(&header(id))?;
    let mut shot = 0;

    let mut keep = |writer: &mut lea_store::SessionWriter, frame: &FrameBuf| -> Result<(Duration, u64)> {
        shot += 1;
        let start = Instant::now();
        let kept = writer.screenshot(&ids::screenshot_id(shot), frame.as_frame(), shot as f64)?;
        Ok((start.elapsed(), kept.bytes))
    };
    let (mut times, mut bytes) = (Vec::new(), 0);
    let mut frame = desktop(size, 0)?;
    for seed in 0..20 {
        frame = desktop(size, seed)?;
        let (time, new) = keep(&mut writer, &frame)?;
        times.push(time);
        bytes += new;
    }
    report("a wholly new 1080p screen", times, bytes);
    let (mut times, mut bytes) = (Vec::new(), 0);
    for _ in 0..count {
        let (time, new) = keep(&mut writer, &frame)?;
        times.push(time);
        bytes += new;
    }
    report("an unchanged 1080p screen", times, bytes);
    let (mut times, mut bytes) = (Vec::new(), 0);
    for turn in 0..count as i32 {
        // A word typed somewhere: two or three tiles of new content.
        let (x, y) = (turn * 37 % 1800, turn * 91 % 1000);
        frame.fill(Rect::from([x, y, x + 40, y + 12]), [turn as u8, (turn >> 8) as u8, 7]);
        let (time, new) = keep(&mut writer, &frame)?;
        times.push(time);
        bytes += new;
    }
    report("a little changed 1080p screen", times, bytes);
    let mut times = Vec::new();
    for n in 0..count {
        let mut event = Event::new(n, n as f64, EventType::MouseClick);
        event.pos = Some([10, 10].into());
        let start = Instant::now();
        writer.event(&event)?;
        times.push(start.elapsed());
    }
    report("an event", times, 0);
    let start = Instant::now();
    writer.finish(&SessionMetadata::default(), "2026-11-15T10:00:00Z")?;
    println!("finishing: {:.1?}", start.elapsed());

    let mut times = Vec::new();
    for turn in 0..100 {
        let start = Instant::now();
        store.frame(id, &ids::screenshot_id(turn * 7 % shot + 1))?;
        times.push(start.elapsed());
    }
    report("reading any frame", times, 0);
    let start = Instant::now();
    println!(
        "list: {:?} in {:.1?}",
        store.sessions()?.first().map(|s| (s.events, s.frames, s.bytes)),
        start.elapsed()
    );
    println!("disk: {:?}", store.disk()?);
    let start = Instant::now();
    println!("{:?} in {:.1?}", store.delete(id)?, start.elapsed());
    println!("disk: {:?}", store.disk()?);
    Ok(())
}
