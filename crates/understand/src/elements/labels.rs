//! Which words name an element: those on it, those beside a box to tick, those left of or above a field. What is written in a
//! field is its value, or a hint if it is faint; neither is its label.

use super::features::is_bullets;
use super::suppress::overlap;
use crate::params::elements::{
    ABOVE_BASE, ABOVE_COST, ABOVE_REACH, FIELD_LEVEL, FIELD_OVERLAP_ABOVE, FIELD_OVERLAP_LEFT, LEAST_NAME,
    LEFT_COST, LEFT_REACH, LINE_INSIDE, MOST_SHIFT, NO_COLON_COST, SHIFT_COST, TICK_LEFT_COST, TICK_LEVEL,
    TICK_OVERLAP, TICK_REACH,
};
use crate::text::Line;
use lea_model::{ElementType, Rect, in_reading_order};

/// What is known of an element's words.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Named {
    pub(crate) label: String,
    pub(crate) confidence: f64,
    /// What a field holds.
    pub(crate) value: Option<String>,
    /// The number of the line that names it, where that is not on it.
    pub(crate) line: Option<usize>,
}

/// The words of every element, in the order of `elements`.
pub(crate) fn name(elements: &[(ElementType, Rect)], lines: &[Line], unit: f32) -> Vec<Named> {
    let mut named: Vec<Named> = elements.iter().map(|(kind, b)| own_words(*kind, *b, lines)).collect();
    let is_free = free_lines(elements, lines);
    let dialogs: Vec<Rect> =
        elements.iter().filter(|(k, _)| *k == ElementType::Dialog).map(|(_, b)| *b).collect();
    // The closest pairs first, so that a label goes to the field it is nearest to.
    let mut pairs: Vec<(i64, usize, usize)> = Vec::new();
    for (e, (kind, b)) in elements.iter().enumerate() {
        if !needs_words(*kind) {
            continue;
        }
        for (l, line) in lines.iter().enumerate().filter(|(l, _)| is_free[*l]) {
            if is_parted(&dialogs, *b, line.bbox) {
                continue;
            }
            let cost = if is_tick(*kind) { beside(*b, line.bbox, unit) } else { before(*b, line, unit) };
            if let Some(cost) = cost {
                pairs.push(((cost * 1000.0) as i64, e, l));
            }
        }
    }
    pairs.sort_unstable();
    let mut taken = vec![false; lines.len()];
    let mut left_over = Vec::new();
    for (_, e, l) in pairs {
        if named[e].line.is_some() {
            continue;
        }
        if taken[l] {
            left_over.push((e, l));
            continue;
        }
        taken[l] = true;
        give(&mut named[e], lines, l);
    }
    // What stands right before a field names it, although something else that may be none is nearer to it.
    for (e, l) in left_over {
        let (b, words) = (elements[e].1, lines[l].bbox);
        let is_before = words.x2 <= b.x1 && (b.y1..b.y2).contains(&words.center().y);
        if named[e].line.is_none()
            && is_field(elements[e].0)
            && is_before
            && lines[l].text.trim_end().ends_with(':')
        {
            give(&mut named[e], lines, l);
        }
    }
    named
}

/// A line names an element.
fn give(named: &mut Named, lines: &[Line], l: usize) {
    *named = Named {
        label: lines[l].text.trim().trim_end_matches([':', '*', ' ']).to_owned(),
        confidence: lines[l].confidence,
        line: Some(l),
        value: named.value.take(),
    };
}

/// A dialog holds one of them and not the other.
fn is_parted(dialogs: &[Rect], a: Rect, b: Rect) -> bool {
    dialogs.iter().any(|d| d.contains(a.center()) != d.contains(b.center()))
}

fn is_tick(kind: ElementType) -> bool {
    matches!(kind, ElementType::Checkbox | ElementType::Radio | ElementType::Toggle)
}

fn is_field(kind: ElementType) -> bool {
    matches!(kind, ElementType::TextInput | ElementType::TextArea | ElementType::Dropdown)
}

fn needs_words(kind: ElementType) -> bool {
    is_tick(kind) || is_field(kind) || kind == ElementType::Slider
}

fn own_words(kind: ElementType, b: Rect, lines: &[Line]) -> Named {
    use ElementType::{Dialog, Image, Menu, Scrollbar, Table, Toolbar, Window};
    if matches!(kind, Dialog | Table | Toolbar | Menu | Image | Scrollbar | Window) {
        let first = (kind == Dialog || kind == Window)
            .then(|| lines.iter().find(|l| b.contains(l.bbox.center()) && is_name(&l.text)))
            .flatten();
        return first.map_or_else(Named::default, |l| Named {
            label: l.text.clone(),
            confidence: l.confidence,
            ..Named::default()
        });
    }
    let inside: Vec<&Line> =
        lines.iter().filter(|l| b.contains(l.bbox.center()) || overlap(&l.bbox, &b) > LINE_INSIDE).collect();
    let inside = in_reading_order(inside, |l| l.bbox);
    let mut text =
        inside.iter().map(|l| words_in(l, b)).filter(|t| !t.is_empty()).collect::<Vec<_>>().join(" ");
    if inside.is_empty() {
        // A link in a sentence holds some words of a line.
        text = lines
            .iter()
            .filter(|l| l.bbox.intersection(&b).is_some())
            .map(|l| words_in(l, b))
            .find(|t| !t.is_empty())
            .unwrap_or_default();
    }
    let confidence =
        inside.iter().map(|l| l.confidence).fold(if text.is_empty() { 0.0 } else { 1.0 }, f64::min);
    if is_field(kind) {
        let value = (!text.is_empty()).then_some(text);
        return Named { value, ..Named::default() };
    }
    Named { label: text, confidence, ..Named::default() }
}

