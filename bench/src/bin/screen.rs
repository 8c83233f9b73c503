//! Capture beside xcap, clicks, and how late a settled screen is noticed; on a virtual display of 1920×1080.

use clap::Parser;
use lea_bench::desk::{self, Places};
use lea_bench::figure::{Asked, Figure, Judged, Spread};
use lea_bench::machine::Machine;
use lea_bench::paint::{Canvas, Painter};
use lea_bench::peer::Peer;
use lea_bench::report::Report;
use lea_bench::{Dice, Outcome};
use lea_model::{Point, Rect};
use lea_screen::x11::X11Screen;
use lea_screen::{Button, Patience, Screen, Woken, click, settle};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// Capture, click and settle, measured on a virtual display beside the xcap crate.
#[derive(Parser)]
struct Args {
    /// Write the results as JSON as well
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,

    /// The program of bench/peer, to compare captures with xcap
    #[arg(long, value_name = "PROGRAM")]
    peer: Option<PathBuf>,

    /// A few rounds only, and no judgement
    #[arg(long)]
    smoke: bool,

    /// Where the text editor is: x1,y1,x2,y2 (set by the bench itself)
    #[arg(long, hide = true, value_delimiter = ',')]
    editor: Vec<i32>,

    /// The load before the stage was set up (set by the bench itself)
    #[arg(long, hide = true)]
    load: Option<f64>,
}

/// How often each thing is done.
struct Rounds {
    captures: usize,
    opens: usize,
    keys: usize,
    clicks: usize,
    settles: usize,
}

const FULL: Rounds = Rounds { captures: 200, opens: 50, keys: 100, clicks: 200, settles: 50 };
const SMOKE: Rounds = Rounds { captures: 4, opens: 2, keys: 4, clicks: 8, settles: 3 };

/// Rounds at the start that do not count: caches fill, the server allocates.
const WARM_UP: usize = 3;

fn main() -> ExitCode {
    let args = Args::parse();
    let outcome = if desk::is_on_stage() { measure(&args) } else { set_up(&args) };
    outcome.unwrap_or_else(|error| {
        eprintln!("screen: {error}");
        ExitCode::from(2)
    })
}

fn set_up(args: &Args) -> Outcome<ExitCode> {
    let load = Machine::look().load;
    let (stage, Places { editor: e, .. }) = desk::set_up(false)?;
    let mut again = vec![format!("--editor={},{},{},{}", e.x1, e.y1, e.x2, e.y2), format!("--load={load}")];
    if let Some(path) = desk::absolute(args.json.as_deref())? {
        again.push(format!("--json={}", path.display()));
    }
    if let Some(path) = desk::absolute(args.peer.as_deref())? {
        again.push(format!("--peer={}", path.display()));
    }
    again.extend(args.smoke.then(|| "--smoke".to_owned()));
    desk::again_on_stage(&stage, again)
}

fn measure(args: &Args) -> Outcome<ExitCode> {
    let rounds = if args.smoke { SMOKE } else { FULL };
    let mut machine = Machine::look();
    machine.load = args.load.unwrap_or(machine.load);
    let mut report = Report::new("screen", args.smoke, machine, &["lea-screen"]);
    let &[x1, y1, x2, y2] = &args.editor[..] else { return Err("--editor takes four numbers".into()) };
    let editor = Rect { x1, y1, x2, y2 };

    let mut peer = args.peer.as_deref().map(Peer::start).transpose()?;
    if let Some(peer) = &peer {
        report.version("xcap", &peer.version);
    }
    whole_frames(&rounds, peer.as_mut(), &mut report)?;
    first_frames(&rounds, &mut report)?;
    small_changes(&rounds, editor, &mut report)?;
    clicks(&rounds, &mut report)?;
    settling(&rounds, &mut report)?;
    report.finish(args.json.as_deref())
}

fn ms(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}

