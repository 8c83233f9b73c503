//! Which screens are of one kind: the nodes of a graph (SPEC L1.3, LEARN.1).
//!
//! Two things decide. *Time*: what a person typed, or a list that opened where they clicked, does not make it another screen, while
//! a dialog or an error that came up does, however little else changed. *Likeness* ([`lea_recognize::screen`]): chains of
//! screens that time holds together are joined with the most alike ones of other moments and demonstrations.

use super::alike::is_same_step;
use super::facts::{Facts, facts};
use super::lesson::{Act, Deed, Lesson, Scrolled, Shown};
use crate::params::graph::{
    DIALOG_CHANGED, LEAST_DIALOG, MISREAD, MOST_EXEMPLARS, OTHER_PAGE, OTHER_SHARE, OTHER_USES, POPUP_GAP,
    POPUP_SHARE, SMALL_CHANGE,
};
use lea_model::{ElementType, Rect, ScreenState};
use lea_recognize::label::{normal, ratio};
use lea_recognize::screen::{SAME, compare};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The kinds of screens of a lesson.
#[derive(Clone, Debug, Default)]
pub struct Kinds {
    /// The kind of each screen, numbered as they first appear.
    pub of: Vec<usize>,
    /// The screens of each kind that show it best, in the order of the lesson.
    pub exemplars: Vec<Vec<usize>>,
}

/// Sorts the screens of a lesson into kinds.
pub fn kinds(lesson: &Lesson) -> Kinds {
    let count = lesson.screens.len();
    let facts = facts(lesson);
    let mut chains = Chains::new(count);
    let mut apart: BTreeSet<(usize, usize)> = BTreeSet::new();
    let mut popped: BTreeSet<usize> = BTreeSet::new();
    for act in lesson.demos.iter().flat_map(|d| &d.acts) {
        // What was out of sight is on the same screen as what was in sight.
        if let Some(Scrolled { from, .. }) = act.scrolled.filter(|s| !facts[s.from].is_parted(&facts[act.on]))
        {
            chains.join(from, act.on);
        }
        if act.on == act.after {
            continue;
        }
        match came_of(
            act,
            &lesson.screens[act.on],
            &lesson.screens[act.after],
            (&facts[act.on], &facts[act.after]),
        ) {
            Change::Same => chains.join(act.on, act.after),
            Change::Popup => {
                chains.join(act.on, act.after);
                popped.insert(act.after);
            }
            Change::Other => {
                apart.insert((act.on, act.after));
            }
            Change::Unknown => {}
        }
    }
    join_alike(lesson, &mut chains, &apart, &popped, &facts);
    join_led(lesson, &mut chains, &apart, &facts);
    number(&mut chains, lesson, &popped)
}

/// What an act did to the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    /// It is still that screen.
    Same,
    /// Something opened over it.
    Popup,
    /// It is another one.
    Other,
    /// Likeness must decide.
    Unknown,
}

fn came_of(act: &Act, before: &Shown, after: &Shown, facts: (&Facts, &Facts)) -> Change {
    let scrolls = matches!(act.deed, Deed::Scroll { .. });
    if facts.0.is_parted(facts.1) || (!scrolls && new_dialog(act, before, after, facts)) {
        return Change::Other;
    }
    if let Deed::Type { .. } | Deed::Scroll { .. } = act.deed {
        return Change::Same;
    }
    if facts.0.differences(facts.1).0 >= OTHER_USES {
        return Change::Other;
    }
    let Some(changed) = act.changed else { return Change::Unknown };
    let share = changed.area() as f64 / area(before);
    if share >= OTHER_PAGE && facts.0.differences(facts.1).0 > 0 && is_gone(act, &after.state) {
        return Change::Other;
    }
    let place = act.target.as_ref().and_then(|t| t.position.as_ref()).map(|p| p.bbox);
    let touches = place.is_some_and(|p| p.padded(POPUP_GAP).intersection(&changed).is_some());
    match (&act.deed, touches) {
        _ if share <= SMALL_CHANGE => Change::Same,
        (Deed::Click { .. } | Deed::Hover, true)
            if share <= POPUP_SHARE && is_still_there(act, &after.state) =>
        {
            Change::Popup
        }
        _ => Change::Unknown,
    }
}

/// What was clicked is where it was: something opened beside it, rather than closed with it.
fn is_still_there(act: &Act, after: &ScreenState) -> bool {
    let place = act.target.as_ref().and_then(|t| t.position.as_ref()).map(|p| p.bbox);
    let label = normal(act.label());
    let is_it = |e: &lea_model::UIElement| {
        place.is_some_and(|p| p.contains(e.center))
            && (label.is_empty() || ratio(&normal(&e.label), &label) >= MISREAD)
    };
    after.ui_elements.iter().any(is_it)
}

