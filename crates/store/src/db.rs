//! The database of frames: how it is opened, and its schema.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, OptionalExtension, TransactionBehavior};

use crate::disk;
use crate::error::{Doing, Result, StoreError};
use crate::layout::Layout;

/// `PRAGMA user_version` of the schema below.
const VERSION: i64 = 1;
/// How long one waits for another process's transaction.
const PATIENCE: Duration = Duration::from_secs(10);
/// What the write-ahead log is cut back to once it has been carried into the database.
const WAL_KEPT_BYTES: i64 = 1 << 20;
/// Carried over in the middle of a commit only beyond this many pages (64 MB): see `sync.rs`.
const LATE_CHECKPOINT_PAGES: i64 = 16_384;

/// Numbers of sessions are never used again, so that a number held by a process that was stopped in the middle
/// of a deletion cannot mean another session. `uses` is ordered by tile: a recording appends to its end.
const SCHEMA: &str = "
CREATE TABLE sessions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    session_id TEXT NOT NULL UNIQUE,
    doomed INTEGER NOT NULL DEFAULT 0,
    json_stamp TEXT,
    started_at TEXT,
    ended_at TEXT,
    label TEXT,
    events INTEGER
);
CREATE TABLE tiles (
    id INTEGER PRIMARY KEY,
    name BLOB NOT NULL UNIQUE,
    packed BLOB NOT NULL
);
CREATE TABLE frames (
    session INTEGER NOT NULL REFERENCES sessions (id),
    shot INTEGER NOT NULL,
    nth INTEGER NOT NULL,
    t REAL NOT NULL,
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    base INTEGER,
    tiles BLOB NOT NULL,
    digest BLOB NOT NULL,
    added_bytes INTEGER NOT NULL,
    PRIMARY KEY (session, shot)
) WITHOUT ROWID;
CREATE TABLE uses (
    tile INTEGER NOT NULL REFERENCES tiles (id),
    session INTEGER NOT NULL REFERENCES sessions (id),
    PRIMARY KEY (tile, session)
) WITHOUT ROWID;
";

/// One at a time in this process: closing the file that was just made drops every lock SQLite has on it.
static OPENING: Mutex<()> = Mutex::new(());

/// Opens the database of a store, and makes it when there is none.
pub(crate) fn open(layout: &Layout) -> Result<Connection> {
    let path = layout.database();
    let _one_at_a_time = OPENING.lock().unwrap_or_else(PoisonError::into_inner);
    match disk::make_file(&path) {
        Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => disk::close_file(&path)?,
        made => drop(made.doing("make", &path)?),
    }
    let mut connection = connect(&path)?;
    migrate(&mut connection, &path)?;
    Ok(connection)
}

fn connect(path: &Path) -> Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).doing("open", path)?;
    connection.busy_timeout(PATIENCE).doing("open", path)?;
    // Before the first page is written: afterwards it has no effect.
    connection.pragma_update(None, "auto_vacuum", "INCREMENTAL").doing("open", path)?;
    let mode: String = connection
        .pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get(0))
        .doing("open", path)?;
    if mode != "wal" {
        return Err(StoreError::damaged(
            path.display().to_string(),
            format!("it stays in journal mode {mode:?}; put the data folder on a local disk"),
        ));
    }
    let settings: [(&str, &dyn rusqlite::ToSql); 5] = [
        ("synchronous", &"NORMAL"),
        ("secure_delete", &"ON"),
        ("foreign_keys", &"ON"),
        ("temp_store", &"MEMORY"),
        ("journal_size_limit", &WAL_KEPT_BYTES),
    ];
    for (name, value) in settings {
        set(&connection, name, value).doing("open", path)?;
    }
    Ok(connection)
}

/// Leaves carrying the write-ahead log over to the syncer, off the recorder's path.
pub(crate) fn checkpoint_late(connection: &Connection, path: &Path) -> Result<()> {
    set(connection, "wal_autocheckpoint", &LATE_CHECKPOINT_PAGES).doing("open", path)
}

/// Carries the write-ahead log into the database, where there is room for what that adds to it: begun without, it
/// would take the last room there is and still fail.
pub(crate) fn checkpoint(connection: &Connection, path: &Path, mode: &str) -> rusqlite::Result<()> {
    let number = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let wanted = (number("page_count")? * number("page_size")?).max(0) as u64;
    let growth = wanted.saturating_sub(disk::file_bytes(path));
    let free = path.parent().and_then(|folder| disk::free_bytes(folder).ok());
    if free.is_some_and(|free| free < growth) {
        return Ok(());
    }
    connection.query_row(&format!("PRAGMA wal_checkpoint({mode})"), [], |_| Ok(()))
}

/// Some pragmas answer with a row, some do not.
pub(crate) fn set(connection: &Connection, name: &str, value: &dyn rusqlite::ToSql) -> rusqlite::Result<()> {
    connection.pragma_update_and_check(None, name, value, |_| Ok(())).optional().map(|_| ())
}

fn migrate(connection: &mut Connection, path: &Path) -> Result<()> {
    if version(connection).doing("open", path)? == VERSION {
        return Ok(());
    }
    // Two processes may both find it empty: the second sees what the first made.
    let work = connection.transaction_with_behavior(TransactionBehavior::Immediate).doing("open", path)?;
    match version(&work).doing("open", path)? {
        VERSION => return Ok(()),
        0 => {}
        found => {
            return Err(StoreError::Newer { path: path.to_owned(), found, known: VERSION });
        }
    }
    let tables: i64 =
        work.query_row("SELECT COUNT(*) FROM sqlite_schema", [], |row| row.get(0)).doing("open", path)?;
    if tables != 0 {
        return Err(StoreError::damaged(path.display().to_string(), "it was not made by Lea; move it away"));
    }
    work.execute_batch(SCHEMA).doing("prepare", path)?;
    work.pragma_update(None, "user_version", VERSION).doing("prepare", path)?;
    work.commit().doing("prepare", path)
}

fn version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// The number of a session, or none when the database does not know it.
pub(crate) fn session_row(connection: &Connection, id: &str) -> rusqlite::Result<Option<i64>> {
    connection
        .prepare_cached("SELECT id FROM sessions WHERE session_id = ?1")?
        .query_row([id], |row| row.get(0))
        .optional()
}

/// Waits for the connection; a thread that panicked with it left no transaction open.
pub(crate) fn hold(connection: &Mutex<Connection>) -> MutexGuard<'_, Connection> {
    connection.lock().unwrap_or_else(PoisonError::into_inner)
}
