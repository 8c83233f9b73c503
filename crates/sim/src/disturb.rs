//! What happens to the screen without Lea in the hard world: forms left open, changes while someone is asked, clicks that miss the focus.

use crate::app::Status;
use crate::hard::{Change, FocusFault, LeftOpen, When};
use crate::machine::{Does, Field, Page, Verb};
use crate::render::render;
use crate::stage::Stage;
use std::rc::Rc;

/// Seconds after which a look is too old to act on: what changed since then must be seen first (SPEC ACT.13).
const STALE: f64 = 0.2;

impl Stage {
    /// A record that the task is not about, one that waits if there is one.
    fn another(&self) -> usize {
        let m = &self.machine;
        let is_other =
            |r: &usize| !self.watch.asked_for.contains(&m.records[*r].id) && m.current() != Some(*r);
        let others: Vec<usize> = (0..m.records.len()).filter(is_other).collect();
        let waits = others.iter().find(|r| m.records[**r].status == Status::Waiting);
        let next = m.current().map_or(0, |r| (r + 1) % m.records.len());
        waits.or(others.first()).copied().unwrap_or(next)
    }

    /// Somebody leaves another record open.
    pub fn leave_open(&mut self, what: LeftOpen) {
        let other = self.another();
        let m = &mut self.machine;
        m.popup = None;
        match what {
            LeftOpen::Form => m.go(Page::Form(Some(other))),
            LeftOpen::Question if m.app.has_dialog => m.go(Page::Confirm(other, Verb::Validate)),
            LeftOpen::Detail | LeftOpen::Question => m.go(Page::Detail(other)),
            LeftOpen::NewForm => m.go(Page::Form(None)),
        }
        let typed: &[(Field, &str)] = match what {
            LeftOpen::Form => &[(Field::Phone, "06 99 88 77 66")],
            LeftOpen::NewForm => &[(Field::Name, "Zimmer Zoé"), (Field::Mail, "zoe.zimmer@exemple.fr")],
            LeftOpen::Detail | LeftOpen::Question => &[],
        };
        m.draft.extend(typed.iter().map(|(field, text)| (*field, (*text).to_owned())));
        self.tally.hit("left open");
        self.tell(|s| format!("left open: {:?}", s.machine.page));
        self.show_now();
    }

    fn show_now(&mut self) {
        self.paint_at = None;
        self.shown = Rc::new(render(&self.machine, &self.look));
    }

    /// A call that takes time: the screen may change meanwhile.
    pub fn takes_time(&mut self) {
        if let Some((When::Call(at), change)) = self.hard.change
            && self.calls >= at
        {
            self.change(change);
        }
    }

    /// Someone is asked, and the screen may change meanwhile.
    pub fn is_asked(&mut self) {
        self.watch.questions += 1;
        if let Some((When::Asked(at), change)) = self.hard.change
            && self.watch.questions >= at
        {
            self.change(change);
        }
    }

    /// A deed: what changed since a look that is too old is there before it.
    pub fn acts(&mut self) {
        if self.now - self.watch.looked_at > STALE {
            self.takes_time();
        }
    }

    /// The screen changes, where there is something to change.
    fn change(&mut self, change: Change) {
        let other = self.another();
        let m = &mut self.machine;
        let is_elsewhere = m.diary || m.foreign || m.popup.is_some() || m.is_busy();
        if is_elsewhere || matches!(m.page, Page::Login | Page::Expired | Page::Error(_)) {
            return;
        }
        match change {
            Change::Opens => m.go(match m.page {
                Page::Form(Some(_)) => Page::Form(Some(other)),
                Page::Confirm(_, verb) => Page::Confirm(other, verb),
                _ => Page::Detail(other),
            }),
            Change::Asks(popup) => m.popup = Some(popup),
            Change::Moves => self.look.moved = (self.look.moved.0 + 24, self.look.moved.1 + 45),
            Change::Leaves => m.press_now(&Does::List),
        }
        self.hard.change = None;
        self.tally.hit(&format!("changed without Lea: {}", told(change)));
        self.tell(|_| format!("*** the screen changes: {change:?}"));
        self.show_now();
    }

    /// A click into a field; says whether it went as it should.
    pub fn click_field(&mut self, does: &Does) -> bool {
        let Does::Focus(_) = does else { return true };
        self.watch.field_clicks += 1;
        let number = self.watch.field_clicks;
        let Some((_, how)) = self.hard.focus.filter(|(at, _)| *at == number) else { return true };
        self.tally.hit("lost focus");
        self.tell(|_| format!("… and the focus: {how:?}"));
        match how {
            FocusFault::WindowLost => {
                self.machine.press(does);
                self.machine.away = true;
            }
            FocusFault::NotGiven => {}
            FocusFault::OtherField => {
                self.machine.press(does);
                if !self.machine.slip() {
                    self.machine.focus = None;
                }
            }
        }
        self.changed();
        false
    }
}

fn told(change: Change) -> &'static str {
    match change {
        Change::Opens => "another record",
        Change::Asks(_) => "a dialog",
        Change::Moves => "moved",
        Change::Leaves => "left",
    }
}
