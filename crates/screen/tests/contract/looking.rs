//! Checks of what comes out of a screen: frames, changes, waiting, settling.

use crate::ground::{Backend, Ground, SIZE, SOON, Scene, ahead, until};
use lea_frame::{Frame, FrameBuf};
use lea_model::{Point, Rect};
use lea_screen::{Button, Key, Patience, Press, ScreenError, Seen, WaitedFor, Wheel, Woken, settle};
use rustix::event::{EventfdFlags, eventfd};
use std::os::fd::AsFd;
use std::time::{Duration, Instant};

/// How late an answer may come that is due at a moment.
const LATE: Duration = Duration::from_millis(20);

pub fn it_can_do_what_it_declares_and_refuses_the_rest(ground: &mut Ground) {
    let mut screen = ground.open(Scene::Still);
    screen.see().unwrap();
    let can = screen.capabilities();
    assert_eq!(can, ground.backend.capabilities());
    assert!(!screen.name().is_empty());
    if !can.input {
        let tried = [
            screen.point(Point { x: 1, y: 1 }),
            screen.button(Button::Left, Press::Down),
            screen.wheel(Wheel::Up),
            screen.key(Key::CTRL, Press::Down),
            screen.text("x"),
        ];
        for outcome in tried {
            assert!(matches!(outcome, Err(ScreenError::Unsupported { .. })), "{outcome:?}");
        }
    }
    if !can.clipboard {
        assert!(matches!(screen.clipboard(), Err(ScreenError::Unsupported { .. })));
        assert!(matches!(screen.set_clipboard("x"), Err(ScreenError::Unsupported { .. })));
    }
    if !can.windows {
        assert_eq!(screen.active_window().unwrap(), None);
        assert!(screen.windows().unwrap().is_empty());
        assert!(matches!(screen.raise(1), Err(ScreenError::Unsupported { .. })));
        assert_eq!(screen.pointer().unwrap(), None);
    }
    let monitors = screen.monitors().unwrap();
    let whole = monitors.iter().fold(Rect::default(), |all, m| all.union(&m.rect));
    assert_eq!(whole, Rect::at(0, 0, screen.size()));
    assert_eq!(monitors.iter().filter(|m| m.primary).count(), 1);
    screen.release_all().expect("nothing is held: nothing can fail");
}

pub fn a_frame_has_the_size_it_says(ground: &mut Ground) {
    let mut screen = ground.open_unsettled(Scene::Still);
    assert_eq!(screen.size(), SIZE);
    let seen = screen.see().unwrap();
    assert_eq!(seen.frame.size, SIZE);
    Frame::new(seen.frame.size, seen.frame.stride, seen.frame.bytes).expect("its bytes hold it");
    assert!(!seen.resized);
    assert!(seen.at <= Instant::now());
}

pub fn the_first_look_reports_everything_and_the_second_nothing(ground: &mut Ground) {
    drop(ground.open(Scene::Still));
    let mut screen = ground.open_unsettled(Scene::Still);
    let first = screen.see().unwrap();
    assert_eq!(first.changed, [Rect::at(0, 0, SIZE)]);
    let first = first.frame.to_buf();
    let second = screen.see().unwrap();
    assert_eq!(second.changed, []);
    assert_same(&first, &second.frame.to_buf());
    if let Some(truth) = ground.truth() {
        assert_same(&first, &truth);
    }
}

pub fn changed_pixels_lie_in_the_boxes_and_every_box_holds_some(ground: &mut Ground) {
    let mut screen = ground.open(Scene::Changing);
    let mut before = screen.see().unwrap().frame.to_buf();
    let mut changes = 0;
    while changes < 6 {
        ground.change();
        let after = changes + 1;
        while changes < after {
            assert_eq!(screen.wait(ahead(SOON), None).unwrap(), Woken::Changed);
            let seen = screen.see().unwrap();
            check_boxes(&before, seen);
            changes += usize::from(!seen.changed.is_empty());
            before = seen.frame.to_buf();
        }
    }
    let patience = Patience { timeout: SOON, ..Patience::default() };
    settle(screen.as_mut(), patience).unwrap();
    let kept = screen.see().unwrap().frame.to_buf();
    if let Some(truth) = ground.truth() {
        assert_same(&kept, &truth);
    }
}

/// Every pixel that changed lies in a box, and every box holds one.
fn check_boxes(before: &FrameBuf, seen: Seen<'_>) {
    let found = differing(before.as_frame(), seen.frame);
    for p in &found {
        assert!(seen.changed.iter().any(|r| r.contains(*p)), "{p:?} changed outside of {:?}", seen.changed);
    }
    for r in seen.changed {
        assert!(found.iter().any(|p| r.contains(*p)), "nothing changed in {r:?}");
    }
}

/// Both pictures show the same.
pub fn assert_same(a: &FrameBuf, b: &FrameBuf) {
    let unlike = differing(a.as_frame(), b.as_frame());
    let (first, last) = (unlike.first(), unlike.last());
    assert!(unlike.is_empty(), "{} pixels differ, from {first:?} to {last:?}", unlike.len());
}

/// The pixels whose colours differ, found the slow and certain way.
fn differing(a: Frame<'_>, b: Frame<'_>) -> Vec<Point> {
    assert_eq!(a.size, b.size);
    let mut found = Vec::new();
    let width = a.size.width as usize;
    for y in 0..a.size.height as usize {
        let rows = a.row(y, 0, width).chunks_exact(4).zip(b.row(y, 0, width).chunks_exact(4));
        let unlike = rows.enumerate().filter(|(_, (p, q))| p[..3] != q[..3]);
        found.extend(unlike.map(|(x, _)| Point { x: x as i32, y: y as i32 }));
    }
    found
}

