//! Judging texts: what is typed or copied is a secret until it was seen on the screen (SPEC L0.5).
//!
//! Pictures are read where they changed since the first key: some while the text is typed, the one at its end, and those of
//! the second after it. Reading happens on a thread of its own; events do not wait for it, pictures and the text do.

use super::unjudged::{NOT_SEEN, SEEN_WITHIN, Source, Unjudged, Watch, look, without_text};
use super::{Failure, Recorder};
use crate::backlog::Entry;
use crate::camera::Pin;
use crate::echo::{self, Look};
use crate::reading::{Answer, Request};
use crate::scribe::Draft;
use lea_frame::Frame;
use lea_model::{Rect, WindowRef};
use lea_screen::Window;
use std::time::{Duration, Instant};

/// A secret that painted nothing is looked for once more, so long after it was committed: a program that hung may paint it.
const LAST_LOOK: Duration = Duration::from_secs(4);
/// What was not judged by then is a secret (SPEC L0.6).
const JUDGED_WITHIN: Duration = Duration::from_secs(5);
/// Pictures that wait take at most so many bytes; beyond, the oldest text is judged by what is known of it. Some 30 pictures of
/// 1920 × 1080: more than a person makes in the second that a judgement takes.
const MOST_BYTES: usize = 256 << 20;
/// Looks at a text: at most so often while it is typed and echoes, and otherwise. Both keep reading below a twentieth of a core.
const TYPING_LOOK_EVERY: Duration = Duration::from_millis(500);
/// See [`TYPING_LOOK_EVERY`].
const LATER_LOOK_EVERY: Duration = Duration::from_millis(120);
/// So many looks while a text is typed: one that was not seen to echo by then is looked at when it is committed.
const MOST_TYPING_LOOKS: usize = 8;
/// A text is looked at when it has so many letters: fewer say nothing unless they are all.
const FIRST_LOOK_LETTERS: usize = 3;
/// Whoever types has paused for so long: the text may be complete, and the picture of its commit may come too late to show it. Longer than
/// people take between two letters, shorter than they take between two acts.
const TYPING_REST: Duration = Duration::from_millis(400);
/// Lines read in one picture: those of a field while typing, a screen of them when nobody knows where it will be painted.
const LINES_TYPING: usize = 6;
/// See [`LINES_TYPING`].
const LINES_LATER: usize = 40;
/// Lines of a window that something was copied from.
const LINES_COPIED: usize = 120;
/// How far around what changed a line is looked at, in pixels: a reader needs whole words, and all of a row of bullets.
const AROUND: (i32, i32) = (400, 16);
/// Looks after the commit stay within the rows that changed before it, and so many pixels above and below.
const ROW_PX: i32 = 12;

/// What waits is done for at most so long in a row, unless the recording ends: half of what a picture may be late by.
const BUSY_FOR: Duration = Duration::from_millis(10);

