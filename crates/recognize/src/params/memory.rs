//! What is remembered of a target.

/// Texts around a target that are remembered, the nearest. Count.
/// Reason: More cost time and add little. Set by hand; no run measured it.
pub(crate) const MOST_LANDMARKS: usize = 20;

/// Words of a landmark. Count.
/// Reason: A longer line is known by how it begins. Set by hand; no run measured it.
pub(crate) const LANDMARK_WORDS: usize = 4;

/// Words on each side of the target in its own line that are remembered one by one. Count.
/// Reason: They tell which of a row of links it is. Set by hand; no run measured it.
pub(crate) const BESIDE_WORDS: usize = 2;

/// Fewest letters of a landmark. Count of letters.
/// Reason: A single letter is anywhere. Set by hand; no run measured it.
pub(crate) const LEAST_LANDMARK_LETTERS: usize = 2;

/// How far the picture reaches beyond the target. px.
/// Reason: Enough to show a border and what stands beside it. Set by hand; no run measured it.
pub(crate) const PICTURE_MARGIN: i32 = 12;

/// Least overlap at which a box means an element. Dice coefficient 0..1.
/// Reason: Below it they have less in common than not. Set by hand; no run measured it.
pub const ELEMENT_OVERLAP: f64 = 0.5;

/// Elements around a target that are remembered, the nearest. Count.
/// Reason: More cost time and add little. Set by hand; no run measured it.
pub(crate) const MOST_SHAPES: usize = 12;