/// The whole screen, every pixel of which is another than the last time: the most a capture can have to do.
fn whole_frames(rounds: &Rounds, peer: Option<&mut Peer>, report: &mut Report) -> Outcome {
    let painter = Painter::open()?;
    let mut screen = X11Screen::open(None)?;
    let (ours, theirs) = match peer {
        Some(peer) => captures_in_turn(rounds, &painter, &mut screen, peer)?,
        None => (our_captures(rounds, &painter, &mut screen)?, Vec::new()),
    };
    report.add(
        Figure::many("capture, every pixel changed", "ms", &ours, Judged::Median).asking(Asked::AtMost(5.0)),
    );
    if !theirs.is_empty() {
        let middle = |samples: &[f64]| Spread::of(samples).map_or(f64::NAN, |s| s.median);
        let times = middle(&theirs) / middle(&ours);
        report.add(Figure::many("  the same by xcap", "ms", &theirs, Judged::Median));
        report.add(Figure::one("  as fast as xcap", "times", times).asking(Asked::AtLeast(5.0)));
    }
    Ok(())
}

fn our_captures(rounds: &Rounds, painter: &Painter, screen: &mut X11Screen) -> Outcome<Vec<f64>> {
    let mut ours = Vec::new();
    for _ in 0..rounds.captures + WARM_UP {
        painter.invert()?;
        ours.push(our_capture(screen)?);
    }
    Ok(ours.split_off(WARM_UP))
}

/// Our times and theirs.
fn captures_in_turn(
    rounds: &Rounds,
    painter: &Painter,
    screen: &mut X11Screen,
    peer: &mut Peer,
) -> Outcome<(Vec<f64>, Vec<f64>)> {
    check_same_pixels(screen, peer)?;
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for round in 0..rounds.captures + WARM_UP {
        painter.invert()?;
        // Who comes first finds colder caches: they take turns.
        if round % 2 == 0 {
            ours.push(our_capture(screen)?);
            theirs.push(peer.capture_ms()?);
        } else {
            theirs.push(peer.capture_ms()?);
            ours.push(our_capture(screen)?);
        }
    }
    check_same_pixels(screen, peer)?;
    Ok((ours.split_off(WARM_UP), theirs.split_off(WARM_UP)))
}

fn our_capture(screen: &mut X11Screen) -> Outcome<f64> {
    let start = Instant::now();
    let seen = screen.see()?;
    let took = ms(start.elapsed());
    let changed: u64 = seen.changed.iter().map(Rect::area).sum();
    let whole = seen.frame.bounds().area();
    if changed < whole {
        return Err(format!("only {changed} of {whole} pixels were taken: this is no whole frame").into());
    }
    Ok(took)
}

/// A fast capture of the wrong pixels is worth nothing. A caret may blink between the two: one of a few tries must match.
fn check_same_pixels(screen: &mut X11Screen, peer: &mut Peer) -> Outcome {
    for _ in 0..5 {
        let theirs = peer.picture()?;
        let frame = screen.see()?.frame;
        if (theirs.width, theirs.height) != (frame.size.width as usize, frame.size.height as usize) {
            return Err("xcap's picture has another size than ours".into());
        }
        let same = theirs.rgba.chunks_exact(4).enumerate().all(|(i, pixel)| {
            frame.pixel(i % theirs.width, i / theirs.width) == [pixel[2], pixel[1], pixel[0]]
        });
        if same {
            return Ok(());
        }
    }
    Err("xcap's picture has other pixels than ours".into())
}

/// As xcap does it each time: connect, take one frame, and leave.
fn first_frames(rounds: &Rounds, report: &mut Report) -> Outcome {
    let mut took = Vec::new();
    for _ in 0..rounds.opens {
        let start = Instant::now();
        let mut screen = X11Screen::open(None)?;
        let seen = screen.see()?;
        took.push(ms(start.elapsed()));
        if seen.frame.bounds().area() < 1920 * 1080 {
            return Err("the first frame is not that of a display of 1920×1080".into());
        }
    }
    report.add(Figure::many("connect and take the first frame", "ms", &took, Judged::Median));
    Ok(())
}

