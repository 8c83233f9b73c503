//! What an event does, as one symbol: two events are the same step of a task when they have the same symbol, whatever was typed
//! or which row it was.
//!
//! A symbol is the action, the application and the words on the target. Words that name an instance (a cell `B17`, the name
//! of a customer) would make every run look different, so words that do not recur are replaced by what they have in common:
//! first their digits go, then the words themselves.

use crate::params::episodes::{LONGEST_LABEL, PLACE_SQUARE, WORD_SPREAD};
use crate::switches;
use lea_model::{Event, EventType, FrameAfter};
use std::collections::HashMap;

/// Names of the desktop as an application or window, as the systems call it.
const DESKTOPS: [&str; 7] =
    ["desktop", "program manager", "bureau", "finder", "xfdesktop", "pcmanfm-desktop", "nautilus-desktop"];

/// The steps of a session: for each event its symbol, or none where the event is no step (a pointer move) or nothing like
/// it happens again.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Symbols {
    /// The symbol of each event.
    pub of_event: Vec<Option<u32>>,
    /// What each symbol is called, for people.
    pub names: Vec<String>,
    /// Which symbols are steps that cannot be taken back, by the words on their target.
    pub finals: Vec<bool>,
}

/// What each event does, in the coarsest words that still recur at least `least` times.
pub fn abstract_events(events: &[Event], least: usize) -> Symbols {
    let steps: Vec<Option<Step>> = events
        .iter()
        .enumerate()
        .map(|(i, event)| {
            let is_none = only_renames(&events[..i], event) || is_missed_click(events, i);
            Step::of(event).filter(|_| !is_none)
        })
        .collect();
    let steps = with_switches(events, steps);
    let masked = families_named_by_number(&steps, least);
    let coarse = |step: &Step| (step.action.clone(), step.app.clone(), format!("({})", step.kind));
    let words: Vec<Option<Key>> = steps
        .iter()
        .map(|step| {
            let step = step.as_ref()?;
            let label = if masked.contains_key(&step.family()) { step.shape() } else { step.label.clone() };
            Some((step.action.clone(), step.app.clone(), label))
        })
        .collect();
    let mut counts: HashMap<&Key, usize> = HashMap::new();
    for key in words.iter().flatten() {
        *counts.entry(key).or_default() += 1;
    }
    let keys: Vec<Option<Key>> = steps
        .iter()
        .zip(&words)
        .map(|(step, key)| {
            let (step, key) = (step.as_ref()?, key.as_ref()?);
            Some(if counts[key] >= least { key.clone() } else { coarse(step) })
        })
        .collect();
    let mut counts: HashMap<&Key, usize> = HashMap::new();
    for key in keys.iter().flatten() {
        *counts.entry(key).or_default() += 1;
    }
    let mut numbers: HashMap<&Key, u32> = HashMap::new();
    let (mut names, mut finals) = (Vec::new(), Vec::new());
    let of_event = keys
        .iter()
        .map(|key| {
            let key = key.as_ref()?;
            if counts[key] < least {
                return None;
            }
            Some(*numbers.entry(key).or_insert_with(|| {
                names.push(name(key));
                finals.push(is_final(key));
                names.len() as u32 - 1
            }))
        })
        .collect();
    Symbols { of_event, names, finals }
}

/// The window of the same application came to be called otherwise: another page, which is what the step before did.
fn only_renames(before: &[Event], event: &Event) -> bool {
    let is_told = is_stated(event) || label(event).is_some();
    let app = application(event);
    let last = before.iter().rev().find_map(application);
    event.event_type == EventType::WindowChange && !is_told && app.is_some() && app == last
}

/// Going to another application is one and the same step, whether by pointer or by keys: what did it and the change that
/// came of it are one. What is said of a step in so many words, and a click that presses something there, keep their meaning.
fn with_switches(events: &[Event], mut steps: Vec<Option<Step>>) -> Vec<Option<Step>> {
    for switch in switches::switches(events) {
        let (did, arrived) = (&events[switch.event], &events[switch.arrived]);
        if is_stated(did) || is_stated(arrived) {
            continue;
        }
        let change = events[switch.arrived..]
            .iter()
            .take_while(|e| {
                matches!(e.event_type, EventType::MouseMove | EventType::WindowChange) || *e == did
            })
            .position(|e| e.event_type == EventType::WindowChange)
            .map(|n| switch.arrived + n);
        let step = Step { action: "go to".into(), app: switch.to, label: String::new(), kind: String::new() };
        let presses = did.event_type != EventType::KeyPress && presses_something(did);
        match change {
            Some(change) if presses => steps[change] = Some(step),
            change => {
                if let Some(change) = change {
                    steps[change] = None;
                }
                if !presses {
                    steps[switch.event] = Some(step);
                }
            }
        }
    }
    steps
}

