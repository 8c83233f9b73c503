//! Journals and screens that someone, or a failing disk, has changed: an error, never a panic, never a lie.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;
#[path = "support/runs.rs"]
mod support;
use common::{SIZE, picture};
use support::*;

use std::fs;
use std::sync::OnceLock;

use lea_model::run::{Entry, RunOutcome};
use lea_store::{RunWriter, Store};
use proptest::prelude::*;

struct Sample {
    root: tempfile::TempDir,
    store: Store,
    journal: Vec<u8>,
    screens: Vec<u8>,
    entries: Vec<Entry>,
}

/// One run, made once; each case puts its own files in its place.
fn sample() -> &'static Sample {
    static SAMPLE: OnceLock<Sample> = OnceLock::new();
    SAMPLE.get_or_init(|| {
        let root = tempfile::tempdir().unwrap();
        let store = Store::open(root.path()).unwrap();
        let mut writer = RunWriter::begin(&store, &run(RUN)).unwrap();
        for n in 1..=6 {
            writer.write(&intend(n)).unwrap();
            let shot = writer.keep_screen(picture(SIZE, n % 2, n as u32).as_frame()).unwrap();
            writer.write(&conclude(n, &shot, &shot)).unwrap();
        }
        writer.write(&end(RunOutcome::Verified)).unwrap();
        let journal = fs::read(journal(root.path(), RUN)).unwrap();
        let screens = fs::read(run_folder(root.path(), RUN).join("screens.pack")).unwrap();
        let entries = store.run(RUN).unwrap().entries;
        Sample { root, store, journal, screens, entries }
    })
}

/// What is read is the beginning of what was written, whatever was done to it.
fn check_journal(bytes: &[u8]) -> Result<Option<usize>, TestCaseError> {
    // Property tests of one file run one after the other only within one test.
    static ONE: std::sync::Mutex<()> = std::sync::Mutex::new(());
    let _one = ONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let sample = sample();
    fs::write(journal(sample.root.path(), RUN), bytes).unwrap();
    let listed = sample.store.runs().unwrap();
    prop_assert_eq!(listed.len(), 1);
    match sample.store.run(RUN) {
        Ok(log) => {
            prop_assert!(log.entries.len() <= sample.entries.len());
            prop_assert_eq!(&log.entries[..], &sample.entries[..log.entries.len()]);
            prop_assert_eq!(&listed[0].damage, &None);
            Ok(Some(log.entries.len()))
        }
        Err(_) => {
            prop_assert!(listed[0].damage.is_some(), "a broken run is named");
            Ok(None)
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_changed_journal_is_an_error_or_the_beginning_of_the_true_one(
        edits in prop::collection::vec((any::<prop::sample::Index>(), 1u8..), 1..4),
    ) {
        let mut bytes = sample().journal.clone();
        let mut first = bytes.len();
        for (at, change) in edits {
            let at = at.index(bytes.len());
            bytes[at] ^= change;
            first = first.min(at);
        }
        let read = check_journal(&bytes)?;
        if bytes != sample().journal {
            let good = sample().journal[..first].iter().filter(|b| **b == b'\n').count();
            prop_assert!(read.is_none_or(|n| n <= good), "nothing changed is believed");
        }
    }

    #[test]
    fn lines_removed_doubled_or_exchanged_are_never_read_as_a_run(
        from in 0usize..14, to in 0usize..14, how in 0..3,
    ) {
        let mut lines: Vec<&[u8]> = sample().journal.split_inclusive(|b| *b == b'\n').collect();
        match how {
            0 => { lines.remove(from); }
            1 => { let line = lines[from]; lines.insert(to, line); }
            _ => lines.swap(from, to),
        }
        let bytes = lines.concat();
        let read = check_journal(&bytes)?;
        // What follows the whole run is as good as a torn line.
        if !bytes.starts_with(&sample().journal) {
            prop_assert!(read.is_none_or(|n| n < 14));
        }
    }

    #[test]
    fn any_bytes_are_a_run_or_an_error(
        bytes in prop::collection::vec(any::<u8>(), 0..2000), after in 0usize..15,
    ) {
        let lines: Vec<&[u8]> = sample().journal.split_inclusive(|b| *b == b'\n').collect();
        check_journal(&[&lines[..after.min(lines.len())].concat(), &bytes[..]].concat())?;
    }

    #[test]
    fn changed_screens_are_an_error_or_the_true_ones(
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        cut in any::<prop::sample::Index>(),
        is_cut: bool,
    ) {
        static ONE: std::sync::Mutex<()> = std::sync::Mutex::new(());
        let _one = ONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let sample = sample();
        let mut bytes = sample.screens.clone();
        for (at, value) in edits {
            let at = at.index(bytes.len());
            bytes[at] = value;
        }
        if is_cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        fs::write(run_folder(sample.root.path(), RUN).join("screens.pack"), bytes).unwrap();
        for n in 1..=6u64 {
            if let Ok(read) = sample.store.run_screen(RUN, &format!("shot_{n:04}")) {
                prop_assert_eq!(read, picture(SIZE, n % 2, n as u32));
            }
        }
    }
}

#[test]
fn a_line_that_never_ends_is_not_read_into_memory() {
    let root = tempfile::tempdir().unwrap();
    let store = Store::open(root.path()).unwrap();
    whole(&store, RUN, 1);
    let path = journal(root.path(), RUN);
    let file = fs::OpenOptions::new().write(true).open(&path).unwrap();
    file.set_len(64 << 20).unwrap();
    assert!(store.run(RUN).unwrap_err().to_string().contains("line 5"));
    file.set_len(5 << 30).unwrap();
    assert!(store.run(RUN).unwrap_err().to_string().contains("larger than"));
    assert!(store.runs().unwrap()[0].damage.is_some());
}

#[test]
fn what_a_later_lea_adds_to_a_line_is_passed_over_and_what_it_invents_is_named() {
    let root = tempfile::tempdir().unwrap();
    let store = Store::open(root.path()).unwrap();
    let folder = run_folder(root.path(), RUN);
    fs::create_dir_all(&folder).unwrap();
    let begin = serde_json::to_value(Entry::Begin { run: Box::new(run(RUN)), resumed: false }).unwrap();
    let mut richer = begin.clone();
    richer["weather"] = serde_json::json!({"sky": "grey"});
    richer["run"]["mood"] = serde_json::json!("good");
    write_lines(&folder, &[richer.to_string()]);
    assert_eq!(store.run(RUN).unwrap().run.workflow_id, "WF_invoices");
    write_lines(&folder, &[begin.to_string(), r#"{"entry":"teleport"}"#.into()]);
    let error = store.run(RUN).unwrap_err().to_string();
    assert!(error.contains("line 2") && error.contains("update Lea"), "{error}");
    write_lines(&folder, &[r#"{"entry":"arrived","edge":"E1","node":"N1"}"#.into()]);
    assert!(store.run(RUN).unwrap_err().to_string().contains("does not begin with run"));
}

/// Lines as the documentation of the format says, written without Lea.
fn write_lines(folder: &std::path::Path, entries: &[String]) {
    let sum = |before: &str, entry: &str| {
        blake3::hash(format!("{before}{entry}").as_bytes()).to_hex().as_str()[..16].to_owned()
    };
    let mut before = sum("0000000000000000", RUN);
    let mut text = String::new();
    for entry in entries {
        before = sum(&before, entry);
        text.push_str(&format!("{{\"sum\":\"{before}\",\"line\":{entry}}}\n"));
    }
    fs::write(folder.join("journal.jsonl"), text).unwrap();
}
