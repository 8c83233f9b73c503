//! Roles, affordance, stable ids, layouts and the summary.

/// A face more coloured than this is emphasised. Colourfulness 0..1.
/// Reason: The blues and greens of primary buttons reach 0.4 and more, greys and pale tints stay below. Set between
/// the sizes named here; their measurement was not kept.
pub(crate) const EMPHASIS: f32 = 0.30;

/// An element this near to the top or bottom is at the edge. Share of the screen's height, 0..1.
/// Reason: Bars of titles, menus and states lie there. Set by hand; no run measured it.
pub(crate) const SCREEN_EDGE: f32 = 0.12;

/// Error messages are redder than this. How far red exceeds the other channels, 0..1.
/// Reason: Less is a tint. Set by hand; no run measured it.
pub(crate) const RED: f32 = 0.25;

/// An icon this near to the top right corner of a dialog closes it. Heights of the icon.
/// Reason: Title bars are about that high. Set by hand; no run measured it.
pub(crate) const CORNER_HEIGHTS: i32 = 2;

/// That is at least this. px.
/// Reason: Icons of title bars are small. Set by hand; no run measured it.
pub(crate) const LEAST_CORNER: i32 = 24;

/// A higher label is a header. Usual heights of labels.
/// Reason: Bold text is no higher. Set by hand; no run measured it.
pub(crate) const HEADER_HEIGHT: f32 = 1.35;

/// A header, and a message that something is done, has at most so many. Count of words.
/// Reason: More is prose. Set by hand; no run measured it.
pub(crate) const MOST_HEADER_WORDS: usize = 8;

/// Most that a red face without a dangerous word says of danger. Score 0..1.
/// Reason: Red is also a brand's colour. Set by hand; no run measured it.
pub(crate) const RED_ALONE: f64 = 0.35;

/// What a red face adds to a dangerous word. Share 0..1.
/// Reason: The word says most. Set by hand; no run measured it.
pub(crate) const RED_SHARE: f64 = 0.3;

/// Danger of a word that destroys. Score 0..1.
/// Reason: It is nearly certain. Set by hand; no run measured it.
pub(crate) const DESTROYS: f64 = 0.9;

/// Danger of another word that cannot be taken back. Score 0..1.
/// Reason: Saving and confirming harm by what is saved and confirmed. Set by hand; no run measured it.
pub(crate) const ACTS: f64 = 0.5;

/// Danger of the role `delete_action`. Score 0..1.
/// Reason: An icon without words is less sure than the word. Set by hand; no run measured it.
pub(crate) const DELETE_ROLE: f64 = 0.85;

/// What is left of the scores of a disabled element. Factor.
/// Reason: It may be misread as disabled. Set by hand; no run measured it.
pub(crate) const DISABLED: f64 = 0.3;

/// Part of the clickable score that depends on the confidence of the element. Share 0..1.
/// Reason: The type speaks for the rest. Set by hand; no run measured it.
pub(crate) const CONFIDENCE_SHARE: f64 = 0.5;

/// How much saving, validating, submitting and confirming are the main action. Score 0..1.
/// Reason: The emphasised button is it where there is one. Set by hand; no run measured it.
pub(crate) const PRIMARY_SAVE: f64 = 0.8;

/// How much searching is. Score 0..1.
/// Reason: It leads to the main action. Set by hand; no run measured it.
pub(crate) const PRIMARY_SEARCH: f64 = 0.5;

/// How much any other action is. Score 0..1.
/// Reason: Most screens have one main action. Set by hand; no run measured it.
pub(crate) const PRIMARY_OTHER: f64 = 0.2;

/// What an action counts by its role alone. Weight.
/// Reason: The weights below add up to 1 with it. Set by hand; no run measured it.
pub(crate) const PRIMARY_BASE: f64 = 0.4;

/// What its colour adds. Weight.
/// Reason: Themes colour the main button. Set by hand; no run measured it.
pub(crate) const PRIMARY_COLOUR: f64 = 0.3;

/// What its place adds. Weight.
/// Reason: What ends a screen is usually what one does with it. Set by hand; no run measured it.
pub(crate) const PRIMARY_PLACE: f64 = 0.15;

