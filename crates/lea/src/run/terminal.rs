//! A question of the command line itself, beside those of a run: yes or no, at the terminal.

use super::people::Voice;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::termios::{QueueSelector, tcflush};
use std::io::{BufRead, Write};

/// How often somebody who wants to stop is heeded while an answer is waited for, in nanoseconds.
const HEEDS: i64 = 100_000_000;

/// What came of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// Yes.
    Yes,
    /// No, or anything else.
    No,
    /// Nobody is at the terminal, or whoever is there ended it.
    Nobody,
}

/// Asks whoever is at the terminal; what was typed before the question answers nothing. `is_stopped` ends the waiting.
pub fn ask(json: bool, question: &str, is_stopped: &dyn Fn() -> bool) -> Said {
    if Voice::of_terminal(json) != Voice::Terminal {
        return Said::Nobody;
    }
    let stdin = std::io::stdin();
    if tcflush(&stdin, QueueSelector::IFlush).is_err() {
        return Said::Nobody;
    }
    eprint!("{question} [y/N] ");
    let _ = std::io::stderr().flush();
    let every = Timespec { tv_sec: 0, tv_nsec: HEEDS };
    loop {
        if is_stopped() {
            return Said::Nobody;
        }
        let mut ready = [PollFd::new(&stdin, PollFlags::IN)];
        match poll(&mut ready, Some(&every)) {
            Ok(0) | Err(rustix::io::Errno::INTR) => {}
            Ok(_) => break,
            Err(_) => return Said::Nobody,
        }
    }
    let mut line = String::new();
    match stdin.lock().read_line(&mut line) {
        Ok(read) if read > 0 => meant(&line),
        _ => Said::Nobody,
    }
}

fn meant(line: &str) -> Said {
    match line.trim().to_lowercase().as_str() {
        "y" | "yes" | "o" | "oui" => Said::Yes,
        _ => Said::No,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_clear_yes_is_one() {
        for yes in ["y\n", " Y ", "yes", "oui\n", "O"] {
            assert_eq!(meant(yes), Said::Yes, "{yes:?}");
        }
        for no in ["", "\n", "n", "yy", "yes please", "1"] {
            assert_eq!(meant(no), Said::No, "{no:?}");
        }
    }
}
