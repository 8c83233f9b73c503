//! Times in which nothing is recorded: the person's wish, an excluded window, a locked screen.

use super::{Ended, Failure, Recorder};
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
    /// The screen when it began, and whether it was private at any time: what changed since is painted over.
    before: Pin,
    private: bool,
}

impl Recorder<'_> {
    /// Acts on the two hotkeys; says whether the key was one of them.
    pub(super) fn hotkey(
        &mut self,
        key: Option<Key>,
        mods: Mods,
        down: bool,
        t: Duration,
    ) -> Result<bool, Failure> {
        let (private_key, stop_key) = (&self.privacy.private_hotkey, &self.privacy.stop_hotkey);
        let (is_private, is_stop) = (private_key.is(key, mods), stop_key.is(key, mods));
        let let_go = !down && private_key.is_key(key);
        if down && is_stop {
            self.ended = Some(Ended::Hotkey);
            return Ok(true);
        }
        if !(down && is_private || let_go) {
            return Ok(false);
        }
        let private = if down { self.private.pressed(t) } else { self.private.released(t) };
        let was = self.reasons.private;
        self.suspend(Reasons { private, ..self.reasons }, t)?;
        Ok(down || was != private)
    }

    /// Begins, changes or ends a time in which nothing is recorded.
    pub(super) fn suspend(&mut self, reasons: Reasons, t: Duration) -> Result<(), Failure> {
        if reasons == self.reasons {
            return Ok(());
        }
        if let Some(sign) = &mut self.sign {
            // It is a courtesy: a display that cannot show it is no reason to stop.
            let _ = if reasons.private { sign.show("Lea: private, not recording") } else { sign.hide() };
        }
        if self.suspended.is_none() {
            let pin = self.camera.pin(t, &self.newest_desktop);
            let done = self.scribe.flush(Some(pin.clone()));
            self.emit(done)?;
            self.settle_with(&pin)?;
            self.reasons = reasons;
            let reason = reasons.first().unwrap_or("private");
            self.suspended = Some(Suspension { since: t, reason, before: pin, private: reasons.private });
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
            self.camera.masks.add(
                suspension.before.frame(),
                after.frame(),
                &self.newest_desktop,
                true,
                self.now(),
            );
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
