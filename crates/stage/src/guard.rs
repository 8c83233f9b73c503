//! Nothing of a stage is left behind: every process on it carries a mark in its environment, and whoever
//! carries the mark when the stage ends is killed. A watcher does the same when the stage's owner is killed.

use crate::process::Process;
use crate::{StageError, wait_until};
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Only a process stuck in the kernel survives this; there is nothing more to be done about it.
const SWEEP_LIMIT: Duration = Duration::from_secs(5);

/// The environment variable that marks the processes of a stage.
pub(crate) const MARK: &str = "LEA_STAGE";

/// Waits for its standard input to close, which happens when the owner is gone however it went; then kills
/// what carries the mark and removes the folder. `$1` is the mark, `$2` the folder.
const WATCH: &str = r#"
read -r _
for round in 1 2 3; do
    for file in $(grep -lsF "$1" /proc/[0-9]*/environ); do
        pid=${file#/proc/}
        kill -KILL "${pid%/environ}" 2>/dev/null
    done
done
rm -rf -- "$2"
"#;

/// The watcher of one stage.
#[derive(Debug)]
pub(crate) struct Guard {
    mark: String,
    watcher: Child,
}

impl Guard {
    /// Starts watching over `folder`, whose name makes the mark unique.
    pub(crate) fn start(folder: &Path) -> Result<Self, StageError> {
        let mark = folder.display().to_string();
        let watcher = Command::new("sh")
            .args(["-c", WATCH, "lea-stage-watch", &entry(&mark)])
            .arg(folder)
            .current_dir("/")
            .env_remove(MARK)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()
            .map_err(|source| StageError::starting("sh", source))?;
        Ok(Self { mark, watcher })
    }

    pub(crate) fn mark(&self) -> &str {
        &self.mark
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        // The watcher first: from here on the owner itself cleans up.
        let _ = self.watcher.kill();
        let _ = self.watcher.wait();
        // Again while something was found: it may just have started something else.
        let _ = wait_until("stragglers to end", SWEEP_LIMIT, || (!sweep(&self.mark)).then_some(()));
    }
}

/// Kills every process that carries the mark, and says whether there was one still alive.
fn sweep(mark: &str) -> bool {
    let Ok(processes) = fs::read_dir("/proc") else {
        return false;
    };
    let wanted = entry(mark);
    let mut found = false;
    for process in processes.flatten() {
        let Some(pid) =
            process.file_name().to_str().and_then(|name| name.parse().ok()).and_then(Pid::from_raw)
        else {
            continue;
        };
        // Unreadable: gone by now, a zombie, or another user's.
        let Ok(environment) = fs::read(process.path().join("environ")) else {
            continue;
        };
        if environment.split(|&byte| byte == 0).any(|variable| variable == wanted.as_bytes()) {
            found |= kill_process(pid, Signal::KILL).is_ok();
        }
    }
    found
}

fn entry(mark: &str) -> String {
    format!("{MARK}={mark}")
}

/// The processes of a stage that it started itself, ended last to first.
#[derive(Debug, Default)]
pub(crate) struct Crew(pub(crate) Vec<Process>);

impl Drop for Crew {
    fn drop(&mut self) {
        while let Some(mut process) = self.0.pop() {
            process.end();
        }
    }
}
