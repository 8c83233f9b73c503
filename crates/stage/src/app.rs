//! An application on the stage.

use crate::StageError;
use crate::process::Process;
use std::process::ExitStatus;
use std::time::Duration;

/// A running application. Dropping it ends it, with everything it started; [`crate::Stage::keep`] leaves it
/// running for as long as the stage stands.
#[derive(Debug)]
#[must_use = "an application ends when its App is dropped; hand it to Stage::keep to leave it running"]
pub struct App {
    pub(crate) process: Process,
}

impl App {
    /// Its process id, which is also that of its process group.
    pub fn pid(&self) -> u32 {
        self.process.pid()
    }

    /// The program it was started from.
    pub fn program(&self) -> &str {
        &self.process.name
    }

    /// Whether it is still there.
    pub fn is_running(&mut self) -> bool {
        self.process.ended().is_none()
    }

    /// Waits until it ends by itself, and says how; [`StageError::TimedOut`] if it does not within `limit`.
    pub fn wait_for_exit(&mut self, limit: Duration) -> Result<ExitStatus, StageError> {
        self.process.wait(limit)
    }

    /// All it has written to standard output so far.
    pub fn output(&self) -> String {
        self.process.output()
    }

    /// All it has written to standard error so far.
    pub fn errors(&self) -> String {
        self.process.errors()
    }
}
