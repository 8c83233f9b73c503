//! Layer 2, `UIElement`: what things on a screen are, and what they mean (SPEC L2).

mod affordance;
mod check;
mod look;
mod metadata;
mod stability;
mod types;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use affordance::{ActionAffordance, AffordanceFactors, InteractionHistory};
pub use look::{ElementEmbeddings, VisualFeatures};
pub use metadata::ElementMetadata;
pub use stability::StabilityTracking;
pub use types::{ElementState, ElementType};

pub(crate) use check::{elements as check_elements, fill_centers};

use crate::geometry::{Point, Rect};
use crate::lenient::{Extra, null_is_default};

/// One thing on a screen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(extend("required" = ["element_id", "type", "role", "bbox", "center", "confidence"]))]
pub struct UIElement {
    /// Unique in its screen state.
    #[serde(default)]
    pub element_id: String,
    /// What it is.
    #[serde(rename = "type")]
    pub element_type: ElementType,
    /// What it means in its screen: a generic role such as `primary_action`; an open set (SPEC L2.3).
    #[serde(default, deserialize_with = "null_is_default")]
    pub role: String,
    /// Its meaning in the business, such as `validate_invoice`, learnt or given (an addition of Lea's).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub business_role: Option<String>,
    /// Where it is.
    #[serde(default)]
    pub bbox: Rect,
    /// The middle of `bbox`.
    #[serde(default)]
    pub center: Point,
    /// The words on or beside it.
    #[serde(default, deserialize_with = "null_is_default")]
    pub label: String,
    /// How sure the label is, within 0..1.
    #[serde(default, deserialize_with = "null_is_default")]
    pub label_confidence: f64,
    /// Where its vectors are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub embeddings: Option<ElementEmbeddings>,
    /// How it looks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub visual_features: Option<VisualFeatures>,
    /// Free words about it.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "null_is_default")]
    pub tags: Vec<String>,
    /// How sure it is that it exists and has this type, within 0..1.
    #[serde(default)]
    pub confidence: f64,
    /// What state it is in: several can hold at once (`["enabled", "focused"]`); one alone may be read as text.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "types::one_or_many")]
    pub state: Vec<ElementState>,
    /// The same thing across states: see SPEC L2.4.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stable_id: Option<String>,
    /// How sure `stable_id` is, within 0..1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stability_confidence: Option<f64>,
    /// How it was seen over time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stability_tracking: Option<StabilityTracking>,
    /// What it invites to do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action_affordance: Option<ActionAffordance>,
    /// What came of using it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interaction_history: Option<InteractionHistory>,
    /// Where it is in the structure of the screen, and what it holds.
    #[serde(
        default,
        skip_serializing_if = "ElementMetadata::is_empty",
        deserialize_with = "null_is_default"
    )]
    pub metadata: ElementMetadata,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

impl UIElement {
    /// An element with nothing but its id, type and place.
    pub fn new(element_id: impl Into<String>, element_type: ElementType, bbox: Rect) -> Self {
        Self {
            element_id: element_id.into(),
            element_type,
            role: String::new(),
            business_role: None,
            bbox,
            center: bbox.center(),
            label: String::new(),
            label_confidence: 0.0,
            embeddings: None,
            visual_features: None,
            tags: Vec::new(),
            confidence: 0.0,
            state: Vec::new(),
            stable_id: None,
            stability_confidence: None,
            stability_tracking: None,
            action_affordance: None,
            interaction_history: None,
            metadata: ElementMetadata::default(),
            extra: Extra::new(),
        }
    }
}
