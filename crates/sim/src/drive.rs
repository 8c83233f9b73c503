//! One seed: an application, a task, what was learnt of it, how it looks now, what goes wrong; a run, its resumptions, its judgement.

use crate::app::App;
use crate::dice::Dice;
use crate::faults::Faults;
use crate::judge::{Case, problems};
use crate::lesson::Lesson;
use crate::look::Look;
use crate::machine::{Machine, Misbehaves};
use crate::means::Dictionary;
use crate::oracle::{self, Advice, Oracle};
use crate::people::Policy;
use crate::render::{Kind, render};
use crate::stage::{Crash, Stage};
use crate::tally::Tally;
use crate::task::{Goal, Task};
use crate::traits::{Beyond, Handle};
use lea_act::reflex::Rules;
use lea_act::world::Model;
use lea_act::{Order, Settings, World, run};
use lea_model::run::{Entry, Run, RunMode, RunOutcome};
use lea_model::{LearningState, Workflow};
use lea_recognize::Meaning;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

/// Sessions of one run at most.
const MOST_SESSIONS: u64 = 8;
/// A password that occurs nowhere else.
const SECRET: &str = "s3cr3t-Zebra!";

/// How a seed is played.
#[derive(Clone, Copy, Debug, Default)]
pub struct How {
    /// The story is told.
    pub story: bool,
    /// Pixels are painted too.
    pub painted: bool,
    /// A model advises.
    pub advice: Advice,
    /// The world is wider: lists of choices, and work in two programs.
    pub wide: bool,
}

/// What came of a seed.
pub struct Played {
    /// The seed.
    pub seed: u64,
    /// Neither drift nor faults were drawn.
    pub healthy: bool,
    /// Actions that were announced.
    pub steps: u64,
    /// How it ended.
    pub outcome: Option<RunOutcome>,
    /// Why it stopped short.
    pub why: String,
    /// What must hold and does not.
    pub problems: Vec<String>,
    /// What came up.
    pub tally: Tally,
    /// The story, where it was wanted.
    pub story: Vec<String>,
    /// The journal.
    pub journal: Vec<Entry>,
}

/// Plays a seed.
pub fn play(seed: u64, how: How) -> Played {
    let mut dice = Dice::new(seed);
    let mut app = App::generate(&mut dice);
    app.names_above = how.painted && seed.is_multiple_of(2);
    if how.wide {
        app.widen(seed);
    }
    let app = Rc::new(app);
    let task = Task::generate(&app, &mut dice);
    let healthy = seed.is_multiple_of(5);
    let drifts = !healthy && dice.percent(40);
    let fails = !healthy && (!drifts || dice.percent(50));
    let (look, drift) = if drifts { Look::drifted(&mut dice) } else { (Look::learnt(), Vec::new()) };
    let can_tell = task.has_effects && task.goal != Goal::File;
    let mut faults = if fails { Faults::draw(&mut dice, can_tell) } else { Faults::default() };
    if fails {
        faults.go_astray(seed);
    }
    let (mode, state) = mode(&mut dice, healthy);
    let policy = match dice.below(10) {
        _ if healthy => Policy::Helpful,
        0..=5 => Policy::Helpful,
        6 | 7 => Policy::Agreeing,
        8 => Policy::Nobody,
        _ => Policy::Stops,
    };
    let mut lesson = match Lesson::of(&app, &task, state, &mut dice.fork(), how.painted) {
        Ok(lesson) => lesson,
        Err(why) => return unlearnt(seed, healthy, why),
    };
    if how.advice != Advice::None {
        let expects = |e: &mut lea_model::Edge| e.expected_result = Some("It has worked.".into());
        lesson.plan.workflow.edges.iter_mut().for_each(expects);
    }
    let mut stage = stage(&app, &task, &lesson, look, faults, dice.fork(), how);
    stage.policy = policy;
    drift.iter().for_each(|name| stage.tally.hit(&format!("drift: {name}")));
    if let Some(story) = &mut stage.story {
        story.push(format!(
            "{:?} {mode:?} {state:?} {policy:?} drift {drift:?} faults {:?}",
            task.goal, stage.faults
        ));
        story.push(format!("given {:?} file {:?}", task.given, task.file));
        for node in &lesson.plan.workflow.nodes {
            story.push(format!("{}: {:?}", node.node_id, node.screen_template.required_text_any));
        }
    }
    let knows_words = dice.percent(50);
    let given = given(seed, &task, &mut dice, policy, healthy);
    let case = Session { task: &task, lesson, mode, given, knows_words, advice: how.advice };
    case.play(seed, healthy, stage, &mut dice)
}

