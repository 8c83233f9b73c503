//! A person's word to stop (SPEC ACT.15). The stop key, Ctrl-C and SIGTERM set one flag; whatever waits looks at it.

use crate::RobotError;
use signal_hook::consts::{SIGINT, SIGTERM};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// How often a wait looks at the flag: a quarter of the 200 ms after which nothing may be pressed.
pub(crate) const LOOK_EVERY: Duration = Duration::from_millis(50);

/// Whether a person said stop. It stays said.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

/// Why an answer did not come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unanswered {
    /// A person said stop.
    #[error("a person ended the run")]
    Stopped,
    /// The time was up.
    #[error("it took too long")]
    TimedOut,
    /// Whoever was asked is gone.
    #[error("asking it failed")]
    Gone,
}

impl Stop {
    /// The word that this flag stands for.
    pub fn new(flag: Arc<AtomicBool>) -> Self {
        Self(flag)
    }

    /// The flag, for who sets it or looks at it elsewhere.
    pub fn flag(&self) -> Arc<AtomicBool> {
        self.0.clone()
    }

    /// A person said stop.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }

    /// From now on Ctrl-C and SIGTERM set the flag instead of ending the process.
    pub fn heed_signals(&self) -> Result<(), RobotError> {
        for signal in [SIGINT, SIGTERM] {
            signal_hook::flag::register(signal, self.flag()).map_err(RobotError::Signals)?;
        }
        Ok(())
    }

    /// Waits for an answer from a thread until a deadline, or until a person says stop.
    pub fn wait_for<T>(&self, answer: &Receiver<T>, deadline: Instant) -> Result<T, Unanswered> {
        loop {
            if self.is_set() {
                return Err(Unanswered::Stopped);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Unanswered::TimedOut);
            }
            match answer.recv_timeout(left.min(LOOK_EVERY)) {
                Ok(answer) => return Ok(answer),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(Unanswered::Gone),
            }
        }
    }
}
