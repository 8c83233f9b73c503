//! Cells of sheets (SPEC L4.5): by their address, or by what their row says and the column. What stood there in every demonstration must
//! stand there still; where it does not, or where two rows say the same, nothing is found.

use crate::execute::Part;
use crate::locate::Grounded;
use crate::run::Runner;
use crate::values::{Values, names_in};
use lea_model::run::{Grounding, HaltReason, Method};
use lea_model::workflow::{SheetCell, TargetKind};
use lea_model::{ScreenState, Target};
use lea_recognize::label::{normal, ratio};
use lea_recognize::sheet::{Address, Sheet};
use lea_recognize::{SAME_LABEL, View};

/// The target is a cell of a sheet.
pub fn is_cell(target: &Target) -> bool {
    target.kind == TargetKind::Cell
}

/// Looks for the cell.
pub fn ground(target: &Target, values: &Values, view: &View<'_>, base: Grounding) -> Grounded {
    match found(target, values, view.scene.state) {
        Ok((sheet, address)) => match sheet.place(&address) {
            Some(bbox) => Grounded::Found(Grounding {
                method: Method::Cell,
                role: "cell".into(),
                bbox: Some(bbox),
                point: Some(bbox.center()),
                label: address.to_string(),
                why: format!("the cell {address}"),
                ..base
            }),
            None => {
                let why = format!("the cell {address} is not in sight");
                Grounded::Not(HaltReason::NotFound, Grounding { why, ..base })
            }
        },
        Err((reason, why)) => Grounded::Not(reason, Grounding { why, ..base }),
    }
}

impl Runner<'_, '_, '_> {
    /// A cell was clicked whose row said the value: what is typed next goes there, so that the record is chosen by this run.
    pub fn marked_cell(&mut self, part: &Part<'_>) {
        let text = part.action.target.as_ref().and_then(|t| t.text.as_deref()).unwrap_or_default();
        let names = names_in(text);
        let filled = names.iter().filter_map(|n| self.known.values.fill(&format!("${{{n}}}")).ok());
        let values: Vec<String> = filled.filter(|f| !f.secret).map(|f| f.text).collect();
        if !values.is_empty() {
            self.place.record.opened = Some(values);
        }
    }
}

type Refused = (HaltReason, String);

/// The address of the cell, once everything that was seen there is seen again.
fn found(target: &Target, values: &Values, state: &ScreenState) -> Result<(Sheet, Address), Refused> {
    let not = |why: String| (HaltReason::NotFound, why);
    let cell = target.sheet_cell.clone().unwrap_or_default();
    let sheet = Sheet::of(state)
        .ok_or_else(|| not("no sheet with numbered rows and lettered columns is in sight".into()))?;
    let address = match (&cell.column, cell.row) {
        (Some(column), Some(row)) => Address { column: column.clone(), row },
        (Some(column), None) => {
            let value = filled(target, values)?;
            Address { column: column.clone(), row: row_that_says(&sheet, state, &value)? }
        }
        (None, _) => {
            let value = filled(target, values)?;
            Address::parse(&value).ok_or_else(|| (HaltReason::BadValue, format!("{value:?} is no cell")))?
        }
    };
    match unlike(&cell, &sheet, state, &address) {
        Some(why) => Err((HaltReason::Unsure, why)),
        None => Ok((sheet, address)),
    }
}

/// The value that tells the row, or the whole address.
fn filled(target: &Target, values: &Values) -> Result<String, Refused> {
    let missing = |why: String| (HaltReason::MissingValue, why);
    match values.fill(target.text.as_deref().unwrap_or_default()) {
        Ok(filled) if !normal(&filled.text).is_empty() => Ok(filled.text),
        Ok(_) => Err(missing("the cell is to be found by a value that is empty".into())),
        Err(name) => Err(missing(format!("the cell is to be found by {name}, which has no value"))),
    }
}

/// The only row in which a cell says a value, letter for letter.
fn row_that_says(sheet: &Sheet, state: &ScreenState, value: &str) -> Result<u32, Refused> {
    let wanted = normal(value);
    let says = |row: &u32| sheet.row(state, *row).iter().any(|(_, said)| normal(said) == wanted);
    match sheet.rows().filter(says).collect::<Vec<_>>()[..] {
        [row] => Ok(row),
        [] => Err((HaltReason::NotFound, format!("no row of the sheet says {value:?}"))),
        ref several => {
            let why = format!("{} rows of the sheet say {value:?}", several.len());
            Err((HaltReason::Ambiguous, why))
        }
    }
}

