//! Every key and every click is in the session, in order, in the right window, with its pictures.

#![allow(clippy::unwrap_used)] // In a test that is what it is for.

mod common;

use common::{Desk, SOON, app, typed};
use lea_frame::Frame;
use lea_model::{Event, EventType, FrameAfter, FrameBefore, Point, RawSession, Rect};
use lea_screen::{Button, Key, Press, Screen, chord, click, drag, scroll};
use lea_stage::StageOptions;
use std::time::Duration;

/// An application of the test: where to click in it without harm, and what to type.
struct Place {
    app: &'static str,
    rect: Rect,
}

impl Place {
    /// Points of a grid in the lower middle of the window, each far enough from the one before to be no double click.
    fn point(&self, i: usize) -> Point {
        let (w, h) = (self.rect.width() as i32, self.rect.height() as i32);
        Point { x: self.rect.x1 + w / 3 + (i % 5) as i32 * 12, y: self.rect.y1 + h / 2 + (i % 7) as i32 * 9 }
    }
}

/// The applications, none of them ours.
fn open_applications(desk: &mut Desk) -> Vec<Place> {
    let page = desk.stage.home().join("page.html");
    let html = "<!doctype html><title>Form</title><body style='margin:0'><textarea autofocus \
                style='width:100vw;height:100vh;border:0'></textarea>";
    std::fs::write(&page, html).unwrap();
    let stage = &desk.stage;
    stage.keep(stage.mousepad(None).unwrap());
    stage.keep(stage.gnumeric(None).unwrap());
    stage.keep(stage.zenity(["--text-info", "--editable", "--title=Notes"]).unwrap());
    stage.keep(stage.chromium(format!("file://{}", page.display())).unwrap());
    stage.keep(stage.galculator().unwrap());
    // Side by side, so that each can be reached by a click.
    let size = Some((600, 380));
    let places = [
        ("mousepad", (20, 40), size),
        ("gnumeric", (660, 40), size),
        ("zenity", (20, 520), size),
        ("chromium", (660, 520), size),
        ("galculator", (1400, 200), None),
    ];
    places.map(|(app, at, size)| Place { app, rect: desk.place(app, at, size).rect }).into()
}

/// 200 characters, with accents where the application takes them, and digits for the calculator.
fn text_for(app: &str, speed: &str) -> String {
    let words = match app {
        "galculator" => "12345678",
        "gnumeric" => "abcdefgh",
        _ => "Élodie reçoit 42 € à Nîmes; ",
    };
    let mut text: String = words.chars().cycle().take(199).collect();
    text.push(if speed == "scanner" { '7' } else { '3' });
    text
}

/// Works through all applications with these pauses after each key and click; says what the session must hold.
fn work(
    desk: &mut Desk,
    places: &[Place],
    speed: &str,
    key_pause: Duration,
    click_pause: Duration,
) -> Vec<(String, String)> {
    let mut expected = Vec::new();
    for place in places {
        let needed = desk.focus(place.app, place.point(0));
        expected.extend(vec![(place.app.to_owned(), format!("click {:?}", place.point(0))); needed]);
        for i in 1..40 {
            click(&mut desk.screen, place.point(i), Button::Left, 1).unwrap();
            expected.push((place.app.to_owned(), format!("click {:?}", place.point(i))));
            std::thread::sleep(click_pause);
        }
        desk.rest();
        let text = text_for(place.app, speed);
        for c in text.chars() {
            desk.screen.text(c.encode_utf8(&mut [0; 4])).unwrap();
            std::thread::sleep(key_pause);
        }
        expected.extend(text.chars().map(|c| (place.app.to_owned(), format!("key {c}"))));
        desk.rest();
    }
    expected
}

