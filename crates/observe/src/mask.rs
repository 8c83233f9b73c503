//! Painting over what must not be seen: where a secret was typed, and windows that are none of our business.

use crate::tap::Desktop;
use lea_frame::{Frame, FrameBuf};
use lea_model::Rect;
use lea_screen::Window;
use std::sync::Arc;
use std::time::Duration;

/// The colour of what was painted over: a grey that no theme uses for text.
pub const PAINT: [u8; 3] = [0x60, 0x50, 0x50];

/// Room for a character or two that was typed but not yet painted when the text ended.
const BESIDE_PX: i32 = 28;
/// Room for glyphs that reach beyond their line.
const ABOVE_PX: i32 = 4;
/// A mask follows what is painted late for this long.
const GROWS_FOR: Duration = Duration::from_secs(2);
/// What is painted late belongs to the secret only when it is smaller than this share of its window.
const LATE_SHARE: f64 = 0.25;
/// How much of a secret's letters is looked for where they may have been scrolled to.
const LETTERS_PX: i32 = 96;
/// So many secrets are searched for in one picture: each takes some milliseconds.
const MOST_SEARCHES: usize = 6;
/// Of the pixels a secret painted, the share that must have changed before it is taken to be gone.
const GONE_SHARE: f64 = 0.6;

/// What is known of what a secret painted.
#[derive(Clone, Copy, Debug)]
pub enum Painted<'a> {
    /// Whatever changed.
    Anything,
    /// Something in these rows.
    Rows(&'a [Rect]),
    /// Marks in these rows: they are alike for all secrets, so nobody looks for them elsewhere.
    Marks(&'a [Rect]),
}

impl<'a> Painted<'a> {
    fn rows(self) -> Option<&'a [Rect]> {
        match self {
            Self::Anything => None,
            Self::Rows(rows) | Self::Marks(rows) => Some(rows),
        }
    }
}

/// A place where a secret is, or was, to be seen.
#[derive(Debug)]
struct Mask {
    /// The window it is in, with the titles it had; none where windows are not known.
    window: Option<(u64, Vec<String>)>,
    /// Relative to the window's corner, or to the screen's.
    rects: Vec<Rect>,
    /// The corner of the window when the secret was typed.
    origin: (i32, i32),
    /// While it may still be painted: the screen without and with the secret.
    growing: Option<Growing>,
    /// Each box without and with the secret. Tells whether and where it is still there; in memory only.
    traces: Vec<Trace>,
    asleep: bool,
    /// The rows of the secret, where they are known: what is painted late above or below them is no part of it.
    rows: Option<Vec<Rect>>,
    is_marks: bool,
}

/// What a secret looked like, in one box.
#[derive(Debug)]
struct Trace {
    /// Where, on the screen of that moment.
    at: Rect,
    without: FrameBuf,
    with: FrameBuf,
    /// A piece of its letters and where that began: found elsewhere in the window, the secret was scrolled there.
    letters: Option<(Rect, FrameBuf)>,
}

#[derive(Debug)]
struct Growing {
    until: Duration,
    without: Arc<FrameBuf>,
    with: Arc<FrameBuf>,
}

/// All that is painted over in a session's pictures.
#[derive(Debug, Default)]
pub struct Masks {
    masks: Vec<Mask>,
}

impl Masks {
    /// Hides what changed in a window between two pictures, or, without one, on the whole screen; as far as it is known, only what the
    /// secret painted.
    pub fn add(
        &mut self,
        before: &Arc<FrameBuf>,
        after: &Arc<FrameBuf>,
        desktop: &Desktop,
        window: Option<&Window>,
        t: Duration,
        painted: Painted<'_>,
    ) {
        let rows = painted.rows();
        if before.size != after.size {
            // Nothing can be compared: nothing may be seen.
            return self.cover(desktop, window);
        }
        let whole = window.is_none();
        let area = window.map_or(Rect::at(0, 0, after.size), |w| w.rect);
        let mut found = lea_frame::changed(before.as_frame(), after.as_frame(), area);
        if let Some(rows) = rows {
            found = within_rows(&found, rows);
        }
        // What changed all over the screen is split by window, so that each part moves with its own.
        let mut parts: Vec<(Option<usize>, Vec<Rect>)> = Vec::new();
        for rect in found.into_iter().filter_map(|r| roomy(r).intersection(&area)) {
            let owner = match window {
                Some(active) => desktop.windows.iter().position(|w| w.id == active.id),
                None => desktop.windows.iter().rposition(|w| w.rect.contains(rect.center())),
            };
            match parts.iter_mut().find(|(o, _)| *o == owner) {
                Some((_, rects)) => rects.push(rect),
                None => parts.push((owner, vec![rect])),
            }
        }
        if parts.is_empty() && !whole && rows.is_none() {
            // Nothing painted yet: whatever comes next in this window is the secret.
            parts.push((window.and_then(|a| desktop.windows.iter().position(|w| w.id == a.id)), Vec::new()));
        }
        for (owner, rects) in parts {
            let owner = owner.map(|i| &desktop.windows[i]);
            let origin = owner.map_or((0, 0), |w| (w.rect.x1, w.rect.y1));
            self.masks.push(Mask {
                window: owner.map(|w| (w.id, vec![w.title.clone()])),
                rects: rects.iter().map(|r| r.moved(-origin.0, -origin.1)).collect(),
                origin,
                growing: Some(Growing { until: t + GROWS_FOR, without: before.clone(), with: after.clone() }),
                traces: Vec::new(),
                asleep: false,
                rows: rows.map(|rows| rows.iter().map(|r| r.moved(-origin.0, -origin.1)).collect()),
                is_marks: matches!(painted, Painted::Marks(_)),
            });
        }
    }

