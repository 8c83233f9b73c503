//! Checks of what goes into a screen by hand: pointer, buttons, wheel, chords.

use crate::ground::{Ground, SOON, Scene, until};
use crate::words::Entry;
use lea_model::{Point, Rect};
use lea_screen::{Button, Key, Patience, Screen, WaitedFor, chord, click, drag, scroll, settle};
use lea_stage::Stage;
use x11rb::connection::Connection as _;
use x11rb::protocol::xproto::ConnectionExt as _;

/// Where the pointer is and which buttons and modifiers are down, according to the server.
pub fn pointer(stage: &Stage) -> (Point, u16) {
    let (server, screen) = x11rb::connect(Some(stage.display())).unwrap();
    let reply = server.query_pointer(server.setup().roots[screen].root).unwrap().reply().unwrap();
    (Point { x: reply.root_x.into(), y: reply.root_y.into() }, reply.mask.into())
}

/// The codes of the keys that are down, according to the server.
pub fn keys_down(stage: &Stage) -> Vec<u8> {
    let (server, _) = x11rb::connect(Some(stage.display())).unwrap();
    let map = server.query_keymap().unwrap().reply().unwrap().keys;
    (0..=255u8).filter(|code| map[usize::from(code / 8)] & (1 << (code % 8)) != 0).collect()
}

pub fn the_pointer_goes_where_it_is_pointed_and_is_not_in_the_picture(ground: &mut Ground) {
    let mut screen = ground.open(Scene::Still);
    screen.see().unwrap();
    for (to, arrives) in [([100, 120], [100, 120]), ([700, 500], [700, 500]), ([-5, 9999], [0, 767])] {
        screen.point(to.into()).unwrap();
        let arrives = Point::from(arrives);
        until("the pointer", || (pointer(ground.stage()).0 == arrives).then_some(()));
        assert_eq!(screen.see().unwrap().changed, [], "the pointer was painted into the picture");
    }
}

pub fn a_click_presses_the_button_under_it(ground: &mut Ground) {
    let mut screen = ground.open(Scene::Still);
    // GTK puts "No" on the left and "Yes" on the right, each half as wide as the dialog.
    for (part, code) in [(1, 1), (3, 0)] {
        let mut question = ground.stage().zenity(["--question", "--title=Sure", "--text=Really?"]).unwrap();
        let window = ground.stage().wait_for_window("Sure", SOON).unwrap();
        settled(screen.as_mut());
        let (x, y, width, height) = ground.stage().geometry(window).unwrap();
        let at = Point { x: x + width as i32 * part / 4, y: y + height as i32 - 22 };
        click(screen.as_mut(), at, Button::Left, 1).unwrap();
        let status = question.wait_for_exit(SOON).unwrap();
        assert_eq!(status.code(), Some(code), "clicked at {at:?}");
    }
}

pub fn a_drag_moves_what_it_holds(ground: &mut Ground) {
    let mut screen = ground.open(Scene::Changing);
    let window = ground.stage().wait_for_window("mover", SOON).unwrap();
    let (x, y, width, height) = ground.stage().geometry(window).unwrap();
    // By its title bar, which the window manager draws above it.
    let from = Point { x: x + width as i32 / 2, y: y - 9 };
    drag(screen.as_mut(), from, Point { x: from.x + 160, y: from.y + 120 }).unwrap();
    until("the window to follow", || {
        let now = ground.stage().geometry(window).unwrap();
        (now == (x + 160, y + 120, width, height)).then_some(())
    });
    assert_eq!(pointer(ground.stage()).1, 0, "the button is still down");
}

pub fn the_wheel_scrolls_there_and_back(ground: &mut Ground) {
    let mut screen = ground.open(Scene::Still);
    let line = ["xterm", "-T", "lines", "-geometry", "40x10+50+50", "-e", "seq 1 500; sleep 1000"];
    let _lines = ground.stage().launch(line).unwrap();
    let window = ground.stage().wait_for_window("lines", SOON).unwrap();
    settled(screen.as_mut());
    let (x, y, width, height) = ground.stage().geometry(window).unwrap();
    let inside = Rect::at(x, y, [width, height].into());
    let show = |screen: &mut dyn Screen, dy| {
        scroll(screen, inside.center(), 0, dy).unwrap();
        settled(screen);
        screen.see().unwrap().frame.crop(inside).unwrap()
    };
    let bottom = show(screen.as_mut(), 0);
    let above = show(screen.as_mut(), -3);
    assert!(bottom != above, "nothing was scrolled");
    assert!(bottom == show(screen.as_mut(), 3), "three notches down do not undo three up");
}

pub fn a_chord_is_pressed_together(ground: &mut Ground) {
    let mut screen = ground.open(Scene::Still);
    let entry = Entry::show(ground, "the old text");
    chord(screen.as_mut(), &[Key::CTRL, Key::Char('A')]).unwrap();
    screen.text("new").unwrap();
    assert_eq!(entry.confirm(screen.as_mut()), "new");
    assert_eq!((keys_down(ground.stage()), pointer(ground.stage()).1), (vec![], 0));
}

/// Waits until the screen is quiet.
fn settled(screen: &mut dyn Screen) {
    let patience = Patience { timeout: SOON, ..Patience::default() };
    let settled = settle(screen, patience).unwrap();
    assert!(!matches!(settled.on, WaitedFor::Timeout(_)), "{settled}");
}
