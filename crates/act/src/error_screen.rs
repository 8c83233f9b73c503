//! Error screens (SPEC L4.8): the ways back of the node are tried in their order, each once every time such a screen comes up. Another
//! one is tried only where the one before did nothing that counts, and the same error is still shown. A known error screen is an
//! ordinary node and no anomaly: whoever showed the way back has said what is to be done, so nobody is asked.

use crate::execute::{Part, Stop};
use crate::progress::OUTSIDE;
use crate::recover::RECOVERY;
use crate::run::Runner;
use crate::world::Observation;
use lea_model::run::{ErrorMet, Halt, HaltReason, Matched};
use lea_model::workflow::{Edge, Node, PostConditions, RecoveryAction};

/// What came of one way back.
enum Tried {
    /// The error screen is left, or another one is shown: the run finds out where it is.
    Left,
    /// It did not work, and nothing is lost by it: why.
    Useless(String),
}

impl Runner<'_, '_, '_> {
    /// The screen is one that tells of an error.
    pub fn is_error_screen(&mut self, observation: &Observation) -> bool {
        let has_errors = self.plan.workflow.nodes.iter().any(|n| n.is_error_node);
        let node = if has_errors { self.match_node(observation, None).node } else { None };
        node.is_some_and(|n| self.plan.node(&n).is_some_and(|n| n.is_error_node))
    }

    /// If the screen tells of an error, a way back is taken, and the run finds out anew where it is.
    pub fn leave_error(&mut self, node: &str) -> Result<(), Stop> {
        let observation = self.look()?;
        let matched = self.match_node(&observation, Some(node)).node;
        // A way back from this very screen is under way: whoever takes it knows what comes next.
        let error = matched.filter(|m| m != node && self.plan.node(m).is_some_and(|n| n.is_error_node));
        let Some(error) = error else { return Ok(()) };
        self.get_away(&error, Some(node))?;
        Err(Stop::Redo)
    }

    /// Gets away from an error screen that came on a node, and remembers whether it did.
    pub fn get_away(&mut self, node: &str, from: Option<&str>) -> Result<(), Halt> {
        let plan = self.plan;
        let Some(error) = plan.node(node) else { return Ok(()) };
        let met = self.shown.errors.len();
        self.shown.errors.push(ErrorMet {
            error_type: error.error_type.unwrap_or_default(),
            between: from.map(|from| (from.to_owned(), node.to_owned())),
            left: false,
        });
        self.first_way_back(error)?;
        self.shown.errors[met].left = true;
        Ok(())
    }

    /// Takes the first way back from an error screen that works, or runs the workflow that mends it.
    fn first_way_back(&mut self, error: &Node) -> Result<(), Halt> {
        self.spent.recoveries += 1;
        let said = &error.label;
        let halt = |why: String| {
            let halt = Halt::new(HaltReason::ErrorScreen, why)
                .asking("Leave the error screen by hand, then resume the run");
            Halt { node: Some(error.node_id.clone()), ..halt }
        };
        if self.spent.recoveries > self.order.settings.most_recoveries {
            return Err(halt(format!("“{said}” came up {} times", self.spent.recoveries)));
        }
        self.note("error", format!("“{said}” is shown"))?;
        if error.recovery_actions.is_empty() {
            return Err(halt(format!("“{said}” is shown, and no way back was ever shown")));
        }
        let mut useless = Vec::new();
        for way in &error.recovery_actions {
            match self.way_back(error, way)? {
                Tried::Left => return Ok(()),
                Tried::Useless(why) => useless.push(why),
            }
        }
        let ways = if useless.len() == 1 { "the way back does not work" } else { "no way back works" };
        Err(halt(format!("“{said}” is shown, and {ways}: {}", useless.join("; "))))
    }

    /// One way back.
    fn way_back(&mut self, error: &Node, way: &RecoveryAction) -> Result<Tried, Halt> {
        if let Some(id) = &way.workflow_id {
            return match self.run_other(id, way.return_to_node.clone()) {
                Ok(()) => Ok(Tried::Left),
                Err(halt) => {
                    let tried = self.useless(error, halt)?;
                    self.note(OUTSIDE, format!("{id} came to nothing"))?;
                    Ok(tried)
                }
            };
        }
        if let Some(name) = way.action.as_ref().and_then(|a| a.name()) {
            return Ok(Tried::Useless(format!("it is only named {name:?}")));
        }
        let back = way.return_to_node.clone().unwrap_or_default();
        let expected_node = Some(back.clone());
        let edge = Edge {
            edge_id: RECOVERY.into(),
            from_node: error.node_id.clone(),
            to_node: back.clone(),
            action: way.full_action().cloned(),
            post_conditions: PostConditions { expected_node, ..PostConditions::default() },
            ..Edge::default()
        };
        let observation = self.look()?;
        let matched = self.match_node(&observation, Some(&error.node_id));
        match self.take_back_way(&edge, &matched) {
            Ok(()) => {}
            Err(Stop::Redo) => return Ok(Tried::Left),
            Err(Stop::Halt(halt)) => return self.useless(error, halt),
        }
        let observation = self.look()?;
        let is_back = self.match_node(&observation, Some(&back)).node.as_ref() == Some(&back);
        self.place.expected = is_back.then_some(back);
        Ok(Tried::Left)
    }

    /// The parts of a way back, or the wait for a screen that goes by itself.
    pub fn take_back_way(&mut self, edge: &Edge, matched: &Matched) -> Result<(), Stop> {
        let actions = edge.parts();
        if actions.is_empty() {
            return Ok(self.come_by_itself(edge, &edge.from_node, &edge.to_node)?);
        }
        for number in 0..actions.len() {
            let part = Part::of(edge, (&edge.from_node, &edge.to_node), &actions, number).back();
            self.part(&part, matched)?;
        }
        Ok(())
    }

    /// A way back that stopped: the next one may be tried where it stopped for want of something and the error is still shown.
    fn useless(&mut self, error: &Node, halt: Halt) -> Result<Tried, Halt> {
        if !lacks_something(halt.reason) {
            return Err(halt);
        }
        let observation = self.look()?;
        let here = self.match_node(&observation, Some(&error.node_id)).node;
        match here.as_deref() == Some(error.node_id.as_str()) {
            true => Ok(Tried::Useless(halt.why)),
            false => {
                let why = format!("“{}” is shown, and the way back does not work: {}", error.label, halt.why);
                Err(Halt { reason: HaltReason::ErrorScreen, why, ..halt })
            }
        }
    }
}

/// It stopped because something was not there or did not answer: not for a person, a guard, a budget, or an unknown outcome.
fn lacks_something(reason: HaltReason) -> bool {
    matches!(
        reason,
        HaltReason::NotFound
            | HaltReason::Ambiguous
            | HaltReason::Unsure
            | HaltReason::NotVerified
            | HaltReason::MissingValue
            | HaltReason::NoModel
            | HaltReason::BadWorkflow
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_way_back_is_not_tried_after_a_stop_a_guard_or_an_unknown_outcome() {
        assert!(lacks_something(HaltReason::NotFound) && lacks_something(HaltReason::NotVerified));
        for reason in [
            HaltReason::Interrupted,
            HaltReason::Forbidden,
            HaltReason::NotConfirmed,
            HaltReason::UnknownOutcome,
            HaltReason::Exhausted,
            HaltReason::JournalFailed,
        ] {
            assert!(!lacks_something(reason), "{reason:?}");
        }
    }
}
