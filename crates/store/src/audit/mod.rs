//! The audit trail: who did what, when, how sure, and what came of it (SPEC PEOPLE.2, S5).
//!
//! ```text
//! audit/audit.jsonl   one record a line, each with the hash of the one before; only ever appended to
//! audit/head.json     number and hash of the last record, overwritten after each: what is cut off the end is missed
//! audit/torn-1        what a crash left of a record that was being written, set aside
//! audit/.lock         held while a record is added
//! ```
//!
//! A record is durable before the head and the anchors that name it are overwritten, and it is acknowledged after that. So a crash
//! or a power cut leaves a head that is behind, which the next record mends, or the beginning of a record, which is set aside.
//! Everything else is tampering. Whoever can write all files of the folder, and knows how they are made, can make another trail; only
//! [`Anchors`], outside the folder, tell the two apart. [`Store::check_audit`] compares trail, anchors and the journals of runs.

mod anchor;
mod chain;
pub mod change;
mod check;
mod forgotten;
mod journals;
mod tail;
mod verify;

use std::collections::VecDeque;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use jiff::Timestamp;
use lea_model::run::AuditRecord;

use crate::Store;
use crate::append::Append;
use crate::disk;
use crate::error::{Doing, Result, StoreError};
use anchor::Anchored;
pub use anchor::Anchors;
use chain::Link;
pub use check::{Checked, Finding, Suspect};
use tail::Tail;
pub use verify::{Broken, Verified};

/// How long to wait for another process that adds a record.
const LONGEST_WAIT: Duration = Duration::from_secs(10);
/// The longest `head.json` that is read.
const MOST_HEAD_BYTES: usize = 4096;

/// The audit trail of a store. Several, in several processes, may append to one.
#[derive(Debug)]
pub struct Audit {
    folder: PathBuf,
    known: Option<Tail>,
    anchored: Anchored,
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

impl Store {
    /// The audit trail.
    pub fn audit(&self) -> Audit {
        let anchored = Anchored::new(&self.anchors, &self.layout.root);
        Audit { folder: self.layout.audit(), known: None, anchored }
    }
}

impl Audit {
    fn trail(&self) -> PathBuf {
        self.folder.join("audit.jsonl")
    }

    fn head(&self) -> PathBuf {
        self.folder.join("head.json")
    }

    /// Adds a record, and returns when it would survive a power cut, and the anchors know it. Its `number`, `previous` and `hash` are
    /// filled in. A trail whose end is not as it was left, or is not the one that its anchor knows, is refused: what was done to it
    /// must be seen first.
    pub fn append(&mut self, record: &mut AuditRecord) -> Result<()> {
        let _lock = self.lock()?;
        let path = self.trail();
        let file = open_trail(&path)?;
        let mut tail = self.settle(&file, &path)?;
        if !self.is_anchored(&tail.link)? {
            // It goes on, because a lost state folder must not stop all work; but the trail itself says so from now on.
            let mut unanchored = change::unanchored(tail.link.number);
            tail = self.add(&tail, &mut unanchored)?;
        }
        let tail = self.add(&tail, record)?;
        self.anchored.note(&tail.link, false)?;
        self.known = Some(tail);
        Ok(())
    }

    /// Adds a record after `tail`, durably, with the head.
    fn add(&mut self, tail: &Tail, record: &mut AuditRecord) -> Result<Tail> {
        let path = self.trail();
        let line = chain::seal(record, &tail.link)?;
        let mut trail = Append::new(open_trail(&path)?, path.clone(), tail.bytes);
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
        Ok(tail)
    }

    /// The anchor in the state folder knows this trail; false where there are records, and no anchor. One that knows more than the
    /// trail has, or another record, is an error.
    fn is_anchored(&self, last: &Link) -> Result<bool> {
        let Some(anchor) = self.anchored.in_state()? else {
            return Ok(last.number == 0 || self.anchored.state_file().is_none());
        };
        // It is behind after a crash, and where another user adds to the same trail.
        if anchor == *last || self.hash_of(anchor.number)?.is_some_and(|hash| hash == anchor.hash) {
            return Ok(true);
        }
        let why = format!(
            "its anchor outside the data folder knows {} records, and this is not the trail they are of",
            anchor.number
        );
        Err(broken(&self.trail(), &why))
    }

    /// The hash of a record, by its number.
    fn hash_of(&self, number: u64) -> Result<Option<String>> {
        let mut found = None;
        self.walk(|link, _| {
            if link.number == number {
                found = Some(link.hash.clone());
            }
        })?;
        Ok(found)
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
        let found = match tail::look(file, length, &head).doing("read", path)? {
            Ok(found) => found,
            // A power cut may have left the head far behind: then the whole chain says whether it is a head of it.
            Err(why) => self.follow()?.found().ok_or_else(|| broken(path, &why))?,
        };
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

    /// Makes the head say that this is the last record, whatever it said before.
    fn put_head(&self, link: &Link) -> Result<()> {
        if link.number > 0 {
            return self.write_head(link);
        }
        match fs::remove_file(self.head()) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(()),
            removed => removed.doing("remove", &self.head()),
        }
    }

    fn write_head(&self, link: &Link) -> Result<()> {
        disk::overwrite(&self.head(), &disk::padded(head_text(link)?))
    }

    /// What the head says; before the first record there is none.
    fn read_head(&self) -> Result<Link, String> {
        let bytes = match disk::read_whole(&self.head(), MOST_HEAD_BYTES) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Link::default()),
            read => read.map_err(|e| format!("head.json cannot be read: {e}"))?,
        };
        let link: Link = serde_json::from_slice(&bytes).map_err(|_| "head.json was changed".to_owned())?;
        let text = head_text(&link).map_err(|e| e.to_string())?;
        // An earlier Lea wrote it without blanks.
        let is_ours = bytes == disk::padded(text.clone()) || bytes == [&text[..], b"\n"].concat();
        if is_ours && link.number > 0 { Ok(link) } else { Err("head.json was changed".into()) }
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

    fn reader(&self) -> Result<Option<BufReader<File>>> {
        let path = self.trail();
        match File::open(&path) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
            opened => Ok(Some(BufReader::new(opened.doing("open", &path)?))),
        }
    }
}

fn head_text(link: &Link) -> Result<Vec<u8>> {
    serde_json::to_vec(link).map_err(|e| StoreError::unfit("head.json", e.to_string()))
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
    let why = format!("{why}; lea audit verify says more, and what to do after a backup was restored");
    StoreError::damaged(path.display().to_string(), why)
}

fn is_wanted(filter: &AuditFilter, record: &AuditRecord) -> bool {
    let is_recent = |since: Timestamp| record.when.parse::<Timestamp>().map_or(true, |when| when >= since);
    filter.workflow_id.as_ref().is_none_or(|id| *id == record.workflow_id)
        && filter.run_id.as_ref().is_none_or(|id| *id == record.run_id)
        && filter.since.is_none_or(is_recent)
}
