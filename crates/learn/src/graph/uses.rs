//! What a screen can be used for: its buttons and fields. Screens of one kind offer the same, whatever they show.

use super::lesson::Shown;
use lea_model::{ElementType, UIElement};
use lea_recognize::label::{normal, ratio};
use std::collections::BTreeSet;

/// Shorter words are found in others by chance.
const LEAST_LETTERS: usize = 3;
/// Two labels that are this much alike are one, misread: one letter of eight. "Rejeter" is not "Rejetée".
const MISREAD: f64 = 0.87;

/// How many buttons and fields only one of two screens has, and which share of all that is. What is merely not recognised as a
/// button, while its words are there, is no difference.
pub fn differences(a: &Shown, b: &Shown) -> (usize, f64) {
    let (x, y) = (uses(a), uses(b));
    let differ = x.iter().filter(|u| !says(b, u)).count() + y.iter().filter(|u| !says(a, u)).count();
    let all = x.union(&y).count();
    (differ, differ as f64 / all.max(1) as f64)
}

/// Labels of buttons and fields, but for those in rows, which come and go with them, and those that turn pages.
fn uses(shown: &Shown) -> BTreeSet<String> {
    use ElementType::{Button, Checkbox, Dropdown, Radio, TextArea, TextInput, Toggle};
    let is_use = |e: &&UIElement| {
        matches!(e.element_type, Button | Checkbox | Dropdown | Radio | TextArea | TextInput | Toggle)
            && !e.metadata.contains_key("row")
            && e.role != "navigation"
    };
    // An address in the corner of a browser is none.
    let is_worded = |e: &&UIElement| !e.label.contains(['/', '=', '?', '@', '\\', '_']);
    let labels = shown.state.ui_elements.iter().filter(is_use).filter(is_worded).map(|e| normal(&e.label));
    labels.filter(|l| l.chars().filter(|c| c.is_alphabetic()).count() >= LEAST_LETTERS).collect()
}

/// The words stand somewhere on the screen.
fn says(shown: &Shown, label: &str) -> bool {
    shown.state.perception.detected_text.iter().any(|line| {
        let text = normal(&line.text);
        text.contains(label) || ratio(&text, label) >= MISREAD
    })
}
