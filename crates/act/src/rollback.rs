//! Taking back the last actions of a step that failed (SPEC ACT.7, `rollback_on_error` of SPEC L4.1): text by Ctrl+Z in its field, what a
//! click brought up by Escape. Each goes through the step like any other action and is seen to have worked before the next one. The
//! first action that cannot be taken back ends it: nothing before something irreversible, something that may have been sent, or
//! another step is touched.

use crate::after_verdict::Attempt;
use crate::execute::Part;
use crate::locate::{Goal, locate};
use crate::mode::Actor;
use crate::params::filling::{MOST_UNDONE, SAME_PLACE};
use crate::run::Runner;
use crate::undo::shows;
use crate::verify::Meant;
use crate::world::{InputEvent, Observation};
use lea_model::run::{Grounding, Halt, HaltReason};
use lea_model::workflow::Echo;
use lea_model::{ActionType, ElementType, MouseButton, Rect};
use lea_recognize::label::normal;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The last actions of the step under way, oldest first, as long as each can be taken back.
#[derive(Default)]
pub(crate) struct Undoable(Vec<Undo>);

/// How one action is taken back.
#[derive(Clone)]
pub(crate) enum Undo {
    /// Text: the field showed `was`, and shows `now`.
    Text { field: Rect, label: String, was: String, now: String },
    /// A click: what it brought up is closed, and the screen says again what it said.
    Opened { before: Rc<Observation>, label: String },
}

/// What an action means for those before it.
pub(crate) enum Mark {
    /// It can be taken back.
    Can(Undo),
    /// It changed nothing that would have to be.
    Nothing,
    /// It cannot, so nothing before it can either.
    Cannot,
}

impl Undoable {
    /// Another action was done.
    pub fn mark(&mut self, mark: Mark) {
        match mark {
            Mark::Nothing => {}
            Mark::Cannot => self.0.clear(),
            Mark::Can(undo) => self.add(undo),
        }
    }

    fn add(&mut self, undo: Undo) {
        // Typed once more into the same field: it goes back to what the field showed first.
        if let (Undo::Text { field, now, .. }, Some(Undo::Text { field: last, now: shown, .. })) =
            (&undo, self.0.last_mut())
            && last.padded(SAME_PLACE).contains(field.center())
        {
            shown.clone_from(now);
            return;
        }
        self.0.push(undo);
        if self.0.len() > MOST_UNDONE {
            self.0.remove(0);
        }
    }

    fn has_text(&self) -> bool {
        self.0.iter().any(|undo| matches!(undo, Undo::Text { .. }))
    }
}

/// The step failed, and what it did is known: nothing is taken back after a stop, a refusal, a question or an unknown outcome.
fn is_failure(reason: HaltReason) -> bool {
    matches!(
        reason,
        HaltReason::NotFound
            | HaltReason::Ambiguous
            | HaltReason::Unsure
            | HaltReason::NotVerified
            | HaltReason::WrongRecord
    )
}

