//! What an event points at: the thing under the pointer, the field that was typed into, the row that was picked.

use crate::graph::Row;
use crate::params::demonstration::{ALIKE_TYPED, AROUND};
use lea_model::{ElementType, Point, Rect, ScreenState, UIElement};
use lea_recognize::label::{normal, ratio};
use lea_recognize::rows;

/// Most of a change lies in a field: it got or lost the focus, or holds something else.
pub fn is_in_field(state: &ScreenState, changed: Rect) -> bool {
    let fields = state.ui_elements.iter().filter(|e| is_field(e.element_type));
    let within = |e: &UIElement| e.bbox.padded(8).intersection(&changed).map_or(0, |i| i.area());
    fields.map(within).sum::<u64>() * 10 >= changed.area() * 7
}

/// A text stands there.
pub fn says_something(state: &ScreenState, pos: Point) -> bool {
    state.perception.detected_text.iter().filter_map(|t| t.bbox).any(|b| b.padded(2).contains(pos))
}

/// What can be clicked, chosen or filled in.
fn is_usable(kind: ElementType) -> bool {
    use ElementType::{Dialog, Image, Label, Scrollbar, Table, Toolbar, Window};
    !matches!(kind, Dialog | Image | Label | Scrollbar | Table | Toolbar | Window)
}

/// It may do nothing when it is clicked: then it must have answered.
pub fn is_static(kind: ElementType) -> bool {
    !is_usable(kind) || matches!(kind, ElementType::TableCell | ElementType::TableRow | ElementType::ListItem)
}

/// Something can be typed or chosen in it.
pub fn is_field(kind: ElementType) -> bool {
    matches!(kind, ElementType::TextInput | ElementType::TextArea | ElementType::Dropdown)
}

/// The smallest thing under the pointer: a button or field before the cell it stands in, a label where nothing else is.
pub fn thing_at(elements: &[UIElement], pos: Point) -> Option<&UIElement> {
    let under = || elements.iter().filter(move |e| e.bbox.contains(pos));
    let smallest = |fits: &dyn Fn(ElementType) -> bool| {
        under().filter(|e| fits(e.element_type)).min_by_key(|e| e.bbox.area())
    };
    let acts = |k: ElementType| is_usable(k) && !is_static(k);
    let shows = |k: ElementType| matches!(k, ElementType::Label | ElementType::Image);
    smallest(&acts).or_else(|| smallest(&is_usable)).or_else(|| smallest(&shows))
}

/// The word or line under the pointer, or a little around it.
pub fn words_at(state: &ScreenState, pos: Point) -> Rect {
    let line =
        state.perception.detected_text.iter().filter_map(|t| t.bbox).find(|b| b.padded(2).contains(pos));
    line.unwrap_or(Rect { x1: pos.x - AROUND, y1: pos.y - AROUND, x2: pos.x + AROUND, y2: pos.y + AROUND })
}

/// A field may hold what was typed: it says nothing else after that. Words that came up beside it, such as a hint, are none.
pub fn may_hold(after: &ScreenState, field: &UIElement, typed: &str) -> bool {
    let within = |b: Rect| field.bbox.contains(b.center());
    let lines = after.perception.detected_text.iter().filter(|t| t.bbox.is_some_and(within));
    let shown = normal(&lines.map(|t| t.text.as_str()).collect::<Vec<_>>().join(" "));
    let typed = normal(typed);
    let is_part = shown.contains(&typed) || typed.contains(&shown);
    match field.element_type {
        ElementType::Dropdown => !shown.is_empty() && is_part,
        _ => is_part || ratio(&shown, &typed) >= ALIKE_TYPED,
    }
}

/// The field that holds most of what changed: elsewhere a button may have been enabled.
pub fn field_at(elements: &[UIElement], changed: &[Rect], may: &dyn Fn(&UIElement) -> bool) -> Option<Rect> {
    let common = |e: &UIElement, b: &Rect| e.bbox.intersection(b).map_or(0, |i| i.area());
    let holds = |e: &&UIElement| changed.iter().any(|b| common(e, b) * 3 > b.area());
    let fields = elements.iter().filter(|e| is_field(e.element_type)).filter(holds).filter(|e| may(e));
    fields.max_by_key(|e| changed.iter().map(|b| common(e, b)).sum::<u64>()).map(|e| e.bbox)
}

/// The row of a table that an element lies in, with the headers of its columns and the rows beside it.
pub fn row_of(elements: &[UIElement], element: &UIElement) -> Option<Row> {
    let around = rows::row_around(elements, element)?;
    let table = rows::parent(elements, around)?;
    let of_table: Vec<rows::Row> =
        rows::rows(elements).into_iter().filter(|r| r.table == table.element_id).collect();
    // The header itself is none of them: a button, not one of several.
    let own = of_table.iter().position(|r| r.bbox == around.bbox)?;
    let x = element.center.x;
    let cell = of_table[own].cells.iter().position(|c| c.bbox.x1 <= x && x < c.bbox.x2).unwrap_or(0);
    let texts = |row: &rows::Row| -> Vec<(String, String)> {
        row.cells.iter().map(|c| (c.header.clone(), c.text.clone())).collect()
    };
    let others = of_table.iter().enumerate().filter(|(n, _)| *n != own).map(|(_, r)| texts(r)).collect();
    Some(Row { cells: texts(&of_table[own]), cell, others })
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_model::DetectedText;

    #[test]
    fn a_hint_that_came_up_is_not_what_was_typed_into() {
        let bbox = Rect::from([100, 100, 300, 130]);
        let says = |text: &str| {
            let mut state = ScreenState::default();
            let line = DetectedText { text: text.into(), bbox: Some(bbox), ..DetectedText::default() };
            state.perception.detected_text.push(line);
            state
        };
        let choice = UIElement::new("a", ElementType::Dropdown, bbox);
        let field = UIElement::new("b", ElementType::TextInput, bbox);
        assert!(!may_hold(&says("Save to memory"), &choice, "12+30"));
        assert!(!may_hold(&says("Save to memory"), &field, "12+30"));
        assert!(may_hold(&says("France"), &choice, "fr"));
        assert!(may_hold(&says("Duponl"), &field, "Dupont"));
        assert!(may_hold(&ScreenState::default(), &field, "Dupont"), "what cannot be read may be it");
    }
}
