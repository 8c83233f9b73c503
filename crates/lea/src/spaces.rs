//! `lea spaces`: which embedding spaces the fingerprints of recorded screens lie in, and moving to this version's (SPEC L3.2).

use crate::cli::{SpacesArgs, SpacesVerb};
use crate::config::Context;
use crate::error::{Outcome, failed};
use crate::format;
use crate::nearest::progress;
use crate::readings;
use crate::wiring::window_of;
use lea_model::embedding::{MigrationStatus, Purpose};
use lea_model::{ByName, EmbeddingSpaces, RawSession, Space};
use lea_store::vectors::{Entry, Fingerprint, Vectors, vector_id};
use lea_store::{State, Store, StoreError};
use lea_understand::Eye;
use lea_understand::embed::Embedder;
use serde_json::json;

/// Progress is written down after this many screens: a kill costs no work, only the figure is behind.
const NOTE_EVERY: usize = 20;

/// Runs the command.
pub fn run(context: &Context, args: &SpacesArgs) -> Outcome {
    crate::sessions::end_with_the_pipe()?;
    let store = readings::store(context)?;
    match args.verb {
        SpacesVerb::List => list(context, &store),
        SpacesVerb::Migrate => migrate(context, &store),
    }
}

fn list(context: &Context, store: &Store) -> Outcome {
    let vectors = store.vectors();
    let spaces = vectors.spaces().map_err(failed)?;
    let target = Embedder::default().space(Purpose::Primary);
    let screens = screens(store)?.len();
    let row = |space: &Space, role: &str| -> Outcome<_> {
        let count = vectors.count(space).map_err(failed)?;
        Ok(json!({ "space": space, "role": role, "vectors": count, "screens": screens }))
    };
    let mut rows = Vec::new();
    if let Some(current) = spaces.current_space() {
        rows.push(row(current, "current")?);
    }
    for space in spaces.legacy.iter().filter_map(ByName::full) {
        rows.push(row(space, "legacy")?);
    }
    if !spaces.current_space().is_some_and(|c| c.is_same_as(&target)) {
        rows.push(row(&target, "next")?);
    }
    if context.json {
        let status = json!({
            "spaces": rows, "migration_status": spaces.migration_status, "migration_progress": spaces.migration_progress,
        });
        println!("{status}");
        return Ok(());
    }
    let mut table = vec![["SPACE", "VERSION", "ROLE", "DIMENSIONS", "SCREENS"].map(String::from).to_vec()];
    for row in &rows {
        let space = &row["space"];
        let text = |v: &serde_json::Value| v.as_str().unwrap_or_default().to_owned();
        let done = format!("{} of {}", row["vectors"], row["screens"]);
        table.push(vec![
            text(&space["id"]),
            text(&space["version"]),
            text(&row["role"]),
            space["dimensions"].to_string(),
            done,
        ]);
    }
    print!("{}", format::table(&table));
    match spaces.migration_status {
        MigrationStatus::None => println!("No fingerprints yet: lea spaces migrate makes them"),
        MigrationStatus::Completed => println!("All screens were fingerprinted in the current space"),
        MigrationStatus::Failed => {
            println!("The migration stopped with an error: lea spaces migrate goes on");
        }
        MigrationStatus::Pending | MigrationStatus::InProgress => println!(
            "Migration at {:.0} %: lea spaces migrate goes on where it was stopped",
            100.0 * spaces.migration_progress
        ),
    }
    Ok(())
}

/// Every stored screen, oldest first; those of sessions that are being recorded come next time.
fn screens(store: &Store) -> Outcome<Vec<(String, String)>> {
    let mut all = Vec::new();
    for session in store.sessions().map_err(failed)? {
        if session.state == State::Recording || session.damage.is_some() {
            continue;
        }
        match store.frame_times(&session.id) {
            Ok(times) => all.extend(times.into_iter().map(|t| (session.id.clone(), t.screenshot_id))),
            // Deleted in the meantime.
            Err(StoreError::NoSession { .. }) => {}
            Err(e) => return Err(failed(e)),
        }
    }
    Ok(all)
}

