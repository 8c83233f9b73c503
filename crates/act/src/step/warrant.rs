//! Leave to act (DESIGN, invariant 1). The order of the safety steps is the order of the types: a [`Permit`] says what may be done on
//! which screen, a [`Warrant`] is a permit that was written down, an [`Input`] is one movement of the hand under a warrant, and
//! [`Spent`] is a warrant that was used. None of them can be copied, and only this module and the step that owns it can make one, so
//! code that presses something without having decided, asked and written it down does not compile.

use crate::params::limits::SURROUNDINGS;
use crate::world::{Eye, Glance, InputEvent, Observation};
use lea_model::run::{Grounding, Halt, Origin};
use lea_model::{Point, Rect};
use std::rc::Rc;

/// Who accepted what a step may do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Accepted {
    /// Nobody has to: it can be taken back.
    Free,
    /// A person, by name.
    Person(String),
    /// A person who decided before that this step is free, by name.
    Decided(String),
    /// The rule of a rehearsal, by name.
    Rule(String),
    /// A person does it with their own hand.
    OwnHand,
}

impl std::fmt::Display for Accepted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Free => f.write_str("free"),
            Self::Person(who) | Self::Rule(who) => write!(f, "confirmed by {who}"),
            Self::Decided(who) => write!(f, "decided free by {who}"),
            Self::OwnHand => f.write_str("the person acts"),
        }
    }
}

/// What may be done, on which screen, to what, and who accepted it.
#[derive(Debug)]
pub struct Permit {
    /// The screen that decided.
    seen: Rc<Observation>,
    /// What was found.
    found: Grounding,
    /// What something is dragged onto.
    end: Option<Grounding>,
    /// Where the record's identity was seen.
    identity: Option<Rect>,
    accepted: Accepted,
    origin: Origin,
    irreversible: bool,
}

impl Permit {
    /// Leave to do something on the screen that decided it.
    pub(super) fn new(seen: Rc<Observation>, found: Grounding, accepted: Accepted, origin: Origin) -> Self {
        Self { seen, found, end: None, identity: None, accepted, origin, irreversible: false }
    }

    /// It cannot be taken back.
    pub(super) fn irreversible(mut self, yes: bool) -> Self {
        self.irreversible = yes;
        self
    }

    /// It is dragged onto this.
    pub(super) fn onto(mut self, end: Option<Grounding>) -> Self {
        self.end = end;
        self
    }

    /// The record's identity stands there, and must still stand there when it is pressed.
    pub(super) fn of_record(mut self, at: Option<Rect>) -> Self {
        self.identity = at;
        self
    }

    /// What it says for the journal.
    pub fn accepted(&self) -> &Accepted {
        &self.accepted
    }

    /// It cannot be taken back.
    pub fn is_irreversible(&self) -> bool {
        self.irreversible
    }

    /// What was found.
    pub fn found(&self) -> &Grounding {
        &self.found
    }

    /// What the step belongs to.
    pub fn origin(&self) -> Origin {
        self.origin
    }
}

/// A permit that stands in the journal.
#[derive(Debug)]
pub struct Warrant {
    permit: Permit,
    /// The screen that the next movement was decided on: it was looked at after the one before.
    seen: Rc<Observation>,
    /// Nothing was done since then.
    is_fresh: bool,
    issued: u32,
    /// Changes elsewhere on the screen were looked at and decided nothing: only the watched places count.
    restless: bool,
    /// What the next movement uses, where that is not the target itself: an entry of a list that the target opened.
    used_next: Option<Rect>,
}

/// Writes a permit down, which makes it a warrant. Nothing can be pressed that could not be written down first.
pub(super) fn intend(
    permit: Permit,
    restless: bool,
    write: impl FnOnce(&Permit) -> Result<(), Halt>,
) -> Result<Warrant, Halt> {
    write(&permit)?;
    let seen = permit.seen.clone();
    Ok(Warrant { permit, seen, is_fresh: true, issued: 0, restless, used_next: None })
}

/// The screen is no longer the one that was decided on: why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Stale(pub &'static str);

/// One movement of the hand, issued under a warrant.
#[derive(Debug)]
pub struct Input {
    event: InputEvent,
}

impl Input {
    /// What is to be done, once.
    pub fn into_event(self) -> InputEvent {
        self.event
    }
}

impl Warrant {
    /// The places that must be as they were decided on: the target with its surroundings, and the record's identity.
    pub fn watched(&self) -> Vec<Rect> {
        let target = self.used_next.or(self.permit.found.bbox.map(|b| b.padded(SURROUNDINGS)));
        let end = self.permit.end.as_ref().and_then(|end| end.bbox);
        target.into_iter().chain(end).chain(self.permit.identity).collect()
    }

    /// What was found.
    pub fn found(&self) -> &Grounding {
        &self.permit.found
    }

    /// Where something is dragged to.
    pub fn drags_to(&self) -> Option<Point> {
        self.permit.end.as_ref()?.point
    }

    /// The screen that the next movement was decided on.
    pub fn seen(&self) -> &Rc<Observation> {
        &self.seen
    }

    /// The screen was looked at in the middle of the step: the next movement is decided on what it shows, if the record's identity still
    /// stands where it stood.
    pub fn renew(&mut self, seen: Rc<Observation>, eye: &dyn Eye) -> Result<(), Stale> {
        if self.permit.identity.is_some_and(|at| eye.changed_within(&self.seen, &seen, at)) {
            return Err(Stale("what says which record it is has changed in the middle of the step"));
        }
        if self.permit.seen.front.is_some() && seen.front != self.permit.seen.front {
            return Err(Stale("another window came to the front in the middle of the step"));
        }
        (self.seen, self.is_fresh, self.used_next) = (seen, true, None);
        Ok(())
    }

