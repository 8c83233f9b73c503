//! Recording: events and frames go in one by one, and each is safe when the call returns.

use std::borrow::Cow;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use lea_frame::Frame;
use lea_model::read::MAX_DOCUMENT_BYTES;
use lea_model::time::Timestamp;
use lea_model::{Event, Gap, RawSession, Screenshot, SessionMetadata};
use rusqlite::Connection;

use crate::disk::{self, Ballast};
use crate::error::{Doing, Refusal, Result, StoreError};
use crate::frames;
use crate::keeper::{FrameKeeper, Kept};
use crate::layout::{self, Layout, SessionId};
use crate::log::{End, Line, LogWriter};
use crate::sync::{self, Job, Syncer};
use crate::{db, replay, summary};

/// Room for the closing lines on a full disk: some hundred events, a gap and the end.
const BALLAST_BYTES: usize = 256 << 10;
/// Another process that tidies up may take a folder away before it is locked: then it is made again.
const FOLDER_TRIES: u32 = 5;

/// What a recording has written so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Events.
    pub events: u64,
    /// Frames.
    pub frames: u64,
    /// Bytes added: log, tiles and lists of tiles.
    pub bytes: u64,
}

/// A session being recorded. It is locked for as long as this lives; dropped without [`finish`](Self::finish), or
/// killed, it is an interrupted session with everything that was acknowledged.
pub struct SessionWriter {
    syncer: Syncer,
    log: LogWriter,
    keeper: FrameKeeper,
    ballast: Ballast,
    layout: Layout,
    id: SessionId,
    started: Timestamp,
    events: u64,
    last_shot: Option<i64>,
    full: Option<(PathBuf, Refusal)>,
}

impl std::fmt::Debug for SessionWriter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SessionWriter({}, {:?})", self.id, self.written())
    }
}

impl SessionWriter {
    /// Begins a session: its folder appears with a locked log in it, or not at all.
    pub(crate) fn begin(layout: &Layout, header: &RawSession) -> Result<Self> {
        let id = SessionId::parse(&header.session_id)?;
        let unfit = |why: &str| StoreError::unfit(format!("session {id}"), why);
        let started = Timestamp::parse(&header.started_at).ok_or_else(|| {
            unfit("started_at is no RFC 3339 time: write it like 2025-11-22T10:15:00+01:00")
        })?;
        if !header.events.is_empty() || !header.screenshots.is_empty() || header.ended_at.is_some() {
            return Err(unfit("a recording begins with no events, no screenshots and no end"));
        }
        let database = layout.database();
        let connection = db::open(layout)?;
        if layout.folder(&id).exists()
            || db::session_row(&connection, id.as_str()).doing("read", &database)?.is_some()
        {
            return Err(StoreError::Exists { id: id.to_string() });
        }
        let (log, ballast) = new_folder(layout, &id, header)?;
        let begun = Self::begin_in_folder(layout, &id, started, connection, log, ballast);
        if begun.is_err() {
            let _ = fs::remove_dir_all(layout.folder(&id));
        }
        begun
    }

    fn begin_in_folder(
        layout: &Layout,
        id: &SessionId,
        started: Timestamp,
        connection: Connection,
        log: LogWriter,
        ballast: Ballast,
    ) -> Result<Self> {
        let database = layout.database();
        db::checkpoint_late(&connection, &database)?;
        connection
            .execute("INSERT INTO sessions (session_id) VALUES (?1)", [id.as_str()])
            .doing("begin a session in", &database)?;
        let session = connection.last_insert_rowid();
        let job = Job {
            write_ahead_log: layout.write_ahead_log(),
            log: log.handle()?,
            log_path: layout::log(&layout.folder(id)),
            connection: db::open(layout)?,
            database: database.clone(),
        };
        let writer = Self {
            syncer: Syncer::start(job)?,
            keeper: FrameKeeper::new(connection, database, session),
            log,
            ballast,
            layout: layout.clone(),
            id: id.clone(),
            started,
            events: 0,
            last_shot: None,
            full: None,
        };
        writer.syncer.touch();
        Ok(writer)
    }

    /// The id of the session.
    pub fn id(&self) -> &str {
        self.id.as_str()
    }

    /// What was written until now.
    pub fn written(&self) -> Written {
        let bytes = self.log.bytes() + self.keeper.bytes;
        Written { events: self.events, frames: self.keeper.frames, bytes }
    }

