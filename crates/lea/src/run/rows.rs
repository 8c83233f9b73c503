//! A run for each row of a CSV file, with a result for each, and going on at the first that is not done (SPEC PEOPLE.6).

use super::{Desk, code_of, order};
use crate::cli::RunArgs;
use crate::error::{Failure, Outcome, failed, usage};
use crate::files::write_private;
use crate::format;
use lea_model::run::{Run, RunOutcome};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A file of more rows is refused: it is not what someone meant.
const MOST_ROWS: usize = 100_000;

/// The rows of a CSV file, each by the names of its first row.
pub fn read(file: &Path) -> Outcome<Vec<BTreeMap<String, String>>> {
    let wrong = |why: String| usage(format!("{}: {why}", file.display()));
    let mut reader = csv::ReaderBuilder::new()
        .trim(csv::Trim::Headers)
        .delimiter(delimiter(file)?)
        .from_path(file)
        .map_err(|e| wrong(e.to_string()))?;
    let names: Vec<String> = reader
        .headers()
        .map_err(|e| wrong(e.to_string()))?
        .iter()
        .map(|h| h.trim_start_matches('\u{feff}').to_owned())
        .collect();
    if let Some(twice) = names.iter().enumerate().find(|(n, name)| names[..*n].contains(name)) {
        return Err(wrong(format!("two columns are called {:?}", twice.1)));
    }
    let mut rows = Vec::new();
    for (n, record) in reader.records().enumerate() {
        let record = record.map_err(|e| wrong(format!("row {}: {e}", n + 1)))?;
        rows.push(names.iter().cloned().zip(record.iter().map(str::to_owned)).collect());
        if rows.len() > MOST_ROWS {
            return Err(wrong(format!("it has more than {MOST_ROWS} rows")));
        }
    }
    Ok(rows)
}

/// French spreadsheets part cells with semicolons.
fn delimiter(file: &Path) -> Outcome<u8> {
    let text = std::fs::read(file).map_err(|e| usage(format!("{}: {e}", file.display())))?;
    let first = text.split(|b| *b == b'\n').next().unwrap_or_default();
    let count = |sign: u8| first.iter().filter(|b| **b == sign).count();
    Ok(if count(b';') > count(b',') { b';' } else { b',' })
}

/// What became of a row.
#[derive(Clone, Debug, Default)]
struct Result {
    verdict: String,
    run_id: String,
    why: String,
}

/// Runs the workflow for each row; stops at the first that does not reach its end.
pub fn run(desk: &mut Desk<'_>, args: &RunArgs, file: &Path) -> Outcome {
    let rows = read(file)?;
    let out = args.results.clone().unwrap_or_else(|| results_of(file));
    let mut results = if args.resume.is_some() { earlier(&out)? } else { Vec::new() };
    results.resize(rows.len(), Result::default());
    let given = order::given(&args.set)?;
    let mut stopped: Option<Run> = None;
    for (n, row) in rows.iter().enumerate() {
        if is_done(&results[n].verdict) {
            continue;
        }
        let known = |name: &&String| desk.plan.workflow.variables.contains_key(*name);
        let mut values: BTreeMap<String, String> =
            row.iter().filter(|(name, _)| known(name)).map(|(k, v)| (k.clone(), v.clone())).collect();
        values.extend(given.clone());
        let end = desk.once(args, values, Vec::new(), Some(n + 1))?;
        let run = end.run;
        results[n] = Result {
            verdict: run.outcome.map(|o| format::snake(&o)).unwrap_or_default(),
            run_id: run.run_id.clone(),
            why: run.halt.as_ref().map(|h| h.why.clone()).unwrap_or_default(),
        };
        write(&out, &rows, &results)?;
        if !desk.context.json {
            println!("row {}: {} {}", n + 1, results[n].verdict, results[n].why);
        }
        if code_of(&run).is_some() {
            stopped = Some(run);
            break;
        }
    }
    let done = results.iter().filter(|r| is_done(&r.verdict)).count();
    if desk.context.json {
        println!(
            "{}",
            json!({ "rows": rows.len(), "done": done, "results": out.display().to_string(), "stopped": stopped })
        );
    } else {
        println!("{done} of {} rows are done; each with its verdict in {}", rows.len(), out.display());
    }
    match stopped {
        None => Ok(()),
        Some(run) => {
            let code = code_of(&run).unwrap_or(crate::error::FAILED);
            let why = super::why(&run);
            Err(Failure {
                code,
                report: miette::miette!(
                    help = "when that is mended: the same command with --resume goes on there",
                    "{why}"
                ),
            })
        }
    }
}

fn is_done(verdict: &str) -> bool {
    [RunOutcome::Verified, RunOutcome::CompletedUnverified].iter().any(|o| format::snake(o) == verdict)
}

fn results_of(file: &Path) -> PathBuf {
    let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    file.with_file_name(format!("{name}.results.csv"))
}

/// The verdicts of an earlier try.
fn earlier(out: &Path) -> Outcome<Vec<Result>> {
    if !out.exists() {
        return Ok(Vec::new());
    }
    let of = |row: &BTreeMap<String, String>, name: &str| row.get(name).cloned().unwrap_or_default();
    let result = |row: &BTreeMap<String, String>| Result {
        verdict: of(row, "lea_verdict"),
        run_id: of(row, "lea_run"),
        why: of(row, "lea_why"),
    };
    Ok(read(out)?.iter().map(result).collect())
}

/// The rows with their verdicts, replaced whole.
fn write(out: &Path, rows: &[BTreeMap<String, String>], results: &[Result]) -> Outcome {
    let names: Vec<&String> = rows.first().map(|r| r.keys().collect()).unwrap_or_default();
    let mut writer = csv::Writer::from_writer(Vec::new());
    let head = names.iter().map(|n| n.as_str()).chain(["lea_verdict", "lea_run", "lea_why"]);
    writer.write_record(head).map_err(failed)?;
    for (row, result) in rows.iter().zip(results) {
        let cells = names.iter().map(|n| row.get(*n).map_or("", String::as_str));
        let record = cells.chain([result.verdict.as_str(), &result.run_id, &result.why]);
        writer.write_record(record).map_err(failed)?;
    }
    let bytes = writer.into_inner().map_err(failed)?;
    write_private(out, &bytes)
}
