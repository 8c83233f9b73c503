//! Where, by whom and what for a session was recorded (SPEC L0.2).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::geometry::{Rect, Size};
use crate::lenient::{Extra, null_is_default};

/// The machine a session was recorded on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Environment {
    /// The system: `linux`, `windows`, …
    #[serde(deserialize_with = "null_is_default")]
    pub platform: String,
    /// The name of the machine.
    #[serde(deserialize_with = "null_is_default")]
    pub hostname: String,
    /// Its screens.
    #[serde(deserialize_with = "null_is_default")]
    pub screen: Screen,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

/// The screens of a machine.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Screen {
    /// The size of the main monitor, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub primary_resolution: Option<Size>,
    /// All monitors, placed on the virtual screen.
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "null_is_default")]
    pub monitors: Vec<Monitor>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

/// One monitor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Monitor {
    /// Its place on the virtual screen, in pixels.
    pub rect: Rect,
    /// Its scale: 1.0 is 96 dots per inch.
    pub scale: f64,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

impl Default for Monitor {
    fn default() -> Self {
        Self { rect: Rect::default(), scale: 1.0, extra: Extra::new() }
    }
}

/// The person recorded.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct User {
    /// The account name.
    #[serde(deserialize_with = "null_is_default")]
    pub id: String,
    /// The name for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

/// What a session was recorded for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Context {
    /// For whom.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub customer: Option<String>,
    /// The task shown, where the person named it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub training_label: Option<String>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}
