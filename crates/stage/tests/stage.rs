//! What a stage promises, with real servers and real applications.

#![allow(clippy::unwrap_used)]

use lea_stage::{App, Kind, Monitor, Stage, StageError, StageOptions, wait_until};
use std::path::Path;
use std::time::{Duration, Instant};

const LIMIT: Duration = Duration::from_secs(60);

fn stage(kind: Kind) -> Stage {
    Stage::start(StageOptions { kind, size: (1280, 800), ..StageOptions::default() }).unwrap()
}

/// Whether a process is there and not merely waiting to be reaped.
fn is_alive(pid: u32) -> bool {
    std::fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| {
        let state = stat.rsplit(") ").next().and_then(|rest| rest.chars().next());
        !matches!(state, Some('Z' | 'X'))
    })
}

/// Every process that carries the mark of this stage.
fn processes_of(stage: &Stage) -> Vec<u32> {
    let (name, mark) = stage.env().into_iter().find(|(name, _)| name == "LEA_STAGE").unwrap();
    processes_marked(&format!("{name}={mark}"))
}

fn processes_marked(wanted: &str) -> Vec<u32> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir("/proc").unwrap().flatten() {
        let Some(pid) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else {
            continue;
        };
        let environment = std::fs::read(entry.path().join("environ")).unwrap_or_default();
        if environment.split(|&byte| byte == 0).any(|variable| variable == wanted.as_bytes()) {
            found.push(pid);
        }
    }
    found
}

#[test]
fn both_kinds_show_a_window_and_leave_nothing_behind() {
    for kind in [Kind::Xvfb, Kind::Xvnc] {
        let stage = stage(kind);
        assert!(stage.display().starts_with(':'), "{}", stage.display());
        assert_eq!(stage.vnc_port().is_some(), kind == Kind::Xvnc);
        let app = stage.galculator().unwrap();
        let window = stage.wait_for_window("galculator", LIMIT).unwrap();
        let (_, _, width, height) = stage.geometry(window).unwrap();
        assert!(width > 50 && height > 50, "{width}x{height}");

        let home = stage.home().to_owned();
        let pids = processes_of(&stage);
        assert!(pids.contains(&app.pid()) && pids.contains(&stage.server_pid()), "{pids:?}");
        drop(app);
        drop(stage);
        assert!(pids.iter().all(|&pid| !is_alive(pid)), "{kind:?} left something of {pids:?}");
        assert!(!home.exists());
    }
}

#[test]
fn a_panic_ends_everything_too() {
    let (tell, told) = std::sync::mpsc::channel();
    let test = std::thread::spawn(move || {
        let stage = stage(Kind::Xvfb);
        stage.keep(stage.galculator().unwrap());
        stage.wait_for_window("galculator", LIMIT).unwrap();
        tell.send(processes_of(&stage)).unwrap();
        panic!("on purpose");
    });
    assert!(test.join().is_err());
    let pids = told.recv().unwrap();
    assert!(pids.len() >= 4, "server, bus, openbox and application, got {pids:?}");
    assert!(pids.iter().all(|&pid| !is_alive(pid)), "{pids:?}");
}

#[test]
fn a_process_that_left_its_group_ends_with_the_stage() {
    let stage = stage(Kind::Xvfb);
    let before = processes_of(&stage).len();
    let mut app = stage.launch(["sh", "-c", "setsid sleep 1000 & exit 0"]).unwrap();
    app.wait_for_exit(LIMIT).unwrap();
    let pids = wait_until("the straggler", LIMIT, || {
        let pids = processes_of(&stage);
        (pids.len() == before + 1).then_some(pids)
    })
    .unwrap();
    drop(stage);
    assert!(pids.iter().all(|&pid| !is_alive(pid)), "{pids:?}");
}

#[test]
fn an_application_ends_with_its_handle_and_a_kept_one_does_not() {
    let stage = stage(Kind::Xvfb);
    let gone = stage.launch(["sleep", "1000"]).unwrap();
    let kept = stage.launch(["sleep", "1000"]).unwrap();
    let (gone_pid, kept_pid) = (gone.pid(), kept.pid());
    stage.keep(kept);
    drop(gone);
    assert!(!is_alive(gone_pid));
    assert!(is_alive(kept_pid));
}

#[test]
fn what_an_application_prints_and_how_it_ended_is_known() {
    let stage = stage(Kind::Xvfb);
    let mut app: App = stage.launch(["sh", "-c", "echo out; echo err >&2; exit 3"]).unwrap();
    assert_eq!(app.wait_for_exit(LIMIT).unwrap().code(), Some(3));
    assert_eq!((app.output().as_str(), app.errors().as_str()), ("out\n", "err\n"));
}

#[test]
fn a_missing_program_is_named_with_its_package() {
    let stage = stage(Kind::Xvfb);
    let error = stage.launch(["no-such-program-here"]).unwrap_err();
    assert!(matches!(error, StageError::Missing { .. }), "{error}");
    assert!(error.to_string().contains("make setup"), "{error}");
}

#[test]
fn a_window_that_never_comes_is_an_error_that_lists_those_there_are() {
    let stage = stage(Kind::Xvfb);
    let _app = stage.zenity(["--info", "--title=Somebody else", "--text=hello"]).unwrap();
    stage.wait_for_window("Somebody else", LIMIT).unwrap();
    let error = stage.wait_for_window("godot", Duration::from_millis(50)).unwrap_err();
    assert!(error.to_string().contains("Somebody else"), "{error}");
}

