//! Dialogs that nobody asked for (SPEC ACT.8).

use crate::params::dialogs::{FEW_NEW, LEAST_KNOWN, MANY_TEXTS};
use crate::params::times::DIALOG_WAIT;
use crate::plan::Plan;
use crate::reflex::{self, Reaction};
use crate::run::Runner;
use crate::step::{Origin, SideAction};
use crate::verify::Meant;
use crate::world::{InputEvent, Observation};
use lea_model::run::{ErrorMet, Grounding, Halt, HaltReason};
use lea_model::{ElementType, ErrorType, MouseButton, Point};
use lea_recognize::View;
use lea_recognize::label::normal;
use std::rc::Rc;

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

/// A dialog that does not hold what is about to be pressed, whatever it says.
pub(crate) fn modal_beside(observation: &Observation, at: Option<Point>) -> Option<reflex::Dialog> {
    let is_seen = |d: &reflex::Dialog| {
        let mut all = observation.state.ui_elements.iter();
        all.any(|e| e.element_type == ElementType::Dialog && e.bbox.intersection(&d.bbox).is_some())
    };
    let mut dialogs = reflex::dialogs(&observation.state, &|_| false).into_iter().filter(is_seen);
    dialogs.find(|d| !at.is_some_and(|p| d.bbox.contains(p)))
}

impl Runner<'_, '_, '_> {
    /// Dialogs on a screen, with what the workflow itself never shows: a rule hears only that.
    pub fn strange_dialogs(&self, observation: &Observation) -> Vec<reflex::Dialog> {
        let known = |text: &str| is_known(self.plan, text);
        let all = reflex::dialogs(&observation.state, &known).into_iter();
        let fresh = all.map(|mut d| {
            d.texts.retain(|t| !known(t));
            d
        });
        fresh.filter(|d| !d.texts.is_empty()).collect()
    }

    /// A dialog that nobody knows lies over a screen. One that says almost only what the task's own screens say is a part of them.
    pub fn hides_something(&self, observation: &Observation) -> Option<reflex::Dialog> {
        let known = |text: &str| is_known(self.plan, text);
        let is_own = |d: &reflex::Dialog| {
            let news = d.texts.iter().filter(|t| !known(t)).count();
            news == 0 || d.texts.len() >= MANY_TEXTS && news * FEW_NEW < d.texts.len()
        };
        let mut strange = reflex::dialogs(&observation.state, &known).into_iter().filter(|d| !is_own(d));
        let dialog = strange.next()?;
        let texts = dialog.texts.iter().filter(|t| !known(t)).cloned().collect();
        Some(reflex::Dialog { texts, ..dialog })
    }

    /// A dialog that nobody knows lies beside what is about to be pressed, or holds it without one word of the task's own.
    pub fn is_in_the_way(&self, observation: &Observation, at: Option<Point>) -> Option<reflex::Dialog> {
        let known = |text: &str| is_known(self.plan, text);
        let is_strange = |d: &reflex::Dialog| {
            let news = d.texts.iter().filter(|t| !known(t)).count();
            let holds = at.is_some_and(|p| d.bbox.contains(p));
            news > 0 && (!holds || news == d.texts.len())
        };
        reflex::dialogs(&observation.state, &known).into_iter().find(is_strange)
    }

    /// A common dialog is dealt with as its rule says; true where something was done or waited for.
    pub fn reflex(&mut self, observation: &Rc<Observation>) -> Result<bool, Halt> {
        let plan = self.plan;
        let known = |text: &str| is_known(plan, text);
        let rules = self.order.rules.clone();
        let fresh = self.strange_dialogs(observation);
        let Some((dialog, reaction)) = fresh.iter().find_map(|d| Some((d, reflex::react(d, &rules)?))) else {
            return Ok(false);
        };
        self.spent.reflexes += 1;
        if self.spent.reflexes > self.order.settings.most_reflexes {
            let why = format!("dialogs keep coming up: {}", dialog.texts.join(" "));
            return Err(Halt::new(HaltReason::Dialog, why)
                .asking("Find out by hand why they come up, close the last one, then resume the run"));
        }
        let gone = |after: &Observation| {
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
            Reaction::Press { found, why, .. } => {
                let at = found.point.unwrap_or_default();
                let event = InputEvent::Click { at, button: MouseButton::Left, clicks: 1 };
                let told = format!("press “{}”: {why}", found.label);
                self.press_dialog(observation, (event, *found), told, &gone)?;
                Ok(true)
            }
            Reaction::Keys { keys, why, .. } => {
                let told = format!("press {}: {why}", keys.join("+"));
                self.press_dialog(observation, (InputEvent::Keys(keys), Grounding::default()), told, &gone)?;
                Ok(true)
            }
            Reaction::Wait { .. } => {
                self.spent.reflexes -= 1;
                let changed = self.world.eye.wait_for_change(DIALOG_WAIT);
                let changed = changed.map_err(|lost| self.lost(&lost.to_string()))?;
                self.observation = None;
                Ok(changed)
            }
            Reaction::Stop { why, error, .. } => {
                let met = |error_type| ErrorMet { error_type, ..ErrorMet::default() };
                self.shown.errors.extend(error.map(met));
                let reason = if error.is_some() { HaltReason::ErrorScreen } else { HaltReason::Dialog };
                let said = dialog.texts.join(" ");
                let kind = error.unwrap_or(ErrorType::Generic);
                let asks = if kind == ErrorType::Authentication {
                    "Log in again, then resume the run"
                } else {
                    "Deal with what is shown by hand, then resume the run"
                };
                Err(Halt::new(reason, format!("{why}: {said}")).asking(asks))
            }
        }
    }

    fn press_dialog(
        &mut self,
        seen: &Rc<Observation>,
        (event, found): (InputEvent, Grounding),
        told: String,
        holds: &dyn Fn(&Observation) -> Meant,
    ) -> Result<(), Halt> {
        let (name, origin, seen) = ("dialog", Origin::Reflex, seen.clone());
        self.side_action(&SideAction { name, origin, seen, event, found, told, holds }).map(|_| ())
    }
}
