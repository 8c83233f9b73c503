//! The right record (SPEC ACT.12). Before a step fills in or sends something, the identity of the record is seen where it stood, or the
//! record was opened by this run, or its form was seen empty. A list that shows every record proves nothing about one. Pure.

use crate::plan::parts;
use crate::rows::stands_apart;
use crate::values::names_in;
use lea_lexicon::Lexicon;
use lea_model::workflow::{Edge, Identity, RecordKind, RecordMark, VariableType};
use lea_model::{Action, ActionType, ElementType, Rect, ScreenState, UIElement, Workflow};
use lea_recognize::View;
use lea_recognize::label::normal;
use lea_recognize::rows::rows;
use std::collections::BTreeSet;

/// Values of one column begin this near to each other, in pixels.
const ALIGNED: i32 = 12;
/// A label stands at most so many of its heights above what it names.
const ABOVE: i32 = 3;
/// … and at most so many of its heights left of it.
const LEFT: i32 = 16;

/// A number that belongs to one record has at least so many digits.
const FEWEST_DIGITS: usize = 3;

/// Where the identity of a record was looked for, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sighting {
    /// It stands there.
    Seen(Rect),
    /// Another value stands where it should.
    Other(String),
    /// It is not shown outside of lists.
    NotSeen,
}

/// The record that an edge changes: as it is marked, or by the rows that lead to it.
pub fn mark(workflow: &Workflow, edge: &Edge) -> RecordMark {
    if let Some(mark) = &edge.record {
        return mark.clone();
    }
    let mut variables = picked_before(workflow, edge);
    let checked = edge.constraints.pre_conditions.iter().filter_map(|c| c.check.value());
    variables.extend(checked.map(str::to_owned));
    let typed: BTreeSet<&str> = parts(edge).iter().flat_map(|a| typed_names(a)).collect();
    variables.retain(|v| !typed.contains(v.as_str()));
    let kind = if variables.is_empty() { RecordKind::None } else { RecordKind::Existing };
    let identity = variables.into_iter().map(|variable| Identity { variable, ..Identity::default() });
    RecordMark { kind, identity: identity.collect(), ..RecordMark::default() }
}

/// Variables that rows are picked by on every way to an edge, or by an earlier part of it.
pub fn picked_before(workflow: &Workflow, edge: &Edge) -> BTreeSet<String> {
    let mut before: BTreeSet<&str> = BTreeSet::from([edge.from_node.as_str()]);
    loop {
        let more: Vec<&str> = workflow
            .edges
            .iter()
            .filter(|e| before.contains(e.to_node.as_str()))
            .map(|e| e.from_node.as_str())
            .filter(|n| !before.contains(n))
            .collect();
        if more.is_empty() {
            break;
        }
        before.extend(more);
    }
    let leads = workflow.edges.iter().filter(|e| e.edge_id != edge.edge_id);
    let leads = leads.filter(|e| before.contains(e.to_node.as_str()) && e.to_node != e.from_node);
    let mut picked: BTreeSet<String> = leads.flat_map(picks).collect();
    picked.extend(picks(edge));
    picked
}

/// Variables that an edge picks a row by.
pub fn picks(edge: &Edge) -> Vec<String> {
    let rows = parts(edge).into_iter().filter(|a| a.action_type == ActionType::MouseClick);
    let targets = rows.filter_map(|a| a.target.as_ref()).filter(|t| crate::rows::is_row(t));
    let names = targets.filter_map(|t| t.text.as_deref()).flat_map(names_in);
    names.map(str::to_owned).collect()
}

fn typed_names(action: &Action) -> Vec<&str> {
    let is_typed = action.action_type == ActionType::TextInput;
    action.parameters.text.as_deref().filter(|_| is_typed).map(names_in).unwrap_or_default()
}