/// The source of the event says what was done.
fn is_stated(event: &Event) -> bool {
    event.data.contains_key("action")
}

/// Words that stand near a target because nothing names it: a line of the page that it is.
fn is_sentence(label: &str) -> bool {
    label.split_whitespace().count() > LONGEST_LABEL
}

/// It points at a thing that does something, and not into a page or a field that only gets the focus.
fn presses_something(event: &Event) -> bool {
    let kind = event.target.as_ref().and_then(|t| t.element_type.as_deref()).unwrap_or_default();
    let takes_focus = ["", "text_area", "text_input", "label", "image", "window", "table", "dialog"];
    label(event).is_some() && !takes_focus.contains(&kind)
}

/// Action, application, words.
type Key = (String, String, String);

fn name((action, app, label): &Key) -> String {
    if action == "go to" && label.is_empty() {
        return format!("go to {app}");
    }
    let mut name = action.clone();
    if !label.is_empty() && label != "()" {
        name.push(' ');
        name.push_str(label);
    }
    if !app.is_empty() {
        name.push_str(" in ");
        name.push_str(app);
    }
    name
}

/// Pressing it cannot be taken back; filling it in, or going there, can.
fn is_final((action, _, label): &Key) -> bool {
    let presses = matches!(action.as_str(), "click" | "double click" | "drag") || action.starts_with("click");
    presses && lea_lexicon::risk::word(label).is_some()
}

/// Labels that differ in their numbers alone, where most of these numbers belong to one moment of the session: rows, cells,
/// reference numbers. `Line 1` and `Line 2` of a form are used throughout, and keep theirs.
fn families_named_by_number(steps: &[Option<Step>], least: usize) -> HashMap<Key, ()> {
    let mut uses: HashMap<Key, HashMap<&str, (usize, usize, usize)>> = HashMap::new();
    for (at, step) in steps.iter().enumerate() {
        let Some(step) = step else { continue };
        if step.shape() != step.label {
            let (count, _, last) =
                uses.entry(step.family()).or_default().entry(&step.label).or_insert((0, at, at));
            (*count, *last) = (*count + 1, at);
        }
    }
    let spread = WORD_SPREAD * steps.len() as f64;
    uses.into_iter()
        .filter(|(_, labels)| {
            let total: usize = labels.values().map(|(count, ..)| count).sum();
            let lasting: usize = labels
                .values()
                .filter(|(count, first, last)| *count >= least && (last - first) as f64 >= spread)
                .map(|(count, ..)| count)
                .sum();
            2 * lasting <= total
        })
        .map(|(family, _)| (family, ()))
        .collect()
}

/// The application an event happened in, or its window where the application has no name.
pub fn application(event: &Event) -> Option<String> {
    let window = event.window.as_ref()?;
    let name = if window.app_name.trim().is_empty() { &window.title } else { &window.app_name };
    Some(plain(name)).filter(|name| !name.is_empty())
}

/// The event brings the desktop to the front, or happens on it.
pub fn is_desktop(event: &Event) -> bool {
    match &event.window {
        None => event.event_type == EventType::WindowChange,
        Some(window) => {
            DESKTOPS.contains(&plain(&window.app_name).as_str())
                || (window.app_name.trim().is_empty() && DESKTOPS.contains(&plain(&window.title).as_str()))
        }
    }
}

/// What the source calls the action, or what the event's type says.
pub fn action(event: &Event) -> String {
    let stated = event.data.get("action").and_then(|v| v.as_str()).map(plain).filter(|a| !a.is_empty());
    stated.unwrap_or_else(|| {
        match (event.event_type, event.clicks) {
            (EventType::MouseClick, Some(2)) => "double click",
            (EventType::MouseClick, _) => "click",
            (EventType::MouseDrag, _) => "drag",
            (EventType::MouseScroll, _) => "scroll",
            (EventType::MouseMove, _) => "move",
            (EventType::KeyPress, _) => "press",
            (EventType::TextInput, _) => "type",
            (EventType::ClipboardChange, _) => "copy",
            (EventType::WindowChange, _) => "go to",
        }
        .to_owned()
    })
}

