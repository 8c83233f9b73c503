//! How a reading is checked against the forms of its letters.

/// A dot belongs to the letter under its middle, or this far beside it. Capitals.
/// Reason: The dots of an ï stand up to 0.2 beside its stem. Set between the sizes named here; their measurement was
/// not kept.
pub(crate) const DOT_BESIDE: f32 = 0.22;

/// A dot is at most this high. Capitals.
/// Reason: Apostrophes, which are higher, stand as near to an l. Set by hand; no run measured it.
pub(crate) const DOT_HIGH: f32 = 0.22;

/// An accent belongs to the letter under its middle, or this far beside it. Capitals.
/// Reason: Apostrophes stand further off. Set by hand; no run measured it.
pub(crate) const ACCENT_BESIDE: f32 = 0.12;

/// What ends this far above the baseline may be a dot or an accent. Capitals.
/// Reason: It stands over an x. Set by hand; no run measured it.
pub(crate) const DOT_ABOVE: f32 = 0.6;

/// A dot or an accent is at most this high. Capitals.
/// Reason: Higher marks are quotes or letters. Set by hand; no run measured it.
pub(crate) const DOT_MOST: f32 = 0.36;

/// What a character far from its letter costs. Cost per capital.
/// Reason: The unit of the other costs. Set by hand; no run measured it.
pub(crate) const FAR_COST: f32 = 1.0;

/// What a character costs that is wider or narrower than the ink it is said to be. Cost per capital.
/// Reason: Widths differ between fonts. Set by hand; no run measured it.
pub(crate) const MISFIT_COST: f32 = 0.6;

/// What letters that touch cost, for each after the first. Cost.
/// Reason: Most do not touch. Set by hand; no run measured it.
pub(crate) const TOUCHING_COST: f32 = 0.06;

/// What a letter costs that was not read. Cost.
/// Reason: The models leave out little. Set by hand; no run measured it.
pub(crate) const UNREAD_COST: f32 = 0.8;

/// What a character costs that has no letter. Cost.
/// Reason: The models invent less than they leave out. Set by hand; no run measured it.
pub(crate) const INVENTED_COST: f32 = 0.9;

/// What a character costs that should reach up to the capitals, or down below the line, at a letter that does not, or
/// the reverse. Cost.
/// Reason: Forms differ between fonts. Set by hand; no run measured it.
pub(crate) const UNLIKE_COST: f32 = 0.4;

/// Most letters that touch. Count.
/// Reason: Longer runs take time. Set by hand; no run measured it.
pub(crate) const MOST_TOUCHING: usize = 12;

/// A letter higher than this reaches up to the capitals. Capitals.
/// Reason: An x reaches 0.78 at most. Set between the sizes named here; their measurement was not kept.
pub(crate) const REACHES_UP: f32 = 0.87;

/// A letter that ends further below the baseline has a descender. Capitals.
/// Reason: Round letters reach below it by less. Set by hand; no run measured it.
pub(crate) const REACHES_DOWN: f32 = 0.12;

/// Width by which the ink of a line is divided, at least. Capitals.
/// Reason: It keeps the quotient finite. Set by hand; no run measured it.
pub(crate) const LEAST_WIDTH: f32 = 0.1;

/// Usual width of the ink of i, l, dots and the like. Capitals.
/// Reason: It tells which ink is which character, about. Set by hand; no run measured it.
pub(crate) const WIDTH_THIN: f32 = 0.2;

/// The same of t, f, r and the like. Capitals.
/// Reason: It tells which ink is which character, about. Set by hand; no run measured it.
pub(crate) const WIDTH_NARROW: f32 = 0.42;

/// The same of most letters. Capitals.
/// Reason: It tells which ink is which character, about. Set by hand; no run measured it.
pub(crate) const WIDTH_USUAL: f32 = 0.68;

/// The same of round and broad capitals. Capitals.
/// Reason: It tells which ink is which character, about. Set by hand; no run measured it.
pub(crate) const WIDTH_BROAD: f32 = 0.9;

/// The same of m, w and the like. Capitals.
/// Reason: It tells which ink is which character, about. Set by hand; no run measured it.
pub(crate) const WIDTH_WIDE: f32 = 1.1;

/// Letters closer than this have no space between them. Capitals.
/// Reason: Letters of a word are closer. Set by hand; no run measured it.
pub(crate) const NO_SPACE: f32 = 0.2;