/// What was clicked is nowhere any more: it led away.
fn is_gone(act: &Act, after: &ScreenState) -> bool {
    let label = normal(act.label());
    let says_so = |e: &lea_model::UIElement| ratio(&normal(&e.label), &label) >= MISREAD;
    matches!(act.deed, Deed::Click { .. }) && !label.is_empty() && !after.ui_elements.iter().any(says_so)
}

fn area(shown: &Shown) -> f64 {
    (f64::from(shown.size.width) * f64::from(shown.size.height)).max(1.0)
}

/// A dialog is there that was not, where the screen changed, with something to press; a panel that grew or shrank is none.
fn new_dialog(act: &Act, before: &Shown, after: &Shown, facts: (&Facts, &Facts)) -> bool {
    let Some(changed) = act.changed else { return false };
    let dialogs = |shown: &Shown| -> Vec<(Rect, String)> {
        let large = |b: &Rect| b.area() as f64 >= LEAST_DIALOG * area(shown);
        let all = shown.state.ui_elements.iter().filter(|e| e.element_type == ElementType::Dialog);
        all.filter(|e| large(&e.bbox)).map(|e| (e.bbox, normal(&e.label))).collect()
    };
    let old = dialogs(before);
    let covered =
        |a: &Rect, b: &Rect| a.intersection(b).map_or(0, |i| i.area()) as f64 / b.area().max(1) as f64;
    let was_there = |d: &Rect, label: &str| {
        old.iter().any(|(o, name)| {
            let same_name = !label.is_empty() && ratio(name, label) >= MISREAD;
            same_name || (o.x1 - d.x1).abs() + (o.y1 - d.y1).abs() <= POPUP_GAP
        })
    };
    let place = act.target.as_ref().and_then(|t| t.position.as_ref()).map(|p| p.bbox.center());
    let is_new = dialogs(after).iter().any(|(d, label)| {
        let holds_cause = place.is_some_and(|p| d.contains(p));
        !was_there(d, label) && covered(&changed, d) >= DIALOG_CHANGED && !holds_cause
    });
    is_new && facts.0.differences(facts.1).0 > 0
}

/// Joins chains that look alike, the most alike first; never two that time holds apart.
fn join_alike(
    lesson: &Lesson,
    chains: &mut Chains,
    apart: &BTreeSet<(usize, usize)>,
    popped: &BTreeSet<usize>,
    facts: &[Facts],
) {
    let mut members: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for screen in 0..lesson.screens.len() {
        members.entry(chains.root(screen)).or_default().push(screen);
    }
    let groups: Vec<Vec<usize>> = members.into_values().collect();
    let exemplars: Vec<Vec<usize>> = groups.iter().map(|g| exemplars(g, popped, MOST_EXEMPLARS)).collect();
    let mut likeness: HashMap<(usize, usize), f64> = HashMap::new();
    for i in 0..groups.len() {
        for j in i + 1..groups.len() {
            likeness.insert((i, j), alike(lesson, &exemplars[i], &exemplars[j], facts));
        }
    }
    // Average linkage; the same lesson gives the same kinds.
    let mut clusters: Vec<Vec<usize>> = (0..groups.len()).map(|g| vec![g]).collect();
    let between = |a: &[usize], b: &[usize]| {
        let all = a.iter().flat_map(|x| b.iter().map(move |y| (*x.min(y), *x.max(y))));
        let scores: Vec<f64> = all.map(|pair| likeness.get(&pair).copied().unwrap_or(0.0)).collect();
        scores.iter().sum::<f64>() / scores.len().max(1) as f64
    };
    let is_apart = |a: &[usize], b: &[usize]| {
        let holds = |cluster: &[usize], screen: usize| cluster.iter().any(|g| groups[*g].contains(&screen));
        apart.iter().any(|(x, y)| (holds(a, *x) && holds(b, *y)) || (holds(a, *y) && holds(b, *x)))
    };
    loop {
        let mut best: Option<(f64, usize, usize)> = None;
        for i in 0..clusters.len() {
            for j in i + 1..clusters.len() {
                let score = between(&clusters[i], &clusters[j]);
                let better = best.is_none_or(|b| score > b.0);
                if score >= SAME && better && !is_apart(&clusters[i], &clusters[j]) {
                    best = Some((score, i, j));
                }
            }
        }
        let Some((_, i, j)) = best else { break };
        let other = clusters.remove(j);
        chains.join(groups[clusters[i][0]][0], groups[other[0]][0]);
        clusters[i].extend(other);
    }
}

