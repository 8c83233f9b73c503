//! What follows what: the graph from which first guesses come.

use super::Step;
use crate::params::repetition::LEAST_SEEN;
use std::collections::{BTreeMap, BTreeSet};

/// How often each symbol has which neighbours.
pub type Neighbours = BTreeMap<u32, BTreeMap<u32, usize>>;

/// What follows what, and what comes before what, interruptions left out.
pub fn neighbours(steps: &[Step], interrupts: &BTreeSet<u32>) -> (Neighbours, Neighbours) {
    let (mut predecessors, mut successors) = (Neighbours::new(), Neighbours::new());
    let mut last: Option<u32> = None;
    for step in steps.iter().filter(|s| !interrupts.contains(&s.symbol)) {
        if let Some(a) = last {
            *predecessors.entry(step.symbol).or_default().entry(a).or_default() += 1;
            *successors.entry(a).or_default().entry(step.symbol).or_default() += 1;
        }
        last = Some(step.symbol);
    }
    (predecessors, successors)
}

/// How many neighbours there are, those that are rare counting less (the exponential of their entropy).
pub fn effective(counts: &BTreeMap<u32, usize>) -> f64 {
    let total = counts.values().sum::<usize>() as f64;
    let entropy: f64 = counts.values().map(|c| *c as f64 / total).map(|p| -p * p.ln()).sum();
    entropy.exp()
}

/// For each symbol, those whose neighbours are at least so much alike, and itself.
pub fn groups(neighbours: &Neighbours, alike: f64) -> Vec<BTreeSet<u32>> {
    let shares: Vec<(u32, BTreeMap<u32, f64>)> = neighbours
        .iter()
        .filter(|(_, counts)| counts.values().sum::<usize>() + 1 >= LEAST_SEEN)
        .map(|(&symbol, counts)| {
            let total = counts.values().sum::<usize>() as f64;
            (symbol, counts.iter().map(|(&n, &c)| (n, c as f64 / total)).collect())
        })
        .collect();
    let overlap = |a: &BTreeMap<u32, f64>, b: &BTreeMap<u32, f64>| {
        a.iter().filter_map(|(n, share)| b.get(n).map(|other| share.min(*other))).sum::<f64>()
    };
    shares
        .iter()
        .map(|(symbol, own)| {
            let others = shares.iter().filter(|(_, other)| alike <= 1.0 && overlap(own, other) >= alike);
            others.map(|(other, _)| *other).chain([*symbol]).collect()
        })
        .collect()
}