impl Recorder<'_> {
    /// Takes the text out of an event, to be judged; none where there is nothing to judge.
    pub(super) fn take_text(&mut self, draft: &mut Draft<Pin>) -> Option<Unjudged> {
        let is_typed = draft.event.event_type == lea_model::EventType::TextInput;
        if !is_typed && draft.event.text.is_none() {
            return None;
        }
        let now = self.now();
        let since = draft.keys.first().map_or(now, |(t, _)| *t);
        let watch = self.watch.take().filter(|w| is_typed && w.since == since);
        let watch = watch.unwrap_or_else(|| self.new_watch(since));
        // A picture of what something was copied from is for reading: the event needs none.
        let before = draft.before.clone().filter(|_| is_typed);
        let before = before.and_then(|before| self.without_text(before));
        let at = if is_typed { draft.after.clone() } else { draft.before.take() };
        let commit = at.unwrap_or_else(|| self.camera.pin(now, &self.newest_desktop));
        let windows: Vec<WindowRef> = draft.windows.iter().chain(&draft.event.window).cloned().collect();
        let named = windows.iter().find_map(|w| self.titles.secret(w));
        let source = if is_typed { Source::Typed(std::mem::take(&mut draft.keys)) } else { Source::Copied };
        let committed = commit.wanted().max(since);
        let placeholder = without_text(&draft.event, NOT_SEEN);
        let event = std::mem::replace(&mut draft.event, placeholder);
        let mut unjudged = Unjudged {
            source,
            event,
            windows,
            before,
            commit,
            later: None,
            committed,
            watch,
            named,
            was_watched: false,
            is_complete: false,
            last_look: None,
        };
        let pin = unjudged.commit.clone();
        self.look_for(&mut unjudged, &pin);
        // The picture of the commit may show what came of it, or a locked screen: the last one at rest shows the text.
        let rested = self.typing_rest.take().filter(|r| is_typed && r.taken > since && r.taken <= committed);
        if let Some(rested) = rested.filter(|r| r.version != pin.version) {
            self.look_for(&mut unjudged, &rested);
        }
        unjudged.later = None;
        // What is pasted somewhere was not seen where it was copied; blanks show nothing.
        let is_blank = unjudged.keys().is_some_and(echo::is_blank);
        unjudged.is_complete = !is_typed || is_blank || self.reading.is_none();
        Some(unjudged)
    }

    /// A picture from before a text: the one of its first key or, where that was taken too late, the last that was at rest.
    fn without_text(&self, before: Pin) -> Option<Pin> {
        if !before.is_late() {
            return Some(before);
        }
        let rested = self.last_rest.as_ref().filter(|r| r.taken <= before.wanted());
        rested.filter(|r| r.frame().size == before.frame().size).cloned()
    }

    fn new_watch(&mut self, since: Duration) -> Watch {
        self.watches += 1;
        Watch { number: self.watches, since, ..Watch::default() }
    }

    /// Where the windows are that a text went to.
    pub(super) fn area(&self, windows: &[WindowRef], pins: &[&Pin]) -> Rect {
        let is_one = |w: &Window| windows.contains(&self.privacy.window_ref(w));
        let desktops = pins.iter().map(|p| p.desktop()).chain([&self.desktop]);
        let area = desktops.filter_map(|d| d.around(is_one)).reduce(|a, b| a.union(&b));
        // A picture may be older than what is known of the windows.
        let active = || pins.first().and_then(|p| p.desktop().active.as_ref()).map(|w| w.rect);
        area.or_else(active).unwrap_or(Rect::at(0, 0, self.camera.picture().0.size))
    }

    /// Has a picture read for a text that was committed.
    fn look_for(&mut self, unjudged: &mut Unjudged, pin: &Pin) {
        let watch = &mut unjudged.watch;
        if self.reading.is_none() || unjudged.named.is_some() || watch.version == pin.version {
            return;
        }
        if unjudged.keys().is_some_and(echo::is_blank) {
            return;
        }
        let pins: Vec<&Pin> = unjudged.before.iter().chain([pin]).collect();
        let area = self.area(&unjudged.windows, &pins);
        let bounds = pin.frame().as_frame().bounds();
        let is_later = pin.taken > unjudged.committed;
        let (mut changed, mut most) = match (&unjudged.source, &unjudged.before) {
            (Source::Copied, _) => (Vec::from_iter(area.intersection(&bounds)), LINES_COPIED),
            (Source::Typed(_), Some(before)) => (changes(before, pin.frame().as_frame(), area), LINES_LATER),
            (Source::Typed(_), None) => return,
        };
        if is_later && unjudged.keys().is_some() && unjudged.last_look.is_none() {
            if let Some(seen) = unjudged.seen() {
                // Bullets that come late: nothing else can change the verdict.
                changed = changed.iter().filter_map(|c| c.intersection(&seen?.padded(ROW_PX))).collect();
                most = 0;
            } else if !unjudged.is_hasty() {
                let rows = unjudged.rows();
                let row = |r: &Rect| Rect { x1: area.x1, x2: area.x2, ..r.padded(ROW_PX) };
                let clipped = |c: &Rect| rows.iter().filter_map(|r| c.intersection(&row(r))).collect();
                changed = changed.iter().flat_map(|c| -> Vec<Rect> { clipped(c) }).collect();
                lea_frame::merge(&mut changed, usize::MAX);
            }
        }
        let asked = ask(&unjudged.watch, pin.frame().as_frame(), pin.taken, area, changed, most);
        self.note_asked(&mut unjudged.watch, asked, pin.version);
        if is_later {
            unjudged.later = Some(pin.clone());
        }
    }

    fn note_asked(&mut self, watch: &mut Watch, asked: Result<Request, Answer>, version: u64) {
        match asked {
            Ok(request) => {
                (watch.version, watch.at) = (version, request.t);
                let is_taken = self.reading.as_ref().is_some_and(|r| r.ask(request));
                watch.asked += usize::from(is_taken);
            }
            Err(nothing) => {
                (watch.version, watch.at) = (version, nothing.t);
                watch.looks.push(nothing);
            }
        }
    }

    /// Looks at what is being typed, and for what was typed: called on every turn.
    pub(super) fn look_for_texts(&mut self) {
        self.take_answers();
        if self.suspended.is_some() {
            // What is on the screen now is nobody's business.
            self.backlog.unjudged().for_each(|u| (u.is_complete, u.last_look) = (true, None));
            return;
        }
        self.look_while_typing();
        let now = self.now();
        let (_, taken, version) = self.camera.picture();
        let due = |u: &Unjudged| {
            let until = u.committed + SEEN_WITHIN;
            let is_new = version != u.watch.version && taken <= until;
            let is_due = taken >= u.watch.at + LATER_LOOK_EVERY && u.watch.asked == u.watch.answered;
            !u.is_complete && is_new && (now >= until || (is_due && u.seen().is_none()))
        };
        if self.backlog.unjudged().any(|u| due(u)) {
            let pin = self.camera.pin(now, &self.newest_desktop);
            self.look_all(&pin, due);
        }
        let is_last = |u: &Unjudged| u.last_look.is_some_and(|at| now >= at);
        if self.backlog.unjudged().any(|u| is_last(u)) {
            let pin = self.camera.pin(now, &self.newest_desktop);
            self.look_all(&pin, is_last);
            self.backlog.unjudged().filter(|u| is_last(u)).for_each(|u| u.last_look = None);
        }
        for u in self.backlog.unjudged() {
            let is_over = !u.is_complete && now >= u.committed + SEEN_WITHIN;
            if is_over && u.is_unpainted() {
                u.last_look = Some(u.committed + LAST_LOOK);
            }
            u.was_watched |= (u.committed + SEEN_WITHIN / 2..=u.committed + SEEN_WITHIN).contains(&now);
            u.is_complete |= now >= u.committed + SEEN_WITHIN;
        }
    }

    /// Has a picture read for all texts that are to be judged by it.
    fn look_all(&mut self, pin: &Pin, wanted: impl Fn(&Unjudged) -> bool) {
        let mut backlog = std::mem::take(&mut self.backlog);
        for unjudged in backlog.unjudged().filter(|u| wanted(u)) {
            self.look_for(unjudged, pin);
        }
        self.backlog = backlog;
    }

    /// A text that is being typed is looked at whenever it has grown to twice its length: its field may scroll or be cleared.
    fn look_while_typing(&mut self) {
        let Some(typing) = self.scribe.typing() else {
            self.watch = None;
            return;
        };
        let since = typing.start.t;
        if self.watch.as_ref().is_none_or(|w| w.since != since) {
            let watch = self.new_watch(since);
            self.watch = Some(watch);
        }
        let (Some(typing), Some(mut watch)) = (self.scribe.typing(), self.watch.take()) else { return };
        let (frame, taken, version) = self.camera.picture();
        let is_first = watch.version == 0;
        // The first picture may show the field before it was painted: until the text echoes, the next one is looked at soon.
        let pause = if watch.echoed == 0 { LATER_LOOK_EVERY } else { TYPING_LOOK_EVERY };
        let is_due = is_first || (taken >= watch.at + pause && version != watch.version);
        let is_free = watch.asked == watch.answered && watch.looks.len() < MOST_TYPING_LOOKS;
        // The screen at the commit may be missed: half of the text is seen by then, however long it gets, and all of it in a pause.
        let letters = echo::letters_typed(typing.keys);
        let last_key = typing.keys.last().map_or(since, |(t, _)| *t);
        let rests = self.now() >= last_key + TYPING_REST && watch.rested < last_key;
        if rests {
            watch.rested = last_key;
        }
        let is_grown = is_due && letters >= FIRST_LOOK_LETTERS.max(watch.echoed * 2);
        let is_paused = rests && letters > watch.echoed && version != watch.version;
        let is_wanted = self.reading.is_some() && is_free && (is_grown || is_paused);
        let before = typing.start.frame.clone().filter(|_| is_wanted).and_then(|b| self.without_text(b));
        let mut asked = None;
        if let Some(before) = before.filter(|b| b.version != version) {
            let area = self.area(typing.windows, &[&before]);
            let changed = changes(&before, frame, area);
            asked = Some(ask(&watch, frame, taken, area, changed, LINES_TYPING));
        }
        if let Some(asked) = asked {
            self.note_asked(&mut watch, asked, version);
        }
        self.watch = Some(watch);
    }

    /// Takes in what was read so far.
    fn take_answers(&mut self) {
        while let Some(answer) = self.reading.as_ref().and_then(|r| r.answer(Instant::now())) {
            self.take_answer(answer);
        }
    }

    fn take_answer(&mut self, answer: Answer) {
        if let Some(watch) = self.watch.as_mut().filter(|w| w.number == answer.number) {
            watch.answered += 1;
            watch.looks.push(answer);
            let looks: Vec<Look> = watch.looks.iter().map(look).collect();
            let keys = self.scribe.typing().map(|t| t.keys);
            let seen = keys.filter(|keys| echo::sighting(keys, &looks).is_some());
            watch.echoed = seen.map_or(watch.echoed, echo::letters_typed);
            return;
        }
        if let Some(u) = self.backlog.unjudged().find(|u| u.watch.number == answer.number) {
            u.watch.answered += 1;
            u.watch.looks.push(answer);
        }
    }

    fn is_all_answered(&mut self) -> bool {
        self.backlog.unjudged().all(|u| u.watch.asked == u.watch.answered)
    }

    /// A text is typed, or waits to be seen.
    pub(super) fn is_judging(&self) -> bool {
        let waits = |entry: &Entry<Pin, Unjudged>| matches!(entry, Entry::Unjudged(_, u) if !u.is_complete);
        self.scribe.is_typing() || self.backlog.entries().any(waits)
    }

    /// When a text has to be looked at again or judged even if nothing happens.
    pub(super) fn judging_due(&self) -> Option<Duration> {
        let due = |entry: &Entry<Pin, Unjudged>| match entry {
            Entry::Unjudged(_, u) if u.is_complete => u.last_look.or(Some(u.committed + JUDGED_WITHIN)),
            Entry::Unjudged(_, u) => Some(u.committed + SEEN_WITHIN),
            _ => None,
        };
        if !matches!(self.backlog.entries().next(), None | Some(Entry::Unjudged(..))) {
            return Some(Duration::ZERO);
        }
        let waits = self.backlog.entries().filter_map(due).min();
        waits.into_iter().chain(self.typing_rests_at()).min()
    }

    /// When the text being typed is looked at because whoever types it has paused; none once that was done.
    fn typing_rests_at(&self) -> Option<Duration> {
        let last_key = self.scribe.typing()?.keys.last()?.0;
        let is_done = self.watch.as_ref().is_some_and(|w| w.rested >= last_key);
        (!is_done && self.suspended.is_none()).then_some(last_key + TYPING_REST)
    }

    /// Does what waits, as far as it can be done; at the end of a recording everything can.
    pub(super) fn advance(&mut self, is_end: bool) -> Result<(), Failure> {
        let (now, started) = (self.now(), Instant::now());
        // Pictures with many secrets take long: what happens meanwhile must not wait for all of them.
        while is_end || started.elapsed() < BUSY_FOR {
            let crowded = self.waiting_bytes() > MOST_BYTES;
            let ripe = |u: &Unjudged| {
                let is_over = is_end || crowded || now >= u.committed + JUDGED_WITHIN;
                u.named.is_some() || is_over || (u.is_read() && u.last_look.is_none())
            };
            let Some(entry) = self.backlog.pop(ripe) else { break };
            self.done(entry)?;
        }
        self.backlog.close();
        Ok(self.backlog.take_full()?)
    }

    /// The recording ends: every text is judged by what was seen until now.
    pub(super) fn judge_all(&mut self) -> Result<(), Failure> {
        if self.suspended.is_none() {
            let pin = self.camera.pin(self.now(), &self.newest_desktop);
            self.look_all(&pin, |u| !u.is_complete && pin.taken <= u.committed + SEEN_WITHIN);
            let in_time = |u: &&mut Unjudged| pin.wanted() <= u.committed + SEEN_WITHIN;
            self.backlog.unjudged().filter(in_time).for_each(|u| u.was_watched = true);
        }
        let newest = self.backlog.unjudged().map(|u| u.committed + JUDGED_WITHIN).max();
        if let Some(newest) = newest {
            let until = self.tap.clock.instant(newest);
            while !self.is_all_answered()
                && let Some(answer) = self.reading.as_ref().and_then(|r| r.answer(until))
            {
                self.take_answer(answer);
            }
        }
        self.advance(true)
    }

    /// What the pictures that wait take, at most.
    fn waiting_bytes(&self) -> usize {
        let size = self.camera.picture().0.bytes.len();
        let pins = |entry: &Entry<Pin, Unjudged>| match entry {
            Entry::Unjudged(_, u) => u.pins().count(),
            Entry::Before(..) | Entry::After(..) => 1,
            Entry::Paste(..) | Entry::Private(..) => 2,
            Entry::Copying => 0,
        };
        self.backlog.entries().map(pins).sum::<usize>() * size
    }

    /// Writes a text that was seen; hides one that was not, and what it painted.
    pub(super) fn judge(&mut self, id: u64, unjudged: Unjudged) -> Result<(), Failure> {
        let secret = unjudged.secret(self.reading.is_some());
        let is_personal = self.privacy.patterns.found_in(unjudged.text());
        if unjudged.keys().is_none() {
            self.copied_secret = secret.is_some() || is_personal;
        } else if secret.is_some() || is_personal {
            self.hide_painted(&unjudged, secret.as_deref());
        }
        let text = self.privacy.patterns.mask(unjudged.text());
        match &secret {
            Some(why) => self.backlog.amend(self.keep, id, |e| {
                e.data.insert("secret".into(), why.as_str().into());
            })?,
            None => {
                self.backlog.reveal(self.keep, id)?;
                self.backlog.amend(self.keep, id, |e| {
                    (e.text, e.secret, e.noise_flag) = (Some(text), false, unjudged.event.noise_flag);
                    e.data = unjudged.event.data;
                })?;
            }
        }
        Ok(())
    }
}

