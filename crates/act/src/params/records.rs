//! Which record is open, and which row of a list is meant.

/// A label stands at most this far above the value that it names. Heights of the label.
/// Reason: Further up it names something else; `lea-learn` marks records with the same distance. Set by hand; no run
/// measured it.
pub(crate) const LABEL_ABOVE: i32 = 3;

/// A label stands at most this far left of the value that it names. Heights of the label.
/// Reason: Forms leave room for the longest label; `lea-learn` marks records with the same distance. Set by hand; no
/// run measured it.
pub(crate) const LABEL_BESIDE: i32 = 16;

/// A label above a value begins no further from the value's left edge than this. px.
/// Reason: Values are indented a little below their labels; `lea-learn` allows the same. Set by hand; no run measured
/// it.
pub(crate) const LABEL_INDENT: i32 = 24;

/// A value with fewer is not taken to belong to one record only. Count of digits.
/// Reason: Shorter numbers are counts and ages, which many records share. Set by hand; no run measured it.
pub(crate) const LEAST_RECORD_DIGITS: usize = 3;

/// A value of letters and digits has a form of its own from so many on. Count of digits.
/// Reason: With fewer, other codes on the screen have the same form. Set by hand; no run measured it.
pub(crate) const LEAST_MIXED_DIGITS: usize = 3;

/// A value of digits alone has a form of its own from so many on. Count of digits.
/// Reason: Shorter ones are years and amounts, which stand on any screen. Set by hand; no run measured it.
pub(crate) const LEAST_PLAIN_DIGITS: usize = 6;

/// A control that turns pages stands at most this far above or below its table. Heights of a row.
/// Reason: Further off it belongs to something else. Set by hand; no run measured it.
pub(crate) const PAGER_REACH: i32 = 4;

/// How far above or below a control the text that numbers its page may be centred. px.
/// Reason: Controls and texts of one line differ a little in height. Set by hand; no run measured it.
pub(crate) const PAGER_LINE: i32 = 6;

/// A row that is not seen to be one of a table stands at most this far above or below its rows. Heights of a row.
/// Reason: The last row of a table has no line below it and is sometimes not seen; further off is another thing. Set by
/// hand; no run measured it.
pub(crate) const ROW_BEYOND: i32 = 3;
