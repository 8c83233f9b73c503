//! Windows are brought to the front, or it is said why not.

use crate::{SOON, open, settled, stage, terminal, until};
use lea_model::Point;
use lea_screen::{Key, Screen, ScreenError, chord};
use lea_stage::{App, Stage};
use rustix::process::{Pid, Signal, kill_process};
use std::time::{Duration, Instant};
use x11rb::protocol::xproto::ConnectionExt as _;

fn why(outcome: lea_screen::Result<()>) -> String {
    let Err(ScreenError::Refused { why, .. }) = outcome else { panic!("{outcome:?}") };
    why
}

/// A window manager of which we have the process.
fn manager(stage: &Stage) -> App {
    let manager = stage.launch(["openbox", "--sm-disable"]).unwrap();
    until("openbox to manage the display", || {
        let answer = stage.run_tool("xprop", ["-root", "_NET_SUPPORTING_WM_CHECK"]).ok()?;
        answer.contains("window id").then_some(())
    });
    manager
}

fn signal(app: &App, signal: Signal) {
    let pid = Pid::from_raw(app.pid().cast_signed()).unwrap();
    kill_process(pid, signal).unwrap();
}

#[test]
fn a_raised_window_is_the_active_one_and_on_top_when_it_returns() {
    let stage = stage(true);
    let mut screen = open(&stage);
    let (_one, one) = terminal(&stage, "one", "40x12+60+60");
    let (_two, two) = terminal(&stage, "two", "40x12+90+90");
    // It may be the active one already, and covered all the same.
    for window in [one, two, one, one, two] {
        screen.raise(window).unwrap();
        assert_eq!(screen.active_window().unwrap().unwrap().id, window);
        assert_eq!(screen.windows().unwrap().last().unwrap().id, window);
    }
    // Active without being on top: openbox gives the keyboard and leaves the order as it is.
    stage.run_tool("xdotool", ["windowfocus", "--sync", &one.to_string()]).unwrap();
    until("the lower one to be active", || (screen.active_window().unwrap()?.id == one).then_some(()));
    assert_eq!(screen.windows().unwrap().last().unwrap().id, two);
    screen.raise(one).unwrap();
    assert_eq!(screen.windows().unwrap().last().unwrap().id, one);
}

#[test]
fn a_minimised_window_comes_back() {
    let stage = stage(true);
    let mut screen = open(&stage);
    let (_one, one) = terminal(&stage, "one", "40x12+60+60");
    let (_two, two) = terminal(&stage, "two", "40x12+90+90");
    stage.run_tool("xdotool", ["windowminimize", "--sync", &one.to_string()]).unwrap();
    until("it to be gone", || (!screen.windows().unwrap().iter().any(|w| w.id == one)).then_some(()));
    assert_eq!(screen.windows().unwrap().last().unwrap().id, two);
    screen.raise(one).unwrap();
    assert_eq!(screen.active_window().unwrap().unwrap().title, "one");
    assert_eq!(screen.windows().unwrap().last().unwrap().id, one);
}

#[test]
fn a_real_application_takes_the_keyboard_once_raised() {
    let stage = stage(true);
    let mut screen = open(&stage);
    let mut entry = stage.zenity(["--entry", "--title=Entry"]).unwrap();
    let window = stage.wait_for_window("Entry", SOON).unwrap();
    let (_cover, _) = terminal(&stage, "cover", "100x40+0+0");
    settled(&mut screen);
    screen.raise(window.into()).unwrap();
    screen.text("typed at once\n").unwrap();
    entry.wait_for_exit(SOON).unwrap();
    assert_eq!(entry.output().trim_end(), "typed at once");
}

