//! A thing as it was before the pointer came to it: an entry of a menu or a list is drawn otherwise while the pointer is on it, and a run
//! looks for it while the pointer is still elsewhere.

use super::outcome::{changed, last_frame};
use super::pointing::{is_field, thing_at, words_at};
use super::seen::{Pictured, pictured};
use super::viewer::Viewer;
use crate::params::demonstration::{ALIKE_TYPED, AROUND, MARKED_LINE};
use crate::params::graph::LEAST_LETTERS;
use lea_frame::{Frame, FrameBuf};
use lea_model::{Event, EventType, Point, RawSession, Rect};
use lea_recognize::Scene;
use lea_recognize::label::{normal, ratio};
use std::rc::Rc;

impl Viewer<'_> {
    /// What a click pointed at, on the last frame from before the pointer came to it; none where there is no such frame, or something else
    /// stood there.
    pub(super) fn at_rest(
        &mut self,
        session: &RawSession,
        event: &Event,
        (frame, hovered): (&Rc<FrameBuf>, &Pictured),
    ) -> Option<Pictured> {
        let pos = event.pos.filter(|_| event.event_type == EventType::MouseClick)?;
        let before = event.screenshot_id.as_deref()?;
        let earlier = session.events.iter().take(event.event_id as usize).rev();
        let act = earlier.into_iter().find(|e| !is_passive(e))?;
        let shot = last_frame(session, act, &self.times).map(str::to_owned)?;
        let rest = self.frame(&session.session_id, &shot).filter(|_| shot != before)?;
        if !only_marks(rest.as_frame(), frame.as_frame(), pos) {
            return None;
        }
        let screen = self.screen(session, &shot, event)?;
        let state = self.screens[screen].state.clone();
        let bbox = thing_at(&state.ui_elements, pos).map_or_else(|| words_at(&state, pos), |e| e.bbox);
        let resting = pictured(Scene { state: &state, frame: Some(rest.as_frame()) }, bbox)?;
        is_same(&resting, hovered).then_some(resting)
    }
}

/// Nothing is done by it.
fn is_passive(event: &Event) -> bool {
    matches!(event.event_type, EventType::MouseMove | EventType::WindowChange | EventType::ClipboardChange)
}

/// Two frames differ only by lines that are marked, one of them under the pointer.
fn only_marks(rest: Frame<'_>, now: Frame<'_>, pos: Point) -> bool {
    let boxes = changed(rest, now);
    let is_line = |b: &Rect| (b.height() as i32) <= MARKED_LINE;
    boxes.iter().all(is_line) && boxes.iter().any(|b| b.padded(AROUND).contains(pos))
}

/// Both say the same, or it said the same without what was read into it while it was marked. What says more at rest was read together with
/// what stands beside it.
fn is_same((resting, _): &Pictured, (hovered, _): &Pictured) -> bool {
    let said = |t: &lea_model::Target| normal(t.text.as_deref().unwrap_or_default());
    let kind = |t: &lea_model::Target| t.element_type.is_some_and(is_field);
    let (a, b) = (said(resting), said(hovered));
    let is_part = b.contains(&a);
    let is_worded = a.chars().count() >= LEAST_LETTERS && b.chars().count() >= LEAST_LETTERS;
    is_worded && kind(resting) == kind(hovered) && (is_part || ratio(&a, &b) >= ALIKE_TYPED)
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_model::{ElementType, Size, Target};

    fn frame(marked: &[Rect]) -> FrameBuf {
        let mut frame = FrameBuf::filled(Size { width: 300, height: 200 }, [240, 240, 240]).unwrap();
        marked.iter().for_each(|b| frame.fill(*b, [200, 90, 40]));
        frame
    }

    #[test]
    fn a_line_that_is_marked_under_the_pointer_is_the_same_screen() {
        let (rest, pos) = (frame(&[]), Point { x: 60, y: 50 });
        let marked = frame(&[Rect::from([20, 40, 200, 62])]);
        assert!(only_marks(rest.as_frame(), marked.as_frame(), pos));
        let elsewhere = Point { x: 60, y: 150 };
        assert!(!only_marks(rest.as_frame(), marked.as_frame(), elsewhere), "something else came up");
        let opened = frame(&[Rect::from([20, 40, 200, 180])]);
        assert!(!only_marks(rest.as_frame(), opened.as_frame(), pos), "more than a line");
    }

    #[test]
    fn what_says_more_at_rest_was_read_with_its_neighbours() {
        let said = |text: &str, kind: ElementType| {
            let target = Target { text: Some(text.into()), element_type: Some(kind), ..Target::default() };
            (target, frame(&[]))
        };
        let entry = said("Earticles", ElementType::MenuItem);
        assert!(is_same(&said("articles", ElementType::Label), &entry));
        let button = said("Commit", ElementType::Button);
        assert!(!is_same(&said("Repository Edit Branch Commit Merge", ElementType::Label), &button));
        assert!(!is_same(&said("articles", ElementType::TextInput), &entry), "a field is no entry");
    }
}
