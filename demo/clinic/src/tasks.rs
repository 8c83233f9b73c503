//! The tasks: what a person does here all day, with the values that vary from time to time.

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
}

/// The names of all tasks.
pub const TASKS: [&str; 6] = [
    "validate_invoice",
    "reject_invoice",
    "register_patient",
    "correct_phone",
    "validate_page",
    "amount_decides",
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
        match attempt(person, task, &mut done, &mut rows) {
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

fn attempt(
    person: &mut Person<'_>,
    task: &Task,
    done: &mut Done,
    rows: &mut Option<Vec<String>>,
) -> Result<(), Setback> {
    person.logs_in()?;
    match task {
        Task::ValidateInvoice { number } => {
            finds_invoice(person, number)?;
            validates(person, number, done)?;
        }
        Task::RejectInvoice { number, reason, stumbles } => {
            finds_invoice(person, number)?;
            rejects(person, number, reason, *stumbles, done)?;
        }
        Task::RegisterPatient { patient, stumbles } => return registers(person, patient, *stumbles, done),
        Task::CorrectPhone { patient, phone, stumbles } => {
            return corrects_phone(person, patient, phone, *stumbles, done);
        }
        Task::ValidatePage { most } => return validates_page(person, *most, done, rows),
        Task::AmountDecides { number } => {
            finds_invoice(person, number)?;
            let amount = person.reads("detail.amount")?.parse::<i64>().unwrap_or(i64::MAX);
            if amount < DECIDING_AMOUNT {
                validates(person, number, done)?;
            } else {
                let reason = doctor_reason(person.clinic.switches().language);
                rejects(person, number, reason, false, done)?;
            }
        }
    }
    person.clicks_to("button.back", &["invoice_list"]).map(drop)
}

/// Searches an invoice by its number and opens it.
fn finds_invoice(person: &mut Person<'_>, number: &str) -> Result<(), Setback> {
    person.clicks_to("menu.invoices", &["invoice_list"])?;
    person.types("search.box", number)?;
    person.clicks_to("search.button", &["invoice_list"])?;
    person.clicks_to(&format!("row.{number}.open"), &["invoice_detail"]).map(drop)
}

/// Whether an invoice that is open has been decided so already, by an attempt that looked as if it had failed.
fn is_decided(person: &Person<'_>, status: Status) -> Result<bool, Setback> {
    Ok(person.reads("detail.status")? == status.word())
}

fn validates(person: &mut Person<'_>, number: &str, done: &mut Done) -> Result<(), Setback> {
    if !is_decided(person, Status::Validated)? {
        person.clicks_to("button.validate", &["invoice_detail+validate"])?;
        person.clicks_to("validate.confirm", &["invoice_detail"])?;
    }
    believes(done, Change::decided(number, Status::Validated, None));
    Ok(())
}

fn rejects(
    person: &mut Person<'_>,
    number: &str,
    reason: &str,
    stumbles: bool,
    done: &mut Done,
) -> Result<(), Setback> {
    if !is_decided(person, Status::Rejected)? {
        person.clicks_to("button.reject", &["invoice_detail+reject"])?;
        if stumbles && !done.setbacks.iter().any(|s| s == "reason_missing") {
            person.clicks_to("reject.confirm", &["invoice_detail!reason_missing"])?;
            done.setbacks.push("reason_missing".to_owned());
            person.dismisses()?;
            person.clicks_to("button.reject", &["invoice_detail+reject"])?;
        }
        person.types("reject.reason", reason)?;
        person.clicks_to("reject.confirm", &["invoice_detail"])?;
    }
    believes(done, Change::decided(number, Status::Rejected, Some(reason)));
    Ok(())
}

fn believes(done: &mut Done, change: Change) {
    if !done.changes.contains(&change) {
        done.changes.push(change);
    }
}

fn validates_page(
    person: &mut Person<'_>,
    most: usize,
    done: &mut Done,
    rows: &mut Option<Vec<String>>,
) -> Result<(), Setback> {
    person.clicks_to("menu.invoices", &["invoice_list"])?;
    let seen = person.clicks_to("filter.to_check", &["invoice_list"])?;
    let numbers = rows
        .get_or_insert_with(|| {
            // From top to bottom, as they are read.
            let mut found: Vec<(i64, String)> = seen
                .elements
                .iter()
                .filter_map(|e| {
                    let number = e.name.strip_prefix("row.")?.strip_suffix(".open")?;
                    Some((e.rect[1] as i64, number.to_owned()))
                })
                .collect();
            found.sort();
            found.into_iter().map(|(_, number)| number).take(most).collect()
        })
        .clone();
    for number in numbers {
        let is_done = done.changes.contains(&Change::decided(&number, Status::Validated, None));
        let row = format!("row.{number}.open");
        if is_done {
            continue;
        }
        if person.sees()?.element(&row).is_none() {
            // Validated by an attempt that looked as if it had failed: it is no longer to be checked.
            believes(done, Change::decided(&number, Status::Validated, None));
            continue;
        }
        person.clicks_to(&row, &["invoice_detail"])?;
        validates(person, &number, done)?;
        person.clicks_to("button.back", &["invoice_list"])?;
    }
    Ok(())
}

/// One field of the form to fill.
type Fill = fn(&mut Person<'_>, &Patient) -> Result<(), Setback>;

fn registers(
    person: &mut Person<'_>,
    patient: &Patient,
    stumbles: bool,
    done: &mut Done,
) -> Result<(), Setback> {
    person.clicks_to("menu.patients", &["patient_list"])?;
    person.clicks_to("patients.new", &["patient_new"])?;
    let mut fields: Vec<Fill> = vec![
        |person, p| person.types("patient.last_name", &p.last_name),
        |person, p| person.types("patient.first_name", &p.first_name),
        |person, p| person.chooses("patient.sex", &p.sex),
        |person, p| person.types("patient.phone", &p.phone),
        |person, p| person.types("patient.email", &p.email),
        |person, p| person.chooses("patient.insurer", &p.insurer),
        |person, p| person.ticks("patient.reminders", p.reminders),
    ];
    let birth_date: Fill = |person, p| person.types("patient.birth_date", &as_typed(&p.birth_date));
    let forgets = stumbles && !done.setbacks.iter().any(|s| s == "birth_date_missing");
    if !forgets {
        fields.insert(2, birth_date);
    }
    person.in_some_order(&mut fields);
    for fill in fields {
        fill(person, patient)?;
    }
    if forgets {
        person.clicks_to("patient.save", &["patient_new!birth_date_missing"])?;
        done.setbacks.push("birth_date_missing".to_owned());
        person.dismisses()?;
        birth_date(person, patient)?;
    }
    // One whose record was lost without a word is led to the list.
    saves(person, "patient_new", &["patient_edit", "patient_list"], done)?;
    believes(done, Change::added(patient));
    Ok(())
}

fn corrects_phone(
    person: &mut Person<'_>,
    id: &str,
    phone: &str,
    stumbles: bool,
    done: &mut Done,
) -> Result<(), Setback> {
    person.clicks_to("menu.patients", &["patient_list"])?;
    person.types("search.box", id)?;
    person.clicks_to("search.button", &["patient_list"])?;
    person.clicks_to(&format!("row.{id}.open"), &["patient_edit"])?;
    let patient = person.clinic.records().ok().and_then(|records| records.patient(id).ok().flatten());
    if stumbles && !done.setbacks.iter().any(|s| s == "phone_invalid") {
        person.types("patient.phone", &phone[..2])?;
        person.clicks_to("patient.save", &["patient_edit!phone_invalid"])?;
        done.setbacks.push("phone_invalid".to_owned());
        person.dismisses()?;
    }
    person.types("patient.phone", phone)?;
    saves(person, "patient_edit", &["patient_edit"], done)?;
    if let Some(patient) = patient {
        believes(done, Change::PatientChanged(Patient { phone: phone.to_owned(), ..patient }));
    }
    Ok(())
}

/// Saves a form, and tries again on the spot when that fails: what was typed is still there.
fn saves(person: &mut Person<'_>, screen: &str, views: &[&str], done: &mut Done) -> Result<(), Setback> {
    let failed = format!("{screen}!save_failed");
    let views: Vec<&str> = views.iter().copied().chain([failed.as_str()]).collect();
    for _ in 0..ROUNDS {
        let seen = person.clicks_to("patient.save", &views)?;
        if seen.error.is_none() {
            return Ok(());
        }
        done.setbacks.push("save_failed".to_owned());
        person.dismisses()?;
    }
    Err(Setback::ErrorBox("save_failed".to_owned()))
}

/// A date written as `2026-03-16`, as it is typed.
fn as_typed(iso: &str) -> String {
    let parts: Vec<&str> = iso.split('-').rev().collect();
    parts.join("/")
}
