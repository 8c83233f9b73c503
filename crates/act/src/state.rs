//! The state of a run (DESIGN "The loop"): where it is, what it knows, what it spent and what it showed. Each part is small; decisions are
//! functions of what they are given, and only the loop changes these.

use crate::answers::Answers;
use crate::matching::Heard;
use crate::misplaced_text::Disturbed;
use crate::progress::Progress;
use crate::right_record::OpenRecord;
use crate::rollback::Undoable;
use crate::run::Evidence;
use crate::values::Values;
use lea_model::run::{ErrorMet, Opinion, Times};
use lea_model::workflow::Check;
use lea_model::{Point, Rect, SafetyRules};

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
    /// Where the pointer was used last, until it is taken away.
    pub pointed: Option<Point>,
    /// The record that is open, and how that is known.
    pub record: OpenRecord,
}

/// What a run knows.
#[derive(Default)]
pub(crate) struct Knowledge {
    pub values: Values,
    /// What was typed in this edge, and where; never secrets.
    pub typed: Vec<(String, Rect, String)>,
    /// A form was filled in, by this edge or one before, and nothing since may have sent it.
    pub unsent: bool,
    /// Fields that a secret was typed into: where, and what they are called. No model is shown them.
    pub secret_fields: Vec<(Rect, String)>,
    /// Edges whose filling in something came between: what was typed may stand in another field.
    pub disturbed: Disturbed,
    /// The last actions of the step under way, as long as each can be taken back.
    pub undoable: Undoable,
    /// What was answered after an earlier halt, and waits for its question.
    pub answers: Answers,
    /// What the guard goes by: the workflow's own rules, and those of the workflows that run it.
    pub rules: SafetyRules,
}

impl Knowledge {
    /// The rules of the workflow that runs this one bind it too.
    pub fn bind_by(&mut self, outer: &SafetyRules) {
        self.rules.forbidden_text_clicks.extend(outer.forbidden_text_clicks.iter().cloned());
        self.rules.forbidden_roles.extend(outer.forbidden_roles.iter().cloned());
        self.rules.require_confirmation_for.extend(outer.require_confirmation_for.iter().cloned());
    }
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
    /// The error screens that were met.
    pub errors: Vec<ErrorMet>,
    /// What a model said while a step was performed, for its record.
    pub opinions: Vec<Opinion>,
}
