//! Fusing image, text, title and ui into one vector (SPEC L3.1).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::check_vector_id;
use crate::lenient::{Extra, null_is_default};
use crate::problem::{Checker, Problem};

/// How far the sum of weights may be off 1: decimal weights such as 0.1 are not exact in binary.
pub const WEIGHT_TOLERANCE: f64 = 1e-6;

/// How the components become one vector.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FusionMethod {
    /// A weighted sum.
    #[default]
    Weighted,
    /// Set side by side, then projected.
    ConcatProjection,
}

/// The weights of a weighted fusion; they sum to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct FusionWeights {
    /// Of the pixels.
    pub image: f64,
    /// Of the texts read.
    pub text: f64,
    /// Of the window title.
    pub title: f64,
    /// Of the elements.
    pub ui: f64,
}

impl Default for FusionWeights {
    fn default() -> Self {
        Self { image: 0.5, text: 0.3, title: 0.1, ui: 0.1 }
    }
}

impl FusionWeights {
    /// Everything that is wrong with them; weights that do not sum to 1 are refused, never rescaled.
    pub fn problems(&self) -> Vec<Problem> {
        let weights = [("image", self.image), ("text", self.text), ("title", self.title), ("ui", self.ui)];
        Checker::run(|c| {
            for (step, weight) in weights {
                c.share(step, weight);
            }
            sum(c, weights.iter().map(|w| w.1).sum());
        })
    }
}

/// One vector that went into the fusion.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["provider", "vector_id", "weight"]))]
pub struct Component {
    /// What made it.
    #[serde(deserialize_with = "null_is_default")]
    pub provider: String,
    /// Its name in the store of vectors.
    pub vector_id: String,
    /// Its weight, within 0..1.
    pub weight: f64,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

/// The vectors that went into the fusion; one is missing where the screen has no such thing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Components {
    /// Of the pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<Component>,
    /// Of the texts read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<Component>,
    /// Of the window title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<Component>,
    /// Of the elements.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ui: Option<Component>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

impl Components {
    pub(crate) fn check(&self, c: &mut Checker, method: FusionMethod) {
        let all = [("image", &self.image), ("text", &self.text), ("title", &self.title), ("ui", &self.ui)];
        let mut total = 0.0;
        let mut count = 0;
        for (step, component) in all {
            let Some(component) = component else { continue };
            c.at(step, |c| {
                check_vector_id(c, &component.vector_id);
                c.share("weight", component.weight);
            });
            total += component.weight;
            count += 1;
        }
        if count == 0 {
            c.say("holds no component: a fingerprint is fused from at least one");
        } else if method == FusionMethod::Weighted {
            sum(c, total);
        }
    }
}

fn sum(c: &mut Checker, total: f64) {
    // Written so that NaN is refused too.
    let is_one = (total - 1.0).abs() <= WEIGHT_TOLERANCE;
    if !is_one {
        c.say(format!("the weights sum to {total}: make them sum to 1"));
    }
}
