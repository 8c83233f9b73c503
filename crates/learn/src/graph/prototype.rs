//! The fingerprint of a node: the middle of those of its screens.

/// Screens that make a prototype: more say the same.
pub const MOST_SAMPLES: usize = 1 << 3;

/// The vector in the middle of these, of length 1; none where there is no middle.
pub fn prototype(vectors: &[Vec<f32>]) -> Option<Vec<f32>> {
    let mut mean = vec![0.0f32; vectors.first()?.len()];
    for vector in vectors {
        mean.iter_mut().zip(vector).for_each(|(m, v)| *m += v);
    }
    let length = mean.iter().map(|v| v * v).sum::<f32>().sqrt();
    mean.iter_mut().for_each(|v| *v /= length);
    (length > 0.0).then_some(mean)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prototype_is_the_middle_of_its_vectors_and_has_length_one() {
        let middle = prototype(&[vec![1.0, 0.0], vec![0.0, 1.0]]).unwrap_or_default();
        let side = 0.5f32.sqrt();
        assert!(middle.iter().all(|v| (v - side).abs() < 1e-6), "{middle:?}");
        assert_eq!(prototype(&[]), None);
        assert_eq!(prototype(&[vec![0.0, 0.0]]), None, "nothing has no direction");
    }
}
