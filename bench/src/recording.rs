//! `lea record`, the real one, watched from outside.

use crate::Outcome;
use crate::process::{Memory, cpu_time, memory};
use lea_stage::{App, Stage, wait_until};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

/// How long the recorder may take to begin, and to write everything down at the end.
const LISTENS_WITHIN: Duration = Duration::from_secs(20);
const ENDS_WITHIN: Duration = Duration::from_secs(120);

/// The binary to measure: `LEA`, or the release build beside this bench.
pub fn find_lea() -> Outcome<PathBuf> {
    let built = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/release/lea");
    let path = std::env::var_os("LEA").map_or_else(built, PathBuf::from);
    let found = path.canonicalize();
    found.map_err(|_| {
        let shown = path.display();
        format!("there is no {shown}: cargo build --release -p lea, or name another in LEA").into()
    })
}

/// A `lea record` under way.
pub struct Recording<'a> {
    stage: &'a Stage,
    lea: &'a Path,
    data: PathBuf,
    app: App,
}

/// What was seen of the process while it recorded.
#[derive(Clone, Debug)]
pub struct Watched {
    /// For how long.
    pub wall: Duration,
    /// Processor time it used meanwhile.
    pub cpu: Duration,
    /// Processor time the X server used meanwhile.
    pub server_cpu: Duration,
    /// Seconds since the start, and memory then.
    pub samples: Vec<(f64, Memory)>,
}

/// What was left of it in the end.
#[derive(Clone, Debug)]
pub struct Ended {
    /// What it said of itself.
    pub summary: Value,
    /// The session, read back through `lea sessions show`.
    pub session: Value,
    /// The most memory it ever had, the end included.
    pub peak: f64,
}

impl<'a> Recording<'a> {
    /// Starts to record the stage, and returns when the recorder says that nothing escapes it any more.
    pub fn start(stage: &'a Stage, lea: &'a Path, data: PathBuf) -> Outcome<Self> {
        let mut command = lea_command(stage.command(lea), &data);
        command.args(["record", "--display", stage.display(), "--label", "bench"]);
        let mut app = stage.spawn(command)?;
        let ready = wait_until("lea record to begin", LISTENS_WITHIN, || {
            let said = app.output().contains("\"recording\"");
            (said || !app.is_running()).then_some(said)
        })?;
        if !ready {
            return Err(format!("lea record ended at once: {}", app.errors()).into());
        }
        Ok(Self { stage, lea, data, app })
    }

    /// Watches the process while `work` is done.
    pub fn watch(&self, every: Duration, work: impl FnOnce() -> Outcome) -> Outcome<Watched> {
        let (pid, server) = (self.app.pid(), self.stage.server_pid());
        let (start, cpu, server_cpu) = (Instant::now(), cpu_time(pid)?, cpu_time(server)?);
        let (stop, stopped) = mpsc::channel::<()>();
        let samples = std::thread::scope(|scope| {
            let sampler = scope.spawn(move || {
                let mut samples = Vec::new();
                loop {
                    // A process that has ended is missed elsewhere.
                    samples.extend(memory(pid).ok().map(|m| (start.elapsed().as_secs_f64(), m)));
                    if stopped.recv_timeout(every) != Err(RecvTimeoutError::Timeout) {
                        return samples;
                    }
                }
            });
            let worked = work();
            drop(stop);
            let samples = sampler.join().map_err(|_| "the sampler broke")?;
            worked.map(|()| samples)
        })?;
        let cpu =
            cpu_time(pid).map_err(|_| format!("lea record ended too soon: {}", self.app.errors()))? - cpu;
        Ok(Watched { wall: start.elapsed(), cpu, server_cpu: cpu_time(server)? - server_cpu, samples })
    }

    /// Ends the recording as Ctrl-C does, and reads it back.
    pub fn end(mut self) -> Outcome<Ended> {
        let pid = self.app.pid();
        let process = i32::try_from(pid).ok().and_then(Pid::from_raw).ok_or("no such process")?;
        let mut peak = memory(pid)?.peak;
        kill_process(process, Signal::INT)?;
        let deadline = Instant::now() + ENDS_WITHIN;
        while self.app.is_running() && Instant::now() < deadline {
            peak = memory(pid).map_or(peak, |m| m.peak.max(peak));
            std::thread::sleep(Duration::from_millis(5));
        }
        let status = self.app.wait_for_exit(Duration::from_secs(1))?;
        if !status.success() {
            return Err(format!("lea record ended with {status}: {}", self.app.errors()).into());
        }
        let said = self.app.output();
        // The first line says that it has begun, the last how it went.
        let summary = serde_json::from_str(said.lines().last().unwrap_or_default())
            .map_err(|e| format!("lea record --json said {said:?}, which is no JSON: {e}"))?;
        Ok(Ended { summary, session: self.session()?, peak })
    }

    fn session(&self) -> Outcome<Value> {
        let mut command = lea_command(self.stage.command(self.lea), &self.data);
        let output = command.args(["sessions", "show", "last"]).output()?;
        if !output.status.success() {
            return Err(format!("lea sessions show: {}", String::from_utf8_lossy(&output.stderr)).into());
        }
        Ok(serde_json::from_slice(&output.stdout)?)
    }
}

/// The binary with its data where this bench wants it, and nobody's configuration.
fn lea_command(mut command: Command, data: &Path) -> Command {
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("LEA_")) {
        command.env_remove(name);
    }
    // The stage has a home of its own: without the models no text would be seen, and none kept.
    command.env("LEA_MODELS", lea_stage::models());
    command.arg("--json").arg("--data").arg(data);
    command
}
