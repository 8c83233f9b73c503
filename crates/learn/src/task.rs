//! Which episodes are runs of the same task.

use crate::params::episodes::{SAME_TASK, SAME_TASK_FROM_START};
use crate::parting;
use crate::symbol::Symbols;
use lea_lexicon::values;
use lea_model::Event;
use lea_model::workflow::VariableType;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// A task that was done several times.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Task {
    /// `task_1`, in the order of first appearance.
    pub task_id: String,
    /// Its first and last usual steps.
    pub label: String,
    /// The first task that begins like it and goes on otherwise, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub begins_like: Option<String>,
    /// How often it was done.
    pub runs: usize,
    /// Time from first to last event, median, in seconds.
    pub median_seconds: f64,
    /// What is typed or copied in it and differs from run to run.
    pub varies: Vec<Varying>,
}

/// A step whose text differs from run to run. The texts themselves stay in the recording.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Varying {
    /// The step.
    pub step: String,
    /// What its texts are.
    #[serde(rename = "type")]
    pub variable_type: VariableType,
    /// The pattern they follow, as a regular expression.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pattern: Option<String>,
    /// How many different ones there were.
    pub values: usize,
}

/// The steps of a task whose texts differ, in the order of the task. `runs` are its events, run by run.
pub fn varying<'a>(
    symbols: &Symbols,
    runs: impl Iterator<Item = (usize, &'a [Event])>,
    core: &BTreeSet<u32>,
) -> Vec<Varying> {
    let mut order: Vec<u32> = Vec::new();
    let mut texts: BTreeMap<u32, BTreeSet<&str>> = BTreeMap::new();
    for (start, events) in runs {
        for (at, event) in events.iter().enumerate() {
            let symbol = symbols.of_event[start + at].filter(|s| core.contains(s));
            let text = event.text.as_deref().map(str::trim).filter(|t| !t.is_empty());
            if let Some((symbol, text)) = symbol.zip(text) {
                if !texts.contains_key(&symbol) {
                    order.push(symbol);
                }
                texts.entry(symbol).or_default().insert(text);
            }
        }
    }
    let describe = |symbol: u32| {
        let values: Vec<&str> = texts[&symbol].iter().copied().collect();
        (values.len() > 1).then(|| Varying {
            step: symbols.names[symbol as usize].clone(),
            variable_type: values::type_of(&values),
            pattern: values::pattern(&values),
            values: values.len(),
        })
    };
    order.into_iter().filter_map(describe).collect()
}

/// Runs of one task, by their places in the list that was given.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// The runs, in order.
    pub runs: Vec<usize>,
    /// Symbols that at least half of the runs have.
    pub core: BTreeSet<u32>,
    /// In how many runs each symbol comes.
    pub uses: BTreeMap<u32, usize>,
    /// Groups of the same number begin alike.
    pub kin: usize,
}

/// Sorts runs (their symbols in order) into tasks; the order of tasks is that of their first runs. `is_final` tells which
/// symbols are steps that cannot be taken back.
pub fn group(runs: &[Vec<u32>], is_final: impl Fn(u32) -> bool) -> Vec<Group> {
    let parted = |(kin, alike): (usize, Vec<usize>)| {
        let steps: Vec<BTreeSet<u32>> = alike.iter().map(|r| runs[*r].iter().copied().collect()).collect();
        let parts = parting::part(&steps, &is_final);
        let own = |part: Vec<usize>| part.into_iter().map(|at| alike[at]).collect::<Vec<_>>();
        parts.into_iter().map(own).map(|part| described(runs, part, kin)).collect::<Vec<_>>()
    };
    let mut groups: Vec<Group> = begin_alike(runs).into_iter().enumerate().flat_map(parted).collect();
    groups.sort_by_key(|g| g.runs.first().copied());
    groups
}

/// Runs that look like one task, or like branches of one.
fn begin_alike(runs: &[Vec<u32>]) -> Vec<Vec<usize>> {
    let mut kinds: BTreeMap<(BTreeSet<u32>, Option<u32>), Vec<usize>> = BTreeMap::new();
    for (at, run) in runs.iter().enumerate() {
        kinds.entry((run.iter().copied().collect(), run.first().copied())).or_default().push(at);
    }
    // The most frequent way of doing a task is its model.
    let mut kinds: Vec<_> = kinds.into_iter().collect();
    kinds.sort_by_key(|(_, at)| (std::cmp::Reverse(at.len()), at[0]));
    let mut groups: Vec<(BTreeSet<u32>, Option<u32>, Vec<usize>)> = Vec::new();
    for ((set, first), at) in kinds {
        let alikeness = |(model, start, _): &(BTreeSet<u32>, Option<u32>, Vec<usize>)| {
            let alike = overlap(model, &set);
            (alike >= least_alike(*start, first)).then_some(alike)
        };
        let nearest = groups
            .iter()
            .enumerate()
            .filter_map(|(g, group)| alikeness(group).map(|alike| (alike, g)))
            .max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
        match nearest {
            Some((_, g)) => groups[g].2.extend(at),
            None => groups.push((set, first, at)),
        }
    }
    let sorted = |mut at: Vec<usize>| {
        at.sort_unstable();
        at
    };
    joined(runs, groups.into_iter().map(|(_, _, at)| sorted(at)).collect())
}