/// It fills in a field of a record; a search or a filter does not.
pub fn fills_in(action: &Action) -> bool {
    let target = action.target.as_ref();
    let says = |text: Option<&str>| text.is_some_and(is_search);
    let is_search = target.is_some_and(|t| {
        let name = t.anchor.as_ref().and_then(|a| a.name.as_deref());
        t.role.as_deref() == Some("search") || says(t.text.as_deref()) || says(name)
    });
    action.action_type == ActionType::TextInput && !is_search
}

/// Looks for a value on a screen, where it stood when it was shown; `own` are fields that this run typed it into, which say nothing.
pub fn seen(identity: &Identity, value: &str, view: &View<'_>, own: &[Rect]) -> Sighting {
    let wanted = normal(value);
    if wanted.is_empty() {
        return Sighting::NotSeen;
    }
    let state = view.scene.state;
    let is_own = |b: &Rect| own.iter().any(|o| o.contains(b.center()));
    let proves = |b: &Rect| !is_own(b) && !is_search_field(state, *b) && is_exact(state, *b, value);
    let places: Vec<Rect> = view.places_of(value).into_iter().filter(proves).collect();
    let alone: Vec<Rect> = places.into_iter().filter(|b| !is_listed(state, *b, value)).collect();
    if let Some(label) = identity.label.as_deref().filter(|l| !normal(l).is_empty()) {
        let labels = lines(state).filter(|(_, text)| normal(text) == normal(label));
        let labels: Vec<Rect> = labels.map(|(b, _)| b).collect();
        if let Some(at) = alone.iter().find(|b| labels.iter().any(|l| is_at(*l, **b))) {
            return Sighting::Seen(*at);
        }
        // The label is there, and names something else.
        let is_named = |b: Rect| labels.iter().any(|l| is_at(*l, b));
        let is_other = |b: Rect, t: &str| is_other(t, value) && !is_own(&b) && !is_listed(state, b, t);
        if let Some((_, other)) = lines(state).find(|(b, t)| is_named(*b) && is_other(*b, t)) {
            return Sighting::Other(other.to_owned());
        }
    }
    if let Some(form) = identity.line.as_deref() {
        let said = |text: &str| normal(&form.replace("{}", text));
        if let Some((at, _)) = lines(state).find(|(_, text)| normal(text) == said(value)) {
            return Sighting::Seen(at);
        }
        let (head, tail) = form.split_once("{}").unwrap_or((form, ""));
        let other = lines(state).find_map(|(_, text)| {
            let rest = text.trim().strip_prefix(head.trim_start())?;
            let other = rest.strip_suffix(tail.trim_end())?.trim();
            (!head.trim().is_empty() && is_other(other, value)).then(|| other.to_owned())
        });
        if let Some(other) = other {
            return Sighting::Other(other);
        }
    }
    match alone.first() {
        Some(at) => Sighting::Seen(*at),
        None => unlike(state, value, own).map_or(Sighting::NotSeen, Sighting::Other),
    }
}

/// The words that name what stands at a place: the nearest left of it, or above it.
pub fn label_at(state: &ScreenState, at: Rect) -> Option<String> {
    let is_word = |t: &str| t.chars().any(char::is_alphabetic) && !t.chars().any(|c| c.is_ascii_digit());
    let names = lines(state).filter(|(b, t)| is_word(t) && is_at(*b, at));
    let distance = |b: &Rect| (at.x1 - b.x2).max(0) + (at.y1 - b.y2).max(0);
    names.min_by_key(|(b, _)| distance(b)).map(|(_, text)| text.trim().to_owned())
}

/// The line says the value as it was given: “Moreau Louis” does not stand in “Moreau Louis-Marie”. A number is itself among other words.
fn is_exact(state: &ScreenState, at: Rect, value: &str) -> bool {
    let is_number = value.chars().any(|c| c.is_ascii_digit());
    let mut around = lines(state).filter(|(b, _)| b.contains(at.center()));
    is_number || around.any(|(_, text)| normal(text) == normal(value) || stands_apart(text, value))
}

