//! The records behind the screens: a plain SQLite file that any client can read while the application runs.

mod change;
mod seeding;
mod types;

pub use change::{Change, Snapshot};
pub(crate) use seeding::phone;
pub use types::{Audit, INSURERS, Invoice, Line, Outcome, Patient, SERVICES, SEXES, Status};

use rusqlite::{Connection, OpenFlags, OptionalExtension as _, Row, params};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What is wrong with the records.
#[derive(Debug, thiserror::Error)]
pub enum RecordsError {
    /// SQLite said no.
    #[error("cannot use the records in {file}: {source}")]
    Database {
        /// Which file.
        file: PathBuf,
        /// What SQLite said.
        source: rusqlite::Error,
    },
    /// The file is a database of something else.
    #[error("{} holds other things than this application's records: name a new file", .0.display())]
    Foreign(PathBuf),
}

/// Shorthand for what records answer.
pub type Result<T> = std::result::Result<T, RecordsError>;

/// Somebody else may be writing for this long.
const BUSY: Duration = Duration::from_secs(10);

/// Marks the file as ours ("CLIN").
const APPLICATION: i64 = 0x434c_494e;

const SCHEMA: &str = "
CREATE TABLE patients (
    id TEXT PRIMARY KEY, last_name TEXT NOT NULL, first_name TEXT NOT NULL, birth_date TEXT NOT NULL,
    sex TEXT NOT NULL, phone TEXT NOT NULL, email TEXT NOT NULL, insurer TEXT NOT NULL,
    reminders INTEGER NOT NULL, twin INTEGER NOT NULL DEFAULT 0);
CREATE TABLE invoices (
    number TEXT PRIMARY KEY, issued_on TEXT NOT NULL, patient_id TEXT NOT NULL REFERENCES patients(id),
    doctor TEXT NOT NULL, amount_cents INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('to_check', 'validated', 'rejected')),
    reason TEXT, twin INTEGER NOT NULL DEFAULT 0);
CREATE TABLE invoice_lines (
    invoice_number TEXT NOT NULL REFERENCES invoices(number), position INTEGER NOT NULL,
    service TEXT NOT NULL, quantity INTEGER NOT NULL, unit_cents INTEGER NOT NULL,
    PRIMARY KEY (invoice_number, position));
CREATE TABLE audit (
    id INTEGER PRIMARY KEY AUTOINCREMENT, at_ms INTEGER NOT NULL, user TEXT NOT NULL, action TEXT NOT NULL,
    target TEXT NOT NULL, detail TEXT NOT NULL, outcome TEXT NOT NULL);
";

const PATIENT: &str = "id, last_name, first_name, birth_date, sex, phone, email, insurer, reminders";
const INVOICE: &str = "i.number, i.issued_on, i.patient_id, p.last_name || ' ' || p.first_name, i.doctor, i.amount_cents, \
     i.status, i.reason FROM invoices i JOIN patients p ON p.id = i.patient_id";

/// What a list is to show.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Words that the number or the name holds; empty for all.
    pub search: String,
    /// Only invoices of this status.
    pub status: Option<Status>,
    /// Also the look-alikes.
    pub twins: bool,
}

/// The records of a clinic.
#[derive(Debug)]
pub struct Records {
    file: PathBuf,
    db: Connection,
}

