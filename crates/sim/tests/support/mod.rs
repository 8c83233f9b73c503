//! One run of a task in the application of the simulation, and what came of it.
#![allow(dead_code, reason = "each test uses some of it")]

use lea_act::reflex::Rules;
use lea_act::world::Eye;
use lea_act::{Order, Settings, World, run};
use lea_model::run::{Entry, Run, RunMode, Suggestion, Verification};
use lea_model::workflow::Edge;
use lea_model::{Action, ActionType, LearningState, Target, Workflow};
use lea_sim::alike;
use lea_sim::app::App;
use lea_sim::dice::Dice;
use lea_sim::lesson::Lesson;
use lea_sim::look::Look;
use lea_sim::machine::{Field, Machine};
use lea_sim::manners::Manners;
use lea_sim::people::Policy;
use lea_sim::stage::Stage;
use lea_sim::task::{BY_NAME, Goal, Mended, Task};
use lea_sim::traits::{Beyond, Handle};
use std::cell::RefCell;
use std::rc::Rc;

/// The task of making a record, in an application that begins with its list.
pub struct Case {
    pub app: Rc<App>,
    pub task: Task,
    pub lesson: Lesson,
    pub stage: Stage,
    /// Another row follows.
    pub another_follows: bool,
}

/// What came of a run.
pub struct Came {
    pub run: Run,
    pub journal: Vec<Entry>,
    pub stage: Rc<RefCell<Stage>>,
}

impl Case {
    pub fn new() -> Self {
        Self::of(&|goal| *goal == Goal::Register)
    }

    /// A task of this kind, in an application that begins with its list.
    pub fn of(is_meant: &dyn Fn(&Goal) -> bool) -> Self {
        Self::behaving(is_meant, &Manners::default())
    }

    /// The same in an application that behaves so; nothing is searched for.
    pub fn behaving(is_meant: &dyn Fn(&Goal) -> bool, manners: &Manners) -> Self {
        Self::made(is_meant, manners, false)
    }

    /// A task that goes back to the list when it is done.
    pub fn returning(is_meant: &dyn Fn(&Goal) -> bool) -> Self {
        let mut case = Self::of(is_meant);
        case.task.goes_back = true;
        let state = LearningState::AutoConfirmed;
        let lesson = Lesson::of(&case.app, &case.task, state, &mut Dice::new(7), false);
        case.lesson = lesson.expect("a sound workflow");
        case
    }

    /// The same where the record is asked for by its name.
    pub fn named(is_meant: &dyn Fn(&Goal) -> bool, manners: &Manners) -> Self {
        Self::made(is_meant, manners, true)
    }

    fn made(is_meant: &dyn Fn(&Goal) -> bool, manners: &Manners, by_name: bool) -> Self {
        let is_plain = *manners == Manners::default();
        let drawn = |seed: u64| {
            let mut dice = Dice::new(seed);
            let app = App {
                has_login: false,
                has_home: false,
                has_choice: false,
                has_diary: false,
                manners: manners.clone(),
                ..App::generate(&mut dice)
            };
            let mut task = Task::generate(&app, &mut dice);
            task.searches &= is_plain;
            if by_name {
                alike::by_name(&mut task, &app, true);
            }
            (app, task)
        };
        let is_named = |task: &Task| !by_name || task.key == BY_NAME;
        let is_it = |(_, task): &(App, Task)| is_meant(&task.goal) && is_named(task);
        let (app, task) = (1..1000).map(drawn).find(is_it).expect("some seed has such a task");
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
        Self { app, task, lesson, stage, another_follows: false }
    }

    pub fn workflow(&mut self) -> &mut Workflow {
        &mut self.lesson.plan.workflow
    }

    /// The edge that fills in the form.
    pub fn filling(&mut self) -> &mut Edge {
        let fills = |e: &&mut Edge| e.parts().iter().any(|a| a.action_type == ActionType::TextInput);
        self.workflow().edges.iter_mut().find(fills).expect("an edge that fills in")
    }

    pub fn careful(&mut self, pause: bool, roll_back: bool) {
        let policy = &mut self.workflow().execution_policy;
        let cell = policy.auto_mode.entry(LearningState::AutoConfirmed).or_default();
        (cell.pause_on_anomaly, cell.rollback_on_error) = (pause, roll_back);
    }

    pub fn run(self) -> Came {
        self.run_seeing(|handle| Box::new(handle.clone()))
    }

    /// The same with other eyes.
    pub fn run_seeing(self, eye: impl FnOnce(&Handle) -> Box<dyn Eye>) -> Came {
        let order = Order {
            run: Run { run_id: "run_keys".into(), mode: RunMode::Auto, ..Run::default() },
            given: self.task.given.clone(),
            file: Vec::new(),
            is_test: false,
            resume: None,
            another_follows: self.another_follows,
            settings: Settings::default(),
            rules: Rc::new(Rules::shipped().clone()),
        };
        let handle = Handle(Rc::new(RefCell::new(self.stage)));
        let mut eye = eye(&handle);
        let (mut hand, mut people, mut keep) = (handle.clone(), handle.clone(), handle.clone());
        let mut outside = Beyond { handle: handle.clone(), login: self.lesson.login.clone() };
        let mut world = World {
            eye: eye.as_mut(),
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
    pub fn why(&self) -> String {
        self.run.halt.as_ref().map(|h| format!("{:?}: {}", h.reason, h.why)).unwrap_or_default()
    }

    pub fn has_note(&self, what: &str) -> bool {
        self.journal.iter().any(|e| matches!(e, Entry::Note { told } if told.what == what))
    }

    pub fn skipped(&self) -> Vec<Verification> {
        let seen = self.journal.iter().filter_map(|e| match e {
            Entry::Conclude { record } => record.verification.clone(),
            _ => None,
        });
        seen.filter(|v| v.suggestion == Suggestion::Skip).collect()
    }

    pub fn typed(&self, field: Field) -> String {
        self.stage.borrow().machine.typed(field).to_owned()
    }
}

pub fn click(label: &str) -> Action {
    let target = Target { text: Some(label.into()), ..Target::default() };
    Action { target: Some(target), ..Action::new(ActionType::MouseClick) }
}
