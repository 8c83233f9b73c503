//! Taking a session: what a person did, and what the screen showed, without what must not be written.
//!
//! Invariant: this crate knows no workflow, and nothing reaches [`Keep`] that was not judged first (SPEC L0.5).

mod camera;
mod compose;
mod hotkey;
mod judge;
mod keep;
mod mask;
mod patterns;
mod privacy;
mod recorder;
mod scribe;
mod sign;
mod tap;

pub use judge::{Judge, TitleJudge, Typed};
pub use keep::{Keep, KeepError};
pub use mask::PAINT;
pub use patterns::{BadPattern, Patterns};
pub use privacy::{BadSettings, Privacy, Settings};
pub use recorder::{Ended, RecordError, Recorder, Status};
