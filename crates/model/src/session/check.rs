//! What can be wrong with a session.

use std::collections::HashSet;

use super::{Event, EventKind, RAW_SESSION_VERSION, RawSession, Segment};
use crate::ids::IdKind;
use crate::problem::{Checker, Problem};

pub(super) fn problems(session: &RawSession) -> Vec<Problem> {
    Checker::run(|c| {
        if session.schema_version != RAW_SESSION_VERSION {
            c.say_at("schema_version", format!("must be {RAW_SESSION_VERSION:?}"));
        }
        c.id("session_id", IdKind::Session, &session.session_id);
        span(c, session);
        monitors(c, session);
        events(c, session);
        screenshots(c, session);
        segments(c, session);
        metadata(c, session);
    })
}

fn span(c: &mut Checker, session: &RawSession) {
    let started = c.time("started_at", &session.started_at);
    let ended = session.ended_at.as_deref().and_then(|t| c.time("ended_at", t));
    if let (Some(started), Some(ended)) = (started, ended)
        && ended.is_before(started)
    {
        c.say_at("ended_at", "is before started_at: exchange or correct them");
    }
}

fn monitors(c: &mut Checker, session: &RawSession) {
    c.at("environment", |c| {
        c.at("screen", |c| {
            c.each("monitors", &session.environment.screen.monitors, |c, _, monitor| {
                if monitor.rect.is_empty() {
                    c.say_at("rect", "holds no pixel: write it as [x1, y1, x2, y2] with x1 < x2 and y1 < y2");
                }
                if !(monitor.scale.is_finite() && monitor.scale > 0.0) {
                    c.say_at("scale", format!("{} is not above 0", monitor.scale));
                }
            });
        });
    });
}

fn events(c: &mut Checker, session: &RawSession) {
    let screenshots: HashSet<&str> = session.screenshots.iter().map(|s| s.screenshot_id.as_str()).collect();
    let mut latest = 0.0;
    c.each("events", &session.events, |c, index, event| {
        if event.event_id != index as u64 {
            c.say_at(
                "event_id",
                format!("is {}, but the event is number {index}: they must agree", event.event_id),
            );
        }
        c.quantity("t", event.t);
        if event.t < latest {
            c.say_at(
                "t",
                format!("{} is before the event above ({latest}): sort the events by time", event.t),
            );
        }
        latest = event.t.max(latest);
        own_fields(c, event);
        let frames =
            [("screenshot_id", &event.screenshot_id), ("screenshot_after_id", &event.screenshot_after_id)];
        for (field, id) in frames {
            if let Some(id) = id
                && !screenshots.contains(id.as_str())
            {
                c.say_at(
                    field,
                    format!("no screenshot is called {id:?}: add it to screenshots, or write null"),
                );
            }
        }
        c.share_if("confidence", event.confidence);
    });
}

/// What its type demands. A place may be missing where the target is named: imported logs know only that.
fn own_fields(c: &mut Checker, event: &Event) {
    let is_aimed = event.pos.is_some() || event.target.is_some();
    match event.kind() {
        EventKind::MouseClick { clicks, .. } => {
            if !(1..=2).contains(&clicks) {
                c.say_at("clicks", format!("{clicks} is neither 1 nor 2"));
            }
            if !is_aimed {
                c.say("a mouse_click needs pos or target: say what was clicked");
            }
        }
        EventKind::MouseDrag { to, .. } => {
            if !is_aimed {
                c.say("a mouse_drag needs pos or target: say where it began");
            }
            if to.is_none() {
                c.say("a mouse_drag needs to: say where it ended");
            }
        }
        EventKind::MouseScroll { delta, .. } => {
            if event.delta.is_none() {
                c.say("a mouse_scroll needs delta: say how far, as [dx, dy]");
            }
            if !delta.iter().all(|d| d.is_finite()) {
                c.say_at("delta", "must be two numbers");
            }
        }
        EventKind::KeyPress { keys } => {
            if keys.is_empty() || keys.iter().any(|k| k.trim().is_empty()) {
                c.say_at("keys", "names no key: write them like [\"CTRL\", \"S\"]");
            }
        }
        EventKind::MouseMove { .. }
        | EventKind::TextInput { .. }
        | EventKind::ClipboardChange { .. }
        | EventKind::WindowChange { .. } => {}
    }
}

fn screenshots(c: &mut Checker, session: &RawSession) {
    let mut seen = HashSet::new();
    c.each("screenshots", &session.screenshots, |c, _, shot| {
        c.unique_id("screenshot_id", IdKind::Screenshot, &shot.screenshot_id, &mut seen);
        c.relative_path("relative_path", &shot.relative_path);
        c.time("captured_at", &shot.captured_at);
    });
}

fn segments(c: &mut Checker, session: &RawSession) {
    let mut seen = HashSet::new();
    let mut free_from = 0;
    c.each("segments", &session.segments, |c, _, segment| {
        c.unique_id("segment_id", IdKind::Segment, &segment.segment_id, &mut seen);
        range(c, segment, session.events.len() as u64, free_from);
        free_from = free_from.max(segment.end_event_index.saturating_add(1));
        let start = segment.start_time.as_deref().and_then(|t| c.time("start_time", t));
        let end = segment.end_time.as_deref().and_then(|t| c.time("end_time", t));
        if let (Some(start), Some(end)) = (start, end)
            && end.is_before(start)
        {
            c.say_at("end_time", "is before start_time: exchange or correct them");
        }
        if let Some(id) = &segment.workflow_id {
            c.id("workflow_id", IdKind::Workflow, id);
        }
        c.share("confidence", segment.confidence);
    });
}

fn range(c: &mut Checker, segment: &Segment, events: u64, free_from: u64) {
    let (start, end) = (segment.start_event_index, segment.end_event_index);
    if end < start {
        c.say_at("end_event_index", format!("{end} is before start_event_index {start}"));
    }
    if end >= events {
        c.say_at("end_event_index", format!("there is no event {end}: the session has {events}"));
    }
    if start < free_from {
        c.say_at(
            "start_event_index",
            format!("event {start} already belongs to the segment above: cut after it"),
        );
    }
}

fn metadata(c: &mut Checker, session: &RawSession) {
    c.at("metadata", |c| {
        if let Some(performance) = &session.metadata.performance {
            c.at("performance", |c| {
                c.quantity("overhead_cpu_pct", performance.overhead_cpu_pct);
            });
        }
        c.each("gaps", &session.metadata.gaps, |c, _, gap| {
            c.quantity("from", gap.from);
            c.quantity("to", gap.to);
            if gap.to < gap.from {
                c.say_at("to", format!("{} is before from {}", gap.to, gap.from));
            }
            c.filled("reason", &gap.reason);
        });
    });
}
