//! Ways from one kind of screen to the next: visits of several demonstrations that did the same, aligned step by step.

use super::alike::is_same_step;
use super::lesson::{Act, Deed, Lesson};
use super::visits::{Visit, Visits};
use crate::params::graph::ALIGNED;
use lea_model::ElementType;
use std::collections::BTreeSet;

/// A way from one kind of screen to another, or back to the same.
#[derive(Clone, Debug, Default)]
pub struct Way {
    /// Where it begins.
    pub from: usize,
    /// Where it leads.
    pub to: usize,
    /// The demonstrations led nowhere after it: it is the last thing done.
    pub is_last: bool,
    /// What is done, in the usual order; the last step leads on.
    pub steps: Vec<Step>,
    /// The visits it was learnt from: demonstration and place among its visits.
    pub visits: Vec<(usize, usize)>,
    /// It is done again for each of several things: the most turns seen in a demonstration.
    pub turns: usize,
    /// It is done once, before the turns of another way from the same screen begin.
    pub once: bool,
}

/// A step of a way.
#[derive(Clone, Debug, Default)]
pub struct Step {
    /// What each visit did for it: demonstration and act; none where it went without.
    pub acts: Vec<Option<(usize, usize)>>,
    /// It is the n-th of its like in the visit.
    pub nth: usize,
}

impl Step {
    /// The visits that did it.
    pub fn done(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.acts.iter().flatten().copied()
    }

    /// In how many visits.
    pub fn count(&self) -> usize {
        self.acts.iter().flatten().count()
    }

    /// What it is, by the first that did it.
    pub fn first<'a>(&self, lesson: &'a Lesson) -> Option<&'a Act> {
        self.done().next().map(|(d, a)| &lesson.demos[d].acts[a])
    }
}

impl Way {
    /// The step that leads on.
    pub fn exit(&self) -> Option<&Step> {
        self.steps.last()
    }
}

/// All ways, in the order in which they were first taken.
pub fn ways(lesson: &Lesson, visits: &Visits) -> Vec<Way> {
    let mut ways: Vec<Way> = Vec::new();
    for (d, of_demo) in visits.of.iter().enumerate() {
        for (v, visit) in of_demo.iter().enumerate() {
            let Some(exit) = exit_of(lesson, visit) else { continue };
            let (to, is_last) = (visit.next.unwrap_or(visit.kind), visit.next.is_none());
            let known = ways.iter_mut().find(|w| {
                let first = w.visits.first().and_then(|(d, v)| exit_of(lesson, &visits.of[*d][*v]));
                let same = first
                    .is_some_and(|f| is_same_step(f, exit) || is_pick(f, exit) || confirms_alike(f, exit));
                w.from == visit.kind && w.to == to && w.is_last == is_last && same
            });
            match known {
                Some(way) => way.visits.push((d, v)),
                None => {
                    ways.push(Way { from: visit.kind, to, is_last, visits: vec![(d, v)], ..Way::default() });
                }
            }
        }
    }
    for way in &mut ways {
        let of: Vec<&Visit> = way.visits.iter().map(|(d, v)| &visits.of[*d][*v]).collect();
        way.steps = aligned(lesson, &of);
        way.turns = turns(&way.visits);
    }
    let prefixes: Vec<Way> = ways.iter_mut().filter_map(|way| split_prefix(way, visits)).collect();
    ways.extend(prefixes);
    for w in 0..ways.len() {
        ways[w].once |= comes_first(&ways, w);
    }
    ways
}

/// Another way from the same screen was always taken later in the same demonstration, each of them once: then this one is done
/// once, and nothing on the screen needs to tell which is next.
fn comes_first(ways: &[Way], w: usize) -> bool {
    let way = &ways[w];
    let demos = |way: &Way| way.visits.iter().map(|(d, _)| *d).collect::<BTreeSet<_>>();
    let precedes = |other: &Way| {
        let later = |(d, v): &(usize, usize)| other.visits.iter().any(|(e, u)| e == d && u > v);
        other.turns == 1 && demos(other) == demos(way) && way.visits.iter().all(later)
    };
    way.turns == 1
        && ways.iter().enumerate().any(|(o, other)| o != w && other.from == way.from && precedes(other))
}

fn exit_of<'a>(lesson: &'a Lesson, visit: &Visit) -> Option<&'a Act> {
    visit.acts.last().map(|a| &lesson.demos[visit.demo].acts[*a])
}

/// Both choose an entry of the same list, whatever it says.
fn is_pick(a: &Act, b: &Act) -> bool {
    let entry = |act: &Act| {
        let target = act.target.as_ref()?;
        let kind = target.element_type?;
        let is_entry = matches!(kind, ElementType::ListItem | ElementType::TableRow | ElementType::TableCell);
        Some((kind, target.position.as_ref()?.bbox.x1)).filter(|_| is_entry)
    };
    let same_deed = matches!((&a.deed, &b.deed), (Deed::Click { clicks: n, .. }, Deed::Click { clicks: m, .. }) if n == m);
    let both = entry(a).zip(entry(b));
    same_deed && a.app == b.app && both.is_some_and(|((k, x), (l, y))| k == l && (x - y).abs() <= ALIGNED)
}

