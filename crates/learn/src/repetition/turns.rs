//! Turns of a loop that were cut off as if they were runs.
//!
//! Filter a list, then open, decide, go back, row by row: each row could be a task of its own, and costs about the same described
//! either way. What tells is where they come: a turn only ever follows a run that did the same within, right away.

use super::Step;
use crate::cue::Cue;
use crate::params::episodes::ENOUGH;
use crate::params::repetition::TURNS_SHARE;
use std::collections::{BTreeMap, BTreeSet};

/// The starts of runs (without the first) that begin no turn of the run before.
pub fn without_turns(steps: &[Step], starts: &[usize], interruptions: &BTreeSet<u32>) -> Vec<usize> {
    let turning = turning_steps(steps, starts, interruptions);
    let begins = |start: usize| {
        let first = (start..steps.len()).find(|i| !interruptions.contains(&steps[*i].symbol));
        first.is_none_or(|i| !turning.contains(&steps[i].symbol))
    };
    starts.iter().copied().filter(|start| begins(*start)).collect()
}

/// Steps that begin turns and nothing else.
fn turning_steps(steps: &[Step], starts: &[usize], interruptions: &BTreeSet<u32>) -> BTreeSet<u32> {
    let bounds: Vec<usize> = std::iter::once(0).chain(starts.iter().copied()).chain([steps.len()]).collect();
    let mut counts: BTreeMap<u32, (usize, usize)> = BTreeMap::new();
    // The run before with the turns that followed it: what it began with, and all it did.
    let mut whole: (Option<u32>, BTreeSet<u32>) = (None, BTreeSet::new());
    for bound in bounds.windows(2) {
        let run = &steps[bound[0]..bound[1]];
        let own: Vec<u32> = run.iter().map(|s| s.symbol).filter(|s| !interruptions.contains(s)).collect();
        let Some(&first) = own.first() else { continue };
        let paused = run.first().is_some_and(|s| s.cue == Cue::Pause as u8 || s.cue == Cue::Desktop as u8);
        // It begins with what the run before did on its way; slips are in neither.
        let repeated = own.iter().filter(|s| whole.1.contains(s)).count();
        let within = whole.0.is_some_and(|begin| begin != first) && whole.1.contains(&first);
        let is_turn = within && 2 * repeated >= own.len() && !paused;
        let (turns, all) = counts.entry(first).or_default();
        (*turns, *all) = (*turns + usize::from(is_turn), *all + 1);
        if !is_turn {
            whole = (Some(first), own.into_iter().collect());
        }
    }
    let is_turning =
        |(turns, all): &(usize, usize)| *turns >= ENOUGH && *turns as f64 >= TURNS_SHARE * *all as f64;
    counts.into_iter().filter(|(_, n)| is_turning(n)).map(|(s, _)| s).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(runs: &[&[u32]]) -> (Vec<Step>, Vec<usize>) {
        let mut all = Vec::new();
        let mut starts = Vec::new();
        for run in runs {
            if !all.is_empty() {
                starts.push(all.len());
            }
            all.extend(run.iter().map(|s| Step { symbol: *s, cue: Cue::None as u8 }));
        }
        (all, starts)
    }

    const NONE: BTreeSet<u32> = BTreeSet::new();

    #[test]
    fn a_turn_belongs_to_the_run_that_did_the_same_before() {
        let (page, turn, other): (&[u32], &[u32], &[u32]) = (&[1, 2, 3, 4, 5], &[3, 4, 5], &[1, 6, 3, 7, 5]);
        let (all, starts) = steps(&[page, turn, turn, other, page, turn, other, other, page, turn]);
        assert_eq!(without_turns(&all, &starts, &NONE), [11, 16, 24, 29, 34]);
        let slip: &[u32] = &[3, 20, 21, 4, 5];
        let (all, starts) = steps(&[page, slip, turn, other, page, turn, slip, other]);
        assert_eq!(without_turns(&all, &starts, &NONE), [13, 18, 31], "slips do not make it a run");
    }

    #[test]
    fn a_task_done_again_is_no_turn_of_itself() {
        let (all, starts) = steps(&[&[1, 2, 3], &[1, 2, 3], &[1, 2, 3], &[1, 2, 3], &[1, 2, 3]]);
        assert_eq!(without_turns(&all, &starts, &NONE), starts);
    }

    #[test]
    fn what_also_comes_by_itself_is_a_task() {
        let (long, short, other): (&[u32], &[u32], &[u32]) = (&[1, 2, 3, 4], &[3, 4], &[8, 9]);
        let (all, starts) = steps(&[long, short, other, short, other, short, long, short, other, short]);
        assert_eq!(without_turns(&all, &starts, &NONE), starts);
        let (mut all, starts) = steps(&[long, short, long, short, long, short]);
        starts.iter().for_each(|s| all[*s].cue = Cue::Pause as u8);
        assert_eq!(without_turns(&all, &starts, &NONE), starts, "nobody pauses before every turn");
    }
}
