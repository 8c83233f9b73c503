//! Targets: what an action points at, described so that it can be found again (SPEC L4.5).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::element::{ElementType, InteractionHistory};
use crate::geometry::{Point, Rect, Size};
use crate::lenient::{Extra, is_false, null_is_default};

/// Which of several elements that fit is meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SelectionPolicy {
    /// The first in reading order.
    First,
    /// The last in reading order.
    Last,
    /// The one most like the description.
    #[default]
    BySimilarity,
}

/// What to go by when the description finds nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FallbackStrategy {
    /// How it looked.
    VisualSimilarity,
    /// Where it was; this narrows the search and never decides alone.
    Position,
}

/// What kind of thing a target is: it decides how it is looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TargetKind {
    /// A thing on the screen, known by its words, its look and what is around it.
    #[default]
    Element,
    /// One of several rows or list entries, known by what `text` says: the value of a variable, letter for letter.
    Row,
    /// What has the focus: nothing else is known of it, so it is used only where the screen is surely the right one.
    Focused,
}

/// What an action points at.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Target {
    /// What kind of thing it is (an addition of Lea's).
    #[serde(deserialize_with = "null_is_default")]
    pub kind: TargetKind,
    /// Its role.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    /// Its type.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub element_type: Option<ElementType>,
    /// The words on or beside it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Other words it was seen with (an addition of Lea's).
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "null_is_default")]
    pub label_variants: Vec<String>,
    /// What it is, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Which of several.
    #[serde(deserialize_with = "null_is_default")]
    pub selection_policy: SelectionPolicy,
    /// What to go by when nothing is found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fallback_strategy: Option<FallbackStrategy>,
    /// How clearly it must invite the action, within 0..1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_affordance_score: Option<f64>,
    /// How it looked and what was around it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub anchor: Option<Anchor>,
    /// Where it was: evidence among others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<TargetPosition>,
    /// Where in its row, for a row (an addition of Lea's).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_row: Option<InRow>,
    /// It had the focus already whenever it was typed into (an addition of Lea's).
    #[serde(skip_serializing_if = "is_false", deserialize_with = "null_is_default")]
    pub had_focus: bool,
    /// It was out of sight in a demonstration: the furthest that the wheel was turned to reach it, in notches, `[dx, dy]`. A run looks
    /// that way first, over the place where it then stood (an addition of Lea's).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scroll: Option<[f64; 2]>,
    /// What came of using it (an addition of Lea's).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interaction_history: Option<InteractionHistory>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

impl Target {
    /// It says by text or by look what it is; type, role and position alone do not.
    pub fn is_described(&self) -> bool {
        let says = |text: &Option<String>| text.as_ref().is_some_and(|t| !t.trim().is_empty());
        let has_crop = self.anchor.as_ref().is_some_and(|a| says(&a.crop));
        self.kind == TargetKind::Focused || says(&self.text) || says(&self.description) || has_crop
    }

    /// Only its role says what it is, as the earlier system wrote targets: it can be used only where one thing on the screen has
    /// that role (SPEC L4.5).
    pub fn is_by_role_alone(&self) -> bool {
        !self.is_described() && self.role.as_ref().is_some_and(|r| !r.trim().is_empty())
    }

    /// The column that tells the row, for a row.
    pub fn column(&self) -> Option<&str> {
        self.in_row.as_ref()?.column.as_deref()
    }

    /// The button of the row that is pressed, for a row.
    pub fn row_button(&self) -> Option<&str> {
        self.in_row.as_ref()?.button.as_deref()
    }
}

/// Where in a row its text stands, and what of the row is used.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct InRow {
    /// The header of the column that holds the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<String>,
    /// The number of that cell, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell: Option<u32>,
    /// The words on the button of the row that is pressed; the text itself is pressed where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub button: Option<String>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

/// How a target looked and what was around it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Anchor {
    /// The picture of it, a path inside the workflow's folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crop: Option<String>,
    /// Where the target is in that picture, which shows some of its surroundings too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crop_box: Option<Rect>,
    /// The texts on it.
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "null_is_default")]
    pub inside: Vec<Landmark>,
    /// What it is called by the label beside it, where the words on it are a value that changes, or there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Other places on the same screen that said the same; left out where there are none.
    #[serde(skip_serializing_if = "is_zero")]
    #[schemars(range(min = 1))]
    pub twins: u32,
    /// Things near it.
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "null_is_default")]
    pub landmarks: Vec<Landmark>,
    /// What it is in: a dialog, a row, a form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub container: Option<Container>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_zero(n: &u32) -> bool {
    *n == 0
}

/// Something near a target.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Landmark {
    /// The words on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Its role.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    /// Its type.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub element_type: Option<ElementType>,
    /// From its middle to the middle of the target, in pixels.
    pub offset: Point,
    /// How large it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<Size>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

/// What a target is in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Container {
    /// The words that name it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Its role.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    /// Its type.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub element_type: Option<ElementType>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

/// Where a target was.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["bbox"]))]
pub struct TargetPosition {
    /// Its box.
    pub bbox: Rect,
    /// The size of the screen then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub screen_resolution: Option<Size>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}
