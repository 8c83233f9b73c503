//! How alike two screens look: where edges run, which colours lie where, what is the same to the pixel.

use super::align::Alignment;
use super::pixels::Small;
use super::region::Region;
use super::sketch::Sketch;
use crate::params::screen::{COLOUR_FADE, NEUTRAL, POINTS, SAME_LEVEL};

/// What was seen; all 0.5 or 0 where there are no pixels.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seen {
    /// Correlation of the edges, screen on screen.
    pub edges: f32,
    /// The same within the region, moved and scaled onto each other.
    pub edges_aligned: f32,
    /// Likeness of the colours, screen on screen.
    pub colours: f32,
    /// How much of what has an accent colour in the region has one in both.
    pub accents_shared: f32,
    /// How much has one in only one, as a share of the region.
    pub accents_differ: f32,
    /// The share of the region that is the same to the eye.
    pub identical: f32,
}

pub(super) fn compare(a: &Sketch, b: &Sketch, alignment: &Alignment, region: &Region) -> Seen {
    let Some((s, t)) = a.small.as_ref().zip(b.small.as_ref()) else {
        return Seen { accents_shared: NEUTRAL, ..Seen::default() };
    };
    let whole_a = [0.0, 0.0, a.width, a.height];
    let (fx, fy) = (b.width / a.width, b.height / a.height);
    let edges = correlation(&sampled(whole_a, |x, y| (s.edge(x, y), t.edge(x * fx, y * fy))));
    let Alignment { scale, dx, dy, .. } = *alignment;
    let there = |x: f32, y: f32| (scale * x + dx, scale * y + dy);
    let mut levels = Vec::new();
    let mut accents = Vec::new();
    let edges_aligned = correlation(&sampled(region.a, |x, y| {
        let (u, v) = there(x, y);
        let both = s.brightness(x, y).zip(t.brightness(u, v));
        levels.push(both.is_some_and(|(p, q)| (p - q).abs() < SAME_LEVEL));
        let ((in_a, near_a), (in_b, near_b)) = (s.accent(x, y), t.accent(u, v));
        accents.push((f32::from(in_a || in_b), f32::from((in_a && near_b) || (in_b && near_a))));
        (s.edge(x, y), t.edge(u, v))
    }));
    let (either, both) = accents.iter().fold((0.0, 0.0), |(e, b), v| (e + v.0, b + v.1));
    let n = levels.len().max(1) as f32;
    Seen {
        edges,
        edges_aligned,
        colours: colours(s, t),
        accents_shared: if either > 0.0 { both / either } else { NEUTRAL },
        accents_differ: ((either - both) / n).sqrt(),
        identical: levels.iter().filter(|is| **is).count() as f32 / n,
    }
}

fn sampled(within: [f32; 4], mut value: impl FnMut(f32, f32) -> (f32, f32)) -> Vec<(f32, f32)> {
    let [x1, y1, x2, y2] = within;
    let mut values = Vec::with_capacity(POINTS[0] * POINTS[1]);
    for row in 0..POINTS[1] {
        for column in 0..POINTS[0] {
            let x = x1 + (x2 - x1) * (column as f32 + 0.5) / POINTS[0] as f32;
            let y = y1 + (y2 - y1) * (row as f32 + 0.5) / POINTS[1] as f32;
            values.push(value(x, y));
        }
    }
    values
}

fn colours(s: &Small, t: &Small) -> f32 {
    let apart: f32 = s.colours.iter().zip(&t.colours).map(|(a, b)| (a - b).abs()).sum();
    (-apart / s.colours.len() as f32 / COLOUR_FADE).exp()
}

fn correlation(values: &[(f32, f32)]) -> f32 {
    let n = values.len().max(1) as f32;
    let (ma, mb) = values.iter().fold((0.0, 0.0), |(x, y), v| (x + v.0 / n, y + v.1 / n));
    let (mut ab, mut aa, mut bb) = (0.0, 0.0, 0.0);
    for (x, y) in values {
        ab += (x - ma) * (y - mb);
        aa += (x - ma) * (x - ma);
        bb += (y - mb) * (y - mb);
    }
    if aa > 1e-6 && bb > 1e-6 { ab / (aa * bb).sqrt() } else { 0.0 }
}
