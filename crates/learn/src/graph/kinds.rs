//! Which screens are of one kind: the nodes of a graph (SPEC L1.3, LEARN.1).
//!
//! Two things decide. *Time*: what a person typed, or a list that opened where they clicked, does not make it another screen, while
//! a dialog or an error that came up does, however little else changed. *Likeness* ([`lea_recognize::screen`]): chains of
//! screens that time holds together are joined with the most alike ones of other moments and demonstrations.

use super::lesson::{Act, Deed, Lesson, Shown};
use super::{errors, uses};
use lea_model::{ElementType, Rect, ScreenState};
use lea_recognize::label::{normal, ratio};
use lea_recognize::screen::{SAME, compare};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// What opens where a person clicked covers at most this share of the screen; more is another screen.
const POPUP_SHARE: f64 = 0.30;
/// … and begins no further from it than this, in pixels.
const POPUP_GAP: i32 = 16;
/// A change of at most this share of the screen, wherever, is a tick, a highlight or a message: not another screen.
const SMALL_CHANGE: f64 = 0.01;
/// A dialog covers at least this share of the screen.
const LEAST_DIALOG: f64 = 0.01;
/// After an act, so many buttons or fields that came or went make it another screen …
const OTHER_USES: usize = 2;
/// … and between moments, if they are this share of all, or one more.
const OTHER_SHARE: f64 = 0.34;
/// So many screens speak for a chain: more cost time and say the same.
const MOST_EXEMPLARS: usize = 2;
/// Window titles that are this much alike are the same, numbers apart.
const SAME_TITLE: f64 = 0.6;

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
    let known = Known { typed: errors::typed(lesson), pages: pages(lesson), dialogs: dialogs(lesson) };
    let mut chains = Chains::new(count);
    let mut apart: BTreeSet<(usize, usize)> = BTreeSet::new();
    let mut popped: BTreeSet<usize> = BTreeSet::new();
    for act in lesson.demos.iter().flat_map(|d| &d.acts) {
        if act.on == act.after {
            continue;
        }
        match came_of(act, &lesson.screens[act.on], &lesson.screens[act.after], &known) {
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
    join_alike(lesson, &mut chains, &apart, &popped, &known);
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

fn came_of(act: &Act, before: &Shown, after: &Shown, known: &Known) -> Change {
    if is_parted(&before.state, &after.state, known) || new_dialog(act, before, after) {
        return Change::Other;
    }
    if let Deed::Type { .. } = act.deed {
        return Change::Same;
    }
    if uses::differences(before, after).0 >= OTHER_USES {
        return Change::Other;
    }
    let Some(changed) = act.changed else { return Change::Unknown };
    let share = changed.area() as f64 / area(before);
    let place = act.target.as_ref().and_then(|t| t.position.as_ref()).map(|p| p.bbox);
    let touches = place.is_some_and(|p| p.padded(POPUP_GAP).intersection(&changed).is_some());
    match (&act.deed, touches) {
        _ if share <= SMALL_CHANGE => Change::Same,
        (Deed::Click { .. }, true) if share <= POPUP_SHARE && is_still_there(act, &after.state) => {
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
            && (label.is_empty() || ratio(&normal(&e.label), &label) >= 0.8)
    };
    after.ui_elements.iter().any(is_it)
}

fn area(shown: &Shown) -> f64 {
    (f64::from(shown.size.width) * f64::from(shown.size.height)).max(1.0)
}

/// Another application, another window, or something went wrong in one of them alone.
fn is_parted(a: &ScreenState, b: &ScreenState, known: &Known) -> bool {
    if let (Some(x), Some(y)) = (&a.window, &b.window) {
        let differs = |s: &str, t: &str| !s.is_empty() && !t.is_empty() && normal(s) != normal(t);
        if differs(&x.app_name, &y.app_name) {
            return true;
        }
        if is_other_title(&x.window_title, &y.window_title) {
            return true;
        }
        let page = |title: &str| title_parts(title).into_iter().next().filter(|p| known.pages.contains(p));
        if let (Some(s), Some(t)) = (page(&x.window_title), page(&y.window_title))
            && s != t
        {
            return true;
        }
    }
    if has_other_dialog(a, b, known) {
        return true;
    }
    let (x, y) = (errors::errors(a, &known.typed), errors::errors(b, &known.typed));
    let has = |all: &[(String, lea_model::workflow::ErrorType)], text: &str| {
        all.iter().any(|(other, _)| ratio(&letters(other), &letters(text)) >= 0.75)
    };
    x.iter().any(|(t, _)| !has(&y, t)) || y.iter().any(|(t, _)| !has(&x, t))
}

/// Each shows a dialog whose name is not to be read on the other.
fn has_other_dialog(a: &ScreenState, b: &ScreenState, known: &Known) -> bool {
    let own = |s: &ScreenState, other: &ScreenState| {
        let said =
            |name: &String| other.perception.detected_text.iter().any(|t| letters(&t.text).contains(name));
        dialog_names(s).iter().any(|name| known.dialogs.contains(name) && !said(name))
    };
    own(a, b) && own(b, a)
}

/// What dialogs are called, without numbers.
fn dialog_names(state: &ScreenState) -> Vec<String> {
    let dialogs = state.ui_elements.iter().filter(|e| e.element_type == ElementType::Dialog);
    dialogs.map(|e| letters(&e.label)).filter(|l| l.len() >= 4).collect()
}

/// What is known of a whole lesson.
struct Known {
    /// All that was typed.
    typed: BTreeSet<String>,
    /// Names of pages: what titles begin with in more than one recording. What only one has is the name of a document.
    pages: BTreeSet<String>,
    /// Names of dialogs, the same way.
    dialogs: BTreeSet<String>,
}

fn dialogs(lesson: &Lesson) -> BTreeSet<String> {
    in_several(lesson, |shown| dialog_names(&shown.state))
}

fn pages(lesson: &Lesson) -> BTreeSet<String> {
    in_several(lesson, |shown| {
        let window = shown.state.window.as_ref();
        window.and_then(|w| title_parts(&w.window_title).into_iter().next()).into_iter().collect()
    })
}

/// The names that screens of more than one recording have.
fn in_several(lesson: &Lesson, names: impl Fn(&Shown) -> Vec<String>) -> BTreeSet<String> {
    let mut seen: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for (demo, act) in lesson.demos.iter().flat_map(|d| d.acts.iter().map(move |a| (d, a))) {
        for screen in [act.on, act.after] {
            for name in names(&lesson.screens[screen]) {
                seen.entry(name).or_default().insert(&demo.session_id);
            }
        }
    }
    seen.into_iter().filter(|(_, sessions)| sessions.len() > 1).map(|(name, _)| name).collect()
}

/// The parts of a title, without numbers.
fn title_parts(title: &str) -> Vec<String> {
    let pieces = title.split(['–', '—', '|', ':']).flat_map(|p| p.split(" - "));
    pieces.map(letters).filter(|p| !p.is_empty()).collect()
}

/// Titles that share no part are of different windows; those that do may name another document or page.
fn is_other_title(a: &str, b: &str) -> bool {
    let parts = |title: &str| title_parts(title).into_iter().collect::<BTreeSet<String>>();
    let (x, y) = (parts(a), parts(b));
    let known = !x.is_empty() && !y.is_empty();
    known && x.is_disjoint(&y) && ratio(&letters(a), &letters(b)) < SAME_TITLE
}

/// A title without numbers, which are content.
fn letters(text: &str) -> String {
    let kept: String = normal(text).chars().map(|c| if c.is_alphabetic() { c } else { ' ' }).collect();
    kept.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A dialog is there that was not, where the screen changed, with something to press; a panel that grew or shrank is none.
fn new_dialog(act: &Act, before: &Shown, after: &Shown) -> bool {
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
            let same_name = !label.is_empty() && ratio(name, label) >= 0.8;
            same_name || (o.x1 - d.x1).abs() + (o.y1 - d.y1).abs() <= POPUP_GAP
        })
    };
    let place = act.target.as_ref().and_then(|t| t.position.as_ref()).map(|p| p.bbox.center());
    let is_new = dialogs(after).iter().any(|(d, label)| {
        let holds_cause = place.is_some_and(|p| d.contains(p));
        !was_there(d, label) && covered(&changed, d) >= 0.5 && !holds_cause
    });
    is_new && uses::differences(before, after).0 > 0
}

/// Joins chains that look alike, the most alike first; never two that time holds apart.
fn join_alike(
    lesson: &Lesson,
    chains: &mut Chains,
    apart: &BTreeSet<(usize, usize)>,
    popped: &BTreeSet<usize>,
    known: &Known,
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
            likeness.insert((i, j), alike(lesson, &exemplars[i], &exemplars[j], known));
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
fn alike(lesson: &Lesson, a: &[usize], b: &[usize], known: &Known) -> f64 {
    let mut best = 0.0f64;
    for (x, y) in a.iter().flat_map(|x| b.iter().map(move |y| (*x, *y))) {
        let (s, t) = (&lesson.screens[x], &lesson.screens[y]);
        let (differ, share) = uses::differences(s, t);
        if is_parted(&s.state, &t.state, known)
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