/// What is otherwise than in every demonstration.
fn unlike(cell: &SheetCell, sheet: &Sheet, state: &ScreenState, address: &Address) -> Option<String> {
    let is_like = |said: &str, wanted: &str| ratio(&normal(said), &normal(wanted)) >= SAME_LABEL;
    if let Some(heading) = &cell.heading {
        let above = sheet.rows().filter(|row| *row < address.row);
        let mut said = above.filter_map(|row| sheet.says(state, &Address { row, ..address.clone() }));
        if !said.any(|said| is_like(&said, heading)) {
            return Some(format!("nothing above {address} says “{heading}”, as it did when it was shown"));
        }
    }
    let row = sheet.row(state, address.row);
    if let Some(gone) = cell.beside.iter().find(|text| !row.iter().any(|(_, said)| is_like(said, text))) {
        return Some(format!("the row of {address} does not say “{gone}”, as it did when it was shown"));
    }
    let said = sheet.says(state, address).filter(|_| cell.empty)?;
    Some(format!("{address} says “{said}”, and was empty when it was shown"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_model::{DetectedText, Rect, Size};
    use lea_recognize::Scene;

    /// A sheet of ten rows, whose first column says these words, below the headings Article and Delivered.
    fn sheet(articles: &[&str], more: &[(&str, i32, i32)]) -> ScreenState {
        let mut state = ScreenState::default();
        let mut add = |text: &str, x: i32, y: i32| {
            let bbox = Some(Rect { x1: x, y1: y, x2: x + 8 * text.len() as i32, y2: y + 10 });
            let line = DetectedText { text: text.into(), bbox, ..DetectedText::default() };
            state.perception.detected_text.push(line);
        };
        ["A", "B", "C", "D", "E"].iter().enumerate().for_each(|(n, l)| add(l, 78 + 90 * n as i32, 130));
        (0..10).for_each(|n| add(&(n + 1).to_string(), 12, 147 + 17 * n));
        add("Article", 40, 147);
        add("Delivered", 310, 147);
        articles.iter().enumerate().for_each(|(n, said)| add(said, 40, 164 + 17 * n as i32));
        more.iter().for_each(|(text, x, y)| add(text, *x, *y));
        state
    }

    fn looked_for(cell: SheetCell, text: Option<&str>, state: &ScreenState) -> Grounded {
        let text = text.map(str::to_owned);
        let target = Target { kind: TargetKind::Cell, sheet_cell: Some(cell), text, ..Target::default() };
        let view = View::new(Scene { state, frame: None }, Size { width: 1280, height: 800 }, None);
        ground(&target, &Values::default(), &view, Grounding::default())
    }

    fn column_d() -> SheetCell {
        SheetCell { column: Some("D".into()), heading: Some("Delivered".into()), ..SheetCell::default() }
    }

    #[test]
    fn a_cell_is_found_by_what_its_row_says_and_its_column() {
        let state = sheet(&["Apples", "|Bread", "Coffee"], &[]);
        let Grounded::Found(found) = looked_for(column_d(), Some("Bread"), &state) else { panic!() };
        assert_eq!((found.method, found.label.as_str()), (Method::Cell, "D3"));
        assert!(found.bbox.unwrap().contains(lea_model::Point { x: 352, y: 186 }), "{:?}", found.bbox);
    }

    #[test]
    fn a_row_that_is_not_there_or_twice_there_is_not_found() {
        let state = sheet(&["Apples", "Bread", "Bread"], &[]);
        let none = looked_for(column_d(), Some("Milk"), &state);
        assert!(matches!(none, Grounded::Not(HaltReason::NotFound, _)));
        let two = looked_for(column_d(), Some("Bread"), &state);
        assert!(matches!(two, Grounded::Not(HaltReason::Ambiguous, _)));
    }

    #[test]
    fn an_address_is_used_only_where_all_stands_as_it_was_shown() {
        let at = |row: u32| SheetCell { column: Some("D".into()), row: Some(row), ..SheetCell::default() };
        let state = sheet(&["Apples", "Bread"], &[("75", 310, 164)]);
        assert!(matches!(looked_for(at(3), None, &state), Grounded::Found(_)));
        let empty = SheetCell { empty: true, ..at(2) };
        assert!(
            matches!(looked_for(empty, None, &state), Grounded::Not(HaltReason::Unsure, _)),
            "it is filled"
        );
        let moved = SheetCell { beside: vec!["Apples".into()], ..at(3) };
        assert!(
            matches!(looked_for(moved, None, &state), Grounded::Not(HaltReason::Unsure, _)),
            "another row"
        );
        let other = SheetCell { heading: Some("Ordered".into()), ..at(3) };
        assert!(
            matches!(looked_for(other, None, &state), Grounded::Not(HaltReason::Unsure, _)),
            "another column"
        );
        assert!(
            matches!(looked_for(at(40), None, &state), Grounded::Not(HaltReason::NotFound, _)),
            "out of sight"
        );
    }

    #[test]
    fn without_a_sheet_there_is_no_cell() {
        let found = looked_for(column_d(), Some("Bread"), &ScreenState::default());
        assert!(matches!(found, Grounded::Not(HaltReason::NotFound, _)));
        let whole = looked_for(SheetCell::default(), Some("D3"), &sheet(&["Apples"], &[]));
        assert!(matches!(whole, Grounded::Found(_)), "the value is the whole address");
    }
}
