//! How a field is filled in, and how what it shows is read back.

/// How far around a field its caret or border may show. px.
/// Reason: Focus rings are drawn a few pixels outside of the box. Set by hand; no run measured it.
pub(crate) const FIELD_MARGIN: i32 = 6;

/// Least part of the box around a text that changes when the text is marked. Share of the box, 0..1.
/// Reason: The background of the letters changes, which is most of the box; a caret, a border or a focus ring is far
/// less. Set by hand; no run measured it.
pub(crate) const MARKED: f64 = 0.3;

/// A channel that changes by no more than this is unchanged. Levels of 255.
/// Reason: That much is the noise of a compressed picture. Set by hand; no run measured it.
pub(crate) const MARK_LEVEL: u8 = 12;

/// Letters that are typed and read back before the rest where no focus shows. Count.
/// Reason: Enough to be read as a text, few enough to be taken out again. Set by hand; no run measured it.
pub(crate) const FIRST_LETTERS: usize = 3;

/// A field, a text or a control that moved by no more than this is the same. px.
/// Reason: Boxes are off by a pixel or two between two looks. Set by hand; no run measured it.
pub(crate) const SAME_PLACE: i32 = 3;

/// From so many letters on, a part of what was typed, or one other letter in it, is taken for what was typed. Count of
/// letters and digits.
/// Reason: In a shorter text one letter makes another value. Set by hand; no run measured it.
pub(crate) const LONG_TEXT: usize = 12;

/// Least likeness at which a long text is what was typed, with one letter misread. Ratio 0..1.
/// Reason: One misread letter of 13 gives 0.923; of 12 it gives 0.917, which is refused. Set by hand; no run measured
/// it.
pub(crate) const MISREAD_LONG: f64 = 0.92;

/// A typed text with fewer is not searched inside of what another field shows. Count of letters and digits.
/// Reason: Shorter ones stand in any text. Set by hand; no run measured it.
pub(crate) const LEAST_TELLING: usize = 4;

/// A change that is no wider than this is a caret. px.
/// Reason: Carets are one to three pixels wide; `lea-understand` takes carets to be no wider. Set by hand; no run
/// measured it.
pub(crate) const CARET_WIDEST: u32 = 3;

/// Actions that are taken back, and actions that take something back, after a step went wrong. Count.
/// Reason: Further back the run no longer knows what the application did. Set by: SPEC ACT.7.
pub(crate) const MOST_UNDONE: usize = 3;

/// Times that a person may say that a misplaced text is taken out before the run stops. Count.
/// Reason: Whoever says so three times does not see it. Set by hand; no run measured it.
pub(crate) const MOST_LOOKS: u32 = 3;

/// How far around a private line its picture is covered. px.
/// Reason: Letters reach a little beyond the box that was read. Set by hand; no run measured it.
pub(crate) const PRIVATE_MARGIN: i32 = 2;

/// How far around a field with a secret its picture is covered for a language model. px.
/// Reason: Letters and carets reach a little beyond the box of a field. Set by hand; no run measured it.
pub(crate) const SECRET_MARGIN: i32 = 4;

/// A secret, and a word that may be one, with fewer is not searched in texts. Count of characters.
/// Reason: Shorter ones are part of any text, and everything would be hidden. Set by hand; no run measured it.
pub(crate) const LEAST_SECRET: usize = 3;

/// Least likeness at which a word that was read may be a secret. Ratio 0..1.
/// Reason: One letter in three may be misread; hiding too much costs less than showing a secret. Set by hand; no run
/// measured it.
pub(crate) const MISREAD_SECRET: f64 = 0.66;
