//! The scan: all rows of a block against a query, in eight bits, with a bound on the error, so that what the exact numbers
//! could still put among the best is never lost.

/// Rows are quantised to ±this.
const STEPS: f32 = 127.0;
/// Norms are 1 within this, so dot products are cosines within three times that.
pub(super) const NORM_TOLERANCE: f64 = 1e-4;
const SLACK: f32 = 3.0 * NORM_TOLERANCE as f32;

/// Vectors of one length, as exact numbers and in eight bits.
#[derive(Clone, Debug)]
pub(super) struct Block {
    dimensions: usize,
    exact: Vec<f32>,
    rough: Vec<i8>,
    /// Of each row: what one step is worth, and the norm of what quantising took away.
    scales: Vec<(f32, f32)>,
}

/// A vector in eight bits.
struct Rough {
    steps: Vec<i8>,
    scale: f32,
    lost: f32,
}

impl Block {
    pub fn new(dimensions: usize) -> Self {
        Self { dimensions, exact: Vec::new(), rough: Vec::new(), scales: Vec::new() }
    }

    pub fn len(&self) -> usize {
        self.scales.len()
    }

    pub fn push(&mut self, vector: &[f32]) {
        let rough = roughly(vector);
        self.exact.extend_from_slice(vector);
        self.rough.extend_from_slice(&rough.steps);
        self.scales.push((rough.scale, rough.lost));
    }

    pub fn row(&self, row: usize) -> &[f32] {
        &self.exact[row * self.dimensions..(row + 1) * self.dimensions]
    }

    /// Puts the last row in this one's place, and forgets the last.
    pub fn swap_remove(&mut self, row: usize) {
        let (last, n) = (self.len() - 1, self.dimensions);
        self.exact.copy_within(last * n.., row * n);
        self.rough.copy_within(last * n.., row * n);
        self.exact.truncate(last * n);
        self.rough.truncate(last * n);
        self.scales.swap_remove(row);
    }

    /// Gives spare room back.
    pub fn shrink(&mut self) {
        self.exact.shrink_to_fit();
        self.rough.shrink_to_fit();
        self.scales.shrink_to_fit();
    }

    /// The `k` rows nearest to the query by cosine, best first; of equals, the lower row first. Exact.
    pub fn nearest(&self, query: &[f32], k: usize, threads: usize) -> Vec<(usize, f64)> {
        if k == 0 || self.len() == 0 {
            return Vec::new();
        }
        let rough = roughly(query);
        let mut scores = vec![0.0f32; self.len()];
        self.score(&rough.steps, &mut scores, threads);
        // |q·x − q̂·x̂| ≤ |q−q̂|·|x̂| + |q|·|x−x̂|, with norms 1 and at most 1 + lost; a little more for the norms. One bound for
        // all rows: the best k by score are at least that good less the bound, and whatever can reach them is looked at exactly.
        let most_lost = self.scales.iter().fold(0.0f32, |m, (_, lost)| m.max(*lost));
        let error = rough.lost * (1.0 + most_lost) + most_lost + SLACK;
        for (score, (scale, _)) in scores.iter_mut().zip(&self.scales) {
            *score *= scale * rough.scale;
        }
        let floor = kth_largest(&scores, k) - 2.0 * error;
        let mut best: Vec<(usize, f64)> = scores
            .iter()
            .enumerate()
            .filter(|(_, s)| **s >= floor)
            .map(|(row, _)| (row, cosine(query, self.row(row))))
            .collect();
        // Rounding must not put a near copy before the copy itself.
        let is_copy = |row: usize| self.row(row) == query;
        best.sort_by(|a, b| {
            b.1.total_cmp(&a.1).then_with(|| is_copy(b.0).cmp(&is_copy(a.0))).then(a.0.cmp(&b.0))
        });
        best.truncate(k);
        best
    }

    fn score(&self, query: &[i8], scores: &mut [f32], threads: usize) {
        // A thread costs some 50 µs to start: below this many rows it gains nothing.
        const WORTH_A_THREAD: usize = 20_000;
        let threads = threads.clamp(1, 1 + scores.len() / WORTH_A_THREAD);
        let rows = scores.len().div_ceil(threads);
        std::thread::scope(|scope| {
            let mut parts = scores.chunks_mut(rows).zip(self.rough.chunks(rows * self.dimensions));
            let first = parts.next();
            for (scores, rough) in parts {
                scope.spawn(move || score_rows(query, rough, scores));
            }
            if let Some((scores, rough)) = first {
                score_rows(query, rough, scores);
            }
        });
    }
}

