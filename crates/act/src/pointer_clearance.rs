//! On a picture that a far machine sends the pointer may be painted into it, and covers what it points at.

use crate::params::targets::{CLEAR_OF_POINTER, POINTER_GRID};
use crate::run::Runner;
use crate::step::{Origin, SideAction};
use crate::verify::Meant;
use crate::world::{InputEvent, Observation};
use lea_model::run::{Grounding, Halt};
use lea_model::{Point, Rect};

impl Runner<'_, '_, '_> {
    /// Takes the pointer to where nothing is, once after it was used; says whether it moved. What it covered can be read then.
    pub fn clear_pointer(&mut self) -> Result<bool, Halt> {
        let Some(from) = self.place.pointed.take().filter(|_| self.world.hand.covers()) else {
            return Ok(false);
        };
        let observation = self.look()?;
        let Some(at) = free_place(&observation, from) else { return Ok(false) };
        self.side_action(&SideAction {
            name: "aside",
            origin: Origin::Search,
            seen: observation,
            event: InputEvent::Hover { at },
            found: Grounding::default(),
            told: "take the pointer away: it may cover something".into(),
            holds: &|_| Meant::default(),
        })?;
        self.place.pointed = None;
        Ok(true)
    }
}

/// The nearest place with nothing around it.
fn free_place(observation: &Observation, from: Point) -> Option<Point> {
    let seen: Vec<Rect> =
        observation.state.ui_elements.iter().map(|e| e.bbox.padded(CLEAR_OF_POINTER)).collect();
    let bounds = observation.bounds().padded(-CLEAR_OF_POINTER);
    let rows = (bounds.y1..bounds.y2).step_by(POINTER_GRID as usize);
    let all =
        rows.flat_map(|y| (bounds.x1..bounds.x2).step_by(POINTER_GRID as usize).map(move |x| Point { x, y }));
    let free = all.filter(|p| !seen.iter().any(|b| b.contains(*p)));
    let away = |p: &Point| (p.x - from.x).pow(2) + (p.y - from.y).pow(2);
    free.filter(|p| away(p) > CLEAR_OF_POINTER.pow(2)).min_by_key(away)
}