pub fn waiting_ends_when_something_changes(ground: &mut Ground) {
    let mut screen = ground.open(Scene::Changing);
    screen.see().unwrap();
    ground.change();
    assert_eq!(screen.wait(ahead(SOON), None).unwrap(), Woken::Changed);
    until("a change", || (!screen.see().unwrap().changed.is_empty()).then_some(()));
}

pub fn waiting_on_a_still_screen_ends_at_the_deadline(ground: &mut Ground) {
    let mut screen = ground.open(Scene::Still);
    screen.see().unwrap();
    let wait = || {
        let until = ahead(Duration::from_millis(80));
        assert_eq!(screen.wait(until, None).unwrap(), Woken::TimedOut);
        let now = Instant::now();
        assert!(now >= until, "too early by {:?}", until - now);
        now - until
    };
    assert_prompt(wait);
    let past = Instant::now();
    assert_eq!(screen.wait(past, None).unwrap(), Woken::TimedOut, "a deadline that has passed");
}

pub fn waiting_ends_when_the_caller_calls(ground: &mut Ground) {
    let mut screen = ground.open(Scene::Still);
    screen.see().unwrap();
    let call = eventfd(0, EventfdFlags::CLOEXEC).unwrap();
    let quiet = screen.wait(ahead(Duration::from_millis(30)), Some(call.as_fd())).unwrap();
    assert_eq!(quiet, Woken::TimedOut, "nobody has called yet");
    let started = Instant::now();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            // Late enough to find the other side waiting, early enough to be told from its deadline.
            while started.elapsed() < Duration::from_millis(40) {
                std::thread::park_timeout(Duration::from_millis(5));
            }
            rustix::io::write(&call, &1u64.to_ne_bytes()).unwrap();
        });
        assert_eq!(screen.wait(ahead(SOON), Some(call.as_fd())).unwrap(), Woken::Called);
    });
    assert!((Duration::from_millis(40)..SOON / 2).contains(&started.elapsed()));
    assert_eq!(screen.wait(ahead(SOON), Some(call.as_fd())).unwrap(), Woken::Called, "it is still readable");
}

/// One of three tries is in time: the others may have been held up by whatever else the machine does.
fn assert_prompt(mut lateness: impl FnMut() -> Duration) {
    let late: Vec<Duration> = (0..3).map(|_| lateness()).collect();
    assert!(late.iter().any(|l| *l <= LATE), "late by {late:?}");
}

pub fn settling_on_a_still_screen_says_quiet(ground: &mut Ground) {
    let mut screen = ground.open(Scene::Still);
    screen.see().unwrap();
    let patience = Patience::default();
    assert_prompt(|| {
        let settled = settle(screen.as_mut(), patience).unwrap();
        assert_eq!(settled.on, WaitedFor::Quiet);
        assert_eq!(settled.changed, []);
        assert!(settled.waited >= patience.quiet);
        settled.waited - patience.quiet
    });
}

pub fn settling_after_a_change_says_what_changed(ground: &mut Ground) {
    let mut screen = ground.open(Scene::Changing);
    let before = screen.see().unwrap().frame.to_buf();
    ground.change();
    assert_eq!(screen.wait(ahead(SOON), None).unwrap(), Woken::Changed);
    let settled = settle(screen.as_mut(), Patience::default()).unwrap();
    assert_eq!(settled.on, WaitedFor::Quiet, "{settled}");
    assert!(!settled.changed.is_empty() && !settled.resized);
    let after = screen.see().unwrap().frame.to_buf();
    let found = differing(before.as_frame(), after.as_frame());
    assert!(!found.is_empty());
    assert!(found.iter().all(|p| settled.changed.iter().any(|r| r.contains(*p))), "{:?}", settled.changed);
}

pub fn a_spinner_does_not_hold_settling_for_ever(ground: &mut Ground) {
    let mut screen = match ground.backend {
        // Its clock starts with the first look.
        Backend::Film => ground.open_unsettled(Scene::Spinning),
        _ => ground.open(Scene::Still),
    };
    let _spinner = ground.spin();
    let patience = Patience { timeout: SOON, ..Patience::default() };
    let settled = settle(screen.as_mut(), patience).unwrap();
    assert!(settled.is_settled() && settled.waited < Duration::from_secs(10), "{settled}");
    // It was already turning: it is named, and does not cover more than it does.
    let settled = settle(screen.as_mut(), patience).unwrap();
    let WaitedFor::Animation(places) = &settled.on else { panic!("{settled}") };
    assert!(places.iter().all(|r| r.area() < 100 * 100), "{settled}");
}

pub fn windows_are_known_by_title_application_and_place(ground: &mut Ground) {
    let mut screen = ground.open(Scene::Still);
    assert_eq!(screen.windows().unwrap(), [], "an empty desktop");
    assert_eq!(screen.active_window().unwrap(), None);
    let _entry = ground.stage().zenity(["--entry", "--title=Élan €", "--text=Name"]).unwrap();
    let id = ground.stage().wait_for_window("Élan €", SOON).unwrap();
    ground.stage().activate(id).unwrap();
    let (x, y, width, height) = ground.stage().geometry(id).unwrap();
    let active = until("the window to be active", || screen.active_window().unwrap());
    assert_eq!((active.title.as_str(), active.app_name.as_str()), ("Élan €", "Zenity"));
    assert_eq!((active.id, active.rect), (u64::from(id), Rect::at(x, y, [width, height].into())));
    assert_eq!(screen.windows().unwrap(), [active]);
}
