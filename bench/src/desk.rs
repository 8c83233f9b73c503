//! A virtual display of 1920×1080 with real applications on it.

use crate::Outcome;
use lea_model::{Rect, Size};
use lea_screen::x11::X11Screen;
use lea_screen::{Patience, settle};
use lea_stage::{Stage, StageOptions};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// How long an application may take to open on a busy machine.
const OPENS_WITHIN: Duration = Duration::from_secs(60);

/// Set for the copy of a bench that runs on the stage.
const ON_STAGE: &str = "LEA_BENCH_ON_STAGE";

/// Where the insides of the applications are.
#[derive(Clone, Copy, Debug)]
pub struct Places {
    /// The text editor.
    pub editor: Rect,
    /// The calculator.
    pub calculator: Rect,
    /// The spreadsheet, where there is one.
    pub sheet: Option<Rect>,
}

/// Sets up a display with a text editor and a calculator, and with a spreadsheet if one is wanted. The windows overlap,
/// and each has a part that no other can cover, as on a desk somebody works at.
pub fn set_up(with_sheet: bool) -> Outcome<(Stage, Places)> {
    let stage = Stage::start(StageOptions::default())?;
    stage.keep(stage.galculator()?);
    stage.keep(stage.mousepad(None)?);
    let calculator = place(&stage, "galculator", (40, 620), None)?;
    let editor = place(&stage, "Mousepad", (10, 40), Some((1200, 760)))?;
    let sheet = if with_sheet {
        stage.keep(stage.gnumeric(None)?);
        Some(place(&stage, "Gnumeric", (420, 130), Some((1460, 880)))?)
    } else {
        None
    };
    let mut screen = X11Screen::open(Some(stage.display()))?;
    settle(&mut screen, Patience::default())?;
    Ok((stage, Places { editor, calculator, sheet }))
}

fn place(stage: &Stage, title: &str, at: (i32, i32), size: Option<(u32, u32)>) -> Outcome<Rect> {
    let window = stage.wait_for_window(title, OPENS_WITHIN)?;
    let (_, _, width, height) = stage.geometry(window)?;
    stage.place(window, at, size.unwrap_or((width, height)))?;
    let (x, y, width, height) = stage.geometry(window)?;
    Ok(Rect::at(x, y, Size { width, height }))
}

/// Whether this process was started by [`again_on_stage`].
pub fn is_on_stage() -> bool {
    std::env::var_os(ON_STAGE).is_some()
}

/// Runs this program once more on a stage, with these arguments: `DISPLAY` has to be right before the first thread starts,
/// and some libraries read nothing else.
pub fn again_on_stage(stage: &Stage, args: impl IntoIterator<Item = String>) -> Outcome<ExitCode> {
    let status = stage.command(std::env::current_exe()?).args(args).env(ON_STAGE, "1").status()?;
    Ok(status.code().and_then(|c| u8::try_from(c).ok()).map_or(ExitCode::FAILURE, ExitCode::from))
}

/// The same file, named from the root: on a stage the working folder is another.
pub fn absolute(path: Option<&Path>) -> Outcome<Option<PathBuf>> {
    Ok(path.map(std::path::absolute).transpose()?)
}
