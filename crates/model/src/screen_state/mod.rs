//! Layer 1, `ScreenState`: what is on the screen, in four levels that speak of one instant (SPEC L1).

mod check;
mod levels;
mod named;
mod signature;
mod source;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

pub(crate) use check::check_layout;
pub use levels::{
    DetectedText, DetectedWord, Perception, Raw, StateContext, StateMetadata, StateWindow, WorkflowStep,
};
pub use named::{Named, named_values};
pub use signature::{ContentSignature, LayoutComponents, LayoutSignature};
pub use source::{Roi, Source, StateDebug, TriggerEvent, TriggerRole};

use crate::element::{self, UIElement};
use crate::lenient::{Extra, null_is_default};
use crate::problem::Problem;
use crate::read::{self, Document, ReadError};
use crate::session::RawSession;

/// The `schema_version` of a screen state written today.
pub const SCREEN_STATE_VERSION: &str = "screenstate_v1";

/// One screen, understood.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["schema_version", "screen_state_id", "timestamp", "session_id", "window", "raw", "perception", "ui_elements"]))]
pub struct ScreenState {
    /// `screenstate_v1`.
    #[schemars(extend("const" = SCREEN_STATE_VERSION))]
    pub schema_version: String,
    /// `screen_<time>`.
    pub screen_state_id: String,
    /// When the screenshot was taken, RFC 3339.
    pub timestamp: String,
    /// The session it comes from.
    pub session_id: String,
    /// The window in front; null on a flat remote picture, where what is asked of it is unknown.
    pub window: Option<StateWindow>,
    /// Level 1: the screenshot.
    pub raw: Raw,
    /// Level 2: what was seen and read.
    #[serde(deserialize_with = "null_is_default")]
    pub perception: Perception,
    /// Level 3: the things on the screen.
    #[serde(deserialize_with = "null_is_default")]
    pub ui_elements: Vec<UIElement>,
    /// Level 4: what it means for the work.
    #[serde(deserialize_with = "null_is_default")]
    pub context: StateContext,
    /// The events around it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
    /// What stays when the content changes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layout_signature: Option<LayoutSignature>,
    /// What changes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content_signature: Option<ContentSignature>,
    /// The same for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub debug: Option<StateDebug>,
    /// The regions a large screenshot was worked on by.
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "null_is_default")]
    pub roi: Vec<Roi>,
    /// How it was made.
    #[serde(deserialize_with = "null_is_default")]
    pub metadata: StateMetadata,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

impl Default for ScreenState {
    fn default() -> Self {
        Self {
            schema_version: SCREEN_STATE_VERSION.to_owned(),
            screen_state_id: String::new(),
            timestamp: String::new(),
            session_id: String::new(),
            window: None,
            raw: Raw::default(),
            perception: Perception::default(),
            ui_elements: Vec::new(),
            context: StateContext::default(),
            source: None,
            layout_signature: None,
            content_signature: None,
            debug: None,
            roi: Vec::new(),
            metadata: StateMetadata::default(),
            extra: Extra::new(),
        }
    }
}

impl Document for ScreenState {
    const KIND: &'static str = "screenstate";
    const VERSION: u32 = 1;

    /// Version 0 listed detected texts as plain strings and gave no `center`; both are also met in sparse files.
    fn migrate(document: &mut Map<String, Value>, _from: u32) {
        if let Some(Value::Array(texts)) =
            document.get_mut("perception").and_then(|p| p.get_mut("detected_text"))
        {
            for text in texts {
                if text.is_string() {
                    *text = json!({ "text": text.take() });
                }
            }
        }
        if let Some(elements) = document.get_mut("ui_elements") {
            element::fill_centers(elements);
        }
    }
}

impl ScreenState {
    /// Reads a screen state from JSON text of any known version.
    pub fn from_json(text: &str) -> Result<Self, ReadError> {
        read::from_slice(text.as_bytes())
    }

    /// Reads a screen state from JSON bytes of any known version.
    pub fn from_slice(bytes: &[u8]) -> Result<Self, ReadError> {
        read::from_slice(bytes)
    }

    /// Everything that is wrong with it by itself, each with the place; empty when it is sound.
    pub fn problems(&self) -> Vec<Problem> {
        check::problems(self)
    }

    /// Where it disagrees with the session it comes from: other screenshot, other instant, other events.
    pub fn problems_with_session(&self, session: &RawSession) -> Vec<Problem> {
        check::problems_with_session(self, session)
    }
}
