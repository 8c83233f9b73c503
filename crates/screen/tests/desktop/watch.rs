//! A person's hotkeys are heard at once, whatever else goes on, and what the robot does ends with everything let go.

use crate::person::Person;
use crate::{SOON, open, settled, stage, terminal, until};
use lea_model::{Point, Size};
use lea_screen::x11::watch::{PAUSE, STOP, Watch};
use lea_screen::{Button, Key, Patience, Press, Screen, ScreenError, Woken, drag, settle};
use lea_stage::Stage;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Everything is let go within this time of the hotkey (SPEC ACT.9).
const AT_ONCE: Duration = Duration::from_millis(200);

fn watch(stage: &Stage) -> Watch {
    Watch::open(Some(stage.display()), &STOP, Some(&PAUSE)).unwrap()
}

fn is_interrupted<T: std::fmt::Debug>(outcome: &lea_screen::Result<T>) -> bool {
    matches!(outcome, Err(ScreenError::Interrupted { .. }))
}

/// Waits until the watch rings, and says how long after `since`.
fn rings(watch: &Watch, screen: &mut dyn Screen, since: Instant) -> Duration {
    until("the bell", || {
        let woken = screen.wait(Instant::now() + SOON, Some(watch.fd())).unwrap();
        screen.see().unwrap();
        (woken == Woken::Called).then(|| since.elapsed())
    })
}

#[test]
fn hotkeys_are_heard_at_once_and_told_apart() {
    let stage = stage(true);
    let (mut screen, person) = (open(&stage), Person::new(&stage));
    let watch = watch(&stage);
    let mut took = Vec::new();
    for _ in 0..5 {
        let since = Instant::now();
        person.strike(&PAUSE);
        took.push(rings(&watch, &mut screen, since));
        assert!(watch.take_paused() && !watch.take_paused() && !watch.stopped());
    }
    let quiet = screen.wait(Instant::now() + Duration::from_millis(30), Some(watch.fd())).unwrap();
    assert_ne!(quiet, Woken::Called, "what was taken does not ring any more");
    let since = Instant::now();
    person.strike(&STOP);
    took.push(rings(&watch, &mut screen, since));
    assert!(watch.stopped() && watch.stop_flag().load(Ordering::SeqCst));
    println!("heard after {took:?}");
    assert!(took.iter().all(|t| *t < AT_ONCE), "{took:?}");
    assert!(!watch.take_paused());
    rings(&watch, &mut screen, since);
    assert!(watch.stopped(), "a stop stays said");
}

#[test]
fn a_hotkey_is_one_with_locks_on_and_on_any_layout() {
    let stage = stage(true);
    let mut screen = open(&stage);
    let watch = watch(&stage);
    for layout in ["us", "fr", "us"] {
        stage.set_keyboard(layout).unwrap();
        for locks in [&[][..], &["CAPS_LOCK"], &["NUM_LOCK"], &["CAPS_LOCK", "NUM_LOCK"]] {
            let person = Person::new(&stage);
            let locks: Vec<Key> = locks.iter().map(|l| l.parse().unwrap()).collect();
            locks.iter().for_each(|lock| person.strike(&[*lock]));
            // The watch reads a new keyboard some time after it has been told of it.
            until("the pause", || {
                person.strike(&PAUSE);
                watch.take_paused().then_some(())
            });
            locks.iter().for_each(|lock| person.strike(&[*lock]));
        }
    }
    screen.see().unwrap();
    assert!(!watch.stopped());
}

#[test]
fn no_application_gets_the_hotkey_and_other_keys_are_left_alone() {
    let stage = stage(true);
    let (mut screen, person) = (open(&stage), Person::new(&stage));
    let mut entry = stage.zenity(["--entry", "--title=Entry"]).unwrap();
    let window = stage.wait_for_window("Entry", SOON).unwrap();
    screen.raise(window.into()).unwrap();
    let watch = watch(&stage);
    screen.text("qp").unwrap();
    person.strike(&[Key::Char('Q')]);
    person.strike(&[Key::CTRL, Key::ALT, Key::SHIFT, Key::Char('Q')]);
    person.strike(&PAUSE);
    until("the pause", || watch.take_paused().then_some(()));
    assert!(!watch.stopped());
    screen.text("p\n").unwrap();
    entry.wait_for_exit(SOON).unwrap();
    assert_eq!(entry.output().trim_end(), "qpqp");
}

