//! The elements of a screen as numbers: how many of which type are where, and in which state.

use super::hash;
use crate::params::embed::{LEAST_ELEMENT_WEIGHT, PLACE_WEIGHT, PLACES, STATE_WEIGHT};
use lea_model::{ElementState, Size, UIElement};

/// The vector of the elements, not normalised; all zero where there are none.
pub(super) fn describe(seed: u64, elements: &[UIElement], screen: Size, dimensions: usize) -> Vec<f32> {
    let mut counts = std::collections::BTreeMap::<(u32, u32, u32), f32>::new();
    for element in elements {
        let kind = element.element_type as u32;
        let weight = element.confidence.clamp(LEAST_ELEMENT_WEIGHT, 1.0) as f32;
        *counts.entry((kind, 0, 0)).or_default() += weight;
        let column = place(element.center.x, screen.width, PLACES[0]);
        let row = place(element.center.y, screen.height, PLACES[1]);
        *counts.entry((kind, 1 + row * PLACES[0] as u32 + column, 0)).or_default() += weight * PLACE_WEIGHT;
        for state in &element.state {
            if matches!(state, ElementState::Checked | ElementState::Selected | ElementState::Disabled) {
                *counts.entry((kind, 0, 1 + *state as u32)).or_default() += weight * STATE_WEIGHT;
            }
        }
    }
    let mut out = vec![0.0; dimensions];
    for ((kind, place, state), count) in counts {
        let key = u64::from(kind) << 32 | u64::from(place) << 8 | u64::from(state);
        // Logarithm: a list with more rows is the same list.
        hash::spread(&mut out, hash::mix(seed) ^ hash::mix(key), (1.0 + count).ln());
    }
    out
}

fn place(at: i32, length: u32, parts: usize) -> u32 {
    let at = at.clamp(0, length.saturating_sub(1) as i32) as u64;
    (at * parts as u64 / u64::from(length.max(1))) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_model::{ElementType, Rect};

    #[test]
    fn a_switch_that_is_on_differs_from_one_that_is_off() {
        let mut toggle = UIElement::new("el_1", ElementType::Toggle, Rect::from([10, 10, 40, 30]));
        toggle.confidence = 1.0;
        let off = describe(1, std::slice::from_ref(&toggle), Size { width: 800, height: 600 }, 128);
        toggle.state.push(ElementState::Checked);
        let on = describe(1, std::slice::from_ref(&toggle), Size { width: 800, height: 600 }, 128);
        assert_ne!(off, on);
        assert!(describe(1, &[], Size { width: 800, height: 600 }, 128).iter().all(|v| *v == 0.0));
    }

    #[test]
    fn elements_outside_the_screen_do_no_harm() {
        let element = UIElement::new("el_1", ElementType::Button, Rect::from([-500, -500, -400, -400]));
        assert_eq!(describe(1, &[element], Size { width: 1, height: 1 }, 8).len(), 8);
    }
}
