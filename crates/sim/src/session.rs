//! The sessions of one run: it is begun, killed, resumed, mended, and judged when it is over.

use crate::dice::Dice;
use crate::drive::Played;
use crate::judge::{Case, problems};
use crate::lesson::Lesson;
use crate::means::Dictionary;
use crate::oracle::{self, Advice, Oracle};
use crate::stage::{Crash, Endless, Stage};
use crate::task::Task;
use crate::traits::{Beyond, Handle};
use lea_act::reflex::Rules;
use lea_act::world::Model;
use lea_act::{Order, Settings, World, run};
use lea_model::LearningState;
use lea_model::run::{Run, RunMode, RunOutcome};
use lea_recognize::Meaning;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

/// Sessions of one run at most.
const MOST_SESSIONS: u64 = 8;

/// What a run is given, in all its sessions.
pub struct Sessions<'t> {
    /// The task.
    pub task: &'t Task,
    /// What was learnt of it.
    pub lesson: Lesson,
    /// The mode.
    pub mode: RunMode,
    /// Values that are given.
    pub given: BTreeMap<String, String>,
    /// Someone knows what words mean.
    pub knows_words: bool,
    /// How a model advises.
    pub advice: Advice,
}

/// How a session ended.
enum Ended {
    /// By itself.
    Over(Box<Run>),
    /// Lea was killed.
    Killed,
    /// It does not end.
    Never,
}

/// What came of all sessions.
#[derive(Default)]
struct Came {
    last: Option<Run>,
    killed: u64,
    ended: u64,
    is_endless: bool,
}

/// The budget of a run.
fn settings() -> Settings {
    Settings { most_steps: 150, most_seconds: 1200.0, ..Settings::default() }
}

