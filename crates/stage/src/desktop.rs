//! The stage itself: server, bus, window manager, and what is launched on them.

use crate::env::{Folders, REMOVED};
use crate::guard::{Crew, Guard};
use crate::process::Process;
use crate::server::{self, Kind, Server};
use crate::{App, StageError, wait_until};
use rustix::process::Signal;
use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tempfile::TempDir;

/// Openbox manages the display within 0.2 s on an idle machine.
const MANAGER_LIMIT: Duration = Duration::from_secs(20);

/// One desktop, click to focus, title bars, and no key that starts anything.
const OPENBOX: &str = include_str!("../assets/openbox.xml");

/// A session bus that nobody else is on and that starts no services.
const BUS: &str = include_str!("../assets/session-bus.xml");

/// What stage to set up.
#[derive(Debug, Clone)]
pub struct StageOptions {
    /// Which X server.
    pub kind: Kind,
    /// Pixels across and down. An `Xvfb` can be made smaller later, never larger than this.
    pub size: (u32, u32),
    /// Whether a window manager (openbox) runs.
    pub window_manager: bool,
    /// Value of `LANG` and `LC_ALL`.
    pub locale: String,
    /// More variables for everything on the stage (`GTK_THEME`, `GDK_SCALE`); they win over the stage's own.
    pub env: Vec<(String, String)>,
}

impl Default for StageOptions {
    /// 1920×1080 on Xvfb, with a window manager, in English.
    fn default() -> Self {
        Self {
            kind: Kind::Xvfb,
            size: (1920, 1080),
            window_manager: true,
            locale: "C.UTF-8".to_owned(),
            env: Vec::new(),
        }
    }
}

/// A virtual display. Dropping it ends everything on it.
#[derive(Debug)]
pub struct Stage {
    // Dropped in this order: applications, window manager and bus, server, stragglers, folder.
    kept: Mutex<Vec<App>>,
    crew: Crew,
    server: Server,
    _guard: Guard,
    _root: TempDir,
    folders: Folders,
    env: Vec<(String, String)>,
    launched: AtomicUsize,
}

impl Stage {
    /// Sets a stage up and returns when it is ready for applications.
    pub fn start(options: StageOptions) -> Result<Self, StageError> {
        let root = tempfile::Builder::new().prefix("lea-stage-").tempdir()?;
        let guard = Guard::start(root.path())?;
        let folders = Folders::create(root.path())?;
        let mut env = folders.variables(guard.mark(), &options.locale);
        let server = server::start(options.kind, options.size, &env, &folders.logs)?;
        env.push(("DISPLAY".to_owned(), server.display.clone()));
        let mut stage = Self {
            kept: Mutex::default(),
            crew: Crew::default(),
            server,
            _guard: guard,
            _root: root,
            folders,
            env,
            launched: AtomicUsize::new(0),
        };
        stage.start_bus()?;
        stage.env.extend(options.env);
        if options.window_manager {
            stage.start_manager()?;
        }
        Ok(stage)
    }

    fn start_bus(&mut self) -> Result<(), StageError> {
        let config = self.folders.runtime.join("session-bus.xml");
        fs::write(&config, BUS)?;
        let mut command = self.command("dbus-daemon");
        command.arg("--nofork").arg("--nosyslog").arg("--print-address");
        command.arg(format!("--config-file={}", config.display()));
        command.arg(format!("--address=unix:path={}", self.folders.runtime.join("bus").display()));
        let mut bus = Process::start(command, "bus", &self.folders.logs, true)?;
        let Some(address) =
            bus.child.stdout.take().and_then(|out| server::first_line(out, Duration::from_secs(10)))
        else {
            return Err(bus.ended_early());
        };
        self.env.push(("DBUS_SESSION_BUS_ADDRESS".to_owned(), address));
        self.crew.0.push(bus);
        Ok(())
    }

    fn start_manager(&mut self) -> Result<(), StageError> {
        let config = self.folders.config.join("openbox.xml");
        fs::write(&config, OPENBOX)?;
        let mut command = self.command("openbox");
        command.arg("--sm-disable").arg("--config-file").arg(config);
        let mut manager = Process::start(command, "openbox", &self.folders.logs, false)?;
        wait_until("openbox to manage the display", MANAGER_LIMIT, || {
            if manager.ended().is_some() {
                return Some(Err(manager.ended_early()));
            }
            match self.run_tool("xprop", ["-root", "_NET_SUPPORTING_WM_CHECK"]) {
                Ok(answer) => answer.contains("window id").then_some(Ok(())),
                Err(missing @ StageError::Missing { .. }) => Some(Err(missing)),
                Err(_) => None,
            }
        })??;
        self.crew.0.push(manager);
        Ok(())
    }

    /// The display's name, such as `:97`.
    pub fn display(&self) -> &str {
        &self.server.display
    }

    /// The port on the loopback interface where VNC answers; `None` on [`Kind::Xvfb`].
    pub fn vnc_port(&self) -> Option<u16> {
        self.server.vnc_port
    }

    /// The home folder of everything on the stage; empty at the start, gone at the end.
    pub fn home(&self) -> &Path {
        &self.folders.home
    }

    /// The variables that put a program on this stage. A process that carries them ends with the stage.
    pub fn env(&self) -> Vec<(String, String)> {
        self.env.clone()
    }

    /// A command with the stage's environment, in its home folder.
    pub fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        for name in REMOVED {
            command.env_remove(name);
        }
        command.envs(self.env.iter().map(|(name, value)| (name, value))).current_dir(&self.folders.home);
        command
    }

    /// Starts a program: `stage.launch(["xterm", "-fullscreen"])`. It has a window when
    /// [`Stage::wait_for_window`] says so.
    ///
    /// # Panics
    /// If the line is empty.
    pub fn launch<S: AsRef<OsStr>>(&self, line: impl IntoIterator<Item = S>) -> Result<App, StageError> {
        let mut words = line.into_iter();
        let program = words.next().expect("a command line names a program");
        let mut command = self.command(program);
        command.args(words);
        self.spawn(command)
    }

    /// Starts a command made with [`Stage::command`], changed as the caller needs. Its standard streams are the
    /// stage's affair: input is empty, output is kept for [`App::output`] and [`App::errors`].
    pub fn spawn(&self, command: Command) -> Result<App, StageError> {
        let number = self.launched.fetch_add(1, Ordering::Relaxed);
        let process = Process::start(command, &format!("app-{number}"), &self.folders.logs, false)?;
        Ok(App { process })
    }

    /// Leaves an application running until the stage ends.
    pub fn keep(&self, app: App) {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).push(app);
    }

    /// The process id of the X server.
    pub fn server_pid(&self) -> u32 {
        self.server.process.pid()
    }

    /// Freezes the X server: it keeps its connections and answers none.
    pub fn stop_server(&self) {
        self.server.process.signal(Signal::STOP);
    }

    /// Lets a frozen X server go on.
    pub fn continue_server(&self) {
        self.server.process.signal(Signal::CONT);
    }

    /// Ends the X server at once, as a crash would, and returns when it is gone.
    pub fn kill_server(&mut self) {
        self.server.process.signal(Signal::KILL);
        let _ = self.server.process.wait(Duration::from_secs(5));
    }
}
