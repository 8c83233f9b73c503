//! After an action: what came of it, looked at until it is what should come or the time is up.

use crate::after_verdict::Attempt;
use crate::checks::check_all;
use crate::execute::Part;
use crate::field_value;
use crate::filling::entries;
use crate::locate::Grounded;
use crate::params::times::{INTERMEDIATE, LEAST_WAIT, LOOK_AGAIN, MOST_TIMEOUT, NO_CHANGE, QUIET};
use crate::params::verify::{MOST_NEAREST, OTHER_LINES, SHORT_LINE};
use crate::run::Runner;
use crate::step::Origin;
use crate::verify::Meant;
use crate::world::Observation;
use lea_model::run::{Grounding, Halt, HaltReason, Matched, NodeCandidate, StepRecord};
use lea_model::workflow::{Check, Echo, PostConditions};
use lea_model::{ActionType, ElementType};
use lea_recognize::View;
use lea_recognize::label::normal;
use std::collections::BTreeSet;
use std::rc::Rc;

/// How an outcome was watched: times in milliseconds but for `started` and `changed_at`, which are the clock's seconds.
struct Watch {
    started: f64,
    looked: f64,
    waited: f64,
    /// The number of the last screen, and when it came.
    last: u64,
    changed_at: f64,
}

impl Watch {
    fn saw(&mut self, observation: &Observation, now: f64) {
        self.looked += observation.look_ms;
        self.waited += observation.settle_ms;
        if observation.number != self.last {
            (self.last, self.changed_at) = (observation.number, now);
        }
    }

    /// Tells a record what took how long; gives the time in all.
    fn over(&self, now: f64, record: &mut StepRecord) -> f64 {
        let elapsed = (now - self.started) * 1e3;
        record.times.look += self.looked;
        record.times.waited += self.waited;
        record.times.verify += (elapsed - self.looked - self.waited).max(0.0);
        elapsed
    }
}

