//! How demonstrations become a graph of screens and steps. `lea_recognize::SAME_LABEL` (0.82) is the bar for labels
//! that name a target.

/// A text this alike to one that is known to be about there is that one, misread: what was typed, a title, the label
/// of what was clicked. Ratio 0..1.
/// Reason: Where it stands already speaks for it, so the bar is below `SAME_LABEL`. Set by hand; no run measured it.
pub(crate) const MISREAD: f64 = 0.8;

/// A text this alike to a label, anywhere on the screen, is that label. Ratio 0..1.
/// Reason: One letter of eight may be misread: "Rejeter" is not "Rejetée". Set by hand; no run measured it.
pub(crate) const MISREAD_ANYWHERE: f64 = 0.87;

/// A label this alike to another at the very same place of the screen is that one, misread. Ratio 0..1.
/// Reason: "Eile" is "File" there: the place speaks for it, and one letter of four is wrong. Set by hand; no run measured it.
pub(crate) const MISREAD_THERE: f64 = 0.6;

/// Of the entries that demonstrations picked, at least this many differ where which one it is varies from run to run. Numerator,
/// denominator.
/// Reason: Who chooses the same twice chooses between a few; data is another every time. Set by hand; no run measured it.
pub(crate) const MOSTLY_DIFFERENT: (usize, usize) = (2, 3);

/// Things without words are the same when this much of what stands around them does so in the same place. Share of the
/// texts around, 0..1.
/// Reason: More of it is there than not. Set by hand; no run measured it.
pub(crate) const SAME_SURROUNDINGS: f64 = 0.5;

/// How far those texts may have moved. px.
/// Reason: About the height of a line with its spacing. Set by hand; no run measured it.
pub(crate) const SURROUNDINGS_SHIFT: i32 = 24;

/// Texts around a thing that are compared, the nearest. Count.
/// Reason: Further ones belong to other things. Set by hand; no run measured it.
pub(crate) const SURROUNDINGS: usize = 8;

/// Two places are one when they have this much of the larger in common, or of the smaller where one has no name.
/// Tenths of an area.
/// Reason: Boxes of one field differ between screens. Set by hand; no run measured it.
pub(crate) const COVERED_TENTHS: u64 = 6;

/// Things that begin no further apart than this are aligned: a label and what stands below it, two entries of a list.
/// px.
/// Reason: Indents and borders are smaller. Set by hand; no run measured it.
pub(crate) const ALIGNED: i32 = 24;

/// A label stands at most this far above what it names. Heights of the label.
/// Reason: Further up it names something else. Set by hand; no run measured it.
pub(crate) const LABEL_ABOVE: i32 = 3;

/// A label stands at most this far beside what it names. Heights of the label.
/// Reason: Forms leave room for the longest label. Set by hand; no run measured it.
pub(crate) const LABEL_BESIDE: i32 = 16;

/// What was typed needs more than this to be told in other texts. Count of bytes.
/// Reason: Shorter ones are parts of anything. Set by hand; no run measured it.
pub(crate) const LEAST_TYPED: usize = 3;

/// Fewest visits of each way at a branch for a condition to be sought. Count.
/// Reason: A way taken once may differ from the others in anything. Set by hand; no run measured it.
pub(crate) const ENOUGH_EACH: usize = 2;

/// Conditions among which a person is asked to choose. Count.
/// Reason: More are not read. Set by hand; no run measured it.
pub(crate) const MOST_DECISIONS: usize = 4;

/// A step may take so many times as long as it did when it was shown. Factor.
/// Reason: Machines are slower at times. Set by hand; no run measured it.
pub(crate) const PATIENCE: f64 = 3.0;

/// Shortest time that a step is given. s.
/// Reason: A step shown in no time may still have to wait. Set by: SPEC L4 (`timeout_seconds` 5).
pub(crate) const LEAST_TIMEOUT: f64 = 5.0;

/// Longest time that a step is given. s.
/// Reason: A person would have given up. Set by hand; no run measured it.
pub(crate) const MOST_TIMEOUT: f64 = 120.0;

/// Fewer tell no record. Count of letters and digits.
/// Reason: Short values stand on any screen. Set by hand; no run measured it.
pub(crate) const LEAST_TELLING: usize = 4;

