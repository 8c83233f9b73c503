//! Judges candidates: is it something to act on, and of what type. Both are forests fitted on rendered interfaces whose truth is
//! known (`training/elements`).

use super::features::Features;
use super::forest::Forest;
use lea_model::ElementType;
use serde::Deserialize;
use std::sync::LazyLock;

/// The fitted weights.
const WEIGHTS: &[u8] = include_bytes!("../../../../models/elements.json");

#[derive(Deserialize)]
struct File {
    features: Vec<String>,
    /// From which probability on a candidate is an element.
    threshold: f64,
    is_element: Forest,
    of_type: Forest,
}

/// Judges candidates.
pub(crate) struct Judge {
    /// From which probability on a candidate is an element.
    pub(crate) threshold: f64,
    is_element: Forest,
    of_type: Forest,
    types: Vec<ElementType>,
}

/// The judge that ships; none if its weights are not for these features, which a test rules out.
pub(crate) static SHIPPED: LazyLock<Option<Judge>> = LazyLock::new(|| Judge::read(WEIGHTS));

impl Judge {
    /// Reads weights; none where they do not fit this program's features.
    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        let file: File = serde_json::from_slice(bytes).ok()?;
        let count = Features::NAMES.len();
        let is_sound = file.features == Features::NAMES
            && file.is_element.is_sound(count)
            && file.of_type.is_sound(count);
        let parse = |name: &String| serde_json::from_value(serde_json::Value::String(name.clone())).ok();
        let types: Option<Vec<ElementType>> = file.of_type.classes.iter().map(parse).collect();
        let types = types.filter(|t| is_sound && t.len() > 1)?;
        Some(Self { threshold: file.threshold, is_element: file.is_element, of_type: file.of_type, types })
    }

    /// How likely it is that something to act on has this box, within 0..1.
    pub(crate) fn score(&self, features: &[f32]) -> f64 {
        self.is_element.probability(features)
    }

    /// The likeliest type, and how likely it is.
    pub(crate) fn kind(&self, features: &[f32]) -> (ElementType, f64) {
        let all = self.of_type.probabilities(features).into_iter().zip(&self.types);
        let best = all.fold(
            (f64::MIN, ElementType::Button),
            |best, (p, kind)| if p > best.0 { (p, *kind) } else { best },
        );
        (best.1, best.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_weights_fit_the_features() {
        assert!(SHIPPED.is_some(), "fit them again: training/elements/README.md");
    }

    #[test]
    fn weights_that_do_not_fit_are_refused() {
        assert!(Judge::read(b"{}").is_none());
        assert!(Judge::read(b"not json").is_none());
    }
}
