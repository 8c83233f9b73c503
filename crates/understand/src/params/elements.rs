//! What an element is, what it belongs to, what it is called and in which state it is.

/// Elements less sure than this are left out (P3), whoever found them. Confidence 0..1.
/// Reason: A floor: the judge that ships asks for more before it looks at the type, and doubt about the type brings
/// few of its finds below. Set by hand; no run measured it.
pub const LEAST_SURE: f64 = 0.30;

/// Part of the doubt about the type that is doubt about the element. Share 0..1.
/// Reason: What it is was asked after whether it is. Set by hand; no run measured it.
pub(crate) const TYPE_DOUBT: f64 = 0.5;

/// Boxes that share this much are the same thing. Intersection over union, 0..1.
/// Reason: Several readings of one thing overlap by more. Set by hand; no run measured it.
pub(crate) const SAME_UNION: f32 = 0.35;

/// A box of which this much lies in another is inside it. Share of the inner box, 0..1.
/// Reason: Borders stick out. Set by hand; no run measured it.
pub(crate) const INSIDE: f32 = 0.7;

/// A box inside another is another reading of the same thing unless the outer is so many times larger. Factor of the
/// area.
/// Reason: A button in a dialog is far smaller than it. Set by hand; no run measured it.
pub(crate) const LARGER: f32 = 5.0;

/// Of things that lie across each other at least this much is common. Share of the smaller box, 0..1.
/// Reason: Less is a border. Set by hand; no run measured it.
pub(crate) const ACROSS: f32 = 0.3;

/// Something lies in a container when this much of it does. Share of the inner box, 0..1.
/// Reason: Borders stick out. Set by hand; no run measured it.
pub(crate) const WITHIN: f32 = 0.9;

/// Most pixels of an element that are asked for its colour. Count, across and down.
/// Reason: The commonest colour is steady with fewer. Set by hand; no run measured it.
pub(crate) const COLOUR_SAMPLES: i32 = 24;

/// Colours within this are one when the commonest is sought. Levels of 255.
/// Reason: Gradients and compression spread a face over several levels. Set by hand; no run measured it.
pub(crate) const COLOUR_BIN: u8 = 16;

/// Cells that begin within this are in one column. px.
/// Reason: Numbers are aligned at their end and begin a little elsewhere. Set by hand; no run measured it.
pub(crate) const COLUMN_START: i32 = 8;

/// Hints in empty fields have less contrast than this. Share of the label's contrast, 0..1.
/// Reason: What is written in a field is as dark as its label. Set by hand; no run measured it.
pub(crate) const HINT_CONTRAST: f32 = 0.75;

/// Contrast of a label where there is none to compare with. Levels of 255.
/// Reason: Near black on white. Set by hand; no run measured it.
pub(crate) const LABEL_CONTRAST: f32 = 220.0;

/// The rim of an element where nothing is looked for: its height divided by this. Divisor of the height.
/// Reason: Borders and round corners lie there. Set by hand; no run measured it.
pub(crate) const ICON_ROOM: i32 = 6;

/// That rim is at least this. px.
/// Reason: Borders are up to this thick. Set by hand; no run measured it.
pub(crate) const LEAST_ICON_ROOM: i32 = 3;

/// A pixel that differs more than this from the face is drawn. Levels of 255.
/// Reason: Fainter ones are shading. Set by hand; no run measured it.
pub(crate) const ICON_CONTRAST: i32 = 40;

/// So many drawn pixels are an icon. Count of every fourth pixel.
/// Reason: Fewer are specks. Set by hand; no run measured it.
pub(crate) const ICON_PIXELS: i32 = 6;

/// Sides that differ by no more than this part of the longer are equal. Divisor of the longer side.
/// Reason: A round button may be a little wider than high. Set by hand; no run measured it.
pub(crate) const SQUARE_PART: u32 = 5;

/// An element with more of its outline drawn is closed. Share of the outline, 0..1.
/// Reason: Gaps are where text crosses it. Set by hand; no run measured it.
pub(crate) const LINED_EDGE: f32 = 0.6;

