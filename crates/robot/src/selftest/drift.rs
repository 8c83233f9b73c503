//! A step on screens that look otherwise than they were shown: is it still found, on the right node and in the right place?

use super::Graph;
use super::gallery::Gallery;
use lea_act::Settings;
use lea_act::probe::{Sought, probe};
use lea_act::world::Observation;
use lea_frame::{Frame, FrameBuf};
use lea_learn::graph::Deed;
use lea_learn::selftest::{Drifts, Scene};
use lea_model::screen_state::StateWindow;
use lea_model::workflow::Drift;
use lea_model::{Point, Rect, ScreenState, Size};
use lea_recognize::Meaning;
use lea_understand::embed::Embedder;
use std::collections::BTreeMap;
use std::rc::Rc;

/// How much larger everything is, as a share in hundredths: the step from 100 % to 125 % that desktops offer first.
const LARGER: u32 = 125;
/// The quality of the compression, from 1 to 100: what programs for far screens use on a slow line.
const QUALITY: u8 = 50;
/// How far a window is moved, in pixels: more than its title bar is high, less than what lies in it.
const MOVED: i32 = 40;

/// Whoever understands screens: pixels, and the window in front.
pub type Look<'l> = dyn FnMut(Frame<'_>, Option<StateWindow>) -> Result<ScreenState, String> + 'l;

/// What is looked for on drifted screens, and how.
pub struct Drifter<'d, 'l> {
    /// The numbers of a run.
    pub settings: &'d Settings,
    /// Who knows what texts mean.
    pub meaning: Option<&'d dyn Meaning>,
    /// Understands screens.
    pub look: &'d mut Look<'l>,
    /// Screens that were made to look otherwise, each looked at once.
    pub seen: BTreeMap<(usize, Drift, Shift), Rc<Observation>>,
}

/// Where a window is moved to.
pub type Shift = (i32, i32);

impl Drifter<'_, '_> {
    /// Looks for the steps of a demonstration that were not looked for yet.
    pub fn run(
        &mut self,
        graph: &Graph<'_>,
        (scenes, given): (&[Scene], &BTreeMap<String, String>),
        gallery: &mut Gallery<'_>,
        found: &mut Drifts,
    ) -> Result<(), String> {
        self.seen.clear();
        for scene in scenes {
            let is_pointed = !matches!(scene.deed, Deed::Keys(_) | Deed::Switch { .. });
            let (Some(own), Some(place)) = (graph.own.get(&scene.step), scene.place.filter(|_| is_pointed))
            else {
                continue;
            };
            if found.contains_key(&scene.step) {
                continue;
            }
            let sought = Sought { edge: &own.edge, part: own.part, values: given };
            let first = scenes.iter().find(|s| s.group == scene.group).map_or(scene.on, |s| s.on);
            // The screens of a visit are alike: where the step is there on the first of them, that one will do.
            let Some(screen) = [first, scene.on]
                .into_iter()
                .find(|s| self.is_there(graph, &sought, gallery.observation(*s, &[]).ok().as_ref(), place))
            else {
                continue;
            };
            for drift in Drift::ALL {
                let size = gallery.shown(screen)?.size;
                let shift = shift(place, size);
                let at = drifted(place, drift, shift);
                let observation = self.observed(screen, drift, shift, gallery)?;
                let is_found = self.is_there(graph, &sought, Some(&observation), at);
                found.entry(scene.step.clone()).or_default().push((drift, is_found));
            }
        }
        Ok(())
    }

    /// The step is found at a place.
    fn is_there(
        &self,
        graph: &Graph<'_>,
        sought: &Sought<'_>,
        observation: Option<&Observation>,
        place: Rect,
    ) -> bool {
        let Some(observation) = observation else { return false };
        let sight = probe(&graph.plan, observation, sought, &self.settings.heal, self.meaning);
        let point = sight.filter(|s| s.at_home).and_then(|s| s.found).and_then(|f| f.point);
        point.is_some_and(|p| place.contains(p))
    }

    fn observed(
        &mut self,
        screen: usize,
        drift: Drift,
        shift: Shift,
        gallery: &mut Gallery<'_>,
    ) -> Result<Rc<Observation>, String> {
        let shift = if drift == Drift::Moved { shift } else { (0, 0) };
        if let Some(known) = self.seen.get(&(screen, drift, shift)) {
            return Ok(known.clone());
        }
        let frame = painted(gallery.frame(screen)?.as_frame(), drift, shift);
        let window = gallery.shown(screen)?.state.window.clone();
        let window = window.map(|w| StateWindow { screen_resolution: Some(frame.size), ..w });
        let state = (self.look)(frame.as_frame(), window)?;
        let fingerprint = Some(Embedder::default().embed(frame.as_frame(), &state).primary);
        let observation = Rc::new(Observation {
            state,
            size: frame.size,
            windows: Vec::new(),
            frame: Some(Rc::new(frame)),
            fingerprint,
            number: 1,
            front: None,
            look_ms: 0.0,
            settle_ms: 0.0,
        });
        self.seen.insert((screen, drift, shift), observation.clone());
        Ok(observation)
    }
}

/// Towards the middle, so that nothing that is looked for leaves the screen.
fn shift(place: Rect, size: Size) -> Shift {
    let towards = |at: i32, side: u32| if at > side as i32 / 2 { -MOVED } else { MOVED };
    let Point { x, y } = place.center();
    (towards(x, size.width), towards(y, size.height))
}

/// Where a thing is on the drifted screen.
fn drifted(place: Rect, drift: Drift, (dx, dy): Shift) -> Rect {
    match drift {
        Drift::Dark | Drift::Compressed => place,
        Drift::Larger => {
            let grown = |v: i32| v * LARGER as i32 / 100;
            Rect { x1: grown(place.x1), y1: grown(place.y1), x2: grown(place.x2), y2: grown(place.y2) }
        }
        Drift::Moved => Rect { x1: place.x1 + dx, y1: place.y1 + dy, x2: place.x2 + dx, y2: place.y2 + dy },
    }
}

fn painted(frame: Frame<'_>, drift: Drift, (dx, dy): Shift) -> FrameBuf {
    match drift {
        Drift::Dark => lea_frame::inverted(frame),
        Drift::Larger => {
            let grown = |side: u32| side * LARGER / 100;
            let size = Size { width: grown(frame.size.width), height: grown(frame.size.height) };
            lea_frame::resized(frame, size)
        }
        Drift::Compressed => lea_frame::compressed(frame, QUALITY),
        Drift::Moved => lea_frame::shifted(frame, dx, dy),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thing_is_looked_for_where_the_drift_took_it() {
        let size = Size { width: 800, height: 600 };
        let place = Rect::from([700, 40, 780, 60]);
        assert_eq!(shift(place, size), (-MOVED, MOVED), "towards the middle");
        let moved = drifted(place, Drift::Moved, shift(place, size));
        assert_eq!(moved, Rect::from([660, 80, 740, 100]));
        assert_eq!(drifted(place, Drift::Larger, (0, 0)), Rect::from([875, 50, 975, 75]));
        assert_eq!(drifted(place, Drift::Dark, (0, 0)), place);
    }
}
