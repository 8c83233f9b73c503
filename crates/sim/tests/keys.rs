//! Keys of a workflow document that a run goes by (SPEC L4.1–L4.3, L4.8, ACT.6, ACT.7), in the application of the simulation.

mod support;

use lea_model::run::{HaltReason, RunOutcome};
use lea_model::workflow::{Edge, RecoveryAction, Trigger};
use lea_model::{Action, ActionType, ByName};
use lea_sim::demo::Demos;
use lea_sim::dice::Dice;
use lea_sim::look::Look;
use lea_sim::machine::{Field, Machine, Misbehaves, Page};
use lea_sim::people::Policy;
use lea_sim::render::Kind;
use lea_sim::stage::Stage;
use lea_sim::teach::Teacher;
use lea_sim::words::Word;
use support::{Came, Case, click};

#[test]
fn a_step_that_asks_for_more_similarity_than_there_is_stops_and_the_default_does_not() {
    let came = Case::new().run();
    assert_eq!(came.run.outcome, Some(RunOutcome::Verified), "{}", came.why());
    let mut case = Case::new();
    case.workflow().edges.iter_mut().for_each(|e| e.post_conditions.min_similarity = Some(1.0));
    let came = case.run();
    assert_eq!(came.run.outcome, Some(RunOutcome::Halted));
    assert!(came.why().contains("the step asks for 1.00"), "{}", came.why());
}

#[test]
fn ways_back_from_an_error_are_tried_in_their_order_until_one_works() {
    let with = |useless: Vec<RecoveryAction>| {
        let mut case = Case::new();
        case.careful(false, false);
        case.stage.machine.misbehaves = Misbehaves { fails: 1, ..Misbehaves::default() };
        let error = case.workflow().nodes.iter_mut().find(|n| n.is_error_node).expect("an error node");
        let shown = std::mem::take(&mut error.recovery_actions);
        error.recovery_actions = useless.into_iter().chain(shown).collect();
        case.run()
    };
    let is_left = |came: &Came| !matches!(came.stage.borrow().machine.page, Page::Error(_));
    // What was pressed before the error cannot be taken back: the run is away from the error screen, and asks what is done.
    let came = with(Vec::new());
    assert!(is_left(&came), "{}", came.why());
    assert_eq!(came.run.halt.as_ref().map(|h| h.reason), Some(HaltReason::UnknownOutcome));
    let named = RecoveryAction { action: Some(ByName::Name("reload".into())), ..RecoveryAction::default() };
    let missing =
        RecoveryAction { action: Some(ByName::Full(click("Nowhere at all"))), ..RecoveryAction::default() };
    let came = with(vec![named, missing]);
    assert!(is_left(&came), "{}", came.why());
    assert_eq!(came.run.halt.as_ref().map(|h| h.reason), Some(HaltReason::UnknownOutcome));
}

#[test]
fn an_error_screen_with_a_way_back_pauses_no_run() {
    let with = |pause| {
        let mut case = Case::new();
        case.careful(pause, false);
        case.stage.machine.misbehaves = Misbehaves { fails: 1, ..Misbehaves::default() };
        case.run()
    };
    for came in [with(true), with(false)] {
        assert!(!came.has_note("paused") && came.has_note("error"), "{}", came.why());
    }
}

#[test]
fn what_a_failed_step_typed_is_taken_back_where_its_policy_says_so_and_nothing_is_sent() {
    let with = |roll_back| {
        let mut case = Case::new();
        case.careful(false, roll_back);
        case.task.given.remove("courriel");
        // Ctrl+Z takes back what was typed last.
        case.stage.faults.stray = Some((99, true));
        let action = case.filling().action.as_mut().expect("an action");
        let save = action.parameters.steps.last_mut().expect("the button");
        *save = Action { parameters: save.parameters.clone(), ..click("Nowhere at all") };
        save.action_type = ActionType::MouseClick;
        case.run()
    };
    let (rolled, not) = (with(true), with(false));
    for came in [&rolled, &not] {
        assert_eq!(came.run.halt.as_ref().map(|h| h.reason), Some(HaltReason::NotFound), "{}", came.why());
        assert!(came.stage.borrow().machine.events.is_empty());
        assert!(!came.typed(Field::Name).is_empty(), "the simulation takes back one text only");
    }
    assert!(!not.typed(Field::Phone).is_empty());
    assert!(rolled.typed(Field::Phone).is_empty(), "{}", rolled.why());
    assert!(rolled.why().contains("taken back: what was typed into"), "{}", rolled.why());
}

#[test]
fn an_optional_step_whose_target_is_not_there_is_skipped_and_the_record_says_so() {
    let mut case = Case::new();
    let action = case.filling().action.as_mut().expect("an action");
    action.parameters.steps.insert(0, Action { optional: true, ..click("Nowhere at all") });
    let came = case.run();
    assert_eq!(came.run.outcome, Some(RunOutcome::Verified), "{}", came.why());
    let why: Vec<String> = came.skipped().into_iter().map(|v| v.detail).collect();
    assert!(why.iter().any(|w| w.contains("not there")), "{why:?}");
}

#[test]
fn an_unknown_screen_is_left_by_an_edge_from_anywhere_and_without_one_the_run_halts() {
    let with = |any: bool, pause: bool| {
        let mut case = Case::new();
        case.careful(pause, false);
        let teacher = Teacher::new(&case.app, Demos::of(&case.app, &mut Dice::new(7)), false);
        let action = teacher.click(Kind::Reports, Word::List);
        let to_node = case.lesson.plan.workflow.entry_nodes[0].clone();
        let edge = Edge {
            edge_id: "E90_home".into(),
            from_node: "ANY".into(),
            to_node,
            priority: -1,
            trigger: Some(Trigger::UnexpectedScreen),
            action: Some(action),
            ..Edge::default()
        };
        case.workflow().edges.extend(any.then_some(edge));
        case.stage = {
            let mut machine = Machine::new(case.app.clone());
            machine.go(Page::Reports);
            let mut stage = Stage::new(machine, Look::learnt(), Dice::new(9));
            stage.policy = Policy::Helpful;
            stage
        };
        case.run()
    };
    let (found, lost) = (with(true, false), with(false, false));
    assert_eq!(lost.run.halt.as_ref().map(|h| h.reason), Some(HaltReason::UnknownScreen), "{}", lost.why());
    assert_eq!(found.run.outcome, Some(RunOutcome::Verified), "{}", found.why());
    assert!(found.has_note("way_out") && !found.has_note("paused"));
    let paused = with(true, true);
    assert!(paused.has_note("paused") && paused.has_note("resumed"), "{}", paused.why());
}
