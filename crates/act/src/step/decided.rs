//! Before anything is pressed (SPEC ACT.5, ACT.11–ACT.13): the screen is looked at, the target found, what must hold checked, the risk
//! judged, and a person asked where that must be. After anyone was asked, all of it is done again on the screen of that moment.

use super::judge::{Facts, Risk, judge};
use super::warrant::{Accepted, Permit};
use super::{Seen, SideAction, Task};
use crate::asking::Asking;
use crate::execute::{Part, Stop, sends};
use crate::guard::{About, Guarded, guard};
use crate::locate::Grounded;
use crate::mode::Actor;
use crate::params::limits::{MOST_ROUNDS, SAME_TARGET};
use crate::plan::told;
use crate::run::{Runner, cancelled};
use crate::world::{Answer, Asked, InputEvent};
use lea_lexicon::risk::submits::{self, keys_answer_danger, near_question, says_nothing};
use lea_model::run::{Entry, Grounding, Halt, HaltReason, Method, StepRecord};
use lea_model::{ActionType, Point, Rect};

/// What a step is about to do, as it was decided on one screen.
struct Decided {
    seen: Seen,
    found: Grounding,
    /// What something is dragged onto.
    end: Option<Grounding>,
    irreversible: bool,
    identity: Option<Rect>,
    risk: Risk,
}

impl Decided {
    /// The same target, at the same place, with the same risk, on a screen on which the same record is seen.
    fn is_same(&self, other: &Self) -> bool {
        let near = |a: Option<Point>, b: Option<Point>| match (a, b) {
            (Some(a), Some(b)) => (a.x - b.x).abs() <= SAME_TARGET && (a.y - b.y).abs() <= SAME_TARGET,
            (None, None) => true,
            _ => false,
        };
        near(self.found.point, other.found.point)
            && self.found.label == other.found.label
            && self.found.role == other.found.role
            && near(self.end.as_ref().and_then(|e| e.point), other.end.as_ref().and_then(|e| e.point))
            && self.irreversible == other.irreversible
            && self.identity.is_some() == other.identity.is_some()
            && self.risk == other.risk
    }
}

