//! Where runs lie. Only ids that were checked become paths.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use lea_model::ids::{self, IdKind};

use crate::Store;
use crate::disk;
use crate::error::Result;
use crate::layout::{Layout, folders};

/// First letters of a folder that is being made and is not a run yet.
const NEW: &str = ".new_";
/// First letters of a folder that was a run and is being removed.
const GONE: &str = ".gone_";
/// A folder in the making is locked within milliseconds: one that is not after this long was left behind.
const LEFT_BEHIND: Duration = Duration::from_secs(60);

/// A run id of good form, and so safe in a path.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct RunId(String);

impl RunId {
    pub fn parse(id: &str) -> Result<Self> {
        ids::check(IdKind::Run, id)?;
        Ok(Self(id.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The day in `run_2026-11-15T…`.
    fn day(&self) -> &str {
        &self.0["run_".len().."run_2026-11-15".len()]
    }
}

impl std::fmt::Display for RunId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// The runs of a day.
pub(super) fn day(layout: &Layout, id: &RunId) -> PathBuf {
    layout.runs().join(id.day())
}

/// A run.
pub(super) fn folder(layout: &Layout, id: &RunId) -> PathBuf {
    day(layout, id).join(id.as_str())
}

/// A folder in the making, of this call alone.
pub(super) fn new_folder(layout: &Layout, id: &RunId) -> PathBuf {
    static CALLS: AtomicU64 = AtomicU64::new(0);
    let call = CALLS.fetch_add(1, Ordering::Relaxed);
    day(layout, id).join(format!("{NEW}{id}_{}_{call}", std::process::id()))
}

/// A folder being removed.
pub(super) fn gone_folder(layout: &Layout, id: &RunId) -> PathBuf {
    day(layout, id).join(format!("{GONE}{id}"))
}

/// What happened, line by line.
pub(super) fn journal(folder: &Path) -> PathBuf {
    folder.join("journal.jsonl")
}

/// The screens.
pub(super) fn screens(folder: &Path) -> PathBuf {
    folder.join("screens.pack")
}

/// How it ended, for lists.
pub(super) fn summary(folder: &Path) -> PathBuf {
    folder.join("run.json")
}

/// Room for the closing lines.
pub(super) fn ballast(folder: &Path) -> PathBuf {
    folder.join("ballast")
}

/// Every run there is, newest first; what is not ours is passed over.
pub(super) fn list(layout: &Layout) -> Result<Vec<RunId>> {
    let mut found = Vec::new();
    for (day, path) in folders(&layout.runs())? {
        for (name, _) in folders(&path)? {
            if let Ok(id) = RunId::parse(&name)
                && id.day() == day
            {
                found.push(id);
            }
        }
    }
    found.sort_unstable_by(|a, b| b.cmp(a));
    Ok(found)
}

/// Removes folders that never became runs, and runs whose deletion was cut short. What fails is left for next time.
pub(crate) fn tidy(store: &Store) {
    let root = store.layout.runs();
    if root.is_dir() {
        let _ = disk::close_folder(&root);
    }
    for (_, day) in folders(&root).unwrap_or_default() {
        for (name, path) in folders(&day).unwrap_or_default() {
            if name.starts_with(GONE) || (name.starts_with(NEW) && is_left_behind(&path)) {
                let _ = fs::remove_dir_all(&path);
            }
        }
    }
}

fn is_left_behind(folder: &Path) -> bool {
    let made = fs::metadata(folder).and_then(|m| m.modified());
    let is_old = made.is_ok_and(|t| t.elapsed().is_ok_and(|age| age > LEFT_BEHIND));
    let journal = fs::File::open(journal(folder));
    is_old && !journal.is_ok_and(|file| disk::is_locked(&file).unwrap_or(true))
}
