//! Letting go: deleting sessions, freeing the tiles nothing else uses, and giving the space back.

use std::fs;
use std::path::Path;

use jiff::civil::Date;
use rusqlite::{Connection, TransactionBehavior, params};

use crate::db;
use crate::disk::{self, Ballast};
use crate::error::{Doing, Result, StoreError};
use crate::layout::{self, SessionId};
use crate::store::{BALLAST_BYTES, Store};
use crate::{runs, workflows};

/// Rows deleted in one transaction: another process that records waits for one of them at most (some 20 ms).
const CHUNK: i64 = 512;
/// On a full disk chunks shrink down to this.
const SMALLEST_CHUNK: i64 = 16;
/// Pages given back in one transaction: fewer than SQLite's cache holds (500), as what does not fit there is written
/// to the write-ahead log, and on a full disk there is no room for it.
const VACUUM_PAGES: i64 = 256;

/// What a deletion freed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Freed {
    /// Sessions.
    pub sessions: u64,
    /// Frames.
    pub frames: u64,
    /// Tiles that nothing else used.
    pub tiles: u64,
    /// Bytes of its files, of those tiles and of the lists of tiles.
    pub bytes: u64,
}

/// The room a store takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Bytes of the database of frames.
    pub frames_bytes: u64,
    /// Bytes of the session folders.
    pub sessions_bytes: u64,
    /// Bytes that may still be written to its file system.
    pub free_bytes: u64,
}

impl Store {
    /// Deletes a session, its frames, and the tiles that no other session uses; the space goes back to the file
    /// system. One that is being recorded is refused. Cut short, it is finished by the next [`Store::open`].
    pub fn delete(&self, id: &str) -> Result<Freed> {
        let id = SessionId::parse(id)?;
        let path = self.layout.database();
        let lock = self.lock(&id)?;
        let mut connection = db::hold(&self.connection);
        let row = db::session_row(&connection, id.as_str()).doing("read", &path)?;
        if row.is_none() && !self.layout.folder(&id).is_dir() {
            return Err(StoreError::NoSession { id: id.to_string() });
        }
        if let Some(row) = row {
            // From here on the session is gone, whatever happens.
            let doom = || {
                connection
                    .execute("UPDATE sessions SET doomed = 1 WHERE id = ?1", [row])
                    .doing("delete a session from", &path)
            };
            match doom() {
                Err(e) if e.is_disk_full() && self.ballast.drop_it() => doom()?,
                doomed => doomed?,
            };
        }
        let mut freed = self.remove(&id, row, &mut connection)?;
        drop(lock);
        freed.sessions = 1;
        // Room for the next time, where the last was used up.
        let _ = Ballast::load(self.layout.ballast(), BALLAST_BYTES);
        Ok(freed)
    }

    /// Removes what is left of a doomed session.
    fn remove(&self, id: &SessionId, row: Option<i64>, connection: &mut Connection) -> Result<Freed> {
        let (folder, gone) = (self.layout.folder(id), self.layout.gone_folder(id));
        let mut freed = Freed { bytes: folder_bytes(&folder), ..Freed::default() };
        if folder.is_dir() {
            let _ = fs::remove_dir_all(&gone);
            fs::rename(&folder, &gone).doing("remove", &folder)?;
        }
        if gone.is_dir() {
            fs::remove_dir_all(&gone).doing("remove", &gone)?;
        }
        // After the folder: whoever makes a vector now finds that the session is gone.
        self.vectors().forget(id.as_str())?;
        // Goes only when it is empty.
        let _ = fs::remove_dir(self.layout.day(id));
        if let Some(row) = row {
            self.purge(row, connection, &mut freed)?;
        }
        Ok(freed)
    }

