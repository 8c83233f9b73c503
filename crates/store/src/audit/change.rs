//! Records of what was changed beside runs: deletions, approvals, imports, secrets, configuration (SPEC PEOPLE.2).

use jiff::Timestamp;
use lea_model::run::{AuditPhase, AuditRecord};

use super::chain;
use crate::Store;
use crate::error::{Doing, Result};
use crate::who::{machine, system_user};

/// A run was deleted; `run_id` says which.
pub const DELETE_RUN: &str = "delete_run";
/// A recording was deleted; `target` says which.
pub const DELETE_SESSION: &str = "delete_session";
/// A workflow was deleted; `workflow_id` says which.
pub const DELETE_WORKFLOW: &str = "delete_workflow";
/// A person accepted what [`Store::check_audit`](crate::Store::check_audit) had found, such as after a backup was restored.
pub const ACCEPT: &str = "accept_restored";
/// The trail had records, and no anchor outside the data folder knew them.
pub const ANCHOR_MISSING: &str = "anchor_missing";
/// A person answered the question that a run had halted with; `run_id` says which, `target` what was asked, `detail` what was answered.
pub const ANSWER: &str = "answer";
/// The configuration is another one than that of the run before.
pub const CONFIGURATION: &str = "configuration";
/// A journal had lost what the trail knows, and was completed from it.
pub const COMPLETE_JOURNAL: &str = "complete_journal";

/// A change by the system's user, now. `action` is a word such as [`DELETE_RUN`].
pub fn of(action: &str, target: impl Into<String>) -> AuditRecord {
    AuditRecord {
        when: Timestamp::now().to_string(),
        who: system_user(),
        robot: machine(),
        phase: AuditPhase::Change,
        action: action.to_owned(),
        target: target.into(),
        ..AuditRecord::default()
    }
}

/// No anchor knew the trail when its next record was added.
pub(super) fn unanchored(records: u64) -> AuditRecord {
    let detail = "the state folder had no anchor for this data folder: it was deleted, the data folder was moved or copied here, \
                  another user began to use it, or the trail is older than anchors";
    AuditRecord { detail: detail.into(), ..of(ANCHOR_MISSING, format!("{records} records")) }
}

impl Store {
    /// Writes a change down, durably.
    pub fn note_change(&self, mut record: AuditRecord) -> Result<()> {
        self.audit().append(&mut record)
    }

    /// The last change of this kind; none where there is none. The trail is read, not verified.
    pub fn last_change(&self, action: &str) -> Result<Option<AuditRecord>> {
        let audit = self.audit();
        let Some(mut reader) = audit.reader()? else { return Ok(None) };
        // Most records are of runs: they are passed over without being parsed.
        let wanted = format!("\"action\":\"{action}\"");
        let (mut line, mut last) = (Vec::new(), None);
        loop {
            chain::next_line(&mut reader, &mut line).doing("read", &audit.trail())?;
            if !line.ends_with(b"\n") {
                return Ok(last);
            }
            if line.windows(wanted.len()).any(|w| w == wanted.as_bytes()) {
                let record = serde_json::from_slice::<AuditRecord>(&line).ok();
                last = record.filter(|r| r.phase == AuditPhase::Change && r.action == action).or(last);
            }
        }
    }
}
