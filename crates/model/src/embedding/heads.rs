//! Heads: vectors of one screen for different purposes (SPEC L3.3).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Space;
use crate::lenient::Extra;

/// One vector of a screen that has several.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["space", "vector_id", "dimensions"]))]
pub struct Head {
    /// The space it lies in.
    pub space: Space,
    /// Its name in the store of vectors.
    pub vector_id: String,
    /// How many numbers it has.
    pub dimensions: u32,
    /// How long it took to compute.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub computation_time_ms: Option<f64>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}
