//! `lea run`: does the work. The loop is `lea-act`'s; here it meets a real screen, real people, the store and this machine.

mod advised;
mod eye;
mod hand;
mod keep;
mod learn;
mod order;
mod outside;
mod people;
mod plans;
mod resume;
mod rows;
mod terminal;

use crate::cli::RunArgs;
use crate::config::Context;
use crate::endpoint::Endpoint;
use crate::error::{
    CANCELLED, FAILED, Failure, HALTED, Outcome, REFUSED, UNVERIFIED, failed, failed_with_help, refused,
    usage,
};
use crate::words::Words;
use crate::{audit, pictures, readings, workflows};
use advised::{Advised, Following};
use eye::{ScreenEye, Shared};
use hand::ScreenHand;
use keep::Kept;
use lea_act::mode::{Actor, permission};
use lea_act::world::{Clock, Eye, Hand, Model, World};
use lea_act::{End, Order, Plan};
use lea_model::Point;
use lea_model::run::{Run, RunMode, RunOutcome};
use lea_screen::Screen;
use lea_screen::vnc::Vnc;
use lea_screen::x11::X11Screen;
use lea_screen::x11::sign::Sign;
use lea_screen::x11::watch::Watch;
use lea_store::runs::RunWriter;
use lea_store::{Secrets, Store};
use learn::Moved;
use outside::Machine;
use people::{Around, Voice};
use plans::Plans;
use serde_json::json;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The colour of the bar that says that a robot works: orange, as red, green and blue.
const WORKING: [u8; 3] = [255, 140, 0];

/// A VNC server tells nobody what is done at it.
const NOT_FOLLOWED: &str = "who works on a VNC server cannot be followed: say which display with --display";

/// What is said of a run that is completed and not verified.
const UNSEEN: &str =
    "everything was done, and of some step it was not seen whether it worked; look at the record";

/// Runs the command.
pub fn run(context: &Context, args: &RunArgs) -> Outcome {
    let store = readings::store(context)?;
    let earlier = resume::earlier(context, &store, args)?;
    let set = order::given(&args.set)?;
    let file = rows::wanted(args, earlier.as_ref(), &set)?;
    let id = match (&args.workflow, &earlier) {
        (Some(name), _) => workflows::named(&store, name)?,
        (None, Some(run)) => run.workflow_id.clone(),
        (None, None) => return Err(usage("say which workflow: lea workflows list names them")),
    };
    let bundle = store.workflow(&id).map_err(failed)?;
    if !store.workflow_enabled(&id).map_err(failed)? {
        return Err(refused(format!("{id} is not enabled on this machine: lea workflows enable {id}")));
    }
    audit::note_configuration(context, &store)?;
    let by_row = file.as_ref().filter(|_| !order::has_file_loop(&bundle.workflow));
    if args.on_failure.is_some() && by_row.is_none() {
        return Err(usage(
            "--on-failure is about runs for each row of --rows FILE: there is no file, or the workflow goes over its rows itself",
        ));
    }
    let mut seat = Seat::new(context, args)?;
    let mut eye = pictures::eye(context)?;
    let plan = plans::prepare(&bundle, Some(&mut eye)).map_err(failed)?;
    seat.eye = Some(eye);
    let meaning = Words::open(context)?;
    let mut desk = Desk { context, store: &store, plan, meaning, seat, moved: Vec::new() };
    let before = earlier.as_ref().map(|run| run.mode);
    let mode = args.mode.map(RunMode::from).or(before).unwrap_or_default();
    if let Some(file) = by_row {
        return rows::run(&mut desk, args, file, mode);
    }
    let end = match &earlier {
        Some(run) => {
            let (writer, log) = RunWriter::resume(&store, &run.run_id).map_err(failed)?;
            if let Some(file) = &file {
                rows::go_on(&desk, file, &log)?;
            }
            desk.resume(args, writer, log, file.as_ref().map(|f| (f, true)))?
        }
        None if args.resume.is_some() => {
            return Err(failed(
                "no run over the rows of this file was kept: leave --resume out to begin one",
            ));
        }
        None => {
            file.as_ref().map_or(Ok(()), rows::begin)?;
            let (rows, of) = file.clone().map(|f| (f.rows, f.of)).unzip();
            let rows = rows.unwrap_or_default();
            let wanted = order::Wanted { mode, given: set, rows, row: None, file: of };
            let order = order::order(context, &store, &desk.plan, wanted)?;
            desk.begin(&order)?
        }
    };
    // The work is done, whatever becomes of the file that tells of it.
    if let Some(Err(failure)) = file.as_ref().map(|file| rows::conclude(&desk, file, &end)) {
        warn("the result file does not say what was done", &failure);
    }
    report(&desk, &end)
}

