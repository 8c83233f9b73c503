//! The lines of a journal: one entry each, with a checksum that hangs on the line before.
//!
//! ```text
//! {"sum":"9f86d081884c7d65","line":{"entry":"begin",…}}
//! ```
//!
//! Each line is written and made durable before the next, so a crash can only spoil the last one. A line that does not
//! fit its checksum is dropped where it is the last, and damage everywhere else: no line is ever misread, and none can
//! be missing in the middle.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use lea_model::run::Entry;

use crate::append::Append;
use crate::error::{Doing, Result, StoreError};
use crate::log::MOST_LINE_BYTES;

/// A journal beyond this is neither written nor read: some hundred thousand steps.
const MOST_BYTES: u64 = 1 << 30;
/// What stands around a checksum and an entry.
const HEAD: &[u8] = b"{\"sum\":\"";
const MIDDLE: &[u8] = b"\",\"line\":";
const TAIL: &[u8] = b"}";
/// Letters of a checksum: 64 bits.
const SUM_LETTERS: usize = 16;

/// The checksum of a line.
pub(super) type Sum = [u8; SUM_LETTERS];

/// What the first line hangs on: a journal that was put into another run's folder does not pass.
fn seed(run_id: &str) -> Sum {
    sum(&[b'0'; SUM_LETTERS], run_id.as_bytes())
}

/// A checksum as it is written.
pub(super) fn text(sum: &Sum) -> String {
    String::from_utf8_lossy(sum).into_owned()
}

fn sum(before: &Sum, entry: &[u8]) -> Sum {
    let mut hasher = blake3::Hasher::new();
    hasher.update(before);
    hasher.update(entry);
    let hex = hasher.finalize().to_hex();
    let mut sum = Sum::default();
    sum.copy_from_slice(&hex.as_bytes()[..SUM_LETTERS]);
    sum
}

/// Appends lines.
#[derive(Debug)]
pub(super) struct JournalWriter {
    pub file: Append,
    last: Sum,
}

impl JournalWriter {
    /// Begins the journal of a run in a new, locked file.
    pub fn new(file: Append, run_id: &str) -> Self {
        Self { file, last: seed(run_id) }
    }

    /// The checksum of the last line.
    pub fn last_sum(&self) -> String {
        text(&self.last)
    }

    /// Goes on after the last good line of a locked file.
    pub fn after(file: Append, read: &Journal) -> Self {
        Self { file, last: read.last }
    }

    /// Writes one line and makes it durable.
    pub fn append(&mut self, entry: &Entry) -> Result<()> {
        let json = to_json(entry)?;
        let sum = sum(&self.last, &json);
        let line = [HEAD, &sum, MIDDLE, &json, TAIL, b"\n"].concat();
        if self.file.bytes() + line.len() as u64 > MOST_BYTES {
            let why = format!("with it the journal would be larger than {MOST_BYTES} bytes: end the run");
            return Err(StoreError::unfit(what(entry), why));
        }
        self.file.append(&line)?;
        self.last = sum;
        self.file.sync()
    }
}

/// The entry as bytes that are known to be readable.
fn to_json(entry: &Entry) -> Result<Vec<u8>> {
    let unfit = |e: &dyn std::fmt::Display| {
        StoreError::unfit(what(entry), format!("it would not be readable again ({e})"))
    };
    let json = serde_json::to_vec(entry).map_err(|e| unfit(&e))?;
    if json.len() + HEAD.len() + SUM_LETTERS + MIDDLE.len() + TAIL.len() > MOST_LINE_BYTES {
        return Err(unfit(&format!("{} bytes, at most {MOST_LINE_BYTES}", json.len())));
    }
    // JSON has no NaN and nesting has a limit: better refused now than found out after a crash.
    serde_json::from_slice::<Entry>(&json).map_err(|e| unfit(&e))?;
    Ok(json)
}

