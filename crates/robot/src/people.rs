//! The people around a run: on a terminal, or nobody, or the rule of a rehearsal.

use crate::Stop;
use crate::advised::Proposal;
use crate::eye::Shared;
use crate::picture;
use crate::question::{facts, numbered, plain};
use crate::terminal::{Heard, prompt};
use lea_act::step::Accepted;
use lea_act::world::{Answer, Asked, Interrupt, Observation, People, Question};
use lea_lexicon::answers::{Said, said};
use lea_model::Point;
use lea_screen::x11::watch::Watch;
use std::cell::Cell;
use std::io::IsTerminal;
use std::rc::Rc;

/// The pointer may come to rest this far from where it was put, in pixels.
const JITTER: i32 = 3;

/// Who answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Voice {
    /// A person at the terminal.
    Terminal,
    /// Nobody: every question halts.
    Nobody,
    /// A rehearsal: what the configuration says to confirmations, nobody to the rest.
    Rule {
        /// Confirmations are answered with yes.
        confirm: bool,
    },
}

impl Voice {
    /// Someone is at the terminal, unless the output is for a program.
    pub fn of_terminal(json: bool) -> Self {
        let is_there = !json && std::io::stdin().is_terminal() && std::io::stderr().is_terminal();
        if is_there { Self::Terminal } else { Self::Nobody }
    }
}

/// People who answer, and can interrupt.
pub(crate) struct Around<'w> {
    /// Who answers.
    pub voice: Voice,
    /// What they are called, for the audit.
    pub name: String,
    /// Nothing is said that needs no answer.
    pub quiet: bool,
    /// The screen they sit at.
    pub screen: Shared,
    /// Where Lea put the pointer last.
    pub pointer: Rc<Cell<Option<Point>>>,
    /// The listener for hotkeys.
    pub watch: Option<&'w Watch>,
    /// A person said stop: the stop key, Ctrl-C or SIGTERM.
    pub stop: Stop,
    /// Whether a moved pointer pauses.
    pub heeds_pointer: bool,
    /// Where the first answer to a proposal goes, in a run that a person begins.
    pub proposal: Option<Proposal>,
}

impl Around<'_> {
    fn on_terminal(&self, question: &Question, observation: &Observation) -> Answer {
        eprint!("\n{}", shown(question));
        // It is deleted when the question is answered.
        let frame = observation.frame.as_ref();
        let picture = frame.and_then(|f| picture::of_question(f, &question.places, &question.private).ok());
        if let Some(picture) = &picture {
            eprintln!("  a picture: {}", picture.path().display());
        }
        let asks = match question.asked {
            Asked::Irreversible | Asked::Step | Asked::Optional => "[y/N/stop]",
            Asked::Value => ">",
            Asked::Which => "[number, or x,y]",
            Asked::Way | Asked::Happened | Asked::Right | Asked::Record => "[number]",
        };
        match prompt(asks, &self.stop) {
            Heard::Line(line) => understood(question, &line),
            Heard::Nobody => Answer::Nobody,
            Heard::Stopped => Answer::Stop,
        }
    }

    fn has_moved(&self) -> bool {
        let Some(was) = self.pointer.get().filter(|_| self.heeds_pointer) else { return false };
        let Ok(Some(is)) = self.screen.borrow_mut().pointer() else { return false };
        (is.x - was.x).abs() > JITTER || (is.y - was.y).abs() > JITTER
    }
}

/// What the rule of a rehearsal says: *may I*, and nothing else (SPEC ACT.9). Every other question halts.
fn by_rule(kind: Asked, confirm: bool) -> Answer {
    match kind {
        Asked::Irreversible | Asked::Step if confirm => Answer::Yes,
        Asked::Irreversible
        | Asked::Step
        | Asked::Optional
        | Asked::Value
        | Asked::Which
        | Asked::Way
        | Asked::Happened
        | Asked::Right
        | Asked::Record => Answer::Nobody,
    }
}