/// Enter and the button it stands for do the same.
fn confirms_alike(a: &Act, b: &Act) -> bool {
    let is_enter = |act: &Act| matches!(&act.deed, Deed::Keys(k) if matches!(&k[..], [one] if one == "ENTER" || one == "RETURN"));
    let is_button = |act: &Act| {
        let kind = act.target.as_ref().and_then(|t| t.element_type);
        matches!(act.deed, Deed::Click { clicks: 1, .. })
            && matches!(kind, Some(ElementType::Button | ElementType::IconButton))
            && act.row.is_none()
    };
    a.app == b.app && ((is_enter(a) && is_button(b)) || (is_button(a) && is_enter(b)))
}

/// How often the way was taken in the demonstration that took it most often.
fn turns(visits: &[(usize, usize)]) -> usize {
    let in_demo = |demo: usize| visits.iter().filter(|(d, _)| *d == demo).count();
    visits.iter().map(|(d, _)| in_demo(*d)).max().unwrap_or(0)
}

/// The steps of visits that lead the same way, in their usual order.
fn aligned(lesson: &Lesson, visits: &[&Visit]) -> Vec<Step> {
    let act = |(d, a): (usize, usize)| &lesson.demos[d].acts[a];
    let mut steps: Vec<Step> = Vec::new();
    let mut places: Vec<Vec<f64>> = Vec::new();
    for (n, visit) in visits.iter().enumerate() {
        let last = visit.acts.len().saturating_sub(1);
        for (place, a) in visit.acts.iter().enumerate().take(last) {
            let here = act((visit.demo, *a));
            let fills = matches!(here.deed, Deed::Type { .. });
            let is_it = |s: &Step| s.done().next().is_some_and(|first| is_same_step(act(first), here));
            // Filling in the same field again replaces what was there; pressing the same thing again is another step.
            let free = |s: &Step| fills || s.acts.get(n).is_none_or(Option::is_none);
            let at = steps.iter().position(|s| is_it(s) && free(s)).unwrap_or_else(|| {
                let nth = steps.iter().filter(|s| is_it(s)).count();
                steps.push(Step { acts: Vec::new(), nth });
                places.push(Vec::new());
                steps.len() - 1
            });
            steps[at].acts.resize(n, None);
            if steps[at].acts.len() == n {
                steps[at].acts.push(Some((visit.demo, *a)));
            }
            let share = if last > 1 { place as f64 / (last - 1) as f64 } else { 0.0 };
            places[at].push(share);
        }
    }
    steps.iter_mut().for_each(|s| s.acts.resize(visits.len(), None));
    let mean = |at: usize| places[at].iter().sum::<f64>() / places[at].len().max(1) as f64;
    let mut order: Vec<usize> = (0..steps.len()).collect();
    order.sort_by(|a, b| mean(*a).total_cmp(&mean(*b)).then(a.cmp(b)));
    let mut sorted: Vec<Step> = order.into_iter().map(|at| steps[at].clone()).collect();
    let exits = visits.iter().map(|v| v.acts.last().map(|a| (v.demo, *a))).collect();
    sorted.push(Step { acts: exits, nth: 0 });
    sorted
}

/// Steps that only the first turn has are done once, before the turns: a way of their own, back to the same screen.
fn split_prefix(way: &mut Way, visits: &Visits) -> Option<Way> {
    if way.turns < 2 {
        return None;
    }
    let is_first = |n: usize| {
        let (demo, v) = way.visits[n];
        !way.visits.iter().any(|(d, w)| *d == demo && *w < v) && visits.of[demo].len() > v
    };
    let first: Vec<bool> = (0..way.visits.len()).map(is_first).collect();
    let firsts = first.iter().filter(|f| **f).count();
    let last = way.steps.len().saturating_sub(1);
    let is_prefix = |step: &Step| {
        let later = step.acts.iter().zip(&first).any(|(a, f)| a.is_some() && !f);
        !later && 2 * step.count() >= firsts
    };
    let (mut before, mut turn) = (Vec::new(), Vec::new());
    for (at, step) in way.steps.drain(..).enumerate() {
        if at != last && is_prefix(&step) { before.push(step) } else { turn.push(step) }
    }
    way.steps = turn;
    if before.is_empty() {
        return None;
    }
    let keep = |list: &[Option<(usize, usize)>]| -> Vec<Option<(usize, usize)>> {
        list.iter().zip(&first).filter(|(_, f)| **f).map(|(a, _)| *a).collect()
    };
    Some(Way {
        from: way.from,
        to: way.from,
        is_last: false,
        steps: before.iter().map(|s| Step { acts: keep(&s.acts), nth: s.nth }).collect(),
        visits: way.visits.iter().zip(&first).filter(|(_, f)| **f).map(|(v, _)| *v).collect(),
        turns: 1,
        once: true,
    })
}
