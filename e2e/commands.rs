//! The commands as a person uses them.

#![allow(clippy::unwrap_used)] // In a test that is what it is for.

mod common;

use common::{Desk, lea};
use lea_model::{EventType, RawSession, Rect};
use lea_screen::{Key, Screen, chord};
use lea_stage::StageOptions;
use serde_json::Value;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Output;
use std::time::{Duration, Instant};

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Records a few words.
fn a_recording(desk: &mut Desk, words: &str) -> String {
    desk.stage.keep(desk.stage.mousepad(None).unwrap());
    desk.window("mousepad");
    let recording = desk.record(&["--label", "A few words"]);
    desk.screen.text(words).unwrap();
    chord(&mut desk.screen, &[Key::ENTER]).unwrap();
    desk.rest();
    let id = recording.session_id.clone();
    let said = recording.stop();
    assert_eq!(said["session_id"], id.as_str());
    assert!(said["events"].as_u64().unwrap() >= 2 && said["frames"].as_u64().unwrap() >= 1, "{said}");
    id
}

#[test]
fn a_recording_can_be_listed_shown_exported_and_deleted() {
    let mut desk = Desk::new();
    let id = a_recording(&mut desk, "hello & <b>goodbye</b>");

    let list = text(&desk.lea().args(["sessions", "list"]).output().unwrap());
    assert!(list.contains(&id) && list.contains("finished") && list.contains("A few words"), "{list}");

    let shown = text(&desk.lea().args(["sessions", "show", &id]).output().unwrap());
    assert!(shown.contains(r#"type "hello & <b>goodbye</b>""#) && shown.contains("press ENTER"), "{shown}");

    let page = desk.data.with_file_name("page.html");
    text(&desk.lea().args(["sessions", "show", "last", "--html"]).arg(&page).output().unwrap());
    let html = std::fs::read_to_string(&page).unwrap();
    assert!(html.contains("hello &amp; &lt;b&gt;goodbye") && html.contains("data:image/png;base64,"));
    assert!(!html.contains("http://") && !html.contains("https://"), "it needs nothing from elsewhere");

    let folder = desk.data.with_file_name("plain");
    text(&desk.lea().args(["sessions", "export", &id]).arg(&folder).output().unwrap());
    let session = RawSession::from_slice(&std::fs::read(folder.join("session.json")).unwrap()).unwrap();
    assert_eq!(session.problems(), []);
    assert_eq!(session.session_id, id);
    let store = desk.store();
    for shot in &session.screenshots {
        let png = std::fs::read(folder.join(&shot.relative_path)).unwrap();
        let stored = store.frame(&id, &shot.screenshot_id).unwrap();
        assert_eq!(lea_frame::from_png(&png).unwrap(), stored, "{}", shot.screenshot_id);
    }
    let again = desk.lea().args(["sessions", "export", &id]).arg(&folder).output().unwrap();
    assert_eq!(again.status.code(), Some(2), "a folder that is not empty is left alone");

    let deleted = text(&desk.lea().args(["--json", "sessions", "delete", &id]).output().unwrap());
    let freed: Value = serde_json::from_str(&deleted).unwrap();
    assert!(freed["tiles"].as_u64().unwrap() > 0, "{freed}");
    assert!(desk.store().sessions().unwrap().is_empty());
    let gone = desk.lea().args(["sessions", "show", &id]).output().unwrap();
    assert_eq!(gone.status.code(), Some(4));
}

#[test]
fn deleting_one_recording_leaves_the_pictures_of_another() {
    let mut desk = Desk::new();
    let first = a_recording(&mut desk, "first");
    let recording = desk.record(&[]);
    desk.screen.text("second").unwrap();
    desk.rest();
    let second = recording.session_id.clone();
    recording.stop();
    text(&desk.lea().args(["sessions", "delete", &first]).output().unwrap());
    let store = desk.store();
    let session = store.session(&second).unwrap();
    assert!(!session.screenshots.is_empty());
    for shot in &session.screenshots {
        store.frame(&second, &shot.screenshot_id).unwrap();
    }
}

#[test]
fn names_that_climb_out_of_the_data_folder_are_refused() {
    let mut desk = Desk::new();
    a_recording(&mut desk, "x");
    let outside = desk.data.with_file_name("precious");
    std::fs::write(&outside, "keep me").unwrap();
    for name in ["../precious", "sess_../../precious", "/etc", ""] {
        for verb in ["show", "delete", "export"] {
            let mut command = desk.lea();
            command.args(["sessions", verb, name]);
            if verb == "export" {
                command.arg(desk.data.with_file_name("never"));
            }
            let output = command.output().unwrap();
            assert!([Some(2), Some(4)].contains(&output.status.code()), "{verb} {name:?}");
        }
    }
    assert!(outside.exists() && Path::new("/etc").exists());
}

#[test]
fn time_limit_and_hotkey_end_a_recording() {
    let mut desk = Desk::new();
    desk.stage.keep(desk.stage.mousepad(None).unwrap());
    desk.window("mousepad");
    let started = Instant::now();
    let said = desk.record(&["--for", "1.5s"]).end(0);
    assert_eq!(said["ended"], "Time");
    assert!(started.elapsed() < Duration::from_secs(10));

    let recording = desk.record(&[]);
    desk.screen.text("done").unwrap();
    desk.rest();
    chord(&mut desk.screen, &[Key::CTRL, Key::ALT, Key::of_char('q')]).unwrap();
    let id = recording.session_id.clone();
    assert_eq!(recording.end(0)["ended"], "Hotkey");
    let session = desk.store().session(&id).unwrap();
    let keys: Vec<_> = session.events.iter().filter(|e| e.event_type == EventType::KeyPress).collect();
    assert!(keys.is_empty(), "the hotkey is no part of the work: {keys:?}");
}

#[test]
fn several_monitors_and_scale_are_noted() {
    let mut desk = Desk::with(StageOptions { size: (1600, 600), ..StageOptions::default() });
    for (name, place) in [("left", "800/211x600/158+0+0"), ("right", "800/211x600/158+800+0")] {
        let output = if name == "left" { "screen" } else { "none" };
        desk.stage.run_tool("xrandr", ["--setmonitor", name, place, output]).unwrap();
    }
    let mut xrdb = desk.stage.command("xrdb");
    xrdb.arg("-merge");
    desk.stage.run(xrdb, "Xft.dpi: 144\n").unwrap();
    a_recording(&mut desk, "x");
    let screen = desk.session().environment.screen;
    let mut rects: Vec<Rect> = screen.monitors.iter().map(|m| m.rect).collect();
    rects.sort();
    assert_eq!(rects, [Rect::from([0, 0, 800, 600]), Rect::from([800, 0, 1600, 600])]);
    assert!(screen.monitors.iter().all(|m| m.scale == 1.5), "{screen:?}");
}

#[test]
fn a_recording_plays_back_in_a_window() {
    let mut desk = Desk::new();
    a_recording(&mut desk, "played back");
    let last = {
        let session = desk.session();
        let shot = session.screenshots.last().unwrap();
        desk.store().frame(&session.session_id, &shot.screenshot_id).unwrap()
    };
    let mut viewer = Desk::new();
    let mut player = viewer.stage.spawn({
        let mut command = viewer.stage.command(env!("CARGO_BIN_EXE_lea"));
        command.arg("--data").arg(&desk.data).args(["sessions", "play", "last", "--speed", "0.4"]);
        command
    });
    let player = player.as_mut().unwrap();
    let deadline = Instant::now() + Duration::from_secs(20);
    let matches = |viewer: &mut Desk| {
        // The window manager puts a frame around it: somewhere on the screen the picture must be.
        let Some(window) = viewer.screen.windows().unwrap().into_iter().find(|w| w.app_name == "Lea") else {
            return false;
        };
        let seen = viewer.screen.see().unwrap().frame.to_buf();
        let Some(part) = window.rect.intersection(&seen.as_frame().bounds()) else { return false };
        let shown = seen.as_frame().crop(part).unwrap();
        let wanted = last.as_frame().crop(part.moved(-window.rect.x1, -window.rect.y1)).unwrap();
        lea_frame::changed(shown.as_frame(), wanted.as_frame(), shown.as_frame().bounds()).is_empty()
    };
    while !matches(&mut viewer) {
        assert!(
            Instant::now() < deadline && player.is_running(),
            "the last picture never showed: {}",
            player.errors()
        );
        viewer.screen.wait(Instant::now() + Duration::from_millis(50), None).unwrap();
    }
    chord(&mut viewer.screen, &[Key::ESCAPE]).unwrap();
    assert!(player.wait_for_exit(Duration::from_secs(20)).unwrap().success());
}

#[test]
fn old_recordings_are_pruned_as_configured() {
    let mut desk = Desk::new();
    let id = a_recording(&mut desk, "x");
    let refused = desk.lea().args(["sessions", "prune"]).output().unwrap();
    assert_eq!(refused.status.code(), Some(2), "without a number everything is kept");
    text(&desk.lea().args(["sessions", "prune", "--keep-days", "1"]).output().unwrap());
    assert_eq!(desk.store().sessions().unwrap().len(), 1, "today's are younger than a day");
    let mut later = desk.lea();
    later.env("LD_PRELOAD", common::faketime()).env("FAKETIME", "+60d");
    desk.configure("[sessions]\nkeep_days = 30\n");
    let said = text(&later.args(["--json", "sessions", "prune"]).output().unwrap());
    assert!(said.contains(&id), "{said}");
    assert!(desk.store().sessions().unwrap().is_empty());
}

#[test]
fn the_configuration_is_read_and_its_mistakes_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let run = |toml: &str| {
        common::configure(folder.path(), toml);
        lea(folder.path(), &folder.path().join("data")).args(["sessions", "list"]).output().unwrap()
    };
    assert!(run("[sessions]\nkeep_days = 3\n").status.success());
    for (toml, word) in [
        ("[record]\nstop_hotky = \"F12\"\n", "stop_hotky"),
        ("[sessions]\nkeep_days = \"x\"", "keep_days"),
        ("][", "lea.toml"),
    ] {
        let output = run(toml);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(errors.contains(word), "{errors}");
    }
}

/// `lea` in a folder whose own `lea.toml` and variables are somebody's, and not the user's configuration.
fn in_a_strange_folder(toml: &str, variables: &[(&str, &str)], args: &[&str]) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("lea.toml"), toml).unwrap();
    let mut command = lea(folder.path(), &folder.path().join("data"));
    let output = command.envs(variables.iter().copied()).args(args).output().unwrap();
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn a_folder_or_a_variable_gives_no_permission_and_a_file_that_the_user_names_does() {
    let test = "[run]\nenvironment = \"test\"\n";
    let list = ["sessions", "list"];
    let (code, said) = in_a_strange_folder(test, &[], &list);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("lea.toml of the working folder sets run.environment"), "{said}");
    assert!(said.contains("--config"), "{said}");
    let (code, said) = in_a_strange_folder("", &[("LEA_RUN__ENVIRONMENT", "test")], &list);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("LEA_RUN__ENVIRONMENT"), "{said}");
    assert_eq!(in_a_strange_folder("[record]\nsettle_ms = 150\n", &[], &list).0, Some(0), "harmless");
    assert_eq!(in_a_strange_folder(test, &[], &["--config", "lea.toml", "sessions", "list"]).0, Some(0));
    assert_eq!(in_a_strange_folder(test, &[("LEA_CONFIG", "lea.toml")], &list).0, Some(0));
    let (code, said) = in_a_strange_folder(test, &[], &["--config", "none.toml", "sessions", "list"]);
    assert_eq!(code, Some(2), "{said}");
}

