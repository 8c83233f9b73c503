//! Which places are looked at: how many, and how much alike they must be.

/// Least similarity (normalised Levenshtein) at which two texts are the same text: labels, landmarks, texts of a node.
/// Ratio 0..1.
/// Reason: One letter in six may be misread. Set by: SPEC ACT.4, level 0.
pub const SAME_LABEL: f64 = 0.82;

/// The same at the second attempt. Ratio 0..1.
/// Reason: A retry widens who is a candidate. Set by: SPEC ACT.4, level 1.
pub(crate) const RELAXED_LABEL: f64 = 0.78;

/// The same at the third attempt and later. Ratio 0..1.
/// Reason: A retry widens who is a candidate. Set by: SPEC ACT.4, level 2.
pub(crate) const LOOSE_LABEL: f64 = 0.72;

/// How much wider the surroundings are searched at the second attempt. Factor.
/// Reason: What is near may have moved. Set by: SPEC ACT.4, level 1.
pub(crate) const RELAXED_REACH: f64 = 1.3;

/// How much wider the surroundings are searched at the third attempt and later. Factor.
/// Reason: What is near may have moved. Set by: SPEC ACT.4, level 2.
pub(crate) const LOOSE_REACH: f64 = 1.7;

/// Least similarity at which a text is noted as perhaps the target's own. Ratio 0..1.
/// Reason: It is noted for the witnesses; who is a candidate is decided by the healing level. Set by hand; no run
/// measured it.
pub(crate) const LEAST_LABEL: f64 = 0.4;

/// Least likeness, in letters or meaning, between the label beside an element and the target's name. Ratio or cosine
/// 0..1.
/// Reason: A candidate only: the witness "name" weighs the likeness. Set by hand; no run measured it.
pub(crate) const LEAST_NAME: f64 = 0.45;

/// Least likeness of meaning at which a text is a candidate. Cosine 0..1.
/// Reason: Other texts lie below 0.31 (see `SAME_MEANING_AMONG`); the witness "meaning" weighs the rest. Set by hand;
/// no run measured it.
pub(crate) const LEAST_MEANING: f64 = 0.35;

/// Least likeness of meaning at which a text is a landmark in other words. Cosine 0..1.
/// Reason: A wrong landmark misleads, so the bar is above that of candidates. Set by hand; no run measured it.
pub(crate) const LEAST_LANDMARK_MEANING: f64 = 0.6;

/// Least likeness at which a place is a candidate by its look. Correlation -1..1.
/// Reason: It is measured on a coarse picture; the close look comes after. Set by hand; no run measured it.
pub(crate) const LEAST_LOOK: f32 = 0.4;

/// Places that one text of the target proposes. Count.
/// Reason: A list repeats its texts in every row; more cost time. Set by hand; no run measured it.
pub(crate) const MOST_SPANS: usize = 24;

/// Places of one landmark that are kept. Count.
/// Reason: A landmark that is in more places says nothing. Set by hand; no run measured it.
pub(crate) const MOST_LANDMARK_SPANS: usize = 8;

/// Places that the meaning of one text proposes. Count.
/// Reason: More cost time and are less alike. Set by hand; no run measured it.
pub(crate) const MOST_MEANT: usize = 6;

/// Places that the meaning of one landmark proposes. Count.
/// Reason: More cost time and are less alike. Set by hand; no run measured it.
pub(crate) const MOST_LANDMARK_MEANT: usize = 2;

/// Places that look proposes, for each channel and scale. Count.
/// Reason: Each is looked at closely, which takes time. Set by hand; no run measured it.
pub(crate) const MOST_LOOKS: usize = 6;

/// Places that the landmarks propose together. Count.
/// Reason: Each is looked at closely, which takes time. Set by hand; no run measured it.
pub(crate) const MOST_VOTES: usize = 4;

/// Elements that are looked at for a target without text. Count.
/// Reason: Each is looked at closely, which takes time. Set by hand; no run measured it.
pub(crate) const MOST_ELEMENTS: usize = 60;

