//! Dialogs that nobody asked for, and small actions beside the edges: guarded, written down and verified like any other.

use crate::guard::{About, Guarded, guard};
use crate::perform::pointed;
use crate::plan::Plan;
use crate::reflex::{self, Reaction};
use crate::run::Runner;
use crate::verify::{Meant, verdict};
use crate::world::{Clumsy, Deed, Sight};
use lea_model::run::{Entry, Grounding, Halt, HaltReason, Intent, StepRecord, StepVerdict};
use lea_model::{Action, ActionType, ErrorType, MouseButton, Target};
use lea_recognize::View;
use lea_recognize::label::normal;
use std::rc::Rc;

/// So many texts are more than a message and its buttons.
const MANY: usize = 6;

/// Fewer letters are part of many texts.
const LEAST_KNOWN: usize = 6;

/// A text belongs to the screens of the workflow: one of them says it, or most of it.
fn is_known(plan: &Plan, text: &str) -> bool {
    let text = normal(text);
    let screens = || plan.workflow.nodes.iter().filter_map(|n| plan.exemplar(&n.node_id));
    if text.is_empty() || screens().any(|e| e.texts.contains(&text)) {
        return true;
    }
    let said =
        screens().flat_map(|e| &e.texts).filter(|t| t.len() >= LEAST_KNOWN && text.contains(t.as_str()));
    let mut parts: Vec<&String> = said.collect();
    parts.sort_by_key(|t| std::cmp::Reverse(t.len()));
    let rest = parts.into_iter().fold(text.clone(), |rest, part| rest.replace(part.as_str(), ""));
    rest.len() * 2 < text.len()
}

