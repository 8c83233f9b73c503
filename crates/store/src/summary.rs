//! The list of sessions: cheap, and complete even where one of them is damaged.

use std::collections::HashMap;
use std::fs::{self, File};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use lea_model::read::MAX_DOCUMENT_BYTES;
use lea_model::{Context, RawSession};
use rusqlite::{Connection, params};
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::error::{Doing, Result, StoreError};
use crate::layout::{self, SessionId};
use crate::store::Store;
use crate::{db, disk, frames, replay};

/// Where a session stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It ended as it should.
    Finished,
    /// A living process is recording it.
    Recording,
    /// Its recorder died; [`Store::recover`] ends it.
    Interrupted,
}

/// One session, in a list.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// `sess_<time>_<user>`
    pub id: String,
    /// The day it is stored under, `2026-11-15`.
    pub day: String,
    /// When it began, RFC 3339.
    pub started_at: Option<String>,
    /// When it ended, if it did.
    pub ended_at: Option<String>,
    /// The task shown, where the person named it.
    pub label: Option<String>,
    /// Events.
    pub events: u64,
    /// Frames.
    pub frames: u64,
    /// Bytes of its files, and those its frames added to what was there before.
    pub bytes: u64,
    /// Where it stands.
    pub state: State,
    /// Why it cannot be read, where it cannot.
    pub damage: Option<String>,
}

/// What a list needs to know of a session's content.
#[derive(Default)]
struct Content {
    started_at: Option<String>,
    ended_at: Option<String>,
    label: Option<String>,
    events: u64,
}

/// What the database knows of a session.
struct Row {
    is_doomed: bool,
    totals: rusqlite::Result<(u64, u64)>,
    /// Of the `session.json` with this stamp.
    content: Option<(String, Content)>,
}

impl Store {
    /// All sessions, oldest first. A damaged one is listed with what is wrong with it.
    pub fn sessions(&self) -> Result<Vec<Summary>> {
        let folders = self.layout.list()?;
        let path = self.layout.database();
        let rows = {
            let connection = db::hold(&self.connection);
            rows(&connection).doing("list the sessions in", &path)
        };
        let (mut rows, trouble) = match rows {
            Ok(rows) => (rows, None),
            Err(e) => (HashMap::new(), Some(format!("its frames cannot be counted: {e}"))),
        };
        let mut found = Vec::with_capacity(folders.len());
        for id in folders {
            let row = rows.remove(id.as_str());
            if row.as_ref().is_some_and(|row| row.is_doomed) {
                continue;
            }
            let mut summary = self.summary(&id, row);
            summary.damage = summary.damage.or_else(|| trouble.clone());
            found.extend(Some(summary).filter(|_| self.layout.folder(&id).is_dir()));
        }
        for (id, row) in rows {
            let Ok(id) = SessionId::parse(&id) else { continue };
            if row.is_doomed || self.layout.folder(&id).exists() {
                continue;
            }
            let mut summary = self.summary(&id, Some(row));
            summary.damage =
                Some("its folder is gone: delete it to free its frames, or put it back".to_owned());
            found.push(summary);
        }
        found.sort_by(|a, b| a.id.cmp(&b.id));
        Ok(found)
    }

    fn summary(&self, id: &SessionId, row: Option<Row>) -> Summary {
        let folder = self.layout.folder(id);
        let (json, log) = (layout::json(&folder), layout::log(&folder));
        let mut damage = None;
        let (mut frames, mut bytes) = (0, disk::file_bytes(&json) + disk::file_bytes(&log));
        let mut remembered = None;
        if let Some(row) = row {
            remembered = row.content;
            match row.totals {
                Ok((count, added)) => (frames, bytes) = (count, bytes + added),
                Err(e) => damage = Some(format!("its frames cannot be counted: {e}")),
            }
        }
        let is_recording = File::open(&log).and_then(|file| disk::is_locked(&file)).unwrap_or(false);
        let is_finished = json.exists();
        let content = match remembered {
            Some((of, content)) if is_finished && stamp(&json).is_some_and(|now| now == of) => Ok(content),
            _ if is_finished => from_json(&json, id),
            _ if log.exists() => from_log(&log, id),
            _ => Err(self.missing(id)),
        };
        let content = content.unwrap_or_else(|e| {
            damage = Some(e.to_string());
            Content::default()
        });
        let state = match (is_recording, is_finished || content.ended_at.is_some()) {
            (true, _) => State::Recording,
            (false, true) => State::Finished,
            (false, false) => State::Interrupted,
        };
        Summary {
            id: id.to_string(),
            day: id.day().to_owned(),
            started_at: content.started_at,
            ended_at: content.ended_at,
            label: content.label,
            events: content.events,
            frames,
            bytes,
            state,
            damage,
        }
    }
}