    /// Writes the next event: its `event_id` is the number of events written before.
    ///
    /// On [`StoreError::DiskFull`] nothing was written, and room was made for the closing lines: the same event may be
    /// tried once more, then the session should be finished. Frames are refused from then on.
    pub fn event(&mut self, event: &Event) -> Result<()> {
        if event.event_id != self.events {
            let why = format!("events are numbered in order, and {} is due", self.events);
            return Err(StoreError::unfit(format!("event {}", event.event_id), why));
        }
        self.append(&Line::Event(Cow::Borrowed(event)))?;
        self.events += 1;
        Ok(())
    }

    /// Writes a later version of an event that was written before; it takes its place.
    pub fn amend(&mut self, event: &Event) -> Result<()> {
        if event.event_id >= self.events {
            let what = format!("the later version of event {}", event.event_id);
            return Err(StoreError::unfit(what, "there is no such event yet: write it first"));
        }
        self.append(&Line::Amend(Cow::Borrowed(event)))
    }

    /// Notes a stretch during which nothing was recorded.
    pub fn gap(&mut self, gap: &Gap) -> Result<()> {
        self.append(&Line::Gap(Cow::Borrowed(gap)))
    }

    /// Notes how the recording goes; later notes take the place of earlier ones. Gaps that were noted stay, unless
    /// the metadata bring their own.
    pub fn metadata(&mut self, metadata: &SessionMetadata) -> Result<()> {
        self.append(&Line::Metadata(Cow::Borrowed(metadata)))
    }

    /// Keeps a frame taken `t` seconds after the session began. Numbers go up from one screenshot to the next.
    ///
    /// Only tiles that differ from the frame kept before are hashed and packed.
    pub fn screenshot(&mut self, screenshot_id: &str, frame: Frame<'_>, t: f64) -> Result<Kept> {
        let shot = frames::shot_number(screenshot_id)?;
        if self.last_shot.is_some_and(|last| shot <= last) {
            return Err(StoreError::unfit(screenshot_id, "its number is not above that of the one before"));
        }
        let captured_at = Some(t).filter(|t| *t >= 0.0).and_then(|t| self.started.plus_seconds(t));
        let Some(captured_at) = captured_at else {
            return Err(StoreError::unfit(screenshot_id, format!("{t} is no time in a session")));
        };
        if let Some((path, reason)) = &self.full {
            return Err(StoreError::DiskFull { path: path.clone(), reason: *reason });
        }
        // Checked again here: a frame built by hand may claim more than it has.
        let frame = Frame::new(frame.size, frame.stride, frame.bytes)?;
        let kept = self.keeper.keep(shot, frame, t);
        let kept = kept.map_err(|e| self.make_room(e))?;
        let line = Screenshot {
            screenshot_id: screenshot_id.to_owned(),
            relative_path: layout::shot(screenshot_id),
            captured_at: captured_at.to_string(),
            ..Screenshot::default()
        };
        if let Err(e) = self.append(&Line::Screenshot(Cow::Owned(line))) {
            self.keeper.forget(shot);
            return Err(e);
        }
        self.last_shot = Some(shot);
        Ok(kept)
    }

    /// Makes everything written until now durable, and waits for it. Happens by itself once a second.
    pub fn sync(&mut self) -> Result<()> {
        self.synced().map_err(|e| self.make_room(e))?;
        let synced = sync::sync_frames(&self.layout.write_ahead_log()).and_then(|()| self.log.sync());
        synced.map_err(|e| self.make_room(e))
    }

    /// Ends the session and gives it back as it is stored.
    ///
    /// On a full disk the session stays in its log, which is read just as well. An error means that not even the end
    /// could be written: what came before is still there, as an interrupted session.
    pub fn finish(mut self, metadata: &SessionMetadata, ended_at: &str) -> Result<RawSession> {
        if Timestamp::parse(ended_at).is_none() {
            return Err(StoreError::unfit(format!("{ended_at:?} as the end"), "write it as RFC 3339"));
        }
        let end = Line::End(End { ended_at: Cow::Borrowed(ended_at), metadata: Cow::Borrowed(metadata) });
        match self.append(&end) {
            Err(e) if e.is_disk_full() => self.append(&end)?,
            ended => ended?,
        }
        match self.sync() {
            Err(e) if e.is_disk_full() => {}
            synced => synced?,
        }
        let folder = self.layout.folder(&self.id);
        let session = replay::replay(&layout::log(&folder), self.id.as_str())?.session;
        let connection = self.keeper.into_connection();
        match conclude(&folder, &session, &connection) {
            Err(e) if e.is_disk_full() && self.ballast.drop_it() => {
                match conclude(&folder, &session, &connection) {
                    Err(e) if e.is_disk_full() => {}
                    concluded => concluded?,
                }
            }
            Err(e) if e.is_disk_full() => {}
            concluded => concluded?,
        }
        self.ballast.drop_it();
        // The write-ahead log is carried over while nobody waits; readers in the way leave it for the next.
        let _ = connection.busy_timeout(Duration::from_millis(200));
        let _ = db::checkpoint(&connection, &self.layout.database(), "TRUNCATE");
        Ok(session)
    }

