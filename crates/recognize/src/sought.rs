//! What is remembered of a target so that it can be found again (SPEC L4.5), and the form in which it is looked for.

use crate::label::normal;
use crate::look::Look;
use crate::page::{Line, Page};
use crate::params::memory::{
    BESIDE_WORDS, ELEMENT_OVERLAP, LANDMARK_WORDS, LEAST_LANDMARK_LETTERS, MOST_LANDMARKS, PICTURE_MARGIN,
};
use crate::scene::Scene;
use crate::shapes::{self, Shape};
use lea_frame::{Frame, FrameBuf};
use lea_model::workflow::{Anchor, Landmark, TargetPosition};
use lea_model::{ElementType, Point, Rect, Size, Target};

/// A text on or near a target.
#[derive(Clone, Debug)]
pub struct Mark {
    /// What it says.
    pub said: String,
    /// The same, normalised.
    pub text: String,
    /// Of how many words.
    pub words: usize,
    /// Each of them, normalised.
    pub each_word: Vec<String>,
    /// From its middle to the middle of the target.
    pub offset: Point,
    /// How large it is.
    pub size: Size,
}

/// A target, prepared to be looked for.
pub struct Sought {
    /// The texts on it.
    pub inside: Vec<Mark>,
    /// Other words for all of them together.
    pub variants: Vec<Mark>,
    /// What the label beside it calls it, normalised, and as it stands there.
    pub name: Option<(String, String)>,
    /// The texts near it, nearest first.
    pub landmarks: Vec<Mark>,
    /// The elements near it.
    pub shapes: Vec<Shape>,
    /// Where it was.
    pub bbox: Rect,
    /// On a screen of this size.
    pub screen: Size,
    /// Other places on that screen that said the same.
    pub twins: usize,
    /// How it looked.
    pub look: Option<Look>,
    /// What it is.
    pub target: Target,
}

/// Why a thing cannot be remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unmemorable {
    /// The box has no pixel on the screen.
    #[error("the box lies outside the screen: give it as x1,y1,x2,y2 in pixels of the screenshot")]
    Outside,
    /// There is nothing to tell it by.
    #[error("there is neither text nor anything to see in the box: point at the thing itself")]
    Blank,
}

/// Describes what is in `bbox` of a scene, with a picture of it and a little around it.
pub fn remember(scene: Scene<'_>, size: Size, bbox: Rect) -> Result<(Target, Option<FrameBuf>), Unmemorable> {
    let screen = Rect::at(0, 0, size);
    let bbox = bbox.intersection(&screen).filter(|b| !b.is_empty()).ok_or(Unmemorable::Outside)?;
    let page = Page::of(scene.state, size);
    let mut inside = Vec::new();
    let mut near: Vec<(i64, Landmark)> = Vec::new();
    for line in &page.lines {
        let is_in: Vec<bool> = line.words.iter().map(|w| covered(w.bbox, bbox)).collect();
        let Some(first) = is_in.iter().position(|&i| i) else {
            let end = line.words.len().min(LANDMARK_WORDS);
            near.push(landmark(line, 0, end, bbox));
            continue;
        };
        let end = is_in.iter().rposition(|&i| i).map_or(first, |i| i + 1);
        inside.push(mark(line, first, end, bbox));
        // Neighbours in the same line, as in a row of links, word by word.
        let beside =
            (first.saturating_sub(BESIDE_WORDS)..first).chain(end..line.words.len().min(end + BESIDE_WORDS));
        near.extend(beside.map(|i| landmark(line, i, i + 1, bbox)));
    }
    let element = element_at(scene, bbox);
    let name = element.and_then(name);
    if name.is_some() {
        // What is in a field is a value.
        inside.clear();
    }
    near.retain(|(_, mark)| {
        mark.text.as_ref().is_some_and(|t| normal(t).chars().count() >= LEAST_LANDMARK_LETTERS)
    });
    near.sort_by_key(|(gap, _)| *gap);
    near.truncate(MOST_LANDMARKS);
    let text: Vec<&str> = inside.iter().filter_map(|m: &Landmark| m.text.as_deref()).collect();
    let text = (!text.is_empty()).then(|| text.join(" ")).or_else(|| name.clone());
    let around = bbox.padded(PICTURE_MARGIN).intersection(&screen).unwrap_or(bbox);
    let crop = scene.frame.and_then(|frame| frame.crop(around));
    let has_look = crop
        .as_ref()
        .is_some_and(|c| !Look::new(c.as_frame(), bbox.moved(-around.x1, -around.y1)).is_blank());
    if text.is_none() && !has_look {
        return Err(Unmemorable::Blank);
    }
    let said = |m: &Landmark| m.text.as_deref().map(normal).unwrap_or_default();
    let longest = inside.iter().map(said).max_by_key(String::len).unwrap_or_default();
    let twins = twins(&page, &longest).saturating_sub(1) as u32;
    let mut landmarks: Vec<Landmark> = near.into_iter().map(|(_, mark)| mark).collect();
    landmarks.extend(shapes::around(&scene.state.ui_elements, bbox).into_iter().map(|shape| Landmark {
        element_type: Some(shape.kind),
        offset: shape.offset,
        size: Some(shape.size),
        ..Landmark::default()
    }));
    let target = Target {
        text,
        role: element.map(|e| e.role.clone()).filter(|r| !r.is_empty()),
        element_type: element.map(|e| e.element_type),
        anchor: Some(Anchor {
            crop_box: Some(bbox.moved(-around.x1, -around.y1)),
            inside,
            name,
            twins,
            landmarks,
            ..Anchor::default()
        }),
        position: Some(TargetPosition { bbox, screen_resolution: Some(size), ..TargetPosition::default() }),
        ..Target::default()
    };
    Ok((target, crop))
}

