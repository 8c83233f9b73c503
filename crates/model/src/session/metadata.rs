//! How a recording itself went: what it cost, and when nothing was recorded (SPEC L0.2, L0.5).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::lenient::{Extra, null_is_default};

/// How a recording went.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct SessionMetadata {
    /// What recording cost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub performance: Option<Performance>,
    /// When nothing was recorded (an addition of Lea's).
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "null_is_default")]
    pub gaps: Vec<Gap>,
    /// What a crash or a power cut took from the recording (an addition of Lea's).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recovered: Option<Recovered>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

/// What recording cost.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Performance {
    /// Percent of one core, on average.
    pub overhead_cpu_pct: f64,
    /// Frames kept.
    pub frames: u64,
    /// Bytes written.
    pub bytes: u64,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

/// What a crash or a power cut took from a recording.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Recovered {
    /// Screenshots that the recording mentions and that are not there.
    pub lost_screenshots: Vec<String>,
    /// Bytes of a last line that was not written whole.
    pub torn_bytes: u64,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

/// A stretch of the session during which nothing was recorded.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["from", "to", "reason"]))]
pub struct Gap {
    /// First second, since the session began.
    pub from: f64,
    /// Last second.
    pub to: f64,
    /// Why: `private`, `excluded`, `locked`, `disk_full`, …
    pub reason: String,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}
