//! `lea demo person`: a scripted person works on the practice application, and may be recorded doing it.

use super::{app, say};
use crate::cli::{PaceArg, PersonArgs, RecordArg, RecordArgs, WaysArg};
use crate::config::Context;
use crate::error::{Failure, Outcome, failed, failed_with_help, interrupted, usage};
use crate::files::write_private;
use crate::{readings, record};
use lea_clinic::chance::Chance;
use lea_clinic::{Desk, DeskError, DeskOptions, Done, Irregularity, Pace, Person, Setback, TASKS, Task};
use lea_store::Store;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Runs the command.
pub fn run(context: &Context, args: &PersonArgs) -> Outcome {
    if let Some(unknown) = args.tasks.iter().find(|task| !TASKS.contains(&task.as_str())) {
        return Err(usage(DeskError::NoTask(unknown.clone())));
    }
    let home = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        signal_hook::flag::register(signal, home.clone()).map_err(failed)?;
    }
    let mut clinic = app::options(&args.clinic)?;
    if let Some(folder) = &args.truth {
        std::fs::create_dir_all(folder)
            .map_err(|e| failed(format!("cannot make {}: {e}", folder.display())))?;
        clinic.truth = Some(folder.join("screens.jsonl"));
    }
    say("Setting up a virtual display with the clinic in a browser");
    let desk =
        Desk::open(DeskOptions { size: args.size, clinic, ..DeskOptions::default() }).map_err(explain)?;
    let store = args.record.map(|_| readings::store(context)).transpose()?;
    let mut person =
        desk.person(args.clinic.seed, ways(args.ways), pace(args.pace)).map_err(explain)?.until(home);
    if !args.with_login {
        person.logs_in().map_err(|setback| explain(setback.into()))?;
    }
    let mut work =
        Work { desk: &desk, args, done: Vec::new(), chance: Chance::of(args.clinic.seed, "tasks") };
    let worked = match (&store, args.record) {
        (Some(store), Some(RecordArg::Each)) => work.runs().try_for_each(|(turn, name)| {
            // Whoever shows a task begins where it begins.
            person
                .clicks_to("menu.invoices", &["invoice_list"])
                .map_err(|setback| explain(setback.into()))?;
            let (worked, session) =
                recorded(context, store, &desk, &name, || work.one(&mut person, turn, &name))?;
            worked.map(|()| work.recorded_in(&session))
        }),
        (Some(store), _) => {
            let label = if args.tasks.is_empty() { "Practice" } else { &args.tasks.join(", ") };
            recorded(context, store, &desk, label, || work.all(&mut person)).and_then(|(worked, session)| {
                work.recorded_in(&session);
                worked
            })
        }
        (None, _) => work.all(&mut person),
    };
    // What was done until then is told, however it ended.
    if let Some(folder) = &args.truth {
        write_truth(folder, &work.done, &person)?;
    }
    report(context, &desk, &work.done);
    worked
}

/// What is done, and what has been done so far.
struct Work<'a> {
    desk: &'a Desk,
    args: &'a PersonArgs,
    done: Vec<Judged>,
    chance: Chance,
}

/// A task that was done, and what the records say to it.
struct Judged {
    done: Done,
    is_true: bool,
    session: Option<String>,
}

impl Work<'_> {
    /// The tasks in turn, as often as was asked for.
    fn runs(&self) -> impl Iterator<Item = (usize, String)> + use<> {
        let tasks: Vec<String> = match &self.args.tasks[..] {
            [] => TASKS.map(str::to_owned).to_vec(),
            some => some.to_vec(),
        };
        (0..self.args.times).flat_map(move |turn| tasks.clone().into_iter().map(move |task| (turn, task)))
    }

    fn all(&mut self, person: &mut Person<'_>) -> Outcome {
        self.runs().try_for_each(|(turn, name)| self.one(person, turn, &name))
    }

    fn one(&mut self, person: &mut Person<'_>, turn: usize, name: &str) -> Outcome {
        let stumbles = self.args.stumbles && turn % 3 == 1;
        let task = self.desk.draw(name, &mut self.chance, stumbles).map_err(explain)?;
        say(&format!("  … {}", told(&task)));
        let (done, is_true) = self.desk.judged(person, &task).map_err(explain)?;
        self.done.push(Judged { done, is_true, session: None });
        Ok(())
    }

    /// Notes which recording shows what was done since the last.
    fn recorded_in(&mut self, session: &str) {
        let new = self.done.iter_mut().filter(|judged| judged.session.is_none());
        new.for_each(|judged| judged.session = Some(session.to_owned()));
    }
}

