//! What came of a workflow's runs (SPEC L4.1, L4.8).

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ErrorType;
use crate::lenient::{Extra, null_is_default};

/// What came of a workflow's runs. A mean is missing until there is something to take it of.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct WorkflowStats {
    /// Runs watched.
    pub observed_runs: u64,
    /// Runs a person did while Lea said what it would do.
    pub assist_runs: u64,
    /// Runs as a candidate.
    pub auto_candidate_runs: u64,
    /// Runs as a confirmed workflow.
    pub auto_confirmed_runs: u64,
    /// All runs Lea executed.
    pub total_executions: u64,
    /// Those that succeeded.
    pub success_count: u64,
    /// Those that failed.
    pub failure_count: u64,
    /// Error screens met.
    pub error_count: u64,
    /// The share that succeeded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub success_rate_overall: Option<f64>,
    /// How similar screens were to their nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub avg_similarity: Option<f64>,
    /// The mean confidence of the last runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recent_confidence: Option<f64>,
    /// The confidence of each of the last runs, oldest first (an addition of Lea's).
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "null_is_default")]
    pub recent_confidences: Vec<f64>,
    /// Assisted runs in which every step agreed (an addition of Lea's).
    #[serde(deserialize_with = "null_is_default")]
    pub assist_successes: u64,
    /// Runs as a candidate that succeeded (an addition of Lea's).
    #[serde(deserialize_with = "null_is_default")]
    pub auto_candidate_successes: u64,
    /// How long a run takes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub avg_duration_seconds: Option<f64>,
    /// Error screens met, by type.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", deserialize_with = "null_is_default")]
    #[schemars(extend("propertyNames" = error_type_names()))]
    pub errors_by_type: BTreeMap<ErrorType, u64>,
    /// The share of error screens from which a run got back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recovery_success_rate: Option<f64>,
    /// From where errors came.
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "null_is_default")]
    pub error_transitions: Vec<ErrorTransition>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

/// How often one node was followed by an error. History: its nodes may since have gone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ErrorTransition {
    /// The node before.
    pub from_node: String,
    /// The error node.
    pub to_node: String,
    /// How often.
    pub count: u64,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

/// For the schema: the keys of a map by error type.
fn error_type_names() -> serde_json::Value {
    let names = ["generic", "authentication", "business_logic", "network", "timeout", "ui_not_found"];
    serde_json::json!({ "enum": names })
}
