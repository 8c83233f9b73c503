//! Places on the screen in words, so that a person can tell them apart without coordinates (SPEC PEOPLE.7). Pure.

use crate::params::limits::{DESCRIBED_OVERLAP, LONGEST_QUOTE, MOST_CELLS, NAME_OVERLAP, NAME_REACH};
use lea_model::{ElementType, Rect, ScreenState, UIElement};
use lea_recognize::label::normal;
use lea_recognize::rows;

/// Where a place is, as a person would say it: “Open” in the row “Dupont, 12 March”; the field right of “Amount”; the third icon in the
/// toolbar at the top.
pub fn describe(place: Rect, state: &ScreenState) -> String {
    let element = element_at(place, state);
    let bbox = element.map_or(place, |e| e.bbox);
    let what = what(element, bbox, state);
    match around(element, bbox, state) {
        Some(around) => format!("{what} {around}"),
        None => what,
    }
}

/// Several places in words, no two alike: where the words are the same, they are counted from the top.
pub fn describe_each(places: &[Rect], state: &ScreenState) -> Vec<String> {
    let words: Vec<String> = places.iter().map(|p| describe(*p, state)).collect();
    let position = |n: usize| (places[n].y1, places[n].x1, n);
    let told = |n: usize| {
        let alike: Vec<usize> = (0..words.len()).filter(|m| words[*m] == words[n]).collect();
        let before = alike.iter().filter(|m| position(**m) < position(n)).count();
        match alike.len() {
            1 => words[n].clone(),
            _ => format!("{} (the {} from the top)", words[n], ordinal(before + 1)),
        }
    };
    (0..words.len()).map(told).collect()
}

/// The thing at a place: the one that covers it best, else the smallest one around its middle.
fn element_at(place: Rect, state: &ScreenState) -> Option<&UIElement> {
    let overlap = |e: &UIElement| {
        let shared = place.intersection(&e.bbox).map_or(0, |r| r.area()) as f64;
        let whole = (place.area() + e.bbox.area()) as f64 - shared;
        if whole > 0.0 { shared / whole } else { 0.0 }
    };
    let best = state.ui_elements.iter().max_by(|a, b| overlap(a).total_cmp(&overlap(b)));
    best.filter(|e| overlap(e) >= DESCRIBED_OVERLAP).or_else(|| {
        let around = state.ui_elements.iter().filter(|e| e.bbox.contains(place.center()));
        around.filter(|e| !is_container(e.element_type)).min_by_key(|e| e.bbox.area())
    })
}

fn is_container(kind: ElementType) -> bool {
    use ElementType::{Dialog, Menu, Table, TableRow, Toolbar, Window};
    matches!(kind, Dialog | Menu | Table | TableRow | Toolbar | Window)
}

/// The thing itself: by its words, else by what stands beside it, else by where it is.
fn what(element: Option<&UIElement>, bbox: Rect, state: &ScreenState) -> String {
    let kind = element.map(|e| e.element_type);
    let is_field =
        matches!(kind, Some(ElementType::TextInput | ElementType::TextArea | ElementType::Dropdown));
    let noun = kind.map_or("the place", noun);
    let label = element.map(|e| e.label.trim()).filter(|l| !l.is_empty());
    match label.map(str::to_owned).or_else(|| words_in(bbox, state)) {
        // What stands in a field is its content, and changes; its name stands beside it.
        Some(own) if is_field => match beside(bbox, state) {
            Some(beside) if label.is_none() => format!("{noun} {beside}"),
            _ => format!("{noun} {}", quoted(&own)),
        },
        Some(own) => quoted(&own),
        None => match (toolbar(bbox, state), beside(bbox, state)) {
            (Some(told), _) => told,
            (None, Some(beside)) => format!("{noun} {beside}"),
            (None, None) => format!("{noun} {}", whereabouts(bbox, extent(state))),
        },
    }
}

