//! The eye of a run: a screen that is waited for until it rests, captured and understood.

use lea_act::settings::Verify;
use lea_act::world::{Eye, Glance, Lost, Observation, PixelChange, SeenWindow};
use lea_frame::FrameBuf;
use lea_model::screen_state::StateWindow;
use lea_model::{Point, Rect, ScreenState};
use lea_screen::{Patience, Screen, ScreenError, Woken};
use lea_understand::embed::Embedder;
use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// A screen that eye and hand share.
pub(crate) type Shared = Rc<RefCell<Box<dyn Screen>>>;

/// A screen as it was captured.
struct Captured {
    frame: FrameBuf,
    window: Option<StateWindow>,
    windows: Vec<SeenWindow>,
    front: Option<u64>,
    settle_ms: f64,
}

/// Looks at a real screen.
pub struct ScreenEye<'e> {
    screen: Shared,
    eye: &'e mut lea_understand::Eye,
    embedder: Embedder,
    verify: Verify,
    /// What Lea itself paints there is not part of the screen.
    sign: Option<Rect>,
    number: u64,
    last: Option<(u64, Option<StateWindow>, Observation)>,
}

impl<'e> ScreenEye<'e> {
    /// An eye for a screen; `sign` is where Lea shows that it works.
    pub fn new(screen: Shared, eye: &'e mut lea_understand::Eye, verify: Verify, sign: Option<Rect>) -> Self {
        Self { screen, eye, embedder: Embedder::default(), verify, sign, number: 0, last: None }
    }

    fn capture(&mut self, patience: Duration) -> Result<Captured, ScreenError> {
        let mut screen = self.screen.borrow_mut();
        let settled =
            lea_screen::settle(screen.as_mut(), Patience { timeout: patience, ..Patience::default() })?;
        let window = screen.active_window()?;
        let windows = screen.windows()?;
        let mut frame = screen.see()?.frame.to_buf();
        if let Some(sign) = self.sign {
            paint_over(&mut frame, sign);
        }
        let front = window.as_ref().map(|w| w.id);
        let window = window.map(|w| StateWindow {
            app_name: w.app_name,
            window_title: w.title,
            screen_resolution: Some(frame.size),
            ..StateWindow::default()
        });
        let windows = windows.into_iter().map(|w| SeenWindow { rect: w.rect, app: w.app_name }).collect();
        Ok(Captured { frame, window, windows, front, settle_ms: settled.waited.as_secs_f64() * 1e3 })
    }
}

impl Eye for ScreenEye<'_> {
    fn look(&mut self, patience: Duration) -> Result<Observation, Lost> {
        let Captured { frame, window, windows, front, settle_ms } =
            self.capture(patience).map_err(|e| Lost(e.to_string()))?;
        let digest = lea_frame::digest(frame.as_frame());
        if let Some((known, of, observation)) = &self.last
            && *known == digest
            && *of == window
        {
            return Ok(Observation { look_ms: 0.0, settle_ms, front, windows, ..observation.clone() });
        }
        let started = Instant::now();
        let state: ScreenState =
            self.eye.see(frame.as_frame(), window.clone()).map_err(|e| Lost(e.to_string()))?;
        let fingerprint = Some(self.embedder.embed(frame.as_frame(), &state).primary);
        self.number += 1;
        let observation = Observation {
            state,
            size: frame.size,
            windows,
            frame: Some(Rc::new(frame)),
            fingerprint,
            number: self.number,
            front,
            look_ms: started.elapsed().as_secs_f64() * 1e3,
            settle_ms,
        };
        self.last = Some((digest, window, observation.clone()));
        Ok(observation)
    }

    fn wait_for_change(&mut self, patience: Duration) -> Result<bool, Lost> {
        let woken = self.screen.borrow_mut().wait(Instant::now() + patience, None);
        woken.map(|w| w == Woken::Changed).map_err(|e| Lost(e.to_string()))
    }

    fn glance(&mut self, seen: &Observation, watched: &[Rect], whole: bool) -> Result<Glance, Lost> {
        let lost = |e: ScreenError| Lost(e.to_string());
        let mut screen = self.screen.borrow_mut();
        let window = screen.active_window().map_err(lost)?;
        // Another window of the same application is another window: keys for one record would go to the form of another.
        let other_window = screen.capabilities().windows && window.map(|w| w.id) != seen.front;
        let Some(before) = seen.frame.as_ref().filter(|_| whole || !watched.is_empty()) else {
            return Ok(Glance { other_window, ..Glance::default() });
        };
        let mut frame = screen.see().map_err(lost)?.frame.to_buf();
        if let Some(sign) = self.sign {
            paint_over(&mut frame, sign);
        }
        Ok(Glance { other_window, ..compared(before, &frame, watched, whole, &self.verify) })
    }

    fn difference(&self, before: &Observation, after: &Observation, around: Option<Point>) -> PixelChange {
        difference(before, after, around, &self.verify)
    }
}

/// What a glance at two frames says: whether the watched places, or the screen as a whole where that is asked, are as they were.
pub(crate) fn compared(
    before: &FrameBuf,
    now: &FrameBuf,
    watched: &[Rect],
    whole: bool,
    verify: &Verify,
) -> Glance {
    if before.size != now.size {
        return Glance { watched_changed: true, much_changed: true, other_window: false };
    }
    let pct = |within: Rect| {
        100.0 * lea_frame::share_changed(before.as_frame(), now.as_frame(), within, verify.level)
    };
    let watched_changed = watched.iter().any(|w| pct(*w) >= verify.local_pct);
    let much_changed = whole && pct(before.as_frame().bounds()) >= verify.global_pct;
    Glance { watched_changed, much_changed, other_window: false }
}

/// How much differs between two observations (SPEC ACT.6).
pub(crate) fn difference(
    before: &Observation,
    after: &Observation,
    around: Option<Point>,
    verify: &Verify,
) -> PixelChange {
    let (Some(a), Some(b)) = (&before.frame, &after.frame) else { return PixelChange::default() };
    if a.size != b.size {
        return PixelChange { global_pct: 100.0, local_pct: None, resized: true };
    }
    let (a, b) = (a.as_frame(), b.as_frame());
    let pct = |within: Rect| 100.0 * lea_frame::share_changed(a, b, within, verify.level);
    let reach = |side: u32| (f64::from(side) * verify.around_pct / 100.0).round() as i32;
    let local = around.map(|p| {
        let (dx, dy) = (reach(a.size.width), reach(a.size.height));
        pct(Rect { x1: p.x - dx, y1: p.y - dy, x2: p.x + dx, y2: p.y + dy })
    });
    PixelChange { global_pct: pct(a.bounds()), local_pct: local, resized: false }
}

/// Continues what is below a strip at the edge of the screen over it.
fn paint_over(frame: &mut FrameBuf, strip: Rect) {
    let below = Rect { y1: strip.y2, y2: strip.y2 + strip.height() as i32, ..strip };
    if let Some(piece) = frame.as_frame().crop(below) {
        frame.put(strip.x1, strip.y1, piece.as_frame());
    }
}
