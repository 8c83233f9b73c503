//! The program that captures by xcap (`bench/peer`), spoken to through pipes: it measures its own times.

use crate::Outcome;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A peer under way. It ends when this is dropped.
pub struct Peer {
    child: Child,
    requests: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
    /// The version of xcap.
    pub version: String,
}

/// A picture as the peer sees it.
pub struct Picture {
    /// Pixels from left to right.
    pub width: usize,
    /// Pixels from top to bottom.
    pub height: usize,
    /// Four bytes for each pixel: red, green, blue, and one that means nothing.
    pub rgba: Vec<u8>,
}

impl Peer {
    /// Starts it on the display of this process.
    pub fn start(program: &Path) -> Outcome<Self> {
        let mut child = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| format!("cannot start {}: {e}", program.display()))?;
        let requests = child.stdin.take();
        let answers = BufReader::new(child.stdout.take().ok_or("the peer has no output")?);
        let mut peer = Self { child, requests, answers, version: String::new() };
        peer.version = peer.line()?;
        Ok(peer)
    }

    /// Takes a picture; says how many milliseconds that took.
    pub fn capture_ms(&mut self) -> Outcome<f64> {
        self.ask("time")?;
        Ok(self.line()?.parse()?)
    }

    /// What it sees.
    pub fn picture(&mut self) -> Outcome<Picture> {
        self.ask("picture")?;
        let line = self.line()?;
        let (width, height) = line.split_once(' ').ok_or("the peer names no size")?;
        let (width, height) = (width.parse()?, height.parse()?);
        let mut rgba = vec![0; width * height * 4];
        self.answers.read_exact(&mut rgba)?;
        Ok(Picture { width, height, rgba })
    }

    fn ask(&mut self, what: &str) -> Outcome {
        let requests = self.requests.as_mut().ok_or("the peer has no input")?;
        writeln!(requests, "{what}")?;
        Ok(requests.flush()?)
    }

    fn line(&mut self) -> Outcome<String> {
        let mut line = String::new();
        if self.answers.read_line(&mut line)? == 0 {
            return Err("the peer has ended: see its message above".into());
        }
        Ok(line.trim_end().to_owned())
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        // It ends with its input.
        self.requests = None;
        let _ = self.child.wait();
    }
}
