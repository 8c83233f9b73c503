//! Runs: what one execution of a workflow did, step by step (SPEC ACT, PEOPLE.2). Written by `act`, kept by `store`, shown by `lea`.

mod audit;
mod journal;
mod opinion;
mod step;
mod verdict;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

pub use audit::{AuditPhase, AuditRecord};
pub use journal::{Entry, Intent, Origin, Told};
pub use opinion::{Opinion, OpinionOn};
pub use step::{
    Candidate, Criteria, Grounding, HealingAttempt, HealingStrategy, Matched, Method, NodeCandidate,
    Resolution, StepRecord, Times,
};
pub use verdict::{StepVerdict, Suggestion, Verification};

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

/// Why a run stopped short of its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HaltReason {
    /// The screen is none that the workflow knows.
    UnknownScreen,
    /// What a step points at is not there.
    NotFound,
    /// Two things cannot be told apart.
    Ambiguous,
    /// What was found may be it, and nothing else vouches for it.
    Unsure,
    /// The record on the screen is not the one that was meant.
    WrongRecord,
    /// Several ways lead on, and nothing decides.
    Undecided,
    /// A value is needed that nobody gave.
    MissingValue,
    /// A value does not have the form it must have.
    BadValue,
    /// A step asks a language model, and none is configured.
    NoModel,
    /// A person said no, or nobody could be asked.
    NotConfirmed,
    /// The step did not do what it should.
    NotVerified,
    /// Something cannot be taken back, and it is not known whether it happened.
    UnknownOutcome,
    /// What should be true outside the screen is not.
    EffectMissing,
    /// The application says that something went wrong.
    ErrorScreen,
    /// A dialog that no rule knows is in the way.
    Dialog,
    /// A rule forbids it.
    Forbidden,
    /// The workflow is not mature enough for this mode.
    InsufficientMaturity,
    /// It took more steps, or more time, than it may.
    Exhausted,
    /// The display or the application is gone.
    ScreenLost,
    /// A person moved the pointer or pressed the stop key.
    Interrupted,
    /// The workflow itself cannot be run.
    BadWorkflow,
    /// What happens could not be written down, so nothing may happen.
    JournalFailed,
}

/// A run that stopped short of its end: why, and what a person is asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Halt {
    /// Why.
    pub reason: HaltReason,
    /// The same in a sentence.
    pub why: String,
    /// What is asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// Answers to choose from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<String>,
    /// The node it happened on, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node: Option<String>,
    /// The step that was to be done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edge: Option<String>,
    /// Which of its parts, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<usize>,
    /// The screen it happened on, as it was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub screen: Option<String>,
}

impl Halt {
    /// A halt that says why.
    pub fn new(reason: HaltReason, why: impl Into<String>) -> Self {
        let why = why.into();
        Self {
            reason,
            why,
            question: None,
            choices: Vec::new(),
            node: None,
            edge: None,
            part: None,
            screen: None,
        }
    }

    /// The same with what a person is asked.
    #[must_use]
    pub fn asking(mut self, question: impl Into<String>) -> Self {
        self.question = Some(question.into());
        self
    }
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
