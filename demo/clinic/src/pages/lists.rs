//! The lists of invoices and patients, with search, filters and pages.

use super::{Look, esc, page};
use crate::http::encode;
use crate::records::{Invoice, Patient, Status, Wanted};
use crate::words::Word;

/// How many rows a page has.
pub const PAGE_ROWS: usize = 8;

/// The part of a list that is shown.
#[derive(Clone, Debug)]
pub struct Listed<T> {
    /// The rows of this page.
    pub rows: Vec<T>,
    /// Which page, the first is 1.
    pub number: usize,
    /// How many pages there are.
    pub pages: usize,
    /// How many rows there are on all of them.
    pub total: usize,
}

impl<T> Listed<T> {
    /// Cuts a page out of all rows; a number beyond the last gives the last.
    pub fn cut(all: Vec<T>, number: usize) -> Self {
        let (total, pages) = (all.len(), all.len().div_ceil(PAGE_ROWS).max(1));
        let number = number.clamp(1, pages);
        let rows = all.into_iter().skip((number - 1) * PAGE_ROWS).take(PAGE_ROWS).collect();
        Self { rows, number, pages, total }
    }
}

/// The class of a status, and what it is called.
pub(super) fn status_word(status: Status) -> Word {
    match status {
        Status::ToCheck => Word::ToCheck,
        Status::Validated => Word::Validated,
        Status::Rejected => Word::Rejected,
    }
}

