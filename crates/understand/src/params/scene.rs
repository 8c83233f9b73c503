//! What a screen is made of before anything is judged: regions, marks, words, outlines.

/// Neighbours that differ by no more than this in every channel belong together. Levels of 255.
/// Reason: Gradients of themes move by 1 to 3 levels a pixel, the faintest border that a person sees by more than 6.
/// Set between the sizes named here; their measurement was not kept.
pub(crate) const SAME_COLOUR: u8 = 4;

/// A region this long in one direction is paper or a rule, not part of a mark. px.
/// Reason: No stroke of an icon or a letter is that long. Set by hand; no run measured it.
pub(crate) const REGION_LENGTH: u32 = 96;

/// A region of this many pixels is paper. Square px.
/// Reason: The faces of the smallest buttons have some 500, the l of a title of 50 pixels 350. Set between the sizes
/// named here; their measurement was not kept.
pub(crate) const PAPER_AREA: u32 = 400;

/// Paper fills at least this much of its box. Share of its box, 0..1.
/// Reason: Strokes of large icons fill less. Set by hand; no run measured it.
pub(crate) const PAPER_FILL: f32 = 0.66;

/// Parts of one icon (the bars of a menu, three dots) are at most this far apart. Heights of text.
/// Reason: Icons beside each other are further apart. Set by hand; no run measured it.
pub(crate) const PART_GAP: f32 = 0.34;

/// `PART_GAP` is at least this. px.
/// Reason: In small fonts a pixel more or less is a large share. Set by hand; no run measured it.
pub(crate) const LEAST_PART_GAP: f32 = 3.0;

/// Side of a cell of the grid in which neighbouring marks are looked up. px.
/// Reason: Larger than any gap between parts. Set by hand; no run measured it.
pub(crate) const MARK_CELL: i32 = 32;

/// Marks that are kept, the largest. Count.
/// Reason: More are a photograph; the time stays linear. Set by hand; no run measured it.
pub(crate) const MOST_MARKS: usize = 20_000;

/// Side of a cell of the grids in which boxes are looked up. px.
/// Reason: A few lines of text. Set by hand; no run measured it.
pub(crate) const GRID_CELL: i32 = 64;

/// Height of text where a screen has none. px.
/// Reason: Capitals of a font of 15 pixels with their descenders. Set by hand; no run measured it.
pub(crate) const USUAL_HEIGHT: f32 = 13.0;

/// Least height of text. px.
/// Reason: Smaller letters cannot be read. Set by hand; no run measured it.
pub(crate) const LEAST_HEIGHT: f32 = 6.0;

/// A mark of which this much lies in a line of text belongs to it. Share of the mark, 0..1.
/// Reason: More of it is text than not. Set by hand; no run measured it.
pub(crate) const IN_TEXT: f32 = 0.5;

/// Words whose inks differ by more than this in a channel have different colours. Levels of 255.
/// Reason: Antialiasing of thin strokes stays below. Set by hand; no run measured it.
pub(crate) const OTHER_INK: i32 = 70;

/// Words further apart than this may be entries of a bar. Heights of the line.
/// Reason: Spaces are 0.25 to 0.4 wide, only those of typewriter fonts more. Set between the sizes named here; their
/// measurement was not kept.
pub(crate) const WIDE_GAP: f32 = 0.5;

/// The furthest part of the pixels from the paper is the ink: one in this many. Divisor of the area.
/// Reason: It is the heart of the strokes, without their soft edges. Set by hand; no run measured it.
pub(crate) const INK_PART: u64 = 20;

/// An underline of a word is at most this high. px.
/// Reason: Thicker ones are borders. Set by hand; no run measured it.
pub(crate) const UNDERLINE_HEIGHT: u32 = 3;

/// An underline of a word differs from its paper by more than this. Levels of 255.
/// Reason: Fainter ones are borders of rows. Set by hand; no run measured it.
pub(crate) const UNDERLINE_CONTRAST: i32 = 40;

/// Width of an underline. Tenths of the word's width.
/// Reason: It is about as wide as its word; a rule is wider. Set by hand; no run measured it.
pub(crate) const UNDERLINE_TENTHS: std::ops::RangeInclusive<u32> = 5..=14;

/// A pixel of an outline that differs by more than this from the surroundings is drawn. Levels of 255.
/// Reason: Compression and gradients stay below. Set by hand; no run measured it.
pub(crate) const OUTLINE_DIFFERENT: i32 = 12;

/// Colours closer than this are one colour of a face. Levels of 255.
/// Reason: Compression and gradients stay below. Set by hand; no run measured it.
pub(crate) const SAME_FACE: i32 = 12;