/// The buttons of a title bar are read as signs: a name has letters.
fn is_name(text: &str) -> bool {
    text.chars().filter(|c| c.is_alphabetic()).count() >= LEAST_NAME
}

/// The words of a line whose middle lies in a box; the whole line where it lies in it.
fn words_in(line: &Line, b: Rect) -> String {
    if line.bbox.intersection(&b) == Some(line.bbox) || line.words.is_empty() {
        return line.text.trim().to_owned();
    }
    let inside = line.words.iter().filter(|w| b.contains(w.bbox.center()));
    inside.map(|w| w.text.as_str()).collect::<Vec<_>>().join(" ")
}

/// Lines that are not on something that is acted on, and so may name something else.
fn free_lines(elements: &[(ElementType, Rect)], lines: &[Line]) -> Vec<bool> {
    let holds = |kind: ElementType| {
        use ElementType::{Dialog, Label, ListItem, Menu, Table, TableCell, TableRow, Toolbar, Window};
        !matches!(kind, Dialog | Label | Menu | Table | TableCell | TableRow | Toolbar | Window | ListItem)
            && !is_tick(kind)
    };
    let on = |line: &Line| elements.iter().any(|(kind, b)| holds(*kind) && b.contains(line.bbox.center()));
    lines.iter().map(|line| !on(line) && !is_bullets(&line.text)).collect()
}

/// How far words are beside a box to tick; none where they are not.
fn beside(b: Rect, words: Rect, unit: f32) -> Option<f32> {
    let level = (words.center().y - b.center().y).abs() as f32 / unit;
    if level > TICK_LEVEL {
        return None;
    }
    let (right, left) = ((words.x1 - b.x2) as f32 / unit, (b.x1 - words.x2) as f32 / unit);
    if b.contains(words.center()) {
        Some(0.0)
    } else if (-TICK_OVERLAP..TICK_REACH).contains(&right) {
        Some(right.max(0.0) + level)
    } else if (-TICK_OVERLAP..LEFT_REACH).contains(&left) {
        // Switches at the end of a row have their words at its beginning.
        Some(TICK_LEFT_COST + left.max(0.0) + level)
    } else {
        None
    }
}

/// How far words are before a field, left of it or above; none where they are not.
fn before(b: Rect, line: &Line, unit: f32) -> Option<f32> {
    let words = line.bbox;
    let level = (words.center().y - b.center().y).abs() as f32 / unit;
    let top_level = (words.center().y - b.y1 - unit as i32).abs() as f32 / unit;
    let left = (b.x1 - words.x2) as f32 / unit;
    let colon = if line.text.trim_end().ends_with(':') { 0.0 } else { NO_COLON_COST };
    if (-FIELD_OVERLAP_LEFT..LEFT_REACH).contains(&left) && level.min(top_level) <= FIELD_LEVEL {
        return Some(left.max(0.0) * LEFT_COST + level.min(top_level) + colon);
    }
    let above = (b.y1 - words.y2) as f32 / unit;
    let overlaps = words.x1 < b.x2 && words.x2 > b.x1;
    if (-FIELD_OVERLAP_ABOVE..ABOVE_REACH).contains(&above) && overlaps {
        let shift = ((words.x1 - b.x1).abs() as f32 / unit).min(MOST_SHIFT);
        return Some(above.max(0.0) * ABOVE_COST + shift * SHIFT_COST + ABOVE_BASE);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str, bbox: [i32; 4]) -> Line {
        Line { text: text.into(), bbox: bbox.into(), confidence: 0.9, words: Vec::new() }
    }

    #[test]
    fn a_field_is_named_by_the_words_before_it_and_not_by_what_is_in_it() {
        let lines = [
            line("Nom :", [10, 20, 50, 32]),
            line("Dupont", [70, 20, 120, 32]),
            line("Ville", [10, 50, 40, 62]),
            line("Lyon", [20, 72, 50, 84]),
            line("Newsletter", [40, 112, 120, 124]),
        ];
        let elements = [
            (ElementType::TextInput, Rect::from([60, 14, 260, 38])),
            (ElementType::TextInput, Rect::from([10, 66, 210, 90])),
            (ElementType::Checkbox, Rect::from([10, 110, 26, 126])),
        ];
        let named = name(&elements, &lines, 12.0);
        let labels: Vec<&str> = named.iter().map(|n| n.label.as_str()).collect();
        assert_eq!(labels, ["Nom", "Ville", "Newsletter"]);
        assert_eq!(named[0].value.as_deref(), Some("Dupont"));
    }

    #[test]
    fn a_button_is_named_by_what_is_on_it() {
        let lines = [line("Valider", [20, 20, 70, 32])];
        let named = name(&[(ElementType::Button, Rect::from([10, 10, 80, 42]))], &lines, 12.0);
        assert_eq!(named[0].label, "Valider");
    }
}
