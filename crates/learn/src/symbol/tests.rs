use super::*;
use lea_model::{EventTarget, WindowRef};

fn click(label: &str) -> Event {
    let mut event = Event::new(0, 0.0, EventType::MouseClick);
    event.target = Some(EventTarget { label: Some(label.into()), ..Default::default() });
    event.window = Some(WindowRef { app_name: "Sheet".into(), ..Default::default() });
    event
}

fn names(labels: &[&str]) -> Vec<String> {
    let events: Vec<Event> = labels.iter().map(|l| click(l)).collect();
    let symbols = abstract_events(&events, 3);
    symbols
        .of_event
        .iter()
        .map(|s| s.map_or_else(|| "-".into(), |s| symbols.names[s as usize].clone()))
        .collect()
}

#[test]
fn cells_are_named_by_their_column() {
    let seen = names(&["A1", "B1", "A2", "B2", "A3", "B3", "A4", "B4"]);
    assert_eq!(seen[0], "click a# in sheet");
    assert_eq!(seen[0], seen[2]);
    assert_ne!(seen[0], seen[1]);
}

#[test]
fn fields_with_a_number_keep_it() {
    let seen = names(&["Line 1", "Line 2", "Line 1", "Line 2", "Line 1", "Line 2"]);
    assert_eq!(seen[0], "click line 1 in sheet");
    assert_ne!(seen[0], seen[1]);
}

#[test]
fn words_that_never_recur_are_one_step() {
    let seen = names(&["Save", "Doe", "Save", "Roe", "Save", "Poe"]);
    assert_eq!(seen[1], seen[3]);
    assert_eq!(seen[1], "click in sheet");
    assert_eq!(seen[0], "click save in sheet");
}

#[test]
fn what_happens_once_has_no_symbol() {
    assert_eq!(names(&["Save", "Other", "Save", "Save"])[1], "-");
}

#[test]
fn going_to_another_application_is_one_step_by_pointer_and_by_keys() {
    let event = |kind: EventType, app: &str, keys: &[&str]| {
        let mut event = Event::new(0, 0.0, kind);
        event.window = Some(WindowRef { app_name: app.into(), title: app.into(), ..Default::default() });
        event.keys = keys.iter().map(|k| (*k).to_owned()).collect();
        event
    };
    let mut events = Vec::new();
    for n in 0..4 {
        events.push(click("Copy"));
        if n % 2 == 0 {
            events.push(event(EventType::KeyPress, "Sheet", &["ALT", "TAB"]));
        } else {
            events.push(event(EventType::MouseClick, "Notes", &[]));
        }
        events.push(event(EventType::WindowChange, "Notes", &[]));
        events.push(event(EventType::TextInput, "Notes", &[]));
    }
    let symbols = abstract_events(&events, 3);
    let seen: Vec<_> =
        symbols.of_event.iter().map(|s| s.map(|s| symbols.names[s as usize].as_str())).collect();
    assert_eq!(seen[1], Some("go to notes"));
    assert_eq!((seen[1], seen[2]), (seen[5], seen[6]), "{seen:?}");
    assert_eq!(seen[2], None, "the change is what came of it");
}
