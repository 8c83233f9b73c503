//! What holds of thousands of simulated runs (SPEC PROPERTIES: S1–S5, P8, P15, H2), and that everything was tried.

use lea_sim::batch::{Sum, batch};
use lea_sim::faults::FAULTS;
use lea_sim::hard::{HARD, MANNERS};
use lea_sim::look::DRIFTS;
use lea_sim::{How, play};

/// Seeds that failed once and were mended, and those that are known to fail still.
const SEEDS: &str = include_str!("../seeds.txt");

/// Steps simulated here; `make sim` takes a million.
const STEPS: u64 = 30_000;

/// Steps simulated here in the wider world.
const WIDE_STEPS: u64 = 8_000;

/// Steps simulated here in the hard world.
const HARD_STEPS: u64 = 20_000;

/// The seeds of a section of the file: `fixed`, `wide`, `hard` or `failing`.
fn seeds(section: &str) -> Vec<u64> {
    let lines = SEEDS.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#'));
    let of = lines.filter_map(|l| l.split_once(' ')).filter(|(name, _)| *name == section);
    of.filter_map(|(_, rest)| rest.split_whitespace().next()?.parse().ok()).collect()
}

/// One test, although it says three things: where each test is a process of its own, each would play all of it again.
#[test]
fn thousands_of_runs_break_nothing_do_their_work_and_meet_everything_there_is() {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let sum = batch(1, STEPS, cores, How::default());
    nothing_that_must_hold_is_broken(&sum);
    without_drift_and_faults_work_is_done_and_seen_to_be_done(&sum);
    every_outcome_every_fault_every_drift_and_every_way_of_recovering_came_up(&sum);
}

fn nothing_that_must_hold_is_broken(sum: &Sum) {
    let known = seeds("failing");
    let failed: Vec<String> = sum
        .failed
        .iter()
        .filter(|(seed, _)| !known.contains(seed))
        .map(|(seed, what)| format!("seed {seed}: {}", what.join("; ")))
        .collect();
    let shown = failed.iter().take(20).cloned().collect::<Vec<_>>().join("\n");
    assert!(failed.is_empty(), "{} of {} runs fail:\n{shown}", failed.len(), sum.runs);
    assert!(sum.steps >= STEPS);
}

#[test]
fn seeds_that_were_mended_stay_so() {
    for seed in seeds("fixed") {
        let played = play(seed, How::default());
        assert!(played.problems.is_empty(), "seed {seed}: {}", played.problems.join("; "));
    }
    for seed in seeds("wide") {
        let played = play(seed, How { wide: true, ..How::default() });
        assert!(played.problems.is_empty(), "wide seed {seed}: {}", played.problems.join("; "));
    }
    for seed in seeds("hard") {
        let played = play(seed, How { hard: true, ..How::default() });
        assert!(played.problems.is_empty(), "hard seed {seed}: {}", played.problems.join("; "));
    }
}

#[test]
fn the_hard_world_shows_everything_it_has_and_healthy_work_is_done_in_it() {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let sum = batch(1, HARD_STEPS, cores, How { hard: true, ..How::default() });
    assert!(sum.failed.is_empty(), "{:?}", sum.failed);
    let undrawn: Vec<&&str> = HARD.iter().chain(MANNERS).filter(|n| !sum.hard.contains_key(**n)).collect();
    assert!(undrawn.is_empty(), "never drawn: {undrawn:?}");
    let names = [
        "left open",
        "lost focus",
        "changed without Lea: another record",
        "changed without Lea: a dialog",
        "changed without Lea: moved",
        "changed without Lea: left",
        "stop raised",
        "crash",
        "lines forgotten",
        "late effect",
        "dangerous question",
    ];
    let missing: Vec<&&str> = names.iter().filter(|name| sum.tally.of(name) == 0).collect();
    assert!(missing.is_empty(), "never came up: {missing:?}");
    let (runs, verified) = sum.healthy;
    assert!(verified * 100 >= runs * 90, "{verified} of {runs}: {:?}", sum.unwell);
}

#[test]
fn the_same_holds_where_things_are_chosen_or_dragged_and_work_goes_over_two_programs() {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let sum = batch(1, WIDE_STEPS, cores, How { wide: true, ..How::default() });
    assert!(sum.failed.is_empty(), "{:?}", sum.failed);
    without_drift_and_faults_work_is_done_and_seen_to_be_done(&sum);
    let names = ["list of choices", "went to the other program", "dragged", "wrong window", "lost click"];
    let missing: Vec<&&str> = names.iter().filter(|name| sum.tally.of(name) == 0).collect();
    assert!(missing.is_empty(), "never came up: {missing:?}");
}

fn without_drift_and_faults_work_is_done_and_seen_to_be_done(sum: &Sum) {
    let (runs, verified) = sum.healthy;
    assert!(verified * 100 >= runs * 95, "{verified} of {runs}: {:?}", sum.unwell);
}

fn every_outcome_every_fault_every_drift_and_every_way_of_recovering_came_up(sum: &Sum) {
    let outcomes = ["Verified", "CompletedUnverified", "Halted", "Failed", "Refused", "Cancelled"];
    let mut names: Vec<String> = outcomes.iter().map(|o| format!("outcome: {o}")).collect();
    names.extend(FAULTS.iter().map(|f| (*f).to_owned()));
    names.extend(DRIFTS.iter().map(|d| format!("drift: {d}")));
    let paths = ["dialog", "undo", "scroll", "window", "recovery"];
    names.extend(paths.iter().map(|p| format!("beside: {p}")));
    let reasons = [
        "UnknownScreen",
        "NotFound",
        "Ambiguous",
        "Unsure",
        "WrongRecord",
        "Undecided",
        "MissingValue",
        "NotConfirmed",
        "NotVerified",
        "UnknownOutcome",
        "EffectMissing",
        "ErrorScreen",
        "Dialog",
        "Forbidden",
        "InsufficientMaturity",
        "ScreenLost",
        "Interrupted",
        "JournalFailed",
    ];
    names.extend(reasons.iter().map(|r| format!("halt: {r}")));
    let more = [
        "healed",
        "resumed",
        "resumed after a halt",
        "other workflow",
        "asked happened",
        "asked value",
        "stray text",
        "turn",
    ];
    names.extend(more.iter().map(|m| (*m).to_owned()));
    let missing: Vec<&String> = names.iter().filter(|name| sum.tally.of(name) == 0).collect();
    assert!(missing.is_empty(), "never came up: {missing:?}");
}

#[test]
fn the_same_holds_where_pixels_are_painted() {
    let sum = batch(100_000, 300, 2, How { painted: true, ..How::default() });
    let known = seeds("failing");
    let failed: Vec<_> = sum.failed.iter().filter(|(seed, _)| !known.contains(seed)).collect();
    assert!(failed.is_empty(), "{failed:?}");
    assert!(
        sum.steps >= 300 && sum.healthy.1 * 10 >= sum.healthy.0 * 6,
        "{:?} {:?}",
        sum.healthy,
        sum.unwell
    );
}

#[test]
fn a_seed_is_the_same_each_time_it_is_played() {
    for seed in 1..40 {
        let how = How { story: true, ..How::default() };
        assert_eq!(play(seed, how).story, play(seed, how).story, "seed {seed}");
        let how = How { hard: true, ..how };
        assert_eq!(play(seed, how).story, play(seed, how).story, "hard seed {seed}");
    }
}
