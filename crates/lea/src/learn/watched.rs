//! A recording, watched again with understanding: what every event acted on, and what came of it.

use super::came::{changed, last_change, last_frame, main_changes};
use crate::config::Context;
use crate::readings::{self, Looks};
use lea_frame::{Frame, FrameBuf};
use lea_learn::graph::{Row, Shown};
use lea_model::ScreenState;
use lea_model::screen_state::StateWindow;
use lea_model::workflow::Target;
use lea_model::{
    ElementType, Event, EventTarget, EventType, FrameAfter, Point, RawSession, Rect, Size, UIElement,
};
use lea_recognize::label::{normal, ratio};
use lea_recognize::screen::Sketch;
use lea_recognize::{Scene, remember, rows};
use lea_store::Store;
use lea_understand::Eye;
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

/// Where nothing is found under the pointer, this much around it is what was pointed at, in pixels.
const AROUND: i32 = 14;
/// A change of more than this part of the screen is more than a field getting the focus.
const LARGE: u64 = 10;
/// The same where nobody saw the field before.
const LARGE_FIELD: u64 = 50;
/// The face of a button that is pressed changes, beside its words too: this far around them, in pixels …
const FACE: i32 = 4;
/// … by more than this, in levels …
const LEVEL: u8 = 30;
/// … and on most of it. A field that gets the focus shows a caret and a border.
const NEW_FACE: f64 = 0.6;
/// What a field shows is what was typed, misread, from this likeness on.
const ALIKE: f64 = 0.5;
/// Frames kept at hand: an event's two, and those before.
const MOST_FRAMES: usize = 4;

/// Looks at the frames of recordings, each once.
pub struct Watcher<'a> {
    context: &'a Context,
    store: &'a Store,
    eye: Eye,
    /// The screens seen, each once.
    pub screens: Vec<Shown>,
    by_pixels: HashMap<(u64, String), usize>,
    by_shot: HashMap<(String, String), usize>,
    frames: VecDeque<((String, String), Rc<FrameBuf>)>,
    /// What was seen in this session, now and before; whether there is something new.
    looks: Looks,
    is_new: bool,
    /// When each frame of the session was taken.
    times: HashMap<String, f64>,
    /// What could not be read.
    pub trouble: Vec<String>,
}

/// What an event did.
#[derive(Clone, Debug)]
pub struct Seen {
    /// The screen it was done on.
    pub on: usize,
    /// The screen that came of it.
    pub after: usize,
    /// What it pointed at, with the kind of thing that is.
    pub target: Option<(Target, FrameBuf)>,
    /// The row that is in.
    pub row: Option<Row>,
    /// What a drag ended on.
    pub to: Option<Target>,
    /// The words under the pointer, where their face changed: what looks like a field and was pressed as a button.
    pub pressed: Option<(Target, FrameBuf)>,
    /// Where the screen changed.
    pub changed: Option<Rect>,
    /// Whether the change is more than a field getting or losing the focus.
    pub opened: bool,
    /// Something changed where the pointer is, or much of the screen did.
    pub answered: bool,
    /// There is something under the pointer that can be used, or at least something to see that answered.
    pub is_usable: bool,
    /// Seconds until the screen had come to rest.
    pub settled: f64,
    /// When the frame was taken that shows the screen it was done on.
    pub shown_at: f64,
}

impl<'a> Watcher<'a> {
    /// With an eye that remembers what it read in these recordings.
    pub fn new(context: &'a Context, store: &'a Store, eye: Eye) -> Self {
        Self {
            context,
            store,
            eye,
            screens: Vec::new(),
            by_pixels: HashMap::new(),
            by_shot: HashMap::new(),
            frames: VecDeque::new(),
            looks: Looks::new(),
            is_new: false,
            times: HashMap::new(),
            trouble: Vec::new(),
        }
    }

    /// The frames that come are of that session.
    pub fn begin(&mut self, session: &RawSession) {
        self.eye.set_session(Some(&session.session_id));
        self.looks = readings::looks(self.context, &session.session_id);
        self.is_new = false;
        let times = self.store.frame_times(&session.session_id).unwrap_or_default();
        self.times = times.into_iter().map(|f| (f.screenshot_id, f.t)).collect();
    }

    /// All events of the session were seen: what was new is kept for next time. It may have been deleted in the meantime.
    pub fn end(&mut self, session: &RawSession) {
        if self.is_new && self.store.session(&session.session_id).is_ok() {
            // On a full disk it is seen again next time.
            let _ = readings::keep_looks(self.context, &session.session_id, &self.looks);
        }
        self.looks.clear();
    }

