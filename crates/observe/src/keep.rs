//! Where a recording goes: a store, behind a few verbs.

use lea_frame::Frame;
use lea_model::{Event, Gap};
use std::time::Duration;

/// Why something could not be kept.
#[derive(Debug, thiserror::Error)]
pub enum KeepError {
    /// There is no room left: the recording ends, and what was kept stays.
    #[error("no room left: {0}")]
    Full(String),
    /// Anything else.
    #[error("{0}")]
    Failed(String),
}

/// Keeps what a recording hands over. What arrives here may be written as it is.
pub trait Keep {
    /// Keeps an event; they come in the order of their numbers.
    fn event(&mut self, event: &Event) -> Result<(), KeepError>;

    /// Replaces an event kept before by a more complete one with the same number.
    fn amend(&mut self, event: &Event) -> Result<(), KeepError>;

    /// Keeps a picture taken `t` after the start; says how many bytes it took.
    fn screenshot(&mut self, id: &str, frame: Frame<'_>, t: Duration) -> Result<u64, KeepError>;

    /// Notes a time in which nothing was recorded.
    fn gap(&mut self, gap: &Gap) -> Result<(), KeepError>;
}
