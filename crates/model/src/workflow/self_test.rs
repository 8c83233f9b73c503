//! How a workflow did on the films of its own demonstrations, each left out in turn (SPEC LEARN.1).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::lenient::{Extra, null_is_default};
use crate::run::Method;

/// What the self-test of a workflow found, before anything ran (an addition of Lea's).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct SelfTest {
    /// Demonstrations on whose films it was followed.
    pub demonstrations: u64,
    /// Of these, those that a graph learnt without them followed from the first act to the last.
    pub followed: u64,
    /// Of those that were not, those that the whole graph follows: with fewer demonstrations it would not have been learnt.
    pub followed_by_whole: u64,
    /// Why it is not offered for running: it cannot follow its own demonstrations, and this act is the trouble. Missing where it is offered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// Each step, in the order of the graph.
    #[serde(deserialize_with = "null_is_default")]
    pub steps: Vec<StepTest>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

/// What the self-test found of one step.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct StepTest {
    /// The edge it is a part of.
    pub edge: String,
    /// Which part, from 0.
    pub part: u64,
    /// What is done, in words.
    pub told: String,
    /// How often a demonstration that was left out came to it.
    pub tried: u64,
    /// How often it was found where the person had pressed, and its checks held.
    pub found: u64,
    /// How often a demonstration does it that could not be tested there: the recording does not show enough, or only that one does it.
    pub untested: u64,
    /// What found it, the most frequent first.
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "null_is_default")]
    pub evidence: Vec<Method>,
    /// How sure it is, within 0..1: how often it was found, by how much, and what told that it had worked. Missing where it was never tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sure: Option<f64>,
    /// Drifted screens on which it was looked for.
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "null_is_default")]
    pub drifted: Vec<Drift>,
    /// Those on which it was not found any more.
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "null_is_default")]
    pub lost_when: Vec<Drift>,
    /// What went wrong, each once.
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "null_is_default")]
    pub troubles: Vec<String>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

/// How a screen may look later than it was shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Drift {
    /// Light on dark.
    Dark,
    /// Everything is larger.
    Larger,
    /// Compressed with loss, as far screens are.
    Compressed,
    /// The window stands elsewhere.
    Moved,
}

impl Drift {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Dark, Self::Larger, Self::Compressed, Self::Moved];

    /// In a word.
    pub fn told(self) -> &'static str {
        match self {
            Self::Dark => "dark",
            Self::Larger => "larger",
            Self::Compressed => "compressed",
            Self::Moved => "moved",
        }
    }
}