fn rows(connection: &Connection) -> rusqlite::Result<HashMap<String, Row>> {
    let mut query = connection.prepare_cached(
        "SELECT session_id, id, doomed, json_stamp, started_at, ended_at, label, events FROM sessions",
    )?;
    let rows = query.query_map([], |row| {
        let content = row.get::<_, Option<String>>(3)?.map(|stamp| {
            let events = row.get::<_, Option<i64>>(7)?.unwrap_or(0).max(0) as u64;
            let content =
                Content { started_at: row.get(4)?, ended_at: row.get(5)?, label: row.get(6)?, events };
            Ok::<_, rusqlite::Error>((stamp, content))
        });
        let totals = frames::totals(connection, row.get(1)?);
        Ok((row.get(0)?, Row { is_doomed: row.get(2)?, totals, content: content.transpose()? }))
    })?;
    rows.collect()
}

/// Keeps what a list needs of a session that was just written.
pub(crate) fn remember(
    connection: &Connection,
    json: &Path,
    session: &RawSession,
) -> rusqlite::Result<usize> {
    connection.execute(
        "UPDATE sessions SET json_stamp = ?2, started_at = ?3, ended_at = ?4, label = ?5, events = ?6
         WHERE session_id = ?1",
        params![
            session.session_id,
            stamp(json),
            session.started_at,
            session.ended_at,
            session.context.training_label,
            session.events.len() as i64,
        ],
    )
}

/// Changes whenever the file does.
fn stamp(json: &Path) -> Option<String> {
    let of = fs::metadata(json).ok()?;
    Some(format!("{} {}.{:09}", of.size(), of.mtime(), of.mtime_nsec()))
}

/// A session of which only the ends are looked at.
#[derive(Deserialize)]
struct Outline {
    session_id: String,
    #[serde(default)]
    started_at: Option<String>,
    #[serde(default)]
    ended_at: Option<String>,
    #[serde(default)]
    context: Option<Context>,
    /// Takes no memory, however many.
    events: Vec<IgnoredAny>,
}

impl Outline {
    fn content(self, id: &SessionId) -> Result<Content, String> {
        if self.session_id != id.as_str() {
            return Err(format!("it holds session {:?}; it was put there by hand", self.session_id));
        }
        Ok(Content {
            started_at: self.started_at,
            ended_at: self.ended_at,
            label: self.context.and_then(|c| c.training_label),
            events: self.events.len() as u64,
        })
    }
}

fn from_json(path: &Path, id: &SessionId) -> Result<Content> {
    let bytes = disk::read_whole(path, MAX_DOCUMENT_BYTES).doing("read", path)?;
    serde_json::from_slice::<Outline>(&bytes)
        .map_err(|e| format!("{e}; restore it or delete the session"))
        .and_then(|outline| outline.content(id))
        .map_err(|why| StoreError::damaged(path.display().to_string(), why))
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum LineOutline {
    Session(Outline),
    Event(IgnoredAny),
    Amend(IgnoredAny),
    Screenshot(IgnoredAny),
    Gap(IgnoredAny),
    Metadata(IgnoredAny),
    End(EndOutline),
}

#[derive(Deserialize)]
struct EndOutline {
    ended_at: String,
}

fn from_log(path: &Path, id: &SessionId) -> Result<Content> {
    let mut content: Option<Content> = None;
    replay::lines(path, |bytes| {
        let line: LineOutline = serde_json::from_slice(bytes).map_err(|e| e.to_string())?;
        match (line, &mut content) {
            (LineOutline::Session(outline), None) => content = Some(outline.content(id)?),
            (LineOutline::Session(_), Some(_)) | (_, None) => {
                return Err("the header is misplaced".to_owned());
            }
            (LineOutline::Event(_), Some(content)) => content.events += 1,
            (LineOutline::End(end), Some(content)) => content.ended_at = Some(end.ended_at),
            _ => {}
        }
        Ok(())
    })?;
    content.ok_or_else(|| {
        StoreError::damaged(path.display().to_string(), "the header of the session is missing")
    })
}
