//! Keys of a workflow document that a run goes by (SPEC L4.1–L4.3, L4.8, ACT.6, ACT.7), in the application of the simulation.

use lea_act::reflex::Rules;
use lea_act::{Order, Settings, World, run};
use lea_model::run::{Entry, HaltReason, Run, RunMode, RunOutcome, Suggestion, Verification};
use lea_model::workflow::{Edge, RecoveryAction, UNEXPECTED_SCREEN};
use lea_model::{Action, ActionType, ByName, LearningState, Target, Workflow};
use lea_sim::app::App;
use lea_sim::demo::Demos;
use lea_sim::dice::Dice;
use lea_sim::lesson::Lesson;
use lea_sim::look::Look;
use lea_sim::machine::{Field, Machine, Misbehaves, Page};
use lea_sim::people::Policy;
use lea_sim::render::Kind;
use lea_sim::stage::Stage;
use lea_sim::task::{Goal, Mended, Task};
use lea_sim::teach::Teacher;
use lea_sim::traits::{Beyond, Handle};
use lea_sim::words::Word;
use std::cell::RefCell;
use std::rc::Rc;

/// The task of making a record, in an application that begins with its list.
struct Case {
    app: Rc<App>,
    task: Task,
    lesson: Lesson,
    stage: Stage,
}

/// What came of a run.
struct Came {
    run: Run,
    journal: Vec<Entry>,
    stage: Rc<RefCell<Stage>>,
}

impl Case {
    fn new() -> Self {
        let drawn = |seed: u64| {
            let mut dice = Dice::new(seed);
            let app = App {
                has_login: false,
                has_home: false,
                has_choice: false,
                has_diary: false,
                ..App::generate(&mut dice)
            };
            let task = Task::generate(&app, &mut dice);
            (app, task)
        };
        let is_meant = |(_, task): &(App, Task)| task.goal == Goal::Register;
        let (app, task) = (1..1000).map(drawn).find(is_meant).expect("some seed makes a record");
        let task = Task {
            knows_error: true,
            knows_expired: Mended::Unknown,
            has_effects: false,
            goes_back: false,
            ..task
        };
        let state = LearningState::AutoConfirmed;
        let lesson = Lesson::of(&app, &task, state, &mut Dice::new(7), false).expect("a sound workflow");
        let app = Rc::new(app);
        let mut stage = Stage::new(Machine::new(app.clone()), Look::learnt(), Dice::new(9));
        stage.policy = Policy::Helpful;
        Self { app, task, lesson, stage }
    }

    fn workflow(&mut self) -> &mut Workflow {
        &mut self.lesson.plan.workflow
    }

    /// The edge that fills in the form.
    fn filling(&mut self) -> &mut Edge {
        let fills = |e: &&mut Edge| e.parts().iter().any(|a| a.action_type == ActionType::TextInput);
        self.workflow().edges.iter_mut().find(fills).expect("an edge that fills in")
    }

    fn careful(&mut self, pause: bool, roll_back: bool) {
        let policy = &mut self.workflow().execution_policy;
        let cell = policy.auto_mode.entry(LearningState::AutoConfirmed).or_default();
        (cell.pause_on_anomaly, cell.rollback_on_error) = (pause, roll_back);
    }

    fn run(self) -> Came {
        let order = Order {
            run: Run { run_id: "run_keys".into(), mode: RunMode::Auto, ..Run::default() },
            given: self.task.given.clone(),
            file: Vec::new(),
            is_test: false,
            resume: None,
            settings: Settings::default(),
            rules: Rc::new(Rules::shipped().clone()),
        };
        let handle = Handle(Rc::new(RefCell::new(self.stage)));
        let (mut eye, mut hand, mut people, mut keep) =
            (handle.clone(), handle.clone(), handle.clone(), handle.clone());
        let mut outside = Beyond { handle: handle.clone(), login: self.lesson.login.clone() };
        let mut world = World {
            eye: &mut eye,
            hand: &mut hand,
            people: &mut people,
            keep: &mut keep,
            outside: &mut outside,
            clock: &handle,
            meaning: None,
            model: None,
        };
        let end = run(&self.lesson.plan, &mut world, &order);
        let journal = handle.0.borrow().journal.clone();
        Came { run: end.run, journal, stage: handle.0.clone() }
    }
}

impl Came {
    fn why(&self) -> String {
        self.run.halt.as_ref().map(|h| format!("{:?}: {}", h.reason, h.why)).unwrap_or_default()
    }

    fn has_note(&self, what: &str) -> bool {
        self.journal.iter().any(|e| matches!(e, Entry::Note { told } if told.what == what))
    }

    fn skipped(&self) -> Vec<Verification> {
        let seen = self.journal.iter().filter_map(|e| match e {
            Entry::Conclude { record } => record.verification.clone(),
            _ => None,
        });
        seen.filter(|v| v.suggestion == Suggestion::Skip).collect()
    }

    fn typed(&self, field: Field) -> String {
        self.stage.borrow().machine.typed(field).to_owned()
    }
}

fn click(label: &str) -> Action {
    let target = Target { text: Some(label.into()), ..Target::default() };
    Action { target: Some(target), ..Action::new(ActionType::MouseClick) }
}

#[test]
fn a_step_that_asks_for_more_similarity_than_there_is_stops_and_the_default_does_not() {
    let came = Case::new().run();
    assert_eq!(came.run.outcome, Some(RunOutcome::Verified), "{}", came.why());
    let mut case = Case::new();
    case.workflow().edges.iter_mut().for_each(|e| e.post_conditions.min_similarity = 1.0);
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
fn an_error_screen_pauses_a_run_where_its_policy_says_so() {
    let with = |pause| {
        let mut case = Case::new();
        case.careful(pause, false);
        case.stage.machine.misbehaves = Misbehaves { fails: 1, ..Misbehaves::default() };
        case.run()
    };
    let (paused, not) = (with(true), with(false));
    assert!(paused.has_note("paused") && paused.has_note("resumed"));
    assert!(!not.has_note("paused") && not.has_note("error"), "{}", not.why());
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
    let with = |any: bool| {
        let mut case = Case::new();
        case.careful(false, false);
        let teacher = Teacher::new(&case.app, Demos::of(&case.app, &mut Dice::new(7)), false);
        let action = teacher.click(Kind::Reports, Word::List);
        let to_node = case.lesson.plan.workflow.entry_nodes[0].clone();
        let edge = Edge {
            edge_id: "E90_home".into(),
            from_node: "ANY".into(),
            to_node,
            priority: -1,
            trigger: Some(UNEXPECTED_SCREEN.into()),
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
    let (found, lost) = (with(true), with(false));
    assert_eq!(lost.run.halt.as_ref().map(|h| h.reason), Some(HaltReason::UnknownScreen), "{}", lost.why());
    assert_eq!(found.run.outcome, Some(RunOutcome::Verified), "{}", found.why());
    assert!(found.has_note("way_out"));
}
