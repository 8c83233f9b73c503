//! The result file: every row of a file with the verdict on it and the run that it was for. A row is known by what it says, so that
//! none is done twice when the file was put in another order, or corrected.

use super::file::{File, Row, read};
use crate::error::{Outcome, failed, failed_with_help};
use crate::files::replace_private;
use crate::format;
use lea_model::run::{Run, RunOutcome};
use lea_store::Store;
use std::path::Path;

/// The columns that Lea adds.
const COLUMNS: [&str; 3] = ["lea_verdict", "lea_run", "lea_why"];

/// The verdict on a row that a person left out.
const SKIPPED: &str = "skipped";

/// What became of a row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Result {
    /// How its run ended; empty where it did not.
    pub verdict: String,
    /// Its run; empty where there was none.
    pub run_id: String,
    /// Why it stopped short.
    pub why: String,
}

impl Result {
    /// Of a run.
    pub fn of(run: &Run) -> Self {
        Self {
            verdict: run.outcome.map(|o| format::snake(&o)).unwrap_or_default(),
            run_id: run.run_id.clone(),
            why: run.halt.as_ref().map(|h| h.why.clone()).unwrap_or_default(),
        }
    }

    /// Its run ended like this.
    pub fn is(&self, outcome: RunOutcome) -> bool {
        format::snake(&outcome) == self.verdict
    }

    /// A person left the row out.
    pub fn skipped(run_id: &str, by: &str) -> Self {
        Self { verdict: SKIPPED.into(), run_id: run_id.into(), why: format!("{by} leaves this row out") }
    }

    /// A person left the row out.
    pub fn is_skipped(&self) -> bool {
        self.verdict == SKIPPED
    }

    /// The row needs nothing more.
    pub fn is_done(&self) -> bool {
        self.is(RunOutcome::Verified) || self.is(RunOutcome::CompletedUnverified) || self.is_skipped()
    }
}

/// What became of each row of a file so far: as the result file says, and the journals of its runs, where a crash came between.
pub fn earlier(store: &Store, file: &File) -> Outcome<Vec<Result>> {
    let out = Path::new(&file.of.results);
    if !out.exists() {
        let why = format!("{}, which says which rows are done, is not there", file.of.results);
        let help = "bring it back, or leave --resume out: then every row is done, from the first";
        return Err(failed_with_help(why, help));
    }
    let mut results = carried(&file.rows, read(out)?);
    for result in results.iter_mut().filter(|r| !r.is_done() && !r.run_id.is_empty()) {
        if let Ok(log) = store.run(&result.run_id) {
            *result = Result::of(&log.run);
        }
    }
    Ok(results)
}

/// For each row the result that was kept for one that says the same, each result once: first at its own place, then at any.
fn carried(rows: &[Row], kept: Vec<Row>) -> Vec<Result> {
    let mut kept: Vec<Option<(Row, Result)>> = kept.into_iter().map(|row| Some(parted(row))).collect();
    let mut results: Vec<Option<Result>> = vec![None; rows.len()];
    for (n, row) in rows.iter().enumerate() {
        results[n] = kept.get_mut(n).and_then(|k| k.take_if(|(r, _)| r == row)).map(|(_, result)| result);
    }
    for (n, row) in rows.iter().enumerate().filter(|(n, _)| results[*n].is_none()).collect::<Vec<_>>() {
        let same = kept.iter_mut().find(|k| k.as_ref().is_some_and(|(r, _)| r == row));
        results[n] = same.and_then(Option::take).map(|(_, result)| result);
    }
    results.into_iter().map(Option::unwrap_or_default).collect()
}

/// A line of a result file: the row, and what became of it.
fn parted(mut line: Row) -> (Row, Result) {
    let [verdict, run_id, why] = COLUMNS.map(|name| line.remove(name).unwrap_or_default());
    (line, Result { verdict, run_id, why })
}

/// The rows as the result file has them.
pub fn rows_of(out: &Path) -> Outcome<Vec<Row>> {
    Ok(read(out)?.into_iter().map(|line| parted(line).0).collect())
}

/// Writes the rows with their verdicts, whole or not at all.
pub fn write(file: &File, results: &[Result]) -> Outcome {
    let names: Vec<&String> = file.rows.first().map(|r| r.keys().collect()).unwrap_or_default();
    let mut writer = csv::Writer::from_writer(Vec::new());
    let head = names.iter().map(|n| n.as_str()).chain(COLUMNS);
    writer.write_record(head).map_err(failed)?;
    for (row, result) in file.rows.iter().zip(results) {
        let cells = names.iter().map(|n| row.get(*n).map_or("", String::as_str));
        let record = cells.chain([result.verdict.as_str(), &result.run_id, &result.why]);
        writer.write_record(record).map_err(failed)?;
    }
    let bytes = writer.into_inner().map_err(failed)?;
    replace_private(Path::new(&file.of.results), &bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(number: &str) -> Row {
        Row::from([("number".to_owned(), number.to_owned())])
    }

    fn kept(number: &str, verdict: &str) -> Row {
        let mut row = row(number);
        row.extend([
            ("lea_verdict".to_owned(), verdict.to_owned()),
            ("lea_run".into(), format!("run_{number}")),
        ]);
        row
    }

    fn verdicts(rows: &[&str], lines: Vec<Row>) -> Vec<String> {
        let rows: Vec<Row> = rows.iter().map(|r| row(r)).collect();
        carried(&rows, lines).into_iter().map(|r| r.verdict).collect()
    }

    #[test]
    fn a_row_keeps_its_verdict_wherever_it_stands_and_one_that_says_something_else_has_none() {
        let lines = || vec![kept("a", "verified"), kept("b", "halted"), kept("c", "")];
        assert_eq!(verdicts(&["a", "b", "c"], lines()), ["verified", "halted", ""]);
        assert_eq!(
            verdicts(&["x", "a", "b"], lines()),
            ["", "verified", "halted"],
            "a row was put in before"
        );
        assert_eq!(verdicts(&["a", "B", "c"], lines()), ["verified", "", ""], "the second was corrected");
    }

    #[test]
    fn of_two_rows_that_say_the_same_one_verdict_counts_for_one() {
        assert_eq!(verdicts(&["a", "a"], vec![kept("a", "verified")]), ["verified", ""]);
        assert_eq!(verdicts(&["a", "a"], vec![kept("b", ""), kept("a", "verified")]), ["", "verified"]);
    }
}
