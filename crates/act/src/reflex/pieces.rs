//! A screen taken apart: its words without those on buttons and in fields, its buttons, its fields.

use crate::params::dialogs::{HIGHEST_BUTTON, LABEL_NEAR, LONGEST_LINK, USUAL_WORD, WORD_HEIGHTS};
use lea_lexicon::CROSS;
use lea_model::{DetectedText, ElementState, ElementType, Rect, ScreenState, UIElement};
use lea_recognize::LEAST_WORD_CONFIDENCE;
use lea_recognize::label::normal;

/// A word, or a line of which only the whole is known.
pub(super) struct Word {
    pub(super) text: String,
    pub(super) bbox: Rect,
    /// It stands in a table.
    pub(super) in_table: bool,
}

/// A line of words that are on no button and in no field.
pub(super) struct Line {
    text: String,
    pub(super) words: Vec<Word>,
    /// All its words are there.
    is_whole: bool,
    /// It belongs to the node, and so do its parts.
    is_known: bool,
}

/// Something to press.
pub(super) struct Button {
    pub(super) label: String,
    pub(super) bbox: Rect,
    /// A button with words, no cross and no link.
    pub(super) is_main: bool,
}

/// What a screen consists of.
pub(super) struct Pieces<'k> {
    /// A text belongs to the node that the run is on.
    is_known: &'k dyn Fn(&str) -> bool,
    pub(super) screen: Rect,
    pub(super) lines: Vec<Line>,
    pub(super) buttons: Vec<Button>,
    pub(super) fields: Vec<Rect>,
    /// The usual height of words, in pixels.
    pub(super) unit: i32,
}

impl Line {
    /// What it says where `is_in` holds; none where it says nothing there.
    pub(super) fn part(&self, is_in: &dyn Fn(&Word) -> bool) -> Option<String> {
        let inside: Vec<&str> = self.words.iter().filter(|w| is_in(w)).map(|w| w.text.trim()).collect();
        let text = match inside.len() == self.words.len() && self.is_whole {
            true => self.text.trim().to_owned(),
            false => inside.join(" "),
        };
        (!inside.is_empty() && text.chars().any(char::is_alphanumeric)).then_some(text)
    }
}

impl<'k> Pieces<'k> {
    pub(super) fn of(state: &ScreenState, is_known: &'k dyn Fn(&str) -> bool) -> Self {
        let elements = &state.ui_elements;
        let buttons: Vec<Button> = elements.iter().filter_map(button).collect();
        let is_field = |e: &&UIElement| {
            matches!(
                e.element_type,
                ElementType::TextInput | ElementType::TextArea | ElementType::Dropdown | ElementType::Slider
            )
        };
        let boxes = |kinds: &[ElementType]| -> Vec<Rect> {
            elements.iter().filter(|e| kinds.contains(&e.element_type)).map(|e| e.bbox).collect()
        };
        let pressed = boxes(&[ElementType::Button, ElementType::IconButton]);
        let fields: Vec<Rect> = elements.iter().filter(is_field).map(|e| e.bbox).collect();
        let cells = boxes(&[ElementType::TableCell, ElementType::TableRow]);
        let is_on = |b: Rect| {
            let names =
                |p: &Rect| p.contains(b.center()) && p.height() <= b.height().saturating_mul(HIGHEST_BUTTON);
            pressed.iter().any(names) || fields.iter().any(|f| f.contains(b.center()))
        };
        let in_table = |b: Rect| cells.iter().any(|c| c.contains(b.center()));
        let mut lines: Vec<Line> = Vec::new();
        for text in &state.perception.detected_text {
            let found = line(text, &is_on, &in_table);
            lines.extend(found.map(|l| Line { is_known: is_known(&text.text), ..l }));
        }
        // What was made without reading has its words on its elements.
        for e in elements.iter().filter(|e| is_said(e)) {
            if !is_read(e, state) && !is_on(e.bbox) {
                let word = Word { text: e.label.clone(), bbox: e.bbox, in_table: in_table(e.bbox) };
                let is_known = is_known(&e.label);
                lines.push(Line { text: e.label.clone(), words: vec![word], is_whole: true, is_known });
            }
        }
        Self { is_known, screen: screen(state), unit: unit(&lines), lines, buttons, fields }
    }

    /// A part of a line does not belong to the node.
    pub(super) fn is_new(&self, line: &Line, part: &str) -> bool {
        !line.is_known && !(self.is_known)(part)
    }

