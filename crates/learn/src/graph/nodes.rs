//! Kinds of screens made into nodes: what all screens of a kind say and hold, and what tells them from the others (SPEC L4.2).

use super::kinds::Kinds;
use super::lesson::Lesson;
use crate::params::graph::{LEAST_LETTERS, MOST_NAME_WORDS, MOST_TEXTS, MOST_WORDS};
use lea_lexicon::names;
use lea_model::workflow::{Node, NodeMetadata, RequiredElement, ScreenTemplate, WindowConstraint};
use lea_model::{ElementType, Rect, ScreenState};
use lea_recognize::label::normal;
use std::collections::{BTreeMap, BTreeSet};

/// What the screens of each kind have in common.
#[derive(Clone, Debug, Default)]
pub struct Common {
    /// Texts that all screens of the kind show: normalised, as written, and how high.
    pub texts: BTreeMap<String, (String, u32)>,
}

/// What the screens of each kind have in common.
pub fn common(lesson: &Lesson, kinds: &Kinds) -> Vec<Common> {
    let typed = typed(lesson);
    kinds
        .exemplars
        .iter()
        .map(|screens| {
            let mut texts: Option<BTreeMap<String, (String, u32)>> = None;
            for screen in screens {
                let here = texts_of(&lesson.screens[*screen].state, &typed);
                texts = Some(match texts {
                    None => here,
                    Some(known) => known.into_iter().filter(|(t, _)| here.contains_key(t)).collect(),
                });
            }
            Common { texts: texts.unwrap_or_default() }
        })
        .collect()
}

/// All that somebody typed, to be found again: what a run is about, wherever it stands.
pub fn typed(lesson: &Lesson) -> BTreeSet<String> {
    let acts = lesson.demos.iter().flat_map(|d| &d.acts);
    acts.filter_map(|a| a.text()).map(normal).filter(|t| t.chars().count() > LEAST_LETTERS).collect()
}

fn texts_of(state: &ScreenState, typed: &BTreeSet<String>) -> BTreeMap<String, (String, u32)> {
    let in_field = |b: Rect| {
        state.ui_elements.iter().any(|e| {
            matches!(e.element_type, ElementType::TextInput | ElementType::TextArea)
                && e.bbox.contains(b.center())
        })
    };
    // What stands in the rows of a table is content, and other content tomorrow.
    let rows = lea_recognize::rows::rows(&state.ui_elements);
    let in_row = |b: Rect| rows.iter().any(|r| r.bbox.contains(b.center()));
    let lines = state.perception.detected_text.iter();
    lines
        .filter(|t| t.text.split_whitespace().count() <= MOST_WORDS)
        .filter_map(|t| Some((t.text.trim(), t.bbox?)))
        .filter(|(text, b)| {
            text.chars().filter(|c| c.is_alphabetic()).count() >= LEAST_LETTERS
                && is_worded(text)
                && !typed.contains(&normal(text))
                && !in_field(*b)
                && !in_row(*b)
        })
        .map(|(text, b)| (normal(text), (text.to_owned(), b.height())))
        .collect()
}

/// It begins with a letter or digit and has a word of several letters: what is read off a toolbar or a grid has not.
pub fn is_worded(text: &str) -> bool {
    let begins = text.chars().next().is_some_and(char::is_alphanumeric);
    let mut words = text.split_whitespace();
    begins && words.any(|w| w.chars().filter(|c| c.is_alphabetic()).count() >= LEAST_LETTERS)
}

/// Texts of one kind that few others show, the most telling first.
pub fn telling(all: &[Common], kind: usize, used: &BTreeSet<usize>) -> Vec<String> {
    let shown_by =
        |text: &String| used.iter().filter(|k| **k != kind && all[**k].texts.contains_key(text)).count();
    let mut texts: Vec<(usize, std::cmp::Reverse<u32>, &String, &String)> = all[kind]
        .texts
        .iter()
        .map(|(plain, (text, height))| (shown_by(plain), std::cmp::Reverse(*height), plain, text))
        .collect();
    texts.sort();
    // What every screen shows tells none from another, unless there is nothing else.
    let alone: Vec<String> = texts.iter().filter(|t| t.0 == 0).map(|t| t.3.clone()).collect();
    if alone.is_empty() { texts.iter().take(1).map(|t| t.3.clone()).collect() } else { alone }
}

