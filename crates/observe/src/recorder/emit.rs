//! Events on their way out: judged, numbered, with their pictures.

use super::{Failure, IDLE_EVERY, IDLE_SHARE, Recorder};
use crate::camera::Pin;
use crate::judge::Typed;
use crate::scribe::Draft;
use lea_model::{EventType, FrameAfter, FrameBefore, FrameTiming};
use lea_screen::{WaitedFor, Window};
use std::time::{Duration, Instant};

impl Recorder<'_> {
    /// Hands events over, in order.
    pub(super) fn emit(&mut self, drafts: Vec<Draft<Pin>>) -> Result<(), Failure> {
        drafts.into_iter().try_for_each(|draft| self.emit_one(draft))
    }

    fn emit_one(&mut self, mut draft: Draft<Pin>) -> Result<(), Failure> {
        if self.suspended.is_some() {
            return Ok(());
        }
        match draft.event.event_type {
            EventType::TextInput => self.judge_text(&mut draft),
            EventType::KeyPress => self.judge_paste(&draft),
            _ => {}
        }
        let mut event = draft.event;
        event.event_id = self.events;
        // A key pressed while a button is held ends before the click does: the order of numbers is that of times.
        event.t = event.t.max(self.last_t);
        self.last_t = event.t;
        let mut pictured = Ok(());
        if let Some(pin) = draft.before.as_ref().filter(|_| !self.is_full) {
            match self.camera.keep(pin, &self.privacy, self.keep) {
                Ok(id) => {
                    let before = if pin.settled { FrameBefore::Exact } else { FrameBefore::Nearest };
                    event.frames = id.is_some().then(|| FrameTiming { before, ..FrameTiming::default() });
                    event.screenshot_id = id;
                }
                // The event itself is small, and there may still be room for it.
                Err(error) => pictured = Err(error),
            }
        }
        self.keep.event(&event)?;
        self.events += 1;
        pictured?;
        if self.is_full {
            return Ok(());
        }
        if event.event_type != EventType::MouseMove {
            self.awaiting.push(event);
        }
        match &draft.after {
            Some(pin) => self.settle_with(pin),
            None => Ok(()),
        }
    }

    /// It ends now, whatever fails: what was done until here is written, without pictures where the disk is full.
    pub(super) fn last_words(&mut self, is_full: bool) {
        self.is_full = is_full;
        self.held.sort_by_key(|h| (h.signal.t, h.signal.what.rank(), h.number));
        for held in std::mem::take(&mut self.held) {
            // What cannot be written now was lost to the disk or to the display: both are told already.
            let _ = self.handle(held.signal, held.pin);
        }
        let done = self.scribe.interrupt(None);
        let _ = self.emit(done);
        let _ = self.close_gap(self.now());
    }

    /// Decides what of a typed text may be written, and hides the rest from the pictures to come.
    fn judge_text(&mut self, draft: &mut Draft<Pin>) {
        let text = draft.event.text.take().unwrap_or_default();
        let after = draft.after.clone().unwrap_or_else(|| self.camera.pin(self.now(), &self.newest_desktop));
        let before = draft.before.clone().unwrap_or_else(|| after.clone());
        let (from, to) = (before.frame(), after.frame());
        let boxes = if from.size == to.size {
            // The windows it went to, wherever they were meanwhile. A picture may be older than what is known of the windows: which one was
            // active then says nothing.
            let is_one = |w: &Window| {
                let named = self.privacy.window_ref(w);
                draft.windows.contains(&named) || draft.event.window.as_ref() == Some(&named)
            };
            let desktops = [before.desktop(), after.desktop(), &self.desktop];
            let area = desktops.iter().filter_map(|d| d.around(is_one)).reduce(|a, b| a.union(&b));
            let area = area.or(before.desktop().active.as_ref().map(|w| w.rect));
            lea_frame::changed(from.as_frame(), to.as_frame(), area.unwrap_or(from.as_frame().bounds()))
        } else {
            Vec::new()
        };
        let mut secret = None;
        for window in draft.windows.iter().map(Some).chain([draft.event.window.as_ref()]) {
            let seen = Some((from.as_frame(), to.as_frame(), boxes.as_slice()));
            secret = secret.or_else(|| self.judge.secret(&Typed { window, text: &text, seen }));
        }
        let personal = self.privacy.patterns.found_in(&text);
        if secret.is_some() || personal {
            // The window it was typed into, as it is now; it may no longer be the active one.
            let typed_in = draft.windows.last().or(draft.event.window.as_ref());
            let here = |w: &&Window| Some(&self.privacy.window_ref(w)) == typed_in;
            let window = self.desktop.windows.iter().rev().find(here).or(before.desktop().active.as_ref());
            if draft.before.is_none() || before.is_late() {
                // There is no picture without the secret to compare with.
                self.camera.masks.cover(&self.desktop, window);
            } else {
                self.camera.masks.add(from, to, &self.desktop, window, self.now());
            }
        }
        match secret {
            Some(why) => {
                // Not even how long it was.
                draft.event.data.clear();
                draft.event.data.insert("secret".into(), why.into());
                draft.event.noise_flag = false;
            }
            None => draft.event.text = Some(self.privacy.patterns.mask(&text)),
        }
    }

    /// Something was copied: until it is known what, it must not be seen.
    pub(super) fn copying(&mut self, t: Duration) {
        self.copied_secret = true;
        self.copied_in = (self.suspended.is_none()).then(|| self.moment(t, None));
    }

    /// What was copied at that time: it is judged like typed text, by the window of *that* time.
    pub(super) fn copied(&mut self, at: Duration, text: Option<String>) -> Result<(), Failure> {
        let Some(moment) = self.copied_in.take().filter(|m| m.t == at && self.suspended.is_none()) else {
            return Ok(());
        };
        let judge = &mut self.judge;
        let mut secret =
            |text: &str| judge.secret(&Typed { window: moment.window.as_ref(), text, seen: None }).is_some();
        let known = text.filter(|text| !secret(text));
        self.copied_secret = known.as_ref().is_none_or(|text| self.privacy.patterns.found_in(text));
        let masked = known.map(|text| self.privacy.patterns.mask(&text));
        let done = self.scribe.clipboard(masked, moment);
        self.emit(done)
    }

    /// What is pasted of a secret is as secret as what is typed.
    fn judge_paste(&mut self, draft: &Draft<Pin>) {
        let keys: Vec<&str> = draft.event.keys.iter().map(String::as_str).collect();
        let pastes = [["CTRL", "V"].as_slice(), &["CTRL", "SHIFT", "V"], &["SHIFT", "INSERT"]]
            .contains(&keys.as_slice());
        if let Some(before) = draft.before.as_ref().filter(|_| pastes && self.copied_secret) {
            let after = self.camera.pin(self.now(), &self.newest_desktop);
            let window = before.desktop().active.as_ref();
            self.camera.masks.add(before.frame(), after.frame(), before.desktop(), window, self.now());
        }
    }

    /// Something new begins: what still waits for its picture gets the one pinned to it.
    pub(super) fn meanwhile(&mut self, pin: Option<&Pin>) -> Result<(), Failure> {
        match pin {
            Some(pin) if !self.scribe.is_typing() => self.settle_with(pin),
            _ => Ok(()),
        }
    }

    /// Gives all events that wait for it their picture from afterwards.
    pub(super) fn settle_with(&mut self, pin: &Pin) -> Result<(), Failure> {
        if self.awaiting.is_empty() || self.is_full {
            return Ok(());
        }
        // Without one they go on waiting.
        let Some(id) = self.camera.keep(pin, &self.privacy, self.keep)? else { return Ok(()) };
        let after = if pin.settled { FrameAfter::Settled } else { FrameAfter::Nearest };
        for mut event in std::mem::take(&mut self.awaiting) {
            event.screenshot_after_id = Some(id.clone());
            let timing = event.frames.take().unwrap_or_default();
            event.frames = Some(FrameTiming { after, ..timing });
            self.keep.amend(&event)?;
        }
        Ok(())
    }

    /// The screen may have come to rest: then it is kept, unless a text is being typed that nobody has judged yet.
    pub(super) fn rest(&mut self) -> Result<(), Failure> {
        let now = Instant::now();
        let Some(on) = self.camera.at_rest(now).cloned() else { return Ok(()) };
        let unjudged = self.scribe.is_typing() || !self.held.is_empty() || self.tap.is_behind();
        if self.suspended.is_some() || unjudged {
            return Ok(());
        }
        let t = self.tap.clock.at(now);
        let idle = self.camera.worth_keeping(t, IDLE_SHARE, IDLE_EVERY);
        if self.awaiting.is_empty() && !idle {
            return Ok(());
        }
        let mut pin = self.camera.pin(t, &self.newest_desktop);
        pin.settled = !matches!(on, WaitedFor::Timeout(_));
        if self.awaiting.is_empty() {
            self.camera.keep(&pin, &self.privacy, self.keep)?;
            return Ok(());
        }
        self.settle_with(&pin)
    }
}
