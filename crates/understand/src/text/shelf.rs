//! What lines said, on disk: a database that outlives the process.
//!
//! It is a cache: a file that cannot be used is replaced by an empty one, and one that cannot be had is done without. What
//! people may have wanted forgotten is another matter: what cannot be taken out is thrown away with the whole file.

use super::cache::{Key, Reading};
use super::{Line, Word};
use crate::params::reading::{KEPT, LOOK_EVERY, WAIT, WAIT_TO_FORGET};
use lea_model::Rect;
use rusqlite::{Connection, ErrorCode, OptionalExtension as _, TransactionBehavior, params};
use std::path::{Path, PathBuf};

/// The file in the folder of the caller.
const FILE: &str = "lines.db";

/// The layout of the tables: a file with another is replaced.
const LAYOUT: i32 = 1;

/// Readings on disk. Its errors are nobody's business: what is not there is read again.
pub(crate) struct Shelf {
    path: PathBuf,
    database: Option<Connection>,
    /// The secret of this installation, from which the names of lines are made.
    pub(crate) secret: Key,
    written: usize,
    limit: i64,
}

/// A reading to keep, and the session it is from; none where it was no session's.
pub(crate) struct Kept<'a> {
    pub(crate) key: Key,
    pub(crate) reading: &'a Reading,
    pub(crate) session: Option<&'a str>,
}

impl Shelf {
    /// Opens or makes the file in `folder`; none where it can be neither.
    pub(crate) fn open(folder: &Path) -> Option<Self> {
        make_folder(folder);
        let path = folder.join(FILE);
        let opened = connect(&path).or_else(|_| {
            remove(&path);
            connect(&path)
        });
        let (database, secret) = opened.ok()?;
        Some(Self { path, database: Some(database), secret, written: 0, limit: KEPT })
    }

    /// What these pixels said, if anybody here has read them.
    pub(crate) fn get(&mut self, key: &Key) -> Option<Reading> {
        let text: Option<String> = self.with(|database| {
            let mut line = database.prepare_cached("SELECT reading FROM line WHERE key = ?1")?;
            line.query_row([&key[..]], |row| row.get(0)).optional()
        })?;
        decoded(&text?)
    }

    /// Remembers readings, and which session each was seen in. What was there already is young again.
    pub(crate) fn put(&mut self, readings: &[Kept<'_>]) {
        if readings.is_empty() {
            return;
        }
        self.written += readings.len();
        let is_due = self.written >= LOOK_EVERY;
        if is_due {
            self.written = 0;
        }
        let limit = self.limit;
        self.with(|database| {
            let work = database.transaction_with_behavior(TransactionBehavior::Immediate)?;
            {
                let next = "(SELECT coalesce(max(used), 0) + 1 FROM line)";
                let line =
                    format!("INSERT OR REPLACE INTO line (key, reading, used) VALUES (?1, ?2, {next})");
                let mut line = work.prepare_cached(&line)?;
                let mut source =
                    work.prepare_cached("INSERT OR IGNORE INTO source (key, session) VALUES (?1, ?2)")?;
                for Kept { key, reading, session } in readings {
                    line.execute(params![&key[..], encoded(reading)])?;
                    source.execute(params![&key[..], session.unwrap_or("")])?;
                }
            }
            if is_due {
                let oldest = "DELETE FROM line WHERE used <= (SELECT used FROM line ORDER BY used DESC LIMIT 1 OFFSET ?1)";
                work.execute(oldest, [limit])?;
                work.execute("DELETE FROM source WHERE key NOT IN (SELECT key FROM line)", [])?;
            }
            work.commit()
        });
    }

    /// The sessions that something was seen in; none where that cannot be told.
    fn sessions(&mut self) -> Option<Vec<String>> {
        self.patiently(|database| {
            let mut sessions = database.prepare("SELECT DISTINCT session FROM source WHERE session <> ''")?;
            sessions.query_map([], |row| row.get(0))?.collect()
        })
    }

    /// Forgets what was seen in that session alone; false where it is still there.
    pub(crate) fn forget_session(&mut self, session: &str) -> bool {
        self.forget_with(|database| {
            let work = database.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let only_there = "DELETE FROM line WHERE key IN (SELECT key FROM source WHERE session = ?1)
                AND key NOT IN (SELECT key FROM source WHERE session <> ?1)";
            work.execute(only_there, [session])?;
            work.execute("DELETE FROM source WHERE session = ?1", [session])?;
            work.commit()
        })
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.forget_with(|database| database.execute_batch("DELETE FROM line; DELETE FROM source;"));
    }

    /// Forgets something, or everything where that cannot be done; false where even that cannot.
    fn forget_with(&mut self, work: impl FnOnce(&mut Connection) -> rusqlite::Result<()>) -> bool {
        self.patiently(work).is_some() || self.start_anew()
    }

    fn patiently<T>(&mut self, work: impl FnOnce(&mut Connection) -> rusqlite::Result<T>) -> Option<T> {
        self.with(|database| {
            database.busy_timeout(WAIT_TO_FORGET)?;
            let done = work(database);
            database.busy_timeout(WAIT)?;
            done
        })
    }

    /// Does something with the database; a file that turns out to be broken is replaced.
    fn with<T>(&mut self, work: impl FnOnce(&mut Connection) -> rusqlite::Result<T>) -> Option<T> {
        match work(self.database.as_mut()?) {
            Ok(done) => Some(done),
            Err(error) => {
                let broken = [ErrorCode::DatabaseCorrupt, ErrorCode::NotADatabase];
                if error.sqlite_error_code().is_some_and(|code| broken.contains(&code)) {
                    self.start_anew();
                }
                None
            }
        }
    }

    /// Throws the file away; false where that cannot be done.
    fn start_anew(&mut self) -> bool {
        self.database = None;
        let is_gone = remove(&self.path);
        // The old secret stays in use: names made with it are in memory. The new file's own is for those who open it next.
        self.database = connect(&self.path).ok().map(|(database, _)| database);
        let secret = self.secret;
        self.with(|database| database.execute("UPDATE secret SET secret = ?1", [&secret[..]]));
        is_gone
    }
}

/// What was read in deleted sessions could not be taken out of a file.
#[derive(Debug, thiserror::Error)]
#[error("what was read in deleted recordings is still in {}: delete that file", .0.display())]
pub struct StillKept(PathBuf);

/// Forgets what was read in sessions that are gone and nowhere else, in a folder that readers keep it in
/// ([`super::Reader::with_cache`]). It takes no models, and costs nothing where nothing was kept.
pub fn forget_gone(folder: &Path, mut is_gone: impl FnMut(&str) -> bool) -> Result<(), StillKept> {
    let path = folder.join(FILE);
    if !path.exists() {
        return Ok(());
    }
    let forgotten = Shelf::open(folder).is_some_and(|mut shelf| match shelf.sessions() {
        Some(sessions) => sessions.iter().filter(|s| is_gone(s)).all(|session| shelf.forget_session(session)),
        None => shelf.start_anew(),
    });
    if forgotten || !path.exists() { Ok(()) } else { Err(StillKept(path)) }
}

fn make_folder(folder: &Path) {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    // Where it fails, opening the file in it will too.
    let _ = builder.create(folder);
}

/// Makes the file if need be, for its owner alone: what is on people's screens is in it.
fn make_file(path: &Path) -> std::io::Result<std::fs::File> {
    let mut options = std::fs::OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path)?;
    #[cfg(unix)]
    file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
    Ok(file)
}

