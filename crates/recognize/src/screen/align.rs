//! Which line of one screen is which line of the other, and how the one is moved and scaled against the other.

use super::sketch::{Line, Sketch};
use super::words;
use crate::params::screen::{
    LEAST_SCALE, MOST_PAIRS, MOST_SCALE, MOVE_TOLERANCE, SAME_LINE, SAME_SCALE, SCALE_LETTERS, SCALE_RATIO,
};

/// How two screens lie on each other.
#[derive(Debug, Default)]
pub(super) struct Alignment {
    /// Pairs of lines, and how alike their texts are.
    pub pairs: Vec<Pair>,
    /// `b = scale · a + (dx, dy)`.
    pub scale: f32,
    pub dx: f32,
    pub dy: f32,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub a: usize,
    pub b: usize,
    pub ratio: f32,
    pub weight: f32,
    /// It agrees with the common move.
    pub agrees: bool,
}

impl Alignment {
    pub fn of(a: &Sketch, b: &Sketch) -> Self {
        let mut pairs = candidates(&a.lines, &b.lines);
        let scale = scale(&pairs, a, b);
        let (dx, dy) = shift(&pairs, a, b, scale);
        for p in &mut pairs {
            let (la, lb) = (&a.lines[p.a], &b.lines[p.b]);
            p.agrees = off(la, lb, scale, dx, dy) <= MOVE_TOLERANCE * lb.h.max(la.h * scale);
        }
        // Each line once: those that agree with the move first, then the likest, then the nearest.
        let distance = |p: &Pair| off(&a.lines[p.a], &b.lines[p.b], scale, dx, dy);
        pairs.sort_by(|p, q| {
            q.agrees
                .cmp(&p.agrees)
                .then(q.ratio.total_cmp(&p.ratio))
                .then(distance(p).total_cmp(&distance(q)))
                .then((p.a, p.b).cmp(&(q.a, q.b)))
        });
        let (mut used_a, mut used_b) = (vec![false; a.lines.len()], vec![false; b.lines.len()]);
        pairs.retain(|p| {
            let free = !used_a[p.a] && !used_b[p.b];
            used_a[p.a] |= free;
            used_b[p.b] |= free;
            free
        });
        Self { pairs, scale, dx, dy }
    }
}

fn candidates(a: &[Line], b: &[Line]) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for (i, la) in a.iter().enumerate() {
        for (j, lb) in b.iter().enumerate() {
            let ratio = words::ratio(&la.text, &lb.text, la.pairs, lb.pairs, SAME_LINE);
            if ratio >= SAME_LINE {
                let weight = la.weight.min(lb.weight) * ratio as f32;
                pairs.push(Pair { a: i, b: j, ratio: ratio as f32, weight, agrees: false });
            }
        }
    }
    if pairs.len() > MOST_PAIRS {
        pairs.sort_by(|p, q| q.weight.total_cmp(&p.weight).then((p.a, p.b).cmp(&(q.a, q.b))));
        pairs.truncate(MOST_PAIRS);
    }
    pairs
}

/// The weighted median of how much wider lines are in `b`.
fn scale(pairs: &[Pair], a: &Sketch, b: &Sketch) -> f32 {
    let mut ratios: Vec<(f32, f32)> = pairs
        .iter()
        .filter(|p| a.lines[p.a].text.len() >= SCALE_LETTERS && p.ratio > SCALE_RATIO)
        .map(|p| (b.lines[p.b].w / a.lines[p.a].w.max(1.0), p.weight))
        .collect();
    ratios.sort_by(|p, q| p.0.total_cmp(&q.0));
    let half = ratios.iter().map(|r| r.1).sum::<f32>() / 2.0;
    let mut sum = 0.0;
    for (ratio, weight) in ratios {
        sum += weight;
        if sum >= half {
            return if (ratio - 1.0).abs() < SAME_SCALE { 1.0 } else { ratio.clamp(LEAST_SCALE, MOST_SCALE) };
        }
    }
    1.0
}

/// The move that most of the text agrees with.
fn shift(pairs: &[Pair], a: &Sketch, b: &Sketch, scale: f32) -> (f32, f32) {
    let moves: Vec<(f32, f32, f32, f32)> = pairs
        .iter()
        .map(|p| {
            let (la, lb) = (&a.lines[p.a], &b.lines[p.b]);
            (lb.x - scale * la.x, lb.y - scale * la.y, p.weight, lb.h.max(la.h * scale))
        })
        .collect();
    let mut best = (0.0, 0.0, 0.0);
    for &(dx, dy, _, h) in &moves {
        let votes: f32 = moves
            .iter()
            .filter(|m| (m.0 - dx).abs().max((m.1 - dy).abs()) <= MOVE_TOLERANCE * h)
            .map(|m| m.2)
            .sum();
        // Of equal votes the shorter move.
        let length = |x: f32, y: f32| x * x + y * y;
        if votes > best.2 || (votes == best.2 && length(dx, dy) < length(best.0, best.1)) {
            best = (dx, dy, votes);
        }
    }
    (best.0, best.1)
}

fn off(la: &Line, lb: &Line, scale: f32, dx: f32, dy: f32) -> f32 {
    (lb.x - scale * la.x - dx).abs().max((lb.y - scale * la.y - dy).abs())
}
