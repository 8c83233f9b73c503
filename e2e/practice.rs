//! The practice application and the person who works on it, as commands.

#![allow(clippy::unwrap_used)] // In a test that is what it is for.

mod common;

use common::lea;
use lea_model::EventType;
use lea_store::Store;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::Stdio;

fn lines(file: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(file).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn the_clinic_opens_and_closes_with_ctrl_c() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = lea(folder.path(), &folder.path().join("data"));
    command
        .args(["--json", "demo", "app", "--language", "en", "--switch", "theme=dark"])
        .stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let about: Value = serde_json::from_str(&line).unwrap();
    let address = about["address"].as_str().unwrap().strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(format!("GET /login HTTP/1.1\r\nHost: {address}\r\n\r\n").as_bytes()).unwrap();
    let mut page = String::new();
    stream.read_to_string(&mut page).unwrap();
    assert!(page.contains("Les Tilleuls Clinic") && page.contains("theme-dark"), "{page}");
    let database = Path::new(about["database"].as_str().unwrap()).to_owned();
    assert!(database.exists());
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    assert!(child.wait().unwrap().success());
    assert!(!database.exists(), "what nobody named is not left behind");
}

#[test]
fn mistakes_on_the_command_line_are_named() {
    let folder = tempfile::tempdir().unwrap();
    for (args, word) in [
        (vec!["app", "--switch", "colour=red"], "lookalikes"),
        (vec!["app", "--language", "de"], "fr or en"),
        (vec!["app", "--switches-file", "none.toml"], "none.toml"),
        (vec!["person", "--task", "dance"], "validate_invoice"),
        (vec!["person", "--size", "big"], "1280x800"),
    ] {
        let output =
            lea(folder.path(), &folder.path().join("data")).arg("demo").args(&args).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert!(said.contains(word), "{args:?}: {said}");
    }
}

#[test]
fn a_recorded_person_leaves_sessions_and_the_truth_about_them() {
    let folder = tempfile::tempdir().unwrap();
    let (data, truth) = (folder.path().join("data"), folder.path().join("truth"));
    let mut command = lea(folder.path(), &data);
    command.args([
        "--json",
        "demo",
        "person",
        "--seed",
        "3",
        "--task",
        "validate_invoice",
        "--task",
        "correct_phone",
    ]);
    command.args(["--record", "each", "--ways", "clumsy", "--truth"]).arg(&truth);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    let tasks = told["tasks"].as_array().unwrap();
    assert_eq!((tasks.len(), &lines(&truth.join("tasks.jsonl"))), (2, tasks));
    assert!(!lines(&truth.join("screens.jsonl")).is_empty());

    let (store, deeds) = (Store::open(&data).unwrap(), lines(&truth.join("deeds.jsonl")));
    let begun: Vec<usize> = (0..deeds.len()).filter(|n| deeds[*n]["verb"] == "begins").collect();
    for (task, begins) in tasks.iter().zip(begun) {
        // What was done to get to where the task begins was not recorded.
        let own = deeds[begins..].iter().take_while(|deed| deed["verb"] != "ends");
        let mut clicks = own.filter(|deed| deed["verb"] == "clicks").map(|deed| deed["at"].clone());
        assert_eq!(task["is_true"], true, "{task}");
        let session = store.session(task["session_id"].as_str().unwrap()).unwrap();
        assert_eq!(session.context.training_label.as_deref(), task["task"].as_str());
        // Every click of the recording is one the person made, in the same place and order.
        for event in session.events.iter().filter(|e| e.event_type == EventType::MouseClick) {
            let at = serde_json::to_value(event.pos).unwrap();
            for _ in 0..event.clicks.unwrap_or(1) {
                assert_eq!(clicks.next().as_ref(), Some(&at), "{event:?}");
            }
        }
        assert_eq!(clicks.next(), None);
    }
}
