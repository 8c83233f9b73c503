//! A control that is shown disabled is waited for, never pressed (SPEC ACT.11). What counts is that it is duller than its own picture from
//! the demonstrations: some buttons are faint by design.

use crate::execute::Part;
use crate::ground::element_at;
use crate::plan::{Plan, told};
use crate::run::Runner;
use crate::world::Observation;
use lea_frame::Frame;
use lea_model::run::{Grounding, Halt, HaltReason};
use lea_model::{ActionType, ElementState, Rect, Target};

/// Seconds a disabled control is waited for.
const PATIENCE: f64 = 10.0;
/// A control with less than this share of the contrast of its own picture is duller. Themes put disabled text at a third to a half of the
/// usual contrast (`understand`, `FAINT`); this leaves room for pictures that lost some of theirs. Set by hand, not measured.
const DULLER: f64 = 0.7;

impl Runner<'_, '_, '_> {
    /// Waits until what is to be pressed is enabled.
    pub fn wait_enabled(&mut self, part: &Part<'_>, found: &Grounding) -> Result<(), Halt> {
        let presses = matches!(part.action.action_type, ActionType::MouseClick | ActionType::Drag);
        let Some((target, bbox)) = part.action.target.as_ref().filter(|_| presses).zip(found.bbox) else {
            return Ok(());
        };
        let deadline = self.world.clock.seconds() + PATIENCE;
        loop {
            let observation = self.look()?;
            if !is_disabled(self.plan, target, &observation, bbox) {
                return Ok(());
            }
            let left = deadline - self.world.clock.seconds();
            if left <= 0.0 {
                let why = format!("{}: it is shown disabled, and did not become usable", told(part.action));
                return Err(Halt::new(HaltReason::NotVerified, why)
                    .asking("Fill in or mend by hand what keeps it disabled, then resume the run"));
            }
            self.heed_people()?;
            self.wait_for_change(left.min(0.2))?;
            self.observation = None;
        }
    }
}

/// It is shown disabled, and was not when it was shown.
fn is_disabled(plan: &Plan, target: &Target, observation: &Observation, bbox: Rect) -> bool {
    let is_faint = element_at(&observation.state.ui_elements, bbox)
        .is_some_and(|e| e.state.contains(&ElementState::Disabled));
    let (Some(frame), Some((crop, within))) = (&observation.frame, plan.crop(target)) else {
        return is_faint;
    };
    let (now, then) = (contrast(frame.as_frame(), bbox), contrast(crop.as_frame(), within));
    is_faint && now.zip(then).is_none_or(|(now, then)| now < DULLER * then)
}

/// How far light and dark are apart within a box, in levels; outliers aside.
fn contrast(frame: Frame<'_>, within: Rect) -> Option<f64> {
    let within = within.intersection(&frame.bounds())?;
    let mut light: Vec<u32> = Vec::new();
    for y in within.y1..within.y2 {
        for x in within.x1..within.x2 {
            let [b, g, r] = frame.pixel(x as usize, y as usize);
            light.push((u32::from(b) * 114 + u32::from(g) * 587 + u32::from(r) * 299) / 1000);
        }
    }
    light.sort_unstable();
    let edge = light.len() / 50;
    let (low, high) = (light.get(edge)?, light.get(light.len().checked_sub(1 + edge)?)?);
    Some(f64::from(high - low))
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_frame::FrameBuf;
    use lea_model::Size;

    fn button(ink: u8) -> FrameBuf {
        let mut frame = FrameBuf::filled(Size { width: 60, height: 20 }, [230, 230, 230])
            .unwrap_or_else(|e| panic!("{e}"));
        frame.fill(Rect::from([20, 6, 40, 14]), [ink, ink, ink]);
        frame
    }

    #[test]
    fn a_greyed_button_has_less_contrast_than_its_own_picture() {
        let whole = Rect::from([0, 0, 60, 20]);
        let of = |ink| contrast(button(ink).as_frame(), whole).unwrap_or_default();
        assert!(of(150) < DULLER * of(20));
        assert!(of(40) >= DULLER * of(20), "a little paler is the same");
        assert_eq!(contrast(button(0).as_frame(), Rect::from([70, 0, 80, 10])), None);
    }
}
