//! What steps point at, and what tells that they worked.

use lea_model::workflow::{Anchor, TargetKind};
use lea_model::{ActionType, Edge, Target, Workflow};

use super::{Found, Severity};
use lea_lexicon::text::words;

pub(super) fn look(workflow: &Workflow, found: &mut Found) {
    for edge in &workflow.edges {
        for part in edge.parts() {
            for target in part.target.iter().chain(&part.parameters.to) {
                description(edge, target, found);
                look_alikes(edge, target, found);
            }
        }
        outcome(edge, found);
    }
    rivals(workflow, found);
}

fn says(text: &Option<String>) -> bool {
    text.as_ref().is_some_and(|t| !t.trim().is_empty())
}

fn called(target: &Target) -> String {
    let name = target.anchor.as_ref().and_then(|a| a.name.as_ref());
    let name = target.text.as_ref().or(name).or(target.description.as_ref());
    name.map_or_else(|| "its target".to_owned(), |n| format!("{n:?}"))
}

fn description(edge: &Edge, target: &Target, found: &mut Found) {
    let anchor = target.anchor.as_ref();
    let has_look = anchor.is_some_and(|a| says(&a.crop));
    if target.is_by_role_alone() {
        found.add(
            Severity::Warning,
            "target_by_role",
            &edge.edge_id,
            format!(
                "only the role {:?} says what its target is: a run can use it only where one thing on the screen has that role",
                target.role.as_deref().unwrap_or_default()
            ),
            "learn the step again from a recording, or give the target its text",
        );
        return;
    }
    if target.kind != TargetKind::Row && target.text.as_ref().is_some_and(|t| t.contains("${")) {
        found.add(
            Severity::Warning,
            "value_without_row",
            &edge.edge_id,
            "its target is named by a value, but is no row: the text is looked for as it is written",
            "set the kind of the target to row",
        );
    }
    if !says(&target.text) && !anchor.is_some_and(|a| says(&a.name)) {
        found.add(
            Severity::Warning,
            "unlabelled_target",
            &edge.edge_id,
            "its target has no words: it is known by its look alone, which a new theme changes",
            "point at something with a label, or show more demonstrations so that its neighbours are learnt",
        );
    }
    if !has_look && anchor.is_none_or(|a| a.landmarks.is_empty()) {
        found.add(
            Severity::Warning,
            "target_without_look",
            &edge.edge_id,
            format!(
                "{} has neither a picture nor neighbours: nothing but its words can confirm it",
                called(target)
            ),
            "learn the step again from a recording with pictures",
        );
    }
}

/// Other places on the same screen said the same when it was learnt.
fn look_alikes(edge: &Edge, target: &Target, found: &mut Found) {
    let Some(anchor) = target.anchor.as_ref().filter(|a| a.twins > 0) else { return };
    let tells_apart = |a: &Anchor| !a.landmarks.is_empty() || a.container.is_some() || says(&a.name);
    // A loop takes one after the other: it is meant that there are several.
    if edge.repeat.is_some() {
        return;
    }
    let others = anchor.twins;
    let severity = if tells_apart(anchor) { Severity::Note } else { Severity::Warning };
    let how = if severity == Severity::Note {
        "its neighbours tell it apart, until they change"
    } else {
        "nothing tells them apart: a run halts there"
    };
    found.add(
        severity,
        "ambiguous_target",
        &edge.edge_id,
        format!("{others} other places on the screen say {} too: {how}", called(target)),
        "point at something that is there once, or select by the row or the section it is in",
    );
}

/// Nothing tells whether the step worked.
fn outcome(edge: &Edge, found: &mut Found) {
    let after = &edge.post_conditions;
    let leads_on = after.expected_node.as_ref().is_some_and(|node| *node != edge.from_node);
    let is_checked = !after.checks.is_empty() || !edge.constraints.post_conditions.is_empty();
    // What is typed or read is read back, and a wait has nothing to verify.
    let verifies_itself = |kind: ActionType| {
        matches!(
            kind,
            ActionType::TextInput | ActionType::ExtractText | ActionType::AnalyzeText | ActionType::Wait
        )
    };
    let last = edge.parts().last().map(|part| part.action_type);
    if !leads_on && !is_checked && !last.is_some_and(verifies_itself) {
        found.add(
            Severity::Warning,
            "vacuous_post_condition",
            &edge.edge_id,
            "nothing has to be true afterwards: a click that did nothing counts as done",
            "add a check such as text:Saved, or the screen it leads to",
        );
    }
    if after.timeout_seconds <= 0.0 || edge.constraints.max_delay_seconds.is_some_and(|s| s <= 0.0) {
        found.add(
            Severity::Warning,
            "no_time",
            &edge.edge_id,
            "it has no time at all to come true: it fails wherever a screen takes a moment",
            "give post_conditions.timeout_seconds a few seconds",
        );
    }
}

/// Two steps from one screen use the same thing, and nothing decides between them.
fn rivals(workflow: &Workflow, found: &mut Found) {
    let first = |edge: &Edge| edge.parts().first().and_then(|part| part.target.clone());
    for (n, edge) in workflow.edges.iter().enumerate() {
        for other in &workflow.edges[n + 1..] {
            let same_start = edge.from_node == other.from_node && edge.priority == other.priority;
            let decided = edge.condition.is_some() || other.condition.is_some();
            let (Some(a), Some(b)) = (first(edge), first(other)) else { continue };
            let same = says(&a.text)
                && a.element_type == b.element_type
                && words(a.text.as_deref().unwrap_or("")) == words(b.text.as_deref().unwrap_or(""));
            if same_start && same && !decided && edge.to_node != other.to_node {
                found.add(
                    Severity::Warning,
                    "undecided_branch",
                    &edge.edge_id,
                    format!(
                        "{} begins with {} too, and nothing decides between them",
                        other.edge_id,
                        called(&a)
                    ),
                    "answer the question of learning about it, or give both a condition",
                );
            }
        }
    }
}