    /// What an event did; none where its frames are missing.
    pub fn see(&mut self, session: &RawSession, event: &Event) -> Option<Seen> {
        let before = event.screenshot_id.as_deref()?;
        let on = self.screen(session, before, event)?;
        let last = last_frame(session, event, &self.times).map(str::to_owned);
        let last = last.as_deref();
        let after = match last {
            Some(shot) => self.screen_after(session, shot, event).unwrap_or(on),
            None => on,
        };
        let frame = self.frame(&session.session_id, before)?;
        let boxes = main_changes(self.changed(session, last, &frame), event.pos, frame.as_frame().bounds());
        let changed = boxes.iter().copied().reduce(|a, b| a.union(&b));
        let is_settled = event.frames.as_ref().is_some_and(|f| f.after == FrameAfter::Settled);
        let ended = last.and_then(|s| self.times.get(s)).filter(|_| is_settled);
        let settled = ended.map_or(0.0, |end| (end - event.t).max(0.0));
        let shown_at = self.times.get(before).copied().unwrap_or(event.t);
        let mut seen = Seen {
            on,
            after,
            target: None,
            row: None,
            to: None,
            pressed: None,
            changed,
            opened: false,
            answered: false,
            is_usable: false,
            settled,
            shown_at,
        };
        let screen = frame.as_frame().bounds().area();
        seen.opened = boxes.iter().any(|b| {
            // A field that was not seen before is one only if it is small: what opened may look like a large one.
            let after = is_in_field(&self.screens[after].state, *b) && b.area() * LARGE_FIELD <= screen;
            let in_field = is_in_field(&self.screens[on].state, *b) || after;
            !in_field || b.area() * LARGE > screen
        });
        let state = self.screens[on].state.clone();
        let bbox = match event.event_type {
            EventType::TextInput => {
                // Where the text came up: the field it was typed into.
                let now = &self.screens[after].state;
                let typed = event.text.as_deref();
                let holds = |e: &UIElement| typed.is_none_or(|t| may_hold(now, e, t));
                field_at(&state.ui_elements, &boxes, &holds)
                    .or_else(|| field_at(&now.ui_elements, &boxes, &holds))
            }
            _ => event.pos.map(|pos| {
                let element = thing_at(&state.ui_elements, pos);
                let answers = |around: Rect| boxes.iter().any(|b| b.intersection(&around).is_some());
                let here =
                    Rect { x1: pos.x - AROUND, y1: pos.y - AROUND, x2: pos.x + AROUND, y2: pos.y + AROUND };
                seen.is_usable = match element {
                    None => says_something(&state, pos) && answers(here),
                    Some(e) if is_static(e.element_type) => answers(e.bbox.padded(AROUND / 2)),
                    Some(_) => true,
                };
                let place = element.map_or(here, |e| e.bbox.padded(AROUND / 2));
                seen.answered = answers(place) || boxes.iter().any(|b| b.area() * LARGE > screen);
                seen.row = element.and_then(|e| row_of(&state.ui_elements, e));
                element.map_or_else(|| words_at(&state, pos), |e| e.bbox)
            }),
        };
        let scene = Scene { state: &state, frame: Some(frame.as_frame()) };
        if let Some(bbox) = bbox
            && let Ok((target, Some(crop))) = remember(scene, frame.size, bbox)
        {
            seen.target = Some((target, crop));
        }
        let is_field =
            bbox.is_some_and(|b| state.ui_elements.iter().any(|e| e.bbox == b && is_field(e.element_type)));
        if let Some(pos) = event.pos.filter(|pos| is_field && says_something(&state, *pos)) {
            let words = words_at(&state, pos);
            let now = last.and_then(|shot| self.frame(&session.session_id, shot));
            let new_face = now.filter(|now| now.size == frame.size).is_some_and(|now| {
                lea_frame::share_changed(frame.as_frame(), now.as_frame(), words.padded(FACE), LEVEL)
                    >= NEW_FACE
            });
            let named = if new_face { remember(scene, frame.size, words).ok() } else { None };
            seen.pressed = named.and_then(|(target, crop)| Some((target, crop?)));
        }
        if let Some(end) = event.to {
            let element = thing_at(&state.ui_elements, end);
            let bbox = element.map_or_else(|| words_at(&state, end), |e| e.bbox);
            seen.to = remember(scene, frame.size, bbox).ok().map(|(target, _)| target);
        }
        Some(seen)
    }

    fn changed(&mut self, session: &RawSession, after: Option<&str>, before: &FrameBuf) -> Vec<Rect> {
        let Some(after) = after else { return Vec::new() };
        let after = self.frame(&session.session_id, after);
        after.map(|after| changed(before.as_frame(), after.as_frame())).unwrap_or_default()
    }

