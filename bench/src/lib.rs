//! What the two benches share: figures and their report, a desk with real applications, and somebody who works at it.

pub mod desk;
pub mod figure;
pub mod machine;
pub mod paint;
pub mod peer;
pub mod person;
pub mod process;
pub mod recording;
pub mod report;
pub mod session;

/// Whatever went wrong: a bench has no caller who could tell errors apart.
pub type Outcome<T = ()> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// Numbers that look random and are the same on every run (xorshift64*): nothing here needs better ones.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// Dice that always fall the same way for the same seed.
    pub fn of(seed: u64) -> Self {
        // Spreads the bits of small seeds, and is never 0 but for 0.
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).max(1))
    }

    /// A number from `low` to `high`, both included.
    pub fn roll(&mut self, low: u64, high: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        low + (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % (high - low + 1)
    }
}