/// The same beside a hyphen. Capitals.
/// Reason: Typewriters put it far from its neighbours. Set by hand; no run measured it.
pub(crate) const NO_SPACE_AT_HYPHEN: f32 = 0.5;

/// Letters further apart than this have a space between them. Capitals.
/// Reason: Spaces are wider than gaps. Set by hand; lowered from 0.36 in commit e252fdc, the run was not kept.
pub(crate) const SPACE: f32 = 0.32;

/// The gap of a space is at least so many times the usual gap of the line. Usual gaps.
/// Reason: Letters that are set wide have gaps, but no spaces. Set by hand; no run measured it.
pub(crate) const SPACE_UNUSUAL: f32 = 2.2;

/// A 1 narrower than this stands in the middle of a digit's width. Capitals.
/// Reason: Digits of a font are of one width. Set by hand; no run measured it.
pub(crate) const THIN_ONE: f32 = 0.45;

/// That much more on the sides of such a 1 is no space. Capitals.
/// Reason: Its width is a digit's. Set by hand; no run measured it.
pub(crate) const BESIDE_ONE: f32 = 0.14;

/// A space before three digits may be this much more than the usual gap. Capitals.
/// Reason: Thousands are set with thin spaces. Set by hand; lowered from 0.17 in commit e252fdc, the run was not kept.
pub(crate) const THIN_SPACE: f32 = 0.1;

/// How far a gap may be from where two characters were read. Capitals.
/// Reason: A character may be surest a little beside its letter. Set by hand; no run measured it.
pub(crate) const GLYPH_SLACK: f32 = 0.6;

/// Letters of a typewriter are at most this far off their grid. Pitches.
/// Reason: Boxes of letters are off by a pixel. Set by hand; no run measured it.
pub(crate) const GRID_OFF: f32 = 0.17;

/// Fewest steps from letter to letter that tell a grid. Count of steps.
/// Reason: Fewer are even by chance. Set by hand; no run measured it.
pub(crate) const GRID_LETTERS: usize = 4;

/// At least so many of them are on the grid. Percent.
/// Reason: Some letters touch. Set by hand; no run measured it.
pub(crate) const GRID_PERCENT: usize = 88;

/// Steps of a typewriter, without the shortest and longest tenth, differ by at most this. Pitches.
/// Reason: All letters are equally far from the next. Set by hand; no run measured it.
pub(crate) const EVEN_STEPS: f32 = 0.2;

/// A letter higher than this times a capital is one. Factor.
/// Reason: x stands at 0.71 to 0.78 of a capital in the fonts of interfaces. Set between the sizes named here; their
/// measurement was not kept.
pub(crate) const CAPITAL_TO_HIGH: f32 = 0.88;

/// A letter higher than this times an x is a capital. Factor.
/// Reason: x stands at 0.71 to 0.78 of a capital in the fonts of interfaces. Set between the sizes named here; their
/// measurement was not kept.
pub(crate) const CAPITAL_TO_LOW: f32 = 1.18;

/// A letter this high may be either. Share of the way from x to capital.
/// Reason: A pixel more or less makes the difference. Set by hand; no run measured it.
pub(crate) const CAPITAL_UNSURE: std::ops::Range<f32> = 0.35..0.65;

/// A first letter of a word no higher than this times an x is a small one. Factor.
/// Reason: A capital is 1.28 times as high or more. Set between the sizes named here; their measurement was not kept.
pub(crate) const CLEARLY_LOW: f32 = 1.06;

/// A first letter of a word no higher than this times a capital is a small one. Factor.
/// Reason: x stands at 0.71 to 0.78 of a capital. Set between the sizes named here; their measurement was not kept.
pub(crate) const CLEARLY_BELOW: f32 = 0.8;

/// This much wider than every other digit of its line is no zero but an O. px.
/// Reason: Digits of a font are of one width. Set by hand; no run measured it.
pub(crate) const WIDER_THAN_DIGITS: u32 = 2;

/// An O is at least this wide to its height, in every font of one-width digits. Ratio.
/// Reason: Zeros are slimmer. Set by hand; no run measured it.
pub(crate) const ROUND: f32 = 0.88;

/// A zero is at most this wide to its height. Ratio.
/// Reason: An O is rounder. Set by hand; no run measured it.
pub(crate) const SLIM: f32 = 0.6;