    /// Takes a session out of the database, piece by piece: a day of recording in one transaction would need as
    /// much room again before it frees any.
    fn purge(&self, session: i64, connection: &mut Connection, freed: &mut Freed) -> Result<()> {
        let path = self.layout.database();
        let doing = "delete frames from";
        let mut chunk = CHUNK;
        let mut is_thrifty = false;
        let (mut stage, mut after) = (Stage::Frames, 0);
        while stage != Stage::Done {
            let step = match stage {
                Stage::Frames => delete_frames(connection, session, chunk),
                Stage::Tiles => delete_tiles(connection, session, after, chunk),
                Stage::Session | Stage::Done => delete_session(connection, session),
            };
            match step.doing(doing, &path) {
                Ok(step) => {
                    freed.frames += step.frames;
                    freed.tiles += step.tiles;
                    freed.bytes += step.bytes;
                    match step.last {
                        Some(last) => after = last,
                        None => (stage, after) = (stage.next(), 0),
                    }
                }
                // Whole pages are then not wiped before they are given back to the file system.
                Err(e) if e.is_disk_full() && (self.ballast.drop_it() || !is_thrifty) => {
                    is_thrifty = db::set(connection, "secure_delete", &"FAST").is_ok();
                }
                Err(e) if e.is_disk_full() && chunk > SMALLEST_CHUNK => {
                    chunk = (chunk / 4).max(SMALLEST_CHUNK);
                }
                Err(e) => return Err(e),
            }
            match give_back(connection, &path).doing(doing, &path) {
                // What is deleted is deleted; its room follows once there is any to work in.
                Err(e) if e.is_disk_full() => self.ballast.drop_it(),
                given => given.map(|()| false)?,
            };
        }
        if is_thrifty {
            db::set(connection, "secure_delete", &"ON").doing(doing, &path)?;
        }
        Ok(())
    }

    /// Deletes the sessions of days more than `keep_days` before `today`, and says which. Those being recorded
    /// stay. One that cannot be deleted does not keep the others: its error comes at the end.
    pub fn prune(&self, keep_days: u32, today: Date) -> Result<Vec<String>> {
        let mut gone = Vec::new();
        let mut trouble = None;
        for id in self.layout.list()? {
            let Ok(day) = id.day().parse::<Date>() else {
                continue;
            };
            // A day is longer than the time of day a session began at: it is kept for N whole days.
            let age = today.since(day).map_or(0, |span| span.get_days());
            if i64::from(age) <= i64::from(keep_days) {
                continue;
            }
            match self.delete(id.as_str()) {
                Ok(_) => gone.push(id.to_string()),
                Err(StoreError::BeingRecorded { .. } | StoreError::NoSession { .. }) => {}
                Err(e) => trouble = Some(e),
            }
        }
        trouble.map_or(Ok(gone), Err)
    }

    /// The room the store takes.
    pub fn disk(&self) -> Result<Usage> {
        let layout = &self.layout;
        let database = [layout.database(), layout.write_ahead_log(), layout.shared_memory()];
        Ok(Usage {
            frames_bytes: database.iter().map(|path| disk::file_bytes(path)).sum(),
            sessions_bytes: layout.list()?.iter().map(|id| folder_bytes(&layout.folder(id))).sum(),
            free_bytes: disk::free_bytes(&layout.root)?,
        })
    }
}

/// Finishes what was cut short: deletions, and folders that never became sessions. What fails is left for next time.
pub(crate) fn tidy(store: &Store) {
    workflows::tidy(store);
    runs::tidy(store);
    for folder in store.layout.leftovers().unwrap_or_default() {
        let log = fs::File::open(layout::log(&folder));
        if log.is_ok_and(|log| disk::is_locked(&log).unwrap_or(true)) {
            continue;
        }
        // In one move first: whoever is making it at this moment finds it gone and begins anew, instead of losing a file of it.
        let gone = layout::gone(&folder);
        if gone == folder || fs::rename(&folder, &gone).is_ok() {
            let _ = fs::remove_dir_all(&gone);
        }
    }
    let mut connection = db::hold(&store.connection);
    for (row, id) in doomed(&connection).unwrap_or_default() {
        if let Ok(id) = SessionId::parse(&id) {
            let _ = store.remove(&id, Some(row), &mut connection);
        }
    }
    // Room that could not be given back when it was freed.
    let free: i64 = connection.pragma_query_value(None, "freelist_count", |row| row.get(0)).unwrap_or(0);
    if free > 0 {
        let _ = give_back(&connection, &store.layout.database());
    }
}

