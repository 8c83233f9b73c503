//! Many seeds, on all cores, counted together. What is played does not depend on how many cores there are.

use crate::drive::{How, Played, play};
use crate::tally::Tally;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// What came of many seeds.
#[derive(Clone, Debug, Default)]
pub struct Sum {
    /// Runs.
    pub runs: u64,
    /// Actions in them.
    pub steps: u64,
    /// Runs without drift and faults, and how many of them ended verified.
    pub healthy: (u64, u64),
    /// What came up.
    pub tally: Tally,
    /// Seeds for which something does not hold, with what.
    pub failed: Vec<(u64, Vec<String>)>,
    /// Healthy seeds that were not verified, with why.
    pub unwell: Vec<(u64, String)>,
}

impl Sum {
    fn take(&mut self, played: Played) {
        self.runs += 1;
        self.steps += played.steps;
        self.tally.join(&played.tally);
        if played.healthy {
            self.healthy.0 += 1;
            match played.outcome {
                Some(lea_model::run::RunOutcome::Verified) => self.healthy.1 += 1,
                other => self.unwell.push((played.seed, format!("{other:?} {}", played.why))),
            }
        }
        if !played.problems.is_empty() {
            self.failed.push((played.seed, played.problems));
        }
    }

    fn join(&mut self, other: Self) {
        self.runs += other.runs;
        self.steps += other.steps;
        self.healthy = (self.healthy.0 + other.healthy.0, self.healthy.1 + other.healthy.1);
        self.tally.join(&other.tally);
        self.failed.extend(other.failed);
        self.unwell.extend(other.unwell);
        self.failed.sort_by_key(|(seed, _)| *seed);
        self.unwell.sort_by_key(|(seed, _)| *seed);
    }
}

/// Seeds that are played before it is asked again whether that is enough.
const BLOCK: u64 = 256;

/// Plays seeds from `first` on until `steps` actions were taken, on `cores` threads.
pub fn batch(first: u64, steps: u64, cores: usize, how: How) -> Sum {
    let mut sum = Sum::default();
    let mut from = first;
    // A block for each few hundred steps where little is asked for.
    let block = BLOCK.min(steps / 40 + 1);
    while sum.steps < steps {
        let next = AtomicU64::new(from);
        let part = Mutex::new(Sum::default());
        std::thread::scope(|scope| {
            for _ in 0..cores.max(1) {
                scope.spawn(|| {
                    loop {
                        let seed = next.fetch_add(1, Ordering::Relaxed);
                        if seed >= from + block {
                            break;
                        }
                        let played = play(seed, how);
                        part.lock().unwrap_or_else(|e| e.into_inner()).take(played);
                    }
                });
            }
        });
        sum.join(part.into_inner().unwrap_or_else(|e| e.into_inner()));
        from += block;
    }
    sum
}
