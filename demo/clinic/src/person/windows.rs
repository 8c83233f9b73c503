//! Going from the clinic to the notepad beside it, and back.

use super::{Person, Setback, TRIES, Verb};
use crate::desk::WINDOW;
use lea_model::{Point, Rect};
use lea_screen::{Key, Window};

/// What the title of the notepad's window says.
pub const NOTEPAD: &str = "Mousepad";
/// How many of a hundred switches are made with the keys that do it, and not with the pointer.
const BY_KEYS: f64 = 0.4;
/// Where a notepad is clicked, in hundredths of its height: below what has been written.
const BELOW_TEXT: (i64, i64) = (62, 88);

impl Person<'_> {
    /// Goes to the notepad, with pointer or keys.
    pub fn goes_to_notepad(&mut self) -> Result<(), Setback> {
        self.attends()?;
        self.note(Verb::Switches, "notepad", "");
        self.switches_to(NOTEPAD)
    }

    /// Comes back to the clinic, with pointer or keys.
    pub fn goes_to_clinic(&mut self) -> Result<(), Setback> {
        self.note(Verb::Switches, "clinic", "");
        self.switches_to(WINDOW)
    }

    /// Writes a line on the notepad that lies in front.
    pub fn writes_down(&mut self, line: &str) -> Result<(), Setback> {
        self.note(Verb::Types, "notepad", line);
        let typos = self.strikes(line, self.ways.typos)?;
        if let Some(deed) = self.deeds.last_mut() {
            deed.typos = typos;
        }
        self.presses(&[Key::ENTER])?;
        self.looks()
    }

    fn switches_to(&mut self, title: &str) -> Result<(), Setback> {
        for attempt in 0..TRIES {
            if attempt == 0 && self.chance.happens(BY_KEYS) {
                self.presses(&[Key::ALT, Key::TAB])?;
            } else {
                self.clicks_window(title)?;
            }
            self.rests(300..900);
            self.looks()?;
            if self.screen.active_window()?.is_some_and(|w| w.title.contains(title)) {
                return Ok(());
            }
        }
        Err(Setback::NothingHappened { wanted: title.into(), view: "another window".into() })
    }

    /// Clicks into a window where nothing is but the window.
    fn clicks_window(&mut self, title: &str) -> Result<(), Setback> {
        if title == WINDOW {
            return self.clicks_beside();
        }
        let windows = self.screen.windows()?;
        let Some(window) = windows.iter().find(|w: &&Window| w.title.contains(title)) else {
            return Err(Setback::NoElement { name: title.into(), view: self.sees()?.view() });
        };
        let all = Rect::at(0, 0, self.screen.size());
        let Some(rect) = window.rect.intersection(&all) else {
            return Err(Setback::NoElement { name: title.into(), view: self.sees()?.view() });
        };
        let part = self.chance.between(BELOW_TEXT.0, BELOW_TEXT.1);
        let down = i64::from(rect.height()) * part / 100;
        let to = Point { x: rect.center().x, y: rect.y1 + i32::try_from(down).unwrap_or(0) };
        self.moves(to)?;
        self.note(Verb::Clicks, "notepad", "");
        self.presses_button()
    }
}