/// One key in a text editor: only what changed is fetched.
fn small_changes(rounds: &Rounds, editor: Rect, report: &mut Report) -> Outcome {
    let mut screen = X11Screen::open(None)?;
    let patience = Patience { quiet: Duration::from_millis(60), ..Patience::default() };
    click(&mut screen, editor.center(), Button::Left, 1)?;
    settle(&mut screen, Patience::default())?;
    let (mut took, mut areas) = (Vec::new(), Vec::new());
    let mut letters = "Only what has changed is looked at again. ".chars().cycle();
    while took.len() < rounds.keys {
        let letter = if took.len() % 60 == 59 { '\n' } else { letters.next().unwrap_or('x') };
        screen.text(letter.encode_utf8(&mut [0; 4]))?;
        if screen.wait(Instant::now() + Duration::from_secs(5), None)? != Woken::Changed {
            return Err("the text editor shows nothing of what is typed".into());
        }
        let start = Instant::now();
        let seen = screen.see()?;
        let elapsed = ms(start.elapsed());
        if !seen.changed.is_empty() {
            took.push(elapsed);
            areas.push(seen.changed.iter().map(Rect::area).sum::<u64>() as f64);
        }
        settle(&mut screen, patience)?;
    }
    report.add(Figure::many("capture after one key in an editor", "ms", &took, Judged::Median));
    report.add(Figure::many("  pixels that had changed", "px", &areas, Judged::Median));
    Ok(())
}

/// From the call until the window under the pointer has heard the button go up, window manager included.
fn clicks(rounds: &Rounds, report: &mut Report) -> Outcome {
    let painter = Painter::open()?;
    let button = painter.button()?;
    let mut screen = X11Screen::open(None)?;
    settle(&mut screen, Patience::default())?;
    let Point { x, y } = button.middle()?;
    let mut dice = Dice::of(2);
    let mut took = Vec::new();
    for round in 0..rounds.clicks + WARM_UP {
        let at = Point { x: x + dice.roll(0, 100) as i32, y: y + dice.roll(0, 100) as i32 };
        // Not in step with anything, and the processor may doze in between, as it does when a person is waited for.
        std::thread::sleep(Duration::from_micros(dice.roll(5_000, 15_000)));
        let start = Instant::now();
        click(&mut screen, at, Button::Left, 1)?;
        let heard = button.released()?;
        if round >= WARM_UP {
            took.push(ms(heard - start));
        }
    }
    report.add(
        Figure::many("click, until the window has heard it", "ms", &took, Judged::P95)
            .asking(Asked::AtMost(10.0)),
    );
    Ok(())
}

/// Between the end of the quiet period and the return of `settle`, after changes whose times are known.
fn settling(rounds: &Rounds, report: &mut Report) -> Outcome {
    let patience = Patience::default();
    let (start, started) = mpsc::channel::<u64>();
    let (finish, finished) = mpsc::channel::<Outcome<Instant>>();
    let late = std::thread::scope(|scope| {
        scope.spawn(move || paint_on_demand(&started, &finish));
        // The first word says that the screen is covered.
        finished.recv()??;
        let mut screen = X11Screen::open(None)?;
        settle(&mut screen, patience)?;
        let mut late = Vec::new();
        for round in 0..rounds.settles {
            start.send(round as u64 + 1)?;
            settle(&mut screen, patience)?;
            let returned = Instant::now();
            let last = finished.recv()??;
            let Some(after) = returned.checked_duration_since(last + patience.quiet) else {
                return Err("settle returned before the quiet period was over".into());
            };
            late.push(ms(after));
        }
        // Ends the painter.
        drop(start);
        Outcome::Ok(late)
    })?;
    report.add(
        Figure::many("settle, after the end of the quiet period", "ms", &late, Judged::Max)
            .asking(Asked::AtMost(20.0)),
    );
    Ok(())
}

fn paint_on_demand(started: &mpsc::Receiver<u64>, finish: &mpsc::Sender<Outcome<Instant>>) {
    let work = || -> Outcome {
        let painter = Painter::open()?;
        let canvas = painter.cover()?;
        finish.send(Ok(Instant::now()))?;
        while let Ok(seed) = started.recv() {
            finish.send(Ok(burst(&canvas, &mut Dice::of(seed))?))?;
        }
        Ok(())
    };
    if let Err(error) = work() {
        // When nobody listens any more, nobody wants to know.
        let _ = finish.send(Err(error));
    }
}

/// Some changes at times that no timer of ours could be in step with; says when the last was.
fn burst(canvas: &Canvas<'_>, dice: &mut Dice) -> Outcome<Instant> {
    let mut last = Instant::now();
    for _ in 0..dice.roll(2, 10) {
        std::thread::sleep(Duration::from_micros(dice.roll(200, 40_000)));
        last = canvas.dab(dice)?;
    }
    Ok(last)
}
