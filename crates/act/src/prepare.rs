//! Before an action: what it points at is found, what must hold is checked, the guard and people are heard.

use crate::asking::Asking;
use crate::checks::{Checked, On, Words, check_on};
use crate::execute::{Part, Stop};
use crate::ground::{Wanted, fills};
use crate::heal::{self, Healing};
use crate::locate::Grounded;
use crate::params::limits::MOST_POINTED_AT;
use crate::params::times::{LOOK_AGAIN, MOST_PRE_CONDITION, PRE_CONDITION_PATIENCE};
use crate::plan::told;
use crate::run::{Runner, cancelled};
use crate::scrolling::Looked;
use crate::values::names_in;
use crate::world::{Answer, Asked, Observation};
use lea_model::run::{Grounding, Halt, HaltReason, Method, Question, StepRecord};
use lea_model::workflow::Check;
use lea_model::{Action, ActionType, Point, Rect, Target, UIElement};
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
        let mut looked = Looked::default();
        let found = loop {
            let observation = self.look()?;
            let (reason, grounding) = match self.try_to_find(part, target, record, &mut healing)? {
                Grounded::Found(found) => break Ok(found),
                Grounded::Not(reason, grounding) => (reason, grounding),
            };
            record.grounding = Some(grounding.clone());
            if matches!(reason, HaltReason::Ambiguous | HaltReason::MissingValue) {
                break self.ask_which(part, reason, grounding, &observation);
            }
            self.leave_error(part.node)?;
            if self.reflex(&observation)? || self.clear_pointer()? {
                continue;
            }
            match healing.relax(&self.order.settings.heal) {
                Some(wait) => self.wait_for_change(wait.as_secs_f64())?,
                None if may_go_by_focus(part, record) => {
                    let why = "nobody clicked into it: what has the focus on the right screen".into();
                    break Ok(Grounding { method: Method::Focus, why, ..Grounding::default() });
                }
                None if self.scroll_on(part, &mut looked)? => {}
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

    /// One try on the screen as it is, with as much tolerance as the tries before have earned.
    fn try_to_find(
        &mut self,
        part: &Part<'_>,
        target: &Target,
        record: &mut StepRecord,
        healing: &mut Healing,
    ) -> Result<Grounded, Halt> {
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
        let search = self.search(&observation, &view, healing);
        let (grounded, strategy) = heal::locate(&wanted, &search, healing.attempt());
        let took = (self.world.clock.seconds() - started) * 1e3;
        record.times.ground += took;
        let is_found = matches!(grounded, Grounded::Found(_));
        if !is_found || healing.attempt() > 0 {
            healing.record(is_found, strategy, took, &self.world.clock.now());
        }
        Ok(grounded)
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
        // Where nothing is like it, the nearest things are no choice.
        let likely = grounding.candidates.iter().filter(|_| reason != HaltReason::NotFound);
        let places: Vec<Rect> = likely.take(MOST_POINTED_AT).map(|c| c.bbox).collect();
        let asking =
            Asking::new(Asked::Which, text).because(grounding.why.clone()).pointing_at(places.clone());
        let reply = self.ask(asking.about(part), observation)?;
        let point = match reply.answer {
            Answer::Point(point) => point,
            // Only a place that was shown can have been chosen.
            Answer::Choice(n) if n < places.len() => places[n].center(),
            Answer::Stop => return Err(cancelled()),
            _ if places.is_empty() => return Err(self.nothing_to_choose_from(part, reason, &grounding)),
            _ => {
                let why = format!("{}: {}", told(part.action), grounding.why);
                return Err(reply.halt(reason, why));
            }
        };
        let element = smallest_at(observation, point);
        self.is_still_it(part, observation, point)?;
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

    /// Nobody pointed at it, and nothing that could be meant is on the screen: what now (SPEC PEOPLE.7), or the value that is missing.
    fn nothing_to_choose_from(&self, part: &Part<'_>, reason: HaltReason, grounding: &Grounding) -> Halt {
        let texts = part.action.target.iter().filter_map(|t| t.text.as_deref());
        let lacks = |name: &&str| !self.known.values.has(name);
        let missing = texts.flat_map(names_in).find(lacks).filter(|_| reason == HaltReason::MissingValue);
        let halt = Halt::new(reason, format!("{}: {}", told(part.action), grounding.why));
        match missing.filter(|name| self.plan.workflow.variables.contains_key(*name)) {
            Some(name) => halt.with(Question::for_value(name)),
            None => halt,
        }
    }

    /// What a person pointed at is there as they were shown it: they took their time, and the screen may be another.
    fn is_still_it(&mut self, part: &Part<'_>, shown: &Observation, point: Point) -> Result<(), Halt> {
        let now = self.look()?;
        let told_apart = |o: &Observation| smallest_at(o, point).map(|e| (e.bbox, normal(&e.label)));
        if now.number == shown.number || told_apart(&now).is_some_and(|e| Some(e) == told_apart(shown)) {
            return Ok(());
        }
        let why = format!("{}: what was pointed at is no longer there", told(part.action));
        Err(Halt::new(HaltReason::NotVerified, why)
            .asking("Wait until the screen rests and shows what it should, then resume the run"))
    }

    /// What must hold before this part (P8, SPEC L4.3): every pre-condition that binds here; one that fails, or cannot be told, stops.
    pub fn check_before(&mut self, part: &Part<'_>, record: &StepRecord) -> Result<(), Halt> {
        let checks: Vec<&Check> = bound(part);
        if checks.is_empty() {
            return Ok(());
        }
        let patience = part
            .edge
            .constraints
            .max_delay_seconds
            .unwrap_or(PRE_CONDITION_PATIENCE)
            .clamp(0.0, MOST_PRE_CONDITION);
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
            self.wait_for_change(left.min(LOOK_AGAIN))?;
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
        let speaks = Words::of(record.matched.in_other_words);
        match check_on(&On { observation, view, before: None, speaks }, wanted, &self.known.values) {
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

/// The smallest thing around a point.
fn smallest_at(observation: &Observation, point: Point) -> Option<&UIElement> {
    let around = observation.state.ui_elements.iter().filter(|e| e.bbox.contains(point));
    around.min_by_key(|e| e.bbox.area())
}

/// A field that bears no name, and that had the focus whenever somebody typed into it: on the right screen it has it now.
fn may_go_by_focus(part: &Part<'_>, record: &StepRecord) -> bool {
    let had = part.action.target.as_ref().is_some_and(|t| t.had_focus);
    let name = part.action.target.as_ref().and_then(|t| t.anchor.as_ref()).and_then(|a| a.name.as_ref());
    part.action.action_type == ActionType::TextInput && had && name.is_none() && record.matched.node.is_some()
}

/// The pre-conditions that bind before a part. The label of a target of the step is the business of finding it; a value that the step types
/// itself binds from the next part on.
fn bound<'e>(part: &Part<'e>) -> Vec<&'e Check> {
    let all = part.edge.parts();
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
