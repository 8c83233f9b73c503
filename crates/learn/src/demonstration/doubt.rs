//! Doubts, settled by the other demonstrations: what most of them do at about the same point is a step, whatever it looks like in one; what
//! only a few do is a slip. What moved the screen on is never a slip.

use super::pointing::{is_field, is_static};
use crate::graph::{Act, Deed, Doubt, Kinds, Lesson, is_same_step, kinds};
use lea_model::ledger::Reason;
use lea_model::workflow::TargetKind;

/// An act that was taken for a slip.
pub struct Slip {
    /// The demonstration.
    pub demo: usize,
    /// What was done.
    pub act: Act,
    /// Why it is none of the task's steps.
    pub reason: Reason,
}

/// Takes slips out of a lesson; says which.
pub fn settle(lesson: &mut Lesson) -> Vec<Slip> {
    let kinds = kinds(lesson);
    let demos = lesson.demos.iter().filter(|d| !d.acts.is_empty()).count();
    let mut out: Vec<(usize, usize, Reason)> = Vec::new();
    for (d, demo) in lesson.demos.iter().enumerate() {
        for (a, act) in demo.acts.iter().enumerate() {
            let Some(doubt) = &act.doubt else { continue };
            let next = demo.acts.get(a + 1);
            let is_step = moves_on(act, &kinds) || (agree(lesson, act, demos) && matters(act, doubt, next));
            if !is_step || is_replaced(act, doubt, next) {
                out.push((d, a, reason(doubt)));
            }
        }
    }
    let mut slips: Vec<Slip> = Vec::new();
    for (d, a, reason) in out.into_iter().rev() {
        let act = lesson.demos[d].acts.remove(a);
        slips.push(Slip { demo: d, act, reason });
    }
    slips.reverse();
    lesson.demos.iter_mut().flat_map(|d| &mut d.acts).for_each(|a| a.doubt = None);
    slips
}

/// It led to another kind of screen.
fn moves_on(act: &Act, kinds: &Kinds) -> bool {
    kinds.of[act.on] != kinds.of[act.after] && !matches!(act.doubt, Some(Doubt::Noise(_)))
}

/// More than half of the demonstrations do it.
fn agree(lesson: &Lesson, act: &Act, demos: usize) -> bool {
    let does = lesson.demos.iter().filter(|d| d.acts.iter().any(|other| is_same_step(act, other))).count();
    demos > 1 && 2 * does > demos
}

/// A click that seems to do nothing matters where it is on a control, such as a button that shows no effect, or where keys follow that go
/// to what it gave the focus to: a field that has a name, or a place in which the text then comes up, such as a cell. A click on a text or
/// anywhere on a page only moves the focus.
fn matters(act: &Act, doubt: &Doubt, next: Option<&Act>) -> bool {
    if let Deed::Scroll { .. } = act.deed {
        return true;
    }
    let has_words = act.target.as_ref().is_some_and(has_words);
    let is_quiet = !matches!(doubt, Doubt::Noise(_)) && !act.target.as_ref().is_some_and(is_control);
    let place = act.target.as_ref().and_then(|t| t.position.as_ref()).map(|p| p.bbox);
    let comes_up_there =
        |next: &Act| next.changed.zip(place).is_some_and(|(changed, place)| changed.contains(place.center()));
    let goes_there = |next: &Act| {
        let by_focus = match next.deed {
            Deed::Keys(_) => true,
            Deed::Type { .. } => next.target.as_ref().is_none_or(|t| t.kind == TargetKind::Focused),
            _ => false,
        };
        by_focus && (has_words || comes_up_there(next))
    };
    !is_quiet || next.is_some_and(goes_there)
}

fn has_words(target: &lea_model::Target) -> bool {
    let says = |text: Option<&str>| text.is_some_and(|t| t.chars().any(char::is_alphanumeric));
    says(target.text.as_deref()) || says(target.anchor.as_ref().and_then(|a| a.name.as_deref()))
}

/// It is made to be used, and is no field.
fn is_control(target: &lea_model::Target) -> bool {
    target.element_type.is_some_and(|kind| !is_static(kind) && !is_field(kind))
}

/// What was typed was typed anew in the same field right after.
fn is_replaced(act: &Act, doubt: &Doubt, next: Option<&Act>) -> bool {
    let fills = |act: &Act| matches!(act.deed, Deed::Type { .. });
    matches!(doubt, Doubt::Noise(_))
        && fills(act)
        && next.is_some_and(|next| fills(next) && is_same_step(act, next))
}

fn reason(doubt: &Doubt) -> Reason {
    match doubt {
        Doubt::NothingChanged => Reason::NothingChanged,
        Doubt::NothingThere => Reason::NothingThere,
        Doubt::OnlyFocus => Reason::OnlyFocus,
        Doubt::OnlyScrolled => Reason::Scroll,
        Doubt::Noise(why) => Reason::Noise(why.clone()),
    }
}