/// Groups whose usual steps are alike are one: what founded the second was a run with a slip at its beginning.
fn joined(runs: &[Vec<u32>], mut groups: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    let usual = |at: &[usize]| (described(runs, at.to_vec(), 0).core, usual_start(runs, at));
    let mut known: Vec<(BTreeSet<u32>, Option<u32>)> = groups.iter().map(|g| usual(g)).collect();
    let alike = |known: &[(BTreeSet<u32>, Option<u32>)]| {
        let pairs = (0..known.len()).flat_map(|a| (a + 1..known.len()).map(move |b| (a, b)));
        pairs.into_iter().find(|(a, b)| {
            let ((x, start), (y, other)) = (&known[*a], &known[*b]);
            overlap(x, y) >= least_alike(*start, *other)
        })
    };
    while let Some((a, b)) = alike(&known) {
        let other = groups.remove(b);
        known.remove(b);
        groups[a].extend(other);
        groups[a].sort_unstable();
        known[a] = usual(&groups[a]);
    }
    groups
}

/// The step that most of these runs begin with.
fn usual_start(runs: &[Vec<u32>], at: &[usize]) -> Option<u32> {
    let mut times: BTreeMap<u32, usize> = BTreeMap::new();
    at.iter().filter_map(|run| runs[*run].first()).for_each(|s| *times.entry(*s).or_default() += 1);
    times.into_iter().max_by_key(|(s, n)| (*n, std::cmp::Reverse(*s))).map(|(s, _)| s)
}

/// How much two ways that begin so must share to be of one task.
fn least_alike(a: Option<u32>, b: Option<u32>) -> f64 {
    if a.is_some() && a == b { SAME_TASK_FROM_START } else { SAME_TASK }
}

fn described(runs: &[Vec<u32>], at: Vec<usize>, kin: usize) -> Group {
    let mut uses: BTreeMap<u32, usize> = BTreeMap::new();
    for run in &at {
        for symbol in runs[*run].iter().collect::<BTreeSet<_>>() {
            *uses.entry(*symbol).or_default() += 1;
        }
    }
    let core = uses.iter().filter(|(_, n)| 2 * **n >= at.len()).map(|(s, _)| *s).collect();
    Group { runs: at, core, uses, kin }
}

/// Intersection over union; nothing is like nothing.
fn overlap(a: &BTreeSet<u32>, b: &BTreeSet<u32>) -> f64 {
    let common = a.intersection(b).count();
    let all = a.len() + b.len() - common;
    if all == 0 { 1.0 } else { common as f64 / all as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_skipped_step_leaves_it_the_same_task() {
        let groups = group(&[vec![1, 2, 3, 4], vec![7, 8, 9], vec![1, 2, 4], vec![7, 8, 9]], |_| false);
        assert_eq!(groups.iter().map(|g| g.runs.clone()).collect::<Vec<_>>(), [vec![0, 2], vec![1, 3]]);
    }

    #[test]
    fn a_branch_that_is_seldom_taken_stays_in_its_task() {
        let groups = group(&[vec![1, 2, 3, 4], vec![1, 2, 5, 6], vec![1, 2, 3, 4]], |_| false);
        assert_eq!(groups.len(), 1);
        assert_eq!(groups[0].core, BTreeSet::from([1, 2, 3, 4]));
    }

    #[test]
    fn branches_that_recur_are_tasks_that_begin_alike() {
        let (validate, reject) = (vec![1, 2, 3, 4], vec![1, 2, 5, 6]);
        let runs: Vec<Vec<u32>> = (0..3).flat_map(|_| [validate.clone(), reject.clone()]).collect();
        let groups = group(&runs, |_| false);
        assert_eq!(groups.iter().map(|g| g.runs.clone()).collect::<Vec<_>>(), [vec![0, 2, 4], vec![1, 3, 5]]);
        assert_eq!(groups[0].kin, groups[1].kin);
    }

    #[test]
    fn a_slip_at_the_beginning_makes_no_other_task() {
        let usual = vec![1, 2, 3, 4, 5, 6];
        let slipped = vec![9, 3, 4, 7, 8, 10];
        let like_it = [vec![1, 2, 3, 4, 7, 8, 10, 11], vec![1, 2, 3, 4, 7, 8, 10, 12]];
        let runs: Vec<Vec<u32>> = vec![usual; 3].into_iter().chain([slipped]).chain(like_it).collect();
        let groups = group(&runs, |_| false);
        assert_eq!(groups.iter().map(|g| g.runs.len()).collect::<Vec<_>>(), [3, 3]);
        assert_eq!(groups[0].kin, groups[1].kin, "they begin alike");
    }

    #[test]
    fn nothing_has_no_task() {
        assert!(group(&[], |_| false).is_empty());
        assert_eq!(group(&[vec![], vec![]], |_| false).len(), 1);
    }
}
