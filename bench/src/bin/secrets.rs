//! How much of what is typed in plain sight a recording keeps, and what it costs to see it (SPEC L0.5).

use clap::Parser;
use lea_bench::figure::{Asked, Figure};
use lea_bench::machine::Machine;
use lea_bench::recording::{Recording, find_lea};
use lea_bench::report::Report;
use lea_bench::{Dice, Outcome};
use lea_screen::x11::X11Screen;
use lea_screen::{Button, Key, Patience, Screen, chord, click, settle};
use lea_stage::{App, Stage, StageOptions};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// Ordinary text at human speed in six programs, recorded by the real `lea record`: how much of it is kept?
#[derive(Parser)]
struct Args {
    /// Write the results as JSON as well
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,

    /// Texts for each program [default: 40]
    #[arg(long, value_name = "N")]
    texts: Option<usize>,

    /// One program only
    #[arg(long, value_name = "NAME")]
    program: Option<String>,

    /// Two texts for each program, and no judgement of figures
    #[arg(long)]
    smoke: bool,
}

/// How long a program may take to come up.
const SOON: Duration = Duration::from_secs(30);
/// Memory is not what this is about.
const SAMPLE: Duration = Duration::from_secs(5);
/// A field that shows digits in groups, and is cleared by Enter.
const PAGE: &str = "<!doctype html><title>Amounts</title><p>Amount<p><input id=a autofocus><p id=p><script>\
    a.oninput=()=>{if(/^[\\d,]+$/.test(a.value)){let n=a.value.replace(/,/g,'');\
    a.value=n.replace(/(?<=\\d)(?=(\\d{3})+$)/g,',')}};\
    a.onkeydown=e=>{if(e.key=='Enter'){p.textContent='Entered';a.value=''}}</script>";
/// What people type: names, numbers, references, sentences.
const TEXTS: &[&str] = &[
    "Dupont",
    "Élodie Lefèvre",
    "42",
    "120,50",
    "F-2026-0177",
    "call back on Monday",
    "7",
    "1234567",
    "15/01/2026",
    "reçu le 3 mars",
    "ls -la",
    "moreau@example.org",
    "+44 20 7946 0018",
    "Room 12",
    "the third quarter is paid in full",
    "ok",
    "DE89",
    "12 rue de la Paix",
    "Nguyen",
    "invoice 4711",
];

fn main() -> ExitCode {
    run(&Args::parse()).unwrap_or_else(|error| {
        eprintln!("secrets: {error}");
        ExitCode::from(2)
    })
}

/// What was typed into one program, and what a recording kept.
struct Kept {
    typed: Vec<String>,
    lost: Vec<String>,
    cpu: Duration,
    wall: Duration,
}

fn run(args: &Args) -> Outcome<ExitCode> {
    let lea = find_lea()?;
    let mut report = Report::new("secrets", args.smoke, Machine::look(), &[]);
    report.version("lea", env!("CARGO_PKG_VERSION"));
    let count = args.texts.unwrap_or(if args.smoke { 2 } else { 40 });
    let (mut typed, mut lost) = (0, 0);
    for program in ["zenity", "xterm", "tk-scrolls", "tk-clears", "chromium", "qt"] {
        if args.program.as_ref().is_some_and(|only| only != program) {
            continue;
        }
        let kept = measure(&lea, program, count)?;
        let percent = (kept.typed.len() - kept.lost.len()) as f64 / kept.typed.len() as f64 * 100.0;
        let cpu = kept.cpu.as_secs_f64() / kept.wall.as_secs_f64() * 100.0;
        report.add(Figure::one(format!("{program}: texts kept, of {}", kept.typed.len()), "%", percent));
        report.add(Figure::one("  processor, of one core", "%", cpu));
        report.more.insert(program.into(), json!({ "typed": kept.typed.len(), "lost": kept.lost }));
        for text in &kept.lost {
            eprintln!("secrets: {program} lost {text:?}");
        }
        typed += kept.typed.len();
        lost += kept.lost.len();
    }
    let all = (typed - lost) as f64 / typed.max(1) as f64 * 100.0;
    report.add(Figure::one(format!("all: texts kept, of {typed}"), "%", all).asking(Asked::AtLeast(99.5)));
    if args.program.is_none() {
        let cpu = cost(&lea, if args.smoke { 2 } else { 30 })?;
        let figure = Figure::one("processor, of one core, at 60 words a minute", "%", cpu);
        report.add(figure.asking(Asked::AtMost(5.0)));
    }
    report.finish(args.json.as_deref())
}

/// A desktop of the usual size.
fn stage() -> Outcome<Stage> {
    Ok(Stage::start(StageOptions { size: (1280, 800), ..StageOptions::default() })?)
}

/// Somebody at a program.
struct Typist<'a> {
    stage: &'a Stage,
    screen: X11Screen,
    dice: Dice,
    app: Option<App>,
}