fn unlearnt(seed: u64, healthy: bool, why: String) -> Played {
    Played {
        seed,
        healthy,
        steps: 0,
        outcome: None,
        problems: vec![format!("the workflow is not sound: {why}")],
        why,
        tally: Tally::default(),
        story: Vec::new(),
        journal: Vec::new(),
    }
}

fn mode(dice: &mut Dice, healthy: bool) -> (RunMode, LearningState) {
    match dice.below(20) {
        _ if healthy => (RunMode::Auto, LearningState::AutoConfirmed),
        0 | 1 => (RunMode::Auto, LearningState::AutoCandidate),
        2 => (RunMode::Auto, *dice.pick(&[LearningState::Observation, LearningState::Coaching])),
        3 => (RunMode::Shadow, LearningState::AutoConfirmed),
        4 => (RunMode::Assist, LearningState::Coaching),
        5..=8 => (RunMode::Rehearsal, LearningState::Observation),
        _ => (RunMode::Auto, LearningState::AutoConfirmed),
    }
}

/// What the run is given; now and then something is left to be asked for.
fn given(seed: u64, task: &Task, dice: &mut Dice, policy: Policy, healthy: bool) -> BTreeMap<String, String> {
    let mut given = task.given.clone();
    let is_asked = !healthy && policy == Policy::Helpful && dice.percent(20);
    let is_missing = !healthy && policy == Policy::Nobody && Dice::new(!seed).percent(30);
    if is_asked || is_missing {
        given.remove("telephone");
    }
    given
}

fn stage(
    app: &Rc<App>,
    task: &Task,
    lesson: &Lesson,
    look: Look,
    faults: Faults,
    dice: Dice,
    how: How,
) -> Stage {
    let mut machine = Machine::new(app.clone());
    machine.misbehaves = Misbehaves { fails: faults.fails, lies: faults.lies, twice: faults.twice };
    let workflow: &Workflow = &lesson.plan.workflow;
    let kinds: BTreeMap<String, Kind> =
        workflow.nodes.iter().map(|n| n.node_id.clone()).zip(lesson.kinds.iter().copied()).collect();
    let leads_to =
        workflow.edges.iter().filter_map(|e| Some((e.edge_id.clone(), *kinds.get(&e.to_node)?))).collect();
    let guarded = workflow
        .edges
        .iter()
        .map(|e| {
            let names = e.constraints.pre_conditions.iter().filter_map(|c| c.check.value());
            (e.edge_id.clone(), names.map(str::to_owned).collect())
        })
        .collect();
    Stage {
        shown: Rc::new(render(&machine, &look)),
        machine,
        look,
        paint_at: None,
        painted: how.painted,
        now: 0.0,
        frozen_until: 0.0,
        faults,
        dice,
        policy: Policy::Helpful,
        seen: None,
        calls: 0,
        sights: 0,
        touches: 0,
        typings: 0,
        deeds: 0,
        lines: 0,
        audits: 0,
        polls: 0,
        journal: Vec::new(),
        audit: Vec::new(),
        open: Vec::new(),
        confirmed: false,
        changed_since: false,
        done: Vec::new(),
        wrong: Vec::new(),
        story: how.story.then(Vec::new),
        tally: Tally::default(),
        secret: SECRET.into(),
        known: task.given.clone(),
        guarded,
        kinds,
        leads_to,
        row: None,
        steps: 0,
    }
}

struct Session<'t> {
    task: &'t Task,
    lesson: Lesson,
    mode: RunMode,
    given: BTreeMap<String, String>,
    knows_words: bool,
    advice: Advice,
}