    /// Hides a window, or all of them, for as long as it is open: what in it is a secret cannot be told.
    pub fn cover(&mut self, desktop: &Desktop, window: Option<&Window>) {
        let wanted = |w: &&Window| window.is_none_or(|only| only.id == w.id);
        for w in desktop.windows.iter().filter(wanted) {
            self.masks.push(Mask {
                window: Some((w.id, vec![w.title.clone()])),
                rects: vec![w.rect.moved(-w.rect.x1, -w.rect.y1)],
                origin: (w.rect.x1, w.rect.y1),
                growing: None,
                traces: Vec::new(),
                asleep: false,
                rows: None,
                is_marks: false,
            });
        }
    }

    /// Where to paint in a picture of this desktop, taken at `t`.
    pub fn boxes(&mut self, frame: Frame<'_>, desktop: &Desktop, t: Duration) -> Vec<Rect> {
        // A window that was closed takes its secrets with it; one that is hidden may come back.
        self.masks.retain(|m| m.window.as_ref().is_none_or(|(id, _)| desktop.open.contains(id)));
        let mut boxes = Vec::new();
        let mut searches = 0;
        for mask in &mut self.masks {
            boxes.extend(mask.boxes(frame, desktop, t, &mut searches));
        }
        boxes
    }
}

impl Mask {
    fn boxes(&mut self, frame: Frame<'_>, desktop: &Desktop, t: Duration, searches: &mut usize) -> Vec<Rect> {
        let place = match &mut self.window {
            None => {
                // Nobody says what is there now: the pixels do.
                self.asleep = self.asleep || self.is_gone(frame, (0, 0));
                None
            }
            Some((id, titles)) => {
                let Some(window) = desktop.windows.iter().find(|w| w.id == *id) else { return Vec::new() };
                let renamed = !titles.contains(&window.title);
                if self.asleep && !renamed {
                    self.asleep = false;
                }
                let gone = renamed && self.is_gone(frame, (window.rect.x1, window.rect.y1));
                if let Some((_, titles)) = &mut self.window
                    && renamed
                    && !gone
                    && !self.asleep
                {
                    titles.push(window.title.clone());
                }
                self.asleep = self.asleep || gone;
                Some(window)
            }
        };
        if self.asleep {
            return Vec::new();
        }
        let origin = place.map_or((0, 0), |w| (w.rect.x1, w.rect.y1));
        self.grow(frame, place.map_or(Rect::at(0, 0, frame.size), |w| w.rect), origin, t);
        let mut boxes: Vec<Rect> = self.rects.iter().map(|r| r.moved(origin.0, origin.1)).collect();
        let area = place.map_or(Rect::at(0, 0, frame.size), |w| w.rect);
        let (dx, dy) = (origin.0 - self.origin.0, origin.1 - self.origin.1);
        let letters = self.traces.iter().filter(|_| !self.is_marks);
        for trace in letters.filter(|t| !t.is_in_place(frame, dx, dy)) {
            *searches += 1;
            if *searches > MOST_SEARCHES {
                // So many secrets, and none where it was: the window is not searched any further, it is hidden.
                boxes.push(area);
                break;
            }
            boxes.extend(trace.elsewhere(frame, area));
        }
        boxes
    }

    /// Adds what is painted late: beside what is known, or anywhere where nothing was painted yet.
    fn grow(&mut self, frame: Frame<'_>, area: Rect, origin: (i32, i32), t: Duration) {
        let Some(growing) = &mut self.growing else { return };
        if frame.size == growing.without.size && origin == self.origin {
            let late = lea_frame::changed(growing.without.as_frame(), frame, area);
            let size: u64 = late.iter().map(Rect::area).sum();
            let small = size as f64 <= area.area() as f64 * LATE_SHARE;
            let nothing_yet = self.rects.is_empty();
            for rect in late.iter().map(|r| r.moved(-origin.0, -origin.1)) {
                let middle = rect.center().y;
                let beside = self.rects.iter().any(|known| (known.y1..known.y2).contains(&middle));
                let within = area.moved(-origin.0, -origin.1);
                if nothing_yet && !small {
                    // Painted with much else: no telling which of it is the secret.
                    self.rects = vec![within];
                } else if let Some(rows) = &self.rows {
                    let late = within_rows(&[rect], rows).into_iter().map(roomy);
                    self.rects.extend(late.filter_map(|r| r.intersection(&within)));
                } else if (nothing_yet || beside) && small {
                    self.rects.extend(roomy(rect).intersection(&within));
                }
            }
            if nothing_yet && !self.rects.is_empty() {
                growing.with = Arc::new(frame.to_buf());
            }
            lea_frame::merge(&mut self.rects, 16);
        }
        // As long as nothing was painted, it is still to come.
        let over = t > growing.until && !self.rects.is_empty();
        if over || self.traces.is_empty() {
            self.trace();
        }
        if over {
            self.growing = None;
        }
    }

