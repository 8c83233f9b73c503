//! `lea demo`: a virtual display, real applications, half a minute of scripted work, recorded and shown.

mod app;
mod desk;
mod person;

use crate::cli::{DemoArgs, DemoVerb, RecordArgs};
use crate::config::Context;
use crate::error::{Outcome, failed, failed_with_help};
use crate::files::write_private;
use crate::format;
use crate::record::{self, Recorded};
use crate::sessions;
use lea_model::Point;
use lea_screen::x11::X11Screen;
use lea_screen::{Button, Key, Patience, Screen, chord, click, settle};
use lea_stage::{Stage, StageOptions};
use lea_store::Store;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How long an application may take to open.
const OPENS_WITHIN: Duration = Duration::from_secs(30);

/// A person is not a machine: these are the pauses between two strokes, not waits for anything.
const PAUSE_BEFORE_LETTER: Duration = Duration::from_millis(110);
/// See [`PAUSE_BEFORE_LETTER`].
const PAUSE_BEFORE_KEYS: Duration = Duration::from_millis(160);

/// Runs the command.
pub fn run(context: &Context, args: &DemoArgs) -> Outcome {
    match &args.verb {
        None => work_and_show(context, &args.out),
        Some(DemoVerb::App(args)) => app::run(context, args),
        Some(DemoVerb::Person(args)) => person::run(context, args),
        Some(DemoVerb::Desk(args)) => desk::run(context, args),
    }
}

/// Half a minute of work with two applications, recorded and shown.
fn work_and_show(context: &Context, out: &Path) -> Outcome {
    say("Setting up a virtual display");
    let stage = Stage::start(StageOptions { size: (1280, 800), ..StageOptions::default() })
        .map_err(|e| failed_with_help(e, "make setup"))?;
    say("Opening a calculator and a text editor");
    stage.keep(stage.galculator().map_err(failed)?);
    stage.keep(stage.mousepad(None).map_err(failed)?);
    // Side by side, so that both can be clicked.
    for (name, at, size) in [("galculator", (30, 60), (400, 460)), ("Mousepad", (520, 60), (700, 560))] {
        let window = stage.wait_for_window(name, OPENS_WITHIN).map_err(failed)?;
        stage.place(window, at, size).map_err(failed)?;
    }

    let data = out.join("data");
    let store = Store::open(&data).map_err(failed)?;
    let stop = Arc::new(AtomicBool::new(false));
    let interrupted = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        for flag in [&stop, &interrupted] {
            signal_hook::flag::register(signal, flag.clone()).map_err(failed)?;
        }
    }
    let recording = RecordArgs {
        display: Some(stage.display().to_owned()),
        limit: Some(Duration::from_secs(120)),
        label: Some("Demo: an invoice is calculated and noted".into()),
        user: Some("demo".into()),
        customer: None,
    };
    say("Recording a person at work (about half a minute)");
    let recorded = std::thread::scope(|scope| {
        let (ready, started) = std::sync::mpsc::channel();
        let (_, writer) = record::begin(&store, record::header(&recording)?)?;
        let (store, recording, stop_flag) = (&store, &recording, &stop);
        let recorder = scope.spawn(move || {
            // Nobody waits any more after the first word.
            record::record(context, store, recording, writer, stop_flag, &mut |_| {
                let _ = ready.send(());
            })
        });
        // When the recorder cannot start, the channel closes and its own answer says why.
        let worked = started.recv().map_or(Ok(()), |()| work(&stage, &interrupted));
        stop.store(true, Ordering::Relaxed);
        let recorded = recorder.join().map_err(|_| failed("the recorder stopped unexpectedly"))?;
        worked.map_err(failed)?;
        recorded
    })?;
    drop(stage);
    if interrupted.load(Ordering::Relaxed) {
        return Err(failed("interrupted; everything that was started has been ended"));
    }
    show(&store, &recorded, out)
}

fn say(what: &str) {
    eprintln!("• {what}");
}

/// What is calculated and noted.
const TASKS: [(&str, &str); 4] = [
    ("Consultation", "3*28+12.5"),
    ("Radiographie", "2*64.75"),
    ("Analyses", "4*7.8+3"),
    ("Pansements", "6*4.2+19"),
];

/// What the scripted person does; stops early when interrupted.
fn work(stage: &Stage, interrupted: &AtomicBool) -> lea_screen::Result<()> {
    let mut person = Person { screen: X11Screen::open(Some(stage.display()))?, interrupted };
    for (item, sum) in TASKS {
        say(&format!("  … {item}"));
        person.go_to("galculator")?;
        person.press(&[Key::ESCAPE])?;
        person.write(sum)?;
        person.press(&[Key::ENTER])?;
        person.press(&[Key::CTRL, Key::of_char('C')])?;
        person.go_to("mousepad")?;
        person.write(&format!("{item} ({sum} €) : "))?;
        person.press(&[Key::CTRL, Key::of_char('V')])?;
        person.press(&[Key::ENTER])?;
    }
    person.write("Total noté, à vérifier demain.")?;
    person.press(&[Key::CTRL, Key::of_char('A')])?;
    person.rest()
}

/// Somebody who works at a human pace, and looks before acting.
struct Person<'a> {
    screen: X11Screen,
    interrupted: &'a AtomicBool,
}

impl Person<'_> {
    /// Clicks into a window, in a place where nothing is pressed by it.
    fn go_to(&mut self, app: &str) -> lea_screen::Result<()> {
        if self.is_sent_home() {
            return Ok(());
        }
        let windows = self.screen.windows()?;
        let Some(window) = windows.iter().find(|w| w.app_name.eq_ignore_ascii_case(app)) else {
            return Ok(());
        };
        // The display of the calculator, the page of the editor.
        let at = Point { x: window.rect.center().x, y: window.rect.y1 + window.rect.height() as i32 / 5 };
        click(&mut self.screen, at, Button::Left, 1)?;
        self.rest()
    }

    fn press(&mut self, keys: &[Key]) -> lea_screen::Result<()> {
        if self.is_sent_home() {
            return Ok(());
        }
        std::thread::sleep(PAUSE_BEFORE_KEYS);
        chord(&mut self.screen, keys)?;
        self.rest()
    }

    /// Types at some nine keys a second.
    fn write(&mut self, text: &str) -> lea_screen::Result<()> {
        for c in text.chars() {
            if self.is_sent_home() {
                return Ok(());
            }
            std::thread::sleep(PAUSE_BEFORE_LETTER);
            self.screen.text(c.encode_utf8(&mut [0; 4]))?;
        }
        self.rest()
    }

    fn rest(&mut self) -> lea_screen::Result<()> {
        settle(&mut self.screen, Patience::default()).map(|_| ())
    }

    fn is_sent_home(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }
}

fn show(store: &Store, recorded: &Recorded, out: &Path) -> Outcome {
    let session = &recorded.session;
    let page = out.join("session.html");
    let html = sessions::page(store, session, false).map_err(failed)?;
    write_private(&page, html.as_bytes())?;
    println!();
    print!("{}", sessions::timeline(session, false));
    let performance = session.metadata.performance.clone().unwrap_or_default();
    println!();
    println!(
        "{} of work: {} events, {} pictures in {}, {:.1} % of one core.",
        format::clock(recorded.status.elapsed.as_secs_f64()),
        session.events.len(),
        recorded.status.frames,
        format::bytes(recorded.status.bytes),
        performance.overhead_cpu_pct,
    );
    println!("With pictures: {}", page.display());
    println!("The recording: lea --data {} sessions list", out.join("data").display());
    Ok(())
}
