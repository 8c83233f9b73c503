//! A sheet on which a screen is put together: texts, elements as `lea-understand` makes them, and what pressing each really does.

use crate::machine::Does;
use lea_model::screen_state::StateWindow;
use lea_model::{
    DetectedText, DetectedWord, ElementState, ElementType, Point, Rect, ScreenState, Size, UIElement,
};

/// Pixels across a letter, and from the top to the bottom of a line.
pub const LETTER: i32 = 8;
/// The height of a line.
pub const LINE: i32 = 14;

/// A place that does something when it is pressed.
#[derive(Clone, Debug)]
pub struct Spot {
    /// Where.
    pub bbox: Rect,
    /// What it does: the truth that only the world knows.
    pub does: Does,
    /// What stands on it.
    pub label: String,
    /// Its role.
    pub role: String,
}

/// What a field is.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// What it is called.
    pub name: &'a str,
    /// What is typed into it.
    pub value: &'a str,
    /// What is typed is not shown.
    pub is_secret: bool,
    /// Its name stands above it, not in it.
    pub is_named_above: bool,
    /// Keys go to it.
    pub has_focus: bool,
    /// Its content is marked.
    pub is_marked: bool,
}

/// A screen in the making.
pub struct Sheet {
    /// What can be seen of it.
    pub state: ScreenState,
    /// What it really does, the lowest first.
    pub spots: Vec<Spot>,
    /// How large it is.
    pub size: Size,
    /// Elements made so far, for their ids.
    made: usize,
}

/// What is still seen of a box that another partly covers: the largest part that is whole.
fn uncovered(b: Rect, by: Rect) -> Rect {
    if b.intersection(&by).is_none() {
        return b;
    }
    let parts = [
        Rect { x2: b.x2.min(by.x1), ..b },
        Rect { x1: b.x1.max(by.x2), ..b },
        Rect { y2: b.y2.min(by.y1), ..b },
        Rect { y1: b.y1.max(by.y2), ..b },
    ];
    parts.into_iter().filter(|p| !p.is_empty()).max_by_key(Rect::area).unwrap_or(b)
}

impl Sheet {
    /// An empty one.
    pub fn new(size: Size, app: &str, title: &str) -> Self {
        let window = StateWindow {
            app_name: app.into(),
            window_title: title.into(),
            screen_resolution: Some(size),
            ..StateWindow::default()
        };
        Self {
            state: ScreenState { window: Some(window), ..ScreenState::default() },
            spots: Vec::new(),
            size,
            made: 0,
        }
    }

    /// How wide a text is.
    pub fn width(text: &str) -> i32 {
        text.chars().count() as i32 * LETTER
    }

    /// A line of text; returns where it stands. What does not fit on the screen is not there.
    pub fn text(&mut self, text: &str, x: i32, y: i32) -> Rect {
        let mut at = x;
        let words: Vec<DetectedWord> = text
            .split(' ')
            .filter(|w| !w.is_empty())
            .map(|word| {
                let width = Self::width(word);
                let bbox = Rect { x1: at, y1: y, x2: at + width, y2: y + LINE };
                at += width + LETTER;
                DetectedWord { text: word.into(), bbox, confidence: Some(0.97), ..DetectedWord::default() }
            })
            .collect();
        let bbox = Rect { x1: x, y1: y, x2: (at - LETTER).max(x + 1), y2: y + LINE };
        if !words.is_empty() && self.holds(bbox) {
            let line = DetectedText {
                text: text.into(),
                bbox: Some(bbox),
                confidence: Some(0.97),
                words,
                ..DetectedText::default()
            };
            self.state.perception.detected_text.push(line);
        }
        bbox
    }

    fn holds(&self, bbox: Rect) -> bool {
        Rect::at(0, 0, self.size).contains(Point { x: bbox.x2 - 1, y: bbox.y2 - 1 })
            && bbox.x1 >= 0
            && bbox.y1 >= 0
    }

    /// An element; returns its number. `parent` is the number of what it lies in.
    pub fn element(
        &mut self,
        kind: ElementType,
        role: &str,
        label: &str,
        bbox: Rect,
        parent: Option<usize>,
    ) -> usize {
        let at = self.state.ui_elements.len();
        let mut e = UIElement::new(format!("el_{:04}", self.made), kind, bbox);
        self.made += 1;
        e.role = role.into();
        e.label = label.into();
        e.label_confidence = 0.97;
        e.confidence = 0.9;
        if let Some(parent) = parent {
            e.metadata.parent = Some(self.state.ui_elements[parent].element_id.clone());
            let outer = &self.state.ui_elements[parent].metadata;
            (e.metadata.row, e.metadata.column) = (outer.row, outer.column);
        }
        self.state.ui_elements.push(e);
        at
    }

