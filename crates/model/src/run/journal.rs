//! The journal of a run: written before and after each action, so that a crash leaves it known what happened (SPEC ACT.10).

use super::{Answer, Halt, Question, Run, RunOutcome, StepRecord};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// What is about to be done.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Intent {
    /// The number of the action in the run, from 1.
    pub step: u64,
    /// The node it is done on.
    pub node: String,
    /// The edge it belongs to.
    pub edge: String,
    /// Which part of it, from 0.
    pub part: usize,
    /// How many parts the edge has.
    pub parts: usize,
    /// What is done, in words, without secrets.
    pub told: String,
    /// It cannot be taken back.
    pub irreversible: bool,
    /// The words on what it points at.
    pub target: String,
    /// What it belongs to.
    pub origin: Origin,
}

/// What an action belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// An edge of the graph.
    #[default]
    Edge,
    /// A rule for a common dialog.
    Reflex,
    /// The way back from an error screen.
    Recovery,
    /// Taking back what went wrong.
    Undo,
    /// Scrolling, paging and switching windows to find something.
    Search,
}

/// Something that happened beside the steps, for people: a pause, a question and its answer, a notice.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Told {
    /// What.
    pub what: String,
    /// In words.
    pub text: String,
}

/// One line of the journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "entry", rename_all = "snake_case")]
pub enum Entry {
    /// The run begins, or goes on after a crash.
    Begin {
        /// As it is known then.
        run: Box<Run>,
        /// It goes on where it was cut short.
        #[serde(default)]
        resumed: bool,
    },
    /// About to act. If no `conclude` follows, it is not known whether it happened.
    Intend {
        /// What.
        intent: Intent,
    },
    /// It was done, and looked at.
    Conclude {
        /// Everything that decided it, and what came of it.
        record: Box<StepRecord>,
    },
    /// An edge is done, and the run is on the next node.
    Arrived {
        /// The edge.
        edge: String,
        /// The node.
        node: String,
    },
    /// Values read from the screen; never secrets.
    Read {
        /// By name.
        values: BTreeMap<String, Value>,
    },
    /// A turn of a loop was begun, for this row.
    Turn {
        /// The edge the loop begins with.
        edge: String,
        /// What tells the row.
        row: String,
    },
    /// The run found itself on this node, where no step had led it: what was done since it was last there is to be done anew.
    Back {
        /// The node.
        node: String,
    },
    /// A person is asked.
    Asked {
        /// What.
        question: Box<Question>,
    },
    /// A person answered what was asked last; after the end of a run, the question that it halted with.
    Answered {
        /// What; never a secret.
        answer: Answer,
        /// Who: the operating system's user.
        by: String,
        /// When, RFC 3339.
        at: String,
    },
    /// The row of the turn that was begun is left out, because a person said so.
    Skipped {
        /// The edge the loop begins with.
        edge: String,
        /// What tells the row.
        row: String,
    },
    /// The rule of a rehearsal answered *may I* with yes, in the place of a person.
    RuleAnswered {
        /// What was asked.
        question: String,
    },
    /// Beside the steps.
    Note {
        /// What happened.
        told: Told,
    },
    /// The run is over.
    End {
        /// How it ended.
        outcome: RunOutcome,
        /// Why it stopped short.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        halt: Option<Halt>,
        /// When, RFC 3339.
        at: String,
    },
}
