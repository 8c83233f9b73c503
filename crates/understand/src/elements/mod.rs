//! What things are on the screen (SPEC L2): proposals from the image and from text, made into elements.

use crate::text::Line;
use lea_frame::Frame;
use lea_model::{ElementState, ElementType, Rect, UIElement};

/// Something that a detector takes for an element.
#[derive(Clone, Debug, PartialEq)]
pub struct Proposal {
    /// What it seems to be.
    pub kind: ElementType,
    /// Where it is.
    pub bbox: Rect,
    /// How sure the detector is, within 0..1.
    pub confidence: f64,
    /// What can be told of its state.
    pub state: Vec<ElementState>,
}

/// Finds elements in a picture and its text. Made by hand or trained: nothing else knows which.
pub trait Detector: Send {
    /// Every element it sees, containers included, in any order.
    fn detect(&self, frame: Frame<'_>, lines: &[Line]) -> Vec<Proposal>;
}

/// The detector made by hand.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandMade;

impl Detector for HandMade {
    fn detect(&self, _frame: Frame<'_>, lines: &[Line]) -> Vec<Proposal> {
        let label = |line: &Line| Proposal {
            kind: ElementType::Label,
            bbox: line.bbox,
            confidence: line.confidence,
            state: Vec::new(),
        };
        lines.iter().map(label).collect()
    }
}

/// The elements of a screen, in reading order.
pub fn elements(frame: Frame<'_>, lines: &[Line], detector: &dyn Detector) -> Vec<UIElement> {
    let proposals = detector.detect(frame, lines);
    let element = |(i, p): (usize, &Proposal)| {
        let mut element = UIElement::new(format!("el_{i:04}"), p.kind, p.bbox);
        element.confidence = p.confidence;
        element.state.clone_from(&p.state);
        element
    };
    proposals.iter().enumerate().map(element).collect()
}