/// The k-th largest, or the smallest where there are fewer: kept sorted, as almost every score is below all of them.
fn kth_largest(scores: &[f32], k: usize) -> f32 {
    let mut best: Vec<f32> = Vec::with_capacity(k + 1);
    let mut least = f32::NEG_INFINITY;
    for &score in scores {
        if best.len() == k && score <= least {
            continue;
        }
        let at = best.partition_point(|b| *b > score);
        best.insert(at, score);
        best.truncate(k);
        least = best[best.len() - 1];
    }
    least
}

/// The dot product of the query with each row, in steps.
fn score_rows(query: &[i8], rough: &[i8], scores: &mut [f32]) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // The same code, compiled for what this processor has.
        #[allow(unsafe_code)] // Calling it is sound where the processor has AVX2, which was asked just above.
        unsafe {
            return score_rows_avx2(query, rough, scores);
        }
    }
    score_rows_here(query, rough, scores);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn score_rows_avx2(query: &[i8], rough: &[i8], scores: &mut [f32]) {
    score_rows_here(query, rough, scores);
}

#[inline(always)]
fn score_rows_here(query: &[i8], rough: &[i8], scores: &mut [f32]) {
    for (row, score) in rough.chunks_exact(query.len()).zip(scores) {
        // 16 × 127² and more fits in i32 for any length below 130,000.
        let sum: i32 = row.iter().zip(query).map(|(a, b)| i32::from(i16::from(*a) * i16::from(*b))).sum();
        *score = sum as f32;
    }
}

fn roughly(vector: &[f32]) -> Rough {
    let largest = vector.iter().fold(0.0f32, |m, v| m.max(v.abs()));
    let scale = if largest > 0.0 { largest / STEPS } else { 1.0 };
    let steps: Vec<i8> = vector.iter().map(|v| (v / scale).round() as i8).collect();
    let lost =
        vector.iter().zip(&steps).map(|(v, s)| (v - f32::from(*s) * scale).powi(2)).sum::<f32>().sqrt();
    Rough { steps, scale, lost }
}

/// The cosine; only a few rows get this far, so it may take its time and be exact.
fn cosine(a: &[f32], b: &[f32]) -> f64 {
    let (mut ab, mut aa, mut bb) = (0.0, 0.0, 0.0);
    for (x, y) in a.iter().zip(b) {
        let (x, y) = (f64::from(*x), f64::from(*y));
        ab += x * y;
        aa += x * x;
        bb += y * y;
    }
    if aa > 0.0 && bb > 0.0 { (ab / (aa * bb).sqrt()).clamp(-1.0, 1.0) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn vectors(n: usize, dimensions: usize) -> impl Strategy<Value = Vec<Vec<f32>>> {
        let vector = prop::collection::vec(-1.0f32..1.0, dimensions).prop_map(|mut v| {
            v[0] += 2.0;
            let norm = v.iter().map(|x| x * x).sum::<f32>().sqrt();
            v.iter_mut().for_each(|x| *x /= norm);
            v
        });
        prop::collection::vec(vector, 1..n)
    }

    proptest! {
        /// The scan finds what a plain sort of all exact numbers finds: eight bits lose nothing.
        #[test]
        fn the_scan_is_exact(rows in vectors(60, 16), k in 1usize..12, at: prop::sample::Index) {
            let mut block = Block::new(16);
            rows.iter().for_each(|v| block.push(v));
            let query = &rows[at.index(rows.len())];
            let mut wanted: Vec<_> = rows.iter().enumerate().map(|(i, v)| (i, cosine(query, v))).collect();
            let is_copy = |i: usize| &rows[i] == query;
            wanted.sort_by(|a, b| b.1.total_cmp(&a.1).then(is_copy(b.0).cmp(&is_copy(a.0))).then(a.0.cmp(&b.0)));
            wanted.truncate(k);
            prop_assert_eq!(block.nearest(query, k, 2), wanted);
        }
    }

    #[test]
    fn a_removed_row_is_gone_and_the_others_stay() {
        let mut block = Block::new(2);
        for v in [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]] {
            block.push(&v);
        }
        block.swap_remove(0);
        assert_eq!(block.len(), 2);
        assert_eq!((block.row(0), block.row(1)), (&[-1.0, 0.0][..], &[0.0, 1.0][..]));
        assert_eq!(block.nearest(&[0.0, 1.0], 5, 1)[0], (1, 1.0));
    }
}
