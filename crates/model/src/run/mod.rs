//! Runs: what one execution of a workflow did, step by step (SPEC ACT, PEOPLE.2). Written by `act`, kept by `store`, shown by `lea`.

mod audit;
mod halt;
mod journal;
mod opinion;
mod question;
mod step;
mod verdict;

use crate::workflow::ErrorType;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

pub use audit::{AuditPhase, AuditRecord};
pub use halt::{Halt, HaltReason};
pub use journal::{Entry, Intent, Origin, Told};
pub use opinion::{Opinion, OpinionOn};
pub use question::{Answer, NextStep, Question, QuestionKind};
pub use step::{
    Candidate, Criteria, Grounding, HealingAttempt, HealingStrategy, Matched, Method, NodeCandidate,
    Resolution, StepRecord, Times,
};
pub use verdict::{StepVerdict, Suggestion, Verification};

/// An error screen that a run met (SPEC L4.8).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ErrorMet {
    /// What kind of error.
    pub error_type: ErrorType,
    /// The node it came on, and its own; missing where it is no node of the workflow.
    pub between: Option<(String, String)>,
    /// The run got away from it.
    pub left: bool,
}

/// Who does the work, and what is asked on the way (SPEC ACT.9).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunMode {
    /// The person works, Lea watches.
    Shadow,
    /// The person works, Lea says what it would do.
    Assist,
    /// Lea works, as far as the workflow's maturity allows.
    #[default]
    Auto,
    /// Lea works where the configuration declares a test environment; it counts towards nothing.
    Rehearsal,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunOutcome {
    /// Everything was done, and every step was seen to have worked.
    Verified,
    /// Everything was done; of some step it could not be seen whether it worked.
    CompletedUnverified,
    /// It stopped with a question.
    Halted,
    /// It was tried and did not work.
    Failed,
    /// A rule, or the workflow's maturity, does not allow it.
    Refused,
    /// A person ended it.
    Cancelled,
}

/// The file whose rows a run is for, as it was when the run began: going on needs nothing else.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RowsFile {
    /// Where it is, absolute.
    pub path: String,
    /// The BLAKE3 hash of its content, in hexadecimal.
    pub hash: String,
    /// Where the verdict of each row is written, absolute.
    pub results: String,
    /// Values that were given for all rows; never secrets.
    pub set: BTreeMap<String, String>,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// One execution of a workflow.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Run {
    /// `run_<time>_<workflow>`.
    pub run_id: String,
    /// The workflow.
    pub workflow_id: String,
    /// Its version.
    pub workflow_version: u32,
    /// Who does the work.
    pub mode: RunMode,
    /// It ran in an environment declared as a test, and counts towards nothing.
    pub rehearsal: bool,
    /// The machine that acted.
    pub robot: String,
    /// The operating system's user who ordered it.
    pub user: String,
    /// When it began, RFC 3339.
    pub started_at: String,
    /// When it ended; missing while it goes on, or after a crash.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<String>,
    /// How it ended; missing while it goes on, or after a crash.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<RunOutcome>,
    /// Why it stopped short.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub halt: Option<Halt>,
    /// What it was given, without secrets.
    pub variables: BTreeMap<String, Value>,
    /// The row of the file it was for, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row: Option<usize>,
    /// The file whose rows it is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<RowsFile>,
    /// Actions taken.
    pub steps: u64,
    /// How often the rule of a rehearsal answered *may I* in the place of a person (SPEC ACT.9).
    #[serde(skip_serializing_if = "is_zero")]
    pub rule_answers: u32,
    /// How long it took, in seconds.
    pub seconds: f64,
    /// How sure it was of its steps: their mean, within 0..1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// How similar its screens were to their nodes: their mean.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub similarity: Option<f64>,
}
