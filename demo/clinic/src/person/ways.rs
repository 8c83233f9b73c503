//! How irregular a person is, how quick, and what is written down of what they did.

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// How quickly a person works.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// As quickly as the screen comes to rest: for tests and benchmarks.
    #[default]
    Fast,
    /// Like somebody who does this every day.
    Human,
}

impl Pace {
    /// A pause of this person's, from what a human would take.
    pub(super) fn of(self, human: Duration) -> Duration {
        match self {
            // Not nothing: two clicks in the same place must not become a double click of one moment.
            Self::Fast => human / 50,
            // Time to read what came up.
            Self::Human => human * 8 / 5,
        }
    }
}

/// What is not as it should be in somebody's work: the probability of each, on each occasion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Irregularity {
    /// To hesitate before a click.
    pub hesitation: f64,
    /// To hit a wrong key, notice it, and take it back.
    pub typos: f64,
    /// To click beside everything first.
    pub missed_clicks: f64,
    /// To go to another window first, and come back.
    pub wrong_window: f64,
    /// To take a break before a task.
    pub pauses: f64,
    /// To fill the fields of a form in another order.
    pub other_order: f64,
}

impl Irregularity {
    /// Nothing of the kind.
    pub const NONE: Self = Self {
        hesitation: 0.0,
        typos: 0.0,
        missed_clicks: 0.0,
        wrong_window: 0.0,
        pauses: 0.0,
        other_order: 0.0,
    };

    /// An ordinary working day.
    pub const USUAL: Self = Self {
        hesitation: 0.15,
        typos: 0.02,
        missed_clicks: 0.03,
        wrong_window: 0.02,
        pauses: 0.1,
        other_order: 0.3,
    };

    /// Hardly anything goes right at first.
    pub const CLUMSY: Self = Self {
        hesitation: 0.5,
        typos: 0.15,
        missed_clicks: 0.25,
        wrong_window: 0.15,
        pauses: 0.5,
        other_order: 1.0,
    };
}

/// What a person did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verb {
    /// A task began; its name is the element.
    Begins,
    /// A task ended.
    Ends,
    /// A click on an element, or beside everything.
    Clicks,
    /// A text was typed into a field, with the typos that were taken back.
    Types,
    /// A choice was made.
    Chooses,
    /// Keys were pressed.
    Presses,
    /// Another window was gone to; which is the element: `notepad` or `clinic`.
    Switches,
    /// The wheel was turned.
    Scrolls,
    /// Nothing was done for a while.
    Rests,
}

/// Why something was done that is no part of the task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Slip {
    /// A break.
    Pause,
    /// Hesitation.
    Hesitation,
    /// Clicked beside everything.
    MissedClick,
    /// Went to another window, or came back from it.
    WrongWindow,
    /// Typed once more what did not arrive.
    Correction,
    /// Clicked once more because nothing happened.
    Again,
    /// Closed a box nobody asked for.
    Surprise,
    /// Dismissed an error box.
    Error,
    /// Logged in again.
    Login,
}

/// One thing a person did: the truth behind the events of a recording.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Deed {
    /// When it began, in milliseconds of Unix time.
    pub at_ms: u64,
    /// What was done.
    pub verb: Verb,
    /// To which element, by its name; empty for none.
    pub name: String,
    /// What was typed, chosen or pressed, as it was meant.
    pub text: String,
    /// What was on the screen before.
    pub view: String,
    /// Where the pointer was.
    pub at: [i32; 2],
    /// Why it is no part of the task; none where it is.
    pub slip: Option<Slip>,
    /// The typos that were made in it and taken back.
    pub typos: usize,
}
