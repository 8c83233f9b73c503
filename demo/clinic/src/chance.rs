//! Chance from a seed: the same seed gives the same application, the same faults and the same person.

/// A stream of numbers that look random and are not (SplitMix64; Steele, Lea and Flood, OOPSLA 2014).
#[derive(Clone, Debug)]
pub struct Chance {
    state: u64,
}

impl Chance {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// A stream of its own for a purpose, so that one more draw here does not change what happens there.
    pub fn of(seed: u64, purpose: &str) -> Self {
        // FNV-1a: the names are ours, nobody attacks them.
        let mixed = purpose
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325, |hash: u64, b| (hash ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3));
        Self { state: seed ^ mixed }
    }

    /// The next number.
    pub fn draw(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `end`; 0 where `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        // The remainder favours small numbers by less than one in 2^40 here.
        usize::try_from(self.draw() % (end.max(1) as u64)).unwrap_or(0)
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        let span = high.saturating_sub(low).max(0).unsigned_abs().saturating_add(1);
        low.saturating_add(i64::try_from(self.draw() % span).unwrap_or(0))
    }

    /// A number from 0 up to 1.
    pub fn share(&mut self) -> f64 {
        (self.draw() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Whether something of this probability happens now.
    pub fn happens(&mut self, probability: f64) -> bool {
        self.share() < probability
    }

    /// One of them.
    ///
    /// # Panics
    /// If there are none.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// Puts them into another order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_numbers_and_another_purpose_others() {
        let some = |mut c: Chance| (0..8).map(|_| c.draw()).collect::<Vec<_>>();
        assert_eq!(some(Chance::of(7, "typos")), some(Chance::of(7, "typos")));
        assert_ne!(some(Chance::of(7, "typos")), some(Chance::of(7, "pauses")));
        assert_ne!(some(Chance::new(7)), some(Chance::new(8)));
    }

    #[test]
    fn numbers_stay_within_their_bounds() {
        let mut chance = Chance::new(1);
        for _ in 0..1000 {
            assert!(chance.below(3) < 3);
            assert!((-2..=2).contains(&chance.between(-2, 2)));
            assert!((0.0..1.0).contains(&chance.share()));
        }
        assert_eq!(chance.below(0), 0);
        assert_eq!(chance.between(5, 1), 5);
        let mut items = [1, 2, 3, 4, 5];
        chance.shuffle(&mut items);
        items.sort_unstable();
        assert_eq!(items, [1, 2, 3, 4, 5]);
    }
}
