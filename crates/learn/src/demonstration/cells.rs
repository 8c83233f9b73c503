//! A click on a cell of a sheet: which one it is, and what stood around it.

use crate::graph::Row;
use lea_model::workflow::{SheetCell, Target, TargetKind, TargetPosition};
use lea_model::{ElementType, Point, Rect, ScreenState, Size};
use lea_recognize::label::normal;
use lea_recognize::sheet::{Address, Sheet};

/// The cell that was clicked, and its row. Sheets show the address of the cell that is marked: where that is another one, something else
/// was clicked that lies over the sheet.
pub fn clicked(
    (before, after): (&ScreenState, &ScreenState),
    (pos, changed): (Point, &[Rect]),
    size: Size,
) -> Option<(Target, Row)> {
    let sheet = Sheet::of(before)?;
    let pointed = sheet.at(pos)?;
    let shown = shown_addresses(&sheet, after);
    let address = match &shown[..] {
        [] => {
            let place = sheet.place(&pointed)?.padded(4);
            changed.iter().any(|b| b.intersection(&place).is_some()).then_some(pointed)?
        }
        some if some.contains(&pointed) => pointed,
        // Where columns are of different widths, it cannot be told from their letters alone where one ends.
        [one] if one.row == pointed.row => one.clone(),
        _ => return None,
    };
    let row = row(&sheet, before, &address);
    let beside = sheet.row(before, address.row).into_iter().filter(|(a, _)| *a != address);
    let cell = SheetCell {
        column: Some(address.column.clone()),
        row: Some(address.row),
        heading: heading(&sheet, before, &address),
        beside: beside.map(|(_, said)| said).collect(),
        empty: sheet.says(before, &address).is_none(),
        ..SheetCell::default()
    };
    let target = Target {
        kind: TargetKind::Cell,
        role: Some("cell".into()),
        element_type: Some(ElementType::TableCell),
        description: Some(format!("the cell {address}")),
        position: Some(TargetPosition {
            bbox: sheet.place(&address)?,
            screen_resolution: Some(size),
            ..TargetPosition::default()
        }),
        sheet_cell: Some(cell),
        ..Target::default()
    };
    Some((target, row))
}

/// The text came up in a cell of a sheet, whatever else shows it too, such as a line for formulas.
pub fn is_typed_into(state: &ScreenState, changed: &[Rect]) -> bool {
    Sheet::of(state).is_some_and(|sheet| changed.iter().any(|b| sheet.at(b.center()).is_some()))
}

/// Addresses that stand outside of the sheet.
fn shown_addresses(sheet: &Sheet, state: &ScreenState) -> Vec<Address> {
    let lines = state.perception.detected_text.iter();
    let outside = lines.filter(|t| t.bbox.is_some_and(|b| sheet.at(b.center()).is_none()));
    outside.filter_map(|t| Address::parse(&t.text)).collect()
}

/// What stands at the top of the column, above the cell.
fn heading(sheet: &Sheet, state: &ScreenState, address: &Address) -> Option<String> {
    let above = sheet.rows().filter(|row| *row < address.row);
    above.into_iter().find_map(|row| sheet.says(state, &Address { row, ..address.clone() }))
}

/// The row with all its columns, by their headings, and the rows beside it.
fn row(sheet: &Sheet, state: &ScreenState, address: &Address) -> Row {
    let columns: Vec<String> = sheet.columns().collect();
    let cells = |row: u32| -> Vec<(String, String)> {
        let said = sheet.row(state, row);
        let cell = |column: &String| {
            let at = Address { column: column.clone(), row };
            let says = said.iter().find(|(a, _)| *a == at).map(|(_, s)| s.clone());
            (heading(sheet, state, &at).unwrap_or_default(), says.unwrap_or_default())
        };
        columns.iter().map(cell).collect()
    };
    let is_said = |cells: &Vec<(String, String)>| cells.iter().any(|(_, said)| !normal(said).is_empty());
    Row {
        cells: cells(address.row),
        cell: columns.iter().position(|c| *c == address.column).unwrap_or_default(),
        others: sheet.rows().filter(|r| *r != address.row).map(cells).filter(is_said).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_model::DetectedText;

    /// A sheet whose first row says Article, Shelf and Delivered, with a box that shows the address of the marked cell.
    fn sheet(marked: &str, texts: &[(&str, i32, i32)]) -> ScreenState {
        let mut state = ScreenState::default();
        let mut add = |text: &str, x: i32, y: i32| {
            let bbox = Some(Rect { x1: x, y1: y, x2: x + 8 * text.len() as i32, y2: y + 10 });
            let line = DetectedText { text: text.into(), bbox, ..DetectedText::default() };
            state.perception.detected_text.push(line);
        };
        add(marked, 10, 100);
        ["A", "B", "C", "D", "E"].iter().enumerate().for_each(|(n, l)| add(l, 78 + 90 * n as i32, 130));
        (0..10).for_each(|n| add(&(n + 1).to_string(), 12, 147 + 17 * n));
        let rows = [
            ("Article", 40, 147),
            ("Shelf", 130, 147),
            ("Delivered", 310, 147),
            ("Apples", 40, 164),
            ("S11", 130, 164),
        ];
        rows.iter().chain(texts).for_each(|(text, x, y)| add(text, *x, *y));
        state
    }

    const SIZE: Size = Size { width: 1280, height: 800 };

    #[test]
    fn a_click_on_an_empty_cell_is_known_by_its_address_and_its_row() {
        let (before, after) = (sheet("A1", &[]), sheet("D2", &[]));
        let (target, row) = clicked((&before, &after), (Point { x: 352, y: 168 }, &[]), SIZE).unwrap();
        let cell = target.sheet_cell.unwrap();
        assert_eq!((cell.column.as_deref(), cell.row), (Some("D"), Some(2)));
        assert_eq!(cell.heading.as_deref(), Some("Delivered"));
        assert_eq!(cell.beside, ["Apples", "S11"]);
        assert!(cell.empty);
        assert_eq!((row.header(), row.said()), ("Delivered", ""));
        assert_eq!(row.cells[0], ("Article".into(), "Apples".into()));
    }

    #[test]
    fn what_lies_over_a_sheet_is_no_cell() {
        let (before, after) = (sheet("A1", &[]), sheet("A1", &[]));
        assert_eq!(clicked((&before, &after), (Point { x: 352, y: 168 }, &[]), SIZE), None);
    }

    #[test]
    fn a_text_that_comes_up_in_a_cell_was_typed_there() {
        let state = sheet("D2", &[("75", 310, 164)]);
        let (line, cell) = (Rect::from([230, 100, 600, 116]), Rect::from([308, 162, 396, 176]));
        assert!(is_typed_into(&state, &[line, cell]));
        assert!(!is_typed_into(&state, &[line]));
    }
}
