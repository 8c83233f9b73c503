//! What a run writes down: its journal and screens, and the audit trail.

use crate::picture::masked;
use lea_act::world::{Keep, Observation};
use lea_model::Rect;
use lea_model::run::{AuditRecord, Entry};
use lea_store::Store;
use lea_store::runs::RunWriter;

/// Keeps a run in the store.
pub struct Kept<'a> {
    /// The store.
    pub store: &'a Store,
    /// The run's journal.
    pub writer: RunWriter,
}

impl Keep for Kept<'_> {
    fn write(&mut self, entry: &Entry) -> Result<(), String> {
        self.writer.write(entry).map_err(|e| e.to_string())
    }

    fn keep_screen(&mut self, observation: &Observation, private: &[Rect]) -> Option<String> {
        let frame = observation.frame.as_ref()?;
        if private.is_empty() {
            return self.writer.keep_screen(frame.as_frame()).ok();
        }
        self.writer.keep_screen(masked(frame, private).as_frame()).ok()
    }

    fn audit(&mut self, record: AuditRecord) -> Result<(), String> {
        // With it the trail shows whether the journal was cut or replaced since.
        let mut record = AuditRecord { journal: self.writer.last_sum(), ..record };
        self.store.audit().append(&mut record).map_err(|e| e.to_string())
    }
}
