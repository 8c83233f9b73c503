//! Events on their way out: judged, numbered, with their pictures.

use super::unjudged::Unjudged;
use super::{Failure, IDLE_EVERY, IDLE_SHARE, Recorder};
use crate::backlog::Entry;
use crate::camera::Pin;
use crate::mask::Painted;
use crate::scribe::Draft;
use lea_model::{Event, EventType, FrameAfter, FrameBefore, FrameTiming};
use lea_screen::WaitedFor;
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
        let unjudged = match draft.event.event_type {
            EventType::TextInput | EventType::ClipboardChange => self.take_text(&mut draft),
            _ => None,
        };
        let mut event = draft.event.clone();
        let mut pictured = Ok(());
        let before = draft.before.take().filter(|_| !self.is_full);
        if let Some(pin) = before.as_ref().filter(|_| self.backlog.is_empty()) {
            match self.camera.keep(pin, &self.privacy, self.keep) {
                Ok(id) => show_before(&mut event, pin, id),
                // The event itself is small, and there may still be room for it.
                Err(error) => pictured = Err(error),
            }
        }
        let waits = !self.backlog.is_empty();
        let id = self.backlog.write(self.keep, event)?;
        if let Some(pin) = before.clone().filter(|_| waits) {
            self.backlog.push(Entry::Before(id, pin));
        }
        if let Some(unjudged) = unjudged {
            self.backlog.hide(id, unjudged.text(), unjudged.committed);
            self.backlog.push(Entry::Unjudged(id, unjudged));
        }
        pictured?;
        self.backlog.take_full()?;
        if self.is_full {
            return Ok(());
        }
        self.note_paste(&draft.event, before)?;
        if draft.event.event_type != EventType::MouseMove {
            self.backlog.awaits(id);
        }
        match &draft.after {
            Some(pin) => self.settle_with(pin),
            None => Ok(()),
        }
    }

    /// Does something at once, or behind what waits.
    pub(super) fn in_turn(&mut self, entry: Entry<Pin, Unjudged>) -> Result<(), Failure> {
        if self.backlog.is_empty() {
            return self.done(entry);
        }
        self.backlog.push(entry);
        Ok(())
    }

    /// Does one thing whose turn has come.
    pub(super) fn done(&mut self, entry: Entry<Pin, Unjudged>) -> Result<(), Failure> {
        match entry {
            Entry::Unjudged(id, unjudged) => self.judge(id, unjudged),
            Entry::Before(id, pin) => {
                if self.is_full {
                    return Ok(());
                }
                let shot = self.camera.keep(&pin, &self.privacy, self.keep)?;
                Ok(self.backlog.amend(self.keep, id, |event| show_before(event, &pin, shot))?)
            }
            Entry::After(ids, pin) => self.show_after(&ids, &pin),
            Entry::Copying => {
                self.copied_secret = true;
                Ok(())
            }
            Entry::Paste(before, after) => {
                if self.copied_secret {
                    let (desktop, window) = (before.desktop(), before.desktop().active.as_ref());
                    let (t, masks) = (after.taken, &mut self.camera.masks);
                    masks.add(before.frame(), after.frame(), desktop, window, t, Painted::Anything);
                }
                Ok(())
            }
            Entry::Private(before, after) => {
                let (desktop, t) = (after.desktop(), after.taken);
                match before {
                    Some(before) => {
                        self.camera.masks.add(
                            before.frame(),
                            after.frame(),
                            desktop,
                            None,
                            t,
                            Painted::Anything,
                        );
                    }
                    None => self.camera.masks.cover(desktop, None),
                }
                Ok(())
            }
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
        while !self.backlog.is_empty() {
            let _ = self.judge_all();
        }
        let _ = self.close_gap(self.now());
    }

    /// Something was copied: until it is known what, it must not be seen.
    pub(super) fn copying(&mut self, t: Duration) -> Result<(), Failure> {
        self.copied_in = None;
        if self.suspended.is_none() {
            let pin = self.camera.pin(t, &self.newest_desktop);
            self.copied_in = Some(self.moment(t, Some(pin)));
        }
        self.in_turn(Entry::Copying)
    }

    /// What was copied at that time: it is judged like typed text, by the window of *that* time.
    pub(super) fn copied(&mut self, at: Duration, text: Option<String>) -> Result<(), Failure> {
        let Some(mut moment) = self.copied_in.take().filter(|m| m.t == at && self.suspended.is_none()) else {
            return Ok(());
        };
        if text.is_none() {
            moment.frame = None;
        }
        let done = self.scribe.clipboard(text, moment);
        self.emit(done)
    }

    /// What is pasted of a secret is as secret as what is typed.
    fn note_paste(&mut self, event: &Event, before: Option<Pin>) -> Result<(), Failure> {
        let keys: Vec<&str> = event.keys.iter().map(String::as_str).collect();
        let pastes = [["CTRL", "V"].as_slice(), &["CTRL", "SHIFT", "V"], &["SHIFT", "INSERT"]]
            .contains(&keys.as_slice());
        let Some(before) = before.filter(|_| pastes) else { return Ok(()) };
        let after = self.camera.pin(self.now(), &self.newest_desktop);
        self.in_turn(Entry::Paste(before, after))
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
        if !self.backlog.is_awaiting() || self.is_full {
            return Ok(());
        }
        let ids = self.backlog.take_awaiting();
        self.in_turn(Entry::After(ids, pin.clone()))
    }

    fn show_after(&mut self, ids: &[u64], pin: &Pin) -> Result<(), Failure> {
        if self.is_full {
            return Ok(());
        }
        let Some(shot) = self.camera.keep(pin, &self.privacy, self.keep)? else {
            // Without one they go on waiting.
            ids.iter().for_each(|id| self.backlog.awaits(*id));
            return Ok(());
        };
        let after = if pin.settled { FrameAfter::Settled } else { FrameAfter::Nearest };
        for id in ids {
            self.backlog.amend(self.keep, *id, |event| {
                event.screenshot_after_id = Some(shot.clone());
                let timing = event.frames.take().unwrap_or_default();
                event.frames = Some(FrameTiming { after, ..timing });
            })?;
        }
        Ok(())
    }

    /// The screen may have come to rest: then it is kept, unless a text is being typed that nobody has judged yet.
    pub(super) fn rest(&mut self) -> Result<(), Failure> {
        let now = Instant::now();
        let Some(on) = self.camera.at_rest(now).cloned() else { return Ok(()) };
        let t = self.tap.clock.at(now);
        let version = self.camera.picture().2;
        let is_new = |known: &Option<Pin>| known.as_ref().is_none_or(|r| r.version != version);
        if self.scribe.is_typing() && self.suspended.is_none() && is_new(&self.typing_rest) {
            self.typing_rest = Some(self.camera.pin(t, &self.newest_desktop));
        }
        let unjudged = self.scribe.is_typing() || !self.held.is_empty() || self.tap.is_behind();
        if self.suspended.is_some() || unjudged {
            return Ok(());
        }
        if is_new(&self.last_rest) {
            self.last_rest = Some(self.camera.pin(t, &self.newest_desktop));
        }
        let is_awaiting = self.backlog.is_awaiting();
        let idle = self.backlog.is_empty() && self.camera.worth_keeping(t, IDLE_SHARE, IDLE_EVERY);
        if !is_awaiting && !idle {
            return Ok(());
        }
        let mut pin = self.camera.pin(t, &self.newest_desktop);
        pin.settled = !matches!(on, WaitedFor::Timeout(_));
        if !is_awaiting {
            self.camera.keep(&pin, &self.privacy, self.keep)?;
            return Ok(());
        }
        self.settle_with(&pin)
    }
}

/// Gives an event its picture from before.
fn show_before(event: &mut Event, pin: &Pin, shot: Option<String>) {
    let before = if pin.settled { FrameBefore::Exact } else { FrameBefore::Nearest };
    let after = event.frames.take().unwrap_or_default();
    event.frames = shot.is_some().then_some(FrameTiming { before, ..after });
    event.screenshot_id = shot;
}
