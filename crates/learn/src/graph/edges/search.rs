//! Records that are opened by what was typed, with no row picked (SPEC ACT.12): a number in a search field, then Enter.

use super::Builder;
use super::record::{label_of, lines};
use crate::graph::lesson::{Act, Deed};
use crate::graph::ways::Way;
use crate::params::graph::LEAST_TELLING;
use lea_lexicon::Lexicon;
use lea_model::{ElementType, Rect, ScreenState, UIElement};
use lea_recognize::label::normal;
use std::collections::BTreeMap;

/// How what was typed led to a record in a demonstration.
struct Opening {
    /// The act after the one that opened it.
    next: usize,
    /// It was typed into a search, and that search was sent.
    is_search: bool,
    /// What was opened is the form itself: nothing else was done between.
    is_form: bool,
}

impl Builder<'_> {
    /// What was typed opened the record of a way, in every demonstration. A search that opens the form says so, and one that opens a page
    /// on which the value has a name. Anything else that was typed says so only where the form shows it (`is_shown`).
    pub(super) fn is_opened_by(
        &self,
        way: &Way,
        values: &BTreeMap<usize, String>,
        exits: &[(usize, usize)],
        is_shown: bool,
    ) -> bool {
        let opening = |(d, a): &(usize, usize)| self.opening(way, *d, *a, values.get(d)?);
        let Some(openings) = exits.iter().map(opening).collect::<Option<Vec<Opening>>>() else {
            return false;
        };
        let names = |(opening, (d, _)): (&Opening, &(usize, usize))| -> Vec<String> {
            let screen = &self.lesson.screens[self.lesson.demos[*d].acts[opening.next].on].state;
            let value = values.get(d).map(String::as_str).unwrap_or_default();
            let said = lines(screen).filter(|(b, t)| normal(t) == normal(value) && !is_listed(screen, *b));
            said.filter_map(|(b, _)| label_of(screen, b)).collect()
        };
        let names: Vec<Vec<String>> = openings.iter().zip(exits).map(names).collect();
        let is_named = super::record::in_common(&names).is_some();
        let is_searched = openings.iter().all(|o| o.is_search);
        !openings.is_empty() && (is_shown || is_searched && (is_named || openings.iter().all(|o| o.is_form)))
    }

    /// How a value led to what the way of an exit changes; none where it did not, or where a row was picked after it.
    fn opening(&self, way: &Way, d: usize, exit: usize, value: &str) -> Option<Opening> {
        let acts = &self.lesson.demos[d].acts;
        let kind = |act: &Act| self.kinds.of[act.on];
        let of_way = way.steps.iter().flat_map(|s| s.done()).filter(|(e, a)| *e == d && *a <= exit);
        let others = way.exit()?.done().filter(|(e, a)| *e == d && *a < exit).map(|(_, a)| a).max();
        let visit = of_way.map(|(_, a)| a).filter(|a| others.is_none_or(|o| *a > o));
        let changed = visit.filter(|a| super::record::changes(&acts[*a])).min().unwrap_or(exit);
        let is_typed = |act: &Act| act.text().is_some_and(|t| normal(t) == normal(value));
        let typed = acts[..changed].iter().rposition(is_typed)?;
        if acts[typed + 1..changed].iter().any(|act| act.row.is_some()) {
            return None;
        }
        let sent = typed + usize::from(acts.get(typed + 1).is_some_and(is_pressed));
        let next = sent + 1;
        if next > changed {
            return None;
        }
        let leads_on = kind(&acts[next]) != kind(&acts[typed]);
        let is_search = is_search(&acts[typed]);
        // A field of another name is one to open things by where it is the only one, and what is typed is a number.
        let is_alone = || {
            let here = |act: &&Act| kind(act) == kind(&acts[typed]) && matches!(act.deed, Deed::Type { .. });
            let is_number = value.chars().any(|c| c.is_ascii_digit())
                && !value.trim().contains(char::is_whitespace)
                && normal(value).chars().count() >= LEAST_TELLING;
            let is_sent = sent > typed
                && !matches!(acts[sent].deed, Deed::Click { .. } if super::sends_for_good(&acts[sent]));
            is_number && is_sent && leads_on && acts[..changed].iter().filter(here).count() == 1
        };
        if !is_search && !is_alone() {
            return None;
        }
        let is_form = if leads_on { kind(&acts[next]) == way.from } else { next == changed };
        let is_search = is_search && (sent == typed || sends_search(&acts[sent]));
        Some(Opening { next, is_search, is_form })
    }

    /// Fields on the screen of an act that hold a value because it was typed into them before: what stands there names no record.
    pub(super) fn typed_into(&self, d: usize, a: usize, value: &str) -> Vec<Rect> {
        let acts = &self.lesson.demos[d].acts;
        let screen = &self.lesson.screens[acts[a].on].state;
        let typed = acts[..=a].iter().filter(|act| act.text().is_some_and(|t| normal(t) == normal(value)));
        let places = typed.filter_map(|act| Some(act.target.as_ref()?.position.as_ref()?.bbox));
        places.filter(|b| field_at(screen, *b).is_some()).collect()
    }
}

/// Enter, or a click on something that is no choice: it may send what was typed before it.
fn is_pressed(act: &Act) -> bool {
    match &act.deed {
        Deed::Keys(_) => is_enter(act),
        Deed::Click { .. } => act.row.is_none() && !super::is_entry(act) && !super::record::changes(act),
        _ => false,
    }
}

fn is_enter(act: &Act) -> bool {
    let is_enter = |k: &String| ["ENTER", "RETURN", "KP_ENTER"].contains(&k.to_uppercase().as_str());
    matches!(&act.deed, Deed::Keys(keys) if keys.iter().any(is_enter))
}

/// It sends a search: Enter, a button that says so, opens or confirms, or an icon without words.
fn sends_search(act: &Act) -> bool {
    let role = Lexicon::in_use().roles.role(act.label());
    let is_button = matches!(role, Some("search" | "navigation" | "confirmation"));
    is_enter(act) || is_search(act) || is_button || !act.label().chars().any(char::is_alphanumeric)
}

/// It points at what is searched or filtered with.
pub(super) fn is_search(act: &Act) -> bool {
    let is_role = |t: &lea_model::Target| t.role.as_deref() == Some("search");
    act.target.as_ref().is_some_and(is_role) || says_search(act.label())
}

fn says_search(text: &str) -> bool {
    Lexicon::in_use().roles.role(text) == Some("search")
}

fn field_at(state: &ScreenState, at: Rect) -> Option<&UIElement> {
    let fields = [ElementType::TextInput, ElementType::TextArea, ElementType::Dropdown];
    let mut found = state.ui_elements.iter().filter(|e| fields.contains(&e.element_type));
    found.find(|e| e.bbox.contains(at.center()))
}

/// It stands in a search field.
pub(super) fn is_in_search(state: &ScreenState, at: Rect) -> bool {
    let hint = |e: &UIElement| e.metadata.placeholder.as_deref().is_some_and(says_search);
    field_at(state, at).is_some_and(|e| e.role == "search" || says_search(&e.label) || hint(e))
}

/// It stands in a row of a table, which says nothing about what is open beside it.
pub(super) fn is_listed(state: &ScreenState, at: Rect) -> bool {
    lea_recognize::rows::rows(&state.ui_elements).iter().any(|r| r.bbox.contains(at.center()))
}
