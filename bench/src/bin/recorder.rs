//! What a recording costs while somebody works, and whether anything they did is missing from it.

use clap::Parser;
use lea_bench::desk;
use lea_bench::figure::{Asked, Figure, Spread, slope};
use lea_bench::machine::Machine;
use lea_bench::person::Person;
use lea_bench::process::{MB, disk_bytes};
use lea_bench::recording::{Ended, Recording, Watched, find_lea};
use lea_bench::report::Report;
use lea_bench::{Outcome, session};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

/// A minute of work at human speed, or ten minutes at ten times that, recorded by the real `lea record`.
#[derive(Parser)]
struct Args {
    /// Write the results as JSON as well
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,

    /// Keep the recording in this folder, to look at it with `lea --data DIR sessions show last`
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,

    /// Work for this long [default: 60]
    #[arg(long, value_name = "N")]
    seconds: Option<f64>,

    /// Ten times human speed for this long instead: does memory stay flat?
    #[arg(long, value_name = "MINUTES", num_args = 0..=1, default_missing_value = "10")]
    soak: Option<f64>,

    /// A few seconds only, and no judgement of figures; what is lost is still an error
    #[arg(long)]
    smoke: bool,
}

/// How much faster than a person a soak is.
const SOAK_SPEED: f64 = 10.0;

/// Memory is looked at this often.
const SOAK_SAMPLE: Duration = Duration::from_secs(5);
const SAMPLE: Duration = Duration::from_millis(500);

fn main() -> ExitCode {
    run(&Args::parse()).unwrap_or_else(|error| {
        eprintln!("recorder: {error}");
        ExitCode::from(2)
    })
}

fn run(args: &Args) -> Outcome<ExitCode> {
    let lea = find_lea()?;
    let machine = Machine::look();
    let mut report = Report::new("recorder", args.smoke, machine, &[]);
    report.version("lea", &version(&lea)?);
    report.more.insert("binary".into(), lea.display().to_string().into());

    let soak = args.soak.is_some();
    let seconds = match (args.seconds, args.soak) {
        (Some(seconds), _) => seconds,
        (None, _) if args.smoke => 6.0,
        (None, Some(minutes)) => minutes * 60.0,
        (None, None) => 60.0,
    };
    // A smoke run has seconds for all kinds of work.
    let (speed, every) = if soak || args.smoke { (SOAK_SPEED, SOAK_SAMPLE) } else { (1.0, SAMPLE) };

    let (stage, places) = desk::set_up(true)?;
    // On the disk the bench is on: a /tmp in memory would make writing look free.
    let temporary = tempfile::Builder::new().prefix("recorder-").tempdir_in(build_folder()?)?;
    let data = desk::absolute(args.data.as_deref())?.unwrap_or_else(|| temporary.path().join("data"));
    let mut person = Person::at(stage.display(), places, speed)?;
    let recording = Recording::start(&stage, &lea, data.clone())?;
    let watched =
        recording.watch(every, || person.work_until(Instant::now() + Duration::from_secs_f64(seconds)))?;
    let ended = recording.end()?;

    work_done(&mut report, &person, &watched);
    cost(&mut report, &watched, &ended, disk_bytes(&data)?, soak);
    if soak {
        flat(&mut report, &watched);
    }
    nothing_lost(&mut report, &person, &ended);
    let unseen = session::count(&ended.session).secrets;
    if speed <= 1.0 && unseen > 0 {
        report.wrong.push(format!("{unseen} texts were typed at human speed in plain sight and not kept"));
    }
    report.finish(args.json.as_deref())
}

/// What `lea --version` says.
fn version(lea: &Path) -> Outcome<String> {
    let output = Command::new(lea).arg("--version").output()?;
    let said = String::from_utf8_lossy(&output.stdout);
    Ok(said.trim().trim_start_matches("lea ").to_owned())
}

/// The folder this bench was built in: ignored by git, and on a real disk.
fn build_folder() -> Outcome<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target");
    std::fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// How fast the work really went: a machine that cannot keep up makes a soak a stroll.
