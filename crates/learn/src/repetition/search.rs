//! The cuts with the shortest description.

use super::neighbours::{Neighbours, effective, groups, neighbours};
use super::{Step, code, turns};
use crate::params::repetition::{
    AS_GOOD, AT_ONCE, COMPARED, COMPLETE, EDGE_SHARE, FIRST_SAMPLE, LEAST_NEIGHBOURS, LEAST_RUNS, LEAST_SEEN,
    MOST_WORK, NEIGHBOURS_ALIKE, REFINED, REFINED_SAMPLE, ROUNDS, RULE_BITS, SAMPLE_PIECES,
    SHORTEST_MEAN_RUN,
};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

/// Where runs begin: which symbols begin one, which end one, pairs that go against that; and which symbols interrupt
/// whatever is being done, and are skipped.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Rules {
    before: BTreeSet<u32>,
    after: BTreeSet<u32>,
    turned: BTreeSet<(u32, u32)>,
    interrupts: BTreeSet<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Change {
    Before(u32),
    After(u32),
    Pair(u32, u32),
    Interrupt(u32),
}

impl Rules {
    fn with(&self, change: Change) -> Self {
        let mut rules = self.clone();
        match change {
            Change::Before(v) => toggle(&mut rules.before, v),
            Change::After(v) => toggle(&mut rules.after, v),
            Change::Pair(a, b) => toggle(&mut rules.turned, (a, b)),
            Change::Interrupt(v) => toggle(&mut rules.interrupts, v),
        }
        rules
    }

    /// Bits to write them down.
    fn bits(&self, symbols: usize) -> f64 {
        let naming = (symbols.max(2) as f64).log2();
        let single = (self.before.len() + self.after.len() + self.interrupts.len()) as f64;
        single * (RULE_BITS + naming) + self.turned.len() as f64 * (RULE_BITS + 2.0 * naming)
    }

    /// Where runs begin, without the first. An interruption between two runs is left to the first of them where it is the start of
    /// the second that made the cut, and to the second where it is the end of the first.
    fn starts(&self, steps: &[Step], parts: &[code::Part]) -> Vec<usize> {
        let mut starts = Vec::new();
        let mut last: Option<usize> = None;
        for (i, part) in parts.iter().enumerate().filter(|(_, p)| **p != code::Part::Interruption) {
            if let Some(last) = last
                && *part == code::Part::Start
            {
                starts.push(if self.before.contains(&steps[i].symbol) { i } else { last + 1 });
            }
            last = Some(i);
        }
        starts
    }

    /// What the rules say of each step.
    fn read(&self, steps: &[Step], symbols: usize) -> Vec<code::Part> {
        let flags = |set: &BTreeSet<u32>| {
            let mut flags = vec![false; symbols];
            set.iter().for_each(|v| flags[*v as usize] = true);
            flags
        };
        let (before, after, interrupts) = (flags(&self.before), flags(&self.after), flags(&self.interrupts));
        let mut last: Option<u32> = None;
        steps
            .iter()
            .map(|step| {
                if interrupts[step.symbol as usize] {
                    return code::Part::Interruption;
                }
                let cut = last.is_none_or(|a| {
                    (before[step.symbol as usize] || after[a as usize])
                        != (!self.turned.is_empty() && self.turned.contains(&(a, step.symbol)))
                });
                last = Some(step.symbol);
                if cut { code::Part::Start } else { code::Part::Middle }
            })
            .collect()
    }
}

fn toggle<T: Ord>(set: &mut BTreeSet<T>, item: T) {
    if !set.remove(&item) {
        set.insert(item);
    }
}

/// Where runs begin.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cuts {
    /// Steps at which a run begins, in order, without the first step; empty where nothing repeats.
    pub starts: Vec<usize>,
    /// Symbols that interrupt whatever is being done.
    pub interruptions: BTreeSet<u32>,
}

