//! A recording played back as a screen: what was seen then is seen again, at the same pace or another.

use crate::{
    Button, Capabilities, Key, Monitor, Press, Result, Screen, ScreenError, Seen, Wheel, Window, Woken, poll,
};
use lea_frame::{FrameBuf, FrameError, Picture};
use lea_model::{Point, Rect, Size};
use std::os::fd::BorrowedFd;
use std::time::{Duration, Instant};

/// Where a film's frames come from.
pub trait Reel {
    /// What it is called in messages, such as `session sess_2026…`.
    fn name(&self) -> String;

    /// When each frame was taken, counted from the start of the recording, earliest first.
    fn times(&self) -> &[Duration];

    /// The frame with this number, or why it cannot be had.
    fn frame(&mut self, index: usize) -> std::result::Result<FrameBuf, String>;

    /// Whether it was noted which windows there were.
    fn knows_windows(&self) -> bool {
        false
    }

    /// The window that had the keyboard when this frame was taken.
    fn active_window(&self, _index: usize) -> Option<Window> {
        None
    }
}

/// A [`Reel`] as a [`Screen`]. Its time runs from the first look; after the end the last frame stays.
pub struct Film<R> {
    reel: R,
    name: String,
    speed: f64,
    started: Option<Instant>,
    /// The frame that `picture` shows.
    shown: usize,
    picture: Picture,
    changed: Vec<Rect>,
}

impl<R> std::fmt::Debug for Film<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Film({}, frame {})", self.name, self.shown)
    }
}

/// The slowest and the fastest a film is played. Beyond them a frame's moment no longer fits into a clock.
const SPEEDS: std::ops::RangeInclusive<f64> = 0.001..=10_000.0;

impl<R: Reel> Film<R> {
    /// A film of this reel, played `speed` times as fast as it was recorded. Refused when there is no frame to
    /// show, the first cannot be read, or the speed is not between 0.001 and 10,000.
    pub fn new(mut reel: R, speed: f64) -> Result<Self> {
        let name = reel.name();
        let refuse = |why: String| ScreenError::Open { screen: name.clone(), why };
        if !SPEEDS.contains(&speed) {
            return Err(refuse(format!("a speed of {speed} cannot be played: give one from 0.001 to 10000")));
        }
        if reel.times().is_empty() {
            return Err(refuse("it has no frames: nothing was on screen while it was recorded".into()));
        }
        let picture = reel.frame(0).and_then(|f| whole(&f).map_err(|e| e.to_string()));
        let picture = picture.map_err(|why| refuse(format!("its first frame cannot be read: {why}")))?;
        Ok(Self { reel, name, speed, started: None, shown: 0, picture, changed: Vec::new() })
    }

    /// How far the film has got, on the recording's own clock.
    pub fn position(&self) -> Duration {
        let last = self.reel.times().last().copied().unwrap_or_default();
        let played = self.started.map_or(Duration::ZERO, |s| scaled(s.elapsed(), self.speed));
        self.first().saturating_add(played).min(last)
    }

    /// The last frame is on screen, and was looked at.
    pub fn ended(&self) -> bool {
        self.started.is_some() && self.shown + 1 >= self.reel.times().len()
    }

    fn first(&self) -> Duration {
        self.reel.times().first().copied().unwrap_or_default()
    }

    /// The number of the frame for this moment.
    fn due(&self, now: Instant) -> usize {
        let Some(started) = self.started else { return 0 };
        let times = self.reel.times();
        let until = now.saturating_duration_since(started);
        let reached = times.partition_point(|t| self.after_start(*t) <= until);
        // A reel whose times are out of order still only plays forwards.
        reached.saturating_sub(1).max(self.shown)
    }

    /// How long after the first look a moment of the recording comes.
    fn after_start(&self, time: Duration) -> Duration {
        scaled(time.saturating_sub(self.first()), 1.0 / self.speed)
    }

