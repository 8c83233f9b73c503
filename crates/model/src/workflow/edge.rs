//! Edges: the actions that lead from node to node (SPEC L4.3).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    ANY_NODE, Action, Check, Condition, DEFAULT_ERROR_MIN_SIMILARITY, DEFAULT_MIN_SIMILARITY, Loop,
    PreCondition, RecordMark,
};
use crate::lenient::{Extra, is_false, null_is_default};

/// How long a post-condition may take to come true, unless it says otherwise.
const DEFAULT_TIMEOUT_SECONDS: f64 = 5.0;

/// An action that leads from one screen to the next.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["edge_id", "from_node", "to_node", "action"]))]
pub struct Edge {
    /// `E1_<name>`.
    pub edge_id: String,
    /// Where it begins; `ANY` stands for every node that has no way of its own left.
    pub from_node: String,
    /// Where it leads.
    pub to_node: String,
    /// Among edges that apply the highest goes first; error edges have -1.
    #[serde(deserialize_with = "null_is_default")]
    pub priority: i32,
    /// What sets it off other than its turn: `unexpected_screen`, where the run is on a screen that is none of the task, or on a node
    /// that was not expected and has no way of its own. Any other sets nothing off.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trigger: Option<String>,
    /// What to do; null where the screen changes by itself.
    pub action: Option<Action>,
    /// When it applies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition>,
    /// What it is repeated for.
    #[serde(rename = "loop", skip_serializing_if = "Option::is_none")]
    pub repeat: Option<Loop>,
    /// Why it is done, in one sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intention: Option<String>,
    /// What should be seen afterwards, in one sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_result: Option<String>,
    /// What it changes outside the screen.
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "null_is_default")]
    pub effects: Vec<Effect>,
    /// What must hold before and after.
    #[serde(deserialize_with = "null_is_default")]
    pub constraints: Constraints,
    /// What must come true afterwards, and how soon.
    #[serde(deserialize_with = "null_is_default")]
    pub post_conditions: PostConditions,
    /// Which record it changes; missing where nobody marked it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record: Option<RecordMark>,
    /// It is done once, before the turns of a loop (an addition of Lea's).
    #[serde(skip_serializing_if = "is_false", deserialize_with = "null_is_default")]
    pub once: bool,
    /// It was seen in few demonstrations: in how many (an addition of Lea's).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rare: Option<Frequency>,
    /// What came of it.
    #[serde(deserialize_with = "null_is_default")]
    pub stats: EdgeStats,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

impl Edge {
    /// It begins at every node.
    pub fn is_from_any(&self) -> bool {
        self.from_node == ANY_NODE
    }
}

/// In how many of the demonstrations something was seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Frequency {
    /// Demonstrations that had it.
    pub seen: u64,
    /// All demonstrations that could have had it.
    pub of: u64,
}

impl Frequency {
    /// More than half had it.
    pub fn is_usual(self) -> bool {
        self.seen.saturating_mul(2) > self.of
    }
}

/// Something an edge changes outside the screen. What it may reach comes from the machine (SPEC L4.11).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["type"]))]
pub struct Effect {
    /// What kind of effect: `file_exists`, `http_get` or `sql_count`; an open set.
    #[serde(rename = "type")]
    pub effect_type: String,
    /// What that kind needs.
    #[serde(deserialize_with = "null_is_default")]
    pub parameters: EffectParameters,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

/// What an effect is looked for by; which fields matter depends on its type. Texts may name variables.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct EffectParameters {
    /// `file_exists`: the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// `http_get`: the address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// `http_get`: the status that must come back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u32>,
    /// `file_exists` and `http_get`: what the file or the answer must hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contains: Option<String>,
    /// `sql_count`: the name of the database.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub database: Option<String>,
    /// `sql_count`: the query that counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub query: Option<String>,
    /// `sql_count`: the count there must be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub equals: Option<f64>,
    /// `sql_count`: the count there must be at least.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<f64>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

/// What must hold before and after.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Constraints {
    /// How long to wait for the pre-conditions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_delay_seconds: Option<f64>,
    /// Checks before the action, or before a part of it.
    #[serde(deserialize_with = "null_is_default")]
    pub pre_conditions: Vec<PreCondition>,
    /// Checks after it.
    #[serde(deserialize_with = "null_is_default")]
    pub post_conditions: Vec<Check>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

/// What must come true after the action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct PostConditions {
    /// The node to be on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_node: Option<String>,
    /// The least score with which the screen must match that node, within 0..1. The score is that of matching (window, texts,
    /// elements, likeness), as the journal shows it. It can only ask for more than matching does. The defaults 0.85 and, into
    /// an error node, 0.75 ask for nothing more: every document has them, and a screen that drifted scores less and is still the node.
    pub min_similarity: f64,
    /// How long that may take.
    pub timeout_seconds: f64,
    /// What must hold then.
    #[serde(deserialize_with = "null_is_default")]
    pub checks: Vec<Check>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

impl Default for PostConditions {
    fn default() -> Self {
        Self {
            expected_node: None,
            min_similarity: DEFAULT_MIN_SIMILARITY,
            timeout_seconds: DEFAULT_TIMEOUT_SECONDS,
            checks: Vec::new(),
            extra: Extra::new(),
        }
    }
}

impl PostConditions {
    /// The score that somebody asked for; none where it is one of the defaults, which nobody chose.
    pub fn asked_similarity(&self) -> Option<f64> {
        let is_default = |default: f64| (self.min_similarity - default).abs() < f64::EPSILON;
        let defaults = [DEFAULT_MIN_SIMILARITY, DEFAULT_ERROR_MIN_SIMILARITY];
        (!defaults.into_iter().any(is_default)).then_some(self.min_similarity)
    }

    /// A screen that matched the expected node with this score is similar enough.
    pub fn is_similar(&self, score: f64) -> bool {
        self.asked_similarity().is_none_or(|least| score >= least)
    }
}

/// What came of an edge.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct EdgeStats {
    /// Times a person did it.
    pub manual_executions: u64,
    /// Times it was done with Lea's advice.
    pub assist_executions: u64,
    /// Times Lea did it.
    pub auto_executions: u64,
    /// Times it worked.
    pub success_count: u64,
    /// Times it did not.
    pub failure_count: u64,
    /// How long it takes on average.
    pub avg_execution_time_ms: f64,
    /// Failures since it last worked (an addition of Lea's).
    #[serde(deserialize_with = "null_is_default")]
    pub consecutive_failures: u32,
    /// It failed more than 3 times running (an addition of Lea's).
    #[serde(skip_serializing_if = "is_false")]
    pub problematic: bool,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_similarity_that_somebody_chose_asks_for_more_than_matching() {
        let with = |min_similarity| PostConditions { min_similarity, ..PostConditions::default() };
        assert!(PostConditions::default().is_similar(0.5), "every document has the default");
        assert!(with(0.75).is_similar(0.5), "as every edge into an error node of the earlier system");
        assert!(with(0.9).is_similar(0.9) && !with(0.9).is_similar(0.89));
        assert!(with(0.7).is_similar(0.71) && !with(0.7).is_similar(0.6));
    }
}
