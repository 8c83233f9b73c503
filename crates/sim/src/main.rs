//! Plays seeds until enough steps were taken, and says what came of them.

use lea_sim::batch::{Sum, batch};
use lea_sim::hard::{HARD, MANNERS};
use lea_sim::{Advice, How, play};
use std::process::ExitCode;
use std::time::Instant;

/// Failing seeds whose stories are told in full.
const STORIES: usize = 3;
/// Lines of a story that are shown: its end tells most.
const LINES: usize = 40;
/// Problems of a seed that are shown in its line.
const PROBLEMS: usize = 3;
/// Failing seeds that are named.
const FAILURES: usize = 400;

const USAGE: &str = "lea-sim [--steps N] [--seed FIRST] [--painted] [--wide] [--hard [--only FAULT [--only FAULT]]] [--advice plausible|careless|contrary|raving|silent] | --one SEED [--story] …";

/// What was asked for.
struct Asked {
    steps: u64,
    seed: u64,
    one: Option<u64>,
    how: How,
}

fn main() -> ExitCode {
    let asked = match asked(std::env::args().skip(1)) {
        Ok(asked) => asked,
        Err(what) => {
            eprintln!("{what}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    match asked.one {
        Some(seed) => one(seed, asked.how),
        None => many(&asked),
    }
}

fn asked(mut words: impl Iterator<Item = String>) -> Result<Asked, String> {
    let mut asked = Asked { steps: 1_000_000, seed: 1, one: None, how: How::default() };
    while let Some(word) = words.next() {
        let mut number = || {
            let text = words.next().unwrap_or_default();
            text.parse::<u64>().map_err(|_| format!("{word} wants a number, not {text:?}"))
        };
        match word.as_str() {
            "--steps" => asked.steps = number()?,
            "--seed" => asked.seed = number()?,
            "--one" => asked.one = Some(number()?),
            "--story" => asked.how.story = true,
            "--wide" => asked.how.wide = true,
            "--hard" => asked.how.hard = true,
            "--only" => {
                let name = only(&words.next().unwrap_or_default())?;
                let at = usize::from(asked.how.only[0].is_some());
                asked.how.only[at] = Some(name);
            }
            "--painted" => asked.how.painted = true,
            "--advice" => asked.how.advice = advice(&words.next().unwrap_or_default())?,
            other => return Err(format!("{other:?} is not known")),
        }
    }
    Ok(asked)
}

fn only(name: &str) -> Result<&'static str, String> {
    let mut all = HARD.iter().chain(MANNERS).copied();
    let known = all.clone().collect::<Vec<_>>().join(", ");
    all.find(|n| *n == name).ok_or_else(|| format!("{name:?} is nothing hard: say one of {known}"))
}

fn advice(name: &str) -> Result<Advice, String> {
    use Advice::{Careless, Contrary, Plausible, Raving, Silent};
    let all = [Plausible, Careless, Contrary, Raving, Silent];
    let named = all.into_iter().find(|a| format!("{a:?}").eq_ignore_ascii_case(name));
    named.ok_or_else(|| format!("{name:?} is no way to advise: say one of {all:?}"))
}

fn one(seed: u64, how: How) -> ExitCode {
    let played = play(seed, how);
    let mut lines = played.story;
    lines.push(format!("seed {seed}: {:?} {} ({} steps)", played.outcome, played.why, played.steps));
    lines.extend(played.problems.iter().map(|what| format!("seed {seed}: {what}")));
    // Who reads only the beginning closes the pipe.
    let _ = std::io::Write::write_all(&mut std::io::stdout(), (lines.join("\n") + "\n").as_bytes());
    if played.problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn many(asked: &Asked) -> ExitCode {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let began = Instant::now();
    let sum = batch(asked.seed, asked.steps, cores, asked.how);
    let seconds = began.elapsed().as_secs_f64();
    report(&sum, seconds);
    for (seed, what) in sum.failed.iter().take(STORIES) {
        println!("\nseed {seed}: {}", in_one_line(what));
        let story = play(*seed, How { story: true, ..asked.how }).story;
        let left_out = story.len().saturating_sub(LINES);
        story.iter().take(2).chain(story.iter().skip(left_out.max(2))).for_each(|line| println!("  {line}"));
    }
    if sum.failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// What does not hold in a seed: the first few, and how many more.
fn in_one_line(what: &[String]) -> String {
    let shown = what.iter().take(PROBLEMS).cloned().collect::<Vec<_>>().join("; ");
    match what.len().saturating_sub(PROBLEMS) {
        0 => shown,
        more => format!("{shown}; and {more} more"),
    }
}

fn report(sum: &Sum, seconds: f64) {
    let rate = sum.steps as f64 / seconds.max(1e-9);
    println!("{} steps in {} runs, {seconds:.1} s, {rate:.0} steps/s", sum.steps, sum.runs);
    println!("without drift and faults: {} of {} verified", sum.healthy.1, sum.healthy.0);
    for (name, count) in sum.tally.all() {
        println!("  {count:>9}  {name}");
    }
    for (name, hard) in &sum.hard {
        let first = hard.first.map(|seed| format!(", seed {seed} first")).unwrap_or_default();
        println!("  {name}: {} runs, {} verified, {} fail{first}", hard.runs, hard.verified, hard.failed);
    }
    for (seed, why) in sum.unwell.iter().take(20) {
        println!("not verified although nothing was wrong: seed {seed}: {why}");
    }
    for (seed, what) in sum.failed.iter().take(FAILURES) {
        println!("seed {seed}: {}", in_one_line(what));
    }
    println!("{} seeds fail", sum.failed.len());
}
