//! No hole in the record: whatever is done to the trail, its anchors or the journals of runs is found and named (SPEC PEOPLE.2, ACT.10).
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "support/runs.rs"]
mod support;
use support::{OTHER_RUN, RUN, conclude, end, run};

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::net::UnixDatagram;
use std::path::{Path, PathBuf};
use std::time::Instant;

use lea_model::run::{AuditPhase, AuditRecord, Entry, Intent, RunOutcome};
use lea_store::audit::change;
use lea_store::{Anchors, Checked, RunWriter, Store, Suspect};

/// A data folder, a state folder beside it, and a file elsewhere.
struct Place {
    folder: tempfile::TempDir,
    store: Store,
}

impl Place {
    fn with(anchors: impl FnOnce(&Path) -> Anchors) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let anchors = anchors(folder.path());
        let store = Store::open(folder.path().join("data")).unwrap().anchored(anchors);
        Self { folder, store }
    }

    /// Two runs, of three and two actions.
    fn new() -> Self {
        let place = Self::with(|folder| Anchors { state: Some(folder.join("state")), ..Anchors::default() });
        act(&place.store, RUN, 3, Some(RunOutcome::Verified));
        act(&place.store, OTHER_RUN, 2, None);
        place
    }

    fn audit(&self, name: &str) -> PathBuf {
        self.folder.path().join("data/audit").join(name)
    }

    fn journal(&self, id: &str) -> PathBuf {
        self.folder.path().join("data/runs/2026-11-15").join(id).join("journal.jsonl")
    }

    fn anchor(&self) -> PathBuf {
        let mut all = fs::read_dir(self.folder.path().join("state/anchors")).unwrap();
        all.next().unwrap().unwrap().path()
    }

    fn check(&self) -> Checked {
        self.store.check_audit().unwrap()
    }

    /// The first finding: what it is about, its line, and that it says these words.
    fn finds(&self, suspect: Suspect, line: Option<u64>, words: &str) {
        let checked = self.check();
        let first = checked.findings.first().unwrap_or_else(|| panic!("nothing was found: {words}"));
        assert!(first.why.contains(words), "{first}");
        assert_eq!((first.suspect, first.line), (suspect, line), "{first}");
    }

    fn is_whole(&self) {
        assert_eq!(self.check().findings, []);
    }
}

fn intent(step: u64) -> Intent {
    let told = format!("click “Valider” {step}");
    Intent { step, edge: "E1_open".into(), parts: 1, told, irreversible: true, ..Intent::default() }
}

fn audited(writer: &RunWriter, phase: AuditPhase, step: u64) -> AuditRecord {
    let is_intent = phase == AuditPhase::Intent;
    AuditRecord {
        when: "2026-11-15T09:00:00Z".into(),
        phase,
        run_id: writer.id().to_owned(),
        workflow_id: "WF_invoices".into(),
        step,
        action: if is_intent { "intend" } else { "mouse_click" }.into(),
        intent: is_intent.then(|| intent(step)),
        journal: writer.last_sum(),
        ..AuditRecord::default()
    }
}

/// A run as `lea-act` writes it: journal, then trail, before and after each action.
fn act(store: &Store, id: &str, steps: u64, outcome: Option<RunOutcome>) {
    let mut writer = RunWriter::begin(store, &run(id)).unwrap();
    let note = |record: AuditRecord| store.note_change(record).unwrap();
    for step in 1..=steps {
        writer.write(&Entry::Intend { intent: intent(step) }).unwrap();
        note(audited(&writer, AuditPhase::Intent, step));
        writer.write(&conclude(step, "", "")).unwrap();
        note(audited(&writer, AuditPhase::Outcome, step));
    }
    if let Some(outcome) = outcome {
        writer.write(&end(outcome)).unwrap();
        note(audited(&writer, AuditPhase::End, steps));
    }
}

fn lines(path: &Path) -> Vec<String> {
    fs::read_to_string(path).unwrap().lines().map(|l| format!("{l}\n")).collect()
}

/// Cuts the last lines off.
fn cut(path: &Path, count: usize) {
    let all = lines(path);
    fs::write(path, all[..all.len() - count].concat()).unwrap();
}

#[test]
fn a_trail_its_anchor_and_its_journals_agree() {
    let empty = Place::with(|folder| Anchors { state: Some(folder.join("state")), ..Anchors::default() });
    assert_eq!(empty.check(), Checked::default(), "who never had a trail lost none");
    let place = Place::new();
    place.is_whole();
    let checked = place.check();
    assert_eq!(checked.count, 11);
    assert!(checked.vouched_by[0].ends_with("up to record 11"), "{:?}", checked.vouched_by);
}

