//! Rows (SPEC L4.5, ACT.5): one of several that look alike is known by what it says, letter for letter, and by nothing else.

use crate::ground::is_pressed;
use crate::locate::Grounded;
use crate::params::records::ROW_BEYOND;
use crate::values::{Row, Values, names_in};
use lea_lexicon::names;
use lea_model::run::{Candidate, Grounding, HaltReason, Method};
use lea_model::workflow::TargetKind;
use lea_model::{ElementType, Rect, Target, UIElement};
use lea_recognize::label::{normal, ratio};
use lea_recognize::rows::{self, Band, Cell};
use lea_recognize::{Level, SAME_LABEL, View};

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
        Some(button) => in_row(&called_in_row(view, band, button, level), button, &value, base),
        None => {
            base.bbox = Some(band.value);
            base.point = Some(band.value.center());
            base.label.clone_from(&value);
            base.why = format!("the only row that says {value:?}");
            Grounded::Found(base)
        }
    }
}

/// The rows that say the value: in the column that was shown, where a table on the screen has it. What the same words say in another
/// column is about another record. What a loop tells a row by may stand in any column.
fn matching(target: &Target, view: &View<'_>, value: &str) -> Vec<Band> {
    // A list that was shown on paper of its own looks like a field that holds several lines.
    let said = if is_on_paper(target) { rows::bands_on_paper } else { rows::bands };
    let bands = exact(view, said(view, value), value);
    let rows = rows::rows(&view.scene.state.ui_elements);
    let tables = tables_shown(target, &rows);
    let bands: Vec<Band> = bands.into_iter().filter(|band| is_in_tables(&rows, &tables, band)).collect();
    let Some(column) = target.column() else { return bands };
    let is_headed = |c: &Cell| ratio(&normal(&c.header), &normal(column)) >= SAME_LABEL;
    let in_column = |band: &Band| cell_at(&rows, band).is_some_and(is_headed);
    let within: Vec<Band> = bands.iter().copied().filter(in_column).collect();
    let is_loop = target.text.as_deref().is_some_and(|t| names_in(t).contains(&"row"));
    if !within.is_empty() {
        return within;
    }
    let headed: Vec<&Cell> = rows.iter().flat_map(|r| &r.cells).filter(|c| is_headed(c)).collect();
    // Where the button stood in that column, it is not known which one the value stands in.
    let is_button =
        |c: &&Cell| target.row_button().is_some_and(|b| ratio(&normal(&c.text), &normal(b)) >= SAME_LABEL);
    if is_loop || headed.is_empty() || headed.iter().any(is_button) {
        return bands;
    }
    // A row that no table is seen around goes on below the column.
    let is_below = |band: &Band| {
        let x = band.value.center().x;
        cell_at(&rows, band).is_none() && headed.iter().any(|c| (c.bbox.x1..c.bbox.x2).contains(&x))
    };
    bands.into_iter().filter(is_below).collect()
}

/// The entry was shown in what looks like a large field.
fn is_on_paper(target: &Target) -> bool {
    let container = target.anchor.as_ref().and_then(|a| a.container.as_ref());
    container.is_some_and(|c| c.element_type == Some(ElementType::TextArea))
}

fn cell_at<'r>(rows: &'r [rows::Row], band: &Band) -> Option<&'r Cell> {
    let at = band.value.center();
    rows.iter().find(|r| r.bbox.contains(at))?.cells.iter().find(|c| c.bbox.contains(at))
}

