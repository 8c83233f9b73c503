//! Trees fitted by boosting (`training/elements/fit.py`), as plain arrays.

use serde::Deserialize;

/// A tree: node `i` asks whether feature `f[i]` is at most `t[i]` and goes to `l[i]` or `r[i]`; where `l[i]` is 0 it is a leaf
/// worth `t[i]`.
#[derive(Debug, Deserialize)]
struct Tree {
    f: Vec<u16>,
    t: Vec<f32>,
    l: Vec<u16>,
    r: Vec<u16>,
}

impl Tree {
    fn value(&self, x: &[f32]) -> f32 {
        let mut i = 0;
        while self.l[i] != 0 {
            let goes_left = x[usize::from(self.f[i])] <= self.t[i];
            i = usize::from(if goes_left { self.l[i] } else { self.r[i] });
        }
        self.t[i]
    }

    /// Every number is inside the arrays, and every step leads on: what was read cannot make the walk fail or last for ever.
    fn is_sound(&self, features: usize) -> bool {
        let n = self.t.len();
        let same = self.f.len() == n && self.l.len() == n && self.r.len() == n && n > 0;
        same && (0..n).all(|i| {
            let (l, r) = (usize::from(self.l[i]), usize::from(self.r[i]));
            l == 0 || (usize::from(self.f[i]) < features && l > i && r > i && l < n && r < n)
        })
    }
}

/// Sums of trees, one sum per class.
#[derive(Debug, Deserialize)]
pub(crate) struct Forest {
    /// What is told apart.
    pub(crate) classes: Vec<String>,
    /// Where each sum starts.
    base: Vec<f32>,
    /// The trees of each class.
    trees: Vec<Vec<Tree>>,
}

impl Forest {
    /// All arrays fit together, for this many features.
    pub(crate) fn is_sound(&self, features: usize) -> bool {
        self.base.len() == self.trees.len()
            && !self.trees.is_empty()
            && self.trees.iter().flatten().all(|tree| tree.is_sound(features))
    }

    fn sum(&self, class: usize, x: &[f32]) -> f32 {
        self.base[class] + self.trees[class].iter().map(|tree| tree.value(x)).sum::<f32>()
    }

    /// The probability of the only class, within 0..1.
    pub(crate) fn probability(&self, x: &[f32]) -> f64 {
        1.0 / (1.0 + f64::from(-self.sum(0, x)).exp())
    }

    /// The probabilities of all classes, which sum to 1.
    pub(crate) fn probabilities(&self, x: &[f32]) -> Vec<f64> {
        let sums: Vec<f64> = (0..self.trees.len()).map(|c| f64::from(self.sum(c, x))).collect();
        let most = sums.iter().copied().fold(f64::MIN, f64::max);
        let powers: Vec<f64> = sums.iter().map(|s| (s - most).exp()).collect();
        let total: f64 = powers.iter().sum();
        powers.into_iter().map(|p| p / total).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forest(tree: &str) -> Forest {
        serde_json::from_str(&format!(r#"{{"classes": ["a"], "base": [0.0], "trees": [[{tree}]]}}"#)).unwrap()
    }

    #[test]
    fn a_tree_is_walked_to_its_leaf() {
        let f = forest(r#"{"f":[1,0,0],"t":[2.5,-1.0,1.0],"l":[1,0,0],"r":[2,0,0]}"#);
        assert!(f.is_sound(2));
        assert!(f.probability(&[0.0, 2.0]) < 0.5 && f.probability(&[0.0, 3.0]) > 0.5);
        assert_eq!(f.probabilities(&[0.0, 0.0]), [1.0]);
    }

    #[test]
    fn a_tree_that_points_outside_or_back_is_not_sound() {
        assert!(!forest(r#"{"f":[9,0,0],"t":[2.5,-1.0,1.0],"l":[1,0,0],"r":[2,0,0]}"#).is_sound(2));
        assert!(!forest(r#"{"f":[0,0,0],"t":[2.5,-1.0,1.0],"l":[1,1,0],"r":[2,1,0]}"#).is_sound(2));
        assert!(!forest(r#"{"f":[0],"t":[],"l":[],"r":[]}"#).is_sound(2));
    }
}
