//! What is ordered: values, mode and the ids of a run, new or resumed.

use super::rows::File;
use crate::cli::RunArgs;
use crate::config::{Context, read_own};
use crate::error::{Outcome, failed, failed_with_help, usage};
use lea_act::reflex::Rules;
use lea_act::{Order, Plan};
use lea_model::run::{RowsFile, Run, RunMode};
use lea_model::workflow::LoopType;
use lea_model::{Workflow, ids};
use lea_robot::clock::now;
use lea_store::Store;
use lea_store::runs::RunLog;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Values of the command line.
pub fn given(set: &[String]) -> Outcome<BTreeMap<String, String>> {
    let pair = |text: &String| {
        let (name, value) =
            text.split_once('=').ok_or_else(|| usage(format!("--set {text}: write NAME=VALUE")))?;
        Ok((name.trim().to_owned(), value.to_owned()))
    };
    set.iter().map(pair).collect()
}

/// The workflow itself goes over the rows of a file.
pub fn has_file_loop(workflow: &Workflow) -> bool {
    let repeats = workflow.edges.iter().filter_map(|e| e.repeat.as_ref());
    repeats.into_iter().any(|r| r.loop_type == LoopType::CsvRows)
}

/// What a new run is to do.
pub struct Wanted {
    /// Who does the work.
    pub mode: RunMode,
    /// Values that were given.
    pub given: BTreeMap<String, String>,
    /// The rows of a file that the workflow itself goes over.
    pub rows: Vec<BTreeMap<String, String>>,
    /// The row of a file that it is for.
    pub row: Option<usize>,
    /// That file.
    pub file: Option<RowsFile>,
}

/// A new run.
pub fn order(context: &Context, store: &Store, plan: &Plan, wanted: Wanted) -> Outcome<Order> {
    let Wanted { mode, given, rows, row, file } = wanted;
    for name in given.keys() {
        let secret = plan.workflow.variables.get(name).is_some_and(|v| v.secret);
        if secret {
            return Err(usage(format!(
                "{name} is a secret: it comes from `lea secrets set`, never from a command line or a file"
            )));
        }
        if !plan.workflow.variables.contains_key(name) && file.is_none() {
            let known: Vec<&str> = plan.workflow.variables.keys().map(String::as_str).collect();
            return Err(usage(format!(
                "the workflow has no value called {name}: it has {}",
                known.join(", ")
            )));
        }
    }
    let started_at = now();
    let name = plan.workflow.workflow_id.trim_start_matches("WF_");
    let run = Run {
        run_id: fresh_id(store, name)?,
        workflow_id: plan.workflow.workflow_id.clone(),
        workflow_version: plan.workflow.version,
        mode,
        rehearsal: mode == RunMode::Rehearsal,
        robot: lea_store::machine(),
        user: lea_store::system_user(),
        started_at,
        row,
        file,
        ..Run::default()
    };
    finish(context, run, given, rows, None)
}

/// An id that no run has: two in one second differ by a number.
fn fresh_id(store: &Store, name: &str) -> Outcome<String> {
    let time = jiff::Zoned::now().strftime("%Y-%m-%dT%H-%M-%S").to_string();
    for n in 1..1000 {
        let name = if n == 1 { name.to_owned() } else { format!("{name}_{n}") };
        let id = ids::run_id(&time, &name).map_err(failed)?;
        if store.run(&id).is_err() {
            return Ok(id);
        }
    }
    Err(failed("a thousand runs began in this second"))
}

/// What is done about dialogs: what ships, and what the configuration adds.
pub fn rules(context: &Context) -> Outcome<Rc<Rules>> {
    let rules = match &context.config.run.dialogs {
        None => Rules::shipped().clone(),
        Some(path) => {
            let missing = || failed(format!("{}, which [run] dialogs names, is not there", path.display()));
            let text = read_own(path)?.ok_or_else(missing)?;
            Rules::shipped().with(&text).map_err(|e| usage(format!("{}: {e}", path.display())))?
        }
    };
    Ok(Rc::new(rules))
}

fn finish(
    context: &Context,
    run: Run,
    given: BTreeMap<String, String>,
    file: Vec<BTreeMap<String, String>>,
    resume: Option<Vec<lea_model::run::Entry>>,
) -> Outcome<Order> {
    let config = &context.config.run;
    let mut settings = config.numbers.clone();
    settings.private_patterns.extend(context.config.record.pii.iter().cloned());
    let (is_test, rules) = (config.is_test(), rules(context)?);
    Ok(Order { run, given, file, another_follows: false, is_test, resume, settings, rules })
}

/// The order of a run that goes on.
pub fn again(
    context: &Context,
    plan: &Plan,
    args: &RunArgs,
    log: RunLog,
    file: Option<&File>,
    rows: Vec<BTreeMap<String, String>>,
) -> Outcome<Order> {
    let mut run = log.run;
    if run.workflow_version != plan.workflow.version {
        let why = format!(
            "the run began with version {} of the workflow, which has version {} now",
            run.workflow_version, plan.workflow.version
        );
        return Err(failed_with_help(why, "run it anew: it starts from the screen that is showing"));
    }
    run.outcome = None;
    run.halt = None;
    run.file = file.map(|f| f.of.clone());
    let mut given: BTreeMap<String, String> =
        run.variables.iter().filter_map(|(k, v)| Some((k.clone(), v.as_str()?.to_owned()))).collect();
    given.extend(self::given(&args.set)?);
    finish(context, run, given, rows, Some(log.entries))
}
