//! `lea look` and `lea find` on real screens, and on pictures that are none.

#![allow(clippy::unwrap_used)] // In a test that is what it is for.

mod common;

use common::{Desk, lea};
use lea_frame::{FrameBuf, to_png};
use lea_model::{RawSession, ScreenState, SessionMetadata, Size, UIElement, ids};
use lea_screen::Screen;
use lea_stage::StageOptions;
use lea_store::Store;
use lea_understand::text::forget_gone;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn lines(output: &Output) -> Vec<Value> {
    text(output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The calculator in a theme, as a picture in `folder`.
fn calculator(folder: &Path, theme: &str) -> PathBuf {
    let env = vec![("GTK_THEME".to_owned(), theme.to_owned())];
    let mut desk = Desk::with(StageOptions { size: (1280, 800), env, ..StageOptions::default() });
    desk.stage.keep(desk.stage.galculator().unwrap());
    desk.window("galculator");
    desk.rest();
    let file = folder.join(format!("{}.png", theme.replace(':', "-")));
    std::fs::write(&file, to_png(desk.screen.see().unwrap().frame).unwrap()).unwrap();
    file
}

fn command(folder: &Path) -> Command {
    lea(folder, &folder.join("data"))
}

#[test]
fn a_display_is_looked_at_as_a_sound_screen_state() {
    let mut desk = Desk::new();
    desk.stage.keep(desk.stage.mousepad(None).unwrap());
    desk.window("mousepad");
    desk.rest();
    let drawn = desk.data.with_file_name("drawn.png");
    let mut look = desk.lea();
    look.args(["--json", "look", "--screen", "--display", desk.stage.display(), "--draw"]).arg(&drawn);
    let state = ScreenState::from_json(&text(&look.output().unwrap())).unwrap();
    assert_eq!(state.problems(), []);
    let window = state.window.unwrap();
    assert!(window.app_name.eq_ignore_ascii_case("mousepad"), "{window:?}");
    let says = |word: &str| state.ui_elements.iter().any(|e| e.label == word);
    for word in ["File", "Edit", "Search", "View", "Document", "Help"] {
        assert!(says(word), "{word} is not among {:#?}", state.ui_elements);
    }
    assert!(!state.debug.unwrap().summary.is_empty());
    let picture = lea_frame::from_png(&std::fs::read(&drawn).unwrap()).unwrap();
    assert_eq!(picture.size, Size { width: 1280, height: 800 });
    // For people: a table that names the menu.
    let mut look = desk.lea();
    look.args(["look", "--screen", "--display", desk.stage.display()]);
    let shown = text(&look.output().unwrap());
    assert!(shown.contains("Search") && shown.contains("elements,"), "{shown}");
}

#[test]
fn keys_are_found_again_in_a_dark_theme_and_not_where_there_are_none() {
    let folder = tempfile::tempdir().unwrap();
    let light = calculator(folder.path(), "Adwaita");
    let dark = calculator(folder.path(), "Adwaita:dark");
    let look = command(folder.path()).args(["--json", "look"]).arg(&light).output().unwrap();
    let state = ScreenState::from_json(&text(&look)).unwrap();
    let target = state.ui_elements.iter().find(|e| e.label == "File").unwrap().bbox;
    let empty = folder.path().join("empty.png");
    let blank = FrameBuf::filled(Size { width: 1280, height: 800 }, [90; 3]).unwrap();
    std::fs::write(&empty, to_png(blank.as_frame()).unwrap()).unwrap();
    let find = |to: &Path, more: &[&str]| {
        let mut find = command(folder.path());
        let bbox = format!("{},{},{},{}", target.x1, target.y1, target.x2, target.y2);
        find.args(["--json", "find", "--box", &bbox, "--from"]).arg(&light).arg("--in").arg(to).args(more);
        find.output().unwrap()
    };
    let drawn = folder.path().join("found.png");
    let found = lines(&find(&dark, &["--draw", drawn.to_str().unwrap()]));
    let point =
        (found[0]["point"][0].as_i64().unwrap() as i32, found[0]["point"][1].as_i64().unwrap() as i32);
    // The window is where it was: only the theme changed.
    let near = target.padded(12);
    assert!(near.contains(lea_model::Point { x: point.0, y: point.1 }), "{found:?} is not near {target:?}");
    assert!(drawn.is_file());
    let missed = find(&empty, &[]);
    assert_eq!(missed.status.code(), Some(3), "a halt has a code of its own");
    assert!(String::from_utf8_lossy(&missed.stdout).contains("\"found\":false"));
}

#[test]
fn a_batch_goes_on_after_a_picture_that_is_none() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let good = FrameBuf::filled(Size { width: 300, height: 200 }, [250; 3]).unwrap();
    let png = to_png(good.as_frame()).unwrap();
    std::fs::write(at("good.png"), &png).unwrap();
    std::fs::write(at("cut.png"), &png[..png.len() / 2]).unwrap();
    std::fs::write(at("text.png"), "not a picture").unwrap();
    let dot = FrameBuf::filled(Size { width: 1, height: 1 }, [1; 3]).unwrap();
    std::fs::write(at("dot.png"), to_png(dot.as_frame()).unwrap()).unwrap();
    // A PNG that claims to be larger than any screen.
    let mut huge = png;
    huge[16..24].copy_from_slice(&[0, 1, 0, 0, 0, 1, 0, 0]);
    std::fs::write(at("huge.png"), huge).unwrap();
    let rows = ["good.png", "cut.png", "text.png", "dot.png", "huge.png", "none.png", "good.png"];
    let batch: String = rows.iter().map(|r| format!("{{\"image\":\"{r}\"}}\n")).collect();
    std::fs::write(at("looks.jsonl"), format!("{batch}not json\n")).unwrap();
    let output = command(folder.path()).args(["look", "--batch"]).arg(at("looks.jsonl")).output().unwrap();
    let said = lines(&output);
    let is_error: Vec<bool> = said.iter().map(|line| line["error"].is_string()).collect();
    assert_eq!(is_error, [false, true, true, false, true, true, false, true], "{said:#?}");
    for line in said.iter().filter(|l| l["image"].is_string() && l["error"].is_string()) {
        let why = line["error"].as_str().unwrap();
        assert!(why.contains(line["image"].as_str().unwrap()), "{why} does not say which file");
    }
    let pairs =
        [("good.png", [10, 10, 50, 50]), ("none.png", [0, 0, 5, 5]), ("good.png", [400, 400, 410, 410])];
    let batch: String = pairs
        .iter()
        .map(|(old, b)| {
            format!(
                "{{\"id\":1,\"old\":\"{old}\",\"old_box\":{b:?},\"new\":\"good.png\",\"elsewhere\":null}}\n"
            )
        })
        .collect();
    std::fs::write(at("finds.jsonl"), batch).unwrap();
    let output = command(folder.path()).args(["find", "--batch"]).arg(at("finds.jsonl")).output().unwrap();
    let said = lines(&output);
    assert_eq!(said.len(), 3);
    let why: Vec<&str> = said.iter().map(|l| l["error"].as_str().unwrap()).collect();
    assert!(why[0].contains("neither text nor anything to see"), "{why:?}");
    assert!(why[1].contains("none.png") && why[2].contains("outside the screen"), "{why:?}");
}

#[test]
fn missing_models_name_the_command_to_run() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("picture.png");
    let blank = FrameBuf::filled(Size { width: 20, height: 20 }, [0; 3]).unwrap();
    std::fs::write(&picture, to_png(blank.as_frame()).unwrap()).unwrap();
    let output =
        command(folder.path()).env("LEA_MODELS", folder.path()).arg("look").arg(&picture).output().unwrap();
    assert_eq!(output.status.code(), Some(4));
    let why = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(why.contains("lea models fetch"), "{why}");
}

