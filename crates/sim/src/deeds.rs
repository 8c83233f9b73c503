//! What a deed does to the application, and what comes up after it.

use crate::machine::{Does, Field, Machine, Page, What};
use crate::popup::Popup;
use crate::stage::Stage;
use lea_act::world::InputEvent;
use lea_model::Point;
use std::collections::BTreeMap;

/// Everything of an application that a deed may change and a look may see.
#[derive(PartialEq)]
struct Visible {
    page: Page,
    draft: BTreeMap<Field, String>,
    query: String,
    focus: Option<Field>,
    marked: Option<Field>,
    away: bool,
    popup: Option<Popup>,
    waiting_only: bool,
    scroll: usize,
    unfolded: bool,
    programs: (bool, bool, bool),
    events: usize,
}

impl Visible {
    fn of(m: &Machine) -> Self {
        Self {
            page: m.page.clone(),
            draft: m.draft.clone(),
            query: m.query.clone(),
            focus: m.focus,
            marked: m.marked,
            away: m.away,
            popup: m.popup,
            waiting_only: m.waiting_only,
            scroll: m.scroll,
            unfolded: m.unfolded,
            programs: (m.foreign, m.diary, m.noted),
            events: m.events.len(),
        }
    }
}

impl Stage {
    /// Does a deed to the application.
    pub fn apply(&mut self, deed: &InputEvent) {
        self.machine.deed = self.deeds;
        if self.now < self.frozen_until {
            self.tally.hit("frozen");
            return;
        }
        if self.faults.lost.contains(&self.deeds) {
            self.tally.hit("lost click");
            self.tell(|_| "… which is lost".into());
            return;
        }
        if self.keys_go_away(deed) {
            return;
        }
        let before = Visible::of(&self.machine);
        self.perform(deed);
        self.notice(&before);
        self.misfortune();
    }

    fn perform(&mut self, deed: &InputEvent) {
        self.machine.marked = None;
        match deed {
            InputEvent::Click { at, clicks, .. } => self.press(*at, *clicks),
            InputEvent::Keys(keys) if keys.iter().any(|k| k.eq_ignore_ascii_case("escape")) => {
                self.machine.escape();
            }
            InputEvent::Keys(keys) if keys.iter().any(|k| k.eq_ignore_ascii_case("z")) => {
                if self.faults.stray.is_some_and(|(_, undoes)| undoes) {
                    self.machine.undo();
                }
            }
            InputEvent::Keys(keys) if keys.iter().any(|k| k.eq_ignore_ascii_case("a")) => {
                let holds = |field: &Field| !self.machine.typed(*field).is_empty();
                self.machine.marked = self.machine.focus.filter(holds);
            }
            InputEvent::Keys(keys) if keys.iter().any(|k| k.eq_ignore_ascii_case("enter")) => {
                self.machine.submit();
            }
            InputEvent::Keys(keys) if self.machine.app.manners.saves_by.is(keys) => {
                self.machine.press(&Does::Save);
            }
            InputEvent::Keys(_) | InputEvent::Hover { .. } => {}
            InputEvent::Drag { from, to } => {
                let [from, to] = [from, to].map(|at| self.shown.spot_at(*at).map(|s| s.does.clone()));
                if let (Some(from), Some(to)) = (from, to) {
                    self.tally.hit("dragged");
                    self.machine.drop(&from, &to);
                }
            }
            InputEvent::Clear => self.machine.clear(),
            InputEvent::Type { text, .. } => {
                self.typings += 1;
                if self.faults.stray.is_some_and(|(at, _)| at == self.typings) && self.machine.slip() {
                    self.tally.hit("stray text");
                    self.tell(|s| format!("… into {:?}", s.machine.focus));
                }
                self.machine.enter(text);
            }
            InputEvent::Scroll { dy, .. } => self.machine.turn(*dy),
            InputEvent::Switch(place) => {
                self.machine.away = false;
                self.machine.bring_up(&place.app);
            }
        }
    }

    /// Counts and tells what changed, and has it painted.
    fn notice(&mut self, before: &Visible) {
        let after = Visible::of(&self.machine);
        if after.unfolded && !before.unfolded {
            self.tally.hit("list of choices");
        }
        if before.programs.1 && !after.programs.1 {
            self.tally.hit("went to the other program");
        }
        if after != *before {
            self.changed_since = true;
            self.changed();
        }
        if let Some(event) = self.machine.events.get(before.events) {
            let told = format!("!!! {:?} {}", event.what, event.to);
            if matches!(event.what, What::Harmed(_) | What::Deleted) {
                self.tally.hit("harm");
            }
            self.tell(|_| told);
        }
    }

    /// A press goes to what is painted, as long as that is what the application has to offer.
    fn press(&mut self, at: Point, clicks: u8) {
        self.machine.away = false;
        let Some(spot) = self.shown.spot_at(at).cloned() else { return };
        let is_row = matches!(spot.does, Does::Open(_)) && spot.role == "row";
        if is_row && clicks < 2 {
            return;
        }
        // Until the new page is there, the old one takes the press; what it asks for is answered as it is now.
        if self.click_field(&spot.does) {
            self.machine.press(&spot.does);
        }
    }

    /// What comes up after a deed.
    fn misfortune(&mut self) {
        let deed = self.deeds;
        if let Some((_, popup)) = self.faults.popup.filter(|(at, _)| *at == deed) {
            self.machine.popup = Some(popup);
            let name = if Popup::KNOWN.contains(&popup) { "known popup" } else { "strange popup" };
            self.tally.hit(name);
            self.tell(|_| format!("{popup:?} comes up"));
            self.changed();
        }
        if let Some((_, popup)) = self.hard.asks.filter(|(at, _)| *at == deed) {
            self.machine.popup = Some(popup);
            self.tally.hit("dangerous question");
            self.tell(|_| format!("{popup:?} comes up"));
            self.changed();
        }
        if self.faults.foreign == Some(deed) {
            // The other window of the task is as wrong, and harder to tell.
            match self.machine.app.has_diary && deed.is_multiple_of(2) {
                true => self.machine.diary = true,
                false => self.machine.foreign = true,
            }
            self.tally.hit("wrong window");
            self.tell(|_| "another window comes to the front".into());
            self.changed();
        }
        if self.faults.expired == Some(deed) {
            self.machine.expired = true;
            self.tally.hit("expired");
        }
        if let Some((_, seconds)) = self.faults.frozen.filter(|(at, _)| *at == deed) {
            self.frozen_until = self.now + seconds;
            self.tell(|_| format!("frozen for {seconds:.1} s"));
        }
    }
}
