//! The fingerprint of a screen (SPEC L3): one vector of norm 1, fused from its pixels, its texts, its title and its elements.
//!
//! No pretrained image encoder comes inside a package (FACTS.md), so the image part is a descriptor made by hand; the name of
//! the space says so, and a trained encoder will be another space. Everything here is a pure function with fixed seeds: the same
//! screen has the same vector on every machine.
//!
//! *What is missing.* A screen without a title, text, or elements has no such component; its weight is shared out over the
//! others in proportion, so that the weights in force always sum to 1. They are written into the embedding's `components`.

mod hash;
mod image;
mod ui;
mod words;

use crate::params::embed::{AUXILIARY_PARTS, LEVELS};
use lea_frame::Frame;
use lea_model::embedding::{
    Component, Components, DEFAULT_DIMENSIONS, FusionMethod, Metric, Normalization, Purpose,
};
use lea_model::{FusionWeights, Problem, ScreenState, Space, StateEmbedding};
use std::time::Instant;

/// Dimensions of the primary head.
pub const PRIMARY: usize = DEFAULT_DIMENSIONS as usize;
/// Dimensions of the auxiliary head: its parts side by side.
pub const AUXILIARY: usize = {
    let [image, text, title, ui] = AUXILIARY_PARTS;
    image + text + title + ui
};

/// The components.
const NAMES: [&str; 4] = ["image", "text", "title", "ui"];

/// What made the vectors.
const PROVIDER: &str = "lea";
const MODEL: &str = "hand-made: edges, colours, hashed words, element counts";
const VERSION: &str = "1";

/// Seeds of the four components' hashes and projections, of the level and of the projection after setting side by side.
const SEEDS: [u64; 4] = [0x1ea_0001, 0x1ea_0002, 0x1ea_0003, 0x1ea_0004];
const LEVEL_SEEDS: [u64; 4] = [0x1ea_0011, 0x1ea_0012, 0x1ea_0013, 0x1ea_0014];
const CONCAT_SEED: u64 = 0x1ea_0006;

/// Fuses embeddings in one space.
#[derive(Clone, Debug)]
pub struct Embedder {
    weights: FusionWeights,
    method: FusionMethod,
}

/// The fingerprint of one screen.
#[derive(Clone, Debug)]
pub struct Embedded {
    /// For matching at run time; norm 1.
    pub primary: Vec<f32>,
    /// For search and clustering; norm 1.
    pub auxiliary: Vec<f32>,
    /// The components, image, text, title, ui, each of norm 1; all zero where the screen has no such thing.
    pub parts: [Vec<f32>; 4],
    /// The weights in force: image, text, title, ui; none where the screen has no such thing. They sum to 1.
    pub weights: [Option<f64>; 4],
    /// How long it took, in milliseconds.
    pub milliseconds: f64,
    method: FusionMethod,
}

/// Weights that are not weights.
#[derive(Debug, thiserror::Error)]
#[error("the fusion weights cannot be used: {}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct BadWeights(Vec<Problem>);

impl Default for Embedder {
    fn default() -> Self {
        Self { weights: FusionWeights::default(), method: FusionMethod::Weighted }
    }
}

impl Embedder {
    /// An embedder with these weights; weights that do not sum to 1 are refused.
    pub fn new(weights: FusionWeights, method: FusionMethod) -> Result<Self, BadWeights> {
        let problems = weights.problems();
        if problems.is_empty() { Ok(Self { weights, method }) } else { Err(BadWeights(problems)) }
    }

    /// The space of the vectors it makes for `purpose`. Other weights or another fusion make another space.
    pub fn space(&self, purpose: Purpose) -> Space {
        let fusion = match self.method {
            FusionMethod::Weighted => "weighted",
            FusionMethod::ConcatProjection => "concat",
        };
        let (head, dimensions) = match purpose {
            Purpose::Primary => (fusion, PRIMARY),
            Purpose::Auxiliary => ("auxiliary", AUXILIARY),
        };
        let mut id = format!("lea-hand-1-{head}");
        if self.weights != FusionWeights::default() {
            let FusionWeights { image, text, title, ui } = self.weights;
            id = format!("{id}-{image}-{text}-{title}-{ui}");
        }
        Space {
            id,
            version: VERSION.into(),
            model_name: MODEL.into(),
            provider: PROVIDER.into(),
            dimensions: dimensions as u32,
            metric: Metric::Cosine,
            normalization: Normalization::L2,
            purpose,
            ..Space::default()
        }
    }

    /// The fingerprint of a screen.
    pub fn embed(&self, frame: Frame<'_>, state: &ScreenState) -> Embedded {
        let start = Instant::now();
        let texts: Vec<&str> = state.perception.detected_text.iter().map(|t| t.text.as_str()).collect();
        let title = state.window.as_ref().map_or("", |w| w.window_title.as_str());
        let image = image::describe(frame);
        let parts = |sizes: [usize; 4]| -> [Vec<f32>; 4] {
            let mut parts = [
                hash::project(SEEDS[0], &image, sizes[0]),
                words::describe(SEEDS[1], texts.iter().copied(), sizes[1]),
                words::describe(SEEDS[2], [title], sizes[2]),
                ui::describe(SEEDS[3], &state.ui_elements, frame.size, sizes[3]),
            ];
            for (i, part) in parts.iter_mut().enumerate() {
                level(part, LEVELS[i], LEVEL_SEEDS[i]);
            }
            parts
        };
        let narrow = parts([PRIMARY; 4]);
        let weights = self.in_force(&narrow);
        let mut primary = match self.method {
            FusionMethod::Weighted => weighted(&narrow, weights),
            FusionMethod::ConcatProjection => {
                hash::project(CONCAT_SEED, &side_by_side(&narrow, weights), PRIMARY)
            }
        };
        whole(&mut primary);
        let mut auxiliary = side_by_side(&parts(AUXILIARY_PARTS), weights);
        whole(&mut auxiliary);
        let milliseconds = start.elapsed().as_secs_f64() * 1e3;
        Embedded { primary, auxiliary, parts: narrow, weights, milliseconds, method: self.method }
    }

