//! What an X display has beside pictures and hands: windows to raise, a person who says stop, a sign that a robot works.

#![allow(clippy::unwrap_used)] // A test that cannot go on says where.

mod person;
mod raise;
mod sign;
mod watch;

use lea_screen::x11::X11Screen;
use lea_screen::{Patience, Screen, settle};
use lea_stage::{App, Stage, StageOptions};
use std::time::Duration;

/// How long anything may take that takes no time on an idle machine.
pub const SOON: Duration = Duration::from_secs(20);

/// A display of a size that is quick to look at.
pub fn stage(window_manager: bool) -> Stage {
    let size = (1024, 768);
    Stage::start(StageOptions { size, window_manager, ..StageOptions::default() }).expect("a stage")
}

/// The display as Lea sees it.
pub fn open(stage: &Stage) -> X11Screen {
    X11Screen::open(Some(stage.display())).expect("opens")
}

/// A terminal with nothing in it, and its window's number.
pub fn terminal(stage: &Stage, title: &str, geometry: &str) -> (App, u64) {
    let app = stage.launch(["xterm", "-T", title, "-geometry", geometry, "-e", "sleep 1000"]);
    let window = stage.wait_for_window(title, SOON).expect("its window");
    (app.expect("xterm"), u64::from(window))
}

/// Looks again and again until `look` finds something.
pub fn until<T>(what: &str, look: impl FnMut() -> Option<T>) -> T {
    lea_stage::wait_until(what, SOON, look).expect("in time")
}

/// Waits until the screen is quiet.
pub fn settled(screen: &mut dyn Screen) {
    let settled = settle(screen, Patience { timeout: SOON, ..Patience::default() }).unwrap();
    assert!(settled.is_settled(), "{settled}");
}
