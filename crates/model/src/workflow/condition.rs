//! Conditions and loops on edges (SPEC L4.7).

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::lenient::{Extra, is_false, null_is_default};

/// Turns a loop takes at most, unless it says otherwise.
pub const DEFAULT_MAX_ITERATIONS: u32 = 50;

/// What a condition looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ConditionType {
    /// Variables: `expression`.
    Expression,
    /// The screen: `target_node`, `min_similarity`.
    ScreenSimilarity,
}

/// When an edge applies, or which way it leads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Condition {
    /// What it looks at.
    #[serde(rename = "type")]
    pub condition_type: ConditionType,
    /// A CEL expression over `variables`, such as `variables.amount < 1000.0`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expression: Option<String>,
    /// The node to go to where it holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_true: Option<String>,
    /// The node to go to where it does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_false: Option<String>,
    /// The node the screen is compared with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target_node: Option<String>,
    /// The least score with which the screen matches that node; what matching itself asks for, if missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_similarity: Option<f64>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

impl Condition {
    /// A condition that still has to say what it looks at.
    pub fn new(condition_type: ConditionType) -> Self {
        Self {
            condition_type,
            expression: None,
            on_true: None,
            on_false: None,
            target_node: None,
            min_similarity: None,
            extra: Extra::new(),
        }
    }
}

/// What a loop runs over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LoopType {
    /// The elements that `iterator` names.
    ForEach,
    /// As long as `condition` holds.
    While,
    /// The rows of a CSV file given to the run.
    CsvRows,
}

/// What an edge, and those after it back to its node, are repeated for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Loop {
    /// What it runs over.
    #[serde(rename = "type")]
    pub loop_type: LoopType,
    /// The role of the elements it runs over, such as `invoice_row`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub iterator: Option<String>,
    /// A CEL expression over `row` and `variables` that an element, or a row, must satisfy, such as `row.status == "open"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub filter: Option<String>,
    /// Turns it takes at most.
    #[serde(default = "default_max_iterations")]
    pub max_iterations: u32,
    /// What each element, or row, is bound to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variable_binding: Option<VariableBinding>,
    /// The CEL expression a while loop goes by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    /// A for-each loop goes over the rows of all pages of its table, not only of the first (an addition of Lea's).
    #[serde(default, skip_serializing_if = "is_false", deserialize_with = "null_is_default")]
    pub pages: bool,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

fn default_max_iterations() -> u32 {
    DEFAULT_MAX_ITERATIONS
}

impl Loop {
    /// A loop that still has to say what it runs over.
    pub fn new(loop_type: LoopType) -> Self {
        Self {
            loop_type,
            iterator: None,
            filter: None,
            max_iterations: DEFAULT_MAX_ITERATIONS,
            variable_binding: None,
            condition: None,
            pages: false,
            extra: Extra::new(),
        }
    }
}

/// What each element of a loop is bound to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "the name of a variable, or an object of variables and the parts they hold")]
pub enum VariableBinding {
    /// Several variables, each with the part of the element it holds: `{"patient": "invoice_row.patient"}`.
    Parts(BTreeMap<String, String>),
    /// One variable, by its name.
    Name(String),
}

impl VariableBinding {
    /// The variables that are bound.
    pub fn names(&self) -> Vec<&str> {
        match self {
            Self::Parts(parts) => parts.keys().map(String::as_str).collect(),
            Self::Name(name) => vec![name],
        }
    }
}

impl From<&str> for VariableBinding {
    fn from(name: &str) -> Self {
        Self::Name(name.to_owned())
    }
}
