//! A screen prepared for comparison: made once, compared with many.

use super::pixels::{Around, Small};
use super::words;
use crate::Scene;
use crate::params::screen::{LEAST_LINE_LETTERS, MOST_LINE_WEIGHT, MOST_LINES, NEIGHBOURS, OTHER_PAPER};
use lea_model::{ElementState, ElementType, Rect};
use std::collections::BTreeMap;

/// What the comparison needs to know of a screen.
#[derive(Clone, Debug)]
pub struct Sketch {
    pub(super) width: f32,
    pub(super) height: f32,
    pub(super) lines: Vec<Line>,
    /// The words there are, in order, and how much each says.
    pub(super) words: BTreeMap<String, f32>,
    pub(super) things: Vec<Thing>,
    pub(super) small: Option<Small>,
    pub(super) title: Option<String>,
    /// A digest of all that: which of two comes first, so that comparing is symmetric to the last bit.
    pub(super) key: u64,
}

/// A line of text.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub text: String,
    pub pairs: u128,
    pub weight: f32,
    pub x: f32,
    pub y: f32,
    pub w: f32,
    pub h: f32,
    pub around: Option<Around>,
    /// It stands on another paper than its neighbours: chosen, highlighted, a button.
    pub stands_out: bool,
}

/// An element that is more than text.
#[derive(Clone, Debug)]
pub(super) struct Thing {
    pub kind: ElementType,
    pub label: String,
    pub x: f32,
    pub y: f32,
    pub w: f32,
    pub h: f32,
    /// Ticked, chosen, disabled.
    pub state: [bool; 3],
    pub confidence: f32,
}

impl Sketch {
    /// Prepares a screen.
    pub fn of(scene: &Scene<'_>) -> Self {
        let state = scene.state;
        let mut lines = Vec::new();
        let mut bag: BTreeMap<String, f32> = BTreeMap::new();
        for text in &state.perception.detected_text {
            let folded = words::fold(&text.text);
            for word in folded.split(' ').filter(|w| w.chars().count() > 1) {
                bag.insert(word.to_owned(), words::weight(word));
            }
            let Some(bbox) = text.bbox else { continue };
            if folded.len() < LEAST_LINE_LETTERS || lines.len() >= MOST_LINES {
                continue;
            }
            let around = scene.frame.and_then(|f| Around::of(f, bbox));
            lines.push(Line::new(folded, bbox, around));
        }
        let outstanding: Vec<bool> = lines.iter().map(|line| stands_out(line, &lines)).collect();
        for (line, stands_out) in lines.iter_mut().zip(outstanding) {
            line.stands_out = stands_out;
        }
        let things = state.ui_elements.iter().filter(|e| e.element_type != ElementType::Label).map(|e| {
            let has = |s: ElementState| e.state.contains(&s);
            Thing {
                kind: e.element_type,
                label: words::fold(&e.label),
                x: (e.bbox.x1 + e.bbox.x2) as f32 / 2.0,
                y: (e.bbox.y1 + e.bbox.y2) as f32 / 2.0,
                w: e.bbox.width() as f32,
                h: e.bbox.height() as f32,
                state: [has(ElementState::Checked), has(ElementState::Selected), has(ElementState::Disabled)],
                confidence: e.confidence as f32,
            }
        });
        let size = scene.frame.map(|f| f.size).or(state.window.as_ref().and_then(|w| w.screen_resolution));
        let (width, height) = size.map_or_else(|| extent(&lines), |s| (s.width as f32, s.height as f32));
        let title = state.window.as_ref().map(|w| words::fold(&w.window_title)).filter(|t| !t.is_empty());
        let mut sketch = Self {
            width,
            height,
            words: bag,
            things: things.collect(),
            small: scene.frame.map(Small::of),
            title,
            key: 0,
            lines,
        };
        sketch.key = sketch.digest();
        sketch
    }

    fn digest(&self) -> u64 {
        let mut text = format!("{}×{} {:?}", self.width, self.height, self.title);
        for l in &self.lines {
            text.push_str(&format!("|{} {} {}", l.text, l.x, l.y));
        }
        for t in &self.things {
            text.push_str(&format!("|{:?} {} {} {} {:?}", t.kind, t.label, t.x, t.y, t.state));
        }
        let pixels = self.small.as_ref().map_or(0, |s| {
            s.grey.iter().fold(0u64, |h, v| h.wrapping_mul(0x0000_0100_0000_01b3) ^ u64::from(v.to_bits()))
        });
        words::hash(&text) ^ pixels
    }
}

impl Line {
    fn new(text: String, bbox: Rect, around: Option<Around>) -> Self {
        let weight = text.split(' ').map(words::weight).sum::<f32>().min(MOST_LINE_WEIGHT);
        Self {
            pairs: words::pairs(&text),
            weight,
            x: (bbox.x1 + bbox.x2) as f32 / 2.0,
            y: (bbox.y1 + bbox.y2) as f32 / 2.0,
            w: bbox.width() as f32,
            h: bbox.height() as f32,
            around,
            stands_out: false,
            text,
        }
    }
}

/// Most of its nearest neighbours stand on another paper.
fn stands_out(line: &Line, lines: &[Line]) -> bool {
    let Some(around) = &line.around else { return false };
    let mut near: Vec<(f32, bool)> = lines
        .iter()
        .filter(|other| !std::ptr::eq(*other, line))
        .filter_map(|other| {
            let paper = other.around?.paper;
            let is_other = paper.iter().zip(around.paper).any(|(a, b)| (a - b).abs() > OTHER_PAPER);
            Some(((other.x - line.x).abs() + (other.y - line.y).abs(), is_other))
        })
        .collect();
    near.sort_by(|a, b| a.0.total_cmp(&b.0));
    near.truncate(NEIGHBOURS);
    2 * near.iter().filter(|n| n.1).count() > near.len()
}

/// How far texts reach, where nothing says how large the screen is.
fn extent(lines: &[Line]) -> (f32, f32) {
    lines.iter().fold((1.0, 1.0), |(x, y), l| (f32::max(x, l.x + l.w / 2.0), f32::max(y, l.y + l.h / 2.0)))
}
