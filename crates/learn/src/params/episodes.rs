//! How a recording is cut into episodes and these into tasks.

/// Fewest repetitions that tell what stays from what varies: demonstrations of a workflow, runs of a task, turns of a
/// loop. Count.
/// Reason: Two may agree by chance. Set by: SPEC P16.
pub const ENOUGH: usize = 3;

/// A longer pause may end a task. s.
/// Reason: People pause between tasks. Set by: SPEC L0.3; also the limit of the peer in `bench/episodes`.
pub(crate) const PAUSE: f64 = 30.0;

/// What happens more seldom is no pattern. Count.
/// Reason: An episode needs less evidence than a proposed task (`ENOUGH`). Set by hand; no run measured it.
pub(crate) const LEAST_REPETITIONS: usize = 2;

/// How sure a cut is that only a return to the desktop made. Confidence 0..1.
/// Reason: It orders the cues; it is not a measured frequency. Set by hand; no run measured it.
pub(crate) const SURE_OF_DESKTOP: f64 = 0.7;

/// How sure a cut is that only a pause made. Confidence 0..1.
/// Reason: It orders the cues; it is not a measured frequency. Set by hand; no run measured it.
pub(crate) const SURE_OF_PAUSE: f64 = 0.6;

/// How sure a cut is that only a change of application made. Confidence 0..1.
/// Reason: It orders the cues; it is not a measured frequency. Set by hand; no run measured it.
pub(crate) const SURE_OF_APPLICATION: f64 = 0.5;

/// How sure the end of the session is as the end of something that does not repeat. Confidence 0..1.
/// Reason: It orders the cues; it is not a measured frequency. Set by hand; no run measured it.
pub(crate) const SURE_OF_END: f64 = 0.5;

/// A window that comes up within this after something was done in another application comes of it. s.
/// Reason: A dialog of another program or a document that a click opens takes that long at most; the recorder takes
/// the screen to be at rest well before. Set by hand; no run measured it.
pub(crate) const WINDOW_CAUSED: f64 = 5.0;

/// Side of the squares that stand for a target whose words are unknown. px.
/// Reason: Two clicks on one control fall into one square, mostly. Set by hand; no run measured it.
pub(crate) const PLACE_SQUARE: i32 = 64;

/// A longer label is a sentence. Count of words.
/// Reason: It says nothing of what it stands beside. Set by hand; no run measured it.
pub(crate) const LONGEST_LABEL: usize = 6;

/// A word recurs across a session when its first and last use are at least this far apart. Share of the session, 0..1.
/// Reason: What belongs to one episode is used within it, and an episode that repeats is shorter than that. Set by
/// hand; no run measured it.
pub(crate) const WORD_SPREAD: f64 = 0.25;

/// Least likeness of two runs of one task. Intersection over union of the steps, 0..1.
/// Reason: They share at least as much as they differ in. Set by hand; no run measured it.
pub(crate) const SAME_TASK: f64 = 0.5;

/// The same for runs that begin with the same step. Intersection over union of the steps, 0..1.
/// Reason: Branches of one task share their beginning; which of them are tasks of their own, `parting` tells. Set by
/// hand; no run measured it.
pub(crate) const SAME_TASK_FROM_START: f64 = 0.25;

/// Runs that misread labels and slips may spoil: a step is a class's own when all but these do it, and of the other
/// class none but these. Share of the runs, 0..1.
/// Reason: Of four or five runs that is one. Set by: `bench/learn/day`, seed 113, where one of four runs hid a task
/// (docs/benchmarks.md, "A day", 2026-11-16).
pub(crate) const SPOILT: f64 = 0.2;

/// Fewest steps of their own, together, by which two classes of runs are two tasks. Count.
/// Reason: One against one is the same step done to one of two things, such as a choice in a form. Set by hand; no run
/// measured it.
pub(crate) const LEAST_OWN_STEPS: usize = 3;

/// The same where each class has a step that cannot be taken back. Count.
/// Reason: Whoever presses "approve" does something else than whoever presses "refuse". Set by hand; no run measured
/// it.
pub(crate) const LEAST_OWN_FINAL_STEPS: usize = 2;