/// Joins what the same step led to from the same kind of screen, in different demonstrations: there other buttons and links are other
/// data, not another screen. Another title, page, dialog or error still parts them.
fn join_led(lesson: &Lesson, chains: &mut Chains, apart: &BTreeSet<(usize, usize)>, facts: &[Facts]) {
    let acts: Vec<(usize, &Act)> =
        lesson.demos.iter().enumerate().flat_map(|(d, demo)| demo.acts.iter().map(move |a| (d, a))).collect();
    let mut is_new = true;
    while is_new {
        is_new = false;
        for (n, (d, a)) in acts.iter().enumerate() {
            for (e, b) in &acts[n + 1..] {
                let is_one = d != e
                    && chains.root(a.on) == chains.root(b.on)
                    && chains.root(a.after) != chains.root(b.after)
                    && !facts[a.after].is_parted(&facts[b.after])
                    && is_same_step(a, b)
                    && !is_held_apart(chains, apart, (a.after, b.after));
                let (x, y) = (&lesson.screens[a.after].sketch, &lesson.screens[b.after].sketch);
                if is_one && compare(x, y).score >= SAME {
                    chains.join(a.after, b.after);
                    is_new = true;
                }
            }
        }
    }
}

/// An act led from a screen of one chain to a screen of the other, and that was another one.
fn is_held_apart(chains: &mut Chains, apart: &BTreeSet<(usize, usize)>, (a, b): (usize, usize)) -> bool {
    let (a, b) = (chains.root(a), chains.root(b));
    apart.iter().any(|(x, y)| {
        let (x, y) = (chains.root(*x), chains.root(*y));
        (x, y) == (a, b) || (x, y) == (b, a)
    })
}

/// The screens that speak for a chain: those on which nothing lies open.
fn exemplars(chain: &[usize], popped: &BTreeSet<usize>, most: usize) -> Vec<usize> {
    let plain: Vec<usize> = chain.iter().copied().filter(|s| !popped.contains(s)).collect();
    let from = if plain.is_empty() { chain.to_vec() } else { plain };
    // The first and the last: before and after a form was filled in.
    match from.len() {
        0..=1 => from,
        n => (0..most.min(n)).map(|k| from[k * (n - 1) / (most.min(n) - 1).max(1)]).collect(),
    }
}

/// How alike two chains are: as alike as their most alike screens.
fn alike(lesson: &Lesson, a: &[usize], b: &[usize], facts: &[Facts]) -> f64 {
    let mut best = 0.0f64;
    for (x, y) in a.iter().flat_map(|x| b.iter().map(move |y| (*x, *y))) {
        let (s, t) = (&lesson.screens[x], &lesson.screens[y]);
        let (differ, share) = facts[x].differences(&facts[y]);
        if facts[x].is_parted(&facts[y])
            || differ > OTHER_USES
            || (differ >= OTHER_USES && share >= OTHER_SHARE)
        {
            return 0.0;
        }
        best = best.max(compare(&s.sketch, &t.sketch).score);
    }
    best
}

/// Numbers kinds in the order in which demonstrations meet them.
fn number(chains: &mut Chains, lesson: &Lesson, popped: &BTreeSet<usize>) -> Kinds {
    let met = lesson.demos.iter().flat_map(|d| &d.acts).flat_map(|a| [a.on, a.after]);
    let order: Vec<usize> = met.chain(0..lesson.screens.len()).collect();
    let mut numbers: HashMap<usize, usize> = HashMap::new();
    let mut of = vec![0; lesson.screens.len()];
    for screen in order {
        let next = numbers.len();
        of[screen] = *numbers.entry(chains.root(screen)).or_insert(next);
    }
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); numbers.len()];
    of.iter().enumerate().for_each(|(screen, kind)| members[*kind].push(screen));
    let exemplars = members
        .iter()
        .map(|all| {
            let plain: Vec<usize> = all.iter().copied().filter(|s| !popped.contains(s)).collect();
            if plain.is_empty() { all.clone() } else { plain }
        })
        .collect();
    Kinds { of, exemplars }
}

/// Sets of screens that belong together.
struct Chains(Vec<usize>);

impl Chains {
    fn new(count: usize) -> Self {
        Self((0..count).collect())
    }

    fn root(&mut self, mut at: usize) -> usize {
        while self.0[at] != at {
            self.0[at] = self.0[self.0[at]];
            at = self.0[at];
        }
        at
    }

    /// The smaller number is the root, so that the answer does not depend on the order of joining.
    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b)] = a.min(b);
    }
}
