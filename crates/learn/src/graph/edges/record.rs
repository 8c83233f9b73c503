//! Which record a step changes, and where its identity stands (SPEC ACT.12), told by the demonstrations.

use super::Builder;
use super::checks::says_whole;
use crate::graph::lesson::{Act, Deed};
use crate::graph::ways::Way;
use crate::params::graph::{ALIGNED, LABEL_ABOVE, LABEL_BESIDE};
use lea_model::workflow::{Identity, RecordKind, RecordMark};
use lea_model::{ElementType, Rect, ScreenState};
use lea_recognize::label::normal;
use std::collections::BTreeMap;

impl Builder<'_> {
    /// The record that a way changes; none where it only leads about.
    pub(super) fn record(&self, way: &Way) -> Option<RecordMark> {
        let fills = |act: &Act| matches!(act.deed, Deed::Type { .. }) && !is_search(act);
        let acts =
            || way.steps.iter().flat_map(|s| s.done()).map(|(d, a)| (d, &self.lesson.demos[d].acts[a]));
        let is_filled = acts().any(|(_, act)| fills(act));
        let sends = |act: &Act| super::sends_for_good(act);
        if !is_filled && !acts().any(|(_, act)| sends(act)) {
            return None;
        }
        let identity = self.identity(way);
        let is_empty = |act: &Act| {
            let screen = &self.lesson.screens[act.on].state;
            let field = act.target.as_ref().and_then(|t| t.position.as_ref()).map(|p| p.bbox);
            field.is_some_and(|b| !lines(screen).any(|(at, _)| b.contains(at.center())))
        };
        let fresh = is_filled && acts().filter(|(_, act)| fills(act)).all(|(_, act)| is_empty(act));
        let kind = match () {
            () if !identity.is_empty() => RecordKind::Existing,
            () if fresh && !self.is_picked_before(way) => RecordKind::New,
            () => RecordKind::None,
        };
        // The row of a loop is known by its own words: what leads here says which.
        if kind == RecordKind::None && self.is_picked_before(way) {
            return None;
        }
        Some(RecordMark { kind, identity, ..RecordMark::default() })
    }

    /// A row was picked before this way, in some demonstration.
    fn is_picked_before(&self, way: &Way) -> bool {
        let exits: Vec<(usize, usize)> = way.exit().map(|s| s.done().collect()).unwrap_or_default();
        exits.iter().any(|(d, a)| self.lesson.demos[*d].acts[..*a].iter().any(|act| act.row.is_some()))
    }

    /// Values by which a row was picked before this way in every demonstration, with where they stand on its screen.
    fn identity(&self, way: &Way) -> Vec<Identity> {
        let exits: Vec<(usize, usize)> = way.exit().map(|s| s.done().collect()).unwrap_or_default();
        let is_picked = |value: &str, d: usize, a: usize| {
            let said = |act: &Act| {
                let row = act.row.as_ref();
                row.is_some_and(|r| r.cells.iter().any(|(_, cell)| normal(cell) == normal(value)))
            };
            self.lesson.demos[d].acts[..a].iter().any(said)
        };
        let picks = |values: &BTreeMap<usize, String>| {
            !exits.is_empty()
                && exits.iter().all(|(d, a)| values.get(d).is_some_and(|v| is_picked(v, *d, *a)))
        };
        let secret = |name: &str| self.found.variables.get(name).is_none_or(|v| v.secret);
        let typed_here = |values: &BTreeMap<usize, String>| {
            let here = way.steps.iter().flat_map(|s| s.done());
            here.into_iter().any(|(d, a)| {
                let act = &self.lesson.demos[d].acts[a];
                act.text().zip(values.get(&d)).is_some_and(|(t, v)| normal(t) == normal(v))
            })
        };
        let names = self
            .found
            .values
            .iter()
            .filter(|(name, values)| !secret(name) && picks(values) && !typed_here(values));
        names.map(|(name, values)| self.place(name, values, &exits)).collect()
    }

    /// Where a value stands: a label, or the words of its line, that it has in every demonstration. A value may stand in several places, as
    /// in a list beside the record: what all demonstrations have in common is the record's own.
    fn place(&self, name: &str, values: &BTreeMap<usize, String>, exits: &[(usize, usize)]) -> Identity {
        let mut labels: Vec<Vec<String>> = Vec::new();
        let mut forms: Vec<Vec<String>> = Vec::new();
        for (d, a) in exits {
            let screen = &self.lesson.screens[self.lesson.demos[*d].acts[*a].on].state;
            let value = values.get(d).map(String::as_str).unwrap_or_default();
            let said: Vec<(Rect, &str)> = lines(screen).filter(|(_, text)| says_whole(text, value)).collect();
            labels.push(said.iter().filter_map(|(b, _)| label_of(screen, *b)).collect());
            forms.push(said.iter().filter_map(|(_, text)| form_of(text, value)).collect());
        }
        Identity {
            variable: name.to_owned(),
            label: in_common(&labels),
            line: in_common(&forms),
            ..Identity::default()
        }
    }
}