/// What an entry is, for messages.
fn what(entry: &Entry) -> String {
    match entry {
        Entry::Begin { .. } => "the beginning of the run".into(),
        Entry::Intend { intent } => format!("the intent of step {}", intent.step),
        Entry::Conclude { record } => format!("the record of step {}", record.step),
        Entry::Arrived { edge, .. } => format!("the arrival after {edge}"),
        Entry::Read { .. } => "the values that were read".into(),
        Entry::Turn { row, .. } => format!("the turn for {row}"),
        Entry::Back { node } => format!("the return to {node}"),
        Entry::Asked { .. } => "a question".into(),
        Entry::Answered { .. } => "an answer".into(),
        Entry::Skipped { row, .. } => format!("that the row {row} is left out"),
        Entry::RuleAnswered { .. } => "the answer of the rule".into(),
        Entry::Note { .. } => "a note".into(),
        Entry::End { .. } => "the end of the run".into(),
    }
}

/// A journal, read.
#[derive(Debug)]
pub(super) struct Journal {
    pub entries: Vec<Entry>,
    /// Bytes of the good lines.
    pub bytes: u64,
    /// Bytes of a last line that a crash cut off; it was never acknowledged.
    pub torn_bytes: u64,
    /// The checksum of each good line.
    pub sums: Vec<Sum>,
    last: Sum,
}

/// Reads a journal, every line checked.
pub(super) fn read(path: &Path, run_id: &str) -> Result<Journal> {
    let file = File::open(path).doing("open", path)?;
    if file.metadata().doing("read", path)?.len() > MOST_BYTES {
        let why = format!("it is larger than the {MOST_BYTES} bytes Lea writes; delete the run");
        return Err(StoreError::damaged(path.display().to_string(), why));
    }
    let mut reader = BufReader::new(file);
    let mut journal =
        Journal { entries: Vec::new(), bytes: 0, torn_bytes: 0, sums: Vec::new(), last: seed(run_id) };
    let mut line = Vec::new();
    loop {
        let number = journal.entries.len() + 1;
        let damaged = |why: String| StoreError::damaged(format!("line {number} of {}", path.display()), why);
        line.clear();
        reader.by_ref().take(MOST_LINE_BYTES as u64 + 1).read_until(b'\n', &mut line).doing("read", path)?;
        if line.is_empty() {
            break;
        }
        let Some((sum, json)) = take_apart(&line, &journal.last) else {
            if !is_at_end(&mut reader).doing("read", path)? {
                return Err(damaged("it, or a line before it, was changed; delete the run".into()));
            }
            journal.torn_bytes = line.len() as u64;
            break;
        };
        let entry = serde_json::from_slice(json)
            .map_err(|e| damaged(format!("it is nothing this Lea knows ({e}): update Lea")))?;
        journal.entries.push(entry);
        journal.bytes += line.len() as u64;
        journal.last = sum;
        journal.sums.push(sum);
    }
    match journal.entries.first() {
        Some(Entry::Begin { run, .. }) if run.run_id == run_id => Ok(journal),
        Some(_) => Err(StoreError::damaged(
            path.display().to_string(),
            format!("it does not begin with run {run_id}; delete the run"),
        )),
        None => Err(StoreError::damaged(path.display().to_string(), "it has no beginning; delete the run")),
    }
}

fn is_at_end(reader: &mut impl BufRead) -> io::Result<bool> {
    reader.fill_buf().map(<[u8]>::is_empty)
}

/// The checksum and the entry of a whole line that hangs on `before`.
fn take_apart<'a>(line: &'a [u8], before: &Sum) -> Option<(Sum, &'a [u8])> {
    let rest = line.strip_suffix(b"\n")?.strip_prefix(HEAD)?;
    let (found, rest) = rest.split_first_chunk::<SUM_LETTERS>()?;
    let json = rest.strip_prefix(MIDDLE)?.strip_suffix(TAIL)?;
    (sum(before, json) == *found).then_some((*found, json))
}