/// A text of which this share is the beginning or end of one that was there before is that one, partly covered.
/// Numerator, denominator.
/// Reason: Less may be another text that begins alike. Set by hand; no run measured it.
pub(crate) const CUT_SHARE: (usize, usize) = (2, 3);

/// Texts that are checked after a step. Count.
/// Reason: Each more is one more reason to halt wrongly. Set by hand; no run measured it.
pub(crate) const MOST_CHECKS: usize = 2;

/// Least likeness at which two window titles are the same, numbers apart. Ratio 0..1.
/// Reason: Titles hold names of documents. Set by hand; no run measured it.
pub(crate) const SAME_TITLE: f64 = 0.6;

/// Least likeness at which two texts of errors are the same. Ratio 0..1.
/// Reason: Errors name the value that was wrong. Set by hand; no run measured it.
pub(crate) const SAME_ERROR: f64 = 0.75;

/// A label or text of fewer says too little. Count of letters.
/// Reason: Shorter words are found in others by chance. Set by hand; no run measured it.
pub(crate) const LEAST_LETTERS: usize = 3;

/// A dialog's name has at least so many. Count of letters.
/// Reason: What is shorter names nothing. Set by hand; no run measured it.
pub(crate) const LEAST_DIALOG_NAME: usize = 4;

/// What opens where a person clicked covers at most this. Share of the screen, 0..1.
/// Reason: More is another screen. Set by hand; no run measured it.
pub(crate) const POPUP_SHARE: f64 = 0.30;

/// What opens where a person clicked begins no further from it than this. px.
/// Reason: A menu touches what opened it. Set by hand; no run measured it.
pub(crate) const POPUP_GAP: i32 = 16;

/// A change of at most this, wherever, is not another screen. Share of the screen, 0..1.
/// Reason: It is a tick, a highlight or a message. Set by hand; no run measured it.
pub(crate) const SMALL_CHANGE: f64 = 0.01;

/// A change of this much, with which what was clicked is gone, makes another screen. Share of the screen, 0..1.
/// Reason: What was clicked led away. Set by hand; no run measured it.
pub(crate) const OTHER_PAGE: f64 = 0.05;

/// A dialog covers at least this. Share of the screen, 0..1.
/// Reason: Less is a hint. Set by hand; no run measured it.
pub(crate) const LEAST_DIALOG: f64 = 0.01;

/// A dialog is new when at least this much of it changed. Share of the dialog, 0..1.
/// Reason: A panel that grew or shrank is none. Set by hand; no run measured it.
pub(crate) const DIALOG_CHANGED: f64 = 0.5;

/// After an act, so many buttons or fields that came or went make another screen. Count.
/// Reason: One may be a button that was enabled. Set by hand; no run measured it.
pub(crate) const OTHER_USES: usize = 2;

/// Between moments, so many that came or went make another screen. Share of all buttons and fields, 0..1.
/// Reason: A third of what can be done is other. Set by hand; no run measured it.
pub(crate) const OTHER_SHARE: f64 = 0.34;

/// Screens that speak for a chain. Count.
/// Reason: More cost time and say the same. Set by hand; no run measured it.
pub(crate) const MOST_EXEMPLARS: usize = 2;

/// Texts that tell a node. Count.
/// Reason: One of them must be there. Set by hand; no run measured it.
pub(crate) const MOST_TEXTS: usize = 5;

/// Lines of more words are prose. Count of words.
/// Reason: They tell a document, not a screen. Set by hand; no run measured it.
pub(crate) const MOST_WORDS: usize = 8;

/// A text that names a node has at most so many. Count of words.
/// Reason: A name is short. Set by hand; no run measured it.
pub(crate) const MOST_NAME_WORDS: usize = 6;

/// What names a field has at most so many. Count of words.
/// Reason: More is a sentence beside it. Set by hand; no run measured it.
pub(crate) const LONGEST_FIELD_NAME: usize = 5;

/// Values of a variable that are kept as examples. Count.
/// Reason: Enough to show its form. Set by hand; no run measured it.
pub(crate) const MOST_EXAMPLES: usize = 5;
