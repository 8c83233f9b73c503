//! The bar that shows that a robot works is seen by people, and by nothing else.

use crate::person::Person;
use crate::{SOON, open, settled, stage, terminal, until};
use lea_frame::Frame;
use lea_model::{Point, Rect};
use lea_screen::x11::X11Screen;
use lea_screen::x11::sign::Sign;
use lea_screen::{Button, Screen, click};
use lea_stage::{Monitor, Stage};
use x11rb::connection::Connection as _;
use x11rb::protocol::xproto::{ConnectionExt as _, CreateWindowAux, WindowClass};

const ORANGE: [u8; 3] = [255, 128, 0];
const BLUE: [u8; 3] = [20, 40, 220];

fn show(stage: &Stage) -> Sign {
    Sign::show(Some(stage.display()), ORANGE).unwrap()
}

/// All of a box has one colour; a frame has blue first.
fn is_all(frame: Frame<'_>, rect: Rect, [red, green, blue]: [u8; 3]) -> bool {
    let colour = [blue, green, red];
    (rect.y1..rect.y2).all(|y| (rect.x1..rect.x2).all(|x| frame.pixel(x as usize, y as usize) == colour))
}

/// Waits until the bar is seen in this colour, all of it.
fn seen(screen: &mut X11Screen, sign: &Sign, colour: [u8; 3]) {
    until("the bar", || is_all(screen.see().unwrap().frame, sign.rect(), colour).then_some(()));
}

#[test]
fn it_is_seen_in_its_colour_and_gone_when_dropped() {
    let stage = stage(true);
    let mut screen = open(&stage);
    settled(&mut screen);
    let before = screen.see().unwrap().frame.to_buf();
    let sign = show(&stage);
    assert_eq!(sign.rect(), Rect { x1: 0, y1: 0, x2: 1024, y2: 4 });
    seen(&mut screen, &sign, ORANGE);
    sign.colour(BLUE).unwrap();
    assert!(is_all(screen.see().unwrap().frame, sign.rect(), BLUE), "it is shown when the call returns");
    // Nothing but the bar is another one.
    let after = screen.see().unwrap().frame.to_buf();
    let below = Rect { x1: 0, y1: 4, x2: 1024, y2: 768 };
    assert!(before.as_frame().crop(below) == after.as_frame().crop(below));
    drop(sign);
    assert!(screen.see().unwrap().frame.to_buf() == before, "nothing is left of it");
}

#[test]
fn no_list_of_windows_has_it() {
    for window_manager in [true, false] {
        let stage = stage(window_manager);
        let mut screen = open(&stage);
        let sign = show(&stage);
        seen(&mut screen, &sign, ORANGE);
        assert_eq!(screen.windows().unwrap(), []);
        assert_eq!(screen.active_window().unwrap(), None);
        let (_terminal, window) = terminal(&stage, "one", "40x12+60+60");
        screen.raise(window).unwrap();
        assert_eq!(screen.windows().unwrap().iter().map(|w| w.id).collect::<Vec<_>>(), [window]);
        assert_eq!(screen.active_window().unwrap().unwrap().id, window);
    }
}

#[test]
fn clicks_go_through_it_to_the_window_below() {
    let stage = stage(false);
    let mut screen = open(&stage);
    // An event viewer without a frame, with its upper edge at that of the screen.
    let viewer =
        stage.launch(["xev", "-name", "below", "-geometry", "300x200+0+0", "-event", "button"]).unwrap();
    stage.wait_for_window("below", SOON).unwrap();
    let sign = show(&stage);
    seen(&mut screen, &sign, ORANGE);
    click(&mut screen, Point { x: 150, y: 2 }, Button::Left, 1).unwrap();
    until("the click", || {
        let said = viewer.output();
        (said.contains("ButtonPress") && said.contains("root:(150,2)")).then_some(())
    });
    assert_eq!(Person::new(&stage).buttons_down(), 0);
}

#[test]
fn it_stays_above_what_comes_up_later() {
    let stage = stage(true);
    let mut screen = open(&stage);
    let (_early, early) = terminal(&stage, "early", "80x20+0+0");
    let sign = show(&stage);
    seen(&mut screen, &sign, ORANGE);
    let full = stage.launch(["xterm", "-fullscreen", "-T", "full", "-e", "sleep 1000"]).unwrap();
    stage.wait_for_window("full", SOON).unwrap();
    settled(&mut screen);
    seen(&mut screen, &sign, ORANGE);
    screen.raise(early).unwrap();
    settled(&mut screen);
    seen(&mut screen, &sign, ORANGE);
    drop(full);
    // A window that no manager holds down, over the whole screen.
    let (server, at) = x11rb::connect(Some(stage.display())).unwrap();
    let (root, curtain) = (server.setup().roots[at].root, server.generate_id().unwrap());
    let aux = CreateWindowAux::new().override_redirect(1).background_pixel(0);
    let kind = WindowClass::INPUT_OUTPUT;
    server.create_window(0, curtain, root, 0, 0, 1024, 768, 0, kind, 0, &aux).unwrap();
    server.map_window(curtain).unwrap().check().unwrap();
    settled(&mut screen);
    seen(&mut screen, &sign, ORANGE);
}

#[test]
fn it_follows_the_primary_monitor_and_the_size_of_the_screen() {
    let stage = stage(true);
    let mut screen = open(&stage);
    let sign = show(&stage);
    stage.resize((800, 600)).unwrap();
    until("the other width", || (sign.rect() == Rect { x1: 0, y1: 0, x2: 800, y2: 4 }).then_some(()));
    seen(&mut screen, &sign, ORANGE);
    let part = |x, width| Monitor { position: (x, 0), size: (width, 600), millimetres: 200 };
    stage.set_monitors(&[part(0, 300), part(300, 500)]).unwrap();
    let primary = screen.monitors().unwrap().into_iter().find(|m| m.primary).unwrap().rect;
    assert!(primary.width() < 800, "{primary:?}");
    until("the other place", || (sign.rect() == Rect { y2: 4, ..primary }).then_some(()));
    seen(&mut screen, &sign, ORANGE);
}