impl Runner<'_, '_, '_> {
    /// Remembers how an action that was done is taken back.
    pub fn mark_undo(&mut self, attempt: Attempt<'_>, irreversible: bool, worked: bool) {
        let Attempt { part, before, after, found } = attempt;
        let mark = match part.action.action_type {
            _ if irreversible => Mark::Cannot,
            ActionType::TextInput => self.mark_text(attempt),
            ActionType::Scroll
            | ActionType::Hover
            | ActionType::Wait
            | ActionType::Focus
            | ActionType::ExtractText
            | ActionType::AnalyzeText => Mark::Nothing,
            // What was typed before a click may have been sent by it.
            ActionType::MouseClick
                if worked
                    && !part.is_last()
                    && !self.known.undoable.has_text()
                    && lies_over(before, after) =>
            {
                Mark::Can(Undo::Opened { before: before.clone(), label: label(part, found) })
            }
            _ => Mark::Cannot,
        };
        self.known.undoable.mark(mark);
    }

    fn mark_text(&self, attempt: Attempt<'_>) -> Mark {
        let Attempt { part, before, after, found } = attempt;
        let p = &part.action.parameters;
        let is_secret = self.known.values.fill(p.text.as_deref().unwrap_or_default()).is_ok_and(|f| f.secret);
        let is_choice =
            part.action.target.as_ref().and_then(|t| t.element_type) == Some(ElementType::Dropdown);
        let Some(field) = found.bbox.filter(|_| !is_secret && !is_choice && p.echo() != Echo::Never) else {
            return Mark::Cannot;
        };
        match (shows(before, field), shows(after, field)) {
            (Some(was), Some(now)) if was == now => Mark::Nothing,
            (Some(was), Some(now)) => Mark::Can(Undo::Text { field, label: label(part, found), was, now }),
            _ => Mark::Cannot,
        }
    }

    /// The step failed: where the mode and maturity say so, its last actions are taken back; the halt says what came of it.
    pub fn roll_back(&mut self, part: &Part<'_>, halt: Halt) -> Halt {
        let undoable = std::mem::take(&mut self.known.undoable).0;
        let may = self.permission.rollback_on_error
            && self.permission.actor == Actor::Lea
            && is_failure(halt.reason)
            && !self.place.progress.was_for_good(&part.edge.edge_id);
        if !may || undoable.is_empty() {
            return halt;
        }
        let mut done = Vec::new();
        for undo in undoable.iter().rev() {
            match self.undo_one(part, undo) {
                Ok(true) => done.push(undo.told()),
                Ok(false) => break,
                // A stop, or a screen or journal that is lost, is what ends the run then.
                Err(other) => return other,
            }
        }
        if done.is_empty() {
            return halt;
        }
        Halt { why: format!("{}; taken back: {}", halt.why, done.join(", ")), ..halt }
    }

    /// Takes one action back on the screen of its step; false where that is not seen to be so.
    fn undo_one(&mut self, part: &Part<'_>, undo: &Undo) -> Result<bool, Halt> {
        let now = self.look()?;
        let is_here = self.match_node(&now, Some(part.node)).node.as_deref() == Some(part.node);
        if !is_here || self.hides_something(&now).is_some() {
            return Ok(false);
        }
        match undo {
            Undo::Text { field, label, was, now: typed } => {
                if shows(&now, *field).as_ref() != Some(typed) {
                    return Ok(false);
                }
                self.undo_text(&now, *field, label, was)
            }
            Undo::Opened { before, label } => {
                let said = lines(before);
                let holds = |after: &Observation| Meant {
                    holds: Some(lines(after) == said),
                    detail: format!("whether what “{label}” brought up is closed"),
                    ..Meant::default()
                };
                let keys = InputEvent::Keys(vec!["ESCAPE".into()]);
                let told = format!("press Escape: the step failed after “{label}” was clicked");
                self.take_back(now, (keys, Grounding::default()), told, &holds)
            }
        }
    }

    /// Ctrl+Z in a field that is seen to have the focus: elsewhere it may take back something else.
    fn undo_text(
        &mut self,
        now: &Rc<Observation>,
        field: Rect,
        label: &str,
        was: &str,
    ) -> Result<bool, Halt> {
        let told = format!("click “{label}”: the step failed after it was filled in");
        let click = InputEvent::Click { at: field.center(), button: MouseButton::Left, clicks: 1 };
        let place = locate(&Goal::Content { bbox: field, label }).found().unwrap_or_default();
        self.take_back(now.clone(), (click, place), told, &|_| Meant::default())?;
        let after = self.look()?;
        if !self.shows_focus(now, &after, field) {
            return Ok(false);
        }
        let holds = |observation: &Observation| Meant {
            holds: Some(shows(observation, field).is_some_and(|shown| shown == was)),
            detail: format!("whether “{label}” shows what it showed before"),
            ..Meant::default()
        };
        let keys = InputEvent::Keys(vec!["CTRL".into(), "z".into()]);
        let told = format!("press Ctrl+Z: the step failed after “{label}” was filled in");
        self.take_back(after, (keys, Grounding::default()), told, &holds)
    }
}