/// The session's clicks and characters, one by one, with their application.
fn recorded(session: &RawSession) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for event in &session.events {
        let app = app(event).to_lowercase();
        match event.event_type {
            EventType::MouseClick => {
                for _ in 0..event.clicks.unwrap() {
                    found.push((app.clone(), format!("click {:?}", event.pos.unwrap())));
                }
            }
            EventType::TextInput => {
                found.extend(
                    event.text.as_deref().unwrap().chars().map(|c| (app.clone(), format!("key {c}"))),
                );
            }
            EventType::KeyPress => found.push((app, format!("press {:?}", event.keys))),
            _ => {}
        }
    }
    found
}

fn every_key_and_click_is_recorded(speed: &str, key_pause: Duration, click_pause: Duration) {
    let mut desk = Desk::with(StageOptions::default());
    let places = open_applications(&mut desk);
    let recording = desk.record(&[]);
    let expected = work(&mut desk, &places, speed, key_pause, click_pause);
    recording.stop();
    let session = desk.session();
    let found = recorded(&session);
    let differs = expected.iter().zip(&found).position(|(a, b)| a != b);
    assert_eq!(session.metadata.gaps, [], "nothing kept it from recording");
    if let Some(i) = differs {
        let near = |list: &[(String, String)]| list[i.saturating_sub(5)..list.len().min(i + 40)].to_vec();
        panic!(
            "event {i} of {} differs, {} were found:\nexpected {:?}\nfound {:?}",
            expected.len(),
            found.len(),
            near(&expected),
            near(&found)
        );
    }
    assert_eq!(found.len(), expected.len());
    assert_eq!(expected.iter().filter(|(_, what)| what.starts_with("key")).count(), 1000);
    assert!(expected.iter().filter(|(_, what)| what.starts_with("click")).count() >= 200);
    let clicks = session.events.iter().filter(|e| e.event_type == EventType::MouseClick);
    for event in clicks {
        assert!(event.screenshot_id.is_some() && event.screenshot_after_id.is_some(), "{event:?}");
    }
}

#[test]
fn a_thousand_keys_and_two_hundred_clicks_at_human_speed() {
    every_key_and_click_is_recorded("human", Duration::from_millis(45), Duration::from_millis(180));
}

/// The fastest that reaches a computer as typing: barcode scanners send 100 characters a second, nobody clicks 20 times a second. Without
/// any pause the X server itself drops keys before a recorder can fetch them (docs/limits.md): no recorder can promise those.
#[test]
fn a_thousand_keys_at_the_speed_of_a_scanner_and_two_hundred_clicks_faster_than_a_person() {
    every_key_and_click_is_recorded("scanner", Duration::from_millis(10), Duration::from_millis(50));
}

#[test]
fn unicode_typed_by_xtest_is_one_text_on_every_layout() {
    for layout in ["us", "fr", "de"] {
        let mut desk = Desk::new();
        desk.stage.set_keyboard(layout).unwrap();
        desk.stage.keep(desk.stage.mousepad(None).unwrap());
        desk.window("mousepad");
        let recording = desk.record(&[]);
        desk.screen.text("Éléonore ça 42 €").unwrap();
        desk.rest();
        recording.stop();
        let session = desk.session();
        let texts: Vec<_> = session.events.iter().filter(|e| e.event_type == EventType::TextInput).collect();
        assert_eq!(texts.len(), 1, "{layout}: {texts:?}");
        assert_eq!(texts[0].text.as_deref(), Some("Éléonore ça 42 €"), "{layout}");
    }
}

#[test]
fn dead_keys_and_altgr_of_a_real_layout_are_understood() {
    let mut desk = Desk::new();
    desk.stage.set_keyboard("fr").unwrap();
    desk.stage.keep(desk.stage.mousepad(None).unwrap());
    desk.window("mousepad");
    let recording = desk.record(&[]);
    // By key codes, as a person's fingers do it on a French keyboard: ^ then e, AltGr+E, é, Shift+a.
    let line = ["key", "34", "26", "key", "ISO_Level3_Shift+26", "key", "11", "key", "shift+24"];
    desk.stage.run_tool("xdotool", line).unwrap();
    desk.rest();
    recording.stop();
    assert_eq!(typed(&desk.session(), "mousepad"), "ê€éA");
}