impl Runner<'_, '_, '_> {
    /// Leave to do it, decided on the screen of this moment.
    pub(super) fn permitted(
        &mut self,
        part: &Part<'_>,
        record: &mut StepRecord,
        task: &Task<'_>,
    ) -> Result<Permit, Stop> {
        let mut answered: Option<(Decided, Accepted, u64)> = None;
        for _ in 0..MOST_ROUNDS {
            let decided = self.decided(part, record, task)?;
            let accepted = match (&decided.risk, answered.take()) {
                (Risk::Free(accepted), _) => accepted.clone(),
                // An answer holds for what was asked about, as long as nothing was pressed since, such as a dialog's button.
                (Risk::Ask(..), Some((before, accepted, step)))
                    if step == self.spent.step && before.is_same(&decided) =>
                {
                    accepted
                }
                (Risk::Ask(kind, why), _) => {
                    let here = self.match_node(&decided.seen, Some(part.node)).node;
                    let (accepted, waited) = self.ask_leave(part, &decided, (*kind, why))?;
                    self.observation = Some(decided.seen.clone()).filter(|_| !waited);
                    // What was answered after an earlier halt took no time: this is still the screen that decided.
                    let fresh = self.look()?;
                    if fresh.number != decided.seen.number {
                        // Whatever came meanwhile is decided on anew; the answer holds only for what was asked about. Who opened the
                        // record may no longer be this run: it has to be seen now.
                        self.place.record.interrupt();
                        if self.match_node(&fresh, Some(part.node)).node != here {
                            return Err(Stop::Redo);
                        }
                        answered = Some((decided, accepted, self.spent.step));
                        continue;
                    }
                    accepted
                }
            };
            let Decided { seen, found, end, irreversible, identity, .. } = decided;
            let origin = match task {
                Task::Side(side) => side.origin,
                Task::Part(_) => part.origin,
            };
            return Ok(Permit::new(seen, found, accepted, origin)
                .onto(end)
                .irreversible(irreversible)
                .of_record(identity));
        }
        let why = format!("{}: the screen keeps changing while it is decided on", told(part.action));
        Err(Halt::new(HaltReason::NotVerified, why)
            .asking("Wait until the screen rests and shows what it should, then resume the run")
            .into())
    }

    /// Looks, finds, checks and judges, all on one screen.
    fn decided(
        &mut self,
        part: &Part<'_>,
        record: &mut StepRecord,
        task: &Task<'_>,
    ) -> Result<Decided, Stop> {
        for _ in 0..MOST_ROUNDS {
            let Task::Part(_) = task else { break };
            self.deal_with_dialogs(record)?;
            let found = self.find(part, record)?;
            let on = self.look()?.number;
            let end = self.drag_end(part)?;
            let says_so = |found| About { action: part.action, found: Some(found) }.is_irreversible();
            let is_clear = part.irreversible && !is_unclear(part)
                || says_so(&found)
                || end.as_ref().is_some_and(says_so)
                || self.answers_danger(part, &found)?
                || found.method == Method::Renamed;
            let irreversible = is_clear || part.irreversible || says_nothing(part.action, &found.label);
            let identity = self.check_part(part, record, &found, irreversible)?;
            let seen = self.look()?;
            // Whatever was waited for may have moved the target: it is found again on the screen that decides.
            if seen.number != on {
                continue;
            }
            let risk = self.risk(part, (&found, end.as_ref()), (irreversible, is_clear))?;
            return Ok(Decided { seen, found, end, irreversible, identity, risk });
        }
        let Task::Side(side) = task else {
            let why = format!("{}: the screen keeps changing while it is checked", told(part.action));
            return Err(Halt::new(HaltReason::NotVerified, why).into());
        };
        Ok(self.decided_beside(part, side)?)
    }

    /// An action beside the edges was decided on its own screen. It may not do anything for good, and in a mode that confirms each step it
    /// is confirmed too, but for looking about.
    fn decided_beside(&mut self, part: &Part<'_>, side: &SideAction<'_>) -> Result<Decided, Halt> {
        let about = About { action: part.action, found: Some(&side.found) };
        let refused = match guard(&about, &self.known.rules) {
            Guarded::Confirm(why) | Guarded::Forbidden(why) => Some(why),
            Guarded::Free if self.answers_danger(part, &side.found)? => {
                Some("it says yes to something that cannot be taken back".into())
            }
            Guarded::Free => None,
        };
        if let Some(why) = refused {
            return Err(Halt::new(HaltReason::Forbidden, format!("{}: {why}", side.told)));
        }
        let looks_about = matches!(
            side.event,
            InputEvent::Scroll { .. } | InputEvent::Hover { .. } | InputEvent::Switch(_)
        );
        let risk = match self.permission.step_by_step && self.permission.actor == Actor::Lea && !looks_about {
            true => Risk::Ask(Asked::Step, "each step is confirmed".into()),
            false => Risk::Free(Accepted::Free),
        };
        let (seen, found) = (side.seen.clone(), side.found.clone());
        Ok(Decided { seen, found, end: None, irreversible: false, identity: None, risk })
    }

    /// What a drag ends on, found on the screen that decides.
    fn drag_end(&mut self, part: &Part<'_>) -> Result<Option<Grounding>, Halt> {
        let target = part.action.parameters.to.as_ref();
        let Some(target) = target.filter(|_| part.action.action_type == ActionType::Drag) else {
            return Ok(None);
        };
        match self.ground_now(target, part.irreversible)? {
            Grounded::Found(end @ Grounding { point: Some(_), .. }) => Ok(Some(end)),
            Grounded::Found(other) | Grounded::Not(_, other) => {
                Err(Halt::new(HaltReason::NotFound, format!("where the drag ends: {}", other.why)))
            }
        }
    }

    /// What could go wrong is looked for before each action (SPEC ACT.11).
    fn deal_with_dialogs(&mut self, record: &StepRecord) -> Result<(), Halt> {
        let observation = self.look()?;
        if self.place.heeded == observation.number || record.matched.in_other_words {
            return Ok(());
        }
        self.place.heeded = observation.number;
        loop {
            let observation = self.look()?;
            if !self.reflex(&observation)? {
                return Ok(());
            }
            self.within_budget()?;
        }
    }

    /// What must hold before this part is done; says where the record's identity was seen.
    fn check_part(
        &mut self,
        part: &Part<'_>,
        record: &StepRecord,
        found: &Grounding,
        irreversible: bool,
    ) -> Result<Option<Rect>, Stop> {
        self.on_its_screen(part, found, irreversible)?;
        self.wait_enabled(part, found)?;
        self.check_before(part, record)?;
        if irreversible {
            self.nothing_in_the_way(found, record.matched.in_other_words)?;
        }
        if part.is_last() || irreversible {
            self.read_again(part)?;
        }
        if part.is_last() || irreversible || sends(part.action) {
            self.nothing_astray(part)?;
        }
        Ok(self.identify(part, irreversible)?)
    }

    /// Keys go to whatever is shown: without a target that is found, they need the screen that the step belongs to (SPEC ACT.13). One that
    /// is not recognised may take what can be taken back, if its window is in front, which the warrant sees to.
    fn on_its_screen(&mut self, part: &Part<'_>, found: &Grounding, irreversible: bool) -> Result<(), Stop> {
        let types = [ActionType::KeyPress, ActionType::TextInput];
        if found.point.is_some()
            || !types.contains(&part.action.action_type)
            || self.plan.node(part.node).is_none()
        {
            return Ok(());
        }
        let observation = self.look()?;
        match self.match_node(&observation, Some(part.node)).node {
            Some(node) if node == part.node => Ok(()),
            Some(_) => Err(Stop::Redo),
            // Where windows are not known, nothing but the screen itself says where keys go.
            None if irreversible || observation.state.window.is_none() => {
                let called = self.plan.called(part.node);
                let why = format!("{}: the screen is not surely “{called}” any more", told(part.action));
                let halt = Halt::new(HaltReason::UnknownScreen, why);
                Err(halt.asking(format!("Bring up “{called}” as it was, then resume the run")).into())
            }
            None => Ok(()),
        }
    }

    /// What was found says yes to a question that something dangerous is asked in: “Yes” under “Delete everything?” (SPEC ACT.5). So does
    /// a key, whatever the question's button says.
    fn answers_danger(&mut self, part: &Part<'_>, found: &Grounding) -> Result<bool, Halt> {
        let at = found.point.filter(|_| lea_lexicon::risk::affirmative(&found.label));
        if at.is_none() && part.action.action_type != ActionType::KeyPress {
            return Ok(false);
        }
        let observation = self.look()?;
        let dialogs = crate::reflex::dialogs(&observation.state, &|_| false);
        let Some(at) = at else {
            let texts: Vec<String> = dialogs.iter().map(|d| d.texts.join(" ")).collect();
            return Ok(keys_answer_danger(&part.action.parameters.keys, &texts));
        };
        let asks = dialogs.iter().filter(|d| d.bbox.contains(at)).map(|d| d.texts.join(" "));
        let near = near_question(&observation.state, found.bbox);
        Ok(asks.into_iter().chain(near).any(|text| lea_lexicon::risk::question(&text).is_some()))
    }

    /// The guard's word on what was found, with what was decided about the step (SPEC ACT.5).
    fn risk(
        &self,
        part: &Part<'_>,
        (found, end): (&Grounding, Option<&Grounding>),
        (irreversible, is_clear): (bool, bool),
    ) -> Result<Risk, Halt> {
        let said = |found| guard(&About { action: part.action, found: Some(found) }, &self.known.rules);
        // What something is dropped on is used as much as what is dragged.
        let said = match (said(found), end.map(said)) {
            (Guarded::Forbidden(why), _) | (_, Some(Guarded::Forbidden(why))) => Guarded::Forbidden(why),
            (Guarded::Free, Some(of_end)) => of_end,
            (of_found, _) => of_found,
        };
        if self.permission.actor != Actor::Lea {
            return Ok(Risk::Free(Accepted::OwnHand));
        }
        let facts = Facts {
            said,
            irreversible,
            is_clear,
            says_nothing: says_nothing(part.action, &found.label),
            ruling: part.edge.ruling(),
            is_asked_before: submits::is_asked_before(part.edge, part.number),
            is_proposed_before: submits::is_proposed_before(part.edge, part.number),
            step_by_step: self.permission.step_by_step,
        };
        judge(facts).map_err(|why| Halt::new(HaltReason::Forbidden, format!("{}: {why}", told(part.action))))
    }

    /// A person's leave, or the rule's of a rehearsal.
    fn ask_leave(
        &mut self,
        part: &Part<'_>,
        decided: &Decided,
        (kind, why): (Asked, &str),
    ) -> Result<(Accepted, bool), Halt> {
        let record =
            self.known.values.open().iter().map(|(n, v)| format!("{n} = {v}")).collect::<Vec<_>>().join(", ");
        let values = if record.is_empty() { "no values" } else { &record };
        let text = format!("{} ({values}): {why}. Do it?", told(part.action));
        let places = decided.found.bbox.into_iter().collect();
        let asking = Asking::new(kind, text).because(why).pointing_at(places).about(part);
        let reply = self.ask(asking, &decided.seen)?;
        match reply.answer {
            Answer::Yes => {
                if matches!(reply.by, Accepted::Rule(_)) {
                    self.run.rule_answers += 1;
                    self.write(&Entry::RuleAnswered { question: reply.question.text })?;
                }
                Ok((reply.by, reply.waited))
            }
            Answer::Stop => Err(cancelled()),
            _ => {
                Err(reply.halt(HaltReason::NotConfirmed, format!("nobody confirmed: {}", told(part.action))))
            }
        }
    }
}

/// What a part does is not known, though it is treated as if it could not be taken back.
fn is_unclear(part: &Part<'_>) -> bool {
    submits::cause(part.edge, part.number, part.action).is_some_and(|cause| cause.is_unclear())
}
