//! The numbers of a run; each is a configuration key with the default of the specification.

use crate::params::settings::{
    AROUND_PCT, BACKOFF_MS, CHANGED_LEVEL, CONTEXT_PCT, GLOBAL_PCT, LOCAL_PCT, MOST_RECOVERIES,
    MOST_REFLEXES, MOST_SECONDS, MOST_STEPS, RETRIES, SETTLE_SECONDS, UNKNOWN_SECONDS,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The numbers of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Pixel and semantic verification.
    pub verify: Verify,
    /// Retries of a search.
    pub heal: Heal,
    /// Actions a run takes at most.
    pub most_steps: u64,
    /// Seconds a run takes at most.
    pub most_seconds: f64,
    /// Seconds a screen may take to come to rest before it is looked at as it is.
    pub settle_seconds: f64,
    /// Seconds an unknown screen is waited on to become a known one.
    pub unknown_seconds: f64,
    /// Dialogs a run dismisses by reflex at most.
    pub most_reflexes: u32,
    /// Error screens a run recovers from at most.
    pub most_recoveries: u32,
    /// Texts that look like these never reach the disk as pixels (regular expressions).
    pub private_patterns: Vec<String>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            verify: Verify::default(),
            heal: Heal::default(),
            most_steps: MOST_STEPS,
            most_seconds: MOST_SECONDS,
            settle_seconds: SETTLE_SECONDS,
            unknown_seconds: UNKNOWN_SECONDS,
            most_reflexes: MOST_REFLEXES,
            most_recoveries: MOST_RECOVERIES,
            private_patterns: Vec::new(),
        }
    }
}

/// Verification (SPEC ACT.6).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Verify {
    /// A channel that changed by more levels makes its pixel a changed one.
    pub level: u8,
    /// A share of the screen, in per cent, from which on something happened.
    pub global_pct: f64,
    /// The same around the point.
    pub local_pct: f64,
    /// How far around the point reaches, as a share of the screen's sides, in per cent.
    pub around_pct: f64,
    /// From this share on the context changed.
    pub context_pct: f64,
}

impl Default for Verify {
    fn default() -> Self {
        Self {
            level: CHANGED_LEVEL,
            global_pct: GLOBAL_PCT,
            local_pct: LOCAL_PCT,
            around_pct: AROUND_PCT,
            context_pct: CONTEXT_PCT,
        }
    }
}

/// Healing (SPEC ACT.4).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Heal {
    /// Retries after the first attempt.
    pub retries: u32,
    /// Milliseconds before the first retry; doubled each time.
    pub backoff_ms: u64,
}

impl Default for Heal {
    fn default() -> Self {
        Self { retries: RETRIES, backoff_ms: BACKOFF_MS }
    }
}