#[test]
fn gestures_are_told_apart() {
    let mut desk = Desk::new();
    desk.stage.keep(desk.stage.mousepad(None).unwrap());
    let rect = desk.window("mousepad").rect;
    let middle = rect.center();
    desk.screen.text("some words to select and scroll\nmore\nand more\n").unwrap();
    desk.rest();
    let recording = desk.record(&[]);
    click(&mut desk.screen, middle, Button::Left, 2).unwrap();
    desk.rest();
    std::thread::sleep(Duration::from_millis(450)); // The time after which a click is no third one.
    click(&mut desk.screen, Point { x: middle.x + 40, ..middle }, Button::Right, 1).unwrap();
    desk.rest();
    chord(&mut desk.screen, &[Key::ESCAPE]).unwrap();
    desk.rest();
    let (from, to) =
        (Point { x: rect.x1 + 20, y: rect.y1 + 80 }, Point { x: rect.x1 + 160, y: rect.y1 + 80 });
    drag(&mut desk.screen, from, to).unwrap();
    desk.rest();
    scroll(&mut desk.screen, middle, 0, 3).unwrap();
    desk.rest();
    chord(&mut desk.screen, &[Key::CTRL, Key::SHIFT, Key::of_char('s')]).unwrap();
    desk.rest();
    recording.stop();
    let session = desk.session();
    let kinds = [EventType::MouseClick, EventType::MouseDrag, EventType::MouseScroll, EventType::KeyPress];
    let told: Vec<String> = session
        .events
        .iter()
        .filter(|e| kinds.contains(&e.event_type))
        .map(|e| match e.event_type {
            EventType::MouseClick => format!("{:?} click x{}", e.button.unwrap(), e.clicks.unwrap()),
            EventType::MouseDrag => format!("drag {}", e.to.unwrap().x - e.pos.unwrap().x),
            EventType::MouseScroll => format!("scroll {:?}", e.delta.unwrap()),
            _ => e.keys.join("+"),
        })
        .collect();
    let expected =
        ["Left click x2", "Right click x1", "ESCAPE", "drag 140", "scroll [0.0, 3.0]", "CTRL+SHIFT+S"];
    assert_eq!(told, expected);
}

/// The pixels of a window, for comparing pictures without the rest of the screen.
fn part(frame: Frame<'_>, rect: Rect) -> Vec<[u8; 3]> {
    let crop = frame.crop(rect).unwrap();
    crop.bytes.chunks_exact(4).map(|p| [p[0], p[1], p[2]]).collect()
}

#[test]
fn at_human_speed_each_click_has_the_screen_from_before_and_from_after() {
    let mut desk = Desk::new();
    desk.stage.keep(desk.stage.galculator().unwrap());
    let rect = desk.window("galculator").rect;
    let recording = desk.record(&[]);
    let mut screens = Vec::new();
    for i in 0..6 {
        // Digits of the keypad, in the lower half of the window.
        let at = Point {
            x: rect.x1 + rect.width() as i32 * (1 + i % 3) / 6,
            y: rect.y1 + rect.height() as i32 * (6 + i % 2) / 9,
        };
        desk.screen.point(at).unwrap();
        std::thread::sleep(Duration::from_millis(500)); // A person sees where the pointer is before pressing.
        desk.rest();
        let before = part(desk.screen.see().unwrap().frame, rect);
        desk.screen.button(Button::Left, Press::Down).unwrap();
        desk.screen.button(Button::Left, Press::Up).unwrap();
        desk.rest();
        let after = part(desk.screen.see().unwrap().frame, rect);
        screens.push((before, after));
        std::thread::sleep(Duration::from_millis(450)); // A person does not click faster.
    }
    recording.stop();
    let session = desk.session();
    let store = desk.store();
    let clicks: Vec<_> = session.events.iter().filter(|e| e.event_type == EventType::MouseClick).collect();
    assert_eq!(clicks.len(), screens.len());
    for (i, (event, (before, after))) in clicks.iter().zip(&screens).enumerate() {
        let timing = event.frames.as_ref().unwrap();
        assert_eq!((timing.before, timing.after), (FrameBefore::Exact, FrameAfter::Settled), "click {i}");
        let shot = |id: &Option<String>| {
            let frame = store.frame(&session.session_id, id.as_deref().unwrap()).unwrap();
            part(frame.as_frame(), rect)
        };
        assert!(shot(&event.screenshot_id) == *before, "click {i}: the picture from before");
        assert!(shot(&event.screenshot_after_id) == *after, "click {i}: the picture from after");
    }
    assert!(screens.iter().any(|(before, after)| before != after), "the clicks did something");
}