#[test]
fn a_window_whose_dialog_keeps_the_keyboard_counts_as_raised() {
    let stage = stage(true);
    let mut screen = open(&stage);
    let _editor = stage.mousepad(None).unwrap();
    let editor = stage.wait_for_window("Mousepad", SOON).unwrap();
    screen.raise(editor.into()).unwrap();
    settled(&mut screen);
    chord(&mut screen, &[Key::CTRL, Key::Char('O')]).unwrap();
    let dialog = stage.wait_for_window("Open File", SOON).unwrap();
    let (_cover, cover) = terminal(&stage, "cover", "100x40+0+0");
    screen.raise(cover).unwrap();
    screen.raise(editor.into()).unwrap();
    assert_eq!(screen.active_window().unwrap().unwrap().id, u64::from(dialog));
}

#[test]
fn without_a_window_manager_it_is_raised_and_given_the_keyboard_by_hand() {
    let stage = stage(false);
    let mut screen = open(&stage);
    let (_one, one) = terminal(&stage, "one", "40x12+60+60");
    let (_two, two) = terminal(&stage, "two", "40x12+90+90");
    for window in [one, two, one] {
        screen.raise(window).unwrap();
        assert_eq!(screen.active_window().unwrap().unwrap().id, window);
        assert_eq!(screen.windows().unwrap().last().unwrap().id, window);
    }
    // One that is not shown is shown first.
    let (server, _) = x11rb::connect(Some(stage.display())).unwrap();
    server.unmap_window(two as u32).unwrap().check().unwrap();
    screen.raise(two).unwrap();
    assert_eq!(screen.active_window().unwrap().unwrap().id, two);
}

#[test]
fn a_window_that_is_gone_or_never_was_is_said_to_be() {
    for window_manager in [true, false] {
        let stage = stage(window_manager);
        let mut screen = open(&stage);
        let (app, window) = terminal(&stage, "one", "40x12+60+60");
        drop(app);
        until("it to be gone", || screen.windows().unwrap().is_empty().then_some(()));
        for gone in [window, u64::MAX, 0x7fff_ffff] {
            let started = Instant::now();
            let why = why(screen.raise(gone));
            assert!(why.contains("no longer there") && why.contains(&format!("{gone:#x}")), "{why}");
            assert!(started.elapsed() < Duration::from_secs(1), "it is known at once");
        }
    }
}

#[test]
fn a_window_that_vanishes_while_it_is_waited_for_is_said_to_be_gone() {
    let stage = stage(false);
    let manager = manager(&stage);
    let mut screen = open(&stage);
    let (app, window) = terminal(&stage, "one", "40x12+60+60");
    let (_two, _) = terminal(&stage, "two", "40x12+90+90");
    // A manager that is held up gives it the time to go.
    signal(&manager, Signal::STOP);
    let outcome = std::thread::scope(|scope| {
        let raising = scope.spawn(|| screen.raise(window));
        drop(app);
        raising.join().unwrap()
    });
    signal(&manager, Signal::CONT);
    let why = why(outcome);
    assert!(why.contains("no longer there"), "{why}");
}

#[test]
fn a_manager_that_does_not_obey_is_an_error_that_says_which_window_is_active() {
    let stage = stage(false);
    let manager = manager(&stage);
    let mut screen = open(&stage);
    let (_one, one) = terminal(&stage, "one", "40x12+60+60");
    let (_two, two) = terminal(&stage, "two", "40x12+90+90");
    screen.raise(two).unwrap();
    signal(&manager, Signal::STOP);
    let started = Instant::now();
    let outcome = screen.raise(one);
    let took = started.elapsed();
    signal(&manager, Signal::CONT);
    let why = why(outcome);
    assert!(why.contains(r#""one" did not become active within 2 s: "two" is"#), "{why}");
    assert!((Duration::from_secs(2)..Duration::from_secs(6)).contains(&took), "{took:?}");
}

#[test]
fn the_pointer_is_where_whoever_moved_it_left_it() {
    let stage = stage(false);
    let mut screen = open(&stage);
    screen.point(Point { x: 40, y: 50 }).unwrap();
    assert_eq!(screen.pointer().unwrap(), Some(Point { x: 40, y: 50 }));
    stage.run_tool("xdotool", ["mousemove", "--sync", "300", "200"]).unwrap();
    assert_eq!(screen.pointer().unwrap(), Some(Point { x: 300, y: 200 }));
}
