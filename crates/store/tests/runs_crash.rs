//! Runs and `kill -9`, torn lines, a full disk, and two processes.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;
#[path = "support/runs.rs"]
mod support;
use common::{SIZE, child, picture};
use support::*;

use std::fs::{self, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::process::Command;
use std::time::{Duration, Instant};

use lea_model::run::{Entry, RunOutcome};
use lea_store::{RunState, RunWriter, Store, StoreError};

const ROOT: &str = "LEA_STORE_RUN_ROOT";
const NAME: &str = "LEA_STORE_RUN_NAME";
const SEEDS: u64 = 12;

/// Not a test of its own: what the killed process does.
#[test]
fn child_that_runs_until_it_is_killed() {
    let Ok(root) = std::env::var(ROOT) else { return };
    let store = Store::open(root).unwrap();
    let mut writer = RunWriter::begin(&store, &run(RUN)).unwrap();
    let mut out = std::io::stdout();
    for n in 1u64.. {
        writer.write(&intend(n)).unwrap();
        writeln!(out, "ack intend {n}").unwrap();
        let shot = writer.keep_screen(picture(SIZE, n / 8 + 1, n as u32).as_frame()).unwrap();
        writer.write(&conclude(n, &shot, &shot)).unwrap();
        writeln!(out, "ack conclude {n}").unwrap();
    }
}

/// Moments spread over the first 200 ms, the same every time.
fn moment(seed: u64) -> Duration {
    let x = (seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    Duration::from_micros((x >> 32) % 200_000)
}

#[test]
fn what_was_acknowledged_survives_kill_9_and_the_run_goes_on() {
    let mut total = 0;
    for seed in 0..SEEDS {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().to_str().unwrap();
        let mut child = child("child_that_runs_until_it_is_killed", &[(ROOT, path)]).spawn().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
        let first = output.by_ref().find(|l| l.as_ref().is_ok_and(|l| l.contains("ack intend 1")));
        assert!(first.is_some(), "seed {seed}");
        let mut acks = 1;
        let killed_at = Instant::now() + moment(seed);
        for line in output.by_ref() {
            acks += usize::from(line.unwrap().starts_with("ack"));
            if Instant::now() >= killed_at {
                break;
            }
        }
        child.kill().unwrap();
        acks += output.map_while(Result::ok).filter(|l| l.starts_with("ack")).count();
        child.wait().unwrap();

        let store = Store::open(root.path()).unwrap();
        let listed = store.runs().unwrap();
        assert_eq!((listed[0].state, &listed[0].damage), (RunState::Interrupted, &None), "seed {seed}");
        let (mut writer, log) = RunWriter::resume(&store, RUN).unwrap();
        // One more may have been written and not yet acknowledged.
        let written = log.entries.len() - 1;
        assert!((acks..=acks + 1).contains(&written), "seed {seed}: {acks} acknowledged, {written} there");
        for (n, pair) in (1u64..).zip(log.entries[1..].chunks(2)) {
            assert_eq!(pair[0], intend(n), "seed {seed}");
            let Some(Entry::Conclude { record }) = pair.get(1) else { continue };
            let shot = record.screen_after.as_deref().unwrap();
            assert_eq!(store.run_screen(RUN, shot).unwrap(), picture(SIZE, n / 8 + 1, n as u32));
        }
        let shot = writer.keep_screen(picture(SIZE, 1000, 0).as_frame()).unwrap();
        writer.write(&conclude(99, &shot, &shot)).unwrap();
        writer.write(&end(RunOutcome::Cancelled)).unwrap();
        assert_eq!(store.run(RUN).unwrap().entries.len(), log.entries.len() + 2);
        assert_eq!(store.run_screen(RUN, &shot).unwrap(), picture(SIZE, 1000, 0), "seed {seed}");
        total += acks;
    }
    assert!(total > SEEDS as usize * 5, "the children did too little ({total} entries) to prove anything");
}

#[test]
fn a_line_torn_anywhere_is_dropped_and_the_run_goes_on_after_the_line_before() {
    let root = tempfile::tempdir().unwrap();
    let store = Store::open(root.path()).unwrap();
    let mut writer = RunWriter::begin(&store, &run(RUN)).unwrap();
    writer.write(&intend(1)).unwrap();
    let path = journal(root.path(), RUN);
    let good = fs::read(&path).unwrap();
    writer.write(&conclude(1, "shot_0001", "shot_0001")).unwrap();
    drop(writer);
    let all = fs::read(&path).unwrap();
    let line = all.len() - good.len();
    for cut in [0, 1, 7, 8, 20, line / 2, line - 2, line - 1] {
        // As a killed process leaves it, and as a power cut may: the length is there, the bytes are not.
        for filler in [0, line - cut] {
            let torn = [&all[..good.len() + cut], &vec![0; filler]].concat();
            fs::write(&path, &torn).unwrap();
            assert_eq!(store.run(RUN).unwrap().entries.len(), 2, "cut after {cut}, {filler} zeros");
            let (mut writer, log) = RunWriter::resume(&store, RUN).unwrap();
            assert_eq!(log.entries.len(), 2);
            writer.write(&intend(7)).unwrap();
            drop(writer);
            assert_eq!(store.run(RUN).unwrap().entries[2], intend(7), "cut after {cut}, {filler} zeros");
        }
    }
}

#[test]
fn a_screen_that_was_cut_off_is_dropped_and_its_number_used_again() {
    let root = tempfile::tempdir().unwrap();
    let store = Store::open(root.path()).unwrap();
    let mut writer = RunWriter::begin(&store, &run(RUN)).unwrap();
    writer.keep_screen(picture(SIZE, 1, 0).as_frame()).unwrap();
    writer.keep_screen(picture(SIZE, 2, 0).as_frame()).unwrap();
    drop(writer);
    let path = run_folder(root.path(), RUN).join("screens.pack");
    let length = fs::metadata(&path).unwrap().len();
    for cut in [1, 100, 5000] {
        OpenOptions::new().write(true).open(&path).unwrap().set_len(length - cut).unwrap();
        assert_eq!(store.run_screen(RUN, "shot_0001").unwrap(), picture(SIZE, 1, 0));
        assert!(matches!(store.run_screen(RUN, "shot_0002"), Err(StoreError::Damaged { .. })));
        let (mut writer, _) = RunWriter::resume(&store, RUN).unwrap();
        assert_eq!(writer.keep_screen(picture(SIZE, 2, 0).as_frame()).unwrap(), "shot_0002");
        assert_eq!(store.run_screen(RUN, "shot_0002").unwrap(), picture(SIZE, 2, 0));
        assert_eq!(fs::metadata(&path).unwrap().len(), length);
    }
}

/// Not a test of its own: what the other processes do.
#[test]
fn child_that_wants_a_run() {
    let (Ok(root), Ok(name)) = (std::env::var(ROOT), std::env::var(NAME)) else { return };
    let store = Store::open(root).unwrap();
    match RunWriter::begin(&store, &run(&name)) {
        Ok(mut writer) => {
            (1..=20).for_each(|n| writer.write(&intend(n)).unwrap());
            println!("ack has it");
            // Waits until its input is closed.
            let _ = std::io::stdin().read_line(&mut String::new());
            writer.write(&end(RunOutcome::Verified)).unwrap();
        }
        Err(StoreError::RunExists { .. }) => println!("ack refused"),
        Err(e) => println!("ack {e}"),
    }
}

#[test]
fn of_many_processes_one_gets_the_run_and_others_see_it_going_on() {
    let root = tempfile::tempdir().unwrap();
    let path = root.path().to_str().unwrap();
    let mut children = Vec::new();
    for _ in 0..4 {
        let mut command = child("child_that_wants_a_run", &[(ROOT, path), (NAME, RUN)]);
        let mut child = command.stdin(std::process::Stdio::piped()).spawn().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap()).lines();
        children.push((child, output));
    }
    let said: Vec<String> = children
        .iter_mut()
        .map(|(_, output)| output.map_while(Result::ok).find(|l| l.contains("ack ")).unwrap())
        .collect();
    assert_eq!(said.iter().filter(|s| s.ends_with("ack has it")).count(), 1, "{said:?}");
    assert_eq!(said.iter().filter(|s| s.ends_with("ack refused")).count(), 3, "{said:?}");
    let store = Store::open(root.path()).unwrap();
    assert_eq!(store.runs().unwrap()[0].state, RunState::Running);
    assert_eq!(store.run(RUN).unwrap().entries.len(), 21);
    assert!(matches!(RunWriter::resume(&store, RUN), Err(StoreError::RunGoesOn { .. })));
    for (mut child, _) in children {
        drop(child.stdin.take());
        assert!(child.wait().unwrap().success());
    }
    assert_eq!(store.runs().unwrap()[0].run.outcome, Some(RunOutcome::Verified));
    assert_eq!(fs::read_dir(root.path().join("runs/2026-11-15")).unwrap().count(), 1, "nothing is left over");
}

#[test]
fn a_full_disk_is_named_and_the_run_can_still_be_ended() {
    let root = tempfile::tempdir().unwrap();
    let mounted =
        Command::new("mount").args(["-t", "tmpfs", "-o", "size=4m", "lea"]).arg(root.path()).output();
    if !mounted.is_ok_and(|m| m.status.success()) {
        eprintln!("skipped: only root can mount a file system to fill");
        return;
    }
    let outcome = std::panic::catch_unwind(|| {
        let store = Store::open(root.path()).unwrap();
        let mut writer = RunWriter::begin(&store, &run(RUN)).unwrap();
        let mut kept = 0;
        let error = loop {
            match writer.keep_screen(picture(SIZE, kept + 1, 0).as_frame()) {
                Ok(_) => kept += 1,
                Err(e) => break e,
            }
        };
        assert!(error.is_disk_full() && error.to_string().contains("free some space"), "{error}");
        let filler = vec![1; 1 << 20];
        let mut file = fs::File::create(root.path().join("filler")).unwrap();
        let mut bytes = filler.len();
        while bytes > 0 {
            bytes = if file.write_all(&filler[..bytes]).is_err() { bytes / 2 } else { bytes };
        }
        // What was being done, what came of it, and the end still go in.
        for n in 1..=20 {
            writer.write(&conclude(n, "shot_0001", "shot_0001")).unwrap();
        }
        let written = (21..2000).take_while(|n| writer.write(&intend(*n)).is_ok()).count();
        let entries = store.run(RUN).unwrap().entries.len();
        assert_eq!(entries, 21 + written, "what was refused is not there");
        for n in 0..kept {
            let shot = format!("shot_{:04}", n + 1);
            assert_eq!(store.run_screen(RUN, &shot).unwrap(), picture(SIZE, n + 1, 0));
        }
        fs::remove_file(root.path().join("filler")).unwrap();
        writer.write(&end(RunOutcome::Failed)).unwrap();
        assert_eq!(store.run(RUN).unwrap().entries.len(), entries + 1);
        drop(writer);
        store.delete_run(RUN).unwrap();
    });
    let _ = Command::new("umount").arg("-l").arg(root.path()).status();
    outcome.unwrap();
}
