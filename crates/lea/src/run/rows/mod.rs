//! A run for each row of a CSV file, with a result for each, and going on at the first that is not done (SPEC PEOPLE.6).

mod file;
mod results;

pub use file::{File, Row, wanted};

use super::{Desk, code_of, order};
use crate::cli::RunArgs;
use crate::error::{Failure, Outcome, failed, halted};
use lea_act::{End, FileRows, file_rows, irreversible_deed};
use lea_model::run::{Intent, Run, RunMode, RunOutcome};
use lea_store::runs::{RunLog, RunWriter};
use results::Result;
use serde_json::json;
use std::path::Path;

/// Runs the workflow for each row; stops at the first that does not reach its end.
pub fn run(desk: &mut Desk<'_>, args: &RunArgs, file: &File, mode: RunMode) -> Outcome {
    let mut results = match args.resume {
        Some(_) => results::earlier(desk.store, file)?,
        None => vec![Result::default(); file.rows.len()],
    };
    let mut stopped: Option<Run> = None;
    for n in 0..file.rows.len() {
        if results[n].is_done() {
            continue;
        }
        let run = one(desk, args, file, mode, &mut results, n)?;
        results[n] = Result::of(&run);
        if let Err(failure) = results::write(file, &results) {
            // The row is done; its run says what the file cannot. The next row needs the file before it begins.
            eprintln!(
                "warning: row {} is over, and its result could not be written: {}",
                n + 1,
                failure.report
            );
        }
        if !desk.context.json {
            println!("row {}: {} {}", n + 1, results[n].verdict, results[n].why);
        }
        if code_of(&run).is_some() {
            stopped = Some(run);
            break;
        }
    }
    let done = results.iter().filter(|r| r.is_done()).count();
    let (all, out) = (file.rows.len(), &file.of.results);
    if desk.context.json {
        println!("{}", json!({ "rows": all, "done": done, "results": out, "stopped": stopped }));
    } else {
        println!("{done} of {all} rows are done; each with its verdict in {out}");
    }
    match stopped {
        None => Ok(()),
        Some(run) => {
            let code = code_of(&run).unwrap_or(crate::error::FAILED);
            let why = super::why(&run);
            let help = format!("when that is mended: lea run --resume {} goes on there", run.run_id);
            Err(Failure { code, report: miette::miette!(help = help, "{why}") })
        }
    }
}

/// One row: its run goes on where it was cut short or halted, or begins. The result file names a new run before it does anything.
fn one(
    desk: &mut Desk<'_>,
    args: &RunArgs,
    file: &File,
    mode: RunMode,
    results: &mut [Result],
    n: usize,
) -> Outcome<Run> {
    let before = desk.store.run(&results[n].run_id).ok().filter(|_| !results[n].run_id.is_empty());
    if let Some(log) = &before {
        let may_go_on = matches!(log.run.outcome, None | Some(RunOutcome::Halted | RunOutcome::Cancelled));
        if may_go_on && log.run.workflow_version == desk.plan.workflow.version {
            let (writer, log) = RunWriter::resume(desk.store, &log.run.run_id).map_err(failed)?;
            return desk.resume(args, writer, log, Some((file, false))).map(|end| end.run);
        }
        // A journal that was cut does not know all that was done: the audit trail may.
        let forgotten = desk.store.forgotten_intents(log).map_err(failed)?;
        may_begin_again(log, &forgotten, n, file)?;
    }
    let known = |name: &&String| desk.plan.workflow.variables.contains_key(*name);
    let cells = file.rows[n].iter().filter(|(name, _)| known(name));
    let mut given: Row = cells.map(|(k, v)| (k.clone(), v.clone())).collect();
    given.extend(file.of.set.clone());
    let wanted =
        order::Wanted { mode, given, rows: Vec::new(), row: Some(n + 1), file: Some(file.of.clone()) };
    let order = order::order(desk.context, desk.store, &desk.plan, wanted)?;
    results[n] = Result { run_id: order.run.run_id.clone(), ..Result::default() };
    results::write(file, results)?;
    desk.begin(&order).map(|end| end.run)
}

/// A row whose run did something that cannot be taken back, and cannot go on, is not simply begun again.
fn may_begin_again(log: &RunLog, forgotten: &[Intent], n: usize, file: &File) -> Outcome {
    let forgotten = || forgotten.iter().find(|intent| intent.irreversible);
    let Some(deed) = irreversible_deed(&log.entries).or_else(forgotten) else { return Ok(()) };
    Err(halted(format!(
        "row {}: {} was about to {}, which cannot be taken back, and cannot go on. Look whether the row is done; then, in {}, \
         write verified as its lea_verdict, or empty its lea_run for it to be begun anew",
        n + 1,
        log.run.run_id,
        deed.told,
        file.of.results
    )))
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
    let FileRows { done, open } = file_rows(&log.entries, &desk.plan.workflow);
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
    let FileRows { done, open } = file_rows(&log.entries, &desk.plan.workflow);
    let whole = Result { why: String::new(), ..Result::of(&end.run) };
    let verified = RunOutcome::Verified;
    let verdict = |n: usize| match done.contains(&n) {
        _ if whole.is_done() && (done.contains(&n) || open == Some(n)) => whole.clone(),
        true => Result { verdict: crate::format::snake(&verified), ..whole.clone() },
        false if open == Some(n) => Result::of(&end.run),
        false => Result::default(),
    };
    let results: Vec<Result> = (1..=file.rows.len()).map(verdict).collect();
    results::write(file, &results)
}
