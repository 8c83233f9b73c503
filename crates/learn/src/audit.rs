//! Entries of the audit trail that learning makes: who changed what, when, and why. Writing them down is the store's.

use lea_model::Workflow;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The name of those changes that no person made.
pub const LEA: &str = "lea";

/// One change to a workflow.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AuditEntry {
    /// Who made it, a person or `lea`.
    pub who: String,
    /// When, RFC 3339.
    pub when: String,
    /// The workflow.
    pub workflow_id: String,
    /// Its version before.
    pub version: u32,
    /// What was changed, such as `learning_state` or `E3_validate label_variants`.
    pub what: String,
    /// As it was.
    pub before: Value,
    /// As it is.
    pub after: Value,
    /// Why.
    pub reason: String,
}

impl AuditEntry {
    /// An entry about a workflow as it is before the change.
    pub fn new(workflow: &Workflow, who: &str, when: &str, what: impl Into<String>) -> Self {
        Self {
            who: who.to_owned(),
            when: when.to_owned(),
            workflow_id: workflow.workflow_id.clone(),
            version: workflow.version,
            what: what.into(),
            before: Value::Null,
            after: Value::Null,
            reason: String::new(),
        }
    }

    /// The same with what it was, what it became, and why.
    pub fn from_to(mut self, before: Value, after: Value, reason: impl Into<String>) -> Self {
        (self.before, self.after, self.reason) = (before, after, reason.into());
        self
    }
}