    fn screen_after(&mut self, session: &RawSession, shot: &str, event: &Event) -> Option<usize> {
        let change = last_change(session, event);
        self.screen(session, shot, change.unwrap_or(event))
    }

    pub(super) fn screen(&mut self, session: &RawSession, shot: &str, event: &Event) -> Option<usize> {
        let app = event.window.as_ref().map_or("", |w| w.app_name.as_str()).to_lowercase();
        let key = (session.session_id.clone(), format!("{shot} {app}"));
        if let Some(known) = self.by_shot.get(&key) {
            return Some(*known);
        }
        let frame = self.frame(&session.session_id, shot)?;
        let pixels = (lea_frame::digest(frame.as_frame()), app);
        let known = match self.by_pixels.get(&pixels) {
            Some(known) => *known,
            None => {
                let window = event.window.as_ref().map(|w| StateWindow {
                    app_name: w.app_name.clone(),
                    window_title: w.title.clone(),
                    screen_resolution: Some(frame.size),
                    ..StateWindow::default()
                });
                let state = self.look(session, shot, frame.as_frame(), window, &pixels)?;
                let sketch = Sketch::of(&Scene { state: &state, frame: Some(frame.as_frame()) });
                let name = format!("{}/{shot}", session.session_id);
                self.screens.push(Shown { name, state, sketch, size: frame.size });
                self.by_pixels.insert(pixels, self.screens.len() - 1);
                self.screens.len() - 1
            }
        };
        self.by_shot.insert(key, known);
        Some(known)
    }

    /// What is on a frame, seen now or before.
    fn look(
        &mut self,
        session: &RawSession,
        shot: &str,
        frame: Frame<'_>,
        window: Option<StateWindow>,
        pixels: &(u64, String),
    ) -> Option<ScreenState> {
        let title = window.as_ref().map_or("", |w| w.window_title.as_str());
        let key = format!("{:016x} {} {title}", pixels.0, pixels.1);
        if let Some(state) = self.looks.get(&key) {
            return Some(state.clone());
        }
        match self.eye.look(frame, window) {
            Ok(state) => {
                self.looks.insert(key, state.clone());
                self.is_new = true;
                Some(state)
            }
            Err(why) => {
                self.trouble.push(format!("{shot} of {}: {why}", session.session_id));
                None
            }
        }
    }

    fn frame(&mut self, session: &str, shot: &str) -> Option<Rc<FrameBuf>> {
        let key = (session.to_owned(), shot.to_owned());
        if let Some((_, frame)) = self.frames.iter().find(|(k, _)| *k == key) {
            return Some(frame.clone());
        }
        match self.store.frame(session, shot) {
            Ok(frame) => {
                let frame = Rc::new(frame);
                self.frames.push_back((key, frame.clone()));
                if self.frames.len() > MOST_FRAMES {
                    self.frames.pop_front();
                }
                Some(frame)
            }
            Err(why) => {
                self.trouble.push(why.to_string());
                None
            }
        }
    }
}

/// Most of a change lies in a field: it got or lost the focus, or holds something else.
fn is_in_field(state: &lea_model::ScreenState, changed: Rect) -> bool {
    let fields = state.ui_elements.iter().filter(|e| is_field(e.element_type));
    let within = |e: &UIElement| e.bbox.padded(8).intersection(&changed).map_or(0, |i| i.area());
    fields.map(within).sum::<u64>() * 10 >= changed.area() * 7
}

/// A text stands there.
fn says_something(state: &lea_model::ScreenState, pos: Point) -> bool {
    state.perception.detected_text.iter().filter_map(|t| t.bbox).any(|b| b.padded(2).contains(pos))
}

/// What can be clicked, chosen or filled in.
fn is_usable(kind: ElementType) -> bool {
    use ElementType::{Dialog, Image, Label, Scrollbar, Table, Toolbar, Window};
    !matches!(kind, Dialog | Image | Label | Scrollbar | Table | Toolbar | Window)
}

/// It may do nothing when it is clicked: then it must have answered.
fn is_static(kind: ElementType) -> bool {
    !is_usable(kind) || matches!(kind, ElementType::TableCell | ElementType::TableRow | ElementType::ListItem)
}

fn is_field(kind: ElementType) -> bool {
    matches!(kind, ElementType::TextInput | ElementType::TextArea | ElementType::Dropdown)
}

/// The smallest thing under the pointer: a button or field before the cell it stands in, a label where nothing else is.
fn thing_at(elements: &[UIElement], pos: Point) -> Option<&UIElement> {
    let under = || elements.iter().filter(move |e| e.bbox.contains(pos));
    let smallest = |fits: &dyn Fn(ElementType) -> bool| {
        under().filter(|e| fits(e.element_type)).min_by_key(|e| e.bbox.area())
    };
    let acts = |k: ElementType| is_usable(k) && !is_static(k);
    let shows = |k: ElementType| matches!(k, ElementType::Label | ElementType::Image);
    smallest(&acts).or_else(|| smallest(&is_usable)).or_else(|| smallest(&shows))
}