/// The first of the words that every demonstration has.
fn in_common(all: &[Vec<String>]) -> Option<String> {
    let (first, rest) = all.split_first()?;
    first.iter().find(|words| rest.iter().all(|other| other.contains(words))).cloned()
}

fn is_search(act: &Act) -> bool {
    act.target.as_ref().is_some_and(|t| t.role.as_deref() == Some("search"))
}

fn lines(state: &ScreenState) -> impl Iterator<Item = (Rect, &str)> {
    state.perception.detected_text.iter().filter_map(|t| Some((t.bbox?, t.text.as_str())))
}

/// The words of a line with `{}` for the value in it; none where the value is all of it.
fn form_of(line: &str, value: &str) -> Option<String> {
    let (head, tail) = line.split_once(value)?;
    let is_alone = head.trim().is_empty() && tail.trim().is_empty();
    let has_digits = |t: &str| t.chars().any(|c| c.is_ascii_digit());
    (!is_alone && !has_digits(head) && !has_digits(tail)).then(|| format!("{head}{{}}{tail}"))
}

/// The words that name what stands at a place: the nearest left of it in its line, or right above it.
fn label_of(state: &ScreenState, at: Rect) -> Option<String> {
    let in_field = |b: Rect| {
        let fields = [ElementType::TextInput, ElementType::TextArea, ElementType::Dropdown];
        state.ui_elements.iter().any(|e| fields.contains(&e.element_type) && e.bbox.contains(b.center()))
    };
    let distance = |b: Rect| {
        let height = b.height() as i32;
        let middle = at.center().y;
        let beside = b.y1 <= middle && middle < b.y2 && (0..=LABEL_BESIDE * height).contains(&(at.x1 - b.x2));
        let above = (0..=LABEL_ABOVE * height).contains(&(at.y1 - b.y2)) && (b.x1 - at.x1).abs() <= ALIGNED;
        (beside || above).then(|| (at.x1 - b.x2).max(0) + (at.y1 - b.y2).max(0))
    };
    let is_word = |t: &str| t.chars().any(char::is_alphabetic) && !t.chars().any(|c| c.is_ascii_digit());
    let named = lines(state).filter(|(b, t)| is_word(t) && !in_field(*b));
    let nearest = named.filter_map(|(b, t)| Some((distance(b)?, t))).min_by_key(|(d, _)| *d);
    nearest.map(|(_, text)| text.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_model::DetectedText;

    #[test]
    fn what_every_demonstration_has_in_common_is_the_records_own() {
        let of = |all: &[&[&str]]| {
            let all: Vec<Vec<String>> =
                all.iter().map(|words| words.iter().map(|w| (*w).to_owned()).collect()).collect();
            in_common(&all)
        };
        assert_eq!(of(&[&["Dupont Anne", "Patient"], &["Patient"]]).as_deref(), Some("Patient"));
        assert_eq!(of(&[&["Dupont Anne"], &["Moreau Louis"]]), None);
        assert_eq!(of(&[]), None);
    }

    #[test]
    fn a_line_keeps_its_words_and_a_value_alone_has_none() {
        assert_eq!(form_of("Facture F-1", "F-1").as_deref(), Some("Facture {}"));
        assert_eq!(form_of("F-1", "F-1"), None);
        assert_eq!(form_of("F-1 of 12 March", "F-1"), None, "a date is another one next time");
    }

    #[test]
    fn a_label_stands_beside_or_above_what_it_names() {
        let line = |text: &str, b: [i32; 4]| DetectedText {
            text: text.into(),
            bbox: Some(Rect::from(b)),
            ..DetectedText::default()
        };
        let mut state = ScreenState::default();
        state.perception.detected_text = vec![
            line("Number", [40, 100, 100, 116]),
            line("F-1", [120, 100, 160, 116]),
            line("Patient", [40, 140, 100, 156]),
            line("Dupont", [40, 160, 100, 176]),
        ];
        assert_eq!(label_of(&state, Rect::from([120, 100, 160, 116])).as_deref(), Some("Number"));
        assert_eq!(label_of(&state, Rect::from([40, 160, 100, 176])).as_deref(), Some("Patient"));
    }
}
