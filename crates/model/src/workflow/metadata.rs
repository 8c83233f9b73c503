//! How a workflow was learnt, and what learning could not tell.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::SelfTest;
use crate::lenient::{Extra, is_false, null_is_default};

/// How a workflow was learnt.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct WorkflowMetadata {
    /// The sessions it was learnt from (an addition of Lea's).
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "null_is_default")]
    pub sessions: Vec<String>,
    /// How many demonstrations it was learnt from (an addition of Lea's).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub demonstrations: Option<u64>,
    /// These are too few to tell what varies from what stays (an addition of Lea's).
    #[serde(skip_serializing_if = "is_false", deserialize_with = "null_is_default")]
    pub few_demonstrations: bool,
    /// What learning could not tell and nobody has answered (an addition of Lea's).
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "null_is_default")]
    pub questions: Vec<OpenQuestion>,
    /// How it did on the films of its own demonstrations (an addition of Lea's).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub self_test: Option<SelfTest>,
    /// The version of a workflow of the earlier system, which was a text such as `1.2.0`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version_label: Option<String>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

impl WorkflowMetadata {
    /// Nothing is known.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// A question of learning that nobody has answered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct OpenQuestion {
    /// The same question has the same id when it comes up again.
    pub id: String,
    /// What is asked.
    pub text: String,
    /// The answers there are.
    pub choices: Vec<OpenChoice>,
    /// What is done about it as long as nobody answers: one of the choices.
    pub meanwhile: String,
    /// A picture to it, a path inside the workflow's folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

/// An answer that can be given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct OpenChoice {
    /// What is kept.
    pub value: String,
    /// What is read.
    pub text: String,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}
