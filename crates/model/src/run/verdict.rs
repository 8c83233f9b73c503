//! What was seen of a step afterwards (SPEC ACT.6).

use serde::{Deserialize, Serialize};

/// Whether a step did what it should.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StepVerdict {
    /// It did.
    Verified,
    /// Something happened, and it is not what was meant.
    Unexpected,
    /// It did not.
    NotVerified,
    /// It cannot be seen.
    Unverifiable,
}

/// What to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Suggestion {
    /// Try it again.
    Retry,
    /// Leave it out: it was optional.
    Skip,
    /// Stop: a guard said no, or the screen is lost.
    Abort,
    /// Go on.
    Continue,
}

/// What was seen of a step afterwards, by pixels and by meaning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Verification {
    /// Whether it did what it should.
    pub verdict: StepVerdict,
    /// How sure that is, within 0..1.
    pub confidence: f64,
    /// Pixels changed.
    pub changes_detected: bool,
    /// The share of the screen that changed, in per cent.
    pub change_area_pct: f64,
    /// The share that changed around the point, in per cent; missing where there is no point.
    pub local_change_pct: Option<f64>,
    /// What to do next.
    pub suggestion: Suggestion,
    /// The same in words.
    pub detail: String,
    /// What was expected is there; missing where nothing is expected that could be seen.
    pub semantic_verified: Option<bool>,
    /// What spoke for or against it.
    pub semantic_detail: String,
    /// How long looking took, in milliseconds.
    pub semantic_elapsed_ms: f64,
}
