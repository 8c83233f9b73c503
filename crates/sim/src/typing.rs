//! Keys: what is typed into the field that has the focus, what goes astray, and what Ctrl+A and Delete do where no field has it.

use crate::machine::Machine;
use crate::popup::Popup;
use crate::terms::{Field, Page, What};

impl Machine {
    /// Types into what has the focus.
    pub fn enter(&mut self, text: &str) {
        // What lies over the page takes the keys.
        if let Some(popup) = self.popup {
            return self.type_over(popup, text);
        }
        if self.focus == Some(Field::Ward) {
            return self.seek(text);
        }
        let Some(field) = self.focus else { return };
        // A line break sends a form from any field but a text area, and a tab goes on to the next field.
        let ends = |c: char| c == '\t' || (c == '\n' && field != Field::Reason);
        let (first, rest) = text.split_at(text.find(ends).unwrap_or(text.len()));
        self.undoes = Some((field, self.typed(field).to_owned()));
        self.draft.entry(field).or_default().push_str(first);
        self.saved = false;
        self.grey();
        let mut rest = rest.chars();
        match rest.next() {
            Some('\t') => self.focus = self.next_field(field),
            Some(_) => self.submit(),
            None => return,
        }
        self.enter(rest.as_str());
    }

    /// Keys typed while something lies over the page: a line break presses its first button, and all else is lost.
    fn type_over(&mut self, popup: Popup, text: &str) {
        let first = popup.content(self.app.language).buttons.first().map(|(_, _, does)| does.clone());
        if let Some(does) = first.filter(|_| text.contains('\n')) {
            self.press(&does);
        }
    }

    /// The field that Tab leads to.
    fn next_field(&self, field: Field) -> Option<Field> {
        match (&self.page, field) {
            (Page::Form(None), Field::Name) => Some(Field::Phone),
            (Page::Form(None), Field::Phone) => Some(Field::Mail),
            (Page::Login, Field::User) => Some(Field::Password),
            _ => None,
        }
    }

    /// The focus slips into another field of the page, if there is one.
    pub fn slip(&mut self) -> bool {
        let next = match (&self.page, self.focus) {
            (Page::Form(None), Some(Field::Name)) => Field::Phone,
            (Page::Form(None), Some(Field::Phone)) => Field::Mail,
            (Page::Form(None), Some(Field::Mail)) => Field::Name,
            (Page::Login, Some(Field::Password)) => Field::User,
            _ => return false,
        };
        self.focus = Some(next);
        self.strayed = Some((next, self.typed(next).to_owned()));
        true
    }

    /// Someone takes out what went astray.
    pub fn take_out(&mut self) {
        if let Some((field, was)) = self.strayed.take() {
            self.draft.insert(field, was);
        }
    }

    /// What was typed last into what has the focus is taken back.
    pub fn undo(&mut self) {
        let was = self.undoes.take_if(|(field, _)| Some(*field) == self.focus);
        if let Some((field, was)) = was {
            self.draft.insert(field, was);
        }
    }

    /// Empties what has the focus.
    pub fn clear(&mut self) {
        if self.popup.is_some() {
            return;
        }
        match self.focus {
            Some(Field::Ward) => {}
            Some(field) => {
                self.draft.remove(&field);
                self.grey();
            }
            None if self.app.manners.keys_delete => self.delete_all(),
            None => {}
        }
    }

    /// Ctrl+A and Delete where no field has the focus: what the page shows is marked and deleted.
    fn delete_all(&mut self) {
        match self.page {
            Page::List => self.happened(What::Harmed("deleted the rows of the list"), String::new()),
            Page::Detail(r) | Page::Form(Some(r)) | Page::Done(r, _) | Page::Saved(r) => {
                self.happened(What::Harmed("deleted a record by keys"), self.records[r].id.clone());
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::App;
    use crate::dice::Dice;
    use crate::terms::Does;
    use std::rc::Rc;

    #[test]
    fn a_line_break_sends_a_form_and_a_tab_goes_on_to_the_next_field() {
        let app = Rc::new(App::generate(&mut Dice::new(3)));
        let typed = |text: &str| {
            let mut m = Machine::new(app.clone());
            m.go(Page::Form(None));
            m.press(&Does::Focus(Field::Name));
            m.enter(text);
            m
        };
        assert_eq!(typed("Dupont\nMarie").events.len(), 1);
        let m = typed("Dupont\tMarie");
        assert_eq!((m.events.len(), m.typed(Field::Name), m.typed(Field::Phone)), (0, "Dupont", "Marie"));
    }

    #[test]
    fn what_lies_over_the_page_takes_the_keys() {
        let mut m = Machine::new(Rc::new(App::generate(&mut Dice::new(3))));
        m.go(Page::Form(None));
        m.press(&Does::Focus(Field::Name));
        m.popup = Some(Popup::EraseAll);
        m.enter("Dupont");
        assert_eq!((m.typed(Field::Name), m.events.len()), ("", 0));
        m.submit();
        assert_eq!(m.events.len(), 1, "Enter presses its first button");
    }

    #[test]
    fn a_text_area_keeps_its_line_breaks() {
        let app = App { has_dialog: true, ..App::generate(&mut Dice::new(3)) };
        let mut m = Machine::new(Rc::new(app));
        m.go(Page::Confirm(0, crate::terms::Verb::Reject));
        m.press(&Does::Focus(Field::Reason));
        m.enter("Date\nincorrecte");
        assert_eq!((m.typed(Field::Reason), m.events.len()), ("Date\nincorrecte", 0));
    }
}
