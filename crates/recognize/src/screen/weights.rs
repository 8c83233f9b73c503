//! The weights of the witnesses, as `bench/screens` fitted them.

use super::{Evidence, NAMES};
use serde::Deserialize;
use std::sync::LazyLock;

static FITTED: LazyLock<Weights> = LazyLock::new(|| {
    // Part of the program: the test below reads it, so it cannot be broken in a release.
    serde_json::from_str(include_str!("../../weights/screen.json")).unwrap_or_default()
});

/// A logistic function.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct Weights {
    /// By witness; a witness that is not named says nothing.
    pub weights: std::collections::BTreeMap<String, f64>,
    /// What each measures on average, so that evidence reads as more or less than usual.
    #[serde(default)]
    pub means: std::collections::BTreeMap<String, f64>,
}

pub(super) fn weights() -> &'static Weights {
    &FITTED
}

impl Weights {
    /// The sum, and each witness's part of it.
    pub fn judge(&self, values: &[f32; NAMES.len()]) -> (f64, Vec<Evidence>) {
        let mut logit = 0.0;
        let mut evidence = Vec::new();
        for (name, value) in NAMES.iter().zip(values) {
            let weight = self.weights.get(*name).copied().unwrap_or(0.0);
            logit += weight * f64::from(*value);
            let mean = self.means.get(*name).copied().unwrap_or(0.0);
            if *name != "bias" && weight != 0.0 {
                evidence.push(Evidence {
                    witness: name,
                    value: f64::from(*value),
                    says: weight * (f64::from(*value) - mean),
                });
            }
        }
        (logit, evidence)
    }
}
