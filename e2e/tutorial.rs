//! The tutorial, walked by somebody who does exactly what it says: every command of `docs/tutorial.md`, in its order.

#![allow(clippy::unwrap_used)] // In a test that is what it is for.

mod common;

use common::Desk;
use lea_model::Point;
use lea_screen::{Button, Key, Patience, Screen, chord, click, settle};
use lea_stage::App;
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// What the three demonstrations say, as the tutorial does.
const SHOWN: [(&str, &str); 3] = [("144", "Kitchen: "), ("625", "Office: "), ("81", "Cellar: ")];

/// A person is not a machine: the pauses between two letters, and between two acts. They are no waits for anything.
const PAUSE_BEFORE_LETTER: Duration = Duration::from_millis(110);
/// See [`PAUSE_BEFORE_LETTER`].
const PAUSE_BEFORE_ACT: Duration = Duration::from_millis(900);

/// The commands of a page, one a line.
fn commands(page: &str) -> Vec<String> {
    let (mut found, mut is_shell) = (Vec::new(), false);
    for line in page.lines() {
        match line.strip_prefix("```") {
            Some(kind) => is_shell = kind == "sh",
            None if is_shell => found.push(line.to_owned()),
            None => {}
        }
    }
    found
}

/// A new user, at a desk, with `lea` on the path and nothing but the tutorial.
struct NewUser {
    desk: Desk,
    folder: PathBuf,
    path: String,
    apps: Vec<App>,
    shown: usize,
}

impl NewUser {
    fn new() -> Self {
        let desk = Desk::new();
        let home = desk.stage.home().to_owned();
        let bin = home.join("bin");
        std::fs::create_dir_all(&bin).unwrap();
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_lea"), bin.join("lea")).unwrap();
        let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
        Self { desk, folder: home, path, apps: Vec::new(), shown: 0 }
    }

    /// A line, as a shell on this desk runs it.
    fn shell(&self, line: &str) -> Command {
        let mut command = self.desk.stage.command("bash");
        command.args(["-c", line]).current_dir(&self.folder).env("PATH", &self.path);
        command.env("LEA_MODELS", lea_stage::models()).stdin(Stdio::null());
        command
    }

    /// Runs a line that must go well; says what it printed.
    fn types(&self, line: &str) -> String {
        let output = self.shell(line).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let errors = String::from_utf8_lossy(&output.stderr);
        // A run whose last step pastes is completed and not verified, and says so: the editor is asked in the end.
        let is_unverified = line.starts_with("lea run") && output.status.code() == Some(6);
        let went_well = output.status.success() || is_unverified;
        assert!(went_well, "{line}: {:?}\n{said}\n{errors}", output.status.code());
        println!("$ {line}\n{said}{errors}");
        said
    }

    fn rests(&mut self) {
        settle(&mut self.desk.screen, Patience::default()).unwrap();
        std::thread::sleep(PAUSE_BEFORE_ACT);
    }

    /// The editor and the calculator side by side, the calculator in front.
    fn arrange(&mut self) {
        self.desk.place("mousepad", (480, 80), Some((700, 560)));
        self.desk.place("galculator", (40, 80), None);
        let id = self.desk.window("galculator").id.to_string();
        self.desk.stage.run_tool("wmctrl", ["-i", "-a", &id]).unwrap();
        self.desk.active("galculator");
    }

    fn opens(&mut self) {
        self.apps = vec![self.desk.stage.mousepad(None).unwrap()];
        self.desk.window("mousepad");
        self.apps.push(self.desk.stage.galculator().unwrap());
        self.arrange();
    }

    fn clicks(&mut self, at: Point) {
        click(&mut self.desk.screen, at, Button::Left, 1).unwrap();
        self.rests();
    }

    fn presses(&mut self, keys: &[Key]) {
        chord(&mut self.desk.screen, keys).unwrap();
        self.rests();
    }

    fn writes(&mut self, text: &str) {
        for c in text.chars() {
            std::thread::sleep(PAUSE_BEFORE_LETTER);
            self.desk.screen.text(c.encode_utf8(&mut [0; 4])).unwrap();
        }
        self.rests();
    }

    /// What is on the screen now.
    fn sees(&self) -> Value {
        let output = self.shell("lea --json look --screen").output().unwrap();
        serde_json::from_slice(&output.stdout).unwrap()
    }

    /// The middle of what bears these words.
    fn place_of(&self, words: &str) -> Point {
        let seen = self.sees();
        let elements = seen["ui_elements"].as_array().unwrap();
        let found =
            elements.iter().find(|e| e["label"] == words).unwrap_or_else(|| panic!("no {words} in {seen}"));
        Point {
            x: found["center"][0].as_i64().unwrap() as i32,
            y: found["center"][1].as_i64().unwrap() as i32,
        }
    }

    /// Shows the task once, with the next values, while `line` records it.
    fn shows(&mut self, line: &str) {
        let (area, room) = SHOWN[self.shown];
        self.shown += 1;
        self.opens();
        let root = self.place_of("sqrt");
        let (calculator, editor) = (self.desk.window("galculator").rect, self.desk.window("mousepad").rect);
        let mut child = self.shell(&format!("{line} 2>&1")).stdout(Stdio::piped()).spawn().unwrap();
        let mut said = BufReader::new(child.stdout.take().unwrap()).lines();
        let first = said.next().unwrap().unwrap();
        assert!(first.contains("Recording"), "{first}");
        self.rests();
        self.clicks(Point { x: calculator.center().x, y: calculator.y1 + 45 });
        self.writes(area);
        self.clicks(root);
        self.presses(&[Key::CTRL, Key::of_char('c')]);
        self.clicks(editor.center());
        self.desk.active("mousepad");
        self.writes(room);
        self.presses(&[Key::CTRL, Key::of_char('v')]);
        chord(&mut self.desk.screen, &[Key::CTRL, Key::ALT, Key::of_char('q')]).unwrap();
        let rest: Vec<String> = said.map_while(Result::ok).collect();
        assert!(child.wait().unwrap().success(), "{rest:?}");
        println!("$ {line}\n{first}\n{}", rest.join("\n"));
        self.apps.clear();
    }
}

#[test]
fn the_tutorial_does_what_it_says() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/tutorial.md");
    let page = std::fs::read_to_string(page).unwrap();
    let mut user = NewUser::new();
    for line in commands(&page) {
        match line.as_str() {
            // Debian packages are what the test machine has already.
            l if l.starts_with("sudo ") => {}
            l if l.starts_with("lea record") => user.shows(l),
            l if l.starts_with("cd ") => user.folder = user.folder.join(l.trim_start_matches("cd ")),
            l if l.ends_with('&') => {
                let child = user.shell(&format!("exec env {}", l.trim_end_matches('&')));
                user.apps.push(user.desk.stage.spawn(child).unwrap());
                let name = if l.contains("mousepad") { "mousepad" } else { "galculator" };
                user.desk.window(name);
                if user.apps.len() == 2 {
                    user.arrange();
                    user.rests();
                }
            }
            l => drop(user.types(l)),
        }
    }
    assert_eq!(user.shown, SHOWN.len());
    // What the editor itself says.
    user.desk.active("mousepad");
    user.presses(&[Key::CTRL, Key::of_char('a')]);
    user.presses(&[Key::CTRL, Key::of_char('c')]);
    assert_eq!(user.desk.stage.clipboard().unwrap(), "Attic: 13");
    for file in ["side.html", "run.html"] {
        assert!(user.folder.join(file).is_file(), "{file} was not written");
    }
}