/// Narrower than this is no 1 but an I or l. Capitals.
/// Reason: A 1 with its flag is 0.35 wide. Set between the sizes named here; their measurement was not kept.
pub(crate) const NARROW_AS_I: f32 = 0.22;

/// A stem under an accent is at most this wide. Capitals.
/// Reason: A capital I under its hat is taken for many things. Set by hand; no run measured it.
pub(crate) const STEM_WIDTH: f32 = 0.45;

/// A stem at least this high is a capital, where nothing else tells. Capitals.
/// Reason: It reaches up to the capitals. Set by hand; no run measured it.
pub(crate) const CAPITAL_BODY: f32 = 0.95;

/// An o that ends this far above the baseline is a degree sign. Capitals.
/// Reason: Letters stand on it. Set by hand; no run measured it.
pub(crate) const RAISED: f32 = 0.3;

/// A dash is at most this high. Capitals.
/// Reason: Higher marks are letters. Set by hand; no run measured it.
pub(crate) const DASH_FLAT: f32 = 0.3;

/// A wider dash is an en dash. Capitals.
/// Reason: A hyphen is up to 0.5 wide, an en dash 0.7, an em dash 1.2. Set between the sizes named here; their
/// measurement was not kept.
pub(crate) const EN_DASH: f32 = 0.58;

/// A wider dash is an em dash. Capitals.
/// Reason: A hyphen is up to 0.5 wide, an en dash 0.7, an em dash 1.2. Set between the sizes named here; their
/// measurement was not kept.
pub(crate) const EM_DASH: f32 = 1.05;

/// Width of an underscore that was not read. Capitals.
/// Reason: Longer ones are underlines. Set by hand; no run measured it.
pub(crate) const UNDERSCORE_WIDTH: std::ops::Range<f32> = 0.45..1.2;

/// It is at most this high. Capitals.
/// Reason: Higher marks are letters. Set by hand; no run measured it.
pub(crate) const UNDERSCORE_FLAT: f32 = 0.2;

/// An apostrophe that was not read ends at least this far above the baseline. Capitals.
/// Reason: Commas stand on it. Set by hand; no run measured it.
pub(crate) const APOSTROPHE_ABOVE: f32 = 0.55;

/// It is at most this wide. Capitals.
/// Reason: Wider marks are accents. Set by hand; no run measured it.
pub(crate) const APOSTROPHE_WIDTH: f32 = 0.25;

/// It is this high. Capitals.
/// Reason: Lower marks are dots, higher ones letters. Set by hand; no run measured it.
pub(crate) const APOSTROPHE_HEIGHT: std::ops::Range<f32> = 0.2..0.5;

/// An accent whose ink moves sideways like this from row to row leans. Correlation -1..1.
/// Reason: A circumflex has about 0, an acute -0.7. Set between the sizes named here; their measurement was not kept.
pub(crate) const LEANS: f32 = 0.4;

/// A slash leans at least like this. Correlation -1..1.
/// Reason: An italic l has -0.5. Set between the sizes named here; their measurement was not kept.
pub(crate) const SLASH: f32 = -0.8;

/// A slash is this wide. Heights of the mark.
/// Reason: A bar is slimmer, a letter wider. Set by hand; no run measured it.
pub(crate) const SLASH_WIDTH: std::ops::RangeInclusive<f32> = 0.22..=0.75;

/// Accents may reach this far beside the body of their letter. Capitals.
/// Reason: The hat of an î is wider than its stem. Set by hand; no run measured it.
pub(crate) const ACCENT_REACH: f32 = 0.2;

/// The middles of an accent and its letter are at most this far apart. Capitals.
/// Reason: An accent lies over its letter. Set by hand; no run measured it.
pub(crate) const ACCENT_ASIDE: f32 = 0.25;

/// A circumflex is at least this wide. Capitals.
/// Reason: The dot of an i is 0.15 wide, that of a bold one 0.25. Set between the sizes named here; their measurement
/// was not kept.
pub(crate) const HAT_WIDE: f32 = 0.3;

/// A circumflex is at least so many times as wide as high. Ratio.
/// Reason: Dots are as wide as high. Set by hand; no run measured it.
pub(crate) const HAT_FLAT: f32 = 1.4;

