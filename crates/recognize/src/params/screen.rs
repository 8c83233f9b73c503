//! Whether two screens are the same one.

/// From this score on two screens are held to be the same. Score 0..1.
/// Reason: The middle of the logistic function. Set by: 88 % of same pairs and 1.3 % of different ones score so on the
/// half of the public screens that did not fit the weights (`bench/screens`).
pub const SAME: f64 = 0.5;

/// What a witness says that has nothing to go by. Witness 0..1.
/// Reason: It speaks neither for nor against. Set by hand; no run measured it.
pub(crate) const NEUTRAL: f32 = 0.5;

/// Least similarity at which two lines are the same line. Ratio 0..1.
/// Reason: OCR of whole lines is noisier than of labels (`SAME_LABEL`). Set by hand; no run measured it.
pub(crate) const SAME_LINE: f64 = 0.78;

/// Pairs of lines that vote on how one screen lies on the other. Count.
/// Reason: The time grows with the square. Set by hand; no run measured it.
pub(crate) const MOST_PAIRS: usize = 400;

/// A pair agrees with a move when it is off by at most this. Heights of the line.
/// Reason: Spacing of lines differs between versions. Set by hand; no run measured it.
pub(crate) const MOVE_TOLERANCE: f32 = 1.5;

/// Scales closer to 1 than this are 1. Factor above or below 1.
/// Reason: Fonts differ by a pixel. Set by hand; no run measured it.
pub(crate) const SAME_SCALE: f32 = 0.06;

/// Fewest letters of a line that tells the scale. Count of bytes.
/// Reason: The width of a shorter one is off by a pixel too easily. Set by hand; no run measured it.
pub(crate) const SCALE_LETTERS: usize = 4;

/// A line tells the scale where it is more alike than this. Ratio 0..1.
/// Reason: A letter more or less changes the width. Set by hand; no run measured it.
pub(crate) const SCALE_RATIO: f32 = 0.9;

/// Smallest scale that is believed. Factor.
/// Reason: Beyond it the pairs are wrong, not the zoom. Set by hand; no run measured it.
pub(crate) const LEAST_SCALE: f32 = 0.2;

/// Largest scale that is believed. Factor.
/// Reason: Beyond it the pairs are wrong, not the zoom. Set by hand; no run measured it.
pub(crate) const MOST_SCALE: f32 = 5.0;

/// The part that both screens show reaches this far beyond its texts. Heights of the line.
/// Reason: Borders and buttons lie around the texts. Set by hand; no run measured it.
pub(crate) const REGION_MARGIN: f32 = 3.0;

/// Points at which two screens are compared by look. Count, across and down.
/// Reason: A point for every 20 to 30 pixels of a usual screen. Set by hand; no run measured it.
pub(crate) const POINTS: [usize; 2] = [64, 48];

/// Brightness closer than this is the same. Levels of 255.
/// Reason: Compression changes flat areas by a few levels. Set by hand; no run measured it.
pub(crate) const SAME_LEVEL: f32 = 5.0;

/// Mean difference of colours at which they are 1/e alike. Levels of 255.
/// Reason: Two renderings of one theme differ little, another theme differs much. Set by hand; no run measured it.
pub(crate) const COLOUR_FADE: f32 = 8.0;

/// Width of a pixel of the small picture, whatever the size of the screen. px of the screen.
/// Reason: A window is as large in pixels on a large screen as on a small one. Set by hand; no run measured it.
pub(crate) const SHRINK: u32 = 4;

/// Largest width of the small picture. px.
/// Reason: For screens beyond 4K it saves time and memory. Set by hand; no run measured it.
pub(crate) const WIDEST: u32 = 1024;

/// A colour further than this off grey is an accent. Levels of 255.
/// Reason: A chosen row or a switch that is on is coloured. Set by hand; no run measured it.
pub(crate) const ACCENT: f32 = 24.0;

/// How far an accent may be from its place. px of the small picture.
/// Reason: The switch of another theme lies a little elsewhere. Set by hand; no run measured it.
pub(crate) const ACCENT_OFF: usize = 2;

/// Size of the patch beside a text. Count of cells, across and down.
/// Reason: Enough to tell a tick box from a switch. Set by hand; no run measured it.
pub(crate) const PATCH: usize = 6;

/// Side of that patch. Heights of the text.
/// Reason: An icon, a tick box or the head of a switch. Set by hand; no run measured it.
pub(crate) const PATCH_REACH: f32 = 2.4;

/// Distance between a text and its patch. Heights of the text.
/// Reason: The rim of the last letter is no part of it. Set by hand; no run measured it.
pub(crate) const PATCH_GAP: f32 = 0.3;

/// A text is taken to be at least this high. px.
/// Reason: The boxes of dashes and dots are lower than their line. Set by hand; no run measured it.
pub(crate) const LEAST_TEXT_HEIGHT: f32 = 6.0;

