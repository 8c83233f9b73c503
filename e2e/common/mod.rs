//! The real binary on a real display, and what it recorded.
#![allow(dead_code)] // Each test binary uses its part.

use lea_model::{Event, EventType, Point, RawSession};
use lea_screen::x11::X11Screen;
use lea_screen::{Patience, Screen, Window, settle};
use lea_stage::{Stage, StageOptions, wait_until};
use lea_store::Store;
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// How long anything may take that normally takes a moment.
pub const SOON: Duration = Duration::from_secs(30);

/// A desktop to work on, with a data folder for Lea.
pub struct Desk {
    pub stage: Stage,
    pub screen: X11Screen,
    pub data: PathBuf,
    folder: tempfile::TempDir,
}

impl Desk {
    pub fn new() -> Self {
        Self::with(StageOptions { size: (1280, 800), ..StageOptions::default() })
    }

    pub fn with(options: StageOptions) -> Self {
        let stage = Stage::start(options).expect("a virtual display");
        let screen = X11Screen::open(Some(stage.display())).expect("the display");
        let folder = tempfile::tempdir().expect("a folder");
        Self { stage, screen, data: folder.path().join("data"), folder }
    }

    /// The `lea` command on this desk's data.
    pub fn lea(&self) -> Command {
        lea(self.folder.path(), &self.data)
    }

    /// Writes the user's own configuration.
    pub fn configure(&self, toml: &str) {
        configure(self.folder.path(), toml);
    }

    /// Starts to record; returns when everything from now on is recorded.
    pub fn record(&self, more: &[&str]) -> Recording {
        self.record_with(more, &[])
    }

    pub fn record_with(&self, more: &[&str], env: &[(&str, &str)]) -> Recording {
        let mut command = self.lea();
        command.args(["--json", "record", "--user", "tester", "--display", self.stage.display()]).args(more);
        command.envs(env.iter().copied());
        Recording::start(command)
    }

    /// Waits until nothing moves any more.
    pub fn rest(&mut self) {
        let settled = settle(&mut self.screen, Patience::default()).expect("the screen");
        assert!(settled.is_settled(), "{settled}");
    }

    /// The window of an application, once it is there and has come to rest.
    pub fn window(&mut self, app: &str) -> Window {
        let deadline = Instant::now() + SOON;
        loop {
            let windows = self.screen.windows().expect("windows");
            if let Some(found) = windows.into_iter().rev().find(|w| w.app_name.eq_ignore_ascii_case(app)) {
                self.rest();
                return found;
            }
            assert!(Instant::now() < deadline, "no window of {app} came up");
            self.screen.wait(Instant::now() + Duration::from_millis(50), None).expect("the screen");
            self.screen.see().expect("the screen");
        }
    }

    /// Puts the window of an application somewhere, by default in its own size, and says where it is now.
    pub fn place(&mut self, app: &str, (x, y): (i32, i32), size: Option<(i32, i32)>) -> Window {
        let id = self.window(app).id.to_string();
        let (w, h) = size.unwrap_or((-1, -1));
        for order in [["-b", "remove,maximized_vert,maximized_horz"], ["-e", &format!("0,{x},{y},{w},{h}")]] {
            self.stage.run_tool("wmctrl", ["-i", "-r", &id, order[0], order[1]]).expect("wmctrl");
        }
        let deadline = Instant::now() + SOON;
        loop {
            let window = self.window(app);
            let near = (window.rect.x1 - x).abs() < 60 && (window.rect.y1 - y).abs() < 60;
            if near {
                return window;
            }
            assert!(Instant::now() < deadline, "{app} does not go to {x},{y}: {window:?}");
        }
    }

    /// Waits until an application has the keyboard.
    pub fn active(&mut self, app: &str) {
        assert!(
            self.becomes_active(app, SOON),
            "{app} did not become active: {:?}",
            self.screen.active_window()
        );
    }

