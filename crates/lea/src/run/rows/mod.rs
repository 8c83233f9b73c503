//! A run for each row of a CSV file, with a result for each, and going on at the first that is not done (SPEC PEOPLE.6).

mod file;
mod policy;
mod results;

pub use file::{File, Row, wanted};

use super::terminal::{Said, ask};
use super::{Desk, order, warn};
use crate::cli::RunArgs;
use crate::config::OnFailure;
use crate::error::{Failure, Outcome, failed};
use lea_act::{End, FileRows, file_rows, irreversible_deed, what_now};
use lea_model::run::{Intent, NextStep, Run, RunMode, RunOutcome};
use lea_store::runs::{RunLog, RunWriter};
use policy::Next;
use results::Result;
use serde_json::json;
use std::path::Path;

/// Runs the workflow for each row that is not done. A row that does not reach its end is recorded; then the batch stops, asks, or goes on.
pub fn run(desk: &mut Desk<'_>, args: &RunArgs, file: &File, mode: RunMode) -> Outcome {
    let policy = args.on_failure.unwrap_or(desk.context.config.run.on_failure);
    let mut results = match args.resume {
        Some(_) => results::earlier(desk.store, file)?,
        None => vec![Result::default(); file.rows.len()],
    };
    let mut stopped: Option<Stopped> = None;
    for n in 0..file.rows.len() {
        if results[n].is_done() {
            continue;
        }
        let next = match one(desk, args, file, mode, &mut results, n)? {
            Came::Ran(run) => {
                results[n] = Result::of(&run);
                let next = policy::next(&run, &desk.plan.workflow.entry_nodes, policy);
                stopped = Some(Stopped { row: n + 1, why: super::why(&run), run: Some(*run) });
                next
            }
            Came::Skipped { run_id, by } => {
                results[n] = Result::skipped(&run_id, &by);
                Next::GoOn
            }
            Came::Aside(why) => {
                stopped = Some(Stopped { row: n + 1, why, run: None });
                policy::by(policy)
            }
        };
        if let Err(failure) = results::write(file, &results) {
            warn("the result file does not say what became of this row", &failure);
        }
        if !desk.context.json {
            println!("row {}: {} {}", n + 1, results[n].verdict, results[n].why);
        }
        match next {
            Next::GoOn => stopped = None,
            Next::Ask if goes_on(desk, n + 1) => stopped = None,
            Next::Ask | Next::Stop => break,
            Next::Lost => {
                let lost = "the application is not where the task begins: bring it back there";
                if let Some(stopped) = &mut stopped {
                    stopped.why = format!("{}\n{lost}", stopped.why);
                }
                break;
            }
        }
    }
    conclude_batch(desk, file, &results, stopped)
}

/// Where a batch stopped.
struct Stopped {
    row: usize,
    why: String,
    run: Option<Run>,
}

/// What came of a row.
enum Came {
    /// Its run ended.
    Ran(Box<Run>),
    /// A person answered its run that the row is to be left out.
    Skipped {
        /// The run.
        run_id: String,
        /// Who.
        by: String,
    },
    /// It was not begun, because of what an earlier run of it did.
    Aside(String),
}

/// Whoever is at the terminal lets the batch go on after a row that failed.
fn goes_on(desk: &Desk<'_>, row: usize) -> bool {
    let question = format!(
        "Row {row} is not done. Is the application where the task begins, and shall the next row begin?"
    );
    ask(desk.context.json, &question, &desk.robot.stop()) == Said::Yes
}

/// Tells what became of all rows, and leaves with the code for it.
fn conclude_batch(desk: &Desk<'_>, file: &File, results: &[Result], stopped: Option<Stopped>) -> Outcome {
    let (all, out) = (results.len(), &file.of.results);
    let done = results.iter().filter(|r| r.is_done()).count();
    let counted = |outcome| results.iter().filter(|r| r.is(outcome)).count();
    if desk.context.json {
        let mut said = json!({
            "rows": all,
            "done": done,
            "failed": counted(RunOutcome::Failed),
            "waiting": counted(RunOutcome::Halted),
            "unverified": counted(RunOutcome::CompletedUnverified),
            "results": out,
            "stopped": stopped.as_ref().and_then(|s| s.run.as_ref()),
        });
        if !desk.moved.is_empty() {
            said["state_changes"] = json!(desk.moved);
        }
        println!("{said}");
    } else {
        println!("{done} of {all} rows are done; each with its verdict in {out}");
    }
    let Some(code) = policy::code(results) else { return Ok(()) };
    let open: Vec<String> = (1..=all).filter(|n| !results[n - 1].is_done()).map(|n| n.to_string()).collect();
    let why = match &stopped {
        Some(Stopped { row, why, .. }) => format!("row {row}: {why}"),
        None if open.is_empty() => super::UNSEEN.to_owned(),
        None => format!("not done: row {}", open.join(", row ")),
    };
    let run = stopped.and_then(|s| s.run).map(|run| run.run_id);
    let run = run.or_else(|| results.iter().find(|r| !r.is_done()).map(|r| r.run_id.clone()));
    let report = match run {
        Some(run) if !open.is_empty() => {
            let help = format!(
                "when that is mended: lea run --resume {run} goes on with the rows that are not done"
            );
            miette::miette!(help = help, "{why}")
        }
        _ => miette::miette!("{why}"),
    };
    Err(Failure { code, report })
}

