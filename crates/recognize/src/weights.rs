//! How much each witness counts: fitted by `bench/recognize/fit`, kept as data, read once.

use serde::Deserialize;
use std::collections::HashMap;
use std::sync::LazyLock;

/// A product of named quantities, and how much it counts.
#[derive(Clone, Debug, Deserialize)]
struct Term {
    of: Vec<String>,
    weight: f64,
}

/// A sum of terms.
#[derive(Clone, Debug, Deserialize)]
pub struct Sum {
    bias: f64,
    terms: Vec<Term>,
}

impl Sum {
    /// Its value, where quantities are looked up by name. A name that nothing has counts as 0.
    pub fn of(&self, quantities: &HashMap<&'static str, f64>) -> f64 {
        let value = |name: &String| quantities.get(name.as_str()).copied().unwrap_or(0.0);
        self.terms.iter().map(|t| t.weight * t.of.iter().map(value).product::<f64>()).sum::<f64>() + self.bias
    }
}

/// From a sum to a score: straight between points of (sum, score), so that scores mean what SPEC ACT.3 says of them.
#[derive(Clone, Debug, Deserialize)]
pub struct Scale(Vec<(f64, f64)>);

impl Scale {
    /// The score of a sum, within 0..1, growing with it.
    pub fn score(&self, sum: f64) -> f64 {
        let points = &self.0;
        let Some(after) = points.iter().position(|p| sum < p.0) else {
            return points.last().map_or(0.0, |p| p.1);
        };
        let Some(before) = after.checked_sub(1) else { return points[0].1 };
        let ((x1, y1), (x2, y2)) = (points[before], points[after]);
        y1 + (y2 - y1) * (sum - x1) / (x2 - x1)
    }
}

/// Everything that was fitted for one kind of target.
#[derive(Clone, Debug, Deserialize)]
pub struct Weights {
    /// Which place is the best.
    pub rank: Sum,
    /// Whether the best is the target.
    pub accept: Sum,
    /// From `accept` to the score.
    pub scale: Scale,
}

/// The fitted weights.
#[derive(Clone, Debug, Deserialize)]
pub struct Fitted {
    /// For targets with text.
    pub text: Weights,
    /// For targets without.
    pub plain: Weights,
}

/// The weights that come with this version.
pub static FITTED: LazyLock<Fitted> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../weights/locate.json"))
        .expect("the weights that are built in are sound")
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_multiply_and_add() {
        let sum: Sum = serde_json::from_str(
            r#"{"bias": 1.0, "terms": [{"of": ["a", "b"], "weight": 2.0}, {"of": ["c"], "weight": 9.0}]}"#,
        )
        .unwrap();
        assert_eq!(sum.of(&HashMap::from([("a", 3.0), ("b", 0.5)])), 4.0);
    }

    #[test]
    fn scores_lie_between_the_points() {
        let scale = Scale(vec![(-2.0, 0.0), (0.0, 0.6), (2.0, 0.9), (4.0, 1.0)]);
        for (sum, score) in [(-9.0, 0.0), (-1.0, 0.3), (1.0, 0.75), (2.0, 0.9), (9.0, 1.0)] {
            assert!((scale.score(sum) - score).abs() < 1e-12, "{sum}");
        }
    }

    #[test]
    fn the_built_in_weights_can_be_read() {
        assert!(FITTED.text.scale.score(f64::MAX) > 0.9);
    }
}
