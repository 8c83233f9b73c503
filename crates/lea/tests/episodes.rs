//! `lea episodes` as a person uses it.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use serde_json::{Value, json};
use std::path::Path;
use std::process::{Command, Output};

fn lea(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lea"));
    command.arg("--data").arg(folder.join("data")).args(args);
    command.env("XDG_CONFIG_HOME", folder).current_dir(folder).output().unwrap()
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// A session as another tool would write it: no screenshots, no segments, targets known by their labels.
fn write_session(path: &Path, runs: usize) {
    let steps = ["New", "Name", "City", "Save"];
    let event = |n: usize| {
        json!({"t": n as f64, "type": "mouse_click", "window": {"title": "", "app_name": "Form"},
            "screenshot_id": null, "target": {"label": steps[n % 4]}, "data": {"action": "click"}})
    };
    let events: Vec<Value> = (0..4 * runs).map(event).collect();
    let session = json!({"schema_version": "rawsession_v1", "session_id": "sess_2026-03-02T08-00-00_marie",
        "started_at": "2026-03-02T08:00:00Z", "events": events, "screenshots": []});
    std::fs::write(path, session.to_string()).unwrap();
}

#[test]
fn a_session_in_a_file_is_cut_where_the_work_begins_again() {
    let folder = tempfile::tempdir().unwrap();
    write_session(&folder.path().join("work.json"), 5);
    let output = lea(folder.path(), &["episodes", "work.json", "--json"]);
    assert!(output.status.success(), "{}", said(&output));
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    let starts: Vec<u64> = found["segments"]
        .as_array()
        .unwrap()
        .iter()
        .map(|s| s["start_event_index"].as_u64().unwrap())
        .collect();
    assert_eq!(starts, [0, 4, 8, 12, 16]);
    assert_eq!(found["segments"][0]["trigger"], "pattern_complete");
    assert_eq!(found["segments"][0]["start_time"], "2026-03-02T08:00:00Z");
    assert_eq!(found["events"].as_array().unwrap().len(), 20);
    assert_eq!(found["events"][3]["semantic_role"], "validation");

    let table = said(&lea(folder.path(), &["episodes", "work.json"]));
    assert!(table.contains("seg_005") && table.contains("5 episodes, 1 tasks that repeat"), "{table}");
}

#[test]
fn a_session_without_events_has_no_episodes() {
    let folder = tempfile::tempdir().unwrap();
    write_session(&folder.path().join("empty.json"), 0);
    let output = lea(folder.path(), &["--json", "episodes", "empty.json"]);
    assert!(output.status.success(), "{}", said(&output));
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(found["segments"], json!([]));
    assert!(said(&lea(folder.path(), &["episodes", "empty.json"])).contains("has no events"));
}

#[test]
fn what_cannot_be_read_is_said() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("torn.json"), "{\"events\": [").unwrap();
    std::fs::write(folder.path().join("other.json"), "{\"schema_version\": \"workflow_v1\"}").unwrap();
    for (name, code, words) in [
        ("gone.json", 4, "cannot read gone.json"),
        ("torn.json", 4, "this is not JSON"),
        ("other.json", 4, "this is no rawsession"),
        ("sess_2026-03-02T08-00-00_nobody", 4, "sess_2026-03-02T08-00-00_nobody"),
        ("nonsense", 2, "nonsense"),
    ] {
        let output = lea(folder.path(), &["episodes", name]);
        assert_eq!(output.status.code(), Some(code), "{name}: {}", said(&output));
        assert!(said(&output).contains(words), "{name}: {}", said(&output));
    }
    let output = lea(folder.path(), &["episodes", "torn.json", "--pause", "-1"]);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
}
