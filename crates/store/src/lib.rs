//! Keeping it: sessions by day, frames as tiles that are kept once, on one machine.
//!
//! ```text
//! frames.db                                      tiles, frames, and which session uses which tile (SQLite, WAL)
//! sessions/2026-11-15/sess_…/session.log         while it is recorded: JSON lines, locked by the recorder
//! sessions/2026-11-15/sess_…/session.json        afterwards: rawsession_v1
//! sessions/2026-11-15/sess_…/ballast, /ballast   room that is given up when the disk is full
//! vectors/                                       fingerprints of screens: see [`vectors`]
//! workflows/WF_…/                                workflows as folders: see [`workflows`]
//! runs/2026-11-15/run_…/                         what runs did, step by step: see [`runs`]
//! audit/                                         who did what, in a chain of hashes: see [`audit`]
//! secrets/NAME.secret                            credentials, encrypted; the key is kept elsewhere
//! ```
//!
//! What was acknowledged survives `kill -9`, and a power cut but for the last second. Folders are 0700 and
//! files 0600 whatever the umask. Several processes may use one store.
//!
//! Invariant: this crate knows nothing of meaning. Secrets were taken out of recordings before anything comes here.

mod append;
pub mod audit;
mod db;
mod disk;
mod error;
mod frames;
mod keeper;
mod layout;
mod list;
mod log;
mod replay;
mod retention;
pub mod runs;
mod secrets;
mod store;
mod summary;
mod sync;
pub mod vectors;
mod who;
pub mod workflows;
mod writer;

pub use audit::{Anchors, Audit, AuditFilter, Broken, Checked, Finding, Suspect, Verified};
pub use error::{Refusal, Result, StoreError};
pub use frames::FrameTime;
pub use keeper::Kept;
pub use retention::{Freed, Usage};
pub use runs::{RunLog, RunScreens, RunState, RunSummary, RunWriter};
pub use secrets::{Secret, Secrets};
pub use store::Store;
pub use summary::{State, Summary};
pub use who::{machine, system_user};
pub use workflows::{Bundle, WorkflowSummary};
pub use writer::{SessionWriter, Written};

/// The example in the README works.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
