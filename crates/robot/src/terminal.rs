//! Questions at a terminal. A prompt ends when a person says stop, and what was typed before it was shown answers nothing (SPEC ACT.15).

use crate::Stop;
use crate::stop::LOOK_EVERY;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::termios::{QueueSelector, isatty, tcflush};
use std::io::Write as _;
use std::os::fd::AsFd;

/// A longer line is no answer, in bytes.
const LONGEST: usize = 64 << 10;

/// What was heard at a prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// A line, without its end.
    Line(String),
    /// Nobody is there: the input ended.
    Nobody,
    /// A person said stop.
    Stopped,
}

/// Asks at the terminal, and waits for a line.
pub fn prompt(text: &str, stop: &Stop) -> Heard {
    let input = std::io::stdin();
    discard_typed_ahead(&input);
    eprint!("{text} ");
    let _ = std::io::stderr().flush();
    let heard = read_line(&input, stop);
    if heard == Heard::Stopped {
        eprintln!();
    }
    heard
}

/// Forgets what was typed and not read yet. It was typed before the question was seen.
fn discard_typed_ahead(input: impl AsFd) {
    if isatty(&input) {
        // Where it fails the terminal is gone; reading tells.
        let _ = tcflush(&input, QueueSelector::IFlush);
    }
}

/// Reads a line, straight from the descriptor: a buffer would keep what comes after it for the next question.
fn read_line(input: impl AsFd, stop: &Stop) -> Heard {
    let mut line: Vec<u8> = Vec::new();
    let slice = Timespec::try_from(LOOK_EVERY).ok();
    while line.len() <= LONGEST {
        if stop.is_set() {
            return Heard::Stopped;
        }
        let mut polled = [PollFd::new(&input, PollFlags::IN)];
        match poll(&mut polled, slice.as_ref()) {
            Ok(0) | Err(Errno::INTR | Errno::AGAIN) => continue,
            Ok(_) => {}
            Err(_) => return Heard::Nobody,
        }
        let mut some = [0u8; 512];
        match rustix::io::read(&input, &mut some) {
            Err(Errno::INTR | Errno::AGAIN) => continue,
            Ok(0) | Err(_) => return Heard::Nobody,
            Ok(count) => line.extend(&some[..count]),
        }
        if let Some(end) = line.iter().position(|b| *b == b'\n') {
            // The stop may have been said while the line was typed.
            let text = String::from_utf8_lossy(&line[..end]).trim().to_owned();
            return if stop.is_set() { Heard::Stopped } else { Heard::Line(text) };
        }
    }
    Heard::Nobody
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::io::pipe;
    use std::sync::atomic::Ordering;
    use std::time::{Duration, Instant};

    #[test]
    fn a_line_is_an_answer_and_the_end_of_the_input_is_nobody() {
        let (reader, mut writer) = pipe().unwrap();
        writer.write_all("  oui é \n".as_bytes()).unwrap();
        assert_eq!(read_line(&reader, &Stop::default()), Heard::Line("oui é".into()));
        writer.write_all(b"y").unwrap();
        drop(writer);
        assert_eq!(read_line(&reader, &Stop::default()), Heard::Nobody, "half a line is no answer");
    }

    #[test]
    fn a_second_line_that_came_with_the_first_answers_nothing() {
        let (reader, mut writer) = pipe().unwrap();
        writer.write_all(b"n\ny\n").unwrap();
        assert_eq!(read_line(&reader, &Stop::default()), Heard::Line("n".into()));
        drop(writer);
        assert_eq!(read_line(&reader, &Stop::default()), Heard::Nobody);
    }

    #[test]
    fn a_stop_ends_a_prompt_within_200_ms_and_wins_over_an_answer() {
        let (reader, mut writer) = pipe().unwrap();
        let stop = Stop::default();
        let flag = stop.flag();
        let stopped = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(100));
            flag.store(true, Ordering::SeqCst);
            Instant::now()
        });
        assert_eq!(read_line(&reader, &stop), Heard::Stopped);
        let ended = Instant::now();
        let took = ended.duration_since(stopped.join().unwrap());
        assert!(took < Duration::from_millis(200), "{took:?}");
        writer.write_all(b"y\n").unwrap();
        assert_eq!(read_line(&reader, &stop), Heard::Stopped);
    }
}
