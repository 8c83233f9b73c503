//! What every step of the loop needs: to look, to heed people and limits, and to write down what happens.

use crate::asking::Asking;
use crate::field_value;
use crate::mode::Actor;
use crate::run::{Runner, cancelled};
use crate::world::{Answer, Asked, Interrupt, Observation};
use lea_model::run::{Entry, Halt, HaltReason, Told};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

/// The screen after a person was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Screen {
    /// It is as it was.
    Same,
    /// It changed meanwhile: what was decided on it is decided anew.
    Other,
}

impl Runner<'_, '_, '_> {
    /// The screen as it is now, at rest; looked at again only after something may have changed it.
    pub fn look(&mut self) -> Result<Rc<Observation>, Halt> {
        if let Some(observation) = &self.observation {
            return Ok(observation.clone());
        }
        self.look_again()
    }

    /// The screen is lost; or a person said stop, which ends every look and wait.
    pub fn lost(&mut self, why: &str) -> Halt {
        match self.world.people.interrupted() {
            Some(Interrupt::Stop) => cancelled(),
            _ => Halt::new(HaltReason::ScreenLost, why),
        }
    }

    /// Looks anew.
    pub fn look_again(&mut self) -> Result<Rc<Observation>, Halt> {
        let patience = Duration::from_secs_f64(self.order.settings.settle_seconds);
        let observation = match self.world.eye.look(patience) {
            Ok(observation) => observation,
            Err(lost) => return Err(self.lost(&lost.to_string())),
        };
        let observation = Rc::new(observation);
        self.observation = Some(observation.clone());
        Ok(observation)
    }

    /// A run ends, whatever happens (S4).
    pub fn within_budget(&self) -> Result<(), Halt> {
        let seconds = self.world.clock.seconds() - self.spent.started;
        if self.spent.step >= self.order.settings.most_steps {
            return Err(Halt::new(
                HaltReason::Exhausted,
                format!("it took {} steps, which is as many as it may", self.spent.step),
            ));
        }
        if seconds > self.order.settings.most_seconds {
            return Err(Halt::new(
                HaltReason::Exhausted,
                format!("it took {seconds:.0} s, which is longer than it may"),
            ));
        }
        Ok(())
    }

    /// A person can stop and pause at any moment.
    pub fn heed_people(&mut self) -> Result<(), Halt> {
        let interrupted = match std::mem::take(&mut self.pause_waits) {
            true => Some(Interrupt::Pause),
            false => self.world.people.interrupted(),
        };
        match interrupted {
            None => Ok(()),
            Some(Interrupt::Stop) => Err(cancelled()),
            Some(Interrupt::Pause) => {
                self.note("paused", "a person took over")?;
                if !self.world.people.wait_to_go_on() {
                    return Err(cancelled());
                }
                self.note("resumed", "a person let it go on")?;
                self.place.record.interrupt();
                // Whatever they did: where are we now?
                self.observation = None;
                self.place.expected = None;
                Ok(())
            }
        }
    }

    /// Something unexpected happened, and the run could go on. Where its mode and maturity say so it pauses (SPEC ACT.9): a person lets
    /// it go on, or it halts with the question. Says whether the screen is still the one on which it paused.
    pub fn anomaly(&mut self, reason: HaltReason, what: &str) -> Result<Screen, Halt> {
        if !self.permission.pause_on_anomaly || self.permission.actor != Actor::Lea {
            return Ok(Screen::Same);
        }
        let observation = self.look()?;
        let what = self.hidden(what);
        let text = format!("{what}. Shall I go on?");
        self.note("paused", what.clone())?;
        let reply = self.ask(Asking::new(Asked::Step, text).because(what.clone()), &observation)?;
        match reply.answer {
            Answer::Yes => {}
            Answer::Stop => return Err(cancelled()),
            _ => return Err(reply.halt(reason, what)),
        }
        self.note("resumed", "a person let it go on")?;
        // Nobody was waited for where it was answered after an earlier halt.
        if !reply.waited {
            return Ok(Screen::Same);
        }
        self.place.record.interrupt();
        let is_same = self.look_again()?.number == observation.number;
        Ok(if is_same { Screen::Same } else { Screen::Other })
    }

    pub fn note(&mut self, what: &str, text: impl Into<String>) -> Result<(), Halt> {
        self.write(&Entry::Note { told: Told { what: what.into(), text: text.into() } })
    }

    /// Nothing happens that could not be written down first.
    pub fn write(&mut self, entry: &Entry) -> Result<(), Halt> {
        self.world.keep.write(entry).map_err(|why| Halt::new(HaltReason::JournalFailed, why))?;
        self.known.answers.hear(entry);
        Ok(())
    }

    /// Reads the values that the screen of this node shows.
    pub fn read_values(&mut self, node: &str, observation: &Observation) -> Result<(), Halt> {
        let mut fresh: BTreeMap<String, Value> = BTreeMap::new();
        for (name, text) in field_value::of_node(&self.plan.workflow, node, observation) {
            if self.known.values.get(&name) != Some(text.as_str()) {
                fresh.insert(name.clone(), json!(text));
                self.known.values.set(&name, text);
            }
        }
        if fresh.is_empty() { Ok(()) } else { self.write(&Entry::Read { values: fresh }) }
    }
}