/// The tables on the screen that have the headers that were shown: the column of the value, or most of all.
fn tables_shown(target: &Target, rows: &[rows::Row]) -> Vec<String> {
    let container = target.anchor.as_ref().and_then(|a| a.container.as_ref());
    let learnt = normal(container.and_then(|c| c.text.as_deref()).unwrap_or_default());
    let has_column = |row: &rows::Row| {
        let is_it = |c: &Cell| {
            target.column().is_some_and(|column| ratio(&normal(&c.header), &normal(column)) >= SAME_LABEL)
        };
        row.cells.iter().any(is_it)
    };
    let has_headers = |row: &rows::Row| {
        let headers: Vec<String> = row.cells.iter().map(|c| normal(&c.header)).collect();
        let named: Vec<&String> = headers.iter().filter(|h| !h.is_empty()).collect();
        !named.is_empty() && 2 * named.iter().filter(|h| learnt.contains(h.as_str())).count() > named.len()
    };
    let mut tables: Vec<String> =
        rows.iter().filter(|r| has_column(r) || has_headers(r)).map(|r| r.table.clone()).collect();
    tables.dedup();
    tables
}

/// A value stands in one of these tables, or just beyond its rows: the last row is not always seen to be one. Anywhere where there is no
/// such table.
fn is_in_tables(rows: &[rows::Row], tables: &[String], band: &Band) -> bool {
    let at = band.value.center();
    if let Some(row) = rows.iter().find(|r| r.bbox.contains(at)) {
        return tables.is_empty() || tables.contains(&row.table);
    }
    let is_next = |row: &rows::Row| {
        let reach = ROW_BEYOND * row.bbox.height() as i32;
        let away = (row.bbox.y1 - at.y).max(at.y - row.bbox.y2);
        (row.bbox.x1..row.bbox.x2).contains(&at.x) && (0..=reach).contains(&away)
    };
    tables.is_empty() || rows.iter().filter(|r| tables.contains(&r.table)).any(is_next)
}

