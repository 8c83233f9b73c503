//! How ink becomes lines and pieces of lines.

/// The lowest letter. px.
/// Reason: The x of a font of 8 pixels. Set by hand; no run measured it.
pub(crate) const LOWEST_LETTER: i32 = 4;

/// Letters whose heights differ more do not start a line together. Factor.
/// Reason: An icon beside two lines of text, a brace. Set by hand; no run measured it.
pub(crate) const HEIGHT_RATIO: f32 = 2.6;

/// Letters of a word, and words with a usual space, are no further apart. Heights of the higher one.
/// Reason: More may be another entry. Set by hand; no run measured it.
pub(crate) const LETTER_GAP: f32 = 0.8;

/// Pieces of a line are no further apart. Capitals.
/// Reason: Words of typewriter fonts are 1.2 apart, entries of a menu 1.6 and more. Set between the sizes named here;
/// their measurement was not kept.
pub(crate) const WORD_GAP: f32 = 1.3;

/// Letters side by side share at least this much of their height. Heights of the lower one.
/// Reason: Less is another line. Set by hand; no run measured it.
pub(crate) const LETTER_SHARED: f32 = 0.5;

/// Marks lower than this are not measured for the baseline. Numerator, denominator of the tallest.
/// Reason: Dots and commas say nothing of it. Set by hand; no run measured it.
pub(crate) const LETTER_LEAST: (u32, u32) = (2, 5);

/// A capital is at most this high. Median heights.
/// Reason: An accent that touches its capital is not part of its height: 1.37 is what l is to x. Set between the sizes
/// named here; their measurement was not kept.
pub(crate) const CAPITAL_MOST: f32 = 1.5;

/// A speck above or below the letters is at most this far beside the line. Capitals.
/// Reason: It belongs to a letter. Set by hand; no run measured it.
pub(crate) const SPECK_REACH: f32 = 0.6;

/// A speck is at most this far above or below the letters. Capitals.
/// Reason: Further off is another line. Set by hand; no run measured it.
pub(crate) const SPECK_LEVEL: f32 = 0.35;

/// Bars of one sign are at most this far apart. px.
/// Reason: The two of an equals sign. Set by hand; no run measured it.
pub(crate) const BAR_GAP: i32 = 6;

/// Width of a bar that is a sign. px.
/// Reason: Shorter ones are dots, longer ones rules. Set by hand; no run measured it.
pub(crate) const SIGN_WIDTHS: std::ops::RangeInclusive<u32> = 5..=24;

/// Most bars of a sign. Count.
/// Reason: ≡ has three. Set by hand; no run measured it.
pub(crate) const SIGN_PARTS: usize = 3;

/// Height of the capitals that belong to a minus. Widths of the sign.
/// Reason: A minus is as wide as two thirds of a capital is high. Set by hand; no run measured it.
pub(crate) const SIGN_CAPITAL: f32 = 1.4;

/// A line of one or two marks lower than this may belong to another. Capitals of the larger line.
/// Reason: It is a quote or a detached accent. Set by hand; no run measured it.
pub(crate) const SMALL_CAPITAL: f32 = 0.72;

/// Pieces of one line differ less in the height of their capitals. Factor.
/// Reason: Pieces without capitals are lower. Set by hand; no run measured it.
pub(crate) const SAME_SIZE: f32 = 1.6;

/// Pieces of one line differ by no more than this in their baselines. Capitals.
/// Reason: More is another line. Set by hand; no run measured it.
pub(crate) const SAME_BASELINE: f32 = 0.2;

/// The corners of borders are at most this high. px.
/// Reason: Larger ones are no corners. Set by hand; no run measured it.
pub(crate) const CORNER: u32 = 16;

/// Least height of a capital. px.
/// Reason: Smaller letters cannot be read. Set by hand; no run measured it.
pub(crate) const LEAST_CAPITAL: f32 = 5.0;

/// A single mark higher than this is a picture. px.
/// Reason: Letters that large do not stand alone. Set by hand; no run measured it.
pub(crate) const HIGHEST_ALONE: u32 = 64;

/// What is higher than this, and wide, is an icon beside the text. Capitals.
/// Reason: Letters with accents or descenders are lower. Set by hand; no run measured it.
pub(crate) const ICON: f32 = 1.45;

/// An icon beside the text is at least this wide. Capitals.
/// Reason: Brackets and bars are narrower. Set by hand; no run measured it.
pub(crate) const ICON_WIDTH: f32 = 0.9;

/// An icon that reaches below the line as well as up to the capitals is at least this high. Capitals.
/// Reason: Letters do one or the other. Set by hand; no run measured it.
pub(crate) const CENTRED_ICON: f32 = 1.17;

/// A centred icon reaches at least this far below the line; an arrow ends at least this far above it. Capitals.
/// Reason: Round letters reach below it by less. Set by hand; no run measured it.
pub(crate) const ICON_BELOW: f32 = 0.08;

