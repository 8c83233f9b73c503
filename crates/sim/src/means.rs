//! Someone who knows what the words of generated applications mean.

use crate::words::{concept, concepts};
use lea_recognize::Meaning;
use std::sync::Arc;

/// Directions for texts that are no words of the table: enough that two of them are hardly ever the same.
const OTHERS: usize = 61;

/// Knows that two words of the table mean the same; any other text means itself.
pub struct Dictionary;

impl Meaning for Dictionary {
    fn of(&self, texts: &[&str]) -> Vec<Arc<[f32]>> {
        let all = concepts();
        texts
            .iter()
            .map(|text| {
                let at = concept(text.trim()).unwrap_or_else(|| {
                    let sum =
                        text.bytes().fold(7usize, |sum, b| sum.wrapping_mul(31).wrapping_add(usize::from(b)));
                    all + sum % OTHERS
                });
                let mut vector = vec![0.0; all + OTHERS];
                vector[at] = 1.0;
                vector.into()
            })
            .collect()
    }
}