/// Where the same work begins again.
///
/// Many rules are tried on a few steps, the best of them refined on more, and what only the whole session has is added last.
pub fn find_cuts(steps: &[Step], symbols: usize) -> Cuts {
    let work = Cell::new(0);
    let few = sample(steps, FIRST_SAMPLE);
    let judge = Judge::new(&few, symbols, &work);
    let guesses = best_guesses(&judge);
    let best = guesses
        .iter()
        .map(|(bits, rules)| refine(&judge, *bits, rules.clone(), |_| true))
        .min_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.1.cmp(&b.1)));
    let Some(best) = best else { return Cuts::default() };
    let mut rules = told_by_pauses(&judge, best, guesses);
    if few.len() < steps.len() {
        let more = sample(steps, REFINED_SAMPLE);
        rules = widen(&Judge::new(&more, symbols, &work), rules, &few, |_| true);
        if more.len() < steps.len() {
            let known: BTreeSet<u32> = more.iter().map(|s| s.symbol).collect();
            rules = widen(&Judge::new(steps, symbols, &work), rules, &more, |v| !known.contains(&v));
        }
    }
    let parts = rules.read(steps, symbols);
    let uncut = Rules { interrupts: rules.interrupts.clone(), ..Rules::default() }.read(steps, symbols);
    if code::bits(steps, symbols, &parts).steps >= code::bits(steps, symbols, &uncut).steps {
        return Cuts::default();
    }
    let starts = turns::without_turns(steps, &rules.starts(steps, &parts), &rules.interrupts);
    Cuts { starts, interruptions: rules.interrupts }
}

/// Of rules that describe a session about as well as the best, those by which pauses lie between runs: where tasks share a part,
/// the session can be cut there too, at nearly the same cost.
fn told_by_pauses(judge: &Judge<'_>, best: (f64, Rules), guesses: Vec<(f64, Rules)>) -> Rules {
    let most = best.0 * (1.0 + AS_GOOD);
    let asking = Judge { asks_pauses: true, ..judge.clone() };
    let refined = guesses.iter().map(|(_, rules)| {
        let refined = refine(&asking, asking.bits(rules), rules.clone(), |_| true).1;
        (judge.bits(&refined), refined)
    });
    let refined: Vec<(f64, Rules)> = refined.collect();
    let all = std::iter::once(best).chain(guesses).chain(refined);
    let as_good = all.filter(|(bits, _)| *bits <= most).map(|(_, rules)| (asking.bits(&rules), rules));
    as_good
        .min_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.1.cmp(&b.1)))
        .map(|(_, rules)| rules)
        .unwrap_or_default()
}

/// The rules, refined on more steps than they come from: what only these have is skipped where it looks like an interruption.
fn widen(judge: &Judge<'_>, rules: Rules, from: &[Step], about: impl Fn(u32) -> bool) -> Rules {
    let known: BTreeSet<u32> = from.iter().map(|s| s.symbol).collect();
    let unknown = likely_interruptions(judge).into_iter().filter(|v| !known.contains(v));
    let mut skipping = rules.clone();
    skipping.interrupts.extend(unknown);
    let (bits, best) = [skipping, rules]
        .map(|rules| (judge.bits(&rules), rules))
        .into_iter()
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .unwrap_or_default();
    let settled = best.interrupts.clone();
    refine(judge, bits, best, |v| about(v) && !settled.contains(&v)).1
}

/// The most promising of the first guesses, no two of the same length (they cut alike).
fn best_guesses(judge: &Judge<'_>) -> Vec<(f64, Rules)> {
    let mut ranked: Vec<(f64, Rules)> =
        first_guesses(judge).into_iter().map(|rules| (judge.bits(&rules), rules)).collect();
    ranked.retain(|(bits, _)| bits.is_finite());
    ranked.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.1.cmp(&b.1)));
    ranked.dedup_by(|a, b| a.0 == b.0);
    ranked.truncate(REFINED);
    ranked
}

/// The steps, or evenly spread pieces of them where there are too many, without what is seldom in these.
fn sample(steps: &[Step], most: usize) -> Vec<Step> {
    if steps.len() <= most {
        return steps.to_vec();
    }
    let length = most / SAMPLE_PIECES;
    let stride = (steps.len() - length) / (SAMPLE_PIECES - 1);
    let taken = (0..SAMPLE_PIECES).flat_map(|piece| &steps[piece * stride..piece * stride + length]);
    let mut seen: BTreeMap<u32, usize> = BTreeMap::new();
    taken.clone().for_each(|s| *seen.entry(s.symbol).or_default() += 1);
    taken.filter(|s| seen[&s.symbol] >= LEAST_SEEN).copied().collect()
}

