//! What is ink and what is paper.

/// Neighbours that differ by no more than this in every channel belong to one region. Levels of 255.
/// Reason: A gradient moves by 1 to 3 levels a pixel, the edge of the faintest disabled text by more than 20. Set
/// between the sizes named here; their measurement was not kept.
pub(crate) const SAME_COLOUR: u32 = 4;

/// The same in a frame full of noise, as lossy compression leaves it around letters, once its papers are smooth.
/// Levels of 255.
/// Reason: Ripples around letters are stronger than gradients. Set by hand; no run measured it.
pub(crate) const SAME_COLOUR_IN_NOISE: u32 = 16;

/// A region this long in one direction is paper, or a rule. px.
/// Reason: No stroke of a letter is. Set by hand; no run measured it.
pub(crate) const LONG: i32 = 96;

/// A region of this many pixels may be paper. Square px.
/// Reason: The faces of the smallest buttons have some 500, the l of a title of 50 pixels 350. Set between the sizes
/// named here; their measurement was not kept.
pub(crate) const PAPER_AREA: u32 = 400;

/// Paper of `PAPER_AREA` fills at least this much of its box. Percent of its box.
/// Reason: A label leaves 70 to 85 of its button, an n of 56 pixels fills 62 of its own. Set between the sizes named
/// here; their measurement was not kept.
pub(crate) const PAPER_FILL: u64 = 66;

/// A region that fills less may be a heavy letter. Percent of its box.
/// Reason: An a of a bold title fills 67. Set between the sizes named here; their measurement was not kept.
pub(crate) const SURE_FILL: u64 = 74;

/// A heavy letter differs by more than this between left and right, or above and below. Share of a side, 0..1.
/// Reason: Faces are as round or as straight on the left as on the right, and above as below. Set by hand; no run
/// measured it.
pub(crate) const UNEVEN: f32 = 0.25;

/// A smaller face, of a key of a calculator, has at least so many pixels. Square px.
/// Reason: Smaller ones are letters. Set by hand; no run measured it.
pub(crate) const FACE_AREA: u32 = 200;

/// Such a small face is at least this high and wide. px.
/// Reason: It holds a label. Set by hand; no run measured it.
pub(crate) const FACE_SIDE: u32 = 12;

/// Such a small face fills at least this much of its box. Percent of its box.
/// Reason: The B of a heavy title fills 65. Set between the sizes named here; their measurement was not kept.
pub(crate) const FACE_FILL: u64 = 72;

/// A label at least this high stands inside such a small face. px.
/// Reason: That is the lowest letter. Set by hand; no run measured it.
pub(crate) const FACE_LABEL: i32 = 4;

/// A bar at least this long may underline. px.
/// Reason: What is shorter is a dash. Set by hand; no run measured it.
pub(crate) const UNDERLINE_LONG: u32 = 24;

/// An underline is at most this high. px.
/// Reason: Thicker ones are borders. Set by hand; no run measured it.
pub(crate) const UNDERLINE_HIGH: u32 = 4;

/// An underline is at least so many times as long as high. Ratio.
/// Reason: Dashes are shorter. Set by hand; no run measured it.
pub(crate) const UNDERLINE_FLAT: u32 = 12;

/// An underline fills at least this much of its box. Percent of its box.
/// Reason: Descenders interrupt it. Set by hand; no run measured it.
pub(crate) const UNDERLINE_FILL: u64 = 85;

/// Ink stands right above at least this much of an underline. Percent of its length.
/// Reason: The rest of what is as long and as flat is a dash. Set by hand; no run measured it.
pub(crate) const UNDERLINE_INK: usize = 25;

/// A caret is at most this wide, at 200 %. px.
/// Reason: Wider ones are letters or borders. Set by hand; no run measured it.
pub(crate) const WIDEST_BAR: u32 = 4;

/// A caret is at least this high. px.
/// Reason: It is higher than its letters. Set by hand; no run measured it.
pub(crate) const LOWEST_BAR: u32 = 9;

/// A caret is at least so many times as high as wide. Ratio.
/// Reason: Letters are wider. Set by hand; no run measured it.
pub(crate) const BAR_SLIM: u32 = 5;

/// A caret fills at least this much. Percent of its box.
/// Reason: It is a plain bar. Set by hand; no run measured it.
pub(crate) const BAR_FILL: u64 = 90;

/// Marks higher than this are no letters. px.
/// Reason: No text of an interface is that large. Set by hand; no run measured it.
pub(crate) const TALLEST: i32 = 120;

/// A frame is noisy where so many of the steps from pixel to pixel are small and go back at the next. Per thousand.
/// Reason: Noise does, letters and gradients do not: clean screens have 1 to 85, JPEG of quality 20 has 90 to 230. Set
/// between the sizes named here; their measurement was not kept.
pub(crate) const NOISY: usize = 88;

/// Steps of noise are at most this high. Levels of 255.
/// Reason: Edges of letters are higher. Set by hand; no run measured it.
pub(crate) const NOISE_STEP: i32 = 12;

/// One row in so many tells whether a frame is noisy. px.
/// Reason: All rows would tell the same. Set by hand; no run measured it.
pub(crate) const NOISE_SAMPLED: usize = 8;

/// Paper is looked for in squares of this side. px.
/// Reason: Smaller ones may hold nothing but ink. Set by hand; no run measured it.
pub(crate) const NOISE_SQUARE: usize = 16;

/// Paper of such a square is looked for this far around it, too. px.
/// Reason: A letter may fill its square. Set by hand; no run measured it.
pub(crate) const NOISE_AROUND: usize = 8;

/// Colours that differ by less than this are counted as one when the paper is looked for. Levels of 255.
/// Reason: Ripples spread a paper over several levels; the histogram holds 16 shades of each channel, so it cannot be
/// smaller. Set by hand; no run measured it.
pub(crate) const NOISE_SHADE: u8 = 16;

/// What differs from the paper by no more than this in every channel is a ripple. Levels of 255.
/// Reason: Ink differs by more. Set by hand; no run measured it.
pub(crate) const NOISE_RIPPLE: u8 = 40;

/// The sides of borders are at least this high. px.
/// Reason: Smaller marks between two papers may be letters. Set by hand; no run measured it.
pub(crate) const BORDER_SIDE: u32 = 20;

/// Sides of a box to tick. px.
/// Reason: At 100 to 200 %. Set by hand; no run measured it.
pub(crate) const BOX_SIDES: std::ops::RangeInclusive<u32> = 10..=44;

/// A full box to tick fills this much, corners apart. Percent of its box.
/// Reason: A heavy D leaves out 10 %. Set between the sizes named here; their measurement was not kept.
pub(crate) const BOX_FILL: u64 = 95;

/// A hollow frame is at least this wide and high. px.
/// Reason: Smaller ones may be letters. Set by hand; no run measured it.
pub(crate) const HOLLOW_SIDE: u32 = 14;

/// An underline goes on after an interruption of at most this. px.
/// Reason: Descenders interrupt it. Set by hand; no run measured it.
pub(crate) const UNDERLINE_BREAK: i32 = 24;

/// A caret reaches at least this far below the baseline. px.
/// Reason: An l or a capital I stands on it. Set by hand; no run measured it.
pub(crate) const CARET_BELOW: i32 = 2;

/// A caret within a line is at most this wide. px.
/// Reason: Wider ones are letters. Set by hand; no run measured it.
pub(crate) const CARET_WIDEST: i32 = 3;
