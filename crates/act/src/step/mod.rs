//! One step (DESIGN "The loop", SPEC ACT.1): decide on a fresh screen, ask where that must be, write it down, press, verify, conclude.
//! Whatever touches the screen goes through [`Runner::step`]: parts of edges, ways back from errors, dialog reflexes, taking something
//! back, scrolling, paging, switching windows, taking the pointer aside.

mod decided;
mod inputs;
mod judge;
pub mod warrant;

pub(crate) use inputs::Performed;
pub use lea_model::run::Origin;
pub use warrant::{Accepted, Input, Permit, Spent, Stale, Warrant};

use crate::after_verdict::{Attempt, Judged};
use crate::execute::{Outcome, Part, Stop};
use crate::params::limits::{MOST_STALE, RESTLESS};
use crate::run::{Runner, cancelled};
use crate::verify::{Meant, verdict};
use crate::world::{HandError, InputEvent, Observation};
use lea_model::run::{Entry, Grounding, Halt, HaltReason, Intent, StepRecord, StepVerdict};
use lea_model::workflow::Edge;
use lea_model::{Action, ActionType, Target};
use std::rc::Rc;

/// What a step is for.
pub(crate) enum Task<'t> {
    /// A part of an edge, with the number of the try.
    Part(u32),
    /// An action beside the edges.
    Side(&'t SideAction<'t>),
}

/// An action beside the edges: what it does, to what, and what should come of it.
pub(crate) struct SideAction<'s> {
    pub name: &'s str,
    pub origin: Origin,
    /// The screen it was decided on. It is not done on another one: whoever wants it decides anew.
    pub seen: Rc<Observation>,
    pub event: InputEvent,
    pub found: Grounding,
    pub told: String,
    pub holds: &'s dyn Fn(&Observation) -> Meant,
}