/// Where less than this is found by its letters, the screen speaks in other words. Share of the landmarks, 0..1.
/// Reason: Most of what was around the target reads otherwise. Set by hand; no run measured it.
pub(crate) const FOREIGN_SHARE: f64 = 0.5;

/// Landmarks that agree within this vote for one place. px.
/// Reason: About the height of a line with its spacing. Set by hand; no run measured it.
pub(crate) const VOTE_RADIUS: f64 = 24.0;

/// A text needs more letters than this to tell how much larger the screen is. Count of letters.
/// Reason: The width of shorter ones is off by a pixel too easily. Set by hand; no run measured it.
pub(crate) const SCALE_LETTERS: usize = 2;

/// A change of scale within this is none. Factor.
/// Reason: A pixel more or less of a line's height is no zoom. Set by hand; no run measured it.
pub(crate) const SCALE_SAME: std::ops::Range<f64> = 0.9..1.12;

/// Largest difference between the growth of a text in width and in height. Natural logarithm of a factor.
/// Reason: Beyond it the box was misread. Set by hand; no run measured it.
pub(crate) const SCALE_AGREEMENT: f64 = 0.4;

/// Changes of scale that are believed. Factor.
/// Reason: Beyond them it is a misread box, not a zoom. Set by hand; no run measured it.
pub(crate) const SCALES: std::ops::Range<f64> = 0.45..2.6;

/// An element without words is a candidate where its area is within this of the target's. Factor of the area.
/// Reason: Icons of one bar are of about one size. Set by hand; no run measured it.
pub(crate) const ELEMENT_AREAS: std::ops::Range<f64> = 0.5..2.0;

/// Two boxes whose middles are closer than this are one place. Share of the smaller side, 0..1.
/// Reason: A click in the middle of either hits the same thing. Set by hand; no run measured it.
pub(crate) const SAME_PLACE: f64 = 0.3;

/// The smaller side is taken to be at least this for `SAME_PLACE`. px.
/// Reason: Boxes of small icons are off by a few pixels. Set by hand; no run measured it.
pub(crate) const LEAST_SAME_PLACE: f64 = 8.0;

/// A place closer than this to one that the words propose is that place. Share of the smaller side, 0..1.
/// Reason: Words say exactly where a thing is. Set by hand; no run measured it.
pub(crate) const BESIDE: f64 = 0.5;

/// `BESIDE` is at least this across. px.
/// Reason: An icon beside the words belongs to them. Set by hand; no run measured it.
pub(crate) const LEAST_BESIDE_X: f64 = 20.0;

/// `BESIDE` is at least this down. px.
/// Reason: Half of a line: the next line is another thing. Set by hand; no run measured it.
pub(crate) const LEAST_BESIDE_Y: f64 = 10.0;

/// Longest text that is compared without allocating. Count of bytes.
/// Reason: Labels are shorter; longer texts are compared by `strsim`. Set by hand; no run measured it.
pub(crate) const LETTERS_ON_STACK: usize = 128;

/// Fewest letters of a text that has a meaning. Count of letters.
/// Reason: A number or a sign means only itself. Set by hand; no run measured it.
pub(crate) const LEAST_MEANING_LETTERS: usize = 2;

/// Words further apart than this are two texts. Heights of the line.
/// Reason: A space is about 0.3 heights wide. Set by hand; no run measured it.
pub(crate) const WORDS_APART: f64 = 0.8;

/// A word read with less is not used. Confidence 0..1.
/// Reason: It is rather an icon. Set by hand; no run measured it.
pub const LEAST_WORD_CONFIDENCE: f64 = 0.5;

/// A text is searched in runs of up to this many words more than it has. Count.
/// Reason: Words are read apart that are one. Set by hand; no run measured it.
pub(crate) const EXTRA_WORDS: usize = 2;

/// Parents that are followed upwards from an element. Count.
/// Reason: Deeper than any interface nests; a loop of parents ends too. Set by hand; no run measured it.
pub(crate) const PARENT_DEPTH: usize = 64;
