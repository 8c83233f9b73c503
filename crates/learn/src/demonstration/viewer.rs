//! A recording, watched again: every frame is looked at once, and kept as a screen of the lesson.

use crate::graph::Shown;
use crate::params::demonstration::MOST_FRAMES;
use lea_frame::{Frame, FrameBuf};
use lea_model::screen_state::StateWindow;
use lea_model::{Event, RawSession, ScreenState, Size};
use lea_recognize::Scene;
use lea_recognize::screen::Sketch;
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

/// Where the frames of recordings come from, and what is on them.
pub trait Film {
    /// The frames that follow are of that session. Says when each of its frames was taken, in seconds, by its id.
    fn begin(&mut self, session: &RawSession) -> HashMap<String, f64>;

    /// A frame of a session; why not, where it cannot be had.
    fn frame(&mut self, session: &str, shot: &str) -> Result<FrameBuf, String>;

    /// What is on a frame; `key` is the same for the same pixels in the same window.
    fn look(
        &mut self,
        frame: Frame<'_>,
        window: Option<StateWindow>,
        key: &str,
    ) -> Result<ScreenState, String>;

    /// All frames of the session were looked at.
    fn end(&mut self, session: &RawSession);
}

/// Looks at the frames of recordings, each once.
pub struct Viewer<'f> {
    film: &'f mut dyn Film,
    /// The screens seen, each once.
    pub screens: Vec<Shown>,
    by_pixels: HashMap<(u64, String), usize>,
    by_shot: HashMap<(String, String), usize>,
    frames: VecDeque<((String, String), Rc<FrameBuf>)>,
    /// When each frame of the session was taken.
    pub(super) times: HashMap<String, f64>,
    /// What could not be read.
    pub trouble: Vec<String>,
}

impl<'f> Viewer<'f> {
    /// Watches this film.
    pub fn new(film: &'f mut dyn Film) -> Self {
        Self {
            film,
            screens: Vec::new(),
            by_pixels: HashMap::new(),
            by_shot: HashMap::new(),
            frames: VecDeque::new(),
            times: HashMap::new(),
            trouble: Vec::new(),
        }
    }

    pub(super) fn begin(&mut self, session: &RawSession) {
        self.times = self.film.begin(session);
    }

    pub(super) fn end(&mut self, session: &RawSession) {
        self.film.end(session);
    }

    /// The screen that a frame shows, in the window of an event, by its place in the lesson.
    pub(super) fn screen(&mut self, session: &RawSession, shot: &str, event: &Event) -> Option<usize> {
        let app = event.window.as_ref().map_or("", |w| w.app_name.as_str()).to_lowercase();
        let key = (session.session_id.clone(), format!("{shot} {app}"));
        if let Some(known) = self.by_shot.get(&key) {
            return Some(*known);
        }
        let frame = self.frame(&session.session_id, shot)?;
        let pixels = (lea_frame::digest(frame.as_frame()), app);
        let known = match self.by_pixels.get(&pixels) {
            Some(known) => *known,
            None => {
                let window = event.window.as_ref().map(|w| StateWindow {
                    app_name: w.app_name.clone(),
                    window_title: w.title.clone(),
                    screen_resolution: Some(frame.size),
                    ..StateWindow::default()
                });
                let title = window.as_ref().map_or("", |w| w.window_title.as_str());
                let key = format!("{:016x} {} {title}", pixels.0, pixels.1);
                let state = match self.film.look(frame.as_frame(), window, &key) {
                    Ok(state) => state,
                    Err(why) => {
                        self.trouble.push(format!("{shot} of {}: {why}", session.session_id));
                        return None;
                    }
                };
                let sketch = Sketch::of(&Scene { state: &state, frame: Some(frame.as_frame()) });
                let name = format!("{}/{shot}", session.session_id);
                self.screens.push(Shown { name, state, sketch, size: frame.size });
                self.by_pixels.insert(pixels, self.screens.len() - 1);
                self.screens.len() - 1
            }
        };
        self.by_shot.insert(key, known);
        Some(known)
    }

    /// The frame of a screen that was seen.
    pub(super) fn shown(&mut self, screen: usize) -> Option<Rc<FrameBuf>> {
        let name = self.screens.get(screen)?.name.clone();
        let (session, shot) = name.rsplit_once('/')?;
        self.frame(session, shot)
    }

    /// A frame, from those at hand or from the film.
    pub(super) fn frame(&mut self, session: &str, shot: &str) -> Option<Rc<FrameBuf>> {
        let key = (session.to_owned(), shot.to_owned());
        if let Some((_, frame)) = self.frames.iter().find(|(k, _)| *k == key) {
            return Some(frame.clone());
        }
        match self.film.frame(session, shot) {
            Ok(frame) => {
                let frame = Rc::new(frame);
                self.frames.push_back((key, frame.clone()));
                if self.frames.len() > MOST_FRAMES {
                    self.frames.pop_front();
                }
                Some(frame)
            }
            Err(why) => {
                self.trouble.push(why);
                None
            }
        }
    }
}

/// Sizes of screens differ: demonstrations were taken on different displays.
pub fn sizes(screens: &[Shown]) -> Vec<Size> {
    let mut sizes: Vec<Size> = Vec::new();
    for screen in screens {
        if !sizes.contains(&screen.size) {
            sizes.push(screen.size);
        }
    }
    sizes
}