/// A question as it stands at the terminal, with all that somebody needs who answers it: why it is asked, which record it is about, and the
/// choices with their numbers. What is answered with yes or no has no numbers.
fn shown(question: &Question) -> String {
    let stored = &question.stored;
    let choices = if question.asked.is_yes_or_no() { Vec::new() } else { numbered(stored) };
    let lines = facts(stored).into_iter().chain(choices).map(|line| format!("  {line}\n"));
    format!("{}\n{}", plain(&stored.text), lines.collect::<String>())
}

/// What a line means as the answer to a question.
fn understood(question: &Question, line: &str) -> Answer {
    match question.asked {
        Asked::Irreversible | Asked::Step | Asked::Optional => match said(line) {
            Said::Yes => Answer::Yes,
            Said::Stop => Answer::Stop,
            Said::No => Answer::No,
        },
        Asked::Value => Answer::Text(line.to_owned()),
        Asked::Which => pointed(line, question.places.len()),
        Asked::Way | Asked::Happened | Asked::Right | Asked::Record => {
            numbered_from_one(line, question.stored.choices.len()).map_or(Answer::Nobody, Answer::Choice)
        }
    }
}

/// Which of so many is meant by its number; the first is 1, as it is shown.
fn numbered_from_one(text: &str, many: usize) -> Option<usize> {
    text.parse::<usize>().ok().filter(|n| (1..=many).contains(n)).map(|n| n - 1)
}

/// A place by its number, or a point by its coordinates; the number after the last place is that of stopping.
fn pointed(text: &str, places: usize) -> Answer {
    match numbered_from_one(text, places + 1) {
        Some(n) if n == places => return Answer::Stop,
        Some(n) => return Answer::Choice(n),
        None => {}
    }
    let point = text
        .split_once(',')
        .and_then(|(x, y)| Some(Point { x: x.trim().parse().ok()?, y: y.trim().parse().ok()? }));
    match (point, text) {
        (Some(point), _) => Answer::Point(point),
        (None, "stop" | "s") => Answer::Stop,
        _ => Answer::Nobody,
    }
}

