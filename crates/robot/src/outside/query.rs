//! Counting in a database: SELECT and nothing else, by the database's own authorizer, with a deadline.
//!
//! A text filter for dangerous statements would have to know SQL as well as SQLite does. SQLite asks the authorizer about every action
//! that a statement consists of, before it runs.

use crate::Stop;
use crate::stop::LOOK_EVERY;
use rusqlite::hooks::{AuthAction, AuthContext, Authorization};
use rusqlite::limits::Limit;
use rusqlite::types::Value;
use rusqlite::{Connection, Error, ErrorCode, OpenFlags};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// After so many instructions of SQLite's machine the clock and the stop flag are looked at: less than a millisecond.
const INSTRUCTIONS: i32 = 1000;
/// A text or a row longer than this is an error, in bytes: one instruction over it must be short as well.
const LONGEST_VALUE: i32 = 1 << 20;
/// A LIKE or GLOB pattern is no longer than this, in bytes: its work is its length times that of the text.
const LONGEST_PATTERN: i32 = 200;
/// A query is no longer than this, in bytes.
const LONGEST_QUERY: i32 = 10_000;

/// Functions that reach beyond the database.
const REFUSED_FUNCTIONS: [&str; 2] = ["load_extension", "fts3_tokenizer"];

/// Why there is no count.
#[derive(Debug, thiserror::Error)]
pub enum NoCount {
    /// The statement does more than read.
    #[error("only SELECT may be asked: {0}")]
    NotSelect(String),
    /// The time was up.
    #[error("the query took longer than {} s", .0.as_secs_f64())]
    TimedOut(Duration),
    /// A person said stop.
    #[error("a person ended the run")]
    Stopped,
    /// The database says no.
    #[error(transparent)]
    Database(Error),
}

/// The first number that a query answers, 0 where it answers nothing. Values are bound by name, never spliced.
pub fn count(
    path: &Path,
    query: &str,
    values: &BTreeMap<String, String>,
    stop: &Stop,
    within: Duration,
) -> Result<f64, NoCount> {
    let deadline = Instant::now() + within;
    loop {
        let seen = Seen::default();
        let asking = Asking::open(path, stop, deadline, seen.clone());
        let answer = asking.and_then(|asking| asking.first(query, values));
        let code = answer.as_ref().err().and_then(Error::sqlite_error_code);
        return match (answer, code) {
            (Ok(number), _) => Ok(number),
            (Err(_), _) if stop.is_set() => Err(NoCount::Stopped),
            (Err(_), _) if Instant::now() >= deadline => Err(NoCount::TimedOut(within)),
            // Somebody writes; SQLite itself waits no longer than one look at the flag.
            (Err(_), Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked)) => continue,
            (Err(e), _) if seen.refused.load(Ordering::SeqCst) => Err(NoCount::NotSelect(e.to_string())),
            (Err(e @ Error::InvalidQuery), _) => Err(NoCount::NotSelect(e.to_string())),
            (Err(e), _) => Err(NoCount::Database(e)),
        };
    }
}

/// What the authorizer was asked about.
#[derive(Clone, Default)]
struct Seen {
    /// The statement is a SELECT.
    selects: Arc<AtomicBool>,
    /// Something was refused.
    refused: Arc<AtomicBool>,
}

/// A connection that can only read, and not for ever.
struct Asking {
    connection: Connection,
    seen: Seen,
}

