//! Numbers of the risk of steps, each with its unit, its reason and the run that set it.

/// Function keys that may send a form. Numbers of the keys.
/// Reason: F1 opens help; keyboards have at most 24. Set by hand; no run measured it.
pub(crate) const FUNCTION_KEYS: std::ops::RangeInclusive<u8> = 2..=24;

/// A thing that shows fewer letters or digits says nothing. Count.
/// Reason: OCR reads the drawing of an icon as one letter: a ring as O, a cross as X. Set by hand; no run measured it.
pub const LEAST_TELLING_LETTERS: usize = 2;

/// A question that is asked outside of a dialog stands at most this far above or below the button that answers it. Heights of its line.
/// Reason: A bar in a page has one or two lines and a margin. Set by hand; no run measured it.
pub(crate) const QUESTION_ABOVE: i32 = 4;

/// The same question stands at most this far left or right of the button. Heights of its line.
/// Reason: A bar has its question at the left and its buttons at the right; as far as a label from its field. Set by
/// hand; no run measured it.
pub(crate) const QUESTION_BESIDE: i32 = 16;
