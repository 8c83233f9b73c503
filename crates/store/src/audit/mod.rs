//! The audit trail: who did what, when, how sure, and what came of it (SPEC PEOPLE.2, S5).
//!
//! ```text
//! audit/audit.jsonl   one record a line, each with the hash of the one before; only ever appended to
//! audit/head.json     number and hash of the last record, replaced after each: what is cut off the end is missed
//! audit/torn-1        what a crash left of a record that was being written, set aside
//! audit/.lock         held while a record is added
//! ```
//!
//! A record is durable before the head that names it, and the head before it is acknowledged. So a crash leaves a head
//! that is one behind, which the next record mends, or the beginning of a record, which is set aside. Everything else is
//! tampering. Whoever can write all files of the folder, and knows how they are made, can make another trail; only a
//! hash that was noted elsewhere tells the two apart.

mod chain;
mod tail;

use std::collections::VecDeque;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use jiff::Timestamp;
use lea_model::run::AuditRecord;

use crate::Store;
use crate::append::Append;
use crate::disk;
use crate::error::{Doing, Result, StoreError};
use chain::Link;
use tail::Tail;

/// How long to wait for another process that adds a record.
const LONGEST_WAIT: Duration = Duration::from_secs(10);
/// The longest `head.json` that is read.
const MOST_HEAD_BYTES: usize = 4096;

/// The audit trail of a store. Several, in several processes, may append to one.
#[derive(Debug)]
pub struct Audit {
    folder: PathBuf,
    known: Option<Tail>,
}

/// Which records are wanted; all that is given must hold.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AuditFilter {
    /// Of this workflow.
    pub workflow_id: Option<String>,
    /// Of this run.
    pub run_id: Option<String>,
    /// Not before this time; a record whose time cannot be read is wanted too.
    pub since: Option<Timestamp>,
    /// The last so many.
    pub limit: Option<usize>,
}

/// A trail that hangs together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// Records.
    pub count: u64,
    /// The hash of the last: noted elsewhere, it tells this trail from any other.
    pub hash: String,
    /// Bytes of a record that a crash cut off; it was never acknowledged, and the next record sets it aside.
    pub torn_bytes: u64,
}

/// A trail that someone changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The line, from 1; the first that does not fit.
    pub line: u64,
    /// What is wrong with it.
    pub why: String,
}

impl std::fmt::Display for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the audit trail is broken at line {}: {}", self.line, self.why)
    }
}

impl Store {
    /// The audit trail.
    pub fn audit(&self) -> Audit {
        Audit { folder: self.layout.audit(), known: None }
    }
}

impl Audit {
    fn trail(&self) -> PathBuf {
        self.folder.join("audit.jsonl")
    }

    fn head(&self) -> PathBuf {
        self.folder.join("head.json")
    }

    /// Adds a record, and returns when it would survive a power cut. Its `number`, `previous` and `hash` are filled in. A
    /// trail whose end is not as it was left is refused: what was done to it must be seen first.
    pub fn append(&mut self, record: &mut AuditRecord) -> Result<()> {
        let _lock = self.lock()?;
        let path = self.trail();
        let file = open_trail(&path)?;
        let tail = self.settle(&file, &path)?;
        let line = chain::seal(record, &tail.link)?;
        let mut trail = Append::new(file, path.clone(), tail.bytes);
        trail.append(&line)?;
        trail.sync()?;
        let tail =
            Tail { bytes: trail.bytes(), link: Link { number: record.number, hash: record.hash.clone() } };
        if let Err(e) = self.write_head(&tail.link) {
            // Nobody is told that it was written, so it should not be there; where this fails too, it is an honest record.
            let cut = OpenOptions::new().write(true).open(&path);
            let _ = cut.and_then(|file| file.set_len(tail.bytes - line.len() as u64));
            self.known = None;
            return Err(e);
        }
        self.known = Some(tail);
        Ok(())
    }

    /// The end of the trail, mended where a crash left it unfinished.
    fn settle(&self, file: &File, path: &Path) -> Result<Tail> {
        let head = self.read_head().map_err(|why| broken(path, &why))?;
        let length = file.metadata().doing("read", path)?.len();
        if let Some(known) = &self.known
            && known.bytes == length
            && known.link == head
        {
            return Ok(known.clone());
        }
        let found = tail::look(file, length, &head).doing("read", path)?;
        let found = found.map_err(|why| broken(path, &why))?;
        if found.torn_bytes > 0 {
            self.set_aside(file, path, &found.tail)?;
        }
        if found.tail.link != head {
            self.write_head(&found.tail.link)?;
        }
        Ok(found.tail)
    }

    /// Puts what a crash left after the last record into a file of its own.
    fn set_aside(&self, trail: &File, path: &Path, tail: &Tail) -> Result<()> {
        let torn = tail::after(trail, tail.bytes).doing("read", path)?;
        for n in 1u32.. {
            let aside = self.folder.join(format!("torn-{n}"));
            let put = disk::make_file(&aside).and_then(|mut file| {
                file.write_all(&torn)?;
                file.sync_all()
            });
            match put {
                Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {}
                put => {
                    put.doing("write", &aside)?;
                    break;
                }
            }
        }
        trail.set_len(tail.bytes).and_then(|()| trail.sync_data()).doing("cut back", path)
    }

