//! Values that a screen shows beside a name: `Amount: 120.00`, a field with its label, a word left of or above another.

use super::ScreenState;
use crate::element::{ElementType, UIElement};
use crate::geometry::Rect;

/// A name is at most so many words.
const LONGEST_NAME: usize = 5;
/// A value is at most so many words.
const LONGEST_VALUE: usize = 6;
/// A value stands no further right of its name than this, in heights of text …
const RIGHT_REACH: i32 = 26;
/// … and no further below.
const BELOW_REACH: f64 = 2.2;

/// A value with the name it stands beside.
#[derive(Clone, Debug, PartialEq)]
pub struct Named {
    /// What names it.
    pub name: String,
    /// What it says.
    pub value: String,
}

/// The named values of a screen. A value may have two names, one beside and one above it: which is right shows when screens
/// are compared, since a name stays and a value changes.
pub fn named_values(state: &ScreenState) -> Vec<Named> {
    let mut found = Vec::new();
    for e in &state.ui_elements {
        let value = e.metadata.value.as_deref().unwrap_or("").trim();
        let is_field =
            matches!(e.element_type, ElementType::TextInput | ElementType::TextArea | ElementType::Dropdown);
        if is_field && !value.is_empty() && is_name(&e.label) {
            found.push(Named { name: trimmed(&e.label), value: value.to_owned() });
        }
    }
    let texts: Vec<(&str, Rect)> = state
        .perception
        .detected_text
        .iter()
        .filter_map(|t| Some((t.text.trim(), t.bbox?)))
        .filter(|(_, b)| !is_in_field(state, *b))
        .collect();
    for (text, _) in &texts {
        if let Some((name, value)) = text.split_once(':')
            && is_name(name)
            && is_value(value)
        {
            found.push(Named { name: trimmed(name), value: value.trim().to_owned() });
        }
    }
    for (name, at) in texts.iter().filter(|(t, _)| is_name(t)) {
        for (value, _) in [right_of(&texts, *at), below(&texts, *at)].into_iter().flatten() {
            found.push(Named { name: trimmed(name), value: value.to_owned() });
        }
    }
    found
}

fn is_in_field(state: &ScreenState, b: Rect) -> bool {
    let holds = |e: &UIElement| {
        matches!(
            e.element_type,
            ElementType::TextInput | ElementType::TextArea | ElementType::Dropdown | ElementType::Button
        ) && e.bbox.contains(b.center())
    };
    state.ui_elements.iter().any(holds)
}

fn is_name(text: &str) -> bool {
    let text = trimmed(text);
    let words = text.split_whitespace().count();
    let digits = text.chars().any(|c| c.is_ascii_digit());
    (1..=LONGEST_NAME).contains(&words) && !digits && text.chars().filter(|c| c.is_alphabetic()).count() >= 2
}

fn is_value(text: &str) -> bool {
    (1..=LONGEST_VALUE).contains(&text.split_whitespace().count())
}

/// Without what sets a name off from its value.
fn trimmed(text: &str) -> String {
    text.trim().trim_end_matches([':', '*', ' ']).to_owned()
}

fn right_of<'a>(texts: &[(&'a str, Rect)], at: Rect) -> Option<(&'a str, Rect)> {
    let height = at.height().max(8) as i32;
    let in_line = |b: &Rect| (b.center().y - at.center().y).abs() * 2 < height;
    texts
        .iter()
        .filter(|(t, b)| in_line(b) && b.x1 >= at.x2 && b.x1 - at.x2 <= RIGHT_REACH * height && is_value(t))
        .min_by_key(|(_, b)| b.x1)
        .copied()
}

fn below<'a>(texts: &[(&'a str, Rect)], at: Rect) -> Option<(&'a str, Rect)> {
    let height = at.height().max(8) as i32;
    let aligned = |b: &Rect| (b.x1 - at.x1).abs() <= height || (b.x2 - at.x2).abs() <= height;
    texts
        .iter()
        .filter(|(t, b)| {
            let gap = b.y1 - at.y2;
            aligned(b) && gap >= 0 && f64::from(gap) <= BELOW_REACH * f64::from(height) && is_value(t)
        })
        .min_by_key(|(_, b)| b.y1)
        .copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen_state::DetectedText;

    #[test]
    fn values_are_named_by_what_stands_before_beside_or_above_them() {
        let mut state = ScreenState::default();
        let mut say = |text: &str, x: i32, y: i32| {
            let bbox = Rect::from([x, y, x + 8 * text.len() as i32, y + 16]);
            let line = DetectedText { text: text.into(), bbox: Some(bbox), ..DetectedText::default() };
            state.perception.detected_text.push(line);
        };
        say("Amount: 120.00", 10, 10);
        say("Status", 10, 60);
        say("open", 120, 60);
        say("Doctor", 400, 200);
        say("Marie Duval", 400, 226);
        let named = named_values(&state);
        for (name, value) in [("Amount", "120.00"), ("Status", "open"), ("Doctor", "Marie Duval")] {
            assert!(named.contains(&Named { name: name.into(), value: value.into() }), "{name}: {named:?}");
        }
    }
}