impl Asking {
    fn open(path: &Path, stop: &Stop, deadline: Instant, seen: Seen) -> Result<Self, Error> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut connection = Connection::open_with_flags(path, flags)?;
        connection.busy_timeout(LOOK_EVERY)?;
        connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, LONGEST_VALUE)?;
        connection.set_limit(Limit::SQLITE_LIMIT_LIKE_PATTERN_LENGTH, LONGEST_PATTERN)?;
        connection.set_limit(Limit::SQLITE_LIMIT_SQL_LENGTH, LONGEST_QUERY)?;
        connection.set_limit(Limit::SQLITE_LIMIT_ATTACHED, 0)?;
        let stop = stop.clone();
        connection
            .progress_handler(INSTRUCTIONS, Some(move || stop.is_set() || Instant::now() >= deadline))?;
        let noted = seen.clone();
        connection.authorizer(Some(move |context: AuthContext<'_>| {
            let answer = authorize(&context.action);
            noted.selects.fetch_or(context.action == AuthAction::Select, Ordering::SeqCst);
            noted.refused.fetch_or(answer == Authorization::Deny, Ordering::SeqCst);
            answer
        }))?;
        Ok(Self { connection, seen })
    }

    fn first(&self, query: &str, values: &BTreeMap<String, String>) -> Result<f64, Error> {
        let mut statement = self.connection.prepare(query)?;
        // VACUUM, for one, asks the authorizer about nothing before it runs.
        if !self.seen.selects.load(Ordering::SeqCst) || !statement.readonly() {
            return Err(Error::InvalidQuery);
        }
        for n in 1..=statement.parameter_count() {
            let name = statement.parameter_name(n).unwrap_or_default();
            let value = values.get(name.trim_start_matches([':', '@', '$']));
            let value = value.map_or(Value::Null, |v| Value::Text(v.clone()));
            statement.raw_bind_parameter(n, value)?;
        }
        let mut rows = statement.raw_query();
        rows.next()?
            .map_or(Ok(0.0), |row| row.get::<_, f64>(0).or_else(|_| row.get::<_, i64>(0).map(|n| n as f64)))
    }
}