/// The node of a kind.
pub fn node(
    lesson: &Lesson,
    kinds: &Kinds,
    all: &[Common],
    kind: usize,
    used: &BTreeSet<usize>,
    node_id: String,
    label: String,
) -> Node {
    let screens = &kinds.exemplars[kind];
    let states: Vec<&ScreenState> = screens.iter().map(|s| &lesson.screens[*s].state).collect();
    let mut texts = telling(all, kind, used);
    texts.truncate(MOST_TEXTS);
    let template = ScreenTemplate {
        window: window(&states),
        required_text_any: texts,
        required_ui_elements: elements(&states),
        layout_signature: states.first().and_then(|s| s.layout_signature.clone()),
        ..ScreenTemplate::default()
    };
    let count = kinds.of.iter().filter(|k| **k == kind).count() as u64;
    let description = states.first().and_then(|s| s.debug.as_ref()).map(|d| d.summary.clone());
    Node {
        node_id,
        label,
        description: description.unwrap_or_default(),
        screen_template: template,
        metadata: NodeMetadata { observation_count: count, ..NodeMetadata::default() },
        ..Node::default()
    }
}

/// Applications, and the part of the titles that stays.
fn window(states: &[&ScreenState]) -> Option<WindowConstraint> {
    let windows: Vec<_> = states.iter().filter_map(|s| s.window.as_ref()).collect();
    let apps: BTreeSet<String> =
        windows.iter().map(|w| w.app_name.clone()).filter(|a| !a.trim().is_empty()).collect();
    let titles: Vec<&str> = windows.iter().map(|w| w.window_title.trim()).filter(|t| !t.is_empty()).collect();
    let title = common_words(&titles);
    (!apps.is_empty() || title.is_some()).then(|| WindowConstraint {
        app_name_any_of: apps.into_iter().collect(),
        title_contains_any_of: title.into_iter().collect(),
        ..WindowConstraint::default()
    })
}

/// The longest run of words that all titles have.
pub(super) fn common_words(titles: &[&str]) -> Option<String> {
    let words: Vec<&str> = titles.first()?.split_whitespace().collect();
    let mut best = String::new();
    for from in 0..words.len() {
        for to in (from + 1..=words.len()).rev() {
            let part = words[from..to].join(" ");
            if part.len() > best.len() && titles.iter().all(|t| t.contains(&part)) {
                best = part;
            }
        }
    }
    (best.chars().filter(|c| c.is_alphabetic()).count() >= LEAST_LETTERS).then_some(best)
}

/// What can be used on all screens of the kind, by role and type, and how many of it at least.
fn elements(states: &[&ScreenState]) -> Vec<RequiredElement> {
    let counted = |state: &ScreenState| {
        let mut counts: BTreeMap<(String, ElementType), u32> = BTreeMap::new();
        for e in &state.ui_elements {
            let usable = matches!(
                e.element_type,
                ElementType::Button
                    | ElementType::TextInput
                    | ElementType::TextArea
                    | ElementType::Dropdown
                    | ElementType::Checkbox
                    | ElementType::Radio
                    | ElementType::Dialog
                    | ElementType::Table
            );
            if usable && e.metadata.row.is_none() {
                *counts.entry((e.role.clone(), e.element_type)).or_default() += 1;
            }
        }
        counts
    };
    let mut least: Option<BTreeMap<(String, ElementType), u32>> = None;
    for state in states {
        let here = counted(state);
        least = Some(match least {
            None => here,
            Some(known) => {
                known.into_iter().filter_map(|(key, n)| here.get(&key).map(|m| (key, n.min(*m)))).collect()
            }
        });
    }
    let required = |((role, kind), min_count): ((String, ElementType), u32)| RequiredElement {
        role: Some(role).filter(|r| !r.is_empty()),
        type_any_of: vec![kind],
        min_count,
        ..RequiredElement::default()
    };
    least.unwrap_or_default().into_iter().map(required).collect()
}

