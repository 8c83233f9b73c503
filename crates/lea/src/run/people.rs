//! The people around a run: on a terminal, or nobody, or the rule of a rehearsal.

use super::advised::Proposal;
use super::eye::Shared;
use lea_act::step::Accepted;
use lea_act::world::{Answer, Asked, Interrupt, People, Question, Sight};
use lea_model::Point;
use lea_screen::x11::watch::Watch;
use std::cell::Cell;
use std::io::{BufRead, IsTerminal, Write};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

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
pub struct Around {
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
    pub watch: Option<Watch>,
    /// Ctrl-C was pressed.
    pub interrupt: Arc<AtomicBool>,
    /// Whether a moved pointer pauses.
    pub heeds_pointer: bool,
    /// Where the first answer to a proposal goes, in a run that a person begins.
    pub proposal: Option<Proposal>,
}

impl Around {
    /// The listener for hotkeys, for the next run.
    pub fn into_watch(self) -> Option<Watch> {
        self.watch
    }

    fn prompt(&self, text: &str) -> Option<String> {
        eprint!("{text} ");
        let _ = std::io::stderr().flush();
        let mut line = String::new();
        let read = std::io::stdin().lock().read_line(&mut line).ok()?;
        (read > 0).then(|| line.trim().to_owned())
    }

    fn on_terminal(&self, question: &Question) -> Answer {
        eprintln!("\n{}", question.text);
        for (n, place) in question.places.iter().enumerate() {
            eprintln!("  {}: at {}, {}", n + 1, place.center().x, place.center().y);
        }
        for (n, choice) in question.choices.iter().enumerate() {
            eprintln!("  {n}: {choice}");
        }
        match question.kind {
            Asked::Irreversible | Asked::Step | Asked::Optional => match self.prompt("[y/N/stop]").as_deref()
            {
                Some("y" | "Y" | "yes" | "o" | "oui") => Answer::Yes,
                Some("stop" | "s") => Answer::Stop,
                None => Answer::Nobody,
                _ => Answer::No,
            },
            Asked::Value => self.prompt(">").map_or(Answer::Nobody, Answer::Text),
            Asked::Which => match self.prompt("[number, x,y, or stop]") {
                Some(text) => pointed(&text, question.places.len()),
                None => Answer::Nobody,
            },
            Asked::Way | Asked::Happened | Asked::Right | Asked::Record => {
                let number = self.prompt("[number]").and_then(|t| t.parse::<usize>().ok());
                number.filter(|n| *n < question.choices.len()).map_or(Answer::Nobody, Answer::Choice)
            }
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

/// A place by its number, or a point by its coordinates.
fn pointed(text: &str, places: usize) -> Answer {
    let number = text.parse::<usize>().ok().filter(|n| (1..=places).contains(n));
    if let Some(n) = number {
        return Answer::Choice(n - 1);
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

impl People for Around {
    fn ask(&mut self, question: &Question, _sight: &Sight) -> Answer {
        let answer = match self.voice {
            Voice::Nobody => Answer::Nobody,
            Voice::Rule { confirm } => by_rule(question.kind, confirm),
            Voice::Terminal => self.on_terminal(question),
        };
        if question.kind == Asked::Step
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
        let stopped = self.watch.as_ref().is_some_and(|w| w.stopped());
        if stopped || self.interrupt.load(Ordering::SeqCst) {
            return Some(Interrupt::Stop);
        }
        let paused = self.watch.as_ref().is_some_and(|w| w.take_paused());
        (paused || self.has_moved()).then_some(Interrupt::Pause)
    }

    fn wait_to_go_on(&mut self) -> bool {
        self.pointer.set(None);
        if self.voice != Voice::Terminal {
            eprintln!("paused: a person took over. Resume it with: lea run --resume");
            return false;
        }
        eprintln!("\nPaused: someone moved the pointer, or asked for it.");
        let answer = self.prompt("[Enter goes on, stop ends it]");
        answer.is_some_and(|a| !a.starts_with('s'))
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

    #[test]
    fn the_rule_of_a_rehearsal_says_yes_to_may_i_and_to_nothing_else() {
        for kind in [Asked::Irreversible, Asked::Step] {
            assert_eq!(by_rule(kind, true), Answer::Yes, "{kind:?}");
            assert_eq!(by_rule(kind, false), Answer::Nobody, "{kind:?}");
        }
        for kind in [Asked::Optional, Asked::Value, Asked::Which, Asked::Way, Asked::Happened, Asked::Right] {
            assert_eq!(by_rule(kind, true), Answer::Nobody, "{kind:?}");
        }
    }
}