    /// Remembers what the secret looks like, as far as it is painted.
    fn trace(&mut self) {
        let Some(Growing { without, with, .. }) = &self.growing else { return };
        let crop = |r: &Rect| {
            let at = r.moved(self.origin.0, self.origin.1).intersection(&with.as_frame().bounds())?;
            Trace::new(at, without.as_frame(), with.as_frame())
        };
        self.traces = self.rects.iter().filter_map(crop).collect();
    }

    /// Most of the pixels that the secret painted are others now.
    fn is_gone(&self, frame: Frame<'_>, origin: (i32, i32)) -> bool {
        if self.growing.is_some() {
            return false;
        }
        let (dx, dy) = (origin.0 - self.origin.0, origin.1 - self.origin.1);
        let (mut painted, mut changed) = (0u64, 0u64);
        for Trace { at, without, with, .. } in &self.traces {
            let Some(now) = frame.crop(at.moved(dx, dy)).filter(|now| now.size == with.size) else {
                return false;
            };
            let pixels =
                without.bytes.chunks_exact(4).zip(with.bytes.chunks_exact(4)).zip(now.bytes.chunks_exact(4));
            for ((_, with), now) in pixels.filter(|((a, b), _)| a[..3] != b[..3]) {
                painted += 1;
                changed += u64::from(now[..3] != with[..3]);
            }
        }
        painted > 0 && changed as f64 >= painted as f64 * GONE_SHARE
    }
}

impl Trace {
    fn new(at: Rect, without: Frame<'_>, with: Frame<'_>) -> Option<Self> {
        let (without, with) = (without.crop(at)?, with.crop(at)?);
        let painted = lea_frame::changed(without.as_frame(), with.as_frame(), without.as_frame().bounds());
        let tight = painted.iter().fold(Rect::default(), |all, r| all.union(r));
        // The caret blinks at the right end: the left part is the same whenever it is shown.
        let width = (tight.width() as i32 * 2 / 3).min(LETTERS_PX);
        let piece = Rect { x2: tight.x1 + width, ..tight };
        // What has one colour is everywhere, and says nothing.
        let telling = |p: &FrameBuf| p.bytes.chunks_exact(4).any(|c| c[..3] != p.bytes[..3]);
        let letters = with.as_frame().crop(piece).filter(telling).map(|p| (piece.moved(at.x1, at.y1), p));
        Some(Self { at, without, with, letters })
    }

    /// The letters are where they were typed, as far as the window has moved since.
    fn is_in_place(&self, frame: Frame<'_>, dx: i32, dy: i32) -> bool {
        let Some((from, letters)) = &self.letters else { return true };
        let there = from.moved(dx, dy);
        !lea_frame::find_exact(frame, there, letters.as_frame()).is_empty()
    }

    /// Where else in the window the secret is to be seen: boxes as large as the one it was typed in.
    fn elsewhere(&self, frame: Frame<'_>, area: Rect) -> Vec<Rect> {
        let Some((from, letters)) = &self.letters else { return Vec::new() };
        let found = lea_frame::find_exact(frame, area, letters.as_frame());
        found.iter().map(|p| self.at.moved(p.x - from.x1, p.y - from.y1)).collect()
    }
}

/// The parts of boxes that lie in rows, over the whole width of each box.
fn within_rows(boxes: &[Rect], rows: &[Rect]) -> Vec<Rect> {
    let part = |b: &Rect, row: &Rect| {
        let touches = b.padded(ABOVE_PX).intersection(row).is_some();
        let low = Rect { y1: b.y1.max(row.y1 - ABOVE_PX), y2: b.y2.min(row.y2 + ABOVE_PX), ..*b };
        (touches && !low.is_empty()).then_some(low)
    };
    let mut parts: Vec<Rect> =
        boxes.iter().flat_map(|b| rows.iter().filter_map(|row| part(b, row)).collect::<Vec<_>>()).collect();
    parts.sort_by_key(|r| (r.y1, r.x1, r.y2, r.x2));
    parts.dedup();
    parts
}

/// The box with room for what is typed and not yet painted.
fn roomy(r: Rect) -> Rect {
    Rect { x1: r.x1 - BESIDE_PX, x2: r.x2 + BESIDE_PX, ..r }.padded(ABOVE_PX)
}

/// The picture with these boxes painted over; the same picture where there are none.
pub fn paint(frame: &Arc<FrameBuf>, boxes: &[Rect]) -> Arc<FrameBuf> {
    if boxes.is_empty() {
        return frame.clone();
    }
    let mut painted = FrameBuf::clone(frame);
    boxes.iter().for_each(|r| painted.fill(*r, PAINT));
    Arc::new(painted)
}

#[cfg(test)]
mod tests;
