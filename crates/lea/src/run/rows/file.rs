//! A CSV file of rows: read, and known again by its content.

use crate::cli::RunArgs;
use crate::error::{Outcome, failed_with_help, usage};
use lea_model::run::{RowsFile, Run};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A file of more rows is refused: it is not what someone meant.
const MOST_ROWS: usize = 100_000;

/// A row, by the names of the first one.
pub type Row = BTreeMap<String, String>;

/// A file of rows.
#[derive(Clone, Debug)]
pub struct File {
    /// Its rows.
    pub rows: Vec<Row>,
    /// Where it is, what it says, and where its results go; a run keeps that.
    pub of: RowsFile,
}

/// The file a command is about: the one it names, or else the one that the run to go on with was for, which must say what it said then.
pub fn wanted(args: &RunArgs, earlier: Option<&Run>, set: &Row) -> Outcome<Option<File>> {
    let before = earlier.and_then(|run| run.file.as_ref());
    let Some(path) = &args.rows else {
        return before.map(|of| reopened(of, set)).transpose();
    };
    let path = std::path::absolute(path).map_err(|e| usage(format!("{}: {e}", path.display())))?;
    let results = args.results.as_ref().map(std::path::absolute).transpose().map_err(usage)?;
    let of_same = before.filter(|of| Path::new(&of.path) == path).map(|of| PathBuf::from(&of.results));
    let results = results.or(of_same).unwrap_or_else(|| results_of(&path));
    let given = before.map(|of| of.set.clone()).unwrap_or_default();
    let of = RowsFile {
        path: path.display().to_string(),
        hash: hash(&path).map_err(|e| usage(format!("{}: {e}", path.display())))?,
        results: results.display().to_string(),
        set: given.into_iter().chain(set.clone()).collect(),
    };
    Ok(Some(File { rows: read(&path)?, of }))
}

/// The file of an earlier run, as it was then.
fn reopened(of: &RowsFile, set: &Row) -> Outcome<File> {
    let path = Path::new(&of.path);
    let help = "bring it back as it was, or give --rows FILE with --resume: then that file counts";
    let now = hash(path).map_err(|e| {
        failed_with_help(format!("{}, whose rows the run was for, cannot be read: {e}", of.path), help)
    })?;
    if now != of.hash {
        let why = format!("{}, whose rows the run was for, was changed since the run began", of.path);
        return Err(failed_with_help(why, help));
    }
    let set = of.set.clone().into_iter().chain(set.clone()).collect();
    Ok(File { rows: read(path)?, of: RowsFile { set, ..of.clone() } })
}

fn hash(path: &Path) -> std::io::Result<String> {
    std::fs::read(path).map(|bytes| blake3::hash(&bytes).to_hex().to_string())
}

fn results_of(file: &Path) -> PathBuf {
    let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    file.with_file_name(format!("{name}.results.csv"))
}

/// The rows of a CSV file, each by the names of its first row.
pub fn read(file: &Path) -> Outcome<Vec<Row>> {
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
