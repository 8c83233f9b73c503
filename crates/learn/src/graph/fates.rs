//! What became of each act on its way to the graph (SPEC LEARN.1).

use super::lesson::Lesson;
use super::visits::Visits;
use lea_model::ledger::{Fate, Reason};
use std::collections::{BTreeMap, BTreeSet};

/// Fates by demonstration and act.
pub type Fates = BTreeMap<(usize, usize), Fate>;

/// What sorting into visits left out: what brought an error is done again after it, and what is done on the error screen leads back.
/// Acts that are in visits count as left out with their way until an edge has them.
pub fn of_visits(lesson: &Lesson, visits: &Visits) -> Fates {
    let mut fates = Fates::new();
    let visited: BTreeSet<(usize, usize)> =
        visits.of.iter().flatten().flat_map(|v| v.acts.iter().map(|a| (v.demo, *a))).collect();
    let recovered: BTreeSet<(usize, usize)> =
        visits.mishaps.iter().flat_map(|m| m.acts.iter().copied()).collect();
    for (d, demo) in lesson.demos.iter().enumerate() {
        for a in 0..demo.acts.len() {
            let fate = match (d, a) {
                at if recovered.contains(&at) => Fate::Recovery,
                at if visited.contains(&at) => Fate::Left(Reason::RareWay),
                _ => Fate::Left(Reason::DoneAgain),
            };
            fates.insert((d, a), fate);
        }
    }
    fates
}
