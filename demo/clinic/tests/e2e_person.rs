//! A person at a real browser on a virtual display; the records are the judge.

#![allow(clippy::unwrap_used)] // In a test that is what it is for.

use lea_clinic::chance::Chance;
use lea_clinic::person::{Deed, Slip, Verb};
use lea_clinic::records::{Outcome, Status};
use lea_clinic::{Change, Desk, DeskOptions, Irregularity, Options, Pace, Switches, TASKS, Task};

fn desk(seed: u64, settings: &[&str]) -> Desk {
    let mut switches = Switches::default();
    for setting in settings {
        switches.apply(setting).unwrap();
    }
    let clinic = Options { seed, switches, ..Options::default() };
    Desk::open(DeskOptions { clinic, ..DeskOptions::default() }).unwrap()
}

fn has(deeds: &[Deed], slip: Slip) -> bool {
    deeds.iter().any(|deed| deed.slip == Some(slip))
}

/// Does each task once and has the records judge it.
fn does_everything(desk: &Desk, seed: u64, ways: Irregularity, stumbles: bool) -> Vec<Deed> {
    let mut person = desk.person(seed, ways, Pace::Fast).unwrap();
    let mut chance = Chance::of(seed, "tasks");
    for name in TASKS {
        let task = desk.draw(name, &mut chance, stumbles).unwrap();
        let judged = desk.judged(&mut person, &task);
        let (done, is_true) =
            judged.unwrap_or_else(|e| panic!("seed {seed}, {task:?}: {e}\n{:#?}", last(&person.deeds)));
        assert!(is_true, "seed {seed}: the records do not say {done:?}");
        let only_reads = name == "note_amount";
        assert_eq!(done.changes.is_empty(), only_reads, "{done:?}");
    }
    person.deeds
}

fn last(deeds: &[Deed]) -> &[Deed] {
    &deeds[deeds.len().saturating_sub(6)..]
}

#[test]
fn somebody_careful_does_every_task() {
    let desk = desk(1, &[]);
    let deeds = does_everything(&desk, 1, Irregularity::NONE, false);
    assert_eq!(deeds.iter().filter(|deed| deed.verb == Verb::Begins).count(), TASKS.len());
    assert!(deeds.iter().all(|deed| deed.slip.is_none()), "{deeds:?}");
    assert!(deeds.iter().all(|deed| !deed.text.contains(lea_clinic::PASSWORD)));
    // Every submit counted once.
    let audit = desk.clinic.records().unwrap().audit().unwrap();
    assert!(audit.iter().all(|entry| entry.outcome == Outcome::Done), "{audit:?}");
    // What pages told names every screen that was worked on.
    let history = desk.clinic.history();
    for view in [
        "login",
        "invoice_list",
        "invoice_detail+validate",
        "invoice_detail+reject",
        "patient_new",
        "patient_edit",
    ] {
        assert!(history.iter().any(|seen| seen.view() == view), "{view}");
    }
    assert!(
        history.iter().any(|seen| seen.list.as_deref() == Some("patient.sex")),
        "an open list is told too"
    );
}

#[test]
fn somebody_clumsy_reaches_the_true_end_whatever_the_seed() {
    for seed in [2, 3] {
        let desk = desk(seed, &[]);
        let deeds = does_everything(&desk, seed, Irregularity::CLUMSY, true);
        for slip in [Slip::Hesitation, Slip::MissedClick, Slip::WrongWindow, Slip::Error] {
            assert!(has(&deeds, slip), "seed {seed}: no {slip:?}");
        }
        assert!(deeds.iter().map(|deed| deed.typos).sum::<usize>() > 3);
    }
}

#[test]
fn another_look_is_worked_on_as_well() {
    let desk = desk(
        4,
        &[
            "language=en",
            "theme=dark",
            "zoom=130%",
            "layout=moved",
            "order=mixed",
            "labels=renamed",
            "banner=on",
            "column=on",
            "lookalikes=on",
            "density=roomy",
            "font=serif",
        ],
    );
    let deeds = does_everything(&desk, 4, Irregularity::USUAL, false);
    assert!(deeds.iter().any(|deed| deed.verb == Verb::Scrolls), "large as it is, not all of it is in sight");
}

#[test]
fn what_goes_wrong_is_mended_and_the_records_still_tell_the_truth() {
    let desk = desk(
        5,
        &[
            "slow=200ms",
            "surprise_dialogs=every:5",
            "failed_saves=every:3",
            "lost_clicks=every:6",
            "expire_after=14",
        ],
    );
    let deeds = does_everything(&desk, 5, Irregularity::NONE, false);
    for slip in [Slip::Surprise, Slip::Again, Slip::Error, Slip::Login] {
        assert!(has(&deeds, slip), "no {slip:?}");
    }
    assert!(desk.clinic.truth().now().unwrap().lost > 0);
}

#[test]
fn a_lie_of_the_screen_is_seen_in_the_records() {
    let desk = desk(6, &["silent_failures=always"]);
    let mut person = desk.person(6, Irregularity::NONE, Pace::Fast).unwrap();
    let mut chance = Chance::new(6);
    for name in ["validate_invoice", "register_patient"] {
        let task = desk.draw(name, &mut chance, false).unwrap();
        let (done, is_true) = desk.judged(&mut person, &task).unwrap();
        assert!(!is_true, "the person believes {done:?}");
    }
    desk.clinic.switch("silent_failures=never").unwrap();
    desk.clinic.switch("double_submits=always").unwrap();
    let task = desk.draw("validate_invoice", &mut chance, false).unwrap();
    let (done, is_true) = desk.judged(&mut person, &task).unwrap();
    let Task::ValidateInvoice { number } = &task else { panic!("{task:?}") };
    assert_eq!(done.changes, [Change::decided(number, Status::Validated, None)]);
    assert!(is_true, "the second submit changed nothing more");
    let task = desk.draw("register_patient", &mut chance, false).unwrap();
    assert!(!desk.judged(&mut person, &task).unwrap().1, "there are two of them now");
}
