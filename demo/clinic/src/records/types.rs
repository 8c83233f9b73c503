//! What the records hold.

use rusqlite::{Connection, Row, params};
use serde::{Deserialize, Serialize};

/// What has been decided on an invoice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Nothing yet.
    ToCheck,
    /// It is right.
    Validated,
    /// It is not.
    Rejected,
}

impl Status {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::ToCheck, Self::Validated, Self::Rejected];

    /// As it is in the database.
    pub fn word(self) -> &'static str {
        match self {
            Self::ToCheck => "to_check",
            Self::Validated => "validated",
            Self::Rejected => "rejected",
        }
    }

    /// The status of that word.
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.word() == word)
    }
}

/// An invoice.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Invoice {
    /// Its number, such as `F-2026-0123`.
    pub number: String,
    /// The day it was written, as `2026-03-16`.
    pub issued_on: String,
    /// Whose it is.
    pub patient_id: String,
    /// The patient's name, last name first.
    pub patient: String,
    /// Who treated.
    pub doctor: String,
    /// The sum, in cents.
    pub amount_cents: i64,
    /// What has been decided.
    pub status: Status,
    /// Why it was rejected.
    pub reason: Option<String>,
}

impl Invoice {
    pub(super) fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        let status: String = row.get(6)?;
        Ok(Self {
            number: row.get(0)?,
            issued_on: row.get(1)?,
            patient_id: row.get(2)?,
            patient: row.get(3)?,
            doctor: row.get(4)?,
            amount_cents: row.get(5)?,
            // The table admits no other word.
            status: Status::of(&status).unwrap_or(Status::ToCheck),
            reason: row.get(7)?,
        })
    }
}

/// One line of an invoice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What was done, one of [`SERVICES`].
    pub service: String,
    /// How many times.
    pub quantity: i64,
    /// What one costs, in cents.
    pub unit_cents: i64,
}

/// What the clinic does: code, in French, in English, and what it costs in cents.
pub const SERVICES: &[(&str, &str, &str, i64)] = &[
    ("CS", "Consultation", "Consultation", 2_800),
    ("BIO", "Analyse de sang", "Blood test", 4_650),
    ("RX", "Radiographie", "X-ray", 6_475),
    ("ECG", "Électrocardiogramme", "Electrocardiogram", 3_120),
    ("PANS", "Pansement", "Dressing", 1_940),
    ("KINE", "Séance de kinésithérapie", "Physiotherapy session", 2_230),
    ("IRM", "IRM", "MRI scan", 38_500),
    ("CHIR", "Chirurgie ambulatoire", "Day surgery", 64_000),
    ("CHB", "Chambre, par nuit", "Room, per night", 18_200),
];

/// The insurers a patient can be with; the first means none.
pub const INSURERS: &[&str] =
    &["", "Harmonie Santé", "Mutuelle du Rhône", "Prévoyance Atlantique", "Sillage"];

/// The words for a patient's sex: not told, female, male.
pub const SEXES: &[&str] = &["", "F", "M"];

/// A patient.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Patient {
    /// Such as `P-0012`; empty as long as there is none.
    pub id: String,
    /// Family name.
    pub last_name: String,
    /// Given name.
    pub first_name: String,
    /// As `1975-11-03`.
    pub birth_date: String,
    /// One of [`SEXES`].
    pub sex: String,
    /// As it was typed.
    pub phone: String,
    /// As it was typed.
    pub email: String,
    /// One of [`INSURERS`].
    pub insurer: String,
    /// Wants to be reminded by message.
    pub reminders: bool,
}

impl Patient {
    pub(super) fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            id: row.get(0)?,
            last_name: row.get(1)?,
            first_name: row.get(2)?,
            birth_date: row.get(3)?,
            sex: row.get(4)?,
            phone: row.get(5)?,
            email: row.get(6)?,
            insurer: row.get(7)?,
            reminders: row.get(8)?,
        })
    }
}

pub(super) fn insert_patient(db: &Connection, p: &Patient, twin: bool) -> rusqlite::Result<()> {
    db.execute(
        "INSERT INTO patients VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
        params![
            p.id,
            p.last_name,
            p.first_name,
            p.birth_date,
            p.sex,
            p.phone,
            p.email,
            p.insurer,
            p.reminders,
            twin
        ],
    )
    .map(drop)
}

/// What became of something that was submitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It was done.
    Done,
    /// It was not allowed, and an error box said why.
    Refused,
    /// It failed, and an error box said so.
    Failed,
    /// It was not saved, and the screen said that it was.
    NotSaved,
    /// The same form came a second time and was ignored.
    RepeatIgnored,
    /// The login had expired.
    LoginExpired,
}

impl Outcome {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Done, Self::Refused, Self::Failed, Self::NotSaved, Self::RepeatIgnored, Self::LoginExpired];

    /// As it is in the database.
    pub fn word(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Refused => "refused",
            Self::Failed => "failed",
            Self::NotSaved => "not_saved",
            Self::RepeatIgnored => "repeat_ignored",
            Self::LoginExpired => "login_expired",
        }
    }
}

/// One thing that was submitted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Audit {
    /// Its place in the order of all.
    pub id: i64,
    /// When, in milliseconds of Unix time.
    pub at_ms: i64,
    /// Who was logged in.
    pub user: String,
    /// `login`, `logout`, `validate`, `reject`, `patient_new` or `patient_edit`.
    pub action: String,
    /// The invoice or patient.
    pub target: String,
    /// What was submitted with it.
    pub detail: String,
    /// What became of it.
    pub outcome: Outcome,
}

impl Audit {
    pub(super) fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        let outcome: String = row.get(6)?;
        Ok(Self {
            id: row.get(0)?,
            at_ms: row.get(1)?,
            user: row.get(2)?,
            action: row.get(3)?,
            target: row.get(4)?,
            detail: row.get(5)?,
            outcome: Outcome::ALL.into_iter().find(|o| o.word() == outcome).unwrap_or(Outcome::Failed),
        })
    }
}
