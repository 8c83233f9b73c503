//! The store: one data folder, opened.

use std::collections::HashSet;
use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Mutex;

use lea_frame::FrameBuf;
use lea_model::RawSession;
use lea_model::read::MAX_DOCUMENT_BYTES;
use rusqlite::Connection;

use crate::audit::Anchors;
use crate::disk::{self, Ballast};
use crate::error::{Doing, Result, StoreError};
use crate::frames::{self, FrameTime};
use crate::layout::{self, Layout, SessionId};
use crate::replay;
use crate::writer::{self, SessionWriter};
use crate::{db, retention};

/// Room for deleting on a full disk: a deletion has to write before it can free.
pub(crate) const BALLAST_BYTES: usize = 512 << 10;
/// A session may go from log to JSON while one looks for it.
const LOOKS: u32 = 3;

/// Sessions and frames in one data folder. Several processes, and several `Store`s in one, may use it at once.
pub struct Store {
    pub(crate) layout: Layout,
    pub(crate) connection: Mutex<Connection>,
    pub(crate) ballast: Ballast,
    pub(crate) anchors: Anchors,
}

impl std::fmt::Debug for Store {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Store({})", self.layout.root.display())
    }
}

impl Store {
    /// Opens the store in this folder, makes it when there is none, and finishes deletions that were cut short.
    pub fn open(root: impl AsRef<Path>) -> Result<Self> {
        let layout = Layout { root: root.as_ref().to_owned() };
        let sessions = layout.sessions();
        disk::make_folders(&sessions)?;
        disk::close_folder(&sessions)?;
        let connection = match db::open(&layout) {
            // A full disk must still let sessions be deleted.
            Err(e) if e.is_disk_full() && std::fs::remove_file(layout.ballast()).is_ok() => {
                db::open(&layout)?
            }
            opened => opened?,
        };
        let ballast = Ballast::load(layout.ballast(), BALLAST_BYTES);
        let anchors = Anchors::default();
        let store = Self { layout, connection: Mutex::new(connection), ballast, anchors };
        retention::tidy(&store);
        Ok(store)
    }

    /// The same, with the head of its audit trail noted in these places outside the data folder. Whoever adds to a trail must name the
    /// same places as everyone else.
    #[must_use]
    pub fn anchored(mut self, anchors: Anchors) -> Self {
        self.anchors = anchors;
        self
    }

    /// The data folder.
    pub fn root(&self) -> &Path {
        &self.layout.root
    }

    /// Begins to record a session. `header` has everything but events, screenshots and the end.
    pub fn begin(&self, header: &RawSession) -> Result<SessionWriter> {
        SessionWriter::begin(&self.layout, header)
    }

    /// A session, whole. One that is being recorded, or was interrupted, is read as far as it got; what a power cut
    /// took away is named in `metadata.recovered`.
    pub fn session(&self, id: &str) -> Result<RawSession> {
        let id = SessionId::parse(id)?;
        let folder = self.layout.folder(&id);
        for _ in 0..LOOKS {
            match self.read_json(&id, &layout::json(&folder)) {
                Err(e) if is_not_found(&e) => {}
                read => return read,
            }
            match self.read_log(&id, &layout::log(&folder)) {
                Err(e) if is_not_found(&e) => {}
                read => return read,
            }
        }
        Err(self.missing(&id))
    }

    /// A frame of a session, put together and checked against its address.
    pub fn frame(&self, session_id: &str, screenshot_id: &str) -> Result<FrameBuf> {
        let id = SessionId::parse(session_id)?;
        let no_frame =
            || StoreError::NoFrame { session: id.to_string(), screenshot: screenshot_id.to_owned() };
        let shot = frames::shot_number(screenshot_id)?;
        let path = self.layout.database();
        let mut connection = db::hold(&self.connection);
        let Some(session) = db::session_row(&connection, id.as_str()).doing("read", &path)? else {
            return Err(if self.layout.folder(&id).is_dir() { no_frame() } else { self.missing(&id) });
        };
        let what = format!("frame {screenshot_id} of session {id}");
        frames::read(&mut connection, &path, session, shot, &what)?.ok_or_else(no_frame)
    }

