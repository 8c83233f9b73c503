//! The right record (SPEC ACT.12). Before a step fills in or sends something, the identity of the record is seen where it stood, or the
//! record was opened by this run, or its form was seen empty. A list that shows every record proves nothing about one. Pure.

mod mark;

pub use lea_lexicon::risk::changes::{changes_record, fills_in, has_changed};
pub use mark::{coming, finds_by, fixed_before, fixed_picks, mark, picks, unidentified};

use crate::params::records::{
    LABEL_ABOVE, LABEL_BESIDE, LABEL_INDENT, LEAST_MIXED_DIGITS, LEAST_PLAIN_DIGITS, LEAST_RECORD_DIGITS,
};
use crate::params::targets::SAME_COLUMN;
use crate::rows::{is_number, stands_apart};
use lea_lexicon::risk::changes::is_search;
use lea_model::workflow::{Identity, VariableType};
use lea_model::{ElementType, Rect, ScreenState, UIElement};
use lea_recognize::View;
use lea_recognize::label::normal;
use lea_recognize::rows::rows;

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
    // One row may be all that a search left of a list: it says less than what stands outside of tables.
    let (in_row, alone): (Vec<Rect>, Vec<Rect>) = alone.into_iter().partition(|b| is_in_table(state, *b));
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
        let says =
            |b: &Rect, text: &str| normal(text) == said(value) && !is_own(b) && !is_search_field(state, *b);
        let mut forms = lines(state).filter(|(b, text)| says(b, text) && !is_listed(state, *b, value));
        if let Some((at, _)) = forms.next() {
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
    if let Some(at) = alone.first() {
        return Sighting::Seen(*at);
    }
    if let Some(other) = unlike(identity, state, value, own) {
        return Sighting::Other(other);
    }
    let is_searched = view.places_of(value).iter().any(|b| is_own(b) || is_search_field(state, *b));
    in_row.first().filter(|_| !is_searched).map_or(Sighting::NotSeen, |at| Sighting::Seen(*at))
}

/// The words that name what stands at a place: the nearest left of it, or above it.
pub fn label_at(state: &ScreenState, at: Rect) -> Option<String> {
    let is_word = |t: &str| t.chars().any(char::is_alphabetic) && !t.chars().any(|c| c.is_ascii_digit());
    let names = lines(state).filter(|(b, t)| is_word(t) && is_at(*b, at));
    let distance = |b: &Rect| (at.x1 - b.x2).max(0) + (at.y1 - b.y2).max(0);
    names.min_by_key(|(b, _)| distance(b)).map(|(_, text)| text.trim().to_owned())
}

/// The line says the value as it was given: “Moreau Louis” does not stand in “Moreau Louis-Marie”. A number of one word is itself among
/// other words.
fn is_exact(state: &ScreenState, at: Rect, value: &str) -> bool {
    let mut around = lines(state).filter(|(b, _)| b.contains(at.center()));
    is_number(value) || around.any(|(_, text)| normal(text) == normal(value) || stands_apart(text, value))
}

/// Another value of the same form that stands alone on the screen: the number of another record. Only forms that tell a record from
/// other texts count: letters and digits, or many digits. A value that something else names is that thing's: a telephone number may have
/// as many digits as the number of a patient.
fn unlike(identity: &Identity, state: &ScreenState, value: &str, own: &[Rect]) -> Option<String> {
    let digits = value.chars().filter(char::is_ascii_digit).count();
    let has_letters = value.chars().any(char::is_alphabetic);
    let is_telling = digits >= LEAST_PLAIN_DIGITS || digits >= LEAST_MIXED_DIGITS && has_letters;
    if !is_telling || value.contains(char::is_whitespace) {
        return None;
    }
    let is_own = |b: Rect| own.iter().any(|o| o.contains(b.center())) || is_search_field(state, b);
    let known = identity.label.as_deref().map(normal).filter(|l| !l.is_empty());
    let is_anothers = |b: Rect, line: &str, word: &str| match name_of(state, b, line, word) {
        None => false,
        // With letters in it, a number is of its series whatever it is called.
        Some(name) => known.as_ref().map_or(!has_letters, |known| normal(&name) != *known),
    };
    let words = lines(state).flat_map(|(b, text)| text.split_whitespace().map(move |w| (b, text, w)));
    let mut alike = words.filter(|(_, _, w)| is_alike(w, value) && normal(w) != normal(value));
    let found =
        alike.find(|(b, line, w)| !is_own(*b) && !is_listed(state, *b, w) && !is_anothers(*b, line, w));
    found.map(|(_, _, w)| w.to_owned())
}

