//! Steps made into actions with grounded targets (SPEC L4.4, L4.5).

use super::cells;
use super::lesson::{Act, Deed, Lesson};
use super::nodes;
use super::variables::Content;
use super::ways::Step;
use crate::params::graph::MISREAD;
use lea_model::workflow::{
    Action, ActionType, Anchor, Container, Echo, Frequency, InRow, Target, TargetKind,
};
use lea_model::{ElementType, MouseButton};
use lea_recognize::label::{normal, ratio};

/// What the loop is at, as texts name it.
pub const TURN: &str = "${row}";

/// An action, and the act whose picture of the target it keeps.
pub struct Made {
    /// The action.
    pub action: Action,
    /// Demonstration and act the target's picture is from; none where it has none to keep.
    pub picture: Option<(usize, usize)>,
}

/// The action of a step that `seen` of `of` visits did.
pub fn action(lesson: &Lesson, step: &Step, content: Option<&Content>, crop: &str) -> Option<Made> {
    // Where a row was picked, one of those that were seen in a table.
    let in_table = step.done().find(|(d, a)| lesson.demos[*d].acts[*a].row.is_some());
    let (d, a) = in_table.filter(|_| content.is_some()).or_else(|| usual(lesson, step))?;
    let act = &lesson.demos[d].acts[a];
    let mut action = Action::new(match &act.deed {
        Deed::Click { .. } => ActionType::MouseClick,
        Deed::Type { .. } => ActionType::TextInput,
        Deed::Keys(_) => ActionType::KeyPress,
        Deed::Drag { .. } => ActionType::Drag,
        Deed::Hover => ActionType::Hover,
        Deed::Scroll { .. } => ActionType::Scroll,
        Deed::Switch { .. } => ActionType::WindowSwitch,
    });
    match &act.deed {
        Deed::Click { button, clicks } => {
            action.parameters.button = Some(*button).filter(|b| *b != MouseButton::Left);
            action.parameters.clicks = Some(*clicks).filter(|n| *n > 1);
            action.parameters.quiet = step.done().all(|(d, a)| !lesson.demos[d].acts[a].answered);
        }
        Deed::Type { .. } => {
            action.parameters.text = content.map(written);
            action.parameters.append = adds(lesson, step);
            action.parameters.echo = is_unread(lesson, step).then_some(Echo::Never);
            action.parameters.then_tab = is_tabbed(lesson, step);
        }
        Deed::Keys(keys) => action.parameters.keys.clone_from(keys),
        Deed::Drag { to } => action.parameters.to = to.as_ref().map(|t| (**t).clone()),
        Deed::Hover => {}
        Deed::Scroll { .. } => {
            action.parameters.delta = furthest(lesson, step, |act| match act.deed {
                Deed::Scroll { delta } => Some(delta),
                _ => None,
            });
        }
        Deed::Switch { app, .. } => {
            action.parameters.target_app = Some(app.clone());
            action.parameters.title_contains = lasting_title(lesson, step);
        }
    }
    let picks = !matches!(act.deed, Deed::Type { .. });
    let mut picture = None;
    let points = matches!(act.deed, Deed::Scroll { .. }) && act.target.is_some();
    if action.action_type.needs_target() || points {
        let picked = content.filter(|_| picks);
        let mut target = target(lesson, step, act, picked);
        if let Some(button) = same_in_all_rows(lesson, step).filter(|_| picked.is_some()) {
            target.in_row.get_or_insert_default().button = Some(button);
        }
        target.had_focus = !picks && step.done().all(|(d, a)| lesson.demos[d].acts[a].focused);
        if picked.is_none()
            && let Some(anchor) = &mut target.anchor
        {
            anchor.crop = Some(crop.to_owned());
            picture = Some((d, a));
        }
        target.scroll = furthest(lesson, step, |act| act.scrolled?.delta);
        action.target = Some(target);
    }
    if step.count() < step.acts.len() {
        action.optional = true;
        action.frequency = Some(Frequency { seen: step.count() as u64, of: step.acts.len() as u64 });
    }
    Some(Made { action, picture })
}

/// The act that stands for a step: one whose words most demonstrations have, with the smallest place. A label that was read together with
/// what stands beside it has another middle.
fn usual(lesson: &Lesson, step: &Step) -> Option<(usize, usize)> {
    let act = |(d, a): (usize, usize)| &lesson.demos[d].acts[a];
    let words = |at: (usize, usize)| normal(act(at).label());
    let often = |at: (usize, usize)| step.done().filter(|o| words(*o) == words(at)).count();
    let area = |at: (usize, usize)| {
        act(at).target.as_ref().and_then(|t| t.position.as_ref()).map_or(u64::MAX, |p| p.bbox.area())
    };
    let all: Vec<(usize, usize)> = step.done().collect();
    let most = all.iter().map(|at| often(*at)).max()?;
    let likely: Vec<(usize, usize)> = all.into_iter().filter(|at| often(*at) == most).collect();
    let differs = likely.iter().any(|at| words(*at) != words(likely[0]));
    if differs { likely.into_iter().min_by_key(|at| (area(*at), *at)) } else { likely.first().copied() }
}