#[test]
fn a_click_that_opens_a_window_belongs_to_the_window_it_was_in() {
    let mut desk = Desk::new();
    desk.stage.keep(desk.stage.mousepad(None).unwrap());
    desk.stage.keep(desk.stage.galculator().unwrap());
    let galculator = desk.place("galculator", (20, 40), None).rect;
    let mousepad = desk.place("mousepad", (600, 40), None).rect;
    desk.focus("mousepad", Point { x: mousepad.x1 + 30, y: mousepad.y2 - 30 });
    let recording = desk.record(&[]);
    desk.focus("galculator", Point { x: galculator.center().x, y: galculator.y1 + 60 });
    desk.stage.wait_for_window("galculator", SOON).unwrap();
    desk.focus("mousepad", Point { x: mousepad.x1 + 30, y: mousepad.y2 - 30 });
    recording.stop();
    let session = desk.session();
    let told: Vec<_> = session
        .events
        .iter()
        .filter(|e| [EventType::MouseClick, EventType::WindowChange].contains(&e.event_type))
        .map(|e| (e.event_type, app(e).to_lowercase()))
        .skip_while(|(kind, _)| *kind == EventType::WindowChange)
        .collect();
    let expected = [
        (EventType::MouseClick, "galculator".to_owned()),
        (EventType::WindowChange, "galculator".to_owned()),
        (EventType::MouseClick, "mousepad".to_owned()),
        (EventType::WindowChange, "mousepad".to_owned()),
    ];
    assert_eq!(told, expected);
}

#[test]
fn what_is_typed_as_soon_as_a_window_is_clicked_has_no_bullets_whatever_its_title_bar_shows() {
    let mut desk = Desk::new();
    desk.stage.keep(desk.stage.mousepad(None).unwrap());
    desk.stage.keep(desk.stage.galculator().unwrap());
    let galculator = desk.place("galculator", (20, 40), None).rect;
    let mousepad = desk.place("mousepad", (600, 40), None).rect;
    let places = [galculator, mousepad].map(|r| Point { x: r.x1 + 30, y: r.y2 - 12 });
    let recording = desk.record(&[]);
    let mut sent = String::new();
    for i in 0..24 {
        // The title bar is painted anew while the first letters are typed: three buttons in a row.
        click(&mut desk.screen, places[i % 2], Button::Left, 1).unwrap();
        let digits = format!("{}", 84_582 + i * 1111);
        for c in digits.chars() {
            desk.screen.text(c.encode_utf8(&mut [0; 4])).unwrap();
            std::thread::sleep(Duration::from_millis(12));
        }
        sent.push_str(&digits);
    }
    recording.stop();
    let session = desk.session();
    let texts: Vec<_> = session.events.iter().filter(|e| e.event_type == EventType::TextInput).collect();
    let why = |e: &&Event| e.data.get("secret").and_then(|why| why.as_str().map(str::to_owned));
    let said: Vec<String> = texts.iter().filter_map(why).collect();
    assert!(!said.iter().any(|why| why.contains("bullets")), "there were no bullets: {said:?}");
    // Faster than a screen paints, and more digits than a calculator shows: what was seen of it is kept as it was.
    let kept: Vec<&str> = texts.iter().filter_map(|e| e.text.as_deref()).collect();
    assert!(!kept.is_empty() && kept.iter().all(|text| sent.contains(text)), "{kept:?} of {sent}");
}
