//! Deleting frees exactly what nothing else uses, and gives the space back.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;
use common::*;

use lea_store::{Store, StoreError};
use rusqlite::Connection;

fn count(root: &std::path::Path, what: &str) -> i64 {
    let connection = Connection::open(root.join("frames.db")).unwrap();
    connection.query_row(&format!("SELECT COUNT(*) FROM {what}"), [], |row| row.get(0)).unwrap()
}

#[test]
fn deleting_frees_exactly_the_tiles_nothing_else_uses() {
    let root = tempfile::tempdir().unwrap();
    let store = Store::open(root.path()).unwrap();
    let (shared, own, others) = (picture(SIZE, 1, 1), picture(SIZE, 2, 1), picture(SIZE, 3, 1));
    finish(record(&store, ID, 5, [&shared, &own]));
    finish(record(&store, OTHER, 5, [&shared, &others]));
    assert_eq!(count(root.path(), "tiles"), 60);
    let freed = store.delete(ID).unwrap();
    assert_eq!((freed.sessions, freed.frames, freed.tiles), (1, 2, 20));
    assert!(freed.bytes >= 320 * 200 * 3, "{freed:?}");
    assert_eq!(count(root.path(), "tiles"), 40);
    assert_eq!(store.frame(OTHER, "shot_0001").unwrap(), shared);
    assert_eq!(store.frame(OTHER, "shot_0002").unwrap(), others);
    assert!(matches!(store.session(ID), Err(StoreError::NoSession { .. })));
    assert!(matches!(store.frame(ID, "shot_0001"), Err(StoreError::NoSession { .. })));
    assert!(matches!(store.delete(ID), Err(StoreError::NoSession { .. })));
    assert_eq!(store.sessions().unwrap().len(), 1);

    let freed = store.delete(OTHER).unwrap();
    assert_eq!(freed.tiles, 40);
    for table in ["tiles", "frames", "uses", "sessions"] {
        assert_eq!(count(root.path(), table), 0, "{table}");
    }
    assert!(!root.path().join("sessions/2026-11-15").exists(), "an empty day goes too");
    finish(record(&store, ID, 1, [&own]));
    assert_eq!(store.frame(ID, "shot_0001").unwrap(), own, "the id may be used again");
}

#[test]
fn the_space_goes_back_to_the_file_system_and_the_pixels_with_it() {
    let root = tempfile::tempdir().unwrap();
    let store = Store::open(root.path()).unwrap();
    let pictures: Vec<_> = (1..40).map(|n| picture(SIZE, n, 1)).collect();
    finish(record(&store, ID, 5, &pictures));
    let before = store.disk().unwrap();
    assert!(before.frames_bytes > 5_000_000, "{before:?}");
    let freed = store.delete(ID).unwrap();
    assert_eq!(freed.frames, 39);
    let after = store.disk().unwrap();
    assert!(after.frames_bytes < 200_000, "{after:?}");
    assert_eq!(after.sessions_bytes, 0);
}

#[test]
fn a_session_that_is_recorded_is_not_deleted() {
    let root = tempfile::tempdir().unwrap();
    let store = Store::open(root.path()).unwrap();
    let picture = picture(SIZE, 1, 1);
    let writer = record(&store, ID, 5, [&picture]);
    assert!(matches!(store.delete(ID), Err(StoreError::BeingRecorded { .. })));
    assert_eq!(finish(writer).events.len(), 5);
    assert_eq!(store.frame(ID, "shot_0001").unwrap(), picture);
}

#[test]
fn a_deletion_cut_short_is_finished_by_the_next_open_or_delete() {
    let picture = picture(SIZE, 1, 1);
    // Cut after the decision; after the folder went; in the middle of the frames; in the middle of the tiles.
    let cuts = [
        "SELECT 1",
        "SELECT 1",
        "DELETE FROM frames WHERE shot = 1",
        "DELETE FROM frames; DELETE FROM uses WHERE tile < 9; DELETE FROM tiles WHERE id < 9",
    ];
    for (n, cut) in cuts.iter().enumerate() {
        for by_open in [true, false] {
            let root = tempfile::tempdir().unwrap();
            let store = Store::open(root.path()).unwrap();
            finish(record(&store, ID, 5, [&picture, &picture]));
            let connection = Connection::open(root.path().join("frames.db")).unwrap();
            connection.execute("UPDATE sessions SET doomed = 1", []).unwrap();
            connection.execute_batch(cut).unwrap();
            drop(connection);
            if n > 0 {
                let folder = folder(root.path(), ID);
                std::fs::rename(&folder, folder.with_file_name(format!(".gone_{ID}"))).unwrap();
            }
            assert!(store.sessions().unwrap().is_empty(), "what is being deleted is not listed");
            if by_open {
                drop(store);
                drop(Store::open(root.path()).unwrap());
            } else {
                assert_eq!(store.delete(ID).unwrap().sessions, 1);
            }
            for table in ["tiles", "frames", "uses", "sessions"] {
                assert_eq!(count(root.path(), table), 0, "{table} after cut {n}");
            }
            assert!(!root.path().join("sessions/2026-11-15").exists());
        }
    }
}

#[test]
fn frames_whose_folder_was_removed_by_hand_can_be_deleted() {
    let root = tempfile::tempdir().unwrap();
    let store = Store::open(root.path()).unwrap();
    finish(record(&store, ID, 5, [&picture(SIZE, 1, 1)]));
    std::fs::remove_dir_all(folder(root.path(), ID)).unwrap();
    let store = Store::open(root.path()).unwrap();
    let listed = store.sessions().unwrap();
    assert!(listed[0].damage.as_ref().unwrap().contains("folder is gone"));
    assert_eq!(store.delete(ID).unwrap().tiles, 20);
}

#[test]
fn pruning_keeps_whole_days_and_what_is_recorded() {
    let root = tempfile::tempdir().unwrap();
    let store = Store::open(root.path()).unwrap();
    let id = |day: &str| format!("sess_{day}T09-00-00_marie");
    let days = ["2026-10-01", "2026-11-13", "2026-11-14", "2026-11-15", "2026-11-30"];
    for day in days {
        finish(record(&store, &id(day), 1, []));
    }
    let recorded = record(&store, "sess_2026-01-01T00-00-00_paul", 1, []);
    let today = jiff::civil::date(2026, 11, 15);
    assert_eq!(store.prune(30, today).unwrap(), [id("2026-10-01")]);
    assert_eq!(store.prune(1, today).unwrap(), [id("2026-11-13")]);
    assert_eq!(store.prune(0, today).unwrap(), [id("2026-11-14")]);
    let left: Vec<_> = store.sessions().unwrap().into_iter().map(|s| s.id).collect();
    assert_eq!(left, ["sess_2026-01-01T00-00-00_paul".to_owned(), id("2026-11-15"), id("2026-11-30")]);
    drop(recorded);
    assert_eq!(store.prune(0, today).unwrap().len(), 1);
    assert_eq!(store.sessions().unwrap().len(), 2);
}
