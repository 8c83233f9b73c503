//! What a step is judged by after it was done (SPEC ACT.6). Where on the scale the pixels of a change fall is in
//! `settings`.

/// How sure pixels are after an error was reported. Confidence 0..1.
/// Reason: The application says itself that it failed. Set by: SPEC ACT.6.
pub(crate) const SURE_REPORTED: f64 = 0.9;

/// How sure they are where the screen has another size. Confidence 0..1.
/// Reason: Something happened, and the two pictures cannot be compared. Set by: SPEC ACT.6.
pub(crate) const SURE_RESIZED: f64 = 0.7;

/// How sure they are where the context changed. Confidence 0..1.
/// Reason: So large a change may be another application. Set by: SPEC ACT.6.
pub(crate) const SURE_CONTEXT: f64 = 0.6;

/// How sure they are at least where the whole screen changed; the changed share is added. Confidence 0..1.
/// Reason: A larger change is less likely chance. Set by: SPEC ACT.6.
pub(crate) const SURE_GLOBAL: f64 = 0.5;

/// How sure they are at most where the whole screen changed. Confidence 0..1.
/// Reason: A change alone does not say that it is the right one. Set by: SPEC ACT.6.
pub(crate) const MOST_SURE_GLOBAL: f64 = 0.9;

/// How sure they are at least where only the surroundings of the point changed; the changed share is added. Also where
/// few pixels changed, and a line says something else. Confidence 0..1.
/// Reason: A hover or a focus changes them too. Set by: SPEC ACT.6.
pub(crate) const SURE_LOCAL: f64 = 0.3;

/// How sure they are at most where only the surroundings of the point changed. Confidence 0..1.
/// Reason: A hover or a focus changes them too. Set by: SPEC ACT.6.
pub(crate) const MOST_SURE_LOCAL: f64 = 0.7;

/// How sure they are after an action that may change nothing. Confidence 0..1.
/// Reason: No change speaks neither for nor against it. Set by: SPEC ACT.6.
pub(crate) const SURE_UNCHANGED_ALLOWED: f64 = 0.4;

/// How sure they are after another action that changed nothing. Confidence 0..1.
/// Reason: The answer may still be on its way. Set by: SPEC ACT.6.
pub(crate) const SURE_UNCHANGED: f64 = 0.6;

/// What meaning adds to the confidence of pixels where both say that it worked. Confidence 0..1.
/// Reason: Two witnesses say more than one. Set by: SPEC ACT.6.
pub(crate) const BOTH_AGREE: f64 = 0.2;

/// How sure a verdict is at most. Confidence 0..1.
/// Reason: Both witnesses may be wrong. Set by: SPEC ACT.6.
pub(crate) const MOST_SURE: f64 = 0.95;

/// How sure a verdict is where pixels changed and meaning says no. Confidence 0..1.
/// Reason: What was expected may still be on its way. Set by: SPEC ACT.6.
pub(crate) const SURE_UNEXPECTED: f64 = 0.7;

/// How sure a verdict is where meaning says yes and no pixels changed. Confidence 0..1.
/// Reason: What is seen may have been there before. Set by: SPEC ACT.6.
pub(crate) const SURE_BY_MEANING: f64 = 0.6;

/// How sure a verdict is where neither says yes. Confidence 0..1.
/// Reason: Both agree that it did not work. Set by: SPEC ACT.6.
pub(crate) const SURE_NEITHER: f64 = 0.8;

/// Nodes that are named where the expected one is not shown. Count.
/// Reason: More are not read. Set by hand; no run measured it.
pub(crate) const MOST_NEAREST: usize = 3;

/// So many lines that came or went make another content of the same screen. Count.
/// Reason: One or two may be misread or a clock. Set by hand; no run measured it.
pub(crate) const OTHER_LINES: usize = 3;

/// Lines of no more than this are not counted for that. Count of bytes.
/// Reason: They are icons and marks that are read differently each time. Set by hand; no run measured it.
pub(crate) const SHORT_LINE: usize = 2;

/// A part in the middle of a step that changed at least this may have led elsewhere. Per cent of the screen.
/// Reason: A menu or a field that is filled in changes less. Set by hand; no run measured it.
pub(crate) const MUCH_CHANGED: f64 = 20.0;

/// How far around a button its look under the pointer may reach. px.
/// Reason: Shadows and borders are drawn a few pixels outside of it. Set by hand; no run measured it.
pub(crate) const HOVER_MARGIN: i32 = 10;

/// A control with less than this is duller than its own picture. Share of the picture's contrast, 0..1.
/// Reason: Themes put disabled text at a third to a half of the usual contrast (`FAINT` of `lea-understand`); this
/// leaves room for pictures that lost some of theirs. Set by hand; no run measured it.
pub(crate) const DULLER: f64 = 0.7;

/// Part of a control's lightest and darkest pixels that does not count for its contrast. Divisor of the pixels.
/// Reason: Single pixels of a border or a caret are no letters. Set by hand; no run measured it.
pub(crate) const OUTLIERS: usize = 50;

/// A shorter text is not taken for the title of a window. Count of letters.
/// Reason: Short words are part of many titles. Set by hand; no run measured it.
pub(crate) const LEAST_TITLE: usize = 4;

/// A change is like those of the demonstrations where it is at most so many times smaller or larger. Factor.
/// Reason: Other values fill other pixels, and a drifted screen draws them larger or smaller. Set by hand; no run measured it.
pub(crate) const CHANGE_SPREAD: f64 = 2.0;
