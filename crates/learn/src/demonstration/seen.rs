//! What an event did: the screens before and after, what it pointed at, where the screen changed.

use super::cells;
use super::crossing::{self, Crossing};
use super::hovering::{self, Hover};
use super::outcome::{changed, last_change, last_frame, main_changes};
use super::pointing::{
    field_at, is_field, is_in_field, is_static, may_hold, row_of, says_something, thing_at, words_at,
};
use super::viewer::Viewer;
use crate::graph::Row;
use crate::params::demonstration::{AROUND, FACE, FACE_LEVEL, LARGE, LARGE_FIELD, NEW_FACE};
use crate::params::graph::LEAST_LETTERS;
use lea_frame::FrameBuf;
use lea_model::workflow::Target;
use lea_model::{Event, EventTarget, EventType, FrameAfter, Point, RawSession, Rect, ScreenState, UIElement};
use lea_recognize::label::normal;
use lea_recognize::{Scene, remember};
use std::collections::HashMap;
use std::rc::Rc;

/// A target and its picture.
pub type Pictured = (Target, FrameBuf);

/// What an event did.
#[derive(Clone, Debug)]
pub struct Seen {
    /// The screen it was done on.
    pub on: usize,
    /// The screen that came of it.
    pub after: usize,
    /// What it pointed at.
    pub target: Option<Pictured>,
    /// The row that is in.
    pub row: Option<Row>,
    /// What a drag ended on.
    pub to: Option<Target>,
    /// The words under the pointer, where their face changed or another page came: what looks like a field and was pressed as a button.
    pub pressed: Option<Pictured>,
    /// Where the screen changed.
    pub changed: Option<Rect>,
    /// How much of the screen changed, in per cent.
    pub changed_pct: f64,
    /// The change is more than a field that gets or loses the focus.
    pub opened: bool,
    /// Words stand where the screen changed that stood nowhere before.
    pub says_new: bool,
    /// Something changed where the pointer is, or much of the screen did.
    pub answered: bool,
    /// There is something under the pointer that can be used, or something to see that answered.
    pub is_usable: bool,
    /// What is under the pointer is made to be used: a button, a menu entry, a tab; not a text or a cell that only shows something.
    pub is_control: bool,
    /// Seconds until the screen had come to rest.
    pub settled: f64,
    /// When the frame was taken that shows the screen it was done on.
    pub shown_at: f64,
}

/// Everything seen of a session's events, by event.
#[derive(Default)]
pub struct Sights {
    seen: HashMap<usize, Seen>,
    pub(super) crossings: HashMap<usize, Crossing>,
    /// What opened by hovering, by the click that went there.
    pub(super) hovers: HashMap<usize, Hover>,
}

impl Sights {
    pub(super) fn get(&self, at: usize) -> Option<&Seen> {
        self.seen.get(&at)
    }

    /// What a click opened; that another window came to the front by it is nothing that opened.
    pub(super) fn opened(&self, click: usize) -> Option<&Seen> {
        self.get(click).filter(|s| s.opened && !self.crossings.contains_key(&click))
    }
}

/// Looks at every event of a session that may be an act, and writes down what it pointed at.
pub fn look(viewer: &mut Viewer<'_>, session: &mut RawSession, mut tick: impl FnMut()) -> Sights {
    viewer.begin(session);
    let mut sights = Sights { crossings: crossing::look(viewer, session), ..Sights::default() };
    for at in 0..session.events.len() {
        let event = &session.events[at];
        let is_act = matches!(
            event.event_type,
            EventType::MouseClick
                | EventType::MouseDrag
                | EventType::MouseScroll
                | EventType::KeyPress
                | EventType::TextInput
        );
        if is_act && let Some(mut seen) = viewer.see(session, event) {
            if sights.crossings.contains_key(&at) && !seen.answered {
                // It only brought its window to the front.
                (seen.target, seen.is_usable, seen.is_control) = (None, false, false);
            }
            if session.events[at].target.is_none() && event.event_type != EventType::MouseScroll {
                session.events[at].target = event_target(&seen);
            }
            sights.seen.insert(at, seen);
        }
        tick();
    }
    sights.hovers = hovering::look(viewer, session, &sights.seen);
    viewer.end(session);
    sights
}

