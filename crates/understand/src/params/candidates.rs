//! Which boxes may be elements.

/// Faces with a shorter side are dots. px.
/// Reason: Nothing so small is clicked. Set by hand; no run measured it.
pub(crate) const LEAST_SIDE: u32 = 6;

/// Faces fill at least this much. Share of its box, 0..1.
/// Reason: A disc fills 0.79. Set by hand; no run measured it.
pub(crate) const LEAST_SOLIDITY: f32 = 0.72;

/// A face that covers more is the page. Percent of the screen.
/// Reason: It is no element. Set by hand; no run measured it.
pub(crate) const MOST_PERCENT: u64 = 97;

/// Shortest side of a candidate within the screen. px.
/// Reason: Less is a cut-off border. Set by hand; no run measured it.
pub(crate) const LEAST_CANDIDATE: u32 = 4;

/// A border is at most this thick. px.
/// Reason: Thicker ones are faces. Set by hand; no run measured it.
pub(crate) const THICKEST_BORDER: i32 = 3;

/// A border differs from what lies outside it by more than this, in a channel. Levels of 255.
/// Reason: Less is a shadow. Set by hand; no run measured it.
pub(crate) const BORDER_CONTRAST: i32 = 10;

/// The longer side of an icon. Heights of text.
/// Reason: Smaller marks are dots, larger ones pictures. Set by hand; no run measured it.
pub(crate) const ICON_SIZES: std::ops::RangeInclusive<f32> = 0.4..=6.0;

/// The shorter side of an icon is at least this. Heights of text.
/// Reason: Less is a rule. Set by hand; no run measured it.
pub(crate) const THINNEST_ICON: f32 = 0.12;

/// Rules and bars of sliders are at most this thick. Heights of text.
/// Reason: Thicker ones are faces. Set by hand; no run measured it.
pub(crate) const THIN: f32 = 0.7;

/// Rules under fields, and bars of sliders, are at least this long. Heights of text.
/// Reason: Shorter ones are dashes. Set by hand; no run measured it.
pub(crate) const LONG: f32 = 4.5;

/// Rules between entries of a list are at least this long. Heights of text.
/// Reason: Shorter ones underline a word. Set by hand; no run measured it.
pub(crate) const BAND_WIDTH: f32 = 8.0;

/// Distance between two such rules. Heights of text.
/// Reason: An entry has one to a few lines. Set by hand; no run measured it.
pub(crate) const BAND_HEIGHTS: std::ops::RangeInclusive<f32> = 1.4..=12.0;

/// Such a rule is at most this high. px.
/// Reason: Thicker ones are faces. Set by hand; no run measured it.
pub(crate) const BAND_RULE: u32 = 3;

/// A paper wider than this is the page. Share of the screen's width, 0..1.
/// Reason: It says nothing about where a row of it ends. Set by hand; no run measured it.
pub(crate) const WHOLE_WIDTH: f32 = 0.97;

/// A line is taken to be at least this high. Heights of text.
/// Reason: The box of "one" is lower than that of "Apply". Set by hand; no run measured it.
pub(crate) const LEAST_TEXT_HEIGHT: f32 = 0.7;

/// Room around words of a usual button without a face of its own. Heights of the line, across and down.
/// Reason: Toolkits leave about half a line. Set by hand; no run measured it.
pub(crate) const PADDED: (f32, f32) = (0.7, 0.55);

/// Room around words of a wide button. Heights of the line, across and down.
/// Reason: Some themes leave a whole line. Set by hand; no run measured it.
pub(crate) const PADDED_WIDE: (f32, f32) = (1.1, 1.0);

/// An icon no further from words than this belongs to them. Heights of the line.
/// Reason: About two heights. Set by hand; no run measured it.
pub(crate) const ICON_REACH: f32 = 2.2;

/// The middles of words and of their icon differ in height by no more than this. Heights of the line.
/// Reason: More is the next line. Set by hand; no run measured it.
pub(crate) const ICON_LEVEL: f32 = 0.6;

/// The icon of words is lower than this. Heights of the line.
/// Reason: Larger ones are pictures. Set by hand; no run measured it.
pub(crate) const ICON_HIGHEST: f32 = 3.0;

/// Room around words with an icon. Heights of the line, across and down.
/// Reason: Toolkits leave about half a line. Set by hand; no run measured it.
pub(crate) const WITH_ICON: (f32, f32) = (0.6, 0.5);

/// Most lines of a block: an entry with a title and a note. Count.
/// Reason: More are a paragraph. Set by hand; no run measured it.
pub(crate) const BLOCK_LINES: usize = 4;

/// Lines of a block begin within this of each other. Heights of text.
/// Reason: They are left-aligned. Set by hand; no run measured it.
pub(crate) const BLOCK_ALIGNED: f32 = 0.5;

/// Largest gap between the lines of a block, and most that a row reaches above and below its line. Heights of the
/// line.
/// Reason: About one line. Set by hand; no run measured it.
pub(crate) const LINE_REACH: f32 = 1.1;

/// Room above and below a block. Heights of text.
/// Reason: Entries of lists leave about half a line. Set by hand; no run measured it.
pub(crate) const BLOCK_ROOM: f32 = 0.7;

/// A strip reaches this far left and right of its words. Heights of the line.
/// Reason: Tabs and links leave that much at most. Set by hand; no run measured it.
pub(crate) const STRIP_REACH: f32 = 2.5;

/// Room, on both sides together, in a usual button around an icon. Heights of text.
/// Reason: Half of a line on each side, about. Set by hand; no run measured it.
pub(crate) const ICON_PADDED: f32 = 0.8;

/// The same of a wide one. Heights of text.
/// Reason: All of a line on each side, about. Set by hand; no run measured it.
pub(crate) const ICON_PADDED_WIDE: f32 = 1.6;

/// Half the side of a button around one or two characters. Heights of text.
/// Reason: Signs such as × are icons. Set by hand; no run measured it.
pub(crate) const SIGN_HALF: f32 = 1.1;

/// Size of the knob of a slider. Heights of text.
/// Reason: Smaller ones are marks of a scale, larger ones buttons. Set by hand; no run measured it.
pub(crate) const KNOB_SIZES: std::ops::Range<f32> = 0.6..2.6;

/// Heights of a field above its underline. Heights of text.
/// Reason: One of a line, and one with its label in it. Set by hand; no run measured it.
pub(crate) const FIELD_HEIGHTS: [f32; 2] = [2.2, 3.2];

/// A rule under a field is at most this high. px.
/// Reason: Thicker ones are faces. Set by hand; no run measured it.
pub(crate) const FIELD_RULE: u32 = 4;

/// A knob lies within this of its bar. Heights of text.
/// Reason: It sits on it. Set by hand; no run measured it.
pub(crate) const KNOB_REACH: f32 = 0.5;
