//! The column that a picked row is known by (SPEC L4.5): the one its value stood in, which is not always the one that was pointed at.

use super::Builder;
use crate::graph::lesson::Row;
use crate::graph::variables::Content;
use crate::graph::ways::Step;
use lea_model::Action;
use lea_recognize::label::normal;

impl Builder<'_> {
    /// Names the column of the value that a row is picked by; none where demonstrations had it in different ones.
    pub(super) fn name_column(&self, step: &Step, content: Option<&Content>, action: &mut Action) {
        let Some(in_row) = action.target.as_mut().and_then(|t| t.in_row.as_mut()) else { return };
        let said = |d: usize| match content {
            Some(Content::Constant(text)) => Some(text.as_str()),
            Some(Content::Variable(name)) => Some(self.found.values.get(name)?.get(&d)?.as_str()),
            _ => None,
        };
        if !matches!(content, Some(Content::Constant(_) | Content::Variable(_))) {
            return;
        }
        let rows = step.done().filter_map(|(d, a)| Some((d, self.lesson.demos[d].acts[a].row.as_ref()?)));
        let columns: Vec<Option<&str>> =
            rows.map(|(d, row)| said(d).and_then(|v| column_of(row, v))).collect();
        let first = columns.first().copied().flatten();
        let is_same = columns.iter().all(|c| c.map(normal) == first.map(normal));
        in_row.column = first.filter(|_| is_same).map(str::to_owned);
    }
}

/// The header of the cell that says a value; the one that was pointed at first.
fn column_of<'r>(row: &'r Row, value: &str) -> Option<&'r str> {
    let order = std::iter::once(row.cell).chain(0..row.cells.len());
    let mut cells = order.filter_map(|at| row.cells.get(at));
    let (header, _) = cells.find(|(_, said)| normal(said) == normal(value))?;
    Some(header.trim()).filter(|h| !h.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_that_was_opened_by_its_button_is_known_by_the_column_of_its_number() {
        let cell = |header: &str, said: &str| (header.to_owned(), said.to_owned());
        let cells = vec![cell("Number", "F-1"), cell("Patient", "Martin"), cell("Doctor", "Martin")];
        let row = |at: usize| Row { cells: cells.clone(), cell: at, ..Row::default() };
        assert_eq!(column_of(&row(1), "F-1"), Some("Number"));
        assert_eq!(column_of(&row(2), "Martin"), Some("Doctor"), "the one that was pointed at");
        assert_eq!(column_of(&row(0), "Martin"), Some("Patient"));
        assert_eq!(column_of(&row(0), "F-2"), None);
    }
}