/// What the thing stands in: a row, or a dialog.
fn around(element: Option<&UIElement>, bbox: Rect, state: &ScreenState) -> Option<String> {
    let own = element.map(|e| normal(&e.label)).unwrap_or_default();
    let rows = rows::rows(&state.ui_elements);
    let cells = rows.iter().find(|r| r.bbox.contains(bbox.center())).map(|row| {
        let others = row.cells.iter().filter(|c| normal(&c.text) != own && !c.bbox.contains(bbox.center()));
        others.map(|c| c.text.trim().to_owned()).filter(|t| !t.is_empty()).collect::<Vec<_>>()
    });
    let is_one_of_several =
        !own.is_empty() && state.ui_elements.iter().filter(|e| normal(&e.label) == own).count() > 1;
    // A list without a seen table: what stands on the same line.
    let line = || if is_one_of_several { on_line(bbox, state) } else { Vec::new() };
    let said = cells.filter(|c| !c.is_empty()).unwrap_or_else(line);
    if !said.is_empty() {
        let said: Vec<String> = said.into_iter().take(MOST_CELLS).collect();
        return Some(format!("in the row {}", quoted(&said.join(", "))));
    }
    let dialogs = state.ui_elements.iter().filter(|e| e.element_type == ElementType::Dialog);
    let dialog = dialogs.filter(|d| d.bbox.contains(bbox.center())).min_by_key(|d| d.bbox.area())?;
    if element.is_some_and(|e| e.element_id == dialog.element_id) || dialog.label.trim().is_empty() {
        return None;
    }
    Some(format!("in the dialog {}", quoted(&dialog.label)))
}

/// Which one of the icons of a toolbar.
fn toolbar(bbox: Rect, state: &ScreenState) -> Option<String> {
    let bars = state.ui_elements.iter().filter(|e| e.element_type == ElementType::Toolbar);
    let bar = bars.filter(|b| b.bbox.contains(bbox.center())).min_by_key(|b| b.bbox.area())?;
    let is_icon = |e: &&UIElement| {
        matches!(e.element_type, ElementType::IconButton | ElementType::Button | ElementType::Image)
            && bar.bbox.contains(e.bbox.center())
    };
    let mut icons: Vec<Rect> = state.ui_elements.iter().filter(is_icon).map(|e| e.bbox).collect();
    let is_upright = bar.bbox.height() > bar.bbox.width();
    icons.sort_by_key(|b| if is_upright { (b.y1, b.x1) } else { (b.x1, b.y1) });
    let at = icons.iter().position(|b| b.contains(bbox.center()))?;
    let place = whereabouts(bar.bbox, extent(state));
    Some(format!("the {} icon in the toolbar {place}", ordinal(at + 1)))
}

/// The nearest words on the left, or above.
fn beside(bbox: Rect, state: &ScreenState) -> Option<String> {
    let left = |b: Rect| {
        let is_level = b.center().y >= bbox.y1 && b.center().y < bbox.y2;
        (is_level && b.x2 <= bbox.x1 + NAME_OVERLAP).then(|| (bbox.x1 - b.x2).max(0))
    };
    let above = |b: Rect| {
        let is_over = b.x1 < bbox.x2 && b.x2 > bbox.x1;
        (is_over && b.y2 <= bbox.y1 + NAME_OVERLAP).then(|| (bbox.y1 - b.y2).max(0))
    };
    let nearest = |distance: &dyn Fn(Rect) -> Option<i32>| {
        let near = lines(state)
            .filter_map(|(b, t)| Some((distance(b).filter(|d| *d <= NAME_REACH * height(b))?, t)));
        near.min_by_key(|(d, _)| *d)
    };
    match (nearest(&left), nearest(&above)) {
        (Some((d, text)), other) if other.as_ref().is_none_or(|(o, _)| d <= *o) => {
            Some(format!("right of {}", quoted(text)))
        }
        (_, Some((_, text))) => Some(format!("below {}", quoted(text))),
        (_, None) => None,
    }
}

fn height(bbox: Rect) -> i32 {
    bbox.height() as i32
}

fn lines(state: &ScreenState) -> impl Iterator<Item = (Rect, &str)> {
    let lines = state.perception.detected_text.iter();
    lines.filter_map(|t| Some((t.bbox?, t.text.trim()))).filter(|(_, t)| !t.is_empty())
}

