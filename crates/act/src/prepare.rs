//! Before an action: what it points at is found, what must hold is checked, the guard and people are heard.

use crate::asking::Asking;
use crate::checks::{Checked, check};
use crate::execute::{Part, Stop};
use crate::ground::{Wanted, fills};
use crate::heal::{Healing, strategy};
use crate::locate::{Goal, Grounded, locate};
use crate::plan::{parts, told};
use crate::run::{Runner, cancelled};
use crate::values::names_in;
use crate::world::{Answer, Asked, Observation};
use lea_model::run::{Grounding, Halt, HaltReason, Method, StepRecord};
use lea_model::workflow::Check;
use lea_model::{Action, ActionType};
use lea_recognize::View;
use lea_recognize::label::normal;

impl Runner<'_, '_, '_> {
    /// Finds what the part points at; retries relax who is a candidate, and scroll.
    pub fn find(&mut self, part: &Part<'_>, record: &mut StepRecord) -> Result<Grounding, Stop> {
        let Some(target) =
            part.action.target.as_ref().filter(|_| part.action.action_type != ActionType::Compound)
        else {
            return Ok(Grounding::default());
        };
        let mut healing = Healing::default();
        let mut scrolled = 0;
        let found = loop {
            let observation = self.look()?;
            let started = self.world.clock.seconds();
            let view = View::new(observation.scene(), observation.size, self.world.meaning);
            let wanted = Wanted {
                target,
                irreversible: part.irreversible,
                at_home: record.matched.node.is_some(),
                fills: fills(part.action.action_type),
                in_other_words: record.matched.in_other_words,
                apps: self.plan.apps(part.node),
            };
            let grounded = locate(&Goal::Learnt(&wanted, &self.search(&observation, &view, &healing)));
            let took = (self.world.clock.seconds() - started) * 1e3;
            record.times.ground += took;
            let (reason, grounding) = match grounded {
                Grounded::Found(found) => {
                    if healing.attempt() > 0 {
                        healing.record(true, strategy(healing.attempt()), took, &self.world.clock.now());
                    }
                    break Ok(found);
                }
                Grounded::Not(reason, grounding) => (reason, grounding),
            };
            healing.record(false, strategy(healing.attempt()), took, &self.world.clock.now());
            record.grounding = Some(grounding.clone());
            if matches!(reason, HaltReason::Ambiguous | HaltReason::MissingValue) {
                break self.ask_which(part, reason, grounding, &observation);
            }
            self.leave_error(part.node)?;
            if self.reflex(&observation)? || self.clear_pointer()? {
                continue;
            }
            match healing.relax(&self.order.settings.heal) {
                Some(wait) => {
                    let changed = self.world.eye.wait_for_change(wait);
                    match changed {
                        Ok(true) => self.observation = None,
                        Ok(false) => {}
                        Err(lost) => return Err(self.lost(&lost.to_string()).into()),
                    }
                }
                None if may_go_by_focus(part, record) => {
                    let why = "nobody clicked into it: what has the focus on the right screen".into();
                    break Ok(Grounding { method: Method::Focus, why, ..Grounding::default() });
                }
                None if self.scroll_on(part, &mut scrolled)? => {}
                None => match self.thought(part, target, (reason, &grounding), record)? {
                    Some(found) => break Ok(found),
                    None => break self.ask_which(part, reason, grounding, &observation),
                },
            }
        };
        record.attempts.extend(healing.attempts.iter().cloned());
        match found {
            Ok(found) => Ok(found),
            Err(halt) => {
                self.not_done(record)?;
                Err(Halt { why: format!("{} ({})", halt.why, healing.told()), ..halt }.into())
            }
        }
    }

    /// Nothing was done, and the journal says why: what was considered.
    pub fn not_done(&mut self, record: &mut StepRecord) -> Result<(), Halt> {
        let observation = self.look()?;
        let private = self.private(&observation);
        record.screen_before = self.world.keep.keep_screen(&observation, &private);
        self.spent.step += 1;
        record.step = self.spent.step;
        self.write_record(record)
    }

    /// Nothing is surely it: a person may point at it; what they point at is guarded like anything else.
    pub fn ask_which(
        &mut self,
        part: &Part<'_>,
        reason: HaltReason,
        grounding: Grounding,
        observation: &Observation,
    ) -> Result<Grounding, Halt> {
        let text = format!("To {}: {}. Which one is it?", told(part.action), grounding.why);
        let places = grounding.candidates.iter().take(4).map(|c| c.bbox).collect();
        let asking = Asking::new(Asked::Which, text).because(grounding.why.clone()).pointing_at(places);
        let reply = self.ask(asking.about(part), observation)?;
        let point = match reply.answer {
            Answer::Point(point) => point,
            Answer::Choice(n) if n < grounding.candidates.len() => grounding.candidates[n].bbox.center(),
            Answer::Stop => return Err(cancelled()),
            _ => {
                let why = format!("{}: {}", told(part.action), grounding.why);
                return Err(reply.halt(reason, why));
            }
        };
        let element = observation
            .state
            .ui_elements
            .iter()
            .filter(|e| e.bbox.contains(point))
            .min_by_key(|e| e.bbox.area());
        self.note("person", format!("pointed at {}, {} for: {}", point.x, point.y, told(part.action)))?;
        Ok(Grounding {
            method: Method::Person,
            score: None,
            bbox: element.map(|e| e.bbox),
            point: Some(point),
            label: element.map(|e| e.label.clone()).unwrap_or_default(),
            role: element.map(|e| e.role.clone()).unwrap_or_default(),
            why: "a person pointed at it".into(),
            ..grounding
        })
    }

    /// What must hold before this part (P8, SPEC L4.3): every pre-condition that binds here; one that fails, or cannot be told, stops.
    pub fn check_before(&mut self, part: &Part<'_>, record: &StepRecord) -> Result<(), Halt> {
        let checks: Vec<&Check> = bound(part);
        if checks.is_empty() {
            return Ok(());
        }
        let patience = part.edge.constraints.max_delay_seconds.unwrap_or(PATIENCE).clamp(0.0, 60.0);
        let deadline = self.world.clock.seconds() + patience;
        loop {
            let observation = self.look()?;
            let view = View::new(observation.scene(), observation.size, self.world.meaning);
            let Some((check, why)) =
                checks.iter().find_map(|c| Some((*c, self.unmet(c, &observation, &view, record)?)))
            else {
                return Ok(());
            };
            let left = deadline - self.world.clock.seconds();
            if left <= 0.0 {
                let is_record = check.value().is_some();
                let reason = if is_record { HaltReason::WrongRecord } else { HaltReason::NotVerified };
                let why = format!("before {}: {why}", told(part.action));
                let asks = match is_record {
                    true => "Bring up the record that is meant, then resume the run",
                    false => "Bring the screen to where this holds, then resume the run",
                };
                return Err(Halt::new(reason, why).asking(asks));
            }
            self.heed_people()?;
            self.wait_for_change(left.min(0.5))?;
        }
    }

    /// Why a pre-condition is not met, if so. What cannot be told is not met; without windows, the matched node stands for them (L1.6).
    fn unmet(
        &self,
        wanted: &Check,
        observation: &Observation,
        view: &View<'_>,
        record: &StepRecord,
    ) -> Option<String> {
        let is_typed = wanted.value().is_some_and(|name| {
            let value = self.known.values.get(name);
            value.is_some_and(|v| self.known.typed.iter().any(|(_, _, t)| t == v))
        });
        if is_typed {
            return None;
        }
        let is_window = matches!(wanted, Check::WindowTitle(_) | Check::WindowApp(_));
        match check(wanted, observation, view, None, &self.known.values) {
            Checked::Holds => None,
            Checked::Fails(why) => Some(why),
            // A secret counts as typed.
            Checked::Unknown if wanted.value().is_some() => None,
            Checked::Unknown if is_window && record.matched.node.is_some() => None,
            Checked::Unknown => Some(format!("it cannot be told whether {wanted} holds")),
        }
    }

    /// No dialog that nobody knows lies beside what is about to be pressed for good. Where the screen speaks other words than those that
    /// were learnt, none of them is known: then any dialog that does not hold the target is in the way.
    pub fn nothing_in_the_way(&mut self, found: &Grounding, in_other_words: bool) -> Result<(), Halt> {
        let observation = self.look()?;
        let other = match in_other_words {
            false => self.is_in_the_way(&observation, found.point),
            true => crate::dialogs::modal_beside(&observation, found.point),
        };
        match other {
            None => Ok(()),
            Some(dialog) => {
                let why =
                    format!("a dialog that the task does not know is shown: {}", dialog.texts.join(" "));
                Err(Halt::new(HaltReason::Dialog, why)
                    .asking("Close the dialog by hand, then resume the run"))
            }
        }
    }
}

