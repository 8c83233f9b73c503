//! A demonstration as visits: stays on one kind of screen, each with what was done there and where it led.

use super::kinds::Kinds;
use super::lesson::{Act, Deed, Demo, Lesson};
use super::{alike, errors};
use lea_model::workflow::ErrorType;
use std::collections::BTreeMap;

/// A stay on one kind of screen.
#[derive(Clone, Debug, PartialEq)]
pub struct Visit {
    /// The demonstration.
    pub demo: usize,
    /// The kind of screen.
    pub kind: usize,
    /// The screen as it was met.
    pub screen: usize,
    /// What was done, by its place in the demonstration.
    pub acts: Vec<usize>,
    /// The kind of screen that came of it; none at the end.
    pub next: Option<usize>,
    /// How often this demonstration had been on this kind of screen before.
    pub turn: usize,
}

/// A screen that told of an error, and how a person got on.
#[derive(Clone, Debug, PartialEq)]
pub struct Mishap {
    /// The kind of screen that tells of it.
    pub kind: usize,
    /// Where it happened.
    pub from: usize,
    /// What was done about it on that screen.
    pub acts: Vec<(usize, usize)>,
    /// The kind of screen after that; none where the demonstration ended there.
    pub back_to: Option<usize>,
}

/// All visits, with errors taken out.
#[derive(Clone, Debug, Default)]
pub struct Visits {
    /// Visits of each demonstration, in order.
    pub of: Vec<Vec<Visit>>,
    /// Errors met.
    pub mishaps: Vec<Mishap>,
    /// Kinds of screens that tell of an error, and of what type.
    pub error_kinds: BTreeMap<usize, ErrorType>,
}

/// Sorts what was done into visits.
pub fn visits(lesson: &Lesson, kinds: &Kinds) -> Visits {
    let error_kinds = error_kinds(lesson, kinds);
    let mut mishaps = Vec::new();
    let of = lesson
        .demos
        .iter()
        .enumerate()
        .map(|(d, demo)| {
            let plain = without_passing(plain_visits(d, demo, kinds));
            let mut kept = without_errors(demo, plain, &error_kinds, &mut mishaps);
            number_turns(&mut kept);
            kept
        })
        .collect();
    Visits { of, mishaps, error_kinds }
}

fn plain_visits(d: usize, demo: &Demo, kinds: &Kinds) -> Vec<Visit> {
    let begin = |screen: usize| Visit {
        demo: d,
        kind: kinds.of[screen],
        screen,
        acts: Vec::new(),
        next: None,
        turn: 0,
    };
    let mut visits: Vec<Visit> = Vec::new();
    for (at, act) in demo.acts.iter().enumerate() {
        for screen in [act.on, act.after] {
            match visits.last_mut() {
                Some(here) if here.kind == kinds.of[screen] => {}
                Some(here) => {
                    here.next = Some(kinds.of[screen]);
                    visits.push(begin(screen));
                }
                None => visits.push(begin(screen)),
            }
            if screen == act.on
                && let Some(here) = visits.last_mut()
                && here.acts.last() != Some(&at)
            {
                here.acts.push(at);
            }
        }
    }
    visits
}

/// Screens that passed by themselves, such as a page that loads, are no visits.
fn without_passing(visits: Vec<Visit>) -> Vec<Visit> {
    let last = visits.len().saturating_sub(1);
    let mut kept: Vec<Visit> = Vec::new();
    for (at, visit) in visits.into_iter().enumerate() {
        if visit.acts.is_empty() && at != last && at != 0 {
            continue;
        }
        match kept.last_mut() {
            // What passed between led back to where it came from.
            Some(here) if here.kind == visit.kind => {
                here.acts.extend(visit.acts);
                here.next = visit.next;
            }
            Some(here) => {
                here.next = Some(visit.kind);
                kept.push(visit);
            }
            None => kept.push(visit),
        }
    }
    kept
}

/// Kinds of screens that say something that the screens before did not: that something went wrong.
fn error_kinds(lesson: &Lesson, kinds: &Kinds) -> BTreeMap<usize, ErrorType> {
    let typed = errors::typed(lesson);
    let mut seen: BTreeMap<usize, Option<ErrorType>> = BTreeMap::new();
    for act in lesson.demos.iter().flat_map(|d| &d.acts) {
        let (from, to) = (kinds.of[act.on], kinds.of[act.after]);
        if from == to {
            continue;
        }
        let before = errors::errors(&lesson.screens[act.on].state, &typed);
        let fresh = errors::errors(&lesson.screens[act.after].state, &typed)
            .into_iter()
            .find(|(text, _)| !before.iter().any(|(old, _)| old == text))
            .map(|(_, kind)| kind);
        // Met once without an error it is an ordinary screen.
        seen.entry(to).and_modify(|e| *e = e.and(fresh)).or_insert(fresh);
    }
    seen.into_iter().filter_map(|(kind, error)| Some((kind, error?))).collect()
}

/// Takes errors out: what was done before and after, on the same kind of screen, is one visit, in which what was done again
/// counts once.
fn without_errors(
    demo: &Demo,
    visits: Vec<Visit>,
    error_kinds: &BTreeMap<usize, ErrorType>,
    mishaps: &mut Vec<Mishap>,
) -> Vec<Visit> {
    let mut kept: Vec<Visit> = Vec::new();
    let mut after_error = false;
    for visit in visits {
        if error_kinds.contains_key(&visit.kind) {
            mishaps.push(Mishap {
                kind: visit.kind,
                from: kept.last().map_or(visit.kind, |v| v.kind),
                acts: visit.acts.iter().map(|a| (visit.demo, *a)).collect(),
                back_to: visit.next,
            });
            after_error = true;
            continue;
        }
        match kept.last_mut() {
            Some(here) if here.kind == visit.kind => {
                here.acts = again(demo, &here.acts, &visit.acts);
                here.next = visit.next;
            }
            Some(here) => {
                if after_error {
                    // What led to the error did not lead here.
                    here.acts.pop();
                }
                here.next = Some(visit.kind);
                kept.push(visit);
            }
            None => kept.push(visit),
        }
        after_error = false;
    }
    if let Some(last) = kept.last_mut().filter(|_| after_error) {
        last.next = None;
    }
    kept
}

/// What was done first, without what was done again later.
fn again(demo: &Demo, first: &[usize], later: &[usize]) -> Vec<usize> {
    let is_repeated = |a: &usize| {
        let act = &demo.acts[*a];
        later.iter().any(|b| alike::is_same_step(act, &demo.acts[*b]))
    };
    let pressed_last = first.last();
    let mut acts: Vec<usize> = first.iter().copied().filter(|a| !is_repeated(a)).collect();
    // The press that brought the error, in whatever way it was done again.
    if let (Some(last), Some(end)) = (pressed_last, later.last())
        && acts.last() == Some(last)
        && leaves(&demo.acts[*last])
        && leaves(&demo.acts[*end])
    {
        acts.pop();
    }
    acts.extend(later);
    acts
}

/// It may end a visit: a click or keys, not filling in.
fn leaves(act: &Act) -> bool {
    !matches!(act.deed, Deed::Type { .. })
}

fn number_turns(visits: &mut [Visit]) {
    let mut times: BTreeMap<usize, usize> = BTreeMap::new();
    for visit in visits {
        let turn = times.entry(visit.kind).or_default();
        visit.turn = *turn;
        *turn += 1;
    }
}
