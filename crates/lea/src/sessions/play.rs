//! A session played back in a window.

use crate::error::{Outcome, failed, failed_with_help};
use crate::wiring::StoredReel;
use lea_model::RawSession;
use lea_screen::Screen;
use lea_screen::film::Film;
use lea_screen::x11::viewer::Viewer;
use lea_store::Store;
use std::time::{Duration, Instant};

/// How often the window is asked whether it was closed.
const GLANCE: Duration = Duration::from_millis(100);

/// Plays it, and leaves the last picture standing until the window is closed.
pub fn play(store: &Store, session: &RawSession, speed: f64, display: Option<&str>) -> Outcome {
    let reel = StoredReel::new(store, session).map_err(failed)?;
    let mut film = Film::new(reel, speed).map_err(failed)?;
    let title = format!("Lea: {}", session.session_id);
    let mut viewer = Viewer::open(display, film.size(), &title).map_err(|e| {
        failed_with_help(e, "without a display: lea sessions show SESSION --html session.html")
    })?;
    eprintln!("Close the window, or press a key in it, to end.");
    while !viewer.is_closed().map_err(failed)? {
        let seen = film.see().map_err(failed)?;
        viewer.show(seen.frame, seen.changed, seen.resized).map_err(failed)?;
        film.wait(Instant::now() + GLANCE, None).map_err(failed)?;
    }
    Ok(())
}
