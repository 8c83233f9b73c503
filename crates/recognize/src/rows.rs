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
        let told = |row: &&UIElement| -> HashMap<u64, &str> {
            cells(row).into_iter().map(|(e, c)| (c, e.label.as_str())).collect()
        };
        let below: Vec<HashMap<u64, &str>> = rest.iter().map(told).collect();
        let is_data = is_one_of(&told(first), &below);
        let (headers, rest) = if is_data { (HashMap::new(), &rows[..]) } else { (told(first), rest) };
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

/// The first row of a table is one of its rows, and names no columns: in a column in which all rows are written alike, of digits and other
/// signs, so is this one. Digits alone may be a year that names its column.
fn is_one_of(first: &HashMap<u64, &str>, below: &[HashMap<u64, &str>]) -> bool {
    let is_alike = |(column, text): (&u64, &&str)| {
        let own = form(text);
        let others: Vec<String> = below.iter().filter_map(|row| row.get(column)).map(|t| form(t)).collect();
        own.contains('0')
            && own.chars().any(|c| c != '0')
            && others.len() > 1
            && others.iter().all(|o| *o == own)
    };
    first.iter().any(is_alike)
}

/// How a text is written: `0` for digits, `a` for letters, and the signs between.
fn form(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars().filter(|c| !c.is_whitespace()) {
        let kind = match c {
            c if c.is_ascii_digit() => '0',
            c if c.is_alphabetic() => 'a',
            c => c,
        };
        if !(matches!(kind, '0' | 'a') && out.ends_with(kind)) {
            out.push(kind);
        }
    }
    out
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
    bands_without(view, value, &[ElementType::TextInput, ElementType::TextArea, ElementType::Dropdown])
}

/// The same on what looks like a large field too: a list on paper of its own does.
pub fn bands_on_paper(view: &View<'_>, value: &str) -> Vec<Band> {
    bands_without(view, value, &[ElementType::TextInput, ElementType::Dropdown])
}

fn bands_without(view: &View<'_>, value: &str, fields: &[ElementType]) -> Vec<Band> {
    let wanted = normal(value);
    if wanted.is_empty() {
        return Vec::new();
    }
    let elements = &view.scene.state.ui_elements;
    let in_field =
        |b: Rect| elements.iter().any(|e| fields.contains(&e.element_type) && e.bbox.contains(b.center()));
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

#[cfg(test)]
mod tests {
    use super::*;

    fn table(lines: &[&[&str]]) -> Vec<UIElement> {
        let mut all = vec![UIElement::new("t", ElementType::Table, Rect::from([0, 0, 300, 300]))];
        for (r, cells) in lines.iter().enumerate() {
            let top = 20 * r as i32;
            let mut row =
                UIElement::new(format!("r{r}"), ElementType::TableRow, Rect::from([0, top, 300, top + 20]));
            row.metadata.parent = Some("t".into());
            all.push(row);
            for (c, said) in cells.iter().enumerate() {
                let left = 100 * c as i32;
                let bbox = Rect::from([left, top, left + 100, top + 20]);
                let mut cell = UIElement::new(format!("r{r}c{c}"), ElementType::TableCell, bbox);
                cell.label = (*said).into();
                cell.metadata.parent = Some(format!("r{r}"));
                cell.metadata.column = Some(c as u64);
                all.push(cell);
            }
        }
        all
    }

    fn said(lines: &[&[&str]]) -> Vec<(String, String)> {
        rows(&table(lines)).iter().map(|r| (r.cells[0].header.clone(), r.cells[0].text.clone())).collect()
    }

    #[test]
    fn the_first_row_names_the_columns() {
        let named = said(&[&["Name", "Date"], &["Dupont", "12/03/26"], &["Moreau", "13/03/26"]]);
        assert_eq!(named, [("Name".into(), "Dupont".into()), ("Name".into(), "Moreau".into())]);
        let years = said(&[&["Name", "2025"], &["Dupont", "1200"], &["Moreau", "900"]]);
        assert_eq!(years[0], ("Name".into(), "Dupont".into()), "a year may name a column");
    }

    #[test]
    fn a_first_row_that_is_written_like_the_others_is_one_of_them() {
        let list = said(&[
            &["a-plan", "24 File", "18/11/26 03:55"],
            &["b-plan", "23 File", "18/11/26 03:56"],
            &["c-plan", "24 File", "18/11/26 03:57"],
        ]);
        let all = ["a-plan", "b-plan", "c-plan"].map(|name| (String::new(), name.to_owned()));
        assert_eq!(list, all);
    }

    #[test]
    fn one_row_below_says_too_little() {
        let two = said(&[&["a-plan", "24 File"], &["b-plan", "23 File"]]);
        assert_eq!(two, [("a-plan".to_owned(), "b-plan".to_owned())]);
    }
}
