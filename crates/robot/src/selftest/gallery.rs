//! The screens of a lesson as the loop sees them: pixels from the recordings, and what was understood of them already.

use lea_act::world::{Observation, SeenWindow};
use lea_frame::FrameBuf;
use lea_learn::graph::{Lesson, Shown};
use lea_model::Rect;
use lea_understand::embed::Embedder;
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

/// Frames that are kept at hand: those of one demonstration, which is followed back and forth.
const MOST_FRAMES: usize = 48;

/// Where the frames of recordings come from: a session, and the name of a frame in it.
pub type Frames<'f> = dyn FnMut(&str, &str) -> Result<FrameBuf, String> + 'f;

/// The screens of a lesson.
pub struct Gallery<'g> {
    lesson: &'g Lesson,
    frames: &'g mut Frames<'g>,
    embedder: Embedder,
    at_hand: VecDeque<(usize, Rc<FrameBuf>)>,
    fingerprints: HashMap<usize, Vec<f32>>,
}

impl<'g> Gallery<'g> {
    /// Over these frames.
    pub fn new(lesson: &'g Lesson, frames: &'g mut Frames<'g>) -> Self {
        let embedder = Embedder::default();
        Self { lesson, frames, embedder, at_hand: VecDeque::new(), fingerprints: HashMap::new() }
    }

    /// A screen, by its place in the lesson.
    pub fn shown(&self, screen: usize) -> Result<&'g Shown, String> {
        self.lesson.screens.get(screen).ok_or_else(|| format!("the lesson has no screen {screen}"))
    }

    /// Its pixels.
    pub fn frame(&mut self, screen: usize) -> Result<Rc<FrameBuf>, String> {
        if let Some((_, frame)) = self.at_hand.iter().find(|(known, _)| *known == screen) {
            return Ok(frame.clone());
        }
        let name = &self.shown(screen)?.name;
        let (session, shot) = name.split_once('/').ok_or_else(|| format!("{name} names no frame"))?;
        let frame = Rc::new((self.frames)(session, shot)?);
        self.at_hand.push_back((screen, frame.clone()));
        if self.at_hand.len() > MOST_FRAMES {
            self.at_hand.pop_front();
        }
        Ok(frame)
    }

    /// Its fingerprint.
    pub fn fingerprint(&mut self, screen: usize) -> Result<Vec<f32>, String> {
        if let Some(known) = self.fingerprints.get(&screen) {
            return Ok(known.clone());
        }
        let frame = self.frame(screen)?;
        let vector = self.embedder.embed(frame.as_frame(), &self.shown(screen)?.state).primary;
        self.fingerprints.insert(screen, vector.clone());
        Ok(vector)
    }

    /// As the loop sees it, with the windows of these applications, the one in front over the whole screen.
    pub fn observation(&mut self, screen: usize, apps: &[String]) -> Result<Observation, String> {
        let shown = self.shown(screen)?;
        let front = app(shown);
        let window = |a: &String| SeenWindow {
            rect: if *a == front { Rect::at(0, 0, shown.size) } else { Rect::default() },
            app: a.clone(),
        };
        Ok(Observation {
            state: shown.state.clone(),
            size: shown.size,
            windows: apps.iter().map(window).collect(),
            frame: Some(self.frame(screen)?),
            fingerprint: Some(self.fingerprint(screen)?),
            number: 0,
            front: None,
            look_ms: 0.0,
            settle_ms: 0.0,
        })
    }
}

/// The application in front of a screen; empty where that is not known.
pub fn app(shown: &Shown) -> String {
    shown.state.window.as_ref().map(|w| w.app_name.clone()).unwrap_or_default()
}
