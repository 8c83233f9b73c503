//! `lea runs`: list, show, answer, delete.

pub mod answer;

use crate::audit::{self, Deletion};
use crate::cli::{RunsArgs, RunsVerb};
use crate::config::Context;
use crate::error::{Outcome, failed, usage};
use crate::{format, sessions, trace};
use lea_model::ids::{self, IdKind};
use lea_model::run::{AuditRecord, RunOutcome};
use lea_store::audit::change;
use lea_store::{RunState, RunSummary, Store};
use serde_json::json;

/// Runs the command.
pub fn run(context: &Context, args: RunsArgs) -> Outcome {
    sessions::end_with_the_pipe()?;
    let store = context.store()?;
    match args.verb.unwrap_or(RunsVerb::List) {
        RunsVerb::List => list(context, &store),
        RunsVerb::Show { run } => show(context, &store, &named(&store, &run)?),
        RunsVerb::Answer { run, choice, text } => {
            let said = answer::Said { choice: choice.as_deref(), text: text.as_deref() };
            answer::run(context, &store, &named(&store, &run)?, &said)
        }
        RunsVerb::Delete { runs } => delete(context, &store, &runs),
    }
}

/// The run meant by a name on the command line: an id, or `last`.
pub fn named(store: &Store, name: &str) -> Outcome<String> {
    if name != "last" {
        ids::check(IdKind::Run, name).map_err(usage)?;
        return Ok(name.to_owned());
    }
    let newest = store.runs().map_err(failed)?.into_iter().next();
    newest.map(|s| s.run.run_id).ok_or_else(|| failed("there is no run yet: lea run WORKFLOW"))
}

/// How a run stands, in a word.
pub fn standing(summary: &RunSummary) -> String {
    match (&summary.damage, summary.run.outcome, summary.state) {
        (Some(_), ..) => "damaged".into(),
        (None, Some(outcome), _) => format::snake(&outcome),
        (None, None, RunState::Running) => "running".into(),
        (None, None, _) => "interrupted".into(),
    }
}

fn list(context: &Context, store: &Store) -> Outcome {
    let runs = store.runs().map_err(failed)?;
    if context.json {
        let runs: Vec<_> = runs.iter().map(summary_json).collect();
        println!("{}", json!({ "runs": runs }));
        return Ok(());
    }
    if runs.is_empty() {
        println!("No runs yet: lea run WORKFLOW");
        return Ok(());
    }
    let head = ["RUN", "WORKFLOW", "MODE", "OUTCOME", "STEPS", "BY RULE", "SECONDS", "WHY"];
    let head = head.map(String::from).to_vec();
    let rows = runs.iter().map(|s| {
        let halt = s.run.halt.as_ref().map(|h| h.why.clone());
        let why = s.damage.clone().or(halt).unwrap_or_default();
        vec![
            s.run.run_id.clone(),
            s.run.workflow_id.clone(),
            if s.damage.is_some() { String::new() } else { format::snake(&s.run.mode) },
            standing(s),
            s.run.steps.to_string(),
            if s.run.rehearsal { s.run.rule_answers.to_string() } else { String::new() },
            format!("{:.1}", s.run.seconds),
            format::shortened(&trace::plain(&why), 100),
        ]
    });
    let rows: Vec<_> = std::iter::once(head).chain(rows).collect();
    print!("{}", format::table(&rows));
    Ok(())
}

fn summary_json(s: &RunSummary) -> serde_json::Value {
    json!({ "run": s.run, "state": standing(s), "bytes": s.bytes, "damage": s.damage })
}

fn show(context: &Context, store: &Store, id: &str) -> Outcome {
    let log = store.run(id).map_err(failed)?;
    let story = trace::Story::of(&log);
    if context.json {
        println!("{}", json!({ "run": log.run, "steps": story.steps().collect::<Vec<_>>() }));
        return Ok(());
    }
    print!("{}", trace::text::brief(&story));
    let question = log.run.halt.as_ref().and_then(|h| h.question.as_deref());
    if let Some(question) = question.filter(|_| log.run.outcome == Some(RunOutcome::Halted)) {
        print!("{}", answer::how_to_go_on(&log, question));
    }
    println!("Step by step: lea trace {id}; with the screens: lea trace {id} --html trace.html");
    Ok(())
}

/// How a run is deleted.
const RUNS: Deletion<()> = Deletion {
    named,
    change: |id| AuditRecord { run_id: id.into(), ..change::of(change::DELETE_RUN, id) },
    delete: |store, id| store.delete_run(id).map_err(failed),
};

fn delete(context: &Context, store: &Store, names: &[String]) -> Outcome {
    let (gone, failure) = audit::delete(store, names, &RUNS);
    audit::say_deleted(context, &gone, "");
    failure.map_or(Ok(()), Err)
}
