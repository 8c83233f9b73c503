//! What came of an event: which frame shows it, and where it differs from the one before.

use crate::params::demonstration::{LEAST_CHANGE, NEAR, SMALL};
use lea_frame::Frame;
use lea_model::{Event, EventType, Point, RawSession, Rect};
use std::collections::HashMap;

/// The last window that came or went before the next thing was done.
pub fn last_change<'a>(session: &'a RawSession, event: &Event) -> Option<&'a Event> {
    let following = session.events.iter().skip(event.event_id as usize + 1);
    let passive = |e: &&Event| matches!(e.event_type, EventType::WindowChange | EventType::MouseMove);
    following.take_while(passive).filter(|e| e.event_type == EventType::WindowChange).last()
}

/// The screen that came of an event: where windows came or went before the next one, the screen after that.
pub fn last_frame<'a>(
    session: &'a RawSession,
    event: &'a Event,
    times: &'a HashMap<String, f64>,
) -> Option<&'a str> {
    let change = last_change(session, event);
    let last = change.map_or(event.event_id, |c| c.event_id) as usize;
    let next = session.events.get(last + 1).map_or(f64::INFINITY, |e| e.t);
    // A frame from after the next thing was done does not show what came of this one.
    let in_time = |shot: &&str| times.get(*shot).is_none_or(|t| *t <= next);
    let known = change.and_then(|e| e.screenshot_after_id.as_deref()).filter(in_time);
    let known = known.or(event.screenshot_after_id.as_deref());
    // On a busy machine the frame may be from before the window changed: then a later one shows what came.
    let taken = known.and_then(|shot| times.get(shot));
    let stale = change.zip(taken).is_some_and(|(change, taken)| *taken < change.t);
    let acts = |e: &&Event| !matches!(e.event_type, EventType::WindowChange | EventType::MouseMove);
    let next = session.events.iter().skip(last + 1).find(acts).map_or(f64::INFINITY, |e| e.t);
    let later = times.iter().filter(|(_, t)| change.is_some_and(|c| **t >= c.t) && **t <= next);
    let later = later.max_by(|a, b| a.1.total_cmp(b.1)).map(|(shot, _)| shot.as_str());
    if stale { later.or(known) } else { known }
}

/// Where two frames differ; not where only a caret does.
pub fn changed(before: Frame<'_>, after: Frame<'_>) -> Vec<Rect> {
    if before.size != after.size {
        return vec![after.bounds()];
    }
    let boxes = lea_frame::changed(before, after, before.bounds());
    boxes.into_iter().filter(|b| b.area() >= LEAST_CHANGE && b.width() > 3).collect()
}

/// The changes that matter: not a clock, or the line in which a browser says where a link leads.
pub fn main_changes(boxes: Vec<Rect>, pos: Option<Point>, screen: Rect) -> Vec<Rect> {
    let is_main = |b: &Rect| {
        let near = pos.is_none_or(|p| b.padded(NEAR).contains(p));
        near || b.area() * SMALL >= screen.area()
    };
    let main: Vec<Rect> = boxes.iter().copied().filter(is_main).collect();
    if main.is_empty() { boxes } else { main }
}
