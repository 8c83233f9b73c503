//! `lea run`: does the work. The loop is `lea-act`'s, the robot that runs it `lea-robot`'s; here it is said what to do, and how it ended.

mod learn;
pub mod order;
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
use crate::runs::answer;
use crate::words::Words;
use crate::{audit, pictures, readings, workflows};
use lea_act::world::Model;
use lea_act::{End, Order, Plan};
use lea_lexicon::answers::{Said, said};
use lea_model::Workflow;
use lea_model::run::{Run, RunMode, RunOutcome};
use lea_robot::terminal::Heard;
use lea_robot::{Company, Done, Job, Robot, RobotError, Screen, Seat, Voice, plans};
use lea_store::runs::RunWriter;
use lea_store::{Secrets, Store};
use learn::Moved;
use serde_json::json;

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
    if !args.despite_self_test && earlier.is_none() {
        offered(context, args, &bundle.workflow)?;
    }
    audit::note_configuration(context, &store)?;
    let by_row = file.as_ref().filter(|_| !order::has_file_loop(&bundle.workflow));
    if args.on_failure.is_some() && by_row.is_none() {
        return Err(usage(
            "--on-failure is about runs for each row of --rows FILE: there is no file, or the workflow goes over its rows itself",
        ));
    }
    let seat = seat(context, args)?;
    let mut eye = pictures::eye(context)?;
    let plan = plans::prepare(&bundle, Some(&mut eye)).map_err(failed)?;
    let robot = Robot::new(&store, context.config.run.robot().map_err(usage)?, seat, eye);
    let mut desk =
        Desk { context, store: &store, plan, meaning: Words::open(context)?, robot, moved: Vec::new() };
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

/// A workflow that cannot follow its own demonstrations is not run, unless a person says so (SPEC LEARN.1). In shadow mode nothing is done
/// by it, and a rehearsal is for trying: there it is said.
fn offered(context: &Context, args: &RunArgs, workflow: &Workflow) -> Outcome {
    let refusal = workflow.metadata.self_test.as_ref().and_then(|test| test.refused.as_ref());
    let is_persons = matches!(args.mode.map(RunMode::from), Some(RunMode::Shadow));
    let Some(why) = refusal.filter(|_| !is_persons) else { return Ok(()) };
    if args.mode.map(RunMode::from) == Some(RunMode::Rehearsal) {
        eprintln!("{} did not pass its self-test and runs in a rehearsal only: {why}", workflow.workflow_id);
        return Ok(());
    }
    if Voice::of_terminal(context.json) == Voice::Terminal {
        eprintln!("{} did not pass its self-test: {why}", workflow.workflow_id);
        let stop = lea_robot::Stop::default();
        let heard = lea_robot::terminal::prompt("Run it all the same? [y/N]", &stop);
        if matches!(heard, Heard::Line(line) if said(&line) == Said::Yes) {
            return Ok(());
        }
    }
    let id = &workflow.workflow_id;
    let help = format!(
        "show the task again and learn it anew: lea learn; see each step: lea workflows show {id}\nor run it all the same: lea run {id} --despite-self-test"
    );
    let report = miette::miette!(help = help, "{id} did not pass its self-test and is not run: {why}");
    Err(Failure { code: REFUSED, report })
}

/// The screen that the command names; the stop key, Ctrl-C and SIGTERM are heeded from here on.
fn seat(context: &Context, args: &RunArgs) -> Outcome<Seat> {
    let is_persons = matches!(args.mode.map(RunMode::from), Some(RunMode::Assist | RunMode::Shadow));
    if args.vnc.is_some() && is_persons {
        return Err(usage(RobotError::NotFollowed));
    }
    let mut config = context.config.run.robot().map_err(usage)?;
    config.sign &= !args.no_sign;
    let screen = match &args.vnc {
        Some(address) => Screen::Vnc(address.clone()),
        None => Screen::Display(args.display.clone()),
    };
    let seat = Seat::open(&screen, &config).map_err(no_seat)?;
    seat.stop().heed_signals().map_err(failed)?;
    Ok(seat)
}

fn no_seat(error: RobotError) -> Failure {
    match error {
        RobotError::Screen(_) => failed_with_help(
            error,
            "say which screen with --display or --vnc; lea doctor says what is missing",
        ),
        RobotError::StopKey(_) => failed_with_help(error, "set [run] stop_hotkey in lea.toml to another one"),
        RobotError::NotFollowed => usage(error),
        error => failed(error),
    }
}

/// Everything that runs of one workflow share.
pub struct Desk<'a> {
    context: &'a Context,
    store: &'a Store,
    plan: Plan,
    meaning: Words,
    robot: Robot<'a>,
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
        let context = self.context;
        let voice = match order.run.mode {
            RunMode::Rehearsal => Voice::Rule { confirm: context.config.run.rehearsal_confirms },
            RunMode::Shadow => Voice::Nobody,
            _ => Voice::of_terminal(context.json),
        };
        let mut model = Endpoint::open(context, self.robot.stop())?;
        let company = Company {
            voice,
            quiet: context.json,
            secrets: Secrets::new(&context.data, &context.secrets_key),
            meaning: Some(&self.meaning),
            model: model.as_mut().map(|m| m as &mut dyn Model),
        };
        let job = Job { plan: &self.plan, order, writer };
        let Done { end, agreed, compared } = self.robot.run(job, company).map_err(no_seat)?;
        compared.iter().for_each(|line| eprintln!("{line}"));
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
    let Some(code) = code_of(run.outcome) else { return Ok(()) };
    let report = match how_to_go_on(run) {
        Some(help) => miette::miette!(help = help, "{}", why(run)),
        None => miette::miette!("{}", why(run)),
    };
    Err(Failure { code, report })
}

/// The commands with which a run goes on that stopped short.
fn how_to_go_on(run: &Run) -> Option<String> {
    let id = &run.run_id;
    let question = run.halt.as_ref().and_then(|halt| halt.question.as_deref());
    match (run.outcome?, question) {
        (RunOutcome::Halted, Some(question)) => Some(format!(
            "the question with its picture and choices: lea runs answer {id}\nanswer it: {}\nthen go on: lea run --resume {id}",
            answer::command(id, question)
        )),
        (RunOutcome::Halted, None) | (RunOutcome::Cancelled, _) => {
            Some(format!("go on with it: lea run --resume {id}"))
        }
        _ => None,
    }
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
        Some(question) => format!("{}\n{}", halt.why, question.text),
        None => halt.why.clone(),
    }
}
