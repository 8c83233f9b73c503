//! `lea look --session`: what is on the screens of a recording, one after the other.

use crate::config::Context;
use crate::error::{Outcome, failed};
use crate::wiring::window_of;
use crate::{format, readings, sessions};
use lea_model::screen_state::{Source, TriggerEvent, TriggerRole};
use lea_model::session::Screenshot;
use lea_model::time::Timestamp;
use lea_model::{RawSession, ScreenState, ids};
use lea_store::Store;
use lea_understand::Eye;
use serde_json::json;
use std::collections::HashMap;

/// Prints a line for each screen. Things keep their stable ids from screen to screen.
pub fn run(context: &Context, name: &str) -> Outcome {
    let store = readings::store(context)?;
    let session = store.session(&sessions::named(&store, name)?).map_err(failed)?;
    let mut eye = readings::eye(context)?;
    eye.set_session(Some(&session.session_id));
    let mut in_second = HashMap::new();
    let progress = format::progress(session.screenshots.len());
    for shot in &session.screenshots {
        let line = match look(&store, &mut eye, &session, shot) {
            Ok(mut state) => {
                let second = Timestamp::parse(&shot.captured_at).map(Timestamp::id_time).unwrap_or_default();
                let nth = in_second.entry(second.clone()).and_modify(|n| *n += 1).or_insert(1);
                state.screen_state_id = ids::screen_state_id(&second, *nth).unwrap_or_default();
                shown(context, shot, &state)?
            }
            // One screen that cannot be read does not keep the others.
            Err(why) if context.json => {
                json!({ "screenshot_id": shot.screenshot_id, "error": why }).to_string()
            }
            Err(why) => format!("{}  {why}", shot.screenshot_id),
        };
        progress.suspend(|| println!("{line}"));
        progress.inc(1);
    }
    progress.finish_and_clear();
    // It may have been deleted in the meantime.
    readings::forget_gone(context, &store)
}

/// A screen state that can be traced back to the events around it (SPEC L1.2).
fn look(
    store: &Store,
    eye: &mut Eye,
    session: &RawSession,
    shot: &Screenshot,
) -> Result<ScreenState, String> {
    let id = &shot.screenshot_id;
    let picture = store.frame(&session.session_id, id).map_err(|e| e.to_string())?;
    let mut state = eye
        .follow(picture.as_frame(), window_of(session, id), &shot.captured_at)
        .map_err(|e| e.to_string())?;
    state.session_id.clone_from(&session.session_id);
    state.timestamp.clone_from(&shot.captured_at);
    state.raw.capture_method = "recording".into();
    state.raw.screenshot_path.clone_from(&shot.relative_path);
    let on_it: Vec<_> = session.events.iter().filter(|e| e.screenshot_id.as_deref() == Some(id)).collect();
    state.source = Some(Source {
        session_id: session.session_id.clone(),
        screenshot_id: id.clone(),
        event_ids: on_it.iter().map(|e| e.event_id).collect(),
        trigger_event: on_it.first().map(|e| TriggerEvent {
            event_id: e.event_id,
            event_type: e.event_type,
            role: e.semantic_role.map(TriggerRole::Meaning),
            extra: lea_model::Extra::default(),
        }),
        ..Source::default()
    });
    Ok(state)
}

fn shown(context: &Context, shot: &Screenshot, state: &ScreenState) -> Outcome<String> {
    if context.json {
        return serde_json::to_string(state).map_err(failed);
    }
    let seen_before =
        |e: &&lea_model::UIElement| e.stability_tracking.as_ref().is_some_and(|t| t.appearance_count > 1);
    let known = state.ui_elements.iter().filter(seen_before).count();
    let summary = state.debug.as_ref().map_or("", |d| d.summary.as_str());
    let count = state.ui_elements.len();
    Ok(format!("{}  {summary} ({count} elements, {known} seen before)", shot.screenshot_id))
}
