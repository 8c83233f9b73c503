//! What is known of each screen of a lesson, worked out once: which window it is of, what can be done on it, what it says.

use super::errors;
use super::lesson::{Lesson, Shown};
use crate::params::graph::{LEAST_DIALOG_NAME, LEAST_LETTERS, MISREAD_ANYWHERE, SAME_ERROR, SAME_TITLE};
use lea_model::{ElementType, UIElement};
use lea_recognize::label::{normal, ratio};
use std::collections::{BTreeMap, BTreeSet};

/// What is known of a screen.
pub struct Facts {
    app: String,
    title: String,
    title_parts: Vec<String>,
    /// The page that its title names: what titles begin with in more than one recording. What only one has names a document.
    page: Option<String>,
    /// What its dialogs are called, where more than one recording has a dialog of that name.
    dialogs: Vec<String>,
    /// Texts that say that something went wrong.
    errors: Vec<String>,
    /// What it says, line by line, as labels are compared.
    texts: Vec<String>,
    /// Its buttons and fields.
    uses: BTreeSet<String>,
}

/// The facts of every screen of a lesson.
pub fn facts(lesson: &Lesson) -> Vec<Facts> {
    let typed = errors::typed(lesson);
    let pages = in_several(lesson, |shown| title_parts(title(shown)).into_iter().take(1).collect());
    let dialogs = in_several(lesson, dialog_names);
    let one = |shown: &Shown| {
        let parts = title_parts(title(shown));
        let window = shown.state.window.as_ref();
        Facts {
            app: window.map(|w| normal(&w.app_name)).unwrap_or_default(),
            title: letters(title(shown)),
            page: parts.first().filter(|p| pages.contains(*p)).cloned(),
            title_parts: parts,
            dialogs: dialog_names(shown).into_iter().filter(|d| dialogs.contains(d)).collect(),
            errors: errors::errors(&shown.state, &typed).iter().map(|(text, _)| letters(text)).collect(),
            texts: shown.state.perception.detected_text.iter().map(|t| normal(&t.text)).collect(),
            uses: uses(shown),
        }
    };
    lesson.screens.iter().map(one).collect()
}

impl Facts {
    /// Another application, window, page or dialog, or something went wrong on one of them alone.
    pub fn is_parted(&self, other: &Self) -> bool {
        let differ = |a: &str, b: &str| !a.is_empty() && !b.is_empty() && a != b;
        if differ(&self.app, &other.app) || self.has_other_title(other) || self.has_other_dialog(other) {
            return true;
        }
        if self.page.is_some() && other.page.is_some() && self.page != other.page {
            return true;
        }
        let lacks = |a: &Self, b: &Self| {
            a.errors.iter().any(|text| !b.errors.iter().any(|o| ratio(o, text) >= SAME_ERROR))
        };
        lacks(self, other) || lacks(other, self)
    }

    /// How many buttons and fields only one of two screens has, and which share of all that is. What is merely not recognised as
    /// a button, while its words are there, is no difference; a label that was put together from several lines is none of the lines.
    pub fn differences(&self, other: &Self) -> (usize, f64) {
        let only = |a: &Self, b: &Self| a.uses.iter().filter(|u| !b.uses.contains(*u) && !b.says(u)).count();
        let differ = only(self, other) + only(other, self);
        (differ, differ as f64 / self.uses.union(&other.uses).count().max(1) as f64)
    }

    /// The words stand somewhere on the screen.
    fn says(&self, label: &str) -> bool {
        self.texts.iter().any(|text| text.contains(label) || ratio(text, label) >= MISREAD_ANYWHERE)
    }

    /// Titles that share no part are of different windows; those that do may name another document or page.
    fn has_other_title(&self, other: &Self) -> bool {
        let known = !self.title_parts.is_empty() && !other.title_parts.is_empty();
        let shared = self.title_parts.iter().any(|p| other.title_parts.contains(p));
        known && !shared && ratio(&self.title, &other.title) < SAME_TITLE
    }

    /// Each shows a dialog whose name is not to be read on the other.
    fn has_other_dialog(&self, other: &Self) -> bool {
        let own =
            |a: &Self, b: &Self| a.dialogs.iter().any(|d| !b.texts.iter().any(|t| letters(t).contains(d)));
        own(self, other) && own(other, self)
    }
}

fn title(shown: &Shown) -> &str {
    shown.state.window.as_ref().map_or("", |w| w.window_title.as_str())
}

/// The names that screens of more than one recording have.
fn in_several(lesson: &Lesson, names: impl Fn(&Shown) -> Vec<String>) -> BTreeSet<String> {
    let of_screen: Vec<Vec<String>> = lesson.screens.iter().map(names).collect();
    let mut seen: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (demo, act) in lesson.demos.iter().flat_map(|d| d.acts.iter().map(move |a| (d, a))) {
        for name in of_screen[act.on].iter().chain(&of_screen[act.after]) {
            seen.entry(name).or_default().insert(&demo.session_id);
        }
    }
    seen.into_iter().filter(|(_, sessions)| sessions.len() > 1).map(|(name, _)| name.to_owned()).collect()
}

/// What dialogs are called, without numbers.
fn dialog_names(shown: &Shown) -> Vec<String> {
    let dialogs = shown.state.ui_elements.iter().filter(|e| e.element_type == ElementType::Dialog);
    dialogs.map(|e| letters(&e.label)).filter(|l| l.len() >= LEAST_DIALOG_NAME).collect()
}

/// The parts of a title, without numbers.
fn title_parts(title: &str) -> Vec<String> {
    let pieces = title.split(['–', '—', '|', ':']).flat_map(|p| p.split(" - "));
    pieces.map(letters).filter(|p| !p.is_empty()).collect()
}

/// A text without numbers, which are content.
fn letters(text: &str) -> String {
    normal(text).chars().filter(|c| c.is_alphabetic()).collect()
}

/// Labels of buttons and fields, but for those in rows, which come and go with them, and those that turn pages.
fn uses(shown: &Shown) -> BTreeSet<String> {
    use ElementType::{Button, Checkbox, Dropdown, Radio, TextArea, TextInput, Toggle};
    let is_use = |e: &&UIElement| {
        matches!(e.element_type, Button | Checkbox | Dropdown | Radio | TextArea | TextInput | Toggle)
            && e.metadata.row.is_none()
            && e.role != "navigation"
    };
    // An address in the corner of a browser is none.
    let is_worded = |e: &&UIElement| !e.label.contains(['/', '=', '?', '@', '\\', '_']);
    let labels = shown.state.ui_elements.iter().filter(is_use).filter(is_worded).map(|e| normal(&e.label));
    labels.filter(|l| l.chars().filter(|c| c.is_alphabetic()).count() >= LEAST_LETTERS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_of_several_lines_is_the_same_on_both_screens() {
        let screen = |texts: &[&str], uses: &[&str]| Facts {
            app: String::new(),
            title: String::new(),
            title_parts: Vec::new(),
            page: None,
            dialogs: Vec::new(),
            errors: Vec::new(),
            texts: texts.iter().map(|t| normal(t)).collect(),
            uses: uses.iter().map(|t| normal(t)).collect(),
        };
        let one = screen(&["File", "Edit", "Search"], &["File Edit", "Search"]);
        assert_eq!(one.differences(&one).0, 0);
        let bare = screen(&["File", "Edit", "Search"], &["Search"]);
        assert_eq!(one.differences(&bare).0, 1, "nothing there says both");
        let unseen = screen(&["File", "Edit", "Search"], &["File Edit"]);
        assert_eq!(one.differences(&unseen).0, 0, "its words are there");
    }
}
