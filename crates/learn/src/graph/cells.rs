//! Cells of sheets across demonstrations: the same cell every time, the row that a value tells, or an address that differs.

use super::lesson::{Act, Lesson};
use super::ways::Step;
use lea_model::workflow::{SheetCell, Target, TargetKind};
use lea_recognize::label::normal;
use lea_recognize::sheet::Address;

/// The address of the cell that an act points at.
pub fn address(act: &Act) -> Option<String> {
    let cell = act.target.as_ref().filter(|t| t.kind == TargetKind::Cell)?.sheet_cell.as_ref()?;
    Some(Address { column: cell.column.clone()?, row: cell.row? }.to_string())
}

/// All acts point at one and the same cell.
pub fn is_one(acts: &[(usize, &Act)]) -> bool {
    let first = acts.first().and_then(|(_, act)| address(act));
    first.is_some() && acts.iter().all(|(_, act)| address(act) == first)
}

/// The cell of a step, with what was the same around it in every demonstration. `picked` is what tells its row, or its whole address.
pub fn target(lesson: &Lesson, step: &Step, seen: Target, picked: Option<String>) -> Target {
    let acts: Vec<&Act> = step.done().map(|(d, a)| &lesson.demos[d].acts[a]).collect();
    let all: Vec<&SheetCell> =
        acts.iter().filter_map(|a| a.target.as_ref().and_then(|t| t.sheet_cell.as_ref())).collect();
    let mut cell = seen.sheet_cell.clone().unwrap_or_default();
    let has = |other: &SheetCell, text: &String| other.beside.iter().any(|b| normal(b) == normal(text));
    cell.beside.retain(|text| all.iter().all(|other| has(other, text)));
    let is_common = |heading: &String| {
        all.iter().all(|other| other.heading.as_ref().is_some_and(|h| normal(h) == normal(heading)))
    };
    cell.heading = cell.heading.filter(is_common);
    cell.empty = all.iter().all(|other| other.empty);
    let mut described = seen.description.clone();
    if let Some(text) = &picked {
        cell.row = None;
        let is_told = acts
            .iter()
            .all(|a| a.row.as_ref().is_some_and(|r| r.cells.iter().any(|c| !normal(&c.1).is_empty())));
        if !is_told {
            cell.column = None;
        }
        described = Some(match (&cell.column, &cell.heading) {
            (None, _) => format!("the cell {text}"),
            (_, Some(heading)) => format!("the cell of {heading} in the row that says {text}"),
            (Some(column), None) => format!("the cell of column {column} in the row that says {text}"),
        });
    }
    Target { text: picked, description: described, sheet_cell: Some(cell), position: None, ..seen }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Deed, Demo, Row};
    use lea_model::MouseButton;

    fn click(row: u32, said: &str) -> Act {
        let cell = SheetCell {
            column: Some("D".into()),
            row: Some(row),
            heading: Some("Delivered".into()),
            beside: vec![said.into(), "kg".into()],
            empty: true,
            ..SheetCell::default()
        };
        let target = Target { kind: TargetKind::Cell, sheet_cell: Some(cell), ..Target::default() };
        let cells = vec![("Article".into(), said.into()), ("Delivered".into(), String::new())];
        Act {
            event: 0,
            events: vec![0],
            deed: Deed::Click { button: MouseButton::Left, clicks: 1 },
            on: 0,
            between: Vec::new(),
            after: 0,
            target: Some(target),
            row: Some(Row { cells, cell: 1, others: Vec::new() }),
            changed: None,
            changed_pct: 0.0,
            app: String::new(),
            t: 0.0,
            settled: 0.0,
            tabbed: false,
            focused: false,
            answered: false,
            scrolled: None,
            doubt: None,
        }
    }

    fn learnt(acts: Vec<Act>, picked: Option<&str>) -> Target {
        let step = Step { acts: (0..acts.len()).map(|d| Some((d, 0))).collect(), ..Step::default() };
        let seen = acts[0].target.clone().unwrap();
        let demos = acts.into_iter().map(|act| Demo { acts: vec![act], ..Demo::default() }).collect();
        target(&Lesson { demos, ..Lesson::default() }, &step, seen, picked.map(str::to_owned))
    }

    #[test]
    fn a_cell_of_another_row_each_time_is_told_by_what_its_row_says() {
        let (first, second) = (click(2, "Apples"), click(5, "Dates"));
        assert!(!is_one(&[(0, &first), (1, &second)]));
        let target = learnt(vec![first, second], Some("${article}"));
        let cell = target.sheet_cell.unwrap();
        assert_eq!((cell.column.as_deref(), cell.row), (Some("D"), None));
        assert_eq!(target.text.as_deref(), Some("${article}"));
        assert_eq!(cell.beside, ["kg"], "what is the same in all rows");
        assert!(cell.empty);
    }

    #[test]
    fn the_same_cell_each_time_is_told_by_its_address() {
        let (first, second) = (click(14, "Total"), click(14, "Total"));
        assert!(is_one(&[(0, &first), (1, &second)]));
        assert_eq!(address(&first).as_deref(), Some("D14"));
        let target = learnt(vec![first, second], None);
        assert_eq!(target.sheet_cell.as_ref().and_then(|c| c.row), Some(14));
        assert_eq!(target.sheet_cell.unwrap().beside, ["Total", "kg"]);
    }
}