    fn append(&mut self, line: &Line<'_>) -> Result<()> {
        let outcome = self.synced().and_then(|()| self.log.append(line));
        outcome.map_err(|e| self.make_room(e))?;
        self.syncer.touch();
        Ok(())
    }

    /// What went wrong with a sync beside the recording. "No space" is told once, and the log itself may still take lines; after any
    /// other failure nobody knows what is on the disk.
    fn synced(&mut self) -> Result<()> {
        let outcome = self.syncer.outcome();
        if outcome.as_ref().is_err_and(|e| !e.is_disk_full()) {
            self.log.lose();
        }
        outcome
    }

    /// On a full disk, gives up the ballast so that the closing lines can be written.
    fn make_room(&mut self, error: StoreError) -> StoreError {
        if let StoreError::DiskFull { path, reason } = &error {
            self.full = Some((path.clone(), *reason));
            self.ballast.drop_it();
        }
        error
    }
}

/// A folder with a locked log that holds the header, put in place in one move.
fn new_folder(layout: &Layout, id: &SessionId, header: &RawSession) -> Result<(LogWriter, Ballast)> {
    let folder = layout.folder(id);
    for _ in 0..FOLDER_TRIES {
        let making = layout.new_folder(id);
        disk::make_folders(&layout.day(id))?;
        let made = fill_folder(&making, header).and_then(|made| {
            fs::rename(&making, &folder).doing("put in place", &folder)?;
            Ok(made)
        });
        let (mut log, ballast) = match made {
            Ok(made) => made,
            Err(e) => {
                let _ = fs::remove_dir_all(&making);
                match &e {
                    StoreError::BeingRecorded { .. } => continue,
                    StoreError::Io { source, .. } => match source.kind() {
                        ErrorKind::NotFound => continue,
                        ErrorKind::AlreadyExists | ErrorKind::DirectoryNotEmpty => {
                            return Err(StoreError::Exists { id: id.to_string() });
                        }
                        _ => return Err(e),
                    },
                    _ => return Err(e),
                }
            }
        };
        disk::sync_folder(&layout.day(id))?;
        log.moved(layout::log(&folder));
        return Ok((log, ballast.moved(layout::ballast(&folder))));
    }
    Err(StoreError::Busy { path: folder })
}

fn fill_folder(making: &Path, header: &RawSession) -> Result<(LogWriter, Ballast)> {
    disk::make_folder(making).doing("make the folder", making)?;
    let path = layout::log(making);
    let file = disk::make_file(&path).doing("make", &path)?;
    if !disk::lock(&file).doing("lock", &path)? {
        return Err(StoreError::BeingRecorded { id: header.session_id.clone() });
    }
    let mut log = LogWriter::new(file, path);
    log.append(&Line::Session(Cow::Borrowed(header)))?;
    log.sync()?;
    disk::sync_folder(making)?;
    Ok((log, Ballast::load(layout::ballast(making), BALLAST_BYTES)))
}

/// Puts `session.json` in the place of the log. On an error the log is still there.
pub(crate) fn conclude(folder: &Path, session: &RawSession, connection: &Connection) -> Result<()> {
    let (log, json) = (layout::log(folder), layout::json(folder));
    // Beyond this the log is what can be read.
    if disk::file_bytes(&log) >= MAX_DOCUMENT_BYTES as u64 {
        return Ok(());
    }
    disk::write_whole(&json, |out| serde_json::to_writer(out, session).map_err(Into::into))?;
    fs::remove_file(&log).doing("remove", &log)?;
    let _ = fs::remove_file(layout::ballast(folder));
    // Only makes lists quicker: what is missing is read from the file.
    let _ = summary::remember(connection, &json, session);
    Ok(())
}
