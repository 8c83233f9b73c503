//! What a verdict means for the run: on, again, or a halt.

use crate::asking::Asking;
use crate::execute::{Outcome, Part, Stop};
use crate::locate::Grounded;
use crate::params::verify::{CHANGE_SPREAD, HOVER_MARGIN, MUCH_CHANGED};
use crate::plan::told;
use crate::progress::HEARSAY;
use crate::run::Runner;
use crate::runner_io::Screen;
use crate::text_diff::is_rewritten;
use crate::verify::Meant;
use crate::world::{Answer, Observation};
use lea_model::ActionType;
use lea_model::run::{Grounding, Halt, HaltReason, Method, StepVerdict, Suggestion, Verification};
use lea_model::workflow::Echo;
use std::rc::Rc;

/// What a part of an edge was done to, and the screen before and after it.
#[derive(Clone, Copy)]
pub(crate) struct Attempt<'a> {
    pub part: &'a Part<'a>,
    pub before: &'a Rc<Observation>,
    pub after: &'a Rc<Observation>,
    pub found: &'a Grounding,
}

/// An attempt, and what is held of it.
pub(crate) struct Judged<'a> {
    pub attempt: Attempt<'a>,
    pub verification: &'a Verification,
    /// What a model says, where that decided.
    pub critic: Option<bool>,
    pub irreversible: bool,
    /// How often it was tried before.
    pub tries: u32,
}

impl Judged<'_> {
    /// The words on what was used; none on a row or a cell, which says something else in every run.
    fn label(&self) -> Option<String> {
        let found = self.attempt.found;
        Some(found.label.clone())
            .filter(|l| !l.trim().is_empty() && !matches!(found.method, Method::Row | Method::Cell))
    }
}

