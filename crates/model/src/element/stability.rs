//! The same thing across states (SPEC L2.4).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::lenient::{Extra, null_is_default};

/// How an element was seen over time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct StabilityTracking {
    /// When it was seen first, RFC 3339.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_seen: Option<String>,
    /// When it was seen last, RFC 3339.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_seen: Option<String>,
    /// In how many states it was seen.
    pub appearance_count: u64,
    /// How much its place varies, in square pixels.
    pub position_variance: f64,
    /// The labels it had.
    #[serde(deserialize_with = "null_is_default")]
    pub label_variants: Vec<String>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}