/// The furthest that the wheel was turned for a step.
fn furthest(lesson: &Lesson, step: &Step, turned: impl Fn(&Act) -> Option<[f64; 2]>) -> Option<[f64; 2]> {
    let all = step.done().filter_map(|(d, a)| turned(&lesson.demos[d].acts[a]));
    all.reduce(|far, next| if next[0].hypot(next[1]) > far[0].hypot(far[1]) { next } else { far })
}

/// What stood on a page is still there after typing on it: a run must not clear it first.
fn adds(lesson: &Lesson, step: &Step) -> bool {
    let mut stood = false;
    for (d, a) in step.done() {
        let act = &lesson.demos[d].acts[a];
        let target = act.target.as_ref().filter(|t| t.element_type == Some(ElementType::TextArea));
        let Some(page) = target.and_then(|t| t.position.as_ref()).map(|p| p.bbox) else { return false };
        let lines = |screen: usize| -> Vec<String> {
            let all = lesson.screens[screen].state.perception.detected_text.iter();
            let within = all.filter(|t| t.bbox.is_some_and(|b| page.contains(b.center())));
            within.map(|t| normal(&t.text)).filter(|t| !t.is_empty()).collect()
        };
        let (before, after) = (lines(act.on), lines(act.after));
        let kept = before.iter().filter(|line| after.contains(line)).count();
        if 2 * kept < before.len() {
            return false;
        }
        stood |= !before.is_empty();
    }
    stood
}

/// What was typed was never to be read afterwards, such as a sum of which only the last number is shown.
fn is_unread(lesson: &Lesson, step: &Step) -> bool {
    let mut acts = step.done().map(|(d, a)| &lesson.demos[d].acts[a]);
    let is_shown = |act: &Act| {
        let lines = &lesson.screens[act.after].state.perception.detected_text;
        let typed = normal(act.text().unwrap_or_default());
        let says = |line: &str| line.contains(&typed) || ratio(line, &typed) >= MISREAD;
        typed.is_empty() || lines.iter().any(|l| says(&normal(&l.text)))
    };
    acts.all(|act| !act.is_secret() && !is_shown(act))
}

/// Most people left the field with the tab key: it closes the list of completions that would take the next click.
fn is_tabbed(lesson: &Lesson, step: &Step) -> bool {
    let tabbed = step.done().filter(|(d, a)| lesson.demos[*d].acts[*a].tabbed).count();
    2 * tabbed > step.count()
}

/// What the titles of the windows that were gone to have in common: not the document, or the mark that it was changed.
fn lasting_title(lesson: &Lesson, step: &Step) -> Option<String> {
    let title = |(d, a): (usize, usize)| match &lesson.demos[d].acts[a].deed {
        Deed::Switch { title, .. } => Some(title.trim_start_matches('*').trim()),
        _ => None,
    };
    let titles: Vec<&str> = step.done().filter_map(title).filter(|t| !t.is_empty()).collect();
    let common = nodes::common_words(&titles)?;
    Some(common.trim_matches(|c: char| !c.is_alphanumeric()).to_owned())
}

/// What was clicked in every row says the same: it is a button, not what tells the row.
fn same_in_all_rows(lesson: &Lesson, step: &Step) -> Option<String> {
    let acts: Vec<&Act> =
        step.done().map(|(d, a)| &lesson.demos[d].acts[a]).filter(|a| a.row.is_some()).collect();
    let first = acts.first()?.label();
    let same = acts.len() > 1 && acts.iter().all(|a| normal(a.label()) == normal(first));
    (same && !normal(first).is_empty()).then(|| first.to_owned())
}

/// A text that a run fills in.
fn written(content: &Content) -> String {
    match content {
        Content::Constant(text) => text.clone(),
        Content::Variable(name) => format!("${{{name}}}"),
        Content::Turn => TURN.into(),
        Content::Composed(text) => text.clone(),
    }
}