    /// The texts where `is_in` holds, and whether each is new.
    pub(super) fn texts(&self, is_in: &dyn Fn(&Word) -> bool) -> Vec<(String, bool)> {
        let parts = self.lines.iter().filter_map(|l| Some((l, l.part(is_in)?)));
        let judged = |(l, text): (&Line, String)| {
            let is_new = self.is_new(l, &text);
            (text, is_new)
        };
        parts.map(judged).collect()
    }
}

fn button(e: &UIElement) -> Option<Button> {
    use ElementType::{Button as Plain, IconButton, Link};
    if e.bbox.is_empty() || e.state.contains(&ElementState::Disabled) {
        return None;
    }
    let label = e.label.trim();
    let says = label.chars().any(|c| !c.is_whitespace());
    match e.element_type {
        Plain if says => Some(Button { label: label.into(), bbox: e.bbox, is_main: true }),
        IconButton if says => Some(Button { label: label.into(), bbox: e.bbox, is_main: false }),
        Plain | IconButton if e.role == "close" => {
            Some(Button { label: CROSS.into(), bbox: e.bbox, is_main: false })
        }
        Link if says && label.split_whitespace().count() <= LONGEST_LINK => {
            Some(Button { label: label.into(), bbox: e.bbox, is_main: false })
        }
        _ => None,
    }
}

fn line(text: &DetectedText, is_on: &dyn Fn(Rect) -> bool, in_table: &dyn Fn(Rect) -> bool) -> Option<Line> {
    let bbox = text.bbox.filter(|b| !b.is_empty())?;
    let is_sure = |c: Option<f64>| c.is_none_or(|c| c >= LEAST_WORD_CONFIDENCE);
    let all: Vec<(&str, Rect)> = if text.words.is_empty() {
        is_sure(text.confidence).then_some((text.text.as_str(), bbox)).into_iter().collect()
    } else {
        let sure = text.words.iter().filter(|w| is_sure(w.confidence));
        sure.map(|w| (w.text.as_str(), w.bbox)).collect()
    };
    let count = text.words.len().max(1);
    let free = all.into_iter().filter(|(_, b)| !is_on(*b));
    let word = |(text, bbox): (&str, Rect)| Word { text: text.into(), bbox, in_table: in_table(bbox) };
    let words: Vec<Word> = free.map(word).collect();
    let is_whole = words.len() == count;
    (!words.is_empty()).then(|| Line { text: text.text.clone(), words, is_whole, is_known: false })
}

/// An element whose label is something that the screen says.
fn is_said(e: &UIElement) -> bool {
    use ElementType::{Checkbox, Dialog, Label, Link, ListItem, Radio, TableCell};
    let says = matches!(e.element_type, Checkbox | Dialog | Label | Link | ListItem | Radio | TableCell);
    says && !e.bbox.is_empty() && e.label.chars().any(char::is_alphanumeric)
}

/// Its words were read too.
fn is_read(e: &UIElement, state: &ScreenState) -> bool {
    let label = normal(&e.label);
    let near = e.bbox.padded(e.bbox.height().min(LABEL_NEAR) as i32);
    state.perception.detected_text.iter().any(|t| {
        let is_near = t.bbox.is_some_and(|b| b.intersection(&near).is_some());
        is_near && (e.bbox.contains(t.bbox.unwrap_or_default().center()) || normal(&t.text).contains(&label))
    })
}

/// The whole screen; where its size is not known, what holds all that is on it.
fn screen(state: &ScreenState) -> Rect {
    let size = state.window.as_ref().and_then(|w| w.screen_resolution);
    if let Some(size) = size.filter(|s| s.width > 0 && s.height > 0) {
        return Rect::at(0, 0, size);
    }
    let texts = state.perception.detected_text.iter().filter_map(|t| t.bbox);
    let all = state.ui_elements.iter().map(|e| e.bbox).chain(texts);
    all.fold(Rect::default(), |screen, b| screen.union(&b))
}

fn unit(lines: &[Line]) -> i32 {
    let mut heights: Vec<u32> = lines.iter().flat_map(|l| &l.words).map(|w| w.bbox.height()).collect();
    heights.sort_unstable();
    let middle = heights.get(heights.len() / 2).and_then(|h| i32::try_from(*h).ok());
    middle.map_or(USUAL_WORD, |h| h.clamp(*WORD_HEIGHTS.start(), *WORD_HEIGHTS.end()))
}
