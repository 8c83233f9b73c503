//! How pictures are compared.

/// Pictures at 1, 1/2, 1/4 and 1/8 of their size are compared. Count.
/// Reason: The coarse steps make the search quick, the fine ones exact. Set by hand; no run measured it.
pub(crate) const PYRAMID_STEPS: usize = 4;

/// A template is searched for at the step where it has about this many. Count of pixels.
/// Reason: Enough to tell it, few enough to be quick. Set by hand; no run measured it.
pub(crate) const COARSE_PIXELS: usize = 150;

/// A template is not made lower or narrower than this. px of that step.
/// Reason: Less is a blot. Set by hand; no run measured it.
pub(crate) const COARSE_SIDE: usize = 5;

/// A place is looked at closely with at most this many. Count of pixels.
/// Reason: More cost time. Set by hand; no run measured it.
pub(crate) const FINE_PIXELS: usize = 6000;

/// Rows of a picture whose colours are counted, about. Count.
/// Reason: Shares of colours are steady with fewer pixels than all. Set by hand; no run measured it.
pub(crate) const COLOUR_ROWS: usize = 32;

/// The rim of a target that is its frame. Share of each side, 0..1.
/// Reason: Buttons of one bar differ only in their middle. Set by hand; no run measured it.
pub(crate) const FRAME_SHARE: f64 = 0.22;

/// The middle must be at least this wide and high. px.
/// Reason: A smaller one has nothing to be told by. Set by hand; no run measured it.
pub(crate) const LEAST_CORE: u32 = 8;

/// Two places found by look are at least this far apart. px of the coarse step.
/// Reason: Neighbouring pixels are one place. Set by hand; no run measured it.
pub(crate) const LEAST_PEAK_GAP: i32 = 2;

/// Colours that are counted: 4 levels of each of 3 channels. Count.
/// Reason: Enough to tell pictures apart, and shades of one colour still fall together. Set by hand; no run measured it.
pub(crate) const COLOURS: usize = 64;