impl Sessions<'_> {
    /// Plays all sessions of the run, and judges them.
    pub fn play(&self, seed: u64, healthy: bool, stage: Stage, dice: &mut Dice) -> Played {
        let handle = Handle(Rc::new(RefCell::new(stage)));
        let came = self.run(seed, &handle, dice);
        let mut s = handle.0.borrow_mut();
        let problems = self.judged(&s, &came);
        let run = came.last.as_ref();
        let halt = run.and_then(|r| r.halt.as_ref());
        let why = halt.map(|h| format!("{:?}: {}", h.reason, h.why)).unwrap_or_default();
        s.count_end(run);
        Played {
            seed,
            healthy,
            steps: s.steps,
            outcome: run.and_then(|r| r.outcome),
            why,
            problems,
            tally: std::mem::take(&mut s.tally),
            story: s.story.take().unwrap_or_default(),
            journal: std::mem::take(&mut s.journal),
            hard: std::mem::take(&mut s.hard.names),
        }
    }

    /// One session after the other, until one comes to its end or nobody takes the run up again.
    fn run(&self, seed: u64, handle: &Handle, dice: &mut Dice) -> Came {
        let mut came = Came::default();
        let mut mended = false;
        for session in 0..MOST_SESSIONS {
            match self.session(seed, session, handle) {
                Ended::Over(run) => {
                    came.ended += 1;
                    let halted = !matches!(
                        run.outcome,
                        Some(RunOutcome::Verified | RunOutcome::CompletedUnverified | RunOutcome::Refused)
                    );
                    came.last = Some(*run);
                    if !halted || mended || !dice.percent(30) {
                        break;
                    }
                    mended = true;
                    mend(&mut handle.0.borrow_mut());
                    handle.0.borrow_mut().answers_later(came.last.as_ref());
                }
                Ended::Killed => came.killed += 1,
                Ended::Never => {
                    came.is_endless = true;
                    break;
                }
            }
        }
        came
    }

    /// One session: the loop, in its world.
    fn session(&self, seed: u64, session: u64, handle: &Handle) -> Ended {
        let order = self.order(seed, (session > 0).then(|| handle.0.borrow().journal.clone()));
        let (mut eye, mut hand, mut people, mut keep) =
            (handle.clone(), handle.clone(), handle.clone(), handle.clone());
        let mut outside = Beyond { handle: handle.clone(), login: self.lesson.login.clone() };
        let mut oracle =
            Oracle { advice: self.advice, dice: Dice::new(seed ^ session), handle: handle.clone() };
        let mut world = World {
            eye: &mut eye,
            hand: &mut hand,
            people: &mut people,
            keep: &mut keep,
            outside: &mut outside,
            clock: handle,
            meaning: self.knows_words.then_some(&Dictionary as &dyn Meaning),
            model: (self.advice != Advice::None).then_some(&mut oracle as &mut dyn Model),
        };
        let result = catch_unwind(AssertUnwindSafe(|| run(&self.lesson.plan, &mut world, &order)));
        let mut s = handle.0.borrow_mut();
        match result {
            Ok(end) => {
                s.session_over(false);
                Ended::Over(Box::new(end.run))
            }
            Err(cause) if cause.is::<Crash>() => {
                s.session_over(true);
                s.forget_stop();
                s.pass(20.0);
                s.paint();
                s.leave_open_again();
                Ended::Killed
            }
            Err(cause) if cause.is::<Endless>() => Ended::Never,
            Err(cause) => std::panic::resume_unwind(cause),
        }
    }

    fn order(&self, seed: u64, resume: Option<Vec<lea_model::run::Entry>>) -> Order {
        Order {
            run: Run {
                run_id: "run_2026-11-16T15-00-00_task".into(),
                workflow_id: self.lesson.plan.workflow.workflow_id.clone(),
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
            // Of half of the tasks another row follows: what is done for it breaks nothing either.
            another_follows: seed % 2 == 1,
            settings: settings(),
            rules: Rc::new(Rules::shipped().clone()),
        }
    }

    fn judged(&self, stage: &Stage, came: &Came) -> Vec<String> {
        let may_act = match self.mode {
            RunMode::Shadow => false,
            RunMode::Assist => self.lesson.plan.workflow.learning_state != LearningState::Coaching,
            RunMode::Auto | RunMode::Rehearsal => true,
        };
        let settings = settings();
        problems(&Case {
            task: self.task,
            stage,
            run: came.last.as_ref().filter(|_| !came.is_endless),
            may_act,
            killed: came.killed,
            ended: came.ended,
            most_steps: settings.most_steps,
            most_seconds: settings.most_seconds,
        })
    }
}

impl Stage {
    /// Counts how the run ended, what models said of it, and which faults of the application took effect.
    fn count_end(&mut self, run: Option<&Run>) {
        if let Some(halt) = run.and_then(|r| r.halt.as_ref()) {
            self.tally.hit(&format!("halt: {:?}", halt.reason));
        }
        let tally = &mut self.tally;
        oracle::count(&self.journal, |name| tally.hit(name));
        if let Some(outcome) = run.and_then(|r| r.outcome) {
            tally.hit(&format!("outcome: {outcome:?}"));
        }
        let misbehaves = &self.machine.misbehaves;
        let misbehaved = [
            ("double effect", self.faults.twice && !misbehaves.twice),
            ("silent failure", self.faults.lies && !misbehaves.lies),
            ("failed save", self.faults.fails > misbehaves.fails),
        ];
        misbehaved.iter().filter(|(_, did)| *did).for_each(|(name, _)| tally.hit(name));
    }
}

/// Someone saw to what went wrong before the run is resumed.
fn mend(s: &mut Stage) {
    s.tally.hit("resumed after a halt");
    s.tell(|_| "--- mended, and resumed".into());
    s.machine.popup = None;
    s.machine.foreign = false;
    s.machine.away = false;
    s.frozen_until = 0.0;
    s.faults.disk = None;
    s.faults.lost_screen = None;
    s.faults.interrupt = None;
    s.faults.interrupted = None;
    s.forget_stop();
    s.pass(30.0);
    s.changed();
    s.pass(10.0);
    s.paint();
    s.leave_open_again();
}
