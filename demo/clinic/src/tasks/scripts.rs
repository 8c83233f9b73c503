//! How each task is done, over the verbs of a person.

use super::{DECIDING_AMOUNT, Done, ROUNDS, Task, doctor_reason};
use crate::person::{Person, Setback};
use crate::records::{Change, Patient, Status};
use crate::words::Speech;

/// Does a task once, from wherever the person is.
pub(super) fn attempt(
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
        Task::NoteAmount { number } => {
            finds_invoice(person, number)?;
            notes_amount(person, number)?;
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

/// Writes the number and the amount of the invoice that is open on a line of the notepad. The records stay as they are.
fn notes_amount(person: &mut Person<'_>, number: &str) -> Result<(), Setback> {
    let cents = person.reads("detail.amount")?.parse::<i64>().unwrap_or(0);
    let amount = Speech::of(&person.clinic.switches()).money(cents);
    // As it is typed: the sign of the currency goes without saying.
    let amount = amount.replace('\u{a0}', " ").replace('€', "");
    person.goes_to_notepad()?;
    person.writes_down(&format!("{number} {}", amount.trim()))?;
    person.goes_to_clinic()
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
