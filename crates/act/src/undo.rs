//! Taking back what went wrong (SPEC ACT.7): text that went into another field, and what came up and was not expected. Each action of it
//! passes the guard, the journal and verification like any other, and there are three at most. What cannot be taken back, what may have been
//! sent, and what is not known to have happened, is never undone; where it is not seen to be as it was, the run halts.

use crate::after_verdict::Attempt;
use crate::execute::Part;
use crate::field_value;
use crate::ground::element_at;
use crate::locate::{Goal, locate};
use crate::matching::{hear, match_node};
use crate::params::filling::{MOST_UNDONE, SAME_PLACE};
use crate::run::Runner;
use crate::step::{Origin, SideAction};
use crate::verify::Meant;
use crate::world::{InputEvent, Observation};
use lea_model::run::{Grounding, Halt, HaltReason, StepVerdict};
use lea_model::workflow::ANY_NODE;
use lea_model::{ActionType, ElementType, MouseButton, Rect, UIElement};
use lea_recognize::View;
use lea_recognize::label::normal;
use std::rc::Rc;

/// A field that shows something else than it did.
struct Stray {
    bbox: Rect,
    label: String,
    was: String,
}

impl Runner<'_, '_, '_> {
    /// After something unexpected: the run is where it was, or what came up is closed and it is; false where it cannot be seen to be.
    pub fn go_back(&mut self, part: &Part<'_>, before: &Observation) -> Result<bool, Halt> {
        // Nothing tells whether a screen that is none of the task is back.
        if part.node == ANY_NODE {
            return Ok(false);
        }
        let after = self.look()?;
        if self.match_node(&after, Some(part.node)).node.as_deref() == Some(part.node) {
            return Ok(true);
        }
        // What may have been sent is not taken back by closing what it answered.
        if crate::execute::sends(part.action) && !self.known.typed.is_empty() {
            return Ok(false);
        }
        let came = "what came up was not expected";
        let mut left = MOST_UNDONE;
        let (keys, nothing) = (InputEvent::Keys(vec!["ESCAPE".into()]), Grounding::default());
        let mut is_back = self.undone(part, after, (keys, nothing), format!("press Escape: {came}"))?;
        left -= 1;
        while !is_back && left > 0 {
            let now = self.look()?;
            let close = locate(&Goal::Close { before: Some(before), now: &now }).found();
            let (event, found, told) =
                if let Some((found, at)) = close.and_then(|f| Some((f.clone(), f.point?))) {
                    let told = format!("press “{}”: {came}", found.label);
                    (InputEvent::Click { at, button: MouseButton::Left, clicks: 1 }, found, told)
                } else if is_new_window(before, &now) {
                    let event = InputEvent::Keys(vec!["ALT".into(), "F4".into()]);
                    (event, Grounding::default(), format!("close the window: {came}"))
                } else {
                    break;
                };
            is_back = self.undone(part, now, (event, found), told)?;
            left -= 1;
        }
        Ok(is_back)
    }

    /// One action that takes something back, on the screen that it was decided on; whether it is seen to have worked.
    pub fn take_back(
        &mut self,
        seen: Rc<Observation>,
        (event, found): (InputEvent, Grounding),
        told: String,
        holds: &dyn Fn(&Observation) -> Meant,
    ) -> Result<bool, Halt> {
        let side = SideAction { name: "undo", origin: Origin::Undo, seen, event, found, told, holds };
        Ok(self.side_action(&side)? == Some(StepVerdict::Verified))
    }

    /// One action that should bring the screen of the step back; whether it did.
    fn undone(
        &mut self,
        part: &Part<'_>,
        seen: Rc<Observation>,
        does: (InputEvent, Grounding),
        told: String,
    ) -> Result<bool, Halt> {
        let (plan, meaning, node) = (self.plan, self.world.meaning, part.node);
        let is_back = |observation: &Observation| {
            let view = View::new(observation.scene(), observation.size, meaning);
            match_node(plan, observation, &hear(plan, observation, &view), Some(node), &|_| None)
                .node
                .as_deref()
                == Some(node)
        };
        let holds = |observation: &Observation| Meant {
            holds: Some(is_back(observation)),
            detail: format!("whether “{}” is shown again", plan.called(node)),
            ..Meant::default()
        };
        self.take_back(seen, does, told, &holds)?;
        let observation = self.look()?;
        Ok(is_back(&observation))
    }

    /// Text that went into another field than the one that was meant is taken out of it again, and seen to be; true where there was any.
    pub fn take_out_strays(&mut self, attempt: Attempt<'_>) -> Result<bool, Halt> {
        let Attempt { part, before, after, found } = attempt;
        if part.action.action_type != ActionType::TextInput {
            return Ok(false);
        }
        let template = part.action.parameters.text.as_deref().unwrap_or_default();
        let (Ok(filled), Some(target)) = (self.known.values.fill(template), found.bbox) else {
            return Ok(false);
        };
        let strays = strays(before, after, target, &filled.text);
        let Some(stray) = strays.first() else { return Ok(false) };
        let lost = |why: &str| {
            let why = format!("what was typed went into “{}”, and {why}", stray.label);
            Halt::new(HaltReason::NotVerified, why)
                .asking(format!("Correct what “{}” says by hand, then resume the run", stray.label))
        };
        if strays.len() > 1 {
            return Err(lost("into other fields too"));
        }
        let fields = fields_of(before, target);
        let as_before = |observation: &Observation| {
            fields.iter().all(|(bbox, was)| {
                shows(observation, *bbox).is_none_or(|now| now == *was || field_value::reads_as(&now, was))
            }) && shows(observation, stray.bbox).is_some_and(|now| now == stray.was)
        };
        let holds = |observation: &Observation| Meant {
            holds: Some(as_before(observation)),
            detail: format!("whether “{}” shows what it showed before", stray.label),
            ..Meant::default()
        };
        let told = format!("press Ctrl+Z: what was typed went into “{}”", stray.label);
        let keys = InputEvent::Keys(vec!["CTRL".into(), "z".into()]);
        match self.take_back(after.clone(), (keys, Grounding::default()), told, &holds)? {
            true => Ok(true),
            // Emptying the field would delete whatever has the focus; what it showed before may have been misread.
            false => Err(lost("Ctrl+Z does not take it back")),
        }
    }
}

