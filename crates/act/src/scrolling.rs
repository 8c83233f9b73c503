//! Looking for what is out of sight (SPEC ACT.7): which ways are scrolled, how far, and where the wheel is turned.

use crate::execute::Part;
use crate::params::targets::{MOST_SCROLLS, MOST_SHOWN_SCROLLS, SCROLLS, WHEEL_STEP};
use crate::run::Runner;
use crate::step::{Origin, SideAction};
use crate::verify::Meant;
use crate::world::{InputEvent, Observation};
use lea_model::run::{Grounding, Halt};
use lea_model::{ElementType, Point, Rect, Target, UIElement};

/// How far the search for one target has come: the way that is scrolled, and how often it was.
#[derive(Clone, Copy, Debug, Default)]
pub struct Looked {
    way: usize,
    times: u32,
}

impl Runner<'_, '_, '_> {
    /// What is looked for may be out of sight: the way that it was shown first, then down, up to the top, to the right and back; false
    /// where nothing moves any more.
    pub fn scroll_on(&mut self, part: &Part<'_>, looked: &mut Looked) -> Result<bool, Halt> {
        let Some(target) = part.action.target.as_ref().filter(|t| t.is_described()) else { return Ok(false) };
        let ways = ways(target);
        while let Some(((dx, dy), most)) = ways.get(looked.way).copied() {
            if looked.times >= most {
                *looked = Looked { way: looked.way + 1, times: 0 };
                continue;
            }
            looked.times += 1;
            let before = self.look()?;
            let event = InputEvent::Scroll { at: wheel_at(target, &before), dx, dy };
            self.side_action(&SideAction {
                name: "scroll",
                origin: Origin::Search,
                seen: before.clone(),
                event,
                found: Grounding::default(),
                told: "scroll to find it".into(),
                holds: &|_| Meant::default(),
            })?;
            let after = self.look()?;
            if self.world.eye.difference(&before, &after, None).global_pct
                >= self.order.settings.verify.global_pct
            {
                return Ok(true);
            }
            // The end of that way: the next one.
            *looked = Looked { way: looked.way + 1, times: 0 };
        }
        Ok(false)
    }
}

/// The ways that are scrolled for a target, in order, and how often at most: first the one that demonstrations took, as far as they went
/// and once more.
fn ways(target: &Target) -> Vec<((i32, i32), u32)> {
    let mut ways: Vec<((i32, i32), u32)> = SCROLLS.iter().map(|way| (*way, MOST_SCROLLS)).collect();
    let Some([dx, dy]) = target.scroll else { return ways };
    let is_meant = |(x, y): (i32, i32)| {
        let along = f64::from(x) * dx + f64::from(y) * dy;
        let is_axis = if dx.abs() > dy.abs() { x != 0 } else { y != 0 };
        along > 0.0 && is_axis
    };
    if let Some(first) = ways.iter().position(|(way, _)| is_meant(*way)) {
        let (way, most) = ways.remove(first);
        let notches = f64::from(way.0.abs().max(way.1.abs()));
        let shown = (dx.abs().max(dy.abs()) / notches).ceil() as u32 + 1;
        ways.insert(0, (way, shown.clamp(most, MOST_SHOWN_SCROLLS)));
    }
    ways
}

/// Where the wheel is turned: over the place where the target stood once it was scrolled to, else in the middle; never over something
/// whose value a wheel changes.
fn wheel_at(target: &Target, on: &Observation) -> Point {
    let position = target.position.as_ref().filter(|_| target.scroll.is_some());
    let stood = position.filter(|p| p.screen_resolution == Some(on.size)).map(|p| p.bbox.center());
    beside_controls(stood.unwrap_or_else(|| on.bounds().center()), &on.state.ui_elements, on.bounds())
}

/// The nearest point, straight up, down, to the left or right, that is on nothing whose value a wheel changes; the point itself where
/// there is none.
fn beside_controls(at: Point, elements: &[UIElement], bounds: Rect) -> Point {
    use ElementType::{Dropdown, Slider, Tab, TextInput};
    let takes_wheel = |p: Point| {
        let kinds = [Dropdown, Slider, Tab, TextInput];
        elements.iter().any(|e| kinds.contains(&e.element_type) && e.bbox.contains(p))
    };
    let reach = (bounds.width().max(bounds.height())) as i32 / WHEEL_STEP;
    let around = (0..reach).flat_map(|n| {
        let far = n * WHEEL_STEP;
        [(0, far), (0, -far), (far, 0), (-far, 0)].map(|(x, y)| Point { x: at.x + x, y: at.y + y })
    });
    around.into_iter().find(|p| bounds.contains(*p) && !takes_wheel(*p)).unwrap_or(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(scroll: Option<[f64; 2]>) -> Target {
        Target { text: Some("Ward 47".into()), scroll, ..Target::default() }
    }

    #[test]
    fn the_way_that_was_shown_is_looked_first_and_as_far_as_it_was_shown() {
        let usual: Vec<((i32, i32), u32)> = SCROLLS.iter().map(|w| (*w, MOST_SCROLLS)).collect();
        assert_eq!(ways(&target(None)), usual);
        assert_eq!(ways(&target(Some([0.0, 48.0])))[0], ((0, 5), 11), "48 notches, and once more");
        let up = ways(&target(Some([0.0, -3.0])));
        assert_eq!((up[0], up.len()), (((0, -5), MOST_SCROLLS), usual.len()));
        assert_eq!(ways(&target(Some([7.0, -2.0])))[0].0, (5, 0));
        assert_eq!(ways(&target(Some([0.0, 1e9])))[0].1, MOST_SHOWN_SCROLLS, "a search ends");
    }

    #[test]
    fn the_wheel_is_not_turned_over_what_takes_it_for_a_change_of_its_value() {
        let bounds = Rect::from([0, 0, 800, 600]);
        let choice = UIElement::new("a", ElementType::Dropdown, Rect::from([300, 280, 500, 320]));
        let page = UIElement::new("b", ElementType::TextArea, Rect::from([0, 0, 800, 600]));
        let middle = bounds.center();
        assert_eq!(beside_controls(middle, std::slice::from_ref(&page), bounds), middle);
        let at = beside_controls(middle, &[page, choice.clone()], bounds);
        assert!(!choice.bbox.contains(at) && bounds.contains(at), "{at:?}");
    }
}