impl Runner<'_, '_, '_> {
    /// What the verdict means for the run: on, again, or a halt.
    pub fn after_verdict(&mut self, judged: &Judged<'_>) -> Result<Outcome, Stop> {
        let Judged { attempt, verification, irreversible, .. } = *judged;
        let (part, found) = (attempt.part, attempt.found);
        let is_verified = verification.verdict == StepVerdict::Verified;
        let goes_on = is_verified || verification.suggestion == Suggestion::Continue;
        self.mark_undo(attempt, irreversible, goes_on);
        if !is_verified && !irreversible && self.take_out_strays(attempt)? {
            return match judged.tries < self.order.settings.heal.retries {
                true => Ok(Outcome::Again),
                false => Err(self.not_verified(part, verification).into()),
            };
        }
        match verification.verdict {
            StepVerdict::Verified => {
                if judged.critic == Some(true) {
                    // Nothing but a model's word says so: the run is not one that was seen to have worked.
                    self.not_seen_to_work(format!("a model says that it worked: {}", told(part.action)))?;
                }
                self.still_there(part, verification)?;
                self.remember_typed(part, found);
                self.known.unsent |= crate::identity::changes_record(part.action);
                self.picked(part, found);
                self.shown.confidences.push(verification.confidence);
                Ok(Outcome::On(judged.label()))
            }
            StepVerdict::Unverifiable if verification.suggestion == Suggestion::Continue => {
                self.still_there(part, verification)?;
                if (part.is_last() || irreversible) && !shows_nothing(part.action.action_type) {
                    self.not_seen_to_work(format!("nothing showed that it worked: {}", told(part.action)))?;
                }
                if part.is_last() {
                    self.place.record.lose();
                } else {
                    self.picked(part, found);
                }
                self.shown.confidences.push(verification.confidence);
                Ok(Outcome::On(judged.label()))
            }
            _ => {
                self.place.record.lose();
                // Where the application itself says that it failed, that is known.
                self.leave_error(part.node)?;
                if judged.critic == Some(false) && !irreversible {
                    // Everything else says that it worked: doing it again could do it twice.
                    return Err(self.not_verified(part, verification).into());
                }
                self.again_or_halt(judged)
            }
        }
    }

    /// Something was done that was not seen to work (SPEC ACT.16): the journal says so, for a run that is resumed too.
    pub fn not_seen_to_work(&mut self, why: String) -> Result<(), Halt> {
        self.shown.unverified = true;
        self.note(HEARSAY, why)
    }

    /// After a part in the middle that changed much, the run must still be where the next one belongs.
    fn still_there(&mut self, part: &Part<'_>, verification: &Verification) -> Result<(), Stop> {
        if part.is_last() || verification.change_area_pct < MUCH_CHANGED {
            return Ok(());
        }
        self.leave_error(part.node)?;
        let observation = self.look()?;
        let here = self.match_node(&observation, Some(part.node)).node;
        if here.as_deref().is_none_or(|n| n == part.node) {
            return Ok(());
        }
        self.spent.recoveries += 1;
        if self.spent.recoveries > self.order.settings.most_recoveries {
            return Err(self.not_verified(part, verification).into());
        }
        let called = self.plan.called(here.as_deref().unwrap_or_default());
        let what = format!("after {}: “{called}” is shown, which was not expected", told(part.action));
        self.anomaly(HaltReason::NotVerified, &what)?;
        Err(Stop::Redo)
    }

    fn remember_typed(&mut self, part: &Part<'_>, found: &Grounding) {
        let template = part
            .action
            .parameters
            .text
            .as_deref()
            .filter(|_| part.action.action_type == ActionType::TextInput)
            .filter(|_| part.action.parameters.echo() != Echo::Never);
        let filled = template.and_then(|t| self.known.values.fill(t).ok()).filter(|f| !f.secret);
        if let (Some(filled), Some(bbox)) = (filled, found.bbox) {
            self.known.typed.push((part.edge.edge_id.clone(), bbox, filled.text));
        }
    }

    fn again_or_halt(&mut self, judged: &Judged<'_>) -> Result<Outcome, Stop> {
        let Judged { attempt, verification, irreversible, tries, .. } = *judged;
        let part = attempt.part;
        match verification.verdict {
            // A workflow that ran inside of this one may have done all of its work.
            _ if irreversible || part.action.action_type == ActionType::RunWorkflow => {
                self.ask_what_happened(judged)
            }
            StepVerdict::NotVerified | StepVerdict::Unverifiable if self.was_done(attempt, verification) => {
                self.note("resumed", format!("it had happened before: {}", told(part.action)))?;
                Ok(Outcome::On(judged.label()))
            }
            // What may have sent a form is never repeated: a slow answer is asked about (SPEC ACT.14).
            StepVerdict::NotVerified | StepVerdict::Unverifiable | StepVerdict::Unexpected
                if self.may_have_sent(part) =>
            {
                self.ask_what_happened(judged)
            }
            // A click is only repeated where nothing at all answered: a form that was taken and emptied changes little.
            StepVerdict::NotVerified | StepVerdict::Unverifiable if self.has_answered(attempt) => {
                Err(self.not_verified(part, verification).into())
            }
            // What cannot be read back may stand there already: typed again, it would stand there twice.
            StepVerdict::NotVerified | StepVerdict::Unverifiable
                if part.action.parameters.echo() == Echo::Never =>
            {
                Err(self.not_verified(part, verification).into())
            }
            StepVerdict::NotVerified | StepVerdict::Unverifiable
                if tries < self.order.settings.heal.retries =>
            {
                Ok(Outcome::Again)
            }
            StepVerdict::Unexpected
                if tries < self.order.settings.heal.retries
                    && self.may_go_back(part, attempt.before, verification)? =>
            {
                Ok(Outcome::Again)
            }
            _ => Err(self.not_verified(part, verification).into()),
        }
    }

    /// Something unexpected came up: a person lets the run go on where the mode says so, and the run is where it was.
    fn may_go_back(
        &mut self,
        part: &Part<'_>,
        before: &Observation,
        verification: &Verification,
    ) -> Result<bool, Stop> {
        let what = format!("{}: {}", told(part.action), verification.semantic_detail);
        match self.anomaly(HaltReason::NotVerified, &what)? {
            // Whoever was asked may have seen to it.
            Screen::Other => Err(Stop::Redo),
            Screen::Same => Ok(self.go_back(part, before)?),
        }
    }

    /// A form was filled in, by this step or one before, and this may have sent it; a search is no form.
    fn may_have_sent(&self, part: &Part<'_>) -> bool {
        let is_changed = self.known.unsent || crate::identity::has_changed(&part.edge.parts()[..part.number]);
        crate::execute::sends(part.action) && is_changed
    }

    /// Before a crash it was begun already, doing it again brings nothing new, and what comes next is there. What was typed and is not
    /// read back is not there, whenever it was typed.
    fn was_done(&self, attempt: Attempt<'_>, verification: &Verification) -> bool {
        let part = attempt.part;
        let is_denied = verification.semantic_verified == Some(false);
        if is_denied && part.action.action_type == ActionType::TextInput {
            return false;
        }
        let begun =
            self.place.redone.as_ref().is_some_and(|(e, n)| *e == part.edge.edge_id && part.number <= *n);
        let next = part.next.and_then(|a| a.target.as_ref());
        begun && next.is_some_and(|t| matches!(self.ground_on(attempt.after, t, false), Grounded::Found(_)))
    }

    /// Something beside what was clicked changed.
    fn has_answered(&self, attempt: Attempt<'_>) -> bool {
        let Attempt { part, before, after, found } = attempt;
        // Who leads to another screen and is still on this one has sent nothing, unless there was something to send.
        let may_send = !part.is_last() || part.node == part.to || !self.known.typed.is_empty();
        let clicks = part.action.action_type == ActionType::MouseClick && may_send;
        let around = found.bbox.map(|b| b.padded(HOVER_MARGIN));
        clicks && around.is_some_and(|b| self.world.eye.changed_beside(before, after, b))
    }

    pub fn not_verified(&self, part: &Part<'_>, verification: &Verification) -> Halt {
        let meaning = Some(verification.semantic_detail.as_str()).filter(|d| !d.is_empty());
        let why = format!("{}: {}", told(part.action), meaning.unwrap_or(&verification.detail));
        Halt::new(HaltReason::NotVerified, why).asking(format!(
            "It should have led to “{}”. Look at the picture for what keeps it from that, mend it or bring that screen up, then resume",
            self.plan.called(part.to)
        ))
    }

    /// Something that cannot be taken back, and it was not seen to have worked: it is never simply done again.
    fn ask_what_happened(&mut self, judged: &Judged<'_>) -> Result<Outcome, Stop> {
        let part = judged.attempt.part;
        let not_seen = self.not_verified(part, judged.verification).why;
        let asking = Asking::happened(&told(part.action)).because(not_seen.clone()).about(part);
        let reply = self.ask(asking, judged.attempt.after)?;
        match reply.answer {
            Answer::Yes | Answer::Choice(1) => {
                self.not_seen_to_work(format!("a person says that it worked: {}", told(part.action)))?;
                self.observation = None;
                Ok(Outcome::On(judged.label()))
            }
            Answer::Choice(2) => {
                self.note("person", format!("says that it did not happen: {}", told(part.action)))?;
                self.place.progress.not_for_good(&part.edge.edge_id, part.number);
                self.observation = None;
                Ok(Outcome::Again)
            }
            _ => Err(reply.halt(HaltReason::UnknownOutcome, not_seen).into()),
        }
    }

    /// The verdict of pixels and meaning.
    pub fn judge(&self, attempt: Attempt<'_>, meant: &Meant, reported: bool) -> Verification {
        let Attempt { part, before, after, found } = attempt;
        let change = self.world.eye.difference(before, after, found.point);
        let action = part.action.action_type;
        let said = crate::verify::verdict(action, change, meant, reported, &self.order.settings.verify);
        // Few pixels say “13” instead of “169”: a calculator that has answered is not asked again.
        let is_click = action == ActionType::MouseClick && !part.is_last();
        let may_be_rewritten = (is_click || part.action.parameters.echo() == Echo::Never) && !reported;
        let is_unanswered = said.verdict == StepVerdict::NotVerified && meant.holds.is_none();
        if may_be_rewritten
            && is_unanswered
            && is_rewritten(before, after, self.plan.apps(part.node), found.bbox)
        {
            return crate::verify::rewritten(said);
        }
        match () {
            () if part.action.parameters.quiet && is_unanswered && !reported => crate::verify::quiet(said),
            () if self.changed_as_shown(part, &said) => crate::verify::as_shown(said),
            () => said,
        }
    }

    /// Nothing tells by its meaning whether a step worked that can be taken back, and the screen changed as in the demonstrations.
    fn changed_as_shown(&self, part: &Part<'_>, said: &Verification) -> bool {
        let range = part.edge.post_conditions.pixel_change;
        part.is_last()
            && !part.irreversible
            && said.verdict == StepVerdict::Unverifiable
            && said.semantic_verified.is_none()
            && range.is_some_and(|range| range.holds(said.change_area_pct, CHANGE_SPREAD))
    }
}

/// Waiting, pointing and turning the wheel change nothing of the application that could be seen to have worked (SPEC ACT.16).
fn shows_nothing(action: ActionType) -> bool {
    matches!(action, ActionType::Wait | ActionType::Hover | ActionType::Scroll | ActionType::Focus)
}