    /// Words that only say something.
    pub fn label(&mut self, text: &str, x: i32, y: i32) -> Rect {
        let bbox = self.text(text, x, y);
        self.element(ElementType::Label, "data_display", text, bbox, None);
        bbox
    }

    /// Something to press, with its words in the middle.
    pub fn press(&mut self, kind: ElementType, role: &str, label: &str, bbox: Rect, does: Does) -> usize {
        let x = bbox.center().x - Self::width(label) / 2;
        self.text(label, x, bbox.center().y - LINE / 2);
        let at = self.element(kind, role, label, bbox, None);
        self.spots.push(Spot { bbox, does, label: label.into(), role: role.into() });
        at
    }

    /// A button at a place, as wide as its words need; returns where the next may stand.
    pub fn button(&mut self, role: &str, label: &str, x: i32, y: i32, does: Does) -> i32 {
        let width = Self::width(label) + 28;
        let bbox = Rect { x1: x, y1: y, x2: x + width, y2: y + 32 };
        self.press(ElementType::Button, role, label, bbox, does);
        x + width + 16
    }

    /// A field: its name stands above it, or in it as long as nothing else does.
    pub fn field(&mut self, kind: ElementType, field: &Entry<'_>, bbox: Rect, does: Does) {
        let Entry { name, value, is_secret, is_named_above, has_focus, is_marked } = *field;
        if is_named_above {
            let above = self.text(name, bbox.x1, bbox.y1 - 20);
            self.element(ElementType::Label, "data_display", name, above, None);
        }
        let shown = match value {
            "" if is_named_above => String::new(),
            "" => name.to_owned(),
            _ if is_secret => "•".repeat(value.chars().count()),
            _ => value.to_owned(),
        };
        self.text(&shown, bbox.x1 + 8, bbox.y1 + 9);
        let at = self.element(kind, "form_input", if is_named_above { name } else { "" }, bbox, None);
        let e = &mut self.state.ui_elements[at];
        match value {
            "" if is_named_above => {}
            "" => {
                e.metadata.placeholder = Some(name.into());
            }
            _ if is_secret => e.tags.push("secret".into()),
            _ => {
                e.metadata.value = Some(value.into());
            }
        }
        if has_focus {
            e.state.push(ElementState::Focused);
        }
        if is_marked {
            e.state.push(ElementState::Selected);
        }
        self.spots.push(Spot { bbox, does, label: name.into(), role: "form_input".into() });
    }

    /// An entry of a list; its words stand there already.
    pub fn option(&mut self, label: &str, bbox: Rect, does: Does) {
        self.element(ElementType::ListItem, "option", label, bbox, None);
        self.spots.push(Spot { bbox, does, label: label.into(), role: "option".into() });
    }

    /// The element has the state.
    pub fn set(&mut self, element: usize, state: ElementState) {
        self.state.ui_elements[element].state.push(state);
    }

    /// Takes away what lies under a box, as a window that is put there does; what lies beside it can no longer be pressed.
    pub fn cover(&mut self, bbox: Rect, is_modal: bool) {
        let is_under = |b: Rect| bbox.contains(b.center());
        self.state.perception.detected_text.retain_mut(|line| {
            line.words.retain(|w| !is_under(w.bbox));
            let Some(first) = line.words.first().map(|w| w.bbox) else { return false };
            let around = line.words.iter().fold(first, |all, w| all.union(&w.bbox));
            let said: Vec<&str> = line.words.iter().map(|w| w.text.as_str()).collect();
            line.text = said.join(" ");
            line.bbox = Some(around);
            true
        });
        self.state.ui_elements.retain(|e| !is_under(e.bbox) || e.bbox.area() > bbox.area() * 2);
        for e in self.state.ui_elements.iter_mut().filter(|e| e.bbox.area() <= bbox.area() * 2) {
            e.bbox = uncovered(e.bbox, bbox);
            e.center = e.bbox.center();
        }
        match is_modal {
            true => self.spots.clear(),
            false => self.spots.retain(|s| !is_under(s.bbox)),
        }
    }

    /// What a press at this point does: the topmost spot there.
    pub fn spot_at(&self, at: Point) -> Option<&Spot> {
        self.spots.iter().rev().find(|s| s.bbox.contains(at))
    }
}
