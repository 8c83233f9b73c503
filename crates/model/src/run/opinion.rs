//! What a model was asked and said (SPEC ACT.3 THINK, ACT.6 the critic, L4.4 `analyze_text`).

use serde::{Deserialize, Serialize};

/// What a model is asked about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OpinionOn {
    /// Where a target is.
    #[default]
    Think,
    /// Whether a step did what it should.
    Critic,
    /// What a text says.
    Analyze,
}

/// What a model said, and what came of it: advice is evidence, and is written down whether it was taken or not.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Opinion {
    /// What it was asked about.
    pub on: OpinionOn,
    /// The model.
    pub model: String,
    /// Its answer, shortened and without secrets; empty where there was none.
    pub answer: String,
    /// How long it took, in milliseconds.
    pub elapsed_ms: f64,
    /// What came of it: that it was taken, or why it was not.
    pub came_of: String,
}
