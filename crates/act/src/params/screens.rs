//! Which node of the workflow a screen is. Scores are those of `lea_recognize::template::fit`.

/// Least score at which a screen is a screen of the node. Score 0..1.
/// Reason: Below it more of the node's evidence is missing than is there. Set by hand; no run measured it.
pub(crate) const ACCEPT: f64 = 0.55;

/// A node that fits by letters alone needs at least this much of its texts; with less, texts are compared by meaning
/// too. Share of the node's texts, 0..1.
/// Reason: More of its texts are there than not. Set by hand; no run measured it.
pub(crate) const TOLD_BY_WORDS: f64 = 0.5;

/// Least score of the expected node where it fits best by `MARGIN_EXPECTED`. Score 0..1.
/// Reason: The checks of the step are judged as well, so the bar is below `ACCEPT`. Set by hand; no run measured it.
pub(crate) const ACCEPT_EXPECTED: f64 = 0.45;

/// How much better than the second node the expected one must fit to be accepted below `ACCEPT`. Score 0..1.
/// Reason: The score is low, so the margin is above `MARGIN`. Set by hand; no run measured it.
pub(crate) const MARGIN_EXPECTED: f64 = 0.05;

/// Least score of the expected node on a screen in other words, where the target of its next step is found and no near
/// rival could go on. Score 0..1.
/// Reason: A translated screen lacks the node's texts, so the bar is below `ACCEPT_EXPECTED`. Set by hand; no run
/// measured it.
pub(crate) const ACCEPT_BY_USE: f64 = 0.40;

/// How much better than the second node the best must fit. Score 0..1.
/// Reason: With less the two are a tie, and the run asks. Set by hand; no run measured it.
pub(crate) const MARGIN: f64 = 0.03;

/// Two nodes whose shares of texts differ by no more than this have the same words on the screen. Share of the texts,
/// 0..1.
/// Reason: Five texts of five give a little more than four of four. Set by hand; no run measured it.
pub(crate) const SAME_WORDS: f64 = 0.05;

/// How far below `ACCEPT` a node may be that has elements of its own on the screen. Score 0..1.
/// Reason: A dialog covers part of the page that is learnt with it. Set by hand; no run measured it.
pub(crate) const ACCEPT_SLACK: f64 = 0.07;

/// How far behind the best node a node may be that has elements of its own on the screen. Score 0..1.
/// Reason: A dialog over a page is the dialog, though the page fits better. Set by hand; no run measured it.
pub(crate) const OWN_ELEMENTS_SLACK: f64 = 0.15;

/// How far behind the best node the expected one may be and still be considered. Score 0..1.
/// Reason: Pages of one application differ by little. Set by hand; no run measured it.
pub(crate) const EXPECTED_SLACK: f64 = 0.10;
