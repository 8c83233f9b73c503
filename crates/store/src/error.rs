//! What can go wrong: what happened, to what, and what to do next.

use std::io;
use std::path::{Path, PathBuf};

use lea_frame::FrameError;
use lea_model::ReadError;
use lea_model::ids::IdError;
use rusqlite::ErrorCode;
use rustix::io::Errno;

use crate::disk;

/// The result of anything the store does.
pub type Result<T, E = StoreError> = std::result::Result<T, E>;

/// Why a disk takes nothing more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The file system is full.
    NoSpace,
    /// The user's share of it is used up.
    Quota,
    /// It is, or was made, read-only.
    ReadOnly,
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::NoSpace => "the disk is full: free some space or delete old sessions",
            Self::Quota => "your disk quota is used up: free some space or delete old sessions",
            Self::ReadOnly => "the disk is read-only: make it writable or choose another data folder",
        })
    }
}

/// Why the store could not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The id has not the form of an id.
    #[error(transparent)]
    BadId(#[from] IdError),
    /// No session has this id.
    #[error("there is no session {id}: list them to see which there are")]
    NoSession {
        /// The id asked for.
        id: String,
    },
    /// No workflow has this id.
    #[error("there is no workflow {id}: lea workflows list says which there are")]
    NoWorkflow {
        /// The id asked for.
        id: String,
    },
    /// A workflow has not this version.
    #[error("workflow {id} has no version {version}: there are {}", numbers(there))]
    NoVersion {
        /// The workflow.
        id: String,
        /// The version asked for.
        version: u32,
        /// Those there are.
        there: Vec<u32>,
    },
    /// A workflow of this id is there already.
    #[error("there is already a workflow {id}: give the new one another name, or replace it")]
    WorkflowExists {
        /// The id.
        id: String,
    },
    /// No secret has this name.
    #[error("there is no secret {name}: lea secrets list says which there are")]
    NoSecret {
        /// The name asked for.
        name: String,
    },
    /// The session has no such screenshot.
    #[error("session {session} has no frame {screenshot}: its session lists the screenshots there are")]
    NoFrame {
        /// The session.
        session: String,
        /// The screenshot asked for.
        screenshot: String,
    },
    /// The id is taken.
    #[error("there is already a session {id}: begin with another id")]
    Exists {
        /// The id.
        id: String,
    },
    /// A living process is recording it.
    #[error("session {id} is being recorded: stop the recording first")]
    BeingRecorded {
        /// The session.
        id: String,
    },
    /// No run has this id.
    #[error("there is no run {id}: lea runs says which there are")]
    NoRun {
        /// The id asked for.
        id: String,
    },
    /// The run has no such screen.
    #[error("run {run} has no screen {screen}: its journal names those it has")]
    NoScreen {
        /// The run.
        run: String,
        /// The screen asked for.
        screen: String,
    },
    /// The id is taken.
    #[error("there is already a run {id}: begin with another id")]
    RunExists {
        /// The id.
        id: String,
    },
    /// A living process is at it.
    #[error("run {id} is going on: stop it first")]
    RunGoesOn {
        /// The run.
        id: String,
    },
    /// It has ended, so nothing is added to it.
    #[error("run {id} is over: begin another")]
    RunOver {
        /// The run.
        id: String,
    },
    /// The disk takes nothing more. What was acknowledged before is kept.
    #[error("{path} could not be written: {reason}", path = path.display())]
    DiskFull {
        /// What was to be written.
        path: PathBuf,
        /// Why the disk refuses.
        reason: Refusal,
    },
    /// A file does not hold what it should.
    #[error("{what} is damaged: {why}")]
    Damaged {
        /// Which file, line, frame or tile.
        what: String,
        /// What is wrong, and what to do.
        why: String,
    },
    /// A stored session could not be read.
    #[error("{path} cannot be read: {source}", path = path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: Box<ReadError>,
    },
    /// The database was made by a later Lea.
    #[error("{path} has version {found}, later than the {known} this Lea knows: update Lea", path = path.display())]
    Newer {
        /// The database.
        path: PathBuf,
        /// Its version.
        found: i64,
        /// The latest version known here.
        known: i64,
    },
    /// What was handed in would not come back as it is.
    #[error("{what} cannot be kept: {why}")]
    Unfit {
        /// Which event, screenshot or header.
        what: String,
        /// Why, and what to do.
        why: String,
    },
    /// Another process held the database for too long.
    #[error("{path} is held by another process: try again, or stop that process", path = path.display())]
    Busy {
        /// The database.
        path: PathBuf,
    },
    /// A picture could not be taken apart or put together.
    #[error(transparent)]
    Frame(#[from] FrameError),
    /// The operating system refused.
    #[error("could not {doing} {path}: {source}", path = path.display())]
    Io {
        /// What was being done.
        doing: &'static str,
        /// To what.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// SQLite refused.
    #[error("could not {doing} {path}: {source}", path = path.display())]
    Database {
        /// What was being done.
        doing: &'static str,
        /// The database.
        path: PathBuf,
        /// What SQLite says.
        source: Box<rusqlite::Error>,
    },
}

fn numbers(there: &[u32]) -> String {
    there.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")
}

impl StoreError {
    /// The disk refused: nothing more can be recorded, and what was is kept.
    pub fn is_disk_full(&self) -> bool {
        matches!(self, Self::DiskFull { .. })
    }

    pub(crate) fn damaged(what: impl Into<String>, why: impl Into<String>) -> Self {
        Self::Damaged { what: what.into(), why: why.into() }
    }

    pub(crate) fn unfit(what: impl Into<String>, why: impl Into<String>) -> Self {
        Self::Unfit { what: what.into(), why: why.into() }
    }
}

/// Says what was being done, to what, when something outside refuses.
pub(crate) trait Doing<T> {
    /// `doing` completes "could not …".
    fn doing(self, doing: &'static str, path: &Path) -> Result<T>;
}

impl<T> Doing<T> for io::Result<T> {
    fn doing(self, doing: &'static str, path: &Path) -> Result<T> {
        self.map_err(|source| match refusal(&source) {
            Some(reason) => StoreError::DiskFull { path: path.to_owned(), reason },
            None => StoreError::Io { doing, path: path.to_owned(), source },
        })
    }
}

impl<T> Doing<T> for rustix::io::Result<T> {
    fn doing(self, doing: &'static str, path: &Path) -> Result<T> {
        self.map_err(io::Error::from).doing(doing, path)
    }
}

impl<T> Doing<T> for rusqlite::Result<T> {
    fn doing(self, doing: &'static str, path: &Path) -> Result<T> {
        self.map_err(|source| from_sqlite(source, doing, path))
    }
}

/// The disk's own refusal, told from every other error.
pub(crate) fn refusal(error: &io::Error) -> Option<Refusal> {
    match Errno::from_io_error(error)? {
        Errno::NOSPC => Some(Refusal::NoSpace),
        Errno::DQUOT => Some(Refusal::Quota),
        Errno::ROFS => Some(Refusal::ReadOnly),
        _ => None,
    }
}

fn from_sqlite(source: rusqlite::Error, doing: &'static str, path: &Path) -> StoreError {
    let path = path.to_owned();
    match source.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => StoreError::DiskFull { path, reason: Refusal::NoSpace },
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Busy { path },
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => StoreError::damaged(
            path.display().to_string(),
            format!("{source}; move it away to go on: events stay readable, the pictures in it are lost"),
        ),
        // SQLite hides the cause of these: ask the disk itself.
        Some(ErrorCode::SystemIoFailure | ErrorCode::CannotOpen | ErrorCode::ReadOnly) => {
            match path.parent().and_then(disk::refuses) {
                Some(reason) => StoreError::DiskFull { path, reason },
                None => StoreError::Database { doing, path, source: Box::new(source) },
            }
        }
        _ => StoreError::Database { doing, path, source: Box::new(source) },
    }
}
