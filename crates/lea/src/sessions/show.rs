//! A session as a timeline on the terminal.

use crate::config::Context;
use crate::error::{Outcome, failed};
use crate::files::write_private;
use crate::format;
use lea_model::{Gap, RawSession};
use lea_store::Store;
use std::path::Path;

/// Prints a session, or writes its page.
pub fn show(
    context: &Context,
    store: &Store,
    session: &RawSession,
    html: Option<&Path>,
    all: bool,
) -> Outcome {
    if let Some(path) = html {
        let page = super::page(store, session, all).map_err(failed)?;
        write_private(path, page.as_bytes())?;
        if context.json {
            println!("{}", serde_json::json!({ "html": path }));
        } else {
            println!("Wrote {}", path.display());
        }
        return Ok(());
    }
    if context.json {
        println!("{}", serde_json::to_string_pretty(session).map_err(failed)?);
        return Ok(());
    }
    print!("{}", timeline(session, all));
    println!("With pictures: lea sessions show {} --html session.html", session.session_id);
    Ok(())
}

/// The timeline as text, noise left out unless wanted.
pub fn timeline(session: &RawSession, all: bool) -> String {
    let mut out = format!(
        "{}  {}  {}\n",
        session.session_id,
        session.user.id,
        format::day_and_time(&session.started_at)
    );
    if let Some(label) = &session.context.training_label {
        out.push_str(&format!("{label}\n"));
    }
    let mut rows = Vec::new();
    let mut window = None;
    let mut gaps = session.metadata.gaps.iter().peekable();
    let gap_row = |gap: &Gap| {
        let what = format!("not recorded until {} ({})", format::clock(gap.to), gap.reason);
        vec![format::clock(gap.from), what]
    };
    for event in session.events.iter().filter(|e| all || !e.noise_flag) {
        while let Some(gap) = gaps.next_if(|gap| gap.from <= event.t) {
            rows.push(gap_row(gap));
        }
        let mut place = String::new();
        if event.window != window {
            window.clone_from(&event.window);
            place = window.as_ref().map_or_else(|| "(desktop)".into(), |w| format::shortened(&w.title, 40));
        }
        let frames = match (&event.screenshot_id, &event.screenshot_after_id) {
            (Some(before), Some(after)) => format!("{before} → {after}"),
            (Some(one), None) | (None, Some(one)) => one.clone(),
            (None, None) => String::new(),
        };
        let what = format::shortened(&format::event(event), 80);
        rows.push(vec![format::clock(event.t), what, place, frames]);
    }
    rows.extend(gaps.map(gap_row));
    out.push_str(&format::table(&rows));
    let hidden = session.events.iter().filter(|e| !all && e.noise_flag).count();
    if hidden > 0 {
        out.push_str(&format!("({hidden} noise events not shown: --all)\n"));
    }
    out
}