/// Of the rows that say a value, those that say it and nothing more: “Dupont” is not “Dupont-Martin”, though a row of that name begins
/// like it. A number of one word is itself among other words of its line; a name is not.
fn exact(view: &View<'_>, bands: Vec<Band>, value: &str) -> Vec<Band> {
    let said = |band: &Band| said_around(view, band);
    let is_exact = |band: &&Band| said(band).is_some_and(|s| normal(&s) == normal(value));
    let whole: Vec<Band> = bands.iter().filter(is_exact).copied().collect();
    match whole.is_empty() {
        false => whole,
        true if is_number(value) => bands,
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

/// A value of one word with a digit in it: the words beside it make no other value of it. “Chambre 12” is no such value, because
/// “Chambre 12 bis” is another room.
pub(crate) fn is_number(value: &str) -> bool {
    value.chars().any(|c| c.is_ascii_digit()) && !value.trim().contains(char::is_whitespace)
}

/// A name within a line is one of its own: no other word of letters, and no hyphen, touches it; nor does a number where the name ends
/// with one.
pub(crate) fn stands_apart(line: &str, value: &str) -> bool {
    let (line, value) = (line.to_lowercase(), value.trim().to_lowercase());
    let Some(at) = line.find(&value) else { return false };
    let (before, after) = (without_bar_behind(&line[..at]), without_bar_before(&line[at + value.len()..]));
    let is_digit = |edge: Option<char>| edge.is_some_and(|c| c.is_ascii_digit());
    let touches = |edge: Option<char>, near: Option<char>, next: Option<char>| match near {
        None => false,
        Some('-' | '\'' | '’') => true,
        Some(c) if c.is_whitespace() => {
            next.is_some_and(char::is_alphabetic) || is_digit(edge) && is_digit(next)
        }
        Some(c) => c.is_alphanumeric(),
    };
    let skip = |text: &str, back: bool| -> Option<char> {
        let mut words = text.chars().filter(|c| !c.is_whitespace());
        if back { words.next_back() } else { words.next() }
    };
    !touches(value.chars().next(), before.chars().next_back(), skip(before, true))
        && !touches(value.chars().next_back(), after.chars().next(), skip(after, false))
}

/// A bar between two parts of a line is read as a letter that stands alone. At the end of a line it may be a number of its own.
const BARS: [&str; 3] = ["i", "l", "|"];

fn without_bar_behind(before: &str) -> &str {
    let parted = before.trim_end().rsplit_once(char::is_whitespace);
    let bar = parted.filter(|(more, last)| BARS.contains(last) && !more.trim().is_empty());
    bar.filter(|_| before.ends_with(char::is_whitespace)).map_or(before, |_| "")
}

fn without_bar_before(after: &str) -> &str {
    let parted = after.trim_start().split_once(char::is_whitespace);
    let bar = parted.filter(|(first, more)| BARS.contains(first) && !more.trim().is_empty());
    bar.filter(|_| after.starts_with(char::is_whitespace)).map_or(after, |_| "")
}

/// The things in a row that are called like its button.
fn called_in_row<'v>(view: &'v View<'_>, band: Band, button: &str, level: Level) -> Vec<&'v UIElement> {
    let elements = &view.scene.state.ui_elements;
    // What stands in a row that does not hold the value belongs to that row, although it is at the same height.
    let others: Vec<Rect> = rows::rows(elements).into_iter().map(|r| r.bbox).collect();
    let is_other =
        |e: &UIElement| others.iter().any(|r| r.contains(e.center) && !r.contains(band.value.center()));
    let mut found = rows::labelled(elements, band.bbox, button, level.min_ratio);
    found.retain(|e| !is_other(e));
    if found.is_empty() {
        // A table that is seen only in part: its last columns go on at the same height, where no other row is.
        let all = Rect { x1: 0, x2: i32::MAX, ..band.bbox };
        found = rows::labelled(elements, all, button, level.min_ratio);
        found.retain(|e| !is_other(e) && is_pressed(e));
    }
    // A cell and the button in it are one thing.
    found.dedup_by(|a, b| a.bbox.contains(b.center) || b.bbox.contains(a.center));
    found
}

/// The button in the row that says a value.
fn in_row(found: &[&UIElement], button: &str, value: &str, mut base: Grounding) -> Grounded {
    base.candidates.extend(found.iter().map(|e| Candidate {
        bbox: e.bbox,
        source: "row".into(),
        label: e.label.clone(),
        ..Candidate::default()
    }));
    match found {
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
    let target = edge.parts().last().and_then(|a| a.target.as_ref());
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
    let target = edge.parts().last().and_then(|a| a.target.as_ref())?;
    target.row_button()
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_model::{DetectedText, DetectedWord, ScreenState, Size};
    use lea_recognize::Scene;

    #[test]
    fn a_name_stands_apart_unless_another_word_or_a_hyphen_touches_it() {
        assert!(stands_apart("Dupont", "Dupont"));
        assert!(stands_apart("12/03/2026 Dupont, 250 €", "Dupont"));
        assert!(stands_apart("Dupont – 250 €", "dupont"));
        for other in ["Dupont-Martin", "Dupont Martin", "Marie Dupont", "Duponts", "d'Dupont"] {
            assert!(!stands_apart(other, "Dupont"), "{other}");
        }
        assert!(stands_apart("Chambre 12, 250 €", "Chambre 12"));
        for other in ["Chambre 12 bis", "Chambre 12 3", "Petite Chambre 12", "Chambre 12-B"] {
            assert!(!stands_apart(other, "Chambre 12"), "{other}");
        }
    }

    #[test]
    fn a_bar_that_is_read_as_a_letter_parts_a_name_from_what_stands_beside_it() {
        for parted in ["auth I user I Can add user", "auth | user | Can add user", "Can add user I auth"] {
            assert!(stands_apart(parted, "Can add user"), "{parted}");
        }
        for other in ["Can add user I", "I Can add user", "auth user Can add user", "auth IX Can add user"] {
            assert!(!stands_apart(other, "Can add user"), "{other}");
        }
    }

    #[test]
    fn an_entry_of_a_list_on_its_own_paper_is_found_where_it_was_shown_so_and_a_note_is_no_row() {
        let mut state = ScreenState::default();
        let paper = UIElement::new("p", ElementType::TextArea, Rect::from([0, 90, 600, 400]));
        state.ui_elements.push(paper);
        let word = |text: &str, x: i32| DetectedWord {
            text: text.into(),
            bbox: Rect::from([x, 100, x + 60, 116]),
            ..DetectedWord::default()
        };
        state.perception.detected_text.push(DetectedText {
            text: "Paula Tissot".into(),
            bbox: Some(Rect::from([40, 100, 170, 116])),
            words: vec![word("Paula", 40), word("Tissot", 110)],
            ..DetectedText::default()
        });
        let found = |kind: ElementType| {
            let container = lea_model::workflow::Container { element_type: Some(kind), ..Default::default() };
            let anchor = lea_model::workflow::Anchor { container: Some(container), ..Default::default() };
            let target = Target { anchor: Some(anchor), ..Target::default() };
            let view =
                View::new(Scene { state: &state, frame: None }, Size { width: 1280, height: 800 }, None);
            matching(&target, &view, "Paula Tissot").len()
        };
        assert_eq!(found(ElementType::TextArea), 1);
        assert_eq!(found(ElementType::Table), 0);
    }

    /// The rows that say a value, by their numbers from the top.
    fn said_by(lines: &[&str], value: &str) -> Vec<i32> {
        let line = |(n, text): (usize, &&str)| {
            let (y, length) = (40 * n as i32, 9 * text.len() as i32);
            let word = |w: &str| {
                let left = 40 + 9 * (w.as_ptr() as usize - text.as_ptr() as usize) as i32;
                let bbox = Rect::from([left, y, left + 9 * w.len() as i32, y + 16]);
                DetectedWord { text: w.into(), bbox, ..DetectedWord::default() }
            };
            DetectedText {
                text: (*text).into(),
                bbox: Some(Rect::from([40, y, 40 + length, y + 16])),
                words: text.split_whitespace().map(word).collect(),
                ..DetectedText::default()
            }
        };
        let mut state = ScreenState::default();
        state.perception.detected_text = lines.iter().enumerate().map(line).collect();
        let view = View::new(Scene { state: &state, frame: None }, Size { width: 1280, height: 800 }, None);
        matching(&Target::default(), &view, value).iter().map(|b| b.value.y1 / 40).collect()
    }

    #[test]
    fn a_row_that_says_more_than_a_value_of_several_words_is_another_record() {
        let none: [i32; 0] = [];
        assert_eq!(said_by(&["Chambre 11", "Chambre 12 bis"], "Chambre 12"), none);
        assert_eq!(said_by(&["Chambre 11", "Petite Chambre 12"], "Chambre 12"), none);
    }

    #[test]
    fn an_exact_row_is_found_although_another_begins_like_it() {
        assert_eq!(said_by(&["Chambre 12 bis", "Chambre 12"], "Chambre 12"), [1]);
        assert_eq!(said_by(&["Dupont-Martin", "Dupont"], "Dupont"), [1]);
    }

    #[test]
    fn a_number_of_one_word_is_itself_among_the_words_of_its_line() {
        assert_eq!(said_by(&["F-2026-0176 Dupont", "F-2026-0177 Moreau Louis"], "F-2026-0177"), [1]);
    }

    /// A table with the columns Patient, Doctor and a button, and lines beside it.
    fn table(people: &[(&str, &str)], beside: &[(&str, i32, i32)]) -> ScreenState {
        let mut state = ScreenState::default();
        let line = |text: &str, x: i32, y: i32| {
            let word = |w: &str| {
                let left = x + 9 * (w.as_ptr() as usize - text.as_ptr() as usize) as i32;
                let bbox = Rect::from([left, y, left + 9 * w.len() as i32, y + 16]);
                DetectedWord { text: w.into(), bbox, ..DetectedWord::default() }
            };
            DetectedText {
                text: text.into(),
                bbox: Some(Rect::from([x, y, x + 9 * text.len() as i32, y + 16])),
                words: text.split_whitespace().map(word).collect(),
                ..DetectedText::default()
            }
        };
        let mut add = |id: &str, kind, bbox: [i32; 4], parent: Option<&str>, label: &str| {
            let mut e = UIElement::new(id.to_owned(), kind, Rect::from(bbox));
            e.label = label.into();
            e.metadata.parent = parent.map(str::to_owned);
            if kind == ElementType::TableCell {
                e.metadata.column = Some(bbox[0] as u64 / 300);
                state.perception.detected_text.push(line(label, bbox[0] + 5, bbox[1] + 7));
            }
            state.ui_elements.push(e);
        };
        add("t", ElementType::Table, [0, 100, 900, 130 + 30 * people.len() as i32], None, "");
        let rows = std::iter::once(&("Patient", "Doctor")).chain(people);
        for (n, (patient, doctor)) in rows.enumerate() {
            let (row, top) = (format!("r{n}"), 100 + 30 * n as i32);
            add(&row, ElementType::TableRow, [0, top, 900, top + 30], Some("t"), "");
            let last = if n == 0 { "Action" } else { "Open" };
            for (at, said) in [*patient, *doctor, last].into_iter().enumerate() {
                let left = 300 * at as i32;
                let cell = [left, top, left + 300, top + 30];
                add(&format!("{row}c{at}"), ElementType::TableCell, cell, Some(&row), said);
            }
        }
        let beside = beside.iter().map(|(text, x, y)| line(text, *x, *y));
        state.perception.detected_text.extend(beside);
        state
    }

    fn found_in(state: &ScreenState, column: &str, button: Option<&str>) -> Grounded {
        let mut target = Target { text: Some("Martin Paul".into()), ..Target::default() };
        let button = button.map(str::to_owned);
        let column = Some(column.to_owned());
        target.in_row = Some(lea_model::workflow::InRow { column, button, ..Default::default() });
        let view = View::new(Scene { state, frame: None }, Size { width: 1280, height: 800 }, None);
        ground(&target, &Values::default(), &view, Level::STRICT, Grounding::default())
    }

    #[test]
    fn a_name_in_another_column_is_another_patients_row() {
        let other = table(&[("Dupont Anne", "Martin Paul"), ("Moreau Louis", "Blanc Eve")], &[]);
        assert!(matches!(found_in(&other, "Patient", None), Grounded::Not(HaltReason::NotFound, _)));
        assert!(matches!(found_in(&other, "Patient", Some("Open")), Grounded::Not(HaltReason::NotFound, _)));
        assert!(matches!(found_in(&other, "Doctor", None), Grounded::Found(_)));
        let both = table(&[("Dupont Anne", "Martin Paul"), ("Martin Paul", "Blanc Eve")], &[]);
        let Grounded::Found(found) = found_in(&both, "Patient", None) else { panic!("not found") };
        assert_eq!(found.point.map(|p| p.y / 30), Some(5));
        // An older workflow names the column of the button.
        assert!(matches!(found_in(&both, "Action", Some("Open")), Grounded::Not(HaltReason::Ambiguous, _)));
        assert!(matches!(found_in(&other, "Action", Some("Open")), Grounded::Found(_)));
    }

    #[test]
    fn a_name_beside_the_table_opens_no_row_at_its_height() {
        let people = [("Dupont Anne", "Blanc Eve"), ("Moreau Louis", "Blanc Eve")];
        let beside = table(&people, &[("Martin Paul", 1000, 137)]);
        for button in [None, Some("Open")] {
            let found = found_in(&beside, "Patient", button);
            assert!(matches!(found, Grounded::Not(HaltReason::NotFound, _)), "{button:?}");
        }
        // Where no such table is shown, the button at that height still belongs to another row.
        let no_header = found_in(&beside, "Client", Some("Open"));
        assert!(matches!(no_header, Grounded::Not(HaltReason::NotFound, _)));
        let last = table(&people, &[("Martin Paul", 5, 197)]);
        assert!(
            matches!(found_in(&last, "Patient", None), Grounded::Found(_)),
            "a row that is not seen to be one"
        );
    }
}
