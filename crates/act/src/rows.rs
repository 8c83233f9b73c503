//! Rows (SPEC L4.5, ACT.5): one of several that look alike is known by what it says, letter for letter, and by nothing else.

use crate::ground::is_pressed;
use crate::locate::Grounded;
use crate::values::{Row, Values};
use lea_lexicon::names;
use lea_model::run::{Candidate, Grounding, HaltReason, Method};
use lea_model::workflow::TargetKind;
use lea_model::{Rect, Target, UIElement};
use lea_recognize::label::{normal, ratio};
use lea_recognize::rows::{self, Band};
use lea_recognize::{Level, View};

/// The target is one of several rows, known by a value.
pub fn is_row(target: &Target) -> bool {
    target.kind == TargetKind::Row
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
    base.role = "row".into();
    match target.row_button() {
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
    let bands = exact(view, rows::bands(view, value), value);
    let Some(column) = target.column().filter(|_| bands.len() > 1) else {
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

/// Of the rows that say a value, those that say it and nothing more: “Dupont” is not “Dupont-Martin”, though a row of that name begins
/// like it. A number among other words of its line is itself; a name is not.
fn exact(view: &View<'_>, bands: Vec<Band>, value: &str) -> Vec<Band> {
    let said = |band: &Band| said_around(view, band);
    let is_exact = |band: &&Band| said(band).is_some_and(|s| normal(&s) == normal(value));
    let whole: Vec<Band> = bands.iter().filter(is_exact).copied().collect();
    let is_number = value.chars().any(|c| c.is_ascii_digit());
    match whole.is_empty() {
        false => whole,
        true if is_number => bands,
        true => bands.into_iter().filter(|b| said(b).is_none_or(|s| stands_apart(&s, value))).collect(),
    }
}

/// What the cell says that a value stands in, or its line.
fn said_around(view: &View<'_>, band: &Band) -> Option<String> {
    let state = view.scene.state;
    let at = band.value.center();
    let rows = rows::rows(&state.ui_elements);
    let cell = rows.iter().flat_map(|r| &r.cells).find(|c| c.bbox.contains(at)).map(|c| c.text.clone());
    let line = || {
        let mut lines = state.perception.detected_text.iter();
        lines.find(|t| t.bbox.is_some_and(|b| b.contains(at))).map(|t| t.text.clone())
    };
    cell.filter(|c| !c.trim().is_empty()).or_else(line)
}

/// A name within a line is one of its own: no other word of letters, and no hyphen, touches it.
pub(crate) fn stands_apart(line: &str, value: &str) -> bool {
    let (line, value) = (line.to_lowercase(), value.trim().to_lowercase());
    let Some(at) = line.find(&value) else { return false };
    let (before, after) = (&line[..at], &line[at + value.len()..]);
    let touches = |near: Option<char>, next: Option<char>| match near {
        None => false,
        Some('-' | '\'' | '’') => true,
        Some(c) if c.is_whitespace() => next.is_some_and(char::is_alphabetic),
        Some(c) => c.is_alphanumeric(),
    };
    let skip = |text: &str, back: bool| -> Option<char> {
        let mut words = text.chars().filter(|c| !c.is_whitespace());
        if back { words.next_back() } else { words.next() }
    };
    !touches(before.chars().next_back(), skip(before, true))
        && !touches(after.chars().next(), skip(after, false))
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
    if found.is_empty() {
        // A table that is seen only in part: its last columns go on at the same height, where no other row is.
        let all = Rect { x1: 0, x2: i32::MAX, ..band.bbox };
        let others: Vec<Rect> = rows::rows(elements).into_iter().map(|r| r.bbox).collect();
        let is_other =
            |e: &UIElement| others.iter().any(|r| r.contains(e.center) && !r.contains(band.value.center()));
        found = rows::labelled(elements, all, button, level.min_ratio);
        found.retain(|e| !is_other(e) && is_pressed(e));
    }
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

/// All rows on a screen, as a loop goes over them: what tells each, and its cells by the names of their columns. A row that no table
/// is seen around, such as the last one, is known by the `button` that every row has.
pub fn of_screen(view: &View<'_>, button: Option<&str>) -> Vec<Row> {
    let mut rows = of_tables(view);
    let elements = &view.scene.state.ui_elements;
    let seen = rows::rows(elements);
    let Some(button) = button else { return rows };
    let everywhere = Rect { x1: 0, y1: 0, x2: i32::MAX / 2, y2: i32::MAX / 2 };
    for e in rows::labelled(elements, everywhere, button, Level::STRICT.min_ratio) {
        if seen.iter().any(|r| r.bbox.contains(e.center)) || !crate::ground::is_pressed(e) {
            continue;
        }
        let lines =
            view.scene.state.perception.detected_text.iter().filter_map(|t| Some((t.bbox?, t.text.as_str())));
        let mut beside: Vec<(Rect, &str)> = lines
            .filter(|(b, _)| {
                b.center().y >= e.bbox.y1 && b.center().y < e.bbox.y2 && !e.bbox.contains(b.center())
            })
            .collect();
        beside.sort_by_key(|(b, _)| b.x1);
        let tells = beside.iter().find(|(_, t)| t.chars().any(|c| c.is_ascii_digit())).or(beside.first());
        if let Some((_, identity)) = tells {
            let cells = std::iter::once((
                UNNAMED.to_owned(),
                beside.iter().map(|(_, t)| *t).collect::<Vec<_>>().join(" "),
            ));
            rows.push(Row { identity: (*identity).to_owned(), cells: cells.collect() });
        }
    }
    rows
}

/// The cell of a row whose columns are not known.
pub const UNNAMED: &str = "line";

fn of_tables(view: &View<'_>) -> Vec<Row> {
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
    names::variable(header)
}

/// What tells a row: the first cell that no other row has, one with digits and letters before one with digits before any other; all of
/// it where there is none.
fn identity(all: &[Vec<String>], n: usize) -> String {
    let row = &all[n];
    let is_own = |at: &usize| {
        let text = normal(&row[*at]);
        let others = all.iter().enumerate().filter(|(m, _)| *m != n).map(|(_, r)| r);
        let mut seen = others.filter_map(|r| r.get(*at));
        text.chars().any(char::is_alphanumeric) && !seen.any(|t| normal(t) == text)
    };
    let has = |at: usize, kind: fn(char) -> bool| row[at].chars().any(kind);
    let own: Vec<usize> = (0..row.len()).filter(is_own).collect();
    let number = own.iter().find(|at| has(**at, |c| c.is_ascii_digit()) && has(**at, char::is_alphabetic));
    let best = number.or_else(|| own.iter().find(|at| has(**at, |c| c.is_ascii_digit()))).or(own.first());
    best.map(|at| row[*at].clone()).unwrap_or_else(|| row.join(" "))
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
    let cells: Vec<&String> = row.cells.values().filter(|c| !c.trim().is_empty()).collect();
    let repeated = cells.iter().filter(|c| is_in(c)).count();
    !headers.is_empty() && is_in(&row.identity) && 2 * repeated >= cells.len()
}

/// The button that every row of a loop has.
pub fn button_of(edge: &lea_model::Edge) -> Option<&str> {
    let target = crate::plan::parts(edge).last().and_then(|a| a.target.as_ref())?;
    target.row_button()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stands_apart_unless_another_word_or_a_hyphen_touches_it() {
        assert!(stands_apart("Dupont", "Dupont"));
        assert!(stands_apart("12/03/2026 Dupont, 250 €", "Dupont"));
        assert!(stands_apart("Dupont – 250 €", "dupont"));
        for other in ["Dupont-Martin", "Dupont Martin", "Marie Dupont", "Duponts", "d'Dupont"] {
            assert!(!stands_apart(other, "Dupont"), "{other}");
        }
    }
}