/// The words within a box.
fn words_in(bbox: Rect, state: &ScreenState) -> Option<String> {
    let within: Vec<&str> = lines(state).filter(|(b, _)| bbox.contains(b.center())).map(|(_, t)| t).collect();
    (!within.is_empty()).then(|| within.join(" "))
}

/// The words on the same line, from left to right.
fn on_line(bbox: Rect, state: &ScreenState) -> Vec<String> {
    let is_level = |b: &Rect| b.center().y >= bbox.y1 && b.center().y < bbox.y2;
    let mut there: Vec<(Rect, &str)> =
        lines(state).filter(|(b, _)| is_level(b) && !bbox.contains(b.center())).collect();
    there.sort_by_key(|(b, _)| b.x1);
    there.into_iter().map(|(_, t)| t.to_owned()).collect()
}

/// Everything that was seen.
fn extent(state: &ScreenState) -> Rect {
    let boxes = state.ui_elements.iter().map(|e| e.bbox).chain(lines(state).map(|(b, _)| b));
    boxes.reduce(|a, b| a.union(&b)).unwrap_or_default()
}

/// Which part of the screen, in thirds.
fn whereabouts(bbox: Rect, screen: Rect) -> String {
    let third = |at: i32, from: i32, to: i32| 3 * (at - from) / (to - from).max(1);
    let is_wide = 2 * bbox.width() > screen.width();
    let column = if is_wide { 1 } else { third(bbox.center().x, screen.x1, screen.x2) };
    let row = third(bbox.center().y, screen.y1, screen.y2);
    let words = match (row, column) {
        (..=0, ..=0) => "at the top left",
        (..=0, 1) => "at the top",
        (..=0, _) => "at the top right",
        (1, ..=0) => "at the left",
        (1, 1) => "in the middle",
        (1, _) => "at the right",
        (_, ..=0) => "at the bottom left",
        (_, 1) => "at the bottom",
        (_, _) => "at the bottom right",
    };
    words.to_owned()
}

fn noun(kind: ElementType) -> &'static str {
    match kind {
        ElementType::TextInput | ElementType::TextArea => "the field",
        ElementType::Dropdown => "the list",
        ElementType::Checkbox | ElementType::Toggle => "the box to tick",
        ElementType::Radio => "the choice",
        ElementType::IconButton | ElementType::Image => "the icon",
        ElementType::Button => "the button",
        ElementType::Link => "the link",
        ElementType::TableCell => "the cell",
        ElementType::TableRow => "the row",
        _ => "the place",
    }
}

fn ordinal(n: usize) -> String {
    const WORDS: [&str; 10] =
        ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
    WORDS.get(n.wrapping_sub(1)).map_or_else(|| format!("{n}th"), |w| (*w).to_owned())
}

