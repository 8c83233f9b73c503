//! What can be wrong with a screen state; above all, levels that speak of different screenshots (P2).

use super::{LayoutSignature, SCREEN_STATE_VERSION, ScreenState, Source};
use crate::element;
use crate::geometry::Rect;
use crate::ids::IdKind;
use crate::problem::{Checker, Problem};
use crate::session::RawSession;
use crate::time::Timestamp;

pub(super) fn problems(state: &ScreenState) -> Vec<Problem> {
    Checker::run(|c| {
        if state.schema_version != SCREEN_STATE_VERSION {
            c.say_at("schema_version", format!("must be {SCREEN_STATE_VERSION:?}"));
        }
        c.id("screen_state_id", IdKind::ScreenState, &state.screen_state_id);
        c.id("session_id", IdKind::Session, &state.session_id);
        instant(c, state);
        c.at("raw", |c| {
            c.relative_path("screenshot_path", &state.raw.screenshot_path);
        });
        let screen = screen(c, state);
        perception(c, state, screen);
        element::check_elements(c, "ui_elements", &state.ui_elements, screen);
        context(c, state);
        if let Some(origin) = &state.source {
            c.at("source", |c| source(c, state, origin));
        }
        if let Some(layout) = &state.layout_signature {
            c.at("layout_signature", |c| check_layout(c, layout));
        }
        if let Some(content) = &state.content_signature {
            c.at("content_signature", |c| c.filled("hash", &content.hash));
        }
        if let Some(debug) = &state.debug {
            c.at("debug", |c| {
                c.quantity("generation_time_ms", debug.generation_time_ms);
            });
        }
        c.each("roi", &state.roi, |c, _, roi| inside(c, roi.bbox, screen));
        metadata(c, state);
    })
}

/// The id holds the second of the timestamp: both name the instant of the screenshot.
fn instant(c: &mut Checker, state: &ScreenState) {
    let Some(time) = c.time("timestamp", &state.timestamp) else {
        return;
    };
    let stated = state.screen_state_id.strip_prefix("screen_").and_then(|rest| rest.get(..19));
    if stated.is_some_and(|stated| stated != time.id_time()) {
        c.say_at(
            "timestamp",
            format!("is not the time in {}: both must name one instant", state.screen_state_id),
        );
    }
}

fn screen(c: &mut Checker, state: &ScreenState) -> Option<Rect> {
    let size = state.window.as_ref()?.screen_resolution?;
    let screen = Rect::at(0, 0, size);
    if screen.is_empty() {
        c.at("window", |c| {
            c.say_at("screen_resolution", "holds no pixel: write it as [width, height]");
        });
        return None;
    }
    Some(screen)
}

fn perception(c: &mut Checker, state: &ScreenState, screen: Option<Rect>) {
    let perception = &state.perception;
    c.at("perception", |c| {
        if let Some(embedding) = &perception.embedding {
            c.at("embedding", |c| embedding.check(c));
        }
        c.each("detected_text", &perception.detected_text, |c, _, line| {
            if let Some(bbox) = line.bbox {
                inside(c, bbox, screen);
            }
            c.share_if("confidence", line.confidence);
        });
        c.share("confidence_avg", perception.confidence_avg);
    });
}

fn inside(c: &mut Checker, bbox: Rect, screen: Option<Rect>) {
    if bbox.is_empty() {
        c.say_at("bbox", "holds no pixel: write it as [x1, y1, x2, y2] with x1 < x2 and y1 < y2");
    } else if let Some(screen) = screen
        && bbox.intersection(&screen) != Some(bbox)
    {
        c.say_at("bbox", format!("reaches beyond the screen of {}: cut it there", screen.size()));
    }
}

fn context(c: &mut Checker, state: &ScreenState) {
    c.at("context", |c| {
        if let Some(id) = &state.context.current_workflow_candidate {
            c.id("current_workflow_candidate", IdKind::Workflow, id);
        }
    });
}