/// What changed in an area since a picture; the lowest boxes first: lines of text are low.
pub(super) fn changes(before: &Pin, now: Frame<'_>, area: Rect) -> Vec<Rect> {
    if before.frame().size != now.size {
        return Vec::new();
    }
    let mut changed = lea_frame::changed(before.frame().as_frame(), now, area);
    changed.sort_by_key(Rect::height);
    changed
}

/// The request to read what changed; where nothing did, the answer.
fn ask(
    watch: &Watch,
    frame: Frame<'_>,
    t: Duration,
    area: Rect,
    changed: Vec<Rect>,
    most: usize,
) -> Result<Request, Answer> {
    let number = watch.number;
    let around = changed.iter().copied().reduce(|a, b| a.union(&b));
    let wide = around.map(|r| Rect {
        x1: r.x1 - AROUND.0,
        x2: r.x2 + AROUND.0,
        y1: r.y1 - AROUND.1,
        y2: r.y2 + AROUND.1,
    });
    let part = wide.and_then(|r| r.intersection(&area)).and_then(|r| r.intersection(&frame.bounds()));
    match part.and_then(|part| Some((part, frame.crop(part)?))) {
        Some((part, picture)) => {
            Ok(Request { number, t, picture, corner: (part.x1, part.y1), changed, most })
        }
        None => Err(Answer { number, t, changed, reading: crate::reading::Reading::default() }),
    }
}
