//! Performing an action with the hand, and looking at what came of it.

use crate::checks::check_all;
use crate::execute::Part;
use crate::ground::{Grounded, Wanted, ground};
use crate::heal::Healing;
use crate::reading;
use crate::run::Runner;
use crate::verify::Meant;
use crate::world::{Clumsy, Deed, Place, Sight};
use lea_model::run::{Grounding, Halt, HaltReason, Method, StepRecord};
use lea_model::{Action, ActionType, ElementType, MouseButton, Point, Rect};
use lea_recognize::View;
use lea_recognize::label::normal;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::time::Duration;

/// How far beside the middle a second retry clicks, as a part of the element's width.
const SHIFT: i32 = 4;
/// Seconds a wait without a limit of its own may take.
const LONGEST_WAIT: f64 = 120.0;
/// Seconds after which a click that changed nothing has changed nothing.
const NO_CHANGE: f64 = 1.0;
/// Seconds an intermediate step may take.
const INTERMEDIATE: f64 = 5.0;

/// How long a field that gets the focus may take to show it; one that has it already shows nothing.
const FOCUS: Duration = Duration::from_millis(120);

/// So many nodes are named where the expected one is not shown.
const MOST_TOLD: usize = 3;
/// Seconds without any change after which a step in the middle has shown what it brings up.
const QUIET: f64 = 1.5;

/// How far around a field its caret or border may show, in pixels.
const NEAR: i32 = 6;