fn migrate(context: &Context, store: &Store) -> Outcome {
    let embedder = Embedder::default();
    let target = embedder.space(Purpose::Primary);
    let vectors = store.vectors();
    let _lock = vectors.lock().map_err(failed)?;
    let mut spaces = vectors.spaces().map_err(failed)?;
    let all = screens(store)?;
    let missing: Vec<_> = all
        .iter()
        .filter(|(session, shot)| !vectors.has(&target, session, shot).unwrap_or(false))
        .cloned()
        .collect();
    let done = all.len() - missing.len();
    note(&vectors, &mut spaces, MigrationStatus::InProgress, done, all.len())?;
    let mut trouble = Vec::new();
    let mut lines_read = 0;
    if !missing.is_empty() {
        let mut eye = readings::eye(context)?;
        let bar = progress(missing.len() as u64);
        let mut session: Option<RawSession> = None;
        for (n, (session_id, shot)) in missing.iter().enumerate() {
            if session.as_ref().is_none_or(|s| s.session_id != *session_id) {
                session = store.session(session_id).ok();
                eye.set_session(Some(session_id));
            }
            // One screen that cannot be read does not keep the others.
            match fingerprint(store, &mut eye, &embedder, session.as_ref(), session_id, shot) {
                Ok(()) => {}
                // Deleted while it was looked at: nobody else knows that it was read.
                Err(StoreError::NoSession { .. }) => eye.forget_session(session_id),
                Err(e) if e.is_disk_full() => {
                    note(&vectors, &mut spaces, MigrationStatus::Failed, done + n, all.len())?;
                    return Err(failed(e));
                }
                Err(e) => trouble.push(format!("{session_id} {shot}: {e}")),
            }
            if n % NOTE_EVERY == NOTE_EVERY - 1 {
                note(&vectors, &mut spaces, MigrationStatus::InProgress, done + n + 1, all.len())?;
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        lines_read = eye.lines_read();
    }
    let (index, damage) = vectors.index(&target).map_err(failed)?;
    vectors.save_index(&index).map_err(failed)?;
    trouble.extend(damage.map(|e| e.to_string()));
    // Only now is the new space the one that is asked; the old one stays for whoever is still bound to it.
    let is_same = |a: &ByName<Space>, b: &Space| a.full().is_some_and(|a| a.is_same_as(b));
    if let Some(old) = spaces.current.take().filter(|old| !is_same(old, &target)) {
        spaces.legacy.retain(|s| *s != old && old.full().is_none_or(|old| !is_same(s, old)));
        spaces.legacy.push(old);
    }
    spaces.legacy.retain(|s| !is_same(s, &target));
    spaces.current = Some(target.clone().into());
    note(&vectors, &mut spaces, MigrationStatus::Completed, 1, 1)?;
    let made = missing.len() - trouble.len().min(missing.len());
    if context.json {
        println!(
            "{}",
            json!({
                "space": target, "embedded": made, "screens": all.len(), "lines_read": lines_read, "trouble": trouble,
            })
        );
    } else {
        for line in &trouble {
            eprintln!("{line}");
        }
        println!(
            "{made} screens embedded, {} in the space {}",
            vectors.count(&target).map_err(failed)?,
            target.id
        );
    }
    Ok(())
}

fn note(
    vectors: &Vectors,
    spaces: &mut EmbeddingSpaces,
    status: MigrationStatus,
    done: usize,
    all: usize,
) -> Outcome {
    spaces.migration_status = status;
    spaces.migration_progress = if all == 0 { 1.0 } else { done as f64 / all as f64 };
    vectors.set_spaces(spaces).map_err(failed)
}

fn fingerprint(
    store: &Store,
    eye: &mut Eye,
    embedder: &Embedder,
    session: Option<&RawSession>,
    session_id: &str,
    shot: &str,
) -> Result<(), StoreError> {
    let picture = store.frame(session_id, shot)?;
    let frame = picture.as_frame();
    let window = session.and_then(|s| window_of(s, shot));
    let state = eye
        .look(frame, window)
        .map_err(|e| StoreError::Unfit { what: format!("screen {shot}"), why: e.to_string() })?;
    let embedded = embedder.embed(frame, &state);
    let id = vector_id(session_id, shot);
    let record = embedded.record(embedder, &format!("emb_{shot}"), &id);
    let print = Fingerprint {
        record: &record,
        primary: &embedded.primary,
        auxiliary: &embedded.auxiliary,
        components: &embedded.components(),
    };
    store.vectors().put(session_id, shot, print, &Entry { vector_id: id, ..Entry::default() })
}
