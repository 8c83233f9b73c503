//! An application that takes its time: controls that are enabled late, and answers that come seconds after what was pressed.

use crate::machine::Machine;
use crate::terms::{Does, Field, Page};
use std::collections::BTreeMap;

/// Something that was pressed and is not answered yet.
#[derive(Clone, Debug)]
struct Pending {
    at: f64,
    does: Does,
    page: Page,
    draft: BTreeMap<Field, String>,
    deed: u64,
}

/// What an application is busy with.
#[derive(Clone, Debug, Default)]
pub struct Busy {
    /// Seconds since the beginning.
    now: f64,
    /// What commits is disabled until then.
    enabled_at: f64,
    /// What is still to be answered, in the order in which it was pressed.
    pending: Vec<Pending>,
}

impl Machine {
    /// Presses something: a disabled control does nothing, and a slow application does it later, once for each press.
    pub fn press(&mut self, does: &Does) {
        if self.is_greyed(does) {
            return;
        }
        let Some(seconds) = self.app.manners.answer_takes(does) else { return self.press_now(does) };
        self.busy.pending.push(Pending {
            at: self.busy.now + seconds,
            does: does.clone(),
            page: self.page.clone(),
            draft: self.draft.clone(),
            deed: self.deed,
        });
    }

    /// A control that does this is disabled now.
    pub fn is_greyed(&self, does: &Does) -> bool {
        self.app.manners.greys(does) && self.busy.now < self.busy.enabled_at
    }

    /// Something was typed, or a page came up: what commits is disabled for a time.
    pub(crate) fn grey(&mut self) {
        if let Some(seconds) = self.app.manners.greyed {
            self.busy.enabled_at = self.busy.now + seconds;
        }
    }

    /// Something that was pressed is not answered yet.
    pub fn is_busy(&self) -> bool {
        !self.busy.pending.is_empty()
    }

    /// When it changes next by itself.
    pub fn next_change(&self) -> Option<f64> {
        let enabled = Some(self.busy.enabled_at).filter(|at| *at > self.busy.now && at.is_finite());
        let answers = self.busy.pending.iter().map(|p| p.at);
        answers.chain(enabled).min_by(f64::total_cmp)
    }

    /// Time passes; says whether something changed by itself.
    pub fn tick(&mut self, now: f64) -> bool {
        let was_disabled = self.busy.now < self.busy.enabled_at;
        self.busy.now = now;
        let mut changed = was_disabled && now >= self.busy.enabled_at;
        while let Some(at) = self.busy.pending.iter().position(|p| p.at <= now) {
            let pending = self.busy.pending.remove(at);
            self.answer(pending);
            changed = true;
        }
        changed
    }

    /// What was pressed takes effect on what was shown then. Who went elsewhere meanwhile stays there.
    fn answer(&mut self, pending: Pending) {
        let deed = std::mem::replace(&mut self.deed, pending.deed);
        let elsewhere = (self.page != pending.page)
            .then(|| (self.page.clone(), self.draft.clone(), self.focus, self.query.clone()));
        self.page = pending.page;
        self.draft = pending.draft;
        self.press_now(&pending.does);
        if let Some((page, draft, focus, query)) = elsewhere {
            (self.page, self.draft, self.focus, self.query) = (page, draft, focus, query);
        }
        self.deed = deed;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::App;
    use crate::dice::Dice;
    use crate::manners::Manners;
    use crate::terms::What;
    use std::rc::Rc;

    fn machine(manners: Manners) -> Machine {
        let mut app = App { has_login: false, has_home: false, ..App::generate(&mut Dice::new(3)) };
        app.manners = manners;
        Machine::new(Rc::new(app))
    }

    fn fill(m: &mut Machine) {
        m.go(Page::Form(None));
        m.press(&Does::Focus(Field::Name));
        m.enter("Dupont Marie");
    }

    #[test]
    fn a_disabled_control_does_nothing_until_its_time_is_up() {
        let mut m = machine(Manners { greyed: Some(2.0), ..Manners::default() });
        fill(&mut m);
        assert!(m.is_greyed(&Does::Save) && !m.is_greyed(&Does::Back));
        m.press(&Does::Save);
        assert!(m.events.is_empty() && m.page == Page::Form(None));
        assert_eq!(m.next_change(), Some(2.0));
        assert!(m.tick(2.0));
        m.press(&Does::Save);
        assert_eq!(m.events.len(), 1);
    }

    #[test]
    fn a_control_that_is_disabled_for_ever_never_saves() {
        let mut m = machine(Manners { greyed: Some(f64::INFINITY), ..Manners::default() });
        fill(&mut m);
        assert!(!m.tick(1e6) && m.next_change().is_none());
        m.press(&Does::Save);
        assert!(m.events.is_empty());
    }

    #[test]
    fn a_slow_application_saves_later_and_a_second_press_saves_again() {
        let mut m = machine(Manners { slow: Some(5.0), ..Manners::default() });
        fill(&mut m);
        m.deed = 1;
        m.press(&Does::Save);
        assert!(m.events.is_empty() && m.is_busy() && m.page == Page::Form(None));
        m.tick(2.0);
        m.deed = 2;
        m.press(&Does::Save);
        assert!(m.tick(5.0) && m.events.len() == 1 && matches!(m.page, Page::Saved(_)));
        assert!(m.tick(7.0));
        let made: Vec<(u64, &What)> = m.events.iter().map(|e| (e.deed, &e.what)).collect();
        assert_eq!(made, [(1, &What::Created), (2, &What::Created)]);
    }

    #[test]
    fn an_answer_does_not_bring_back_who_went_elsewhere() {
        let mut m = machine(Manners { slow: Some(5.0), ..Manners::default() });
        fill(&mut m);
        m.press(&Does::Save);
        m.press(&Does::Reports);
        m.tick(6.0);
        assert_eq!((m.events.len(), &m.page), (1, &Page::Reports));
    }
}