/// So many lines that came or went make another content.
const OTHER_LINES: usize = 3;

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
                title: part.action.extra.get("title_contains").and_then(|t| t.as_str()).map(str::to_owned),
            }),
            ActionType::ExtractText => return self.extract(part.action, found).map(|()| Ok(())),
            ActionType::RunWorkflow => {
                let id = p.workflow_id.clone().unwrap_or_default();
                return self.run_other(&id, Some(part.to.to_owned())).map(|()| Ok(()));
            }
            ActionType::AnalyzeText => {
                return Ok(Err(Clumsy::Unable("no language model is configured".into())));
            }
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
        self.note("workflow", format!("runs {id}"))?;
        self.run_inside(&plan, expected)
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
        let typed = Deed::Type { text: filled.text, secret: filled.secret };
        let Some(at) = found.point else { return Ok(self.world.hand.act(&typed)) };
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
        let appends = part.action.extra.get("append").and_then(|a| a.as_bool()).unwrap_or(false);
        let deeds: &[Deed] = if appends { &[typed] } else { &[Deed::Clear, typed] };
        Ok(deeds.iter().try_for_each(|deed| self.world.hand.act(deed)))
    }

    /// Opens a list and picks the entry; where it cannot be seen, it is typed, which lists of choices understand.
    fn choose(&mut self, at: Point, field: Rect, text: &str) -> Performed {
        let before = self.look()?;
        if let Err(clumsy) = self.world.hand.act(&Deed::Click { at, button: MouseButton::Left, clicks: 1 }) {
            return Ok(Err(clumsy));
        }
        let open = self.look_again()?;
        let entries = entries(&open, &before, field, text);
        let deeds = match entries.as_slice() {
            [one] => vec![Deed::Click { at: one.center(), button: MouseButton::Left, clicks: 1 }],
            _ => vec![Deed::Type { text: text.to_owned(), secret: false }, Deed::Keys(vec!["ENTER".into()])],
        };
        Ok(deeds.iter().try_for_each(|deed| self.world.hand.act(deed)))
    }

    fn drag(&mut self, part: &Part<'_>, from: Option<Point>) -> Performed {
        let Some((from, target)) = from.zip(part.action.parameters.to.as_ref()) else {
            return Ok(Err(Clumsy::Unable("it is not known where the drag begins and ends".into())));
        };
        match self.ground_now(target, part.irreversible)? {
            Grounded::Found(Grounding { point: Some(to), .. }) => {
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

    fn ground_on(&self, sight: &Sight, target: &lea_model::Target, irreversible: bool) -> Grounded {
        let view = View::new(sight.scene(), sight.size, self.world.meaning);
        let healing = Healing::default();
        let apps = self.expected.as_deref().map_or(&[][..], |n| self.plan.apps(n));
        let wanted = Wanted { target, irreversible, at_home: true, fills: false, apps };
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

    /// Looks at what came of an action until it is what should come, or the time is up (P15).
    pub fn see_what_came(
        &mut self,
        part: &Part<'_>,
        before: &Rc<Sight>,
        found: &Grounding,
        reported: Option<&str>,
        record: &mut StepRecord,
    ) -> Result<(Rc<Sight>, Meant), Halt> {
        let started = self.world.clock.seconds();
        let timeout = if part.is_last() { part.edge.post_conditions.timeout_seconds } else { INTERMEDIATE };
        let deadline = started + timeout.clamp(0.0, 600.0);
        let (mut looked, mut waited) = (0.0, 0.0);
        let (mut last, mut changed_at) = (before.number, started);
        let came = loop {
            let sight = self.look_again()?;
            looked += sight.look_ms;
            waited += sight.settle_ms;
            if let Some(why) = reported {
                break (sight, meant(Some(false), why));
            }
            let now = self.world.clock.seconds();
            if sight.number != last {
                (last, changed_at) = (sight.number, now);
            }
            let mut meant = self.meaning_of(part, before, &sight, found, now - started)?;
            let is_final = meant.holds == Some(true)
                || now >= deadline
                || self.is_beside_the_point(part, &meant, before, &sight, found, now - started);
            if is_final || self.is_error_screen(&sight) {
                break (sight, meant);
            }
            // What the next step needs may be out of sight: whoever looks for it scrolls.
            let has_changed = sight.number != before.number;
            if !part.is_last() && has_changed && now - changed_at >= QUIET && self.may_be_out_of_sight(part) {
                meant.holds = None;
                break (sight, meant);
            }
            // A dialog that a rule would stop for may be what was expected, still on its way.
            match self.reflex(&sight) {
                Ok(true) => continue,
                Ok(false) => {}
                Err(halt) if halt.reason == HaltReason::Dialog => break (sight, meant),
                Err(halt) => return Err(halt),
            }
            self.heed_people()?;
            let left = (deadline - self.world.clock.seconds()).clamp(0.02, 0.5);
            let from = self.world.clock.seconds();
            self.wait_for_change(left)?;
            waited += (self.world.clock.seconds() - from) * 1e3;
        };
        record.times.look += looked;
        record.times.waited += waited;
        let elapsed = (self.world.clock.seconds() - started) * 1e3;
        record.times.verify += (elapsed - looked - waited).max(0.0);
        let (sight, mut meant) = came;
        meant.elapsed_ms = elapsed;
        Ok((sight, meant))
    }

    /// The step is verified by what the next one needs, which may be further down or to the side.
    fn may_be_out_of_sight(&self, part: &Part<'_>) -> bool {
        part.action.action_type != ActionType::TextInput && part.next.is_some_and(|a| a.target.is_some())
    }

    /// Nothing is expected that could be waited for, and pixels have had their time.
    fn is_beside_the_point(
        &self,
        part: &Part<'_>,
        meant: &Meant,
        before: &Sight,
        after: &Sight,
        found: &Grounding,
        elapsed: f64,
    ) -> bool {
        if meant.holds.is_some() {
            return false;
        }
        let change = self.world.eye.difference(before, after, found.point);
        let seen = crate::verify::pixels(part.action.action_type, change, false, &self.settings.verify);
        seen.changed || seen.suggestion == lea_model::run::Suggestion::Continue || elapsed >= NO_CHANGE
    }

    /// What meaning says of the screen that came.
    fn meaning_of(
        &mut self,
        part: &Part<'_>,
        before: &Rc<Sight>,
        after: &Rc<Sight>,
        found: &Grounding,
        elapsed: f64,
    ) -> Result<Meant, Halt> {
        let typed = self.read_back(part, after, found);
        if typed.holds == Some(false) || !part.is_last() && typed.holds.is_some() {
            return Ok(typed);
        }
        if part.is_last() {
            return Ok(self.arrived_at(part, before, after, &typed));
        }
        match part.action.action_type {
            ActionType::WindowSwitch => {
                let app = part.action.parameters.target_app.clone().unwrap_or_default();
                let front = after.state.window.as_ref().map(|w| normal(&w.app_name));
                Ok(match front {
                    Some(front) => meant(Some(front == normal(&app)), format!("{front} is in front")),
                    None => meant(None, "windows are not known here"),
                })
            }
            ActionType::ExtractText => Ok(meant(Some(true), "it was read")),
            ActionType::Wait if part.action.parameters.until.is_some() => {
                Ok(meant(Some(true), "what was waited for is there"))
            }
            _ => Ok(self.leads_to_next(part, before, after, elapsed)),
        }
    }

    /// A step in the middle has worked when it brought up what the next one needs; where that was there before, pixels have to say.
    fn leads_to_next(&self, part: &Part<'_>, before: &Sight, after: &Sight, elapsed: f64) -> Meant {
        let target = part.next.and_then(|a| a.target.as_ref());
        let Some(target) = target else { return meant(None, "nothing is expected that could be seen") };
        let is_there = |sight: &Sight| matches!(self.ground_on(sight, target, false), Grounded::Found(_));
        match is_there(after) {
            true if elapsed < 0.001 || !is_there(before) => {
                meant(Some(true), "what the next step needs has come up")
            }
            true => meant(None, "what the next step needs was there before"),
            false => meant(Some(false), "what the next step needs has not come up"),
        }
    }

    /// What the parts before typed still stands where it was typed: nothing came between, and nothing went into another field.
    pub fn read_again(&mut self, part: &Part<'_>) -> Result<(), Halt> {
        let sight = self.look()?;
        let kinds = [ElementType::TextInput, ElementType::TextArea, ElementType::Dropdown];
        for (bbox, typed) in
            self.typed.iter().filter(|(edge, ..)| *edge == part.edge.edge_id).map(|(_, b, t)| (b, t))
        {
            let element = crate::ground::element_at(&sight.state.ui_elements, *bbox);
            // A field that moved or is out of sight cannot be read again here.
            if element.is_none_or(|e| !kinds.contains(&e.element_type)) {
                continue;
            }
            let shown = reading::field(&sight, *bbox).unwrap_or_default();
            if !reading::reads_as(&shown, typed) {
                let why = format!(
                    "before {}: a field that was filled in shows something else now",
                    crate::plan::told(part.action)
                );
                return Err(Halt::new(HaltReason::NotVerified, why).asking("Is what is on the screen right?"));
            }
        }
        Ok(())
    }

    /// What was typed is read back (SPEC L4.4).
    fn read_back(&self, part: &Part<'_>, after: &Sight, found: &Grounding) -> Meant {
        if part.action.action_type != ActionType::TextInput {
            return Meant::default();
        }
        let template = part.action.parameters.text.as_deref().unwrap_or_default();
        let Ok(filled) = self.values.fill(template) else {
            return meant(Some(false), "its value is missing");
        };
        if filled.secret {
            return meant(None, "a secret is not read back");
        }
        let Some(bbox) = found.bbox else {
            // What has the focus: the text must stand somewhere on the screen now.
            let view = View::new(after.scene(), after.size, self.world.meaning);
            let lines: Vec<&str> = filled.text.lines().filter(|l| !l.trim().is_empty()).collect();
            let all = lines.iter().all(|l| view.says(l));
            return meant(
                Some(all),
                if all { "it stands on the screen" } else { "it does not stand on the screen" },
            );
        };
        let shown = reading::field(after, bbox).unwrap_or_default();
        match reading::reads_as(&shown, &filled.text) {
            true => meant(Some(true), "it was read back"),
            false => meant(Some(false), format!("the field shows {shown:?}")),
        }
    }

    /// Checks on a screen that speaks other words: of the texts that tell the node one is enough, as in its template; the rest holds as
    /// always.
    fn checked_in_other_words(
        &self,
        node: &str,
        checks: &[String],
        before: &Sight,
        after: &Sight,
        view: &View<'_>,
    ) -> Result<(), String> {
        let texts =
            self.plan.node(node).map(|n| n.screen_template.required_text_any.clone()).unwrap_or_default();
        let tells = |c: &&String| c.strip_prefix("text:").is_some_and(|t| texts.iter().any(|own| own == t));
        let (telling, others): (Vec<&String>, Vec<&String>) = checks.iter().partition(tells);
        let others: Vec<String> = others.into_iter().cloned().collect();
        check_all(&others, after, view, Some(before), &self.values)?;
        let is_there = |text: &String| view.says(text) || view.means(text);
        match telling.is_empty() || texts.iter().any(is_there) {
            true => Ok(()),
            false => Err("none of its texts is there, in whatever words".into()),
        }
    }

    /// The next node is shown, and what should have come true has.
    fn arrived_at(&mut self, part: &Part<'_>, before: &Rc<Sight>, after: &Rc<Sight>, typed: &Meant) -> Meant {
        let matched = self.match_sight(after, Some(part.to));
        let view = View::new(after.scene(), after.size, self.world.meaning);
        let edge = part.edge;
        let checks: Vec<String> =
            edge.post_conditions.checks.iter().chain(&edge.constraints.post_conditions).cloned().collect();
        let held = match matched.node.as_deref() == Some(part.to) && matched.in_other_words {
            true => self.checked_in_other_words(part.to, &checks, before, after, &view),
            false => check_all(&checks, after, &view, Some(before), &self.values),
        };
        let is_there = matched.node.as_deref() == Some(part.to);
        let called = self.plan.called(part.to);
        match (is_there, held) {
            (true, Ok(())) => {
                self.similarities.push(matched.confidence);
                // On a screen that stays the same, being on it says nothing.
                let says_something = part.node != part.to
                    || !checks.is_empty()
                    || typed.holds == Some(true)
                    || says_other_things(before, after);
                meant(
                    says_something.then_some(true),
                    format!("“{called}” is shown ({:.2})", matched.confidence),
                )
            }
            (true, Err(why)) => meant(Some(false), format!("“{called}” is shown, but {why}")),
            (false, _) => {
                let near: Vec<String> = matched
                    .candidates
                    .iter()
                    .take(MOST_TOLD)
                    .map(|c| format!("“{}” {:.2}", self.plan.called(&c.node), c.score))
                    .collect();
                let here = match &matched.node {
                    Some(node) => format!("this is “{}” ({})", self.plan.called(node), near.join(", ")),
                    None => format!("the nearest are {}", near.join(", ")),
                };
                meant(Some(false), format!("“{called}” is not shown; {here}"))
            }
        }
    }
}

/// What stands on the screen is not what stood there before: several lines came or went.
fn says_other_things(before: &Sight, after: &Sight) -> bool {
    let lines = |sight: &Sight| -> BTreeSet<String> {
        sight.state.perception.detected_text.iter().map(|t| normal(&t.text)).filter(|t| t.len() > 2).collect()
    };
    lines(before).symmetric_difference(&lines(after)).count() >= OTHER_LINES
}

fn meant(holds: Option<bool>, detail: impl Into<String>) -> Meant {
    Meant { holds, detail: detail.into(), elapsed_ms: 0.0 }
}

/// Entries of a list that has opened: they say exactly that, stand at the field, and were not there before.
fn entries(open: &Sight, before: &Sight, field: Rect, text: &str) -> Vec<Rect> {
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