/// A field that bears no name, and that had the focus whenever somebody typed into it: on the right screen it has it now.
fn may_go_by_focus(part: &Part<'_>, record: &StepRecord) -> bool {
    let had = part.action.target.as_ref().is_some_and(|t| t.had_focus);
    let name = part.action.target.as_ref().and_then(|t| t.anchor.as_ref()).and_then(|a| a.name.as_ref());
    part.action.action_type == ActionType::TextInput && had && name.is_none() && record.matched.node.is_some()
}

/// Seconds a pre-condition is waited for, unless the step says otherwise.
const PATIENCE: f64 = 2.0;

/// The pre-conditions that bind before a part. The label of a target of the step is the business of finding it; a value that the step types
/// itself binds from the next part on.
fn bound<'e>(part: &Part<'e>) -> Vec<&'e Check> {
    let all = parts(part.edge);
    let is_label = |words: &str| {
        let texts = all.iter().filter_map(|a| a.target.as_ref()?.text.as_deref());
        texts.into_iter().any(|t| normal(t) == normal(words))
    };
    let is_typed_later = |name: &str| {
        let types = |a: &&Action| {
            let typed = a.action_type == ActionType::TextInput;
            typed && a.parameters.text.as_deref().is_some_and(|t| names_in(t).contains(&name))
        };
        all.iter().position(types).is_some_and(|at| part.number <= at)
    };
    let is_bound =
        |check: &&Check| !check.text().is_some_and(is_label) && !check.value().is_some_and(is_typed_later);
    let bind = part.edge.constraints.pre_conditions.iter().filter(|c| c.binds(part.number));
    bind.map(|c| &c.check).filter(is_bound).collect()
}
