//! Which record a step changes (SPEC ACT.12).

use super::*;
use lea_model::workflow::{Edge, Identity, RecordKind, RecordMark};

const SEARCH: &[&str] = &["Find a patient by number", "[Look up]", "[Create patient]", "[All wards]"];

/// Lines of a screen, and beside them what stands right of a line, by its number.
fn form(world: &mut World, title: &str, lines: &[&str], beside: &[(usize, &str)]) -> usize {
    let at = world.shows(title, lines);
    let state = &mut world.lesson.screens[at].state;
    for (n, text) in beside {
        let bbox = Rect { x1: 420, x2: 520, ..place(*n) };
        state.perception.detected_text.push(DetectedText {
            text: (*text).into(),
            bbox: Some(bbox),
            ..DetectedText::default()
        });
    }
    at
}

/// Types into a field that no words stand in.
fn fills(world: &mut World, label: &str, text: &str, on: usize) {
    let mut field = target(ElementType::TextInput, label, 9);
    if let Some(position) = &mut field.position {
        position.bbox = Rect { x1: 700, x2: 900, ..place(9) };
    }
    world.does(Deed::Type { text: Some(text.into()) }, Some(field), None, on, on);
}

/// Searches in a field that no words stand in, at the top right.
fn searches(world: &mut World, label: &str, text: &str, on: usize) {
    let mut field = target(ElementType::TextInput, label, 0);
    if let Some(position) = &mut field.position {
        position.bbox = Rect { x1: 700, x2: 900, ..place(0) };
    }
    world.does(Deed::Type { text: Some(text.into()) }, Some(field), None, on, on);
}

fn enter(world: &mut World, on: usize, after: usize) {
    world.does(Deed::Keys(vec!["ENTER".into()]), None, None, on, after);
}

fn edge_of(learnt: &Learnt, label: &str) -> Edge {
    let presses = |e: &&Edge| {
        let targets = e.parts().into_iter().filter_map(|a| a.target.as_ref());
        targets.into_iter().any(|t| t.text.as_deref() == Some(label))
    };
    learnt.workflow.edges.iter().find(presses).unwrap().clone()
}

fn mark_of(learnt: &Learnt, label: &str) -> RecordMark {
    edge_of(learnt, label).record.unwrap()
}

const PATIENTS: [(&str, &str); 3] = [("P-10017", "0101"), ("P-20544", "0202"), ("P-33391", "0303")];
const PATIENT: &[&str] = &["Patient file of the clinic", "Number", "Telephone", "[Store changes]"];
const STORED: &[&str] = &["The changes were stored", "Nothing else is open now", "[Finish now]"];

/// Patients are searched for and opened without a list; `shows` says whether the form shows the number.
fn searched(label: &str, shows: bool) -> Learnt {
    let mut world = World::default();
    for (number, phone) in PATIENTS {
        world.begins();
        let search = world.shows("Search", SEARCH);
        let beside = [(1, number)];
        let open = form(&mut world, "Patient", PATIENT, if shows { &beside } else { &[] });
        let stored = world.shows("Stored", STORED);
        searches(&mut world, label, number, search);
        enter(&mut world, search, open);
        fills(&mut world, "Telephone", phone, open);
        world.clicks("Store changes", open, stored);
    }
    world.learnt()
}

#[test]
fn what_was_typed_into_a_search_that_opened_a_form_identifies_the_record() {
    let mark = mark_of(&searched("Search", true), "Store changes");
    assert_eq!(mark.kind, RecordKind::Existing);
    let number = Identity { variable: "search".into(), label: Some("Number".into()), ..Identity::default() };
    assert_eq!(mark.identity, [number]);
}

#[test]
fn a_form_that_does_not_show_what_it_was_searched_by_is_still_of_a_record_that_exists() {
    let mark = mark_of(&searched("Search", false), "Store changes");
    assert_eq!((mark.kind, mark.identity.len()), (RecordKind::Existing, 1));
    assert_eq!(mark.identity[0].label, None);
}

#[test]
fn a_number_in_the_only_field_of_a_page_opens_a_record_that_shows_it() {
    let mark = mark_of(&searched("Dossier", true), "Store changes");
    assert_eq!((mark.kind, mark.identity[0].label.as_deref()), (RecordKind::Existing, Some("Number")));
    assert_eq!(mark_of(&searched("Dossier", false), "Store changes").kind, RecordKind::New);
}

