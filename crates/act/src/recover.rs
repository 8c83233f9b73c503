//! Where the run is, and what to do where it should not be (SPEC ACT.7, ACT.8, LEARN.5): dialogs by reflex, error screens by the way
//! that was shown, other windows, unknown screens.

use crate::checks::check_all;
use crate::decide;
use crate::locate::Grounded;
use crate::matching::{hear, match_node};
use crate::params::times::{LOOK_AGAIN, MOST_TIMEOUT};
use crate::plan::Plan;
use crate::rows;
use crate::run::Runner;
use crate::step::{Origin, SideAction};
use crate::verify::Meant;
use crate::world::{InputEvent, Observation, Place};
use lea_model::Target;
use lea_model::run::{Grounding, Halt, HaltReason, Matched};
use lea_model::workflow::{ANY_NODE, Check, Edge};
use lea_recognize::View;
use lea_recognize::label::normal;
use std::rc::Rc;

/// What the edge of a way back from an error is called in the journal.
pub const RECOVERY: &str = "recovery";

/// Something that is used next on a node is on a screen; none where that is not known, or is a row.
pub(crate) fn offers(plan: &Plan, node: &str, is_there: impl Fn(&Target) -> bool) -> Option<bool> {
    let edges = plan.workflow.edges.iter().filter(|e| e.from_node == node);
    let targets = edges.filter_map(|e| e.parts().first().and_then(|a| a.target.as_ref()));
    let is_plain = |t: &&Target| t.is_described() && !rows::is_row(t) && !crate::cells::is_cell(t);
    let mut told = targets.filter(is_plain).peekable();
    told.peek()?;
    Some(told.any(is_there))
}