/// A centred icon reaches at least this far above the line. Capitals.
/// Reason: Letters with descenders end lower. Set by hand; no run measured it.
pub(crate) const ICON_ABOVE: f32 = 0.95;

/// Width to height of such an icon. Ratio.
/// Reason: Brackets are slimmer, dashes flatter. Set by hand; no run measured it.
pub(crate) const ICON_ASPECT: std::ops::RangeInclusive<f32> = 0.6..=1.7;

/// An icon stands at least this far from its label. Capitals.
/// Reason: Letters are closer. Set by hand; no run measured it.
pub(crate) const ICON_GAP: f32 = 0.25;

/// Width to height of the arrow of a list that drops down. Ratio.
/// Reason: A v is slimmer, a dash flatter. Set by hand; no run measured it.
pub(crate) const ARROW_ASPECT: std::ops::RangeInclusive<f32> = 1.4..=2.8;

/// That arrow is at least this high. Capitals.
/// Reason: A dash is lower. Set by hand; no run measured it.
pub(crate) const ARROW_HEIGHT: f32 = 0.3;

/// Icons of a row are at least this high. px.
/// Reason: Smaller ones may be letters. Set by hand; no run measured it.
pub(crate) const ROW_HIGH: u32 = 14;

/// Icons of a row stand at least this far apart. Heights of the icon.
/// Reason: Letters are closer. Set by hand; no run measured it.
pub(crate) const ROW_GAP: f32 = 0.3;

/// Width to height of the icons of a row. Ratio.
/// Reason: Letters are slimmer. Set by hand; no run measured it.
pub(crate) const ROW_SQUARE: std::ops::RangeInclusive<f32> = 0.75..=1.33;

/// A row has at least so many icons. Count.
/// Reason: Two may be letters. Set by hand; no run measured it.
pub(crate) const ROW_ICONS: usize = 3;

/// Words among them are this high. Heights of the icon.
/// Reason: Icons of a bar are larger than its words. Set by hand; no run measured it.
pub(crate) const ROW_WORDS: std::ops::RangeInclusive<f32> = 0.4..=0.75;

/// What stands before a label is no further from it. Capitals.
/// Reason: Further off is another column. Set by hand; no run measured it.
pub(crate) const CONTROL_GAP: f32 = 2.2;

/// What stands before a label and is no letter is at least this high. Capitals.
/// Reason: Lower ones may be letters. Set by hand; no run measured it.
pub(crate) const CONTROL_HIGH: f32 = 1.1;

/// What stands before a label and is no letter is at most this high. Capitals.
/// Reason: Higher ones are pictures. Set by hand; no run measured it.
pub(crate) const CONTROL_MOST: f32 = 3.0;

/// The middles of a label and of what stands before it differ in height by no more than this. Capitals.
/// Reason: It stands in the same line. Set by hand; no run measured it.
pub(crate) const CONTROL_LEVEL: f32 = 0.35;

/// Width to height of what stands before a label and is no letter. Ratio.
/// Reason: Boxes and rings are as wide as high. Set by hand; no run measured it.
pub(crate) const CONTROL_SQUARE: std::ops::RangeInclusive<f32> = 0.8..=1.25;

/// What stands before a label has at most so many marks. Count.
/// Reason: A frame, a tick and a dot. Set by hand; no run measured it.
pub(crate) const CONTROL_PARTS: usize = 3;

/// A space is at least this wide. Capitals.
/// Reason: Letters of a word are closer. Set by hand; no run measured it.
pub(crate) const SPACE: f32 = 0.28;

/// A space is at least so many times as wide as the usual gap between letters. Usual gaps.
/// Reason: Letters that are set wide have gaps, but no spaces. Set by hand; no run measured it.
pub(crate) const SPACE_LETTERS: f32 = 2.0;

/// Entries side by side are at least this far apart. Capitals.
/// Reason: Spaces are narrower. Set by hand; no run measured it.
pub(crate) const ENTRY_GAP: f32 = 0.72;

/// The gap between entries is at least so many times the usual space of the line. Usual spaces.
/// Reason: Justified text has wide spaces everywhere. Set by hand; no run measured it.
pub(crate) const ENTRY_UNUSUAL: f32 = 1.6;

/// Entries of a line that has no other space are at least this far apart. Capitals.
/// Reason: Nothing says how wide its spaces are. Set by hand; no run measured it.
pub(crate) const LONE_GAP: f32 = 1.15;

/// Ink whose middle is further than this from the middle of a word's outermost letters is not the word's. Capitals.
/// Reason: A wide letter is half as wide. Set by hand; no run measured it.
pub(crate) const WORD_REACH: f32 = 1.3;

/// Two letters further apart than this have something between them that is no letter. Capitals.
/// Reason: No space is that wide. Set by hand; no run measured it.
pub(crate) const WORD_APART: f32 = 3.0;
