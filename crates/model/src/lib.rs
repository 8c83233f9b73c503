#![doc = include_str!("../README.md")]

mod by_name;
pub mod dataset;
pub mod element;
pub mod embedding;
pub mod geometry;
pub mod ids;
pub mod ledger;
mod lenient;
pub mod problem;
pub mod read;
pub mod run;
pub mod schema;
pub mod screen_state;
pub mod session;
pub mod time;
pub mod workflow;

pub use by_name::ByName;
pub use dataset::DatasetExport;
pub use element::{ElementState, ElementType, UIElement};
pub use embedding::{EmbeddingSpaces, FusionWeights, Space, StateEmbedding, VectorRef};
pub use geometry::{Point, Rect, Size, in_reading_order};
pub use ledger::{Fate, Ledger, LedgerEntry};
pub use lenient::Extra;
pub use problem::Problem;
pub use read::ReadError;
pub use screen_state::{ContentSignature, DetectedText, DetectedWord, LayoutSignature, ScreenState, Source};
pub use session::{
    Context, Environment, Event, EventKind, EventTarget, EventType, FrameAfter, FrameBefore, FrameTiming,
    Gap, Monitor, MouseButton, Performance, RawSession, Recovered, Screen, Screenshot, Segment,
    SegmentTrigger, SemanticRole, SessionMetadata, User, WindowRef,
};
pub use workflow::{
    Action, ActionType, Condition, Edge, ErrorType, ExecutionPolicy, LearningState, Loop, Node, SafetyRules,
    Target, Variable, Workflow,
};