impl Records {
    /// Opens the records of an application to read them, also while it runs.
    pub fn open(file: &Path) -> Result<Self> {
        let db = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY);
        Self::of(file, db)?.checked()
    }

    /// Opens the records to work with them; a file that is not there is filled from the seed.
    pub(crate) fn open_or_fill(file: &Path, seed: u64) -> Result<Self> {
        let mut records = Self::of(file, Connection::open(file))?;
        let tables: i64 = records.one("SELECT count(*) FROM sqlite_master", [])?;
        if tables > 0 {
            return records.checked();
        }
        // Practice data: a power cut may take them.
        records.ask(|db| db.execute_batch("PRAGMA synchronous = OFF; PRAGMA foreign_keys = ON;"))?;
        let filled = seeding::fill(&mut records.db, SCHEMA, APPLICATION, seed);
        filled.map_err(|source| RecordsError::Database { file: file.to_owned(), source })?;
        Ok(records)
    }

    fn of(file: &Path, db: rusqlite::Result<Connection>) -> Result<Self> {
        let opened = db.and_then(|db| db.busy_timeout(BUSY).map(|()| db));
        let failed = |source| RecordsError::Database { file: file.to_owned(), source };
        Ok(Self { file: file.to_owned(), db: opened.map_err(failed)? })
    }

    fn checked(self) -> Result<Self> {
        let application: i64 = self.one("PRAGMA application_id", [])?;
        if application == APPLICATION { Ok(self) } else { Err(RecordsError::Foreign(self.file)) }
    }

    fn ask<T>(&self, question: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T> {
        question(&self.db).map_err(|source| RecordsError::Database { file: self.file.clone(), source })
    }

    fn one<T: rusqlite::types::FromSql>(&self, sql: &str, with: impl rusqlite::Params) -> Result<T> {
        self.ask(|db| db.query_row(sql, with, |row| row.get(0)))
    }

    fn many<T>(
        &self,
        sql: &str,
        with: impl rusqlite::Params,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>> {
        self.ask(|db| db.prepare_cached(sql)?.query_map(with, read)?.collect())
    }

    /// An invoice by its number.
    pub fn invoice(&self, number: &str) -> Result<Option<Invoice>> {
        let sql = format!("SELECT {INVOICE} WHERE i.number = ?1");
        self.ask(|db| db.query_row(&sql, [number], Invoice::read).optional())
    }

    /// The invoices that are wanted, the newest first.
    pub fn invoices(&self, wanted: &Wanted) -> Result<Vec<Invoice>> {
        let sql = format!(
            "SELECT {INVOICE} WHERE (i.number LIKE ?1 ESCAPE '\\' OR p.last_name || ' ' || p.first_name LIKE ?1 ESCAPE '\\')
             AND (?2 IS NULL OR i.status = ?2) AND (?3 OR NOT i.twin) ORDER BY i.issued_on DESC, i.number DESC"
        );
        let status = wanted.status.map(Status::word);
        self.many(&sql, params![like(&wanted.search), status, wanted.twins], Invoice::read)
    }

    /// What an invoice is made of.
    pub fn lines(&self, number: &str) -> Result<Vec<Line>> {
        let sql = "SELECT service, quantity, unit_cents FROM invoice_lines WHERE invoice_number = ?1 ORDER BY position";
        self.many(sql, [number], |row| {
            Ok(Line { service: row.get(0)?, quantity: row.get(1)?, unit_cents: row.get(2)? })
        })
    }

    /// A patient by id.
    pub fn patient(&self, id: &str) -> Result<Option<Patient>> {
        let sql = format!("SELECT {PATIENT} FROM patients WHERE id = ?1");
        self.ask(|db| db.query_row(&sql, [id], Patient::read).optional())
    }

    /// The patients that are wanted, by name.
    pub fn patients(&self, wanted: &Wanted) -> Result<Vec<Patient>> {
        let sql = format!(
            "SELECT {PATIENT} FROM patients WHERE (id LIKE ?1 ESCAPE '\\' OR last_name || ' ' || first_name LIKE ?1 ESCAPE '\\')
             AND (?2 OR NOT twin) ORDER BY last_name, first_name, id"
        );
        self.many(&sql, params![like(&wanted.search), wanted.twins], Patient::read)
    }

    /// Everything that was submitted, in order, with what became of it.
    pub fn audit(&self) -> Result<Vec<Audit>> {
        let sql = "SELECT id, at_ms, user, action, target, detail, outcome FROM audit ORDER BY id";
        self.many(sql, [], Audit::read)
    }

    /// What the records say at this moment, to be compared with another.
    pub fn snapshot(&self) -> Result<Snapshot> {
        let all = Wanted { twins: true, ..Wanted::default() };
        Ok(Snapshot::of(self.invoices(&all)?, self.patients(&all)?))
    }

    /// Decides on an invoice.
    pub(crate) fn decide(&self, number: &str, status: Status, reason: Option<&str>) -> Result<()> {
        let sql = "UPDATE invoices SET status = ?2, reason = ?3 WHERE number = ?1";
        self.ask(|db| db.execute(sql, params![number, status.word(), reason])).map(drop)
    }

    /// Adds a patient under the next id, and says which.
    pub(crate) fn add_patient(&self, patient: &Patient) -> Result<String> {
        let last: i64 = self.one("SELECT max(CAST(substr(id, 3) AS INTEGER)) FROM patients", [])?;
        let id = format!("P-{:04}", last + 1);
        self.ask(|db| types::insert_patient(db, &Patient { id: id.clone(), ..patient.clone() }, false))?;
        Ok(id)
    }

    /// Writes a patient anew.
    pub(crate) fn change_patient(&self, patient: &Patient) -> Result<()> {
        let sql = "UPDATE patients SET last_name = ?2, first_name = ?3, birth_date = ?4, sex = ?5, phone = ?6, email = ?7, \
                   insurer = ?8, reminders = ?9 WHERE id = ?1";
        let p = patient;
        let values = params![
            p.id,
            p.last_name,
            p.first_name,
            p.birth_date,
            p.sex,
            p.phone,
            p.email,
            p.insurer,
            p.reminders
        ];
        self.ask(|db| db.execute(sql, values)).map(drop)
    }

    /// Notes what was submitted and what became of it.
    pub(crate) fn note(&self, entry: &Audit) -> Result<()> {
        let sql = "INSERT INTO audit (at_ms, user, action, target, detail, outcome) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
        let e = entry;
        let values = params![e.at_ms, e.user, e.action, e.target, e.detail, e.outcome.word()];
        self.ask(|db| db.execute(sql, values)).map(drop)
    }
}

/// A pattern for `LIKE` that holds the words as they are.
fn like(words: &str) -> String {
    let escaped = words.trim().chars().fold(String::new(), |mut text, c| {
        if matches!(c, '%' | '_' | '\\') {
            text.push('\\');
        }
        text.push(c);
        text
    });
    format!("%{escaped}%")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn records(seed: u64) -> (tempfile::TempDir, Records) {
        let folder = tempfile::tempdir().unwrap();
        let records = Records::open_or_fill(&folder.path().join("clinic.db"), seed).unwrap();
        (folder, records)
    }

    #[test]
    fn a_seed_always_gives_the_same_records() {
        let ((_a, first), (_b, same), (_c, other)) = (records(1), records(1), records(2));
        assert_eq!(first.snapshot().unwrap(), same.snapshot().unwrap());
        assert_ne!(first.snapshot().unwrap(), other.snapshot().unwrap());
    }

    #[test]
    fn invoices_are_the_sum_of_their_lines_and_come_in_every_status_and_size() {
        let (_folder, records) = records(1);
        let invoices = records.invoices(&Wanted::default()).unwrap();
        assert!(invoices.len() >= 40);
        for invoice in &invoices {
            let lines = records.lines(&invoice.number).unwrap();
            let sum: i64 = lines.iter().map(|l| l.quantity * l.unit_cents).sum();
            assert_eq!(sum, invoice.amount_cents, "{}", invoice.number);
        }
        for status in [Status::ToCheck, Status::Validated, Status::Rejected] {
            let some = records.invoices(&Wanted { status: Some(status), ..Wanted::default() }).unwrap();
            assert!(some.len() >= 3 && some.iter().all(|i| i.status == status), "{status:?}");
        }
        let open = Wanted { status: Some(Status::ToCheck), ..Wanted::default() };
        let (small, large): (Vec<_>, Vec<_>) =
            records.invoices(&open).unwrap().into_iter().partition(|i| i.amount_cents < 100_000);
        assert!(small.len() >= 6 && large.len() >= 6, "{} and {}", small.len(), large.len());
    }

    #[test]
    fn look_alikes_are_there_only_when_wanted() {
        let (_folder, records) = records(1);
        let count = |twins| records.invoices(&Wanted { twins, ..Wanted::default() }).unwrap().len();
        assert!(count(true) >= count(false) + 8);
    }

    #[test]
    fn a_search_takes_its_words_as_they_are() {
        let (_folder, records) = records(1);
        let find = |search: &str| {
            records.invoices(&Wanted { search: search.into(), ..Wanted::default() }).unwrap().len()
        };
        let number = records.invoices(&Wanted::default()).unwrap()[0].number.clone();
        assert_eq!(find(&number), 1);
        assert_eq!(find(&format!("  {number} ")), 1);
        for nothing in ["%", "_____", "' OR 1=1 --", "\\"] {
            assert_eq!(find(nothing), 0, "{nothing}");
        }
    }

    #[test]
    fn a_file_of_something_else_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("other.db");
        Connection::open(&file).unwrap().execute_batch("CREATE TABLE t (a)").unwrap();
        assert!(matches!(Records::open_or_fill(&file, 1), Err(RecordsError::Foreign(_))));
        std::fs::write(&file, "not a database at all, but long enough to look at").unwrap();
        assert!(Records::open_or_fill(&file, 1).is_err());
        assert!(Records::open(&folder.path().join("none.db")).is_err());
    }

    #[test]
    fn differences_are_exactly_what_was_done() {
        let (_folder, records) = records(1);
        let before = records.snapshot().unwrap();
        let open = Wanted { status: Some(Status::ToCheck), ..Wanted::default() };
        let invoices = records.invoices(&open).unwrap();
        records.decide(&invoices[0].number, Status::Validated, None).unwrap();
        records.decide(&invoices[1].number, Status::Rejected, Some("No")).unwrap();
        let mut patient = records.patients(&Wanted::default()).unwrap()[0].clone();
        patient.phone = "01 02 03 04 05".into();
        records.change_patient(&patient).unwrap();
        let new = Patient { last_name: "Nouveau".into(), ..patient.clone() };
        let id = records.add_patient(&new).unwrap();
        assert_ne!(id, patient.id);
        let mut changes = before.differences(&records.snapshot().unwrap());
        changes.sort();
        let mut wanted = vec![
            Change::decided(&invoices[0].number, Status::Validated, None),
            Change::decided(&invoices[1].number, Status::Rejected, Some("No")),
            Change::PatientChanged(patient),
            Change::added(&new),
        ];
        wanted.sort();
        assert_eq!(changes, wanted);
    }
}