impl Runner<'_, '_, '_> {
    /// Looks at what came of an action until it is what should come, or the time is up (P15).
    pub fn observe_outcome(
        &mut self,
        part: &Part<'_>,
        before: &Rc<Observation>,
        found: &Grounding,
        reported: Option<&str>,
        record: &mut StepRecord,
    ) -> Result<(Rc<Observation>, Meant), Halt> {
        let started = self.world.clock.seconds();
        let timeout = if part.is_last() { part.edge.post_conditions.timeout_seconds } else { INTERMEDIATE };
        let deadline = started + timeout.clamp(0.0, MOST_TIMEOUT);
        let mut watch = Watch { started, looked: 0.0, waited: 0.0, last: before.number, changed_at: started };
        let (observation, mut meant) = loop {
            let observation = self.look_again()?;
            let now = self.world.clock.seconds();
            watch.saw(&observation, now);
            if let Some(why) = reported {
                break (observation, meant(Some(false), why));
            }
            let attempt = Attempt { part, before, after: &observation, found };
            let mut meant = self.meaning_of(attempt, now - started);
            let is_late = meant.holds == Some(false) && now - started >= NO_CHANGE;
            if is_late && now < deadline && self.clear_pointer()? {
                continue;
            }
            let is_final = meant.holds == Some(true)
                || now >= deadline
                || self.is_beside_the_point(attempt, &meant, now - started);
            if is_final || self.is_error_screen(&observation) {
                break (observation, meant);
            }
            // What the next step needs may be out of sight: whoever looks for it scrolls.
            let has_changed = observation.number != before.number;
            let is_quiet = has_changed && now - watch.changed_at >= QUIET;
            if !part.is_last() && is_quiet && self.may_be_out_of_sight(part) {
                meant.holds = None;
                break (observation, meant);
            }
            // A dialog that a rule would stop for may be what was expected, still on its way.
            match self.reflex(&observation) {
                Ok(true) => continue,
                Ok(false) => {}
                Err(halt) if halt.reason == HaltReason::Dialog => break (observation, meant),
                Err(halt) => return Err(halt),
            }
            self.heed_people()?;
            let from = self.world.clock.seconds();
            self.wait_for_change((deadline - from).clamp(LEAST_WAIT, LOOK_AGAIN))?;
            watch.waited += (self.world.clock.seconds() - from) * 1e3;
        };
        meant.elapsed_ms = watch.over(self.world.clock.seconds(), record);
        Ok((observation, meant))
    }

    /// The step is verified by what the next one needs, which may be further down or to the side.
    pub fn may_be_out_of_sight(&self, part: &Part<'_>) -> bool {
        part.action.action_type != ActionType::TextInput && part.next.is_some_and(|a| a.target.is_some())
    }

    /// Nothing is expected that could be waited for, and pixels have had their time.
    fn is_beside_the_point(&self, attempt: Attempt<'_>, meant: &Meant, elapsed: f64) -> bool {
        if meant.holds.is_some() {
            return false;
        }
        let Attempt { part, before, after, found } = attempt;
        let change = self.world.eye.difference(before, after, found.point);
        let seen = crate::verify::pixels(part.action.action_type, change, false, &self.order.settings.verify);
        seen.changed || seen.suggestion == lea_model::run::Suggestion::Continue || elapsed >= NO_CHANGE
    }

    /// What meaning says of the screen that came.
    fn meaning_of(&mut self, attempt: Attempt<'_>, elapsed: f64) -> Meant {
        let Attempt { part, after, .. } = attempt;
        let mut typed = self.read_back(attempt);
        if typed.holds == Some(true) && self.is_list_open(attempt) {
            typed = meant(Some(false), "its list is still open");
        }
        if typed.holds == Some(false) || !part.is_last() && typed.holds.is_some() {
            return typed;
        }
        if part.is_last() {
            return self.arrived_at(attempt, &typed, elapsed);
        }
        match part.action.action_type {
            ActionType::WindowSwitch => {
                let app = part.action.parameters.target_app.clone().unwrap_or_default();
                let front = after.state.window.as_ref().map(|w| normal(&w.app_name));
                match front {
                    Some(front) => meant(Some(front == normal(&app)), format!("{front} is in front")),
                    None => meant(None, "windows are not known here"),
                }
            }
            ActionType::ExtractText => meant(Some(true), "it was read"),
            // What is not read back does not have to bring anything up either.
            ActionType::TextInput => typed,
            ActionType::AnalyzeText => meant(Some(true), "the answer has the form it must have"),
            ActionType::Wait if part.action.parameters.until.is_some() => {
                meant(Some(true), "what was waited for is there")
            }
            _ => self.leads_to_next(attempt),
        }
    }

    /// A step in the middle has worked when it brought up what the next one needs; where that was there before, pixels have to say.
    fn leads_to_next(&self, attempt: Attempt<'_>) -> Meant {
        let Attempt { part, before, after, .. } = attempt;
        let target = part.next.and_then(|a| a.target.as_ref());
        let Some(target) = target else { return meant(None, "nothing is expected that could be seen") };
        let is_there = |observation: &Observation| {
            matches!(self.ground_on(observation, target, false), Grounded::Found(_))
        };
        match is_there(after) {
            true if !is_there(before) => meant(Some(true), "what the next step needs has come up"),
            true if self.was_taken(attempt) => {
                meant(Some(true), "what was filled in was taken, and what the next step needs is there")
            }
            true => meant(None, "what the next step needs was there before"),
            false => meant(Some(false), "what the next step needs has not come up"),
        }
    }

    /// What the parts before typed still stands where it was typed: nothing came between, and nothing went into another field.
    pub fn read_again(&mut self, part: &Part<'_>) -> Result<(), Halt> {
        let observation = self.look()?;
        let kinds = [ElementType::TextInput, ElementType::TextArea, ElementType::Dropdown];
        for (bbox, typed) in
            self.known.typed.iter().filter(|(edge, ..)| *edge == part.edge.edge_id).map(|(_, b, t)| (b, t))
        {
            let element = crate::ground::element_at(&observation.state.ui_elements, *bbox);
            // A field that moved or is out of sight cannot be read again here.
            if element.is_none_or(|e| !kinds.contains(&e.element_type)) {
                continue;
            }
            let shown = field_value::field(&observation, *bbox).unwrap_or_default();
            if !field_value::reads_as(&shown, typed) {
                let why = format!(
                    "before {}: a field that was filled in shows something else now",
                    crate::plan::told(part.action)
                );
                return Err(Halt::new(HaltReason::NotVerified, why)
                    .asking("Correct the field by hand, then resume the run"));
            }
        }
        Ok(())
    }

    /// A field that this step filled in showed what was typed until it was sent, and shows something else now: the form was taken.
    fn was_taken(&self, attempt: Attempt<'_>) -> bool {
        let Attempt { part, before, after, .. } = attempt;
        let mut typed = self.known.typed.iter().filter(|(edge, ..)| *edge == part.edge.edge_id);
        let shows = |observation: &Observation, bbox, text: &str| {
            field_value::field(observation, bbox).is_some_and(|shown| field_value::reads_as(&shown, text))
        };
        let is_field = |bbox| {
            let element = crate::ground::element_at(&after.state.ui_elements, bbox);
            element.is_some_and(|e| crate::fields::FIELDS.contains(&e.element_type))
        };
        crate::execute::sends(part.action)
            && typed.any(|(_, bbox, text)| {
                is_field(*bbox) && shows(before, *bbox, text) && !shows(after, *bbox, text)
            })
    }

    /// What was typed is read back (SPEC L4.4).
    fn read_back(&self, attempt: Attempt<'_>) -> Meant {
        let Attempt { part, before, after, found } = attempt;
        if part.action.action_type != ActionType::TextInput {
            return Meant::default();
        }
        let template = part.action.parameters.text.as_deref().unwrap_or_default();
        let Ok(filled) = self.known.values.fill(template) else {
            return meant(Some(false), "its value is missing");
        };
        if filled.secret {
            return meant(None, "a secret is not read back");
        }
        if part.action.parameters.echo() == Echo::Never {
            let news = match found.bbox {
                Some(bbox) => field_value::field(after, bbox).into_iter().collect(),
                None => crate::text_diff::news(before, after, self.plan.apps(part.node)),
            };
            let number = news.iter().find(|line| field_value::is_number(line));
            return match number.filter(|_| filled.text.ends_with(|c: char| c.is_ascii_digit())) {
                _ if news.iter().any(|line| field_value::ends_as(line, &filled.text)) => {
                    meant(Some(true), "the end of it was read back")
                }
                Some(other) => meant(Some(false), format!("it shows {other:?}, which it does not end with")),
                None => meant(None, "what is typed here is never shown as a whole"),
            };
        }
        let Some(bbox) = found.bbox else {
            // What has the focus: the text must stand somewhere on the screen now.
            let view = View::new(after.scene(), after.size, self.world.meaning);
            let lines: Vec<&str> = filled.text.lines().filter(|l| !l.trim().is_empty()).collect();
            let news = crate::text_diff::news(before, after, self.plan.apps(part.node));
            let reads = |l: &&str| view.says(l) || news.iter().any(|new| field_value::reads_as(new, l));
            let all = lines.iter().all(reads);
            return meant(
                Some(all),
                if all { "it stands on the screen" } else { "it does not stand on the screen" },
            );
        };
        let shown = field_value::field(after, bbox).unwrap_or_default();
        match field_value::reads_as(&shown, &filled.text) {
            true => meant(Some(true), "it was read back"),
            false => meant(Some(false), format!("the field shows {shown:?}")),
        }
    }

    /// The list that a choice was made from still lies over the screen.
    fn is_list_open(&self, attempt: Attempt<'_>) -> bool {
        let Attempt { part, before, after, found } = attempt;
        let kind = part.action.target.as_ref().and_then(|t| t.element_type);
        let text = part.action.parameters.text.as_deref().and_then(|t| self.known.values.fill(t).ok());
        match (kind, text, found.bbox) {
            (Some(ElementType::Dropdown), Some(chosen), Some(field)) => {
                !entries(after, before, field, &chosen.text).is_empty()
            }
            _ => false,
        }
    }

    /// A node that shows nothing of its own: what is left when the last window is closed.
    pub fn is_wordless(&self, node: &str) -> bool {
        self.plan.node(node).is_some_and(|n| {
            let template = &n.screen_template;
            template.required_text_any.is_empty() && template.required_ui_elements.is_empty()
        })
    }

    /// The next node is shown, and what should have come true has.
    fn arrived_at(&mut self, attempt: Attempt<'_>, typed: &Meant, elapsed: f64) -> Meant {
        let Attempt { part, before, after, .. } = attempt;
        let matched = self.match_node(after, Some(part.to));
        let edge = part.edge;
        let mut checks: Vec<Check> = edge.post_checks().cloned().collect();
        self.leave_out_absent(part, &mut checks);
        let held = self.checks_hold(attempt, &matched, &checks, elapsed);
        let is_error = |id: &String| self.plan.node(id).is_some_and(|n| n.is_error_node);
        // An error box may have come over any screen of the task: whichever of them is under it, the way back led to.
        let under = matched.node.as_ref().filter(|n| part.origin == Origin::Recovery && !is_error(n));
        let to = under.map_or(part.to, String::as_str);
        let called = self.plan.called(to);
        match (matched.node.as_deref() == Some(to), held) {
            (true, Ok(())) if !edge.post_conditions.is_similar(matched.confidence) => {
                meant(Some(false), too_little_alike(called, matched.confidence, &edge.post_conditions))
            }
            (true, Ok(())) => {
                self.shown.similarities.push(matched.confidence);
                // On a screen that stays the same, being on it says nothing.
                let says_something = part.node != part.to
                    || !checks.is_empty()
                    || typed.holds == Some(true)
                    || says_other_things(before, after)
                    || self.was_taken(attempt);
                let detail = format!("“{called}” is shown ({:.2})", matched.confidence);
                meant(says_something.then_some(true), detail)
            }
            (true, Err(why)) => meant(Some(false), format!("“{called}” is shown, but {why}")),
            (false, Ok(()))
                if matched.node.is_none() && self.is_wordless(part.to) && has_closed(before, after) =>
            {
                meant(Some(true), "the window is closed, and nothing else came up")
            }
            (false, _) => {
                meant(Some(false), format!("“{called}” is not shown; {}", self.what_is_shown(&matched)))
            }
        }
    }

    /// What should have come true has, on the screen that came: as it was learnt, or as far as a screen in other words shows it.
    fn checks_hold(
        &self,
        attempt: Attempt<'_>,
        matched: &Matched,
        checks: &[Check],
        elapsed: f64,
    ) -> Result<(), String> {
        let Attempt { part, before, after, .. } = attempt;
        let view = View::new(after.scene(), after.size, self.world.meaning);
        let is_there = matched.node.as_deref() == Some(part.to);
        let held = match is_there && matched.in_other_words {
            true => self.checked_in_other_words(attempt, checks, &view),
            false => check_all(checks, after, &view, Some(before), &self.known.values),
        };
        match held {
            Err(_) if is_there && elapsed >= QUIET && !part.irreversible => {
                self.checked_by_its_own(attempt, checks, &view)
            }
            held => held,
        }
    }

    /// The node that is shown instead of the expected one, and those that are nearest.
    fn what_is_shown(&self, matched: &Matched) -> String {
        let tell = |c: &NodeCandidate| format!("“{}” {:.2}", self.plan.called(&c.node), c.score);
        let near: Vec<String> = matched.candidates.iter().take(MOST_NEAREST).map(tell).collect();
        match &matched.node {
            Some(node) => format!("this is “{}” ({})", self.plan.called(node), near.join(", ")),
            None => format!("the nearest are {}", near.join(", ")),
        }
    }
}

