//! Alone in its process: the umask belongs to all of it.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;
use common::*;

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use lea_store::Store;
use rustix::fs::Mode;
use rustix::process::umask;

fn check(path: &Path, found: &mut usize) {
    for entry in std::fs::read_dir(path).unwrap() {
        let entry = entry.unwrap();
        let metadata = entry.metadata().unwrap();
        let wanted = if metadata.is_dir() { 0o700 } else { 0o600 };
        assert_eq!(metadata.permissions().mode() & 0o7777, wanted, "{}", entry.path().display());
        *found += 1;
        if metadata.is_dir() {
            check(&entry.path(), found);
        }
    }
}

#[test]
fn everything_is_for_its_owner_alone_whatever_the_umask() {
    for mask in [0o000, 0o022, 0o777] {
        let root = tempfile::tempdir().unwrap();
        let before = umask(Mode::from_raw_mode(mask));
        let data = root.path().join("a/b");
        let store = Store::open(&data).unwrap();
        let pictures = [picture(SIZE, 1, 1), picture(SIZE, 2, 1)];
        finish(record(&store, ID, 3, &pictures));
        let writer = record(&store, OTHER, 3, &pictures);
        umask(before);
        let mut found = 0;
        check(root.path(), &mut found);
        // a, b, frames.db, -wal, -shm, ballast, sessions, the day, two folders, session.json, session.log, ballast
        assert_eq!(found, 13, "umask {mask:o}");
        drop(writer);
    }
}
