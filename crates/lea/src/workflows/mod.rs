//! `lea workflows`: what was learnt, shown, checked, carried to other machines, and allowed to do.

mod diff;
mod export;
mod graph;
mod import;
mod ledger;
mod lint;
mod pii;
mod review;
mod show;
mod words;

pub use review::{AUDIT, add_proposals, decide, proposals, write_down};

use crate::audit::{self, Deletion};
use crate::cli::WorkflowsVerb;
use crate::config::Context;
use crate::error::{Outcome, failed, usage};
use crate::{format, sessions};
use lea_model::ids::{self, IdKind};
use lea_model::run::AuditRecord;
use lea_store::audit::change;
use lea_store::{Bundle, Store, WorkflowSummary};
use serde_json::json;

/// Runs the command.
pub fn run(context: &Context, verb: WorkflowsVerb) -> Outcome {
    sessions::end_with_the_pipe()?;
    let store = context.store()?;
    let bundle = |name: &str| -> Outcome<Bundle> { store.workflow(&named(&store, name)?).map_err(failed) };
    match verb {
        WorkflowsVerb::List => list(context, &store),
        WorkflowsVerb::Show { workflow, ledger: true } => ledger::show(context, &bundle(&workflow)?),
        WorkflowsVerb::Show { workflow, .. } => show::show(context, &store, &bundle(&workflow)?),
        WorkflowsVerb::Graph { workflow, format, out } => {
            graph::graph(context, &bundle(&workflow)?, format, out.as_deref())
        }
        WorkflowsVerb::Lint { workflow, strict } => lint::lint(context, &bundle(&workflow)?.workflow, strict),
        WorkflowsVerb::Diff { workflow, from, to } => {
            diff::diff(context, &store, &named(&store, &workflow)?, from, to)
        }
        WorkflowsVerb::Export { workflow, out, with_examples } => {
            export::export(context, bundle(&workflow)?, &out, with_examples)
        }
        WorkflowsVerb::Import { from, name, replace, keep_maturity } => {
            let record = AuditRecord {
                detail: format!("replace {replace}, keep maturity {keep_maturity}"),
                ..change::of("import_workflow", from.display().to_string())
            };
            let how = import::How { replace, keep_maturity };
            audit::changing(&store, record, || import::import(context, &store, &from, name.as_deref(), how))
        }
        WorkflowsVerb::Delete { workflows } => delete(context, &store, &workflows),
        WorkflowsVerb::Enable { workflow } => enable(context, &store, &workflow, true),
        WorkflowsVerb::Disable { workflow } => enable(context, &store, &workflow, false),
        WorkflowsVerb::Approve { workflow, by, note } => {
            let (id, by) = (named(&store, &workflow)?, person(by));
            let record = of_workflow("approve_workflow", &id, &by);
            audit::changing(&store, record, || review::approve(context, &store, &id, by, note))
        }
        WorkflowsVerb::Review { workflow, apply, reject, back_to, by } => {
            let (id, by) = (named(&store, &workflow)?, person(by));
            let review = || review::review(context, &store, &id, &apply, &reject, back_to, &by);
            if apply.is_empty() && reject.is_empty() && back_to.is_none() {
                return review();
            }
            let mut record = of_workflow("review_workflow", &id, &by);
            record.target = reviewed(&apply, &reject, back_to);
            audit::changing(&store, record, review)
        }
    }
}

/// Who acts, for the audit trail.
fn person(by: Option<String>) -> String {
    by.unwrap_or_else(lea_store::system_user)
}

/// What a review decides, in words.
fn reviewed(apply: &[u32], reject: &[u32], back_to: Option<u32>) -> String {
    match back_to {
        Some(version) => format!("back to version {version}"),
        None => format!("apply {apply:?}, reject {reject:?}"),
    }
}

