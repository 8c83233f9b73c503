//! What the wider world has besides: a list to choose from, and a second program in which work begins.

use crate::machine::{Does, Field, Machine, Page, What};
use crate::pages::Pen;
use crate::words::{WARDS, Word};
use lea_model::{ElementType, Rect};

/// The other program.
pub const DIARY: &str = "Diary";

/// The height of an entry of a list.
const ENTRY: i32 = 28;

impl Machine {
    /// Presses what only the wider world has.
    pub(crate) fn press_wide(&mut self, does: &Does) {
        match does {
            Does::Unfold => {
                self.focus = Some(Field::Ward);
                self.unfolded = !self.unfolded;
            }
            Does::Choose(n) => {
                self.draft.insert(Field::Ward, WARDS[*n].to_owned());
                self.unfolded = false;
            }
            Does::Fold => self.unfolded = false,
            Does::MarkRead if !self.noted => {
                self.noted = true;
                self.happened(What::Noted, String::new());
            }
            _ => {}
        }
    }

    /// Something is dropped on something.
    pub fn drop(&mut self, what: &Does, on: &Does) {
        match (what, on) {
            (Does::Note, Does::ReadBox) => self.press_wide(&Does::MarkRead),
            (Does::Note, Does::Harm(_)) => self.press(on),
            _ => {}
        }
    }

    /// Letters typed into a list choose what begins with them.
    pub(crate) fn seek(&mut self, text: &str) {
        let begins = |ward: &&&str| ward.to_lowercase().starts_with(&text.to_lowercase());
        if let Some(ward) = WARDS.iter().find(begins) {
            self.draft.insert(Field::Ward, (*ward).to_owned());
        }
    }

    /// Enter: closes a list that is open; in a field it sends the form, as browsers do.
    pub fn submit(&mut self) {
        if self.popup.is_some() {
            return self.enter("\n");
        }
        if std::mem::take(&mut self.unfolded) || self.focus == Some(Field::Ward) {
            return;
        }
        match (&self.page, self.focus) {
            (Page::Form(_), Some(_)) => self.press(&Does::Save),
            (Page::List, Some(_)) => self.press(&Does::Search),
            (Page::Login, Some(_)) => self.press(&Does::Login),
            _ => {}
        }
    }

    /// Brings a program to the front.
    pub fn bring_up(&mut self, program: &str) {
        if program == self.app.program.to_lowercase() {
            (self.foreign, self.diary) = (false, false);
        } else if self.app.has_diary && program == DIARY.to_lowercase() {
            (self.foreign, self.diary) = (false, true);
        }
    }
}

impl Pen<'_> {
    /// A field to choose in; while its list is open, a press beside that only closes it.
    pub fn choice(&mut self, bbox: Rect) {
        self.field(ElementType::Dropdown, Word::Ward, Field::Ward, false, bbox);
        if !self.m.unfolded {
            return;
        }
        self.sheet.spots.iter_mut().for_each(|s| s.does = Does::Fold);
        for (n, ward) in WARDS.iter().enumerate() {
            let top = bbox.y2 + ENTRY * n as i32;
            let entry = Rect { y1: top, y2: top + ENTRY, ..bbox };
            self.sheet.text(ward, entry.x1 + 8, entry.y1 + 7);
            self.sheet.option(ward, entry, Does::Choose(n));
        }
    }

    /// A note, and where it may be dropped.
    fn note(&mut self, x: i32, y: i32) {
        let label = self.say(Word::Note);
        let bbox = Rect { x1: x, y1: y, x2: x + 240, y2: y + 36 };
        self.sheet.press(ElementType::ListItem, "note", label, bbox, Does::Note);
        let mut boxes = [
            (Word::ReadBox, "drop_zone", Does::ReadBox),
            (Word::Delete, "delete_action", Does::Harm("dropped into the bin")),
        ];
        if self.look.buttons_reversed {
            boxes.reverse();
        }
        for (n, (word, role, does)) in boxes.into_iter().enumerate() {
            let left = x + 300 + 240 * n as i32;
            let place = Rect { x1: left, y1: y, x2: left + 200, y2: y + 90 };
            self.sheet.press(ElementType::Button, role, self.say(word), place, does);
        }
    }

    /// The other program.
    pub fn diary(&mut self) {
        let title = self.say(Word::Diary);
        if let Some(window) = &mut self.sheet.state.window {
            window.app_name = DIARY.into();
            window.window_title = format!("{title} - {DIARY}");
        }
        let (x, y) = (self.x, self.y);
        self.sheet.label(title, x, y);
        self.sheet.label("08:30 Réunion du service", x, y + 40);
        match self.m.noted {
            true => {
                self.sheet.label(self.say(Word::SaidRead), x, y + 80);
            }
            false if self.m.app.drags => self.note(x, y + 80),
            false => {
                self.sheet.button("primary_action", self.say(Word::MarkRead), x, y + 80, Does::MarkRead);
            }
        }
    }
}