fn doomed(connection: &Connection) -> rusqlite::Result<Vec<(i64, String)>> {
    connection
        .prepare("SELECT id, session_id FROM sessions WHERE doomed")?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect()
}

#[derive(Clone, Copy, PartialEq)]
enum Stage {
    Frames,
    Tiles,
    Session,
    Done,
}

impl Stage {
    fn next(self) -> Self {
        match self {
            Self::Frames => Self::Tiles,
            Self::Tiles => Self::Session,
            Self::Session | Self::Done => Self::Done,
        }
    }
}

/// What one transaction deleted, and where the next goes on.
#[derive(Default)]
struct Step {
    frames: u64,
    tiles: u64,
    bytes: u64,
    last: Option<i64>,
}

fn delete_frames(connection: &mut Connection, session: i64, chunk: i64) -> rusqlite::Result<Step> {
    let work = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let (last, bytes): (Option<i64>, Option<i64>) = work.query_row(
        "SELECT MAX(shot), SUM(LENGTH(tiles)) FROM
         (SELECT shot, tiles FROM frames WHERE session = ?1 ORDER BY shot LIMIT ?2)",
        [session, chunk],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    let Some(last) = last else {
        return Ok(Step::default());
    };
    let frames = work.execute("DELETE FROM frames WHERE session = ?1 AND shot <= ?2", [session, last])?;
    work.commit()?;
    Ok(Step { frames: frames as u64, tiles: 0, bytes: bytes.unwrap_or(0) as u64, last: Some(last) })
}

fn delete_tiles(connection: &mut Connection, session: i64, after: i64, chunk: i64) -> rusqlite::Result<Step> {
    let work = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let used: Vec<i64> = work
        .prepare_cached("SELECT tile FROM uses WHERE tile > ?2 AND session = ?1 ORDER BY tile LIMIT ?3")?
        .query_map([session, after, chunk], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    let mut step = Step { last: used.last().copied(), ..Step::default() };
    for tile in used {
        work.prepare_cached("DELETE FROM uses WHERE tile = ?1 AND session = ?2")?.execute([tile, session])?;
        let is_used: bool = work
            .prepare_cached("SELECT EXISTS (SELECT 1 FROM uses WHERE tile = ?1)")?
            .query_row([tile], |row| row.get(0))?;
        if is_used {
            continue;
        }
        step.bytes += work
            .prepare_cached("SELECT LENGTH(packed) FROM tiles WHERE id = ?1")?
            .query_row([tile], |row| row.get::<_, i64>(0))? as u64;
        step.tiles += work.prepare_cached("DELETE FROM tiles WHERE id = ?1")?.execute([tile])? as u64;
    }
    work.commit()?;
    Ok(step)
}

fn delete_session(connection: &mut Connection, session: i64) -> rusqlite::Result<Step> {
    connection.execute("DELETE FROM sessions WHERE id = ?1", params![session])?;
    Ok(Step::default())
}

/// Gives free pages back to the file system, a few at a time. Where readers are in the way, the next time does it.
fn give_back(connection: &Connection, path: &Path) -> rusqlite::Result<()> {
    loop {
        let free: i64 = connection.pragma_query_value(None, "freelist_count", |row| row.get(0))?;
        if free > 0 {
            let mut vacuum = connection.prepare(&format!("PRAGMA incremental_vacuum({VACUUM_PAGES})"))?;
            let mut pages = vacuum.query([])?;
            while pages.next()?.is_some() {}
        }
        db::checkpoint(connection, path, "TRUNCATE")?;
        if free <= VACUUM_PAGES {
            return Ok(());
        }
    }
}

fn folder_bytes(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.metadata().ok()).map(|m| m.len()).sum()
}
