//! Performing an action with the hand, and looking at what came of it.

use crate::checks::check_all;
use crate::execute::Part;
use crate::ground::{Grounded, Wanted, ground};
use crate::guard::{About, Guarded, guard};
use crate::heal::Healing;
use crate::progress::{INSIDE, OUTSIDE};
use crate::reading;
use crate::run::Runner;
use crate::world::{Clumsy, Deed, Place, Sight};
use lea_model::run::{Grounding, Halt, HaltReason, Method};
use lea_model::workflow::Echo;
use lea_model::{Action, ActionType, ElementType, MouseButton, Point, Rect};
use lea_recognize::View;
use lea_recognize::label::normal;
use serde_json::json;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

/// How far beside the middle a second retry clicks, as a part of the element's width.
const SHIFT: i32 = 4;
/// Seconds a wait without a limit of its own may take.
const LONGEST_WAIT: f64 = 120.0;

/// How long a field that gets the focus may take to show it; one that has it already shows nothing.
const FOCUS: Duration = Duration::from_millis(120);

/// Seconds a list of choices may take to open.
const LIST: f64 = 1.5;

/// Between two letters of what cannot be read back: a key that still shows as pressed on the screen takes no second stroke (GTK: 250 ms).
const STROKE: Duration = Duration::from_millis(300);

/// How far around a field its caret or border may show, in pixels.
const NEAR: i32 = 6;

type Performed = Result<Result<(), Clumsy>, Halt>;