/// What a thing is called that has a label beside it.
pub fn name(element: &lea_model::UIElement) -> Option<String> {
    let is_called = !normal(&element.label).is_empty();
    let kinds = [
        ElementType::TextInput,
        ElementType::TextArea,
        ElementType::Dropdown,
        ElementType::Checkbox,
        ElementType::Radio,
        ElementType::Toggle,
        ElementType::Slider,
    ];
    (is_called && kinds.contains(&element.element_type)).then(|| element.label.clone())
}

/// In how many places a page says exactly this.
pub fn twins(page: &Page, text: &str) -> usize {
    page.spans(text, text.len(), 1.0, usize::MAX).len()
}

/// The element that a box means: the one most like it in place and extent.
pub fn element_at(scene: Scene<'_>, bbox: Rect) -> Option<&lea_model::UIElement> {
    let overlap = |e: &lea_model::UIElement| {
        let common = e.bbox.intersection(&bbox).map_or(0, |i| i.area()) as f64;
        common / (e.bbox.area() + bbox.area()) as f64 * 2.0
    };
    let best = scene.state.ui_elements.iter().max_by(|a, b| overlap(a).total_cmp(&overlap(b)))?;
    (overlap(best) >= ELEMENT_OVERLAP).then_some(best)
}

/// Most of the word lies in the box.
fn covered(word: Rect, bbox: Rect) -> bool {
    word.intersection(&bbox).is_some_and(|i| 2 * i.area() > word.area())
}

fn mark(line: &Line, first: usize, end: usize, target: Rect) -> Landmark {
    let bbox = line.around(first, end);
    let (from, to) = (bbox.center(), target.center());
    let words: Vec<&str> = line.words[first..end].iter().map(|w| w.text.as_str()).collect();
    Landmark {
        text: Some(words.join(" ")),
        offset: Point { x: to.x - from.x, y: to.y - from.y },
        size: Some(bbox.size()),
        ..Landmark::default()
    }
}

/// A mark, and how far it is from the target.
fn landmark(line: &Line, first: usize, end: usize, target: Rect) -> (i64, Landmark) {
    let bbox = line.around(first, end);
    let gap = |a1: i32, a2: i32, b1: i32, b2: i32| i64::from((b1 - a2).max(a1 - b2).max(0));
    let (dx, dy) = (gap(bbox.x1, bbox.x2, target.x1, target.x2), gap(bbox.y1, bbox.y2, target.y1, target.y2));
    (dx + dy, mark(line, first, end, target))
}

/// A landmark that is known by what it is.
fn shape(landmark: &Landmark) -> Option<Shape> {
    let is_shape = landmark.text.is_none();
    let (kind, size) = landmark.element_type.zip(landmark.size).filter(|_| is_shape)?;
    Some(Shape { kind, offset: landmark.offset, size })
}

impl Mark {
    fn of(landmark: &Landmark) -> Option<Self> {
        let text = landmark.text.as_deref()?;
        Some(Self::new(text, landmark.offset, landmark.size.unwrap_or(Size { width: 0, height: 0 })))
    }

    fn new(text: &str, offset: Point, size: Size) -> Self {
        let each_word = text.split_whitespace().map(normal).filter(|w| !w.is_empty()).collect();
        Self {
            said: text.to_owned(),
            text: normal(text),
            words: text.split_whitespace().count(),
            each_word,
            offset,
            size,
        }
    }

    /// How far its middle is from the target's.
    pub fn distance(&self) -> f64 {
        f64::from(self.offset.x).hypot(f64::from(self.offset.y))
    }
}

impl Sought {
    /// Prepares a target, with its picture where there is one.
    pub fn new(target: &Target, crop: Option<Frame<'_>>) -> Self {
        let anchor = target.anchor.clone().unwrap_or_default();
        let position = target.position.clone().unwrap_or_default();
        let mut inside: Vec<Mark> = anchor.inside.iter().filter_map(Mark::of).collect();
        let name = anchor.name.map(|n| (normal(&n), n)).filter(|(n, _)| !n.is_empty());
        if inside.is_empty() && name.is_none() {
            // A target that someone wrote down by its text alone.
            let size = position.bbox.size();
            let said = target.text.as_deref().filter(|t| !t.trim().is_empty());
            inside.extend(said.map(|text| Mark::new(text, Point { x: 0, y: 0 }, size)));
        }
        inside.retain(|m| !m.text.is_empty());
        let look = crop.map(|crop| Look::new(crop, anchor.crop_box.unwrap_or(crop.bounds())));
        let whole = match &inside[..] {
            [one] => (one.offset, one.size),
            _ => (Point { x: 0, y: 0 }, position.bbox.size()),
        };
        let variants = target.label_variants.iter().map(|text| Mark::new(text, whole.0, whole.1));
        Self {
            variants: variants.filter(|m| !m.text.is_empty() && !inside.is_empty()).collect(),
            inside,
            name,
            landmarks: anchor.landmarks.iter().filter_map(Mark::of).filter(|m| !m.text.is_empty()).collect(),
            shapes: anchor.landmarks.iter().filter_map(shape).collect(),
            bbox: position.bbox,
            screen: position.screen_resolution.unwrap_or(Size { width: 0, height: 0 }),
            twins: anchor.twins as usize,
            look: look.filter(|l| !l.is_blank()),
            target: target.clone(),
        }
    }
}
