//! Is this the same screen? (SPEC ACT.2: cosine retrieves, structure decides.)
//!
//! Which texts are there and in which arrangement, what surrounds them, which of them stand out, which elements there are and in
//! which state, and how the edges run: each is a witness ([`witnesses`]), and a logistic function of all of them, fitted by
//! `bench/screens` on one half of public data, is the score. Numbers in texts are content and do not count. A window title
//! helps where there is one and is not missed where there is none.

mod align;
mod looks;
mod pixels;
mod region;
mod sketch;
mod things;
mod weights;
mod witnesses;
pub(crate) mod words;

pub use crate::params::screen::SAME;
pub use sketch::Sketch;
pub use witnesses::NAMES;

use crate::Scene;
use serde::Serialize;

/// How alike two screens are, and why.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sameness {
    /// How sure it is that they are the same, within 0..1.
    pub score: f64,
    /// It is sure enough.
    pub same: bool,
    /// What spoke for and against it, the loudest first.
    pub evidence: Vec<Evidence>,
}

/// What one witness said.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Evidence {
    /// Which witness.
    pub witness: &'static str,
    /// What it measured.
    pub value: f64,
    /// How much that moves the score, in logits: above 0 for, below 0 against.
    pub says: f64,
}

/// Whether two scenes show the same screen. Symmetric, and the same each time.
pub fn same_screen(a: &Scene<'_>, b: &Scene<'_>) -> Sameness {
    compare(&Sketch::of(a), &Sketch::of(b))
}

/// The same for screens that were prepared before.
pub fn compare(a: &Sketch, b: &Sketch) -> Sameness {
    let values = testimony(a, b);
    let weights = weights::weights();
    let (logit, mut evidence) = weights.judge(&values);
    // One and the same picture needs no judging, even a blank one, about which no witness has much to say.
    let score = if a.key == b.key { 1.0 } else { 1.0 / (1.0 + (-logit).exp()) };
    evidence.sort_by(|x, y| y.says.abs().total_cmp(&x.says.abs()));
    Sameness { score, same: score >= SAME, evidence }
}

/// What every witness measures, in the order of [`NAMES`]: what the weights are fitted on.
pub fn testimony(a: &Sketch, b: &Sketch) -> [f32; NAMES.len()] {
    if a.key <= b.key { witnesses::testimony(a, b) } else { witnesses::testimony(b, a) }
}

#[cfg(test)]
mod tests;
