//! How a place is compared with what is remembered.

/// What a witness says that has nothing to go by. Witness 0..1.
/// Reason: It speaks neither for nor against. Set by hand; no run measured it.
pub(crate) const NEUTRAL: f64 = 0.5;

/// Elements whose sides differ by more are not the same. Factor.
/// Reason: A control may grow with its label, but not to any size. Set by hand; no run measured it.
pub(crate) const SHAPE_SIZES: f64 = 1.6;

/// Distance from the target at which a landmark or an element around it counts half. px.
/// Reason: Near ones say more. Set by hand; no run measured it.
pub(crate) const LANDMARK_FADE: f64 = 150.0;

/// How far a landmark may be off its place (one standard deviation), beside the target. px.
/// Reason: Boxes of texts are off by a few pixels. Set by hand; no run measured it.
pub(crate) const LANDMARK_SLACK: f64 = 6.0;

/// How much of its distance is added to that. Share of the distance.
/// Reason: A layout stretches: the further away, the less exactly. Set by hand; no run measured it.
pub(crate) const LANDMARK_STRETCH: f64 = 0.12;

/// How far a text on the target may be off its place. px.
/// Reason: Boxes of texts are off by a few pixels. Set by hand; no run measured it.
pub(crate) const TEXT_SLACK: f64 = 8.0;

/// How much of its distance from the middle is added to that. Share of the distance.
/// Reason: Text within a box moves with its alignment. Set by hand; no run measured it.
pub(crate) const TEXT_STRETCH: f64 = 0.25;

/// A text on the target may be at least this far off its place, upwards or downwards. Heights of the text.
/// Reason: More is another line. Set by hand; no run measured it.
pub(crate) const TEXT_SLACK_HEIGHT: f64 = 0.5;

/// Least similarity at which a word of the label is there. Ratio 0..1.
/// Reason: One letter in five may be misread. Set by hand; no run measured it.
pub(crate) const SAME_WORD: f64 = 0.8;

/// Landmarks of the witness "near_landmarks". Count.
/// Reason: The next ones on three sides. Set by hand; no run measured it.
pub(crate) const NEAREST_LANDMARKS: usize = 3;

/// A landmark less than this above or below the target is in its row. Heights of the text.
/// Reason: More is the next row. Set by hand; no run measured it.
pub(crate) const ROW_HEIGHT: f64 = 0.7;

/// The height of a text is taken to be at least this for `ROW_HEIGHT`. px.
/// Reason: Rows of small print are no lower than that. Set by hand; no run measured it.
pub(crate) const LEAST_ROW_HEIGHT: f64 = 12.0;

/// An offset less than this part of the other has no direction. Ratio of one offset to the other.
/// Reason: Near the tangent of 22.5°, which parts eight equal directions. Set by hand; no run measured it.
pub(crate) const OCTANT_WIDTH: f64 = 0.4;

/// How fast the witness "position" falls with distance: to 0 half a screen away. Per size of the screen.
/// Reason: A thing that moved that far is not known by its place. Set by hand; no run measured it.
pub(crate) const POSITION_FALL: f64 = 2.0;

/// Distance at which the witness "same_place" falls to 1/e. px.
/// Reason: Boxes are off by a few pixels. Set by hand; no run measured it.
pub(crate) const SAME_PLACE_FADE: f64 = 6.0;
