//! Performing an action with the hand, and looking at what came of it.

use crate::checks::check_all;
use crate::execute::Part;
use crate::field_value;
use crate::ground::Wanted;
use crate::heal::Healing;
use crate::locate::{Goal, Grounded, Search, locate};
use crate::params::targets::{SCROLL_DELTA, SHIFT, SHIFTED_FROM};
use crate::params::times::{HEED_PEOPLE, LONGEST_WAIT, LOOK_AGAIN, MOST_PAUSE_MS};
use crate::progress::{INSIDE, OUTSIDE};
use crate::run::Runner;
use crate::step::{Performed, Task, Warrant};
use crate::world::{HandError, InputEvent, Observation, Place};
use lea_model::run::{Grounding, Halt, HaltReason};
use lea_model::{Action, ActionType, MouseButton, Point};
use lea_recognize::View;
use serde_json::json;
use std::collections::BTreeMap;
use std::time::Duration;

impl Runner<'_, '_, '_> {
    /// Does it. What a later try does otherwise: from the third try on, a click goes a little beside the middle.
    pub fn perform(&mut self, part: &Part<'_>, task: &Task<'_>, warrant: &mut Warrant) -> Performed {
        let tries = match task {
            Task::Side(side) => return self.input(warrant, side.event.clone()),
            Task::Part(tries) => *tries,
        };
        let found = &warrant.found().clone();
        let p = &part.action.parameters;
        let middle = self.look()?.bounds().center();
        let offset = p.click_offset.unwrap_or(Point { x: 0, y: 0 });
        let shift = match (tries, found.bbox) {
            (SHIFTED_FROM.., Some(b)) => -(b.width() as i32) / SHIFT,
            _ => 0,
        };
        let beside = |at: Point| Point { x: at.x + offset.x + shift, y: at.y + offset.y };
        // What was judged is what is pressed: an offset does not lead out of it.
        let within = |at: &Point| found.bbox.is_none_or(|b| b.contains(*at));
        let at = found.point.map(|at| Some(beside(at)).filter(within).unwrap_or(at));
        let event = match part.action.action_type {
            ActionType::MouseClick => match at {
                Some(at) => InputEvent::Click {
                    at,
                    button: p.button.unwrap_or_default(),
                    clicks: p.clicks.unwrap_or(1),
                },
                None => return Ok(Err(HandError::Unable("there is nothing to click".into()))),
            },
            ActionType::Focus => match at {
                Some(at) => InputEvent::Click { at, button: MouseButton::Left, clicks: 1 },
                None => return Ok(Ok(())),
            },
            ActionType::TextInput => return self.fill_in(part, found, warrant),
            ActionType::KeyPress => InputEvent::Keys(p.keys.clone()),
            ActionType::Scroll => {
                let [dx, dy] = p.delta.unwrap_or(SCROLL_DELTA);
                InputEvent::Scroll { at: at.unwrap_or(middle), dx: dx.round() as i32, dy: dy.round() as i32 }
            }
            ActionType::Hover => InputEvent::Hover { at: at.unwrap_or(middle) },
            ActionType::Drag => return self.drag(at, warrant),
            ActionType::Wait => return self.wait(part.action).map(|()| Ok(())),
            ActionType::WindowSwitch => InputEvent::Switch(Place {
                app: p.target_app.clone().unwrap_or_default().to_lowercase(),
                title: p.title_contains.clone(),
            }),
            ActionType::ExtractText => return self.extract(part.action, found).map(|()| Ok(())),
            ActionType::RunWorkflow => {
                let id = p.workflow_id.clone().unwrap_or_default();
                return self.run_other(&id, Some(part.to.to_owned())).map(|()| Ok(()));
            }
            ActionType::AnalyzeText => return self.analyze(part.action, found).map(|()| Ok(())),
            ActionType::Compound => return Ok(Ok(())),
        };
        let done = self.input(warrant, event)?;
        if let Some(ms) = p.wait_after_ms {
            self.rest(ms.min(MOST_PAUSE_MS) as f64 / 1e3)?;
        }
        Ok(done)
    }

    pub fn run_other(&mut self, id: &str, expected: Option<String>) -> Result<(), Halt> {
        let plan = self.world.outside.workflow(id).map_err(|why| Halt::new(HaltReason::BadWorkflow, why))?;
        self.note(INSIDE, format!("runs {id}"))?;
        self.run_inside(&plan, expected)?;
        self.note(OUTSIDE, format!("{id} is over"))
    }

    fn drag(&mut self, from: Option<Point>, warrant: &mut Warrant) -> Performed {
        match from.zip(warrant.drags_to()) {
            Some((from, to)) => self.input(warrant, InputEvent::Drag { from, to }),
            None => Ok(Err(HandError::Unable("it is not known where the drag begins and ends".into()))),
        }
    }

    /// A target on the screen of the moment, as strict as it gets.
    pub fn ground_now(&mut self, target: &lea_model::Target, irreversible: bool) -> Result<Grounded, Halt> {
        let observation = self.look()?;
        Ok(self.ground_on(&observation, target, irreversible))
    }

    pub fn ground_on(
        &self,
        observation: &Observation,
        target: &lea_model::Target,
        irreversible: bool,
    ) -> Grounded {
        let view = View::new(observation.scene(), observation.size, self.world.meaning);
        let healing = Healing::default();
        let apps = self.place.expected.as_deref().map_or(&[][..], |n| self.plan.apps(n));
        let wanted =
            Wanted { target, irreversible, at_home: true, fills: false, in_other_words: false, apps };
        locate(&Goal::Learnt(&wanted, &self.search(observation, &view, &healing)))
    }

    /// Where something is looked for, as far relaxed as healing has come.
    pub fn search<'s>(
        &'s self,
        observation: &'s Observation,
        view: &'s View<'s>,
        healing: &Healing,
    ) -> Search<'s> {
        let (level, resolution) = (healing.level(), healing.resolution());
        Search { plan: self.plan, values: &self.known.values, observation, view, level, resolution }
    }

    /// Lets a time go by; a person can end it at any moment (SPEC ACT.15).
    pub fn rest(&mut self, seconds: f64) -> Result<(), Halt> {
        let until = self.world.clock.seconds() + seconds;
        loop {
            self.heed_people()?;
            let left = until - self.world.clock.seconds();
            if left <= 0.0 {
                return Ok(());
            }
            self.world.clock.pause(Duration::from_secs_f64(left.min(HEED_PEOPLE)));
        }
    }

    /// Waits for a check, or for a time where there is none.
    fn wait(&mut self, action: &Action) -> Result<(), Halt> {
        let p = &action.parameters;
        let limit = p.duration_ms.map_or(LONGEST_WAIT, |ms| ms as f64 / 1e3).min(LONGEST_WAIT);
        let deadline = self.world.clock.seconds() + limit;
        let Some(until) = &p.until else {
            return self.rest(if p.duration_ms.is_some() { limit } else { 0.0 });
        };
        loop {
            let observation = self.look()?;
            let view = View::new(observation.scene(), observation.size, self.world.meaning);
            let Err(why) =
                check_all(std::slice::from_ref(until), &observation, &view, None, &self.known.values)
            else {
                return Ok(());
            };
            let left = deadline - self.world.clock.seconds();
            if left <= 0.0 {
                return Err(Halt::new(HaltReason::NotVerified, format!("waited for {until}: {why}")));
            }
            self.heed_people()?;
            self.wait_for_change(left.min(LOOK_AGAIN))?;
        }
    }

    /// Reads what was found into a variable.
    fn extract(&mut self, action: &Action, found: &Grounding) -> Result<(), Halt> {
        let name = action.parameters.variable.clone().unwrap_or_default();
        let observation = self.look()?;
        let text = found.bbox.and_then(|b| field_value::field(&observation, b)).filter(|t| !t.is_empty());
        let Some(text) = text.filter(|_| !name.is_empty()) else {
            return Err(Halt::new(HaltReason::MissingValue, format!("nothing could be read into {name}")));
        };
        self.known.values.set(&name, text.clone());
        self.write(&lea_model::run::Entry::Read { values: BTreeMap::from([(name, json!(text))]) })
    }
}
