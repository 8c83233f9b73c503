//! The recorder's eye: the picture of the moment, pinned to inputs, and kept once it is known that it may be.

use crate::keep::{Keep, KeepError};
use crate::mask::{self, Masks};
use crate::privacy::Privacy;
use crate::tap::{Clock, Desktop};
use lea_frame::{Frame, FrameBuf};
use lea_model::{Rect, ids};
use lea_screen::x11::X11Screen;
use lea_screen::{Patience, Quiet, Result, Screen, WaitedFor};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The picture is brought up to date at most this often while the screen changes.
const LOOK_EVERY: Duration = Duration::from_millis(40);
/// Looking may take this share of the time: a film on the screen is looked at less often.
const LOOK_SHARE: u32 = 25;

/// What is being typed must be seen in time: it is looked at at least so often, even where looking takes long.
const HURRIED: Duration = Duration::from_millis(100);

/// The server's clock and ours agree to this.
const LATE: Duration = Duration::from_millis(5);

/// A picture that something may need: in memory until it is kept or dropped.
#[derive(Clone, Debug)]
pub struct Pin {
    frame: Arc<FrameBuf>,
    desktop: Arc<Desktop>,
    /// When the pixels were taken, since the start, and for what moment.
    pub taken: Duration,
    wanted: Duration,
    /// The screen was at rest, and nothing had changed since these pixels were taken.
    pub settled: bool,
    /// Pictures of one number are the same.
    pub version: u64,
}

impl Pin {
    /// The pixels, for judging.
    pub fn frame(&self) -> &Arc<FrameBuf> {
        &self.frame
    }

    /// The pixels were taken after what they are pinned to: the recorder was held up, and what it did may show in them.
    pub fn is_late(&self) -> bool {
        self.taken > self.wanted + LATE
    }

    /// The moment it was taken for.
    pub fn wanted(&self) -> Duration {
        self.wanted
    }

    /// The windows of that moment.
    pub fn desktop(&self) -> &Arc<Desktop> {
        &self.desktop
    }
}

/// Looks at the screen, and keeps what it saw.
pub struct Camera {
    screen: X11Screen,
    clock: Clock,
    patience: Patience,
    quiet: Quiet,
    /// Where the last wait for rest ended, once it has.
    rested: Option<WaitedFor>,
    /// It has come to rest since something was last done to it; what moves by itself since, such as a caret, does not count.
    answered: bool,
    seen_at: Instant,
    look_after: Instant,
    version: u64,
    snapshot: Option<(u64, Arc<FrameBuf>)>,
    /// What changed since a picture was last kept.
    changed_area: u64,
    kept: Option<Kept>,
    shots: u64,
    bytes: u64,
    /// What is painted over.
    pub masks: Masks,
}

struct Kept {
    id: String,
    version: u64,
    boxes: Vec<Rect>,
    at: Duration,
}

impl Camera {
    /// Takes the first picture.
    pub fn new(mut screen: X11Screen, clock: Clock, patience: Patience) -> Result<Self> {
        screen.see()?;
        let now = Instant::now();
        let quiet = Quiet::new(patience, screen.size(), now);
        Ok(Self {
            screen,
            clock,
            patience,
            quiet,
            rested: None,
            answered: false,
            seen_at: now,
            look_after: now,
            version: 1,
            snapshot: None,
            changed_area: u64::MAX,
            kept: None,
            shots: 0,
            bytes: 0,
            masks: Masks::default(),
        })
    }

    /// How many pictures were kept, and what they took.
    pub fn totals(&self) -> (u64, u64) {
        (self.shots, self.bytes)
    }

    /// What the screen is called.
    pub fn name(&self) -> String {
        self.screen.name().to_owned()
    }

    /// The screen itself.
    pub fn screen(&mut self) -> &mut X11Screen {
        &mut self.screen
    }

    /// When to look next, if something changed; sooner where a text is to be seen.
    pub fn look_after(&self, hurry: bool) -> Instant {
        if hurry { self.look_after.min(self.seen_at + HURRIED) } else { self.look_after }
    }

    /// Something changed that was not looked at yet.
    pub fn has_news(&self) -> bool {
        self.screen.has_unseen()
    }

