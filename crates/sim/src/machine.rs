//! The application at work: which page is shown, what is typed, what is kept. The truth.

use crate::app::{App, Record, Status};
use crate::busy::Busy;
use crate::popup::Popup;
pub use crate::terms::{Does, Event, Field, Misbehaves, Page, Verb, What};
use std::collections::BTreeMap;
use std::rc::Rc;

/// How a telephone number begins that a new form comes with.
pub const PREFILLED: &str = "06";

/// The application at work.
#[derive(Clone, Debug)]
pub struct Machine {
    /// What it is like.
    pub app: Rc<App>,
    /// What it keeps.
    pub records: Vec<Record>,
    /// What is shown.
    pub page: Page,
    /// What is typed.
    pub draft: BTreeMap<Field, String>,
    /// The field that was typed into last, and what it held before.
    pub undoes: Option<(Field, String)>,
    /// The field that text went into astray, and what it held before.
    pub strayed: Option<(Field, String)>,
    /// Only those that wait are listed.
    pub waiting_only: bool,
    /// What was searched.
    pub query: String,
    /// Where keys go.
    pub focus: Option<Field>,
    /// The field whose content is marked.
    pub marked: Option<Field>,
    /// The window does not have the focus: keys go to another program.
    pub away: bool,
    /// The list of wards is open.
    pub unfolded: bool,
    /// The diary is in front.
    pub diary: bool,
    /// Its note was read.
    pub noted: bool,
    /// Rows that are scrolled away.
    pub scroll: usize,
    /// The form was just saved.
    pub saved: bool,
    /// What came up by itself and lies over everything.
    pub popup: Option<Popup>,
    /// Another window is in front.
    pub foreign: bool,
    /// Lasting things that happened, in order.
    pub events: Vec<Event>,
    /// How it misbehaves.
    pub misbehaves: Misbehaves,
    /// What was committed although it said so, or twice: faults that took effect.
    pub misbehaved: u32,
    /// The number of the deed that is being done.
    pub deed: u64,
    /// The session is over: the next thing that asks the server ends on the login.
    pub expired: bool,
    /// What it is busy with.
    pub busy: Busy,
}

impl Machine {
    /// The application as it begins.
    pub fn new(app: Rc<App>) -> Self {
        let page = match (app.has_login, app.has_home) {
            (true, _) => Page::Login,
            (_, true) => Page::Home,
            _ => Page::List,
        };
        Self {
            records: app.records.clone(),
            page,
            draft: BTreeMap::new(),
            undoes: None,
            strayed: None,
            waiting_only: false,
            query: String::new(),
            focus: None,
            marked: None,
            away: false,
            unfolded: false,
            diary: app.has_diary,
            noted: false,
            scroll: 0,
            saved: false,
            popup: None,
            foreign: false,
            events: Vec::new(),
            misbehaves: Misbehaves::default(),
            misbehaved: 0,
            deed: 0,
            expired: false,
            busy: Busy::default(),
            app,
        }
    }

    /// The records that the list shows, in the application's order.
    pub fn listed(&self) -> Vec<usize> {
        let is_listed = |r: &Record| {
            (!self.waiting_only || r.status == Status::Waiting)
                && (self.query.is_empty() || r.id.contains(&self.query) || r.name.contains(&self.query))
        };
        (0..self.records.len()).filter(|i| is_listed(&self.records[*i])).collect()
    }

    /// The record that a search opens, where the application does that: the one that was searched for, or the last that begins like it.
    fn found(&self) -> Option<usize> {
        let is_it = |r: &usize| [&self.records[*r].id, &self.records[*r].name].contains(&&self.query);
        let listed = self.listed();
        let exact = listed.iter().find(|r| is_it(r) && !self.app.manners.search_misses);
        exact.or(listed.last()).copied().filter(|_| !self.query.is_empty())
    }

    /// What is typed into a field.
    pub fn typed(&self, field: Field) -> &str {
        self.draft.get(&field).map_or("", String::as_str)
    }

    /// The record on the page.
    pub fn current(&self) -> Option<usize> {
        match self.under_error() {
            Page::Detail(r)
            | Page::Confirm(r, _)
            | Page::Done(r, _)
            | Page::Form(Some(r))
            | Page::Saved(r) => Some(*r),
            _ => None,
        }
    }

    fn under_error(&self) -> &Page {
        let mut page = &self.page;
        while let Page::Error(under) = page {
            page = under;
        }
        page
    }

