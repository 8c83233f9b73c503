//! The self-test: how many folds, and how sure a step is that was found and verified in one way or another.

/// Folds at most. Demonstrations are left out one at a time, or several in one fold. Count.
/// Reason: Each fold learns a graph of its own. Set by: DESIGN "Self-test" (five folds beyond five demonstrations).
pub(crate) const MOST_FOLDS: usize = 5;

/// Reasons that are kept for one step. Count.
/// Reason: More say the same. Set by hand; no run measured it.
pub(crate) const MOST_TROUBLES: usize = 3;

/// How sure a step is that was verified by what the screen means. Share, 0 to 1.
/// Reason: As the confidence of a run counts it. Set by: SPEC LEARN.3.
pub(crate) const BY_MEANING: f64 = 1.0;

/// How sure a step is that only pixels tell of, as in the demonstrations. Share, 0 to 1.
/// Reason: As the confidence of a run counts it. Set by: SPEC LEARN.3.
pub(crate) const BY_PIXELS: f64 = 0.9;

/// How sure a step is whose target was found only after the search was relaxed. Share, 0 to 1.
/// Reason: As the confidence of a run counts it. Set by: SPEC LEARN.3.
pub(crate) const HEALED: f64 = 0.85;

/// How sure a step is of which nothing tells whether it worked. Share, 0 to 1.
/// Reason: As the confidence of a run counts it. Set by: SPEC LEARN.3.
pub(crate) const UNVERIFIABLE: f64 = 0.5;
