//! Small films: screens that are painted, events between them, and the acts that must come out.

mod hovering;
mod scrolling;

use super::*;
use crate::graph::{Act, Deed};
use lea_frame::{Frame, FrameBuf};
use lea_model::ledger::Reason;
use lea_model::screen_state::{DetectedText, StateWindow};
use lea_model::{
    ElementState, ElementType, Event, EventType, Point, RawSession, Rect, ScreenState, Size, UIElement,
    WindowRef,
};
use std::collections::HashMap;

const SIZE: Size = Size { width: 800, height: 600 };

/// A thing on a screen: its kind, its words, where it is.
type Thing<'t> = (ElementType, &'t str, [i32; 4]);

/// A film being made: every screen once, and what was done.
#[derive(Default)]
struct Play {
    states: Vec<ScreenState>,
    session: RawSession,
    times: HashMap<String, f64>,
    now: f64,
}

impl Play {
    /// Another screen, with these things on it.
    fn shows(&mut self, things: &[Thing<'_>]) -> usize {
        let mut state = ScreenState::default();
        for (n, (kind, label, bbox)) in things.iter().enumerate() {
            let bbox = Rect::from(*bbox);
            let mut e = UIElement::new(format!("el_{n:04}"), *kind, bbox);
            (e.label, e.confidence) = ((*label).to_owned(), 0.9);
            state.ui_elements.push(e);
            let text =
                DetectedText { text: (*label).to_owned(), bbox: Some(bbox), ..DetectedText::default() };
            state.perception.detected_text.extend(Some(text).filter(|t| !t.text.is_empty()));
        }
        self.states.push(state);
        self.states.len() - 1
    }

    /// What has these words cannot be used yet.
    fn turns_off(&mut self, screen: usize, label: &str) {
        let of_label = self.states[screen].ui_elements.iter_mut().filter(|e| e.label == label);
        of_label.for_each(|e| e.state.push(ElementState::Disabled));
    }

    /// Something happens on a screen and leads to another.
    fn does(&mut self, kind: EventType, on: usize, after: usize) -> &mut Event {
        self.now += 1.0;
        let id = self.session.events.len() as u64;
        let mut event = Event::new(id, self.now, kind);
        event.window =
            Some(WindowRef { title: "Wards".into(), app_name: "App".into(), ..WindowRef::default() });
        if !matches!(kind, EventType::MouseMove | EventType::WindowChange) {
            event.screenshot_id = Some(format!("{on}"));
            event.screenshot_after_id = Some(format!("{after}"));
        }
        self.times.entry(format!("{on}")).or_insert(self.now - 0.5);
        self.times.entry(format!("{after}")).or_insert(self.now + 0.4);
        self.session.events.push(event);
        &mut self.session.events[id as usize]
    }

    fn clicks(&mut self, at: [i32; 2], on: usize, after: usize) {
        self.does(EventType::MouseClick, on, after).pos = Some(Point { x: at[0], y: at[1] });
    }

    /// The pointer goes there, and stays for so many seconds.
    fn moves(&mut self, at: [i32; 2], stays: f64) {
        self.does(EventType::MouseMove, 0, 0).pos = Some(Point { x: at[0], y: at[1] });
        self.now += stays - 1.0;
    }

    fn scrolls(&mut self, dy: f64, on: usize, after: usize) {
        let event = self.does(EventType::MouseScroll, on, after);
        (event.pos, event.delta) = (Some(Point { x: 400, y: 300 }), Some([0.0, dy]));
    }

    fn presses(&mut self, keys: &[&str], on: usize, after: usize) {
        self.does(EventType::KeyPress, on, after).keys = keys.iter().map(|k| (*k).to_owned()).collect();
    }

    /// The acts of the film.
    fn watched(&mut self) -> Watched {
        self.session.session_id = "sess_film".into();
        let mut session = self.session.clone();
        let mut film = Reel { states: self.states.clone(), times: self.times.clone() };
        let mut viewer = Viewer::new(&mut film);
        let sights = look(&mut viewer, &mut session, || {});
        let screens = viewer.screens;
        acts(&session, &sights, &screens, &[], (0, session.events.len()))
    }
}

/// The frames of a film: each thing is a box whose colour says what it is.
struct Reel {
    states: Vec<ScreenState>,
    times: HashMap<String, f64>,
}

impl Film for Reel {
    fn begin(&mut self, _: &RawSession) -> HashMap<String, f64> {
        self.times.clone()
    }

    fn frame(&mut self, _: &str, shot: &str) -> Result<FrameBuf, String> {
        let number: usize = shot.parse().map_err(|_| "no such frame".to_owned())?;
        let state = self.states.get(number).ok_or("no such frame")?;
        let mut frame = FrameBuf::filled(SIZE, [240; 3]).map_err(|e| e.to_string())?;
        for e in &state.ui_elements {
            let sum = e.label.bytes().fold(7u32, |sum, b| sum.wrapping_mul(31).wrapping_add(u32::from(b)));
            let off = if e.state.is_empty() { 0 } else { 60 };
            frame.fill(e.bbox, [(sum % 200) as u8, (sum / 200 % 200) as u8, off]);
        }
        Ok(frame)
    }

    fn look(
        &mut self,
        frame: Frame<'_>,
        window: Option<StateWindow>,
        _: &str,
    ) -> Result<ScreenState, String> {
        let digest = lea_frame::digest(frame);
        let shots = (0..self.states.len()).map(|n| n.to_string()).collect::<Vec<_>>();
        let at = shots
            .iter()
            .position(|s| self.frame("", s).is_ok_and(|f| lea_frame::digest(f.as_frame()) == digest));
        let state = at.and_then(|n| self.states.get(n)).ok_or("no such frame")?;
        Ok(ScreenState { window, ..state.clone() })
    }

    fn end(&mut self, _: &RawSession) {}
}

/// What was done, in a few words each.
fn told(watched: &Watched) -> Vec<String> {
    let one = |act: &Act| match &act.deed {
        Deed::Click { clicks, .. } => format!("click {} ×{clicks}", act.label()),
        Deed::Type { text } => format!("type {} into {}", text.as_deref().unwrap_or("…"), act.label()),
        Deed::Keys(keys) => format!("press {}", keys.join("+")),
        Deed::Drag { .. } => format!("drag {}", act.label()),
        Deed::Hover => format!("hover {}", act.label()),
        Deed::Scroll { delta } => format!("scroll {} {}", delta[0], delta[1]),
        Deed::Switch { app, .. } => format!("go to {app}"),
    };
    watched.acts.iter().map(one).collect()
}
