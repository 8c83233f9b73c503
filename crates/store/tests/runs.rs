//! Runs as their writers and readers see them.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;
#[path = "support/runs.rs"]
mod support;
use common::{SIZE, picture};
use support::*;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::time::{Duration, Instant};

use lea_model::Size;
use lea_model::run::{Entry, Halt, HaltReason, RunOutcome};
use lea_store::{RunState, RunWriter, Store, StoreError};

fn place() -> (tempfile::TempDir, Store) {
    let root = tempfile::tempdir().unwrap();
    let store = Store::open(root.path()).unwrap();
    (root, store)
}

#[test]
fn what_was_written_comes_back_in_order() {
    let (_root, store) = place();
    let mut writer = RunWriter::begin(&store, &run(RUN)).unwrap();
    let entries = [intend(1), conclude(1, "shot_0001", "shot_0002"), intend(2)];
    entries.iter().for_each(|e| writer.write(e).unwrap());
    let log = store.run(RUN).unwrap();
    assert_eq!(log.entries[0], Entry::Begin { run: Box::new(run(RUN)), resumed: false });
    assert_eq!(log.entries[1..], entries);
    assert_eq!((log.run.steps, log.run.outcome, log.run.seconds), (1, None, 1.0));
    assert_eq!(store.runs().unwrap()[0].state, RunState::Running);

    let halt = Halt::new(HaltReason::NotFound, "“Valider” is not there").asking("Where is it?");
    let at = "2026-11-15T09:00:42.5Z".to_owned();
    writer.write(&Entry::End { outcome: RunOutcome::Halted, halt: Some(halt.clone()), at }).unwrap();
    let ended = store.run(RUN).unwrap().run;
    assert_eq!((ended.outcome, ended.halt, ended.seconds), (Some(RunOutcome::Halted), Some(halt), 42.5));
    assert_eq!((ended.confidence, ended.similarity), (Some(0.8), Some(0.9)));
    assert!(matches!(writer.write(&intend(3)), Err(StoreError::RunOver { .. })), "nothing after the end");
    assert!(matches!(RunWriter::resume(&store, RUN), Err(StoreError::RunGoesOn { .. })));
    drop(writer);

    // It stopped with a question, and goes on once that is answered.
    let (mut writer, log) = RunWriter::resume(&store, RUN).unwrap();
    assert!(matches!(writer.write(&intend(3)), Err(StoreError::RunOver { .. })), "not before it says so");
    writer.write(&Entry::Begin { run: Box::new(log.run), resumed: true }).unwrap();
    writer.write(&conclude(2, "shot_0001", "shot_0002")).unwrap();
    writer.write(&end(RunOutcome::Verified)).unwrap();
    drop(writer);
    let run = &store.runs().unwrap()[0].run;
    assert_eq!((run.outcome, &run.halt, run.steps), (Some(RunOutcome::Verified), &None, 2));
    assert!(matches!(RunWriter::resume(&store, RUN), Err(StoreError::RunOver { .. })));
}

#[test]
fn answers_of_the_rule_are_counted_also_over_a_crash() {
    let (_root, store) = place();
    let answered = Entry::RuleAnswered { question: "click “Valider”. Do it?".into() };
    let mut writer = RunWriter::begin(&store, &run(RUN)).unwrap();
    writer.write(&answered).unwrap();
    drop(writer);
    let (mut writer, log) = RunWriter::resume(&store, RUN).unwrap();
    assert_eq!(log.run.rule_answers, 1);
    writer.write(&Entry::Begin { run: Box::new(log.run), resumed: true }).unwrap();
    writer.write(&answered).unwrap();
    writer.write(&end(RunOutcome::Verified)).unwrap();
    drop(writer);
    assert_eq!(store.run(RUN).unwrap().run.rule_answers, 2);
    assert_eq!(store.runs().unwrap()[0].run.rule_answers, 2, "in the list, too");
}

#[test]
fn a_beginning_that_is_written_again_adds_nothing() {
    let (_root, store) = place();
    let mut writer = RunWriter::begin(&store, &run(RUN)).unwrap();
    writer.write(&Entry::Begin { run: Box::new(run(RUN)), resumed: false }).unwrap();
    writer.write(&intend(1)).unwrap();
    assert_eq!(store.run(RUN).unwrap().entries.len(), 2);
}