    fn cannot<T>(&self, what: &'static str) -> Result<T> {
        Err(ScreenError::Unsupported { screen: self.name.clone(), what })
    }

    fn unreadable(&self, index: usize, why: impl std::fmt::Display) -> ScreenError {
        ScreenError::Refused {
            screen: self.name.clone(),
            why: format!("frame {index} cannot be read: {why}"),
        }
    }
}

/// A time stretched; what no clock can hold is for ever.
fn scaled(time: Duration, by: f64) -> Duration {
    Duration::try_from_secs_f64(time.as_secs_f64() * by).unwrap_or(Duration::MAX)
}

/// A picture of which all is new.
fn whole(frame: &FrameBuf) -> std::result::Result<Picture, FrameError> {
    let mut picture = Picture::new(frame.size)?;
    picture.update(0, 0, lea_frame::Frame::new(frame.size, frame.stride, &frame.bytes)?);
    Ok(picture)
}

impl<R: Reel> Screen for Film<R> {
    fn capabilities(&self) -> Capabilities {
        Capabilities { windows: self.reel.knows_windows(), damage: true, ..Capabilities::default() }
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn size(&self) -> Size {
        self.picture.frame().size
    }

    fn see(&mut self) -> Result<Seen<'_>> {
        let now = Instant::now();
        self.started.get_or_insert(now);
        let due = self.due(now);
        let mut resized = false;
        if due != self.shown {
            let frame = self.reel.frame(due).map_err(|why| self.unreadable(due, why))?;
            let checked = lea_frame::Frame::new(frame.size, frame.stride, &frame.bytes)
                .map_err(|why| self.unreadable(due, why))?;
            resized = frame.size != self.size();
            if resized {
                self.picture = whole(&frame).map_err(|why| self.unreadable(due, why))?;
            } else {
                self.picture.update(0, 0, checked);
            }
            self.shown = due;
        }
        self.changed = self.picture.take_changes();
        Ok(Seen { frame: self.picture.frame(), changed: &self.changed, resized, at: now })
    }

    fn wait(&mut self, until: Instant, wake: Option<BorrowedFd<'_>>) -> Result<Woken> {
        let Some(started) = self.started else {
            return Ok(Woken::Changed);
        };
        let next =
            self.reel.times().get(self.shown + 1).and_then(|t| started.checked_add(self.after_start(*t)));
        let stop = next.map_or(until, |n| n.min(until));
        let ready = poll::readable([wake], stop)
            .map_err(|e| ScreenError::Lost { screen: self.name.clone(), why: e.to_string() })?;
        Ok(match ready {
            Some(_) => Woken::Called,
            None if next.is_some_and(|n| n <= until) => Woken::Changed,
            None => Woken::TimedOut,
        })
    }

    fn active_window(&mut self) -> Result<Option<Window>> {
        Ok(self.reel.active_window(self.shown))
    }

    fn windows(&mut self) -> Result<Vec<Window>> {
        Ok(self.reel.active_window(self.shown).into_iter().collect())
    }

    fn monitors(&mut self) -> Result<Vec<Monitor>> {
        Ok(vec![Monitor { rect: Rect::at(0, 0, self.size()), scale: 1.0, primary: true }])
    }

    fn point(&mut self, _to: Point) -> Result<()> {
        self.cannot("move a pointer: it is a recording")
    }

    fn button(&mut self, _button: Button, _press: Press) -> Result<()> {
        self.cannot("be clicked: it is a recording")
    }

    fn wheel(&mut self, _wheel: Wheel) -> Result<()> {
        self.cannot("be scrolled: it is a recording")
    }

    fn key(&mut self, _key: Key, _press: Press) -> Result<()> {
        self.cannot("take keys: it is a recording")
    }

    fn text(&mut self, _text: &str) -> Result<()> {
        self.cannot("take text: it is a recording")
    }

    fn clipboard(&mut self) -> Result<Option<String>> {
        self.cannot("give its clipboard: it is a recording")
    }

