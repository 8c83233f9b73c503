//! Why a robot cannot work.

use lea_screen::ScreenError;

/// Why a robot cannot begin a run. How a run itself ends is its outcome.
#[derive(Debug, thiserror::Error)]
pub enum RobotError {
    /// The screen cannot be opened.
    #[error(transparent)]
    Screen(ScreenError),
    /// The stop key cannot be listened for.
    #[error("the stop key cannot be listened for, and must work before a robot does: {0}")]
    StopKey(ScreenError),
    /// The sign that a robot works cannot be shown.
    #[error("the bar that says that a robot works cannot be shown: {0}")]
    Sign(ScreenError),
    /// What a person does cannot be followed.
    #[error("what is done on the screen cannot be followed: {0}")]
    Follow(ScreenError),
    /// A VNC server tells nobody what is done at it.
    #[error("who works on a VNC server cannot be followed: say which display with --display")]
    NotFollowed,
    /// Signals cannot be heard.
    #[error("Ctrl-C cannot be listened for: {0}")]
    Signals(std::io::Error),
}
