//! The state of a run (DESIGN "The loop"): where it is, what it knows, what it spent and what it showed. Each part is small; decisions are
//! functions of what they are given, and only the loop changes these.

use crate::matching::Heard;
use crate::misplaced_text::Disturbed;
use crate::progress::Progress;
use crate::right_record::OpenRecord;
use crate::rollback::Undoable;
use crate::run::Evidence;
use crate::values::Values;
use lea_model::Rect;
use lea_model::run::{Opinion, Times};
use lea_model::workflow::Check;

/// Where a run is.
#[derive(Default)]
pub(crate) struct Whereabouts<'p> {
    /// What is done, and what is due.
    pub progress: Progress,
    /// The node that the run should be on.
    pub expected: Option<String>,
    /// The node the run began on, with the texts that lead there and were not to be seen then.
    pub start: Option<(String, Vec<Check>)>,
    /// The part that was begun last before a crash: it may have happened, and shows nothing when it is done again.
    pub redone: Option<(String, usize)>,
    /// The observation on which dialogs were last looked for.
    pub heeded: u64,
    /// What the nodes said of the observation that was matched last.
    pub heard: Option<(u64, Heard<'p>)>,
    /// The record that is open, and how that is known.
    pub record: OpenRecord,
}

/// What a run knows.
#[derive(Default)]
pub(crate) struct Knowledge {
    pub values: Values,
    /// What was typed in this edge, and where; never secrets.
    pub typed: Vec<(String, Rect, String)>,
    /// Fields that a secret was typed into: where, and what they are called. No model is shown them.
    pub secret_fields: Vec<(Rect, String)>,
    /// Edges whose filling in something came between: what was typed may stand in another field.
    pub disturbed: Disturbed,
    /// The last actions of the step under way, as long as each can be taken back.
    pub undoable: Undoable,
}

/// What a run spent of its budgets.
#[derive(Default)]
pub(crate) struct Expenditure {
    /// When the run started, on its clock, in seconds.
    pub started: f64,
    pub step: u64,
    pub reflexes: u32,
    pub recoveries: u32,
    /// Questions in a row that the model did not answer.
    pub unanswered: u32,
    /// Looking and matching that belongs to the step that comes, in milliseconds.
    pub times: Times,
}

/// What a run showed, for its outcome and for learning.
#[derive(Default)]
pub(crate) struct Findings {
    pub confidences: Vec<f64>,
    pub similarities: Vec<f64>,
    /// A step was not seen to work.
    pub unverified: bool,
    pub evidence: Vec<Evidence>,
    /// Types of the error screens that were met.
    pub errors: Vec<lea_model::ErrorType>,
    /// What a model said while a step was performed, for its record.
    pub opinions: Vec<Opinion>,
}