/// The word or line under the pointer, or a little around it.
fn words_at(state: &lea_model::ScreenState, pos: Point) -> Rect {
    let line =
        state.perception.detected_text.iter().filter_map(|t| t.bbox).find(|b| b.padded(2).contains(pos));
    line.unwrap_or(Rect { x1: pos.x - AROUND, y1: pos.y - AROUND, x2: pos.x + AROUND, y2: pos.y + AROUND })
}

/// A field may hold what was typed: it says nothing else after that. Words that came up beside it, such as a hint, are none.
fn may_hold(after: &lea_model::ScreenState, field: &UIElement, typed: &str) -> bool {
    let within = |b: Rect| field.bbox.contains(b.center());
    let lines = after.perception.detected_text.iter().filter(|t| t.bbox.is_some_and(within));
    let shown = normal(&lines.map(|t| t.text.as_str()).collect::<Vec<_>>().join(" "));
    let typed = normal(typed);
    let is_part = shown.contains(&typed) || typed.contains(&shown);
    match field.element_type {
        ElementType::Dropdown => !shown.is_empty() && is_part,
        _ => is_part || ratio(&shown, &typed) >= ALIKE,
    }
}

/// The field that holds most of what changed: elsewhere a button may have been enabled.
fn field_at(elements: &[UIElement], changed: &[Rect], may: &dyn Fn(&UIElement) -> bool) -> Option<Rect> {
    let common = |e: &UIElement, b: &Rect| e.bbox.intersection(b).map_or(0, |i| i.area());
    let holds = |e: &&UIElement| changed.iter().any(|b| common(e, b) * 3 > b.area());
    let fields = elements.iter().filter(|e| is_field(e.element_type)).filter(holds).filter(|e| may(e));
    fields.max_by_key(|e| changed.iter().map(|b| common(e, b)).sum::<u64>()).map(|e| e.bbox)
}

/// The row of a table that an element lies in, with the headers of its columns and the rows beside it.
fn row_of(elements: &[UIElement], element: &UIElement) -> Option<Row> {
    let around = rows::row_around(elements, element)?;
    let table = rows::parent(elements, around)?;
    let of_table: Vec<rows::Row> =
        rows::rows(elements).into_iter().filter(|r| r.table == table.element_id).collect();
    // The header itself is none of them: a button, not one of several.
    let own = of_table.iter().position(|r| r.bbox == around.bbox)?;
    let x = element.center.x;
    let cell = of_table[own].cells.iter().position(|c| c.bbox.x1 <= x && x < c.bbox.x2).unwrap_or(0);
    let texts = |row: &rows::Row| -> Vec<(String, String)> {
        row.cells.iter().map(|c| (c.header.clone(), c.text.clone())).collect()
    };
    let others = of_table.iter().enumerate().filter(|(n, _)| *n != own).map(|(_, r)| texts(r)).collect();
    Some(Row { cells: texts(&of_table[own]), cell, others })
}

/// What the event pointed at, in the words of the log.
pub fn event_target(seen: &Seen) -> Option<EventTarget> {
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

/// Sizes of screens differ: demonstrations were taken on different displays.
pub fn sizes(screens: &[Shown]) -> Vec<Size> {
    let mut sizes: Vec<Size> = Vec::new();
    for screen in screens {
        if !sizes.contains(&screen.size) {
            sizes.push(screen.size);
        }
    }
    sizes
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_model::DetectedText;

    #[test]
    fn a_hint_that_came_up_is_not_what_was_typed_into() {
        let bbox = Rect::from([100, 100, 300, 130]);
        let says = |text: &str| {
            let mut state = ScreenState::default();
            let line = DetectedText { text: text.into(), bbox: Some(bbox), ..DetectedText::default() };
            state.perception.detected_text.push(line);
            state
        };
        let choice = UIElement::new("a", ElementType::Dropdown, bbox);
        let field = UIElement::new("b", ElementType::TextInput, bbox);
        assert!(!may_hold(&says("Save to memory"), &choice, "12+30"));
        assert!(!may_hold(&says("Save to memory"), &field, "12+30"));
        assert!(may_hold(&says("France"), &choice, "fr"));
        assert!(may_hold(&says("Duponl"), &field, "Dupont"));
        assert!(may_hold(&ScreenState::default(), &field, "Dupont"), "what cannot be read may be it");
    }
}
