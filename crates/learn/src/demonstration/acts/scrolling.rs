//! Scrolling: it brought into sight what was pointed at next, and is part of finding that; or it stands for itself, where it made
//! something ready to be used, or where keys follow; or it only looked about.

use super::{Maker, app};
use crate::demonstration::seen::Seen;
use crate::graph::{Act, Deed, Doubt, Scrolled};
use lea_model::ledger::Reason;
use lea_model::workflow::TargetKind;
use lea_model::{ElementState, ElementType, Event, Rect};
use lea_recognize::SAME_LABEL;
use lea_recognize::label::{normal, ratio};

/// Where what was pointed at was, before anything was scrolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sight {
    /// It could be seen and used.
    Ready,
    /// It could be seen, and was off.
    Off,
    /// It could not be seen.
    Hidden,
    /// Nothing was pointed at.
    Nothing,
}

impl Maker<'_> {
    /// The wheel was turned, or a scrollbar moved: what that was for shows when something is done next.
    pub(super) fn scroll(&mut self, at: usize) {
        if self.sights.get(at).is_some() {
            self.scrolls.push(at);
        }
    }

    /// The pointer is on a scrollbar.
    pub(super) fn is_on_scrollbar(&self, event: &Event, seen: &Seen) -> bool {
        let elements = self.screens.get(seen.on).map_or(&[][..], |s| &s.state.ui_elements);
        let bars = elements.iter().filter(|e| e.element_type == ElementType::Scrollbar);
        event.pos.is_some_and(|pos| bars.into_iter().any(|bar| bar.bbox.contains(pos)))
    }

    /// What was scrolled before this act becomes part of it, or an act of its own before it, or has a reason.
    pub(super) fn end_scrolls(&mut self, act: &mut Act) -> Option<Act> {
        let (scrolls, later): (Vec<usize>, Vec<usize>) =
            std::mem::take(&mut self.scrolls).into_iter().partition(|at| *at < act.event);
        self.scrolls = later;
        let from = scrolls.first().and_then(|at| self.sights.get(*at))?.on;
        let has_moved = scrolls.iter().filter_map(|at| self.sights.get(*at)).any(|s| s.changed.is_some());
        let sight = if has_moved { self.sight(act, from) } else { Sight::Ready };
        match sight {
            Sight::Ready => {
                self.look_about(scrolls);
                None
            }
            Sight::Hidden => {
                act.scrolled = Some(Scrolled { from, delta: self.turned(&scrolls) });
                act.events.extend(scrolls);
                act.events.sort_unstable();
                None
            }
            Sight::Off => self.scroll_act(scrolls, None),
            Sight::Nothing => self.scroll_act(scrolls, Some(Doubt::OnlyScrolled)),
        }
    }

    /// Nothing comes of what was scrolled.
    pub(super) fn look_about(&mut self, scrolls: Vec<usize>) {
        scrolls.into_iter().for_each(|at| self.drop(at, Reason::Scroll));
    }

    fn sight(&self, act: &Act, from: usize) -> Sight {
        let Some(target) = act.target.as_ref().filter(|t| t.kind != TargetKind::Focused) else {
            return if matches!(act.deed, Deed::Switch { .. }) { Sight::Ready } else { Sight::Nothing };
        };
        let Some(state) = self.screens.get(from).map(|s| &s.state) else { return Sight::Hidden };
        let label = normal(act.label());
        let says_so = |text: &str| !label.is_empty() && ratio(&normal(text), &label) >= SAME_LABEL;
        let alike = state.ui_elements.iter().filter(|e| says_so(&e.label));
        let same_kind = alike.filter(|e| target.element_type.is_none_or(|k| k == e.element_type));
        let states: Vec<bool> = same_kind.map(|e| e.state.contains(&ElementState::Disabled)).collect();
        match states.as_slice() {
            [] if state.perception.detected_text.iter().any(|t| says_so(&t.text)) => Sight::Ready,
            [] => Sight::Hidden,
            all if all.iter().all(|off| *off) => Sight::Off,
            _ => Sight::Ready,
        }
    }

    /// How far the wheel was turned; none where only a scrollbar was moved.
    fn turned(&self, scrolls: &[usize]) -> Option<[f64; 2]> {
        let deltas = scrolls.iter().filter_map(|at| self.session.events[*at].delta);
        deltas.reduce(|a, b| [a[0] + b[0], a[1] + b[1]])
    }

    /// Turning the wheel as an act. It points at nothing where a wheel turned in the middle of the screen moves the same.
    fn scroll_act(&mut self, scrolls: Vec<usize>, doubt: Option<Doubt>) -> Option<Act> {
        let (first, last) = (scrolls.first().copied()?, scrolls.last().copied()?);
        let (seen, end) = (self.sights.get(first)?, self.sights.get(last)?);
        let Some(delta) = self.turned(&scrolls) else {
            self.look_about(scrolls);
            return None;
        };
        let changes = scrolls.iter().filter_map(|at| self.sights.get(*at)?.changed);
        let changed = changes.reduce(|a, b| a.union(&b));
        let size = self.screens.get(seen.on).map(|s| s.size).unwrap_or_default();
        let is_middle = changed.is_some_and(|c| c.contains(Rect::at(0, 0, size).center()));
        let event = &self.session.events[last];
        Some(Act {
            event: last,
            events: scrolls,
            deed: Deed::Scroll { delta },
            on: seen.on,
            between: Vec::new(),
            after: end.after,
            target: seen.target.as_ref().map(|(t, _)| t.clone()).filter(|_| !is_middle),
            row: None,
            changed,
            changed_pct: end.changed_pct,
            app: app(event),
            t: event.t,
            settled: end.settled,
            tabbed: false,
            focused: false,
            answered: changed.is_some(),
            doubt,
            scrolled: None,
        })
    }
}
