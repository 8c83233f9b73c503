//! The pages, as HTML. What they show comes in; nothing here reads or writes records.

mod invoice;
mod lists;
mod login;
mod patient;

pub use invoice::invoice;
pub use lists::{Listed, PAGE_ROWS, address, invoices, patients};
pub use login::login;
pub use patient::{Form, patient};

use crate::chance::Chance;
use crate::switches::{DoubleSubmits, Order, Switches, Value as _};
use crate::words::{Speech, Word};

/// Letters of the usual size, in pixels.
const LETTERS: f64 = 15.0;

/// What is on every page.
#[derive(Clone, Debug)]
pub struct Look<'a> {
    /// The switches of the moment.
    pub switches: &'a Switches,
    /// How often the switches were changed; counters of faults begin anew with each time.
    pub epoch: u64,
    /// The seed of the application.
    pub seed: u64,
    /// The number of this page.
    pub page: u64,
    /// Who is logged in.
    pub user: Option<&'a str>,
    /// What was just done.
    pub notice: Option<Notice>,
    /// What went wrong.
    pub error: Option<Problem>,
    /// A dialog nobody asked for: which of [`SURPRISES`].
    pub surprise: Option<usize>,
    /// Marks a form, so that a second submit of the same is known.
    pub once: String,
}

/// Dialogs nobody asked for: what they are called and say.
pub const SURPRISES: [(Word, Word); 3] = [
    (Word::MaintenanceTitle, Word::MaintenanceText),
    (Word::SurveyTitle, Word::SurveyText),
    (Word::VersionTitle, Word::VersionText),
];

/// Something that was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice {
    /// An invoice was validated.
    Validated,
    /// An invoice was rejected.
    Rejected,
    /// A patient was saved.
    Saved,
    /// The login ended because it was asked for.
    LoggedOut,
    /// The login ended by itself.
    Expired,
}

impl Notice {
    fn name_and_word(self) -> (&'static str, Word) {
        match self {
            Self::Validated => ("validated", Word::DoneValidated),
            Self::Rejected => ("rejected", Word::DoneRejected),
            Self::Saved => ("saved", Word::DoneSaved),
            Self::LoggedOut => ("logged_out", Word::DoneLogOut),
            Self::Expired => ("expired", Word::Expired),
        }
    }
}

/// Something that went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// A rejection without a reason.
    ReasonMissing,
    /// A patient without a last name.
    LastNameMissing,
    /// A patient without a first name.
    FirstNameMissing,
    /// A patient without a date of birth.
    BirthDateMissing,
    /// There is no such day.
    BirthDateInvalid,
    /// That is no phone number.
    PhoneInvalid,
    /// A choice that is not offered.
    ChoiceInvalid,
    /// It could not be saved.
    SaveFailed,
    /// The invoice has been decided on before.
    AlreadyDecided,
    /// Wrong user name or password.
    LoginRefused,
    /// There is no such page.
    NotFound,
}

impl Problem {
    /// Its name in what the page tells, and the sentence in its box.
    pub fn name_and_word(self) -> (&'static str, Word) {
        match self {
            Self::ReasonMissing => ("reason_missing", Word::ReasonMissing),
            Self::LastNameMissing => ("last_name_missing", Word::LastNameMissing),
            Self::FirstNameMissing => ("first_name_missing", Word::FirstNameMissing),
            Self::BirthDateMissing => ("birth_date_missing", Word::BirthDateMissing),
            Self::BirthDateInvalid => ("birth_date_invalid", Word::BirthDateInvalid),
            Self::PhoneInvalid => ("phone_invalid", Word::PhoneInvalid),
            Self::ChoiceInvalid => ("choice_invalid", Word::ChoiceInvalid),
            Self::SaveFailed => ("save_failed", Word::SaveFailed),
            Self::AlreadyDecided => ("already_decided", Word::AlreadyDecided),
            Self::LoginRefused => ("login_refused", Word::LoginRefused),
            Self::NotFound => ("not_found", Word::NotFound),
        }
    }
}

impl Look<'_> {
    fn speech(&self) -> Speech {
        Speech::of(self.switches)
    }

    fn say(&self, word: Word) -> &'static str {
        self.speech().say(word)
    }

    /// Things in the order of the moment.
    fn ordered<T>(&self, mut things: Vec<T>, purpose: &str) -> Vec<T> {
        if self.switches.order == Order::Mixed && things.len() > 1 {
            let mut places: Vec<usize> = (0..things.len()).collect();
            let mut chance = Chance::of(self.seed, purpose);
            // Another order, not by chance the same.
            while places.is_sorted() {
                chance.shuffle(&mut places);
            }
            let mut placed: Vec<(usize, T)> = places.into_iter().zip(things).collect();
            placed.sort_by_key(|(place, _)| *place);
            things = placed.into_iter().map(|(_, thing)| thing).collect();
        }
        things
    }
}