    /// The next movement uses what stands here, on the screen that was looked at last.
    pub fn uses_next(&mut self, at: Rect) {
        self.used_next = Some(at);
    }

    /// The screen was looked at since the last movement, so that what is watched must be as it was then.
    pub fn is_fresh(&self) -> bool {
        self.is_fresh
    }

    /// Nothing was done under it yet.
    pub fn is_unused(&self) -> bool {
        self.issued == 0
    }

    /// The next movement, if the screen is still the one that it was decided on. Right after another movement, before the screen is looked
    /// at again, the target has changed by what was done to it: then only the window counts.
    pub(super) fn next(&mut self, event: InputEvent, now: &Glance) -> Result<Input, Stale> {
        let is_elsewhere = now.other_window || front(&self.seen) != front(&self.permit.seen);
        if is_elsewhere && !matches!(event, InputEvent::Switch(_)) {
            return Err(Stale("another window is in front than the one that was decided on"));
        }
        if self.is_fresh && now.watched_changed {
            return Err(Stale("what is to be used has changed since it was decided on"));
        }
        if self.issued == 0 && now.much_changed && !self.restless {
            return Err(Stale("the screen has changed since it was decided on"));
        }
        self.issued += 1;
        self.is_fresh = false;
        Ok(Input { event })
    }

    /// The warrant is used up.
    pub(super) fn spend(self) -> Spent {
        Spent { before: self.permit.seen, found: self.permit.found, pressed: self.issued > 0 }
    }
}

/// The application in front.
fn front(seen: &Observation) -> Option<String> {
    seen.state.window.as_ref().map(|w| w.app_name.to_lowercase())
}

/// A warrant that was used: what is verified.
#[derive(Debug)]
pub struct Spent {
    /// The screen before.
    pub before: Rc<Observation>,
    /// What was used.
    pub found: Grounding,
    /// Anything was pressed.
    pub pressed: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::tests::blank;

    fn warrant(restless: bool) -> Warrant {
        let found = Grounding { bbox: Some(Rect::from([10, 10, 60, 30])), ..Grounding::default() };
        let permit = Permit::new(Rc::new(blank()), found, Accepted::Free, Origin::Edge)
            .of_record(Some(Rect::from([200, 10, 300, 30])));
        intend(permit, restless, |_| Ok(())).unwrap_or_else(|h| panic!("{}", h.why))
    }

    fn keys() -> InputEvent {
        InputEvent::Keys(vec!["ENTER".into()])
    }

    #[test]
    fn a_target_or_a_record_that_changed_is_not_pressed() {
        let changed = Glance { watched_changed: true, ..Glance::default() };
        assert!(warrant(false).next(keys(), &changed).is_err());
        assert!(warrant(true).next(keys(), &changed).is_err(), "however restless the screen is");
        assert_eq!(warrant(false).watched().len(), 2, "the target and the record's identity");
    }

    #[test]
    fn a_screen_that_changed_elsewhere_is_looked_at_again_unless_that_was_done() {
        let changed = Glance { much_changed: true, ..Glance::default() };
        assert!(warrant(false).next(keys(), &changed).is_err());
        assert!(warrant(true).next(keys(), &changed).is_ok());
    }

    #[test]
    fn keys_go_to_no_other_window_at_any_point_of_a_step() {
        let mut warrant = warrant(false);
        assert!(warrant.next(keys(), &Glance::default()).is_ok());
        let changed = Glance { watched_changed: true, much_changed: true, other_window: false };
        assert!(warrant.next(keys(), &changed).is_ok(), "the field shows what was done to it");
        let elsewhere = Glance { other_window: true, ..Glance::default() };
        assert!(warrant.next(keys(), &elsewhere).is_err());
    }

    #[test]
    fn what_cannot_be_written_down_makes_no_warrant() {
        let permit = Permit::new(Rc::new(blank()), Grounding::default(), Accepted::Free, Origin::Edge);
        let full = |_: &Permit| Err(Halt::new(lea_model::run::HaltReason::JournalFailed, "disk full"));
        assert!(intend(permit, false, full).is_err());
    }

    #[test]
    fn a_window_that_comes_up_in_the_middle_of_a_step_ends_it() {
        struct Still;
        impl Eye for Still {
            fn look(&mut self, _: std::time::Duration) -> Result<Observation, crate::world::Lost> {
                Ok(blank())
            }
            fn wait_for_change(&mut self, _: std::time::Duration) -> Result<bool, crate::world::Lost> {
                Ok(false)
            }
            fn glance(&mut self, _: &Observation, _: &[Rect], _: bool) -> Result<Glance, crate::world::Lost> {
                Ok(Glance::default())
            }
            fn changed_within(&self, _: &Observation, _: &Observation, _: Rect) -> bool {
                false
            }
            fn difference(
                &self,
                _: &Observation,
                _: &Observation,
                _: Option<Point>,
            ) -> crate::world::PixelChange {
                crate::world::PixelChange::default()
            }
        }
        let in_front = |id: u64| Rc::new(Observation { front: Some(id), ..blank() });
        let permit = Permit::new(in_front(1), Grounding::default(), Accepted::Free, Origin::Edge);
        let mut warrant = intend(permit, false, |_| Ok(())).unwrap_or_else(|h| panic!("{}", h.why));
        assert!(warrant.renew(in_front(1), &Still).is_ok());
        assert!(warrant.renew(in_front(2), &Still).is_err(), "keys would go to the other window");
    }
}