    /// The weights over what the screen has, rescaled to sum to 1.
    fn in_force(&self, parts: &[Vec<f32>; 4]) -> [Option<f64>; 4] {
        let FusionWeights { image, text, title, ui } = self.weights;
        let wanted = [image, text, title, ui];
        let is_there = |i: usize| parts[i].iter().any(|v| *v != 0.0);
        let total: f64 = (0..4).filter(|i| is_there(*i)).map(|i| wanted[i]).sum();
        // A blank picture with no text has no component at all; it is then all image.
        if total <= 0.0 {
            return [Some(1.0), None, None, None];
        }
        std::array::from_fn(|i| is_there(i).then(|| wanted[i] / total))
    }
}

impl Embedded {
    /// The record of it (SPEC L3.1), for vectors kept under `vector_id`.
    pub fn record(&self, embedder: &Embedder, embedding_id: &str, vector_id: &str) -> StateEmbedding {
        let component = |i: usize| {
            self.weights[i].map(|weight| Component {
                provider: PROVIDER.into(),
                vector_id: format!("{vector_id}.{}", NAMES[i]),
                weight,
                ..Component::default()
            })
        };
        let mut record = StateEmbedding {
            embedding_id: embedding_id.into(),
            vector_id: vector_id.into(),
            dimensions: PRIMARY as u32,
            space: embedder.space(Purpose::Primary),
            fusion_method: self.method,
            components: Components {
                image: component(0),
                text: component(1),
                title: component(2),
                ui: component(3),
                ..Components::default()
            },
            ..StateEmbedding::default()
        };
        record.metadata.computation_time_ms = self.milliseconds;
        record.metadata.quality = Some(self.quality());
        record
    }

    /// The components the screen has, by name.
    pub fn components(&self) -> Vec<(&'static str, &[f32])> {
        let named = NAMES.into_iter().zip(&self.parts).zip(self.weights);
        named
            .filter(|(_, weight)| weight.is_some())
            .map(|((name, part), _)| (name, part.as_slice()))
            .collect()
    }

    /// How much it can be relied on: the share of the default weights whose component the screen has.
    pub fn quality(&self) -> f64 {
        let FusionWeights { image, text, title, ui } = FusionWeights::default();
        [image, text, title, ui]
            .into_iter()
            .zip(self.weights)
            .filter(|(_, w)| w.is_some())
            .map(|(d, _)| d)
            .sum()
    }
}

/// The weighted sum. Components enter by the square root of their weight and stand at right angles (their hashes are
/// independent), so the cosine of two screens is the weighted mean of their components' cosines.
fn weighted(parts: &[Vec<f32>; 4], weights: [Option<f64>; 4]) -> Vec<f32> {
    let mut sum = vec![0.0; parts[0].len()];
    for (part, weight) in parts.iter().zip(weights) {
        let root = weight.unwrap_or(0.0).sqrt() as f32;
        for (s, v) in sum.iter_mut().zip(part) {
            *s += root * v;
        }
    }
    sum
}

fn side_by_side(parts: &[Vec<f32>; 4], weights: [Option<f64>; 4]) -> Vec<f32> {
    let scaled = parts.iter().zip(weights).flat_map(|(part, weight)| {
        let root = weight.unwrap_or(0.0).sqrt() as f32;
        part.iter().map(move |v| root * v)
    });
    scaled.collect()
}

/// Scales a component to norm 1 with the shared direction in it: see [`LEVELS`]. What has no length stays as it is.
fn level(vector: &mut [f32], level: f32, seed: u64) {
    if vector.iter().all(|v| *v == 0.0) {
        return;
    }
    let size = (vector.len() as f32).sqrt();
    let direction = |i: usize| if hash::mix(seed ^ i as u64) & 1 == 0 { 1.0 / size } else { -1.0 / size };
    let along: f32 = vector.iter().enumerate().map(|(i, v)| v * direction(i)).sum();
    for (i, v) in vector.iter_mut().enumerate() {
        *v -= if level > 0.0 { along * direction(i) } else { 0.0 };
    }
    hash::normalise(vector);
    for (i, v) in vector.iter_mut().enumerate() {
        *v += level.sqrt() * direction(i);
    }
    hash::normalise(vector);
}

/// Norm 1, whatever it was: a vector of nothing becomes the first direction.
fn whole(vector: &mut [f32]) {
    if vector.iter().all(|v| *v == 0.0) {
        vector[0] = 1.0;
    }
    hash::normalise(vector);
}

/// The cosine of two vectors of one space, within -1..1; vectors of different lengths have none.
pub fn cosine(a: &[f32], b: &[f32]) -> Option<f64> {
    if a.len() != b.len() || a.is_empty() {
        return None;
    }
    let dot = |x: &[f32], y: &[f32]| x.iter().zip(y).map(|(x, y)| f64::from(*x) * f64::from(*y)).sum::<f64>();
    let norms = (dot(a, a) * dot(b, b)).sqrt();
    let cosine = if norms > 0.0 { dot(a, b) / norms } else { 0.0 };
    Some(cosine.clamp(-1.0, 1.0))
}

#[cfg(test)]
mod tests;