fn work_done(report: &mut Report, person: &Person, watched: &Watched) {
    let (done, seconds) = (&person.done, watched.wall.as_secs_f64());
    report.add(Figure::one("time worked", "s", seconds));
    report.add(Figure::one("keys", "per s", done.keys as f64 / seconds));
    report.add(Figure::one("clicks, drags", "per s", (done.clicks + done.drags) as f64 / seconds));
}

fn cost(report: &mut Report, watched: &Watched, ended: &Ended, disk: u64, soak: bool) {
    let wall = watched.wall.as_secs_f64();
    let percent = |cpu: Duration| cpu.as_secs_f64() / wall * 100.0;
    let number = |name: &str| ended.summary[name].as_f64().unwrap_or(f64::NAN);
    let last = watched.samples.last().map(|(_, memory)| *memory);
    let peak = last.map_or(f64::NAN, |m| m.peak);
    // What is asked is asked of human speed.
    let asked = |limit| if soak { Asked::Nothing } else { Asked::AtMost(limit) };
    report.add(Figure::one("processor, of one core", "%", percent(watched.cpu)).asking(asked(10.0)));
    report.add(Figure::one("  the X server meanwhile", "%", percent(watched.server_cpu)));
    report.add(Figure::one("memory, most while recording", "MB", peak).asking(asked(150.0)));
    report.add(Figure::one("  in the end", "MB", last.map_or(f64::NAN, |m| m.now)));
    report.add(Figure::one("  most while writing the session", "MB", ended.peak));
    report.add(Figure::one("events", "", number("events")));
    report.add(Figure::one("pictures", "", number("frames")));
    report.add(Figure::one("disk", "MB", disk as f64 / MB));
    report.add(Figure::one("  an hour of such work", "MB", disk as f64 / MB / wall * 3600.0));
    report.more.insert("recorder_says".into(), ended.summary.clone());
}

/// Memory over time: level once everything has its size. The line through the samples says how much it grows, but pictures
/// of 8 MB come and go between two looks and tilt it; what is judged are medians, which they leave alone.
fn flat(report: &mut Report, watched: &Watched) {
    let points: Vec<(f64, f64)> = watched.samples.iter().map(|(t, memory)| (t / 60.0, memory.now)).collect();
    let fifth = |number: usize| {
        let part = &points[points.len() * number / 5..points.len() * (number + 1) / 5];
        let sizes: Vec<f64> = part.iter().map(|p| p.1).collect();
        Spread::of(&sizes).map_or(f64::NAN, |s| s.median)
    };
    let (early, late) = (fifth(1), fifth(4));
    report.add(Figure::one("memory, median of the second fifth", "MB", early));
    report.add(Figure::one("  of the last fifth", "MB", late));
    report.add(Figure::one("  growth", "MB", late - early).asking(Asked::AtMost(FLAT)));
    let tilt = slope(&points[points.len() / 2..]);
    report.add(Figure::one("  slope of the second half", "MB/min", tilt));
    let samples = points.iter().map(|(t, mb)| json!([t, mb])).collect::<Vec<_>>();
    report.more.insert("memory_mb_by_minute".into(), samples.into());
}

/// More growth than this is a leak, in megabytes: in ten minutes at ten times human speed a recording of some 10,000 events
/// grew by less than 0.1.
const FLAT: f64 = 2.0;

/// Every key, click, drag and notch is in the session, and the text reads as it was typed.
fn nothing_lost(report: &mut Report, person: &Person, ended: &Ended) {
    let (sent, got) = (&person.done, session::count(&ended.session));
    let counts = [
        ("keys", sent.keys, got.keys),
        ("clicks", sent.clicks, got.clicks),
        ("drags", sent.drags, got.drags),
        ("notches", sent.notches, got.notches),
    ];
    for (what, sent, got) in counts {
        report.add(Figure::one(format!("{what} recorded, of {sent} sent"), "", got as f64));
        report.more.insert(what.into(), json!({ "sent": sent, "recorded": got }));
    }
    report.add(Figure::one("texts not seen, and not kept", "", got.secrets as f64));
    report.more.insert("text_as_typed".into(), (sent.text == got.text).into());
    report.wrong.extend(session::differences(sent, &got));
}
