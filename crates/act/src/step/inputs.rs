//! The movements of one step: each is issued by its warrant, on a screen that is glanced at once more, and none comes after a stop.

use super::warrant::Warrant;
use crate::run::Runner;
use crate::world::{HandError, InputEvent, Interrupt};
use lea_model::run::Halt;

/// What came of performing: a halt, or what the hand says.
pub(crate) type Performed = Result<Result<(), HandError>, Halt>;

impl Runner<'_, '_, '_> {
    /// One movement of the hand under a warrant.
    pub fn input(&mut self, warrant: &mut Warrant, event: InputEvent) -> Performed {
        match self.world.people.interrupted() {
            None => {}
            Some(Interrupt::Stop) => return Ok(Err(HandError::Interrupted)),
            Some(Interrupt::Pause) => {
                self.pause_waits = true;
                return Ok(Err(HandError::Otherwise("took over".into())));
            }
        }
        let watched = if warrant.is_fresh() { warrant.watched() } else { Vec::new() };
        let glance = match self.world.eye.glance(warrant.seen(), &watched, warrant.is_unused()) {
            Ok(glance) => glance,
            Err(lost) => return Err(self.lost(&lost.to_string())),
        };
        match warrant.next(event, &glance) {
            Ok(input) => Ok(self.world.hand.act(input)),
            Err(stale) => Ok(Err(HandError::Stale(stale.to_string()))),
        }
    }

    /// Several movements, one after the other.
    pub fn inputs(&mut self, warrant: &mut Warrant, events: Vec<InputEvent>) -> Performed {
        for event in events {
            match self.input(warrant, event)? {
                Ok(()) => {}
                error => return Ok(error),
            }
        }
        Ok(Ok(()))
    }
}
