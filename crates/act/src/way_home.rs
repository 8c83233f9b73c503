//! The way back to where a task begins. After a row that failed (SPEC ACT.7, PEOPLE.6) the application is brought back to where the next row
//! can begin, by steps of the workflow that change nothing, by Escape, or by what closes the screen. A run that would begin in the middle
//! goes back by such steps alone (SPEC ACT.12). Nothing is filled in, sent or done for good on the way, each action goes
//! through the step like any other, and only a screen that is recognised counts as reached.

use crate::asking::Asking;
use crate::guard::{About, Guarded, guard};
use crate::identity::changes_record;
use crate::locate::{Goal, locate};
use crate::mode::Actor;
use crate::params::filling::MOST_UNDONE;
use crate::progress::Progress;
use crate::recover::RECOVERY;
use crate::run::Runner;
use crate::step::{Origin, SideAction};
use crate::values::names_in;
use crate::verify::Meant;
use crate::world::{Answer, Asked, InputEvent, Observation};
use lea_lexicon::risk::submits::{is_irreversible, says_nothing};
use lea_model::run::{Grounding, Halt, HaltReason};
use lea_model::workflow::{Edge, PostConditions, Workflow};
use lea_model::{ActionType, MouseButton};
use std::collections::BTreeSet;
use std::rc::Rc;

