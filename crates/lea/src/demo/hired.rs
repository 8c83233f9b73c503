//! The same `lea` as everybody uses, at work on a desk of the demo: in its environment, so that it ends with it.

use crate::error::{Failure, Outcome, failed, failed_with_help, interrupted};
use lea_stage::{Stage, wait_until};
use std::ffi::OsStr;
use std::fs::File;
use std::io::{Read, Seek};
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What takes longer than this does not end any more.
const ENDS_WITHIN: Duration = Duration::from_secs(300);

/// Somebody who types commands.
pub struct Hired<'a> {
    /// The desk's display.
    pub stage: &'a Stage,
    /// The data folder.
    pub data: PathBuf,
    /// The configuration.
    pub config: PathBuf,
    /// The folder with the models.
    pub models: PathBuf,
    /// Set when it is to stop.
    pub home: Arc<AtomicBool>,
}

/// What a command said.
pub struct Said {
    /// The exit code; none where something killed it.
    pub code: Option<i32>,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub errors: String,
}

impl Said {
    /// What it said, where it did what was asked.
    pub fn good(self, what: &str) -> Outcome<String> {
        match self.code {
            Some(0) => Ok(self.out),
            _ => Err(failed(format!("lea {what} did not work: {}", self.errors.trim()))),
        }
    }
}

impl Hired<'_> {
    /// `lea` with these arguments, to its end; `meanwhile` is called again and again.
    pub fn lea<S: AsRef<OsStr>>(
        &self,
        args: impl IntoIterator<Item = S>,
        meanwhile: &mut dyn FnMut(),
    ) -> Outcome<Said> {
        let program = std::env::current_exe().map_err(failed)?;
        let (mut out, mut errors) =
            (tempfile::tempfile().map_err(failed)?, tempfile::tempfile().map_err(failed)?);
        let copy = |file: &File| file.try_clone().map(Stdio::from).map_err(failed);
        let mut command = self.stage.command(program);
        command.arg("--data").arg(&self.data).arg("--config").arg(&self.config).args(args);
        command
            .env("LEA_MODELS", &self.models)
            .stdin(Stdio::null())
            .stdout(copy(&out)?)
            .stderr(copy(&errors)?);
        let mut child = command.spawn().map_err(failed)?;
        let ended = wait_until("lea to end", ENDS_WITHIN, || {
            meanwhile();
            if self.home.load(Ordering::Relaxed) {
                return Some(Err(interrupted()));
            }
            child.try_wait().map_err(failed).transpose()
        });
        let ended: Outcome<_> = ended.unwrap_or_else(|late| Err(failed(late)));
        if ended.is_err() {
            // It may have ended in this moment.
            let _ = child.kill();
            let _ = child.wait();
        }
        Ok(Said { code: ended?.code(), out: read(&mut out)?, errors: read(&mut errors)? })
    }
}

fn read(file: &mut File) -> Outcome<String> {
    let mut bytes = Vec::new();
    file.rewind().and_then(|()| file.read_to_end(&mut bytes)).map_err(failed)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Notes Ctrl-C and SIGTERM; a second one ends it at once, and the watchers of the displays clear up.
pub fn called_home() -> Outcome<Arc<AtomicBool>> {
    let home = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM, signal_hook::consts::SIGHUP] {
        signal_hook::flag::register_conditional_shutdown(signal, 130, home.clone()).map_err(failed)?;
        signal_hook::flag::register(signal, home.clone()).map_err(failed)?;
    }
    Ok(home)
}

/// What is said where JSON was asked for.
pub fn parsed<T: serde::de::DeserializeOwned>(said: &str) -> Result<T, Failure> {
    serde_json::from_str(said)
        .map_err(|e| failed_with_help(format!("lea said what is no answer: {e}"), said.to_owned()))
}