fn source(c: &mut Checker, state: &ScreenState, source: &Source) {
    if source.session_id != state.session_id {
        c.say_at("session_id", format!("is not the session of the state, {:?}", state.session_id));
    }
    c.id("screenshot_id", IdKind::Screenshot, &source.screenshot_id);
    if !names_file(&state.raw.screenshot_path, &source.screenshot_id) {
        let path = &state.raw.screenshot_path;
        c.say_at("screenshot_id", format!("{:?} is not the picture in raw, {path:?}", source.screenshot_id));
    }
    if let Some(id) = &source.segment_id {
        c.id("segment_id", IdKind::Segment, id);
    }
    if let Some(trigger) = &source.trigger_event
        && !source.event_ids.contains(&trigger.event_id)
    {
        c.at("trigger_event", |c| {
            c.say_at("event_id", "is not among event_ids: add it there");
        });
    }
}

/// The path ends in a file called so, whatever its extension.
fn names_file(path: &str, stem: &str) -> bool {
    let file = path.rsplit('/').next().unwrap_or(path);
    file.strip_prefix(stem).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

pub(crate) fn check_layout(c: &mut Checker, layout: &LayoutSignature) {
    c.filled("hash", &layout.hash);
    c.filled("method", &layout.method);
    c.share_if("stability_score", layout.stability_score);
}

fn metadata(c: &mut Checker, state: &ScreenState) {
    c.at("metadata", |c| {
        if let Some(ms) = state.metadata.processing_time_ms {
            c.quantity("processing_time_ms", ms);
        }
        let found = state.ui_elements.len() as u64;
        if let Some(count) = state.metadata.ui_elements_count
            && count != found
        {
            c.say_at("ui_elements_count", format!("is {count}, but ui_elements holds {found}"));
        }
    });
}

pub(super) fn problems_with_session(state: &ScreenState, session: &RawSession) -> Vec<Problem> {
    Checker::run(|c| {
        if state.session_id != session.session_id {
            c.say_at("session_id", format!("is not the session given, {:?}", session.session_id));
        }
        let Some(source) = &state.source else {
            c.say("source is missing: without it the state cannot be traced back to its events");
            return;
        };
        screenshot(c, state, source, session);
        c.at("source", |c| events(c, source, session));
    })
}

fn screenshot(c: &mut Checker, state: &ScreenState, source: &Source, session: &RawSession) {
    let Some(shot) = session.screenshot(&source.screenshot_id) else {
        let message = format!("the session has no screenshot {:?}", source.screenshot_id);
        c.at("source", |c| c.say_at("screenshot_id", message));
        return;
    };
    // A state may name the picture from a folder further up than the session's own.
    let (path, relative) = (&state.raw.screenshot_path, &shot.relative_path);
    let is_same =
        path.strip_suffix(relative.as_str()).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'));
    if !is_same {
        c.at("raw", |c| {
            c.say_at("screenshot_path", format!("is not {relative:?}, the screenshot of its source"));
        });
    }
    let (taken, stated) = (Timestamp::parse(&shot.captured_at), Timestamp::parse(&state.timestamp));
    if let (Some(taken), Some(stated)) = (taken, stated)
        && !taken.is_same_instant(stated)
    {
        c.say_at("timestamp", format!("is not {}, when its screenshot was taken", shot.captured_at));
    }
}

fn events(c: &mut Checker, source: &Source, session: &RawSession) {
    let event = |id: u64| usize::try_from(id).ok().and_then(|index| session.events.get(index));
    c.each("event_ids", &source.event_ids, |c, _, &id| {
        if event(id).is_none() {
            c.say(format!("the session has no event {id}"));
        }
    });
    if let Some(trigger) = &source.trigger_event
        && let Some(event) = event(trigger.event_id)
        && event.event_type != trigger.event_type
    {
        c.at("trigger_event", |c| {
            c.say_at("type", "is not the type of that event in the session");
        });
    }
    if let Some(id) = &source.segment_id
        && !session.segments.iter().any(|s| &s.segment_id == id)
    {
        c.say_at("segment_id", format!("the session has no segment {id:?}"));
    }
}
