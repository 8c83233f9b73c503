//! When has a screen settled? When nothing has changed for a while, carets, clocks and spinners aside.

use crate::{Result, Screen, Woken};
use lea_model::{Rect, Size};
use std::time::{Duration, Instant};

/// How long to wait, and for what.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Patience {
    /// Nothing may have changed for this long.
    pub quiet: Duration,
    /// Changes that stay in a small place for this long are an animation, and are not waited for.
    pub animation: Duration,
    /// The share of the screen that animations may cover together.
    pub animated_share: f64,
    /// Not longer than this in all.
    pub timeout: Duration,
}

impl Default for Patience {
    /// GTK and Chromium paint the answer to a click within 240 ms, with gaps of at most 60 ms between paints; a caret
    /// blinks every 500 ms or more, a spinner turns at 10 to 60 Hz.
    fn default() -> Self {
        Self {
            quiet: Duration::from_millis(120),
            animation: Duration::from_millis(900),
            animated_share: 0.02,
            timeout: Duration::from_secs(5),
        }
    }
}

/// What waiting ended on.
#[derive(Clone, Debug, PartialEq)]
pub enum WaitedFor {
    /// Nothing changed any more.
    Quiet,
    /// Nothing changed but these small places, which never stop.
    Animation(Vec<Rect>),
    /// It was still changing here when the time was up.
    Timeout(Vec<Rect>),
}

/// How a screen settled.
#[derive(Clone, Debug, PartialEq)]
pub struct Settled {
    /// What ended the wait.
    pub on: WaitedFor,
    /// How long it took.
    pub waited: Duration,
    /// All that changed meanwhile.
    pub changed: Vec<Rect>,
    /// The screen's size changed meanwhile.
    pub resized: bool,
}

impl Settled {
    /// Whether the screen may be taken as it is: quiet, or moving only where it always moves.
    pub fn is_settled(&self) -> bool {
        !matches!(self.on, WaitedFor::Timeout(_))
    }
}

impl std::fmt::Display for Settled {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ms = self.waited.as_millis();
        match &self.on {
            WaitedFor::Quiet => write!(f, "quiet after {ms} ms"),
            WaitedFor::Animation(at) => write!(f, "quiet after {ms} ms but for an animation at {}", list(at)),
            WaitedFor::Timeout(at) => write!(f, "still changing after {ms} ms at {}", list(at)),
        }
    }
}

fn list(boxes: &[Rect]) -> String {
    let one = |r: &Rect| format!("[{},{},{},{}]", r.x1, r.y1, r.x2, r.y2);
    boxes.iter().map(one).collect::<Vec<_>>().join(" ")
}

/// Most places of change remembered at a time.
const MOST_PLACES: usize = 24;

/// Decides when a screen is quiet, from what changed when. Knows no clock: time is an argument.
#[derive(Clone, Debug)]
pub struct Quiet {
    patience: Patience,
    screen_area: u64,
    started: Instant,
    /// The last change that was not an animation's.
    last: Instant,
    places: Vec<Place>,
}

/// Somewhere that changed.
#[derive(Clone, Copy, Debug)]
struct Place {
    rect: Rect,
    first: Instant,
    last: Instant,
    times: u32,
}

/// A place holds boxes of change down to this part of its area: a pulsing bar moves in slices of a sixtieth, a spinner is
/// a hundredth of a small dialog.
const PLACE_RATIO: u64 = 64;

/// A place is an animation once it has changed this often.
const ANIMATION_TIMES: u32 = 4;

impl Quiet {
    /// Starts to wait, as if something had just changed.
    pub fn new(patience: Patience, screen: Size, now: Instant) -> Self {
        let screen_area = u64::from(screen.width) * u64::from(screen.height);
        Self { patience, screen_area, started: now, last: now, places: Vec::new() }
    }

    /// Something changed here now.
    pub fn changed(&mut self, boxes: &[Rect], now: Instant) {
        for rect in boxes {
            // What is tiny beside a place is another: a spinner in a window that has just appeared.
            let same = |p: &&mut Place| {
                p.rect.padded(4).intersection(rect).is_some() && p.rect.area() / PLACE_RATIO <= rect.area()
            };
            match self.places.iter_mut().filter(same).min_by_key(|p| p.rect.area()) {
                Some(place) => {
                    let grown = place.rect.union(rect);
                    // What grows has not found its place yet: it starts anew.
                    if grown.area() > place.rect.area() * 2 {
                        *place = Place { rect: grown, first: now, last: now, times: 1 };
                    } else {
                        *place = Place { rect: grown, last: now, times: place.times + 1, ..*place };
                    }
                }
                None => {
                    if self.places.len() == MOST_PLACES {
                        self.places.remove(0);
                    }
                    self.places.push(Place { rect: *rect, first: now, last: now, times: 1 });
                }
            }
        }
        if !boxes.iter().all(|r| self.is_animated(r, now)) {
            self.last = now;
        }
    }

    /// When it will be quiet if nothing changes any more.
    pub fn quiet_at(&self) -> Instant {
        self.last + self.patience.quiet
    }

    /// When to give up.
    pub fn timeout_at(&self) -> Instant {
        self.started + self.patience.timeout
    }

    /// What the wait ended on, once it has.
    pub fn ended(&self, now: Instant) -> Option<WaitedFor> {
        if now >= self.quiet_at() {
            let moving = self.moving(now);
            return Some(if moving.is_empty() { WaitedFor::Quiet } else { WaitedFor::Animation(moving) });
        }
        (now >= self.timeout_at()).then(|| WaitedFor::Timeout(self.moving(now)))
    }

