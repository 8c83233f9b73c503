//! What can go wrong on a stage, and which Debian package brings what is missing.

use std::io;
use std::time::Duration;

/// Why a stage, or something on it, could not be had.
#[derive(Debug, thiserror::Error)]
pub enum StageError {
    /// A program is not installed.
    #[error("{program} is not installed: it is in the Debian package {package}; `make setup` installs it")]
    Missing {
        /// The program that was to be started.
        program: String,
        /// The Debian package it is in.
        package: &'static str,
    },
    /// A program could not be started for another reason.
    #[error("cannot start {program}: {source}")]
    Start {
        /// The program.
        program: String,
        /// What the system said.
        source: io::Error,
    },
    /// A program ended before it was of any use.
    #[error("{program} ended at once ({status}): {said}")]
    EndedEarly {
        /// The program.
        program: String,
        /// How it ended.
        status: String,
        /// The last lines it wrote.
        said: String,
    },
    /// Something that was waited for did not come.
    #[error("waited {} s for {what}, in vain{seen}", .waited.as_secs_f32())]
    TimedOut {
        /// What was waited for.
        what: String,
        /// For how long.
        waited: Duration,
        /// What was there instead, if anything is known; starts with a separator.
        seen: String,
    },
    /// A tool such as `xdotool` ran and reported failure.
    #[error("{command} failed ({status}): {said}")]
    Tool {
        /// The command line.
        command: String,
        /// How it ended.
        status: String,
        /// What it wrote to its error stream.
        said: String,
    },
    /// A tool answered something that was not understood.
    #[error("{command} answered {answer:?}, which is not {wanted}")]
    Answer {
        /// The command line.
        command: String,
        /// What it printed.
        answer: String,
        /// What was expected.
        wanted: &'static str,
    },
    /// The private folder of the stage could not be used.
    #[error("cannot prepare the folder of the stage: {0}")]
    Folder(#[from] io::Error),
}

impl StageError {
    /// Tells a missing program from other reasons why it could not be started.
    pub(crate) fn starting(program: &str, source: io::Error) -> Self {
        let program = program.to_owned();
        match source.kind() {
            io::ErrorKind::NotFound => Self::Missing { package: package_of(&program), program },
            _ => Self::Start { program, source },
        }
    }
}

/// The Debian package that brings `program`.
fn package_of(program: &str) -> &'static str {
    match program {
        "Xvfb" => "xvfb",
        "Xvnc" => "tigervnc-standalone-server",
        "dbus-daemon" => "dbus-daemon",
        "xprop" | "xwininfo" | "xdpyinfo" | "xev" => "x11-utils",
        "xrandr" | "xset" | "xrdb" | "xsetroot" => "x11-xserver-utils",
        "setxkbmap" | "xkbcomp" => "x11-xkb-utils",
        "openbox" => "openbox",
        "galculator" => "galculator",
        "mousepad" => "mousepad",
        "gnumeric" => "gnumeric",
        "zenity" => "zenity",
        "chromium" => "chromium",
        "xterm" => "xterm",
        "xdotool" => "xdotool",
        "wmctrl" => "wmctrl",
        "xclip" => "xclip",
        "i3lock" => "i3lock",
        "ffmpeg" => "ffmpeg",
        "import" | "convert" | "compare" => "imagemagick",
        _ => "of the same name, most likely",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_program_names_its_package_and_the_cure() {
        let error = StageError::starting("Xvnc", io::ErrorKind::NotFound.into());
        let text = error.to_string();
        assert!(text.contains("tigervnc-standalone-server") && text.contains("make setup"), "{text}");
    }
}
