//! One invoice, with the dialogs that decide on it.

use super::lists::badge;
use super::{Look, choice, dialog, esc, form, page};
use crate::records::{Invoice, Line, SERVICES, Status};
use crate::switches::Language;
use crate::words::Word;

/// The page; `back` leads to the list as it was left.
pub fn invoice(look: &Look<'_>, invoice: &Invoice, lines: &[Line], back: &str) -> String {
    let decides = if invoice.status == Status::ToCheck { buttons(look) } else { String::new() };
    let back = format!(
        r#"<a class="button plain" data-lea-name="button.back" href="{}">{}</a>"#,
        esc(back),
        look.say(Word::Back)
    );
    let content = format!(
        r#"<section class="card detail"><div class="actions">{back}{decides}</div>{}{}</section>{}"#,
        facts(look, invoice),
        services(look, invoice, lines),
        dialogs(look, invoice),
    );
    page(look, "invoice_detail", &format!("{} {}", look.say(Word::Invoice), invoice.number), &content)
}

fn buttons(look: &Look<'_>) -> String {
    let button = |kind: &str, name: &str, word: Word| {
        format!(
            r#"<button type="button" class="{kind}" data-opens="{name}" data-lea-name="button.{name}">{}</button>"#,
            look.say(word)
        )
    };
    let both = vec![button("bad", "reject", Word::Reject), button("good", "validate", Word::Validate)];
    look.ordered(both, "buttons").concat()
}

fn facts(look: &Look<'_>, invoice: &Invoice) -> String {
    let mut facts = vec![
        (Word::Number, "number", invoice.number.clone(), esc(&invoice.number)),
        (Word::Date, "date", invoice.issued_on.clone(), look.speech().date(&invoice.issued_on)),
        (Word::Patient, "patient", invoice.patient.clone(), esc(&invoice.patient)),
        (Word::Doctor, "doctor", invoice.doctor.clone(), esc(&invoice.doctor)),
        (
            Word::Amount,
            "amount",
            invoice.amount_cents.to_string(),
            format!(r#"<b class="sum">{}</b>"#, look.speech().money(invoice.amount_cents)),
        ),
        (Word::Status, "status", invoice.status.word().to_owned(), badge(look, invoice.status)),
    ];
    if let Some(reason) = &invoice.reason {
        facts.push((Word::Reason, "reason", reason.clone(), esc(reason)));
    }
    let fact = |(word, name, value, shown): (Word, &str, String, String)| {
        format!(
            r#"<div><dt>{}</dt><dd data-lea-name="detail.{name}" data-lea-value="{}">{shown}</dd></div>"#,
            look.say(word),
            esc(&value)
        )
    };
    let all: String = look.ordered(facts, "facts").into_iter().map(fact).collect();
    format!(r#"<dl class="facts">{all}</dl>"#)
}

fn services(look: &Look<'_>, invoice: &Invoice, lines: &[Line]) -> String {
    let (speech, french) = (look.speech(), look.switches.language == Language::French);
    let rows: String = lines
        .iter()
        .map(|line| {
            let known = SERVICES.iter().find(|(code, ..)| *code == line.service);
            let name = known.map_or(line.service.as_str(), |(_, fr, en, _)| if french { fr } else { en });
            format!(
                r#"<tr><td>{}</td><td class="number">{}</td><td class="number">{}</td><td class="number">{}</td></tr>"#,
                esc(name),
                line.quantity,
                speech.money(line.unit_cents),
                speech.money(line.quantity * line.unit_cents),
            )
        })
        .collect();
    format!(
        r#"<table class="lines"><thead><tr><th>{}</th><th class="number">{}</th><th class="number">{}</th><th class="number">{}</th></tr></thead>
<tbody>{rows}</tbody><tfoot><tr><td colspan="3">{}</td><td class="number">{}</td></tr></tfoot></table>"#,
        look.say(Word::Service),
        look.say(Word::Quantity),
        look.say(Word::UnitPrice),
        look.say(Word::Total),
        look.say(Word::Total),
        speech.money(invoice.amount_cents),
    )
}

fn dialogs(look: &Look<'_>, invoice: &Invoice) -> String {
    let start = |verb: &str| form(look, &format!("/invoices/{}/{verb}", invoice.number));
    let validate = format!(
        "{}<p>{} – {}</p><p>{}</p>{}</form>",
        start("validate"),
        esc(&invoice.number),
        esc(&invoice.patient),
        look.say(Word::ValidateText),
        choice(look, "validate", "good", Word::Confirm),
    );
    let reject = format!(
        r#"{}<p>{} – {}</p><label class="field"><span>{}</span><textarea name="reason" rows="3" spellcheck="false"
 data-lea-name="reject.reason"></textarea></label><p class="hint">{}</p>{}</form>"#,
        start("reject"),
        esc(&invoice.number),
        esc(&invoice.patient),
        look.say(Word::Reason),
        look.say(Word::RejectText),
        choice(look, "reject", "bad", Word::Confirm),
    );
    dialog("validate", false, look.say(Word::ValidateTitle), &validate)
        + &dialog("reject", false, look.say(Word::RejectTitle), &reject)
}