    /// Where something changed within the last quiet period.
    fn moving(&self, now: Instant) -> Vec<Rect> {
        let recent = |p: &&Place| now.duration_since(p.last) < self.patience.quiet;
        self.places.iter().filter(recent).map(|p| p.rect).collect()
    }

    fn is_animated(&self, rect: &Rect, now: Instant) -> bool {
        let old = |p: &&Place| {
            p.times >= ANIMATION_TIMES
                && now.duration_since(p.first) >= self.patience.animation
                && now.duration_since(p.last) < self.patience.animation
        };
        let animated: u64 = self.places.iter().filter(old).map(|p| p.rect.area()).sum();
        animated as f64 <= self.screen_area as f64 * self.patience.animated_share
            && self.places.iter().filter(old).any(|p| p.rect.intersection(rect) == Some(*rect))
    }
}

/// While changes come in, the screen is looked at no more often than this.
const LOOK_EVERY: Duration = Duration::from_millis(8);

/// Waits until the screen has settled, and says what it waited for. The picture is up to date afterwards.
pub fn settle(screen: &mut dyn Screen, patience: Patience) -> Result<Settled> {
    let started = Instant::now();
    let mut all = Vec::new();
    let mut resized = false;
    let mut quiet = Quiet::new(patience, screen.size(), started);
    loop {
        let seen = screen.see()?;
        let (at, size) = (seen.at, seen.frame.size);
        if seen.resized {
            resized = true;
            quiet = Quiet { started, ..Quiet::new(patience, size, at) };
        }
        if !seen.changed.is_empty() {
            all.extend_from_slice(seen.changed);
            lea_frame::merge(&mut all, 32);
            quiet.changed(seen.changed, at);
        }
        let now = Instant::now();
        if let Some(on) = quiet.ended(now) {
            return Ok(Settled { on, waited: now - started, changed: all, resized });
        }
        let until = quiet.quiet_at().min(quiet.timeout_at());
        if screen.wait(until, None)? == Woken::Changed {
            pause_until(at + LOOK_EVERY);
        }
    }
}

/// Lets paints come together: one look every 8 ms sees them all.
fn pause_until(then: Instant) {
    if let Some(left) = then.checked_duration_since(Instant::now()) {
        std::thread::sleep(left);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCREEN: Size = Size { width: 1920, height: 1080 };
    const SPINNER: Rect = Rect { x1: 900, y1: 500, x2: 948, y2: 548 };

    fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    /// Feeds changes at given times, asking every 5 ms, and says when and on what the wait ended.
    fn play(changes: &[(u64, Rect)]) -> (u64, WaitedFor) {
        let start = Instant::now();
        let mut quiet = Quiet::new(Patience::default(), SCREEN, start);
        let mut next = changes.iter().peekable();
        for t in (0..).step_by(5) {
            let now = start + ms(t);
            while let Some((_, rect)) = next.next_if(|(at, _)| *at <= t) {
                quiet.changed(&[*rect], now);
            }
            if let Some(on) = quiet.ended(now) {
                return (t, on);
            }
        }
        unreachable!()
    }

    #[test]
    fn a_still_screen_is_quiet_after_the_quiet_period() {
        assert_eq!(play(&[]), (120, WaitedFor::Quiet));
        assert_eq!(play(&[(100, SPINNER)]), (220, WaitedFor::Quiet));
    }

    #[test]
    fn a_spinner_does_not_hold_it_for_ever_and_is_named() {
        let turns: Vec<_> = (0..500).map(|i| (i * 20, SPINNER)).collect();
        let (t, on) = play(&turns);
        assert!((900..1300).contains(&t), "{t}");
        assert_eq!(on, WaitedFor::Animation(vec![SPINNER]));
    }

    #[test]
    fn a_spinner_in_what_has_just_been_painted_is_told_from_it() {
        let whole = Rect::from([0, 0, 1920, 1080]);
        let mut turns: Vec<_> = (0..500).map(|i| (i * 20 + 20, SPINNER)).collect();
        turns.insert(0, (0, whole));
        let (t, on) = play(&turns);
        assert!((900..1400).contains(&t), "{t}");
        assert_eq!(on, WaitedFor::Animation(vec![SPINNER]));
        // The same after a page that took its time.
        let loading = (0..30).map(|i| (i * 50, Rect::from([0, 100, 1800, 900])));
        let mut changes: Vec<_> = turns.iter().copied().chain(loading).collect();
        changes.sort_by_key(|(t, _)| *t);
        let (t, on) = play(&changes);
        assert!((1500..3000).contains(&t), "{t}");
        assert_eq!(on, WaitedFor::Animation(vec![SPINNER]));
    }

    #[test]
    fn a_blinking_caret_is_not_waited_for() {
        let caret = Rect::from([300, 300, 302, 318]);
        let blinks: Vec<_> = (0..20).map(|i| (i * 530, caret)).collect();
        assert_eq!(play(&blinks), (120, WaitedFor::Quiet));
    }

    #[test]
    fn a_film_over_half_the_screen_is_waited_for_until_the_timeout() {
        let film = Rect::from([0, 0, 1000, 1000]);
        let frames: Vec<_> = (0..500).map(|i| (i * 40, film)).collect();
        assert_eq!(play(&frames), (5000, WaitedFor::Timeout(vec![film])));
    }

    #[test]
    fn something_that_appears_beside_a_spinner_is_waited_for() {
        let panel = Rect::from([100, 100, 400, 300]);
        let mut changes: Vec<_> = (0..500).map(|i| (i * 20, SPINNER)).collect();
        changes.push((990, panel));
        changes.sort_by_key(|(t, _)| *t);
        let (t, _) = play(&changes);
        assert!(t >= 990 + 120, "{t}");
    }
}