/// An element with this many round corners is round. Share of the corners, 0..1.
/// Reason: One may be read wrongly. Set by hand; no run measured it.
pub(crate) const ROUND_CORNERS: f32 = 0.75;

/// Elements lower than this are small. Heights of text.
/// Reason: One line, closely set. Set by hand; no run measured it.
pub(crate) const SMALL: f32 = 1.8;

/// Elements lower than this are of medium size. Heights of text.
/// Reason: One line with room, or two. Set by hand; no run measured it.
pub(crate) const MEDIUM: f32 = 4.0;

/// Dialogs cover this much. Share of the screen, 0..1.
/// Reason: Less is a hint, more is a window. Set by hand; no run measured it.
pub(crate) const DIALOG_SHARE: std::ops::Range<f32> = 0.012..0.6;

/// Dialogs are lower than this. Share of the screen's height, 0..1.
/// Reason: Higher ones are side panels. Set by hand; no run measured it.
pub(crate) const DIALOG_HEIGHT: f32 = 0.95;

/// More than this of the outline of a dialog is drawn. Share of the outline, 0..1.
/// Reason: It is set off on all sides. Set by hand; no run measured it.
pub(crate) const DIALOG_EDGE: f32 = 0.9;

/// The face of a dialog differs from its surroundings by more than this. Levels of 255.
/// Reason: What is behind a dialog of a page is shaded. Set by hand; no run measured it.
pub(crate) const DIALOG_CONTRAST: i32 = 40;

/// The same for a dialog in the middle of the screen. Levels of 255.
/// Reason: Its place speaks for it. Set by hand; no run measured it.
pub(crate) const DIALOG_FAINT: i32 = 8;

/// A dialog less than this off the middle is in the middle. Share of the screen's width, 0..1.
/// Reason: Scroll bars shift it a little. Set by hand; no run measured it.
pub(crate) const DIALOG_CENTRE: f32 = 0.05;

/// A dialog has a button in this lower part. Numerator, denominator of the height.
/// Reason: Dialogs end in their buttons. Set by hand; no run measured it.
pub(crate) const DIALOG_BUTTONS: (i32, i32) = (2, 5);

/// A dialog stays this far from the screen's edge. px.
/// Reason: What touches the edge is a window or a panel. Set by hand; no run measured it.
pub(crate) const SCREEN_EDGE: i32 = 4;

/// The face of a container, and of a row of a table, fills more than this. Share of its box, 0..1.
/// Reason: Its corners may be round. Set by hand; no run measured it.
pub(crate) const FACE_SOLIDITY: f32 = 0.9;

/// A container is larger than this. Heights of text, across and down.
/// Reason: It holds at least some words. Set by hand; no run measured it.
pub(crate) const CONTAINER_SIZE: (f32, f32) = (6.0, 1.5);

/// Toolbars are lower than this. Heights of text.
/// Reason: Icons with words below them. Set by hand; no run measured it.
pub(crate) const TOOLBAR_HEIGHT: f32 = 6.0;

/// Toolbars are wider than this. Share of the screen's width, 0..1.
/// Reason: Narrower ones are groups of buttons. Set by hand; no run measured it.
pub(crate) const TOOLBAR_WIDTH: f32 = 0.3;

/// Toolbars, bars of menus and menus have at least so many entries. Count.
/// Reason: Two are a pair of buttons. Set by hand; no run measured it.
pub(crate) const LEAST_ENTRIES: usize = 3;

/// Entries of a menu are further below each other than this. Heights of text.
/// Reason: Less is one line. Set by hand; no run measured it.
pub(crate) const MENU_STEP: f32 = 0.8;

/// At least this much of what is in a menu are its entries. Tenths.
/// Reason: Marks and keys are among them. Set by hand; no run measured it.
pub(crate) const MENU_TENTHS: usize = 8;

/// A menu covers less than this. Share of the screen, 0..1.
/// Reason: More is a page. Set by hand; no run measured it.
pub(crate) const MENU_SHARE: f32 = 0.25;

/// Containers that overlap by more are one. Intersection over union, 0..1.
/// Reason: A face and its border are two regions. Set by hand; no run measured it.
pub(crate) const SAME_CONTAINER: f32 = 0.7;