/// Where runs happen: the screen, and who is around.
pub struct Seat {
    screen: Shared,
    /// The X11 display it is, if it is one.
    display: Option<String>,
    pointer: Rc<Cell<Option<Point>>>,
    eye: Option<lea_understand::Eye>,
    watch: Option<Watch>,
    sign: Option<Sign>,
    interrupt: Arc<AtomicBool>,
}

impl Seat {
    fn new(context: &Context, args: &RunArgs) -> Outcome<Self> {
        let interrupt = Arc::new(AtomicBool::new(false));
        for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
            signal_hook::flag::register(signal, interrupt.clone()).map_err(failed)?;
        }
        let unseen = |e| {
            failed_with_help(e, "say which screen with --display or --vnc; lea doctor says what is missing")
        };
        if let Some(address) = &args.vnc {
            if matches!(args.mode.map(RunMode::from), Some(RunMode::Assist | RunMode::Shadow)) {
                return Err(usage(NOT_FOLLOWED));
            }
            let screen: Box<dyn Screen> = Box::new(Vnc::connect(address, None).map_err(unseen)?);
            let screen = Rc::new(RefCell::new(screen));
            return Ok(Self {
                screen,
                display: None,
                pointer: Rc::default(),
                eye: None,
                watch: None,
                sign: None,
                interrupt,
            });
        }
        let display = args.display.as_deref();
        let mut screen = X11Screen::open(display).map_err(unseen)?;
        let stop = context.config.run.stop_keys().map_err(usage)?;
        let pause = context.config.run.pause_keys().map_err(usage)?;
        let watch = Watch::open(display, &stop, Some(&pause)).map_err(|e| {
            failed_with_help(e, "the stop key must work before a robot does: set [run] stop_hotkey in lea.toml to another one")
        })?;
        screen.set_stop(watch.stop_flag());
        let sign = (!args.no_sign && context.config.run.sign).then(|| Sign::show(display, WORKING));
        let sign = sign.transpose().map_err(failed)?;
        let screen: Box<dyn Screen> = Box::new(screen);
        Ok(Self {
            screen: Rc::new(RefCell::new(screen)),
            display: args.display.clone().or_else(|| std::env::var("DISPLAY").ok()),
            pointer: Rc::default(),
            eye: None,
            watch: Some(watch),
            sign,
            interrupt,
        })
    }

    /// A person's hand, where a person acts or may let Lea act.
    fn advised(
        &self,
        context: &Context,
        plan: &Plan,
        order: &Order,
        own: ScreenHand,
    ) -> Outcome<Option<Advised>> {
        let allowed = permission(&plan.workflow, order.run.mode, order.is_test);
        let Some(permission) = allowed.ok().filter(|p| p.actor != Actor::Lea || p.propose) else {
            return Ok(None);
        };
        let Some(display) = self.display.as_deref() else {
            return Err(usage(NOT_FOLLOWED));
        };
        let config = &context.config.run;
        let mut stops = vec![self.interrupt.clone()];
        stops.extend(self.watch.as_ref().map(Watch::stop_flag));
        let following = Following {
            display: Some(display),
            permission: &permission,
            stops,
            hotkeys: vec![config.stop_keys().map_err(usage)?, config.pause_keys().map_err(usage)?],
            within: Duration::from_secs_f64(order.settings.most_seconds),
        };
        Advised::new(own, self.screen.clone(), following).map(Some).map_err(failed)
    }
}