impl Session<'_> {
    fn play(self, seed: u64, healthy: bool, stage: Stage, dice: &mut Dice) -> Played {
        let login = Rc::new(self.lesson.login);
        let plan = self.lesson.plan;
        let handle = Handle(Rc::new(RefCell::new(stage)));
        let settings = Settings { most_steps: 150, most_seconds: 1200.0, ..Settings::default() };
        let (mut killed, mut ended, mut mended) = (0, 0, false);
        let mut last: Option<Run> = None;
        let mut endless = false;
        for session in 0..MOST_SESSIONS {
            let resume = (session > 0).then(|| handle.0.borrow().journal.clone());
            let order = Order {
                run: Run {
                    run_id: "run_2026-11-16T15-00-00_task".into(),
                    workflow_id: plan.workflow.workflow_id.clone(),
                    workflow_version: 1,
                    mode: self.mode,
                    rehearsal: self.mode == RunMode::Rehearsal,
                    robot: "sim".into(),
                    user: "marie".into(),
                    started_at: "2026-11-16T15:00:00Z".into(),
                    ..Run::default()
                },
                given: self.given.clone(),
                file: self.task.file.clone(),
                is_test: self.mode == RunMode::Rehearsal,
                resume,
                settings: settings.clone(),
                rules: Rc::new(Rules::shipped().clone()),
            };
            let (mut eye, mut hand, mut people, mut keep) =
                (handle.clone(), handle.clone(), handle.clone(), handle.clone());
            let mut outside = Beyond { handle: handle.clone(), login: login.clone() };
            let clock = handle.clone();
            let mut oracle =
                Oracle { advice: self.advice, dice: Dice::new(seed ^ session), handle: handle.clone() };
            let mut world = World {
                eye: &mut eye,
                hand: &mut hand,
                people: &mut people,
                keep: &mut keep,
                outside: &mut outside,
                clock: &clock,
                meaning: self.knows_words.then_some(&Dictionary as &dyn Meaning),
                model: (self.advice != Advice::None).then_some(&mut oracle as &mut dyn Model),
            };
            let result = catch_unwind(AssertUnwindSafe(|| run(&plan, &mut world, &order)));
            let mut s = handle.0.borrow_mut();
            match result {
                Ok(end) => {
                    ended += 1;
                    s.session_over(false);
                    let halted = !matches!(
                        end.run.outcome,
                        Some(RunOutcome::Verified | RunOutcome::CompletedUnverified | RunOutcome::Refused)
                    );
                    last = Some(end.run);
                    if !halted || mended || !dice.percent(30) {
                        break;
                    }
                    mended = true;
                    mend(&mut s);
                }
                Err(cause) if cause.is::<Crash>() => {
                    killed += 1;
                    s.session_over(true);
                    s.pass(20.0);
                    s.paint();
                }
                Err(cause) if cause.is::<crate::stage::Endless>() => {
                    endless = true;
                    break;
                }
                Err(cause) => std::panic::resume_unwind(cause),
            }
        }
        let mut s = handle.0.borrow_mut();
        let may_act = match self.mode {
            RunMode::Shadow => false,
            RunMode::Assist => plan.workflow.learning_state != LearningState::Coaching,
            RunMode::Auto | RunMode::Rehearsal => true,
        };
        let case = Case {
            task: self.task,
            stage: &s,
            run: last.as_ref().filter(|_| !endless),
            may_act,
            killed,
            ended,
            most_steps: settings.most_steps,
            most_seconds: settings.most_seconds,
        };
        let problems = problems(&case);
        let outcome = last.as_ref().and_then(|r| r.outcome);
        let halt = last.as_ref().and_then(|r| r.halt.as_ref());
        let why = halt.map(|h| format!("{:?}: {}", h.reason, h.why)).unwrap_or_default();
        if let Some(halt) = halt {
            s.tally.hit(&format!("halt: {:?}", halt.reason));
        }
        let journal = std::mem::take(&mut s.journal);
        oracle::count(&journal, |name| s.tally.hit(name));
        if let Some(outcome) = outcome {
            s.tally.hit(&format!("outcome: {outcome:?}"));
        }
        let misbehaved = [
            ("double effect", s.faults.twice && !s.machine.misbehaves.twice),
            ("silent failure", s.faults.lies && !s.machine.misbehaves.lies),
            ("failed save", s.faults.fails > s.machine.misbehaves.fails),
        ];
        misbehaved.iter().filter(|(_, did)| *did).for_each(|(name, _)| s.tally.hit(name));
        Played {
            seed,
            healthy,
            steps: s.steps,
            outcome,
            why,
            problems,
            tally: std::mem::take(&mut s.tally),
            story: s.story.take().unwrap_or_default(),
            journal,
        }
    }
}

/// Someone saw to what went wrong before the run is resumed.
fn mend(s: &mut Stage) {
    s.tally.hit("resumed after a halt");
    s.tell(|_| "--- mended, and resumed".into());
    s.machine.popup = None;
    s.machine.foreign = false;
    s.frozen_until = 0.0;
    s.faults.disk = None;
    s.faults.lost_screen = None;
    s.faults.interrupt = None;
    s.faults.interrupted = None;
    s.pass(30.0);
    s.changed();
    s.pass(10.0);
    s.paint();
}