/// A column: its heading, whether it holds numbers, and what is in it.
type Column<T> = (Word, bool, fn(&Look<'_>, &T) -> String);

/// The list of invoices.
pub fn invoices(look: &Look<'_>, wanted: &Wanted, list: &Listed<Invoice>) -> String {
    let mut columns: Vec<Column<Invoice>> = vec![
        (Word::Number, false, |_, i| format!("<b>{}</b>", esc(&i.number))),
        (Word::Date, false, |look, i| look.speech().date(&i.issued_on)),
        (Word::Patient, false, |_, i| esc(&i.patient)),
        (Word::Amount, true, |look, i| look.speech().money(i.amount_cents)),
        (Word::Status, false, |look, i| badge(look, i.status)),
    ];
    if look.switches.column {
        columns.insert(3, (Word::Doctor, false, |_, i| esc(&i.doctor)));
    }
    let filters: Vec<String> = [None, Some(Status::ToCheck), Some(Status::Validated), Some(Status::Rejected)]
        .into_iter()
        .map(|status| {
            let here = if status == wanted.status { " here" } else { "" };
            let (word, name) = status.map_or((Word::All, "all"), |s| (status_word(s), s.word()));
            let path = address("/invoices", &Wanted { status, ..wanted.clone() }, 1);
            format!(
                r#"<a class="chip{here}" data-lea-name="filter.{name}" href="{}">{}</a>"#,
                esc(&path),
                look.say(word)
            )
        })
        .collect();
    let filters = format!(r#"<div class="chips">{}</div>"#, look.ordered(filters, "filters").concat());
    let search = search(look, "/invoices", wanted, Word::SearchInvoice);
    let table = table(look, columns, &list.rows, |i| {
        (i.number.clone(), i.status.word(), format!("/invoices/{}", i.number))
    });
    let pager = pager(look, "/invoices", wanted, list);
    let content = format!(
        r#"<section class="card"><div class="tools">{filters}{search}</div>{table}{pager}</section>"#
    );
    page(look, "invoice_list", look.say(Word::Invoices), &content)
}

/// The list of patients.
pub fn patients(look: &Look<'_>, wanted: &Wanted, list: &Listed<Patient>) -> String {
    let mut columns: Vec<Column<Patient>> = vec![
        (Word::File, false, |_, p| format!("<b>{}</b>", esc(&p.id))),
        (Word::LastName, false, |_, p| esc(&p.last_name)),
        (Word::FirstName, false, |_, p| esc(&p.first_name)),
        (Word::BirthDate, false, |look, p| look.speech().date(&p.birth_date)),
        (Word::Phone, false, |_, p| esc(&p.phone)),
    ];
    if look.switches.column {
        columns.insert(3, (Word::Insurer, false, |_, p| esc(&p.insurer)));
    }
    let new = format!(
        r#"<a class="button main" data-lea-name="patients.new" href="/patients/new">{}</a>"#,
        look.say(Word::NewPatient)
    );
    let search = search(look, "/patients", wanted, Word::SearchPatient);
    let table = table(look, columns, &list.rows, |p| (p.id.clone(), "", format!("/patients/{}", p.id)));
    let pager = pager(look, "/patients", wanted, list);
    let content = format!(
        r#"<section class="card"><div class="tools"><div class="chips">{new}</div>{search}</div>{table}{pager}</section>"#
    );
    page(look, "patient_list", look.say(Word::Patients), &content)
}

/// The status as a coloured word.
pub(super) fn badge(look: &Look<'_>, status: Status) -> String {
    format!(r#"<span class="badge {}">{}</span>"#, status.word(), look.say(status_word(status)))
}

fn search(look: &Look<'_>, path: &str, wanted: &Wanted, hint: Word) -> String {
    let status = wanted.status.map_or_else(String::new, |status| {
        format!(r#"<input type="hidden" name="status" value="{}">"#, status.word())
    });
    format!(
        r#"<form class="search" method="get" action="{path}" autocomplete="off">{status}
<input name="q" value="{}" placeholder="{}" spellcheck="false" data-lea-name="search.box"><button class="plain"
 data-lea-name="search.button">{}</button></form>"#,
        esc(&wanted.search),
        look.say(hint),
        look.say(Word::Search),
    )
}

fn table<T>(
    look: &Look<'_>,
    columns: Vec<Column<T>>,
    rows: &[T],
    about: impl Fn(&T) -> (String, &'static str, String),
) -> String {
    if rows.is_empty() {
        return format!(r#"<p class="nothing" data-lea-name="list.empty">{}</p>"#, look.say(Word::Nothing));
    }
    let columns = look.ordered(columns, "columns");
    let class = |number: &bool| if *number { r#" class="number""# } else { "" };
    let head: String = columns
        .iter()
        .map(|(word, number, _)| format!("<th{}>{}</th>", class(number), look.say(*word)))
        .collect();
    let body: String = rows
        .iter()
        .map(|row| {
            let (name, value, path) = about(row);
            let cells: String = columns
                .iter()
                .map(|(_, number, show)| format!("<td{}>{}</td>", class(number), show(look, row)))
                .collect();
            format!(
                r#"<tr data-lea-name="row.{name}" data-lea-value="{value}">{cells}<td class="act"><a class="button small"
 data-lea-name="row.{name}.open" href="{path}">{}</a></td></tr>"#,
                look.say(Word::Open)
            )
        })
        .collect();
    format!("<table><thead><tr>{head}<th></th></tr></thead><tbody>{body}</tbody></table>")
}

fn pager<T>(look: &Look<'_>, path: &str, wanted: &Wanted, list: &Listed<T>) -> String {
    let step = |name: &str, word: Word, to: usize| {
        if (1..=list.pages).contains(&to) {
            let path = esc(&address(path, wanted, to));
            format!(
                r#"<a class="button small" data-lea-name="pager.{name}" href="{path}">{}</a>"#,
                look.say(word)
            )
        } else {
            format!(r#"<span class="button small off">{}</span>"#, look.say(word))
        }
    };
    format!(
        r#"<div class="pager"><span>{total}</span>{previous}<span data-lea-name="pager.here" data-lea-value="{number}">{page}
 {number} {of} {pages}</span>{next}</div>"#,
        total = list.total,
        previous = step("previous", Word::Previous, list.number.saturating_sub(1)),
        next = step("next", Word::Next, list.number + 1),
        number = list.number,
        page = look.say(Word::Page),
        of = look.say(Word::Of),
        pages = list.pages,
    )
}

/// The address of a list.
pub fn address(path: &str, wanted: &Wanted, number: usize) -> String {
    let mut parts = Vec::new();
    if !wanted.search.is_empty() {
        parts.push(format!("q={}", encode(&wanted.search)));
    }
    if let Some(status) = wanted.status {
        parts.push(format!("status={}", status.word()));
    }
    if number > 1 {
        parts.push(format!("page={number}"));
    }
    if parts.is_empty() { path.to_owned() } else { format!("{path}?{}", parts.join("&")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_cut_into_pages_and_no_number_leads_outside() {
        for (rows, number, here, pages, shown) in
            [(0, 1, 1, 1, 0), (8, 2, 1, 1, 8), (9, 2, 2, 2, 1), (20, 0, 1, 3, 8), (20, usize::MAX, 3, 3, 4)]
        {
            let list = Listed::cut((0..rows).collect::<Vec<_>>(), number);
            assert_eq!((list.number, list.pages, list.rows.len(), list.total), (here, pages, shown, rows));
        }
    }

    #[test]
    fn addresses_keep_what_is_searched() {
        let wanted = Wanted { search: "é&b".into(), status: Some(Status::ToCheck), ..Wanted::default() };
        assert_eq!(address("/invoices", &wanted, 2), "/invoices?q=%C3%A9%26b&status=to_check&page=2");
        assert_eq!(address("/invoices", &Wanted::default(), 1), "/invoices");
    }
}