/// Everything that runs of one workflow share.
pub struct Desk<'a> {
    context: &'a Context,
    store: &'a Store,
    plan: Plan,
    meaning: Words,
    seat: Seat,
    /// Workflows that came to another state in these runs.
    moved: Vec<Moved>,
}

impl Desk<'_> {
    /// One run from its beginning.
    pub fn begin(&mut self, order: &Order) -> Outcome<End> {
        let writer = RunWriter::begin(self.store, &order.run).map_err(failed)?;
        self.go(order, writer)
    }

    /// A run that was cut short, from where it was; `file` is the one whose rows it is for, and whether it goes over them itself.
    pub fn resume(
        &mut self,
        args: &RunArgs,
        writer: RunWriter,
        log: lea_store::runs::RunLog,
        file: Option<(&rows::File, bool)>,
    ) -> Outcome<End> {
        audit::note_completed(self.store, &log)?;
        let rows = file.filter(|(_, itself)| *itself).map(|(f, _)| f.rows.clone()).unwrap_or_default();
        let order = order::again(self.context, &self.plan, args, log, file.map(|(f, _)| f), rows)?;
        self.go(&order, writer)
    }

    fn go(&mut self, order: &Order, writer: RunWriter) -> Outcome<End> {
        let seat = &mut self.seat;
        let config = &self.context.config.run;
        let voice = match order.run.mode {
            RunMode::Rehearsal => Voice::Rule { confirm: config.rehearsal_confirms },
            RunMode::Shadow => Voice::Nobody,
            _ => Voice::of_terminal(self.context.json),
        };
        let Some(looker) = seat.eye.take() else { return Err(failed("the eye is in use")) };
        let strip = seat.sign.as_ref().map(|s| s.rect());
        let mut eye = ScreenEye::new(seat.screen.clone(), looker, order.settings.verify, strip);
        let new_hand = || ScreenHand::new(seat.screen.clone(), seat.pointer.clone(), config.programs.clone());
        let mut hand = new_hand();
        let mut advised = seat.advised(self.context, &self.plan, order, new_hand())?;
        seat.pointer.set(None);
        let mut people = Around {
            voice,
            name: order.run.user.clone(),
            quiet: self.context.json,
            screen: seat.screen.clone(),
            pointer: seat.pointer.clone(),
            watch: seat.watch.take(),
            interrupt: seat.interrupt.clone(),
            heeds_pointer: config.pause_on_pointer,
            proposal: advised.as_ref().map(Advised::proposal),
        };
        let mut keep = Kept { store: self.store, writer };
        let mut outside = Machine {
            allowed: config,
            secrets: Secrets::new(&self.context.data, &self.context.secrets_key),
            plans: Plans::new(self.store),
        };
        let mut stops = vec![seat.interrupt.clone()];
        stops.extend(people.watch.as_ref().map(Watch::stop_flag));
        let mut model = Endpoint::open(self.context, stops)?;
        let mut onlooker = advised.as_ref().map(|a| a.onlooker(&mut eye));
        let (eyes, hands): (&mut dyn Eye, &mut dyn Hand) = match (&mut onlooker, &mut advised) {
            (Some(onlooker), Some(advised)) => (onlooker, advised),
            _ => (&mut eye, &mut hand),
        };
        let mut world = World {
            eye: eyes,
            hand: hands,
            people: &mut people,
            keep: &mut keep,
            outside: &mut outside,
            clock: &Watchmaker::default(),
            meaning: Some(&self.meaning),
            model: model.as_mut().map(|m| m as &mut dyn Model),
        };
        let end = lea_act::run(&self.plan, &mut world, order);
        // Whatever was pressed is let go, also after an interruption.
        let _ = seat.screen.borrow_mut().release_all();
        seat.eye = Some(eye.into_eye());
        seat.watch = people.into_watch();
        let agreed = advised.as_ref().and_then(Advised::agreed);
        if let Some(advised) = advised.filter(|_| agreed.is_some()) {
            advised.report().iter().for_each(|line| eprintln!("{line}"));
        }
        if end.run.outcome != Some(RunOutcome::Refused) {
            self.teach(&end, agreed);
        }
        Ok(end)
    }

    /// Teaches the workflow what the run showed. The work is done by then: trouble with it is told, and fails nothing (SPEC ACT.16).
    fn teach(&mut self, end: &End, agreed: Option<bool>) {
        let id = &end.run.workflow_id;
        let taught = match learn::learn(self.store, &self.context.config.learn, id, end, agreed) {
            Ok(taught) => taught,
            Err(failure) => return warn("what the run showed could not be learnt", &failure),
        };
        if taught.proposed > 0 && !self.context.json {
            eprintln!("{} changes are proposed: lea workflows review {id}", taught.proposed);
        }
        for change in &taught.applied {
            eprintln!(
                "{id} was changed, as [learn] apply_repairs allows: {change}; see lea workflows diff {id}"
            );
        }
        if let Some(moved) = taught.moved {
            if !self.context.json {
                eprintln!("{}", moved.told());
            }
            self.moved.push(moved);
        }
    }
}

