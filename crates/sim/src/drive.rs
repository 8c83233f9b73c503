//! One seed: an application, a task, what was learnt of it, how it looks now, what goes wrong; a run, its resumptions, its judgement.

use crate::app::App;
use crate::dice::Dice;
use crate::faults::{Faults, Meddling};
use crate::hard::Hard;
use crate::lesson::Lesson;
use crate::look::Look;
use crate::machine::{Machine, Misbehaves};
use crate::manners::Only;
use crate::oracle::Advice;
use crate::people::Policy;
use crate::render::Kind;
use crate::session::Sessions;
use crate::stage::Stage;
use crate::tally::Tally;
use crate::task::{Goal, Task};
use crate::terms::What;
use lea_act::world::Interrupt;
use lea_model::run::{Entry, RunMode, RunOutcome};
use lea_model::{LearningState, Workflow};
use std::collections::BTreeMap;
use std::rc::Rc;

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
    /// The world is hard: the faults of issue 14.
    pub hard: bool,
    /// Of what is hard, only this.
    pub only: Only,
}

/// What came of a seed.
#[derive(Default)]
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
    /// What was hard in it.
    pub hard: Vec<&'static str>,
}

/// What a seed draws before anything is learnt: the application and its task.
struct Setting {
    app: Rc<App>,
    task: Task,
    hard: Hard,
    healthy: bool,
}

impl Setting {
    fn draw(seed: u64, how: How, dice: &mut Dice) -> Self {
        let healthy = seed.is_multiple_of(5);
        let mut app = App::generate(dice);
        app.names_above = how.painted && seed.is_multiple_of(2);
        if how.wide {
            app.widen(seed);
        }
        let mut hard = match how.hard {
            true => Hard::draw(seed, healthy, how.only, &mut app),
            false => Hard::default(),
        };
        app.manners.save_is_icon = how.painted && app.manners.has_icons;
        let app = Rc::new(app);
        let mut task = Task::generate(&app, dice);
        if how.hard {
            hard.twist(seed, healthy, &app, &mut task);
        }
        Self { app, task, hard, healthy }
    }

    /// How the application looks by now, and what goes wrong besides.
    fn changes(&self, seed: u64, dice: &mut Dice) -> (Look, Vec<&'static str>, Faults) {
        let drifts = !self.healthy && dice.percent(40);
        let fails = !self.healthy && (!drifts || dice.percent(50));
        let (look, drift) = if drifts { Look::drifted(dice) } else { (Look::learnt(), Vec::new()) };
        let can_tell = self.task.has_effects && self.task.goal != Goal::File;
        let mut faults = if fails { Faults::draw(dice, can_tell) } else { Faults::default() };
        if fails {
            faults.go_astray(seed);
        }
        match self.hard.is_calm {
            true => (Look::learnt(), Vec::new(), Faults::default()),
            false => (look, drift, faults),
        }
    }
}

/// Plays a seed.
pub fn play(seed: u64, how: How) -> Played {
    let mut dice = Dice::new(seed);
    let setting = Setting::draw(seed, how, &mut dice);
    let healthy = setting.healthy;
    let (look, drift, faults) = setting.changes(seed, &mut dice);
    let (mode, state) = mode(&mut dice, healthy);
    let policy = match dice.below(10) {
        _ if healthy => Policy::Helpful,
        0..=5 => Policy::Helpful,
        6 | 7 => Policy::Agreeing,
        8 => Policy::Nobody,
        _ => Policy::Stops,
    };
    let (app, task) = (&setting.app, &setting.task);
    let mut lesson = match Lesson::of(app, task, state, &mut dice.fork(), how.painted) {
        Ok(lesson) => lesson,
        Err(why) => {
            let problems = vec![format!("the workflow is not sound: {why}")];
            return Played { seed, healthy, problems, why, ..Played::default() };
        }
    };
    if how.advice != Advice::None {
        let expects = |e: &mut lea_model::Edge| e.expected_result = Some("It has worked.".into());
        lesson.plan.workflow.edges.iter_mut().for_each(expects);
    }
    let mut stage = stage(&setting, &lesson, look, faults, dice.fork());
    stage.painted = how.painted;
    stage.story = how.story.then(Vec::new);
    stage.policy = policy;
    drift.iter().for_each(|name| stage.tally.hit(&format!("drift: {name}")));
    tell_beginning(&mut stage, task, &lesson, &format!("{mode:?} {state:?} {policy:?} drift {drift:?}"));
    let knows_words = dice.percent(50);
    let given = given(seed, task, &mut dice, policy, healthy);
    let sessions = Sessions { task, lesson, mode, given, knows_words, advice: how.advice };
    sessions.play(seed, healthy, stage, &mut dice)
}

/// The first lines of the story: what was drawn.
fn tell_beginning(stage: &mut Stage, task: &Task, lesson: &Lesson, drawn: &str) {
    let Some(story) = &mut stage.story else { return };
    story.push(format!("{:?} {drawn} faults {:?}", task.goal, stage.faults));
    if stage.hard.is_on {
        story.push(format!("{:?} {:?}", stage.hard, stage.machine.app.manners));
    }
    story.push(format!("given {:?} file {:?}", task.given, task.file));
    for node in &lesson.plan.workflow.nodes {
        story.push(format!("{}: {:?}", node.node_id, node.screen_template.required_text_any));
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

/// The world of a run, before it begins.
fn stage(setting: &Setting, lesson: &Lesson, look: Look, faults: Faults, dice: Dice) -> Stage {
    let mut machine = Machine::new(setting.app.clone());
    machine.misbehaves = Misbehaves { fails: faults.fails, lies: faults.lies, twice: faults.twice };
    let mut stage = Stage::new(machine, look, dice);
    stage.faults = faults;
    stage.known = setting.task.given.clone();
    stage.hard = setting.hard.clone();
    if let Some(poll) = stage.hard.paused {
        stage.faults.interrupt = Some((poll, Interrupt::Pause, Meddling::Watches));
    }
    let is_record = |what: &What| matches!(what, What::Decided(_) | What::Edited);
    let asked_for = setting.task.allowed.iter().filter(|(what, _)| is_record(what));
    stage.watch.asked_for = asked_for.map(|(_, id)| id.clone()).collect();
    learnt(&mut stage, &lesson.plan.workflow, &lesson.kinds);
    if let Some((what, _)) = stage.hard.left_open {
        stage.leave_open(what);
    }
    stage
}

/// What the judge has to know of the workflow.
fn learnt(stage: &mut Stage, workflow: &Workflow, kinds: &[Kind]) {
    stage.kinds = workflow.nodes.iter().map(|n| n.node_id.clone()).zip(kinds.iter().copied()).collect();
    let kinds = &stage.kinds;
    let to = |e: &lea_model::Edge| Some((e.edge_id.clone(), *kinds.get(&e.to_node)?));
    stage.leads_to = workflow.edges.iter().filter_map(to).collect();
    let guarded = |e: &lea_model::Edge| {
        let names = e.constraints.pre_conditions.iter().filter_map(|c| c.check.value());
        (e.edge_id.clone(), names.map(str::to_owned).collect())
    };
    stage.guarded = workflow.edges.iter().map(guarded).collect();
}
