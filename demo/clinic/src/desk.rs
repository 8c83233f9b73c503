//! A desk to work at: a virtual display with the clinic in a real browser, and a notepad beside it.

use crate::chance::Chance;
use crate::clinic::{Clinic, ClinicError, Options};
use crate::person::{Irregularity, Pace, Person, Setback};
use crate::records::RecordsError;
use crate::tasks::{Done, Task, perform};
use lea_screen::ScreenError;
use lea_screen::x11::X11Screen;
use lea_stage::{Kind, Stage, StageError, StageOptions};
use std::time::Duration;

/// Why there is no desk.
#[derive(Debug, thiserror::Error)]
pub enum DeskError {
    /// The display, the browser or the notepad.
    #[error(transparent)]
    Stage(#[from] StageError),
    /// The application.
    #[error(transparent)]
    Clinic(#[from] ClinicError),
    /// The records.
    #[error(transparent)]
    Records(#[from] RecordsError),
    /// The screen.
    #[error(transparent)]
    Screen(#[from] ScreenError),
    /// The page did not come up in the browser.
    #[error("the browser has not shown the first page within {} s", OPENS_WITHIN.as_secs())]
    NoPage,
    /// The person could not go on.
    #[error(transparent)]
    Person(#[from] Setback),
    /// There is no such task.
    #[error("there is no task called {0:?}: there are {known}", known = crate::tasks::TASKS.join(", "))]
    NoTask(String),
    /// The task cannot be done any more.
    #[error(
        "nothing is left to do for {0}: every invoice has been decided on; take another database or seed"
    )]
    NothingLeft(String),
}

/// How long a browser may take to open on a busy machine.
const OPENS_WITHIN: Duration = Duration::from_secs(60);

/// Every window of the clinic has this in its title, in every language.
pub const WINDOW: &str = "Tilleuls";

/// The room left beside the clinic for the notepad, in hundredths of the width.
const NOTEPAD_SHARE: u32 = 20;
/// The room that the window manager's frame takes above and below a window, in pixels.
const TITLE: u32 = 24;
const EDGE: u32 = 8;

/// What desk to set up.
#[derive(Clone, Debug)]
pub struct DeskOptions {
    /// Which X server: one that is also reached by VNC can be watched.
    pub kind: Kind,
    /// Pixels across and down.
    pub size: (u32, u32),
    /// Whether a notepad lies beside the clinic, for whoever goes to the wrong window.
    pub notepad: bool,
    /// The clinic.
    pub clinic: Options,
}

impl Default for DeskOptions {
    fn default() -> Self {
        Self { kind: Kind::default(), size: (1280, 800), notepad: true, clinic: Options::default() }
    }
}

/// A desk that is set up. Dropping it clears it.
pub struct Desk {
    // Dropped in this order: the browser first, then what it shows.
    /// The display.
    pub stage: Stage,
    /// The application.
    pub clinic: Clinic,
    /// The browser's window.
    pub window: u32,
}

impl Desk {
    /// Sets a desk up; the login page is on the screen when this returns.
    pub fn open(options: DeskOptions) -> Result<Self, DeskError> {
        let (width, height) = options.size;
        let stage =
            Stage::start(StageOptions { kind: options.kind, size: options.size, ..StageOptions::default() })?;
        let clinic = Clinic::start(options.clinic)?;
        let beside = if options.notepad { width * NOTEPAD_SHARE / 100 } else { 0 };
        if options.notepad {
            stage.keep(stage.mousepad(None)?);
        }
        stage.keep(stage.chromium(format!("--app={}/invoices", clinic.address))?);
        let window = stage.wait_for_window(WINDOW, OPENS_WITHIN)?;
        if options.notepad {
            let notepad = stage.wait_for_window("Mousepad", OPENS_WITHIN)?;
            let left = i32::try_from(width - beside + EDGE).unwrap_or(0);
            stage.place(notepad, (left, TITLE as i32), (beside.saturating_sub(2 * EDGE), height / 2))?;
        }
        let size = (width - beside, height.saturating_sub(TITLE + EDGE));
        stage.place(window, (0, TITLE as i32), size)?;
        stage.activate(window)?;
        if clinic.truth().wait(OPENS_WITHIN, |seen| seen.screen == "login").is_none() {
            return Err(DeskError::NoPage);
        }
        Ok(Self { stage, clinic, window })
    }

    /// Somebody who sits down at it.
    pub fn person(&self, seed: u64, ways: Irregularity, pace: Pace) -> Result<Person<'_>, DeskError> {
        let screen = X11Screen::open(Some(self.stage.display()))?;
        Ok(Person::new(screen, &self.clinic, seed, ways).at_pace(pace))
    }

    /// A task of that name with values drawn from the records of the moment.
    pub fn draw(&self, name: &str, chance: &mut Chance, stumbles: bool) -> Result<Task, DeskError> {
        if !crate::tasks::TASKS.contains(&name) {
            return Err(DeskError::NoTask(name.to_owned()));
        }
        let language = self.clinic.switches().language;
        let task = Task::draw(name, &self.clinic.records()?, chance, language, stumbles)?;
        task.ok_or_else(|| DeskError::NothingLeft(name.to_owned()))
    }

    /// Lets somebody do a task, and says whether the records then said exactly what was done and nothing else.
    pub fn judged(&self, person: &mut Person<'_>, task: &Task) -> Result<(Done, bool), DeskError> {
        let before = self.clinic.records()?.snapshot()?;
        let done = perform(person, task)?;
        let after = self.clinic.records()?.snapshot()?;
        let is_true = before.became(&after, &done.changes);
        Ok((done, is_true))
    }
}
