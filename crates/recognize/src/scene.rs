//! A screen as it is compared: what was understood, and its pixels where they are at hand.

use lea_frame::Frame;
use lea_model::ScreenState;

/// A screen state with its picture.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// What is on it.
    pub state: &'a ScreenState,
    /// Its pixels; without them nothing is compared by look.
    pub frame: Option<Frame<'a>>,
}
