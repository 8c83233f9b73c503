//! Where the rooms meet: the store as what a recorder writes to, and as a film.

use lea_frame::{Frame, FrameBuf};
use lea_model::screen_state::StateWindow;
use lea_model::{Event, Gap, RawSession, WindowRef};
use lea_observe::{Keep, KeepError};
use lea_screen::Window;
use lea_screen::film::Reel;
use lea_store::{FrameTime, SessionWriter, Store, StoreError};
use std::time::Duration;

/// A recording that goes into the store.
pub struct Writing(pub SessionWriter);

fn kept<T>(outcome: Result<T, StoreError>) -> Result<T, KeepError> {
    outcome.map_err(|e| {
        if e.is_disk_full() { KeepError::Full(e.to_string()) } else { KeepError::Failed(e.to_string()) }
    })
}

impl Keep for Writing {
    fn event(&mut self, event: &Event) -> Result<(), KeepError> {
        kept(self.0.event(event))
    }

    fn amend(&mut self, event: &Event) -> Result<(), KeepError> {
        kept(self.0.amend(event))
    }

    fn screenshot(&mut self, id: &str, frame: Frame<'_>, t: Duration) -> Result<u64, KeepError> {
        kept(self.0.screenshot(id, frame, t.as_secs_f64())).map(|k| k.bytes)
    }

    fn gap(&mut self, gap: &Gap) -> Result<(), KeepError> {
        kept(self.0.gap(gap))
    }
}

/// A stored session as a reel of film.
pub struct StoredReel<'a> {
    store: &'a Store,
    session_id: String,
    frames: Vec<FrameTime>,
    times: Vec<Duration>,
    windows: Vec<Option<WindowRef>>,
}

impl<'a> StoredReel<'a> {
    /// The frames of a session, with the window of the last event before each.
    pub fn new(store: &'a Store, session: &RawSession) -> Result<Self, StoreError> {
        let mut frames = store.frame_times(&session.session_id)?;
        frames.sort_by(|a, b| a.t.total_cmp(&b.t));
        let window_at =
            |t: f64| session.events.iter().rev().find(|e| e.t <= t).and_then(|e| e.window.clone());
        Ok(Self {
            store,
            session_id: session.session_id.clone(),
            times: frames.iter().map(|f| Duration::try_from_secs_f64(f.t).unwrap_or_default()).collect(),
            windows: frames.iter().map(|f| window_at(f.t)).collect(),
            frames,
        })
    }
}

impl Reel for StoredReel<'_> {
    fn name(&self) -> String {
        format!("session {}", self.session_id)
    }

    fn times(&self) -> &[Duration] {
        &self.times
    }

    fn frame(&mut self, index: usize) -> Result<FrameBuf, String> {
        let frame = self.frames.get(index).ok_or("there is no such frame")?;
        self.store.frame(&self.session_id, &frame.screenshot_id).map_err(|e| e.to_string())
    }

    fn knows_windows(&self) -> bool {
        true
    }

    fn active_window(&self, index: usize) -> Option<Window> {
        let window = self.windows.get(index)?.as_ref()?;
        let rect = self.frames.get(index).map(|f| lea_model::Rect::at(0, 0, f.size)).unwrap_or_default();
        Some(Window { id: 0, title: window.title.clone(), app_name: window.app_name.clone(), rect })
    }
}

/// The window a screenshot was taken in: that of the event it belongs to.
pub fn window_of(session: &RawSession, shot: &str) -> Option<StateWindow> {
    let event = session.events.iter().find(|e| e.screenshot_id.as_deref() == Some(shot))?;
    let window = event.window.as_ref()?;
    Some(StateWindow {
        app_name: window.app_name.clone(),
        window_title: window.title.clone(),
        ..StateWindow::default()
    })
}
