//! Finding what an action points at (SPEC ACT.3): the one way to a place on the screen, for every kind of target. What it gives is
//! what the trace shows: the method that decided, and a score only where something was scored.

use crate::ground::{self, Wanted};
use crate::plan::Plan;
use crate::reflex::{self, Dialog};
use crate::values::Values;
use crate::world::Observation;
use crate::{filling, pager, undo};
use lea_model::Rect;
use lea_model::run::{Grounding, HaltReason, Method, Resolution};
use lea_recognize::{Level, View};

/// What came of looking for a target.
#[derive(Clone, Debug)]
pub enum Grounded {
    /// It is there.
    Found(Grounding),
    /// It is not, or not surely: why, and what was considered.
    Not(HaltReason, Grounding),
}

impl Grounded {
    /// What was found, if it was.
    pub fn found(self) -> Option<Grounding> {
        match self {
            Self::Found(found) => Some(found),
            Self::Not(..) => None,
        }
    }
}

/// Where something is looked for, and how far the search is relaxed.
pub struct Search<'a> {
    /// What was learnt.
    pub plan: &'a Plan,
    /// What is known.
    pub values: &'a Values,
    /// The screen.
    pub observation: &'a Observation,
    /// The same, to be searched.
    pub view: &'a View<'a>,
    /// Who is a candidate.
    pub level: Level,
    /// What a resolution on this level carries.
    pub resolution: Resolution,
}

/// Every kind of target there is.
pub enum Goal<'a> {
    /// What an action points at, as it was learnt: an element, a row or a thing in it, a field, what has the focus.
    Learnt(&'a Wanted<'a>, &'a Search<'a>),
    /// The entry of a list that has opened at a field.
    Entry { open: &'a Observation, before: &'a Observation, field: Rect, text: &'a str },
    /// What turns to the next page of the table on a screen.
    NextPage(&'a View<'a>),
    /// The button of a dialog that a rule presses: the first of the labels that is there and may be pressed.
    DialogButton { dialog: &'a Dialog, labels: &'a [String], dangerous_ok: bool },
    /// The only control that came up and says that it closes something.
    Close { before: Option<&'a Observation>, now: &'a Observation },
    /// The field that shows what was typed, and should not.
    Content { bbox: Rect, label: &'a str },
}

/// Looks for a target.
pub fn locate(goal: &Goal<'_>) -> Grounded {
    match goal {
        Goal::Learnt(wanted, search) => ground::learnt(wanted, search),
        Goal::Entry { open, before, field, text } => {
            let all = filling::entries(open, before, *field, text);
            let all: Vec<_> = all.into_iter().map(|bbox| (bbox, (*text).to_owned())).collect();
            one(Method::Entry, "entry", &all)
        }
        Goal::NextPage(view) => {
            one(Method::Pager, "control that turns to the next page", &pager::controls(view))
        }
        Goal::DialogButton { dialog, labels, dangerous_ok } => {
            let button = reflex::button(dialog, labels, *dangerous_ok);
            one(Method::Dialog, "button that the rule presses", button.as_slice())
        }
        Goal::Close { before, now } => {
            let all = undo::closing(*before, now);
            one(Method::Close, "control that came up and closes something", &all)
        }
        Goal::Content { bbox, label } => {
            one(Method::Content, "field that shows what was typed", &[(*bbox, (*label).to_owned())])
        }
    }
}

/// One thing of a kind is found, none is not there, and several cannot be told apart.
fn one(method: Method, kind: &str, all: &[(Rect, String)]) -> Grounded {
    let base = Grounding { method, ..Grounding::default() };
    match all {
        [(bbox, label)] => Grounded::Found(Grounding {
            bbox: Some(*bbox),
            point: Some(bbox.center()),
            label: label.clone(),
            why: format!("the only {kind}"),
            ..base
        }),
        [] => Grounded::Not(HaltReason::NotFound, Grounding { why: format!("there is no {kind}"), ..base }),
        several => {
            let labels: Vec<&str> = several.iter().map(|(_, label)| label.trim()).collect();
            let why = format!("{} things may be the {kind}: {}", several.len(), labels.join(", "));
            Grounded::Not(HaltReason::Ambiguous, Grounding { why, ..base })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(labels: &[&str]) -> Vec<(Rect, String)> {
        let at = |n: usize| Rect::from([0, 30 * n as i32, 80, 30 * n as i32 + 20]);
        labels.iter().enumerate().map(|(n, l)| (at(n), (*l).to_owned())).collect()
    }

    #[test]
    fn what_a_rule_finds_has_no_score_and_says_what_decided() {
        let Grounded::Found(found) = one(Method::Pager, "control", &named(&["Next"])) else { panic!() };
        assert_eq!((found.method, found.score), (Method::Pager, None));
        assert_eq!((found.label.as_str(), found.why.as_str()), ("Next", "the only control"));
    }

    #[test]
    fn of_none_or_several_nothing_is_found() {
        let none = one(Method::Close, "control", &[]);
        assert!(matches!(none, Grounded::Not(HaltReason::NotFound, _)));
        let two = one(Method::Close, "control", &named(&["Close", "×"]));
        assert!(matches!(two, Grounded::Not(HaltReason::Ambiguous, g) if g.why.contains("Close, ×")));
    }
}