/// Distance above and below a text at which its paper is measured. Heights of the text.
/// Reason: Just outside of the ink. Set by hand; no run measured it.
pub(crate) const PAPER_GAP: f32 = 0.2;

/// A patch with less contrast than this (standard deviation) is empty. Levels of 255.
/// Reason: Noise of compression stays below. Set by hand; no run measured it.
pub(crate) const FLAT: f32 = 6.0;

/// An edge of this strength counts half. Levels of 255.
/// Reason: Faint borders count, and black on white does not drown them. Set by hand; no run measured it.
pub(crate) const HALF_EDGE: f32 = 12.0;

/// Cells of the map of colours. Count, across and down.
/// Reason: A side bar, a header and a body are told apart. Set by hand; no run measured it.
pub(crate) const COLOUR_CELLS: [usize; 2] = [6, 4];

/// Lines of a screen that are compared. Count.
/// Reason: With more it is a page of text, and its beginning tells it. Set by hand; no run measured it.
pub(crate) const MOST_LINES: usize = 160;

/// Fewest letters of a line that is compared. Count of bytes.
/// Reason: A single letter is often an icon. Set by hand; no run measured it.
pub(crate) const LEAST_LINE_LETTERS: usize = 2;

/// Papers that differ by more than this are different. Levels of 255.
/// Reason: Smaller differences are shading and compression. Set by hand; no run measured it.
pub(crate) const OTHER_PAPER: f32 = 14.0;

/// Nearest lines that a line is held against to see whether it stands out. Count.
/// Reason: Those above, below and on both sides. Set by hand; no run measured it.
pub(crate) const NEIGHBOURS: usize = 4;

/// Most that one line counts. Weight.
/// Reason: A sentence says no more than four long words. Set by hand; no run measured it.
pub(crate) const MOST_LINE_WEIGHT: f32 = 4.0;

/// Elements without words are the same when they lie closer than this. Sizes of the element.
/// Reason: Further off it may be the next one of a row. Set by hand; no run measured it.
pub(crate) const SAME_THING: f32 = 0.8;

/// Least similarity at which a word is another one misread. Ratio 0..1.
/// Reason: One letter in five. Set by hand; no run measured it.
pub(crate) const MISREAD: f64 = 0.79;

/// Fewest letters of a word that may be misread. Count of bytes.
/// Reason: In fewer, one letter makes another word. Set by hand; no run measured it.
pub(crate) const MISREAD_LETTERS: usize = 5;

/// What sums of weights are divided by after their logarithm. Natural logarithm.
/// Reason: It brings them near 0..1, as the other witnesses are. Set by hand; no run measured it.
pub(crate) const LOG_UNIT: f32 = 4.0;

/// Pairs of lines whose order is compared. Count.
/// Reason: More tell no more. Set by hand; no run measured it.
pub(crate) const MOST_ORDERED: usize = 48;

/// Lines less than this apart are on no side of each other. Heights of the line (twice that across).
/// Reason: Alignment differs by a few pixels. Set by hand; no run measured it.
pub(crate) const SIDE_MARGIN: f32 = 0.5;

/// How much more a line counts for each usual height that it is higher. Per height of the usual line.
/// Reason: Titles and headings name a screen. Set by hand; no run measured it.
pub(crate) const HEADING_GAIN: f32 = 4.0;

/// Least that a line counts as a heading. Weight.
/// Reason: A screen without headings is told by all of its lines. Set by hand; no run measured it.
pub(crate) const HEADING_LEAST: f32 = 0.05;

/// Most that a line counts as a heading. Weight.
/// Reason: One large number must not decide. Set by hand; no run measured it.
pub(crate) const HEADING_MOST: f32 = 4.0;

/// Surroundings less alike than this differ outright. Unlikeness 0..1.
/// Reason: They have less in common than not. Set by hand; no run measured it.
pub(crate) const SIDE_BROKEN: f32 = 0.5;

/// Longer texts are cut here. Count of letters.
/// Reason: A paragraph says no more than its beginning. Set by hand; no run measured it.
pub(crate) const LONGEST_TEXT: usize = 64;

/// What a word of mostly digits counts. Weight 0..1.
/// Reason: Amounts, times and versions vary while the screen stays. Set by hand; no run measured it.
pub(crate) const DIGITS_WEIGHT: f32 = 0.15;

/// Length at which a word says all it can. Count of letters.
/// Reason: Short words are anywhere. Set by hand; no run measured it.
pub(crate) const FULL_LENGTH: f32 = 7.0;

/// How fast a shorter word loses weight. Exponent.
/// Reason: Words of two letters say next to nothing. Set by hand; no run measured it.
pub(crate) const LENGTH_POWER: f32 = 1.5;