    fn set_clipboard(&mut self, _text: &str) -> Result<()> {
        self.cannot("take a clipboard: it is a recording")
    }

    fn release_all(&mut self) -> Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Frames of given times and sizes, each of one colour; a size of nothing cannot be read.
    struct Colours {
        times: Vec<Duration>,
        sizes: Vec<Size>,
    }

    impl Colours {
        fn new(frames: &[(u64, u32)]) -> Self {
            let times = frames.iter().map(|(ms, _)| Duration::from_millis(*ms)).collect();
            let sizes = frames.iter().map(|(_, side)| Size { width: *side, height: *side }).collect();
            Self { times, sizes }
        }
    }

    impl Reel for Colours {
        fn name(&self) -> String {
            "colours".into()
        }

        fn times(&self) -> &[Duration] {
            &self.times
        }

        fn frame(&mut self, index: usize) -> std::result::Result<FrameBuf, String> {
            FrameBuf::filled(self.sizes[index], [index as u8; 3]).map_err(|e| e.to_string())
        }
    }

    fn later() -> Instant {
        Instant::now() + Duration::from_secs(10)
    }

    #[test]
    fn every_frame_is_waited_for_and_the_last_one_stays() {
        // Far enough apart that a busy machine still sees each of them.
        let started = Instant::now();
        let mut film = Film::new(Colours::new(&[(500, 8), (900, 8), (1300, 16)]), 1.0).unwrap();
        assert_eq!((film.position(), film.ended()), (Duration::from_millis(500), false));
        assert_eq!(film.wait(later(), None).unwrap(), Woken::Changed, "the first look is still to come");
        let first = film.see().unwrap();
        assert_eq!((first.frame.pixel(0, 0), first.resized, first.changed.len()), ([0; 3], false, 1));
        assert_eq!(film.wait(later(), None).unwrap(), Woken::Changed);
        let second = film.see().unwrap();
        assert_eq!((second.frame.pixel(7, 7), second.resized), ([1; 3], false));
        assert_eq!(film.wait(later(), None).unwrap(), Woken::Changed);
        assert!(started.elapsed() >= Duration::from_millis(800), "{:?}", started.elapsed());
        let third = film.see().unwrap();
        assert!(third.resized);
        assert_eq!((third.frame.pixel(15, 15), third.changed), ([2; 3], &[Rect::from([0, 0, 16, 16])][..]));
        assert_eq!(
            (film.size().width, film.ended(), film.position()),
            (16, true, Duration::from_millis(1300))
        );
        assert!(film.see().unwrap().changed.is_empty());
        let soon = Instant::now() + Duration::from_millis(5);
        assert_eq!(film.wait(soon, None).unwrap(), Woken::TimedOut);
    }

    #[test]
    fn speed_is_a_factor_and_frames_nobody_looked_at_are_passed_over() {
        let mut film = Film::new(Colours::new(&[(0, 8), (2_000, 8), (4_000, 8)]), 1000.0).unwrap();
        film.see().unwrap();
        let started = Instant::now();
        while !film.ended() {
            film.wait(later(), None).unwrap();
            film.see().unwrap();
        }
        assert!(started.elapsed() < Duration::from_secs(1));
    }

    #[test]
    fn what_cannot_be_shown_is_an_error_with_a_reason() {
        let refused =
            |frames: &[(u64, u32)], speed| Film::new(Colours::new(frames), speed).unwrap_err().to_string();
        assert!(refused(&[], 1.0).contains("no frames"));
        assert!(refused(&[(0, 0)], 1.0).contains("first frame"));
        for speed in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert!(refused(&[(0, 8)], speed).contains("speed"));
        }
        let mut film = Film::new(Colours::new(&[(0, 8), (0, 0), (u64::MAX, 8)]), 0.001).unwrap();
        assert!(
            matches!(film.see(), Err(ScreenError::Refused { .. })),
            "frame 1 is due at once and unreadable"
        );
        assert_eq!(film.size().width, 8);
    }
}
