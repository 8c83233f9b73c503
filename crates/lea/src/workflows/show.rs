//! `lea workflows show`: what a workflow does, for people.

use super::words;
use crate::config::Context;
use crate::error::{Outcome, failed};
use crate::format;
use lea_learn::evidence::Proposals;
use lea_learn::maturity::{self, Progress};
use lea_model::workflow::OpenQuestion;
use lea_model::{Variable, Workflow};
use lea_store::{Bundle, Store};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// Prints it.
pub fn show(context: &Context, store: &Store, bundle: &Bundle) -> Outcome {
    let workflow = &bundle.workflow;
    let enabled = store.workflow_enabled(&workflow.workflow_id).map_err(failed)?;
    let versions = store.workflow_versions(&workflow.workflow_id).map_err(failed)?;
    let progress = maturity::progress(workflow);
    let proposals = super::review::proposals(bundle)?;
    if context.json {
        let shown = json!({
            "workflow": workflow, "enabled": enabled, "versions": versions, "maturity": progress,
            "questions": workflow.metadata.questions, "proposals": proposals.open().count(),
            "steps": workflow.edges.iter().map(|e| words::sentence(workflow, e)).collect::<Vec<_>>(),
            "files": bundle.files.keys().collect::<Vec<_>>(),
        });
        println!("{shown}");
        return Ok(());
    }
    print!("{}", text(workflow, enabled, &versions, &progress, &proposals));
    Ok(())
}

fn text(
    workflow: &Workflow,
    enabled: bool,
    versions: &[u32],
    progress: &Progress,
    proposals: &Proposals,
) -> String {
    let mut out = format!("{} ({})\n", workflow.name, workflow.workflow_id);
    if !workflow.description.is_empty() {
        let _ = writeln!(out, "{}", workflow.description);
    }
    let state = if enabled { "enabled" } else { "disabled on this machine" };
    let earlier = versions.len().saturating_sub(1);
    let _ = writeln!(
        out,
        "version {} ({earlier} earlier), changed {}, {state}",
        workflow.version,
        format::day_and_time(&workflow.updated_at)
    );
    if !workflow.applications.is_empty() {
        let _ = writeln!(out, "works in {}", workflow.applications.join(", "));
    }
    out.push_str(&maturity_text(workflow, progress));
    let _ = writeln!(out, "\nScreens");
    for node in &workflow.nodes {
        let mut marks = Vec::new();
        if workflow.entry_nodes.contains(&node.node_id) {
            marks.push("begins here".to_owned());
        }
        if workflow.end_nodes.contains(&node.node_id) {
            marks.push("ends here".to_owned());
        }
        if node.is_error_node {
            let kind =
                node.error_type.as_ref().map_or_else(String::new, |t| format!(", {}", format::snake(t)));
            marks.push(format!("an error{kind}"));
        }
        let marks = if marks.is_empty() { String::new() } else { format!(" [{}]", marks.join("; ")) };
        let _ = writeln!(out, "  {}: {}{marks}", node.node_id, words::node(workflow, &node.node_id));
        let _ = writeln!(out, "      known by {}", words::known_by(node).join("; "));
    }
    let _ = writeln!(out, "\nSteps");
    for edge in &workflow.edges {
        let _ = writeln!(out, "  {}: {}", edge.edge_id, words::sentence(workflow, edge));
        let after = words::afterwards(workflow, edge);
        let after = if after.is_empty() { "nothing is checked afterwards".into() } else { after.join("; ") };
        let _ = writeln!(out, "      {after} ({})", words::counts(edge));
        for said in words::record(edge).into_iter().chain(words::risk(edge)) {
            let _ = writeln!(out, "      {said}");
        }
    }
    if !workflow.variables.is_empty() {
        let _ = writeln!(out, "\nVariables");
        for (name, variable) in &workflow.variables {
            let _ = writeln!(out, "  {name}: {}", variable_text(variable));
        }
    }
    if let Some(test) = &workflow.metadata.self_test {
        let _ = write!(out, "\n{}", crate::learn::selftest::text(test));
    }
    let open = &workflow.metadata.questions;
    if !open.is_empty() {
        let _ = writeln!(out, "\nOpen questions (lea learn asks them)");
        for question in open {
            let _ = writeln!(out, "  {}", question_text(question));
        }
    }
    let waiting = proposals.open().count();
    if waiting > 0 {
        let _ = writeln!(out, "\n{waiting} proposals wait: lea workflows review {}", workflow.workflow_id);
    }
    let weak = lea_learn::lint(workflow).len();
    if weak > 0 {
        let _ = writeln!(out, "\n{weak} weak spots: lea workflows lint {}", workflow.workflow_id);
    }
    out
}

