//! A disk that is really full: a tmpfs of 4 MB, mounted by the test where it may.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;
use common::*;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use lea_model::{Gap, SessionMetadata};
use lea_store::{Refusal, State, Store, StoreError};

/// A small file system, unmounted when it goes.
struct Disk {
    folder: tempfile::TempDir,
}

impl Disk {
    /// None, with a message, where one may not mount.
    fn mount() -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let mounted =
            Command::new("mount").args(["-t", "tmpfs", "-o", "size=4m", "lea"]).arg(folder.path()).output();
        if mounted.is_ok_and(|m| m.status.success()) {
            return Some(Self { folder });
        }
        eprintln!("skipped: only root can mount a file system to fill");
        None
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Takes all the room there is.
    fn fill(&self) -> PathBuf {
        let path = self.path().join("filler");
        let mut bytes = 1 << 20;
        let mut file = fs::File::create(&path).unwrap();
        while bytes > 0 {
            if std::io::Write::write_all(&mut file, &vec![1; bytes]).is_err() {
                bytes /= 2;
            }
        }
        path
    }

    fn remount(&self, options: &str) {
        let done = Command::new("mount")
            .args(["-o", &format!("remount,{options}")])
            .arg(self.path())
            .output()
            .unwrap();
        assert!(done.status.success(), "{done:?}");
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.path()).status();
    }
}

#[test]
fn frames_until_the_disk_is_full() {
    let Some(disk) = Disk::mount() else { return };
    let store = Store::open(disk.path()).unwrap();
    let mut writer = store.begin(&header(ID)).unwrap();
    let mut kept = 0;
    let error = loop {
        match writer.screenshot(&shot(kept + 1), picture(SIZE, kept + 1, 0).as_frame(), kept as f64) {
            Ok(_) => kept += 1,
            Err(e) => break e,
        }
    };
    assert!(matches!(error, StoreError::DiskFull { reason: Refusal::NoSpace, .. }), "{error}");
    assert!(error.to_string().contains("free some space"), "{error}");
    assert!(kept > 3);
    // The closing lines still go in, other frames do not.
    for n in 0..100 {
        writer.event(&click(n)).unwrap();
    }
    writer.gap(&Gap { from: 1.0, to: 2.0, reason: "disk_full".to_owned(), ..Gap::default() }).unwrap();
    let again = writer.screenshot(&shot(kept + 1), picture(SIZE, 1, 0).as_frame(), 0.0);
    assert!(again.unwrap_err().is_disk_full());
    let session = writer.finish(&SessionMetadata::default(), END).unwrap();
    assert_eq!(session.events.len(), 100);
    assert_eq!(session.screenshots.len() as u64, kept);
    assert_eq!(session.metadata.gaps[0].reason, "disk_full");
    drop(store);

    disk.fill();
    let store = Store::open(disk.path()).unwrap();
    let listed = store.sessions().unwrap();
    assert_eq!((listed[0].state, listed[0].frames, &listed[0].damage), (State::Finished, kept, &None));
    assert_eq!(store.session(ID).unwrap(), session);
    for n in 0..kept {
        assert_eq!(store.frame(ID, &shot(n + 1)).unwrap(), picture(SIZE, n + 1, 0));
    }
    // Deleting is how one gets out of it.
    assert_eq!(store.delete(ID).unwrap().frames, kept);
    assert!(store.disk().unwrap().frames_bytes < 200_000, "{:?}", store.disk());
    let picture = picture(SIZE, 7, 0);
    finish(record(&store, OTHER, 3, [&picture]));
    assert_eq!(store.frame(OTHER, "shot_0001").unwrap(), picture);
}

#[test]
fn events_until_the_disk_is_full() {
    let Some(disk) = Disk::mount() else { return };
    let store = Store::open(disk.path()).unwrap();
    let mut writer = record(&store, ID, 0, &[picture(SIZE, 1, 0)]);
    let mut kept = 0;
    let event = |n| {
        let mut event = click(n);
        event.text = Some("é".repeat(1500));
        event
    };
    let error = loop {
        match writer.event(&event(kept)) {
            Ok(()) => kept += 1,
            Err(e) => break e,
        }
    };
    assert!(error.is_disk_full(), "{error}");
    let log = fs::read(folder(disk.path(), ID).join("session.log")).unwrap();
    assert_eq!(log.last(), Some(&b'\n'), "no half line stays behind");
    writer.event(&event(kept)).unwrap();
    let session = writer.finish(&SessionMetadata::default(), END).unwrap();
    assert_eq!(session.events.len() as u64, kept + 1);
    // There is no room for session.json: the log is the session.
    let folder = folder(disk.path(), ID);
    assert!(folder.join("session.log").exists() && !folder.join("session.json").exists());
    assert!(!folder.join("session.tmp").exists() && !folder.join("ballast").exists());
    assert_eq!(store.session(ID).unwrap(), session);
    assert_eq!(store.sessions().unwrap()[0].state, State::Finished);
    assert!(store.recover(ID).unwrap_err().is_disk_full());
    assert_eq!(store.session(ID).unwrap(), session);
    disk.remount("size=16m");
    assert_eq!(store.recover(ID).unwrap(), session);
    assert!(folder.join("session.json").exists() && !folder.join("session.log").exists());
    assert_eq!(store.session(ID).unwrap(), session);
}

#[test]
fn beginning_on_a_full_disk_leaves_nothing() {
    let Some(disk) = Disk::mount() else { return };
    let store = Store::open(disk.path()).unwrap();
    let filler = disk.fill();
    let error = store.begin(&header(ID)).unwrap_err();
    assert!(error.is_disk_full(), "{error}");
    assert!(store.sessions().unwrap().is_empty());
    fs::remove_file(filler).unwrap();
    finish(record(&store, ID, 3, &[picture(SIZE, 1, 0)]));
}

#[test]
fn a_disk_that_fills_between_two_frames_of_two_recorders() {
    let Some(disk) = Disk::mount() else { return };
    let store = Store::open(disk.path()).unwrap();
    let mut first = record(&store, ID, 1, &[picture(SIZE, 1, 0)]);
    let mut second = record(&store, OTHER, 1, &[picture(SIZE, 2, 0)]);
    disk.fill();
    for (writer, noise) in [(&mut first, 3), (&mut second, 4)] {
        // What fits into pages already there is kept; the rest is refused.
        let error = (2..200).find_map(|n| {
            writer.screenshot(&shot(n), picture(SIZE, noise * 1000 + n, 0).as_frame(), 1.0).err()
        });
        assert!(error.unwrap().is_disk_full());
        writer.event(&click(1)).unwrap();
    }
    for writer in [first, second] {
        let id = writer.id().to_owned();
        let session = finish(writer);
        assert_eq!(session.events.len(), 2);
        assert_eq!(store.session(&id).unwrap().events, session.events);
        for shot in &session.screenshots {
            store.frame(&id, &shot.screenshot_id).unwrap();
        }
    }
}

#[test]
fn a_read_only_disk_is_told_from_a_full_one() {
    let Some(disk) = Disk::mount() else { return };
    finish(record(&Store::open(disk.path()).unwrap(), ID, 3, &[picture(SIZE, 1, 0)]));
    disk.remount("ro");
    let error = Store::open(disk.path()).unwrap_err();
    assert!(matches!(error, StoreError::DiskFull { reason: Refusal::ReadOnly, .. }), "{error:?}");
}