impl Viewer<'_> {
    /// What an event did; none where its frames are missing.
    fn see(&mut self, session: &RawSession, event: &Event) -> Option<Seen> {
        let before = event.screenshot_id.as_deref()?;
        let on = self.screen(session, before, event)?;
        let last = last_frame(session, event, &self.times).map(str::to_owned);
        let last = last.as_deref();
        let after = match last {
            Some(shot) => {
                let change = last_change(session, event);
                self.screen(session, shot, change.unwrap_or(event)).unwrap_or(on)
            }
            None => on,
        };
        let frame = self.frame(&session.session_id, before)?;
        let now = last.and_then(|shot| self.frame(&session.session_id, shot));
        let boxes = now.as_ref().map(|now| changed(frame.as_frame(), now.as_frame())).unwrap_or_default();
        let boxes = main_changes(boxes, event.pos, frame.as_frame().bounds());
        let is_settled = event.frames.as_ref().is_some_and(|f| f.after == FrameAfter::Settled);
        let ended = last.and_then(|s| self.times.get(s)).filter(|_| is_settled);
        let mut seen = Seen {
            on,
            after,
            target: None,
            row: None,
            to: None,
            pressed: None,
            changed: boxes.iter().copied().reduce(|a, b| a.union(&b)),
            changed_pct: changed_pct(&frame, now.as_ref()),
            opened: self.is_opened((on, after), &boxes, frame.as_frame().bounds()),
            says_new: self.says_new((on, after), &boxes),
            answered: false,
            is_usable: false,
            is_control: false,
            settled: ended.map_or(0.0, |end| (end - event.t).max(0.0)),
            shown_at: self.times.get(before).copied().unwrap_or(event.t),
        };
        let state = self.screens[on].state.clone();
        let pointed = match event.event_type {
            EventType::TextInput => self.typed_into(&state, after, event.text.as_deref(), &boxes),
            _ => event.pos.map(|pos| point_at(&mut seen, &state, pos, &boxes, frame.as_frame().bounds())),
        };
        let scene = Scene { state: &state, frame: Some(frame.as_frame()) };
        seen.target = pointed.and_then(|bbox| pictured(scene, bbox));
        self.refine(session, event, &frame, &boxes, &mut seen);
        let is_field = pointed
            .is_some_and(|b| state.ui_elements.iter().any(|e| e.bbox == b && is_field(e.element_type)));
        if let Some(pos) = event.pos.filter(|pos| is_field && says_something(&state, *pos)) {
            let words = words_at(&state, pos);
            let is_gone = pointed.is_some_and(|field| self.leaves_page((on, after), field));
            let is_pressed = is_new_face(&frame, now.as_ref(), words) || is_gone;
            seen.pressed = pictured(scene, words).filter(|_| is_pressed);
        }
        if let Some(end) = event.to {
            let element = thing_at(&state.ui_elements, end);
            let bbox = element.map_or_else(|| words_at(&state, end), |e| e.bbox);
            seen.to = remember(scene, frame.size, bbox).ok().map(|(target, _)| target);
        }
        Some(seen)
    }

    /// What was clicked, as it was before the pointer came to it; or which cell of a sheet it is.
    fn refine(
        &mut self,
        session: &RawSession,
        event: &Event,
        frame: &Rc<FrameBuf>,
        boxes: &[Rect],
        seen: &mut Seen,
    ) {
        if let Some(resting) = seen.target.as_ref().and_then(|t| self.at_rest(session, event, (frame, t))) {
            seen.target = Some(resting);
        }
        let Some(pos) = event.pos.filter(|_| event.event_type == EventType::MouseClick) else { return };
        let states = (&self.screens[seen.on].state, &self.screens[seen.after].state);
        let Some((target, row)) = cells::clicked(states, (pos, boxes), frame.size) else { return };
        let place = target.position.as_ref().map(|p| p.bbox);
        seen.target = place.and_then(|place| Some((target, frame.as_frame().crop(place)?)));
        (seen.row, seen.is_usable, seen.is_control) = (Some(row), true, false);
    }

    /// The change is more than a field that gets or loses the focus.
    fn is_opened(&self, (on, after): (usize, usize), boxes: &[Rect], screen: Rect) -> bool {
        boxes.iter().any(|b| {
            // A field that was not seen before is one only if it is small: what opened may look like a large one.
            let after =
                is_in_field(&self.screens[after].state, *b) && b.area() * LARGE_FIELD <= screen.area();
            let in_field = is_in_field(&self.screens[on].state, *b) || after;
            !in_field || b.area() * LARGE > screen.area()
        })
    }

    /// The same application shows another page, on which the field is not: a field that is clicked does not do that, but a link in a row
    /// that looks like one.
    fn leaves_page(&self, (on, after): (usize, usize), field: Rect) -> bool {
        let window = |screen: usize| self.screens[screen].state.window.as_ref();
        let is_other = window(on).zip(window(after)).is_some_and(|(a, b)| {
            let known = !a.window_title.is_empty() && !b.window_title.is_empty();
            known && a.app_name == b.app_name && a.window_title != b.window_title
        });
        let fields = self.screens[after].state.ui_elements.iter().filter(|e| is_field(e.element_type));
        let stays = |e: &UIElement| e.bbox.intersection(&field).is_some_and(|i| i.area() * 2 > field.area());
        is_other && !fields.into_iter().any(stays)
    }

    /// Words stand where the screen changed that stood nowhere before.
    fn says_new(&self, (on, after): (usize, usize), boxes: &[Rect]) -> bool {
        let before: Vec<String> =
            self.screens[on].state.perception.detected_text.iter().map(|t| normal(&t.text)).collect();
        let lines = self.screens[after].state.perception.detected_text.iter();
        let mut fresh = lines.filter(|t| {
            let is_there = t.bbox.is_some_and(|b| boxes.iter().any(|c| c.contains(b.center())));
            let said = normal(&t.text);
            is_there && said.chars().count() >= LEAST_LETTERS && !before.contains(&said)
        });
        fresh.next().is_some()
    }

    /// The field in which the text came up.
    fn typed_into(
        &self,
        before: &ScreenState,
        after: usize,
        typed: Option<&str>,
        boxes: &[Rect],
    ) -> Option<Rect> {
        let now = &self.screens[after].state;
        if cells::is_typed_into(now, boxes) {
            return None;
        }
        let holds = |e: &UIElement| typed.is_none_or(|t| may_hold(now, e, t));
        field_at(&before.ui_elements, boxes, &holds).or_else(|| field_at(&now.ui_elements, boxes, &holds))
    }
}

