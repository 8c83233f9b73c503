//! Edges: the actions that lead from node to node (SPEC L4.3).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ANY_NODE, Action, Check, Condition, Effect, Loop, PreCondition, RecordMark, Risk};
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
    /// What sets it off other than its turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trigger: Option<Trigger>,
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
    /// Whether it is asked about; missing where nothing was proposed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub risk: Option<Risk>,
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

/// What sets an edge off other than its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Trigger {
    /// The run is on a screen that is none of the task, or on a node that was not expected and has no edge of its own left.
    UnexpectedScreen,
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
    /// elements, likeness), as the journal shows it. It can only ask for more than matching does; what matching asks for, if missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_similarity: Option<f64>,
    /// How long that may take.
    pub timeout_seconds: f64,
    /// What must hold then.
    #[serde(deserialize_with = "null_is_default")]
    pub checks: Vec<Check>,
    /// How much of the screen changed by it in the demonstrations. Where nothing else tells that a step worked that can be taken back, a
    /// change like that does (SPEC ACT.6).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pixel_change: Option<PixelRange>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

/// How much of the screen changes: the share of its pixels whose largest channel changes by more than 30 levels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct PixelRange {
    /// The least, in per cent.
    pub least_pct: f64,
    /// The most, in per cent.
    pub most_pct: f64,
}

impl PixelRange {
    /// A change is within the range, widened by a factor on either side; no change never is.
    pub fn holds(&self, pct: f64, factor: f64) -> bool {
        pct > 0.0 && pct * factor >= self.least_pct && pct <= self.most_pct * factor
    }
}

impl Default for PostConditions {
    fn default() -> Self {
        Self {
            expected_node: None,
            min_similarity: None,
            timeout_seconds: DEFAULT_TIMEOUT_SECONDS,
            checks: Vec::new(),
            pixel_change: None,
            extra: Extra::new(),
        }
    }
}

impl PostConditions {
    /// A screen that matched the expected node with this score is similar enough.
    pub fn is_similar(&self, score: f64) -> bool {
        self.min_similarity.is_none_or(|least| score >= least)
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
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::{Workflow, read};
    use serde_json::json;

    #[test]
    fn a_similarity_that_is_written_is_asked_for_whatever_its_number() {
        let with = |least| PostConditions { min_similarity: Some(least), ..PostConditions::default() };
        assert!(PostConditions::default().is_similar(0.5), "nobody asked");
        for least in [0.7, 0.75, 0.85, 0.9] {
            assert!(with(least).is_similar(least) && !with(least).is_similar(least - 0.01), "{least}");
        }
    }

    #[test]
    fn an_unknown_trigger_is_an_error_when_the_workflow_is_read() {
        let with = |trigger: &str| {
            read::from_value::<Workflow>(json!({ "edges": [{ "edge_id": "E1", "trigger": trigger }] }))
        };
        assert_eq!(with("unexpected_screen").unwrap().edges[0].trigger, Some(Trigger::UnexpectedScreen));
        let error = with("unexpected_scren").unwrap_err().to_string();
        assert!(
            error.contains("/edges/0/trigger") && error.contains("expected `unexpected_screen`"),
            "{error}"
        );
    }
}
