//! Real time.

use lea_act::world::Clock;
use std::time::{Duration, Instant};

/// Now, as stored times are written.
pub fn now() -> String {
    jiff::Zoned::now().strftime("%Y-%m-%dT%H:%M:%S%.3f%:z").to_string()
}

/// The clock of a run.
pub(crate) struct RealTime(Instant);

impl Default for RealTime {
    fn default() -> Self {
        Self(Instant::now())
    }
}

impl Clock for RealTime {
    fn seconds(&self) -> f64 {
        self.0.elapsed().as_secs_f64()
    }

    fn now(&self) -> String {
        now()
    }

    fn pause(&self, time: Duration) {
        std::thread::sleep(time);
    }
}
