//! Watching the demo: in a VNC viewer, or as a video; and opening pages where there is a desktop.

use crate::doctor::is_installed;
use crate::error::{Outcome, failed, failed_with_help};
use lea_stage::{Kind, Stage};
use rustix::process::{Pid, Signal, kill_process};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// How it is watched.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Watching {
    /// Somebody looks on.
    Viewer,
    /// Somebody looks at it later.
    Video,
}

impl Watching {
    /// The best way that this machine has.
    pub fn find() -> Outcome<Self> {
        if is_desktop() && is_installed("vncviewer") && is_installed("Xvnc") {
            return Ok(Self::Viewer);
        }
        if is_installed("ffmpeg") {
            return Ok(Self::Video);
        }
        Err(failed_with_help(
            "nothing to watch with: there is no VNC viewer with a display to show it on, and no ffmpeg to record a video with",
            "scripts/setup --watch, or: sudo apt-get install ffmpeg; on a desktop: tigervnc-viewer tigervnc-standalone-server",
        ))
    }

    /// The display that it takes.
    pub fn kind(self) -> Kind {
        match self {
            Self::Viewer => Kind::Xvnc,
            Self::Video => Kind::Xvfb,
        }
    }

    /// Begins; a video goes to that file.
    pub fn start(self, stage: &Stage, size: (u32, u32), video: &Path) -> Outcome<Watcher> {
        let mut command = match self {
            Self::Viewer => {
                // On the display of whoever looks on, and never in the way: its pointer would pause a run.
                let mut command = Command::new("vncviewer");
                let port = stage.vnc_port().unwrap_or_default();
                command.args(["-ViewOnly", "-Shared", &format!("127.0.0.1::{port}")]);
                command
            }
            Self::Video => {
                let mut command = stage.command("ffmpeg");
                command.args([
                    "-y",
                    "-loglevel",
                    "error",
                    "-f",
                    "x11grab",
                    "-framerate",
                    "10",
                    "-video_size",
                ]);
                command.args([&format!("{}x{}", size.0, size.1), "-i", stage.display()]);
                command
                    .args(["-codec:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"])
                    .arg(video);
                command
            }
        };
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
        let process = command.spawn().map_err(failed)?;
        Ok(Watcher { process, video: (self == Self::Video).then(|| video.to_owned()) })
    }
}

/// Who watches, until dropped.
pub struct Watcher {
    process: Child,
    /// The video that is being written.
    pub video: Option<PathBuf>,
}

impl Drop for Watcher {
    fn drop(&mut self) {
        // Asked to end, ffmpeg writes the end of the file that makes it readable.
        if let Some(pid) = i32::try_from(self.process.id()).ok().and_then(Pid::from_raw) {
            let _ = kill_process(pid, Signal::INT);
        }
        let _ = self.process.wait();
    }
}

/// Opens a page for the person at the desktop, where there is one.
pub fn open(page: &Path) {
    if is_desktop() && is_installed("xdg-open") {
        let mut command = Command::new("xdg-open");
        command.arg(page).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
        // Whoever cannot see it there finds its name in the summary.
        let _ = command.spawn();
    }
}

fn is_desktop() -> bool {
    ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some_and(|v| !v.is_empty()))
}