/// What names a word: the words before it in its line, or the label of the line.
fn name_of(state: &ScreenState, at: Rect, line: &str, word: &str) -> Option<String> {
    let before = line.split_once(word).map_or("", |(before, _)| before).trim();
    let is_name = before.chars().any(char::is_alphabetic);
    if is_name { Some(before.to_owned()) } else { label_at(state, at) }
}

/// Only one record has such a value: a number of its own. A name, a date or an amount may be another record's too.
pub fn is_unique(value: &str) -> bool {
    let digits = value.chars().filter(char::is_ascii_digit).count();
    let kind = lea_lexicon::values::type_of(&[value]);
    digits >= LEAST_RECORD_DIGITS && !matches!(kind, VariableType::Datetime | VariableType::Float)
}

fn lines(state: &ScreenState) -> impl Iterator<Item = (Rect, &str)> {
    state.perception.detected_text.iter().filter_map(|t| Some((t.bbox?, t.text.as_str())))
}

/// A label names what stands right of it, or right below.
fn is_at(label: Rect, value: Rect) -> bool {
    let height = label.height() as i32;
    let middle = value.center().y;
    let beside = label.y1 <= middle
        && middle < label.y2
        && (0..=LABEL_BESIDE * height).contains(&(value.x1 - label.x2));
    let below = (0..=LABEL_ABOVE * height).contains(&(value.y1 - label.y2))
        && (value.x1 - label.x1).abs() <= LABEL_INDENT;
    beside || below
}

fn is_search_field(state: &ScreenState, at: Rect) -> bool {
    let holds = |e: &&UIElement| e.bbox.contains(at.center());
    let mut fields =
        state.ui_elements.iter().filter(|e| crate::fields::FIELDS.contains(&e.element_type)).filter(holds);
    let hint = |e: &UIElement| e.metadata.placeholder.as_deref().is_some_and(is_search);
    fields.any(|e| e.role == "search" || is_search(&e.label) || hint(e))
}

/// It stands in a row of a table.
fn is_in_table(state: &ScreenState, at: Rect) -> bool {
    rows(&state.ui_elements).iter().any(|r| r.bbox.contains(at.center()))
}

