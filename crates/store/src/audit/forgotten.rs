//! Actions that the trail knows and the journal of a run does not: a journal that was cut must not make a run repeat them (SPEC PEOPLE.2).

use lea_model::run::{AuditPhase, AuditRecord, Entry, Intent};

use super::AuditFilter;
use crate::Store;
use crate::error::Result;
use crate::runs::RunLog;

impl Store {
    /// The intents of a run that are in the trail and not in its journal, in order. Whether they were carried out is not known.
    pub fn forgotten_intents(&self, log: &RunLog) -> Result<Vec<Intent>> {
        let filter = AuditFilter { run_id: Some(log.run.run_id.clone()), ..AuditFilter::default() };
        let records = self.audit().records(&filter)?;
        let is_known = |step: u64| {
            log.entries.iter().any(|e| matches!(e, Entry::Intend { intent } if intent.step == step))
        };
        let of_run = |record: AuditRecord| -> Option<Intent> {
            let intent = record.intent.filter(|_| record.phase == AuditPhase::Intent)?;
            // A workflow inside of this one may have edges of the same name: they are not taken for this one's.
            let is_inside = record.workflow_id != log.run.workflow_id;
            let edge =
                if is_inside { format!("{}/{}", record.workflow_id, intent.edge) } else { intent.edge };
            Some(Intent { edge, ..intent })
        };
        Ok(records.into_iter().filter_map(of_run).filter(|intent| !is_known(intent.step)).collect())
    }
}
