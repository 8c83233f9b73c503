//! What a pause, another application or the desktop say about the end of a task (SPEC L0.3). They hint; repetition decides.

use crate::symbol::{application, is_desktop};
use lea_model::Event;

/// What stands between an event and the one before it, the strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cue {
    /// The person went to the desktop.
    Desktop,
    /// A pause longer than the limit.
    Pause,
    /// Another application.
    Application,
    /// Nothing.
    None,
}

impl Cue {
    /// How many there are.
    pub const COUNT: usize = Self::None as usize + 1;
}

/// The cue before each event; none before the first.
pub fn cues(events: &[Event], pause_seconds: f64) -> Vec<Cue> {
    let mut app: Option<String> = None;
    let mut was_desktop = false;
    let mut before: Option<&Event> = None;
    events
        .iter()
        .map(|event| {
            let here = application(event);
            let on_desktop = is_desktop(event);
            let cue = match before {
                None => Cue::None,
                Some(_) if on_desktop && !was_desktop => Cue::Desktop,
                Some(before) if event.t - before.t > pause_seconds => Cue::Pause,
                // An event that does not know its window says nothing about it.
                Some(_) if here.is_some() && app.is_some() && here != app => Cue::Application,
                Some(_) => Cue::None,
            };
            // What comes after the desktop was parted from what came before by it.
            if here.is_some() || on_desktop {
                app = here.filter(|_| !on_desktop);
            }
            was_desktop = on_desktop;
            before = Some(event);
            cue
        })
        .collect()
}