/// Removes the file and its journal; true where neither is there afterwards.
fn remove(path: &Path) -> bool {
    let journal = path.with_extension("db-journal");
    for file in [path, &journal] {
        // Where it is not there, all the better.
        let _ = std::fs::remove_file(file);
    }
    !path.exists() && !journal.exists()
}

fn connect(path: &Path) -> rusqlite::Result<(Connection, Key)> {
    make_file(path).map_err(|_| rusqlite::Error::InvalidPath(path.to_owned()))?;
    let mut database = Connection::open(path)?;
    database.busy_timeout(WAIT_TO_FORGET)?;
    // A cache need not survive the loss of power, hence no waiting for the disk; what is deleted is overwritten.
    database.execute_batch(
        "PRAGMA journal_mode = TRUNCATE; PRAGMA synchronous = OFF; PRAGMA secure_delete = ON;",
    )?;
    let work = database.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let layout: i32 = work.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if layout != LAYOUT {
        work.execute_batch(&format!(
            "DROP TABLE IF EXISTS line; DROP TABLE IF EXISTS source; DROP TABLE IF EXISTS secret;
             CREATE TABLE line (key BLOB PRIMARY KEY, reading TEXT NOT NULL, used INTEGER NOT NULL) WITHOUT ROWID;
             CREATE INDEX line_used ON line (used);
             CREATE TABLE source (key BLOB, session TEXT, PRIMARY KEY (key, session)) WITHOUT ROWID;
             CREATE INDEX source_session ON source (session);
             CREATE TABLE secret (secret BLOB NOT NULL);
             INSERT INTO secret VALUES (randomblob(32));
             PRAGMA user_version = {LAYOUT};"
        ))?;
    }
    let secret = work.query_row("SELECT secret FROM secret", [], |row| row.get(0))?;
    work.commit()?;
    database.busy_timeout(WAIT)?;
    Ok((database, secret))
}

/// A reading as text: a row for the line, one for each of its words; nothing where it is no text.
fn encoded(reading: &Reading) -> String {
    use std::fmt::Write as _;
    let mut text = String::new();
    let mut row = |b: &Rect, confidence: f64, what: &str| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{} {} {} {} {confidence} {what}", b.x1, b.y1, b.x2, b.y2);
    };
    if let Some(line) = reading {
        row(&line.bbox, line.confidence, &line.text);
        for word in &line.words {
            row(&word.bbox, word.confidence, &word.text);
        }
    }
    text
}

fn decoded(text: &str) -> Option<Reading> {
    let row = |row: &str| -> Option<Word> {
        let mut fields = row.splitn(6, ' ');
        let mut number = || fields.next()?.parse::<i32>().ok();
        let bbox = Rect { x1: number()?, y1: number()?, x2: number()?, y2: number()? };
        let confidence = fields.next()?.parse().ok()?;
        Some(Word { text: fields.next()?.to_owned(), bbox, confidence })
    };
    let mut rows = text.lines().map(row).collect::<Option<Vec<Word>>>()?.into_iter();
    let Some(first) = rows.next() else { return Some(None) };
    let Word { text, bbox, confidence } = first;
    Some(Some(Line { text, bbox, confidence, words: rows.collect() }))
}