fn target(lesson: &Lesson, step: &Step, act: &Act, picked: Option<&Content>) -> Target {
    let mut target = act.target.clone().unwrap_or_default();
    if target.kind == TargetKind::Cell {
        return cells::target(lesson, step, target, picked.map(written));
    }
    if let Some(content) = picked {
        let is_on_paper = step.done().any(|(d, a)| stands_on_paper(lesson, &lesson.demos[d].acts[a]));
        let holder = if is_on_paper { ElementType::TextArea } else { ElementType::Table };
        return picked_target(act, &target, content, holder);
    }
    let own = normal(act.label());
    let others = step.done().map(|(d, a)| lesson.demos[d].acts[a].label());
    for label in others.filter(|l| !normal(l).is_empty() && normal(l) != own) {
        if !target.label_variants.iter().any(|v| normal(v) == normal(label)) {
            target.label_variants.push(label.to_owned());
        }
    }
    target.description = Some(described(act));
    target
}

/// An entry stands in what looks like a field of several lines, as a list does that has a paper of its own.
fn stands_on_paper(lesson: &Lesson, act: &Act) -> bool {
    let Some(at) = act.target.as_ref().and_then(|t| t.position.as_ref()).map(|p| p.bbox.center()) else {
        return false;
    };
    let elements = &lesson.screens[act.on].state.ui_elements;
    let is_paper = |e: &lea_model::UIElement| e.element_type == ElementType::TextArea && e.bbox.contains(at);
    act.row.is_none() && elements.iter().any(is_paper)
}

/// One of several rows: found by what it says and by the column; what else the demonstration's row said is no part of it.
fn picked_target(act: &Act, seen: &Target, content: &Content, holder: ElementType) -> Target {
    let headers: Vec<&str> = act.row.iter().flat_map(|r| &r.cells).map(|c| c.0.as_str()).collect();
    let mut target = Target {
        kind: TargetKind::Row,
        role: Some("row".into()),
        element_type: seen.element_type.or(Some(ElementType::TableCell)),
        text: Some(written(content)),
        anchor: Some(Anchor {
            container: Some(Container {
                text: Some(headers.join(" ")).filter(|t| !t.trim().is_empty()),
                element_type: Some(holder),
                ..Container::default()
            }),
            ..Anchor::default()
        }),
        ..Target::default()
    };
    let column = act.row.as_ref().map(|r| r.header().to_owned()).unwrap_or_default();
    target.description = Some(match column.trim() {
        "" => format!("the entry that says {}", written(content)),
        column => format!("the row that says {}, column {column}", written(content)),
    });
    target.in_row = act.row.as_ref().map(|row| InRow {
        column: Some(column).filter(|c| !c.trim().is_empty()),
        cell: u32::try_from(row.cell).ok(),
        ..InRow::default()
    });
    target
}

/// What a target is, in a few words.
pub fn described(act: &Act) -> String {
    if act.target.as_ref().is_some_and(|t| t.kind == TargetKind::Focused) {
        return "what has the focus".to_owned();
    }
    let kind = act.target.as_ref().and_then(|t| t.element_type);
    let kind = kind
        .and_then(|k| serde_json::to_value(k).ok())
        .and_then(|v| v.as_str().map(|s| s.replace('_', " ")))
        .unwrap_or_else(|| "place".into());
    let own = act.target.as_ref().and_then(|t| t.description.clone());
    match act.label().trim() {
        // What has the focus is all that is known of it: a run goes by that.
        "" => own.unwrap_or_else(|| format!("the {kind} without words")),
        label => format!("the {kind} “{label}”"),
    }
}

/// What a step does, in a few words.
pub fn said(act: &Act, content: Option<&Content>) -> String {
    let what = content.map(written);
    match &act.deed {
        Deed::Click { clicks, button } => {
            let verb = match (clicks, button) {
                (2, _) => "double-click",
                (_, MouseButton::Right) => "right-click",
                _ => "click",
            };
            match what {
                Some(what) => format!("{verb} the entry {what}"),
                None => format!("{verb} {}", described(act)),
            }
        }
        Deed::Type { .. } => {
            format!("type {} into {}", what.unwrap_or_default(), described(act))
        }
        Deed::Keys(keys) => format!("press {}", keys.join("+")),
        Deed::Drag { to } => {
            let onto = to.as_ref().and_then(|t| t.text.as_deref()).filter(|t| !t.trim().is_empty());
            let onto = onto.map_or_else(String::new, |t| format!(" onto “{t}”"));
            format!("drag {}{onto}", described(act))
        }
        Deed::Hover => format!("rest the pointer on {}", described(act)),
        Deed::Scroll { delta: [dx, dy] } => {
            let way = match (*dx, *dy) {
                (dx, dy) if dy.abs() >= dx.abs() => {
                    if dy > 0.0 {
                        "down"
                    } else {
                        "up"
                    }
                }
                (dx, _) => {
                    if dx > 0.0 {
                        "right"
                    } else {
                        "left"
                    }
                }
            };
            format!("scroll {way}")
        }
        Deed::Switch { app, .. } => format!("go to {app}"),
    }
}
