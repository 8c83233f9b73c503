//! Runs: what an execution of a workflow did, written down before and after each action (SPEC ACT.10).
//!
//! ```text
//! runs/2026-11-15/run_…/journal.jsonl   one entry a line, each with a checksum; locked while the run goes on
//! runs/2026-11-15/run_…/screens.pack    what was seen, in tiles that are kept once
//! runs/2026-11-15/run_…/run.json        how it ended, for lists; the journal is the truth
//! runs/2026-11-15/run_…/question.png    the picture of the question it halted with, where somebody looked at it
//! runs/2026-11-15/run_…/ballast         room that is given up when the disk is full
//! ```
//!
//! An entry that was acknowledged survives `kill -9` and a power cut, with the screens it names. A line that was being
//! written when either happened is recognised and dropped.

mod fold;
mod journal;
mod list;
mod place;
mod screens;
mod writer;

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use lea_frame::FrameBuf;
use lea_model::run::{Entry, Intent, Run};

use crate::Store;
use crate::disk;
use crate::error::{Doing, Result, StoreError};
use fold::Fold;
use place::RunId;
pub(crate) use place::tidy;
pub use screens::RunScreens;
pub use writer::RunWriter;

/// A run, read from its journal.
#[derive(Clone, Debug, PartialEq)]
pub struct RunLog {
    /// The run, with its end, steps, seconds and means as its entries tell them.
    pub run: Run,
    /// What happened, in order.
    pub entries: Vec<Entry>,
    /// What the audit trail knows and the journal had lost, where a run was opened for going on; these are the last of `entries`.
    pub forgotten: Vec<Intent>,
}

/// The journal of a run, to be compared with the audit trail.
#[derive(Debug)]
pub(crate) struct RunJournal {
    pub entries: Vec<Entry>,
    /// The checksum of each line.
    pub sums: BTreeSet<String>,
    /// A living process is at it.
    pub is_running: bool,
}

/// Where a run stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunState {
    /// It ended; its outcome says how.
    Ended,
    /// A living process is at it.
    Running,
    /// Its process died; [`RunWriter::resume`] goes on.
    Interrupted,
}

/// One run, in a list.
#[derive(Clone, Debug, PartialEq)]
pub struct RunSummary {
    /// The run; where it is damaged, its id alone.
    pub run: Run,
    /// Where it stands.
    pub state: RunState,
    /// Bytes of its files.
    pub bytes: u64,
    /// Why it cannot be read, where it cannot.
    pub damage: Option<String>,
}

impl Store {
    /// All runs, newest first. One that is damaged says so, and does not hide the others.
    pub fn runs(&self) -> Result<Vec<RunSummary>> {
        let ids = place::list(&self.layout)?;
        Ok(ids.iter().filter_map(|id| list::summarize(&place::folder(&self.layout, id), id)).collect())
    }

    /// A run, whole; one that goes on, or was interrupted, as far as it got.
    pub fn run(&self, id: &str) -> Result<RunLog> {
        let id = RunId::parse(id)?;
        let folder = place::folder(&self.layout, &id);
        if !place::journal(&folder).is_file() {
            return Err(missing(&folder, &id));
        }
        let read = journal::read(&place::journal(&folder), id.as_str())?;
        Ok(RunLog { run: Fold::of(&read.entries).run(), entries: read.entries, forgotten: Vec::new() })
    }

    /// The ids of all runs.
    pub(crate) fn run_ids(&self) -> Result<Vec<String>> {
        Ok(place::list(&self.layout)?.iter().map(ToString::to_string).collect())
    }

    /// The journal of a run, every line checked; none where there is no such run.
    pub(crate) fn run_journal(&self, id: &str) -> Result<Option<RunJournal>> {
        let Ok(id) = RunId::parse(id) else { return Ok(None) };
        let path = place::journal(&place::folder(&self.layout, &id));
        let file = match fs::File::open(&path) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
            opened => opened.doing("open", &path)?,
        };
        let is_running = disk::is_locked(&file).doing("look at", &path)?;
        let read = journal::read(&path, id.as_str())?;
        let sums = read.sums.iter().map(journal::text).collect();
        Ok(Some(RunJournal { entries: read.entries, sums, is_running }))
    }

    /// The folder of a run: what is written there is deleted with it.
    pub fn run_folder(&self, id: &str) -> Result<PathBuf> {
        let id = RunId::parse(id)?;
        let folder = place::folder(&self.layout, &id);
        if folder.is_dir() { Ok(folder) } else { Err(missing(&folder, &id)) }
    }

    /// A screen of a run, put together and checked.
    pub fn run_screen(&self, id: &str, screen: &str) -> Result<FrameBuf> {
        self.run_screens(id)?.read(screen)
    }

    /// All screens of a run, to be read one by one: quicker than [`Store::run_screen`] for more than a few.
    pub fn run_screens(&self, id: &str) -> Result<RunScreens> {
        let id = RunId::parse(id)?;
        let folder = place::folder(&self.layout, &id);
        match RunScreens::open(place::screens(&folder), id.as_str()) {
            Err(StoreError::Io { source, .. }) if source.kind() == io::ErrorKind::NotFound => {
                Err(missing(&folder, &id))
            }
            opened => opened,
        }
    }

    /// Deletes a run and its screens. One that is going on is refused. The audit trail keeps what it says of it.
    pub fn delete_run(&self, id: &str) -> Result<()> {
        let id = RunId::parse(id)?;
        let folder = place::folder(&self.layout, &id);
        if !folder.is_dir() {
            return Err(StoreError::NoRun { id: id.to_string() });
        }
        let path = place::journal(&folder);
        // A folder without a journal is nobody's.
        let journal = fs::File::open(&path).ok();
        if let Some(journal) = &journal
            && !disk::lock(journal).doing("lock", &path)?
        {
            return Err(StoreError::RunGoesOn { id: id.to_string() });
        }
        let gone = place::gone_folder(&self.layout, &id);
        let _ = fs::remove_dir_all(&gone);
        fs::rename(&folder, &gone).doing("remove", &folder)?;
        fs::remove_dir_all(&gone).doing("remove", &gone)?;
        // Goes only when it is empty.
        let _ = fs::remove_dir(place::day(&self.layout, &id));
        Ok(())
    }
}

/// Why a run that has no journal cannot be read.
fn missing(folder: &Path, id: &RunId) -> StoreError {
    if folder.is_dir() {
        return StoreError::damaged(format!("run {id}"), "its folder lacks a file; delete it");
    }
    StoreError::NoRun { id: id.to_string() }
}