impl Runner<'_, '_, '_> {
    /// One step.
    pub fn step(
        &mut self,
        part: &Part<'_>,
        record: &mut StepRecord,
        task: &Task<'_>,
    ) -> Result<Outcome, Stop> {
        for stale in 0..MOST_STALE {
            self.within_budget()?;
            (record.verification, record.not_pressed) = (None, false);
            let permit = self.permitted(part, record, task)?;
            let mut warrant = self.intended(part, record, permit, stale >= RESTLESS)?;
            let started = self.world.clock.seconds();
            let performed = self.perform(part, task, &mut warrant);
            record.times.act = (self.world.clock.seconds() - started) * 1e3;
            record.opinions.append(&mut self.shown.opinions);
            self.observation = None;
            let spent = warrant.spend();
            self.place.pointed = spent.found.point.filter(|_| spent.pressed).or(self.place.pointed);
            if !spent.pressed && matches!(performed, Ok(Err(HandError::Stale(_)))) {
                self.not_pressed(record, &performed)?;
                match task {
                    Task::Part(_) => continue,
                    // What stands at one place is watched there, however restless the rest of the screen is.
                    Task::Side(side) if side.found.bbox.is_some() && stale < RESTLESS => continue,
                    Task::Side(_) => return Ok(Outcome::On(None)),
                }
            }
            return self.verified(part, record, task, &spent, performed);
        }
        let why = format!("{}: the screen keeps changing under it", record.told);
        Err(Halt::new(HaltReason::NotVerified, why)
            .asking("Wait until the screen rests and shows what it should, then resume the run")
            .into())
    }

    /// Writes the permit down, before anything moves.
    fn intended(
        &mut self,
        part: &Part<'_>,
        record: &mut StepRecord,
        permit: Permit,
        restless: bool,
    ) -> Result<Warrant, Halt> {
        record.guard = permit.accepted().to_string();
        record.irreversible = permit.is_irreversible();
        record.not_pressed = false;
        record.verification = None;
        let before = self.look()?;
        let private = self.private(&before);
        record.screen_before = self.world.keep.keep_screen(&before, &private);
        self.spent.step += 1;
        record.step = self.spent.step;
        record.grounding = Some(permit.found().clone());
        let intent = Intent {
            step: self.spent.step,
            node: record.node.clone(),
            edge: part.edge.edge_id.clone(),
            part: part.number,
            parts: part.count,
            told: record.told.clone(),
            irreversible: permit.is_irreversible(),
            target: permit.found().label.clone(),
            origin: permit.origin(),
        };
        if permit.is_irreversible() {
            self.place.progress.for_good(&part.edge.edge_id, part.number);
        }
        warrant::intend(permit, restless, |permit| {
            self.write(&Entry::Intend { intent: intent.clone() })?;
            self.audit_intent(&intent, &permit.accepted().to_string())
        })
    }

    /// Nothing was pressed: the journal says so, and nobody has to ask later whether it happened.
    fn not_pressed(&mut self, record: &mut StepRecord, performed: &Performed) -> Result<(), Halt> {
        let why = match performed {
            Ok(Err(why)) => why.to_string(),
            _ => "nothing was pressed".into(),
        };
        record.not_pressed = true;
        self.place.progress.not_for_good(&record.edge, record.part);
        record.verification = Some(crate::verify::unseen(&why));
        self.conclude(record)
    }

    /// What came of it, for the journal and for the run.
    fn verified(
        &mut self,
        part: &Part<'_>,
        record: &mut StepRecord,
        task: &Task<'_>,
        spent: &Spent,
        performed: Performed,
    ) -> Result<Outcome, Stop> {
        record.not_pressed = !spent.pressed && part.action.action_type != ActionType::RunWorkflow;
        if record.not_pressed {
            self.place.progress.not_for_good(&record.edge, record.part);
        }
        let reported = match performed {
            Ok(Ok(())) => None,
            Ok(Err(HandError::Lost(why))) => {
                return self.abandon(record, Halt::new(HaltReason::ScreenLost, why));
            }
            Ok(Err(HandError::Interrupted)) => return self.abandon(record, cancelled()),
            Ok(Err(HandError::Unable(why))) => Some(why),
            Ok(Err(HandError::Stale(why))) => {
                let halt = Halt::new(HaltReason::NotVerified, format!("{}: {why}", record.told));
                return self.abandon(
                    record,
                    halt.asking("Wait until the screen rests and shows what it should, then resume the run"),
                );
            }
            Ok(Err(error @ HandError::Otherwise(_))) => return self.otherwise(part, record, &error),
            Err(halt) => return self.abandon(record, halt),
        };
        match task {
            Task::Side(side) => self.side_verified(record, side, spent, reported.as_deref()),
            Task::Part(tries) => self.part_verified(part, record, *tries, spent, reported.as_deref()),
        }
    }

    fn part_verified(
        &mut self,
        part: &Part<'_>,
        record: &mut StepRecord,
        tries: u32,
        spent: &Spent,
        reported: Option<&str>,
    ) -> Result<Outcome, Stop> {
        let (before, found) = (&spent.before, &spent.found);
        let came = self.observe_outcome(part, before, found, reported, record);
        let (after, meant) = match came {
            Ok(came) => came,
            Err(halt) => return self.abandon(record, halt),
        };
        let attempt = Attempt { part, before, after: &after, found };
        let meant = match reported {
            None => self.criticised(attempt, meant, record),
            Some(_) => meant,
        };
        let verification = self.judge(attempt, &meant, reported.is_some());
        record.verification = Some(verification.clone());
        let private = self.private(&after);
        record.screen_after = self.world.keep.keep_screen(&after, &private);
        self.conclude(record)?;
        let (critic, irreversible) = (meant.critic, record.irreversible);
        self.after_verdict(&Judged { attempt, verification: &verification, critic, irreversible, tries })
    }

    fn side_verified(
        &mut self,
        record: &mut StepRecord,
        side: &SideAction<'_>,
        spent: &Spent,
        reported: Option<&str>,
    ) -> Result<Outcome, Stop> {
        let after = match self.look() {
            Ok(after) => after,
            Err(halt) => return self.abandon(record, halt),
        };
        let meant = match reported {
            None => (side.holds)(&after),
            Some(why) => Meant { holds: Some(false), detail: why.to_owned(), ..Meant::default() },
        };
        let change = self.world.eye.difference(&spent.before, &after, spent.found.point);
        let kind = action_of(&side.event);
        record.verification =
            Some(verdict(kind, change, &meant, reported.is_some(), &self.order.settings.verify));
        let private = self.private(&after);
        record.screen_after = self.world.keep.keep_screen(&after, &private);
        record.times.look = after.look_ms;
        record.times.waited = after.settle_ms;
        self.conclude(record)?;
        Ok(Outcome::On(None))
    }

    /// What was done is not known to have worked, and nothing more can be done about it.
    fn abandon(&mut self, record: &mut StepRecord, halt: Halt) -> Result<Outcome, Stop> {
        record.verification = Some(crate::verify::unseen(&halt.why));
        self.conclude(record)?;
        Err(halt.into())
    }

    /// The person did something else: on the same screen the step is still due, elsewhere the run finds out anew where it is.
    fn otherwise(
        &mut self,
        part: &Part<'_>,
        record: &mut StepRecord,
        did: &HandError,
    ) -> Result<Outcome, Stop> {
        record.verification = Some(crate::verify::unseen(&did.to_string()));
        self.conclude(record)?;
        self.heed_people()?;
        let observation = self.look_again()?;
        let here = self.match_node(&observation, Some(part.node)).node;
        if here.as_deref() == Some(part.node) { Ok(Outcome::Again) } else { Err(Stop::Redo) }
    }

    /// An action beside the edges, through the same step as any other; none where the screen was no longer the one it was decided on, and
    /// nothing was pressed.
    pub fn side_action(&mut self, side: &SideAction<'_>) -> Result<Option<StepVerdict>, Halt> {
        let target =
            side.found.point.map(|_| Target { text: Some(side.found.label.clone()), ..Target::default() });
        let mut action = Action { target, ..Action::new(action_of(&side.event)) };
        if let InputEvent::Keys(keys) = &side.event {
            action.parameters.keys.clone_from(keys);
        }
        let node = self.place.expected.clone().unwrap_or_default();
        let edge = Edge { edge_id: side.name.to_owned(), ..Edge::default() };
        let part = Part { irreversible: false, ..Part::of(&edge, (&node, &node), &[&action], 0) };
        let mut record = StepRecord {
            at: self.world.clock.now(),
            node: node.clone(),
            edge: side.name.to_owned(),
            action: crate::record::name_of(&action),
            told: side.told.clone(),
            ..StepRecord::default()
        };
        match self.step(&part, &mut record, &Task::Side(side)) {
            Ok(_) | Err(Stop::Redo) if record.not_pressed => Ok(None),
            Ok(_) | Err(Stop::Redo) => Ok(Some(record.verdict().unwrap_or(StepVerdict::Unverifiable))),
            Err(Stop::Halt(halt)) => Err(halt),
        }
    }
}

/// What kind of action a movement of the hand is.
fn action_of(event: &InputEvent) -> ActionType {
    match event {
        InputEvent::Click { .. } => ActionType::MouseClick,
        InputEvent::Scroll { .. } => ActionType::Scroll,
        InputEvent::Hover { .. } => ActionType::Hover,
        InputEvent::Switch(_) => ActionType::WindowSwitch,
        _ => ActionType::KeyPress,
    }
}

/// What was found on a screen that is looked at again.
pub(crate) type Seen = Rc<Observation>;
