//! Rows of tables and lists: read with the headers of their columns, told apart by what they say.

use crate::label::{normal, ratio};
use crate::params::candidates::PARENT_DEPTH;
use crate::view::View;
use lea_model::{ElementType, Rect, UIElement};
use std::collections::HashMap;

/// A row of a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// Where.
    pub bbox: Rect,
    /// Its cells, from left to right.
    pub cells: Vec<Cell>,
    /// Which of the tables on the screen, by its element.
    pub table: String,
}

/// A cell of a row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cell {
    /// The header of its column; empty where there is none.
    pub header: String,
    /// What it says.
    pub text: String,
    /// Where.
    pub bbox: Rect,
}

/// The parent of an element, by its id.
pub fn parent<'a>(elements: &'a [UIElement], e: &UIElement) -> Option<&'a UIElement> {
    let id = e.metadata.parent.as_deref()?;
    elements.iter().find(|p| p.element_id == id)
}

/// The row of a table that an element lies in, by its element.
pub fn row_around<'a>(elements: &'a [UIElement], element: &'a UIElement) -> Option<&'a UIElement> {
    let mut at = Some(element);
    // A loop of parents ends too.
    for _ in 0..PARENT_DEPTH {
        let e = at?;
        if e.element_type == ElementType::TableRow {
            return Some(e);
        }
        at = parent(elements, e);
    }
    None
}

/// All rows of all tables, without their headers, from top to bottom.
pub fn rows(elements: &[UIElement]) -> Vec<Row> {
    let mut by_parent: HashMap<&str, Vec<&UIElement>> = HashMap::new();
    for e in elements {
        if let Some(id) = e.metadata.parent.as_deref() {
            by_parent.entry(id).or_default().push(e);
        }
    }
    let of = |id: &str, kind: ElementType| -> Vec<&UIElement> {
        by_parent.get(id).into_iter().flatten().copied().filter(|e| e.element_type == kind).collect()
    };
    let cells = |row: &UIElement| -> Vec<(&UIElement, u64)> {
        let mut cells: Vec<_> = of(&row.element_id, ElementType::TableCell)
            .into_iter()
            .filter_map(|e| Some((e, e.metadata.column?)))
            .collect();
        cells.sort_by_key(|(e, _)| e.bbox.x1);
        cells
    };
    let mut found = Vec::new();
    for table in elements.iter().filter(|e| e.element_type == ElementType::Table) {
        let mut rows = of(&table.element_id, ElementType::TableRow);
        rows.sort_by_key(|r| r.bbox.y1);
        let Some((first, rest)) = rows.split_first() else { continue };
        let headers: HashMap<u64, &str> =
            cells(first).into_iter().map(|(e, c)| (c, e.label.as_str())).collect();
        found.extend(rest.iter().map(|row| {
            Row {
                bbox: row.bbox,
                table: table.element_id.clone(),
                cells: cells(row)
                    .into_iter()
                    .map(|(e, c)| Cell {
                        header: headers.get(&c).copied().unwrap_or_default().to_owned(),
                        text: e.label.clone(),
                        bbox: e.bbox,
                    })
                    .collect(),
            }
        }));
    }
    found.sort_by_key(|r| (r.bbox.y1, r.bbox.x1));
    found
}

/// A line of the screen that says a value: the band of a row, and where the value stands in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band {
    /// Where the value stands.
    pub value: Rect,
    /// The row around it: as high as a row, as wide as the screen or the table.
    pub bbox: Rect,
}

/// The rows in which a value stands, letter for letter; what is typed into a field is no row.
pub fn bands(view: &View<'_>, value: &str) -> Vec<Band> {
    let wanted = normal(value);
    if wanted.is_empty() {
        return Vec::new();
    }
    let elements = &view.scene.state.ui_elements;
    let in_field = |b: Rect| {
        elements.iter().any(|e| {
            matches!(e.element_type, ElementType::TextInput | ElementType::TextArea | ElementType::Dropdown)
                && e.bbox.contains(b.center())
        })
    };
    let rows = rows(elements);
    let words = value.split_whitespace().count();
    let spans = view.page.spans(&wanted, words, 1.0, usize::MAX);
    let mut found: Vec<Band> = Vec::new();
    for span in spans.into_iter().filter(|s| !in_field(s.bbox)) {
        let row = rows.iter().find(|r| r.bbox.contains(span.bbox.center())).map(|r| r.bbox);
        let bbox = row.unwrap_or_else(|| {
            let pad = span.bbox.height() as i32 / 2;
            Rect { x1: 0, x2: view.page.size.width as i32, ..span.bbox.padded(pad) }
        });
        if !found.iter().any(|b| b.bbox.contains(span.bbox.center())) {
            found.push(Band { value: span.bbox, bbox });
        }
    }
    found.sort_by_key(|b| (b.bbox.y1, b.bbox.x1));
    found
}

/// The thing of this label in a band: the one most like it, by its words.
pub fn labelled<'a>(elements: &'a [UIElement], band: Rect, label: &str, least: f64) -> Vec<&'a UIElement> {
    let wanted = normal(label);
    let alike = |e: &UIElement| ratio(&normal(&e.label), &wanted);
    let mut found: Vec<&UIElement> = elements
        .iter()
        .filter(|e| band.contains(e.center) && e.bbox.height() <= 2 * band.height())
        .filter(|e| {
            !matches!(e.element_type, ElementType::Table | ElementType::TableRow | ElementType::Window)
        })
        .filter(|e| alike(e) >= least)
        .collect();
    found.sort_by(|a, b| alike(b).total_cmp(&alike(a)).then(a.bbox.area().cmp(&b.bbox.area())));
    found
}
