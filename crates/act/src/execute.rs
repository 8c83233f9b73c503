//! Taking an edge: each of its parts is grounded, guarded, written down, performed and verified (SPEC ACT.1).

use crate::asking::Asking;
use crate::decide::Step;
use crate::locate::Grounded;
use crate::params::times::{EFFECT_PAUSE, MOST_EFFECT};
use crate::plan::{is_usual, told};
use crate::rollback::Undoable;
use crate::run::{Evidence, Runner, cancelled};
use crate::step::{Origin, Task};
use crate::values::names_in;
use crate::world::{Answer, Asked, Observation};
use lea_lexicon::risk::submits;
use lea_model::run::{Entry, Halt, HaltReason, Matched, StepRecord};
use lea_model::{Action, ActionType, Edge, ElementType};

/// One part of an edge that is being done.
pub(crate) struct Part<'e> {
    pub edge: &'e Edge,
    pub node: &'e str,
    pub to: &'e str,
    pub number: usize,
    pub count: usize,
    pub action: &'e Action,
    pub next: Option<&'e Action>,
    /// It cannot be taken back.
    pub irreversible: bool,
    /// What it belongs to.
    pub origin: Origin,
}

impl<'e> Part<'e> {
    /// One of the actions of an edge that leads from one node to another.
    pub fn of(edge: &'e Edge, (node, to): (&'e str, &'e str), actions: &[&'e Action], number: usize) -> Self {
        let action = actions[number];
        let irreversible = submits::is_irreversible(edge, number, action);
        let next = actions.get(number + 1).copied();
        let origin = Origin::Edge;
        Self { edge, node, to, number, count: actions.len(), action, next, irreversible, origin }
    }

    /// The same, as a part of a way back.
    pub fn back(self) -> Self {
        Self { origin: Origin::Recovery, ..self }
    }

    pub fn is_last(&self) -> bool {
        self.number + 1 == self.count
    }

    /// A halt, with where it happened.
    pub fn halt(&self, halt: Halt) -> Halt {
        Halt {
            node: halt.node.or_else(|| Some(self.node.to_owned())),
            edge: Some(self.edge.edge_id.clone()),
            part: Some(self.number),
            ..halt
        }
    }
}

/// Why an edge was not finished.
pub(crate) enum Stop {
    /// The run has to stop.
    Halt(Halt),
    /// The run got away from an error or a wrong screen, and finds out anew where it is.
    Redo,
}

impl From<Halt> for Stop {
    fn from(halt: Halt) -> Self {
        Self::Halt(halt)
    }
}

/// What came of doing a part.
pub(crate) enum Outcome {
    /// Go on.
    On(Option<String>),
    /// Do it again.
    Again,
}

