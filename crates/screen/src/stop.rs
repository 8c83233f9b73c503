//! A person's word to stop, as hands and waits look for it.

use crate::{Result, ScreenError};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A wait looks this often whether it was told to stop: a tenth of the 200 ms in which everything is let go.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// Whether somebody said stop; nobody can where there is no flag.
#[derive(Clone, Debug, Default)]
pub struct Stop(pub Option<Arc<AtomicBool>>);

impl Stop {
    /// Goes on, or is interrupted.
    pub fn check(&self, screen: &str) -> Result<()> {
        match &self.0 {
            Some(flag) if flag.load(Ordering::SeqCst) => {
                Err(ScreenError::Interrupted { screen: screen.to_owned() })
            }
            _ => Ok(()),
        }
    }

    /// By when a wait that ends at `until` has to look at the flag again.
    pub fn look_by(&self, until: Instant) -> Instant {
        if self.0.is_some() { until.min(Instant::now() + LOOK_EVERY) } else { until }
    }

    /// Waits by the clock, unless it is interrupted.
    pub fn pause_until(&self, screen: &str, then: Instant) -> Result<()> {
        loop {
            self.check(screen)?;
            let Some(left) = self.look_by(then).checked_duration_since(Instant::now()) else {
                return Ok(());
            };
            std::thread::sleep(left);
        }
    }
}
