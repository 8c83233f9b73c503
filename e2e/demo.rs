//! `lea demo`, from its first act to its last, and cut short in the middle.

#![allow(clippy::unwrap_used)] // In a test that is what it is for.

mod common;

use common::{SOON, lea};
use lea_stage::wait_until;
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// Everything that a demo starts carries this in its environment, with the name of the test's folder.
const MARK: &str = "LEA_DEMO_TEST";

/// A folder for one demo: what comes of it is in `out`, what it needs meanwhile in `temporary`.
struct Place {
    folder: TempDir,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("temporary")).unwrap();
        Self { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn demo(&self) -> Command {
        let mut command = lea(self.folder.path(), &self.path("never"));
        command.env("TMPDIR", self.path("temporary")).env(MARK, self.folder.path());
        command.args(["--json", "demo", "--no-open", "--out"]).arg(self.path("out"));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// What is still there of all that was started: processes, and temporary files.
    fn left(&self) -> Vec<String> {
        let mark = format!("{MARK}={}", self.folder.path().display());
        let carries = |process: &Path| {
            let environment = std::fs::read(process.join("environ")).unwrap_or_default();
            environment.split(|byte| *byte == 0).any(|variable| variable == mark.as_bytes())
        };
        let names = |folder: &Path| std::fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path());
        let processes = names(Path::new("/proc")).filter(|process| carries(process));
        let name = |process: &PathBuf| std::fs::read_to_string(process.join("comm")).unwrap_or_default();
        let files = names(&self.path("temporary")).map(|path| path.display().to_string());
        processes.map(|process| name(&process)).chain(files).collect()
    }
}

#[test]
fn the_demo_shows_learns_does_asks_and_leaves_nothing_behind() {
    let place = Place::new();
    let output = place.demo().output().unwrap();
    let story = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{story}");
    let said: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(said["learnt"]["demonstrations"].as_u64() >= Some(3), "{said}");
    assert_eq!(said["wrong"], 0, "{story}");

    let verdicts: Vec<&str> =
        said["runs"].as_array().unwrap().iter().map(|run| run["verdict"].as_str().unwrap()).collect();
    let [shown, dark, english, surprise, alike] = verdicts[..] else { panic!("{story}") };
    assert_eq!([shown, dark, surprise, alike], ["done", "done", "done", "asked"], "{story}");
    // Every word of the screen is another one: to ask is right as well, to do something wrong is not.
    assert!(["done", "asked"].contains(&english), "{story}");
    let halt = &said["runs"][4]["run"]["halt"];
    assert!(halt["reason"] == "ambiguous" && halt["question"]["text"].is_string(), "{halt}");

    let pages = said["runs"].as_array().unwrap().iter().map(|run| &run["page"]);
    for file in ["index", "graph", "drawing", "picture"].map(|name| &said[name]).into_iter().chain(pages) {
        let size = std::fs::metadata(file.as_str().unwrap()).unwrap().len();
        assert!(size > 500, "{file} has {size} bytes");
    }
    assert_eq!(place.left(), [""; 0]);
}

#[test]
fn ctrl_c_in_the_middle_clears_everything_away() {
    let place = Place::new();
    let mut child = place.demo().spawn().unwrap();
    let mut story = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok);
    assert!(story.any(|line| line.starts_with("2  ")), "somebody begins to show it");
    assert!(!place.left().is_empty(), "a display and a browser are up");
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    let status = wait_until("the demo to end", SOON, || child.try_wait().unwrap()).unwrap();
    let rest: Vec<String> = story.collect();
    assert_eq!(status.code(), Some(130), "{rest:?}");
    assert!(rest.iter().any(|line| line.contains("interrupted")), "{rest:?}");
    assert_eq!(place.left(), [""; 0]);
}

#[test]
fn a_folder_that_is_not_of_a_demo_is_left_alone() {
    let place = Place::new();
    let precious = place.path("out").join("data");
    std::fs::create_dir_all(&precious).unwrap();
    let output = place.demo().output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(precious.exists() && place.left().is_empty());
}
