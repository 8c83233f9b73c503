//! The audit trail: one line for each action, chained so that no line can be changed or removed unseen (SPEC PEOPLE.2, S5).

use serde::{Deserialize, Serialize};

/// One action in the audit trail. `hash` is over all other fields, `previous` among them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct AuditRecord {
    /// Its place in the trail, from 1.
    pub number: u64,
    /// When, RFC 3339.
    pub when: String,
    /// Who ordered the run.
    pub who: String,
    /// The machine that acted.
    pub robot: String,
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
    /// What was done, such as `mouse_click`.
    pub action: String,
    /// What to, in words; never a secret.
    pub target: String,
    /// What found it.
    pub method: String,
    /// How sure that was.
    pub score: f64,
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
    /// The hash of the record before; empty for the first.
    pub previous: String,
    /// The hash of this one.
    pub hash: String,
}
