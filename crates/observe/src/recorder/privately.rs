//! Times in which nothing is recorded: the person's wish, an excluded window, a locked screen.

use super::{Ended, Failure, Recorder};
use crate::backlog::Entry;
use crate::camera::Pin;
use crate::privacy::Reasons;
use crate::scribe::Mods;
use lea_model::Gap;
use lea_screen::Key;
use std::time::Duration;

/// A time in which nothing is recorded.
pub(super) struct Suspension {
    since: Duration,
    reason: &'static str,
    /// The screen when it began, where it was seen in time, and whether it was private at any time: what changed since is
    /// painted over.
    before: Option<Pin>,
    private: bool,
}

impl Recorder<'_> {
    /// Acts on the two hotkeys; says whether the key, by any of its names, was one of them.
    pub(super) fn hotkey(
        &mut self,
        keys: &[Key],
        mods: Mods,
        down: bool,
        t: Duration,
        pin: Option<&Pin>,
    ) -> Result<bool, Failure> {
        let (private_key, stop_key) = (&self.privacy.private_hotkey, &self.privacy.stop_hotkey);
        let is_private = keys.iter().any(|k| private_key.is(Some(*k), mods));
        let is_stop = keys.iter().any(|k| stop_key.is(Some(*k), mods));
        let let_go = !down && keys.iter().any(|k| private_key.is_key(Some(*k)));
        if down && is_stop {
            self.ended = Some(Ended::Hotkey);
            return Ok(true);
        }
        if !(down && is_private || let_go) {
            return Ok(false);
        }
        let private = if down { self.private.pressed(t) } else { self.private.released(t) };
        let was = self.reasons.private;
        self.suspend(Reasons { private, ..self.reasons }, t, pin)?;
        Ok(down || was != private)
    }

    /// Begins, changes or ends a time in which nothing is recorded; `pin` is the picture of that moment, if there is one.
    pub(super) fn suspend(
        &mut self,
        reasons: Reasons,
        t: Duration,
        pin: Option<&Pin>,
    ) -> Result<(), Failure> {
        if reasons == self.reasons {
            return Ok(());
        }
        if let Some(sign) = &mut self.sign {
            // It is a courtesy: a display that cannot show it is no reason to stop.
            let _ = if reasons.private { sign.show("Lea: private, not recording") } else { sign.hide() };
        }
        if self.suspended.is_none() {
            let pin = pin.cloned().unwrap_or_else(|| self.camera.pin(t, &self.newest_desktop));
            let done = self.scribe.interrupt(Some(pin.clone()));
            let late = pin.is_late();
            self.emit(done)?;
            self.settle_with(&pin)?;
            self.reasons = reasons;
            let reason = reasons.first().unwrap_or("private");
            let before = (!late).then_some(pin);
            self.suspended = Some(Suspension { since: t, reason, before, private: reasons.private });
            return Ok(());
        }
        self.reasons = reasons;
        if let Some(suspension) = &mut self.suspended {
            suspension.private |= reasons.private;
        }
        match reasons.first() {
            Some(reason) if self.suspended.as_ref().is_some_and(|s| s.reason == reason) => Ok(()),
            Some(reason) => {
                self.note_gap(t)?;
                if let Some(suspension) = &mut self.suspended {
                    (suspension.since, suspension.reason) = (t, reason);
                }
                Ok(())
            }
            None => self.resume(t),
        }
    }

    fn resume(&mut self, t: Duration) -> Result<(), Failure> {
        self.note_gap(t)?;
        let Some(suspension) = self.suspended.take() else { return Ok(()) };
        self.camera.look()?;
        self.camera.disturbed();
        self.in_text = false;
        if suspension.private {
            let after = self.camera.pin(t, &self.newest_desktop);
            self.in_turn(Entry::Private(suspension.before, after))?;
        }
        let window = self.desktop.active.as_ref().map(|w| (w.id, w.title.clone(), w.app_name.clone()));
        self.tell_window(window, t)
    }

    fn note_gap(&mut self, t: Duration) -> Result<(), Failure> {
        let Some(suspension) = &self.suspended else { return Ok(()) };
        let gap = Gap {
            from: suspension.since.as_secs_f64(),
            to: t.max(suspension.since).as_secs_f64(),
            reason: suspension.reason.to_owned(),
            ..Gap::default()
        };
        Ok(self.keep.gap(&gap)?)
    }

    /// Notes the gap that is still open when the recording ends.
    pub(super) fn close_gap(&mut self, t: Duration) -> Result<(), Failure> {
        self.note_gap(t)
    }
}
