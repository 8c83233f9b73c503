//! Layout and content apart (SPEC L1.3).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::lenient::{Extra, null_is_default};

/// What stays the same when names, amounts or the number of rows change.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["hash", "method"]))]
pub struct LayoutSignature {
    /// A quick key; structural comparison is the test.
    pub hash: String,
    /// How it was computed, with its version.
    pub method: String,
    /// What it was computed from.
    #[serde(deserialize_with = "null_is_default")]
    pub components: LayoutComponents,
    /// How well it held over the states seen, within 0..1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stability_score: Option<f64>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

/// What a layout signature is computed from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct LayoutComponents {
    /// What contains what.
    #[serde(deserialize_with = "null_is_default")]
    pub ui_topology: String,
    /// What is where, coarsely.
    #[serde(deserialize_with = "null_is_default")]
    pub spatial_layout: String,
    /// The types of elements present.
    #[serde(deserialize_with = "null_is_default")]
    pub element_types: Vec<String>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

/// What a screen says, apart from how it is laid out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["hash"]))]
pub struct ContentSignature {
    /// Changes with the content.
    pub hash: String,
    /// Fields whose content varies.
    #[serde(deserialize_with = "null_is_default")]
    pub variable_fields: Vec<String>,
    /// Fields whose content stays.
    #[serde(deserialize_with = "null_is_default")]
    pub static_fields: Vec<String>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}
