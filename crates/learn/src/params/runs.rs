//! What is learnt from runs, and how differences are told.

/// Below this no node is near: the screen is a new one. Cosine -1..1.
/// Reason: Above it the nearest node is proposed to be updated. Set by: SPEC LEARN.5.
pub(crate) const NEW_BELOW: f64 = 0.75;

/// Below this a screen of known structure looks like another interface. Cosine -1..1.
/// Reason: The node is to be learnt again. Set by: SPEC LEARN.5.
pub(crate) const CHANGED_BELOW: f64 = 0.70;

/// Samples that a person's correction stands for. Samples.
/// Reason: SPEC LEARN.4 calls it strong evidence, without a number. Set by hand; no run measured it.
pub(crate) const CORRECTION_WEIGHT: f64 = 3.0;

/// A value longer than this is cut in a sentence. Count of letters.
/// Reason: It is to be read in one line. Set by hand; no run measured it.
pub(crate) const LONGEST_VALUE: usize = 80;
