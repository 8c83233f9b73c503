//! One page with other content: the layout stays, the content does not (SPEC L1.3). These need the models and a browser.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use lea_model::{ElementType, ScreenState};
use lea_screen::Screen;
use lea_screen::x11::X11Screen;
use lea_stage::{Stage, StageOptions, models, wait_until};
use lea_understand::{Eye, signature};
use std::time::Duration;

/// A browser has painted its page within seconds, also on a busy machine.
const LIMIT: Duration = Duration::from_secs(90);

/// A list of invoices with a form above it and a button below.
fn page(client: &str, rows: &[[&str; 4]]) -> String {
    let rows: String = rows
        .iter()
        .map(|cells| format!("<tr>{}</tr>", cells.map(|c| format!("<td>{c}</td>")).concat()))
        .collect();
    format!(
        "<!doctype html><meta charset=utf-8><title>Factures</title><style>
        body {{ font: 15px 'DejaVu Sans', sans-serif; margin: 24px; background: #fff; color: #222 }}
        table {{ border-collapse: collapse; width: 100%; margin: 20px 0 }}
        td, th {{ border: 1px solid #bbb; padding: 8px 12px; text-align: left }}
        input {{ font: inherit; padding: 6px 8px; border: 1px solid #888; width: 320px }}
        button {{ font: inherit; padding: 8px 20px; border: 0; border-radius: 4px; background: #1a5fd0; color: #fff }}
        </style><h1>Factures</h1><label>Client : <input value='{client}'></label>
        <table><tr><th>Numéro<th>Patient<th>Montant<th>Statut</tr>{rows}</table>
        <button>Valider</button> <button style='background:#ddd;color:#222'>Annuler</button>"
    )
}

/// What the eye sees of a page, once it is painted and stays.
fn seen(eye: &mut Eye, html: &str) -> ScreenState {
    let stage = Stage::start(StageOptions::default()).unwrap();
    let file = stage.home().join("page.html");
    std::fs::write(&file, html).unwrap();
    stage.keep(stage.chromium(format!("file://{}", file.display())).unwrap());
    let mut screen = X11Screen::open(Some(stage.display())).unwrap();
    let mut last = Vec::new();
    wait_until("the page to be painted and to stay", LIMIT, || {
        let frame = screen.see().ok()?.frame.to_buf();
        let state = eye.look(frame.as_frame(), None).unwrap();
        let is_there = state.perception.detected_text.iter().any(|t| t.text.contains("Annuler"));
        let stays = last == state.ui_elements;
        last.clone_from(&state.ui_elements);
        (is_there && stays).then_some(state)
    })
    .unwrap()
}

#[test]
fn a_page_with_other_names_amounts_and_rows_has_the_same_layout() {
    let mut eye = Eye::open(&models()).unwrap_or_else(|e| panic!("{e}"));
    let short = [
        ["F-101", "Dupont", "120,00 €", "Payée"],
        ["F-102", "Martin", "89,50 €", "Payée"],
        ["F-103", "Lefèvre", "1 240,00 €", "Attente"],
    ];
    let long = [
        ["F-2201", "Bernard", "15,00 €", "Attente"],
        ["F-2202", "Thomas", "310,20 €", "Payée"],
        ["F-2203", "Robert", "77,00 €", "Retard"],
        ["F-2204", "Richard", "4 100,00 €", "Payée"],
        ["F-2205", "Petit", "64,90 €", "Payée"],
        ["F-2206", "Durand", "9,99 €", "Attente"],
    ];
    let (a, b) = (seen(&mut eye, &page("Clinique", &short)), seen(&mut eye, &page("Hôpital Nord", &long)));
    let layouts = [&a, &b].map(|s| s.layout_signature.clone().unwrap());
    assert!(signature::likeness(&layouts[0], &layouts[1]) > 0.9, "{layouts:#?}");
    assert_ne!(a.content_signature.as_ref().unwrap().hash, b.content_signature.as_ref().unwrap().hash);

    let find = |label: &str, kind: ElementType| {
        b.ui_elements.iter().find(|e| e.label == label && e.element_type == kind)
    };
    assert_eq!(find("Valider", ElementType::Button).unwrap().role, "validate");
    assert_eq!(find("Annuler", ElementType::Button).unwrap().role, "cancel");
    let field = find("Client", ElementType::TextInput).unwrap();
    assert_eq!(field.metadata.value.as_deref(), Some("Hôpital Nord"));
    let summary = &b.debug.as_ref().unwrap().summary;
    assert!(summary.starts_with("List of 6 invoices, columns Numéro, Patient, Montant, Statut"), "{summary}");
}