impl Runner<'_, '_, '_> {
    /// The run of a row ended, and another row follows: where it failed, the application is brought back to where the task begins. The halt
    /// stays what it was, and says where the application is now.
    pub fn make_way(&mut self, ended: Result<(), Halt>) -> Result<(), Halt> {
        let Err(halt) = ended else { return Ok(()) };
        let may = self.order.another_follows
            && self.permission.actor == Actor::Lea
            && self.spent.step > 0
            && is_of_the_row(halt.reason);
        if !may {
            return Err(halt);
        }
        let homes = self.plan.workflow.entry_nodes.clone();
        let screen = halt.screen.clone().or_else(|| {
            let observation = self.observation.clone()?;
            let private = self.private(&observation);
            self.world.keep.keep_screen(&observation, &private)
        });
        let halt = Halt { screen, ..halt };
        match self.return_to(&homes) {
            Ok(true) => Err(Halt { why: format!("{}; the next row can begin", halt.why), ..halt }),
            Ok(false) => Err(halt),
            // A stop, or a screen or journal that is lost, is what ends the run then.
            Err(other) if !is_of_the_row(other.reason) => Err(other),
            Err(_) => Err(halt),
        }
    }

    /// What was typed and not sent is given up by going back: that is a person's to say (SPEC ACT.12).
    fn may_give_up_input(&mut self) -> Result<bool, Halt> {
        if !self.known.unsent {
            return Ok(true);
        }
        let observation = self.look()?;
        let text = "What was filled in and not sent is given up by going back. Go back?";
        let reply = self.ask(Asking::new(Asked::Step, text), &observation)?;
        let may = reply.answer == Answer::Yes;
        self.known.unsent &= !may;
        Ok(may)
    }

    /// Brings up one of these screens, if that can be done without changing anything; false where none of them is seen.
    pub fn return_to(&mut self, homes: &[String]) -> Result<bool, Halt> {
        let observation = self.look()?;
        let here = self.match_node(&observation, None).node;
        if here.is_some_and(|node| homes.contains(&node)) {
            return Ok(true);
        }
        if !self.may_give_up_input()? {
            return Ok(false);
        }
        for _ in 0..MOST_UNDONE {
            let observation = self.look()?;
            let matched = self.match_node(&observation, None);
            let way = match matched.node.as_deref() {
                Some(node) if homes.iter().any(|home| home == node) => return Ok(true),
                Some(node) => harmless_way(&self.plan.workflow, node, homes),
                None => None,
            };
            self.heed_people()?;
            match way.map(way_back) {
                Some(edge) => match self.take_back_way(&edge, &matched) {
                    Ok(()) | Err(crate::execute::Stop::Redo) => {}
                    Err(crate::execute::Stop::Halt(halt)) => return Err(halt),
                },
                None if self.leave(&observation, homes)? => {}
                None => return Ok(false),
            }
        }
        let observation = self.look()?;
        let here = self.match_node(&observation, None).node;
        Ok(here.is_some_and(|node| homes.contains(&node)))
    }

    /// Brings a run that would begin in the middle back to where its task begins, by steps of the workflow that change nothing. Where a form
    /// may hold what somebody typed, or no such step is known, it stays where it is. True where another screen may be shown now.
    pub fn walk_back(&mut self, node: &str) -> Result<bool, Halt> {
        let homes = self.plan.workflow.entry_nodes.clone();
        let mut here = node.to_owned();
        let mut walked = false;
        while !homes.contains(&here) && self.spent.recoveries < MOST_UNDONE as u32 {
            let way = harmless_way(&self.plan.workflow, &here, &homes);
            let Some(edge) = way.filter(|_| !fills_in(&self.plan.workflow, &here)).map(way_back) else {
                break;
            };
            let called = self.plan.called(&here);
            self.note(
                "back",
                format!("the run would begin on “{called}”, and goes back to where it begins"),
            )?;
            let observation = self.look()?;
            let matched = self.match_node(&observation, Some(&here));
            match self.take_back_way(&edge, &matched) {
                Ok(()) | Err(crate::execute::Stop::Redo) => {}
                Err(crate::execute::Stop::Halt(halt)) => return Err(halt),
            }
            walked = true;
            self.spent.recoveries += 1;
            let observation = self.look()?;
            let Some(reached) = self.match_node(&observation, None).node else { break };
            here = reached;
        }
        if walked {
            self.place.progress = Progress::default();
            self.place.record.lose();
        }
        Ok(walked)
    }

    /// Escape, or the only control that closes what is shown; false where neither changed anything.
    fn leave(&mut self, observation: &Rc<Observation>, homes: &[String]) -> Result<bool, Halt> {
        let before = observation.number;
        let told = "press Escape: the row failed, and the next one follows".to_owned();
        self.close_by(observation, (InputEvent::Keys(vec!["ESCAPE".into()]), Grounding::default()), told)?;
        let now = self.look()?;
        let here = self.match_node(&now, None).node;
        if here.is_some_and(|node| homes.contains(&node)) {
            return Ok(true);
        }
        let close = locate(&Goal::Close { before: None, now: &now }).found();
        let Some((found, at)) = close.and_then(|f| Some((f.clone(), f.point?))) else {
            return Ok(now.number != before);
        };
        let told = format!("press “{}”: the row failed, and the next one follows", found.label);
        let click = InputEvent::Click { at, button: MouseButton::Left, clicks: 1 };
        self.close_by(&now, (click, found), told)?;
        Ok(self.look()?.number != before)
    }

    fn close_by(
        &mut self,
        seen: &Rc<Observation>,
        (event, found): (InputEvent, Grounding),
        told: String,
    ) -> Result<(), Halt> {
        let holds = &|_: &Observation| Meant::default();
        let (name, origin, seen) = ("way_home", Origin::Recovery, seen.clone());
        self.side_action(&SideAction { name, origin, seen, event, found, told, holds }).map(|_| ())
    }
}

/// The row is what kept the run from going on: not a person, the machine, a screen that nobody knows, or an outcome that nobody knows.
fn is_of_the_row(reason: HaltReason) -> bool {
    matches!(
        reason,
        HaltReason::NotFound
            | HaltReason::Ambiguous
            | HaltReason::Unsure
            | HaltReason::NotVerified
            | HaltReason::WrongRecord
            | HaltReason::Undecided
            | HaltReason::MissingValue
            | HaltReason::BadValue
    )
}