#[test]
fn a_hotkey_is_heard_while_a_menu_has_the_keyboard() {
    let stage = stage(true);
    let (mut screen, person) = (open(&stage), Person::new(&stage));
    let _editor = stage.mousepad(None).unwrap();
    let editor = stage.wait_for_window("Mousepad", SOON).unwrap();
    screen.raise(editor.into()).unwrap();
    settled(&mut screen);
    let watch = watch(&stage);
    let before = screen.windows().unwrap().len();
    lea_screen::chord(&mut screen, &[Key::ALT, Key::Char('F')]).unwrap();
    until("the menu", || (screen.windows().unwrap().len() > before).then_some(()));
    settled(&mut screen);
    let since = Instant::now();
    person.strike(&STOP);
    let took = rings(&watch, &mut screen, since);
    assert!(watch.stopped() && took < AT_ONCE, "{took:?}");
}

#[test]
fn a_hotkey_that_is_taken_is_an_error_that_says_so_and_dropping_gives_it_back() {
    let stage = stage(true);
    let first = watch(&stage);
    let again = |stop: &[Key], pause: Option<&[Key]>| Watch::open(Some(stage.display()), stop, pause);
    let why = again(&STOP, None).unwrap_err().to_string();
    assert!(
        why.contains("CTRL+ALT+Q is taken by another program") && why.contains("choose another"),
        "{why}"
    );
    let why = again(&[Key::SUPER, Key::F(12)], Some(&PAUSE)).unwrap_err().to_string();
    assert!(why.contains("CTRL+ALT+P is taken"), "{why}");
    again(&[Key::SUPER, Key::F(12)], None).expect("another one is free");
    // Taken means with every lock on or off: Caps Lock is bit 1, Num Lock bit 4.
    let person = Person::new(&stage);
    for locks in [0, 1 << 1, 1 << 4, 1 << 1 | 1 << 4] {
        assert!(person.cannot_take(&STOP, locks), "{locks:#b}");
    }
    drop(first);
    drop(again(&STOP, Some(&PAUSE)).expect("it was given back"));
    for (stop, why) in [(&[Key::CTRL][..], "one other key"), (&[Key::Char('я'), Key::CTRL], "no key for")] {
        let said = again(stop, None).unwrap_err().to_string();
        assert!(said.contains(why), "{said}");
    }
    let said = again(&STOP, Some(&STOP)).unwrap_err().to_string();
    assert!(said.contains("both"), "{said}");
}

#[test]
fn a_key_that_is_held_says_pause_once() {
    let stage = stage(true);
    let person = Person::new(&stage);
    stage.run_tool("xset", ["r", "rate", "100", "50"]).unwrap();
    let _terminal = terminal(&stage, "other", "40x12+60+60");
    let watch = watch(&stage);
    person.press(&PAUSE);
    until("the pause", || watch.take_paused().then_some(()));
    let since = Instant::now();
    // Long enough for the key to repeat itself ten times.
    until("the key to repeat", || {
        assert!(!watch.take_paused(), "a repeated key is no second pause");
        (since.elapsed() > Duration::from_millis(300)).then_some(())
    });
    person.release(&PAUSE);
    person.strike(&PAUSE);
    until("the second pause", || watch.take_paused().then_some(()));
}

#[test]
fn stop_in_the_middle_of_a_long_text_leaves_no_key_down() {
    let stage = stage(true);
    let (mut screen, person) = (open(&stage), Person::new(&stage));
    let _entry = stage.zenity(["--entry", "--title=Entry"]).unwrap();
    let window = stage.wait_for_window("Entry", SOON).unwrap();
    screen.raise(window.into()).unwrap();
    let watch = watch(&stage);
    screen.set_stop(watch.stop_flag());
    // What was held before is let go as well.
    screen.point(Point { x: 5, y: 700 }).unwrap();
    screen.button(Button::Right, Press::Down).unwrap();
    // 2,000 characters, a quarter of which no key has: it takes many seconds.
    let rare = |i: u32| char::from_u32(0x4e00 + i).unwrap();
    let text: String = (0..500).flat_map(|i| ['a', 'B', '1', rare(i)]).collect();
    assert_eq!(text.chars().count(), 2000);
    let (outcome, took) = std::thread::scope(|scope| {
        let typing = scope.spawn(|| (screen.text(&text), Instant::now()));
        until("some of it to be typed", || person.has_key_for(rare(60)).then_some(()));
        let since = Instant::now();
        person.press(&STOP);
        let (outcome, ended) = typing.join().unwrap();
        (outcome, ended - since)
    });
    person.release(&STOP);
    assert!(is_interrupted(&outcome), "{outcome:?}");
    assert_eq!((person.keys_down(), person.buttons_down()), (vec![], 0), "something is still down");
    println!("let go after {took:?}");
    assert!(took < AT_ONCE, "{took:?}");
}

