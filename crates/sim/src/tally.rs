//! Counting what came up, so that a test can say that it did.

use std::collections::BTreeMap;

/// Counts by name.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    counts: BTreeMap<String, u64>,
}

impl Tally {
    /// It came up.
    pub fn hit(&mut self, name: &str) {
        self.add(name, 1);
    }

    /// It came up so often.
    pub fn add(&mut self, name: &str, times: u64) {
        match self.counts.get_mut(name) {
            Some(count) => *count += times,
            None => {
                self.counts.insert(name.to_owned(), times);
            }
        }
    }

    /// How often it came up.
    pub fn of(&self, name: &str) -> u64 {
        self.counts.get(name).copied().unwrap_or(0)
    }

    /// Adds what another counted.
    pub fn join(&mut self, other: &Self) {
        other.counts.iter().for_each(|(name, n)| self.add(name, *n));
    }

    /// All counts, by name.
    pub fn all(&self) -> impl Iterator<Item = (&str, u64)> {
        self.counts.iter().map(|(name, n)| (name.as_str(), *n))
    }
}
