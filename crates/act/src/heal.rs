//! Healing (SPEC ACT.4): retries relax who is a candidate, never what is accepted; every attempt is recorded; the level is a local of
//! one step, so it is 0 again whatever happened.

use crate::settings::Heal;
use lea_model::run::{Criteria, HealingAttempt, HealingStrategy, Resolution};
use lea_recognize::Level;
use std::time::Duration;

/// The attempts at one step. It begins at level 0, and goes with the step.
#[derive(Clone, Debug, Default)]
pub struct Healing {
    /// The level of the next attempt.
    attempt: u32,
    /// What was tried.
    pub attempts: Vec<HealingAttempt>,
}

impl Healing {
    /// The level of the attempt that comes.
    pub fn attempt(&self) -> u32 {
        self.attempt
    }

    /// The profile of the attempt that comes.
    pub fn level(&self) -> Level {
        sound(Level::of(self.attempt))
    }

    /// What a resolution on this level carries.
    pub fn resolution(&self) -> Resolution {
        let level = self.level();
        Resolution {
            healing_attempt: self.attempt,
            healing_profile: self.attempt.min(2),
            role_aliases_used: level.expand_roles,
            fuzzy_threshold_used: level.min_ratio,
            spatial_padding_used: level.pad_mul,
        }
    }

    /// Writes an attempt down.
    pub fn record(&mut self, success: bool, strategy: HealingStrategy, duration_ms: f64, now: &str) {
        self.attempts.push(HealingAttempt {
            attempt_level: self.attempt,
            success,
            strategy_used: strategy,
            original_criteria: criteria(Level::STRICT),
            relaxed_criteria: criteria(self.level()),
            duration_ms,
            timestamp: now.to_owned(),
        });
    }

    /// How long to wait before the next attempt, which is one level up; none where all are spent.
    pub fn relax(&mut self, numbers: &Heal) -> Option<Duration> {
        if self.attempt >= numbers.retries {
            return None;
        }
        let wait = backoff(numbers, self.attempt);
        self.attempt += 1;
        Some(wait)
    }

    /// All that was tried, in a sentence.
    pub fn told(&self) -> String {
        let tried: Vec<String> = self
            .attempts
            .iter()
            .map(|a| {
                let c = &a.relaxed_criteria;
                let how = serde_json::to_value(a.strategy_used).ok();
                let how = how.as_ref().and_then(|v| v.as_str()).unwrap_or_default();
                format!(
                    "level {} ({how}, labels from {:.2}, {:.1} × around)",
                    a.attempt_level, c.min_ratio, c.pad_mul
                )
            })
            .collect();
        format!("tried {}", tried.join("; "))
    }
}

/// What the next attempt relies on.
pub fn strategy(attempt: u32) -> HealingStrategy {
    match attempt {
        0 => HealingStrategy::Timing,
        1 => HealingStrategy::Semantic,
        _ => HealingStrategy::Spatial,
    }
}

/// How long to wait before retry `attempt`: it doubles each time (H6).
pub fn backoff(numbers: &Heal, attempt: u32) -> Duration {
    Duration::from_millis(numbers.backoff_ms.saturating_mul(1 << attempt.min(6)))
}

fn criteria(level: Level) -> Criteria {
    Criteria { min_ratio: level.min_ratio, pad_mul: level.pad_mul, expand_roles: level.expand_roles }
}

/// A profile that makes no sense falls back to the strict one.
fn sound(level: Level) -> Level {
    let is_sound = (0.5..=1.0).contains(&level.min_ratio) && (1.0..=3.0).contains(&level.pad_mul);
    if is_sound { level } else { Level::STRICT }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn h2_h6_h7_attempts_go_up_one_level_each_wait_twice_as_long_and_are_all_recorded() {
        let numbers = Heal { retries: 3, backoff_ms: 100 };
        let mut healing = Healing::default();
        let mut waits = Vec::new();
        loop {
            healing.record(false, strategy(healing.attempt()), 0.1, "now");
            match healing.relax(&numbers) {
                Some(wait) => waits.push(wait.as_millis()),
                None => break,
            }
        }
        assert_eq!(waits, [100, 200, 400]);
        let levels: Vec<u32> = healing.attempts.iter().map(|a| a.attempt_level).collect();
        assert_eq!(levels, [0, 1, 2, 3]);
        assert_eq!(healing.attempts[2].relaxed_criteria.min_ratio, 0.72);
        assert_eq!(Healing::default().attempt(), 0, "the next step begins at level 0");
        assert!(healing.told().contains("level 3"));
    }

    #[test]
    fn a_profile_that_makes_no_sense_falls_back_to_the_strict_one() {
        assert_eq!(sound(Level { min_ratio: 0.1, ..Level::STRICT }), Level::STRICT);
        assert_eq!(sound(Level { pad_mul: f64::NAN, ..Level::STRICT }), Level::STRICT);
        assert_eq!(sound(Level::of(2)), Level::of(2));
    }

    #[test]
    fn defaults_are_two_retries_from_half_a_second() {
        assert_eq!(Heal::default(), Heal { retries: 2, backoff_ms: 500 });
    }
}
