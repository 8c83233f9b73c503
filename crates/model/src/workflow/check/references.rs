//! Every reference to a node exists (SPEC L4.1, P12).

use std::collections::HashSet;

use crate::problem::Checker;
use crate::workflow::{ANY_NODE, Condition, Edge, Node, Workflow};

pub(super) fn references(c: &mut Checker, workflow: &Workflow) {
    let nodes: HashSet<&str> = workflow.nodes.iter().map(|n| n.node_id.as_str()).collect();
    for (step, ids) in [("entry_nodes", &workflow.entry_nodes), ("end_nodes", &workflow.end_nodes)] {
        c.each(step, ids, |c, _, id| exists(c, &nodes, id));
    }
    if workflow.entry_nodes.is_empty() && !workflow.nodes.is_empty() {
        c.say_at("entry_nodes", "is empty: name the node where the workflow begins");
    }
    c.each("nodes", &workflow.nodes, |c, _, node| recovery(c, &nodes, node));
    c.each("edges", &workflow.edges, |c, _, e| edge(c, &nodes, e));
    c.at("variables", |c| {
        for (name, variable) in &workflow.variables {
            if let Some(id) = &variable.source.node {
                c.at(name, |c| c.at("source", |c| c.at("node", |c| exists(c, &nodes, id))));
            }
        }
    });
}

fn recovery(c: &mut Checker, nodes: &HashSet<&str>, node: &Node) {
    c.each("recovery_actions", &node.recovery_actions, |c, _, action| {
        if let Some(id) = &action.return_to_node {
            c.at("return_to_node", |c| exists(c, nodes, id));
        }
    });
}

fn edge(c: &mut Checker, nodes: &HashSet<&str>, edge: &Edge) {
    if edge.from_node != ANY_NODE {
        c.at("from_node", |c| exists(c, nodes, &edge.from_node));
    }
    c.at("to_node", |c| exists(c, nodes, &edge.to_node));
    if let Some(Condition { on_true, on_false, target_node, .. }) = &edge.condition {
        c.at("condition", |c| {
            for (step, id) in [("on_true", on_true), ("on_false", on_false), ("target_node", target_node)] {
                if let Some(id) = id {
                    c.at(step, |c| exists(c, nodes, id));
                }
            }
        });
    }
    if let Some(id) = &edge.post_conditions.expected_node {
        c.at("post_conditions", |c| {
            c.at("expected_node", |c| exists(c, nodes, id));
        });
    }
}

fn exists(c: &mut Checker, nodes: &HashSet<&str>, id: &str) {
    if !nodes.contains(id) {
        c.say(format!("no node is called {id:?}: add it, or point to one that exists"));
    }
}
