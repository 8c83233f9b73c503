//! `lea sessions`: list, show, play, export, delete, prune.

mod export;
mod page;
mod play;
mod show;

pub use page::{escape, page};

use crate::audit::{self, Deletion};
use crate::cli::{SessionsArgs, SessionsVerb};
use crate::config::Context;
use crate::error::{Outcome, failed, usage};
use crate::{format, learn, readings};
use jiff::Zoned;
use lea_model::ids::{self, IdKind};
use lea_store::audit::change;
use lea_store::{Freed, State, Store, Summary};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Runs the command.
pub fn run(context: &Context, args: SessionsArgs) -> Outcome {
    if !matches!(args.verb, SessionsVerb::Play { .. }) {
        end_with_the_pipe()?;
    }
    let store = readings::store(context)?;
    match args.verb {
        SessionsVerb::List => list(context, &store),
        SessionsVerb::Show { session, html, all } => {
            let session = store.session(&named(&store, &session)?).map_err(failed)?;
            show::show(context, &store, &session, html.as_deref(), all)
        }
        SessionsVerb::Play { session, speed, display } => {
            let session = store.session(&named(&store, &session)?).map_err(failed)?;
            play::play(&store, &session, speed, display.as_deref())
        }
        SessionsVerb::Export { session, folder, targets } => {
            let id = named(&store, &session)?;
            let mut session = store.session(&id).map_err(failed)?;
            if targets {
                learn::find_targets(context, &store, &mut session)?;
            }
            export::export(context, &store, &session, &folder)
        }
        SessionsVerb::Delete { sessions } => delete(context, &store, &sessions),
        SessionsVerb::Prune { keep_days } => prune(context, &store, keep_days),
    }
}

/// What is piped into `head` ends quietly when nobody reads on. Only here: where a display is talked to, a broken pipe
/// is an error that must be handled.
pub fn end_with_the_pipe() -> Outcome {
    let always = Arc::new(AtomicBool::new(true));
    signal_hook::flag::register_conditional_default(signal_hook::consts::SIGPIPE, always).map_err(failed)?;
    Ok(())
}

/// The session meant by a name on the command line: an id, or `last`.
pub fn named(store: &Store, name: &str) -> Outcome<String> {
    if name != "last" {
        ids::check(IdKind::Session, name).map_err(usage)?;
        return Ok(name.to_owned());
    }
    let newest = store.sessions().map_err(failed)?.pop();
    newest.map(|s| s.id).ok_or_else(|| failed("there is no recording yet: lea record"))
}

fn list(context: &Context, store: &Store) -> Outcome {
    let sessions = store.sessions().map_err(failed)?;
    if context.json {
        for s in &sessions {
            println!("{}", summary_json(s));
        }
        return Ok(());
    }
    if sessions.is_empty() {
        println!("No recordings yet: lea record");
        return Ok(());
    }
    let head = ["SESSION", "STATE", "EVENTS", "FRAMES", "SIZE", "LABEL"].map(String::from).to_vec();
    let rows = sessions.iter().map(|s| {
        let note = s.damage.clone().or_else(|| s.label.clone()).unwrap_or_default();
        vec![
            s.id.clone(),
            state(s).to_owned(),
            s.events.to_string(),
            s.frames.to_string(),
            format::bytes(s.bytes),
            format::shortened(&note, 60),
        ]
    });
    let rows: Vec<_> = std::iter::once(head).chain(rows).collect();
    print!("{}", format::table(&rows));
    let usage = store.disk().map_err(failed)?;
    println!(
        "{} recordings, {} on disk, {} free",
        sessions.len(),
        format::bytes(usage.frames_bytes + usage.sessions_bytes),
        format::bytes(usage.free_bytes)
    );
    Ok(())
}

fn state(s: &Summary) -> &'static str {
    match (&s.damage, s.state) {
        (Some(_), _) => "damaged",
        (None, State::Finished) => "finished",
        (None, State::Recording) => "recording",
        (None, State::Interrupted) => "interrupted",
    }
}

fn summary_json(s: &Summary) -> serde_json::Value {
    serde_json::json!({
        "session_id": s.id, "state": state(s), "started_at": s.started_at, "ended_at": s.ended_at,
        "events": s.events, "frames": s.frames, "bytes": s.bytes, "label": s.label, "damage": s.damage,
    })
}

/// How a recording is deleted.
const SESSIONS: Deletion<Freed> = Deletion {
    named,
    change: |id| change::of(change::DELETE_SESSION, id),
    delete: |store, id| store.delete(id).map_err(failed),
};

fn delete(context: &Context, store: &Store, names: &[String]) -> Outcome {
    let mut total = Freed::default();
    let (gone, failure) = audit::delete(store, names, &SESSIONS);
    for (_, freed) in gone {
        total.sessions += freed.sessions;
        total.frames += freed.frames;
        total.tiles += freed.tiles;
        total.bytes += freed.bytes;
    }
    if context.json {
        let freed = serde_json::json!({
            "sessions": total.sessions, "frames": total.frames, "tiles": total.tiles, "bytes": total.bytes,
        });
        println!("{freed}");
    } else {
        println!(
            "Deleted {} recordings: {} frames, {} tiles, {} freed",
            total.sessions,
            total.frames,
            total.tiles,
            format::bytes(total.bytes)
        );
    }
    failure.map_or(Ok(()), Err).and(readings::forget_gone(context, store))
}

fn prune(context: &Context, store: &Store, keep_days: Option<u32>) -> Outcome {
    let days = keep_days.unwrap_or(context.config.sessions.keep_days);
    if days == 0 {
        return Err(usage(
            "all recordings are kept: set sessions.keep_days in lea.toml, or say --keep-days N",
        ));
    }
    let pruned = store.prune(days, Zoned::now().date()).map_err(failed);
    // Also where one could not be deleted: others were.
    let forgotten = readings::forget_gone(context, store);
    let gone = pruned?;
    audit::note_pruned(store, &gone, days).map_err(failed)?;
    if context.json {
        println!("{}", serde_json::json!({ "deleted": gone }));
    } else {
        println!("Deleted {} recordings older than {days} days", gone.len());
    }
    forgotten
}
