//! Layer 4, `Workflow`: the graph of screens and the actions that lead from one to the next (SPEC L4).

mod action;
mod check;
mod condition;
mod edge;
mod effect;
mod learning;
mod meaning;
mod metadata;
mod migrate;
mod named_check;
mod node;
mod parts;
mod policy;
mod record;
mod risk;
mod self_test;
mod stats;
mod target;
mod variable;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use action::{Action, ActionType, Echo, Parameters};
pub use condition::{Condition, ConditionType, DEFAULT_MAX_ITERATIONS, Loop, LoopType, VariableBinding};
pub use edge::{Constraints, Edge, EdgeStats, Frequency, PixelRange, PostConditions, Trigger};
pub use effect::{Effect, EffectKind, FileExists, HttpGet, SqlCount};
pub use learning::{Learning, LearningState, Progression, Since, Thresholds};
pub use metadata::{OpenChoice, OpenQuestion, WorkflowMetadata};
pub use named_check::{Check, ElementCheck, PreCondition, UnknownCheck};
pub use node::{
    EmbeddingPrototype, ErrorType, Node, NodeMetadata, RecoveryAction, RequiredElement, ScreenTemplate,
    WindowConstraint,
};
pub use policy::{ExecutionPolicy, ModePolicy, PolicyAction, UserInteraction};
pub use record::{Identity, RecordKind, RecordMark};
pub use risk::{ProposedLevel, Risk, RiskLevel, RiskLimits, Ruling};
pub use self_test::{Drift, SelfTest, StepTest};
pub use stats::{ErrorTransition, WorkflowStats};
pub use target::{
    Anchor, Container, FallbackStrategy, InRow, Landmark, SelectionPolicy, SheetCell, Target, TargetKind,
    TargetPosition,
};
pub use variable::{Validation, Variable, VariableSource, VariableSourceMethod, VariableType};

use crate::embedding::EmbeddingSpaces;
use crate::lenient::{Extra, null_is_default};
use crate::problem::Problem;
use crate::read::{self, ReadError};

/// The `schema_version` of a workflow written today.
pub const WORKFLOW_VERSION: &str = "workflow_v3";
/// A `from_node` that stands for every node.
pub const ANY_NODE: &str = "ANY";
/// Similarity a node demands unless it says otherwise.
pub const DEFAULT_MIN_SIMILARITY: f64 = 0.85;
/// Similarity an error node demands unless it says otherwise.
pub const DEFAULT_ERROR_MIN_SIMILARITY: f64 = 0.75;
/// Failures running after which an edge is problematic.
pub const PROBLEMATIC_AFTER_FAILURES: u32 = 3;

/// A task as a graph: screens are nodes, actions are edges.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["schema_version", "workflow_id", "name", "version", "learning_state", "created_at", "updated_at", "entry_nodes", "end_nodes", "nodes", "edges"]))]
pub struct Workflow {
    /// `workflow_v3`.
    #[schemars(extend("const" = WORKFLOW_VERSION))]
    pub schema_version: String,
    /// `WF_<name>`.
    pub workflow_id: String,
    /// Its name for people.
    pub name: String,
    /// What it does.
    #[serde(deserialize_with = "null_is_default")]
    pub description: String,
    /// Counts the changes made to it, from 1.
    pub version: u32,
    /// How far it has matured.
    pub learning_state: LearningState,
    /// When it was made, RFC 3339.
    #[serde(deserialize_with = "null_is_default")]
    pub created_at: String,
    /// When it was last changed, RFC 3339.
    #[serde(deserialize_with = "null_is_default")]
    pub updated_at: String,
    /// Where it may begin.
    pub entry_nodes: Vec<String>,
    /// Where it may end.
    pub end_nodes: Vec<String>,
    /// The kinds of screens.
    pub nodes: Vec<Node>,
    /// The actions between them.
    pub edges: Vec<Edge>,
    /// What differs from run to run, by name.
    #[serde(deserialize_with = "null_is_default")]
    pub variables: BTreeMap<String, Variable>,
    /// The applications it works in.
    #[serde(deserialize_with = "null_is_default")]
    pub applications: Vec<String>,
    /// What it must never do, or only when asked.
    #[serde(deserialize_with = "null_is_default")]
    pub safety_rules: SafetyRules,
    /// What came of its runs.
    #[serde(deserialize_with = "null_is_default")]
    pub stats: WorkflowStats,
    /// What it takes to mature.
    #[serde(deserialize_with = "null_is_default")]
    pub learning: Learning,
    /// What is allowed in which mode and state.
    #[serde(deserialize_with = "null_is_default")]
    pub execution_policy: ExecutionPolicy,
    /// The space its prototypes lie in.
    #[serde(deserialize_with = "null_is_default")]
    pub embedding_spaces: EmbeddingSpaces,
    /// How it was learnt.
    #[serde(skip_serializing_if = "WorkflowMetadata::is_empty", deserialize_with = "null_is_default")]
    pub metadata: WorkflowMetadata,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

impl Default for Workflow {
    fn default() -> Self {
        Self {
            schema_version: WORKFLOW_VERSION.to_owned(),
            workflow_id: String::new(),
            name: String::new(),
            description: String::new(),
            version: 1,
            learning_state: LearningState::default(),
            created_at: String::new(),
            updated_at: String::new(),
            entry_nodes: Vec::new(),
            end_nodes: Vec::new(),
            nodes: Vec::new(),
            edges: Vec::new(),
            variables: BTreeMap::new(),
            applications: Vec::new(),
            safety_rules: SafetyRules::default(),
            stats: WorkflowStats::default(),
            learning: Learning::default(),
            execution_policy: ExecutionPolicy::default(),
            embedding_spaces: EmbeddingSpaces::default(),
            metadata: WorkflowMetadata::default(),
            extra: Extra::new(),
        }
    }
}

/// What a run must never do, or only when asked (SPEC ACT.5).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct SafetyRules {
    /// Labels never clicked.
    #[serde(deserialize_with = "null_is_default")]
    pub forbidden_text_clicks: Vec<String>,
    /// Roles never used.
    #[serde(deserialize_with = "null_is_default")]
    pub forbidden_roles: Vec<String>,
    /// Roles or labels a person confirms first.
    #[serde(deserialize_with = "null_is_default")]
    pub require_confirmation_for: Vec<String>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

impl Workflow {
    /// Reads a workflow from JSON text of any known version.
    pub fn from_json(text: &str) -> Result<Self, ReadError> {
        read::from_slice(text.as_bytes())
    }

    /// Reads a workflow from JSON bytes of any known version.
    pub fn from_slice(bytes: &[u8]) -> Result<Self, ReadError> {
        read::from_slice(bytes)
    }

    /// Everything that is wrong with it, each with the place; empty when it is sound.
    pub fn problems(&self) -> Vec<Problem> {
        check::problems(self)
    }

    /// Prototypes whose vector does not exist; `exists` knows the store of vectors.
    pub fn problems_with_vectors(&self, exists: impl Fn(&str) -> bool) -> Vec<Problem> {
        check::problems_with_vectors(self, exists)
    }

    /// The node with this id.
    pub fn node(&self, node_id: &str) -> Option<&Node> {
        self.nodes.iter().find(|n| n.node_id == node_id)
    }

    /// The edge with this id.
    pub fn edge(&self, edge_id: &str) -> Option<&Edge> {
        self.edges.iter().find(|e| e.edge_id == edge_id)
    }
}