#[test]
fn a_trail_that_is_deleted_cut_or_rolled_back_is_missed() {
    let place = Place::new();
    let old = (fs::read(place.audit("audit.jsonl")).unwrap(), fs::read(place.audit("head.json")).unwrap());
    act(&place.store, "run_2026-11-15T11-00-00_invoices", 1, None);
    // An older copy, with its own head.
    fs::write(place.audit("audit.jsonl"), &old.0).unwrap();
    fs::write(place.audit("head.json"), &old.1).unwrap();
    place.finds(Suspect::Anchor, Some(12), "replaced by an older copy");
    let error = place.store.note_change(change::of("test", "")).unwrap_err().to_string();
    assert!(error.contains("lea audit verify"), "nothing is added to it: {error}");
    fs::remove_dir_all(place.folder.path().join("data/audit")).unwrap();
    place.finds(Suspect::Anchor, Some(1), "knows 13 records, and the trail is missing");
    assert!(place.store.note_change(change::of("test", "")).is_err());
    fs::create_dir_all(place.folder.path().join("data/audit")).unwrap();
    fs::write(place.audit("audit.jsonl"), "").unwrap();
    place.finds(Suspect::Anchor, Some(1), "the trail is empty");
    // Cut, with the head left.
    fs::write(place.audit("audit.jsonl"), &old.0).unwrap();
    fs::write(place.audit("head.json"), &old.1).unwrap();
    cut(&place.audit("audit.jsonl"), 2);
    place.finds(Suspect::Head, Some(10), "the end was cut off");
}

#[test]
fn a_record_that_was_changed_is_named() {
    let place = Place::new();
    let mut all = lines(&place.audit("audit.jsonl"));
    all[4] = all[4].replace("Valider", "Annuler");
    fs::write(place.audit("audit.jsonl"), all.concat()).unwrap();
    place.finds(Suspect::Chain, Some(5), "it was changed");
    let error = place.store.accept_audit(&place.check()).unwrap_err().to_string();
    assert!(error.contains("cannot be accepted"), "{error}");
}

#[test]
fn a_journal_that_is_deleted_cut_or_rewritten_is_missed() {
    let place = Place::new();
    let whole = fs::read(place.journal(RUN)).unwrap();
    cut(&place.journal(RUN), 1);
    place.finds(Suspect::Journal, Some(7), "a line of the journal that is not there");
    cut(&place.journal(RUN), 2);
    place.finds(Suspect::Journal, Some(5), "lines were cut off its journal");
    let text = String::from_utf8(whole.clone()).unwrap();
    fs::write(place.journal(RUN), text.replacen("Valider", "Annuler", 1)).unwrap();
    place.finds(Suspect::Journal, None, "was changed");
    fs::remove_file(place.journal(RUN)).unwrap();
    place.finds(Suspect::Journal, Some(1), "its journal is gone, and no deletion was written down");
    fs::write(place.journal(RUN), whole).unwrap();
    place.is_whole();
    // A deletion that is in the trail is none of these.
    let record = AuditRecord { run_id: RUN.into(), ..change::of(change::DELETE_RUN, RUN) };
    place.store.note_change(record).unwrap();
    place.store.delete_run(RUN).unwrap();
    place.is_whole();
}

#[test]
fn an_action_that_the_trail_does_not_know_is_named() {
    let place = Place::new();
    let mut writer = RunWriter::resume(&place.store, OTHER_RUN).unwrap().0;
    // Killed between journal and trail: nothing had moved.
    writer.write(&Entry::Intend { intent: intent(3) }).unwrap();
    drop(writer);
    place.is_whole();
    let mut writer = RunWriter::resume(&place.store, OTHER_RUN).unwrap().0;
    writer.write(&conclude(3, "", "")).unwrap();
    drop(writer);
    place.finds(
        Suspect::Journal,
        Some(8),
        "the journal has action 3 (click “Ouvrir”), and the trail does not know it",
    );
    // A trail that was deleted with its anchor: the journals know better.
    fs::remove_dir_all(place.folder.path().join("data/audit")).unwrap();
    fs::remove_dir_all(place.folder.path().join("state")).unwrap();
    place.finds(Suspect::Journal, None, "the trail does not know it");
}