/// Trouble with Lea's own bookkeeping, after the work.
fn warn(what: &str, failure: &Failure) {
    eprintln!("warning: {what}: {}", failure.report);
}

/// Real time.
struct Watchmaker(Instant);

impl Default for Watchmaker {
    fn default() -> Self {
        Self(Instant::now())
    }
}

impl Clock for Watchmaker {
    fn seconds(&self) -> f64 {
        self.0.elapsed().as_secs_f64()
    }

    fn now(&self) -> String {
        order::now()
    }

    fn pause(&self, time: Duration) {
        std::thread::sleep(time);
    }
}

/// Says how a run ended, and leaves with the code for it.
fn report(desk: &Desk<'_>, end: &End) -> Outcome {
    let run = &end.run;
    if desk.context.json {
        let mut said = json!(run);
        if !desk.moved.is_empty() {
            said["state_changes"] = json!(desk.moved);
        }
        println!("{said}");
    } else {
        println!("{}", told(run));
        println!("  step by step: lea trace {}", run.run_id);
    }
    code_of(run.outcome).map_or(Ok(()), |code| Err(Failure { code, report: miette::miette!("{}", why(run)) }))
}

/// It reached its end, and needs nothing more.
fn is_done(run: &Run) -> bool {
    matches!(run.outcome, Some(RunOutcome::Verified | RunOutcome::CompletedUnverified))
}

/// The exit code of an outcome that is not a verified one.
fn code_of(outcome: Option<RunOutcome>) -> Option<u8> {
    match outcome {
        Some(RunOutcome::Verified) => None,
        Some(RunOutcome::CompletedUnverified) => Some(UNVERIFIED),
        Some(RunOutcome::Halted) => Some(HALTED),
        Some(RunOutcome::Refused) => Some(REFUSED),
        Some(RunOutcome::Cancelled) => Some(CANCELLED),
        Some(RunOutcome::Failed) | None => Some(FAILED),
    }
}

fn told(run: &Run) -> String {
    let outcome = run.outcome.map(|o| crate::format::snake(&o).replace('_', ", ")).unwrap_or_default();
    let sure = run.confidence.map_or_else(String::new, |c| format!(", confidence {c:.2}"));
    format!("{}: {outcome}, {} actions in {:.1} s{sure}", run.run_id, run.steps, run.seconds)
}

fn why(run: &Run) -> String {
    let Some(halt) = &run.halt else {
        return match is_done(run) {
            true => format!("{UNSEEN}: lea trace {} shows which", run.run_id),
            false => "it did not reach its end".into(),
        };
    };
    match &halt.question {
        Some(question) => format!("{}\n{question}", halt.why),
        None => halt.why.clone(),
    }
}