/// Fields that took the text although another was meant. One that always shows what the meant one says has it as well: then the meant
/// one says it, and this is not asked.
fn strays(before: &Observation, after: &Observation, target: Rect, typed: &str) -> Vec<Stray> {
    let wanted = normal(typed);
    let took = |e: &&UIElement| {
        let was = shows(before, e.bbox).unwrap_or_default();
        let now = shows(after, e.bbox).unwrap_or_default();
        !wanted.is_empty()
            && now != was
            && (field_value::reads_as(&now, typed) || normal(&now).contains(&wanted))
    };
    let others = after
        .state
        .ui_elements
        .iter()
        .filter(|e| is_field(e) && !e.bbox.padded(SAME_PLACE).contains(target.center()));
    let stray = |e: &UIElement| Stray {
        bbox: e.bbox,
        label: if e.label.trim().is_empty() { "another field".into() } else { e.label.clone() },
        was: shows(before, e.bbox).unwrap_or_default(),
    };
    others.filter(took).map(stray).collect()
}

/// The fields of a screen but for one, with what they show.
fn fields_of(observation: &Observation, but: Rect) -> Vec<(Rect, String)> {
    let others =
        observation.state.ui_elements.iter().filter(|e| is_field(e) && !e.bbox.contains(but.center()));
    others.filter_map(|e| Some((e.bbox, shows(observation, e.bbox)?))).collect()
}

/// What the field at this place shows, if there is one.
pub(crate) fn shows(observation: &Observation, bbox: Rect) -> Option<String> {
    element_at(&observation.state.ui_elements, bbox).filter(|e| is_field(e))?;
    field_value::field(observation, bbox)
}

pub(crate) fn is_field(element: &UIElement) -> bool {
    matches!(element.element_type, ElementType::TextInput | ElementType::TextArea)
}

/// The controls that came up since a screen before, or are there at all, and say that they close something.
pub(crate) fn closing(before: Option<&Observation>, now: &Observation) -> Vec<(Rect, String)> {
    let says = |e: &UIElement| lea_lexicon::Lexicon::in_use().controls.closes(&e.label);
    let was_there = |e: &UIElement| {
        let same = |b: &UIElement| {
            b.bbox.padded(SAME_PLACE).contains(e.center) && normal(&b.label) == normal(&e.label)
        };
        before.is_some_and(|b| b.state.ui_elements.iter().any(same))
    };
    let presses = |e: &UIElement| matches!(e.element_type, ElementType::Button | ElementType::IconButton);
    let all = now.state.ui_elements.iter().filter(|e| presses(e) && says(e) && !was_there(e));
    all.map(|e| (e.bbox, e.label.clone())).collect()
}

/// A window that was not there before is in front.
fn is_new_window(before: &Observation, now: &Observation) -> bool {
    let front = now.windows.last().filter(|w| !before.windows.contains(w));
    let active =
        |s: &Observation| s.state.window.as_ref().map(|w| (w.app_name.clone(), w.window_title.clone()));
    front.is_some() && now.windows.len() > before.windows.len() && active(now) != active(before)
}
