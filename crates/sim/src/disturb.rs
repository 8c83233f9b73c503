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

    /// The screen after another record was made is still shown.
    pub fn leave_saved(&mut self) {
        let other = self.another();
        self.machine.popup = None;
        self.machine.go(Page::Saved(other));
        self.tell(|s| format!("left open: {:?}", s.machine.page));
        self.show_now();
    }

    /// Somebody leaves another record open before the run goes on.
    pub fn leave_open_again(&mut self) {
        if let Some((what, true)) = self.hard.left_open {
            self.leave_open(what);
        }
    }

    /// What the screen shows is what the machine is at.
    pub fn show_now(&mut self) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::App;
    use crate::dice::Dice;
    use crate::look::Look;
    use crate::machine::Machine;
    use crate::popup::Popup;
    use lea_act::world::InputEvent;
    use lea_model::{MouseButton, Point};

    /// A world on a page, in which the task is about the first record.
    pub fn stage(page: Page) -> Stage {
        let app = App { has_dialog: true, ..App::generate(&mut Dice::new(3)) };
        let mut machine = Machine::new(Rc::new(app));
        machine.go(page);
        let mut stage = Stage::new(machine, Look::learnt(), Dice::new(1));
        stage.hard.is_on = true;
        stage.watch.asked_for = vec![stage.machine.records[0].id.clone()];
        stage
    }

    fn click_on(stage: &Stage, field: Field) -> InputEvent {
        let spot = stage.shown.spots.iter().find(|s| s.does == Does::Focus(field));
        let at = spot.map_or(Point { x: 0, y: 0 }, |s| s.bbox.center());
        InputEvent::Click { at, button: MouseButton::Left, clicks: 1 }
    }

    fn typed(text: &str) -> InputEvent {
        InputEvent::Type { text: text.into(), secret: false }
    }

    fn do_it(stage: &mut Stage, deed: &InputEvent) {
        stage.watch_deed(deed);
        stage.apply(deed);
        stage.paint();
    }

    #[test]
    fn what_is_left_open_is_of_another_record() {
        for what in [LeftOpen::Detail, LeftOpen::Form, LeftOpen::Question] {
            let mut s = stage(Page::List);
            s.leave_open(what);
            assert!(s.machine.current().is_some_and(|r| r != 0), "{what:?}");
            assert!(s.shown.record.as_ref().is_some_and(|id| !s.watch.asked_for.contains(id)));
        }
        let mut s = stage(Page::List);
        s.leave_open(LeftOpen::NewForm);
        assert!(!s.machine.typed(Field::Name).is_empty() && !s.machine.typed(Field::Mail).is_empty());
    }

    #[test]
    fn text_typed_into_the_form_of_another_record_is_found_before_anything_is_saved() {
        let mut s = stage(Page::Form(Some(1)));
        let click = click_on(&s, Field::Phone);
        do_it(&mut s, &click);
        do_it(&mut s, &typed("06"));
        assert!(s.wrong.iter().any(|w| w.starts_with("wrong record")), "{:?}", s.wrong);
        let mut s = stage(Page::Form(Some(0)));
        let click = click_on(&s, Field::Phone);
        do_it(&mut s, &click);
        do_it(&mut s, &typed("06"));
        assert!(s.wrong.is_empty(), "{:?}", s.wrong);
    }

    #[test]
    fn keys_go_to_a_foreign_window_until_the_application_is_clicked_again() {
        let mut s = stage(Page::Form(Some(0)));
        s.hard.focus = Some((1, FocusFault::WindowLost));
        let click = click_on(&s, Field::Phone);
        do_it(&mut s, &click);
        assert!(s.shown.is_away && s.shown.focus.is_none());
        do_it(&mut s, &typed("06"));
        assert_eq!((s.machine.typed(Field::Phone), s.watch.foreign_keys.len()), ("", 1));
        assert!(s.wrong.iter().any(|w| w.contains("foreign window")), "{:?}", s.wrong);
        do_it(&mut s, &click);
        do_it(&mut s, &typed("07"));
        assert_eq!(s.machine.typed(Field::Phone), "07");
    }

    #[test]
    fn a_click_that_does_not_give_the_focus_lets_keys_delete_what_the_page_shows() {
        let mut s = stage(Page::List);
        let mut app = (*s.machine.app).clone();
        app.manners.keys_delete = true;
        s.machine.app = Rc::new(app);
        s.hard.focus = Some((1, FocusFault::NotGiven));
        let click = click_on(&s, Field::Query);
        do_it(&mut s, &click);
        assert_eq!(s.shown.focus, None);
        do_it(&mut s, &InputEvent::Clear);
        assert_eq!(s.machine.events.len(), 1);
        assert!(s.wrong.iter().any(|w| w.starts_with("focus")), "{:?}", s.wrong);
    }

    #[test]
    fn a_click_may_give_the_focus_to_another_field() {
        let mut s = stage(Page::Form(None));
        s.hard.focus = Some((1, FocusFault::OtherField));
        let click = click_on(&s, Field::Name);
        do_it(&mut s, &click);
        do_it(&mut s, &typed("Dupont"));
        assert_eq!((s.machine.typed(Field::Name), s.machine.typed(Field::Phone)), ("", "Dupont"));
        assert!(s.wrong.iter().any(|w| w.starts_with("focus")), "{:?}", s.wrong);
    }

    #[test]
    fn the_screen_changes_while_someone_is_asked_and_is_shown_at_once() {
        let changes = [Change::Opens, Change::Asks(Popup::EraseAll), Change::Moves, Change::Leaves];
        for change in changes {
            let mut s = stage(Page::Detail(0));
            s.hard.change = Some((When::Asked(2), change));
            let before = s.shown.clone();
            s.is_asked();
            assert!(s.shown.state == before.state);
            s.is_asked();
            assert!(s.shown.state != before.state && s.hard.change.is_none(), "{change:?}");
        }
    }

    #[test]
    fn a_change_on_the_way_comes_before_a_deed_only_where_the_last_look_is_old() {
        let mut s = stage(Page::Detail(0));
        s.hard.change = Some((When::Call(0), Change::Opens));
        s.acts();
        assert_eq!(s.machine.current(), Some(0));
        s.now = 1.0;
        s.acts();
        assert_ne!(s.machine.current(), Some(0));
    }

    #[test]
    fn a_disabled_control_that_is_pressed_is_found() {
        let mut s = stage(Page::List);
        let mut app = (*s.machine.app).clone();
        app.manners.greyed = Some(2.0);
        s.machine.app = Rc::new(app);
        s.machine.go(Page::Form(Some(0)));
        s.show_now();
        let save = s.shown.spots.iter().find(|spot| spot.does == Does::Save).map(|spot| spot.bbox.center());
        let press = |at| InputEvent::Click { at, button: MouseButton::Left, clicks: 1 };
        let save = press(save.unwrap_or_default());
        s.watch_deed(&save);
        assert!(s.wrong.iter().any(|w| w.starts_with("disabled")), "{:?}", s.wrong);
        s.wrong.clear();
        s.pass(2.5);
        s.paint();
        s.watch_deed(&save);
        assert!(s.wrong.is_empty(), "{:?}", s.wrong);
    }
}
