//! Which place is accepted as the target, and when two places are too much alike to choose.

/// Least score at which a place is the target. Score 0..1.
/// Reason: `bench/recognize/fit.py` scales the score so that at most 1 % of the finds above it are wrong. Set by: SPEC
/// ACT.3; of the 392 finds above it in `bench/recognize` none is wrong (docs/benchmarks.md, "Finding again",
/// 2026-11-16).
pub const ACTS: f64 = 0.90;

/// Least score at which a place may be the target and a second witness is asked. Score 0..1.
/// Reason: Above it at most 5 % of the fitted half are wrong. Set by: SPEC ACT.3; `bench/recognize/fit.py` scales the
/// score to it.
pub const MAYBE: f64 = 0.60;

/// Least likeness of meaning at which two texts say the same in other words, on its own, without further evidence.
/// Cosine 0..1.
/// Reason: A single text decides here, so the bar is above that of one text among several (`SAME_MEANING_AMONG`). Set
/// by hand; no run measured it.
pub const SAME_MEANING: f64 = 0.75;

/// A place whose likeness to the target's own text is below this does not say the target's text. Ratio 0..1.
/// Reason: Half of the letters are others. Set by hand; no run measured it.
pub(crate) const LABEL_GONE: f64 = 0.5;

/// Two boxes that share at least this much are one thing. Share of the smaller box, 0..1.
/// Reason: They owe what they say to the same words. Set by hand; no run measured it.
pub(crate) const SHARED_AREA: f64 = 0.3;

/// Two places whose ranks differ by less cannot be told apart. Units of the fitted sum.
/// Reason: Chance decides between them. Set by hand; no run measured it.
pub(crate) const SAME_RANK: f64 = 0.05;

/// A label that is less alike by no more than this says the same words. Ratio 0..1.
/// Reason: One misread letter of a long label must not decide between two places. Set by hand; no run measured it.
pub const SAME_LABEL_SLACK: f64 = 0.02;

/// How much more of its row must stand beside one twin than beside the other. Share of the row's words, 0..1.
/// Reason: What a thing without words belongs to decides, not where it was. Set by: ticks and bins of a table that was
/// sorted otherwise, which differ by 0.2 to 0.9 the wrong way round (commit a1aa59d; the run was not kept).
pub(crate) const ROW_MARGIN: f64 = 0.3;

/// How much less of its row may stand beside a place that its surroundings tell from another. Share of the row's
/// words, 0..1.
/// Reason: A row that lost one word is still the row. Set by hand; no run measured it.
pub(crate) const ROW_LOSS: f64 = 0.1;

/// How much more of the surroundings must be in place at one of two places that say the same. Share of the landmarks,
/// 0..1.
/// Reason: Below it one misread landmark would decide. Set by hand; no run measured it.
pub(crate) const AROUND_MARGIN: f64 = 0.15;

/// Least likeness at which another place looks the same as the target. Correlation -1..1.
/// Reason: Rendering and compression make two equal pictures differ a little. Set by hand; no run measured it.
pub(crate) const TWIN_LOOK: f64 = 0.85;

/// A place that looks less like the target than the best one by no more than this is its twin. Correlation -1..1.
/// Reason: Rendering and compression make two equal pictures differ a little. Set by hand; no run measured it.
pub(crate) const TWIN_LOOK_SLACK: f64 = 0.08;

/// Least likeness at which a place may be the target wherever it is. Correlation -1..1.
/// Reason: The two may have changed places. Set by hand; no run measured it.
pub(crate) const BETTER_LOOK: f64 = 0.9;

/// How much more than the best place another must look like the target to be taken for it. Correlation -1..1.
/// Reason: Less is noise of rendering. Set by hand; no run measured it.
pub(crate) const BETTER_LOOK_MARGIN: f64 = 0.15;

/// Least part of its row that a twin needs to be told by it. Share of the row's words, 0..1.
/// Reason: Most of the row must be there. Set by hand; no run measured it.
pub(crate) const OWN_ROW: f64 = 0.6;

/// Length of the target's text at which the evidence "letters" reaches 1 - 1/e. Letters.
/// Reason: A short text is anywhere, a long one only where it belongs. Set by hand; no run measured it.
pub(crate) const LETTERS_FADE: f64 = 8.0;

/// Area of the target at which the evidence "pixels" reaches 1 - 1/e. Square px.
/// Reason: A small picture is like many others. Set by hand; no run measured it.
pub(crate) const PIXELS_FADE: f64 = 2000.0;

/// Number of landmarks at which the evidence "landmarks_known" reaches 1 - 1/e. Count.
/// Reason: More landmarks add less and less. Set by hand; no run measured it.
pub(crate) const LANDMARKS_FADE: f64 = 5.0;

/// The margin between the first two places is cut here, and is this where there is no second. Units of the fitted sum.
/// Reason: Beyond it the first is clearly ahead. Set by hand; no run measured it.
pub(crate) const MOST_MARGIN: f64 = 4.0;

/// A picture is searched within this part of the shorter side of the box. Divisor of the shorter side.
/// Reason: Boxes of elements are not exact to the pixel. Set by hand; no run measured it.
pub(crate) const LOOK_SLACK_SHARE: i32 = 3;

/// Bounds of that search. px.
/// Reason: Smaller misses a border, larger costs time and finds the neighbour. Set by hand; no run measured it.
pub(crate) const LOOK_SLACK: std::ops::RangeInclusive<i32> = 4..=12;

/// Least share of the elements around a renamed target, and of its row, that are where they were. Share 0..1.
/// Reason: Its own words say nothing, so what is around must. Set by hand for the *rename* mode of MockMed
/// (`bench/drift`, commit 3bcc5bc); no other value was tried.
pub(crate) const RENAMED_FIRM: f64 = 0.75;

/// Least share of the texts around a renamed target that are where they were. Share 0..1.
/// Reason: Some of them are values, and may be others. Set by hand for the *rename* mode of MockMed (`bench/drift`,
/// commit 3bcc5bc); no other value was tried.
pub(crate) const RENAMED_AROUND: f64 = 0.6;

/// Largest share of the texts around a renamed target that stand elsewhere on the screen. Share 0..1.
/// Reason: Where more have moved, another thing may have come into its place. Set by hand for the *rename* mode of
/// MockMed (`bench/drift`, commit 3bcc5bc); no other value was tried.
pub(crate) const RENAMED_ASTRAY: f64 = 0.1;

/// Least likeness in size of a renamed target. Value of the witness "size", 0..1.
/// Reason: A name may be longer or shorter; the thing is not much larger or smaller. Set by hand for the *rename* mode
/// of MockMed (`bench/drift`, commit 3bcc5bc); no other value was tried.
pub(crate) const RENAMED_SIZE: f64 = 0.6;