/// What its label adds. Weight.
/// Reason: A known word is clear. Set by hand; no run measured it.
pub(crate) const PRIMARY_CLARITY: f64 = 0.15;

/// How much fields and entries of lists invite a click. Score 0..1.
/// Reason: They are clicked to go on, not to act. Set by hand; no run measured it.
pub(crate) const INVITING_FIELD: f64 = 0.9;

/// How much sliders and rows of tables do. Score 0..1.
/// Reason: Rows are often only read. Set by hand; no run measured it.
pub(crate) const INVITING_ROW: f64 = 0.6;

/// How much cells and scroll bars do. Score 0..1.
/// Reason: Cells are often only read. Set by hand; no run measured it.
pub(crate) const INVITING_CELL: f64 = 0.5;

/// How much pictures do. Score 0..1.
/// Reason: Most are decoration. Set by hand; no run measured it.
pub(crate) const INVITING_IMAGE: f64 = 0.3;

/// How much labels and menus do. Score 0..1.
/// Reason: They are read. Set by hand; no run measured it.
pub(crate) const INVITING_LABEL: f64 = 0.1;

/// How much containers do. Score 0..1.
/// Reason: What is in them is clicked. Set by hand; no run measured it.
pub(crate) const INVITING_CONTAINER: f64 = 0.05;

/// An element that covers one part in this many of the screen is as prominent as can be. Inverse of a share.
/// Reason: Larger ones are containers. Set by hand; no run measured it.
pub(crate) const PROMINENT_SHARE: f64 = 100.0;

/// What its size adds. Weight.
/// Reason: Adds up to 1 with the next. Set by hand; no run measured it.
pub(crate) const PROMINENT_SIZE: f64 = 0.6;

/// What a face of its own adds. Weight.
/// Reason: It is set off from the page. Set by hand; no run measured it.
pub(crate) const PROMINENT_FACE: f64 = 0.4;

/// What a place further right counts; further down counts the rest. Weight.
/// Reason: Main buttons stand at the bottom and at the right. Set by hand; no run measured it.
pub(crate) const PLACE_ACROSS: f64 = 0.5;

/// What a known word adds to the clarity of a label. Score 0..1.
/// Reason: Its role is certain. Set by hand; no run measured it.
pub(crate) const CLEAR_KNOWN: f64 = 0.4;

/// Clarity of a label of one to four words. Score 0..1.
/// Reason: It names an action. Set by hand; no run measured it.
pub(crate) const CLEAR_SHORT: f64 = 0.6;

/// Clarity of one of five to eight words. Score 0..1.
/// Reason: It describes one. Set by hand; no run measured it.
pub(crate) const CLEAR_MEDIUM: f64 = 0.4;

/// Clarity of a longer one. Score 0..1.
/// Reason: It is prose. Set by hand; no run measured it.
pub(crate) const CLEAR_LONG: f64 = 0.2;

/// Boxes are rounded to this in stable ids. px.
/// Reason: What moves a little keeps its id. Set by hand; no run measured it.
pub(crate) const ROUNDING: i32 = 50;

/// Least likeness of a thing found again by look and neighbours. Score 0..1.
/// Reason: With other words, everything else must agree. Set by hand; no run measured it.
pub(crate) const ALIKE: f64 = 0.62;

/// How much more alike it is than the next one. Score 0..1.
/// Reason: Else chance would decide. Set by hand; no run measured it.
pub(crate) const MARGIN: f64 = 0.08;

/// Neighbours that are remembered. Count.
/// Reason: Those above, below and on both sides. Set by hand; no run measured it.
pub(crate) const NEIGHBOURS: usize = 4;

/// Distance at which nearness counts half. px.
/// Reason: Things move a little between screens. Set by hand; no run measured it.
pub(crate) const NEAR_FADE: f64 = 150.0;

/// What equal words weigh. Weight.
/// Reason: The five weights add up to 1. Set by hand; no run measured it.
pub(crate) const WORDS_WEIGHT: f64 = 0.35;

/// What common neighbours weigh. Weight.
/// Reason: The five weights add up to 1. Set by hand; no run measured it.
pub(crate) const NEIGHBOURS_WEIGHT: f64 = 0.27;