impl Runner<'_, '_, '_> {
    /// Takes an edge, all of it.
    pub fn take(&mut self, node: &str, step: &Step, matched: &Matched) -> Result<(), Halt> {
        let plan = self.plan;
        let edge = &plan.workflow.edges[step.edge];
        let began = self.world.clock.seconds();
        let first = self.look()?;
        self.place.progress.set_out(edge);
        self.known.disturbed.begins(&edge.edge_id, &first);
        if let Some(row) = &step.turn {
            self.known.values.at_row(Some(row.clone().bound(edge.repeat.as_ref())));
            self.place.progress.begin_turn(edge, &row.identity);
            self.write(&Entry::Turn { edge: edge.edge_id.clone(), row: row.identity.clone() })?;
        }
        let actions = edge.parts();
        let from = match &self.place.progress.begun {
            Some((begun, parts)) if *begun == edge.edge_id => (*parts).min(actions.len()),
            _ => 0,
        };
        let mut evidence = Evidence {
            edge: edge.edge_id.clone(),
            verified: false,
            fingerprint: first.fingerprint.clone(),
            labels: vec![None; from],
            duration_ms: 0.0,
        };
        self.known.typed.clear();
        self.known.undoable = Undoable::default();
        self.place.record.begin_edge();
        if actions.is_empty() {
            self.come_by_itself(edge, node, &step.to)?;
        }
        for number in from..actions.len() {
            self.within_budget()?;
            self.heed_people()?;
            let part = Part::of(edge, (node, &step.to), &actions, number);
            match self.part(&part, matched) {
                Ok(label) => evidence.labels.push(label),
                Err(Stop::Redo) => return self.redo(&part),
                Err(Stop::Halt(halt)) => {
                    self.learn(evidence, began);
                    let halt = self.roll_back(&part, halt);
                    return Err(part.halt(halt));
                }
            }
            if sends(part.action) {
                // Whatever was typed was taken: it need not stand there any more.
                self.known.typed.clear();
                self.known.unsent = false;
            }
            self.place.progress.part_done(&edge.edge_id, number + 1);
        }
        self.check_effects(edge)?;
        self.arrive(edge, &step.to)?;
        self.learn(Evidence { verified: true, ..evidence }, began);
        self.place.expected = Some(step.to.clone());
        Ok(())
    }

    /// The step is to be done anew, from wherever the run is now; it must not repeat what cannot be taken back (SPEC ACT.14).
    fn redo(&mut self, part: &Part<'_>) -> Result<(), Halt> {
        if self.place.progress.was_for_good(&part.edge.edge_id) {
            let why = format!(
                "before {}: the run is no longer where it was, and a part of this step that cannot be taken back was pressed already",
                told(part.action)
            );
            return Err(part.halt(Halt::new(HaltReason::UnknownOutcome, why).asking(
                "Look what is done already and bring the application to where the task begins, then run it anew",
            )));
        }
        self.place.record.lose();
        self.place.progress.begun = None;
        self.known.disturbed.by(&part.edge.edge_id);
        self.place.expected = None;
        Ok(())
    }

    fn learn(&mut self, evidence: Evidence, began: f64) {
        let duration_ms = (self.world.clock.seconds() - began) * 1e3;
        self.shown.evidence.push(Evidence { duration_ms, ..evidence });
    }

    /// One part, with as many tries as it may have.
    pub fn part(&mut self, part: &Part<'_>, matched: &Matched) -> Result<Option<String>, Stop> {
        if let Some(why) = self.left_out(part)? {
            let mut record = self.record(part, matched);
            record.verification = Some(crate::verify::skipped(&why));
            record.not_pressed = true;
            self.not_done(&mut record)?;
            return Ok(None);
        }
        let mut tries = 0;
        loop {
            self.within_budget()?;
            let mut record = self.record(part, matched);
            match self.step(part, &mut record, &Task::Part(tries))? {
                Outcome::On(label) => return Ok(label),
                Outcome::Again => tries += 1,
            }
            self.still_on(part)?;
            if part.action.action_type == ActionType::TextInput {
                self.known.disturbed.by(&part.edge.edge_id);
            }
        }
    }

    /// A step is only tried again where it belongs: the screen may have gone on meanwhile.
    fn still_on(&mut self, part: &Part<'_>) -> Result<(), Stop> {
        let observation = self.look()?;
        // For what cannot be taken back the screen itself has to say where the run is, not what was expected.
        let expected = (!part.irreversible).then_some(part.node);
        let here = self.match_node(&observation, expected).node;
        if here.is_none() && part.irreversible {
            let called = self.plan.called(part.node);
            let why =
                format!("before {} is tried again: the screen is not surely “{called}”", told(part.action));
            let asks = format!("Bring up “{called}” as it was, then resume the run");
            return Err(Halt::new(HaltReason::UnknownScreen, why).asking(asks).into());
        }
        if let Some(here) = here.filter(|n| n != part.node) {
            let called = self.plan.called(&here);
            let what = format!("before {} is tried again: “{called}” is shown", told(part.action));
            self.anomaly(HaltReason::NotVerified, &what)?;
            return Err(Stop::Redo);
        }
        // What cannot be taken back is not pressed where the screen may already be the one it leads to.
        let leads_on = part.irreversible && part.node != part.to;
        if leads_on && crate::matching::may_be(&self.match_node(&observation, Some(part.to)), part.to) {
            let why = format!(
                "{}: it may have worked after all: “{}” may be shown",
                told(part.action),
                self.plan.called(part.to)
            );
            return Err(Halt::new(HaltReason::UnknownOutcome, why)
                .asking("Look whether it happened, then resume the run: it asks")
                .into());
        }
        Ok(())
    }

    fn record(&mut self, part: &Part<'_>, matched: &Matched) -> StepRecord {
        StepRecord {
            at: self.world.clock.now(),
            node: part.node.to_owned(),
            edge: part.edge.edge_id.clone(),
            part: part.number,
            action: crate::record::name_of(part.action),
            told: told(part.action),
            irreversible: part.irreversible,
            matched: matched.clone(),
            times: std::mem::take(&mut self.spent.times),
            ..StepRecord::default()
        }
    }

    /// Why a part that is not always done is left out now: its values are not given, it is not there, or nobody wants it.
    fn left_out(&mut self, part: &Part<'_>) -> Result<Option<String>, Halt> {
        if !part.action.optional {
            return Ok(None);
        }
        let p = &part.action.parameters;
        let texts = p.text.iter().chain(part.action.target.iter().filter_map(|t| t.text.as_ref()));
        let names: Vec<&str> = texts.flat_map(|t| names_in(t)).collect();
        if !names.is_empty() {
            let lacks = |n: &&str| {
                !self.known.values.fill(&format!("${{{n}}}")).is_ok_and(|f| !f.text.trim().is_empty())
            };
            return Ok(names.into_iter().find(lacks).map(|name| format!("no value is given for {name}")));
        }
        let observation = self.look()?;
        if self.is_passed_over(part, &observation) {
            return Ok(Some("it is not there, and what comes next is".into()));
        }
        let text = format!("{} is not always done. Do it now?", told(part.action));
        let reply = self.ask(Asking::new(Asked::Optional, text).about(part), &observation)?;
        match reply.answer {
            Answer::Yes => Ok(None),
            Answer::Stop => Err(cancelled()),
            // What most demonstrations did is not left out because nobody answers.
            Answer::Nobody if is_usual(part.action) => {
                let why =
                    format!("{} is not always done, and nobody says whether it is now", told(part.action));
                Err(reply.halt(HaltReason::Undecided, why))
            }
            _ => Ok(Some("nobody wants it now".into())),
        }
    }

    /// What an optional part points at is not on the screen, and what the next part needs is. One that most demonstrations did is asked
    /// about all the same: it may be there and look different.
    fn is_passed_over(&self, part: &Part<'_>, observation: &Observation) -> bool {
        let target = part.action.target.as_ref().filter(|t| t.is_described() && !is_usual(part.action));
        let Some((target, next)) = target.zip(part.next.and_then(|a| a.target.as_ref())) else {
            return false;
        };
        matches!(self.ground_on(observation, target, false), Grounded::Not(HaltReason::NotFound, _))
            && matches!(self.ground_on(observation, next, false), Grounded::Found(_))
    }

    /// What must be true outside the screen: "the screen said saved" is not "saved".
    pub fn check_effects(&mut self, edge: &Edge) -> Result<(), Halt> {
        use crate::world::Effected;
        let deadline =
            self.world.clock.seconds() + edge.post_conditions.timeout_seconds.clamp(0.0, MOST_EFFECT);
        for effect in &edge.effects {
            let missing = loop {
                self.heed_people()?;
                match self.world.outside.check(effect, &self.known.values.with_row()) {
                    Effected::Yes(what) => {
                        self.note("effect", what)?;
                        break None;
                    }
                    Effected::No(_) if self.world.clock.seconds() < deadline => self.rest(EFFECT_PAUSE)?,
                    Effected::No(why) | Effected::Unknown(why) => break Some(why),
                }
            };
            // Whoever stopped it while it was asked for is told so.
            self.heed_people()?;
            let Some(why) = missing else { continue };
            let halt = Halt::new(HaltReason::EffectMissing, format!("{}: {why}", edge.edge_id));
            return Err(Halt { edge: Some(edge.edge_id.clone()), ..halt }
                .asking("The screen says that it worked, and this says that it did not. See to it that both say the same, then resume the run"));
        }
        Ok(())
    }

    pub fn wait_for_change(&mut self, seconds: f64) -> Result<(), Halt> {
        let patience = std::time::Duration::from_secs_f64(seconds.max(0.0));
        let changed = self.world.eye.wait_for_change(patience);
        match changed {
            Ok(true) => self.observation = None,
            Ok(false) => {}
            Err(lost) => return Err(self.lost(&lost.to_string())),
        }
        Ok(())
    }
}

/// A key or a button that may send what was typed.
pub(crate) fn sends(action: &Action) -> bool {
    let kind = action.target.as_ref().and_then(|t| t.element_type);
    match action.action_type {
        ActionType::KeyPress => submits::may_send(&action.parameters.keys),
        ActionType::MouseClick => {
            !matches!(kind, Some(ElementType::Checkbox | ElementType::Radio | ElementType::Toggle))
        }
        _ => false,
    }
}