/// Why a screen that matches the expected node is not enough for a step that asks for more.
fn too_little_alike(called: &str, score: f64, asks: &PostConditions) -> String {
    let least = asks.min_similarity.unwrap_or_default();
    format!("“{called}” is shown ({score:.2}), and the step asks for {least:.2}")
}

/// The window that was in front is gone, and no other came.
fn has_closed(before: &Observation, after: &Observation) -> bool {
    let Some(front) = before.state.window.as_ref().map(|w| normal(&w.app_name)) else { return false };
    let own =
        |observation: &Observation| observation.windows.iter().filter(|w| normal(&w.app) == front).count();
    own(before) > own(after) && after.windows.iter().all(|w| before.windows.contains(w))
}

/// What stands on the screen is not what stood there before: several lines came or went.
fn says_other_things(before: &Observation, after: &Observation) -> bool {
    let lines = |observation: &Observation| -> BTreeSet<String> {
        observation
            .state
            .perception
            .detected_text
            .iter()
            .map(|t| normal(&t.text))
            .filter(|t| t.len() > SHORT_LINE)
            .collect()
    };
    lines(before).symmetric_difference(&lines(after)).count() >= OTHER_LINES
}

fn meant(holds: Option<bool>, detail: impl Into<String>) -> Meant {
    Meant { holds, detail: detail.into(), ..Meant::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::SeenWindow;
    use crate::world::tests::blank;
    use lea_model::screen_state::StateWindow;
    use lea_model::{Rect, ScreenState};

    fn observation(front: &str, windows: &[&str]) -> Observation {
        let window = Some(StateWindow { app_name: front.into(), ..StateWindow::default() });
        let rect = Rect::from([0, 0, 400, 300]);
        Observation {
            state: ScreenState { window, ..ScreenState::default() },
            windows: windows.iter().map(|app| SeenWindow { rect, app: (*app).into() }).collect(),
            ..blank()
        }
    }

    #[test]
    fn the_last_window_is_closed_when_it_is_gone_and_nothing_came() {
        let before = observation("Zenity", &["Strip", "Zenity"]);
        assert!(has_closed(&before, &observation("Strip", &["Strip"])));
        assert!(!has_closed(&before, &before), "it is still there");
        assert!(!has_closed(&before, &observation("Mail", &["Strip", "Mail"])), "another came");
        assert!(
            !has_closed(&observation("Zenity", &[]), &observation("Zenity", &[])),
            "windows are not known"
        );
    }
}