    fn write_head(&self, link: &Link) -> Result<()> {
        let text = head_text(link)?;
        disk::write_whole(&self.head(), |out| out.write_all(&text))
    }

    /// What the head says; before the first record there is none.
    fn read_head(&self) -> Result<Link, String> {
        let bytes = match disk::read_whole(&self.head(), MOST_HEAD_BYTES) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Link::default()),
            read => read.map_err(|e| format!("head.json cannot be read: {e}"))?,
        };
        let link: Link = serde_json::from_slice(&bytes).map_err(|_| "head.json was changed".to_owned())?;
        match head_text(&link) {
            Ok(text) if text == bytes && link.number > 0 => Ok(link),
            _ => Err("head.json was changed".into()),
        }
    }

    fn lock(&self) -> Result<File> {
        disk::make_folders(&self.folder)?;
        disk::close_folder(&self.folder)?;
        let path = self.folder.join(".lock");
        let file = disk::lock_file(&path)?;
        let begun = Instant::now();
        while !disk::lock(&file).doing("lock", &path)? {
            if begun.elapsed() > LONGEST_WAIT {
                return Err(StoreError::Busy { path });
            }
        }
        Ok(file)
    }

    /// The records that are wanted, oldest first. They are read, not verified.
    pub fn records(&self, filter: &AuditFilter) -> Result<Vec<AuditRecord>> {
        let path = self.trail();
        let Some(mut reader) = self.reader()? else { return Ok(Vec::new()) };
        let most = filter.limit.unwrap_or(usize::MAX);
        let mut wanted = VecDeque::new();
        let mut line = Vec::new();
        for number in 1u64.. {
            chain::next_line(&mut reader, &mut line).doing("read", &path)?;
            // What has no end was never acknowledged.
            if !line.ends_with(b"\n") {
                break;
            }
            let record: AuditRecord = serde_json::from_slice(&line).map_err(|_| {
                let why = "it is no record; lea audit verify says more";
                StoreError::damaged(format!("line {number} of {}", path.display()), why)
            })?;
            if is_wanted(filter, &record) {
                wanted.push_back(record);
            }
            if wanted.len() > most {
                wanted.pop_front();
            }
        }
        Ok(wanted.into())
    }

    /// Follows the whole chain, and compares its end with the head. The outer result says whether that could be done.
    pub fn verify(&self) -> Result<Result<Verified, Broken>> {
        if !self.folder.is_dir() {
            return Ok(Ok(Verified::default()));
        }
        let _lock = self.lock()?;
        let path = self.trail();
        let (mut last, mut before, mut torn_bytes) = (Link::default(), Link::default(), 0);
        if let Some(mut reader) = self.reader()? {
            let mut line = Vec::new();
            loop {
                chain::next_line(&mut reader, &mut line).doing("read", &path)?;
                if line.is_empty() {
                    break;
                }
                match chain::follow(&last, &line) {
                    Ok(link) => before = std::mem::replace(&mut last, link),
                    Err(why) => {
                        let is_last = reader.fill_buf().doing("read", &path)?.is_empty();
                        if !is_last || !chain::is_torn(&line, &last) {
                            return Ok(Err(Broken { line: last.number + 1, why }));
                        }
                        torn_bytes = line.len() as u64;
                        break;
                    }
                }
            }
        }
        Ok(self.compare(last, &before, torn_bytes))
    }

    /// The head is at the last record, or one behind it after a crash.
    fn compare(&self, last: Link, before: &Link, torn_bytes: u64) -> Result<Verified, Broken> {
        let line = last.number + 1;
        let head = self.read_head().map_err(|why| Broken { line, why })?;
        if head == last || (head == *before && last.number == head.number + 1 && torn_bytes == 0) {
            return Ok(Verified { count: last.number, hash: last.hash, torn_bytes });
        }
        let why = if head.number > last.number {
            format!(
                "head.json knows {} records, and {} are there: the end was cut off",
                head.number, last.number
            )
        } else {
            "head.json does not know the last records: it, or they, were put there by hand".into()
        };
        Err(Broken { line, why })
    }

    fn reader(&self) -> Result<Option<BufReader<File>>> {
        let path = self.trail();
        match File::open(&path) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
            opened => Ok(Some(BufReader::new(opened.doing("open", &path)?))),
        }
    }
}

fn head_text(link: &Link) -> Result<Vec<u8>> {
    let mut text = serde_json::to_vec(link).map_err(|e| StoreError::unfit("head.json", e.to_string()))?;
    text.push(b'\n');
    Ok(text)
}

fn open_trail(path: &Path) -> Result<File> {
    match disk::make_file(path) {
        Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {
            fs::OpenOptions::new().read(true).append(true).open(path)
        }
        made => made,
    }
    .doing("open", path)
}

fn broken(path: &Path, why: &str) -> StoreError {
    let why =
        format!("{why}; see lea audit verify, keep the folder for whoever asks, and move it away to go on");
    StoreError::damaged(path.display().to_string(), why)
}

fn is_wanted(filter: &AuditFilter, record: &AuditRecord) -> bool {
    let is_recent = |since: Timestamp| record.when.parse::<Timestamp>().map_or(true, |when| when >= since);
    filter.workflow_id.as_ref().is_none_or(|id| *id == record.workflow_id)
        && filter.run_id.as_ref().is_none_or(|id| *id == record.run_id)
        && filter.since.is_none_or(is_recent)
}