/// Now, as stored times are written.
fn now() -> String {
    jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

/// The workflow meant by a name on the command line: an id, one without `WF_`, or `last` for the one changed last.
pub fn named(store: &Store, name: &str) -> Outcome<String> {
    if name == "last" {
        let all = store.workflows().map_err(failed)?;
        let newest =
            all.into_iter().filter(|w| w.damage.is_none()).max_by(|a, b| a.updated_at.cmp(&b.updated_at));
        return newest.map(|w| w.id).ok_or_else(|| failed("there is no workflow yet: lea learn makes one"));
    }
    let id = if name.starts_with("WF_") { name.to_owned() } else { format!("WF_{name}") };
    ids::check(IdKind::Workflow, &id).map_err(usage)?;
    Ok(id)
}

fn list(context: &Context, store: &Store) -> Outcome {
    let all = store.workflows().map_err(failed)?;
    if context.json {
        let all: Vec<_> = all.iter().map(summary_json).collect();
        println!("{}", json!({ "workflows": all }));
        return Ok(());
    }
    if all.is_empty() {
        println!("No workflows yet: lea learn makes one from recordings");
        return Ok(());
    }
    let head = ["WORKFLOW", "VERSION", "STATE", "SCREENS", "STEPS", "ENABLED", "CHANGED", "NAME"];
    let rows = all.iter().map(|w| {
        let changed = format::day_and_time(&w.updated_at);
        let (state, note) = match &w.damage {
            Some(damage) => ("damaged".to_owned(), damage.lines().collect::<Vec<_>>().join(" ")),
            None => (format::snake(&w.learning_state), w.name.clone()),
        };
        vec![
            w.id.clone(),
            w.version.to_string(),
            state,
            w.nodes.to_string(),
            w.edges.to_string(),
            if w.enabled { "yes" } else { "no" }.to_owned(),
            changed.chars().take(16).collect(),
            if w.damage.is_some() { note } else { format::shortened(&note, 60) },
        ]
    });
    let rows: Vec<_> = std::iter::once(head.map(String::from).to_vec()).chain(rows).collect();
    print!("{}", format::table(&rows));
    Ok(())
}

fn summary_json(w: &WorkflowSummary) -> serde_json::Value {
    json!({
        "workflow_id": w.id, "name": w.name, "version": w.version, "learning_state": w.learning_state,
        "nodes": w.nodes, "edges": w.edges, "updated_at": w.updated_at, "enabled": w.enabled, "damage": w.damage,
    })
}

/// How a workflow is deleted.
const WORKFLOWS: Deletion<()> = Deletion {
    named,
    change: |id| of_workflow(change::DELETE_WORKFLOW, id, ""),
    delete: |store, id| store.delete_workflow(id).map_err(failed),
};

fn delete(context: &Context, store: &Store, names: &[String]) -> Outcome {
    let (gone, failure) = audit::delete(store, names, &WORKFLOWS);
    audit::say_deleted(context, &gone, ", with all versions");
    failure.map_or(Ok(()), Err)
}

/// A change of a workflow, for the audit trail; `by` is who says to have made it, where that is not the system's user.
fn of_workflow(action: &str, id: &str, by: &str) -> AuditRecord {
    let record = change::of(action, id);
    let detail =
        if by.is_empty() || by == record.who { String::new() } else { format!("in the name of {by}") };
    AuditRecord { workflow_id: id.into(), detail, ..record }
}

fn enable(context: &Context, store: &Store, name: &str, enabled: bool) -> Outcome {
    let id = named(store, name)?;
    let action = if enabled { "enable_workflow" } else { "disable_workflow" };
    audit::changing(store, of_workflow(action, &id, ""), || {
        store.set_workflow_enabled(&id, enabled).map_err(failed)
    })?;
    if context.json {
        println!("{}", json!({ "workflow_id": id, "enabled": enabled }));
    } else {
        println!("{id} is {}", if enabled { "enabled" } else { "disabled: it is not used on this machine" });
    }
    Ok(())
}