#[test]
fn a_search_beside_the_form_identifies_its_record_and_the_search_field_does_not_show_it() {
    let mut world = World::default();
    for (number, phone) in PATIENTS {
        world.begins();
        let page = ["Patients of the clinic", "Search: _", "Telephone", "[Store changes]"];
        let empty = world.shows("Patients", &page);
        let open = form(&mut world, "Patients", &page, &[]);
        // The number stands in the search field only.
        let said = &mut world.lesson.screens[open].state.perception.detected_text;
        said.push(DetectedText { text: number.into(), bbox: Some(place(1)), ..DetectedText::default() });
        let stored = world.shows("Stored", STORED);
        let field = target(ElementType::TextInput, "Search", 1);
        world.does(Deed::Type { text: Some(number.into()) }, Some(field), None, empty, empty);
        enter(&mut world, empty, open);
        fills(&mut world, "Telephone", phone, open);
        world.clicks("Store changes", open, stored);
    }
    let mark = mark_of(&world.learnt(), "Store changes");
    assert_eq!((mark.kind, mark.identity.len()), (RecordKind::Existing, 1));
    assert_eq!((&mark.identity[0].label, &mark.identity[0].line), (&None, &None));
}

/// Patients are made: the telephone is filled in, and a country that the form comes with is typed over.
fn made(telephone_is_empty: bool) -> Learnt {
    let mut world = World::default();
    for (number, phone) in PATIENTS {
        world.begins();
        let search = world.shows("Search", SEARCH);
        let open = form(&mut world, "Patient", PATIENT, &[]);
        let said = &mut world.lesson.screens[open].state.perception.detected_text;
        let mut stands = |text: &str, n: usize| {
            let bbox = Some(Rect { x1: 710, x2: 800, ..place(n) });
            said.push(DetectedText { text: text.into(), bbox, ..DetectedText::default() });
        };
        stands("France", 8);
        if !telephone_is_empty {
            stands("0000", 9);
        }
        let stored = world.shows("Stored", STORED);
        world.clicks("Create patient", search, open);
        let mut country = target(ElementType::TextInput, "Country", 8);
        if let Some(position) = &mut country.position {
            position.bbox = Rect { x1: 700, x2: 900, ..place(8) };
        }
        let typed = Deed::Type { text: Some(format!("Land {number}")) };
        world.does(typed, Some(country), None, open, open);
        fills(&mut world, "Telephone", phone, open);
        world.clicks("Store changes", open, stored);
    }
    world.learnt()
}

#[test]
fn a_form_with_one_field_that_was_always_empty_is_of_a_new_record_although_another_was_typed_over() {
    let mark = mark_of(&made(true), "Store changes");
    assert_eq!((mark.kind, mark.prefilled.as_slice()), (RecordKind::New, &[0][..]));
    let mark = mark_of(&made(false), "Store changes");
    assert_eq!((mark.kind, mark.prefilled.len()), (RecordKind::None, 0));
}

#[test]
fn a_record_that_is_made_after_a_search_found_none_is_new() {
    let mut world = World::default();
    for (number, phone) in PATIENTS {
        world.begins();
        let search = world.shows("Search", SEARCH);
        let none = world.shows("Search", SEARCH);
        let open = form(&mut world, "Patient", PATIENT, &[]);
        let stored = world.shows("Stored", STORED);
        searches(&mut world, "Search", number, search);
        enter(&mut world, search, none);
        world.clicks("Create patient", none, open);
        fills(&mut world, "Telephone", phone, open);
        world.clicks("Store changes", open, stored);
    }
    assert_eq!(mark_of(&world.learnt(), "Store changes").kind, RecordKind::New);
}

#[test]
fn what_is_only_ticked_on_a_form_changes_its_record() {
    let mut world = World::default();
    let list = &["Open claims of today", "Number State Amount", "[All]", "[Waiting only]"];
    for number in ["A-1004", "B-2007", "C-3001"] {
        world.begins();
        let l = world.shows("Claims", list);
        let claim =
            form(&mut world, "Claim", &["Claim details", "Number", "Urgent", "[Next page]"], &[(1, number)]);
        world.opens(
            &[("Number", number), ("State", "new")],
            &[&[("Number", "Z-1"), ("State", "new")]],
            l,
            claim,
        );
        let tick = target(ElementType::Checkbox, "Urgent", 2);
        world.does(Deed::Click { button: MouseButton::Left, clicks: 1 }, Some(tick), None, claim, claim);
        let stored = world.shows("Stored", STORED);
        world.clicks("Next page", claim, stored);
    }
    let mark = mark_of(&world.learnt(), "Urgent");
    assert_eq!((mark.kind, mark.identity[0].variable.as_str()), (RecordKind::Existing, "number"));
}
