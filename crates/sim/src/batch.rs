//! Many seeds, on all cores, counted together. What is played does not depend on how many cores there are.

use crate::drive::{How, Played, play};
use crate::tally::Tally;
use lea_model::run::RunOutcome;
use std::collections::BTreeMap;
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
    /// What came of each thing that makes a world hard.
    pub hard: BTreeMap<&'static str, Hardness>,
}

/// What came of the runs in which something hard was drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hardness {
    /// Runs.
    pub runs: u64,
    /// Those that ended verified.
    pub verified: u64,
    /// Those for which something does not hold.
    pub failed: u64,
    /// The first seed of them.
    pub first: Option<u64>,
}

impl Hardness {
    fn join(&mut self, other: Self) {
        self.runs += other.runs;
        self.verified += other.verified;
        self.failed += other.failed;
        self.first = self.first.into_iter().chain(other.first).min();
    }
}

impl Sum {
    fn take(&mut self, played: Played) {
        self.runs += 1;
        self.steps += played.steps;
        self.tally.join(&played.tally);
        let is_failed = !played.problems.is_empty();
        let this = Hardness {
            runs: 1,
            verified: u64::from(played.outcome == Some(RunOutcome::Verified)),
            failed: u64::from(is_failed),
            first: is_failed.then_some(played.seed),
        };
        played.hard.iter().for_each(|name| self.hard.entry(name).or_default().join(this));
        if played.healthy {
            self.healthy.0 += 1;
            match played.outcome {
                Some(RunOutcome::Verified) => self.healthy.1 += 1,
                other => self.unwell.push((played.seed, format!("{other:?} {}", played.why))),
            }
        }
        if is_failed {
            self.failed.push((played.seed, played.problems));
        }
    }

    fn join(&mut self, other: Self) {
        self.runs += other.runs;
        self.steps += other.steps;
        self.healthy = (self.healthy.0 + other.healthy.0, self.healthy.1 + other.healthy.1);
        self.tally.join(&other.tally);
        other.hard.iter().for_each(|(name, h)| self.hard.entry(name).or_default().join(*h));
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
