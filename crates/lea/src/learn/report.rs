//! What `lea learn` says at its end.

use super::{Lessons, keep, selftest};
use crate::config::Context;
use crate::error::Outcome;
use crate::format;
use lea_learn::graph::Learnt;
use lea_model::workflow::VariableBinding;
use serde_json::json;

/// Which node every act was done on and led to, for those who want to know why.
fn acts_told(lessons: &Lessons, learnt: &Learnt) -> Vec<serde_json::Value> {
    let node = |screen: usize| {
        let kind = learnt.kinds.of[screen];
        let at = learnt.kind_of_node.iter().position(|k| *k == kind);
        at.map_or_else(|| format!("none_{kind}"), |n| learnt.workflow.nodes[n].node_id.clone())
    };
    let demos = lessons.lesson.demos.iter();
    let told = demos.flat_map(|demo| demo.acts.iter().map(move |act| (demo, act)));
    told.map(|(demo, act)| {
        json!({
            "session_id": demo.session_id, "event": act.event, "t": act.t, "app": act.app, "label": act.label(),
            "on": node(act.on), "after": node(act.after),
            "screens": [lessons.lesson.screens[act.on].name, lessons.lesson.screens[act.after].name],
        })
    })
    .collect()
}

/// Says what was learnt.
pub fn report(context: &Context, lessons: &Lessons, learnt: &Learnt, kept: &keep::Kept) -> Outcome {
    let workflow = &kept.workflow;
    let warnings: Vec<&String> = lessons.warnings.iter().chain(&learnt.warnings).collect();
    if context.json {
        let answer = json!({
            "workflow_id": workflow.workflow_id, "version": workflow.version, "name": workflow.name,
            "nodes": workflow.nodes.len(), "edges": workflow.edges.len(), "variables": workflow.variables,
            "demonstrations": workflow.stats.observed_runs, "questions": learnt.questions,
            "changes": kept.changes, "warnings": warnings, "acts": acts_told(lessons, learnt),
            "ledger": lessons.ledger(learnt).entries, "self_test": workflow.metadata.self_test,
        });
        println!("{answer}");
        return Ok(());
    }
    for warning in warnings {
        eprintln!("note: {warning}");
    }
    println!(
        "{}, version {}: {} screens, {} steps, {} variables, from {} demonstrations",
        workflow.workflow_id,
        workflow.version,
        workflow.nodes.len(),
        workflow.edges.len(),
        workflow.variables.len(),
        workflow.stats.observed_runs
    );
    println!("{}", lessons.ledger(learnt).sum());
    for edge in &workflow.edges {
        let intention = edge.intention.as_deref().unwrap_or("the screen comes up by itself");
        println!("  {} → {}: {intention}", edge.from_node, edge.to_node);
        if let Some(expression) = edge.condition.as_ref().and_then(|c| c.expression.as_deref()) {
            println!("      if {expression}");
        }
        if let Some(repeat) = &edge.repeat {
            let filter = repeat.filter.as_ref().map_or_else(String::new, |f| format!(" where {f}"));
            let names = repeat.variable_binding.as_ref().map_or_else(|| vec!["turn"], VariableBinding::names);
            println!("      for each {}{filter}", names.join(", "));
        }
    }
    for (name, variable) in &workflow.variables {
        println!(
            "  {name}: {}{}",
            format::snake(&variable.variable_type),
            if variable.secret { ", secret" } else { "" }
        );
    }
    for change in &kept.changes {
        println!("  changed: {change}");
    }
    if !learnt.questions.is_empty() {
        println!("{} questions are open: lea learn on a terminal asks them", learnt.questions.len());
    }
    if let Some(test) = &workflow.metadata.self_test {
        print!("{}", selftest::text(test));
    }
    println!("See it: lea workflows graph {}", workflow.workflow_id);
    Ok(())
}
