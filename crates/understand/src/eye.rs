//! The eye: a frame becomes a screen state.

use crate::elements::{self, Detector, HandMade};
use crate::infer::ModelError;
use crate::stable::StabilityTracker;
use crate::text::{Line, Reader};
use crate::{affordance, roles, signature, stable, summary};
use lea_frame::Frame;
use lea_model::screen_state::{Perception, StateMetadata, StateWindow};
use lea_model::{Rect, ScreenState};
use std::path::Path;
use std::time::Instant;

/// What read the text, as stored.
const METHOD: &str = "pp-ocrv6";

/// Looks at screens. Opening takes a moment: keep one for as long as screens are looked at.
pub struct Eye {
    reader: Reader,
    detector: Box<dyn Detector>,
    tracker: StabilityTracker,
}

impl Eye {
    /// Loads the models from the folder that `scripts/fetch-models` fills.
    pub fn open(models: &Path) -> Result<Self, ModelError> {
        let reader = Reader::open(models)?;
        Ok(Self { reader, detector: Box::new(HandMade), tracker: StabilityTracker::default() })
    }

    /// Remembers what it reads in `folder` too, for those who look later (DESIGN "Text").
    #[must_use]
    pub fn with_cache(mut self, folder: &Path) -> Self {
        self.reader = self.reader.with_cache(folder);
        self
    }

    /// What is seen from now on is of that session, or of none: what is read is remembered with it, and things are followed
    /// from its first screen on.
    pub fn set_session(&mut self, session: Option<&str>) {
        self.reader.set_session(session);
        self.tracker = StabilityTracker::default();
    }

    /// Forgets what was read in that session and nowhere else.
    pub fn forget_session(&mut self, session: &str) {
        self.reader.forget_session(session);
    }

    /// How many lines were read so far; what is remembered is not read.
    pub fn lines_read(&self) -> usize {
        self.reader.asked()[0]
    }

    /// What is on the screen, as a run reads it: texts, elements, roles, affordances. Ids, times and the place of the picture are the
    /// caller's to fill in.
    pub fn see(&mut self, frame: Frame<'_>, window: Option<StateWindow>) -> Result<ScreenState, ModelError> {
        let start = Instant::now();
        let lines = self.reader.read(frame)?;
        let mut state = elements_of(frame, &lines, window, &*self.detector);
        state.metadata.processing_time_ms = Some(start.elapsed().as_secs_f64() * 1e3);
        Ok(state)
    }

    /// The same with what only people and learning read (see [`describe`]).
    pub fn look(&mut self, frame: Frame<'_>, window: Option<StateWindow>) -> Result<ScreenState, ModelError> {
        let start = Instant::now();
        let mut state = self.see(frame, window)?;
        describe(&mut state, frame.bounds());
        state.metadata.processing_time_ms = Some(start.elapsed().as_secs_f64() * 1e3);
        Ok(state)
    }

    /// The next of successive frames of one display, seen at time `at` (RFC 3339): what was on the frames before keeps its
    /// stable id and has a history, although it moved or was renamed (SPEC L2.4).
    pub fn follow(
        &mut self,
        frame: Frame<'_>,
        window: Option<StateWindow>,
        at: &str,
    ) -> Result<ScreenState, ModelError> {
        let start = Instant::now();
        let mut state = self.look(frame, window)?;
        self.tracker.observe(&mut state.ui_elements, state.window.as_ref(), at);
        state.metadata.processing_time_ms = Some(start.elapsed().as_secs_f64() * 1e3);
        Ok(state)
    }
}

/// What is on the screen, given what it says, described. Equal input gives an equal state, times apart.
pub fn understand(frame: Frame<'_>, lines: &[Line], window: Option<StateWindow>) -> ScreenState {
    let mut state = elements_of(frame, lines, window, &HandMade);
    describe(&mut state, frame.bounds());
    state
}

fn elements_of(
    frame: Frame<'_>,
    lines: &[Line],
    window: Option<StateWindow>,
    detector: &dyn Detector,
) -> ScreenState {
    let screen = frame.bounds();
    let words = lea_lexicon::Lexicon::in_use();
    let mut ui_elements = elements::elements(frame, lines, detector);
    roles::assign(&mut ui_elements, screen, &words.roles);
    affordance::assign(&mut ui_elements, screen, words);
    let count = lines.len().max(1) as f64;
    let perception = Perception {
        detected_text: lines.iter().map(Into::into).collect(),
        text_detection_method: METHOD.into(),
        confidence_avg: lines.iter().map(|l| l.confidence).sum::<f64>() / count,
        ..Perception::default()
    };
    let metadata =
        StateMetadata { ui_elements_count: Some(ui_elements.len() as u64), ..StateMetadata::default() };
    ScreenState { window, perception, ui_elements, metadata, ..ScreenState::default() }
}

/// Adds what only people and learning read, and no run does: stable ids, signatures, regions, the title where there is no window, and
/// a summary in sentences.
pub fn describe(state: &mut ScreenState, screen: Rect) {
    let words = lea_lexicon::Lexicon::in_use();
    stable::assign(&mut state.ui_elements, state.window.as_ref());
    let elements = &state.ui_elements;
    let start = Instant::now();
    let mut debug = summary::describe(elements, state.window.as_ref(), screen, &words.roles);
    debug.generation_time_ms = start.elapsed().as_secs_f64() * 1e3;
    if state.window.is_none() {
        state.metadata.title_read = summary::title(elements, None, screen);
    }
    state.layout_signature = Some(signature::layout(elements, screen));
    state.content_signature = Some(signature::content(elements));
    state.roi = summary::regions(elements, screen);
    state.debug = Some(debug);
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_frame::FrameBuf;
    use lea_model::Size;

    #[test]
    fn a_run_does_not_compute_what_it_does_not_read() {
        let screen = FrameBuf::filled(Size { width: 320, height: 240 }, [200, 200, 200]).expect("a frame");
        let mut seen = elements_of(screen.as_frame(), &[], None, &HandMade);
        assert!(seen.debug.is_none() && seen.roi.is_empty() && seen.metadata.title_read.is_none());
        assert!(seen.layout_signature.is_none() && seen.content_signature.is_none());
        assert!(seen.ui_elements.iter().all(|e| e.stable_id.is_none()));
        describe(&mut seen, screen.as_frame().bounds());
        let mut described = understand(screen.as_frame(), &[], None);
        // Times differ.
        for state in [&mut seen, &mut described] {
            state.debug.as_mut().expect("described").generation_time_ms = 0.0;
        }
        assert_eq!(seen, described);
    }
}
