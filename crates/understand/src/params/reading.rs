//! How lines are read by the models, and when they are believed.

use std::time::Duration;

/// How much a strip shows above the baseline. Capitals.
/// Reason: Room around the letters makes reading better and cheaper. Set by: a comparison while developing: with tight
/// boxes the tiny model got 80 % of 336 lines right, with these 92 % in half the time (commit 4c77954; the run was not
/// kept).
pub(crate) const STRIP_ABOVE: f32 = 1.67;

/// How much a strip shows below the baseline. Capitals.
/// Reason: Room around the letters makes reading better and cheaper. Set by: the same comparison as `STRIP_ABOVE`.
pub(crate) const STRIP_BELOW: f32 = 0.73;

/// Paper left and right of the ink. Capitals.
/// Reason: Letters at the edge are read worse. Set by hand; no run measured it.
pub(crate) const STRIP_BESIDE: f32 = 0.35;

/// The models see letters this much wider than they are. Factor.
/// Reason: Two thin letters, as in `ll`, need three columns of output to be told apart; at natural width they have
/// two. Set by: a comparison on the pages it was developed with: 89.9 % of 2,368 lines were right at 1 and 90.9 % at
/// 1.2; with `SURE` at 0.95 as well, 92.6 % at 1.35 (commit 4c77954; the run was not kept).
pub(crate) const STRETCH: f32 = 1.3;

/// The tiny model is believed when it is at least this sure of the line. Confidence 0..1.
/// Reason: Else the small model, which costs six times as much, is asked. Set by: the comparison of `STRETCH`.
pub(crate) const SURE: f32 = 0.95;

/// The same in a frame that was compressed with losses. Confidence 0..1.
/// Reason: The tiny model is wrong there more often. Set by hand; no run measured it.
pub(crate) const SURE_IN_NOISE: f32 = 0.985;

/// The tiny model is believed when it is at least this sure of each character. Confidence 0..1.
/// Reason: One doubtful letter makes another word. Set by hand; no run measured it.
pub(crate) const SURE_OF_EACH: f32 = 0.6;

/// Below this a strip is not taken for text at all. Confidence 0..1.
/// Reason: The small model costs six times as much and is not asked. Set by hand; no run measured it.
pub(crate) const NO_TEXT: f32 = 0.35;

/// What is left of the confidence in a single letter of which the models say different things. Factor.
/// Reason: Only near certainty makes up for it. Set by hand; no run measured it.
pub(crate) const DISAGREED: f32 = 0.82;

/// A reading less sure than this is not text. Confidence 0..1.
/// Reason: It is an icon or a picture. Set by hand; no run measured it.
pub(crate) const LEAST_SURE: f32 = 0.6;

/// The same for a single letter. Confidence 0..1.
/// Reason: Icons reach more than words do by chance. Set by: the pages it was developed with: icons reached 0.75 where
/// both models agreed (the run was not kept).
pub(crate) const LEAST_SURE_ALONE: f32 = 0.8;

/// The arrow of a list that drops down is this much wider than high. Ratio.
/// Reason: A V is at most 1.15. Set between the sizes named here; their measurement was not kept.
pub(crate) const ARROW: f32 = 1.35;

/// Threads that read at once. Count.
/// Reason: Each loads the models. Set by hand; no run measured it.
pub(crate) const MOST_THREADS: usize = 8;

/// Readings kept in memory before the older half is forgotten. Count of lines.
/// Reason: Some 100 dense screens. Set by hand; no run measured it.
pub(crate) const CACHED: usize = 10_000;

/// Lines kept on disk before the oldest go. Count of lines.
/// Reason: Some 300 dense screens, about 15 MB. Set by hand; no run measured it.
pub(crate) const KEPT: i64 = 30_000;

/// Lines written between two looks at how many there are. Count of lines.
/// Reason: Counting takes time. Set by hand; no run measured it.
pub(crate) const LOOK_EVERY: usize = 500;

/// How long another process may hold the file before reading goes on without it. ms.
/// Reason: It writes for a few milliseconds at a time. Set by hand; no run measured it.
pub(crate) const WAIT: Duration = Duration::from_millis(200);

/// The same for forgetting. s.
/// Reason: It is worth more of a wait. Set by hand; no run measured it.
pub(crate) const WAIT_TO_FORGET: Duration = Duration::from_secs(5);

/// Rows of a strip. px.
/// Reason: The models read lines of this height. Set by: the PP-OCR recognisers, which were trained with it.
pub(crate) const STRIP_ROWS: usize = 48;

/// Columns of a strip for one column of a recogniser's output. px.
/// Reason: The models halve a strip three times. Set by: the PP-OCR recognisers.
pub(crate) const STRIP_STEP: usize = 8;

/// The narrowest strip. px.
/// Reason: A recogniser needs a few columns of output for one letter. Set by hand; no run measured it.
pub(crate) const NARROWEST_STRIP: usize = 4 * STRIP_STEP;
