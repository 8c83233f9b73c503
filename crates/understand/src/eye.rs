//! The eye: a frame becomes a screen state.

use crate::elements::{self, Detector, HandMade};
use crate::infer::ModelError;
use crate::text::Reader;
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
}

impl Eye {
    /// Loads the models from the folder that `scripts/fetch-models` fills.
    pub fn open(models: &Path) -> Result<Self, ModelError> {
        Ok(Self { reader: Reader::open(models)?, detector: Box::new(HandMade) })
    }

    /// What is on the screen. Ids, times and the place of the picture are the caller's to fill in.
    pub fn look(&mut self, frame: Frame<'_>, window: Option<StateWindow>) -> Result<ScreenState, ModelError> {
        self.look_except(frame, window, &[])
    }

    /// The same, where nothing read in a box of `private` is remembered.
    pub fn look_except(
        &mut self,
        frame: Frame<'_>,
        window: Option<StateWindow>,
        private: &[Rect],
    ) -> Result<ScreenState, ModelError> {
        let start = Instant::now();
        let lines = self.reader.read_except(frame, private)?;
        let ui_elements = elements::elements(frame, &lines, &*self.detector);
        let count = lines.len().max(1) as f64;
        let perception = Perception {
            detected_text: lines.iter().map(Into::into).collect(),
            text_detection_method: METHOD.into(),
            confidence_avg: lines.iter().map(|l| l.confidence).sum::<f64>() / count,
            ..Perception::default()
        };
        let metadata = StateMetadata {
            processing_time_ms: Some(start.elapsed().as_secs_f64() * 1e3),
            ui_elements_count: Some(ui_elements.len() as u64),
            ..StateMetadata::default()
        };
        Ok(ScreenState { window, perception, ui_elements, metadata, ..ScreenState::default() })
    }
}
