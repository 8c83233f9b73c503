//! What forms do: every submit is noted, with what became of it.

use super::{Answered, State};
use crate::http::{Response, value};
use crate::pages::{Form, Notice, Problem};
use crate::records::{Outcome, RecordsError, Status};
use crate::switches::DoubleSubmits;

/// The longest reason or name that is kept.
const LONGEST_TEXT: usize = 500;

/// What the audit calls a form.
pub(super) fn action(parts: &[&str]) -> &'static str {
    match parts {
        ["invoices", _, "validate"] => "validate",
        ["invoices", _, "reject"] => "reject",
        ["patients"] => "patient_new",
        ["patients", _] => "patient_edit",
        ["logout"] => "logout",
        _ => "unknown",
    }
}

/// What a form is about.
pub(super) fn target<'a>(parts: &[&'a str]) -> &'a str {
    parts.get(1).copied().unwrap_or("")
}

/// What became of a submit, and what is said about it.
struct Result {
    outcome: Outcome,
    notice: Option<Notice>,
    error: Option<Problem>,
    /// The page to go to.
    to: String,
}

impl Result {
    fn refused(error: Problem, to: &str) -> Self {
        Self { outcome: Outcome::Refused, notice: None, error: Some(error), to: to.to_owned() }
    }
}

impl State {
    /// Takes a form, once or twice as the switches have it.
    pub(super) fn submit(
        &mut self,
        parts: &[&str],
        form: &[(String, String)],
        token: &str,
        seed: u64,
    ) -> Answered {
        let form: Vec<(String, String)> =
            form.iter().map(|(n, v)| (n.clone(), v.chars().take(LONGEST_TEXT).collect())).collect();
        let answered = self.take(parts, &form, token, seed)?;
        if self.switches.double_submits == DoubleSubmits::Always {
            self.take(parts, &form, token, seed)?;
        }
        Ok(answered)
    }

    fn take(&mut self, parts: &[&str], form: &[(String, String)], token: &str, seed: u64) -> Answered {
        let (action, target) = (action(parts), target(parts));
        let once = value(form, "once");
        let guarded = self.switches.double_submits == DoubleSubmits::Off && !once.is_empty();
        if guarded && !self.sent.insert(once.to_owned()) {
            self.note(action, target, "", Outcome::RepeatIgnored)?;
            let to = if parts.len() > 1 {
                format!("/{}/{}", parts[0], parts[1])
            } else {
                format!("/{}", parts[0])
            };
            return Ok(Response::see(&to).into());
        }
        let result = match parts {
            ["invoices", number, "validate"] => self.decide(number, Status::Validated, None)?,
            ["invoices", number, "reject"] => {
                let reason = value(form, "reason").trim();
                self.decide(number, Status::Rejected, Some(reason))?
            }
            ["patients"] => return self.save_patient("", form, token, seed),
            ["patients", id] if self.records.patient(id)?.is_some() => {
                return self.save_patient(id, form, token, seed);
            }
            _ => return self.not_found(token, seed),
        };
        let Some(result) = result else { return self.not_found(token, seed) };
        self.note(action, target, value(form, "reason").trim(), result.outcome)?;
        Ok(self.say(token, &result))
    }

    /// Remembers what the next page is to say, and leads to it.
    fn say(&mut self, token: &str, result: &Result) -> super::Made {
        if let Some(login) = self.logins.get_mut(token) {
            login.notice = result.notice;
            login.error = result.error;
        }
        Response::see(&result.to).into()
    }

    /// Decides on an invoice; none where there is no such invoice.
    fn decide(
        &mut self,
        number: &str,
        status: Status,
        reason: Option<&str>,
    ) -> std::result::Result<Option<Result>, RecordsError> {
        let Some(invoice) = self.records.invoice(number)? else { return Ok(None) };
        let to = format!("/invoices/{number}");
        if reason == Some("") {
            return Ok(Some(Result::refused(Problem::ReasonMissing, &to)));
        }
        if invoice.status != Status::ToCheck {
            return Ok(Some(Result::refused(Problem::AlreadyDecided, &to)));
        }
        let outcome = self.saves();
        if outcome == Outcome::Done {
            self.records.decide(number, status, reason)?;
        }
        let notice = if status == Status::Validated { Notice::Validated } else { Notice::Rejected };
        Ok(Some(said(outcome, notice, to)))
    }

    fn save_patient(&mut self, id: &str, form: &[(String, String)], token: &str, seed: u64) -> Answered {
        let action = if id.is_empty() { "patient_new" } else { "patient_edit" };
        let entered = Form::read(id, form);
        let detail = format!("{} {}", entered.patient.last_name, entered.patient.first_name);
        let patient = match entered.checked() {
            Ok(patient) => patient,
            Err(problem) => {
                self.note(action, id, &detail, Outcome::Refused)?;
                return self.patient_page(&entered, Some(problem), token, seed);
            }
        };
        let outcome = self.saves();
        if outcome == Outcome::Failed {
            self.note(action, id, &detail, outcome)?;
            return self.patient_page(&entered, Some(Problem::SaveFailed), token, seed);
        }
        let mut saved = id.to_owned();
        if outcome == Outcome::Done {
            if id.is_empty() {
                saved = self.records.add_patient(&patient)?;
            } else {
                self.records.change_patient(&patient)?;
            }
        }
        self.note(action, &saved, &detail, outcome)?;
        // A new one that was not saved has no page: the list is where one would be led.
        let to = if saved.is_empty() { "/patients".to_owned() } else { format!("/patients/{saved}") };
        let result = said(outcome, Notice::Saved, to);
        Ok(self.say(token, &result))
    }

    /// Whether a save is done, fails, or is lost without a word.
    fn saves(&mut self) -> Outcome {
        let (failed, silent) = (self.switches.failed_saves, self.switches.silent_failures);
        // Both are asked, so that one switch does not shift the occasions of the other.
        let (fails, is_lost) = (self.faults.failures.comes(failed), self.faults.silent.comes(silent));
        match (fails, is_lost) {
            (true, _) => Outcome::Failed,
            (_, true) => Outcome::NotSaved,
            _ => Outcome::Done,
        }
    }
}

/// What the screen says: that a save failed, or that it was done, be that true or not.
fn said(outcome: Outcome, notice: Notice, to: String) -> Result {
    let failed = outcome == Outcome::Failed;
    Result { outcome, notice: (!failed).then_some(notice), error: failed.then_some(Problem::SaveFailed), to }
}
