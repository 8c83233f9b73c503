//! The elements of two screens: whether there are the same ones, and in the same state.

use super::align::Alignment;
use super::sketch::{Sketch, Thing};
use crate::params::screen::{NEUTRAL, SAME_THING};
use std::collections::BTreeMap;

/// What elements say.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Said {
    /// How alike the counts of each type are.
    pub kinds: f32,
    /// The share of elements that are in both.
    pub shared: f32,
    /// How many that are in both are ticked, chosen or disabled in only one.
    pub differ: [f32; 3],
}

pub(super) fn compare(a: &Sketch, b: &Sketch, alignment: &Alignment) -> Said {
    let (mut shared, mut differ) = (0.0, [0.0; 3]);
    let mut used = vec![false; b.things.len()];
    for s in &a.things {
        let (x, y) = (alignment.scale * s.x + alignment.dx, alignment.scale * s.y + alignment.dy);
        let distance = |t: &Thing| (t.x - x).abs() + (t.y - y).abs();
        let is_same = |t: &Thing| {
            let is_near =
                (t.x - x).abs() < SAME_THING * t.w.max(s.w) && (t.y - y).abs() < SAME_THING * t.h.max(s.h);
            t.kind == s.kind
                && if s.label.is_empty() { t.label.is_empty() && is_near } else { t.label == s.label }
        };
        let free = b.things.iter().enumerate().filter(|(i, t)| !used[*i] && is_same(t));
        let Some((i, t)) = free.min_by(|p, q| distance(p.1).total_cmp(&distance(q.1))) else { continue };
        used[i] = true;
        let weight = s.confidence.min(t.confidence);
        shared += weight;
        for (sum, (p, q)) in differ.iter_mut().zip(s.state.iter().zip(t.state)) {
            *sum += if *p == q { 0.0 } else { weight };
        }
    }
    let total = |s: &Sketch| s.things.iter().map(|t| t.confidence).sum::<f32>();
    let all = total(a) + total(b) - shared;
    Said { kinds: kinds(a, b), shared: if all > 0.0 { shared / all } else { NEUTRAL }, differ }
}

fn kinds(a: &Sketch, b: &Sketch) -> f32 {
    let mut counts = BTreeMap::<_, [f32; 2]>::new();
    for (n, sketch) in [a, b].into_iter().enumerate() {
        for thing in &sketch.things {
            counts.entry(thing.kind).or_default()[n] += thing.confidence;
        }
    }
    // Logarithms: a list with more rows is the same list.
    let logs = counts.values().map(|[x, y]| ((1.0 + x).ln(), (1.0 + y).ln()));
    let (least, most) = logs.fold((0.0, 0.0), |(l, m), (x, y)| (l + x.min(y), m + x.max(y)));
    if most > 0.0 { least / most } else { NEUTRAL }
}