impl Runner<'_, '_, '_> {
    /// The node the run is on; dialogs, error screens and other windows are dealt with on the way.
    pub fn whereabouts(&mut self) -> Result<(String, Matched), Halt> {
        let mut deadline = self.world.clock.seconds() + self.order.settings.unknown_seconds;
        let mut switched = false;
        loop {
            self.within_budget()?;
            let observation = self.look()?;
            let expected = self.place.expected.clone();
            let started = self.world.clock.seconds();
            let matched = self.match_node(&observation, expected.as_deref());
            self.spent.times.matching += (self.world.clock.seconds() - started) * 1e3;
            if let Some(node) = matched.node.clone() {
                if self.plan.node(&node).is_some_and(|n| n.is_error_node) {
                    self.get_away(&node, expected.as_deref())?;
                    continue;
                }
                let foreign = matched.drifted && Some(&node) == expected.as_ref();
                if !foreign && self.reflex(&observation)? {
                    continue;
                }
                self.remember_start(&node, &observation);
                return Ok((node, matched));
            }
            if self.reflex(&observation)? {
                deadline = self.world.clock.seconds() + self.order.settings.unknown_seconds;
                continue;
            }
            // What was arrived at is what is left when its application is closed: whatever else lies there is not of the task.
            if let Some(node) = expected.filter(|n| self.is_wordless(n) && self.is_closed(n, &observation)) {
                return Ok((node.clone(), Matched { node: Some(node), ..matched }));
            }
            if !switched && self.is_elsewhere(&observation) {
                switched = true;
                self.go_home(&observation)?;
                continue;
            }
            let left = deadline - self.world.clock.seconds();
            if left <= 0.0 {
                return match self.plan.workflow.edges.iter().any(decide::leaves_unknown) {
                    true => Ok((ANY_NODE.to_owned(), matched)),
                    false => Err(self.unknown(&matched)),
                };
            }
            self.heed_people()?;
            self.wait_for_change(left.min(LOOK_AGAIN))?;
        }
    }

    /// Windows are known, and none is of the application of a node.
    fn is_closed(&self, node: &str, observation: &Observation) -> bool {
        let apps = self.plan.apps(node);
        let is_own = |app: &str| apps.iter().any(|a| normal(a) == normal(app));
        !apps.is_empty()
            && !observation.windows.is_empty()
            && !observation.windows.iter().any(|w| is_own(&w.app))
    }

    /// Which node a screen is.
    pub fn match_node(&mut self, observation: &Observation, expected: Option<&str>) -> Matched {
        let heard = match self.place.heard.take() {
            Some((number, heard)) if number == observation.number => heard,
            _ => hear(
                self.plan,
                observation,
                &View::new(observation.scene(), observation.size, self.world.meaning),
            ),
        };
        let matched =
            match_node(self.plan, observation, &heard, expected, &|node| self.offers(node, observation));
        self.place.heard = Some((observation.number, heard));
        matched
    }

    /// What is used next on a node is on the screen; none where that is not known, or is a row.
    pub fn offers(&self, node: &str, observation: &Observation) -> Option<bool> {
        offers(self.plan, node, |t| matches!(self.ground_on(observation, t, false), Grounded::Found(_)))
    }

    /// An edge without action: the screen changes by itself, and what should have come true has.
    pub fn come_by_itself(&mut self, edge: &Edge, node: &str, to: &str) -> Result<(), Halt> {
        let first = self.look()?;
        let checks: Vec<Check> = edge.post_checks().cloned().collect();
        let deadline =
            self.world.clock.seconds() + edge.post_conditions.timeout_seconds.clamp(0.0, MOST_TIMEOUT);
        loop {
            let observation = self.look()?;
            let matched = self.match_node(&observation, Some(to));
            let view = View::new(observation.scene(), observation.size, self.world.meaning);
            let is_there =
                matched.node.as_deref() == Some(to) && edge.post_conditions.is_similar(matched.confidence);
            // A screen that speaks other words was told by its node.
            let checks = if matched.in_other_words { &[] } else { checks.as_slice() };
            let held = check_all(checks, &observation, &view, Some(&first), &self.known.values);
            if is_there && held.is_ok() {
                return Ok(());
            }
            let left = deadline - self.world.clock.seconds();
            if left <= 0.0 {
                let called = self.plan.called(to);
                let why = match held.err().filter(|_| is_there) {
                    Some(why) => format!("“{called}” came up by itself, but {why}"),
                    None => format!("“{called}” did not come up by itself"),
                };
                let halt = Halt::new(HaltReason::NotVerified, why);
                return Err(Halt { node: Some(node.to_owned()), edge: Some(edge.edge_id.clone()), ..halt });
            }
            self.heed_people()?;
            self.wait_for_change(left.min(LOOK_AGAIN))?;
        }
    }

    /// Another application is in front than any the workflow works in.
    fn is_elsewhere(&self, observation: &Observation) -> bool {
        let apps = &self.plan.workflow.applications;
        let front = observation.state.window.as_ref().map(|w| normal(&w.app_name));
        !apps.is_empty() && front.is_some_and(|f| !apps.iter().any(|a| normal(a) == f))
    }

    /// Brings the application of the expected node, or the first of the workflow, to the front.
    fn go_home(&mut self, observation: &Rc<Observation>) -> Result<(), Halt> {
        let node =
            self.place.expected.as_deref().or(self.plan.workflow.entry_nodes.first().map(String::as_str));
        let window = node.and_then(|n| self.plan.node(n)).and_then(|n| n.screen_template.window.as_ref());
        let app = window.and_then(|w| w.app_name_any_of.first()).or(self.plan.workflow.applications.first());
        match app.map(|a| a.to_lowercase()) {
            Some(app) => self.bring_to_front(&app, observation),
            None => Ok(()),
        }
    }

    /// Brings the window of an application to the front.
    pub fn bring_to_front(&mut self, app: &str, observation: &Rc<Observation>) -> Result<(), Halt> {
        let front = observation.state.window.as_ref().map(|w| w.app_name.clone()).unwrap_or_default();
        let wanted = normal(app);
        let holds = |after: &Observation| Meant {
            holds: after.state.window.as_ref().map(|w| normal(&w.app_name) == wanted),
            detail: "which window is in front".into(),
            ..Meant::default()
        };
        self.side_action(&SideAction {
            name: "window",
            origin: Origin::Search,
            seen: observation.clone(),
            event: InputEvent::Switch(Place { app: app.to_owned(), title: None }),
            found: Grounding::default(),
            told: format!("go to {app}: {front} is in front"),
            holds: &holds,
        })?;
        Ok(())
    }

    pub fn unknown(&self, matched: &Matched) -> Halt {
        let why = match crate::matching::equals(matched) {
            Some((one, other)) => {
                let (one, other) = (self.plan.called(one), self.plan.called(other));
                format!("the screen may be “{one}” or “{other}”, and nothing on it decides which")
            }
            None => {
                let nearest = matched
                    .candidates
                    .first()
                    .map(|c| format!("; the nearest is “{}” ({:.2})", self.plan.called(&c.node), c.score));
                format!("the screen is none that the task knows{}", nearest.unwrap_or_default())
            }
        };
        let halt = Halt::new(HaltReason::UnknownScreen, why);
        let expected = self
            .place
            .expected
            .as_deref()
            .map_or_else(String::new, |n| format!("“{}” was expected. ", self.plan.called(n)));
        halt.asking(format!(
            "{expected}Bring up a screen of the task, then resume; or show it in another recording"
        ))
    }
}
