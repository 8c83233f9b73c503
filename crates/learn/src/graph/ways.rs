//! Ways from one kind of screen to the next: visits of several demonstrations that did the same, aligned step by step.

use super::alike::is_same_step;
use super::lesson::{Act, Deed, Lesson};
use super::visits::{Visit, Visits};
use crate::params::graph::{ALIGNED, MOSTLY_DIFFERENT};
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
    /// What was typed into the same field before, and replaced before it was used.
    pub replaced: Vec<(usize, usize)>,
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
    let mut ways = merge_picks(lesson, visits, ways);
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

/// What may be an entry of a list or tree, by its kind: not a button, a menu or a tab, whose words say what it does.
fn entry_place(act: &Act) -> Option<i32> {
    use ElementType::{Label, ListItem, TableCell, TableRow};
    let target = act.target.as_ref()?;
    let is_entry = matches!(target.element_type, None | Some(Label | ListItem | TableRow | TableCell));
    let has_words = act.label().chars().any(char::is_alphanumeric);
    let is_click = matches!(act.deed, Deed::Click { .. });
    Some(target.position.as_ref()?.bbox.x1).filter(|_| is_entry && has_words && is_click)
}

/// Two demonstrations picked other entries of what may be one list: the same gesture, in line below each other, with other words.
fn picks_another(a: &Act, b: &Act) -> bool {
    let in_line = entry_place(a).zip(entry_place(b)).is_some_and(|(x, y)| (x - y).abs() <= ALIGNED);
    in_line && a.deed == b.deed && a.app == b.app && !is_same_step(a, b)
}

/// Most of so many picks are different entries: which one it is varies, and is no choice between ways.
fn is_data(entries: usize, picks: usize) -> bool {
    entries > 1 && entries * MOSTLY_DIFFERENT.1 >= picks * MOSTLY_DIFFERENT.0
}

/// Ways that differ only in which entry of a list was picked are one way.
fn merge_picks(lesson: &Lesson, visits: &Visits, ways: Vec<Way>) -> Vec<Way> {
    let exit = |way: &Way| way.visits.first().and_then(|(d, v)| exit_of(lesson, &visits.of[*d][*v]));
    let mut merged: Vec<Way> = Vec::new();
    let mut rest = ways;
    while !rest.is_empty() {
        let mut way = rest.remove(0);
        let alike = |o: &Way| {
            let same = (o.from, o.to, o.is_last) == (way.from, way.to, way.is_last);
            same && exit(&way).zip(exit(o)).is_some_and(|(a, b)| picks_another(a, b))
        };
        let (others, left): (Vec<Way>, Vec<Way>) = rest.into_iter().partition(alike);
        let picks = way.visits.len() + others.iter().map(|o| o.visits.len()).sum::<usize>();
        match is_data(1 + others.len(), picks) {
            true => {
                way.visits.extend(others.into_iter().flat_map(|o| o.visits));
                way.visits.sort_unstable();
                rest = left;
            }
            false => rest = [others, left].concat(),
        }
        merged.push(way);
    }
    merged.sort_by_key(|w| w.visits.first().copied());
    merged
}

/// Steps next to each other that no visit did both of, and that differ only in which entry of a list was picked, are one step.
fn merge_pick_steps(lesson: &Lesson, steps: Vec<Step>) -> Vec<Step> {
    let mut merged: Vec<Step> = Vec::new();
    let mut rest = std::collections::VecDeque::from(steps);
    while let Some(step) = rest.pop_front() {
        let mut group = vec![step];
        while let Some(next) = rest.front() {
            let is_apart = |o: &Step| o.acts.iter().zip(&next.acts).all(|(a, b)| a.is_none() || b.is_none());
            let picks =
                |o: &Step| o.first(lesson).zip(next.first(lesson)).is_some_and(|(a, b)| picks_another(a, b));
            if !group.iter().all(|o| is_apart(o) && picks(o)) {
                break;
            }
            group.extend(rest.pop_front());
        }
        let done: usize = group.iter().map(Step::count).sum();
        let is_whole = group.first().is_some_and(|s| done == s.acts.len());
        match is_whole && is_data(group.len(), done) {
            true => merged.push(joined(group)),
            false => merged.extend(group),
        }
    }
    merged
}

/// Steps of which each visit did one, as one.
fn joined(group: Vec<Step>) -> Step {
    let mut all = group.into_iter();
    let mut one = all.next().unwrap_or_default();
    for other in all {
        for (own, act) in one.acts.iter_mut().zip(other.acts) {
            *own = own.or(act);
        }
        one.replaced.extend(other.replaced);
    }
    one
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
    let mut steps: Vec<Step> = Vec::new();
    let mut places: Vec<Vec<f64>> = Vec::new();
    for (n, visit) in visits.iter().enumerate() {
        let last = visit.acts.len().saturating_sub(1);
        for (place, a) in visit.acts.iter().enumerate().take(last) {
            let here = (visit.demo, *a);
            let at = steps.iter().position(|s| takes(lesson, s, n, here)).unwrap_or_else(|| {
                let nth = steps.iter().filter(|s| is_like(lesson, s, here)).count();
                steps.push(Step { nth, ..Step::default() });
                places.push(Vec::new());
                steps.len() - 1
            });
            let step = &mut steps[at];
            step.acts.resize(step.acts.len().max(n + 1), None);
            step.replaced.extend(step.acts[n].replace(here));
            let share = if last > 1 { place as f64 / (last - 1) as f64 } else { 0.0 };
            places[at].push(share);
        }
    }
    steps.iter_mut().for_each(|s| s.acts.resize(visits.len(), None));
    let mean = |at: usize| places[at].iter().sum::<f64>() / places[at].len().max(1) as f64;
    let mut order: Vec<usize> = (0..steps.len()).collect();
    order.sort_by(|a, b| mean(*a).total_cmp(&mean(*b)).then(a.cmp(b)));
    let sorted = order.into_iter().map(|at| steps[at].clone()).collect();
    let mut sorted: Vec<Step> = merge_pick_steps(lesson, sorted);
    let exits = visits.iter().map(|v| v.acts.last().map(|a| (v.demo, *a))).collect();
    sorted.push(Step { acts: exits, ..Step::default() });
    sorted
}

/// The step does what was done here.
fn is_like(lesson: &Lesson, step: &Step, (d, a): (usize, usize)) -> bool {
    let here = &lesson.demos[d].acts[a];
    step.done().next().is_some_and(|(e, b)| is_same_step(&lesson.demos[e].acts[b], here))
}

/// What was done here belongs to this step of the n-th visit: nothing of that visit does yet, or a field is filled in anew before what it
/// held was used. What was done between may have used it: then it is another step, as pressing the same thing again is.
fn takes(lesson: &Lesson, step: &Step, n: usize, here: (usize, usize)) -> bool {
    let acts = &lesson.demos[here.0].acts;
    let fills = |act: &Act| matches!(act.deed, Deed::Type { .. });
    let is_free = match step.acts.get(n).copied().flatten() {
        None => true,
        Some((_, before)) => acts[before.min(here.1)..=before.max(here.1)].iter().all(fills),
    };
    is_free && is_like(lesson, step, here)
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
        steps: before
            .iter()
            .map(|s| Step { acts: keep(&s.acts), nth: s.nth, replaced: s.replaced.clone() })
            .collect(),
        visits: way.visits.iter().zip(&first).filter(|(_, f)| **f).map(|(v, _)| *v).collect(),
        turns: 1,
        once: true,
    })
}
