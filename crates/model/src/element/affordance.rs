//! What an element invites to do, and what came of doing it (SPEC L2.5).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::lenient::Extra;

/// What an element invites to do; every score is within 0..1.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ActionAffordance {
    /// It can be clicked.
    pub clickable_score: f64,
    /// It is the main thing to do here.
    pub primary_action_score: f64,
    /// Using it may do harm.
    pub dangerous_action_score: f64,
    /// What the scores rest on.
    pub factors: AffordanceFactors,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

/// What affordance scores rest on; each within 0..1.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct AffordanceFactors {
    /// How much it stands out.
    pub visual_prominence: f64,
    /// How much its place says.
    pub position_importance: f64,
    /// How clear its label is.
    pub label_clarity: f64,
    /// How much its colour says.
    pub color_significance: f64,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

/// What came of using an element.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct InteractionHistory {
    /// How often it was clicked.
    pub click_count: u64,
    /// The share that had the wanted effect.
    pub success_rate: f64,
    /// How long people looked at it before, on average; Lea does not measure it, and keeps what the earlier system wrote.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub avg_dwell_time_ms: Option<f64>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}