/// One row: its run goes on where it was cut short or halted, or begins. The result file names a new run before it does anything.
fn one(
    desk: &mut Desk<'_>,
    args: &RunArgs,
    file: &File,
    mode: RunMode,
    results: &mut [Result],
    n: usize,
) -> Outcome<Came> {
    let before = desk.store.run(&results[n].run_id).ok().filter(|_| !results[n].run_id.is_empty());
    if let Some(log) = &before {
        if let Some((NextStep::SkipRow, by)) = what_now(&log.entries) {
            return Ok(Came::Skipped { run_id: log.run.run_id.clone(), by });
        }
        let may_go_on = matches!(log.run.outcome, None | Some(RunOutcome::Halted | RunOutcome::Cancelled));
        if may_go_on && log.run.workflow_version == desk.plan.workflow.version {
            let (writer, log) = RunWriter::resume(desk.store, &log.run.run_id).map_err(failed)?;
            let end = desk.resume(args, writer, log, Some((file, false)))?;
            return Ok(Came::Ran(Box::new(end.run)));
        }
        // A journal that was cut does not know all that was done: the audit trail may.
        let forgotten = desk.store.forgotten_intents(log).map_err(failed)?;
        if let Some(why) = keeps_from_beginning_again(log, &forgotten, file) {
            return Ok(Came::Aside(why));
        }
    }
    let known = |name: &&String| desk.plan.workflow.variables.contains_key(*name);
    let cells = file.rows[n].iter().filter(|(name, _)| known(name));
    let mut given: Row = cells.map(|(k, v)| (k.clone(), v.clone())).collect();
    given.extend(file.of.set.clone());
    let wanted =
        order::Wanted { mode, given, rows: Vec::new(), row: Some(n + 1), file: Some(file.of.clone()) };
    let mut order = order::order(desk.context, desk.store, &desk.plan, wanted)?;
    let policy = args.on_failure.unwrap_or(desk.context.config.run.on_failure);
    order.another_follows = policy == OnFailure::Skip && n + 1 < file.rows.len();
    results[n] = Result { run_id: order.run.run_id.clone(), ..Result::default() };
    results::write(file, results)?;
    desk.begin(&order).map(|end| Came::Ran(Box::new(end.run)))
}

/// A row whose run did something that cannot be taken back, and cannot go on, is not simply begun again.
fn keeps_from_beginning_again(log: &RunLog, forgotten: &[Intent], file: &File) -> Option<String> {
    let forgotten = || forgotten.iter().find(|intent| intent.irreversible);
    let deed = irreversible_deed(&log.entries).or_else(forgotten)?;
    Some(format!(
        "{} was about to {}, which cannot be taken back, and cannot go on. Look whether the row is done; then, in {}, \
         write verified as its lea_verdict, or empty its lea_run for it to be begun anew",
        log.run.run_id, deed.told, file.of.results
    ))
}

/// Before a workflow that goes over the rows itself begins: the result file has every row, none with a verdict.
pub fn begin(file: &File) -> Outcome {
    results::write(file, &vec![Result::default(); file.rows.len()])
}

/// Before such a run goes on with another file: what it has begun must stand there as it did.
pub fn go_on(desk: &Desk<'_>, file: &File, log: &RunLog) -> Outcome {
    if log.run.file.as_ref().is_some_and(|of| of.hash == file.of.hash) {
        return Ok(());
    }
    let FileRows { done, open, .. } = file_rows(&log.entries, &desk.plan.workflow);
    let then = match &log.run.file {
        Some(of) => results::rows_of(Path::new(&of.results))?,
        None => Vec::new(),
    };
    let other = done.into_iter().chain(open).find(|n| {
        let at = n.saturating_sub(1);
        file.rows.get(at).is_none() || file.rows.get(at) != then.get(at)
    });
    match other {
        None => Ok(()),
        Some(n) => Err(failed(format!(
            "row {n} was begun and says something else in {} than it did: put the rows that were begun back as they were",
            file.of.path
        ))),
    }
}

/// After such a run: a verdict for each of its rows.
pub fn conclude(desk: &Desk<'_>, file: &File, end: &End) -> Outcome {
    let log = desk.store.run(&end.run.run_id).map_err(failed)?;
    let FileRows { done, open, unverified } = file_rows(&log.entries, &desk.plan.workflow);
    let whole = Result { why: String::new(), ..Result::of(&end.run) };
    let outcome = |n: usize| match unverified.contains(&n) {
        true => RunOutcome::CompletedUnverified,
        false => RunOutcome::Verified,
    };
    let verdict = |n: usize| match done.contains(&n) {
        _ if whole.is_done() && open == Some(n) => whole.clone(),
        true => Result { verdict: crate::format::snake(&outcome(n)), ..whole.clone() },
        false if open == Some(n) => Result::of(&end.run),
        false => Result::default(),
    };
    let results: Vec<Result> = (1..=file.rows.len()).map(verdict).collect();
    results::write(file, &results)
}
