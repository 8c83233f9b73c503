//! Actions: what a step does (SPEC L4.4). None holds coordinates: what it points at is found again.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Check, Frequency, Target};
use crate::geometry::Point;
use crate::lenient::{Extra, is_false, null_is_default};
use crate::session::MouseButton;

/// The kinds of actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ActionType {
    /// Click the target: `button`, `clicks`, `click_offset`.
    MouseClick,
    /// Clear the target and type `text` into it.
    TextInput,
    /// Press `keys` together.
    KeyPress,
    /// Turn the wheel by `delta`, over the target if there is one.
    Scroll,
    /// Rest the pointer on the target.
    Hover,
    /// Drag the target onto `to`.
    Drag,
    /// Give the target the focus.
    Focus,
    /// Wait for `duration_ms`, or until the named check `until` holds.
    Wait,
    /// Bring `target_app` to the front.
    WindowSwitch,
    /// Read the target into `variable`.
    ExtractText,
    /// Have a language model answer `prompt` about the target, into `variable`.
    AnalyzeText,
    /// Run the workflow `workflow_id`.
    RunWorkflow,
    /// Do `steps` in order.
    Compound,
}

impl ActionType {
    /// It cannot be done without something to point at.
    pub fn needs_target(self) -> bool {
        match self {
            Self::MouseClick
            | Self::TextInput
            | Self::Hover
            | Self::Drag
            | Self::Focus
            | Self::ExtractText => true,
            Self::KeyPress
            | Self::Scroll
            | Self::Wait
            | Self::WindowSwitch
            | Self::AnalyzeText
            | Self::RunWorkflow
            | Self::Compound => false,
        }
    }
}

/// What a step does, and to what.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Action {
    /// What is done.
    #[serde(rename = "type")]
    pub action_type: ActionType,
    /// What it points at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Target>,
    /// How it is done.
    #[serde(default, deserialize_with = "null_is_default")]
    pub parameters: Parameters,
    /// It need not be done in every run (an addition of Lea's).
    #[serde(default, skip_serializing_if = "is_false", deserialize_with = "null_is_default")]
    pub optional: bool,
    /// In how many demonstrations it was done, where not in all of them (an addition of Lea's).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frequency: Option<Frequency>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

impl Action {
    /// An action without target and parameters.
    pub fn new(action_type: ActionType) -> Self {
        Self {
            action_type,
            target: None,
            parameters: Parameters::default(),
            optional: false,
            frequency: None,
            extra: Extra::new(),
        }
    }
}

/// When an application shows what is typed into it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Echo {
    /// Each character as it is typed, or soon after the last one.
    #[default]
    AtOnce,
    /// Never the whole text: a calculator shows the last number of a sum. Only its end can be read back.
    Never,
}

/// How an action is done; which fields matter depends on its type. Texts may name variables.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Parameters {
    /// Which button; left if missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub button: Option<MouseButton>,
    /// 1, or 2 for a double click; 1 if missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clicks: Option<u8>,
    /// How far from the middle of the element found to click, in pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub click_offset: Option<Point>,
    /// How long to wait afterwards at least.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wait_after_ms: Option<u64>,
    /// The keys of a chord.
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "null_is_default")]
    pub keys: Vec<String>,
    /// What to type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Type behind what is there: the field is not cleared first (an addition of Lea's).
    #[serde(skip_serializing_if = "is_false", deserialize_with = "null_is_default")]
    pub append: bool,
    /// When the field shows what is typed; at once if missing (an addition of Lea's).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub echo: Option<Echo>,
    /// Leave the field with the tab key after typing (an addition of Lea's).
    #[serde(skip_serializing_if = "is_false", deserialize_with = "null_is_default")]
    pub then_tab: bool,
    /// Nothing was seen to change by it in any demonstration, so that a run does not expect it to (an addition of Lea's).
    #[serde(skip_serializing_if = "is_false", deserialize_with = "null_is_default")]
    pub quiet: bool,
    /// How long it lasts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration_ms: Option<u64>,
    /// The application to bring to the front.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target_app: Option<String>,
    /// Words in the title of the window to bring to the front (an addition of Lea's).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title_contains: Option<String>,
    /// The parts of a compound action.
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "null_is_default")]
    pub steps: Vec<Action>,
    /// Notches of the wheel, `[dx, dy]`; `dy` above 0 scrolls down.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delta: Option<[f64; 2]>,
    /// What a drag ends on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<Target>,
    /// The check a wait waits for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Check>,
    /// The variable a text read goes into.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variable: Option<String>,
    /// What to ask a language model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt: Option<String>,
    /// The workflow to run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub workflow_id: Option<String>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

impl Parameters {
    /// When the field shows what is typed.
    pub fn echo(&self) -> Echo {
        self.echo.unwrap_or_default()
    }
}
