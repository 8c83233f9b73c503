//! Which record a step changes, and where its identity stands (SPEC ACT.12), told by the demonstrations.

use super::Builder;
use super::checks::says_whole;
use super::search::{is_in_search, is_listed, is_search};
use crate::graph::lesson::{Act, Deed};
use crate::graph::ways::Way;
use crate::params::graph::{ALIGNED, LABEL_ABOVE, LABEL_BESIDE};
use lea_model::workflow::{Identity, RecordKind, RecordMark};
use lea_model::{ElementType, Rect, ScreenState};
use lea_recognize::label::normal;
use std::collections::BTreeMap;

impl Builder<'_> {
    /// The record that a way changes; none where it only leads about. `kept` are the steps that are parts of the edge.
    pub(super) fn record(&self, way: &Way, kept: &[usize]) -> Option<RecordMark> {
        let acts =
            || way.steps.iter().flat_map(|s| s.done()).map(|(d, a)| (d, &self.lesson.demos[d].acts[a]));
        let is_filled = acts().any(|(_, act)| fills(act));
        let sends = |act: &Act| super::sends_for_good(act);
        let is_sent = acts().any(|(_, act)| sends(act));
        if !is_filled && !is_sent && !acts().any(|(_, act)| changes(act)) {
            return None;
        }
        // What is ticked or chosen on the list that a row was picked from, after its record was left, is a filter.
        if !is_filled && !is_sent && self.is_back_on_list(way) {
            return None;
        }
        let identity = self.identity(way);
        let (empty, prefilled): (Vec<usize>, Vec<usize>) = self
            .filled_parts(way, kept)
            .into_iter()
            .partition(|part| way.steps[kept[*part]].done().all(|(d, a)| self.was_empty(d, a)));
        let kind = match () {
            () if !identity.is_empty() => RecordKind::Existing,
            // One field that was always empty tells a form that is made from one that is changed.
            () if !empty.is_empty() && !self.is_picked_before(way) => RecordKind::New,
            () => RecordKind::None,
        };
        // The row of a loop is known by its own words: what leads here says which.
        if kind == RecordKind::None && self.is_picked_before(way) {
            return None;
        }
        let prefilled = if kind == RecordKind::New { prefilled } else { Vec::new() };
        Some(RecordMark { kind, identity, prefilled, ..RecordMark::default() })
    }

    /// The parts of an edge that fill in a field.
    fn filled_parts(&self, way: &Way, kept: &[usize]) -> Vec<usize> {
        let is_filled =
            |step: usize| way.steps[step].done().any(|(d, a)| fills(&self.lesson.demos[d].acts[a]));
        (0..kept.len()).filter(|part| is_filled(kept[*part])).collect()
    }

    /// Nothing stood in the field of an act before it was filled in.
    fn was_empty(&self, d: usize, a: usize) -> bool {
        let act = &self.lesson.demos[d].acts[a];
        let screen = &self.lesson.screens[act.on].state;
        let field = act.target.as_ref().and_then(|t| t.position.as_ref()).map(|p| p.bbox);
        field.is_some_and(|b| !lines(screen).any(|(at, _)| b.contains(at.center())))
    }

    /// A row was picked before this way, in some demonstration.
    fn is_picked_before(&self, way: &Way) -> bool {
        let exits: Vec<(usize, usize)> = way.exit().map(|s| s.done().collect()).unwrap_or_default();
        exits.iter().any(|(d, a)| self.lesson.demos[*d].acts[..*a].iter().any(|act| act.row.is_some()))
    }

    /// The way begins on the screen that a row was picked on, and the demonstration was elsewhere since.
    fn is_back_on_list(&self, way: &Way) -> bool {
        let exits = way.exit().into_iter().flat_map(|s| s.done());
        let is_back = |(d, a): (usize, usize)| {
            let acts = &self.lesson.demos[d].acts[..a];
            let kind = |act: &Act| self.kinds.of[act.on];
            let picked = acts.iter().rposition(|act| act.row.is_some());
            picked.is_some_and(|p| {
                kind(&acts[p]) == way.from && acts[p + 1..].iter().any(|act| kind(act) != way.from)
            })
        };
        exits.into_iter().any(is_back)
    }

    /// Values by which the record was searched for before this way in every demonstration, or by which a row was picked, with where they
    /// stand on its screen. What was opened last counts: a search after a row was picked opened another record.
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
                let is_said = act.text().zip(values.get(&d)).is_some_and(|(t, v)| normal(t) == normal(v));
                is_said && !is_search(act)
            })
        };
        let known = self.found.values.iter().filter(|(name, values)| !secret(name) && !typed_here(values));
        let placed = known.map(|(name, values)| (values, self.place(name, values, &exits)));
        let placed: Vec<(&BTreeMap<usize, String>, Identity)> = placed.collect();
        let of = |is_meant: &dyn Fn(&BTreeMap<usize, String>, &Identity) -> bool| -> Vec<Identity> {
            placed.iter().filter(|(values, i)| is_meant(values, i)).map(|(_, i)| i.clone()).collect()
        };
        let searched =
            of(&|values, i| self.is_opened_by(way, values, &exits, i.label.is_some() || i.line.is_some()));
        if searched.is_empty() { of(&|values, _| picks(values)) } else { searched }
    }

    /// Where a value stands: a label, or the words of its line, that it has in every demonstration. A value may stand in several places, as
    /// in a list beside the record: what all demonstrations have in common is the record's own. A search field, and a list that a search
    /// left one row of, say nothing about the record.
    fn place(&self, name: &str, values: &BTreeMap<usize, String>, exits: &[(usize, usize)]) -> Identity {
        let mut labels: Vec<Vec<String>> = Vec::new();
        let mut forms: Vec<Vec<String>> = Vec::new();
        for (d, a) in exits {
            let screen = &self.lesson.screens[self.lesson.demos[*d].acts[*a].on].state;
            let value = values.get(d).map(String::as_str).unwrap_or_default();
            let typed = self.typed_into(*d, *a, value);
            let was_typed = self.lesson.demos[*d].acts[..=*a].iter().any(|act| act.text() == Some(value));
            let is_searched = |b: Rect| {
                typed.iter().any(|t| t.contains(b.center()))
                    || is_in_search(screen, b)
                    || was_typed && is_listed(screen, b)
            };
            let said: Vec<(Rect, &str)> =
                lines(screen).filter(|(b, text)| says_whole(text, value) && !is_searched(*b)).collect();
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

/// It types into a form; a search is none.
fn fills(act: &Act) -> bool {
    matches!(act.deed, Deed::Type { .. }) && !is_search(act)
}

/// The first of the words that every demonstration has.
pub(super) fn in_common(all: &[Vec<String>]) -> Option<String> {
    let (first, rest) = all.split_first()?;
    first.iter().find(|words| rest.iter().all(|other| other.contains(words))).cloned()
}

/// It changes the record that is open: it fills in, ticks or chooses something, or drags something. Where rows are picked, or a list is
/// searched or filtered, nothing is changed.
pub(super) fn changes(act: &Act) -> bool {
    use ElementType::{Checkbox, Dropdown, Radio, Scrollbar, Slider, Toggle};
    let kind = act.target.as_ref().and_then(|t| t.element_type);
    let is_choice = matches!(kind, Some(Checkbox | Dropdown | Radio | Slider | Toggle));
    match act.deed {
        Deed::Type { .. } => !is_search(act),
        Deed::Click { .. } => is_choice && act.row.is_none() && !is_search(act),
        Deed::Drag { .. } => kind != Some(Scrollbar),
        _ => false,
    }
}

pub(super) fn lines(state: &ScreenState) -> impl Iterator<Item = (Rect, &str)> {
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
pub(super) fn label_of(state: &ScreenState, at: Rect) -> Option<String> {
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
