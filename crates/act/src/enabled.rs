//! A control that is shown disabled is waited for, never pressed (SPEC ACT.11). What counts is that it is duller than its own picture from
//! the demonstrations: some buttons are faint by design.

use crate::execute::Part;
use crate::ground::element_at;
use crate::params::times::{ENABLED_PATIENCE, LOOK_AGAIN_SOON};
use crate::params::verify::{DULLER, OUTLIERS};
use crate::plan::{Plan, told};
use crate::run::Runner;
use crate::world::Observation;
use lea_frame::Frame;
use lea_lexicon::risk::submits::LEAST_TELLING_LETTERS;
use lea_model::run::{Grounding, Halt, HaltReason};
use lea_model::{ActionType, ElementState, Rect, Target};

impl Runner<'_, '_, '_> {
    /// Waits until what is to be pressed is enabled.
    pub fn wait_enabled(&mut self, part: &Part<'_>, found: &Grounding) -> Result<(), Halt> {
        let presses = matches!(part.action.action_type, ActionType::MouseClick | ActionType::Drag);
        let Some((target, bbox)) = part.action.target.as_ref().filter(|_| presses).zip(found.bbox) else {
            return Ok(());
        };
        let deadline = self.world.clock.seconds() + ENABLED_PATIENCE;
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
            self.wait_for_change(left.min(LOOK_AGAIN_SOON))?;
            self.observation = None;
        }
    }
}

/// It is shown disabled, and was not when it was shown. Faint words say so, if they are duller than their own picture. Of a thing without
/// words, such as an icon or a box to tick, the picture alone decides.
fn is_disabled(plan: &Plan, target: &Target, observation: &Observation, bbox: Rect) -> bool {
    let element = element_at(&observation.state.ui_elements, bbox);
    let is_faint = element.is_some_and(|e| e.state.contains(&ElementState::Disabled));
    let (Some(frame), Some((crop, within))) = (&observation.frame, plan.crop(target)) else {
        return is_faint;
    };
    let (frame, crop) = (frame.as_frame(), crop.as_frame());
    let (now, then) = (contrast(frame, bbox), contrast(crop, within));
    if has_words(observation, bbox) {
        return is_faint && now.zip(then).is_none_or(|(now, then)| now < DULLER * then);
    }
    is_faint || is_duller((frame, bbox), (crop, within))
}

/// Words stand in the box.
fn has_words(observation: &Observation, bbox: Rect) -> bool {
    let is_word = |t: &str| t.chars().filter(|c| c.is_alphanumeric()).count() >= LEAST_TELLING_LETTERS;
    let texts = observation.state.perception.detected_text.iter();
    texts.filter(|t| t.bbox.is_some_and(|b| bbox.contains(b.center()))).any(|t| is_word(&t.text))
}

/// It is duller than its own picture, and what stands around it is not so as well: then the whole theme is another.
fn is_duller((frame, bbox): (Frame<'_>, Rect), (crop, within): (Frame<'_>, Rect)) -> bool {
    let whole = crop.bounds();
    let around = Rect {
        x1: bbox.x1 - (within.x1 - whole.x1),
        y1: bbox.y1 - (within.y1 - whole.y1),
        x2: bbox.x2 + (whole.x2 - within.x2),
        y2: bbox.y2 + (whole.y2 - within.y2),
    };
    let share = |frame, of, around| {
        let (of, around) = (contrast(frame, of)?, contrast(frame, around)?);
        Some((of, of / around.max(1.0)))
    };
    let (Some((now, now_share)), Some((then, then_share))) =
        (share(frame, bbox, around), share(crop, within, whole))
    else {
        return false;
    };
    now < DULLER * then && (around == bbox || now_share < DULLER * then_share)
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
    let edge = light.len() / OUTLIERS;
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

    /// An icon beside a line of words, 20 px from the left edge.
    fn icon(ink: u8, words: u8) -> FrameBuf {
        let mut frame = FrameBuf::filled(Size { width: 80, height: 40 }, [230, 230, 230])
            .unwrap_or_else(|e| panic!("{e}"));
        frame.fill(Rect::from([24, 14, 36, 26]), [ink, ink, ink]);
        frame.fill(Rect::from([46, 14, 76, 26]), [words, words, words]);
        frame
    }

    #[test]
    fn a_greyed_icon_is_told_by_its_own_picture_and_another_theme_is_not_taken_for_it() {
        let at = Rect::from([20, 10, 40, 30]);
        let shown = icon(20, 20);
        let is_dull = |now: &FrameBuf| is_duller((now.as_frame(), at), (shown.as_frame(), at));
        assert!(is_dull(&icon(150, 20)));
        assert!(!is_dull(&icon(20, 20)) && !is_dull(&icon(40, 20)));
        assert!(!is_dull(&icon(150, 150)), "all around is as pale");
    }
}
