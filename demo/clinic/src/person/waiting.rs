//! Waiting for a view, and attending to what comes up instead.

use super::{CLICKS_AGAIN, COMES_WITHIN, Person, Setback, Slip, TRIES};
use crate::truth::Seen;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

impl Person<'_> {
    /// Waits until a view comes up that was not there at the last click.
    pub fn waits_for(&mut self, view: &str) -> Result<Arc<Seen>, Setback> {
        self.waits_for_one_of(&[view])
    }

    /// Waits for one of several views. Boxes nobody asked for are closed meanwhile; an error box or a login page that was
    /// not waited for is a setback.
    pub fn waits_for_one_of(&mut self, views: &[&str]) -> Result<Arc<Seen>, Setback> {
        let end = Instant::now() + COMES_WITHIN + self.clinic.switches().slow;
        loop {
            self.may_stay()?;
            let (before, lost) = (self.before.clone(), self.lost);
            let is_new = |seen: &Seen| (seen.page, seen.view()) != before;
            let comes = self.clinic.truth().wait(CLICKS_AGAIN, |seen| {
                is_surprise(seen)
                    || is_new(seen)
                        && (views.contains(&seen.view().as_str())
                            || seen.error.is_some()
                            || seen.screen == "login")
                    || seen.lost != lost
            });
            if let Some(seen) = &comes {
                if is_surprise(seen) {
                    self.closes_surprise()?;
                    continue;
                }
                if is_new(seen) && views.contains(&seen.view().as_str()) {
                    self.looks()?;
                    // What comes up late must not be clicked through.
                    if self.sees()?.view() == seen.view() {
                        return Ok(seen.clone());
                    }
                    continue;
                }
                if is_new(seen) && seen.screen == "login" {
                    return Err(Setback::LoggedOut);
                }
                if let Some(error) = seen.error.clone().filter(|_| is_new(seen)) {
                    return Err(Setback::ErrorBox(error));
                }
            }
            let is_coming = comes.is_none() && self.clinic.truth().is_busy() && Instant::now() < end;
            if !is_coming {
                let view = self.sees()?.view();
                return Err(Setback::NothingHappened { wanted: views.join(" or "), view });
            }
        }
    }

    /// Closes what nobody asked for; what must not be worked on is a setback.
    pub(super) fn attends(&mut self) -> Result<(), Setback> {
        self.may_stay()?;
        if is_surprise(&*self.sees()?) && self.slip != Some(Slip::Surprise) {
            self.closes_surprise()?;
        }
        Ok(())
    }

    pub(super) fn closes_surprise(&mut self) -> Result<(), Setback> {
        let before = self.before.clone();
        let outer = self.slip.replace(Slip::Surprise);
        let mut closed = Ok(());
        for _ in 0..TRIES {
            closed = self.clicks("surprise.close").and_then(|()| {
                let lost = self.lost;
                let moved = |seen: &Seen| !is_surprise(seen) || seen.lost != lost;
                let gone = self.clinic.truth().wait(CLICKS_AGAIN, moved).filter(|seen| !is_surprise(seen));
                gone.map(drop).ok_or_else(|| Setback::NothingHappened {
                    wanted: "the surprise to close".into(),
                    view: "it".into(),
                })
            });
            if !matches!(closed, Err(Setback::NothingHappened { .. })) {
                break;
            }
        }
        self.slip = outer;
        // What was waited for before is still waited for.
        self.before = before;
        closed
    }

    pub(super) fn may_stay(&self) -> Result<(), Setback> {
        let sent = self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed));
        if sent { Err(Setback::SentHome) } else { Ok(()) }
    }
}

/// A dialog nobody asked for is open.
pub(super) fn is_surprise(seen: &Seen) -> bool {
    seen.dialog.as_deref() == Some("surprise")
}