impl Runner<'_, '_, '_> {
    /// Dialogs on a screen, with what the workflow itself never shows: a rule hears only that.
    pub fn strange_dialogs(&self, sight: &Sight) -> Vec<reflex::Dialog> {
        let known = |text: &str| is_known(self.plan, text);
        let all = reflex::dialogs(&sight.state, &known).into_iter();
        let fresh = all.map(|mut d| {
            d.texts.retain(|t| !known(t));
            d
        });
        fresh.filter(|d| !d.texts.is_empty()).collect()
    }

    /// A dialog that nobody knows lies over a screen. One that says almost only what the task's own screens say is a part of them.
    pub fn hides_something(&self, sight: &Sight) -> Option<reflex::Dialog> {
        let known = |text: &str| is_known(self.plan, text);
        let is_own = |d: &reflex::Dialog| {
            let news = d.texts.iter().filter(|t| !known(t)).count();
            news == 0 || d.texts.len() >= MANY && news * 3 < d.texts.len()
        };
        let mut strange = reflex::dialogs(&sight.state, &known).into_iter().filter(|d| !is_own(d));
        let dialog = strange.next()?;
        let texts = dialog.texts.iter().filter(|t| !known(t)).cloned().collect();
        Some(reflex::Dialog { texts, ..dialog })
    }

    /// A dialog that nobody knows lies beside what is about to be pressed, or holds it without one word of the task's own.
    pub fn is_in_the_way(&self, sight: &Sight, at: Option<lea_model::Point>) -> Option<reflex::Dialog> {
        let known = |text: &str| is_known(self.plan, text);
        let is_strange = |d: &reflex::Dialog| {
            let news = d.texts.iter().filter(|t| !known(t)).count();
            let holds = at.is_some_and(|p| d.bbox.contains(p));
            news > 0 && (!holds || news == d.texts.len())
        };
        reflex::dialogs(&sight.state, &known).into_iter().find(is_strange)
    }

    /// A common dialog is dealt with as its rule says; true where something was done or waited for.
    pub fn reflex(&mut self, sight: &Rc<Sight>) -> Result<bool, Halt> {
        let plan = self.plan;
        let known = |text: &str| is_known(plan, text);
        let rules = self.order.rules.clone();
        let fresh = self.strange_dialogs(sight);
        let Some((dialog, reaction)) = fresh.iter().find_map(|d| Some((d, reflex::react(d, &rules)?))) else {
            return Ok(false);
        };
        self.reflexes += 1;
        if self.reflexes > self.settings.most_reflexes {
            let why = format!("dialogs keep coming up: {}", dialog.texts.join(" "));
            return Err(Halt::new(HaltReason::Dialog, why).asking("What is to be done about it?"));
        }
        let gone = |after: &Sight| {
            let view = View::new(after.scene(), after.size, None);
            let told = dialog.texts.iter().filter(|t| !known(t)).max_by_key(|t| t.len());
            let is_gone = told.is_none_or(|t| !view.says(t));
            Meant {
                holds: Some(is_gone),
                detail: if is_gone { "the dialog is gone" } else { "the dialog is still there" }.into(),
                ..Meant::default()
            }
        };
        match reaction {
            Reaction::Press { label, bbox, why, .. } => {
                let deed = Deed::Click { at: bbox.center(), button: MouseButton::Left, clicks: 1 };
                self.beside(
                    "dialog",
                    &deed,
                    pointed(bbox, &label, &why),
                    &format!("press “{label}”: {why}"),
                    gone,
                )?;
                Ok(true)
            }
            Reaction::Keys { keys, why, .. } => {
                let told = format!("press {}: {why}", keys.join("+"));
                self.beside("dialog", &Deed::Keys(keys), Grounding::default(), &told, gone)?;
                Ok(true)
            }
            Reaction::Wait { .. } => {
                self.reflexes -= 1;
                let changed = self.world.eye.wait_for_change(std::time::Duration::from_millis(500));
                let changed = changed.map_err(|lost| self.lost(&lost.to_string()))?;
                self.sight = None;
                Ok(changed)
            }
            Reaction::Stop { why, error, .. } => {
                self.errors.extend(error);
                let reason = if error.is_some() { HaltReason::ErrorScreen } else { HaltReason::Dialog };
                let said = dialog.texts.join(" ");
                let kind = error.unwrap_or(ErrorType::Generic);
                let asks = if kind == ErrorType::Authentication {
                    "Log in again, then resume the run"
                } else {
                    "What is to be done about it?"
                };
                Err(Halt::new(reason, format!("{why}: {said}")).asking(asks))
            }
        }
    }

    /// An action beside the edges: guarded, written down, performed, verified, written down, like any other.
    pub fn beside(
        &mut self,
        name: &str,
        deed: &Deed,
        found: Grounding,
        told: &str,
        holds: impl Fn(&Sight) -> Meant,
    ) -> Result<StepVerdict, Halt> {
        let kind = match deed {
            Deed::Click { .. } => ActionType::MouseClick,
            Deed::Scroll { .. } => ActionType::Scroll,
            Deed::Switch(_) => ActionType::WindowSwitch,
            _ => ActionType::KeyPress,
        };
        let target = found.point.map(|_| Target { text: Some(found.label.clone()), ..Target::default() });
        let action = Action { target, ..Action::new(kind) };
        match guard(&About { action: &action, found: Some(&found) }, &self.plan.workflow.safety_rules) {
            Guarded::Free => {}
            Guarded::Confirm(why) | Guarded::Forbidden(why) => {
                return Err(Halt::new(HaltReason::Forbidden, format!("{told}: {why}")));
            }
        }
        let before = self.look()?;
        let private = self.private(&before);
        self.step += 1;
        let mut record = StepRecord {
            step: self.step,
            at: self.world.clock.now(),
            node: self.expected.clone().unwrap_or_default(),
            edge: name.to_owned(),
            action: crate::record::name_of(&action),
            told: told.to_owned(),
            guard: "free".into(),
            screen_before: self.world.keep.keep_screen(&before, &private),
            ..StepRecord::default()
        };
        let intent = Intent {
            step: self.step,
            edge: name.to_owned(),
            parts: 1,
            told: told.to_owned(),
            target: found.label.clone(),
            ..Intent::default()
        };
        self.write(&Entry::Intend { intent: intent.clone() })?;
        self.audit_intent(&intent)?;
        let point = found.point;
        record.grounding = Some(found);
        let performed = self.world.hand.act(deed);
        self.sight = None;
        let after = match self.look() {
            Ok(after) => after,
            Err(halt) => {
                record.verification = Some(crate::verify::unseen(&halt.why));
                self.conclude(&mut record)?;
                return Err(halt);
            }
        };
        let mut meant = holds(&after);
        let reported = match &performed {
            Ok(()) => false,
            Err(why) => {
                meant = Meant { holds: Some(false), detail: why.to_string(), ..Meant::default() };
                true
            }
        };
        let change = self.world.eye.difference(&before, &after, point);
        let verification = verdict(kind, change, &meant, reported, &self.settings.verify);
        let said = verification.verdict;
        record.verification = Some(verification);
        let private = self.private(&after);
        record.screen_after = self.world.keep.keep_screen(&after, &private);
        record.times.look = after.look_ms;
        record.times.waited = after.settle_ms;
        self.conclude(&mut record)?;
        match performed {
            Err(Clumsy::Lost(why)) => Err(Halt::new(HaltReason::ScreenLost, why)),
            Err(Clumsy::Interrupted) => Err(crate::run::cancelled()),
            _ => Ok(said),
        }
    }
}
