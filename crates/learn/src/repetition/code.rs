//! How many bits a session takes when it is cut in a given way.
//!
//! Steps are coded one after the other by what was seen up to then: whether the run ends, goes on with a step that is new in
//! it, or comes back to one it had; then which. A step never seen in its place pays for being named (escape method C of
//! A. Moffat, *Implementing the PPM data compression scheme*, 1990), so that a description with fewer kinds of places is shorter.

use super::Step;
use crate::cue::Cue;
use crate::params::repetition::{BEGIN_WEIGHT, CUE_WEIGHT, LENGTHS};

/// What can come after a step.
const END: usize = 0;
const NEW: usize = 1;
const AGAIN: usize = NEW + 1;

/// Successors of a step with their counts.
#[derive(Clone, Debug, Default)]
struct Followers {
    counts: Vec<(u32, u32)>,
    looked_at: u64,
}

impl Followers {
    /// Bits to say `symbol` among the followers that `allowed` lets through; it is counted from then on.
    fn cost(&mut self, symbol: u32, naming_bits: f64, allowed: impl Fn(u32) -> bool) -> f64 {
        let (mut total, mut kinds, mut own) = (0, 0, None);
        self.looked_at += self.counts.len() as u64;
        for (at, &(other, count)) in self.counts.iter().enumerate() {
            if other == symbol {
                own = Some(at);
            }
            if other == symbol || allowed(other) {
                total += count;
                kinds += 1;
            }
        }
        let whole = f64::from(total + kinds);
        match own {
            Some(at) => {
                let bits = (whole / f64::from(self.counts[at].1)).log2();
                self.counts[at].1 += 1;
                bits
            }
            None => {
                self.counts.push((symbol, 1));
                let escape = if kinds == 0 { 0.0 } else { (whole / f64::from(kinds)).log2() };
                escape + naming_bits
            }
        }
    }
}

/// Counts with half a one each to begin with (the estimator of Krichevsky and Trofimov).
#[derive(Clone, Copy, Debug)]
struct Shares<const N: usize>([f64; N]);

impl<const N: usize> Shares<N> {
    const NEW: Self = Self([0.5; N]);

    fn cost(&mut self, which: usize) -> f64 {
        let bits = (self.0.iter().sum::<f64>() / self.0[which]).log2();
        self.0[which] += 1.0;
        bits
    }
}

/// What a step is in its session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// It begins a run.
    Start,
    /// It goes on with one.
    Middle,
    /// It interrupts one, and belongs to none.
    Interruption,
}

/// How long a description is, in bits.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bits {
    /// To tell the steps.
    pub steps: f64,
    /// To tell how long the runs are.
    pub lengths: f64,
    /// What it took to find out: steps, and followers looked at.
    pub work: u64,
}

/// Bits to describe `steps` when each is the part of a run that `parts` says.
pub fn bits(steps: &[Step], symbols: usize, parts: &[Part]) -> Bits {
    let naming_bits = (symbols.max(2) as f64).log2();
    let mut starts = Followers::default();
    let mut interruptions = Followers::default();
    let mut is_interruption = Shares::<2>::NEW;
    // A place in a run is a symbol that came for the first time in it, or again.
    let mut new: Vec<Followers> = vec![Followers::default(); 2 * symbols];
    let mut again: Vec<Followers> = vec![Followers::default(); 2 * symbols];
    let mut next: Vec<Shares<3>> = vec![Shares::NEW; 2 * symbols];
    // Runs of a task have about one length: its order of magnitude is told with each.
    let mut lengths = Shares::<LENGTHS>::NEW;
    let (mut length, mut length_bits) = (0_usize, 0.0);
    let mut cue_of_cut = [Shares::<{ Cue::COUNT }>::NEW; 2];
    // Which symbols begin runs: the other side of which end them.
    let mut begins: Vec<Shares<2>> = vec![Shares::NEW; symbols];
    // The run in which each symbol was last seen.
    let mut seen: Vec<u32> = vec![0; symbols];
    let mut run = 1;
    let mut total = 0.0;
    let mut before: Option<usize> = None;
    for (step, part) in steps.iter().zip(parts) {
        let symbol = step.symbol;
        total += is_interruption.cost(usize::from(*part == Part::Interruption));
        if *part == Part::Interruption {
            total += interruptions.cost(symbol, naming_bits, |_| true);
            continue;
        }
        let cut = before.is_none() || *part == Part::Start;
        total += BEGIN_WEIGHT * begins[symbol as usize].cost(usize::from(cut));
        if let Some(from) = before {
            total += CUE_WEIGHT * cue_of_cut[usize::from(cut)].cost(usize::from(step.cue));
            if cut {
                total += next[from].cost(END);
                length_bits += lengths.cost(magnitude(length));
                length = 0;
                run += 1;
            } else if seen[symbol as usize] == run {
                total += next[from].cost(AGAIN);
                total += again[from].cost(symbol, naming_bits, |other| seen[other as usize] == run);
            } else {
                total += next[from].cost(NEW);
                total += new[from].cost(symbol, naming_bits, |other| seen[other as usize] != run);
            }
        }
        if cut {
            total += starts.cost(symbol, naming_bits, |_| true);
        }
        length += 1;
        let is_again = seen[symbol as usize] == run;
        seen[symbol as usize] = run;
        before = Some(2 * symbol as usize + usize::from(is_again));
    }
    if let Some(from) = before {
        total += next[from].cost(END);
        length_bits += lengths.cost(magnitude(length));
    }
    let followers = new.iter().chain(&again).chain([&starts, &interruptions]);
    let work = steps.len() as u64 + followers.map(|f| f.looked_at).sum::<u64>();
    Bits { steps: total, lengths: length_bits, work }
}

/// Bits to say before which steps people paused, or went to the desktop, when it is known where runs begin.
pub fn pause_bits(steps: &[Step], parts: &[Part]) -> f64 {
    let mut of_cut = [Shares::<2>::NEW; 2];
    let told = steps.iter().zip(parts).skip(1).filter(|(_, part)| **part != Part::Interruption);
    told.map(|(step, part)| {
        let paused = step.cue == Cue::Pause as u8 || step.cue == Cue::Desktop as u8;
        of_cut[usize::from(*part == Part::Start)].cost(usize::from(paused))
    })
    .sum()
}

fn magnitude(length: usize) -> usize {
    (length.max(1).ilog2() as usize).min(LENGTHS - 1)
}