    /// Does at once what pressing this does.
    pub(crate) fn press_now(&mut self, does: &Does) {
        let asks_server = !matches!(
            does,
            Does::Nothing
                | Does::Focus(_)
                | Does::Mark(_)
                | Does::Dismiss
                | Does::Ok
                | Does::LoginAgain
                | Does::Login
                | Does::Unfold
                | Does::Choose(_)
                | Does::Fold
                | Does::MarkRead
                | Does::Note
                | Does::ReadBox
        );
        if asks_server && self.expired {
            self.expired = false;
            return self.go(Page::Expired);
        }
        match does {
            Does::Nothing | Does::Mark(_) | Does::Note | Does::ReadBox => {}
            Does::Unfold | Does::Choose(_) | Does::Fold | Does::MarkRead => self.press_wide(does),
            Does::Focus(field) => self.focus = Some(*field),
            Does::List | Does::Back => {
                self.query.clear();
                self.go(Page::List);
            }
            Does::Reports => self.go(Page::Reports),
            Does::Open(r) => self.open(*r),
            Does::Tab(waiting) => {
                self.waiting_only = *waiting;
                self.go(Page::List);
            }
            Does::Search => {
                self.query = self.typed(Field::Query).to_owned();
                self.scroll = 0;
                if let Some(r) = self.found().filter(|_| self.app.manners.search_opens) {
                    self.query.clear();
                    self.open(r);
                }
            }
            Does::New => self.go(Page::Form(None)),
            Does::Decide(verb) => match self.page {
                Page::Detail(r) | Page::Done(r, _) | Page::Saved(r) if self.app.has_dialog => {
                    self.go(Page::Confirm(r, *verb));
                }
                Page::Detail(r) | Page::Done(r, _) | Page::Saved(r) => self.decide(r, *verb),
                _ => {}
            },
            Does::Confirm => {
                if let Page::Confirm(r, verb) = self.page {
                    self.decide(r, verb);
                }
            }
            Does::Cancel => {
                if let Page::Confirm(r, _) = self.page {
                    self.go(Page::Detail(r));
                }
            }
            Does::Edit => {
                if let Some(r) = self.current() {
                    self.go(Page::Form(Some(r)));
                }
            }
            Does::Save => self.save(),
            Does::Delete => {
                if let Some(r) = self.current() {
                    self.happened(What::Deleted, self.records[r].id.clone());
                    self.go(Page::List);
                }
            }
            Does::Ok => {
                if let Page::Error(under) = self.page.clone() {
                    self.page = *under;
                }
            }
            Does::LoginAgain | Does::Logout => self.go(Page::Login),
            Does::Login => {
                if !self.typed(Field::User).is_empty() && !self.typed(Field::Password).is_empty() {
                    let page = if self.app.has_home { Page::Home } else { Page::List };
                    self.go(page);
                }
            }
            Does::Dismiss => self.popup = None,
            Does::Harm(what) => {
                let to = self.current().map(|r| self.records[r].id.clone()).unwrap_or_default();
                self.happened(What::Harmed(what), to);
                self.popup = None;
            }
        }
    }

    /// Shows another page, with nothing typed.
    pub fn go(&mut self, page: Page) {
        self.page = page;
        self.draft.clear();
        self.strayed = None;
        (self.focus, self.marked) = (None, None);
        self.unfolded = false;
        self.saved = false;
        self.scroll = 0;
        if self.page == Page::Form(None) && self.app.manners.prefilled {
            self.draft.insert(Field::Phone, PREFILLED.to_owned());
        }
        self.grey();
    }

    fn open(&mut self, r: usize) {
        self.go(Page::Detail(r));
    }

    pub(crate) fn happened(&mut self, what: What, to: String) {
        self.events.push(Event { what, to, deed: self.deed });
    }

    /// Whether what is committed now really happens, and how often; an error box comes up where it fails openly.
    fn committed(&mut self) -> Option<u32> {
        if self.misbehaves.fails > 0 {
            self.misbehaves.fails -= 1;
            self.misbehaved += 1;
            self.page = Page::Error(Box::new(self.page.clone()));
            return None;
        }
        if std::mem::take(&mut self.misbehaves.lies) {
            self.misbehaved += 1;
            return Some(0);
        }
        if std::mem::take(&mut self.misbehaves.twice) {
            self.misbehaved += 1;
            return Some(2);
        }
        Some(1)
    }

    fn decide(&mut self, r: usize, verb: Verb) {
        let reason = self.typed(Field::Reason).to_owned();
        let Some(times) = self.committed() else { return };
        for _ in 0..times {
            self.records[r].status = match verb {
                Verb::Validate => Status::Validated,
                Verb::Reject => Status::Rejected,
            };
            if verb == Verb::Reject {
                self.records[r].reason.clone_from(&reason);
            }
            self.happened(What::Decided(verb), self.records[r].id.clone());
        }
        self.go(Page::Done(r, verb));
    }

    fn save(&mut self) {
        let Page::Form(of) = self.page else { return };
        if self.typed(if of.is_some() { Field::Phone } else { Field::Name }).is_empty() {
            return;
        }
        let Some(times) = self.committed() else { return };
        let text = |m: &Self, f| m.typed(f).to_owned();
        let (name, phone, mail) =
            (text(self, Field::Name), text(self, Field::Phone), text(self, Field::Mail));
        match of {
            Some(r) => {
                if times > 0 {
                    self.records[r].phone = phone;
                    let id = self.records[r].id.clone();
                    (0..times).for_each(|_| self.happened(What::Edited, id.clone()));
                }
                self.saved = true;
            }
            None => {
                let mut made = Record {
                    id: format!("F-2026-{}", 20_000 + self.records.len()),
                    name: name.clone(),
                    amount: 0,
                    status: Status::Waiting,
                    phone,
                    mail,
                    reason: String::new(),
                    ward: text(self, Field::Ward),
                };
                for _ in 0..times {
                    made.id = format!("F-2026-{}", 20_000 + self.records.len());
                    self.records.push(made.clone());
                    self.happened(What::Created, name.clone());
                }
                // Where it lies, it shows a record that is not there: the page of another says the same.
                self.go(Page::Saved(self.records.len() - 1));
            }
        }
    }

    /// Escape: leaves what lies over the page.
    pub fn escape(&mut self) {
        match (&self.page, &self.popup) {
            _ if self.unfolded => self.unfolded = false,
            (_, Some(popup)) if popup.closes() => self.popup = None,
            (Page::Confirm(r, _), None) => self.go(Page::Detail(*r)),
            (Page::Error(_), None) => self.press(&Does::Ok),
            _ => {}
        }
    }

    /// Turns the wheel.
    pub fn turn(&mut self, notches: i32) {
        if self.page == Page::List {
            let most = self.listed().len().saturating_sub(self.app.page);
            self.scroll = self.scroll.saturating_add_signed(notches as isize).min(most);
        }
    }
}
