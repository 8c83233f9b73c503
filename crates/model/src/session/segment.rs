//! Episodes: one run of a task inside a session (SPEC L0.3).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::lenient::Extra;

/// What made the cut at the end of an episode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SegmentTrigger {
    /// A pause longer than the configured one (30 s).
    LongPause,
    /// Another application came to the front.
    WindowChange,
    /// The person went back to the desktop.
    Desktop,
    /// A known pattern was complete.
    PatternComplete,
}

/// One episode: the events from `start_event_index` to `end_event_index`, both included.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["segment_id", "start_event_index", "end_event_index"]))]
pub struct Segment {
    /// `seg_001`.
    pub segment_id: String,
    /// Its first event.
    pub start_event_index: u64,
    /// Its last event.
    pub end_event_index: u64,
    /// When its first event happened, RFC 3339; missing where the session does not know when it began.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_time: Option<String>,
    /// When its last event happened, RFC 3339.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_time: Option<String>,
    /// What the task seems to be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The workflow it is a run of, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub workflow_id: Option<String>,
    /// The task it is a run of, as found by looking for repetitions (an addition of Lea's).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task_id: Option<String>,
    /// How sure the cut is, within 0..1.
    pub confidence: f64,
    /// What made the cut; missing where the session itself ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trigger: Option<SegmentTrigger>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}