/// The keys of a chord as one word, `CTRL+Z`.
pub fn chord(event: &Event) -> String {
    event.keys.iter().map(|k| k.trim().to_uppercase()).collect::<Vec<_>>().join("+")
}

/// A click after which the screen settled to the very frame from before, and no window came of it: on a busy machine the frame
/// may be older than what the click did.
pub fn is_missed_click(events: &[Event], at: usize) -> bool {
    let event = &events[at];
    let mut later = events[at + 1..].iter().filter(|e| e.event_type != EventType::MouseMove);
    if later.next().is_some_and(|e| e.event_type == EventType::WindowChange) {
        return false;
    }
    let settled = event.frames.as_ref().is_some_and(|f| f.after == FrameAfter::Settled);
    let unchanged = event.screenshot_id.is_some() && event.screenshot_id == event.screenshot_after_id;
    event.event_type == EventType::MouseClick && settled && unchanged
}

/// A key that takes back what was done before.
pub fn deletes(event: &Event) -> bool {
    event.event_type == EventType::KeyPress
        && matches!(chord(event).as_str(), "BACKSPACE" | "DELETE" | "CTRL+Z" | "CTRL+BACKSPACE")
}

/// The words on the target, where they are known.
pub fn label(event: &Event) -> Option<String> {
    event.target.as_ref().and_then(|t| t.label.as_deref()).map(plain).filter(|l| !l.is_empty())
}

struct Step {
    action: String,
    app: String,
    label: String,
    kind: String,
}

impl Step {
    /// None for what is no step of any task: moves and scrolls, which only bring something into view, keys that delete and
    /// clicks that do nothing, which come wherever a finger slips, and keys that switch windows, unless another application
    /// comes of it.
    fn of(event: &Event) -> Option<Self> {
        if deletes(event) || switches::is_switching(event) {
            return None;
        }
        let is_told = is_stated(event) || label(event).is_some();
        if matches!(event.event_type, EventType::MouseMove | EventType::MouseScroll) && !is_told {
            return None;
        }
        let target = event.target.as_ref();
        let kind = target.and_then(|t| t.element_type.as_deref().or(t.role.as_deref())).map(plain);
        let app = application(event)
            .unwrap_or_else(|| if is_desktop(event) { "desktop".to_owned() } else { String::new() });
        Some(Self {
            action: action(event),
            app,
            label: label(event)
                .filter(|l| is_stated(event) || !is_sentence(l))
                .unwrap_or_else(|| stand_in(event)),
            kind: kind.unwrap_or_default(),
        })
    }

    fn shape(&self) -> String {
        without_numbers(&self.label)
    }

    fn family(&self) -> Key {
        (self.action.clone(), self.app.clone(), self.shape())
    }
}

/// What tells targets apart where no words do: the keys, or the window and roughly the place.
fn stand_in(event: &Event) -> String {
    if event.event_type == EventType::KeyPress {
        return plain(&event.keys.join("+"));
    }
    // The mark that a document was changed is no part of what it is called.
    let title = event.window.as_ref().map(|w| w.title.trim_start_matches('*'));
    let title = title.map(|t| without_numbers(&plain(t))).unwrap_or_default();
    match event.pos {
        Some(pos) if !event.data.contains_key("action") => {
            let (x, y) = (pos.x.div_euclid(PLACE_SQUARE), pos.y.div_euclid(PLACE_SQUARE));
            // Letters, so that a place is not taken for a number that changes from run to run.
            let letters =
                |n: i32| n.to_string().bytes().map(|b| (b.wrapping_add(49)) as char).collect::<String>();
            format!("{title} at {}:{}", letters(x), letters(y))
        }
        _ => title,
    }
}

/// Lower case, single spaces.
pub fn plain(text: &str) -> String {
    text.split_whitespace().map(str::to_lowercase).collect::<Vec<_>>().join(" ")
}

/// Each run of digits as one `#`.
fn without_numbers(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if !c.is_numeric() {
            out.push(c);
        } else if !out.ends_with('#') {
            out.push('#');
        }
    }
    out
}

#[cfg(test)]
mod tests;