/// Scattered symbols that come between steps which otherwise follow each other.
fn likely_interruptions(judge: &Judge<'_>) -> BTreeSet<u32> {
    let (_, successors) = neighbours(judge.steps, &BTreeSet::new());
    let mut resumed: BTreeMap<u32, (usize, usize)> = BTreeMap::new();
    for three in judge.steps.windows(3) {
        let (a, v, c) = (three[0].symbol, three[1].symbol, three[2].symbol);
        let (known, total) = resumed.entry(v).or_default();
        *total += 1;
        *known += usize::from(successors.get(&a).is_some_and(|next| next.contains_key(&c)));
    }
    let is_resumed = |v: &u32| resumed.get(v).is_some_and(|(known, total)| 2 * known >= *total);
    judge.scattered.iter().copied().filter(is_resumed).collect()
}

/// Every symbol as the start, or the end, of a run, alone and together with those that stand in the same place; with and
/// without what looks like interruptions.
fn first_guesses(judge: &Judge<'_>) -> BTreeSet<Rules> {
    let mut guesses = BTreeSet::new();
    for interrupts in [BTreeSet::new(), likely_interruptions(judge)] {
        let (predecessors, successors) = neighbours(judge.steps, &interrupts);
        for alike in NEIGHBOURS_ALIKE {
            for before in groups(&predecessors, alike) {
                guesses.insert(Rules { before, interrupts: interrupts.clone(), ..Rules::default() });
            }
            for after in groups(&successors, alike) {
                guesses.insert(Rules { after, interrupts: interrupts.clone(), ..Rules::default() });
            }
        }
    }
    guesses
}

#[derive(Clone)]
struct Judge<'a> {
    steps: &'a [Step],
    symbols: usize,
    /// Bits of the session without a cut.
    uncut: f64,
    /// Symbols that have many different neighbours on both sides.
    scattered: BTreeSet<u32>,
    /// How often each symbol comes.
    seen: Vec<usize>,
    /// What was spent so far.
    work: &'a Cell<u64>,
    /// Whether it counts in full where pauses lie.
    asks_pauses: bool,
}

impl<'a> Judge<'a> {
    fn new(steps: &'a [Step], symbols: usize, work: &'a Cell<u64>) -> Self {
        let parts = Rules::default().read(steps, symbols);
        let (predecessors, successors) = neighbours(steps, &BTreeSet::new());
        let is_spread =
            |of: &Neighbours, v: u32| of.get(&v).is_some_and(|n| effective(n) >= LEAST_NEIGHBOURS);
        let scattered =
            (0..symbols as u32).filter(|v| is_spread(&predecessors, *v) && is_spread(&successors, *v));
        let mut seen = vec![0; symbols];
        steps.iter().for_each(|s| seen[s.symbol as usize] += 1);
        let uncut = code::bits(steps, symbols, &parts).steps;
        Self { steps, symbols, uncut, scattered: scattered.collect(), seen, work, asks_pauses: false }
    }

    /// Bits of the description with its rules; infinite where runs would be too short to be tasks, and when too much was spent.
    fn bits(&self, rules: &Rules) -> f64 {
        if self.work.get() > MOST_WORK {
            return f64::INFINITY;
        }
        self.work.set(self.work.get() + self.steps.len() as u64);
        let parts = rules.read(self.steps, self.symbols);
        let runs = parts.iter().filter(|p| **p == code::Part::Start).count();
        let within = parts.iter().filter(|p| **p != code::Part::Interruption).count();
        if runs < LEAST_RUNS || (within as f64) < SHORTEST_MEAN_RUN * runs as f64 {
            return f64::INFINITY;
        }
        let bits = code::bits(self.steps, self.symbols, &parts);
        self.work.set(self.work.get() + bits.work);
        let pauses = if self.asks_pauses { code::pause_bits(self.steps, &parts) } else { 0.0 };
        let edges = EDGE_SHARE * self.uncut * self.edges(&parts);
        bits.steps + bits.lengths + pauses + rules.bits(self.symbols) + edges
    }

