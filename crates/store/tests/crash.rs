//! `kill -9` at any moment: what was acknowledged is there.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;
use common::*;

use std::io::{BufRead, BufReader, Write};
use std::time::{Duration, Instant};

use lea_store::{State, Store};

const ROOT: &str = "LEA_STORE_CRASH_ROOT";
const SEEDS: u64 = 20;

/// Not a test of its own: what the killed process does.
#[test]
fn child_that_records_until_it_is_killed() {
    let Ok(root) = std::env::var(ROOT) else { return };
    let store = Store::open(root).unwrap();
    let mut writer = store.begin(&header(ID)).unwrap();
    let mut out = std::io::stdout();
    for n in 0u64.. {
        let frame = picture(SIZE, n / 8 + 1, n as u32);
        writer.screenshot(&shot(n + 1), frame.as_frame(), n as f64 * 0.001).unwrap();
        writeln!(out, "ack frame {n}").unwrap();
        let mut event = click(n);
        event.screenshot_id = Some(shot(n + 1));
        writer.event(&event).unwrap();
        writeln!(out, "ack event {n}").unwrap();
    }
}

/// Not a test of its own: what is killed while it deletes.
#[test]
fn child_that_deletes() {
    let Ok(root) = std::env::var(ROOT) else { return };
    let store = Store::open(root).unwrap();
    println!("ack open");
    store.delete(ID).unwrap();
    println!("ack deleted");
}

/// Moments spread over the first 300 ms, the same every time.
fn moment(seed: u64) -> Duration {
    let x = (seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    Duration::from_micros((x >> 32) % 300_000)
}

#[test]
fn what_was_acknowledged_survives_kill_9() {
    let mut total = 0;
    for seed in 0..SEEDS {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().to_str().unwrap();
        let mut child = child("child_that_records_until_it_is_killed", &[(ROOT, path)]).spawn().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
        // The clock starts with the first frame: before it there is nothing to lose.
        let first = output.by_ref().find(|l| l.as_ref().is_ok_and(|l| l.contains("ack frame 0")));
        assert!(first.is_some(), "seed {seed}");
        let (mut frames, mut events) = (1, 0);
        let killed_at = Instant::now() + moment(seed);
        for line in output.by_ref() {
            let line = line.unwrap();
            frames += u64::from(line.starts_with("ack frame"));
            events += u64::from(line.starts_with("ack event"));
            if Instant::now() >= killed_at {
                break;
            }
        }
        child.kill().unwrap();
        for line in output.map_while(Result::ok) {
            frames += u64::from(line.starts_with("ack frame"));
            events += u64::from(line.starts_with("ack event"));
        }
        child.wait().unwrap();

        let store = Store::open(root.path()).unwrap();
        let listed = store.sessions().unwrap();
        assert_eq!(
            (listed.len(), listed[0].state, &listed[0].damage),
            (1, State::Interrupted, &None),
            "seed {seed}"
        );
        let session = store.session(ID).unwrap();
        // One more of each may have been written and not yet acknowledged.
        assert!((events..=events + 1).contains(&(session.events.len() as u64)), "seed {seed}");
        assert!((frames..=frames + 1).contains(&(session.screenshots.len() as u64)), "seed {seed}");
        assert_eq!(session.problems(), [], "seed {seed}");
        for n in
            (0..session.screenshots.len() as u64).step_by(7).chain([session.screenshots.len() as u64 - 1])
        {
            let wanted = picture(SIZE, n / 8 + 1, n as u32);
            assert_eq!(store.frame(ID, &shot(n + 1)).unwrap(), wanted, "seed {seed}, frame {n}");
        }
        let recovered = store.recover(ID).unwrap();
        assert_eq!(recovered.events, session.events, "seed {seed}");
        assert_eq!(store.sessions().unwrap()[0].state, State::Finished);
        // A frame may be committed and its line not written.
        let deleted = store.delete(ID).unwrap().frames as usize;
        assert!(
            (session.screenshots.len()..=session.screenshots.len() + 1).contains(&deleted),
            "seed {seed}"
        );
        total += events;
    }
    assert!(total > SEEDS * 5, "the children did too little ({total} events) to prove anything");
}

#[test]
fn a_deletion_that_is_killed_is_finished_by_the_next_open() {
    let mut unfinished = 0;
    for seed in 0..8 {
        let root = tempfile::tempdir().unwrap();
        let store = Store::open(root.path()).unwrap();
        let pictures: Vec<_> = (1..60).map(|n| picture(SIZE, n, 1)).collect();
        finish(record(&store, ID, 5, &pictures));
        finish(record(&store, OTHER, 5, &pictures[..1]));
        drop(store);
        let path = root.path().to_str().unwrap();
        let mut child = child("child_that_deletes", &[(ROOT, path)]).spawn().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
        assert!(output.by_ref().any(|l| l.is_ok_and(|l| l.contains("ack open"))));
        std::thread::sleep(moment(seed) / 3);
        child.kill().unwrap();
        let is_done = output.map_while(Result::ok).any(|l| l.contains("ack deleted"));
        child.wait().unwrap();
        unfinished += u32::from(!is_done);
        let store = Store::open(root.path()).unwrap();
        let has_begun = store.sessions().unwrap().len() == 1;
        if !has_begun {
            assert_eq!(store.session(ID).unwrap().events.len(), 5, "seed {seed}: whole, or gone");
            assert_eq!(store.frame(ID, "shot_0059").unwrap(), pictures[58]);
            store.delete(ID).unwrap();
        }
        assert_eq!(store.frame(OTHER, "shot_0001").unwrap(), pictures[0]);
        assert_eq!(store.delete(OTHER).unwrap().tiles, 20);
        assert!(store.disk().unwrap().frames_bytes < 200_000, "seed {seed}: nothing stays behind");
    }
    println!("{unfinished} of 8 were cut short");
}
