//! Asking and changing the display with the usual X tools, each within a time limit.

use crate::process::last_lines;
use crate::{Stage, StageError, wait_until};
use std::ffi::OsStr;
use std::io::{self, Read as _, Seek as _, Write as _};
use std::process::{Command, Stdio};
use std::time::Duration;

/// What a tool such as `xdotool` may take. They answer in milliseconds; a frozen server never lets them.
const TOOL_LIMIT: Duration = Duration::from_secs(20);

/// What a tool printed and how it ended.
#[derive(Debug, Clone)]
pub struct Output {
    /// Its exit code was 0.
    pub success: bool,
    /// Standard output.
    pub text: String,
    /// Standard error.
    pub errors: String,
}

/// A part of the display that counts as a monitor.
#[derive(Debug, Clone, Copy)]
pub struct Monitor {
    /// Left and top.
    pub position: (u32, u32),
    /// Pixels across and down.
    pub size: (u32, u32),
    /// Width of the glass, which gives the density: 1920 pixels on 508 mm are 96 dpi, on 254 mm a scale of 2.
    pub millimetres: u32,
}

impl Stage {
    /// Runs a tool on the display and returns what it printed; an exit code other than 0 is an error.
    pub fn run_tool<S: AsRef<OsStr>>(
        &self,
        program: &str,
        args: impl IntoIterator<Item = S>,
    ) -> Result<String, StageError> {
        let mut command = self.command(program);
        command.args(args);
        let line = line_of(&command);
        let output = self.run(command, "")?;
        if !output.success {
            return Err(StageError::Tool {
                command: line,
                status: "exit code not 0".to_owned(),
                said: last_lines(&output.errors),
            });
        }
        Ok(output.text)
    }

    /// Runs a command made with [`Stage::command`] to its end, with `input` on its standard input.
    pub fn run(&self, mut command: Command, input: &str) -> Result<Output, StageError> {
        let line = line_of(&command);
        let program = command.get_program().to_string_lossy().into_owned();
        // Files, not pipes: a tool that leaves a child behind (xclip) would keep a pipe open.
        let (mut stdin, mut out, mut err) =
            (tempfile::tempfile()?, tempfile::tempfile()?, tempfile::tempfile()?);
        stdin.write_all(input.as_bytes())?;
        stdin.rewind()?;
        command.stdin(stdin).stdout(Stdio::from(out.try_clone()?)).stderr(Stdio::from(err.try_clone()?));
        let mut child = command.spawn().map_err(|source| StageError::starting(&program, source))?;
        let ended = wait_until(&line, TOOL_LIMIT, || child.try_wait().ok().flatten());
        if ended.is_err() {
            let _ = child.kill();
            let _ = child.wait();
        }
        Ok(Output { success: ended?.success(), text: read(&mut out)?, errors: read(&mut err)? })
    }

    /// The visible windows whose title contains `part`, in any case.
    pub fn windows(&self, part: &str) -> Result<Vec<u32>, StageError> {
        let mut command = self.command("xdotool");
        command.args(["search", "--onlyvisible", "--name", &literally(part)]);
        // No match is exit code 1; a window that closes in between is an error that the next look does not have.
        let text = self.run(command, "")?.text;
        Ok(text.lines().filter_map(|line| line.trim().parse().ok()).collect())
    }

    /// Waits for a visible window whose title contains `part` and returns its id.
    pub fn wait_for_window(&self, part: &str, limit: Duration) -> Result<u32, StageError> {
        let found = wait_until(&format!("a window called {part:?}"), limit, || {
            self.windows(part).map(|windows| windows.first().copied()).transpose()
        });
        match found {
            Err(StageError::TimedOut { what, waited, .. }) => {
                let titles = self.titles().unwrap_or_default();
                Err(StageError::TimedOut { what, waited, seen: format!("; there are {titles:?}") })
            }
            other => other?,
        }
    }

    /// Waits until no visible window has a title that contains `part`.
    pub fn wait_for_no_window(&self, part: &str, limit: Duration) -> Result<(), StageError> {
        wait_until(&format!("the window called {part:?} to close"), limit, || {
            self.windows(part).map(|windows| windows.is_empty().then_some(())).transpose()
        })?
    }

    /// The titles of all visible windows that have one.
    pub fn titles(&self) -> Result<Vec<String>, StageError> {
        let windows = self.windows("")?;
        let titles = windows.iter().filter_map(|&window| self.title(window).ok());
        Ok(titles.filter(|title| !title.is_empty()).collect())
    }

    /// The title of a window.
    pub fn title(&self, window: u32) -> Result<String, StageError> {
        let answer = self.run_tool("xdotool", ["getwindowname", &window.to_string()])?;
        Ok(answer.trim_end_matches('\n').to_owned())
    }

    /// Brings a window to the front, gives it the keyboard, and returns when it has both.
    pub fn activate(&self, window: u32) -> Result<(), StageError> {
        self.run_tool("xdotool", ["windowactivate", "--sync", &window.to_string()]).map(drop)
    }

    /// The window that has the keyboard, as the window manager says; `None` if none has.
    pub fn active_window(&self) -> Result<Option<u32>, StageError> {
        let answer = self.run_tool("xprop", ["-root", "_NET_ACTIVE_WINDOW"])?;
        let id = answer.rsplit("0x").next().and_then(|hex| u32::from_str_radix(hex.trim(), 16).ok());
        Ok(id.filter(|&id| id != 0))
    }