/// Another value of the same form that stands alone on the screen: the number of another record. Only forms that tell a record from
/// other texts count: letters and digits, or many digits.
fn unlike(state: &ScreenState, value: &str, own: &[Rect]) -> Option<String> {
    let digits = value.chars().filter(char::is_ascii_digit).count();
    let is_telling = digits >= 6 || digits >= 3 && value.chars().any(char::is_alphabetic);
    if !is_telling || value.contains(char::is_whitespace) {
        return None;
    }
    let is_own = |b: Rect| own.iter().any(|o| o.contains(b.center())) || is_search_field(state, b);
    let words = lines(state).flat_map(|(b, text)| text.split_whitespace().map(move |w| (b, w)));
    let mut alike = words.filter(|(_, w)| is_alike(w, value) && normal(w) != normal(value));
    alike.find(|(b, w)| !is_own(*b) && !is_listed(state, *b, w)).map(|(_, w)| w.to_owned())
}

/// Only one record has such a value: a number of its own. A name, a date or an amount may be another record's too.
pub fn is_unique(value: &str) -> bool {
    let digits = value.chars().filter(char::is_ascii_digit).count();
    let kind = lea_lexicon::values::type_of(&[value]);
    digits >= FEWEST_DIGITS && !matches!(kind, VariableType::Datetime | VariableType::Float)
}

/// The words of a field that is searched with.
fn is_search(text: &str) -> bool {
    Lexicon::in_use().roles.role(text) == Some("search")
}

fn lines(state: &ScreenState) -> impl Iterator<Item = (Rect, &str)> {
    state.perception.detected_text.iter().filter_map(|t| Some((t.bbox?, t.text.as_str())))
}

/// A label names what stands right of it, or right below.
fn is_at(label: Rect, value: Rect) -> bool {
    let height = label.height() as i32;
    let middle = value.center().y;
    let beside =
        label.y1 <= middle && middle < label.y2 && (0..=LEFT * height).contains(&(value.x1 - label.x2));
    let below =
        (0..=ABOVE * height).contains(&(value.y1 - label.y2)) && (value.x1 - label.x1).abs() <= 2 * ALIGNED;
    beside || below
}

fn is_search_field(state: &ScreenState, at: Rect) -> bool {
    let holds = |e: &&UIElement| e.bbox.contains(at.center());
    let mut fields =
        state.ui_elements.iter().filter(|e| crate::fields::FIELDS.contains(&e.element_type)).filter(holds);
    fields.any(|e| e.role == "search" || is_search(&e.label))
}

/// It stands in a list: in a table with other rows, an entry of a list, or a column of values of the same form.
fn is_listed(state: &ScreenState, at: Rect, value: &str) -> bool {
    let all = rows(&state.ui_elements);
    let in_table = all.iter().find(|r| r.bbox.contains(at.center()));
    if in_table.is_some_and(|r| all.iter().filter(|o| o.table == r.table).count() > 1) {
        return true;
    }
    let holds = |e: &UIElement| e.element_type == ElementType::ListItem && e.bbox.contains(at.center());
    if state.ui_elements.iter().any(holds) {
        return true;
    }
    let is_other = |(b, text): &(Rect, &str)| {
        (b.y2 <= at.y1 || b.y1 >= at.y2)
            && (b.x1 - at.x1).abs() <= ALIGNED
            && text.split_whitespace().any(|w| is_alike(w, value) && normal(w) != normal(value))
    };
    value.chars().any(|c| c.is_ascii_digit()) && lines(state).any(|line| is_other(&line))
}

/// What stands where a value should is another one: a number for a number, words for words. The beginning of the value alone may be the
/// value, with something over it.
fn is_other(text: &str, value: &str) -> bool {
    let has_digits = |t: &str| t.chars().any(|c| c.is_ascii_digit());
    let (shown, wanted) = (normal(text), normal(value));
    !shown.is_empty() && has_digits(text) == has_digits(value) && !wanted.starts_with(&shown)
}

