//! The list of runs: cheap, and complete even where one of them is damaged.

use std::fs::{self, File};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use lea_model::run::Run;
use serde::{Deserialize, Serialize};

use super::fold::Fold;
use super::place::{self, RunId};
use super::{RunState, RunSummary, journal};
use crate::disk;
use crate::error::{Doing, Result};

/// The longest `run.json` that is read.
const MOST_SUMMARY_BYTES: usize = 4 << 20;

/// `run.json`: how a run ended, and which journal says so. It is believed only beside that very journal.
#[derive(Serialize, Deserialize)]
struct Told {
    journal: String,
    run: Run,
}

/// What tells one state of a journal from another.
fn stamp(folder: &Path) -> Option<String> {
    let meta = fs::metadata(place::journal(folder)).ok()?;
    Some(format!("{} bytes, {}.{:09}", meta.len(), meta.mtime(), meta.mtime_nsec()))
}

/// The text of `run.json` for a run that has ended.
pub(super) fn summary_text(folder: &Path, run: &Run) -> Option<Vec<u8>> {
    let told = Told { journal: stamp(folder)?, run: run.clone() };
    let mut text = serde_json::to_vec_pretty(&told).ok()?;
    text.push(b'\n');
    Some(text)
}

fn told(folder: &Path, id: &RunId) -> Option<Run> {
    let bytes = disk::read_whole(&place::summary(folder), MOST_SUMMARY_BYTES).ok()?;
    let told: Told = serde_json::from_slice(&bytes).ok()?;
    (Some(told.journal) == stamp(folder) && told.run.run_id == id.as_str()).then_some(told.run)
}

/// One run; none when it was deleted meanwhile.
pub(super) fn summarize(folder: &Path, id: &RunId) -> Option<RunSummary> {
    let bytes = fs::read_dir(folder).ok()?.flatten().filter_map(|e| e.metadata().ok()).map(|m| m.len()).sum();
    let summary = |run, state, damage| Some(RunSummary { run, state, bytes, damage });
    if let Some(run) = told(folder, id) {
        return summary(run, RunState::Ended, None);
    }
    match look(folder, id) {
        Ok((run, state)) => summary(run, state, None),
        Err(_) if !folder.exists() => None,
        Err(e) => {
            let run = Run { run_id: id.to_string(), ..Run::default() };
            summary(run, RunState::Interrupted, Some(e.to_string()))
        }
    }
}

fn look(folder: &Path, id: &RunId) -> Result<(Run, RunState)> {
    let path = place::journal(folder);
    // Before it is read: what is locked then and has no end is going on.
    let is_locked = File::open(&path).and_then(|file| disk::is_locked(&file)).doing("open", &path)?;
    let read = journal::read(&path, id.as_str())?;
    let fold = Fold::of(&read.entries);
    let state = match (fold.is_over(), is_locked) {
        (true, _) => RunState::Ended,
        (false, true) => RunState::Running,
        (false, false) => RunState::Interrupted,
    };
    Ok((fold.run(), state))
}
