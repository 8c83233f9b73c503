//! Steps made into actions with grounded targets (SPEC L4.4, L4.5).

use super::lesson::{Act, Deed, Lesson};
use super::variables::Content;
use super::ways::Step;
use lea_model::workflow::{Action, ActionType, Anchor, Container, Target};
use lea_model::{ElementType, MouseButton};
use lea_recognize::label::normal;
use serde_json::json;

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
    let (d, a) = in_table.filter(|_| content.is_some()).or_else(|| step.done().next())?;
    let act = &lesson.demos[d].acts[a];
    let mut action = Action::new(match &act.deed {
        Deed::Click { .. } => ActionType::MouseClick,
        Deed::Type { .. } => ActionType::TextInput,
        Deed::Keys(_) => ActionType::KeyPress,
        Deed::Drag { .. } => ActionType::Drag,
    });
    match &act.deed {
        Deed::Click { button, clicks } => {
            action.parameters.button = Some(*button).filter(|b| *b != MouseButton::Left);
            action.parameters.clicks = Some(*clicks).filter(|n| *n > 1);
        }
        Deed::Type { .. } => action.parameters.text = content.map(written),
        Deed::Keys(keys) => action.parameters.keys.clone_from(keys),
        Deed::Drag { to } => action.parameters.to = to.as_ref().map(|t| (**t).clone()),
    }
    let picks = !matches!(act.deed, Deed::Type { .. });
    let mut picture = None;
    if action.action_type.needs_target() {
        let picked = content.filter(|_| picks);
        let mut target = target(lesson, step, act, picked);
        if let Some(button) = same_in_all_rows(lesson, step).filter(|_| picked.is_some()) {
            target.extra.insert("button".into(), json!(button));
        }
        if picked.is_none()
            && let Some(anchor) = &mut target.anchor
        {
            anchor.crop = Some(crop.to_owned());
            picture = Some((d, a));
        }
        action.target = Some(target);
    }
    if step.count() < step.acts.len() {
        action.extra.insert("optional".into(), json!(true));
        action.extra.insert("seen".into(), json!(step.count()));
        action.extra.insert("of".into(), json!(step.acts.len()));
    }
    Some(Made { action, picture })
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
    }
}

fn target(lesson: &Lesson, step: &Step, act: &Act, picked: Option<&Content>) -> Target {
    let mut target = act.target.clone().unwrap_or_default();
    if let Some(content) = picked {
        return picked_target(act, &target, content);
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

/// One of several rows: found by what it says and by the column; what else the demonstration's row said is no part of it.
fn picked_target(act: &Act, seen: &Target, content: &Content) -> Target {
    let headers: Vec<&str> = act.row.iter().flat_map(|r| &r.cells).map(|c| c.0.as_str()).collect();
    let mut target = Target {
        role: Some("row".into()),
        element_type: seen.element_type.or(Some(ElementType::TableCell)),
        text: Some(written(content)),
        anchor: Some(Anchor {
            container: Some(Container {
                text: Some(headers.join(" ")).filter(|t| !t.trim().is_empty()),
                element_type: Some(ElementType::Table),
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
    if !column.trim().is_empty() {
        target.extra.insert("column".into(), json!(column));
    }
    if let Some(row) = &act.row {
        target.extra.insert("cell".into(), json!(row.cell));
    }
    target
}

/// What a target is, in a few words.
pub fn described(act: &Act) -> String {
    let kind = act.target.as_ref().and_then(|t| t.element_type);
    let kind = kind
        .and_then(|k| serde_json::to_value(k).ok())
        .and_then(|v| v.as_str().map(|s| s.replace('_', " ")))
        .unwrap_or_else(|| "place".into());
    match act.label().trim() {
        "" => format!("the {kind} without words"),
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
        Deed::Drag { .. } => format!("drag {}", described(act)),
    }
}