    /// Where the inside of a window is on the screen: left, top, width, height.
    pub fn geometry(&self, window: u32) -> Result<(i32, i32, u32, u32), StageError> {
        let id = window.to_string();
        let answer = self.run_tool("xwininfo", ["-id", &id])?;
        let field = |name: &str| {
            answer.lines().find_map(|line| line.trim().strip_prefix(name)?.trim().parse::<i64>().ok())
        };
        let parsed = || {
            Some((
                i32::try_from(field("Absolute upper-left X:")?).ok()?,
                i32::try_from(field("Absolute upper-left Y:")?).ok()?,
                u32::try_from(field("Width:")?).ok()?,
                u32::try_from(field("Height:")?).ok()?,
            ))
        };
        parsed().ok_or_else(|| StageError::Answer {
            command: format!("xwininfo -id {id}"),
            answer: answer.clone(),
            wanted: "a place and a size",
        })
    }

    /// Moves and sizes a window; decorations are added around it.
    pub fn place(
        &self,
        window: u32,
        (x, y): (i32, i32),
        (width, height): (u32, u32),
    ) -> Result<(), StageError> {
        let id = window.to_string();
        let [x, y] = [x.to_string(), y.to_string()];
        let [width, height] = [width.to_string(), height.to_string()];
        // One call: xdotool goes on to the next command when the window has followed.
        self.run_tool("xdotool", ["windowsize", &id, &width, &height, "windowmove", &id, &x, &y]).map(drop)
    }

    /// Cuts the display into several monitors.
    pub fn set_monitors(&self, monitors: &[Monitor]) -> Result<(), StageError> {
        let screens = self.run_tool("xrandr", ["--query"])?;
        let mut owner = connected_output(&screens)?;
        for (number, monitor) in monitors.iter().enumerate() {
            let ((x, y), (width, height), wide) = (monitor.position, monitor.size, monitor.millimetres);
            let (name, tall) = (format!("part-{number}"), wide * height / width.max(1));
            let place = format!("{width}/{wide}x{height}/{tall}+{x}+{y}");
            self.run_tool("xrandr", ["--setmonitor", &name, &place, owner])?;
            // The one output there is belongs to the first; an output in no monitor would count as one more.
            owner = "none";
        }
        Ok(())
    }

    /// Gives the display another size. On `Xvfb` up to the size it started with, on `Xvnc` any.
    pub fn resize(&self, (width, height): (u32, u32)) -> Result<(), StageError> {
        let screens = self.run_tool("xrandr", ["--query"])?;
        let output = connected_output(&screens)?;
        let mode = format!("{width}x{height}");
        let known = screens.lines().any(|line| line.split_whitespace().next() == Some(&mode));
        if !known {
            let (width, height) = (width.to_string(), height.to_string());
            let timing = ["0", &width, "0", "0", "0", &height, "0", "0", "0"];
            self.run_tool("xrandr", ["--newmode", &mode].into_iter().chain(timing))?;
            self.run_tool("xrandr", ["--addmode", output, &mode])?;
        }
        self.run_tool("xrandr", ["--output", output, "--mode", &mode]).map(drop)
    }

    /// Chooses the keyboard layout: `us`, `fr`, `de(nodeadkeys)`.
    pub fn set_keyboard(&self, layout: &str) -> Result<(), StageError> {
        let (layout, variant) = layout.split_once('(').unwrap_or((layout, ""));
        self.run_tool("setxkbmap", ["-layout", layout, "-variant", variant.trim_end_matches(')')]).map(drop)
    }

    /// Puts a text on the clipboard.
    pub fn set_clipboard(&self, text: &str) -> Result<(), StageError> {
        let mut command = self.command("xclip");
        command.args(["-selection", "clipboard", "-in"]);
        self.run(command, text).map(drop)
    }

    /// The text on the clipboard; empty if there is none.
    pub fn clipboard(&self) -> Result<String, StageError> {
        let mut command = self.command("xclip");
        command.args(["-selection", "clipboard", "-out", "-target", "UTF8_STRING"]);
        Ok(self.run(command, "")?.text)
    }
}

fn read(file: &mut std::fs::File) -> io::Result<String> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn line_of(command: &Command) -> String {
    let mut line = command.get_program().to_string_lossy().into_owned();
    for arg in command.get_args() {
        line.push(' ');
        line.push_str(&arg.to_string_lossy());
    }
    line
}

/// The name of the only output of a virtual display, from what `xrandr --query` printed.
fn connected_output(screens: &str) -> Result<&str, StageError> {
    let output = screens.lines().find_map(|line| line.split_once(" connected")).map(|(name, _)| name);
    output.ok_or_else(|| StageError::Answer {
        command: "xrandr --query".to_owned(),
        answer: screens.to_owned(),
        wanted: "a connected output",
    })
}

/// A POSIX regular expression that matches `text` as it stands.
fn literally(text: &str) -> String {
    text.chars().fold(String::new(), |mut pattern, c| {
        if r"\.[]{}()*+?^$|".contains(c) {
            pattern.push('\\');
        }
        pattern.push(c);
        pattern
    })
}