#[test]
fn the_applications_come_up_with_the_titles_promised() {
    let stage = stage(Kind::Xvfb);
    let page = stage.home().join("page.html");
    std::fs::write(&page, "<meta charset=utf-8><title>Été 42 €</title><input autofocus>").unwrap();
    let text = stage.home().join("letter.txt");
    std::fs::write(&text, "Dear").unwrap();
    let apps = [
        (stage.mousepad(Some(&text)).unwrap(), "letter.txt - Mousepad"),
        (stage.gnumeric(None).unwrap(), "Gnumeric"),
        (stage.xterm(["sh", "-c", "printf '\\033]0;a terminal\\007'; sleep 1000"]).unwrap(), "a terminal"),
        (stage.chromium(&page).unwrap(), "Été 42 € - Chromium"),
    ];
    for (app, title) in &apps {
        stage.wait_for_window(title, LIMIT).unwrap_or_else(|error| panic!("{error}\n{}", app.errors()));
    }
    let pids = processes_of(&stage);
    drop(apps);
    drop(stage);
    assert!(pids.iter().all(|&pid| !is_alive(pid)), "{pids:?}");
}

#[test]
fn the_display_changes_size() {
    for kind in [Kind::Xvfb, Kind::Xvnc] {
        let stage = stage(kind);
        for (width, height) in [(1024, 700), (1280, 800)] {
            stage.resize((width, height)).unwrap();
            let info = stage.run_tool("xdpyinfo", [""; 0]).unwrap();
            assert!(info.contains(&format!("{width}x{height} pixels")), "{kind:?}: {info}");
        }
    }
}

#[test]
fn the_display_is_cut_into_monitors() {
    for kind in [Kind::Xvfb, Kind::Xvnc] {
        let stage = stage(kind);
        let left = Monitor { position: (0, 0), size: (800, 800), millimetres: 212 };
        let right = Monitor { position: (800, 0), size: (480, 800), millimetres: 64 };
        stage.set_monitors(&[left, right]).unwrap();
        let monitors = stage.run_tool("xrandr", ["--listmonitors"]).unwrap();
        assert!(monitors.contains("Monitors: 2") && monitors.contains("480/64x800/106+800+0"), "{monitors}");
    }
}

#[test]
fn the_keyboard_and_the_clipboard_can_be_set() {
    for kind in [Kind::Xvfb, Kind::Xvnc] {
        let stage = stage(kind);
        stage.set_keyboard("fr").unwrap();
        assert!(stage.run_tool("setxkbmap", ["-query"]).unwrap().contains("fr"));
        stage.set_clipboard("Éléonore ça 42 €").unwrap();
        assert_eq!(stage.clipboard().unwrap(), "Éléonore ça 42 €");
    }
}

#[test]
fn windows_are_activated_and_placed() {
    let stage = stage(Kind::Xvfb);
    let _one = stage.zenity(["--info", "--title=One", "--text=1"]).unwrap();
    let one = stage.wait_for_window("One", LIMIT).unwrap();
    let _editor = stage.mousepad(None).unwrap();
    let editor = stage.wait_for_window("Mousepad", LIMIT).unwrap();
    for window in [one, editor] {
        stage.activate(window).unwrap();
        assert_eq!(stage.active_window().unwrap(), Some(window));
    }
    stage.place(editor, (100, 120), (500, 400)).unwrap();
    wait_until("the editor to be placed", LIMIT, || {
        let (x, y, width, height) = stage.geometry(editor).ok()?;
        ((width, height) == (500, 400) && (100..120).contains(&x) && (120..160).contains(&y)).then_some(())
    })
    .unwrap();
}

#[test]
fn a_frozen_server_ends_as_quickly_as_a_live_one() {
    let mut stage = stage(Kind::Xvfb);
    stage.stop_server();
    let pid = stage.server_pid();
    stage.continue_server();
    stage.run_tool("xdotool", ["getmouselocation"]).unwrap();
    stage.stop_server();
    let start = Instant::now();
    stage.kill_server();
    assert!(!is_alive(pid));
    drop(stage);
    assert!(start.elapsed() < Duration::from_secs(5));
}

#[test]
fn killing_the_owner_ends_the_stage() {
    const ROLE: &str = "LEA_STAGE_TEST_OWNER";
    if let Ok(file) = std::env::var(ROLE) {
        let stage = stage(Kind::Xvfb);
        let (name, mark) = stage.env().into_iter().find(|(name, _)| name == "LEA_STAGE").unwrap();
        std::fs::write(&file, format!("{name}={mark}")).unwrap();
        std::fs::rename(&file, format!("{file}.done")).unwrap();
        loop {
            std::thread::park();
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mark");
    let mut owner = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "killing_the_owner_ends_the_stage"])
        .env(ROLE, &file)
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let done = folder.path().join("mark.done");
    let mark = wait_until("the owner's stage", LIMIT, || std::fs::read_to_string(&done).ok()).unwrap();
    assert!(!processes_marked(&mark).is_empty());
    owner.kill().unwrap();
    owner.wait().unwrap();
    let root = mark.split_once('=').unwrap().1.to_owned();
    wait_until("the watcher to clean up", LIMIT, || {
        (processes_marked(&mark).is_empty() && !Path::new(&root).exists()).then_some(())
    })
    .unwrap();
}
