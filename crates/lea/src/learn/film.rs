//! Recordings of the store as a film: frames, and what the eye sees on them, each looked at once.

use crate::config::Context;
use crate::error::Outcome;
use crate::readings::{self, Looks};
use lea_frame::{Frame, FrameBuf};
use lea_learn::demonstration::Film;
use lea_model::screen_state::StateWindow;
use lea_model::{RawSession, ScreenState};
use lea_store::Store;
use lea_understand::Eye;
use std::collections::HashMap;

/// The frames of the store, with an eye that remembers what it read on them.
pub struct StoredFilm<'a> {
    context: &'a Context,
    store: &'a Store,
    eye: Eye,
    /// What was seen in this session, now and before; whether there is something new.
    looks: Looks,
    is_new: bool,
}

impl<'a> StoredFilm<'a> {
    /// Over the recordings of a store.
    pub fn new(context: &'a Context, store: &'a Store) -> Outcome<Self> {
        Ok(Self { context, store, eye: readings::eye(context)?, looks: Looks::new(), is_new: false })
    }
}

impl Film for StoredFilm<'_> {
    fn begin(&mut self, session: &RawSession) -> HashMap<String, f64> {
        self.eye.set_session(Some(&session.session_id));
        self.looks = readings::looks(self.context, &session.session_id);
        self.is_new = false;
        let times = self.store.frame_times(&session.session_id).unwrap_or_default();
        times.into_iter().map(|f| (f.screenshot_id, f.t)).collect()
    }

    fn frame(&mut self, session: &str, shot: &str) -> Result<FrameBuf, String> {
        self.store.frame(session, shot).map_err(|e| e.to_string())
    }

    fn look(
        &mut self,
        frame: Frame<'_>,
        window: Option<StateWindow>,
        key: &str,
    ) -> Result<ScreenState, String> {
        if let Some(state) = self.looks.get(key) {
            return Ok(state.clone());
        }
        let state = self.eye.look(frame, window).map_err(|e| e.to_string())?;
        self.looks.insert(key.to_owned(), state.clone());
        self.is_new = true;
        Ok(state)
    }

    /// What was new is kept for next time. The session may have been deleted in the meantime.
    fn end(&mut self, session: &RawSession) {
        if self.is_new && self.store.session(&session.session_id).is_ok() {
            // On a full disk it is seen again next time.
            let _ = readings::keep_looks(self.context, &session.session_id, &self.looks);
        }
        self.looks.clear();
    }
}
