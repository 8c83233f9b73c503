//! Screens that cannot be told, reached or left, and branches that were hardly seen.

use lea_model::workflow::ANY_NODE;
use lea_model::{Edge, Node, Workflow};
use std::collections::BTreeSet;

use super::{Found, Severity};

pub(super) fn look(workflow: &Workflow, found: &mut Found) {
    let reached = reached(workflow);
    for node in &workflow.nodes {
        template(node, found);
        if !reached.contains(node.node_id.as_str()) {
            found.add(
                Severity::Warning,
                "unreachable_node",
                &node.node_id,
                "no step leads to it from where the workflow begins",
                "show how one gets there, or remove it",
            );
        }
        ways_out(workflow, node, found);
        named_recoveries(node, found);
    }
    ends(workflow, &reached, found);
    for edge in &workflow.edges {
        counts(workflow, edge, found);
    }
}

fn template(node: &Node, found: &mut Found) {
    let template = &node.screen_template;
    if template.required_text_any.is_empty() && template.required_ui_elements.is_empty() {
        found.add(
            Severity::Warning,
            "bare_node",
            &node.node_id,
            "it is known by no text and no element: any screen that looks alike passes for it",
            "learn it again from screens whose texts can be read, or name a text it always shows",
        );
    }
}

/// Everything that a run can come to.
fn reached(workflow: &Workflow) -> BTreeSet<&str> {
    let mut reached: BTreeSet<&str> = workflow.entry_nodes.iter().map(String::as_str).collect();
    let mut open: Vec<&str> = reached.iter().copied().collect();
    while let Some(at) = open.pop() {
        let steps = workflow.edges.iter().filter(|e| e.from_node == at || e.from_node == ANY_NODE);
        let by_steps = steps.flat_map(|edge| {
            let condition = edge.condition.as_ref();
            let turns = condition.into_iter().flat_map(|c| [c.on_true.as_deref(), c.on_false.as_deref()]);
            turns.flatten().chain([edge.to_node.as_str()])
        });
        let node = workflow.node(at).into_iter();
        let back = node.flat_map(|n| &n.recovery_actions).filter_map(|r| r.return_to_node.as_deref());
        for next in by_steps.chain(back) {
            if reached.insert(next) {
                open.push(next);
            }
        }
    }
    reached
}

fn ways_out(workflow: &Workflow, node: &Node, found: &mut Found) {
    let is_end = workflow.end_nodes.contains(&node.node_id);
    let has_step = workflow.edges.iter().any(|e| e.from_node == node.node_id);
    if is_end || has_step || !node.recovery_actions.is_empty() {
        return;
    }
    let (code, sentence, advice) = if node.is_error_node {
        (
            "error_without_way_back",
            "a run that meets this error has no way back",
            "show how one gets back from it, or name a workflow that recovers, such as logging in",
        )
    } else {
        (
            "dead_end",
            "no step leads on from it, and it is no end",
            "show what is done there, or make it an end of the workflow",
        )
    };
    found.add(Severity::Warning, code, &node.node_id, sentence, advice);
}

/// The earlier system named what to do after an error, and kept elsewhere what that is.
fn named_recoveries(node: &Node, found: &mut Found) {
    let only_named = node.recovery_actions.iter().filter(|r| r.workflow_id.is_none());
    for name in only_named.filter_map(|r| r.action.as_ref()?.name()) {
        found.add(
            Severity::Warning,
            "recovery_only_named",
            &node.node_id,
            format!("its way back is only named ({name:?}): nothing says what to do, so a run stops there"),
            "show how one gets back from it, and learn the workflow again",
        );
    }
}

fn ends(workflow: &Workflow, reached: &BTreeSet<&str>, found: &mut Found) {
    if workflow.end_nodes.is_empty() && !workflow.nodes.is_empty() {
        found.add(
            Severity::Warning,
            "no_end_node",
            "",
            "it has no end: a run cannot tell that it is done",
            "name the screen a finished run is on in end_nodes",
        );
    } else if !workflow.end_nodes.iter().any(|end| reached.contains(end.as_str()))
        && !workflow.nodes.is_empty()
    {
        found.add(
            Severity::Warning,
            "end_out_of_reach",
            "",
            "no end can be reached from where it begins",
            "show the task up to its last screen",
        );
    }
}

fn counts(workflow: &Workflow, edge: &Edge, found: &mut Found) {
    let stats = &edge.stats;
    if stats.problematic {
        found.add(
            Severity::Warning,
            "problematic_step",
            &edge.edge_id,
            format!("it failed {} times running", stats.consecutive_failures),
            "look at its last runs, and show it again where the screen has changed",
        );
    }
    let seen = stats.manual_executions + stats.assist_executions + stats.auto_executions;
    let is_branch =
        workflow.edges.iter().filter(|e| e.from_node == edge.from_node && !e.is_from_any()).count() > 1;
    if seen == 1 && is_branch {
        found.add(
            Severity::Note,
            "branch_seen_once",
            &edge.edge_id,
            "this branch was seen once: what is constant in it may be chance",
            "show that case again",
        );
    }
}