impl Runner<'_, '_, '_> {
    /// Does it. What a later try does otherwise: the second click goes a little beside the middle.
    pub fn perform(&mut self, part: &Part<'_>, found: &Grounding, tries: u32) -> Performed {
        let p = &part.action.parameters;
        let middle = self.look()?.bounds().center();
        let offset = p.click_offset.unwrap_or(Point { x: 0, y: 0 });
        let shift = match (tries, found.bbox) {
            (2.., Some(b)) => -(b.width() as i32) / SHIFT,
            _ => 0,
        };
        let at = found.point.map(|at| Point { x: at.x + offset.x + shift, y: at.y + offset.y });
        let deed = match part.action.action_type {
            ActionType::MouseClick => match at {
                Some(at) => {
                    Deed::Click { at, button: p.button.unwrap_or_default(), clicks: p.clicks.unwrap_or(1) }
                }
                None => return Ok(Err(Clumsy::Unable("there is nothing to click".into()))),
            },
            ActionType::Focus => match at {
                Some(at) => Deed::Click { at, button: MouseButton::Left, clicks: 1 },
                None => return Ok(Ok(())),
            },
            ActionType::TextInput => return self.fill_in(part, found),
            ActionType::KeyPress => Deed::Keys(p.keys.clone()),
            ActionType::Scroll => {
                let [dx, dy] = p.delta.unwrap_or([0.0, 3.0]);
                Deed::Scroll { at: at.unwrap_or(middle), dx: dx.round() as i32, dy: dy.round() as i32 }
            }
            ActionType::Hover => Deed::Hover { at: at.unwrap_or(middle) },
            ActionType::Drag => return self.drag(part, at),
            ActionType::Wait => return self.wait(part.action).map(|()| Ok(())),
            ActionType::WindowSwitch => Deed::Switch(Place {
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
        let done = self.world.hand.act(&deed);
        if let Some(ms) = p.wait_after_ms {
            self.world.clock.pause(Duration::from_millis(ms.min(60_000)));
        }
        Ok(done)
    }

    pub fn run_other(&mut self, id: &str, expected: Option<String>) -> Result<(), Halt> {
        let plan = self.world.outside.workflow(id).map_err(|why| Halt::new(HaltReason::BadWorkflow, why))?;
        self.note(INSIDE, format!("runs {id}"))?;
        self.run_inside(&plan, expected)?;
        self.note(OUTSIDE, format!("{id} is over"))
    }

    /// A field is emptied and filled; in a list of choices the one that says so is chosen.
    fn fill_in(&mut self, part: &Part<'_>, found: &Grounding) -> Performed {
        let template = part.action.parameters.text.as_deref().unwrap_or_default();
        let filled = self.values.fill(template).map_err(|name| {
            Halt::new(HaltReason::MissingValue, format!("{name} has no value"))
                .asking(format!("Give it with --set {name}=…"))
        })?;
        let is_choice =
            part.action.target.as_ref().and_then(|t| t.element_type) == Some(ElementType::Dropdown);
        if let (true, Some(at), Some(field)) = (is_choice, found.point, found.bbox) {
            return self.choose(at, field, &filled.text);
        }
        if filled.secret {
            // Where it goes cannot be told without a place: then nothing of the screen is for models.
            let bbox = found.bbox.unwrap_or(self.look()?.bounds());
            self.secret_fields.push((bbox, found.label.clone()));
        }
        let how = &part.action.parameters;
        let typing = |text: String| Deed::Type { text, secret: filled.secret };
        let mut deeds = match how.echo() {
            Echo::Never => filled.text.chars().map(|c| typing(c.to_string())).collect(),
            Echo::AtOnce | Echo::Late => vec![typing(filled.text.clone())],
        };
        if how.then_tab {
            deeds.push(Deed::Keys(vec!["TAB".into()]));
        }
        let Some(at) = found.point else {
            return Ok(self.all(&deeds));
        };
        let clicked = self.world.hand.act(&Deed::Click { at, button: MouseButton::Left, clicks: 1 });
        if clicked.is_err() {
            return Ok(clicked);
        }
        // A caret or a border shows that the field has the focus; keys may overtake the click otherwise.
        let before = self.look()?;
        let shown = self.world.eye.wait_for_change(FOCUS);
        shown.map_err(|lost| self.lost(&lost.to_string()))?;
        let after = self.look_again()?;
        let change = self.world.eye.difference(&before, &after, None);
        let answered =
            found.bbox.is_none_or(|b| self.world.eye.changed_within(&before, &after, b.padded(NEAR)));
        if change.global_pct > 0.0 && !answered {
            // Something else took the click, such as a list that was open and is closed now.
            let again = self.world.hand.act(&Deed::Click { at, button: MouseButton::Left, clicks: 1 });
            if again.is_err() {
                return Ok(again);
            }
            let shown = self.world.eye.wait_for_change(FOCUS);
            shown.map_err(|lost| self.lost(&lost.to_string()))?;
        }
        if !how.append {
            deeds.insert(0, Deed::Clear);
        }
        Ok(self.all(&deeds))
    }

    /// One deed after the other; letters that are typed one by one, at the pace of keys that can be seen going down.
    fn all(&mut self, deeds: &[Deed]) -> Result<(), Clumsy> {
        let by_letter = deeds.iter().filter(|d| matches!(d, Deed::Type { .. })).count() > 1;
        deeds.iter().try_for_each(|deed| {
            self.world.hand.act(deed)?;
            if by_letter {
                self.world.clock.pause(STROKE);
            }
            Ok(())
        })
    }

    /// Opens a list and picks the entry; where that cannot be seen in the list, it is typed, which lists of choices understand. Where no list
    /// has opened, nothing is typed: the keys would go to another field, and Enter would send the form.
    fn choose(&mut self, at: Point, field: Rect, text: &str) -> Performed {
        let before = self.look()?;
        if let Err(clumsy) = self.world.hand.act(&Deed::Click { at, button: MouseButton::Left, clicks: 1 }) {
            return Ok(Err(clumsy));
        }
        let open = self.open_list(&before, field, text)?;
        let entries = entries(&open, &before, field, text);
        let deeds = match entries.as_slice() {
            [one] => vec![Deed::Click { at: one.center(), button: MouseButton::Left, clicks: 1 }],
            _ if !self.has_opened(&before, &open, field) => {
                return Ok(Err(Clumsy::Unable("its list did not open".into())));
            }
            _ => vec![Deed::Type { text: text.to_owned(), secret: false }, Deed::Keys(vec!["ENTER".into()])],
        };
        Ok(self.all(&deeds))
    }

    /// The list that a click into a field opens; a busy application may take its time, and keys would go elsewhere meanwhile.
    fn open_list(&mut self, before: &Sight, field: Rect, text: &str) -> Result<Rc<Sight>, Halt> {
        let deadline = self.world.clock.seconds() + LIST;
        loop {
            let sight = self.look_again()?;
            let has_opened =
                !entries(&sight, before, field, text).is_empty() || self.has_opened(before, &sight, field);
            let left = deadline - self.world.clock.seconds();
            if has_opened || left <= 0.0 {
                return Ok(sight);
            }
            self.wait_for_change(left)?;
        }
    }

    /// Something came up at a field: words right above, below or over it that were not there, or pixels there, and no dialog elsewhere.
    fn has_opened(&self, before: &Sight, open: &Sight, field: Rect) -> bool {
        let height = field.height() as i32;
        let around = Rect { y1: field.y1 - height, y2: field.y2 + height, ..field };
        let texts = |sight: &Sight| -> Vec<(Rect, String)> {
            let lines = sight.state.perception.detected_text.iter();
            let placed = lines.filter_map(|t| Some((t.bbox?, normal(&t.text))));
            placed.filter(|(b, _)| around.intersection(b).is_some()).collect()
        };
        let old = texts(before);
        let is_new = |(b, t): &(Rect, String)| {
            !old.iter().any(|(o, was)| was == t && o.padded(3).contains(b.center()))
        };
        let strips = [Rect { y2: field.y1 - NEAR, ..around }, Rect { y1: field.y2 + NEAR, ..around }];
        let is_drawn = || strips.iter().any(|s| self.world.eye.changed_within(before, open, *s));
        let has_come = texts(open).iter().any(is_new) || open.frame.is_some() && is_drawn();
        let elsewhere = |d: &crate::reflex::Dialog| d.bbox.intersection(&field.padded(NEAR)).is_none();
        has_come && !self.strange_dialogs(open).iter().any(elsewhere)
    }

    fn drag(&mut self, part: &Part<'_>, from: Option<Point>) -> Performed {
        let Some((from, target)) = from.zip(part.action.parameters.to.as_ref()) else {
            return Ok(Err(Clumsy::Unable("it is not known where the drag begins and ends".into())));
        };
        match self.ground_now(target, part.irreversible)? {
            Grounded::Found(end @ Grounding { point: Some(to), .. }) => {
                // What it is dropped on is used as much as what is dragged.
                let about = About { action: part.action, found: Some(&end) };
                if let Guarded::Forbidden(why) = guard(&about, &self.plan.workflow.safety_rules) {
                    return Err(Halt::new(HaltReason::Forbidden, format!("where the drag ends: {why}")));
                }
                Ok(self.world.hand.act(&Deed::Drag { from, to }))
            }
            Grounded::Found(grounding) | Grounded::Not(_, grounding) => {
                Err(Halt::new(HaltReason::NotFound, format!("where the drag ends: {}", grounding.why)))
            }
        }
    }

    /// A target on the screen of the moment, as strict as it gets.
    pub fn ground_now(&mut self, target: &lea_model::Target, irreversible: bool) -> Result<Grounded, Halt> {
        let sight = self.look()?;
        Ok(self.ground_on(&sight, target, irreversible))
    }

    pub fn ground_on(&self, sight: &Sight, target: &lea_model::Target, irreversible: bool) -> Grounded {
        let view = View::new(sight.scene(), sight.size, self.world.meaning);
        let healing = Healing::default();
        let apps = self.expected.as_deref().map_or(&[][..], |n| self.plan.apps(n));
        let wanted =
            Wanted { target, irreversible, at_home: true, fills: false, in_other_words: false, apps };
        ground(self.plan, &wanted, &self.values, sight, &view, healing.level(), healing.resolution())
    }

    /// Waits for a check, or for a time where there is none.
    fn wait(&mut self, action: &Action) -> Result<(), Halt> {
        let p = &action.parameters;
        let limit = p.duration_ms.map_or(LONGEST_WAIT, |ms| ms as f64 / 1e3).min(LONGEST_WAIT);
        let deadline = self.world.clock.seconds() + limit;
        let Some(until) = &p.until else {
            self.world.clock.pause(Duration::from_secs_f64(if p.duration_ms.is_some() {
                limit
            } else {
                0.0
            }));
            return Ok(());
        };
        loop {
            let sight = self.look()?;
            let view = View::new(sight.scene(), sight.size, self.world.meaning);
            let Err(why) = check_all(std::slice::from_ref(until), &sight, &view, None, &self.values) else {
                return Ok(());
            };
            let left = deadline - self.world.clock.seconds();
            if left <= 0.0 {
                return Err(Halt::new(HaltReason::NotVerified, format!("waited for {until}: {why}")));
            }
            self.heed_people()?;
            self.wait_for_change(left.min(0.5))?;
        }
    }

    /// Reads what was found into a variable.
    fn extract(&mut self, action: &Action, found: &Grounding) -> Result<(), Halt> {
        let name = action.parameters.variable.clone().unwrap_or_default();
        let sight = self.look()?;
        let text = found.bbox.and_then(|b| reading::field(&sight, b)).filter(|t| !t.is_empty());
        let Some(text) = text.filter(|_| !name.is_empty()) else {
            return Err(Halt::new(HaltReason::MissingValue, format!("nothing could be read into {name}")));
        };
        self.values.set(&name, text.clone());
        self.write(&lea_model::run::Entry::Read { values: BTreeMap::from([(name, json!(text))]) })
    }
}

/// Entries of a list that has opened: they say exactly that, stand at the field, and were not there before.
pub(crate) fn entries(open: &Sight, before: &Sight, field: Rect, text: &str) -> Vec<Rect> {
    let wanted = normal(text);
    let places = |sight: &Sight| -> Vec<Rect> {
        let lines = sight.state.perception.detected_text.iter();
        lines.filter(|t| normal(&t.text) == wanted).filter_map(|t| t.bbox).collect()
    };
    let old = places(before);
    let is_new = |b: &Rect| !old.iter().any(|o| o.padded(3).contains(b.center()));
    let at_field = |b: &Rect| b.x1 < field.x2 && field.x1 < b.x2 && !field.contains(b.center());
    places(open).into_iter().filter(is_new).filter(at_field).collect()
}

/// What was found by pointing at a thing, for steps that have no target of their own.
pub(crate) fn pointed(bbox: Rect, label: &str, why: &str) -> Grounding {
    Grounding {
        method: Method::Score,
        score: 1.0,
        bbox: Some(bbox),
        point: Some(bbox.center()),
        label: label.to_owned(),
        why: why.to_owned(),
        ..Grounding::default()
    }
}