/// Two numbers of one form, or of one series: `F-2026-31026` comes after `F-2026-9999`.
fn is_alike(a: &str, b: &str) -> bool {
    let has_letters = a.chars().any(char::is_alphabetic);
    shape(a) == shape(b) || has_letters && series(a) == series(b)
}

/// The form of a number whatever the length of its digits: letters as they are.
fn series(text: &str) -> String {
    let mut form: Vec<char> =
        normal(text).chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
    form.dedup_by(|a, b| *a == '0' && *b == '0');
    form.into_iter().collect()
}

/// The form of a value: letters and digits by their kinds, everything else as it is. `F-2026-0177` has the form of `F-2025-0099`.
fn shape(text: &str) -> String {
    let kind = |c: char| match c {
        c if c.is_ascii_digit() => '0',
        c if c.is_alphabetic() => 'a',
        c => c,
    };
    text.trim().chars().map(kind).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_model::{DetectedText, Size};
    use lea_recognize::Scene;

    fn sighting(identity: &Identity, lines: &[(&str, i32, i32)], own: &[Rect]) -> Sighting {
        let line = |(text, x, y): &(&str, i32, i32)| DetectedText {
            text: (*text).into(),
            bbox: Some(Rect::from([*x, *y, x + 9 * text.len() as i32, y + 16])),
            ..DetectedText::default()
        };
        let mut state = ScreenState::default();
        state.perception.detected_text = lines.iter().map(line).collect();
        let view = View::new(Scene { state: &state, frame: None }, Size { width: 1280, height: 800 }, None);
        seen(identity, "F-2026-0177", &view, own)
    }

    fn labelled() -> Identity {
        Identity { variable: "numero".into(), label: Some("Numéro".into()), ..Identity::default() }
    }

    #[test]
    fn the_number_at_its_label_is_the_record() {
        let screen = [("Numéro", 40, 100), ("F-2026-0177", 140, 100)];
        assert!(matches!(sighting(&labelled(), &screen, &[]), Sighting::Seen(_)));
    }

    #[test]
    fn another_number_at_the_label_is_another_record_although_a_list_shows_the_one_asked_for() {
        let screen = [
            ("Numéro", 40, 100),
            ("F-2026-0198", 140, 100),
            ("F-2026-0177", 900, 200),
            ("F-2026-0198", 900, 230),
        ];
        assert_eq!(sighting(&labelled(), &screen, &[]), Sighting::Other("F-2026-0198".into()));
    }

    #[test]
    fn a_longer_number_of_the_same_series_is_another_record() {
        let labelled_screen = [("Numéro", 40, 100), ("F-2026-01771", 140, 100)];
        let other = Sighting::Other("F-2026-01771".into());
        assert_eq!(sighting(&labelled(), &labelled_screen, &[]), other);
        assert_eq!(sighting(&Identity::default(), &[("F-2026-01771", 140, 100)], &[]), other);
    }

    #[test]
    fn another_name_at_the_label_is_another_record_and_the_beginning_of_the_name_may_be_covered() {
        let at = |shown: &str| {
            let mut state = ScreenState::default();
            let line = |text: &str, x| DetectedText {
                text: text.into(),
                bbox: Some(Rect::from([x, 100, x + 9 * text.len() as i32, 116])),
                ..DetectedText::default()
            };
            state.perception.detected_text = vec![line("Patient", 40), line(shown, 140)];
            let view =
                View::new(Scene { state: &state, frame: None }, Size { width: 1280, height: 800 }, None);
            let identity = Identity { label: Some("Patient".into()), ..Identity::default() };
            seen(&identity, "Moreau Louis", &view, &[])
        };
        assert!(matches!(at("Moreau Louis"), Sighting::Seen(_)));
        assert_eq!(at("Moreau Louis-Ève"), Sighting::Other("Moreau Louis-Ève".into()));
        assert_eq!(at("Dupont Anne"), Sighting::Other("Dupont Anne".into()));
        assert_eq!(at("Moreau L"), Sighting::NotSeen);
    }

    #[test]
    fn a_list_that_shows_every_record_proves_nothing() {
        let list = [("F-2026-0176", 40, 100), ("F-2026-0177", 40, 130), ("F-2026-0178", 40, 160)];
        assert_eq!(sighting(&Identity::default(), &list, &[]), Sighting::NotSeen);
    }

    #[test]
    fn the_number_of_another_record_is_seen_though_nothing_labels_it() {
        let form = [("Edit the record", 40, 40), ("F-2026-0198", 40, 80), ("Telephone", 40, 120)];
        assert_eq!(sighting(&Identity::default(), &form, &[]), Sighting::Other("F-2026-0198".into()));
    }

    #[test]
    fn what_the_run_typed_itself_proves_nothing() {
        let screen = [("F-2026-0177", 40, 100)];
        assert!(matches!(sighting(&Identity::default(), &screen, &[]), Sighting::Seen(_)));
        let own = [Rect::from([30, 90, 300, 120])];
        assert_eq!(sighting(&Identity::default(), &screen, &own), Sighting::NotSeen);
    }

    #[test]
    fn a_name_that_only_begins_like_the_one_asked_for_is_another_record() {
        let at = |text: &str| {
            let mut state = ScreenState::default();
            state.perception.detected_text = vec![DetectedText {
                text: text.into(),
                bbox: Some(Rect::from([40, 40, 300, 56])),
                ..DetectedText::default()
            }];
            let view =
                View::new(Scene { state: &state, frame: None }, Size { width: 1280, height: 800 }, None);
            seen(&Identity::default(), "Moreau Louis", &view, &[])
        };
        assert!(matches!(at("Moreau Louis"), Sighting::Seen(_)));
        assert_eq!(at("Moreau Louis-Marie"), Sighting::NotSeen);
        assert_eq!(at("Moreau Louis Zacharie"), Sighting::NotSeen);
    }

    #[test]
    fn a_number_is_one_records_own_and_a_name_a_date_or_an_amount_may_be_anothers() {
        for number in ["F-2026-0177", "2026117", "1 85 05 78 006 084"] {
            assert!(is_unique(number), "{number}");
        }
        for shared in ["Moreau Louis", "12/03/1980", "1 250,00", "B2"] {
            assert!(!is_unique(shared), "{shared}");
        }
    }

    #[test]
    fn what_names_a_value_stands_left_of_it_or_above() {
        let line = |text: &str, x, y| DetectedText {
            text: text.into(),
            bbox: Some(Rect::from([x, y, x + 9 * text.len() as i32, y + 16])),
            ..DetectedText::default()
        };
        let mut state = ScreenState::default();
        state.perception.detected_text =
            vec![line("Numéro", 40, 60), line("Patient", 40, 100), line("Moreau Louis", 240, 100)];
        let label = |b: [i32; 4]| label_at(&state, Rect::from(b));
        assert_eq!(label([240, 100, 348, 116]).as_deref(), Some("Patient"));
        assert_eq!(label([40, 84, 140, 98]).as_deref(), Some("Numéro"));
        assert_eq!(label([900, 400, 990, 416]), None);
    }

    #[test]
    fn a_heading_is_read_with_the_words_around_the_number() {
        let heading = Identity { line: Some("Facture {}".into()), ..Identity::default() };
        assert!(matches!(sighting(&heading, &[("Facture F-2026-0177", 40, 40)], &[]), Sighting::Seen(_)));
        let other = sighting(&heading, &[("Facture F-2026-0178", 40, 40)], &[]);
        assert_eq!(other, Sighting::Other("F-2026-0178".into()));
    }
}
