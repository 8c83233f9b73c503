//! Where a person goes from one application to another (SPEC L4.9): a step of its own, unlike a window that comes of a click.

use crate::params::episodes::WINDOW_CAUSED;
use crate::symbol::{application, chord};
use lea_model::{Event, EventType};

/// Keys that bring another window to the front.
const SWITCHING_KEYS: [&str; 6] =
    ["ALT+TAB", "ALT+SHIFT+TAB", "SHIFT+ALT+TAB", "SUPER+TAB", "ALT+ESCAPE", "CTRL+ALT+TAB"];

/// Bars from which windows are brought to the front, as the systems call them.
const BARS: [&str; 10] = [
    "xfce4-panel",
    "tint2",
    "plank",
    "lxpanel",
    "mate-panel",
    "plasmashell",
    "gnome-shell",
    "latte-dock",
    "dock",
    "taskbar",
];

/// Somebody went to another application.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Switch {
    /// The event that did it: a click into the other window, the keys, or the change itself where nothing that is known did.
    pub event: usize,
    /// The event after which the other application is in front; the same for a click into its window.
    pub arrived: usize,
    /// The application that was left, in lower case.
    pub from: String,
    /// The application that was gone to, in lower case.
    pub to: String,
}

/// The switches of a session, in order.
pub fn switches(events: &[Event]) -> Vec<Switch> {
    let mut found: Vec<Switch> = Vec::new();
    let mut here: Option<String> = None;
    let mut last_act: Option<usize> = None;
    for (at, event) in events.iter().enumerate() {
        if matches!(event.event_type, EventType::MouseMove | EventType::ClipboardChange) {
            continue;
        }
        let Some(there) = application(event) else { continue };
        let is_bar = BARS.contains(&there.as_str());
        let is_change = event.event_type == EventType::WindowChange;
        if let Some(from) = here.clone().filter(|from| *from != there && !is_bar) {
            let cause = if is_change { cause(events, last_act, at, &there) } else { by_pointer(event, at) };
            if let Some(event) = cause {
                found.push(Switch { event, arrived: at, from, to: there.clone() });
            }
        }
        if !is_bar {
            here = Some(there);
        }
        if !is_change {
            last_act = Some(at);
        }
    }
    found
}

/// The keys that bring another window to the front; whether one came is another matter.
pub fn is_switching(event: &Event) -> bool {
    event.event_type == EventType::KeyPress && SWITCHING_KEYS.contains(&chord(event).as_str())
}

/// A click goes to the window it is made in; what is typed in another window found it there.
fn by_pointer(event: &Event, at: usize) -> Option<usize> {
    matches!(event.event_type, EventType::MouseClick | EventType::MouseDrag | EventType::MouseScroll)
        .then_some(at)
}

/// What brought a window to the front, where a person meant it to; none where it came of what was done.
fn cause(events: &[Event], last_act: Option<usize>, change: usize, there: &str) -> Option<usize> {
    let Some(at) = last_act else { return Some(change) };
    let act = &events[at];
    if is_switching(act) {
        return Some(at);
    }
    let app = application(act).unwrap_or_default();
    let is_click = act.event_type == EventType::MouseClick;
    if is_click && (app == there || BARS.contains(&app.as_str())) {
        return Some(at);
    }
    let opens = matches!(act.event_type, EventType::MouseClick | EventType::MouseDrag | EventType::KeyPress);
    let explains = opens && events[change].t - act.t <= WINDOW_CAUSED;
    (!explains).then_some(change)
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_model::WindowRef;

    fn event(t: f64, kind: EventType, app: &str, keys: &[&str]) -> Event {
        let mut event = Event::new(0, t, kind);
        event.window = Some(WindowRef { app_name: app.into(), ..WindowRef::default() });
        event.keys = keys.iter().map(|k| (*k).to_owned()).collect();
        event
    }

    fn found(events: &[Event]) -> Vec<(usize, usize, String)> {
        switches(events).into_iter().map(|s| (s.event, s.arrived, s.to)).collect()
    }

    use EventType::{KeyPress, MouseClick, TextInput, WindowChange};

    #[test]
    fn a_click_into_the_other_window_goes_to_it() {
        let events = [
            event(1.0, MouseClick, "Chromium", &[]),
            event(3.0, MouseClick, "Mousepad", &[]),
            event(3.1, WindowChange, "Mousepad", &[]),
            event(4.0, TextInput, "Mousepad", &[]),
        ];
        assert_eq!(found(&events), [(1, 1, "mousepad".to_owned())]);
    }

    #[test]
    fn keys_go_to_the_window_that_comes_of_them() {
        let events = [
            event(1.0, TextInput, "Mousepad", &[]),
            event(2.0, KeyPress, "Mousepad", &["ALT", "TAB"]),
            event(2.1, WindowChange, "Chromium", &[]),
        ];
        assert_eq!(found(&events), [(1, 2, "chromium".to_owned())]);
    }

    #[test]
    fn a_window_that_a_click_opens_is_not_gone_to() {
        let events = [
            event(1.0, MouseClick, "Office", &[]),
            event(1.4, WindowChange, "Print dialog", &[]),
            event(3.0, MouseClick, "Print dialog", &[]),
            event(3.2, WindowChange, "Office", &[]),
        ];
        assert!(found(&events).is_empty(), "neither there nor back: the screen comes of the click");
    }

    #[test]
    fn a_change_that_nothing_explains_is_the_persons() {
        let events = [
            event(1.0, MouseClick, "Chromium", &[]),
            event(9.0, WindowChange, "Mousepad", &[]),
            event(10.0, TextInput, "Mousepad", &[]),
        ];
        assert_eq!(found(&events), [(1, 1, "mousepad".to_owned())]);
        let bar = [
            event(1.0, TextInput, "Chromium", &[]),
            event(2.0, MouseClick, "xfce4-panel", &[]),
            event(2.2, WindowChange, "Mousepad", &[]),
        ];
        assert_eq!(found(&bar), [(1, 2, "mousepad".to_owned())]);
    }

    #[test]
    fn work_in_one_application_has_no_switches() {
        assert!(found(&[]).is_empty());
        let pages = [event(1.0, WindowChange, "Chromium", &[]), event(2.0, WindowChange, "Chromium", &[])];
        assert!(found(&pages).is_empty());
    }
}