/// A picture is at least this large. Heights of text.
/// Reason: Smaller ones are signs. Set by hand; no run measured it.
pub(crate) const LEAST_PICTURE: f32 = 1.1;

/// How sure a container found by rule is. Confidence 0..1.
/// Reason: Rules are wrong more often than the fitted judge. Set by hand; no run measured it.
pub(crate) const BY_RULE: f64 = 0.7;

/// How sure a picture is. Confidence 0..1.
/// Reason: Nothing but its size speaks for it. Set by hand; no run measured it.
pub(crate) const PICTURE_SURE: f64 = 0.5;

/// Words in something acted on that is at most this high are its own. Heights of the line.
/// Reason: In higher ones they are labels. Set by hand; no run measured it.
pub(crate) const LABEL_HOLDER: f32 = 12.0;

/// Words name a field from no further left than this. Heights of text.
/// Reason: Forms leave room for the longest label. Set by hand; no run measured it.
pub(crate) const LEFT_REACH: f32 = 22.0;

/// Words name a field from no further above than this. Heights of text.
/// Reason: Further up is another field. Set by hand; no run measured it.
pub(crate) const ABOVE_REACH: f32 = 2.6;

/// Words name a box to tick from no further right than this. Heights of text.
/// Reason: Further off is another column. Set by hand; no run measured it.
pub(crate) const TICK_REACH: f32 = 3.0;

/// Words beside a box to tick differ in height by no more than this. Heights of text.
/// Reason: More is the next line. Set by hand; no run measured it.
pub(crate) const TICK_LEVEL: f32 = 0.9;

/// Words may reach this far into a box to tick. Heights of text.
/// Reason: Boxes are not exact to the pixel. Set by hand; no run measured it.
pub(crate) const TICK_OVERLAP: f32 = 0.5;

/// What words on the left of a box to tick cost more than those on the right. Heights of text.
/// Reason: Only switches at the end of a row have their words at its beginning. Set by hand; no run measured it.
pub(crate) const TICK_LEFT_COST: f32 = 4.0;

/// Words left of a field differ in height by no more than this. Heights of text.
/// Reason: More is another row. Set by hand; no run measured it.
pub(crate) const FIELD_LEVEL: f32 = 0.8;

/// Words left of a field may reach this far into it. Heights of text.
/// Reason: Boxes are not exact to the pixel. Set by hand; no run measured it.
pub(crate) const FIELD_OVERLAP_LEFT: f32 = 0.2;

/// Words above a field may reach this far into it. Heights of text.
/// Reason: Labels may interrupt the border. Set by hand; no run measured it.
pub(crate) const FIELD_OVERLAP_ABOVE: f32 = 0.6;

/// What words without a colon cost, left of a field. Heights of text.
/// Reason: A colon says that something follows. Set by hand; no run measured it.
pub(crate) const NO_COLON_COST: f32 = 0.4;

/// Cost of distance on the left. Per height of text.
/// Reason: Labels are aligned, fields as well: the gap says little. Set by hand; no run measured it.
pub(crate) const LEFT_COST: f32 = 0.25;

/// Cost of distance above. Per height of text.
/// Reason: Labels stand close above their fields. Set by hand; no run measured it.
pub(crate) const ABOVE_COST: f32 = 0.6;

/// Cost of words above that begin elsewhere than the field. Per height of text.
/// Reason: Labels above are left-aligned. Set by hand; no run measured it.
pub(crate) const SHIFT_COST: f32 = 0.15;

/// Cap of that shift. Heights of text.
/// Reason: Centred labels begin far off. Set by hand; no run measured it.
pub(crate) const MOST_SHIFT: f32 = 8.0;

/// What words above cost at least. Heights of text.
/// Reason: Words on the left go first where both are near. Set by hand; no run measured it.
pub(crate) const ABOVE_BASE: f32 = 0.1;

/// A line of which more lies in a box is its text. Share of the line, 0..1.
/// Reason: More of it is inside than not. Set by hand; no run measured it.
pub(crate) const LINE_INSIDE: f32 = 0.5;

