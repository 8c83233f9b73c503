//! Finishing what was cut short: bundles in the making, deletions, and versions that were about to change places.

use std::fs;
use std::path::Path;

use super::keep::{HISTORY, OLD, PASSING};
use crate::Store;
use crate::disk;

/// Finishes it, unless someone is at work. What fails is left for next time.
pub(crate) fn tidy(store: &Store) {
    let root = store.workflows_folder();
    if !root.is_dir() {
        return;
    }
    let _ = disk::close_folder(&root);
    let Ok(lock) = disk::lock_file(&root.join(".lock")) else { return };
    if !disk::lock(&lock).unwrap_or(false) {
        return;
    }
    for entry in fs::read_dir(&root).into_iter().flatten().flatten() {
        let (name, path) = (entry.file_name(), entry.path());
        let Some(name) = name.to_str() else { continue };
        if name.starts_with(PASSING) {
            let _ = fs::remove_dir_all(&path);
        } else if let Some(id) = name.strip_prefix(OLD) {
            let place = root.join(id);
            let _ = if place.exists() { fs::remove_dir_all(&path) } else { fs::rename(&path, place) };
        }
    }
    forget_histories(&root);
}

/// Histories of workflows that are gone: a deletion was cut short.
fn forget_histories(root: &Path) {
    for entry in fs::read_dir(root.join(HISTORY)).into_iter().flatten().flatten() {
        if !root.join(entry.file_name()).exists() {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}
