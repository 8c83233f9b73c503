//! Rows (SPEC L4.5, ACT.5): one of several that look alike is known by what it says, letter for letter, and by nothing else.

use crate::ground::Grounded;
use crate::values::{Row, Values};
use lea_learn::graph::variable_name;
use lea_model::Target;
use lea_model::run::{Candidate, Grounding, HaltReason, Method};
use lea_recognize::label::{normal, ratio};
use lea_recognize::rows::{self, Band};
use lea_recognize::{Level, View};

/// The target is one of several rows, known by a value.
pub fn is_row(target: &Target) -> bool {
    let is_value = target.text.as_ref().is_some_and(|t| t.contains("${"));
    target.role.as_deref() == Some("row") || is_value
}

/// Looks for the row that says the value.
pub fn ground(
    target: &Target,
    values: &Values,
    view: &View<'_>,
    level: Level,
    mut base: Grounding,
) -> Grounded {
    let text = target.text.as_deref().unwrap_or_default();
    let value = match values.fill(text) {
        Ok(filled) if !normal(&filled.text).is_empty() => filled.text,
        Ok(_) => {
            base.why = "the row is to be found by a value that is empty".into();
            return Grounded::Not(HaltReason::MissingValue, base);
        }
        Err(name) => {
            base.why = format!("the row is to be found by {name}, which has no value");
            return Grounded::Not(HaltReason::MissingValue, base);
        }
    };
    let bands = matching(target, view, &value);
    let told = |band: &Band| Candidate {
        bbox: band.value,
        source: "row".into(),
        label: value.clone(),
        ..Candidate::default()
    };
    base.candidates = bands.iter().map(told).collect();
    let band = match bands.as_slice() {
        [one] => *one,
        [] => {
            base.why = format!("no row says {value:?}");
            return Grounded::Not(HaltReason::NotFound, base);
        }
        several => {
            base.why = format!("{} rows say {value:?}", several.len());
            return Grounded::Not(HaltReason::Ambiguous, base);
        }
    };
    base.method = Method::Row;
    base.score = 1.0;
    base.role = "row".into();
    let button = target.extra.get("button").and_then(|b| b.as_str());
    match button {
        Some(button) => in_row(view, band, button, level, &value, base),
        None => {
            base.bbox = Some(band.value);
            base.point = Some(band.value.center());
            base.label.clone_from(&value);
            base.why = format!("the only row that says {value:?}");
            Grounded::Found(base)
        }
    }
}

/// The rows that say the value; in the column that was shown, where the table has it.
fn matching(target: &Target, view: &View<'_>, value: &str) -> Vec<Band> {
    let bands = rows::bands(view, value);
    let Some(column) = target.extra.get("column").and_then(|c| c.as_str()).filter(|_| bands.len() > 1) else {
        return bands;
    };
    let rows = rows::rows(&view.scene.state.ui_elements);
    let in_column = |band: &Band| {
        let row = rows.iter().find(|r| r.bbox.contains(band.value.center()));
        let cell = row.and_then(|r| r.cells.iter().find(|c| c.bbox.contains(band.value.center())));
        cell.is_some_and(|c| ratio(&normal(&c.header), &normal(column)) >= 0.82)
    };
    let within: Vec<Band> = bands.iter().copied().filter(in_column).collect();
    if within.is_empty() { bands } else { within }
}

/// The button in the row.
fn in_row(
    view: &View<'_>,
    band: Band,
    button: &str,
    level: Level,
    value: &str,
    mut base: Grounding,
) -> Grounded {
    let elements = &view.scene.state.ui_elements;
    let mut found = rows::labelled(elements, band.bbox, button, level.min_ratio);
    // A cell and the button in it are one thing.
    found.dedup_by(|a, b| a.bbox.contains(b.center) || b.bbox.contains(a.center));
    base.candidates.extend(found.iter().map(|e| Candidate {
        bbox: e.bbox,
        source: "row".into(),
        label: e.label.clone(),
        ..Candidate::default()
    }));
    match found.as_slice() {
        [one] => {
            base.bbox = Some(one.bbox);
            base.point = Some(one.center);
            base.label.clone_from(&one.label);
            base.role.clone_from(&one.role);
            base.why = format!("{button:?} in the only row that says {value:?}");
            Grounded::Found(base)
        }
        [] => {
            base.why = format!("the row that says {value:?} has no {button:?}");
            Grounded::Not(HaltReason::NotFound, base)
        }
        several => {
            base.why = format!("the row that says {value:?} has {} things called {button:?}", several.len());
            Grounded::Not(HaltReason::Ambiguous, base)
        }
    }
}

/// All rows of the tables on a screen, as a loop goes over them: what tells each, and its cells by the names of their columns.
pub fn of_screen(view: &View<'_>) -> Vec<Row> {
    let rows = rows::rows(&view.scene.state.ui_elements);
    let all: Vec<Vec<String>> =
        rows.iter().map(|r| r.cells.iter().map(|c| c.text.clone()).collect()).collect();
    rows.iter()
        .enumerate()
        .map(|(n, row)| {
            let cells = row.cells.iter().map(|c| (column_name(&c.header), c.text.clone()));
            Row { identity: identity(&all, n), cells: cells.filter(|(name, _)| !name.is_empty()).collect() }
        })
        .collect()
}

/// What a column is called in expressions.
fn column_name(header: &str) -> String {
    variable_name(header)
}

/// The first cell that no other row has; all of it where there is none.
fn identity(all: &[Vec<String>], n: usize) -> String {
    let row = &all[n];
    let is_own = |at: usize| {
        let text = normal(&row[at]);
        let others = all.iter().enumerate().filter(|(m, _)| *m != n).map(|(_, r)| r);
        let mut seen = others.filter_map(|r| r.get(at));
        !text.is_empty()
            && text.chars().any(|c| c.is_ascii_digit() || c.is_alphabetic())
            && !seen.any(|t| normal(t) == text)
    };
    (0..row.len()).find(|at| is_own(*at)).map(|at| row[at].clone()).unwrap_or_else(|| row.join(" "))
}

/// A row that only repeats the headers of the table it was shown in.
pub fn is_header(row: &Row, edge: &lea_model::Edge) -> bool {
    let target = crate::plan::parts(edge).last().and_then(|a| a.target.as_ref());
    let headers = target
        .and_then(|t| t.anchor.as_ref())
        .and_then(|a| a.container.as_ref())
        .and_then(|c| c.text.as_deref());
    let headers = normal(headers.unwrap_or_default());
    let is_in = |text: &str| headers.contains(&normal(text));
    !headers.is_empty()
        && is_in(&row.identity)
        && row.cells.values().filter(|c| !c.trim().is_empty()).all(|c| is_in(c))
}
