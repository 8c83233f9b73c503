//! Nodes: the kinds of screens of a workflow (SPEC L4.2, L4.8).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Action, DEFAULT_ERROR_MIN_SIMILARITY, DEFAULT_MIN_SIMILARITY};
use crate::by_name::ByName;
use crate::element::ElementType;
use crate::lenient::{Extra, is_false, null_is_default};
use crate::screen_state::LayoutSignature;

/// A kind of screen.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["node_id", "screen_template"]))]
pub struct Node {
    /// `N1_<name>`.
    pub node_id: String,
    /// Its name for people.
    #[serde(deserialize_with = "null_is_default")]
    pub label: String,
    /// What the screen is for.
    #[serde(deserialize_with = "null_is_default")]
    pub description: String,
    /// What such a screen looks like.
    pub screen_template: ScreenTemplate,
    /// It shows that something went wrong.
    #[serde(skip_serializing_if = "is_false")]
    pub is_error_node: bool,
    /// What went wrong, for an error node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error_type: Option<ErrorType>,
    /// How to get back, for an error node: tried in this order, each once every time the screen comes up, until one works.
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "null_is_default")]
    pub recovery_actions: Vec<RecoveryAction>,
    /// How it was learnt.
    #[serde(deserialize_with = "null_is_default")]
    pub metadata: NodeMetadata,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

impl Node {
    /// The similarity its prototype demands: its own, or the default (lower for error nodes).
    pub fn min_cosine_similarity(&self) -> f64 {
        let default = if self.is_error_node { DEFAULT_ERROR_MIN_SIMILARITY } else { DEFAULT_MIN_SIMILARITY };
        let prototype = self.screen_template.embedding_prototype.as_ref();
        prototype.and_then(|p| p.min_cosine_similarity).unwrap_or(default)
    }
}

/// What the screens of a node have in common.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["embedding_prototype"]))]
pub struct ScreenTemplate {
    /// What is asked of the window.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub window: Option<WindowConstraint>,
    /// Texts of which one must be there.
    #[serde(deserialize_with = "null_is_default")]
    pub required_text_any: Vec<String>,
    /// Elements that must be there.
    #[serde(deserialize_with = "null_is_default")]
    pub required_ui_elements: Vec<RequiredElement>,
    /// Elements that may be there: they speak for the node where they are, and never against it where they are not.
    #[serde(deserialize_with = "null_is_default")]
    pub optional_elements: Vec<RequiredElement>,
    /// The layout.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layout_signature: Option<LayoutSignature>,
    /// The fingerprint in the middle of those seen; null before one was computed.
    pub embedding_prototype: Option<EmbeddingPrototype>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

/// What is asked of the window; unknown, neither met nor failed, where the window is unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct WindowConstraint {
    /// Its application is one of these.
    #[serde(deserialize_with = "null_is_default")]
    pub app_name_any_of: Vec<String>,
    /// Its title holds one of these.
    #[serde(deserialize_with = "null_is_default")]
    pub title_contains_any_of: Vec<String>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

/// An element a screen must, or may, hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct RequiredElement {
    /// Its role.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    /// Its type is one of these; any, if empty.
    #[serde(deserialize_with = "null_is_default")]
    pub type_any_of: Vec<ElementType>,
    /// How many there are at least.
    pub min_count: u32,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

impl Default for RequiredElement {
    fn default() -> Self {
        Self { role: None, type_any_of: Vec::new(), min_count: 1, extra: Extra::new() }
    }
}

/// The fingerprint in the middle of those seen.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["provider", "vector_id", "sample_count"]))]
pub struct EmbeddingPrototype {
    /// What made it.
    #[serde(deserialize_with = "null_is_default")]
    pub provider: String,
    /// Its name in the store of vectors.
    pub vector_id: String,
    /// Similarity demanded; missing means the default: see [`Node::min_cosine_similarity`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_cosine_similarity: Option<f64>,
    /// How many screens it was made from, at least 1.
    pub sample_count: u64,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

/// What went wrong on an error screen.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum ErrorType {
    /// Something.
    #[default]
    Generic,
    /// Logging in, or staying logged in.
    Authentication,
    /// The business rules refuse.
    BusinessLogic,
    /// The network.
    Network,
    /// It took too long.
    Timeout,
    /// A thing is not where it should be.
    UiNotFound,
}

/// One way back from an error: something to do, a workflow to run, and where that leads.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct RecoveryAction {
    /// What to do; one that is only named, as the earlier system did, cannot be done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<ByName<Action>>,
    /// The node it leads back to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub return_to_node: Option<String>,
    /// The workflow to run, such as logging in again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub workflow_id: Option<String>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

impl RecoveryAction {
    /// What to do; none where there is nothing, or where it is only named.
    pub fn full_action(&self) -> Option<&Action> {
        self.action.as_ref().and_then(ByName::full)
    }
}

/// How a node was learnt.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct NodeMetadata {
    /// How many screens of this kind were seen.
    pub observation_count: u64,
    /// When it was learnt, RFC 3339.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub created_at: Option<String>,
    /// How often an error screen came up in the demonstrations (an addition of Lea's).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub met: Option<u64>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}
