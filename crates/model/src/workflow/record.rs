//! Which record a step changes, and where that is seen (SPEC ACT.12).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::lenient::{Extra, null_is_default};

/// What a step that changes something changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RecordKind {
    /// A record that exists: its identity says which.
    Existing,
    /// A record that is made: its form is empty before, but for what was prefilled.
    New,
    /// No record.
    #[default]
    None,
}

/// Which record a step changes. The learner marks it, a person may change it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["kind"]))]
pub struct RecordMark {
    /// What kind of record.
    pub kind: RecordKind,
    /// The values that say which record it is, where they stood.
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "null_is_default")]
    pub identity: Vec<Identity>,
    /// Of a new record: parts of the edge, from 0, whose field was not empty before in every demonstration. All others were, and must be.
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "null_is_default")]
    pub prefilled: Vec<usize>,
    /// The person who decided it; missing where the learner did. What a person decided is not completed by what a run infers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decided_by: Option<String>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

/// A value that identifies a record, and where it stood on the screen of the step.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["variable"]))]
pub struct Identity {
    /// The variable; `row` is what tells the row of a loop.
    pub variable: String,
    /// The words left of or above it; missing where it stood alone, or is not shown on this screen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The words of its line, with `{}` for the value; missing where it stood alone in its line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}
