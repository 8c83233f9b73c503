//! What the learner saw: each kind of screen in two demonstrations, with other records than the run will meet.

use crate::app::{App, Status, records};
use crate::dice::Dice;
use crate::look::Look;
use crate::machine::{Field, Machine, Page, Verb};
use crate::render::{Kind, Shown, render};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Screens of demonstrations.
pub struct Demos {
    machines: [Machine; 2],
    look: Look,
    /// Screens that were made already: each is asked for many times.
    made: RefCell<BTreeMap<(Kind, usize), Rc<Shown>>>,
}

impl Demos {
    /// Demonstrations of an application.
    pub fn of(app: &App, dice: &mut Dice) -> Self {
        let mut machine = || {
            let mut all = records(dice, 6);
            // What is shown is opened while it waits.
            all.iter_mut().take(2).for_each(|r| r.status = Status::Waiting);
            let manners = app.manners.demonstrated();
            Machine::new(Rc::new(App { records: all, manners, ..app.clone() }))
        };
        Self { machines: [machine(), machine()], look: Look::learnt(), made: RefCell::default() }
    }

    /// A screen of this kind, from the first or second demonstration.
    pub fn shown(&self, kind: Kind, which: usize) -> Rc<Shown> {
        let mut made = self.made.borrow_mut();
        let new = || Rc::new(render(&self.machine(kind, which), &self.look));
        made.entry((kind, which)).or_insert_with(new).clone()
    }

    /// The same after something was typed or saved.
    pub fn shown_with(&self, kind: Kind, change: impl FnOnce(&mut Machine)) -> Shown {
        let mut machine = self.machine(kind, 0);
        change(&mut machine);
        render(&machine, &self.look)
    }

    fn machine(&self, kind: Kind, which: usize) -> Machine {
        let mut m = self.machines[which % 2].clone();
        let r = which % 2;
        m.diary = false;
        match kind {
            Kind::Diary => m.diary = true,
            Kind::Noted => (m.diary, m.noted) = (true, true),
            Kind::Login => m.go(Page::Login),
            Kind::Home => m.go(Page::Home),
            Kind::Reports => m.go(Page::Reports),
            Kind::List => m.go(Page::List),
            Kind::Detail => m.go(Page::Detail(r)),
            Kind::AskValidate => m.go(Page::Confirm(r, Verb::Validate)),
            Kind::AskReject => m.go(Page::Confirm(r, Verb::Reject)),
            Kind::Validated => {
                m.records[r].status = Status::Validated;
                m.go(Page::Done(r, Verb::Validate));
            }
            Kind::Rejected => {
                m.records[r].status = Status::Rejected;
                m.go(Page::Done(r, Verb::Reject));
            }
            Kind::Form => m.go(Page::Form(Some(r))),
            Kind::NewForm => m.go(Page::Form(None)),
            Kind::Saved => m.go(Page::Saved(r)),
            Kind::Error => {
                let under = if which == 0 { Page::Form(None) } else { Page::Detail(r) };
                m.page = Page::Error(Box::new(under));
            }
            Kind::Expired => m.go(Page::Expired),
            Kind::Foreign => m.foreign = true,
        }
        m
    }
}

/// A value for a field, as a demonstration had it.
pub fn example(field: Field) -> &'static str {
    match field {
        Field::Query => "F-2026-0001",
        Field::Reason => "Date incorrecte",
        Field::Name => "Martin Zoé",
        Field::Phone => "06 11 22 33 44",
        Field::Mail => "zoe@exemple.fr",
        Field::Ward => "Urgences",
        Field::User => "marie",
        Field::Password => "geheim",
    }
}
