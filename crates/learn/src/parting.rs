//! When runs that begin alike are runs of different tasks.
//!
//! Opening an invoice and validating it, and opening one and rejecting it, share half of their steps. Whoever sees only the
//! steps takes the one for a branch of the other. They are different tasks where runs fall into recurring classes: each class
//! has steps that its runs do nearly always and the runs of the other hardly ever, on *both* sides. A step that some runs leave
//! out has nothing in its place, and so makes no class; nor does what fewer than three runs did (P16).

use crate::params::episodes::{ENOUGH, LEAST_OWN_FINAL_STEPS, LEAST_OWN_STEPS, SPOILT};
use std::collections::{BTreeMap, BTreeSet};

/// Runs of one class: their places, and in how many each step comes.
#[derive(Clone, Debug, Default)]
struct Class {
    runs: Vec<usize>,
    uses: BTreeMap<u32, usize>,
}

impl Class {
    fn add(&mut self, run: usize, steps: &BTreeSet<u32>) {
        self.runs.push(run);
        steps.iter().for_each(|s| *self.uses.entry(*s).or_default() += 1);
    }

    fn share(&self, step: u32) -> f64 {
        self.uses.get(&step).copied().unwrap_or(0) as f64 / self.runs.len().max(1) as f64
    }

    /// How many steps lie between the two, in the mean.
    fn distance(&self, other: &Self) -> f64 {
        let steps: BTreeSet<u32> = self.uses.keys().chain(other.uses.keys()).copied().collect();
        steps.into_iter().map(|s| (self.share(s) - other.share(s)).abs()).sum()
    }

    /// What its runs do, and those of the other do not.
    fn own<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = u32> + 'a {
        let spoilt = |class: &Self| (SPOILT * class.runs.len() as f64).round() as usize;
        let own = self.runs.len();
        let least = (own - spoilt(self)).max(own.min(ENOUGH));
        let most = spoilt(other);
        let used = move |s: &u32| other.uses.get(s).copied().unwrap_or(0);
        self.uses.iter().filter(move |(s, n)| **n >= least && used(s) <= most).map(|(s, _)| *s)
    }
}

/// Sorts runs that look like one task (the steps of each) into the tasks they are of, the first run's first. `is_final` tells
/// which steps cannot be taken back.
pub fn part(runs: &[BTreeSet<u32>], is_final: impl Fn(u32) -> bool) -> Vec<Vec<usize>> {
    let mut near = Near::of(founded(runs, &is_final));
    // What is rare goes with what it is most like, rare or not: several slips of one task make it together.
    while let Some((a, b)) = near.most_alike(|a, b| a.runs.len().min(b.runs.len()) < ENOUGH) {
        near.join(a, b, runs);
    }
    while let Some((a, b)) = near.most_alike(|a, b| !is_other(a, b, &is_final)) {
        near.join(a, b, runs);
    }
    let mut parts: Vec<Vec<usize>> = near.classes.into_iter().map(|c| c.runs).collect();
    parts.iter_mut().for_each(|p| p.sort_unstable());
    parts.sort();
    parts
}

/// Classes, and how far they are from each other.
struct Near {
    classes: Vec<Class>,
    distances: Vec<Vec<f64>>,
}

impl Near {
    fn of(classes: Vec<Class>) -> Self {
        let distances =
            classes.iter().map(|a| classes.iter().map(|b| a.distance(b)).collect::<Vec<_>>()).collect();
        Self { classes, distances }
    }

    /// The two nearest that fit, if there are any.
    fn most_alike(&self, fits: impl Fn(&Class, &Class) -> bool) -> Option<(usize, usize)> {
        let count = self.classes.len();
        let pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
        pairs
            .filter(|(a, b)| fits(&self.classes[*a], &self.classes[*b]))
            .min_by(|x, y| self.distances[x.0][x.1].total_cmp(&self.distances[y.0][y.1]).then(x.cmp(y)))
    }

    /// Makes one class of two, `a` before `b`.
    fn join(&mut self, a: usize, b: usize, runs: &[BTreeSet<u32>]) {
        let other = self.classes.remove(b);
        self.distances.remove(b);
        for row in &mut self.distances {
            row.remove(b);
        }
        other.runs.iter().for_each(|run| self.classes[a].add(*run, &runs[*run]));
        for c in 0..self.classes.len() {
            let distance = self.classes[a].distance(&self.classes[c]);
            (self.distances[a][c], self.distances[c][a]) = (distance, distance);
        }
    }
}

