//! Checks of what goes wrong: a resize in mid-run, a server that dies or hangs, keys that must not stay down.

use crate::ground::{Ground, OTHER_SIZE, SIZE, SOON, Scene, ahead, until};
use crate::hands::{keys_down, pointer};
use crate::looking::assert_same;
use lea_model::{Point, Rect};
use lea_screen::{Button, Key, Patience, Press, Result, Screen, ScreenError, Wheel, Woken, chord, settle};
use lea_stage::Stage;
use std::time::{Duration, Instant};

pub fn a_resize_shows_in_the_next_look(ground: &mut Ground) {
    let mut screen = ground.open(Scene::Resizing);
    assert_eq!(screen.see().unwrap().frame.size, SIZE);
    ground.resize();
    assert_eq!(screen.wait(ahead(SOON), None).unwrap(), Woken::Changed);
    let resized = until("the other size", || {
        let seen = screen.see().unwrap();
        assert_eq!(seen.resized, seen.frame.size == OTHER_SIZE);
        seen.resized.then(|| seen.changed.to_vec())
    });
    assert_eq!(resized, [Rect::at(0, 0, OTHER_SIZE)]);
    assert_eq!(screen.size(), OTHER_SIZE);
    assert!(!screen.see().unwrap().resized, "it is resized once");
    settle(screen.as_mut(), Patience { timeout: SOON, ..Patience::default() }).unwrap();
    let kept = screen.see().unwrap().frame.to_buf();
    if let Some(truth) = ground.truth() {
        assert_same(&kept, &truth);
    }
    let whole = screen.monitors().unwrap().iter().fold(Rect::default(), |all, m| all.union(&m.rect));
    assert_eq!(whole, Rect::at(0, 0, OTHER_SIZE));
}

/// A method that asks something of the server.
type Method = (&'static str, fn(&mut dyn Screen) -> Result<()>);

/// Every one of them.
const METHODS: [Method; 13] = [
    ("see", |s| s.see().map(drop)),
    ("active_window", |s| s.active_window().map(drop)),
    ("windows", |s| s.windows().map(drop)),
    ("monitors", |s| s.monitors().map(drop)),
    ("pointer", |s| s.pointer().map(drop)),
    ("point", |s| s.point(Point { x: 5, y: 5 })),
    ("button", |s| s.button(Button::Left, Press::Down)),
    ("wheel", |s| s.wheel(Wheel::Up)),
    ("key", |s| s.key(Key::CTRL, Press::Down)),
    ("text", |s| s.text("é")),
    ("clipboard", |s| s.clipboard().map(drop)),
    ("set_clipboard", |s| s.set_clipboard("x")),
    ("release_all", |s| s.release_all()),
];

pub fn a_killed_server_is_lost_to_every_method(ground: &mut Ground) {
    let mut used = ground.open(Scene::Still);
    let mut unused = ground.open_patient(SOON);
    for (_, method) in METHODS {
        method(used.as_mut()).unwrap();
    }
    used.key(Key::SHIFT, Press::Down).unwrap();
    ground.kill_server();
    for screen in [&mut used, &mut unused] {
        // One that had something pressed and one that has never been used.
        let waited = screen.wait(ahead(SOON), None);
        assert!(matches!(waited, Err(ScreenError::Lost { .. })), "wait: {waited:?}");
        for (name, method) in METHODS {
            let outcome = method(screen.as_mut());
            assert!(matches!(outcome, Err(ScreenError::Lost { .. })), "{name}: {outcome:?}");
        }
        assert_eq!(screen.size(), SIZE, "what was known stays known");
    }
}

pub fn a_stopped_server_hangs_for_every_method_and_is_back_when_it_goes_on(ground: &mut Ground) {
    /// A busy machine is given this much more.
    const SLACK: Duration = Duration::from_millis(1500);
    let limit = Duration::from_millis(250);
    let mut screen = ground.open_patient(limit);
    for (name, method) in METHODS {
        method(screen.as_mut()).unwrap_or_else(|e| panic!("{name}: {e}"));
    }
    ground.stage().stop_server();
    let mut outcomes = Vec::new();
    for (name, method) in METHODS {
        let started = Instant::now();
        outcomes.push((name, method(screen.as_mut()), started.elapsed()));
    }
    ground.stage().continue_server();
    for (name, outcome, took) in outcomes {
        assert!(matches!(outcome, Err(ScreenError::Hangs { .. })), "{name}: {outcome:?}");
        assert!(took < limit * 2 + SLACK, "{name} took {took:?}");
    }
    until("the screen to answer again", || screen.see().is_ok().then_some(()));
    for (name, method) in METHODS {
        method(screen.as_mut()).unwrap_or_else(|e| panic!("{name}: {e}"));
    }
    nothing_is_down(ground.stage());
}

/// No key, button or modifier is down according to the server.
fn nothing_is_down(stage: &Stage) {
    let mut down = (Vec::new(), 0);
    let let_go = lea_stage::wait_until("everything to be let go", SOON, || {
        down = (keys_down(stage), pointer(stage).1);
        (down.0.is_empty() && down.1 == 0).then_some(())
    });
    assert!(let_go.is_ok(), "keys {:?} and buttons or modifiers {:#x} are still down", down.0, down.1);
}

pub fn what_was_pressed_is_let_go_on_demand_and_on_drop(ground: &mut Ground) {
    let mut screen = ground.open(Scene::Still);
    let press = |screen: &mut dyn Screen| {
        screen.point(Point { x: 400, y: 300 }).unwrap();
        for key in [Key::CTRL, Key::SHIFT, Key::Char('X')] {
            screen.key(key, Press::Down).unwrap();
        }
        screen.button(Button::Middle, Press::Down).unwrap();
        until("three keys and a button down", || {
            let (_, state) = pointer(ground.stage());
            (keys_down(ground.stage()).len() >= 3 && state & 0x0200 != 0).then_some(())
        });
    };
    press(screen.as_mut());
    screen.release_all().unwrap();
    nothing_is_down(ground.stage());
    press(screen.as_mut());
    drop(screen);
    nothing_is_down(ground.stage());
}

pub fn a_chord_that_fails_in_the_middle_leaves_nothing_pressed(ground: &mut Ground) {
    let mut screen = ground.open(Scene::Still);
    let outcome = chord(screen.as_mut(), &[Key::CTRL, Key::SHIFT, Key::Named("NO SUCH KEY"), Key::Char('X')]);
    assert!(matches!(outcome, Err(ScreenError::Refused { .. })), "{outcome:?}");
    nothing_is_down(ground.stage());
    // The server hangs between two keys, the caller gives up, the server goes on.
    let mut screen = ground.open_patient(Duration::from_millis(250));
    screen.key(Key::CTRL, Press::Down).unwrap();
    ground.stage().stop_server();
    let outcome = chord(screen.as_mut(), &[Key::SHIFT, Key::ALT]);
    ground.stage().continue_server();
    assert!(matches!(outcome, Err(ScreenError::Hangs { .. })), "{outcome:?}");
    drop(screen);
    nothing_is_down(ground.stage());
    // The server goes on only after the caller has gone.
    let mut screen = ground.open_patient(Duration::from_millis(250));
    chord(screen.as_mut(), &[Key::CTRL]).unwrap();
    screen.key(Key::CTRL, Press::Down).unwrap();
    ground.stage().stop_server();
    drop(screen);
    ground.stage().continue_server();
    nothing_is_down(ground.stage());
}
