//! What things are on the screen (SPEC L2): candidates from the image and from text, judged, and made into elements.
//!
//! [`Detector::detect`] is the only door: a picture and its text go in, proposals come out. The one that ships takes the screen
//! apart ([`regions`], [`marks`], [`scene`]), makes far more boxes than there are things ([`candidates`]), describes each in
//! numbers ([`features`]), lets fitted trees judge them ([`judge`]) and keeps the best of each ([`suppress`]).

mod build;
mod candidates;
mod containers;
mod features;
mod forest;
mod grid;
mod judge;
mod labels;
mod marks;
mod order;
mod outline;
mod regions;
mod scene;
mod states;
mod suppress;
mod tables;
pub mod training;

use crate::params::elements::TYPE_DOUBT;
use crate::text::Line;
use lea_frame::Frame;
use lea_model::{ElementState, ElementType, Rect};

pub use crate::params::elements::LEAST_SURE;
pub use build::elements;

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

/// The detector whose candidates are made by hand.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandMade;

impl Detector for HandMade {
    fn detect(&self, frame: Frame<'_>, lines: &[Line]) -> Vec<Proposal> {
        let scene = scene::Scene::of(frame, lines);
        let mut found = acted_on(&scene);
        containers::add(&scene, &mut found);
        found
    }
}

/// What a person can act on.
fn acted_on(scene: &scene::Scene<'_>) -> Vec<Proposal> {
    let Some(judge) = judge::SHIPPED.as_ref() else { return Vec::new() };
    let candidates = candidates::candidates(scene);
    let context = features::Context::of(scene, &candidates);
    let mut likely: Vec<(Rect, f64)> = Vec::new();
    let mut values: Vec<Vec<f32>> = Vec::new();
    let gaps = candidates::gaps(&candidates, scene.unit);
    for (candidate, _) in candidates.iter().zip(gaps).filter(|(_, is_gap)| !is_gap) {
        let x = context.features(candidate).values();
        let score = judge.score(&x);
        if score >= judge.threshold {
            likely.push((candidate.bbox, score));
            values.push(x);
        }
    }
    let kept = suppress::best(&likely, scene.bounds);
    let proposal = |i: usize| {
        let ((bbox, score), (kind, sure)) = (likely[i], judge.kind(&values[i]));
        let state = states::of(scene, kind, bbox);
        // What it is was asked after whether it is: doubt about the type is in part doubt about the thing.
        Proposal {
            kind,
            bbox,
            confidence: (score * (1.0 - TYPE_DOUBT + TYPE_DOUBT * sure)).clamp(0.0, 1.0),
            state,
        }
    };
    let found: Vec<Proposal> = kept.into_iter().map(proposal).collect();
    // Fields never lie across each other: the one that is less sure is none. Nor do they hold boxes to tick that are surer.
    let is_field = |p: &Proposal| {
        matches!(p.kind, ElementType::TextInput | ElementType::TextArea | ElementType::Dropdown)
    };
    let fields: Vec<(Rect, f64)> =
        found.iter().filter(|p| is_field(p)).map(|p| (p.bbox, p.confidence)).collect();
    let is_tick = |p: &&Proposal| matches!(p.kind, ElementType::Checkbox | ElementType::Radio);
    let ticks: Vec<(Rect, f64)> = found.iter().filter(is_tick).map(|p| (p.bbox, p.confidence)).collect();
    let is_none = |p: &Proposal| {
        fields.iter().any(|(b, sure)| *sure > p.confidence && suppress::is_across(b, &p.bbox))
            || ticks.iter().any(|(b, sure)| *sure > p.confidence && p.bbox.contains(b.center()))
    };
    found.into_iter().filter(|p| !is_field(p) || !is_none(p)).collect()
}
