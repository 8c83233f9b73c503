//! The search for the shortest description of a session.

/// What a cue counts for, in its own bits. Bits per bit.
/// Reason: One at every cut must not outweigh one choice between two steps in every run. Set by hand; no run measured
/// it.
pub(crate) const CUE_WEIGHT: f64 = 0.1;

/// What it counts for that a symbol begins runs always or never, in its own bits. Bits per bit.
/// Reason: Ends are paid in full, since the step after them depends on it; beginnings only so much that equal
/// descriptions are told apart, as tasks may begin with any of their fields. Set by hand; no run measured it.
pub(crate) const BEGIN_WEIGHT: f64 = 0.25;

/// Orders of magnitude of the length of a run, by powers of two. Count.
/// Reason: Longer runs count as the last of them. Set by hand; no run measured it.
pub(crate) const LENGTHS: usize = 16;

/// A symbol or pair seen more seldom has no rule of its own. Count.
/// Reason: Two may be chance. Set by hand; no run measured it.
pub(crate) const LEAST_SEEN: usize = 3;

/// Runs are at least this long on average. Steps.
/// Reason: What is shorter is a habit of the hand, not a task. Set by hand; no run measured it.
pub(crate) const SHORTEST_MEAN_RUN: f64 = 3.0;

/// Fewer runs are no repetition. Count.
/// Reason: One run repeats nothing. Set by hand; no run measured it.
pub(crate) const LEAST_RUNS: usize = 2;

/// How alike the neighbours of two symbols must be for both to begin (or end) a run. Likeness 0..1.
/// Reason: Tried from strict to loose; the first is above 1, so that each symbol stands alone. Set by hand; no run
/// measured it.
pub(crate) const NEIGHBOURS_ALIKE: [f64; 4] = [1.01, 0.7, 0.45, 0.25];

/// First guesses that are refined. Count.
/// Reason: Refining takes time. Set by hand; no run measured it.
pub(crate) const REFINED: usize = 4;

/// Most rounds of refinement. Count.
/// Reason: Each makes the description shorter, so it ends by itself as a rule. Set by hand; no run measured it.
pub(crate) const ROUNDS: usize = 16;

/// Most changes in one round. Count.
/// Reason: Each is judged again after the ones before it. Set by hand; no run measured it.
pub(crate) const AT_ONCE: usize = 16;

/// Cost of saying which kind of rule it is. Bits.
/// Reason: Naming each of its symbols comes on top. Set by hand; no run measured it.
pub(crate) const RULE_BITS: f64 = 2.0;

/// What it counts for that the session begins or ends inside a run, and that its first step does not begin runs
/// elsewhere. Share of the bits of the uncut session, 0..1.
/// Reason: A cycle can be cut anywhere at nearly the same cost; people begin a recording with a task. Set by:
/// `bench/episodes`, StudentRecord: cuts of a cycle differ by up to 4 % there, and half of this value gives the same
/// cuts on all sessions developed on.
pub(crate) const EDGE_SHARE: f64 = 0.1;

/// Descriptions whose lengths differ by no more than this are as good as each other. Share of the bits, 0..1.
/// Reason: Then it counts that people pause between tasks rather than within. Set by: the 4 % of `EDGE_SHARE`
/// (`bench/episodes`, StudentRecord); it mended `bench/learn/day` (commit 1842ca0).
pub(crate) const AS_GOOD: f64 = 0.04;

/// A run that shares this much with another is complete. Share of the steps, 0..1.
/// Reason: It may lack optional steps, but no part. Set by hand; no run measured it.
pub(crate) const COMPLETE: f64 = 0.5;

/// Runs that the first and the last one are compared with. Count.
/// Reason: More take time and say the same. Set by hand; no run measured it.
pub(crate) const COMPARED: usize = 64;

/// Length of the sample on which all rules are tried. Steps.
/// Reason: Longer sessions are sampled, to take seconds. Set by hand; no run measured it.
pub(crate) const FIRST_SAMPLE: usize = 2000;

/// Length of the sample on which the best are refined. Steps.
/// Reason: Longer sessions are sampled, to take seconds. Set by hand; no run measured it.
pub(crate) const REFINED_SAMPLE: usize = 8000;

/// Pieces of a sample, spread evenly. Count.
/// Reason: What a day begins with is not all of it. Set by hand; no run measured it.
pub(crate) const SAMPLE_PIECES: usize = 4;

/// Most work spent on one session. Steps and followers looked at.
/// Reason: What takes more than a day of six tasks has no order to be found. Set by: the scripted day of 50,757 events
/// in `crates/learn/tests`, which takes less; 50,000 events without order end after 9 s (docs/benchmarks.md,
/// "Episodes", 2026-11-16).
pub(crate) const MOST_WORK: u64 = 60_000_000;

/// An interruption comes between at least this many different steps. Effective count.
/// Reason: What always follows the same step belongs to it. Set by hand; no run measured it.
pub(crate) const LEAST_NEIGHBOURS: f64 = 3.0;

/// At least this share of the runs that begin with a step are turns of a loop. Share of the runs, 0..1.
/// Reason: Slips spoil a few. Set by hand; no run measured it.
pub(crate) const TURNS_SHARE: f64 = 0.8;