    /// How little the session begins and ends as a run does: what the first and the last run lack of the run that is most like
    /// them, and how often the first step of the session does not begin a run.
    fn edges(&self, parts: &[code::Part]) -> f64 {
        let starts: Vec<usize> = (0..parts.len()).filter(|i| parts[*i] == code::Part::Start).collect();
        let (Some(&first), Some(&last)) = (starts.first(), starts.last()) else { return 0.0 };
        if starts.len() < 2 {
            return 0.0;
        }
        let set = |from: usize, to: usize| -> BTreeSet<u32> {
            (from..to)
                .filter(|i| parts[*i] != code::Part::Interruption)
                .map(|i| self.steps[i].symbol)
                .collect()
        };
        let inner: Vec<BTreeSet<u32>> =
            starts[1..].windows(2).take(COMPARED).map(|pair| set(pair[0], pair[1])).collect();
        let lacks = |run: &BTreeSet<u32>| {
            let of = |other: &BTreeSet<u32>| {
                let union = run.union(other).count() as f64;
                let alike = run.intersection(other).count() as f64 / union;
                (alike, other.difference(run).count() as f64 / union)
            };
            let nearest = inner.iter().map(of).max_by(|a, b| a.0.total_cmp(&b.0));
            nearest.filter(|(alike, _)| *alike < COMPLETE).map_or(0.0, |(_, lacking)| lacking)
        };
        let opening = self.steps[first].symbol;
        let (mut uses, mut begins) = (0.0, 0.0);
        for (_, part) in self.steps.iter().zip(parts).filter(|(s, _)| s.symbol == opening) {
            uses += 1.0;
            begins += f64::from(u8::from(*part == code::Part::Start));
        }
        lacks(&set(first, starts[1])) + lacks(&set(last, parts.len())) + 1.0 - begins / uses
    }

    /// Changes that can matter: to begin or end with another symbol, to skip one that comes at many places, and to turn the
    /// pairs at the cuts there are.
    fn changes(&self, rules: &Rules) -> BTreeSet<Change> {
        let parts = rules.read(self.steps, self.symbols);
        let mut pairs: BTreeMap<(u32, u32), (usize, bool)> = BTreeMap::new();
        let mut last: Option<u32> = None;
        for (step, part) in self.steps.iter().zip(parts).filter(|(_, p)| *p != code::Part::Interruption) {
            if let Some(a) = last {
                let (count, is_cut) = pairs.entry((a, step.symbol)).or_default();
                (*count, *is_cut) = (*count + 1, part == code::Part::Start);
            }
            last = Some(step.symbol);
        }
        let cut = || pairs.iter().filter(|(_, (_, is_cut))| *is_cut).map(|(pair, _)| *pair);
        let ends: BTreeSet<u32> = cut().map(|(a, _)| a).collect();
        let starts: BTreeSet<u32> = cut().map(|(_, b)| b).collect();
        let mut changes: BTreeSet<Change> = self.scattered.iter().map(|v| Change::Interrupt(*v)).collect();
        for ((a, b), (count, _)) in pairs {
            if self.seen[b as usize] >= LEAST_SEEN {
                changes.insert(Change::Before(b));
            }
            if self.seen[a as usize] >= LEAST_SEEN {
                changes.insert(Change::After(a));
            }
            if count >= LEAST_SEEN && (ends.contains(&a) || starts.contains(&b)) {
                changes.insert(Change::Pair(a, b));
            }
        }
        changes
    }
}

/// Makes the changes that shorten the description, the most useful first, until none does.
fn refine(judge: &Judge<'_>, mut bits: f64, mut rules: Rules, about: impl Fn(u32) -> bool) -> (f64, Rules) {
    for _ in 0..ROUNDS {
        let mut useful: Vec<(f64, Change)> = judge
            .changes(&rules)
            .into_iter()
            .filter(|change| match change {
                Change::Before(v) | Change::After(v) | Change::Interrupt(v) => about(*v),
                Change::Pair(a, b) => about(*a) || about(*b),
            })
            .map(|change| (judge.bits(&rules.with(change)), change))
            .filter(|(shorter, _)| *shorter < bits)
            .collect();
        if useful.is_empty() {
            break;
        }
        useful.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.1.cmp(&b.1)));
        for (_, change) in useful.into_iter().take(AT_ONCE) {
            let changed = rules.with(change);
            let shorter = judge.bits(&changed);
            if shorter < bits {
                (bits, rules) = (shorter, changed);
            }
        }
    }
    (bits, rules)
}
