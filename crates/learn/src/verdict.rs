//! What each event is in its task: noise or not, and what it is for (SPEC L0.4). Noise is kept and marked; nothing is marked
//! for being rare alone, since a rare branch of a task is rare too.

use crate::episodes::Span;
use crate::params::episodes::ENOUGH;
use crate::params::verdict::{
    FOREIGN_RUNS, FOREIGN_SHARE, INTERRUPTION_SHARE, ROLE_ACTION, ROLE_CLIPBOARD, ROLE_CONFIRMING_KEY,
    ROLE_COPYING_KEY, ROLE_DELETING_KEY, ROLE_ENTERING_KEY, ROLE_LABEL, ROLE_OTHER_KEY, ROLE_SCROLL,
    ROLE_SEARCH_KEY, ROLE_SEARCH_LABEL, ROLE_TEXT, ROLE_TYPE, ROLE_UNKNOWN, ROLE_WINDOW, SURE_DELETED_TEXT,
    SURE_DELETING_KEY, SURE_FOREIGN, SURE_IDLE_MOVE, SURE_IDLE_WINDOW, SURE_INTERRUPTION, SURE_MISSED_CLICK,
    SURE_OVERWRITTEN, SURE_WAY_BACK,
};
use crate::symbol::{self, Symbols};
use crate::task::Group;
use lea_lexicon::Lexicon;
use lea_model::{Event, EventType, SemanticRole};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// What was judged of an event.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Verdict {
    /// Which event.
    pub event_id: u64,
    /// It does not belong to the task.
    pub noise_flag: bool,
    /// What it is for.
    pub semantic_role: Option<SemanticRole>,
    /// How sure both are. It orders verdicts; it is not a measured frequency.
    pub confidence: f64,
    /// Why, for people.
    pub reason: String,
}

/// Judges every event; the answer has one verdict for each, in order.
pub(crate) fn judge(
    events: &[Event],
    symbols: &Symbols,
    spans: &[Span],
    groups: &[Group],
    interruptions: &BTreeSet<u32>,
) -> Vec<Verdict> {
    let mut noise: BTreeMap<usize, (f64, String)> = BTreeMap::new();
    idle_moves(events, &mut noise);
    missed_clicks(events, &mut noise);
    needless_switches(events, &mut noise);
    deleted_texts(events, &mut noise);
    foreign_windows(events, spans, groups, &mut noise);
    interrupting(symbols, spans, groups, interruptions, &mut noise);
    let one = |(i, event): (usize, &Event)| {
        let (role, sure, why) = role(event);
        let (noise_flag, confidence, reason) = match noise.remove(&i) {
            Some((sure, why)) => (true, sure, why),
            None => (false, sure, why),
        };
        Verdict { event_id: i as u64, noise_flag, semantic_role: role, confidence, reason }
    };
    events.iter().enumerate().map(one).collect()
}

type Noise = BTreeMap<usize, (f64, String)>;

fn mark(noise: &mut Noise, at: usize, sure: f64, why: &str) {
    noise.entry(at).or_insert_with(|| (sure, why.to_owned()));
}

fn idle_moves(events: &[Event], noise: &mut Noise) {
    for (i, event) in events.iter().enumerate() {
        if event.event_type == EventType::MouseMove {
            mark(noise, i, SURE_IDLE_MOVE, "the pointer moved, and nothing was done with it");
        }
    }
}

/// Clicks that did nothing.
fn missed_clicks(events: &[Event], noise: &mut Noise) {
    for i in 0..events.len() {
        if symbol::is_missed_click(events, i) {
            mark(noise, i, SURE_MISSED_CLICK, "a missed click: nothing on the screen changed");
        }
    }
}

/// Windows brought to the front and left again without anything done in them.
fn needless_switches(events: &[Event], noise: &mut Noise) {
    let is_idle = |e: &Event| matches!(e.event_type, EventType::MouseMove | EventType::MouseScroll);
    let busy: Vec<usize> = (0..events.len()).filter(|i| !is_idle(&events[*i])).collect();
    for pair in busy.windows(2) {
        let (here, next) = (&events[pair[0]], &events[pair[1]]);
        let both = here.event_type == EventType::WindowChange && next.event_type == EventType::WindowChange;
        if both && here.window != next.window {
            mark(
                noise,
                pair[0],
                SURE_IDLE_WINDOW,
                "a window was opened and left without anything done in it",
            );
        }
    }
    // Coming back to where the work was is noise too, when all that lies between is.
    for (at, pair) in busy.iter().zip(1..) {
        let Some(&back) = busy.get(pair) else { continue };
        let before = busy[..pair.saturating_sub(1)].last().map(|i| events[*i].window.as_ref());
        let returns = events[back].event_type == EventType::WindowChange
            && before.is_some_and(|w| w.is_some() && w == events[back].window.as_ref());
        if returns && noise.get(at).is_some_and(|(_, why)| why.starts_with("a window was opened")) {
            mark(noise, back, SURE_WAY_BACK, "back from a window in which nothing was done");
        }
    }
}