    /// When each frame of a session was taken, in order.
    pub fn frame_times(&self, session_id: &str) -> Result<Vec<FrameTime>> {
        let id = SessionId::parse(session_id)?;
        let path = self.layout.database();
        let connection = db::hold(&self.connection);
        match db::session_row(&connection, id.as_str()).doing("read", &path)? {
            Some(session) => frames::times(&connection, session).doing("read frame times from", &path),
            None if self.layout.folder(&id).is_dir() => Ok(Vec::new()),
            None => Err(self.missing(&id)),
        }
    }

    /// Makes a finished session of an interrupted one, ended at its last sign of life; one that is finished already
    /// is given back as it is.
    pub fn recover(&self, id: &str) -> Result<RawSession> {
        let id = SessionId::parse(id)?;
        let folder = self.layout.folder(&id);
        let Some(_lock) = self.lock(&id)? else {
            return self.session(id.as_str());
        };
        if layout::json(&folder).exists() {
            // It was finished but for removing the log.
            let log = layout::log(&folder);
            let session = self.session(id.as_str())?;
            std::fs::remove_file(&log).doing("remove", &log)?;
            let _ = std::fs::remove_file(layout::ballast(&folder));
            return Ok(session);
        }
        let mut session = self.session(id.as_str())?;
        if session.ended_at.is_none() {
            session.ended_at = replay::last_sign_of_life(&session);
        }
        let _ = std::fs::remove_file(layout::ballast(&folder));
        writer::conclude(&folder, &session, &db::hold(&self.connection))?;
        Ok(session)
    }

    /// Takes the lock of a session that has a log; none when it has no log.
    pub(crate) fn lock(&self, id: &SessionId) -> Result<Option<File>> {
        let path = layout::log(&self.layout.folder(id));
        let file = match File::open(&path) {
            Err(e) if is_missing(&e) => return Ok(None),
            opened => opened.doing("open", &path)?,
        };
        if !disk::lock(&file).doing("lock", &path)? {
            return Err(StoreError::BeingRecorded { id: id.to_string() });
        }
        // Its recorder may have finished, and removed it, in the meantime.
        Ok(path.exists().then_some(file))
    }

    fn read_json(&self, id: &SessionId, path: &Path) -> Result<RawSession> {
        let bytes = disk::read_whole(path, MAX_DOCUMENT_BYTES).doing("read", path)?;
        let session = RawSession::from_slice(&bytes)
            .map_err(|e| StoreError::Unreadable { path: path.to_owned(), source: Box::new(e) })?;
        if session.session_id != id.as_str() {
            let why = format!("it holds session {:?}; it was put there by hand", session.session_id);
            return Err(StoreError::damaged(path.display().to_string(), why));
        }
        Ok(session)
    }

    fn read_log(&self, id: &SessionId, path: &Path) -> Result<RawSession> {
        let replayed = replay::replay(path, id.as_str())?;
        // Read after the log: a frame is in the database before its line is written.
        let frames: HashSet<String> = match self.frame_times(id.as_str()) {
            Ok(times) => times.into_iter().map(|f| f.screenshot_id).collect(),
            Err(StoreError::NoSession { .. }) => HashSet::new(),
            Err(e) => return Err(e),
        };
        Ok(replay::reconcile(replayed, |shot| frames.contains(shot)))
    }

    /// Why a session that has neither file cannot be read.
    pub(crate) fn missing(&self, id: &SessionId) -> StoreError {
        if self.layout.folder(id).is_dir() {
            return StoreError::damaged(
                format!("session {id}"),
                "its folder has neither session.json nor session.log; delete it",
            );
        }
        StoreError::NoSession { id: id.to_string() }
    }
}

fn is_not_found(error: &StoreError) -> bool {
    matches!(error, StoreError::Io { source, .. } if is_missing(source))
}

fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}
