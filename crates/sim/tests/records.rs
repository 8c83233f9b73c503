//! Which record is open (SPEC ACT.12), in the application of the simulation: forms of other records, left open where a run begins.

mod support;

use lea_model::run::{HaltReason, RunOutcome};
use lea_model::workflow::{RecordKind, RecordMark, TargetKind};
use lea_sim::alike::AUTHOR;
use lea_sim::hard::LeftOpen;
use lea_sim::machine::What;
use lea_sim::manners::Manners;
use lea_sim::people::Policy;
use lea_sim::task::{BY_NAME, Goal};
use support::{Came, Case};

fn edits() -> Case {
    Case::behaving(&|goal| matches!(goal, Goal::Edit(_)), &Manners { fixed_row: true, ..Manners::default() })
}

fn makes(prefilled: bool) -> Case {
    Case::behaving(&|goal| *goal == Goal::Register, &Manners { prefilled, ..Manners::default() })
}

fn is_wrong_record(came: &Came) {
    assert_eq!(came.run.halt.as_ref().map(|h| h.reason), Some(HaltReason::WrongRecord), "{}", came.why());
    assert!(came.stage.borrow().machine.events.is_empty(), "{}", came.why());
}

#[test]
fn the_form_of_another_record_is_not_filled_in_where_every_run_picks_the_same_row() {
    let picks_a_text = |case: &mut Case| {
        let targets = case.workflow().edges.iter().flat_map(|e| e.parts());
        let rows = targets.filter_map(|a| a.target.as_ref()).filter(|t| t.kind == TargetKind::Row);
        rows.filter_map(|t| t.text.clone()).all(|t| !t.contains("${"))
    };
    let mut usual = edits();
    assert!(picks_a_text(&mut usual));
    let came = usual.run();
    assert_eq!(came.run.outcome, Some(RunOutcome::Verified), "{}", came.why());
    for policy in [Policy::Nobody, Policy::Helpful] {
        let mut case = edits();
        case.stage.policy = policy;
        case.stage.watch.asked_for = case.task.allowed.iter().map(|(_, id)| id.clone()).collect();
        case.stage.leave_open(LeftOpen::Form);
        is_wrong_record(&case.run());
    }
}

#[test]
fn a_run_that_would_begin_at_its_end_walks_back_by_a_way_it_learnt() {
    let makes = |goal: &Goal| *goal == Goal::Register;
    let mut case = Case::returning(&makes);
    case.stage.leave_saved();
    let came = case.run();
    assert_eq!(came.run.outcome, Some(RunOutcome::Verified), "{}", came.why());
    assert!(came.has_note("back"));
    assert_eq!(came.stage.borrow().machine.events.len(), 1, "the record that was ordered, once");
    // Where no step leads back, it does not begin.
    let mut case = Case::of(&makes);
    case.stage.leave_saved();
    let came = case.run();
    assert_eq!(came.run.outcome, Some(RunOutcome::Halted), "{}", came.why());
    assert!(came.stage.borrow().machine.events.is_empty());
}

#[test]
fn a_form_that_comes_with_a_value_is_filled_in_and_one_with_somebody_elses_is_not() {
    let came = makes(true).run();
    assert_eq!(came.run.outcome, Some(RunOutcome::Verified), "{}", came.why());
    let mut case = makes(true);
    case.stage.leave_open(LeftOpen::NewForm);
    is_wrong_record(&case.run());
}

#[test]
fn where_nothing_says_whose_form_is_open_a_run_does_not_begin_on_it() {
    let unmarked = |policy, decided: bool| {
        let mut case = makes(false);
        let decided_by = decided.then(|| "marie".to_owned());
        let none = RecordMark { kind: RecordKind::None, decided_by, ..RecordMark::default() };
        case.filling().record = Some(none);
        case.stage.policy = policy;
        case
    };
    // From where the task begins it is filled in; where the form is open already, somebody has to say that it is the right one.
    let came = unmarked(Policy::Nobody, false).run();
    assert_ne!(came.run.halt.map(|h| h.reason), Some(HaltReason::WrongRecord));
    let mut case = unmarked(Policy::Nobody, false);
    case.stage.leave_open(LeftOpen::NewForm);
    is_wrong_record(&case.run());
}

#[test]
fn a_name_that_only_another_column_says_opens_no_record() {
    let manners = Manners { authors: true, ..Manners::default() };
    let mut case = Case::named(&|goal| matches!(goal, Goal::Edit(_)), &manners);
    case.task.given.insert(BY_NAME.into(), AUTHOR.into());
    let came = case.run();
    assert_eq!(came.run.halt.as_ref().map(|h| h.reason), Some(HaltReason::NotFound), "{}", came.why());
    let stage = came.stage.borrow();
    assert!(stage.machine.current().is_none(), "the record of somebody else was opened");
    assert!(!stage.machine.events.iter().any(|e| e.what == What::Edited));
}
