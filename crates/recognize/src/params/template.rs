//! How well a screen fits a node.

/// A text needs at least this many to be there with letters misread. Count of letters.
/// Reason: In fewer, one letter makes another word: "Rejeter" is not "Rejetée". Set by hand; no run measured it.
pub(crate) const LEAST_FUZZY: usize = 10;

/// Least likeness of meaning at which one of several texts that tell a node is there in other words. Cosine 0..1.
/// Reason: The other texts bear it out, so the bar is below `SAME_MEANING`. Set by: translations lie at 0.63 to 0.82,
/// other texts below 0.31 (commit 1c6a797; the run was not kept).
pub(crate) const SAME_MEANING_AMONG: f64 = 0.60;

/// What a text is worth that is there in other words. Share of a text, 0..1.
/// Reason: It may be another text of like meaning. Set by hand; no run measured it.
pub(crate) const IN_OTHER_WORDS: f64 = 0.8;

/// Added to the texts that are there and, twice, to those that should be. Count of texts.
/// Reason: One text that is there says less than five. Set by hand; no run measured it.
pub(crate) const DOUBT: f64 = 0.5;

/// A text needs more than this to be there as a part of a line. Count of bytes.
/// Reason: Shorter ones are parts of anything. Set by hand; no run measured it.
pub(crate) const LEAST_PART_LETTERS: usize = 2;

/// How much texts count. Weight.
/// Reason: They tell one node of a workflow from another. Set by hand; no run measured it.
pub(crate) const TEXTS_WEIGHT: f64 = 0.45;

/// How much elements count. Weight.
/// Reason: They stay under another language or theme. Set by hand; no run measured it.
pub(crate) const ELEMENTS_WEIGHT: f64 = 0.25;

/// How much the likeness to a screen of the node counts. Weight.
/// Reason: It stays under another language or theme. Set by hand; no run measured it.
pub(crate) const STRUCTURE_WEIGHT: f64 = 0.30;

/// What a title costs that is not the one that was seen. Score 0..1.
/// Reason: Titles hold names of documents, so another does not rule the node out. Set by hand; no run measured it.
pub(crate) const OTHER_TITLE_COST: f64 = 0.10;

/// Fewest letters of a word in which a stem may be read twice. Count of letters.
/// Reason: A shorter word is another with one letter more. Set by hand; no run measured it.
pub(crate) const LEAST_DOUBLED: usize = 4;

/// Least similarity (normalised Levenshtein) of two words that are one, with letters misread. Ratio 0..1.
/// Reason: One letter in four of a short word; all words of the text together still have to be as alike as labels. Set by
/// hand; no run measured it.
pub(crate) const SAME_WORD: f64 = 0.75;