    /// Brings the picture up to date.
    pub fn look(&mut self) -> Result<()> {
        let started = Instant::now();
        let seen = self.screen.see()?;
        self.seen_at = seen.at;
        if seen.resized {
            self.quiet = Quiet::new(self.patience, seen.frame.size, seen.at);
            self.rested = None;
        }
        if !seen.changed.is_empty() || seen.resized {
            self.version += 1;
            let area: u64 = seen.changed.iter().map(Rect::area).sum();
            self.changed_area = self.changed_area.saturating_add(area);
            if self.rested.take().is_some() {
                self.quiet = Quiet::new(self.patience, seen.frame.size, seen.at);
            }
            self.quiet.changed(seen.changed, seen.at);
        }
        let took = started.elapsed();
        self.look_after = started + LOOK_EVERY.max(took * LOOK_SHARE);
        Ok(())
    }

    /// Something was done to the screen: it counts as moving until it has been quiet.
    pub fn disturbed(&mut self) {
        self.quiet = Quiet::new(self.patience, self.screen.size(), Instant::now());
        self.rested = None;
        self.answered = false;
    }

    /// When the screen will have come to rest if nothing more happens; none when it has.
    pub fn rest_at(&self) -> Option<Instant> {
        self.rested.is_none().then(|| self.quiet.quiet_at().min(self.quiet.timeout_at()))
    }

    /// Whether the screen is at rest; says on what it came to rest.
    pub fn at_rest(&mut self, now: Instant) -> Option<&WaitedFor> {
        if self.rested.is_none() && !self.has_news() {
            self.rested = self.quiet.ended(now);
            self.answered |= matches!(self.rested, Some(WaitedFor::Quiet | WaitedFor::Animation(_)));
        }
        self.rested.as_ref()
    }

    /// The picture as it was last looked at, when that was, and the number that says whether it changed.
    pub fn picture(&self) -> (Frame<'_>, Duration, u64) {
        (self.screen.picture(), self.clock.at(self.seen_at), self.version)
    }

    /// Pins the picture of the moment to something that happened at `t`.
    pub fn pin(&mut self, t: Duration, desktop: &Arc<Desktop>) -> Pin {
        let frame = match &self.snapshot {
            Some((version, frame)) if *version == self.version => frame.clone(),
            _ => {
                let frame = Arc::new(self.screen.picture().to_buf());
                self.snapshot = Some((self.version, frame.clone()));
                frame
            }
        };
        let moved_before = self.screen.unseen_since().is_some_and(|s| self.clock.since_start(s) < t);
        self.at_rest(self.clock.instant(t));
        let taken = self.clock.at(self.seen_at);
        let settled = self.answered && !moved_before && taken <= t;
        Pin { frame, desktop: desktop.clone(), taken, wanted: t, settled, version: self.version }
    }

    /// A share of the screen has changed since a picture was last kept, and that was a while ago.
    pub fn worth_keeping(&self, now: Duration, share: f64, every: Duration) -> bool {
        let size = self.screen.size();
        let area = f64::from(size.width) * f64::from(size.height);
        let changed = self.changed_area as f64 >= area * share;
        changed && self.kept.as_ref().is_none_or(|k| now.saturating_sub(k.at) >= every)
    }

    /// Keeps a picture, with what must not be seen painted over; says its id. The same picture is kept once. One that was
    /// taken too late may show what nobody has judged yet: the last one kept stands for it, if there is one.
    pub fn keep(
        &mut self,
        pin: &Pin,
        privacy: &Privacy,
        keep: &mut dyn Keep,
    ) -> std::result::Result<Option<String>, KeepError> {
        if pin.is_late() {
            return Ok(self.kept.as_ref().map(|k| k.id.clone()));
        }
        let mut boxes = self.masks.boxes(pin.frame.as_frame(), &pin.desktop, pin.taken);
        if privacy.excludes_some() {
            boxes.extend(pin.desktop.visible_parts(|w| privacy.excludes(w)));
        }
        if let Some(kept) = self.kept.as_ref().filter(|k| k.version == pin.version && k.boxes == boxes) {
            return Ok(Some(kept.id.clone()));
        }
        let painted = mask::paint(&pin.frame, &boxes);
        let id = ids::screenshot_id(self.shots + 1);
        self.bytes += keep.screenshot(&id, painted.as_frame(), pin.taken)?;
        self.shots += 1;
        self.changed_area = 0;
        self.kept = Some(Kept { id: id.clone(), version: pin.version, boxes, at: pin.taken });
        Ok(Some(id))
    }
}