impl Undo {
    fn told(&self) -> String {
        match self {
            Self::Text { label, .. } => format!("what was typed into “{label}”"),
            Self::Opened { label, .. } => format!("what “{label}” brought up"),
        }
    }
}

/// What a thing is called: by what stands on it, or else by the words it was looked for with.
fn label(part: &Part<'_>, found: &Grounding) -> String {
    let target = part.action.target.as_ref();
    let name = target.and_then(|t| t.anchor.as_ref()?.name.clone().or_else(|| t.text.clone()));
    let own = Some(found.label.clone()).filter(|l| !l.trim().is_empty());
    own.or(name).or_else(|| target?.text.clone()).unwrap_or_else(|| "it".into())
}

fn lines(observation: &Observation) -> BTreeSet<String> {
    let all = observation.state.perception.detected_text.iter().map(|t| normal(&t.text));
    all.filter(|t| !t.is_empty()).collect()
}

/// Something came up over a screen that is otherwise still there: a menu, a list, a dialog.
fn lies_over(before: &Observation, after: &Observation) -> bool {
    let (was, is) = (lines(before), lines(after));
    is.difference(&was).next().is_some() && 2 * was.intersection(&is).count() >= was.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::tests::blank;
    use lea_model::{DetectedText, ScreenState};

    fn text(x: i32, was: &str, now: &str) -> Mark {
        let field = Rect::from([x, 10, x + 50, 30]);
        Mark::Can(Undo::Text { field, label: "Name".into(), was: was.into(), now: now.into() })
    }

    fn told(undoable: &Undoable) -> Vec<(String, String)> {
        let pair = |undo: &Undo| match undo {
            Undo::Text { was, now, .. } => (was.clone(), now.clone()),
            Undo::Opened { label, .. } => ("opened".into(), label.clone()),
        };
        undoable.0.iter().map(pair).collect()
    }

    fn screen(texts: &[&str]) -> Observation {
        let line = |t: &&str| DetectedText { text: (*t).into(), ..DetectedText::default() };
        let mut state = ScreenState::default();
        state.perception.detected_text = texts.iter().map(line).collect();
        Observation { state, ..blank() }
    }

    #[test]
    fn the_last_three_actions_can_be_taken_back_and_nothing_before_one_that_cannot() {
        let mut undoable = Undoable::default();
        for (x, now) in [(0, "a"), (100, "b"), (200, "c"), (300, "d")] {
            undoable.mark(text(x, "", now));
        }
        undoable.mark(Mark::Nothing);
        let all: Vec<String> = told(&undoable).into_iter().map(|(_, now)| now).collect();
        assert_eq!(all, ["b", "c", "d"]);
        undoable.mark(Mark::Cannot);
        assert!(told(&undoable).is_empty());
    }

    #[test]
    fn a_field_that_was_filled_twice_goes_back_to_what_it_showed_first() {
        let mut undoable = Undoable::default();
        undoable.mark(text(0, "old", "wrong"));
        undoable.mark(text(0, "wrong", "right"));
        assert_eq!(told(&undoable), [("old".to_owned(), "right".to_owned())]);
    }

    #[test]
    fn a_menu_lies_over_its_page_and_another_page_does_not() {
        let page = screen(&["File", "Invoices", "Search"]);
        assert!(lies_over(&page, &screen(&["File", "Invoices", "Search", "Open", "Close"])));
        assert!(!lies_over(&page, &screen(&["Patients", "New"])), "another page");
        assert!(!lies_over(&page, &page), "nothing came up");
    }

    #[test]
    fn nothing_is_taken_back_after_a_stop_a_question_or_an_unknown_outcome() {
        assert!(is_failure(HaltReason::NotFound) && is_failure(HaltReason::NotVerified));
        for reason in [
            HaltReason::Interrupted,
            HaltReason::UnknownOutcome,
            HaltReason::EffectMissing,
            HaltReason::NotConfirmed,
            HaltReason::Forbidden,
            HaltReason::ScreenLost,
        ] {
            assert!(!is_failure(reason), "{reason:?}");
        }
    }
}
