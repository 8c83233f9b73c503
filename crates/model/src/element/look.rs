//! How an element looks, and where its vectors are (SPEC L2.1).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::embedding::VectorRef;
use crate::lenient::{Extra, null_is_default};

/// The vectors of an element.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ElementEmbeddings {
    /// Of its pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<VectorRef>,
    /// Of its label.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<VectorRef>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

/// How an element looks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct VisualFeatures {
    /// The colour most of it has, such as `#1a73e8`.
    #[serde(deserialize_with = "null_is_default")]
    pub dominant_color: String,
    /// It shows a picture.
    pub has_icon: bool,
    /// Its outline, such as `rectangle` or `rounded`.
    #[serde(deserialize_with = "null_is_default")]
    pub shape: String,
    /// How large it is among its kind, such as `small`, `medium` or `large`.
    #[serde(deserialize_with = "null_is_default")]
    pub size_category: String,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}
