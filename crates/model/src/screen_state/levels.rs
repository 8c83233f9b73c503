//! The levels of a screen state (SPEC L1.1).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::embedding::VectorRef;
use crate::geometry::{Rect, Size};
use crate::lenient::{Extra, null_is_default};

/// Level 1: the screenshot.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["screenshot_path"]))]
pub struct Raw {
    /// Where it is.
    pub screenshot_path: String,
    /// How it was taken, such as `x11` or `vnc`.
    #[serde(deserialize_with = "null_is_default")]
    pub capture_method: String,
    /// Its size on disk.
    #[serde(deserialize_with = "null_is_default")]
    pub file_size_bytes: u64,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

/// Level 2: what was seen and read.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Perception {
    /// The fingerprint of the screen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub embedding: Option<VectorRef>,
    /// The texts read, in reading order.
    #[serde(deserialize_with = "null_is_default")]
    pub detected_text: Vec<DetectedText>,
    /// What read them.
    #[serde(deserialize_with = "null_is_default")]
    pub text_detection_method: String,
    /// How sure the reading is on average, within 0..1.
    #[serde(deserialize_with = "null_is_default")]
    pub confidence_avg: f64,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

/// A line of text on the screen.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["text"]))]
pub struct DetectedText {
    /// What it says.
    pub text: String,
    /// Where it is; missing where the source did not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bbox: Option<Rect>,
    /// How sure the reading is, within 0..1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// Its words, from left to right, with boxes of their own.
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "null_is_default")]
    pub words: Vec<DetectedWord>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

/// A word of a line of text.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["text", "bbox"]))]
pub struct DetectedWord {
    /// What it says.
    pub text: String,
    /// The box around its ink.
    pub bbox: Rect,
    /// How sure the reading is, within 0..1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

/// Level 4: what the screen means for the work.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct StateContext {
    /// The workflow it seems to belong to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub current_workflow_candidate: Option<String>,
    /// Where in that workflow: a node id, or the number of a step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub workflow_step: Option<WorkflowStep>,
    /// Who was working.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_id: Option<String>,
    /// Free words about it.
    #[serde(deserialize_with = "null_is_default")]
    pub tags: Vec<String>,
    /// What it says about the business, by name.
    #[serde(deserialize_with = "null_is_default")]
    pub business_variables: Extra,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

/// Where in a workflow a screen belongs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "a node id, or the number of a step")]
pub enum WorkflowStep {
    /// The number of a step, as the earlier system wrote it.
    Number(u64),
    /// A node id.
    Node(String),
}

/// The window in front.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct StateWindow {
    /// Its application.
    #[serde(deserialize_with = "null_is_default")]
    pub app_name: String,
    /// Its title.
    #[serde(deserialize_with = "null_is_default")]
    pub window_title: String,
    /// The size of the whole screen, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub screen_resolution: Option<Size>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

/// How a screen state was made.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct StateMetadata {
    /// How long it took.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub processing_time_ms: Option<f64>,
    /// How many elements were found; must agree with `ui_elements`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ui_elements_count: Option<u64>,
    /// The title of the window, read from the pixels where no window is known (an addition of Lea's).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title_read: Option<String>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}