/// Text made safe for HTML, also inside attributes.
fn esc(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A page that somebody logged in sees: menu, title bar, content.
fn page(look: &Look<'_>, screen: &str, title: &str, content: &str) -> String {
    let entries = [("invoices", "/invoices", Word::Invoices), ("patients", "/patients", Word::Patients)];
    let menu: String = look
        .ordered(entries.to_vec(), "menu")
        .into_iter()
        .map(|(name, path, word)| {
            let here = if screen.starts_with(&name[..name.len() - 1]) { " here" } else { "" };
            let word = look.say(word);
            format!(r#"<a class="entry {name}{here}" data-lea-name="menu.{name}" href="{path}">{word}</a>"#)
        })
        .collect();
    let notice = look.notice.map_or_else(String::new, |notice| {
        let word = look.say(notice.name_and_word().1);
        format!(r#"<p class="notice" role="status" data-lea-name="notice">{word}</p>"#)
    });
    let body = format!(
        r#"<div class="frame"><nav class="menu"><div class="brand"><b>{clinic}</b><span>{office}</span></div>{menu}</nav>
<div class="work"><header class="bar"><h1>{title}</h1><span class="who">{user}</span>
<form method="post" action="/logout"><button class="plain" data-lea-name="menu.logout">{out}</button></form></header>
<main>{notice}{content}</main></div></div>"#,
        clinic = look.say(Word::Clinic),
        office = look.say(Word::Office),
        title = esc(title),
        user = esc(look.user.unwrap_or_default()),
        out = look.say(Word::LogOut),
    );
    shell(look, screen, title, &body)
}

/// The frame of every page, with what the script needs, banner, surprise and error box.
fn shell(look: &Look<'_>, screen: &str, title: &str, body: &str) -> String {
    let s = look.switches;
    let banner =
        if s.banner { format!(r#"<p class="banner">{}</p>"#, look.say(Word::Banner)) } else { String::new() };
    // One box at a time.
    let surprise = look.surprise.filter(|_| look.error.is_none());
    let surprise = surprise.map_or_else(String::new, |which| {
        let (title, text) = SURPRISES[which % SURPRISES.len()];
        let close = format!(
            r#"<button class="main" data-closes data-lea-name="surprise.close">{}</button>"#,
            look.say(Word::Understood)
        );
        dialog(
            "surprise",
            true,
            look.say(title),
            &format!(r#"<p>{}</p><div class="choice">{close}</div>"#, look.say(text)),
        )
    });
    let error = look.error.map_or_else(String::new, |problem| {
        let text = look.say(problem.name_and_word().1);
        let close = look.say(Word::Close);
        format!(
            r#"<div class="veil" data-box="error"><div class="box error" role="alertdialog"><h2>{title}</h2><p>{text}</p>
<div class="choice"><button class="main" data-closes data-lea-name="error.close">{close}</button></div></div></div>"#,
            title = look.say(Word::ErrorTitle),
        )
    });
    format!(
        r#"<!doctype html>
<html lang="{language}" class="theme-{theme} font-{font} density-{density} layout-{layout}" style="font-size:{letters}px">
<head><meta charset="utf-8"><title>{title} – {clinic}</title>
<link rel="stylesheet" href="/assets/app.css"><script defer src="/assets/app.js"></script></head>
<body data-screen="{screen}" data-page="{page}" data-error="{failed}" data-notice="{done}" data-epoch="{epoch}"
 data-seed="{seed}" data-lost="{lost}" data-guard="{guard}"><div class="loading"></div>{banner}{body}{surprise}{error}</body></html>"#,
        language = s.language.word(),
        theme = s.theme.word(),
        font = s.font.word(),
        density = s.density.word(),
        layout = s.layout.word(),
        letters = LETTERS * f64::from(s.zoom.0) / 100.0,
        title = esc(title),
        clinic = look.say(Word::Clinic),
        page = look.page,
        failed = look.error.map_or("", |problem| problem.name_and_word().0),
        done = look.notice.map_or("", |notice| notice.name_and_word().0),
        epoch = look.epoch,
        seed = look.seed,
        lost = s.lost_clicks.write(),
        guard = s.double_submits == DoubleSubmits::Off,
    )
}

/// A dialog over the page, hidden until something opens it.
fn dialog(name: &str, open: bool, title: &str, content: &str) -> String {
    let hidden = if open { "" } else { " hidden" };
    format!(
        r#"<div class="veil" data-dialog="{name}"{hidden}><div class="box" role="dialog"><h2>{title}</h2>{content}</div></div>"#
    )
}

/// The two buttons of a dialog.
fn choice(look: &Look<'_>, name: &str, kind: &str, confirm: Word) -> String {
    let buttons = vec![
        format!(
            r#"<button type="button" class="plain" data-closes data-lea-name="{name}.cancel">{}</button>"#,
            look.say(Word::Cancel)
        ),
        format!(r#"<button class="{kind}" data-lea-name="{name}.confirm">{}</button>"#, look.say(confirm)),
    ];
    format!(r#"<div class="choice">{}</div>"#, look.ordered(buttons, "choice").concat())
}

/// The start of a form that is sent once.
fn form(look: &Look<'_>, action: &str) -> String {
    format!(
        r#"<form method="post" action="{action}" autocomplete="off" novalidate><input type="hidden" name="once" value="{}">"#,
        look.once
    )
}

/// A page about something that is not there.
pub fn not_found(look: &Look<'_>) -> String {
    let look = Look { error: Some(Problem::NotFound), ..look.clone() };
    page(&look, "not_found", look.say(Word::ErrorTitle), "")
}