#[test]
fn an_id_is_used_once_and_one_process_writes() {
    let (_root, store) = place();
    let writer = RunWriter::begin(&store, &run(RUN)).unwrap();
    assert!(matches!(RunWriter::begin(&store, &run(RUN)), Err(StoreError::RunExists { .. })));
    assert!(matches!(RunWriter::resume(&store, RUN), Err(StoreError::RunGoesOn { .. })));
    assert!(matches!(store.delete_run(RUN), Err(StoreError::RunGoesOn { .. })));
    drop(writer);
    assert!(matches!(RunWriter::begin(&store, &run(RUN)), Err(StoreError::RunExists { .. })));
    assert!(matches!(RunWriter::resume(&store, OTHER_RUN), Err(StoreError::NoRun { .. })));
    for bad in ["", "run_x", "../../etc", "run_2026-11-15T09-00-00_../x", "sess_2026-11-15T09-00-00_m"] {
        assert!(matches!(store.run(bad), Err(StoreError::BadId(_))), "{bad}");
        assert!(RunWriter::begin(&store, &run(bad)).is_err(), "{bad}");
    }
}

#[test]
fn an_interrupted_run_goes_on_where_it_was_cut() {
    let (_root, store) = place();
    let mut writer = RunWriter::begin(&store, &run(RUN)).unwrap();
    let first = writer.keep_screen(picture(SIZE, 1, 0).as_frame()).unwrap();
    writer.write(&intend(1)).unwrap();
    drop(writer);
    assert_eq!(store.runs().unwrap()[0].state, RunState::Interrupted);

    let (mut writer, log) = RunWriter::resume(&store, RUN).unwrap();
    assert_eq!(log.entries.len(), 2);
    writer.write(&Entry::Begin { run: Box::new(log.run), resumed: true }).unwrap();
    assert_eq!(writer.keep_screen(picture(SIZE, 1, 0).as_frame()).unwrap(), first, "it is known already");
    assert_eq!(writer.keep_screen(picture(SIZE, 1, 1).as_frame()).unwrap(), "shot_0002");
    writer.write(&conclude(1, "shot_0001", "shot_0002")).unwrap();
    writer.write(&end(RunOutcome::Verified)).unwrap();
    drop(writer);
    let log = store.run(RUN).unwrap();
    assert_eq!((log.entries.len(), log.run.steps, log.run.outcome), (5, 1, Some(RunOutcome::Verified)));
    assert_eq!(store.run_screen(RUN, "shot_0002").unwrap(), picture(SIZE, 1, 1));
}

#[test]
fn screens_come_back_and_the_same_one_is_kept_once() {
    let (root, store) = place();
    let mut writer = RunWriter::begin(&store, &run(RUN)).unwrap();
    let odd = Size { width: 333, height: 177 };
    let pictures = [
        picture(SIZE, 1, 0),
        picture(SIZE, 1, 7),
        picture(SIZE, 0, 1),
        picture(odd, 3, 0),
        picture(odd, 3, 1),
        picture(SIZE, 1, 8),
    ];
    for (n, picture) in pictures.iter().enumerate() {
        assert_eq!(writer.keep_screen(picture.as_frame()).unwrap(), format!("shot_{:04}", n + 1));
    }
    let bytes = fs::metadata(run_folder(root.path(), RUN).join("screens.pack")).unwrap().len();
    for (n, picture) in pictures.iter().enumerate().rev() {
        assert_eq!(writer.keep_screen(picture.as_frame()).unwrap(), format!("shot_{:04}", n + 1));
    }
    let same = fs::metadata(run_folder(root.path(), RUN).join("screens.pack")).unwrap().len();
    assert_eq!(bytes, same, "nothing is kept twice");
    let screens = store.run_screens(RUN).unwrap();
    assert_eq!(screens.count(), pictures.len());
    for (n, picture) in pictures.iter().enumerate() {
        assert_eq!(&screens.read(&format!("shot_{:04}", n + 1)).unwrap(), picture);
    }
    assert!(matches!(screens.read("shot_0007"), Err(StoreError::NoScreen { .. })));
    assert!(matches!(screens.read("shot_0000"), Err(StoreError::NoScreen { .. })));
    assert!(screens.read("../shot_0001").is_err());
}