/// Classes around the most frequent ways of doing it.
fn founded(runs: &[BTreeSet<u32>], is_final: &impl Fn(u32) -> bool) -> Vec<Class> {
    let mut ways: BTreeMap<&BTreeSet<u32>, Vec<usize>> = BTreeMap::new();
    for (at, run) in runs.iter().enumerate() {
        ways.entry(run).or_default().push(at);
    }
    let mut ways: Vec<(&BTreeSet<u32>, Vec<usize>)> = ways.into_iter().collect();
    ways.sort_by_key(|(_, at)| (std::cmp::Reverse(at.len()), at[0]));
    let mut classes: Vec<Class> = Vec::new();
    for (steps, at) in ways {
        let mut new = Class::default();
        at.iter().for_each(|run| new.add(*run, steps));
        match nearest(&classes, &new).filter(|c| !is_other(&classes[*c], &new, is_final)) {
            Some(c) => at.iter().for_each(|run| classes[c].add(*run, steps)),
            None => classes.push(new),
        }
    }
    classes
}

fn nearest(classes: &[Class], to: &Class) -> Option<usize> {
    let distance = |at: &usize| classes[*at].distance(to);
    (0..classes.len()).min_by(|a, b| distance(a).total_cmp(&distance(b)).then(a.cmp(b)))
}

/// Each has steps of its own, and enough of them.
fn is_other(a: &Class, b: &Class, is_final: &impl Fn(u32) -> bool) -> bool {
    let (of_a, of_b): (Vec<u32>, Vec<u32>) = (a.own(b).collect(), b.own(a).collect());
    if of_a.is_empty() || of_b.is_empty() {
        return false;
    }
    let both_final = [&of_a, &of_b].iter().all(|own| own.iter().any(|s| is_final(*s)));
    of_a.len() + of_b.len() >= if both_final { LEAST_OWN_FINAL_STEPS } else { LEAST_OWN_STEPS }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEVER: fn(u32) -> bool = |_| false;

    fn runs(all: &[(&[u32], usize)]) -> Vec<BTreeSet<u32>> {
        all.iter().flat_map(|(steps, times)| vec![steps.iter().copied().collect(); *times]).collect()
    }

    fn sizes(runs: &[BTreeSet<u32>], is_final: fn(u32) -> bool) -> Vec<usize> {
        part(runs, is_final).iter().map(Vec::len).collect()
    }

    #[test]
    fn ends_that_recur_are_tasks_of_their_own() {
        let day = runs(&[(&[1, 2, 3, 10, 11, 4], 5), (&[1, 2, 3, 20, 21, 4], 3), (&[1, 2, 3, 30, 4], 4)]);
        assert_eq!(sizes(&day, NEVER), [5, 3, 4]);
    }

    #[test]
    fn steps_left_out_make_no_other_task() {
        let day = runs(&[(&[1, 2, 3, 4, 5, 6], 4), (&[1, 2, 3, 6], 4), (&[1, 4, 5, 6], 4), (&[1, 6], 3)]);
        assert_eq!(sizes(&day, NEVER), [15]);
    }

    #[test]
    fn a_choice_of_one_thing_or_another_makes_no_other_task() {
        let day = runs(&[(&[1, 2, 3, 4], 6), (&[1, 2, 5, 4], 6)]);
        assert_eq!(sizes(&day, NEVER), [12]);
        assert_eq!(sizes(&day, |s| s == 3 || s == 5), [6, 6], "unless neither can be taken back");
        assert_eq!(sizes(&day, |s| s == 3), [12]);
    }

    #[test]
    fn what_fewer_than_three_runs_did_stays_with_what_it_is_most_like() {
        let day = runs(&[(&[1, 2, 3, 10, 11], 6), (&[1, 2, 3, 20, 21], 6), (&[1, 2, 30, 31, 10], 2)]);
        assert_eq!(sizes(&day, NEVER), [8, 6]);
        let slips =
            runs(&[(&[1, 2, 3, 10, 11], 6), (&[1, 20, 21, 22, 30, 31], 1), (&[1, 20, 21, 22, 32, 33], 2)]);
        assert_eq!(sizes(&slips, NEVER), [6, 3], "what each run adds makes no task of its own");
        assert_eq!(sizes(&runs(&[(&[1, 2, 3], 2), (&[1, 4, 5], 2)]), NEVER), [4], "P16");
    }

    #[test]
    fn slips_and_labels_misread_do_not_blur_the_difference() {
        let mut day = runs(&[(&[1, 2, 3, 10, 11, 4], 8), (&[1, 2, 3, 20, 21, 4], 8)]);
        day[0].insert(99);
        day[1].remove(&10);
        day[9].remove(&21);
        day[9].insert(98);
        day[10].insert(11);
        assert_eq!(sizes(&day, NEVER), [8, 8]);
    }

    #[test]
    fn one_slip_among_four_runs_does_not_hide_a_task() {
        let mut day = runs(&[(&[1, 2, 3, 10, 4], 4), (&[1, 2, 3, 20, 21, 4], 9)]);
        day[2].remove(&10);
        assert_eq!(sizes(&day, NEVER), [4, 9]);
    }

    #[test]
    fn nothing_is_no_task() {
        assert!(part(&[], NEVER).is_empty());
    }
}