/// What is under the pointer, and whether it answered; says where it is.
fn point_at(seen: &mut Seen, state: &ScreenState, pos: Point, boxes: &[Rect], screen: Rect) -> Rect {
    let element = thing_at(&state.ui_elements, pos);
    let answers = |around: Rect| boxes.iter().any(|b| b.intersection(&around).is_some());
    let here = Rect { x1: pos.x - AROUND, y1: pos.y - AROUND, x2: pos.x + AROUND, y2: pos.y + AROUND };
    seen.is_usable = match element {
        None => says_something(state, pos) && answers(here),
        Some(e) if is_static(e.element_type) => answers(e.bbox.padded(AROUND / 2)),
        Some(_) => true,
    };
    seen.is_control = element.is_some_and(|e| !is_static(e.element_type) && !is_field(e.element_type));
    let place = element.map_or(here, |e| e.bbox.padded(AROUND / 2));
    seen.answered = answers(place) || boxes.iter().any(|b| b.area() * LARGE > screen.area());
    seen.row = element.and_then(|e| row_of(&state.ui_elements, e));
    element.map_or_else(|| words_at(state, pos), |e| e.bbox)
}

pub(super) fn pictured(scene: Scene<'_>, bbox: Rect) -> Option<Pictured> {
    let size = scene.frame.map(|f| f.size)?;
    let (target, crop) = remember(scene, size, bbox).ok()?;
    Some((target, crop?))
}

