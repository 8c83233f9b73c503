//! Taking a session: what a person did, and what the screen showed, without what must not be written.
//!
//! Invariant: this crate knows no workflow, and neither a text nor a picture reaches [`Keep`] that was not judged first (SPEC L0.5).

mod backlog;
mod camera;
mod compose;
mod echo;
mod hotkey;
mod judge;
mod keep;
mod mask;
mod patterns;
mod privacy;
mod reading;
mod recorder;
mod scribe;
mod sign;
mod tap;

pub use keep::{Keep, KeepError};
pub use mask::PAINT;
pub use patterns::{BadPattern, Patterns};
pub use privacy::{BadSettings, Privacy, Settings};
pub use reading::{Reading, TextReader};
pub use recorder::{Ended, RecordError, Recorder, Status};
