//! Where a screen state comes from, and what it says to people (SPEC L1.2, L1.4, L1.5).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::geometry::Rect;
use crate::lenient::{Extra, null_is_default};
use crate::session::{EventType, SemanticRole};

/// The events around a screen state.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["session_id", "screenshot_id"]))]
pub struct Source {
    /// The session.
    pub session_id: String,
    /// The screenshot all levels speak of.
    pub screenshot_id: String,
    /// The episode.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub segment_id: Option<String>,
    /// The events that happened on it.
    #[serde(deserialize_with = "null_is_default")]
    pub event_ids: Vec<u64>,
    /// The event it was taken for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trigger_event: Option<TriggerEvent>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

/// The event a screen state was taken for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TriggerEvent {
    /// Its index in the session.
    pub event_id: u64,
    /// What happened.
    #[serde(rename = "type")]
    pub event_type: EventType,
    /// What it meant, or the role of what it was done to.
    #[serde(default)]
    pub role: Option<TriggerRole>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

/// What the event of a screen state meant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "a role")]
pub enum TriggerRole {
    /// What it meant.
    Meaning(SemanticRole),
    /// The role of the element it was done to, as the earlier system wrote it.
    Element(String),
}

/// A screen state in words.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct StateDebug {
    /// One sentence a person can read.
    #[serde(deserialize_with = "null_is_default")]
    pub summary: String,
    /// What matters on it.
    #[serde(deserialize_with = "null_is_default")]
    pub key_elements: Vec<String>,
    /// What is odd about it.
    #[serde(deserialize_with = "null_is_default")]
    pub anomalies: Vec<String>,
    /// What wrote the sentence.
    #[serde(deserialize_with = "null_is_default")]
    pub generated_by: String,
    /// How long that took.
    #[serde(deserialize_with = "null_is_default")]
    pub generation_time_ms: f64,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

/// A region of interest.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["bbox"]))]
pub struct Roi {
    /// Where it is.
    pub bbox: Rect,
    /// Why it is looked at.
    #[serde(deserialize_with = "null_is_default")]
    pub reason: String,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}