#[test]
fn a_journal_that_lost_an_action_takes_it_up_again_when_its_run_goes_on() {
    let place = Place::new();
    // The action happened; its intent and its outcome are cut off the journal.
    cut(&place.journal(OTHER_RUN), 2);
    let (mut writer, log) = RunWriter::resume(&place.store, OTHER_RUN).unwrap();
    assert_eq!(log.forgotten, [intent(2)]);
    assert_eq!(log.entries.last(), Some(&Entry::Intend { intent: intent(2) }), "it is pending");
    writer.write(&Entry::Begin { run: Box::new(run(OTHER_RUN)), resumed: true }).unwrap();
    drop(writer);
    let (_, log) = RunWriter::resume(&place.store, OTHER_RUN).unwrap();
    assert_eq!(log.forgotten, [], "the journal has it again");
    assert_eq!(log.entries.last(), Some(&Entry::Intend { intent: intent(2) }));
    place.finds(Suspect::Journal, Some(10), "a line of the journal that is not there");
}

#[test]
fn what_a_restored_backup_leaves_is_accepted_by_a_person_and_written_down() {
    let place = Place::new();
    let old: BTreeMap<PathBuf, Vec<u8>> = ["audit.jsonl", "head.json"]
        .map(|n| place.audit(n))
        .map(|p| (p.clone(), fs::read(p).unwrap()))
        .into();
    act(&place.store, "run_2026-11-15T11-00-00_invoices", 2, None);
    old.iter().for_each(|(path, bytes)| fs::write(path, bytes).unwrap());
    let found = place.check();
    assert_eq!(found.findings.len(), 2, "the trail, and the run it does not know: {:?}", found.findings);
    let record = place.store.accept_audit(&found).unwrap();
    assert_eq!(
        (record.number, record.action.as_str(), record.phase),
        (12, change::ACCEPT, AuditPhase::Change)
    );
    assert!(record.detail.contains("older copy") && record.who == lea_store::system_user(), "{record:?}");
    place.is_whole();
    act(&place.store, "run_2026-11-15T12-00-00_invoices", 1, Some(RunOutcome::Halted));
    place.is_whole();
    // What is done to it later is found as before.
    cut(&place.journal("run_2026-11-15T12-00-00_invoices"), 1);
    place.finds(Suspect::Journal, Some(15), "not there");
    // A trail that is gone altogether can be accepted too.
    fs::remove_dir_all(place.folder.path().join("data/audit")).unwrap();
    assert_eq!(place.store.accept_audit(&place.check()).unwrap().number, 1);
    place.is_whole();
}

#[test]
fn a_missing_anchor_is_named_and_stays_in_the_trail() {
    let place = Place::new();
    fs::remove_file(place.anchor()).unwrap();
    place.finds(Suspect::Anchor, None, "no anchor knows this trail");
    place.store.note_change(change::of("test", "")).unwrap();
    place.finds(Suspect::Anchor, Some(12), "no anchor knew the trail");
    assert_eq!(place.check().count, 13, "it goes on, and says so");
    place.store.accept_audit(&place.check()).unwrap();
    place.is_whole();
    fs::write(place.anchor(), "{}").unwrap();
    place.finds(Suspect::Anchor, None, "it is no anchor");
    assert!(place.store.note_change(change::of("test", "")).is_err());
}

#[test]
fn a_crash_between_record_and_anchor_is_no_alarm() {
    let mut place = Place::new();
    let old = fs::read(place.anchor()).unwrap();
    place.store.note_change(change::of("test", "")).unwrap();
    fs::write(place.anchor(), old).unwrap();
    place.is_whole();
    place.store.note_change(change::of("test", "")).unwrap();
    place.is_whole();
    // Where the anchor cannot be written, nobody is told that the record was.
    let anchors = Anchors { state: Some("/proc/nowhere".into()), ..Anchors::default() };
    place.store = place.store.anchored(anchors);
    assert!(place.store.note_change(change::of("test", "")).is_err());
}

#[test]
fn a_file_elsewhere_finds_a_trail_that_was_rolled_back_with_its_anchor() {
    let place = Place::with(|folder| Anchors {
        state: Some(folder.join("state")),
        file: Some(folder.join("anchors.jsonl")),
        ..Anchors::default()
    });
    act(&place.store, RUN, 1, None);
    let paths = [place.audit("audit.jsonl"), place.audit("head.json"), place.anchor()];
    let old: Vec<_> = paths.iter().map(|p| fs::read(p).unwrap()).collect();
    act(&place.store, OTHER_RUN, 1, None);
    place.is_whole();
    paths.iter().zip(&old).for_each(|(path, bytes)| fs::write(path, bytes).unwrap());
    fs::remove_file(place.journal(OTHER_RUN)).unwrap();
    place.finds(Suspect::Anchor, Some(3), "anchors.jsonl knows 3 records, and 2 are there");
    place.store.accept_audit(&place.check()).unwrap();
    place.is_whole();
    // Saying in the file alone that it was accepted does not help.
    let file = place.folder.path().join("anchors.jsonl");
    let mut all = lines(&file);
    all.push(all[0].replace("}\n", ",\"accepted\":true}\n"));
    fs::write(&file, all.concat()).unwrap();
    place.finds(Suspect::Anchor, Some(1), "and the trail does not");
    all.pop();
    all.push("rubbish\n".into());
    fs::write(&file, all.concat()).unwrap();
    place.finds(Suspect::Anchor, None, "line 6 of");
}