/// Words in quotes, on one line and not too long.
fn quoted(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let cut: String = text.chars().take(LONGEST_QUOTE).collect();
    let more = if cut.len() < text.len() { "…" } else { "" };
    format!("“{cut}{more}”")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn element(id: &str, kind: &str, bbox: [i32; 4], label: &str) -> Value {
        json!({ "element_id": id, "type": kind, "bbox": bbox, "label": label })
    }

    fn child(mut element: Value, parent: &str, column: Option<u64>) -> Value {
        element["metadata"] = json!({ "parent": parent });
        if let Some(column) = column {
            element["metadata"]["column"] = json!(column);
        }
        element
    }

    fn state(elements: &[Value], texts: &[(&str, [i32; 4])]) -> ScreenState {
        let texts: Vec<Value> = texts.iter().map(|(t, b)| json!({ "text": t, "bbox": b })).collect();
        let document = json!({ "ui_elements": elements, "perception": { "detected_text": texts } });
        ScreenState::from_json(&document.to_string()).unwrap()
    }

    fn table() -> ScreenState {
        let mut all = vec![element("t", "table", [0, 100, 800, 220], "")];
        for (n, (name, day)) in
            [("Name", "Day"), ("Dupont", "12 March"), ("Martin", "12 March")].iter().enumerate()
        {
            let (y, row) = (100 + 40 * n as i32, format!("r{n}"));
            all.push(child(element(&row, "table_row", [0, y, 800, y + 40], ""), "t", None));
            let cell = |c: u64, x: i32, text: &str| {
                let id = format!("c{n}{c}");
                child(element(&id, "table_cell", [x, y, x + 200, y + 40], text), &row, Some(c))
            };
            all.extend([cell(0, 0, name), cell(1, 200, day)]);
            if n > 0 {
                let open = element(&format!("o{n}"), "button", [700, y + 5, 780, y + 35], "Open");
                all.push(child(open, &row, None));
            }
        }
        state(&all, &[])
    }

    #[test]
    fn buttons_of_one_name_are_told_apart_by_what_their_rows_say() {
        let table = table();
        let places = [Rect::from([700, 145, 780, 175]), Rect::from([700, 185, 780, 215])];
        assert_eq!(
            describe_each(&places, &table),
            ["“Open” in the row “Dupont, 12 March”", "“Open” in the row “Martin, 12 March”"]
        );
    }

    #[test]
    fn rows_without_a_table_are_known_by_their_lines() {
        let buttons =
            [60, 120].map(|y| element(&format!("b{y}"), "button", [600, y, 680, y + 30], "Open")).to_vec();
        let lines =
            [("F-12", [10, 65, 80, 85]), ("Dupont", [100, 65, 200, 85]), ("F-13", [10, 125, 80, 145])];
        let list = state(&buttons, &lines);
        assert_eq!(describe(Rect::from([600, 60, 680, 90]), &list), "“Open” in the row “F-12, Dupont”");
        assert_eq!(describe(Rect::from([600, 120, 680, 150]), &list), "“Open” in the row “F-13”");
    }

    #[test]
    fn a_field_without_a_name_of_its_own_is_known_by_the_words_beside_it() {
        let fields = [
            element("a", "text_input", [200, 100, 400, 130], ""),
            element("b", "text_input", [200, 220, 400, 250], ""),
            element("c", "text_input", [500, 100, 700, 130], "City"),
        ];
        let words = [("Amount", [100, 105, 180, 125]), ("Reason", [200, 190, 270, 212])];
        let form = state(&fields, &words);
        assert_eq!(describe(Rect::from([200, 100, 400, 130]), &form), "the field right of “Amount”");
        assert_eq!(describe(Rect::from([200, 220, 400, 250]), &form), "the field below “Reason”");
        assert_eq!(describe(Rect::from([500, 100, 700, 130]), &form), "the field “City”");
    }

    #[test]
    fn an_icon_is_counted_in_its_toolbar() {
        let mut all = vec![
            element("bar", "toolbar", [0, 0, 1000, 40], ""),
            element("w", "window", [0, 0, 1000, 800], "Notes"),
        ];
        all.extend(
            (0..4).map(|n| element(&format!("i{n}"), "icon_button", [40 * n + 5, 5, 40 * n + 35, 35], "")),
        );
        let bar = state(&all, &[]);
        assert_eq!(describe(Rect::from([85, 5, 115, 35]), &bar), "the third icon in the toolbar at the top");
        assert_eq!(describe(Rect::from([900, 700, 920, 720]), &bar), "the place at the bottom right");
    }

    #[test]
    fn a_button_of_a_dialog_says_which_one() {
        let all = [
            element("d", "dialog", [300, 300, 700, 500], "Delete everything?"),
            element("y", "button", [320, 450, 400, 480], "Yes"),
        ];
        let asked = state(&all, &[]);
        assert_eq!(
            describe(Rect::from([320, 450, 400, 480]), &asked),
            "“Yes” in the dialog “Delete everything?”"
        );
    }

    #[test]
    fn what_is_called_alike_and_stands_in_no_row_is_counted() {
        let twins = [60, 160].map(|y| element(&format!("b{y}"), "button", [10, y, 90, y + 30], "Save"));
        let places = [Rect::from([10, 160, 90, 190]), Rect::from([10, 60, 90, 90])];
        assert_eq!(
            describe_each(&places, &state(&twins, &[])),
            ["“Save” (the second from the top)", "“Save” (the first from the top)"]
        );
    }
}
