//! A child process at the head of its own process group, ended and reaped when dropped.

use crate::{StageError, wait_until};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use std::fs::{self, File};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

/// How long a process may take to end politely. Openbox and GTK applications take under 50 ms; Chromium, which
/// writes its profile, up to a second.
const POLITE: Duration = Duration::from_millis(1500);

/// After SIGKILL only the kernel has work to do.
const AFTER_KILL: Duration = Duration::from_secs(5);

/// Lines of a log that go into an error message.
const LAST_LINES: usize = 6;

/// One process and its group. What it writes goes to two files beside each other.
#[derive(Debug)]
pub(crate) struct Process {
    pub(crate) name: String,
    pub(crate) child: Child,
    /// Its own number, and that of the group it heads.
    group: Pid,
    out: PathBuf,
    err: PathBuf,
    ended: Option<ExitStatus>,
}

impl Process {
    /// Starts `command`; its output goes to `NAME.out` and `NAME.err` under `logs`, or to a pipe the caller
    /// reads when `pipe` is set.
    pub(crate) fn start(
        mut command: Command,
        name: &str,
        logs: &Path,
        pipe: bool,
    ) -> Result<Self, StageError> {
        let (out, err) = (logs.join(format!("{name}.out")), logs.join(format!("{name}.err")));
        let stdout = if pipe { Stdio::piped() } else { Stdio::from(File::create(&out)?) };
        let program = command.get_program().to_string_lossy().into_owned();
        let child = command
            .stdin(Stdio::null())
            .stdout(stdout)
            .stderr(File::create(&err)?)
            .process_group(0)
            .spawn()
            .map_err(|source| StageError::starting(&program, source))?;
        let group = Pid::from_child(&child);
        Ok(Self { name: program, child, group, out, err, ended: None })
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// How it ended, if it has.
    pub(crate) fn ended(&mut self) -> Option<ExitStatus> {
        if self.ended.is_none() {
            self.ended = self.child.try_wait().ok().flatten();
        }
        self.ended
    }

    pub(crate) fn wait(&mut self, limit: Duration) -> Result<ExitStatus, StageError> {
        let what = format!("{} to end", self.name);
        wait_until(&what, limit, || self.ended())
    }

    /// Sends a signal to the whole group. A group that is gone already is no error.
    pub(crate) fn signal(&self, signal: Signal) {
        let _ = kill_process_group(self.group, signal);
    }

    /// Ends it and its group: politely, then not. Stragglers whose head was reaped before are left to the
    /// sweep at the end of the stage: their group's number may belong to another by now.
    pub(crate) fn end(&mut self) {
        if self.ended.is_some() {
            return;
        }
        self.signal(Signal::TERM);
        // A stopped process sees SIGTERM only once it goes on.
        self.signal(Signal::CONT);
        let _ = wait_until("a polite end", POLITE, || self.is_over().then_some(()));
        self.signal(Signal::KILL);
        let _ = self.wait(AFTER_KILL);
    }

    /// Whether the head has ended, leaving it unreaped so that its number stays taken.
    fn is_over(&self) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
        !matches!(waitid(WaitId::Pid(self.group), options), Ok(None))
    }

    /// All it wrote to standard output so far.
    pub(crate) fn output(&self) -> String {
        read(&self.out)
    }

    /// All it wrote to standard error so far.
    pub(crate) fn errors(&self) -> String {
        read(&self.err)
    }

    /// The error for a process that ended before it was of use.
    pub(crate) fn ended_early(&mut self) -> StageError {
        // Its pipe closes a moment before it can be reaped.
        let status = self.wait(Duration::from_secs(1));
        StageError::EndedEarly {
            program: self.name.clone(),
            status: status.map_or_else(|_| "still running".to_owned(), |status| status.to_string()),
            said: last_lines(&self.errors()),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

fn read(path: &Path) -> String {
    fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default()
}

/// The end of a log, on one line.
pub(crate) fn last_lines(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    if lines.is_empty() {
        return "it said nothing".to_owned();
    }
    lines[lines.len().saturating_sub(LAST_LINES)..].join(" / ")
}
