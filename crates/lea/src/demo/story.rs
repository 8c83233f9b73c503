//! The demo, act by act: somebody shows a task, Lea learns it, does it on screens that changed, and asks when it is not sure.

use super::desk::PRACTICE;
use super::hired::{Hired, called_home, parsed};
use super::teller::Teller;
use super::trial::{Given, TRIALS, Trials, Tried, Verdict};
use super::watch::{self, Watching};
use super::{person, summary};
use crate::cli::DemoArgs;
use crate::config::{Config, Context};
use crate::error::{Outcome, failed, interrupted, usage};
use crate::files::write_private;
use crate::readings;
use lea_clinic::chance::Chance;
use lea_clinic::{Desk, DeskOptions, Irregularity, Options, Pace, Person};
use lea_model::Variable;
use lea_store::Store;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Everything is drawn from this.
const SEED: u64 = 3;
/// What is shown.
const TASK: &str = "validate_invoice";
/// How often.
const TIMES: usize = 5;
/// On a machine that is too busy the recorder misses screens, and what is learnt leaves questions open: then all of it is shown again.
const ROUNDS: usize = 3;
/// What marks a folder as one of an earlier demo, whose data may be replaced.
const CONFIG: &str = "lea-demo.toml";

/// What was learnt, as `lea learn` tells it.
#[derive(Deserialize)]
pub struct Learnt {
    /// The workflow.
    pub workflow_id: String,
    /// How many screens.
    pub nodes: usize,
    /// How many steps.
    pub edges: usize,
    /// What varies.
    pub variables: BTreeMap<String, Variable>,
    /// From how many demonstrations.
    pub demonstrations: u64,
    /// What stayed open.
    pub questions: Vec<serde_json::Value>,
    /// What was left out.
    pub warnings: Vec<String>,
}

/// Everything that came of it.
pub struct Came {
    /// What was learnt.
    pub learnt: Learnt,
    /// The trials.
    pub tried: Vec<Tried>,
    /// The video.
    pub video: Option<PathBuf>,
    /// How long it all took.
    pub seconds: f64,
}

/// Runs the command.
pub fn run(context: &Context, args: &DemoArgs) -> Outcome {
    let home = called_home()?;
    let watching = args.watch.then(Watching::find).transpose()?;
    let out = folder(&args.out)?;
    let own = Context {
        config: Config::default(),
        data: out.join("data"),
        models: std::path::absolute(&context.models).map_err(failed)?,
        secrets_key: out.join("secrets.key"),
        json: context.json,
    };
    let teller = Teller::new(context.json);
    let came = play(&own, &out, &teller, watching, args.no_open, &home);
    // Whatever it was busy with then failed of that.
    let came = if home.load(Ordering::Relaxed) { Err(interrupted()) } else { came };
    summary::report(context, &out, &teller, &came?, args.no_open)
}

/// An empty data folder in a folder that is ours, and the configuration: a test environment.
fn folder(out: &Path) -> Outcome<PathBuf> {
    let out = std::path::absolute(out).map_err(failed)?;
    let cannot = |e: std::io::Error| failed(format!("cannot use {}: {e}", out.display()));
    let (data, config) = (out.join("data"), out.join(CONFIG));
    if data.exists() && !config.exists() {
        return Err(usage(format!(
            "{} is not of an earlier demo: say another folder with --out",
            data.display()
        )));
    }
    if data.exists() {
        std::fs::remove_dir_all(&data).map_err(cannot)?;
    }
    std::fs::create_dir_all(&out).map_err(cannot)?;
    write_private(&config, PRACTICE)?;
    Ok(out)
}

/// All acts but the last.
fn play(
    context: &Context,
    out: &Path,
    teller: &Teller,
    watching: Option<Watching>,
    no_open: bool,
    home: &Arc<AtomicBool>,
) -> Outcome<Came> {
    teller.act("A virtual display, a browser, and an application to practise on: a clinic's invoices");
    let line = teller.meanwhile("the browser opens");
    let clinic = Options { seed: SEED, ..Options::default() };
    let kind = watching.map(Watching::kind).unwrap_or_default();
    let options = DeskOptions { kind, clinic, notepad: false, ..DeskOptions::default() };
    let size = options.size;
    let desk = Desk::open(options).map_err(person::explain)?;
    let watcher = watching.map(|how| how.start(&desk.stage, size, &out.join("demo.mp4"))).transpose()?;
    let mut quick =
        desk.person(SEED, Irregularity::NONE, Pace::Fast).map_err(person::explain)?.until(home.clone());
    quick.logs_in().map_err(|setback| person::explain(setback.into()))?;
    line.finish_and_clear();
    teller.tell(&format!("display {}, {}", desk.stage.display(), desk.clinic.address));

    let store = readings::store(context)?;
    let config = out.join(CONFIG);
    let (stage, data, models) = (&desk.stage, context.data.clone(), context.models.clone());
    let hired = Hired { stage, data, config, models, home: home.clone() };
    let mut round = 1;
    let learnt = loop {
        teller.act(&format!("Somebody shows {TIMES} times how an invoice is validated, and is recorded"));
        let sessions = show(context, &store, &desk, &mut quick, teller, home)?;
        teller.act("Lea learns it");
        let why = match learn(&hired, &sessions, out, teller) {
            Ok(learnt) if learnt.questions.is_empty() || round == ROUNDS => break learnt,
            Ok(learnt) => {
                let id = &learnt.workflow_id;
                hired.lea(["workflows", "delete", id], &mut || {})?.good("workflows delete")?;
                format!("{} questions stay open", learnt.questions.len())
            }
            Err(failure) if round == ROUNDS => return Err(failure),
            Err(failure) => failure.report.to_string(),
        };
        round += 1;
        teller.tell(&format!("{why}: this machine is busy. Once more:"));
    };
    if !no_open && !context.json {
        watch::open(&out.join("graph.html"));
    }

    let variable = learnt.variables.keys().next().ok_or_else(|| failed("nothing was learnt to vary"))?;
    let (desk, hired, store, workflow) = (&desk, &hired, &store, learnt.workflow_id.as_str());
    let tried = try_out(Trials { desk, person: quick, hired, store, workflow, variable, out }, teller)?;
    let video = watcher.as_ref().and_then(|watcher| watcher.video.clone());
    drop(watcher);
    Ok(Came { learnt, tried, video, seconds: teller.began.elapsed().as_secs_f64() })
}

