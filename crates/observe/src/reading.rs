//! Reading where the screen changed, on a thread of its own: a reader takes milliseconds that the recorder does not have.

use lea_frame::{Frame, FrameBuf};
use lea_model::Rect;
use rustix::fd::OwnedFd;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// So many pictures wait to be read; what does not fit is not read, and what is not read is not seen.
const MOST_WAITING: usize = 24;

/// What was read in a picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// Lines of text: what they say, and where.
    pub lines: Vec<(String, Rect)>,
    /// Rows of marks that stand for characters.
    pub bullets: Vec<Rect>,
}

/// Reads the text of pictures.
pub trait TextReader: Send {
    /// Reads the lines that touch `changed`, of each only the words that do: those of the first boxes first, at most
    /// `most` lines. Must not remember what it read.
    fn read(&mut self, picture: Frame<'_>, changed: &[Rect], most: usize) -> Reading;
}

/// A picture to be read.
pub(crate) struct Request {
    /// What it is read for.
    pub number: u64,
    /// When its pixels were taken.
    pub t: Duration,
    /// The part of the screen, and its upper left corner.
    pub picture: FrameBuf,
    pub corner: (i32, i32),
    /// What changed, on the screen.
    pub changed: Vec<Rect>,
    pub most: usize,
}

/// What was read in it; all boxes are places on the screen.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub number: u64,
    pub t: Duration,
    pub changed: Vec<Rect>,
    pub reading: Reading,
}

/// A reader at work.
pub(crate) struct ReadingThread {
    requests: Option<crossbeam_channel::Sender<Request>>,
    answers: crossbeam_channel::Receiver<Answer>,
    stopped: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl ReadingThread {
    /// Starts it; `bell` is rung when something was read.
    pub fn start(mut reader: Box<dyn TextReader>, bell: Arc<OwnedFd>) -> std::io::Result<Self> {
        let (requests, asked) = crossbeam_channel::bounded::<Request>(MOST_WAITING);
        let (answer, answers) = crossbeam_channel::unbounded();
        let stopped = Arc::new(AtomicBool::new(false));
        let is_stopped = stopped.clone();
        let work = move || {
            for request in asked {
                if is_stopped.load(Ordering::Relaxed) || answer.send(read(&mut *reader, request)).is_err() {
                    return;
                }
                let _ = rustix::io::write(&*bell, &1u64.to_ne_bytes());
            }
        };
        let thread = std::thread::Builder::new().name("lea-reads".into()).spawn(work)?;
        Ok(Self { requests: Some(requests), answers, stopped, thread: Some(thread) })
    }

    /// Has a picture read; false where too many wait already.
    pub fn ask(&self, request: Request) -> bool {
        self.requests.as_ref().is_some_and(|r| r.try_send(request).is_ok())
    }

    /// The next answer, if there is one by then.
    pub fn answer(&self, until: Instant) -> Option<Answer> {
        self.answers.recv_deadline(until).ok()
    }
}

impl Drop for ReadingThread {
    fn drop(&mut self) {
        self.stopped.store(true, Ordering::Relaxed);
        self.requests = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn read(reader: &mut dyn TextReader, request: Request) -> Answer {
    let Request { number, t, picture, corner: (x, y), changed, most } = request;
    let local: Vec<Rect> = changed.iter().map(|r| r.moved(-x, -y)).collect();
    let mut reading = reader.read(picture.as_frame(), &local, most);
    reading.lines.iter_mut().for_each(|(_, r)| *r = r.moved(x, y));
    reading.bullets.iter_mut().for_each(|r| *r = r.moved(x, y));
    Answer { number, t, changed, reading }
}
