//! Two processes, one store.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;
use common::*;

use std::io::{BufRead, BufReader};

use lea_store::{State, Store, StoreError};

const ROOT: &str = "LEA_STORE_TOGETHER_ROOT";
const USER: &str = "LEA_STORE_TOGETHER_USER";
const FRAMES: u64 = 60;

fn id(user: &str) -> String {
    format!("sess_2026-11-15T09-00-00_{user}")
}

/// Not a test of its own: what the other processes do.
#[test]
fn child_that_records() {
    let (Ok(root), Ok(user)) = (std::env::var(ROOT), std::env::var(USER)) else {
        return;
    };
    let store = Store::open(root).unwrap();
    let mut writer = store.begin(&header(&id(&user))).unwrap();
    println!("ack begun");
    for n in 0..FRAMES {
        // Both show the same pictures, so that they race for the same tiles.
        let frame = picture(SIZE, n % 10 + 1, n as u32 / 20);
        writer.screenshot(&shot(n + 1), frame.as_frame(), n as f64).unwrap();
        writer.event(&click(n)).unwrap();
    }
    println!("ack recorded");
    // Waits until its input is closed.
    let _ = std::io::stdin().read_line(&mut String::new());
    finish(writer);
    println!("ack finished");
}

#[test]
fn two_recorders_a_reader_and_a_deleter_do_not_disturb_each_other() {
    let root = tempfile::tempdir().unwrap();
    let path = root.path().to_str().unwrap();
    let children: Vec<_> = ["a", "b"]
        .map(|user| {
            let mut command = child("child_that_records", &[(ROOT, path), (USER, user)]);
            let mut child = command.stdin(std::process::Stdio::piped()).spawn().unwrap();
            let output = BufReader::new(child.stdout.take().unwrap()).lines();
            (child, output, user)
        })
        .into();
    let store = Store::open(root.path()).unwrap();
    let mut children = children;
    for (_, output, user) in &mut children {
        assert!(output.any(|l| l.is_ok_and(|l| l.contains("ack begun"))), "{user}");
    }
    // Delete and list while they record; what is deleted shares tiles with what is recorded.
    for n in 0..10u64 {
        let third = format!("sess_2026-11-14T09-00-{n:02}_c");
        finish(record(&store, &third, 3, &[picture(SIZE, n + 1, 0), picture(SIZE, n + 1, 1)]));
        assert!(store.sessions().unwrap().iter().all(|s| s.damage.is_none()));
        store.delete(&third).unwrap();
        for user in ["a", "b"] {
            let session = store.session(&id(user)).unwrap();
            assert!(session.metadata.recovered.is_none(), "nothing is lost");
            if let Some(shot) = session.screenshots.last() {
                store.frame(&id(user), &shot.screenshot_id).unwrap();
            }
        }
    }
    for (_, output, user) in &mut children {
        assert!(output.any(|l| l.is_ok_and(|l| l.contains("ack recorded"))), "{user}");
    }
    assert!(store.sessions().unwrap().iter().all(|s| s.state == State::Recording && s.frames == FRAMES));
    assert!(matches!(store.delete(&id("a")), Err(StoreError::BeingRecorded { .. })));
    assert!(matches!(store.recover(&id("a")), Err(StoreError::BeingRecorded { .. })));
    for (mut child, mut output, user) in children {
        drop(child.stdin.take());
        assert!(output.any(|l| l.is_ok_and(|l| l.contains("ack finished"))), "{user}");
        assert!(child.wait().unwrap().success());
    }
    store.delete(&id("a")).unwrap();
    let left = store.session(&id("b")).unwrap();
    assert_eq!(left.events.len() as u64, FRAMES);
    for n in 0..FRAMES {
        assert_eq!(store.frame(&id("b"), &shot(n + 1)).unwrap(), picture(SIZE, n % 10 + 1, n as u32 / 20));
    }
}

#[test]
fn many_may_open_and_begin_at_the_same_moment() {
    for _ in 0..5 {
        let root = tempfile::tempdir().unwrap();
        let begun: usize = std::thread::scope(|scope| {
            let open = |n: u32| {
                let path = root.path();
                move || {
                    let store = Store::open(path).unwrap();
                    let own = format!("sess_2026-11-15T09-00-{n:02}_x");
                    finish(record(&store, &own, 2, &[picture(SIZE, 1, n)]));
                    match store.begin(&header(ID)) {
                        Ok(writer) => {
                            finish(writer);
                            1
                        }
                        Err(StoreError::Exists { .. }) => 0,
                        Err(e) => panic!("{e}"),
                    }
                }
            };
            let threads: Vec<_> = (0..8).map(|n| scope.spawn(open(n))).collect();
            threads.into_iter().map(|t| t.join().unwrap()).sum()
        });
        assert_eq!(begun, 1, "one of them gets the id");
        let listed = Store::open(root.path()).unwrap().sessions().unwrap();
        assert_eq!(listed.len(), 9);
        assert!(listed.iter().all(|s| s.damage.is_none() && s.state == State::Finished), "{listed:?}");
    }
}
