//! A question of the command line itself, beside those of a run: yes or no, at the terminal.

use lea_lexicon::answers;
use lea_robot::terminal::{Heard, prompt};
use lea_robot::{Stop, Voice};

/// What came of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// Yes.
    Yes,
    /// No, or anything else.
    No,
    /// Nobody is at the terminal, or whoever is there ended it or said stop.
    Nobody,
}

/// Asks whoever is at the terminal; what was typed before the question answers nothing, and a stop ends the waiting.
pub fn ask(json: bool, question: &str, stop: &Stop) -> Said {
    if Voice::of_terminal(json) != Voice::Terminal {
        return Said::Nobody;
    }
    match prompt(&format!("{question} [y/N]"), stop) {
        Heard::Line(line) => meant(&line),
        Heard::Nobody | Heard::Stopped => Said::Nobody,
    }
}

fn meant(line: &str) -> Said {
    match answers::said(line) {
        answers::Said::Yes => Said::Yes,
        answers::Said::No => Said::No,
        answers::Said::Stop => Said::Nobody,
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
        assert_eq!(meant("stop\n"), Said::Nobody);
    }
}