#[test]
fn a_file_or_folder_that_others_can_write_is_not_the_users_own() {
    let folder = tempfile::tempdir().unwrap();
    let (config, data) = (folder.path().join("practice.toml"), folder.path().join("data"));
    std::fs::write(&config, "[run]\nenvironment = \"test\"\n").unwrap();
    std::fs::create_dir(&data).unwrap();
    let opens = |path: &Path, mode: u32| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    let run = || {
        let mut command = lea(folder.path(), &data);
        let output = command.arg("--config").arg(&config).args(["sessions", "list"]).output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    assert_eq!(run().0, Some(0), "{}", run().1);
    opens(&config, 0o666);
    let (code, said) = run();
    assert!(code == Some(2) && said.contains("chmod go-w") && said.contains("practice.toml"), "{said}");
    opens(&config, 0o600);
    opens(&data, 0o777);
    let (code, said) = run();
    assert!(code == Some(2) && said.contains("chmod go-w") && said.contains("--data"), "{said}");
}

#[test]
fn the_doctor_names_what_is_missing_and_how_to_mend_it() {
    let desk = Desk::new();
    let healthy = desk.lea().env("DISPLAY", desk.stage.display()).arg("doctor").output().unwrap();
    let said = text(&healthy);
    assert!(said.contains("display") && said.contains("all there"), "{said}");
    let blind = desk.lea().arg("doctor").output().unwrap();
    assert_eq!(blind.status.code(), Some(4));
    let said = String::from_utf8_lossy(&blind.stdout).into_owned();
    assert!(said.contains("BROKEN") && said.contains("fix:"), "{said}");
}
