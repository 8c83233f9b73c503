//! Captures the screen by xcap, on request: a program of its own, so that Lea's benches are built without it.
//!
//! The first line says the version. Then each line of the input is answered: `time` takes a picture and says the milliseconds it
//! took; `picture` says the width and the height, followed by the pixels as RGBA.

use std::error::Error;
use std::io::{BufRead, Write, stdin, stdout};
use std::time::Instant;
use xcap::Monitor;

/// The versions that were really built.
const LOCK: &str = include_str!("../Cargo.lock");

fn main() -> Result<(), Box<dyn Error>> {
    let monitor = Monitor::all()?.into_iter().next().ok_or("xcap finds no monitor")?;
    let mut out = stdout().lock();
    writeln!(out, "{}", version())?;
    for line in stdin().lock().lines() {
        let start = Instant::now();
        let image = monitor.capture_image()?;
        let took = start.elapsed().as_secs_f64() * 1000.0;
        match line?.as_str() {
            "time" => writeln!(out, "{took}")?,
            "picture" => {
                writeln!(out, "{} {}", image.width(), image.height())?;
                out.write_all(image.as_raw())?;
            }
            other => return Err(format!("{other:?} is no request: say time or picture").into()),
        }
        out.flush()?;
    }
    Ok(())
}

fn version() -> &'static str {
    let mut lines = LOCK.lines().skip_while(|line| *line != "name = \"xcap\"");
    let version = lines.nth(1).and_then(|line| line.strip_prefix("version = "));
    version.map_or("unknown", |v| v.trim_matches('"'))
}
