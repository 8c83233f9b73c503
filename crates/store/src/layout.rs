//! Where things lie below the data folder. Only ids that were checked become paths.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use lea_model::ids::{self, IdKind};

use crate::error::{Doing, Result};

/// First letters of a folder that is being made and is not a session yet.
const NEW: &str = ".new_";
/// First letters of a folder that was a session and is being removed.
const GONE: &str = ".gone_";

/// The paths of one store.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub root: PathBuf,
}

/// A session id of good form, and so safe in a path.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SessionId(String);

impl SessionId {
    pub fn parse(id: &str) -> Result<Self> {
        ids::check(IdKind::Session, id)?;
        Ok(Self(id.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The day in `sess_2026-11-15T…`.
    pub fn day(&self) -> &str {
        &self.0["sess_".len().."sess_2026-11-15".len()]
    }
}

impl std::fmt::Display for SessionId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl Layout {
    pub fn database(&self) -> PathBuf {
        self.root.join("frames.db")
    }

    pub fn write_ahead_log(&self) -> PathBuf {
        self.root.join("frames.db-wal")
    }

    pub fn shared_memory(&self) -> PathBuf {
        self.root.join("frames.db-shm")
    }

    pub fn ballast(&self) -> PathBuf {
        self.root.join("ballast")
    }

    pub fn sessions(&self) -> PathBuf {
        self.root.join("sessions")
    }

    pub fn workflows(&self) -> PathBuf {
        self.root.join("workflows")
    }

    pub fn runs(&self) -> PathBuf {
        self.root.join("runs")
    }

    pub fn audit(&self) -> PathBuf {
        self.root.join("audit")
    }

    pub fn day(&self, id: &SessionId) -> PathBuf {
        self.sessions().join(id.day())
    }

    pub fn folder(&self, id: &SessionId) -> PathBuf {
        self.day(id).join(id.as_str())
    }

    /// A folder in the making, of this call alone.
    pub fn new_folder(&self, id: &SessionId) -> PathBuf {
        static CALLS: AtomicU64 = AtomicU64::new(0);
        let call = CALLS.fetch_add(1, Ordering::Relaxed);
        self.day(id).join(format!("{NEW}{id}_{}_{call}", std::process::id()))
    }

    /// A folder being removed.
    pub fn gone_folder(&self, id: &SessionId) -> PathBuf {
        self.day(id).join(format!("{GONE}{id}"))
    }

    /// Every session folder there is, oldest first; what is not ours is passed over.
    pub fn list(&self) -> Result<Vec<SessionId>> {
        let mut found = Vec::new();
        for day in folders(&self.sessions())? {
            for (name, _) in folders(&day.1)? {
                if let Ok(id) = SessionId::parse(&name)
                    && id.day() == day.0
                {
                    found.push(id);
                }
            }
        }
        found.sort();
        Ok(found)
    }

    /// Folders in the making and being removed, by whoever.
    pub fn leftovers(&self) -> Result<Vec<PathBuf>> {
        let mut found = Vec::new();
        for (_, day) in folders(&self.sessions())? {
            let hidden =
                folders(&day)?.into_iter().filter(|(n, _)| n.starts_with(NEW) || n.starts_with(GONE));
            found.extend(hidden.map(|(_, path)| path));
        }
        Ok(found)
    }
}

/// What a leftover folder is called while it is removed.
pub(crate) fn gone(folder: &Path) -> PathBuf {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    if name.starts_with(GONE) { folder.to_owned() } else { folder.with_file_name(format!("{GONE}{name}")) }
}

/// The log of a session, while it is recorded.
pub(crate) fn log(folder: &Path) -> PathBuf {
    folder.join("session.log")
}

/// The session, once it has ended.
pub(crate) fn json(folder: &Path) -> PathBuf {
    folder.join("session.json")
}

/// Room for the closing lines of a recording.
pub(crate) fn ballast(folder: &Path) -> PathBuf {
    folder.join("ballast")
}

/// Where an export puts the picture of a screenshot, from the folder of the session.
pub(crate) fn shot(screenshot_id: &str) -> String {
    format!("shots/{screenshot_id}.png")
}

/// Real folders (no links) with readable names; none where the parent has just been removed.
pub(crate) fn folders(parent: &Path) -> Result<Vec<(String, PathBuf)>> {
    let entries = match fs::read_dir(parent) {
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.doing("list", parent)?,
    };
    let mut found = Vec::new();
    for entry in entries {
        let entry = entry.doing("list", parent)?;
        if entry.file_type().is_ok_and(|t| t.is_dir())
            && let Ok(name) = entry.file_name().into_string()
        {
            found.push((name, entry.path()));
        }
    }
    Ok(found)
}