/// How much of the screen changed, in per cent, as verification counts it.
fn changed_pct(before: &FrameBuf, now: Option<&Rc<FrameBuf>>) -> f64 {
    let Some(now) = now.filter(|now| now.size == before.size) else { return 0.0 };
    let bounds = before.as_frame().bounds();
    100.0 * lea_frame::share_changed(before.as_frame(), now.as_frame(), bounds, FACE_LEVEL)
}

/// The face around some words changed, as that of a button does that is pressed.
fn is_new_face(before: &FrameBuf, now: Option<&Rc<FrameBuf>>, words: Rect) -> bool {
    now.filter(|now| now.size == before.size).is_some_and(|now| {
        lea_frame::share_changed(before.as_frame(), now.as_frame(), words.padded(FACE), FACE_LEVEL)
            >= NEW_FACE
    })
}

/// What the event pointed at, in the words of the log.
fn event_target(seen: &Seen) -> Option<EventTarget> {
    let (target, _) = seen.target.as_ref()?;
    let name = target.anchor.as_ref().and_then(|a| a.name.clone());
    Some(EventTarget {
        label: name.or_else(|| target.text.clone()),
        element_type: target
            .element_type
            .and_then(|k| serde_json::to_value(k).ok()?.as_str().map(str::to_owned)),
        role: target.role.clone(),
        ..EventTarget::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demonstration::Film;
    use crate::graph::Shown;
    use lea_frame::Frame;
    use lea_model::screen_state::StateWindow;
    use lea_model::{ElementType, Size};
    use lea_recognize::screen::Sketch;

    struct NoFilm;

    impl Film for NoFilm {
        fn begin(&mut self, _: &RawSession) -> HashMap<String, f64> {
            HashMap::new()
        }

        fn frame(&mut self, _: &str, shot: &str) -> Result<FrameBuf, String> {
            Err(shot.to_owned())
        }

        fn look(&mut self, _: Frame<'_>, _: Option<StateWindow>, key: &str) -> Result<ScreenState, String> {
            Err(key.to_owned())
        }

        fn end(&mut self, _: &RawSession) {}
    }

    /// A screen with this title and, where one is given, a field.
    fn shown(title: &str, field: Option<Rect>) -> Shown {
        let window =
            StateWindow { app_name: "App".into(), window_title: title.into(), ..StateWindow::default() };
        let mut state = ScreenState { window: Some(window), ..ScreenState::default() };
        state.ui_elements.extend(field.map(|b| UIElement::new("f", ElementType::Dropdown, b)));
        let sketch = Sketch::of(&Scene { state: &state, frame: None });
        Shown { name: title.into(), state, sketch, size: Size { width: 1280, height: 800 } }
    }

    #[test]
    fn what_looks_like_a_field_and_leads_to_a_page_without_it_was_pressed() {
        let row = Rect::from([80, 195, 680, 227]);
        let mut film = NoFilm;
        let mut viewer = Viewer::new(&mut film);
        viewer.screens = vec![
            shown("Home", Some(row)),
            shown("Users", None),
            shown("Home", None),
            shown("Pick a date", Some(row)),
        ];
        assert!(viewer.leaves_page((0, 1), row));
        assert!(!viewer.leaves_page((0, 2), row), "a list that opened covers it");
        assert!(!viewer.leaves_page((0, 3), row), "a dialog came up beside it");
    }
}