/// Texts that were deleted again, the keys that did it, and texts written over in the same field.
fn deleted_texts(events: &[Event], noise: &mut Noise) {
    let acts: Vec<usize> = (0..events.len())
        .filter(|i| !matches!(events[*i].event_type, EventType::MouseMove | EventType::MouseScroll))
        .collect();
    for (n, &at) in acts.iter().enumerate() {
        let event = &events[at];
        if event.event_type != EventType::TextInput {
            continue;
        }
        let keys: Vec<usize> =
            acts[n + 1..].iter().copied().take_while(|i| is_deleting(&events[*i])).collect();
        let letters = event.text.as_deref().map_or(0, |t| t.chars().count());
        let whole = keys.iter().any(|i| empties(&events[*i]));
        let erased = keys.iter().filter(|i| symbol::chord(&events[**i]) == "BACKSPACE").count();
        if letters > 0 && (whole || erased >= letters) {
            mark(noise, at, SURE_DELETED_TEXT, "typed, and deleted again");
        }
        for i in &keys {
            mark(noise, *i, SURE_DELETING_KEY, "deletes what was typed before");
        }
        let follower = acts.get(n + 1 + keys.len()).map(|i| &events[*i]);
        if keys.is_empty() && follower.is_some_and(|next| writes_over(event, next)) {
            mark(noise, at, SURE_OVERWRITTEN, "written over in the same field right after");
        }
    }
}

/// A second text in the same field, by the same action, that does not go on with the first.
fn writes_over(first: &Event, second: &Event) -> bool {
    let (Some(old), Some(new)) = (&first.text, &second.text) else { return false };
    second.event_type == EventType::TextInput
        && symbol::label(first).is_some()
        && symbol::label(first) == symbol::label(second)
        && symbol::action(first) == symbol::action(second)
        && symbol::application(first) == symbol::application(second)
        && !old.is_empty()
        && !new.starts_with(old.as_str())
}

fn is_deleting(event: &Event) -> bool {
    symbol::deletes(event) || (event.event_type == EventType::KeyPress && symbol::chord(event) == "CTRL+A")
}

fn empties(event: &Event) -> bool {
    matches!(symbol::chord(event).as_str(), "CTRL+A" | "CTRL+Z")
}

/// Visits to an application that hardly any other run of the task uses, and in which nothing was entered.
fn foreign_windows(events: &[Event], spans: &[Span], groups: &[Group], noise: &mut Noise) {
    let mut users: BTreeMap<(usize, String), usize> = BTreeMap::new();
    let apps: Vec<Option<String>> = events.iter().map(symbol::application).collect();
    for span in spans {
        let Some((group, _)) = span.run else { continue };
        let used: BTreeSet<&String> = apps[span.range.from..span.range.to].iter().flatten().collect();
        for app in used {
            *users.entry((group, app.clone())).or_default() += 1;
        }
    }
    for span in spans {
        let Some((group, _)) = span.run else { continue };
        let runs = groups[group].runs.len();
        let is_foreign = |app: &String| {
            let used = users.get(&(group, app.clone())).copied().unwrap_or(0);
            runs >= ENOUGH && (used as f64) < (FOREIGN_SHARE * runs as f64).max(FOREIGN_RUNS)
        };
        let mut i = span.range.from;
        while i < span.range.to {
            let Some(app) = apps[i].as_ref().filter(|app| is_foreign(app)) else {
                i += 1;
                continue;
            };
            let end = (i..span.range.to).find(|j| apps[*j].as_ref().is_some_and(|a| a != app));
            let end = end.unwrap_or(span.range.to);
            let enters = |e: &Event| matches!(e.event_type, EventType::TextInput | EventType::MouseDrag);
            if !events[i..end].iter().any(enters) {
                let why =
                    format!("a visit to {app}, which the other {} runs of this task do without", runs - 1);
                (i..end).for_each(|j| mark(noise, j, SURE_FOREIGN, &why));
            }
            i = end;
        }
    }
}