/// A name has at least so many. Count of letters.
/// Reason: Buttons of a title bar are read as signs. Set by hand; no run measured it.
pub(crate) const LEAST_NAME: usize = 3;

/// Columns are told apart by a white strip this wide. Usual gaps between rows.
/// Reason: Words of one row are closer. Set by hand; no run measured it.
pub(crate) const COLUMN_GAP: i32 = 2;

/// Fainter words are greyed out. Share of the usual contrast, 0..1.
/// Reason: Themes put disabled text at a third to a half. Set between the sizes named here; their measurement was not
/// kept.
pub(crate) const FAINT: f32 = 0.55;

/// Ticks and dots differ by more than this from the middle of an empty box. Levels of 255.
/// Reason: Shading stays below. Set by hand; no run measured it.
pub(crate) const TICK_CONTRAST: i32 = 40;

/// The border of a focused field, a switch that is on and a chosen entry are more coloured than this. Saturation 0..1.
/// Reason: Grey ones stay below. Set by hand; no run measured it.
pub(crate) const FOCUS_COLOUR: f32 = 0.30;

/// The face of a selected entry differs from its surroundings by more than this. Levels of 255.
/// Reason: Rows in alternating colours are not selected. Set by hand; no run measured it.
pub(crate) const SELECTED_FACE: i32 = 24;

/// More than this of the outline of a selected entry without colour is drawn. Share of the outline, 0..1.
/// Reason: It is set off on all sides. Set by hand; no run measured it.
pub(crate) const SELECTED_EDGE: f32 = 0.8;

/// Cells of one column start, end or are centred within this. Heights of text.
/// Reason: Boxes of words are off by a few pixels. Set by hand; no run measured it.
pub(crate) const CELL_ALIGNED: f32 = 0.35;

/// Rows of one table are no further apart. Heights of text.
/// Reason: More is another table. Set by hand; no run measured it.
pub(crate) const ROW_GAP: f32 = 5.0;

/// Fewer rows, header included, are not a table. Count.
/// Reason: Two lines align by chance. Set by hand; no run measured it.
pub(crate) const LEAST_ROWS: usize = 3;

/// Fewer columns are a list or a form. Count.
/// Reason: A form has labels and fields. Set by hand; no run measured it.
pub(crate) const LEAST_COLUMNS: usize = 3;

/// Two columns belong together when the shorter shares this much with the longer. Share of the rows, 0..1.
/// Reason: Cells may be empty. Set by hand; no run measured it.
pub(crate) const SHARED_ROWS: f32 = 0.6;

/// A row of a table has at least so many cells. Count.
/// Reason: One is a line of text. Set by hand; no run measured it.
pub(crate) const LEAST_CELLS: usize = 2;

/// Cells of one row differ in height by no more than this. Heights of text.
/// Reason: More is the next row. Set by hand; no run measured it.
pub(crate) const ROW_LEVEL: f32 = 0.6;

/// Cells further below than this begin a new row. Heights of text.
/// Reason: Less is one row. Set by hand; no run measured it.
pub(crate) const ROW_STEP: f32 = 0.7;

/// A first or last row reaches at least this beyond its words. px.
/// Reason: Borders lie there. Set by hand; no run measured it.
pub(crate) const ROW_ROOM: i32 = 4;

/// A table reaches this far left and right of its words. Heights of text.
/// Reason: Cells have room on their sides. Set by hand; no run measured it.
pub(crate) const TABLE_SIDES: f32 = 0.6;

/// A region lower than this may be a row. Heights of text.
/// Reason: Higher ones are panels. Set by hand; no run measured it.
pub(crate) const STRIPE_HEIGHT: f32 = 5.0;

/// A region this wide may be a row. Widths of the words.
/// Reason: Rows are as wide as their table. Set by hand; no run measured it.
pub(crate) const STRIPE_WIDTH: (f32, f32) = (0.9, 1.8);

/// A row begins and ends within this of the words, or beyond. px.
/// Reason: Borders are up to this thick. Set by hand; no run measured it.
pub(crate) const STRIPE_INSET: i32 = 4;