/// The workflow meets screens that changed; at the last one only a person knows what is meant.
fn try_out(mut trials: Trials<'_>, teller: &Teller) -> Outcome<Vec<Tried>> {
    teller.act("Lea does it, on new invoices and on screens that changed");
    let mut tried = Vec::new();
    for (n, trial) in TRIALS.iter().enumerate() {
        if trial.given == Given::Name {
            teller.act("Somebody gives only a name, and two rows bear it that look alike: Lea asks");
        }
        let one = trials.make(n + 1, trial, teller)?;
        teller.tell(&summary::sentence(&one));
        tried.push(one);
    }
    if tried.last().is_some_and(|last| last.verdict == Verdict::Asked) {
        teller
            .tell("→ At a terminal somebody would answer with the number of the place, and Lea would go on.");
        teller.tell("  Here nobody is there to ask: Lea stops, and has changed nothing.");
    }
    Ok(tried)
}

/// The task is shown at a human pace, each time as a recording of its own; the records must agree.
fn show(
    context: &Context,
    store: &Store,
    desk: &Desk,
    quick: &mut Person<'_>,
    teller: &Teller,
    home: &Arc<AtomicBool>,
) -> Outcome<Vec<String>> {
    let mut person =
        desk.person(SEED, Irregularity::NONE, Pace::Human).map_err(person::explain)?.until(home.clone());
    let mut chance = Chance::of(SEED, "tasks");
    let mut sessions = Vec::new();
    for n in 1..=TIMES {
        quick
            .clicks_to("menu.invoices", &["invoice_list"])
            .map_err(|setback| person::explain(setback.into()))?;
        let task = desk.draw(TASK, &mut chance, false).map_err(person::explain)?;
        let told = person::told(&task);
        let line = teller.meanwhile(format!("{n} of {TIMES}: {told}"));
        let (judged, session) =
            person::recorded(context, store, desk, TASK, || desk.judged(&mut person, &task))?;
        line.finish_and_clear();
        let (done, is_true) = judged.map_err(person::explain)?;
        if !is_true {
            return Err(failed(format!("{told} was shown, and the records say otherwise")));
        }
        let seconds = done.to_ms.saturating_sub(done.from_ms) as f64 / 1000.0;
        teller.tell(&format!("{n} of {TIMES}: {told} in {seconds:.0} s, recorded"));
        sessions.push(session);
    }
    Ok(sessions)
}

/// `lea learn`, and the graph on the terminal, as a page and as a picture.
fn learn(hired: &Hired<'_>, sessions: &[String], out: &Path, teller: &Teller) -> Outcome<Learnt> {
    let line = teller.meanwhile("looks at the recordings");
    let args = ["--json", "learn"].into_iter().chain(sessions.iter().map(String::as_str));
    let learnt: Learnt = parsed(&hired.lea(args, &mut || {})?.good("learn")?)?;
    line.finish_and_clear();
    let id = learnt.workflow_id.as_str();
    let names: Vec<&str> = learnt.variables.keys().map(String::as_str).collect();
    teller.tell(&format!(
        "{id}: {} screens, {} steps; what varies: {}; from {} demonstrations",
        learnt.nodes,
        learnt.edges,
        names.join(", "),
        learnt.demonstrations
    ));
    learnt.warnings.iter().for_each(|warning| teller.tell(&format!("note: {warning}")));
    let drawn = hired.lea(["workflows", "graph", id, "--format", "text"], &mut || {})?;
    teller.tell(&drawn.good("workflows graph")?);
    for name in ["graph.html", "graph.svg"] {
        let file = out.join(name);
        let args = ["workflows".as_ref(), "graph".as_ref(), id.as_ref(), "--out".as_ref(), file.as_os_str()];
        hired.lea(args, &mut || {})?.good("workflows graph")?;
    }
    Ok(learnt)
}
