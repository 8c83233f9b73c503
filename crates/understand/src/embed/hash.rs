//! Fixed hashes and projections: the same numbers on every machine, in every run, for as long as the space keeps its name.

use crate::params::embed::HASH_SPREAD;

/// Well mixed bits of a number (the finaliser of SplitMix64).
pub(super) fn mix(mut x: u64) -> u64 {
    x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// The hash of a text under a seed (FNV-1a, mixed).
pub(super) fn text(seed: u64, text: &str) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325 ^ mix(seed);
    for byte in text.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    mix(hash)
}

/// Adds `value` to the places of `out` that belong to `key`, with the signs that belong to it.
pub(super) fn spread(out: &mut [f32], key: u64, value: f32) {
    let part = value / (HASH_SPREAD as f32).sqrt();
    for k in 0..HASH_SPREAD as u64 {
        let bits = mix(key ^ mix(k));
        // Below 2^32 values of a place: the modulo's bias is under one in a million.
        let place = (bits >> 32) as usize % out.len();
        out[place] += if bits & 1 == 0 { part } else { -part };
    }
}

/// `values` projected to `dimensions` by a fixed sparse projection that belongs to `seed`.
pub(super) fn project(seed: u64, values: &[f32], dimensions: usize) -> Vec<f32> {
    let mut out = vec![0.0; dimensions];
    for (i, &value) in values.iter().enumerate() {
        if value != 0.0 {
            spread(&mut out, mix(seed) ^ i as u64, value);
        }
    }
    out
}

/// Scales to norm 1; what has no length stays as it is.
pub(super) fn normalise(vector: &mut [f32]) {
    let norm = vector.iter().map(|v| f64::from(*v) * f64::from(*v)).sum::<f64>().sqrt();
    if norm > 0.0 {
        let scale = 1.0 / norm;
        for v in vector {
            *v = (f64::from(*v) * scale) as f32;
        }
    }
}

/// Takes the mean away: what all screens have in common says nothing about one.
pub(super) fn centre(values: &mut [f32]) {
    let mean = values.iter().sum::<f32>() / values.len().max(1) as f32;
    for v in values {
        *v -= mean;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_the_same_everywhere_and_always() {
        // Written down once: another value is another space.
        assert_eq!(mix(0), 0xe220_a839_7b1d_cdaf);
        assert_eq!(text(1, "Valider"), 15_256_011_160_442_194_330);
        assert_ne!(text(1, "Valider"), text(2, "Valider"));
    }

    #[test]
    fn a_projection_keeps_angles_roughly() {
        let a: Vec<f32> = (0..900).map(|i| (mix(i) % 1000) as f32 / 500.0 - 1.0).collect();
        let b: Vec<f32> = a.iter().enumerate().map(|(i, v)| if i % 3 == 0 { -v } else { *v }).collect();
        let cosine = |a: &[f32], b: &[f32]| {
            let dot = |x: &[f32], y: &[f32]| x.iter().zip(y).map(|(x, y)| x * y).sum::<f32>();
            dot(a, b) / (dot(a, a) * dot(b, b)).sqrt()
        };
        let (pa, pb) = (project(7, &a, 512), project(7, &b, 512));
        assert!((cosine(&a, &b) - cosine(&pa, &pb)).abs() < 0.1);
    }
}
