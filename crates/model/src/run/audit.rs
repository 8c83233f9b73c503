//! The audit trail: a line before and after each action, chained so that no line can be changed or removed unseen (SPEC PEOPLE.2, S5).

use super::Intent;
use serde::{Deserialize, Serialize};

/// What a record of the audit trail says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AuditPhase {
    /// An action is about to be taken. It is durable before anything moves.
    Intent,
    /// What came of an action. Records of a Lea that knew no phases are read as this.
    #[default]
    Outcome,
    /// A run ended.
    End,
    /// Something other than a run changed: a deletion, an approval, an import, a secret, the configuration.
    Change,
}

impl std::fmt::Display for AuditPhase {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Intent => "intent",
            Self::Outcome => "outcome",
            Self::End => "end",
            Self::Change => "change",
        })
    }
}

/// One record of the audit trail. `hash` is over all other fields, `previous` among them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct AuditRecord {
    /// Its place in the trail, from 1.
    pub number: u64,
    /// When, RFC 3339.
    pub when: String,
    /// The operating system's user who ordered it.
    pub who: String,
    /// The machine that acted.
    pub robot: String,
    /// What this record says: that something is about to happen, what came of it, that a run ended, what was changed.
    pub phase: AuditPhase,
    /// The workflow.
    pub workflow_id: String,
    /// Its version.
    pub workflow_version: u32,
    /// The run.
    pub run_id: String,
    /// The number of the action in it.
    pub step: u64,
    /// The node it was done on.
    pub node: String,
    /// The edge it belongs to.
    pub edge: String,
    /// What was done, such as `mouse_click`; in an intent, `intend`; in a change, such as `delete_run`.
    pub action: String,
    /// What to, in words; never a secret.
    pub target: String,
    /// What found it.
    pub method: String,
    /// How sure that was.
    pub score: Option<f64>,
    /// How far the search was relaxed.
    pub healing_level: u32,
    /// What was seen afterwards.
    pub verdict: String,
    /// How sure that was.
    pub confidence: f64,
    /// How long it took, in milliseconds.
    pub duration_ms: f64,
    /// The screen before, as it was kept.
    pub screen_before: String,
    /// The screen after.
    pub screen_after: String,
    /// Who did the work: `auto`, `assist`, `rehearsal` …
    pub mode: String,
    /// What the guard said, and who confirmed.
    pub guard: String,
    /// Anything else, in words: how the run ended, why it halted.
    pub detail: String,
    /// The whole intent, in a record of that phase: a journal that lost it is completed from here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intent: Option<Intent>,
    /// The checksum of the last line of the run's journal when this was written; empty beside runs.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub journal: String,
    /// The hash of the record before; empty for the first.
    pub previous: String,
    /// The hash of this one.
    pub hash: String,
}
