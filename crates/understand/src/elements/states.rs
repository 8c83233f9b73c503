//! The state an element is in, as far as pixels tell.

use super::outline::{outline_of, saturation};
use super::regions::distance;
use super::scene::{Scene, ink};
use crate::params::elements::{FAINT, FOCUS_COLOUR, SELECTED_EDGE, SELECTED_FACE, TICK_CONTRAST};
use lea_model::{ElementState, ElementType, Rect};

/// What can be told of an element of this type at this place.
pub(crate) fn of(scene: &Scene<'_>, kind: ElementType, b: Rect) -> Vec<ElementState> {
    let mut states =
        vec![if is_faint(scene, kind, b) { ElementState::Disabled } else { ElementState::Enabled }];
    match kind {
        ElementType::Checkbox | ElementType::Radio if is_ticked(scene, b) => {
            states.push(ElementState::Checked);
        }
        ElementType::Toggle if is_on(scene, b) => states.push(ElementState::Checked),
        ElementType::TextInput | ElementType::TextArea | ElementType::Dropdown | ElementType::Button
            if is_ringed(scene, b) =>
        {
            states.push(ElementState::Focused);
        }
        ElementType::ListItem
        | ElementType::MenuItem
        | ElementType::Tab
        | ElementType::Link
        | ElementType::TableRow
            if is_set_off(scene, b) =>
        {
            states.push(ElementState::Selected);
        }
        _ => {}
    }
    states
}

fn is_faint(scene: &Scene<'_>, kind: ElementType, b: Rect) -> bool {
    // What stands in a field may be a hint, which is faint by design. The words of a box to tick are its name.
    if matches!(kind, ElementType::Slider | ElementType::TextInput | ElementType::TextArea) {
        return false;
    }
    let inside = scene.words.iter().filter(|w| b.contains(w.bbox.center()));
    let contrasts: Vec<i32> = inside.map(|w| distance(w.ink, w.paper)).collect();
    let Some(most) = contrasts.iter().max() else { return false };
    let usual = scene.usual_contrast;
    (*most as f32) < usual as f32 * FAINT
}

/// The heart of a tick box: a coloured face, or a mark in it.
fn is_ticked(scene: &Scene<'_>, b: Rect) -> bool {
    let side = b.width().min(b.height()) as i32;
    // A box read together with its words has its tick at the left.
    let tick = Rect { x2: b.x1 + side, y1: b.center().y - side / 2, y2: b.center().y + side / 2, ..b };
    let inner = tick.padded(-(side / 4).max(2)).intersection(&scene.bounds);
    let Some(inner) = inner.filter(|i| i.width() >= 2 && i.height() >= 2) else { return false };
    let look = outline_of(scene.frame, tick);
    let heart = scene.colour(inner.center().x, inner.center().y);
    let mark = ink(scene.frame, inner, look.face);
    distance(mark, look.face) > TICK_CONTRAST
        || (saturation(look.face) > FOCUS_COLOUR && distance(heart, look.outside) > TICK_CONTRAST)
}

/// A switch is on when it is coloured.
fn is_on(scene: &Scene<'_>, b: Rect) -> bool {
    let quarter = b.width() as i32 / 4;
    let at = |x: i32| scene.colour(x, b.center().y);
    let (left, right) = (at(b.x1 + quarter), at(b.x2 - 1 - quarter));
    saturation(left).max(saturation(right)) > FOCUS_COLOUR
        || saturation(scene.colour(b.center().x, b.y1 + 3)) > FOCUS_COLOUR
}

/// All four sides are lined in a colour, and the face is not of that colour.
fn is_ringed(scene: &Scene<'_>, b: Rect) -> bool {
    let c = b.center();
    let sides = [(c.x, b.y1, 0, 1), (c.x, b.y2 - 1, 0, -1), (b.x1, c.y, 1, 0), (b.x2 - 1, c.y, -1, 0)];
    let face = outline_of(scene.frame, b).face;
    saturation(face) < FOCUS_COLOUR
        && sides.iter().all(|(x, y, dx, dy)| {
            (-3..3).any(|d| saturation(scene.colour(x + dx * d, y + dy * d)) > FOCUS_COLOUR)
        })
}

/// Its face differs from those of its surroundings.
fn is_set_off(scene: &Scene<'_>, b: Rect) -> bool {
    let look = outline_of(scene.frame, b);
    distance(look.face, look.outside) > SELECTED_FACE
        && (look.edge > SELECTED_EDGE || saturation(look.face) > FOCUS_COLOUR)
}