/// Steps that come at many places, between steps that otherwise follow each other.
fn interrupting(
    symbols: &Symbols,
    spans: &[Span],
    groups: &[Group],
    interruptions: &BTreeSet<u32>,
    noise: &mut Noise,
) {
    let mut runs_with: BTreeMap<(usize, u32), usize> = BTreeMap::new();
    let symbols_in = |span: &Span| -> BTreeSet<u32> {
        symbols.of_event[span.range.from..span.range.to].iter().flatten().copied().collect()
    };
    for span in spans {
        let Some((group, _)) = span.run else { continue };
        for symbol in symbols_in(span).intersection(interruptions) {
            *runs_with.entry((group, *symbol)).or_default() += 1;
        }
    }
    for span in spans {
        let Some((group, _)) = span.run else { continue };
        let runs = groups[group].runs.len();
        for i in span.range.from..span.range.to {
            let Some(symbol) = symbols.of_event[i].filter(|s| interruptions.contains(s)) else { continue };
            let with = runs_with.get(&(group, symbol)).copied().unwrap_or(0);
            if runs >= ENOUGH && (with as f64) < INTERRUPTION_SHARE * runs as f64 {
                let why = format!(
                    "comes at many places in {with} of {runs} runs, and the work goes on as without it"
                );
                mark(noise, i, SURE_INTERRUPTION, &why);
            }
        }
    }
}

/// What the event is for, how sure, and why.
fn role(event: &Event) -> (Option<SemanticRole>, f64, String) {
    use SemanticRole::{Correction, Input, Navigation, Search, Validation};
    let said = |role: SemanticRole, sure: f64, why: &str| (Some(role), sure, why.to_owned());
    let label = event.target.as_ref().and_then(|t| t.label.as_deref()).unwrap_or_default();
    let on_target = Lexicon::in_use().steps.role_of(label);
    if let Some((word, Search)) = &on_target {
        return (Some(Search), ROLE_SEARCH_LABEL, format!("its target says {word:?}"));
    }
    if let Some(action) = event.data.get("action").and_then(|v| v.as_str()) {
        match (Lexicon::in_use().steps.role_of(action), &on_target) {
            // What a click on a button or link is for, its label knows better than the click.
            (Some((word, role)), None) => {
                return (Some(role), ROLE_ACTION, format!("its action says {word:?}"));
            }
            (Some((word, role)), Some(_)) if role == Input || role == Correction => {
                return (Some(role), ROLE_ACTION, format!("its action says {word:?}"));
            }
            (_, Some((word, role))) => return (Some(*role), ROLE_LABEL, format!("its target says {word:?}")),
            (None, None) => {}
        }
    }
    match event.event_type {
        EventType::MouseMove => (None, SURE_IDLE_MOVE, "the pointer moved".into()),
        EventType::WindowChange => said(Navigation, ROLE_WINDOW, "another window came to the front"),
        EventType::MouseScroll => said(Navigation, ROLE_SCROLL, "brings something into view"),
        EventType::ClipboardChange => (None, ROLE_CLIPBOARD, "takes a value, and changes nothing".into()),
        EventType::TextInput => said(Input, ROLE_TEXT, "text was entered"),
        EventType::KeyPress => match symbol::chord(event).as_str() {
            "BACKSPACE" | "DELETE" | "CTRL+Z" | "CTRL+BACKSPACE" => {
                said(Correction, ROLE_DELETING_KEY, "deletes or undoes")
            }
            "ENTER" | "RETURN" | "CTRL+S" | "CTRL+ENTER" => {
                said(Validation, ROLE_CONFIRMING_KEY, "the key confirms")
            }
            "CTRL+F" | "F3" => said(Search, ROLE_SEARCH_KEY, "the key begins a search"),
            "CTRL+V" | "CTRL+X" => said(Input, ROLE_ENTERING_KEY, "the key enters or moves a value"),
            "CTRL+C" | "CTRL+A" => {
                (None, ROLE_COPYING_KEY, "takes or marks a value, and changes nothing".into())
            }
            _ => said(Navigation, ROLE_OTHER_KEY, "a key that enters nothing"),
        },
        EventType::MouseClick | EventType::MouseDrag => {
            if let Some((word, role)) = on_target {
                return (Some(role), ROLE_LABEL, format!("its target says {word:?}"));
            }
            let target = event.target.as_ref();
            let kind = target.and_then(|t| t.element_type.as_deref()).unwrap_or_default();
            match Lexicon::in_use().steps.role_of(kind) {
                Some((word, role)) => (Some(role), ROLE_TYPE, format!("its target is of type {word:?}")),
                None => (None, ROLE_UNKNOWN, "nothing says what it is for".into()),
            }
        }
    }
}
