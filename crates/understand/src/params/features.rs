//! The numbers by which candidates are judged. Caps keep single large values from splitting the trees.

/// Distance to what is not there. Heights of text.
/// Reason: Further than anything that matters. Set by hand; no run measured it.
pub(crate) const FAR: f32 = 20.0;

/// Cap of width to height. Ratio.
/// Reason: Beyond it all are rules. Set by hand; no run measured it.
pub(crate) const MOST_ASPECT: f32 = 50.0;

/// Cap of the neighbours in a row or column. Count.
/// Reason: Beyond it all are tables. Set by hand; no run measured it.
pub(crate) const MOST_SIBLINGS: usize = 30;

/// Cap of the faces within a candidate, and the count for large ones. Count.
/// Reason: Counting more takes time. Set by hand; no run measured it.
pub(crate) const MOST_WITHIN: usize = 50;

/// Cap of the lines on the same paper. Count.
/// Reason: Beyond it all are pages of text. Set by hand; no run measured it.
pub(crate) const MOST_PARENT_LINES: f32 = 60.0;

/// Faces are counted in candidates smaller than this. Share of the screen, 0..1.
/// Reason: Counting in larger ones takes time. Set by hand; no run measured it.
pub(crate) const COUNTED_SHARE: f32 = 0.25;

/// What covers this much of a box fills it and is not within it. Tenths of the area.
/// Reason: It is the box itself, seen otherwise. Set by hand; no run measured it.
pub(crate) const FILLED_TENTHS: u64 = 8;

/// A parent has more than this much of the area of what it holds. Tenths of the area.
/// Reason: With less it is its border. Set by hand; no run measured it.
pub(crate) const PARENT_TENTHS: u64 = 13;

/// Text with more capitals than this is all in capitals. Share of the characters, 0..1.
/// Reason: Digits and signs may be among them. Set by hand; no run measured it.
pub(crate) const CAPITALS_SHARE: f32 = 0.8;

/// Width by which an offset is divided, at least. Heights of text.
/// Reason: It keeps the quotient finite. Set by hand; no run measured it.
pub(crate) const LEAST_WIDTH: f32 = 0.1;

/// Fewest dots that stand for a password. Count.
/// Reason: Fewer may be anything. Set by hand; no run measured it.
pub(crate) const LEAST_BULLETS: usize = 3;
