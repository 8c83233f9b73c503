//! A log read back as the session it is.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use lea_model::session::RAW_SESSION_VERSION;
use lea_model::time::Timestamp;
use lea_model::{RawSession, Recovered, SessionMetadata};

use crate::error::{Doing, Result, StoreError};
use crate::log::{Line, MOST_LINE_BYTES};

/// A log, replayed.
#[derive(Debug)]
pub(crate) struct Replayed {
    /// The session so far; `ended_at` only when the recording ended.
    pub session: RawSession,
    /// Bytes of a last line that was cut off.
    pub torn_bytes: u64,
}

/// Replays a log. Only a last line without its end is left out: it was never acknowledged.
pub(crate) fn replay(path: &Path, id: &str) -> Result<Replayed> {
    let mut session: Option<RawSession> = None;
    let torn_bytes = lines(path, |bytes| {
        let line: Line<'_> = serde_json::from_slice(bytes).map_err(|e| e.to_string())?;
        match &mut session {
            Some(session) => apply(session, line)?,
            None => session = Some(header(line, id)?),
        }
        Ok(())
    })?;
    let session = session.ok_or_else(|| damaged(path, 1, "the header of the session is missing"))?;
    Ok(Replayed { session, torn_bytes })
}

/// Calls `each` for every whole line; gives the bytes of a last one that was cut off.
pub(crate) fn lines(path: &Path, mut each: impl FnMut(&[u8]) -> Result<(), String>) -> Result<u64> {
    let mut reader = BufReader::new(File::open(path).doing("open", path)?);
    for number in 1.. {
        let bytes = match next_line(&mut reader).doing("read", path)? {
            Taken::Line(bytes) => bytes,
            Taken::Torn(length) => return Ok(length),
        };
        if bytes.len() > MOST_LINE_BYTES {
            let why = format!("it is longer than the {MOST_LINE_BYTES} bytes Lea writes");
            return Err(damaged(path, number, &why));
        }
        each(&bytes).map_err(|why| damaged(path, number, &why))?;
    }
    Ok(0)
}

fn damaged(path: &Path, line: u64, why: &str) -> StoreError {
    StoreError::damaged(format!("line {line} of {}", path.display()), why)
}

enum Taken {
    Line(Vec<u8>),
    Torn(u64),
}

/// The next line without its end, at most [`MOST_LINE_BYTES`] of it.
fn next_line(reader: &mut impl BufRead) -> std::io::Result<Taken> {
    let mut bytes = Vec::new();
    reader.by_ref().take(MOST_LINE_BYTES as u64 + 1).read_until(b'\n', &mut bytes)?;
    if bytes.pop_if(|b| *b == b'\n').is_some() {
        return Ok(Taken::Line(bytes));
    }
    if bytes.len() <= MOST_LINE_BYTES {
        return Ok(Taken::Torn(bytes.len() as u64));
    }
    // Too long: torn when it never ends, damaged when it does.
    let mut length = bytes.len() as u64;
    loop {
        let part = reader.fill_buf()?;
        if part.is_empty() {
            return Ok(Taken::Torn(length));
        }
        if part.contains(&b'\n') {
            return Ok(Taken::Line(bytes));
        }
        let read = part.len();
        length += read as u64;
        reader.consume(read);
    }
}

fn header(line: Line<'_>, id: &str) -> Result<RawSession, String> {
    let Line::Session(session) = line else {
        return Err("the header of the session must come first".to_owned());
    };
    let session = session.into_owned();
    if session.schema_version != RAW_SESSION_VERSION {
        return Err(format!("it is a {:?}: read it with the Lea that wrote it", session.schema_version));
    }
    if session.ended_at.is_some() || !session.events.is_empty() || !session.screenshots.is_empty() {
        return Err("the header already holds what happened".to_owned());
    }
    if session.session_id != id {
        return Err(format!("it belongs to session {:?}", session.session_id));
    }
    Ok(session)
}

fn apply(session: &mut RawSession, line: Line<'_>) -> Result<(), String> {
    if session.ended_at.is_some() {
        return Err("it follows the end of the session".to_owned());
    }
    match line {
        Line::Session(_) => return Err("a second header".to_owned()),
        Line::Event(event) => {
            let next = session.events.len() as u64;
            if event.event_id != next {
                return Err(format!("event {} where event {next} is due", event.event_id));
            }
            session.events.push(event.into_owned());
        }
        Line::Amend(event) => {
            let at = usize::try_from(event.event_id).ok();
            match at.and_then(|at| session.events.get_mut(at)) {
                Some(old) => *old = event.into_owned(),
                None => return Err(format!("event {} is changed before it happened", event.event_id)),
            }
        }
        Line::Screenshot(shot) => session.screenshots.push(shot.into_owned()),
        Line::Gap(gap) => session.metadata.gaps.push(gap.into_owned()),
        Line::Metadata(metadata) => set_metadata(&mut session.metadata, metadata),
        Line::End(end) => {
            session.ended_at = Some(end.ended_at.into_owned());
            set_metadata(&mut session.metadata, end.metadata);
        }
    }
    Ok(())
}

/// Newer metadata take the place of older, but gaps that were noted stay noted.
fn set_metadata(old: &mut SessionMetadata, new: Cow<'_, SessionMetadata>) {
    let mut new = new.into_owned();
    if new.gaps.is_empty() {
        new.gaps = std::mem::take(&mut old.gaps);
    }
    *old = new;
}

/// Leaves out what a power cut took from the database, and says so in `metadata.recovered`: screenshots that are
/// not there, mentions of them, and the bytes of a torn last line.
pub(crate) fn reconcile(replayed: Replayed, is_there: impl Fn(&str) -> bool) -> RawSession {
    let Replayed { mut session, torn_bytes } = replayed;
    let mut known: HashSet<String> = HashSet::new();
    let mut lost: BTreeSet<String> = BTreeSet::new();
    session.screenshots.retain(|shot| {
        let id = &shot.screenshot_id;
        let is_kept = is_there(id) && known.insert(id.clone());
        if !is_kept && !known.contains(id) {
            lost.insert(id.clone());
        }
        is_kept
    });
    for event in &mut session.events {
        for id in [&mut event.screenshot_id, &mut event.screenshot_after_id] {
            lost.extend(id.take_if(|id| !known.contains(id.as_str())));
        }
    }
    if !lost.is_empty() || torn_bytes > 0 {
        session.metadata.recovered = Some(Recovered {
            lost_screenshots: lost.into_iter().collect(),
            torn_bytes,
            ..Recovered::default()
        });
    }
    session
}

/// When the last thing in a session happened: the end of one that was never ended.
pub(crate) fn last_sign_of_life(session: &RawSession) -> Option<String> {
    let started = Timestamp::parse(&session.started_at)?;
    let event = session.events.last().and_then(|e| started.plus_seconds(e.t));
    let shot = session.screenshots.last().and_then(|s| Timestamp::parse(&s.captured_at));
    let signs = [Some(started), event, shot];
    let last = signs.into_iter().flatten().reduce(|a, b| if a.is_before(b) { b } else { a })?;
    Some(last.to_string())
}
