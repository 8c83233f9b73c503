//! Maturity: how far a workflow has come, and what the next step takes (SPEC L4.1, LEARN.3).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::lenient::{Extra, null_is_default};

/// How far a workflow has matured.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum LearningState {
    /// It is watched.
    #[default]
    Observation,
    /// It advises.
    Coaching,
    /// It may run, confirmed step by step.
    AutoCandidate,
    /// It may run. `AUTO_CONFIRMÉ` is read too, composed or decomposed.
    #[serde(alias = "AUTO_CONFIRMÉ", alias = "AUTO_CONFIRME\u{301}")]
    AutoConfirmed,
}

/// Where a workflow stands and what it takes to go on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Learning {
    /// The same as `learning_state` of the workflow.
    pub state: LearningState,
    /// What the next step takes.
    #[serde(deserialize_with = "null_is_default")]
    pub thresholds: Thresholds,
    /// How far it is.
    #[serde(deserialize_with = "null_is_default")]
    pub progression: Progression,
    /// What had been counted when it came to its state; only what came later counts towards the next (an addition of
    /// Lea's).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<Since>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

/// What had been counted when a workflow came to its state.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Since {
    /// When, RFC 3339.
    pub at: String,
    /// Assisted runs by then.
    pub assist_runs: u64,
    /// Those that succeeded.
    pub assist_successes: u64,
    /// Runs as a candidate by then.
    pub auto_candidate_runs: u64,
    /// Those that succeeded.
    pub auto_candidate_successes: u64,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

/// What it takes to go to the next state, or to fall back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Thresholds {
    /// Observed runs, to COACHING.
    pub min_observed_runs_for_coaching: u32,
    /// Average similarity, to COACHING.
    pub min_avg_similarity_for_coaching: f64,
    /// Assisted runs, to AUTO_CANDIDATE.
    pub min_assist_runs_for_auto_candidate: u32,
    /// Their success rate, to AUTO_CANDIDATE.
    pub min_success_rate_for_auto_candidate: f64,
    /// Candidate runs, to AUTO_CONFIRMED (which a person approves).
    pub min_auto_candidate_runs_for_auto_confirmed: u32,
    /// Their success rate, to AUTO_CONFIRMED.
    pub min_success_rate_for_auto_confirmed: f64,
    /// Below this `recent_confidence` it falls back to COACHING.
    pub min_recent_confidence: f64,
    /// How many runs `recent_confidence` is the mean of.
    pub recent_runs: u32,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

impl Default for Thresholds {
    fn default() -> Self {
        Self {
            min_observed_runs_for_coaching: 5,
            min_avg_similarity_for_coaching: 0.90,
            min_assist_runs_for_auto_candidate: 10,
            min_success_rate_for_auto_candidate: 0.90,
            min_auto_candidate_runs_for_auto_confirmed: 20,
            min_success_rate_for_auto_confirmed: 0.95,
            min_recent_confidence: 0.90,
            recent_runs: 10,
            extra: Extra::new(),
        }
    }
}

/// How far a workflow is on the way to its next state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Progression {
    /// Where it is.
    pub current_phase: LearningState,
    /// How far, within 0..100.
    pub progress_percent: f64,
    /// What comes next; null at the end.
    pub next_phase: Option<LearningState>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

impl Default for Progression {
    fn default() -> Self {
        Self {
            current_phase: LearningState::Observation,
            progress_percent: 0.0,
            next_phase: Some(LearningState::Coaching),
            extra: Extra::new(),
        }
    }
}
