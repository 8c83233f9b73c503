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
        scenes.push(scene(act, step.clone(), group));
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

/// The values that a run of `graph` needs to do what a demonstration did, where `whole` was learnt from that demonstration too: of each
/// variable, the value that the variable of the whole graph had that had the same values in the other demonstrations. A variable that the
/// demonstration has no value for gets one of the others: a run needs one, and does not use it.
pub fn values(whole: &Learnt, graph: &Learnt, demo: usize) -> BTreeMap<String, String> {
    use lea_model::workflow::VariableSourceMethod::{Credential, UiElementExtraction};
    let is_given = |name: &&String| {
        let source = graph.workflow.variables.get(*name).map(|v| v.source.method);
        !matches!(source, Some(Credential | UiElementExtraction))
    };
    let alike = |a: &BTreeMap<usize, String>, b: &BTreeMap<usize, String>| {
        a.iter().filter(|(d, text)| b.get(d).is_some_and(|o| normal(o) == normal(text))).count()
    };
    let mut given = BTreeMap::new();
    for (name, own) in graph.values.iter().filter(|(name, _)| is_given(name)) {
        let same = whole.values.iter().max_by_key(|(other, v)| (alike(own, v), *other == name));
        let same = same.filter(|(_, v)| alike(own, v) > 0).map(|(_, v)| v);
        let value = same.and_then(|v| v.get(&demo)).or_else(|| own.values().next());
        given.extend(value.map(|text| (name.clone(), text.clone())));
    }
    given
}
