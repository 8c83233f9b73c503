//! The pages of the application, put onto a sheet in its look.

use crate::alike::AUTHOR;
use crate::app::{Record, Status};
use crate::look::Look;
use crate::machine::{Does, Field, Machine, Page, Verb};
use crate::sheet::{Entry, Sheet, Spot};
use crate::words::{Word, say};
use lea_lexicon::risk;
use lea_model::{ElementState, ElementType, Rect};

/// What another thing of this label does: lasting harm where the label says that it cannot be taken back.
fn other(label: &str, harm: &'static str) -> Does {
    if risk::word(label).is_some() { Does::Harm(harm) } else { Does::Reports }
}

/// Puts a page onto the sheet.
pub(crate) struct Pen<'m> {
    pub m: &'m Machine,
    pub look: &'m Look,
    pub sheet: Sheet,
    pub x: i32,
    pub y: i32,
}

impl Pen<'_> {
    pub fn say(&self, word: Word) -> &'static str {
        self.look.say(word, self.m.app.language)
    }

    pub fn title(&mut self, page: &Page) {
        let app = &self.m.app;
        let of = match page {
            Page::Login => self.say(Word::LoginTitle).to_owned(),
            Page::Home => self.say(Word::Welcome).to_owned(),
            Page::Reports => self.say(Word::Reports).to_owned(),
            Page::List => self.say(Word::List).to_owned(),
            Page::Detail(r)
            | Page::Confirm(r, _)
            | Page::Done(r, _)
            | Page::Form(Some(r))
            | Page::Saved(r) => self.m.records[*r].id.clone(),
            Page::Form(None) => self.say(Word::NewTitle).to_owned(),
            Page::Error(under) => return self.title(under),
            Page::Expired => self.say(Word::LoginTitle).to_owned(),
        };
        let title = app.title(&of);
        if let Some(window) = &mut self.sheet.state.window {
            window.window_title = title;
        }
    }

    pub fn page(&mut self, page: &Page) {
        if !matches!(page, Page::Error(_) | Page::Confirm(..)) {
            self.frame(!matches!(page, Page::Login | Page::Expired));
        }
        match page {
            Page::Login => self.login(),
            Page::Home => self.home(),
            Page::Reports => {
                self.sheet.label(self.say(Word::Reports), self.x, self.y);
            }
            Page::List => self.list(),
            Page::Detail(r) => self.detail(*r, None),
            Page::Done(r, Verb::Validate) => self.detail(*r, Some(Word::SaidValidated)),
            Page::Done(r, Verb::Reject) => self.detail(*r, Some(Word::SaidRejected)),
            Page::Saved(r) => self.detail(*r, Some(Word::SaidSaved)),
            Page::Confirm(r, verb) => {
                self.page(&Page::Detail(*r));
                self.ask(*r, *verb);
            }
            Page::Form(of) => self.form(*of),
            Page::Error(under) => {
                self.page(under);
                self.error();
            }
            Page::Expired => {
                self.sheet.label(self.say(Word::Expired), self.x + 160, self.y + 100);
                self.buttons(
                    &[(Word::LoginAgain, "navigation", Does::LoginAgain)],
                    self.x + 160,
                    self.y + 140,
                );
            }
        }
    }

    /// What every page has: whose it is, the way out, the menu.
    fn frame(&mut self, has_menu: bool) {
        let right = self.look.size.width as i32;
        self.sheet.label(self.m.app.firm, 20, 14);
        if self.look.notice {
            self.sheet.label("Maintenance prévue dimanche à 22 h", self.x, self.y);
            self.y += 40;
        }
        if !has_menu {
            return;
        }
        let out = self.say(Word::Logout);
        let x = right - Sheet::width(out) - 40;
        self.sheet.button("navigation", out, x, 8, Does::Logout);
        let items = [(Word::List, Does::List), (Word::Reports, Does::Reports)];
        for (n, (word, does)) in items.into_iter().enumerate() {
            let (label, y) = (self.say(word), self.y + 40 * n as i32);
            let bbox = Rect { x1: 16, y1: y, x2: 200, y2: y + 28 };
            self.sheet.press(ElementType::Link, "navigation", label, bbox, does);
        }
    }

    /// A row of buttons, as this version has them.
    fn buttons(&mut self, all: &[(Word, &str, Does)], x: i32, y: i32) {
        let mut all: Vec<&(Word, &str, Does)> =
            all.iter().filter(|(word, _, _)| self.look.gone != Some(*word)).collect();
        if self.look.buttons_reversed {
            all.reverse();
        }
        let mut at = x;
        for (word, role, does) in &all {
            at = self.control(*word, role, (at, y), does);
        }
        let main = all.iter().map(|(word, role, _)| (*word, *role)).find(|(w, _)| {
            matches!(w, Word::Validate | Word::Save | Word::Confirm | Word::Search | Word::New | Word::Reject)
        });
        if let Some((word, role)) = main.filter(|_| self.look.lookalikes) {
            let label = format!("{} {}", self.say(word), if y % 2 == 0 { "+" } else { "bis" });
            self.sheet.button(role, &label, at, y, other(&label, "pressed a look-alike"));
        }
        for (word, harm) in
            [(self.look.twin, "pressed a twin"), (self.look.taken, "pressed what took the label")]
        {
            let Some((word, role, _)) = word.and_then(|w| all.iter().find(|(a, _, _)| *a == w)) else {
                continue;
            };
            let label = say(*word, self.m.app.language, false);
            let top = y + 220;
            self.sheet.label("Autres réglages", x, top);
            self.sheet.button(role, label, x + 160, top + 30, other(label, harm));
        }
    }

    fn login(&mut self) {
        let (x, y) = (self.x + 160, self.y + 60);
        self.sheet.label(self.say(Word::LoginTitle), x, y);
        let fields = [(Word::User, Field::User, false), (Word::Password, Field::Password, true)];
        self.fields(&fields, x, y + 60);
        self.buttons(&[(Word::Login, "primary_action", Does::Login)], x, y + 200);
    }

    fn fields(&mut self, all: &[(Word, Field, bool)], x: i32, y: i32) {
        let mut all = all.to_vec();
        if self.look.fields_reversed {
            all.reverse();
        }
        for (n, (word, field, secret)) in all.into_iter().enumerate() {
            let top = y + 64 * n as i32;
            let bbox = Rect { x1: x, y1: top, x2: x + 320, y2: top + 32 };
            let kind = if field == Field::Reason { ElementType::TextArea } else { ElementType::TextInput };
            self.field(kind, word, field, secret, bbox);
        }
    }

    pub fn field(&mut self, kind: ElementType, word: Word, field: Field, is_secret: bool, bbox: Rect) {
        let value = self.m.typed(field);
        // A field that comes with a value has its name beside it.
        let is_prefilled = self.m.app.manners.prefilled && self.m.page == Page::Form(None);
        let entry = Entry {
            name: self.say(word),
            value,
            is_secret,
            is_named_above: self.m.app.names_above || is_prefilled,
            has_focus: !self.m.away && self.m.focus == Some(field),
            is_marked: !self.m.away && self.m.marked == Some(field),
        };
        let does = if kind == ElementType::Dropdown { Does::Unfold } else { Does::Focus(field) };
        self.sheet.field(kind, &entry, bbox, does);
    }

    fn home(&mut self) {
        self.sheet.label(self.say(Word::Welcome), self.x, self.y);
        let waiting = self.m.records.iter().filter(|r| r.status == Status::Waiting).count();
        let told = format!("{} : {waiting}", self.say(Word::Waiting));
        self.sheet.label(&told, self.x, self.y + 60);
    }

    fn status(&self, record: &Record) -> &'static str {
        self.say(match record.status {
            Status::Waiting => Word::Waiting,
            Status::Validated => Word::Validated,
            Status::Rejected => Word::Rejected,
        })
    }

    fn list(&mut self) {
        let (x, y) = (self.x, self.y);
        self.sheet.label(self.say(Word::List), x, y);
        let mut at = x;
        for (word, waiting) in [(Word::All, false), (Word::Waiting, true)] {
            let label = self.say(word);
            let width = Sheet::width(label) + 24;
            let bbox = Rect { x1: at, y1: y + 30, x2: at + width, y2: y + 58 };
            let tab = self.sheet.press(ElementType::Tab, "navigation", label, bbox, Does::Tab(waiting));
            if self.m.waiting_only == waiting {
                self.sheet.set(tab, ElementState::Selected);
            }
            at += width + 8;
        }
        let field = Rect { x1: x + 340, y1: y + 30, x2: x + 560, y2: y + 62 };
        self.field(ElementType::TextInput, Word::SearchField, Field::Query, false, field);
        let tools = [(Word::Search, "search", Does::Search), (Word::New, "primary_action", Does::New)];
        self.buttons(&tools, x + 580, y + 30);
        self.table(x, y + 90);
    }

    fn table(&mut self, x: i32, y: i32) {
        let mut columns =
            vec![(Word::Number, 150), (Word::Person, 220), (Word::Amount, 120), (Word::Status, 150)];
        if self.m.app.manners.authors {
            columns.push((Word::Author, 150));
        }
        if self.look.columns_reversed {
            columns.reverse();
        }
        let mut rows: Vec<usize> = self.m.listed();
        if self.look.rows_reversed {
            rows.reverse();
        }
        let rows: Vec<usize> = rows.into_iter().skip(self.m.scroll).take(self.m.app.page).collect();
        let width = columns.iter().map(|(_, width)| width).sum::<i32>() + 150;
        let row_box = |n: i32| Rect { x1: x, y1: y + 34 * n, x2: x + width, y2: y + 34 * (n + 1) };
        let all = Rect { y2: row_box(rows.len() as i32).y2, ..row_box(0) };
        let table = self.sheet.element(ElementType::Table, "data_display", "", all, None);
        for n in 0..=rows.len() {
            let bbox = row_box(n as i32);
            let role = if n == 0 { "header" } else { "row" };
            let row = self.sheet.element(ElementType::TableRow, role, "", bbox, Some(table));
            self.sheet.state.ui_elements[row].metadata.row = Some(n as u64);
            let record = n.checked_sub(1).map(|n| rows[n]);
            if let Some(r) = record {
                let does = if self.m.app.double_click { Does::Open(r) } else { Does::Mark(r) };
                let label = self.m.records[r].id.clone();
                self.sheet.spots.push(Spot { bbox, does, label, role: "row".into() });
            }
            let mut left = x;
            for (c, (word, width)) in columns.iter().enumerate() {
                let text = match record.map(|r| &self.m.records[r]) {
                    None => self.say(*word).to_owned(),
                    Some(r) => match word {
                        Word::Number => r.id.clone(),
                        Word::Person => r.name.clone(),
                        Word::Amount => format!("{},00", r.amount),
                        Word::Author => self.author(r),
                        _ => self.status(r).to_owned(),
                    },
                };
                self.cell(row, c, &text, Rect { x1: left, x2: left + width, ..bbox });
                left += width;
            }
            if let Some(r) = record.filter(|_| !self.m.app.double_click && self.look.gone != Some(Word::Open))
            {
                let cell = self.cell(row, columns.len(), "", Rect { x1: left, x2: x + width, ..bbox });
                let label = self.say(Word::Open);
                let place = Rect {
                    x1: left + 20,
                    y1: bbox.y1 + 4,
                    x2: left + 48 + Sheet::width(label),
                    y2: bbox.y2 - 4,
                };
                self.sheet.text(label, place.x1 + 14, place.y1 + 6);
                self.sheet.element(ElementType::Button, "navigation", label, place, Some(cell));
                let spot =
                    Spot { bbox: place, does: Does::Open(r), label: label.into(), role: "navigation".into() };
                self.sheet.spots.push(spot);
            }
        }
    }

    /// Who entered a record: somebody of whom there is none, or one whom another record is about.
    fn author(&self, record: &Record) -> String {
        let all = &self.m.app.records;
        match all.iter().position(|r| r.id == record.id) {
            Some(0) => AUTHOR.to_owned(),
            Some(n) => all[n - 1].name.clone(),
            None => "Portail".to_owned(),
        }
    }

    fn cell(&mut self, row: usize, column: usize, text: &str, bbox: Rect) -> usize {
        self.sheet.text(text, bbox.x1 + 8, bbox.y1 + 10);
        let cell = self.sheet.element(ElementType::TableCell, "data_display", text, bbox, Some(row));
        self.sheet.state.ui_elements[cell].metadata.column = Some(column as u64);
        cell
    }

    fn detail(&mut self, r: usize, banner: Option<Word>) {
        let (x, y) = (self.x, self.y);
        let record = &self.m.records[r];
        self.sheet.label(self.say(Word::Record), x, y);
        if let Some(word) = banner {
            self.sheet.label(self.say(word), x, y + 30);
        }
        let mut lines = vec![
            (Word::Number, record.id.clone()),
            (Word::Person, record.name.clone()),
            (Word::Amount, format!("{},00", record.amount)),
            (Word::Status, self.status(record).to_owned()),
        ];
        if self.look.fields_reversed {
            lines.reverse();
        }
        for (n, (word, value)) in lines.into_iter().enumerate() {
            let top = y + 66 + 46 * n as i32;
            self.sheet.label(self.say(word), x, top);
            self.sheet.label(&value, x + 200, top);
        }
        let open = record.status == Status::Waiting || self.m.app.keeps_buttons;
        let mut all = Vec::new();
        if open {
            all.push((Word::Validate, "validate", Does::Decide(Verb::Validate)));
            all.push((Word::Reject, "secondary_action", Does::Decide(Verb::Reject)));
        }
        all.push((Word::Edit, "secondary_action", Does::Edit));
        all.push((Word::Delete, "delete_action", Does::Delete));
        all.push((Word::Back, "navigation", Does::Back));
        self.buttons(&all, x, y + 260);
        self.side_list();
    }

    pub fn dialog(&mut self, bbox: Rect) {
        self.sheet.cover(bbox, true);
        self.sheet.element(ElementType::Dialog, "dialog", "", bbox, None);
    }

    fn ask(&mut self, r: usize, verb: Verb) {
        let (x, y) = (self.look.size.width as i32 / 2 - 60, self.y + 40);
        let is_reject = verb == Verb::Reject;
        self.dialog(Rect { x1: x, y1: y, x2: x + 460, y2: y + if is_reject { 260 } else { 190 } });
        let asked = if is_reject { Word::AskReject } else { Word::AskValidate };
        self.sheet.label(self.say(asked), x + 24, y + 20);
        self.sheet.label(self.say(Word::Final), x + 24, y + 46);
        if self.m.app.names_record {
            self.sheet.label(&self.m.records[r].id.clone(), x + 24, y + 72);
        }
        let mut top = y + 130;
        if is_reject {
            self.fields(&[(Word::Reason, Field::Reason, false)], x + 24, y + 130);
            top = y + 200;
        }
        let all = [(Word::Confirm, "confirmation", Does::Confirm), (Word::Cancel, "cancel", Does::Cancel)];
        self.buttons(&all, x + 24, top);
    }

    fn error(&mut self) {
        let (x, y) = (self.look.size.width as i32 / 2 - 180, self.y + 90);
        self.dialog(Rect { x1: x, y1: y, x2: x + 400, y2: y + 160 });
        self.sheet.label(self.say(Word::Error), x + 24, y + 20);
        self.sheet.label(self.say(Word::ErrorText), x + 24, y + 50);
        self.buttons(&[(Word::Ok, "secondary_action", Does::Ok)], x + 24, y + 104);
    }

    fn form(&mut self, of: Option<usize>) {
        let (x, y) = (self.x, self.y);
        match of {
            Some(r) => {
                self.sheet.label(self.say(Word::Number), x, y);
                self.sheet.label(&self.m.records[r].id.clone(), x + 200, y);
            }
            None => {
                self.sheet.label(self.say(Word::NewTitle), x, y);
            }
        }
        if self.m.saved {
            self.sheet.label(self.say(Word::SaidSaved), x, y + 28);
        }
        let all = [
            (Word::Person, Field::Name, false),
            (Word::Phone, Field::Phone, false),
            (Word::Mail, Field::Mail, false),
        ];
        let fields = if of.is_some() { &all[1..2] } else { &all[..] };
        if let Some(r) = of {
            let name = self.m.records[r].name.clone();
            self.sheet.label(self.say(Word::Person), x, y + 140);
            self.sheet.label(&name, x + 200, y + 140);
        }
        self.fields(fields, x, y + 84);
        let all = [(Word::Save, "save", Does::Save), (Word::Back, "navigation", Does::Back)];
        self.buttons(&all, x, y + 290);
        if of.is_none() && self.m.app.has_choice {
            self.choice(Rect { x1: x + 380, y1: y + 84, x2: x + 640, y2: y + 116 });
        }
        if of.is_some() {
            self.side_list();
        }
    }

    pub fn foreign(&mut self) {
        if let Some(window) = &mut self.sheet.state.window {
            window.app_name = "Mousepad".into();
            window.window_title = "Untitled 1 - Mousepad".into();
        }
        self.sheet.label("Courses du samedi", 40, 60);
        self.sheet.label("pain, lait, pommes", 40, 90);
        let bbox = Rect { x1: 20, y1: 10, x2: 100, y2: 38 };
        self.sheet.press(
            ElementType::MenuItem,
            "navigation",
            "Fichier",
            bbox,
            Does::Harm("used another program"),
        );
    }
}