    fn becomes_active(&mut self, app: &str, limit: Duration) -> bool {
        let deadline = Instant::now() + limit;
        while Instant::now() < deadline {
            let active = self.screen.active_window().expect("windows");
            if active.is_some_and(|w| w.app_name.eq_ignore_ascii_case(app)) {
                self.rest();
                return true;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        false
    }

    /// Clicks into a window until it is active and at rest, as a person does whose click a busy desktop swallowed; says
    /// how many clicks it took.
    pub fn focus(&mut self, app: &str, at: Point) -> usize {
        for clicks in 1..=5 {
            lea_screen::click(&mut self.screen, at, lea_screen::Button::Left, 1).expect("a click");
            if self.becomes_active(app, Duration::from_secs(4)) {
                return clicks;
            }
        }
        panic!("{app} does not become active: {:?}", self.screen.active_window());
    }

    pub fn store(&self) -> Store {
        Store::open(&self.data).expect("the store")
    }

    /// Waits until what a recording has written so far is like that: the recorder is a process of its own, and notices things a moment later.
    #[track_caller]
    pub fn wait_for_recorded(&self, what: &str, recording: &Recording, is_so: impl Fn(&RawSession) -> bool) {
        let store = self.store();
        let has = || store.session(&recording.session_id).is_ok_and(|session| is_so(&session));
        let waited = wait_until(what, SOON, || has().then_some(()));
        assert!(waited.is_ok(), "{what} is not in the recording after {SOON:?}");
    }

    /// The only session there is.
    pub fn session(&self) -> RawSession {
        let store = self.store();
        let all = store.sessions().expect("sessions");
        assert_eq!(all.len(), 1, "{all:?}");
        let session = store.session(&all[0].id).expect("the session");
        assert_eq!(session.problems(), [], "what was recorded is sound");
        session
    }
}

/// The `lea` command, with a folder for its configuration and one for its data.
pub fn lea(folder: &Path, data: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lea"));
    command.arg("--data").arg(data);
    // Neither the machine's display nor its configuration has a say.
    command.env_remove("DISPLAY").env("XDG_CONFIG_HOME", folder).current_dir(folder);
    command.env("XDG_STATE_HOME", folder.join("state"));
    command
}

/// Writes the configuration that [`lea`] goes by in this folder, as the user's own.
pub fn configure(folder: &Path, toml: &str) {
    let own = folder.join("lea");
    std::fs::create_dir_all(&own).expect("a configuration folder");
    std::fs::write(own.join("lea.toml"), toml).expect("a configuration");
}

/// A running `lea record`.
pub struct Recording {
    pub child: Child,
    out: BufReader<ChildStdout>,
    pub session_id: String,
}

impl Recording {
    pub fn start(mut command: Command) -> Self {
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("lea record");
        let mut out = BufReader::new(child.stdout.take().expect("its output"));
        let mut line = String::new();
        out.read_line(&mut line).expect("its first line");
        if line.is_empty() {
            let output = child.wait_with_output().expect("its end");
            panic!("lea record ended: {}", String::from_utf8_lossy(&output.stderr));
        }
        let said: Value = serde_json::from_str(&line).expect("JSON");
        Self { child, out, session_id: said["recording"].as_str().expect("an id").to_owned() }
    }

    pub fn signal(&self, signal: &str) {
        let done = Command::new("kill").args([signal, &self.child.id().to_string()]).status().expect("kill");
        assert!(done.success());
    }

    /// Ends it as Ctrl-C does; says what it printed.
    pub fn stop(self) -> Value {
        self.signal("-INT");
        self.end(0)
    }

    /// Waits until it ends by itself with this code.
    pub fn end(self, code: i32) -> Value {
        let (said, errors, status) = self.wait();
        assert_eq!(status, Some(code), "{errors}");
        said
    }

    /// Waits for its end: the last line it printed, its errors, its code.
    pub fn wait(mut self) -> (Value, String, Option<i32>) {
        let deadline = Instant::now() + SOON;
        while self.child.try_wait().expect("the child").is_none() {
            assert!(Instant::now() < deadline, "lea record does not end");
            std::thread::sleep(Duration::from_millis(10));
        }
        let mut last = Value::Null;
        for line in self.out.lines() {
            last = serde_json::from_str(&line.expect("a line")).expect("JSON");
        }
        let Output { stderr, status, .. } = self.child.wait_with_output().expect("its end");
        (last, String::from_utf8_lossy(&stderr).into_owned(), status.code())
    }
}

/// The application an event happened in.
pub fn app(event: &Event) -> &str {
    event.window.as_ref().map_or("", |w| w.app_name.as_str())
}

/// The text typed into an application, in order.
pub fn typed(session: &RawSession, app_name: &str) -> String {
    let texts = session.events.iter().filter(|e| e.event_type == EventType::TextInput);
    texts.filter(|e| app(e).eq_ignore_ascii_case(app_name)).filter_map(|e| e.text.as_deref()).collect()
}

/// Every file below a folder.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found
}

/// The library that shows a process another time than the machine's.
pub fn faketime() -> &'static str {
    let places = [
        "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1",
        "/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1",
    ];
    places.into_iter().find(|p| Path::new(p).exists()).expect("libfaketime: make setup")
}