impl<'a> Typist<'a> {
    fn at(stage: &'a Stage, program: &str) -> Outcome<Self> {
        let screen = X11Screen::open(Some(stage.display()))?;
        let mut typist = Self { stage, screen, dice: Dice::of(15), app: None };
        typist.open(program)?;
        Ok(typist)
    }

    /// Starts the program and puts the caret into its field.
    fn open(&mut self, program: &str) -> Outcome {
        let fields = concat!(env!("CARGO_MANIFEST_DIR"), "/../e2e/fields.py");
        let python = |toolkit, kind| self.stage.launch(["/usr/bin/python3", fields, toolkit, kind]);
        let read = "while read -e -p '> ' line; do echo ok; done";
        let (app, title) = match program {
            "zenity" => (self.stage.zenity(["--entry", "--title=Order", "--text=Customer"])?, "Order"),
            "xterm" => (self.stage.xterm(["bash", "-c", read])?, "bash"),
            "tk-scrolls" => (python("tk", "plain")?, "Dossier 12"),
            "tk-clears" => (python("tk", "chat")?, "Dossier 12"),
            "qt" => (python("qt", "plain")?, "Dossier 12"),
            "chromium" => {
                let page = self.stage.home().join("page.html");
                std::fs::write(&page, PAGE)?;
                (self.stage.chromium(format!("file://{}", page.display()))?, "Amounts")
            }
            _ => (self.stage.mousepad(None)?, "Mousepad"),
        };
        self.app = Some(app);
        self.stage.wait_for_window(title, SOON)?;
        settle(&mut self.screen, Patience::default())?;
        if program == "chromium" {
            let window = self.screen.active_window()?.ok_or("the browser is not active")?;
            let below = lea_model::Point { x: window.rect.center().x, y: window.rect.y2 - 60 };
            click(&mut self.screen, below, Button::Left, 1)?;
            chord(&mut self.screen, &[Key::TAB])?;
            settle(&mut self.screen, Patience::default())?;
        }
        Ok(())
    }

    /// The pause of a person, not a wait for anything.
    fn pause(&mut self, low: u64, high: u64) {
        std::thread::sleep(Duration::from_millis(self.dice.roll(low, high)));
    }

    /// Types a text and enters it.
    fn enter(&mut self, text: &str) -> Outcome {
        for c in text.chars() {
            self.pause(90, 210);
            self.screen.text(c.encode_utf8(&mut [0; 4]))?;
        }
        self.pause(150, 400);
        chord(&mut self.screen, &[Key::ENTER])?;
        self.pause(300, 600);
        Ok(())
    }
}

fn measure(lea: &Path, program: &str, count: usize) -> Outcome<Kept> {
    let stage = stage()?;
    let mut typist = Typist::at(&stage, program)?;
    let folder = tempfile::tempdir()?;
    let typed: Vec<String> = TEXTS.iter().cycle().take(count).map(|t| (*t).to_owned()).collect();
    let recording = Recording::start(&stage, lea, folder.path().join("data"))?;
    let watched = recording.watch(SAMPLE, || {
        for (i, text) in typed.iter().enumerate() {
            typist.enter(text)?;
            if program == "zenity" && i + 1 < typed.len() {
                typist.open(program)?;
            }
        }
        settle(&mut typist.screen, Patience::default())?;
        Ok(())
    })?;
    let session = recording.end()?.session;
    let lost = lost(&typed, &session);
    Ok(Kept { typed, lost, cpu: watched.cpu, wall: watched.wall })
}

/// The texts that were typed and not kept, in order.
fn lost(typed: &[String], session: &Value) -> Vec<String> {
    let events = session["events"].as_array().into_iter().flatten();
    let mut kept = events.filter(|e| e["type"] == "text_input").filter_map(|e| e["text"].as_str()).peekable();
    typed.iter().filter(|text| kept.next_if(|k| k == text).is_none()).cloned().collect()
}

/// The share of a core, in percent, that recording takes while somebody writes 60 words a minute: five keys a second.
fn cost(lea: &Path, seconds: u64) -> Outcome<f64> {
    let stage = stage()?;
    let mut typist = Typist::at(&stage, "mousepad")?;
    let folder = tempfile::tempdir()?;
    let recording = Recording::start(&stage, lea, folder.path().join("data"))?;
    let watched = recording.watch(SAMPLE, || {
        let text = "invoice of the third quarter is paid in full ";
        for (i, c) in text.chars().cycle().take(seconds as usize * 5).enumerate() {
            typist.screen.text(c.encode_utf8(&mut [0; 4]))?;
            if i % 60 == 59 {
                chord(&mut typist.screen, &[Key::ENTER])?;
            }
            typist.pause(195, 205);
        }
        Ok(())
    })?;
    recording.end()?;
    Ok(watched.cpu.as_secs_f64() / watched.wall.as_secs_f64() * 100.0)
}
