//! What the loop needs beside eye and hand when it runs over a film: people who answer as in a rehearsal, a journal in memory, no outside,
//! and a clock that only waiting moves.

use lea_act::Plan;
use lea_act::step::Accepted;
use lea_act::world::{
    Answer, Asked, Clock, Credential, Effected, Interrupt, Keep, Observation, Outside, People, Question,
};
use lea_model::Rect;
use lea_model::run::{AuditRecord, Entry, StepRecord};
use lea_model::workflow::Effect;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

use crate::Stop;

/// What the film answers, and the scene that says so.
pub type Shown = (Option<Answer>, Option<usize>);

/// A question that was asked on a film.
#[derive(Clone, Debug)]
pub struct Heard {
    /// The step it was about, where it was about one.
    pub step: Option<(String, usize)>,
    /// The scene that came next.
    pub next: Option<usize>,
    /// Why it was asked.
    pub why: String,
}

/// Nobody, but for the rule of a rehearsal, and for what the demonstration itself says.
pub struct Audience<'a> {
    /// A person ended the self-test.
    pub stop: &'a Stop,
    /// What the demonstration itself says: which of several ways it goes, whether it does an optional step, that its record is the right one.
    /// And which of its scenes comes next.
    pub shown: &'a dyn Fn(&Question) -> Shown,
    /// What was asked that a rule does not answer.
    pub heard: Vec<Heard>,
}

impl People for Audience<'_> {
    fn ask(&mut self, question: &Question, _: &Observation) -> Answer {
        if matches!(question.asked, Asked::Irreversible | Asked::Step) {
            return Answer::Yes;
        }
        let stored = &question.stored;
        let why = if stored.why.is_empty() { stored.text.clone() } else { stored.why.clone() };
        let (answer, next) = (self.shown)(question);
        self.heard.push(Heard { step: stored.edge.clone().zip(stored.part), next, why });
        answer.unwrap_or(Answer::Nobody)
    }

    fn tell(&mut self, _: &str) {}

    fn interrupted(&mut self) -> Option<Interrupt> {
        self.stop.is_set().then_some(Interrupt::Stop)
    }

    fn wait_to_go_on(&mut self) -> bool {
        false
    }

    fn name(&self) -> String {
        "the self-test".into()
    }

    fn accepts(&self) -> Accepted {
        Accepted::Rule(self.name())
    }

    fn is_rule(&self) -> bool {
        true
    }
}

/// The journal of a film, in memory: nothing of it is kept but what it says about steps.
#[derive(Default)]
pub struct Notes {
    /// Steps that were done and looked at.
    pub records: Vec<StepRecord>,
}

impl Keep for Notes {
    fn write(&mut self, entry: &Entry) -> Result<(), String> {
        if let Entry::Conclude { record } = entry {
            self.records.push((**record).clone());
        }
        Ok(())
    }

    fn keep_screen(&mut self, _: &Observation, _: &[Rect]) -> Option<String> {
        None
    }

    fn audit(&mut self, _: AuditRecord) -> Result<(), String> {
        Ok(())
    }
}

/// No effects, no other workflows; a secret is whatever it may be, since no film shows it.
pub struct Nowhere;

impl Outside for Nowhere {
    fn check(&mut self, _: &Effect, _: &BTreeMap<String, String>) -> Effected {
        Effected::Yes("a film has no outside".into())
    }

    fn credential(&mut self, _: &str) -> Result<Credential, String> {
        Ok(Credential("a film has no secrets".into()))
    }

    fn workflow(&mut self, workflow_id: &str) -> Result<Rc<Plan>, String> {
        Err(format!("{workflow_id} is not followed on a film"))
    }
}

/// Time that passes only where the loop waits.
#[derive(Default)]
pub struct FilmClock(Cell<f64>);

impl FilmClock {
    /// Lets time pass.
    pub fn pass(&self, time: Duration) {
        self.0.set(self.0.get() + time.as_secs_f64());
    }
}

impl Clock for FilmClock {
    fn seconds(&self) -> f64 {
        self.0.get()
    }

    fn now(&self) -> String {
        String::new()
    }

    fn pause(&self, time: Duration) {
        self.pass(time);
    }
}
