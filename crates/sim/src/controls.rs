//! Controls as the hard world has them: disabled for a time, icons without words, and a list of all records beside the one on the page.

use crate::machine::Does;
use crate::pages::Pen;
use crate::sheet::{Sheet, Spot};
use crate::words::Word;
use lea_model::{ElementState, ElementType, Rect};

/// How far from the right edge the list beside a record stands, and the height of an entry of it, in pixels.
const SIDE: i32 = 220;
const SIDE_ENTRY: i32 = 36;
/// The sides of an icon, in pixels.
const ICON: i32 = 32;

impl Pen<'_> {
    /// A button at a place; returns where the next may stand.
    pub fn control(&mut self, word: Word, role: &str, (x, y): (i32, i32), does: &Does) -> i32 {
        let label = self.say(word);
        let manners = &self.m.app.manners;
        let is_icon = match word {
            Word::Delete => manners.has_icons,
            Word::Save => manners.save_is_icon,
            _ => false,
        };
        let next = match is_icon {
            true => self.icon(role, label, (x, y), does),
            false => self.sheet.button(role, label, x, y, does.clone()),
        };
        if self.m.is_greyed(does) {
            let last = self.sheet.state.ui_elements.len() - 1;
            self.sheet.set(last, ElementState::Disabled);
        }
        next
    }

    /// An icon that says nothing; only the world knows what it does.
    fn icon(&mut self, role: &str, label: &str, (x, y): (i32, i32), does: &Does) -> i32 {
        let bbox = Rect { x1: x, y1: y, x2: x + ICON, y2: y + ICON };
        self.sheet.element(ElementType::Button, "icon", "", bbox, None);
        self.sheet.spots.push(Spot { bbox, does: does.clone(), label: label.into(), role: role.into() });
        x + ICON + 16
    }

    /// The numbers and names of all records, whichever is open; an entry opens its record.
    pub fn side_list(&mut self) {
        if !self.m.app.manners.side_list {
            return;
        }
        let x = self.look.size.width as i32 - SIDE;
        for (n, record) in self.m.records.iter().enumerate() {
            let top = self.y + SIDE_ENTRY * n as i32;
            let width = Sheet::width(&record.name).max(Sheet::width(&record.id)) + 16;
            let bbox = Rect { x1: x, y1: top, x2: x + width, y2: top + SIDE_ENTRY };
            self.sheet.text(&record.id, x + 8, top + 2);
            self.sheet.text(&record.name, x + 8, top + 18);
            let label = format!("{} {}", record.id, record.name);
            self.sheet.element(ElementType::ListItem, "navigation", &label, bbox, None);
            self.sheet.spots.push(Spot { bbox, does: Does::Open(n), label, role: "navigation".into() });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::App;
    use crate::dice::Dice;
    use crate::look::Look;
    use crate::machine::{Field, Machine, Page};
    use crate::manners::Manners;
    use crate::render::{Shown, render};
    use std::rc::Rc;

    fn shown(manners: Manners, page: Page, typed: &str) -> (Machine, Shown) {
        let app = App { manners, ..App::generate(&mut Dice::new(3)) };
        let mut m = Machine::new(Rc::new(App { has_diary: false, ..app }));
        m.go(page);
        m.press(&Does::Focus(Field::Phone));
        m.enter(typed);
        let shown = render(&m, &Look::learnt());
        (m, shown)
    }

    #[test]
    fn a_disabled_control_and_the_field_with_the_focus_are_shown_as_such() {
        let manners = Manners { greyed: Some(2.0), ..Manners::default() };
        let (mut m, shown) = shown(manners, Page::Form(Some(0)), "06 11");
        let disabled = |s: &Shown| {
            s.state.ui_elements.iter().filter(|e| e.state.contains(&ElementState::Disabled)).count()
        };
        let focused: Vec<_> =
            shown.state.ui_elements.iter().filter(|e| e.state.contains(&ElementState::Focused)).collect();
        assert_eq!((disabled(&shown), focused.len(), shown.focus), (1, 1, Some(Field::Phone)));
        m.tick(3.0);
        assert_eq!(disabled(&render(&m, &Look::learnt())), 0);
    }

    #[test]
    fn the_list_beside_a_record_shows_the_numbers_of_all_others() {
        let (m, shown) = shown(Manners { side_list: true, ..Manners::default() }, Page::Form(Some(0)), "");
        assert!(m.records.iter().all(|r| shown.shows(&r.id)));
        assert_eq!(shown.record.as_deref(), Some(m.records[0].id.as_str()));
    }

    #[test]
    fn an_icon_says_nothing_and_does_what_its_button_did() {
        let (_, shown) = shown(Manners { has_icons: true, ..Manners::default() }, Page::Detail(0), "");
        let icon =
            shown.state.ui_elements.iter().find(|e| e.role == "icon").map(|e| (e.label.as_str(), e.center));
        let Some((label, at)) = icon else { panic!("there is an icon") };
        assert_eq!((label, shown.spot_at(at).map(|s| s.does.clone())), ("", Some(Does::Delete)));
    }
}
