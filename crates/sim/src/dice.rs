//! Randomness from a seed: the same seed gives the same application, the same faults, the same run.

/// A stream of random numbers (SplitMix64: small, and good enough to choose by).
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d_4c95_7f2d)
    }

    /// Another stream that this one begins, so that what is drawn here does not change what is drawn there.
    pub fn fork(&mut self) -> Self {
        Self::new(self.roll())
    }

    /// The next number.
    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`, or 0.
    pub fn below(&mut self, n: usize) -> usize {
        if n == 0 { 0 } else { (self.roll() % n as u64) as usize }
    }

    /// A number within `from..=to`.
    pub fn between(&mut self, from: i32, to: i32) -> i32 {
        from + self.below((to - from + 1).max(1) as usize) as i32
    }

    /// A number within `from..to`.
    pub fn real(&mut self, from: f64, to: f64) -> f64 {
        from + (to - from) * (self.roll() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// True in so many of 100 cases.
    pub fn percent(&mut self, chance: u32) -> bool {
        self.below(100) < chance as usize
    }

    /// One of them.
    pub fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }

    /// Brings them into another order.
    pub fn shuffle<T>(&mut self, of: &mut [T]) {
        for i in (1..of.len()).rev() {
            of.swap(i, self.below(i + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_numbers_and_another_gives_others() {
        let (mut a, mut b, mut c) = (Dice::new(7), Dice::new(7), Dice::new(8));
        assert_eq!([a.roll(), a.roll()], [b.roll(), b.roll()]);
        assert_ne!(a.roll(), c.roll());
        assert!((0..1000).all(|_| (3..=5).contains(&a.between(3, 5))));
    }
}