/// The first of the steps that lead from a node to one of the homes, each of which changes nothing.
fn harmless_way<'w>(workflow: &'w Workflow, from: &str, homes: &[String]) -> Option<&'w Edge> {
    let leads_home = |edge: &&Edge| {
        let (mut seen, mut next) = (BTreeSet::from([from]), vec![edge.to_node.as_str()]);
        while let Some(node) = next.pop() {
            if homes.iter().any(|home| home == node) {
                return true;
            }
            if seen.insert(node) {
                let on = workflow.edges.iter().filter(|e| e.from_node == node && is_harmless(e, workflow));
                next.extend(on.map(|e| e.to_node.as_str()));
            }
        }
        false
    };
    let here = workflow.edges.iter().filter(|e| e.from_node == from && e.to_node != from);
    here.filter(|e| is_harmless(e, workflow)).find(leads_home)
}

/// The task fills something in on this screen: what stands there may be somebody's, and not saved.
fn fills_in(workflow: &Workflow, node: &str) -> bool {
    let here = workflow.edges.iter().filter(|e| e.from_node == node);
    here.flat_map(Edge::parts).any(changes_record)
}

/// It only leads from one screen to another, whatever the values of the run are.
fn is_harmless(edge: &Edge, workflow: &Workflow) -> bool {
    let parts = edge.parts();
    let is_free = |(number, action): (usize, &&lea_model::Action)| {
        let texts = action.target.iter().filter_map(|t| t.text.as_deref());
        let has_values = texts.flat_map(names_in).next().is_some();
        matches!(action.action_type, ActionType::MouseClick | ActionType::KeyPress)
            && !has_values
            && !changes_record(action)
            && !says_nothing(action, "")
            && !is_irreversible(edge, number, action)
            && guard(&About { action, found: None }, &workflow.safety_rules) == Guarded::Free
    };
    let is_plain = edge.effects.is_empty() && edge.repeat.is_none() && edge.condition.is_none();
    is_plain && !parts.is_empty() && parts.iter().enumerate().all(is_free)
}

/// The same step as a way back: the journal does not count it as progress.
fn way_back(edge: &Edge) -> Edge {
    let expected_node = Some(edge.to_node.clone());
    Edge {
        edge_id: RECOVERY.into(),
        from_node: edge.from_node.clone(),
        to_node: edge.to_node.clone(),
        action: edge.action.clone(),
        post_conditions: PostConditions { expected_node, ..PostConditions::default() },
        ..Edge::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_model::{Action, Target};

    fn edge(id: &str, from: &str, to: &str, label: &str) -> Edge {
        let target = Target { text: Some(label.into()), ..Target::default() };
        let action = Action { target: Some(target), ..Action::new(ActionType::MouseClick) };
        Edge {
            edge_id: id.into(),
            from_node: from.into(),
            to_node: to.into(),
            action: Some(action),
            ..Edge::default()
        }
    }

    fn way(edges: Vec<Edge>) -> Option<String> {
        let workflow = Workflow { edges, ..Workflow::default() };
        harmless_way(&workflow, "form", &["list".to_owned()]).map(|e| e.edge_id.clone())
    }

    #[test]
    fn a_screen_on_which_something_is_filled_in_may_hold_what_somebody_typed() {
        let field = Action { target: Some(Target::default()), ..Action::new(ActionType::TextInput) };
        let typing = Edge { from_node: "form".into(), action: Some(field), ..Edge::default() };
        let workflow =
            Workflow { edges: vec![edge("E1", "list", "form", "Open"), typing], ..Workflow::default() };
        assert!(fills_in(&workflow, "form"));
        assert!(!fills_in(&workflow, "list"));
    }

    #[test]
    fn only_steps_that_change_nothing_lead_home() {
        let back = |from: &str, to: &str| edge("E_back", from, to, "Back to the list");
        assert_eq!(way(vec![back("form", "list")]).as_deref(), Some("E_back"));
        assert_eq!(way(vec![edge("E1", "form", "list", "Delete")]), None, "it cannot be taken back");
        assert_eq!(way(vec![edge("E1", "form", "list", "${numero}")]), None, "it is of one record");
        let two = vec![edge("E1", "form", "detail", "Overview"), back("detail", "list")];
        assert_eq!(way(two).as_deref(), Some("E1"));
        assert_eq!(way(vec![back("detail", "list")]), None, "nothing leads on from here");
    }
}
