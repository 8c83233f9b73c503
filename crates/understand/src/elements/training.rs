//! What the detector is fitted on: the candidates of a screen with their features (`training/elements`).

use super::candidates::candidates;
use super::features::{Context, Features};
use super::scene::Scene;
use crate::text::Line;
use lea_frame::Frame;
use lea_model::Rect;

/// The names of the features, in order.
pub fn feature_names() -> &'static [&'static str] {
    Features::NAMES
}

/// Every candidate of a screen with its features.
pub fn rows(frame: Frame<'_>, lines: &[Line]) -> Vec<(Rect, Vec<f32>)> {
    let scene = Scene::of(frame, lines);
    let candidates = candidates(&scene);
    let context = Context::of(&scene, &candidates);
    candidates.iter().map(|c| (c.bbox, context.features(c).values())).collect()
}