/// Records the display while something is done; says what came of it, and the recording's id.
pub fn recorded<T>(
    context: &Context,
    store: &Store,
    desk: &Desk,
    label: &str,
    work: impl FnOnce() -> T,
) -> Outcome<(T, String)> {
    let recording = RecordArgs {
        display: Some(desk.stage.display().to_owned()),
        limit: None,
        label: Some(label.to_owned()),
        user: Some("m.dupont".to_owned()),
        customer: None,
    };
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let (ready, started) = std::sync::mpsc::channel();
        let (_, writer) = record::begin(store, record::header(&recording)?)?;
        let (recording, stop_flag) = (&recording, &stop);
        let recorder = scope.spawn(move || {
            // Nobody waits any more after the first word.
            record::record(context, store, recording, writer, stop_flag, &mut |_| {
                let _ = ready.send(());
            })
        });
        // When the recorder cannot start, the channel closes and its own answer says why.
        let worked = started.recv().is_ok().then(work);
        stop.store(true, Ordering::Relaxed);
        let taken = recorder.join().map_err(|_| failed("the recorder stopped unexpectedly"))??;
        let worked = worked.ok_or_else(|| failed("the recorder did not start"))?;
        Ok((worked, taken.session.session_id))
    })
}

/// A task in a few words.
pub fn told(task: &Task) -> String {
    let values = match task {
        Task::ValidateInvoice { number } | Task::AmountDecides { number } | Task::NoteAmount { number } => {
            number.clone()
        }
        Task::RejectInvoice { number, reason, .. } => format!("{number}: {reason}"),
        Task::RegisterPatient { patient, .. } => format!("{} {}", patient.last_name, patient.first_name),
        Task::CorrectPhone { patient, phone, .. } => format!("{patient}: {phone}"),
        Task::ValidatePage { most } => format!("up to {most} rows"),
    };
    format!("{} ({values})", task.name())
}

fn as_json(judged: &Judged) -> Value {
    let mut line = serde_json::to_value(&judged.done).unwrap_or_default();
    line["is_true"] = judged.is_true.into();
    line["session_id"] = json!(judged.session);
    line
}

fn write_truth(folder: &Path, done: &[Judged], person: &Person<'_>) -> Outcome {
    let lines = |values: Vec<String>| values.into_iter().map(|line| line + "\n").collect::<String>();
    let tasks = lines(done.iter().map(|judged| as_json(judged).to_string()).collect());
    write_private(&folder.join("tasks.jsonl"), tasks.as_bytes())?;
    let deeds = lines(person.deeds.iter().filter_map(|deed| serde_json::to_string(deed).ok()).collect());
    write_private(&folder.join("deeds.jsonl"), deeds.as_bytes())
}

fn report(context: &Context, desk: &Desk, done: &[Judged]) {
    if context.json {
        println!("{}", json!({ "tasks": done.iter().map(as_json).collect::<Vec<_>>() }));
        return;
    }
    for judged in done {
        let Judged { done, is_true, session } = judged;
        let seconds = done.to_ms.saturating_sub(done.from_ms) as f64 / 1000.0;
        let verdict = if *is_true { "the records say so" } else { "THE RECORDS SAY OTHERWISE" };
        let met = if done.setbacks.is_empty() {
            String::new()
        } else {
            format!(", met {}", done.setbacks.join(", "))
        };
        println!("{} in {seconds:.1} s: {verdict}{met}", told(&done.task));
        if let Some(session) = session {
            println!("    recorded in {session}");
        }
    }
    if let Ok(audit) = desk.clinic.records().and_then(|records| records.audit()) {
        println!("{} tasks, {} submits.", done.len(), audit.len());
    }
}

fn ways(ways: WaysArg) -> Irregularity {
    match ways {
        WaysArg::Careful => Irregularity::NONE,
        WaysArg::Usual => Irregularity::USUAL,
        WaysArg::Clumsy => Irregularity::CLUMSY,
    }
}

fn pace(pace: PaceArg) -> Pace {
    match pace {
        PaceArg::Fast => Pace::Fast,
        PaceArg::Human => Pace::Human,
    }
}

pub fn explain(error: DeskError) -> Failure {
    match error {
        DeskError::Stage(error) => failed_with_help(error, "make setup"),
        DeskError::Person(Setback::SentHome) => interrupted(),
        other => failed(other),
    }
}
