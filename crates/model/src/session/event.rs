//! Input events: what a person did, when, and in which window (SPEC L0.1, L0.4).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::geometry::Point;
use crate::lenient::{Extra, is_false, null_is_default};

/// The kinds of events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EventType {
    /// A press and release of a button: `button`, `clicks`, `pos`.
    MouseClick,
    /// A press, a move and a release: `pos`, `to`.
    MouseDrag,
    /// The wheel: `pos`, `delta`.
    MouseScroll,
    /// The pointer moved (sampled); noise by default.
    MouseMove,
    /// A key or chord: `keys`.
    KeyPress,
    /// Keystrokes merged into a text: `text`.
    TextInput,
    /// The clipboard holds something else: `text`, where it is text.
    ClipboardChange,
    /// Another window came to the front: `window`.
    WindowChange,
}

/// A mouse button.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum MouseButton {
    /// The main button.
    #[default]
    Left,
    /// The wheel pressed.
    Middle,
    /// The context-menu button.
    Right,
}

/// What an event meant in its task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SemanticRole {
    /// Going to another screen.
    Navigation,
    /// Confirming something.
    Validation,
    /// Looking for something.
    Search,
    /// Entering data.
    Input,
    /// Mending an earlier step.
    Correction,
}

/// The window an event happened in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct WindowRef {
    /// Its title.
    #[serde(deserialize_with = "null_is_default")]
    pub title: String,
    /// The application it belongs to.
    #[serde(deserialize_with = "null_is_default")]
    pub app_name: String,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

/// What an event was aimed at, where the source of the log knows it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct EventTarget {
    /// The words on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// What the source calls its type; other systems have other names, so it is an open string.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub element_type: Option<String>,
    /// What it means in its screen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

/// How near `screenshot_id` is to the moment before the event took effect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FrameBefore {
    /// It shows the screen the event acted on.
    Exact,
    /// It is the nearest frame there is.
    #[default]
    Nearest,
}

/// How near `screenshot_after_id` is to the settled screen after the event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FrameAfter {
    /// The screen had settled.
    Settled,
    /// It is the nearest frame there is.
    #[default]
    Nearest,
}

/// How near the two frames of an event are (SPEC L0.2, "the nearest frames, marked so").
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct FrameTiming {
    /// The frame in `screenshot_id`.
    pub before: FrameBefore,
    /// The frame in `screenshot_after_id`.
    pub after: FrameAfter,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

/// One thing that happened. Which of the fields from `button` to `text` it has depends on `type`: see [`Event::kind`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(extend("required" = ["event_id", "t", "type", "window", "screenshot_id"]))]
pub struct Event {
    /// Its index in the session.
    #[serde(default)]
    pub event_id: u64,
    /// Seconds since the session began.
    #[serde(default)]
    pub t: f64,
    /// What happened.
    #[serde(rename = "type")]
    pub event_type: EventType,
    /// The window it happened in, if known.
    #[serde(default)]
    pub window: Option<WindowRef>,
    /// The frame from before it took effect.
    #[serde(default)]
    pub screenshot_id: Option<String>,
    /// The frame from after the screen settled (an addition of Lea's).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub screenshot_after_id: Option<String>,
    /// How near these two frames are (an addition of Lea's).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frames: Option<FrameTiming>,
    /// The button of a click or drag; left if missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub button: Option<MouseButton>,
    /// 1 or 2 (a double click); 1 if missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clicks: Option<u8>,
    /// Where the pointer was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pos: Option<Point>,
    /// Where a drag ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Point>,
    /// Notches of the wheel, `[dx, dy]`; `dy` above 0 scrolls down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delta: Option<[f64; 2]>,
    /// The keys of a chord, `["CTRL", "S"]`, named the same on every system.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "null_is_default")]
    pub keys: Vec<String>,
    /// What was typed or copied; missing where it must not be kept (SPEC L0.5).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// What was typed or copied was not seen on the screen, so its text is not kept (SPEC L0.5).
    #[serde(default, skip_serializing_if = "is_false", deserialize_with = "null_is_default")]
    pub secret: bool,
    /// What it was aimed at, where the source knows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<EventTarget>,
    /// What is particular to the source of an imported log.
    #[serde(default, skip_serializing_if = "Extra::is_empty", deserialize_with = "null_is_default")]
    pub data: Extra,
    /// It does not belong to the task: kept, and not learnt from.
    #[serde(default, deserialize_with = "null_is_default")]
    pub noise_flag: bool,
    /// What it meant in its task.
    #[serde(default)]
    pub semantic_role: Option<SemanticRole>,
    /// How sure `noise_flag` and `semantic_role` are; missing until they were judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

impl Event {
    /// An event with nothing but its index, time and type.
    pub fn new(event_id: u64, t: f64, event_type: EventType) -> Self {
        Self {
            event_id,
            t,
            event_type,
            window: None,
            screenshot_id: None,
            screenshot_after_id: None,
            frames: None,
            button: None,
            clicks: None,
            pos: None,
            to: None,
            delta: None,
            keys: Vec::new(),
            text: None,
            secret: false,
            target: None,
            data: Extra::new(),
            noise_flag: false,
            semantic_role: None,
            confidence: None,
            extra: Extra::new(),
        }
    }

    /// The fields that belong to its type, for `match`.
    pub fn kind(&self) -> EventKind<'_> {
        let button = self.button.unwrap_or_default();
        match self.event_type {
            EventType::MouseClick => {
                EventKind::MouseClick { button, clicks: self.clicks.unwrap_or(1), pos: self.pos }
            }
            EventType::MouseDrag => EventKind::MouseDrag { button, pos: self.pos, to: self.to },
            EventType::MouseScroll => {
                EventKind::MouseScroll { pos: self.pos, delta: self.delta.unwrap_or_default() }
            }
            EventType::MouseMove => EventKind::MouseMove { pos: self.pos },
            EventType::KeyPress => EventKind::KeyPress { keys: &self.keys },
            EventType::TextInput => EventKind::TextInput { text: self.text.as_deref() },
            EventType::ClipboardChange => EventKind::ClipboardChange { text: self.text.as_deref() },
            EventType::WindowChange => EventKind::WindowChange { window: self.window.as_ref() },
        }
    }
}

/// A view of an [`Event`] by its type. A place is missing where an imported log knows only a label.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EventKind<'a> {
    /// A click.
    MouseClick {
        /// Which button.
        button: MouseButton,
        /// 1, or 2 for a double click.
        clicks: u8,
        /// Where.
        pos: Option<Point>,
    },
    /// A drag.
    MouseDrag {
        /// Which button.
        button: MouseButton,
        /// From where.
        pos: Option<Point>,
        /// To where.
        to: Option<Point>,
    },
    /// The wheel.
    MouseScroll {
        /// Where.
        pos: Option<Point>,
        /// Notches `[dx, dy]`; `dy` above 0 scrolls down.
        delta: [f64; 2],
    },
    /// The pointer moved.
    MouseMove {
        /// To where.
        pos: Option<Point>,
    },
    /// A key or chord.
    KeyPress {
        /// The keys held together.
        keys: &'a [String],
    },
    /// A text was typed.
    TextInput {
        /// The text, unless it must not be kept.
        text: Option<&'a str>,
    },
    /// The clipboard changed.
    ClipboardChange {
        /// The text, where it is text and may be kept.
        text: Option<&'a str>,
    },
    /// Another window came to the front.
    WindowChange {
        /// That window, if known.
        window: Option<&'a WindowRef>,
    },
}