/// Where it stands, what the next state takes, and what was counted.
fn maturity_text(workflow: &Workflow, progress: &Progress) -> String {
    let mut out = format!("\nMaturity: {}", format::snake(&progress.state));
    match progress.next {
        None => out.push_str(", which is as far as it goes\n"),
        Some(next) => {
            let _ = writeln!(out, ", {:.0} % of the way to {}", progress.percent, format::snake(&next));
        }
    }
    for need in &progress.needs {
        let have = need.have.map_or_else(
            || "none yet".to_owned(),
            |h| format!("{h:.3}").trim_end_matches('0').trim_end_matches('.').to_owned(),
        );
        let mark = if need.met { "✓" } else { "·" };
        let _ = writeln!(out, "  {mark} {}: {have}, takes {}", need.what, need.want);
    }
    if progress.awaits_approval {
        let _ = writeln!(out, "  · a person has to approve: lea workflows approve {}", workflow.workflow_id);
    }
    if !progress.awaits_approval && progress.next.is_some() && progress.needs.iter().all(|n| n.met) {
        let _ = writeln!(out, "  · the next run that is counted takes it there");
    }
    let stats = &workflow.stats;
    let counts = [
        (stats.observed_runs, "watched"),
        (stats.assist_runs, "assisted"),
        (stats.auto_candidate_runs, "as a candidate"),
        (stats.auto_confirmed_runs, "confirmed"),
    ];
    let counts: Vec<String> =
        counts.iter().filter(|(n, _)| *n > 0).map(|(n, how)| format!("{n} {how}")).collect();
    if !counts.is_empty() {
        let length = stats
            .avg_duration_seconds
            .map_or_else(String::new, |s| format!(", about {} each", format::clock(s)));
        let _ = writeln!(out, "  runs: {}{length}", counts.join(", "));
    }
    out.push_str(&errors_text(workflow));
    out
}

/// The error screens that runs met: what kind, how often they got away, and where most came up.
fn errors_text(workflow: &Workflow) -> String {
    let stats = &workflow.stats;
    if stats.errors_by_type.is_empty() {
        return String::new();
    }
    let kinds: Vec<String> =
        stats.errors_by_type.iter().map(|(kind, n)| format!("{n} {}", format::snake(kind))).collect();
    let left = stats.recovery_success_rate;
    let left = left.map_or_else(String::new, |rate| format!(", left {:.0} % of them", rate * 100.0));
    let called = |id: &str| {
        let node = workflow.node(id).map(|n| n.label.clone()).filter(|l| !l.is_empty());
        node.unwrap_or_else(|| id.to_owned())
    };
    let most = stats.error_transitions.iter().max_by_key(|t| t.count);
    let most = most.map_or_else(String::new, |t| format!(", most on “{}”", called(&t.from_node)));
    format!("  errors: {}{left}{most}\n", kinds.join(", "))
}

fn variable_text(variable: &Variable) -> String {
    let mut text = format!(
        "{}, from {}",
        format::snake(&variable.variable_type),
        format::snake(&variable.source.method).replace('_', " ")
    );
    if let Some(pattern) = variable
        .validation
        .as_ref()
        .and_then(|v| v.regex.as_ref())
        .or(variable.source.extraction_pattern.as_ref())
    {
        let _ = write!(text, ", like {pattern}");
    }
    if !variable.required {
        text.push_str(", may be missing");
    }
    if variable.secret {
        text.push_str(", secret: never shown");
    } else if !variable.example_values.is_empty() {
        let shown = |v: &Value| v.as_str().map_or_else(|| v.to_string(), |s| format!("{s:?}"));
        let examples: Vec<String> = variable.example_values.iter().take(4).map(shown).collect();
        let _ = write!(text, ", such as {}", format::shortened(&examples.join(", "), 80));
    }
    text
}

fn question_text(question: &OpenQuestion) -> String {
    let choices: Vec<&str> = question.choices.iter().map(|c| c.text.as_str()).collect();
    if choices.is_empty() {
        return question.text.clone();
    }
    format!("{} ({})", question.text, choices.join(" / "))
}
