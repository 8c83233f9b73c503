//! The form of a patient, new or known.

use super::{Look, Problem, esc, form, page};
use crate::http::value;
use crate::records::{INSURERS, Patient, SEXES};
use crate::words::{Speech, Word, iso_date};

/// What is typed into the form, as it is typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Form {
    /// What the fields hold; the date as people write it.
    pub patient: Patient,
}

impl Form {
    /// A form that shows a patient.
    pub fn of(patient: &Patient, speech: Speech) -> Self {
        Self { patient: Patient { birth_date: speech.date(&patient.birth_date), ..patient.clone() } }
    }

    /// What was submitted.
    pub fn read(id: &str, fields: &[(String, String)]) -> Self {
        let text = |name: &str| value(fields, name).trim().to_owned();
        Self {
            patient: Patient {
                id: id.to_owned(),
                last_name: text("last_name"),
                first_name: text("first_name"),
                birth_date: text("birth_date"),
                sex: text("sex"),
                phone: text("phone"),
                email: text("email"),
                insurer: text("insurer"),
                reminders: text("reminders") == "on",
            },
        }
    }

    /// The patient it describes, or what is wrong with it.
    pub fn checked(&self) -> Result<Patient, Problem> {
        let p = &self.patient;
        let phone_digits = p.phone.chars().filter(char::is_ascii_digit).count();
        let phone_fits = p.phone.chars().all(|c| c.is_ascii_digit() || " .+-()".contains(c));
        let problem = match p {
            _ if p.last_name.is_empty() => Problem::LastNameMissing,
            _ if p.first_name.is_empty() => Problem::FirstNameMissing,
            _ if p.birth_date.is_empty() => Problem::BirthDateMissing,
            _ if !p.phone.is_empty() && (!phone_fits || !(8..=15).contains(&phone_digits)) => {
                Problem::PhoneInvalid
            }
            _ if !SEXES.contains(&p.sex.as_str()) || !INSURERS.contains(&p.insurer.as_str()) => {
                Problem::ChoiceInvalid
            }
            _ => match iso_date(&p.birth_date) {
                Some(birth_date) => return Ok(Patient { birth_date, ..p.clone() }),
                None => Problem::BirthDateInvalid,
            },
        };
        Err(problem)
    }
}

/// The page of a patient; a new one has no id.
pub fn patient(look: &Look<'_>, entered: &Form, back: &str) -> String {
    let p = &entered.patient;
    let text = |name: &str, word: Word, value: &str, needed: bool, hint: &str| {
        let star = if needed { r#" <i class="needed">*</i>"# } else { "" };
        format!(
            r#"<label class="field"><span>{}{star}</span><input name="{name}" value="{}" placeholder="{hint}" spellcheck="false"
 data-lea-name="patient.{name}"></label>"#,
            look.say(word),
            esc(value)
        )
    };
    let sexes: Vec<(&str, &str)> =
        SEXES.iter().copied().zip([Word::Unknown, Word::Female, Word::Male].map(|w| look.say(w))).collect();
    let insurers: Vec<(&str, &str)> =
        INSURERS.iter().map(|i| (*i, if i.is_empty() { look.say(Word::NoInsurer) } else { i })).collect();
    let fields = vec![
        text("last_name", Word::LastName, &p.last_name, true, ""),
        text("first_name", Word::FirstName, &p.first_name, true, ""),
        text("birth_date", Word::BirthDate, &p.birth_date, true, look.say(Word::DateForm)),
        select("sex", look.say(Word::Sex), &sexes, &p.sex),
        text("phone", Word::Phone, &p.phone, false, ""),
        text("email", Word::Email, &p.email, false, ""),
        select("insurer", look.say(Word::Insurer), &insurers, &p.insurer),
        format!(
            r#"<label class="field tick"><input type="checkbox" name="reminders" value="on"{}
 data-lea-name="patient.reminders"><span>{}</span></label>"#,
            if p.reminders { " checked" } else { "" },
            look.say(Word::Reminders)
        ),
    ];
    let is_new = p.id.is_empty();
    let (screen, action) = if is_new {
        ("patient_new", "/patients".to_owned())
    } else {
        ("patient_edit", format!("/patients/{}", p.id))
    };
    let buttons = vec![
        format!(
            r#"<a class="button plain" data-lea-name="button.back" href="{}">{}</a>"#,
            esc(back),
            look.say(if is_new { Word::Cancel } else { Word::Back })
        ),
        format!(r#"<button class="main" data-lea-name="patient.save">{}</button>"#, look.say(Word::Save)),
    ];
    let content = format!(
        r#"<section class="card">{}<div class="fields">{}</div><div class="actions end">{}</div></form></section>"#,
        form(look, &action),
        look.ordered(fields, "fields").concat(),
        look.ordered(buttons, "choice").concat(),
    );
    let title = if is_new {
        look.say(Word::NewPatient).to_owned()
    } else {
        format!("{} {}", look.say(Word::EditPatient), p.id)
    };
    page(look, screen, &title, &content)
}

fn select(name: &str, label: &str, options: &[(&str, &str)], chosen: &str) -> String {
    let options: String = options
        .iter()
        .map(|(value, shown)| {
            let selected = if *value == chosen { " selected" } else { "" };
            format!(r#"<option value="{}"{selected}>{}</option>"#, esc(value), esc(shown))
        })
        .collect();
    format!(
        r#"<label class="field"><span>{label}</span><select name="{name}" data-lea-name="patient.{name}">{options}</select></label>"#
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_is_checked_before_it_becomes_a_patient() {
        let good = Patient {
            last_name: "Noël".into(),
            first_name: "Inès".into(),
            birth_date: "03/11/1975".into(),
            ..Patient::default()
        };
        let check = |change: fn(&mut Patient)| {
            let mut patient = good.clone();
            change(&mut patient);
            Form { patient }.checked()
        };
        assert_eq!(check(|_| {}).unwrap().birth_date, "1975-11-03");
        assert_eq!(check(|p| p.last_name.clear()), Err(Problem::LastNameMissing));
        assert_eq!(check(|p| p.first_name.clear()), Err(Problem::FirstNameMissing));
        assert_eq!(check(|p| p.birth_date.clear()), Err(Problem::BirthDateMissing));
        assert_eq!(check(|p| p.birth_date = "31/02/1975".into()), Err(Problem::BirthDateInvalid));
        assert_eq!(check(|p| p.phone = "call me".into()), Err(Problem::PhoneInvalid));
        assert_eq!(check(|p| p.insurer = "nobody".into()), Err(Problem::ChoiceInvalid));
    }
}