/// A circumflex is at least so many times as wide as its stem, or `HAT_LETTER` wide. Widths of the stem.
/// Reason: The dot of a bold i is wide and low as well, but no wider than its stem. Set by hand; no run measured it.
pub(crate) const HAT_STEM: f32 = 1.6;

/// A circumflex over a wide letter is at least this wide. Capitals.
/// Reason: The letter under it is wider than it. Set by hand; no run measured it.
pub(crate) const HAT_LETTER: f32 = 0.42;

/// In two dots that touch less than this is in the middle third of the width. Share of the ink, 0..1.
/// Reason: The middle between two dots is empty. Set by hand; no run measured it.
pub(crate) const HOLLOW: f32 = 0.24;

/// In a circumflex more than this is. Share of the ink, 0..1.
/// Reason: Its peak is in the middle. Set by hand; no run measured it.
pub(crate) const PEAKED: f32 = 0.3;

/// An accent that leans is at least this wide. Capitals.
/// Reason: The dot of an i leans as well, if it is two pixels by two. Set by hand; no run measured it.
pub(crate) const ACCENT_WIDTH: f32 = 0.2;

/// Ink that varies less in a direction has no lean. Square px.
/// Reason: It keeps the quotient finite. Set by hand; no run measured it.
pub(crate) const LEAST_VARIANCE: f32 = 0.01;

/// Fewest dots that are a password. Count.
/// Reason: Fewer may be anything. Set by hand; no run measured it.
pub(crate) const BULLETS: usize = 3;

/// The narrowest bullet. px.
/// Reason: Smaller ones are dots of a line. Set by hand; no run measured it.
pub(crate) const BULLET_LEAST: u32 = 3;

/// The widest bullet: that of a large font at 200 %. px.
/// Reason: Wider ones are icons in a row. Set by hand; no run measured it.
pub(crate) const BULLET_WIDEST: u32 = 24;

/// Dots nearer to each other than this show no clean paper between them. px.
/// Reason: Their soft edges touch. Set by hand; no run measured it.
pub(crate) const BULLET_GAP: i32 = 3;

/// A dot fills at least this much. Tenths of its box.
/// Reason: A letter fills about half, and a heavy 8 has holes. Set by hand; no run measured it.
pub(crate) const BULLET_FILL: usize = 7;

/// Dots of a row are no further from each other. Widths of the dot.
/// Reason: Further off is another field. Set by hand; no run measured it.
pub(crate) const BULLET_STEP: i32 = 3;

/// Carets beside bullets are at most this wide. px.
/// Reason: Wider ones are letters. Set by hand; no run measured it.
pub(crate) const BULLET_CARET: u32 = 3;

/// What differs this much from the paper is no faint edge. Share of the most contrast, 0..1.
/// Reason: Between two dots of a browser's usual font lies at most 0.4. Set between the sizes named here; their
/// measurement was not kept.
pub(crate) const BULLET_CORE: f32 = 0.6;

/// The middle of a bullet differs from its paper by more than this. Levels of 255.
/// Reason: Rings are letters. Set by hand; no run measured it.
pub(crate) const BULLET_SOLID: u8 = 40;

/// What dots that touch are apart more than they are high. px.
/// Reason: A pixel is shared between two. Set by hand; no run measured it.
pub(crate) const BULLET_PITCH: f32 = 0.7;

/// Where two dots touch, the ink is at most this much. Numerator, denominator of the highest column.
/// Reason: Both are lower there than in their middles. Set by hand; no run measured it.
pub(crate) const BULLET_VALLEY: (u32, u32) = (4, 5);

/// How sure a minus or equals sign is that stands by itself. Confidence 0..1.
/// Reason: A bar may as well be part of a picture. Set by hand; no run measured it.
pub(crate) const SIGN_BAR: f64 = 0.7;

/// The bars of a minus or equals sign that stands by itself are at most this high. px.
/// Reason: Thicker ones are faces. Set by hand; no run measured it.
pub(crate) const SIGN_HIGH: u32 = 4;

/// The bars of such a sign are at least so many times as wide as high. Ratio.
/// Reason: Others are dots. Set by hand; no run measured it.
pub(crate) const SIGN_FLAT: u32 = 3;

/// The bars of such a sign are at most this wide. px.
/// Reason: Longer ones are rules. Set by hand; no run measured it.
pub(crate) const SIGN_WIDE: u32 = 24;