#[test]
fn boxes_that_are_none_are_a_wrong_command_line() {
    let folder = tempfile::tempdir().unwrap();
    for bad in ["1,2,3", "5,5,5,9", "a,b,c,d", "9,9,1,1"] {
        let output = command(folder.path())
            .args(["find", "--from", "a.png", "--in", "b.png", "--box", bad])
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{bad}");
    }
}

/// Keeps frames as a recording that was made on that day.
fn recording(store: &Store, day: &str, frames: &[&FrameBuf]) -> String {
    let id = ids::session_id(&format!("{day}T09-00-00"), "marie").unwrap();
    let header = RawSession {
        session_id: id.clone(),
        agent_version: "lea 0.1.0".into(),
        started_at: format!("{day}T09:00:00Z"),
        ..RawSession::default()
    };
    let mut writer = store.begin(&header).unwrap();
    for (n, frame) in frames.iter().enumerate() {
        writer.screenshot(&ids::screenshot_id(n as u64 + 1), frame.as_frame(), 0.4 * n as f64).unwrap();
    }
    writer.finish(&SessionMetadata::default(), &format!("{day}T17:00:00Z")).unwrap();
    id
}

#[test]
fn recorded_screens_are_read_once_followed_and_forgotten_with_their_session() {
    let mut desk = Desk::new();
    let letter = desk.stage.home().join("letter.txt");
    std::fs::write(&letter, "Veuillez agréer mes salutations\n").unwrap();
    desk.stage.keep(desk.stage.mousepad(Some(&letter)).unwrap());
    desk.place("mousepad", (40, 60), Some((620, 420)));
    let first = desk.screen.see().unwrap().frame.to_buf();
    desk.place("mousepad", (360, 280), None);
    let moved = desk.screen.see().unwrap().frame.to_buf();
    let store = desk.store();
    let mine = recording(&store, "2026-11-15", &[&first, &moved]);
    let old = recording(&store, "1971-11-15", &[&first]);
    let cut_short = recording(&store, "2026-11-16", &[&first]);
    let migrate = || lines(&desk.lea().args(["--json", "spaces", "migrate"]).output().unwrap()).remove(0);
    let readings = desk.data.join("readings");
    let says = |words: &str| {
        let bytes = std::fs::read(readings.join("lines.db")).unwrap();
        bytes.windows(words.len()).any(|w| w == words.as_bytes())
    };

    // What one process read, the next one remembers.
    let once = migrate();
    assert_eq!(once["embedded"], 4);
    assert!(once["lines_read"].as_u64().unwrap() >= 7, "{once}");
    assert!(says("salutations"));
    std::fs::remove_dir_all(desk.data.join("vectors")).unwrap();
    let twice = migrate();
    assert_eq!((&twice["embedded"], &twice["lines_read"]), (&4.into(), &0.into()));

    // From screen to screen, things keep their ids although the window moved.
    let looked = text(&desk.lea().args(["--json", "look", "--session", &mine]).output().unwrap());
    let states: Vec<ScreenState> = looked.lines().map(|l| ScreenState::from_json(l).unwrap()).collect();
    let session = store.session(&mine).unwrap();
    assert_eq!(states.len(), 2);
    for state in &states {
        assert_eq!((state.problems(), state.problems_with_session(&session)), (vec![], vec![]));
    }
    fn called<'a>(state: &'a ScreenState, label: &str) -> &'a UIElement {
        let named = state.ui_elements.iter().find(|e| e.label == label);
        named.unwrap_or_else(|| panic!("no {label} among {:#?}", state.ui_elements))
    }
    for label in ["File", "Edit", "Search", "View", "Document", "Help"] {
        let (before, after) = (called(&states[0], label), called(&states[1], label));
        assert_ne!(before.bbox, after.bbox);
        assert_eq!(before.stable_id, after.stable_id, "{label}");
        assert_eq!(after.stability_tracking.as_ref().unwrap().appearance_count, 2, "{label}");
    }
    let shown = text(&desk.lea().args(["look", "--session", &mine]).output().unwrap());
    assert!(shown.contains("shot_0002") && shown.contains("seen before"), "{shown}");

    // Pictures are of no recording: what is read on them is not kept.
    let picture = desk.data.with_file_name("picture.png");
    let kept = std::fs::read(readings.join("lines.db")).unwrap();
    std::fs::write(&picture, to_png(moved.as_frame()).unwrap()).unwrap();
    text(&desk.lea().arg("look").arg(&picture).output().unwrap());
    assert_eq!(std::fs::read(readings.join("lines.db")).unwrap(), kept);

    // It goes with the last recording it is from, on a machine without models too.
    let sessions = |args: &[&str]| {
        text(&desk.lea().env("LEA_MODELS", "/nowhere").arg("sessions").args(args).output().unwrap());
        let mut left = Vec::new();
        let look = |session: &str| {
            left.push(session.to_owned());
            false
        };
        forget_gone(&readings, look).unwrap();
        left
    };
    // As if the command that deleted it had been killed half-way.
    store.delete(&cut_short).unwrap();
    assert_eq!(sessions(&["list"]), [old.as_str(), &mine]);
    assert_eq!(sessions(&["prune", "--keep-days", "20000"]), [mine.as_str()]);
    assert!(says("salutations"));
    assert_eq!(sessions(&["delete", &mine]), [""; 0]);
    assert!(!says("salutations") && !says("Document"));
}