/// It stands in a field.
pub fn is_in_field(state: &ScreenState, at: Rect) -> bool {
    let mut fields = state.ui_elements.iter().filter(|e| crate::fields::FIELDS.contains(&e.element_type));
    fields.any(|e| e.bbox.contains(at.center()))
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
            && (b.x1 - at.x1).abs() <= SAME_COLUMN
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
    use lea_model::{DetectedText, DetectedWord, Size};
    use lea_recognize::Scene;

    /// A line of words.
    fn line(text: &str, x: i32, y: i32) -> DetectedText {
        let place = |from: usize, len: usize| {
            let left = x + 9 * from as i32;
            Rect::from([left, y, left + 9 * len as i32, y + 16])
        };
        let word = |w: &str| DetectedWord {
            text: w.into(),
            bbox: place(w.as_ptr() as usize - text.as_ptr() as usize, w.len()),
            ..DetectedWord::default()
        };
        DetectedText {
            text: text.into(),
            bbox: Some(place(0, text.len())),
            words: text.split_whitespace().map(word).collect(),
            ..DetectedText::default()
        }
    }

    fn looked_for(identity: &Identity, value: &str, state: &ScreenState, own: &[Rect]) -> Sighting {
        let view = View::new(Scene { state, frame: None }, Size { width: 1280, height: 800 }, None);
        seen(identity, value, &view, own)
    }

    fn sighting(identity: &Identity, lines: &[(&str, i32, i32)], own: &[Rect]) -> Sighting {
        let mut state = ScreenState::default();
        state.perception.detected_text = lines.iter().map(|(text, x, y)| line(text, *x, *y)).collect();
        looked_for(identity, "F-2026-0177", &state, own)
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
    fn a_number_that_something_else_names_is_not_another_record() {
        let at = |identity: &Identity, lines: &[(&str, i32, i32)]| {
            let mut state = ScreenState::default();
            state.perception.detected_text = lines.iter().map(|(text, x, y)| line(text, *x, *y)).collect();
            looked_for(identity, "2980017345", &state, &[])
        };
        let phone = [("Telephone", 40, 120), ("0612345678", 240, 120)];
        assert_eq!(at(&Identity::default(), &phone), Sighting::NotSeen);
        assert_eq!(at(&labelled(), &phone), Sighting::NotSeen);
        assert_eq!(at(&Identity::default(), &[("Telephone : 0612345678", 40, 120)]), Sighting::NotSeen);
        let other = Sighting::Other("0612345678".into());
        assert_eq!(at(&labelled(), &[("Numéro", 40, 120), ("0612345678", 240, 120)]), other);
        assert_eq!(at(&Identity::default(), &[("0612345678", 240, 20)]), other, "nothing names it");
        let credit = [("Avoir", 40, 120), ("F-2026-0198", 240, 120)];
        assert_eq!(sighting(&labelled(), &credit, &[]), Sighting::NotSeen);
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
            state.perception.detected_text = vec![line(text, 40, 40)];
            looked_for(&Identity::default(), "Moreau Louis", &state, &[])
        };
        assert!(matches!(at("Moreau Louis"), Sighting::Seen(_)));
        assert_eq!(at("Moreau Louis-Marie"), Sighting::NotSeen);
        assert_eq!(at("Moreau Louis Zacharie"), Sighting::NotSeen);
    }

    #[test]
    fn a_value_of_several_words_with_a_number_is_another_one_with_words_beside_it() {
        let at = |text: &str| {
            let mut state = ScreenState::default();
            state.perception.detected_text = vec![line(text, 40, 40)];
            looked_for(&Identity::default(), "Chambre 12", &state, &[])
        };
        assert!(matches!(at("Chambre 12"), Sighting::Seen(_)));
        assert!(matches!(at("Chambre 12, 2e étage"), Sighting::Seen(_)));
        assert_eq!(at("Chambre 12 bis"), Sighting::NotSeen);
        assert_eq!(at("Petite Chambre 12"), Sighting::NotSeen);
        let number = [("Facture F-2026-0177 du 12 mars", 40, 40)];
        assert!(matches!(sighting(&Identity::default(), &number, &[]), Sighting::Seen(_)), "one word");
    }

    /// A table of one row below its headers, with this number, and what else stands on the screen.
    fn one_row(number: &str, others: Vec<DetectedText>) -> ScreenState {
        let mut state = ScreenState::default();
        let mut add = |id: &str, kind, bbox: [i32; 4], parent: Option<&str>, label: &str| {
            let mut e = UIElement::new(id.to_owned(), kind, Rect::from(bbox));
            e.label = label.into();
            e.metadata.parent = parent.map(str::to_owned);
            e.metadata.column = (kind == ElementType::TableCell).then_some(0);
            state.ui_elements.push(e);
        };
        add("t", ElementType::Table, [600, 100, 900, 160], None, "");
        for (row, top, said) in [("r0", 100, "Numéro"), ("r1", 130, number)] {
            add(row, ElementType::TableRow, [600, top, 900, top + 30], Some("t"), "");
            add(&format!("{row}c"), ElementType::TableCell, [600, top, 900, top + 30], Some(row), said);
        }
        state.perception.detected_text = vec![line("Numéro", 610, 107), line(number, 610, 137)];
        state.perception.detected_text.extend(others);
        state
    }

    fn search_field(state: &mut ScreenState, label: &str, bbox: [i32; 4]) {
        let mut field = UIElement::new("search".to_owned(), ElementType::TextInput, Rect::from(bbox));
        field.label = label.into();
        state.ui_elements.push(field);
    }

    #[test]
    fn the_one_row_that_a_search_left_does_not_say_whose_form_is_open_beside_it() {
        let number = "F-2026-0177";
        let plain = one_row(number, Vec::new());
        assert!(matches!(looked_for(&Identity::default(), number, &plain, &[]), Sighting::Seen(_)));
        let other = one_row(number, vec![line("Numéro", 40, 200), line("F-2026-0198", 140, 200)]);
        let is_other = Sighting::Other("F-2026-0198".into());
        assert_eq!(looked_for(&labelled(), number, &other, &[]), is_other);
        assert_eq!(looked_for(&Identity::default(), number, &other, &[]), is_other);
        let mut searched = one_row(number, vec![line(number, 40, 40)]);
        search_field(&mut searched, "Rechercher", [30, 30, 300, 70]);
        assert_eq!(looked_for(&labelled(), number, &searched, &[]), Sighting::NotSeen);
    }

    #[test]
    fn a_line_of_the_identity_in_a_search_field_or_a_list_proves_nothing() {
        let heading = Identity { line: Some("Facture {}".into()), ..Identity::default() };
        let mut state = ScreenState::default();
        state.perception.detected_text = vec![line("Facture F-2026-0177", 40, 40)];
        search_field(&mut state, "Rechercher", [30, 30, 300, 70]);
        assert_eq!(looked_for(&heading, "F-2026-0177", &state, &[]), Sighting::NotSeen);
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
