//! Layer 0, `RawSession`: what happened. A faithful log of input events and screenshots (SPEC L0).

mod check;
mod environment;
mod event;
mod metadata;
mod migrate;
mod segment;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use environment::{Context, Environment, Monitor, Screen, User};
pub use event::{
    Event, EventKind, EventTarget, EventType, FrameAfter, FrameBefore, FrameTiming, MouseButton,
    SemanticRole, WindowRef,
};
pub use metadata::{Gap, Performance, Recovered, SessionMetadata};
pub use segment::{Segment, SegmentTrigger};

use crate::lenient::{Extra, null_is_default};
use crate::problem::Problem;
use crate::read::{self, ReadError};

/// The `schema_version` of a session written today.
pub const RAW_SESSION_VERSION: &str = "rawsession_v1";

/// A recording: events and screenshots, with the windows they happened in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["schema_version", "session_id", "started_at", "events", "screenshots", "segments"]))]
pub struct RawSession {
    /// `rawsession_v1`.
    #[schemars(extend("const" = RAW_SESSION_VERSION))]
    pub schema_version: String,
    /// `sess_<time>_<user>`.
    pub session_id: String,
    /// The version of the Lea, or of the tool, that recorded.
    #[serde(deserialize_with = "null_is_default")]
    pub agent_version: String,
    /// The machine it was recorded on.
    #[serde(deserialize_with = "null_is_default")]
    pub environment: Environment,
    /// Who was recorded.
    #[serde(deserialize_with = "null_is_default")]
    pub user: User,
    /// What for.
    #[serde(deserialize_with = "null_is_default")]
    pub context: Context,
    /// When it began, RFC 3339.
    #[serde(deserialize_with = "null_is_default")]
    pub started_at: String,
    /// When it ended, RFC 3339; missing while it is being recorded, or after a crash.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<String>,
    /// What the person did, in order.
    pub events: Vec<Event>,
    /// What the screen showed, in order.
    #[serde(deserialize_with = "null_is_default")]
    pub screenshots: Vec<Screenshot>,
    /// The episodes it was cut into.
    pub segments: Vec<Segment>,
    /// How the recording itself went.
    #[serde(deserialize_with = "null_is_default")]
    pub metadata: SessionMetadata,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

impl Default for RawSession {
    fn default() -> Self {
        Self {
            schema_version: RAW_SESSION_VERSION.to_owned(),
            session_id: String::new(),
            agent_version: String::new(),
            environment: Environment::default(),
            user: User::default(),
            context: Context::default(),
            started_at: String::new(),
            ended_at: None,
            events: Vec::new(),
            screenshots: Vec::new(),
            segments: Vec::new(),
            metadata: SessionMetadata::default(),
            extra: Extra::new(),
        }
    }
}

/// One picture of the screen.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["screenshot_id", "relative_path", "captured_at"]))]
pub struct Screenshot {
    /// `shot_0001`.
    pub screenshot_id: String,
    /// Where it is, from the folder of the session.
    pub relative_path: String,
    /// When it was taken, RFC 3339.
    #[serde(deserialize_with = "null_is_default")]
    pub captured_at: String,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

impl RawSession {
    /// Reads a session from JSON text of any known version.
    pub fn from_json(text: &str) -> Result<Self, ReadError> {
        read::from_slice(text.as_bytes())
    }

    /// Reads a session from JSON bytes of any known version.
    pub fn from_slice(bytes: &[u8]) -> Result<Self, ReadError> {
        read::from_slice(bytes)
    }

    /// Everything that is wrong with it, each with the place; empty when it is sound.
    pub fn problems(&self) -> Vec<Problem> {
        check::problems(self)
    }

    /// The screenshot with this id.
    pub fn screenshot(&self, screenshot_id: &str) -> Option<&Screenshot> {
        self.screenshots.iter().find(|s| s.screenshot_id == screenshot_id)
    }
}
