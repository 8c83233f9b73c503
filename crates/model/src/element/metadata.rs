//! Where an element is in the structure of its screen, and what it holds.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::lenient::Extra;

/// Where an element is in the structure of its screen, and what it holds (additions of Lea's).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ElementMetadata {
    /// The element it is in, by its id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
    /// The row of its table that it is, or is in; 0 is the header.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row: Option<u64>,
    /// The column of its table that it is in, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u64>,
    /// What a field holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// What an empty field says about what belongs there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placeholder: Option<String>,
    /// The colour of its letters, `#rrggbb`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ink: Option<String>,
    /// What is particular to its source.
    #[serde(flatten)]
    pub extra: Extra,
}

impl ElementMetadata {
    /// Nothing is known.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
