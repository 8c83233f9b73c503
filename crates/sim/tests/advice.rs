//! A run that is advised by a model which is wrong (SPEC ACT.3 THINK, ACT.6 critic): it may help less than none, it never does harm.

use lea_sim::batch::{Sum, batch};
use lea_sim::{Advice, How, play};

/// Steps that are simulated with each kind of advice.
const STEPS: u64 = 15_000;

/// Plays runs with that advice, in none of which anything is wrong, and says what came up.
#[track_caller]
fn harmless(advice: Advice) -> Sum {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let sum = batch(1, STEPS, cores, How { advice, ..How::default() });
    let told = |(seed, what): &(u64, Vec<String>)| format!("seed {seed}: {}", what.join("; "));
    let failed: Vec<String> = sum.failed.iter().map(told).collect();
    assert!(failed.is_empty(), "{} of {} runs fail:\n{}", failed.len(), sum.runs, failed.join("\n"));
    assert!(sum.tally.of("model asked where") > 0 && sum.tally.of("model asked whether") > 0);
    sum
}

#[test]
fn a_model_that_points_at_what_says_most_nearly_the_same_never_makes_a_wrong_action() {
    let sum = harmless(Advice::Plausible);
    assert!(sum.tally.of("thought") > 0, "what holds is taken");
    assert!(sum.tally.of("opinion not taken") > 0, "what does not hold is not");
}

#[test]
fn a_model_that_points_anywhere_and_finds_everything_well_never_makes_a_wrong_action_or_verdict() {
    let sum = harmless(Advice::Careless);
    assert!(sum.tally.of("opinion not taken") > sum.tally.of("thought"));
}

#[test]
fn a_model_that_falls_for_words_which_another_thing_took_cannot_have_it_pressed_for_good() {
    let played = play(1798, How { advice: Advice::Plausible, ..How::default() });
    assert!(played.problems.is_empty(), "{:?}", played.problems);
}

#[test]
fn a_critic_that_denies_everything_stops_runs_and_makes_none_do_anything_twice() {
    let sum = harmless(Advice::Contrary);
    let (runs, verified) = sum.healthy;
    assert!(verified * 20 <= runs, "its no counts, but where a person resumed the run: {verified} of {runs}");
}

#[test]
fn what_cannot_be_read_or_comes_too_late_is_as_if_there_were_no_model() {
    for advice in [Advice::Raving, Advice::Silent] {
        let sum = harmless(advice);
        assert_eq!(sum.tally.of("opinion taken"), 0);
        let (runs, verified) = sum.healthy;
        assert!(verified * 100 >= runs * 95, "{advice:?}: {verified} of {runs}: {:?}", sum.unwell);
    }
}
