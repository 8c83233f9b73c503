//! What the film of a demonstration shows, and what each of its acts stands for in a graph that was learnt without it.

use crate::graph::{Act, Deed, Learnt, Lesson, StepId};
use lea_model::Rect;
use lea_recognize::label::normal;
use std::collections::{BTreeMap, BTreeSet};

/// One act of a demonstration that is a step of the graph.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The step.
    pub step: StepId,
    /// Scenes of one group are one visit to a screen: within it fields may be filled in in another order.
    pub group: usize,
    /// What was done.
    pub deed: Deed,
    /// Where.
    pub place: Option<Rect>,
    /// Where to, where something was dragged.
    pub to: Option<Rect>,
    /// It points at a row of a table, not at a thing in it.
    pub is_row: bool,
    /// The screen it was done on, by its place in the lesson.
    pub on: usize,
    /// Screens that were shown while it was done.
    pub between: Vec<usize>,
    /// The screen that came of it.
    pub after: usize,
}

/// The scenes of a demonstration, in order. What is no step of the graph, such as a slip or a detour, is cut out.
pub fn scenes(lesson: &Lesson, learnt: &Learnt, demo: usize) -> Vec<Scene> {
    let mut scenes: Vec<Scene> = Vec::new();
    let (mut group, mut parts) = (0, BTreeSet::new());
    for act in lesson.demos.get(demo).map_or(&[][..], |d| &d.acts) {
        let Some(step) = learnt.stands_for.get(&(demo, act.event)) else { continue };
        let is_same = scenes.last().is_some_and(|s| s.step.edge == step.edge) && !parts.contains(&step.part);
        if !is_same {
            group += 1;
            parts.clear();
        }
        parts.insert(step.part);
        scenes.push(Scene { deed: shown(lesson, act), ..scene(act, step.clone(), group) });
    }
    scenes
}

fn scene(act: &Act, step: StepId, group: usize) -> Scene {
    let place = |target: &lea_model::Target| target.position.as_ref().map(|p| p.bbox);
    let to = match &act.deed {
        Deed::Drag { to } => to.as_deref().and_then(place),
        _ => None,
    };
    let is_button = act.target.as_ref().and_then(|t| t.element_type).is_some_and(|kind| {
        use lea_model::ElementType::{Button, Checkbox, Dropdown, IconButton, Link, Radio, Toggle};
        matches!(kind, Button | Checkbox | Dropdown | IconButton | Link | Radio | Toggle)
    });
    Scene {
        step,
        group,
        deed: act.deed.clone(),
        place: act.target.as_ref().and_then(place),
        to,
        is_row: act.row.is_some() && !is_button,
        on: act.on,
        between: act.between.iter().copied().filter(|s| *s != act.on && *s != act.after).collect(),
        after: act.after,
    }
}

/// What was done, with the value that it gave a field: of a choice that was typed, its beginning is enough, and the field shows it whole.
fn shown(lesson: &Lesson, act: &Act) -> Deed {
    let Deed::Type { text: Some(typed) } = &act.deed else { return act.deed.clone() };
    let place = act.target.as_ref().and_then(|t| t.position.as_ref()).map(|p| p.bbox.center());
    let after = lesson.screens.get(act.after);
    let fields = place
        .zip(after)
        .into_iter()
        .flat_map(|(place, after)| after.state.ui_elements.iter().filter(move |e| e.bbox.contains(place)));
    let values = fields.filter_map(|e| e.metadata.value.as_deref());
    let plain = values.map(|v| v.trim_matches(|c: char| !c.is_alphanumeric()));
    // A caret behind a number is read as a sign: only words are completed.
    let is_word = typed.chars().all(char::is_alphabetic);
    let begins = |v: &&str| is_word && normal(v).starts_with(&normal(typed)) && normal(v) != normal(typed);
    let whole = plain.into_iter().find(begins);
    Deed::Type { text: Some(whole.unwrap_or(typed).to_owned()) }
}

/// For each step of a graph the step of another one that stands for most of the same acts.
pub fn counterparts(of: &Learnt, other: &Learnt) -> BTreeMap<StepId, StepId> {
    let mut votes: BTreeMap<&StepId, BTreeMap<&StepId, usize>> = BTreeMap::new();
    for (act, step) in &of.stands_for {
        if let Some(same) = other.stands_for.get(act) {
            *votes.entry(step).or_default().entry(same).or_default() += 1;
        }
    }
    let most = |of: BTreeMap<&StepId, usize>| {
        of.into_iter().max_by_key(|(step, n)| (*n, std::cmp::Reverse(*step))).map(|(step, _)| step.clone())
    };
    votes.into_iter().filter_map(|(step, of)| Some((step.clone(), most(of)?))).collect()
}

/// The values that a run of `graph` needs to do what a demonstration did, where `whole` was learnt from that demonstration too: what its
/// scenes typed, and of any other variable the value that the variable of the whole graph had that had the same values in the other
/// demonstrations. A variable that the demonstration has no value for gets one of the others: a run needs one, and does not use it.
pub fn values(
    (whole, graph): (&Learnt, &Learnt),
    own: &BTreeMap<StepId, StepId>,
    (demo, scenes): (usize, &[Scene]),
) -> BTreeMap<String, String> {
    use lea_model::workflow::VariableSourceMethod::{Credential, UiElementExtraction};
    let is_given = |name: &String| {
        let source = graph.workflow.variables.get(name).map(|v| v.source.method);
        !matches!(source, Some(Credential | UiElementExtraction))
    };
    let alike = |a: &BTreeMap<usize, String>, b: &BTreeMap<usize, String>| {
        a.iter().filter(|(d, text)| b.get(d).is_some_and(|o| normal(o) == normal(text))).count()
    };
    let mut given = BTreeMap::new();
    for (name, of_graph) in graph.values.iter().filter(|(name, _)| is_given(name)) {
        let same = whole.values.iter().max_by_key(|(other, v)| (alike(of_graph, v), *other == name));
        let same = same.filter(|(_, v)| alike(of_graph, v) > 0).map(|(_, v)| v);
        let value = same.and_then(|v| v.get(&demo)).or_else(|| of_graph.values().next());
        given.extend(value.map(|text| (name.clone(), text.clone())));
    }
    for scene in scenes {
        let Deed::Type { text: Some(typed) } = &scene.deed else { continue };
        let action = own.get(&scene.step).and_then(|step| {
            let edge = graph.workflow.edge(&step.edge)?;
            edge.parts().into_iter().nth(step.part)
        });
        let text = action.and_then(|a| a.parameters.text.as_deref()).unwrap_or_default();
        let name = text.strip_prefix("${").and_then(|t| t.strip_suffix('}')).map(str::to_owned);
        given.extend(name.filter(|n| given.contains_key(n)).map(|n| (n, typed.clone())));
    }
    given
}
