//! Entries that are picked from lists and trees: which one it is varies, and what a list shows says nothing about a record.

use super::*;
use lea_model::workflow::Check;

const TOWNS: [&str; 4] = ["Annecy", "Brest", "Calais", "Dijon"];
const HOME: &[&str] = &["Welcome to the office", "Nothing is open", "[Open places]"];
const PLACE: &[&str] = &["Details of a place", "Kind of place", "[Store details]"];

/// An entry of a list is clicked, in the row of a table or without one.
fn picks(world: &mut World, label: &str, row: Option<Row>, on: usize, after: usize) {
    let entry = target(ElementType::TableCell, label, 4);
    world.does(Deed::Click { button: MouseButton::Right, clicks: 1 }, Some(entry), row, on, after);
}

fn in_row(label: &str) -> Row {
    Row {
        cells: vec![(String::new(), label.into())],
        cell: 0,
        others: vec![vec![(String::new(), "x".into())]],
    }
}

/// Every town is listed; another one is picked each time. `row` says whether a table is seen around it.
fn picked(entries: &[&str], row: impl Fn(usize) -> bool) -> Learnt {
    let mut world = World::default();
    for (n, entry) in entries.iter().enumerate() {
        world.begins();
        let home = world.shows("Office", HOME);
        let lines: Vec<&str> = ["All places"].into_iter().chain(entries.iter().copied()).collect();
        let (list, place) = (world.shows("Places", &lines), world.shows("Place", PLACE));
        world.clicks("Open places", home, list);
        picks(&mut world, entry, row(n).then(|| in_row(entry)), list, place);
        world.clicks("Store details", place, home);
    }
    world.learnt()
}

/// The text by which the picked entry is found.
fn text_of_entry(learnt: &Learnt) -> Option<String> {
    let parts = learnt.workflow.edges.iter().flat_map(lea_model::Edge::parts);
    let mut rows = parts.filter_map(|a| a.target.as_ref()).filter(|t| t.kind == TargetKind::Row);
    rows.next().and_then(|t| t.text.clone())
}

#[test]
fn a_list_that_is_opened_need_not_show_the_entry_that_is_picked_from_it() {
    let learnt = picked(&TOWNS, |_| false);
    let opens = learnt.workflow.edges.iter().find(|e| {
        e.parts().iter().any(|a| a.target.as_ref().is_some_and(|t| t.text.as_deref() == Some("Open places")))
    });
    let checks = &opens.unwrap().post_conditions.checks;
    assert!(!checks.iter().any(|c| matches!(c, Check::Value(_))), "{checks:?}");
}

#[test]
fn an_entry_is_a_variable_although_a_table_is_not_seen_around_it_in_every_demonstration() {
    let learnt = picked(&TOWNS, |n| n > 0);
    assert_eq!(learnt.workflow.variables.len(), 1);
    let name = learnt.workflow.variables.keys().next().unwrap();
    assert_eq!(text_of_entry(&learnt), Some(format!("${{{name}}}")));
    let button = picked(&["Open", "Open", "Open", "Open"], |n| n > 0);
    assert!(button.workflow.variables.is_empty(), "what says the same everywhere is a button");
}

/// A form in which a list is filtered by a text, and the entry that says it is picked.
fn filtered(entry: impl Fn(&str) -> String) -> Learnt {
    let mut world = World::default();
    for right in ["Can add user", "Can change user", "Can delete user", "Can view user"] {
        world.begins();
        let said = entry(right);
        let form = world.shows("Group", &["Rights of a group", &said, "[Store group]"]);
        let mut paper =
            UIElement::new("paper", ElementType::TextArea, Rect { x1: 0, y1: 60, x2: 600, y2: 780 });
        paper.label = "Rights".into();
        world.lesson.screens[form].state.ui_elements.push(paper);
        let done = world.shows("Groups", &["All groups are listed", "[Add another]"]);
        world.types("Name", right, form);
        let shown = target(ElementType::TextArea, &said, 4);
        world.does(Deed::Click { button: MouseButton::Left, clicks: 2 }, Some(shown), None, form, form);
        world.clicks("Store group", form, done);
    }
    world.learnt()
}

#[test]
fn an_entry_that_says_what_was_typed_before_is_found_by_that_however_alike_the_entries_are() {
    let learnt = filtered(|right| format!("auth | user | {right}"));
    assert_eq!(text_of_entry(&learnt).as_deref(), Some("${name}"));
    let parts = learnt.workflow.edges.iter().flat_map(lea_model::Edge::parts);
    let rows = parts.filter_map(|a| a.target.as_ref()).filter(|t| t.kind == TargetKind::Row);
    let holders: Vec<_> = rows.filter_map(|t| t.anchor.as_ref()?.container.as_ref()?.element_type).collect();
    assert_eq!(holders, [ElementType::TextArea], "the paper it stood on");
}

#[test]
fn what_always_says_the_same_words_but_for_misread_letters_is_no_entry() {
    let learnt =
        filtered(|right| if right.len() % 2 == 0 { "Move it over".into() } else { "Mave it over".into() });
    assert_eq!(text_of_entry(&learnt), None);
}