impl People for Around<'_> {
    fn ask(&mut self, question: &Question, observation: &Observation) -> Answer {
        let answer = match self.voice {
            Voice::Nobody => Answer::Nobody,
            Voice::Rule { confirm } => by_rule(question.asked, confirm),
            Voice::Terminal => self.on_terminal(question, observation),
        };
        if question.asked == Asked::Step
            && let Some(proposal) = self.proposal.take()
        {
            proposal.set(Some(answer == Answer::Yes));
        }
        // A person who answers moves the pointer; that is no interruption.
        if self.voice == Voice::Terminal {
            self.pointer.set(None);
        }
        answer
    }

    fn tell(&mut self, text: &str) {
        if !self.quiet {
            eprintln!("{text}");
        }
    }

    /// Also where the output is for a program: it reads another stream.
    fn warn(&mut self, text: &str) {
        eprintln!("warning: {text}");
    }

    fn interrupted(&mut self) -> Option<Interrupt> {
        if self.stop.is_set() {
            return Some(Interrupt::Stop);
        }
        let paused = self.watch.is_some_and(|w| w.take_paused());
        (paused || self.has_moved()).then_some(Interrupt::Pause)
    }

    fn wait_to_go_on(&mut self) -> bool {
        self.pointer.set(None);
        if self.voice != Voice::Terminal {
            eprintln!("paused: a person took over. Resume it with: lea run --resume");
            return false;
        }
        eprintln!("\nPaused: someone moved the pointer, or asked for it.");
        let heard = prompt("[Enter goes on, stop ends it]", &self.stop);
        matches!(heard, Heard::Line(line) if !line.starts_with('s'))
    }

    fn accepts(&self) -> Accepted {
        match self.voice {
            Voice::Rule { .. } => Accepted::Rule(self.name()),
            _ => Accepted::Person(self.name()),
        }
    }

    fn name(&self) -> String {
        match self.voice {
            Voice::Rule { .. } => "the rule for rehearsals".into(),
            _ => self.name.clone(),
        }
    }

    fn is_rule(&self) -> bool {
        matches!(self.voice, Voice::Rule { .. })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_model::Rect;

    #[test]
    fn the_rule_of_a_rehearsal_says_yes_to_may_i_and_to_nothing_else() {
        for kind in [Asked::Irreversible, Asked::Step] {
            assert_eq!(by_rule(kind, true), Answer::Yes, "{kind:?}");
            assert_eq!(by_rule(kind, false), Answer::Nobody, "{kind:?}");
        }
        for kind in [
            Asked::Optional,
            Asked::Value,
            Asked::Which,
            Asked::Way,
            Asked::Happened,
            Asked::Right,
            Asked::Record,
        ] {
            assert_eq!(by_rule(kind, true), Answer::Nobody, "{kind:?}");
        }
    }

    fn question(kind: Asked) -> Question {
        let choices = vec!["stop".to_owned(), "go on".to_owned()];
        let stored = lea_model::run::Question { choices, kind: kind.kind(), ..Default::default() };
        let places = vec![Rect::default(), Rect::default()];
        Question { asked: kind, stored, places, private: Vec::new() }
    }

    #[test]
    fn a_question_at_the_terminal_shows_the_reason_the_record_and_the_choices() {
        let mut happened = question(Asked::Happened);
        happened.stored.text = "Did it happen?".into();
        happened.stored.why = "the dialog stayed open".into();
        happened.stored.known = [("number".to_owned(), "F-2041".to_owned())].into();
        assert_eq!(
            shown(&happened),
            "Did it happen?\n  why: the dialog stayed open\n  known: number = F-2041\n  1: stop\n  2: go on\n"
        );
    }

    #[test]
    fn what_is_answered_with_yes_or_no_shows_its_place_and_no_numbers() {
        let mut may = question(Asked::Irreversible);
        may.stored.places = vec!["“Open” in the row “Dupont, 12 March”".into()];
        let shown = shown(&may);
        assert!(shown.contains("  about: “Open” in the row “Dupont, 12 March”\n"), "{shown}");
        assert!(!shown.contains("1:"), "{shown}");
    }

    #[test]
    fn only_a_clear_yes_is_one() {
        for line in ["y", "Y", "yes", "o", "oui"] {
            assert_eq!(understood(&question(Asked::Irreversible), line), Answer::Yes);
        }
        for line in ["", "n", "yy", "maybe", "1"] {
            assert_eq!(understood(&question(Asked::Irreversible), line), Answer::No);
        }
        assert_eq!(understood(&question(Asked::Step), "stop"), Answer::Stop);
    }

    #[test]
    fn a_place_is_chosen_by_its_number_from_one_or_by_a_point() {
        let which = question(Asked::Which);
        assert_eq!(understood(&which, "2"), Answer::Choice(1));
        assert_eq!(understood(&which, "3"), Answer::Stop, "none of them, as it is shown");
        assert_eq!(understood(&which, "4"), Answer::Nobody);
        assert_eq!(understood(&which, "10, 20"), Answer::Point(Point { x: 10, y: 20 }));
        assert_eq!(understood(&which, "stop"), Answer::Stop);
    }

    #[test]
    fn a_choice_is_named_by_the_number_it_is_shown_with_and_others_are_none() {
        let way = question(Asked::Way);
        assert!(shown(&way).contains("  1: stop\n  2: go on\n"), "{}", shown(&way));
        assert_eq!(understood(&way, "1"), Answer::Choice(0));
        assert_eq!(understood(&way, "2"), Answer::Choice(1));
        assert_eq!(understood(&way, "0"), Answer::Nobody);
        assert_eq!(understood(&way, "3"), Answer::Nobody);
        assert_eq!(understood(&question(Asked::Happened), "yes"), Answer::Nobody);
    }
}
