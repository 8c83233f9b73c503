//! What people change beside runs goes into the audit trail before it happens (SPEC PEOPLE.2): deletions, approvals, imports, secrets,
//! and the configuration where it is another one than that of the run before.

use crate::config::Context;
use crate::error::{Failure, Outcome, failed, halted};
use lea_model::run::AuditRecord;
use lea_store::audit::change;
use lea_store::runs::RunLog;
use lea_store::{Store, StoreError};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Letters of the hash of a part of the configuration: 64 bits tell two apart.
const HASH_LETTERS: usize = 16;

/// Writes a change down, then makes it; where it fails, that is written down too. On a full disk a deletion comes first: it makes
/// the room for its record.
pub fn changing<T>(store: &Store, record: AuditRecord, change: impl FnOnce() -> Outcome<T>) -> Outcome<T> {
    let has_no_room = match store.note_change(record.clone()) {
        Err(e) if e.is_disk_full() && record.action.starts_with("delete_") => true,
        noted => noted.map(|()| false).map_err(failed)?,
    };
    let changed = change();
    match &changed {
        Ok(_) if has_no_room => store.note_change(record).map_err(failed)?,
        Ok(_) => {}
        Err(failure) => {
            let record =
                AuditRecord { verdict: "failed".into(), detail: failure.report.to_string(), ..record };
            if let Err(why) = store.note_change(record) {
                eprintln!("warning: that it failed is not in the audit trail: {why}");
            }
        }
    }
    changed
}

/// How things of one kind are deleted.
pub struct Deletion<T> {
    /// The id meant by a name on the command line.
    pub named: fn(&Store, &str) -> Outcome<String>,
    /// What the audit trail says of it.
    pub change: fn(&str) -> AuditRecord,
    /// Deletes it.
    pub delete: fn(&Store, &str) -> Outcome<T>,
}

/// Deletes what is named: what is gone, and the first failure. One that cannot be deleted does not keep the others.
pub fn delete<T>(
    store: &Store,
    names: &[String],
    deletion: &Deletion<T>,
) -> (Vec<(String, T)>, Option<Failure>) {
    let (mut gone, mut first_failure) = (Vec::new(), None);
    for name in names {
        let deleted = (deletion.named)(store, name).and_then(|id| {
            let done = changing(store, (deletion.change)(&id), || (deletion.delete)(store, &id))?;
            Ok((id, done))
        });
        match deleted {
            Ok(deleted) => gone.push(deleted),
            Err(failure) => {
                first_failure.get_or_insert(failure);
            }
        }
    }
    (gone, first_failure)
}

/// Says what is gone.
pub fn say_deleted(context: &Context, gone: &[(String, ())], with: &str) {
    let ids: Vec<&str> = gone.iter().map(|(id, ())| id.as_str()).collect();
    if context.json {
        println!("{}", json!({ "deleted": ids }));
    } else if !ids.is_empty() {
        println!("Deleted {}{with}", ids.join(", "));
    }
}

/// Recordings were deleted because of their age.
pub fn note_pruned(store: &Store, ids: &[String], days: u32) -> Result<(), StoreError> {
    ids.iter().try_for_each(|id| {
        let detail = format!("older than {days} days");
        store.note_change(AuditRecord { detail, ..change::of(change::DELETE_SESSION, id) })
    })
}

/// Before a run: where the configuration is another one than the trail says, the trail says so. Only hashes of its parts are written.
pub fn note_configuration(context: &Context, store: &Store) -> Outcome {
    let parts = json!(context.config);
    let hash = |part: &Value| blake3::hash(part.to_string().as_bytes()).to_hex()[..HASH_LETTERS].to_owned();
    let parts = parts.as_object().into_iter().flatten();
    let now: BTreeMap<String, String> = parts.map(|(name, part)| (name.clone(), hash(part))).collect();
    let last = store.last_change(change::CONFIGURATION).map_err(failed)?;
    let known = last.map(|r| serde_json::from_str(&r.detail).unwrap_or_default());
    let known: BTreeMap<String, String> = known.unwrap_or_default();
    let other: Vec<&str> = now
        .iter()
        .filter(|(name, hash)| known.get(*name) != Some(*hash))
        .map(|(name, _)| name.as_str())
        .collect();
    if other.is_empty() {
        return Ok(());
    }
    let record = change::of(change::CONFIGURATION, other.join(", "));
    store.note_change(AuditRecord { detail: json!(now).to_string(), ..record }).map_err(failed)
}

/// Before a run goes on: what its journal had lost and the trail knows is said, and written down. Where it lost more than one action that
/// cannot be taken back, nobody could be asked about each in its place: the run does not go on.
pub fn note_completed(store: &Store, log: &RunLog) -> Outcome {
    if log.forgotten.is_empty() {
        return Ok(());
    }
    let id = &log.run.run_id;
    let told = |only: fn(bool) -> bool| -> Vec<&str> {
        log.forgotten.iter().filter(|i| only(i.irreversible)).map(|i| i.told.as_str()).collect()
    };
    let lasting = told(|irreversible| irreversible);
    if lasting.len() > 1 {
        return Err(halted(format!(
            "lines were cut off the journal of {id}: the audit trail knows {} actions that cannot be taken back and that the journal \
             lost ({}). Look which of them happened, do the rest by hand or in a new run; this one does not go on",
            lasting.len(),
            lasting.join("; ")
        )));
    }
    let told = told(|_| true).join("; ");
    eprintln!("warning: the journal of {id} had lost what the audit trail knows: {told}");
    let record = AuditRecord {
        run_id: id.clone(),
        workflow_id: log.run.workflow_id.clone(),
        ..change::of(change::COMPLETE_JOURNAL, told)
    };
    store.note_change(record).map_err(failed)
}
