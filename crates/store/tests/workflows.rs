//! Workflows survive `kill -9` and a full disk: whole, in the version before or the new one.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;
use common::child;
#[path = "../../model/tests/support/invoices.rs"]
mod invoices;

use std::io::{BufRead, BufReader, Write};
use std::process::Command;
use std::time::Duration;

use lea_store::{Bundle, Store};

const ROOT: &str = "LEA_STORE_WORKFLOW_ROOT";
const ID: &str = "WF_validate_invoices";
const SEEDS: u64 = 12;

fn version(number: u32, bytes: usize) -> Bundle {
    let mut bundle = Bundle::new(invoices::workflow());
    for (id, vector) in invoices::vectors() {
        bundle.put_vector(&id, &vector).unwrap();
    }
    let picture = [&b"\x89PNG\r\n\x1a\n"[..], &number.to_le_bytes(), &vec![7; bytes]].concat();
    for path in invoices::CROPS.iter().chain(&["screens/N1_invoice_list.png"]) {
        bundle.files.insert((*path).to_owned(), picture.clone());
    }
    bundle.workflow.version = number;
    bundle
}

/// Not a test of its own: what the killed process does.
#[test]
fn child_that_saves_until_it_is_killed() {
    let Ok(root) = std::env::var(ROOT) else { return };
    let store = Store::open(root).unwrap();
    for number in 1.. {
        store.save_workflow(&version(number, 2000)).unwrap();
        writeln!(std::io::stdout(), "ack {number}").unwrap();
    }
}

#[test]
fn a_save_that_is_killed_leaves_one_whole_version_and_all_before_it() {
    for seed in 0..SEEDS {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().to_str().unwrap();
        let mut child = child("child_that_saves_until_it_is_killed", &[(ROOT, path)]).spawn().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let number = |line: String| line.strip_prefix("ack ").and_then(|n| n.parse::<u32>().ok());
        let mut last = output.by_ref().find_map(number).unwrap();
        // Moments spread over the first 60 ms: some ten saves.
        let x = (seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        std::thread::sleep(Duration::from_micros((x >> 32) % 60_000));
        child.kill().unwrap();
        last = output.filter_map(number).last().unwrap_or(last);
        child.wait().unwrap();

        let store = Store::open(root.path()).unwrap();
        let kept = store.workflow(ID).unwrap();
        let now = kept.workflow.version;
        assert!((last..=last + 1).contains(&now), "seed {seed}: {last} was acknowledged, {now} is there");
        assert_eq!(kept, version(now, 2000), "seed {seed}");
        assert_eq!(store.workflow_versions(ID).unwrap(), (1..=now).collect::<Vec<_>>(), "seed {seed}");
        for earlier in 1..now {
            assert_eq!(store.workflow_version(ID, earlier).unwrap(), version(earlier, 2000), "seed {seed}");
        }
        let left = std::fs::read_dir(root.path().join("workflows")).unwrap().flatten();
        let left = left.filter(|e| e.file_name().to_string_lossy().starts_with(".new_")).count();
        assert_eq!(left, 0, "seed {seed}: nothing half-made stays");
    }
}

#[test]
fn a_full_disk_leaves_the_version_that_was_there() {
    let folder = tempfile::tempdir().unwrap();
    let mounted =
        Command::new("mount").args(["-t", "tmpfs", "-o", "size=6m", "lea"]).arg(folder.path()).output();
    if !mounted.is_ok_and(|m| m.status.success()) {
        eprintln!("skipped: only root can mount a file system to fill");
        return;
    }
    let outcome = std::panic::catch_unwind(|| {
        let store = Store::open(folder.path()).unwrap();
        store.save_workflow(&version(1, 100_000)).unwrap();
        let error = store.save_workflow(&version(2, 1_000_000)).unwrap_err();
        assert!(error.is_disk_full(), "{error}");
        assert_eq!(store.workflow(ID).unwrap(), version(1, 100_000));
        assert_eq!(store.workflow_versions(ID).unwrap(), [1]);
        store.save_workflow(&version(2, 100_000)).unwrap();
        assert_eq!(store.workflow_versions(ID).unwrap(), [1, 2], "there is room again");
    });
    let _ = Command::new("umount").arg("-l").arg(folder.path()).status();
    outcome.unwrap();
}
