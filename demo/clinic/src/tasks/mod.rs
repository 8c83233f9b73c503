//! The tasks: what a person does here all day, with the values that vary from time to time.

mod scripts;

use crate::chance::Chance;
use crate::person::{Person, Setback};
use crate::records::{Change, INSURERS, Patient, Records, RecordsError, Status, Wanted, phone};
use crate::switches::Language;
use serde::{Deserialize, Serialize};

/// From this amount on, a doctor has to look at an invoice (in cents).
pub const DECIDING_AMOUNT: i64 = 100_000;

/// How often a task is begun anew after a login that ended or a save that failed.
const ROUNDS: usize = 8;

/// Something to be done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "task")]
pub enum Task {
    /// Search an invoice by its number and validate it.
    ValidateInvoice {
        /// Which.
        number: String,
    },
    /// Search an invoice and reject it with a reason.
    RejectInvoice {
        /// Which.
        number: String,
        /// Why.
        reason: String,
        /// Forget the reason at first, and meet the error box.
        stumbles: bool,
    },
    /// Register a new patient.
    RegisterPatient {
        /// Who; the id is not known yet.
        patient: Patient,
        /// Forget the date of birth at first, and meet the error box.
        stumbles: bool,
    },
    /// Search a patient and correct the phone number.
    CorrectPhone {
        /// Whose.
        patient: String,
        /// The right number.
        phone: String,
        /// Type half a number at first, and meet the error box.
        stumbles: bool,
    },
    /// Filter the list by "to check" and validate every row of the page, one after the other.
    ValidatePage {
        /// Not more rows than this.
        most: usize,
    },
    /// Look at the amount: under 1000 € it is validated, from 1000 € on rejected for a doctor to look at.
    AmountDecides {
        /// Which invoice.
        number: String,
    },
    /// Search an invoice, and write its number and amount down in another application.
    NoteAmount {
        /// Which invoice.
        number: String,
    },
}

/// The names of all tasks.
pub const TASKS: [&str; 7] = [
    "validate_invoice",
    "reject_invoice",
    "register_patient",
    "correct_phone",
    "validate_page",
    "amount_decides",
    "note_amount",
];

/// What truly happened, for the judge.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Done {
    /// What was to be done.
    #[serde(flatten)]
    pub task: Task,
    /// What the records must say now, if the application did not lie.
    pub changes: Vec<Change>,
    /// What came in between: error boxes, logins that ended.
    pub setbacks: Vec<String>,
    /// When it began and ended, in milliseconds of Unix time.
    pub from_ms: u64,
    /// See `from_ms`.
    pub to_ms: u64,
}

impl Task {
    /// Its name, one of [`TASKS`].
    pub fn name(&self) -> &'static str {
        match self {
            Self::ValidateInvoice { .. } => TASKS[0],
            Self::RejectInvoice { .. } => TASKS[1],
            Self::RegisterPatient { .. } => TASKS[2],
            Self::CorrectPhone { .. } => TASKS[3],
            Self::ValidatePage { .. } => TASKS[4],
            Self::AmountDecides { .. } => TASKS[5],
            Self::NoteAmount { .. } => TASKS[6],
        }
    }

    /// A task of that name with values that chance decides and that the records allow; none where there is no such task,
    /// or no invoice is left to be decided on.
    pub fn draw(
        name: &str,
        records: &Records,
        chance: &mut Chance,
        language: Language,
        stumbles: bool,
    ) -> Result<Option<Self>, RecordsError> {
        let open = records.invoices(&Wanted { status: Some(Status::ToCheck), ..Wanted::default() })?;
        let patients = records.patients(&Wanted::default())?;
        let number = (!open.is_empty()).then(|| chance.pick(&open).number.clone());
        let patient = (!patients.is_empty()).then(|| chance.pick(&patients).id.clone());
        Ok(match name {
            "validate_invoice" => number.map(|number| Self::ValidateInvoice { number }),
            "reject_invoice" => {
                let reason = (*chance.pick(reasons(language))).to_owned();
                number.map(|number| Self::RejectInvoice { number, reason, stumbles })
            }
            "register_patient" => Some(Self::RegisterPatient { patient: somebody(chance), stumbles }),
            "correct_phone" => {
                let phone = phone(chance);
                patient.map(|patient| Self::CorrectPhone { patient, phone, stumbles })
            }
            "validate_page" => Some(Self::ValidatePage { most: 2 + chance.below(3) }),
            "amount_decides" => number.map(|number| Self::AmountDecides { number }),
            "note_amount" => number.map(|number| Self::NoteAmount { number }),
            _ => None,
        })
    }
}

/// Why people reject invoices.
fn reasons(language: Language) -> &'static [&'static str] {
    match language {
        Language::French => {
            &["Pièce justificative manquante", "Montant erroné", "Facture en double", "Date incorrecte"]
        }
        Language::English => {
            &["Supporting document missing", "Wrong amount", "Duplicate invoice", "Incorrect date"]
        }
    }
}

/// What an amount is rejected with that a doctor has to look at.
pub fn doctor_reason(language: Language) -> &'static str {
    match language {
        Language::French => "À vérifier par un médecin",
        Language::English => "To be checked by a doctor",
    }
}

/// Somebody new.
fn somebody(chance: &mut Chance) -> Patient {
    const LAST: &[&str] =
        &["Aubert", "Besnard", "Carpentier", "Deschamps", "Émery", "Fournier", "Guérin", "Humbert"];
    const FIRST: &[(&str, &str)] =
        &[("Alice", "F"), ("Bruno", "M"), ("Chloé", "F"), ("Denis", "M"), ("Élise", "F"), ("Hugo", "M")];
    let (first_name, sex) = *chance.pick(FIRST);
    let last_name = *chance.pick(LAST);
    Patient {
        id: String::new(),
        last_name: last_name.to_owned(),
        first_name: first_name.to_owned(),
        birth_date: format!(
            "{}-{:02}-{:02}",
            chance.between(1940, 2012),
            chance.between(1, 12),
            chance.between(1, 28)
        ),
        sex: sex.to_owned(),
        phone: phone(chance),
        email: format!("client{}@example.org", chance.between(100, 999)),
        insurer: (*chance.pick(INSURERS)).to_owned(),
        reminders: chance.happens(0.5),
    }
}

/// Does a task, and begins anew where a login ended or a save failed.
pub fn perform(person: &mut Person<'_>, task: &Task) -> Result<Done, Setback> {
    let now = crate::truth::now_ms;
    let mut done =
        Done { task: task.clone(), changes: Vec::new(), setbacks: Vec::new(), from_ms: now(), to_ms: now() };
    person.logs_in()?;
    person.begins(task.name())?;
    done.from_ms = now();
    // The rows that were on the page at first: later ones move up and are not meant.
    let mut rows: Option<Vec<String>> = None;
    for _ in 0..ROUNDS {
        match scripts::attempt(person, task, &mut done, &mut rows) {
            Ok(()) => {
                done.to_ms = now();
                person.ends(task.name());
                return Ok(done);
            }
            Err(Setback::LoggedOut) => {
                done.setbacks.push("logged_out".to_owned());
                person.logs_in()?;
            }
            Err(Setback::ErrorBox(name)) => {
                done.setbacks.push(name);
                match person.dismisses() {
                    Err(Setback::LoggedOut) => person.logs_in()?,
                    other => other?,
                }
            }
            Err(other) => return Err(other),
        }
    }
    let came = done.setbacks.last().cloned().unwrap_or_default();
    Err(Setback::ErrorBox(came))
}
