//! What a recording costs while somebody works, and whether anything they did is missing from it.

use clap::Parser;
use lea_bench::desk;
use lea_bench::figure::{Asked, Figure, slope};
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
    let disk_before = disk_bytes(&data)?;
    let watched =
        recording.watch(every, || person.work_until(Instant::now() + Duration::from_secs_f64(seconds)))?;
    let ended = recording.end()?;

    work_done(&mut report, &person, &watched);
    cost(&mut report, &watched, &ended, (disk_before, disk_bytes(&data)?), soak);
    if soak {
        flat(&mut report, &watched);
    }
    nothing_lost(&mut report, &person, &ended);
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

fn cost(report: &mut Report, watched: &Watched, ended: &Ended, disk: (u64, u64), soak: bool) {
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
    // What the store sets aside once, whatever is recorded, is not part of an hour's.
    let (before, after) = (disk.0 as f64 / MB, disk.1 as f64 / MB);
    report.add(Figure::one("disk, in the end", "MB", after));
    report.add(Figure::one("  an hour of such work", "MB", (after - before) / wall * 3600.0));
    report.more.insert("recorder_says".into(), ended.summary.clone());
}

/// Memory over time: level in the second half, when everything has its size.
fn flat(report: &mut Report, watched: &Watched) {
    let points: Vec<(f64, f64)> = watched.samples.iter().map(|(t, memory)| (t / 60.0, memory.now)).collect();
    let second_half = &points[points.len() / 2..];
    let at = |point: Option<&(f64, f64)>| point.map_or(f64::NAN, |p| p.1);
    report.add(Figure::one("memory at the start", "MB", at(points.first())));
    report.add(Figure::one("memory at the end", "MB", at(points.last())));
    report.add(
        Figure::one("growth in the second half", "MB/min", slope(second_half)).asking(Asked::AtMost(FLAT)),
    );
    let samples = points.iter().map(|(t, mb)| json!([t, mb])).collect::<Vec<_>>();
    report.more.insert("memory_mb_by_minute".into(), samples.into());
}

/// Slopes up to this are noise, in megabytes a minute: pictures of 8 MB come and go between two looks.
const FLAT: f64 = 1.0;

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
    report.more.insert("text_as_typed".into(), (sent.text == got.text).into());
    report.wrong.extend(session::differences(sent, &got));
}