#[test]
fn stop_ends_drags_and_waits_and_refuses_all_that_follows_but_looking() {
    let stage = stage(true);
    let (mut screen, person) = (open(&stage), Person::new(&stage));
    settled(&mut screen);
    let watch = watch(&stage);
    screen.set_stop(watch.stop_flag());
    let (far, near) = (Point { x: 900, y: 700 }, Point { x: 100, y: 100 });
    let outcome = std::thread::scope(|scope| {
        let dragging = scope.spawn(|| {
            let there_and_back = || {
                drag(&mut screen, near, far)?;
                drag(&mut screen, far, near)
            };
            std::iter::repeat_with(there_and_back).find(Result::is_err).unwrap()
        });
        until("the button to be down", || (person.buttons_down() != 0).then_some(()));
        person.strike(&STOP);
        dragging.join().unwrap()
    });
    assert!(is_interrupted(&outcome), "{outcome:?}");
    assert_eq!((person.keys_down(), person.buttons_down()), (vec![], 0));
    let tried = [
        screen.point(near),
        screen.button(Button::Left, Press::Down),
        screen.key(Key::CTRL, Press::Down),
        screen.text("x"),
        screen.wheel(lea_screen::Wheel::Up),
        screen.raise(1),
        screen.wait(Instant::now() + SOON, None).map(drop),
        settle(&mut screen, Patience::default()).map(drop),
    ];
    assert!(tried.iter().all(is_interrupted), "{tried:?}");
    assert_eq!((person.keys_down(), person.buttons_down()), (vec![], 0));
    assert_eq!(screen.see().unwrap().frame.size, Size { width: 1024, height: 768 });
    screen.button(Button::Left, Press::Up).unwrap();
    screen.release_all().unwrap();
}

#[test]
fn a_wait_ends_when_stop_is_said() {
    let stage = stage(true);
    let (mut screen, person) = (open(&stage), Person::new(&stage));
    settled(&mut screen);
    let watch = watch(&stage);
    screen.set_stop(watch.stop_flag());
    let outcome = std::thread::scope(|scope| {
        let waiting = scope.spawn(|| (screen.wait(Instant::now() + SOON, None), Instant::now()));
        let since = Instant::now();
        person.strike(&STOP);
        let (outcome, ended) = waiting.join().unwrap();
        assert!(ended - since < AT_ONCE, "{:?}", ended - since);
        outcome
    });
    assert!(is_interrupted(&outcome), "{outcome:?}");
}

#[test]
fn a_text_waits_until_a_person_lets_go_of_a_modifier() {
    let stage = stage(true);
    let (mut screen, person) = (open(&stage), Person::new(&stage));
    let mut entry = stage.zenity(["--entry", "--title=Entry"]).unwrap();
    let window = stage.wait_for_window("Entry", SOON).unwrap();
    screen.raise(window.into()).unwrap();
    person.press(&[Key::CTRL]);
    std::thread::scope(|scope| {
        let typing = scope.spawn(|| screen.text("aq"));
        let since = Instant::now();
        until("it to wait", || {
            assert!(!typing.is_finished(), "it typed commands");
            (since.elapsed() > Duration::from_millis(50)).then_some(())
        });
        person.release(&[Key::CTRL]);
        typing.join().unwrap().unwrap();
    });
    screen.text("\n").unwrap();
    entry.wait_for_exit(SOON).unwrap();
    assert_eq!(entry.output().trim_end(), "aq");
}