/// A name for a kind: the title of its window if no other kind has it, else its largest telling text that is no button.
pub fn label(lesson: &Lesson, kinds: &Kinds, all: &[Common], kind: usize, used: &BTreeSet<usize>) -> String {
    let states = |kind: usize| -> Vec<&ScreenState> {
        kinds.exemplars[kind].iter().map(|s| &lesson.screens[*s].state).collect()
    };
    if all[kind].texts.is_empty() && states(kind).iter().all(|s| s.perception.detected_text.is_empty()) {
        return "Empty screen".into();
    }
    let title = |kind: usize| {
        let title = window(&states(kind)).and_then(|w| w.title_contains_any_of.into_iter().next())?;
        let app = states(kind)
            .first()
            .and_then(|s| s.window.as_ref())
            .map(|w| normal(&w.app_name))
            .unwrap_or_default();
        Some(without_application(&title, &app)).filter(|t| names::slug(t).len() >= LEAST_LETTERS)
    };
    let own = title(kind);
    let is_alone =
        || used.iter().all(|k| *k == kind || title(*k).map(|t| normal(&t)) != own.as_deref().map(normal));
    if let Some(title) = own.clone().filter(|_| is_alone()) {
        return title;
    }
    // What can be pressed, chosen or filled in names what it does, not the screen; entries of lists and tables are data.
    let others: BTreeSet<String> = states(kind)
        .iter()
        .flat_map(|s| &s.ui_elements)
        .filter(|e| !matches!(e.element_type, ElementType::Label | ElementType::Dialog))
        .map(|e| normal(&e.label))
        .collect();
    let wordy = |t: &&String| {
        names::slug(t).len() >= LEAST_LETTERS && t.split_whitespace().count() <= MOST_NAME_WORDS
    };
    let told = telling(all, kind, used);
    let plain = told.iter().filter(wordy).find(|t| !others.contains(&normal(t)));
    let asked = || question(&states(kind));
    plain.cloned().or_else(asked).or(own).unwrap_or_else(|| format!("Screen {}", kind + 1))
}

/// What a dialog asks or says, on all screens of a kind, in a few words.
fn question(states: &[&ScreenState]) -> Option<String> {
    let says = |state: &ScreenState, text: &str| {
        state.perception.detected_text.iter().any(|t| normal(&t.text) == normal(text))
    };
    let (first, rest) = states.split_first()?;
    let dialogs: Vec<Rect> =
        first.ui_elements.iter().filter(|e| e.element_type == ElementType::Dialog).map(|e| e.bbox).collect();
    let lines = first.perception.detected_text.iter();
    let within = lines.filter(|t| t.bbox.is_some_and(|b| dialogs.iter().any(|d| d.contains(b.center()))));
    let common = within.map(|t| t.text.trim()).filter(|t| rest.iter().all(|s| says(s, t)));
    let asks =
        common.filter(|t| t.ends_with('?') || t.split_whitespace().count() > 2).max_by_key(|t| t.len())?;
    Some(asks.split_whitespace().take(MOST_NAME_WORDS).collect::<Vec<_>>().join(" "))
}

/// A title without the name of the application that many put behind it.
fn without_application(title: &str, app: &str) -> String {
    let parts: Vec<&str> = title.split(['–', '—', '|']).flat_map(|p| p.split(" - ")).map(str::trim).collect();
    let own: Vec<&str> = parts.iter().copied().filter(|p| !p.is_empty() && normal(p) != app).collect();
    own.join(" ")
}