#[test]
fn the_system_log_is_told_each_record() {
    let folder = tempfile::tempdir().unwrap();
    let socket = folder.path().join("log");
    let log = UnixDatagram::bind(&socket).unwrap();
    let anchors = Anchors { syslog: Some(socket), ..Anchors::default() };
    let store = Store::open(folder.path().join("data")).unwrap().anchored(anchors);
    store.note_change(change::of("test", "")).unwrap();
    let mut bytes = [0; 2048];
    let length = log.recv(&mut bytes).unwrap();
    let text = String::from_utf8_lossy(&bytes[..length]).into_owned();
    let hash = store.check_audit().unwrap().hash;
    assert!(text.starts_with("<86>lea[") && text.contains(&format!("record 1 {hash}")), "{text}");
    drop(log);
    assert!(
        store.note_change(change::of("test", "")).is_err(),
        "who asked for it is told when it is not there"
    );
}

/// A hundred tamperings from one seed; the anchor is left as it was.
#[test]
fn a_hundred_random_tamperings_are_all_found() {
    const SEED: u64 = 20_261_117;
    let place = Place::new();
    let old = lines(&place.audit("audit.jsonl"));
    let old_head = fs::read(place.audit("head.json")).unwrap();
    act(&place.store, "run_2026-11-15T11-00-00_invoices", 2, Some(RunOutcome::Verified));
    let (trail, journal) = (place.audit("audit.jsonl"), place.journal(RUN));
    let files = [trail.clone(), place.audit("head.json"), journal.clone()];
    let whole: Vec<_> = files.iter().map(|f| fs::read(f).unwrap()).collect();
    let mut state = SEED;
    let mut below = |most: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % most
    };
    for turn in 0..100 {
        files.iter().zip(&whole).for_each(|(file, bytes)| fs::write(file, bytes).unwrap());
        let file = if below(3) == 0 { &journal } else { &trail };
        let mut all = lines(file);
        let (at, other) = (below(all.len()), below(all.len() - 1));
        let how = below(6);
        match how {
            0 => drop(all.remove(at)),
            1 => all.swap(at, if other < at { other } else { other + 1 }),
            2 => {
                let mut bytes = all.concat().into_bytes();
                let at = below(bytes.len());
                bytes[at] ^= 1 + below(127) as u8;
                fs::write(file, bytes).unwrap();
            }
            3 => {
                let bytes = all.concat().into_bytes();
                fs::write(file, &bytes[..below(bytes.len())]).unwrap();
            }
            4 => {
                // An older copy, with its head; some are older still.
                let keep = 1 + below(old.len());
                fs::write(&trail, old[..keep].concat()).unwrap();
                if keep == old.len() {
                    fs::write(place.audit("head.json"), &old_head).unwrap();
                }
            }
            _ => fs::remove_file(file).unwrap(),
        }
        if how < 2 {
            fs::write(file, all.concat()).unwrap();
        }
        let found = place.check().findings;
        assert!(!found.is_empty(), "seed {SEED}, turn {turn}: {how} on {} was not found", file.display());
    }
}

/// What an intent costs: one line of the journal, one record with its head and anchor.
#[test]
fn an_intent_in_journal_and_trail_costs_little() {
    const STEPS: u32 = 40;
    let place = Place::new();
    let mut writer = RunWriter::resume(&place.store, OTHER_RUN).unwrap().0;
    let (mut journal, mut trail) = (Vec::new(), Vec::new());
    for step in 3..3 + u64::from(STEPS) {
        let begun = Instant::now();
        writer.write(&Entry::Intend { intent: intent(step) }).unwrap();
        journal.push(begun.elapsed());
        let begun = Instant::now();
        place.store.note_change(audited(&writer, AuditPhase::Intent, step)).unwrap();
        trail.push(begun.elapsed());
    }
    journal.sort();
    trail.sort();
    println!("median: journal {:?}, trail {:?}", journal[20], trail[20]);
}