/// Reading is allowed, and nothing else.
fn authorize(action: &AuthAction<'_>) -> Authorization {
    match action {
        AuthAction::Select | AuthAction::Read { .. } | AuthAction::Recursive => Authorization::Allow,
        AuthAction::Function { function_name } => {
            let refused = REFUSED_FUNCTIONS.iter().any(|f| function_name.eq_ignore_ascii_case(f));
            if refused { Authorization::Deny } else { Authorization::Allow }
        }
        _ => Authorization::Deny,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);
    /// Ends only when somebody ends it.
    const ENDLESS: &str =
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";

    struct Books {
        folder: tempfile::TempDir,
    }

    impl Books {
        fn new() -> Self {
            let folder = tempfile::tempdir().unwrap();
            let books = Self { folder };
            let connection = Connection::open(books.path()).unwrap();
            connection
                .execute_batch(
                    "CREATE TABLE bills (number TEXT, amount REAL); INSERT INTO bills VALUES ('F-1', 10.0), ('F-2', 20.5);",
                )
                .unwrap();
            books
        }

        fn path(&self) -> std::path::PathBuf {
            self.folder.path().join("books.db")
        }

        fn ask(&self, query: &str) -> Result<f64, NoCount> {
            let values = BTreeMap::from([("number".to_owned(), "F-2' OR 1=1 --".to_owned())]);
            count(&self.path(), query, &values, &Stop::default(), 5 * SECOND)
        }
    }

    #[test]
    fn numbers_are_counted_with_values_that_are_bound() {
        let books = Books::new();
        assert_eq!(books.ask("SELECT count(*) FROM bills").unwrap(), 2.0);
        assert_eq!(books.ask("SELECT max(amount) FROM bills WHERE number LIKE 'F-%'").unwrap(), 20.5);
        assert_eq!(books.ask("SELECT count(*) FROM bills WHERE number = :number").unwrap(), 0.0);
        assert_eq!(books.ask("SELECT amount FROM bills WHERE number = 'none'").unwrap(), 0.0);
        let ten = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10) SELECT count(*) FROM n";
        assert_eq!(books.ask(ten).unwrap(), 10.0);
    }

    #[test]
    fn whatever_does_more_than_read_is_refused() {
        let books = Books::new();
        let stolen = books.folder.path().join("stolen.db");
        let before = std::fs::read(books.path()).unwrap();
        let attacks = [
            format!("VACUUM INTO '{}'", stolen.display()),
            "VACUUM".into(),
            format!("ATTACH '{}' AS other", stolen.display()),
            "PRAGMA journal_mode = WAL".into(),
            "PRAGMA table_info(bills)".into(),
            "SELECT count(*) FROM pragma_table_info('bills')".into(),
            "SELECT load_extension('evil.so')".into(),
            "INSERT INTO bills VALUES ('F-3', 1)".into(),
            "UPDATE bills SET amount = 0".into(),
            "DELETE FROM bills".into(),
            "WITH x AS (SELECT 1) DELETE FROM bills".into(),
            "DELETE FROM bills RETURNING 1".into(),
            "DROP TABLE bills".into(),
            "CREATE TEMP TABLE t (x)".into(),
            "CREATE VIRTUAL TABLE v USING fts5(x)".into(),
            "BEGIN EXCLUSIVE".into(),
            "SAVEPOINT s".into(),
            "REINDEX".into(),
            "ANALYZE".into(),
        ];
        for attack in &attacks {
            let answer = books.ask(attack);
            assert!(answer.is_err(), "{attack}: {answer:?}");
        }
        assert!(!stolen.exists());
        assert_eq!(std::fs::read(books.path()).unwrap(), before);
        assert!(matches!(books.ask(&attacks[0]), Err(NoCount::NotSelect(_))));
        assert!(matches!(books.ask(&attacks[6]), Err(NoCount::NotSelect(_))));
    }

    #[test]
    fn a_second_statement_is_never_run() {
        let books = Books::new();
        let _ = books.ask("SELECT 1; DELETE FROM bills");
        assert_eq!(books.ask("SELECT count(*) FROM bills").unwrap(), 2.0);
    }

    #[test]
    fn an_endless_query_ends_at_its_deadline() {
        let books = Books::new();
        let started = Instant::now();
        let answer = count(&books.path(), ENDLESS, &BTreeMap::new(), &Stop::default(), SECOND / 2);
        assert!(matches!(answer, Err(NoCount::TimedOut(_))), "{answer:?}");
        assert!(started.elapsed() < 2 * SECOND, "{:?}", started.elapsed());
    }

    #[test]
    fn a_text_that_would_fill_the_memory_is_an_error() {
        let books = Books::new();
        for bomb in ["SELECT length(zeroblob(2000000000))", "SELECT length(printf('%2000000d', 1))"] {
            assert!(matches!(books.ask(bomb), Err(NoCount::Database(_))), "{bomb}");
        }
    }

    #[test]
    fn a_stop_ends_a_query_within_200_ms() {
        let books = Books::new();
        let stop = Stop::default();
        let flag = stop.flag();
        let stopped = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(100));
            flag.store(true, Ordering::SeqCst);
            Instant::now()
        });
        let answer = count(&books.path(), ENDLESS, &BTreeMap::new(), &stop, 60 * SECOND);
        let took = Instant::now().duration_since(stopped.join().unwrap());
        assert!(matches!(answer, Err(NoCount::Stopped)), "{answer:?}");
        assert!(took < Duration::from_millis(200), "{took:?}");
    }

    #[test]
    fn a_database_that_somebody_writes_is_waited_for_until_the_deadline() {
        let books = Books::new();
        let writer = Connection::open(books.path()).unwrap();
        writer.execute_batch("BEGIN EXCLUSIVE").unwrap();
        let query = "SELECT count(*) FROM bills";
        let answer = count(&books.path(), query, &BTreeMap::new(), &Stop::default(), SECOND / 4);
        assert!(matches!(answer, Err(NoCount::TimedOut(_))), "{answer:?}");
        writer.execute_batch("ROLLBACK").unwrap();
        assert_eq!(books.ask(query).unwrap(), 2.0);
    }
}