#[test]
fn runs_are_listed_newest_first_and_a_broken_one_is_named() {
    let (root, store) = place();
    for n in 0..4 {
        whole(&store, &format!("run_2026-11-1{n}T09-00-00_invoices"), n + 1);
    }
    let broken = "run_2026-11-12T09-00-00_invoices";
    let mut bytes = fs::read(journal(root.path(), broken)).unwrap();
    bytes[300] ^= 1;
    fs::write(journal(root.path(), broken), bytes).unwrap();
    fs::create_dir_all(root.path().join("runs/2026-11-11/run_2026-11-11T10-00-00_empty")).unwrap();
    fs::create_dir_all(root.path().join("runs/2026-11-11/notes")).unwrap();
    let listed = store.runs().unwrap();
    let days: Vec<_> = listed.iter().map(|r| &r.run.run_id[4..17]).collect();
    assert_eq!(days, ["2026-11-13T09", "2026-11-12T09", "2026-11-11T10", "2026-11-11T09", "2026-11-10T09"]);
    let damaged: Vec<_> = listed.iter().map(|r| r.damage.is_some()).collect();
    assert_eq!(damaged, [false, true, true, false, false], "{listed:?}");
    assert_eq!((listed[0].run.steps, listed[0].state), (4, RunState::Ended));
    store.delete_run(broken).unwrap();
    store.delete_run("run_2026-11-11T10-00-00_empty").unwrap();
    assert_eq!(store.runs().unwrap().len(), 3);
    assert!(matches!(store.run(broken), Err(StoreError::NoRun { .. })));
    assert!(!root.path().join("runs/2026-11-12").exists());
}

#[test]
fn a_list_never_believes_a_summary_beside_another_journal() {
    let (root, store) = place();
    whole(&store, RUN, 5);
    let told = fs::read(run_folder(root.path(), RUN).join("run.json")).unwrap();
    store.delete_run(RUN).unwrap();
    whole(&store, RUN, 2);
    fs::write(run_folder(root.path(), RUN).join("run.json"), told).unwrap();
    assert_eq!(store.runs().unwrap()[0].run.steps, 2);
    fs::write(run_folder(root.path(), RUN).join("run.json"), b"{\"journal\":").unwrap();
    assert_eq!(store.runs().unwrap()[0].run.steps, 2);
}

#[test]
fn files_are_for_their_owner_alone() {
    let (root, store) = place();
    let mut writer = RunWriter::begin(&store, &run(RUN)).unwrap();
    writer.keep_screen(picture(SIZE, 1, 0).as_frame()).unwrap();
    writer.write(&end(RunOutcome::Verified)).unwrap();
    let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let folder = run_folder(root.path(), RUN);
    for folder in [&folder, folder.parent().unwrap(), &root.path().join("runs")] {
        assert_eq!(mode(folder), 0o700, "{}", folder.display());
    }
    let names: Vec<_> = fs::read_dir(&folder).unwrap().map(|e| e.unwrap().path()).collect();
    assert_eq!(names.len(), 3, "journal, screens and summary: {names:?}");
    names.iter().for_each(|path| assert_eq!(mode(path), 0o600, "{}", path.display()));
}

#[test]
fn what_would_not_be_readable_again_is_refused_and_harms_nothing() {
    let (_root, store) = place();
    let mut writer = RunWriter::begin(&store, &run(RUN)).unwrap();
    let mut entry = conclude(1, "shot_0001", "shot_0001");
    if let Entry::Conclude { record } = &mut entry {
        record.matched.confidence = f64::NAN;
    }
    let error = writer.write(&entry).unwrap_err();
    assert!(error.to_string().contains("the record of step 1"), "{error}");
    writer.write(&intend(2)).unwrap();
    assert_eq!(store.run(RUN).unwrap().entries.len(), 2);
}

/// Measured at 0.5 ms and 1.4 ms on an idle machine; the limits leave room for a busy one.
#[test]
fn writing_is_quick_beside_a_step() {
    let (_root, store) = place();
    let mut writer = RunWriter::begin(&store, &run(RUN)).unwrap();
    let size = Size { width: 1920, height: 1080 };
    let mut frame = picture(size, 0, 0);
    writer.keep_screen(frame.as_frame()).unwrap();
    let (mut writes, mut screens) = (Vec::new(), Vec::new());
    for n in 1..=40 {
        frame.fill(lea_model::Rect::from([n * 40, 100, n * 40 + 300, 500]), [n as u8, 80, 90]);
        let begun = Instant::now();
        let shot = writer.keep_screen(frame.as_frame()).unwrap();
        screens.push(begun.elapsed());
        let begun = Instant::now();
        writer.write(&conclude(n as u64, &shot, &shot)).unwrap();
        writes.push(begun.elapsed());
    }
    writes.sort_unstable();
    screens.sort_unstable();
    println!("write: median {:?}, worst {:?}", writes[20], writes[39]);
    println!("screen: median {:?}, worst {:?}", screens[20], screens[39]);
    assert!(writes[20] < Duration::from_millis(50), "{writes:?}");
    assert!(screens[20] < Duration::from_millis(100), "{screens:?}");
}
