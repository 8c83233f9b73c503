//! Hovering: the pointer rested on something, and what that opened was clicked next, such as an entry of a submenu.

use super::outcome::changed;
use super::pointing::thing_at;
use super::seen::{Pictured, Seen, pictured};
use super::viewer::Viewer;
use crate::params::demonstration::{HOVER_GAP, HOVER_REST, MOST_LIST_TENTHS};
use crate::params::graph::MISREAD;
use lea_model::{Event, EventType, Point, RawSession, Rect, ScreenState, UIElement};
use lea_recognize::Scene;
use lea_recognize::label::{normal, ratio};
use std::collections::HashMap;

/// Something that opened because the pointer rested on something.
#[derive(Clone, Debug)]
pub struct Hover {
    /// The move with which the pointer came to rest, or left.
    pub event: usize,
    /// The screen before.
    pub on: usize,
    /// The screen with what opened.
    pub after: usize,
    /// What the pointer rested on.
    pub target: Pictured,
    /// Where the screen changed.
    pub changed: Rect,
}

/// The hovers of a session, each by the click that went into what it opened.
pub fn look(
    viewer: &mut Viewer<'_>,
    session: &RawSession,
    seen: &HashMap<usize, Seen>,
) -> HashMap<usize, Hover> {
    let mut hovers = HashMap::new();
    let mut last: Option<usize> = None;
    for at in 0..session.events.len() {
        let Some(now) = seen.get(&at) else { continue };
        if let Some((before, last)) = last.and_then(|l| Some((seen.get(&l)?, l)))
            && session.events[at].event_type == EventType::MouseClick
            && let Some(hover) = see(viewer, session, (last, before), (at, now))
        {
            hovers.insert(at, hover);
        }
        last = Some(at);
    }
    hovers
}

fn see(
    viewer: &mut Viewer<'_>,
    session: &RawSession,
    (last, before): (usize, &Seen),
    (at, now): (usize, &Seen),
) -> Option<Hover> {
    let (on, after) = (before.after, now.on);
    let pos = session.events[at].pos.filter(|_| on != after)?;
    let frames = [on, after].map(|screen| viewer.shown(screen));
    let [Some(was), Some(is)] = frames else { return None };
    let bounds = was.as_frame().bounds();
    let opened = changed(was.as_frame(), is.as_frame()).into_iter().find(|b| b.contains(pos))?;
    if opened.area() * 10 > bounds.area() * MOST_LIST_TENTHS {
        return None;
    }
    let (old, new) = (&viewer.screens[on].state, &viewer.screens[after].state);
    // What was there before needed no hovering.
    let clicked = thing_at(&new.ui_elements, pos).filter(|e| !is_there(old, e))?;
    let pressed = session.events[last].pos;
    let rests = resting(session, last, at);
    let (event, bbox) = rests.into_iter().rev().find_map(|(event, place)| {
        let thing = thing_at(&old.ui_elements, place)?;
        // What was clicked before may have opened it by that, only later.
        let is_pressed = pressed.is_some_and(|p| thing.bbox.contains(p));
        let is_beside = thing.bbox.padded(HOVER_GAP).intersection(&opened).is_some();
        let is_cause = is_beside && is_there(new, thing) && !is_pressed && thing.bbox != clicked.bbox;
        is_cause.then_some((event, thing.bbox))
    })?;
    let target = pictured(Scene { state: old, frame: Some(was.as_frame()) }, bbox)?;
    Some(Hover { event, on, after, target, changed: opened })
}

/// A thing of the same words stands at the same place.
fn is_there(state: &ScreenState, thing: &UIElement) -> bool {
    let label = normal(&thing.label);
    let is_it = |text: &str, place: Rect| {
        thing.bbox.contains(place.center()) && ratio(&normal(text), &label) >= MISREAD
    };
    let mut lines = state.perception.detected_text.iter().filter_map(|t| Some((t.text.as_str(), t.bbox?)));
    !label.is_empty()
        && (state.ui_elements.iter().any(|e| is_it(&e.label, e.bbox)) || lines.any(|(t, b)| is_it(t, b)))
}

/// The places between two events at which the pointer rested. Moves are sampled: it rested where the next one came late, or, where one
/// came late, at the place it left by that.
fn resting(session: &RawSession, from: usize, to: usize) -> Vec<(usize, Point)> {
    let between = from + 1..to;
    let moves: Vec<(usize, &Event)> = between
        .map(|at| (at, &session.events[at]))
        .filter(|(_, e)| e.event_type == EventType::MouseMove && e.pos.is_some())
        .collect();
    let time = |n: Option<usize>, end: usize| {
        n.and_then(|n| moves.get(n)).map_or(session.events[end].t, |(_, e)| e.t)
    };
    let rested = |n: &usize| {
        let own = moves[*n].1.t;
        own - time(n.checked_sub(1), from) >= HOVER_REST || time(Some(n + 1), to) - own >= HOVER_REST
    };
    let all = (0..moves.len()).filter(rested);
    all.filter_map(|n| Some((moves[n].0, moves[n].1.pos?))).collect()
}
