//! Killed, full, unplugged, frozen: what was recorded is kept, and the message says what happened.

#![allow(clippy::unwrap_used)] // In a test that is what it is for.

mod common;

use common::{Desk, SOON, lea, typed};
use lea_model::EventType;
use lea_screen::{Button, Screen, click};
use lea_store::State;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

#[test]
fn killed_at_any_moment_it_is_readable_up_to_one_second_before() {
    for kill_after in [700, 1500, 2600] {
        let mut desk = Desk::new();
        desk.stage.keep(desk.stage.galculator().unwrap());
        let rect = desk.window("galculator").rect;
        let recording = desk.record(&[]);
        let id = recording.session_id.clone();
        let mut sent = Vec::new();
        let start = Instant::now();
        for i in 0.. {
            let at = lea_model::Point { x: rect.x1 + 20 + i % 4 * 30, y: rect.center().y };
            click(&mut desk.screen, at, Button::Left, 1).unwrap();
            sent.push(Instant::now());
            if start.elapsed() >= Duration::from_millis(kill_after) {
                break;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        recording.signal("-KILL");
        let killed = Instant::now();
        let (_, _, code) = recording.wait();
        assert_eq!(code, None, "it was killed");

        let store = desk.store();
        assert_eq!(store.sessions().unwrap()[0].state, State::Interrupted);
        let session = store.session(&id).unwrap();
        assert_eq!(session.problems(), []);
        let due = sent.iter().filter(|t| killed.duration_since(**t) >= Duration::from_secs(1)).count();
        let clicks = session.events.iter().filter(|e| e.event_type == EventType::MouseClick);
        let found: usize = clicks.map(|e| usize::from(e.clicks.unwrap())).sum();
        assert!(found >= due, "{found} of {due} clicks older than a second, {} in all", sent.len());
        for shot in &session.screenshots {
            store.frame(&id, &shot.screenshot_id).unwrap();
        }
        let shown = desk.lea().args(["sessions", "show", "last"]).output().unwrap();
        assert!(shown.status.success());
    }
}

/// A file system of its own, a few megabytes large; gone when dropped.
struct SmallDisk(PathBuf);

impl SmallDisk {
    fn mount(at: &Path, size: &str) -> Option<Self> {
        std::fs::create_dir_all(at).unwrap();
        let option = format!("size={size},mode=700");
        let done =
            Command::new("mount").args(["-t", "tmpfs", "-o", &option, "lea-test"]).arg(at).output().ok()?;
        done.status.success().then(|| Self(at.to_owned()))
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).status();
    }
}

#[test]
fn a_full_disk_ends_the_recording_and_keeps_it() {
    let mut desk = Desk::new();
    let folder = tempfile::tempdir().unwrap();
    let Some(disk) = SmallDisk::mount(&folder.path().join("disk"), "5m") else {
        eprintln!("skipped: only root can mount a small file system");
        return;
    };
    let data = disk.0.join("data");
    desk.stage.keep(desk.stage.mousepad(None).unwrap());
    desk.window("mousepad");
    let mut command = lea(folder.path(), &data);
    command.args(["--json", "record", "--user", "tester", "--display", desk.stage.display()]);
    let mut recording = common::Recording::start(command);
    desk.screen.text("kept\n").unwrap();
    desk.rest();
    // Something takes the rest of the disk in the middle of a word.
    desk.screen.text("unfinished").unwrap();
    desk.rest();
    assert!(std::fs::write(disk.0.join("other"), vec![7u8; 6 << 20]).is_err());
    let deadline = Instant::now() + SOON;
    let mut n = 0;
    while recording.child.try_wait().unwrap().is_none() {
        assert!(Instant::now() < deadline, "it did not notice that the disk is full");
        n += 1;
        desk.screen.text(&format!("line {n} of many that fill the screen with other pixels\n")).unwrap();
        desk.rest();
    }
    let (_, errors, code) = recording.wait();
    assert_eq!(code, Some(4), "{errors}");
    assert!(errors.contains("disk is full") && errors.contains("is kept"), "{errors}");
    let store = lea_store::Store::open(&data).unwrap();
    let id = store.sessions().unwrap()[0].id.clone();
    let session = store.session(&id).unwrap();
    assert_eq!(session.problems(), []);
    let text = typed(&session, "mousepad");
    assert!(text.starts_with("keptunfinished"), "{text:?}");
}

#[test]
fn a_display_that_vanishes_ends_the_recording_and_keeps_it() {
    let mut desk = Desk::new();
    desk.stage.keep(desk.stage.mousepad(None).unwrap());
    desk.window("mousepad");
    let recording = desk.record(&[]);
    let id = recording.session_id.clone();
    desk.screen.text("still here").unwrap();
    lea_screen::chord(&mut desk.screen, &[lea_screen::Key::ENTER]).unwrap();
    desk.rest();
    desk.wait_for_recorded("the text", &recording, |s| typed(s, "mousepad") == "still here");
    desk.stage.kill_server();
    let (_, errors, code) = recording.wait();
    assert_eq!(code, Some(4), "{errors}");
    assert!(errors.contains("display went away") && errors.contains(&id), "{errors}");
    let session = desk.session();
    assert_eq!(typed(&session, "mousepad"), "still here");
}

#[test]
fn a_display_that_is_not_there_says_so_and_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let output = lea(folder.path(), &data).args(["record", "--display", ":4242"]).output().unwrap();
    assert_eq!(output.status.code(), Some(4));
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(errors.contains("cannot open display :4242") && errors.contains("lea doctor"), "{errors}");
    let none = lea(folder.path(), &data).args(["record"]).output().unwrap();
    assert!(String::from_utf8_lossy(&none.stderr).contains("DISPLAY is not set"));
    assert!(lea_store::Store::open(&data).unwrap().sessions().unwrap().is_empty());
}

#[test]
fn a_clock_that_jumps_does_not_break_the_order() {
    let mut desk = Desk::new();
    desk.stage.keep(desk.stage.mousepad(None).unwrap());
    desk.window("mousepad");
    let folder = tempfile::tempdir().unwrap();
    let clock = folder.path().join("clock");
    std::fs::write(&clock, "+0").unwrap();
    // The wall clock as the recorder sees it follows a file; the monotonic one stays true.
    let env = [
        ("LD_PRELOAD", common::faketime()),
        ("FAKETIME_TIMESTAMP_FILE", clock.to_str().unwrap()),
        ("FAKETIME_NO_CACHE", "1"),
        ("FAKETIME_DONT_FAKE_MONOTONIC", "1"),
    ];
    let recording = desk.record_with(&[], &env);
    for (jump, word) in [("+0", "one"), ("-3600", "two"), ("+7200", "three")] {
        std::fs::write(&clock, jump).unwrap();
        desk.screen.text(word).unwrap();
        lea_screen::chord(&mut desk.screen, &[lea_screen::Key::ENTER]).unwrap();
        desk.rest();
    }
    recording.stop();
    let session = desk.session(); // Checks that times never go back.
    assert_eq!(typed(&session, "mousepad"), "onetwothree");
    assert!(session.events.last().unwrap().t < 60.0, "an hour did not pass");
    let shots: Vec<_> = session.screenshots.iter().map(|s| s.captured_at.clone()).collect();
    assert!(shots.is_sorted(), "{shots:?}");
}