/// What size and colour weigh. Weight.
/// Reason: The five weights add up to 1. Set by hand; no run measured it.
pub(crate) const LOOK_WEIGHT: f64 = 0.15;

/// What nearness weighs. Weight.
/// Reason: The five weights add up to 1. Set by hand; no run measured it.
pub(crate) const NEAR_WEIGHT: f64 = 0.13;

/// What an equal role weighs. Weight.
/// Reason: The five weights add up to 1. Set by hand; no run measured it.
pub(crate) const ROLE_WEIGHT: f64 = 0.10;

/// What size counts of the look. Weight.
/// Reason: Adds up to 1 with the next. Set by hand; no run measured it.
pub(crate) const LOOK_SIZE: f64 = 0.6;

/// What colour counts of the look. Weight.
/// Reason: Themes change colours, seldom sizes. Set by hand; no run measured it.
pub(crate) const LOOK_COLOUR: f64 = 0.4;

/// Likeness of the words where neither has any. Ratio 0..1.
/// Reason: It speaks neither for nor against. Set by hand; no run measured it.
pub(crate) const WORDLESS: f64 = 0.5;

/// How stable the id of a thing without words is. Confidence 0..1.
/// Reason: Only its place and role tell it. Set by hand; no run measured it.
pub(crate) const STABLE_WORDLESS: f64 = 0.55;

/// How stable the id of a thing with words is, at least. Confidence 0..1.
/// Reason: Its words tell it. Set by hand; no run measured it.
pub(crate) const STABLE_BASE: f64 = 0.6;

/// What the confidence of its words adds. Confidence 0..1.
/// Reason: Misread words make another id. Set by hand; no run measured it.
pub(crate) const STABLE_WORDS: f64 = 0.35;

/// What is left of that for the second and later of equal things. Factor.
/// Reason: Only their order tells them apart. Set by hand; no run measured it.
pub(crate) const STABLE_TWIN: f64 = 0.8;

/// Things that are remembered; then those go that were not seen for longest. Count.
/// Reason: Ten dense screens: a screen of 150 new things costs 40 ms at worst to find their pasts. Set by: the 40 ms
/// named here (commit 95a9379; the run was not kept).
pub(crate) const MOST_KNOWN: usize = 1500;

/// Label variants that are remembered. Count.
/// Reason: A value that varies is no name. Set by hand; no run measured it.
pub(crate) const MOST_VARIANTS: usize = 16;

/// Parts of the width that layouts tell apart. Count.
/// Reason: Columns of a usual page. Set by hand; no run measured it.
pub(crate) const LAYOUT_PARTS: i32 = 6;

/// Rows of up to so many things that repeat are said once in a layout. Count.
/// Reason: Longer rows are compared in vain. Set by hand; no run measured it.
pub(crate) const LONGEST_PERIOD: usize = 12;

/// Names in a summary before "and n more". Count.
/// Reason: A sentence is to be read. Set by hand; no run measured it.
pub(crate) const MOST_NAMES: usize = 6;

/// Key elements that are named. Count.
/// Reason: A summary is short. Set by hand; no run measured it.
pub(crate) const MOST_KEYS: usize = 8;

/// Screens larger than this are worked on by regions. px.
/// Reason: Time grows with the area. Set by: SPEC L1.5.
pub(crate) const LARGE: (u32, u32) = (1920, 1080);

/// What danger counts for a key element, against 1 for the main action. Weight.
/// Reason: A dangerous action is worth naming. Set by hand; no run measured it.
pub(crate) const KEY_DANGER: f64 = 0.6;

/// What being clickable counts. Weight.
/// Reason: It orders the rest. Set by hand; no run measured it.
pub(crate) const KEY_CLICKABLE: f64 = 0.2;

/// A key element is more clickable than this. Score 0..1.
/// Reason: Others cannot be acted on. Set by hand; no run measured it.
pub(crate) const KEY_LEAST: f64 = 0.5;

/// The title is sought in the upper part: the height divided by this. Divisor of the height.
/// Reason: Titles stand at the top. Set by hand; no run measured it.
pub(crate) const TITLE_PART: i32 = 3;
