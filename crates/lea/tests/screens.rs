//! `lea same`, `lea nearest` and `lea spaces` as a person uses them. These need the models: `scripts/fetch-models`.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use lea_frame::{FrameBuf, to_png};
use lea_model::{RawSession, Rect, SessionMetadata, Size};
use lea_stage::models;
use lea_store::Store;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const SESSION: &str = "sess_2026-11-15T09-00-00_marie";

fn lea(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lea"));
    command.arg("--data").arg(folder.join("data")).args(args);
    command.env("LEA_MODELS", models()).env("XDG_CONFIG_HOME", folder).current_dir(folder);
    command.output().unwrap()
}

fn lines(output: &Output) -> Vec<Value> {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).lines().map(|l| serde_json::from_str(l).unwrap()).collect()
}

/// A window with a bar and rows of boxes, at a place of its own.
fn window(x: i32, rows: i32) -> FrameBuf {
    let mut frame = FrameBuf::filled(Size { width: 640, height: 400 }, [200, 190, 180]).unwrap();
    frame.fill(Rect::from([x, 30, x + 300, 330]), [250, 250, 250]);
    frame.fill(Rect::from([x, 30, x + 300, 50]), [160, 90, 30]);
    for row in 0..rows {
        frame.fill(Rect::from([x + 20, 70 + 30 * row, x + 180, 86 + 30 * row]), [60, 60, 60]);
    }
    frame
}

#[test]
fn each_screen_finds_its_like_and_broken_pictures_spoil_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    for (name, frame) in [
        ("a.png", window(20, 6)),
        ("b.png", window(22, 6)),
        ("c.png", window(320, 2)),
        ("d.png", window(322, 2)),
    ] {
        std::fs::write(at(name), to_png(frame.as_frame()).unwrap()).unwrap();
    }
    let speck = FrameBuf::filled(Size { width: 1, height: 1 }, [1, 2, 3]).unwrap();
    std::fs::write(at("speck.png"), to_png(speck.as_frame()).unwrap()).unwrap();
    let whole = std::fs::read(at("a.png")).unwrap();
    std::fs::write(at("cut.png"), &whole[..whole.len() / 2]).unwrap();
    let names = ["a.png", "b.png", "c.png", "d.png", "speck.png", "cut.png", "none.png"];
    let batch: String = names.iter().map(|n| format!("{{\"image\":\"{n}\"}}\n")).collect();
    std::fs::write(at("list.jsonl"), batch + "not a row\n").unwrap();

    let rows = lines(&lea(folder.path(), &["--json", "nearest", "--batch", "list.jsonl", "-k", "2"]));
    assert_eq!(rows.len(), 8, "one line a row");
    for (row, like) in [(0, "b.png"), (1, "a.png"), (2, "d.png"), (3, "c.png")] {
        assert_eq!(rows[row]["image"], names[row]);
        let nearest = rows[row]["nearest"].as_array().unwrap();
        assert_eq!((nearest.len(), &nearest[0]["image"]), (2, &Value::from(like)), "{}", rows[row]);
        assert!(nearest[0]["score"].as_f64() >= nearest[1]["score"].as_f64());
    }
    assert!(rows[4]["nearest"].is_array(), "a speck is a picture");
    for (row, says) in [(5, "cut.png"), (6, "none.png"), (7, "line 8")] {
        assert!(rows[row]["error"].as_str().unwrap().contains(says), "{}", rows[row]);
    }

    let same = &lines(&lea(folder.path(), &["--json", "same", "a.png", "a.png"]))[0];
    assert_eq!((same["same"].as_bool(), same["score"].as_f64()), (Some(true), Some(1.0)));
    assert_eq!(lea(folder.path(), &["same", "a.png", "cut.png"]).status.code(), Some(4));
    assert_eq!(lea(folder.path(), &["same", "a.png"]).status.code(), Some(2));
}

#[test]
fn recorded_screens_are_embedded_once_listed_and_deleted_with_their_session() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let store = Store::open(&data).unwrap();
    let header = RawSession {
        session_id: SESSION.into(),
        agent_version: "0.1.0".into(),
        started_at: "2026-11-15T09:00:00Z".into(),
        ..RawSession::default()
    };
    let mut writer = store.begin(&header).unwrap();
    for (n, x) in [20, 160, 300].into_iter().enumerate() {
        let id = lea_model::ids::screenshot_id(n as u64 + 1);
        writer.screenshot(&id, window(x, 3).as_frame(), n as f64).unwrap();
    }
    writer.finish(&SessionMetadata::default(), "2026-11-15T17:00:00Z").unwrap();

    let before = &lines(&lea(folder.path(), &["--json", "spaces", "list"]))[0];
    assert_eq!(
        (before["migration_status"].as_str(), before["spaces"][0]["role"].as_str()),
        (Some("none"), Some("next"))
    );
    // A migration that was killed after its first screen: the marks it left, and one vector of three.
    let done = &lines(&lea(folder.path(), &["--json", "spaces", "migrate"]))[0];
    assert_eq!(done["embedded"], 3);
    let space: lea_model::Space = serde_json::from_value(done["space"].clone()).unwrap();
    let vectors = store.vectors();
    let kept = vectors.vector(&space, SESSION, "shot_0001").unwrap();
    for shot in ["shot_0002", "shot_0003"] {
        std::fs::remove_file(find(&data, &format!("{shot}.npy"))).unwrap();
    }
    let again = &lines(&lea(folder.path(), &["--json", "spaces", "migrate"]))[0];
    assert_eq!(again["embedded"], 2, "what was there is not made again");
    assert_eq!(vectors.vector(&space, SESSION, "shot_0001").unwrap(), kept);
    let after = &lines(&lea(folder.path(), &["--json", "spaces", "list"]))[0];
    assert_eq!(after["migration_status"], "completed");
    assert_eq!((&after["spaces"][0]["role"], &after["spaces"][0]["vectors"]), (&"current".into(), &3.into()));

    let deleted = lea(folder.path(), &["sessions", "delete", SESSION]);
    assert!(deleted.status.success());
    assert_eq!(vectors.count(&space).unwrap(), 0);
    assert_eq!(lines(&lea(folder.path(), &["--json", "spaces", "list"]))[0]["spaces"][0]["vectors"], 0);
}

#[test]
fn another_space_becomes_legacy_only_when_all_is_moved() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path().join("data")).unwrap();
    let old =
        lea_model::Space { id: "clip".into(), version: "1".into(), dimensions: 8, ..Default::default() };
    let spaces = lea_model::EmbeddingSpaces { current: Some(old.clone().into()), ..Default::default() };
    store.vectors().set_spaces(&spaces).unwrap();
    lines(&lea(folder.path(), &["--json", "spaces", "migrate"]));
    let now = store.vectors().spaces().unwrap();
    assert_eq!(now.legacy, [old.into()]);
    assert!(now.current_space().unwrap().id.starts_with("lea-hand"));
}

fn find(folder: &Path, name: &str) -> PathBuf {
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder).unwrap().flatten().map(|e| e.path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.ends_with(name) {
                return path;
            }
        }
    }
    panic!("no {name}");
}
