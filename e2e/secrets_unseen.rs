//! Typed text is a secret until it was seen: canaries in fields that do not show them reach no file, and ordinary text is
//! kept (SPEC L0.5, L0.6).

#![allow(clippy::unwrap_used)] // In a test that is what it is for.

mod common;

use common::{Desk, Recording, SOON, files};
use lea_frame::FrameBuf;
use lea_model::{Event, EventType, Point, RawSession, Rect};
use lea_screen::{Button, Key, Screen, chord, click};
use lea_stage::{App, wait_until};
use std::time::{Duration, Instant};

/// The colour of what is painted over.
const PAINT: [u8; 3] = [0x60, 0x50, 0x50];

/// Types at the pace of whoever types.
fn types(desk: &mut Desk, text: &str, pace_ms: u64) {
    for c in text.chars() {
        desk.screen.text(c.encode_utf8(&mut [0; 4])).unwrap();
        std::thread::sleep(Duration::from_millis(pace_ms));
    }
}

/// Types, waits as a person does before Enter, and enters it.
fn enters(desk: &mut Desk, text: &str, pace_ms: u64) {
    types(desk, text, pace_ms);
    chord(&mut desk.screen, &[Key::ENTER]).unwrap();
}

/// A program with fields of some kind, at rest.
fn fields(desk: &mut Desk, toolkit: &str, kind: &str, late: &str) -> App {
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../../e2e/fields.py");
    let app = desk.stage.launch(["/usr/bin/python3", program, toolkit, kind, late]).unwrap();
    desk.window("fields");
    desk.active("fields");
    app
}

/// Waits until a program says that it got this.
fn got(app: &App, text: &str) {
    let said = wait_until("what was entered", SOON, || app.output().contains(text).then_some(()));
    assert!(said.is_ok(), "the program did not get {text:?}: {:?} {}", app.output(), app.errors());
}

fn texts(session: &RawSession) -> Vec<&Event> {
    session.events.iter().filter(|e| e.event_type == EventType::TextInput).collect()
}

/// What was kept of the texts; `-` for secrets.
fn kept(session: &RawSession) -> Vec<&str> {
    let text = |e: &&Event| e.secret == e.text.is_none() && e.secret == e.data.contains_key("secret");
    assert!(texts(session).iter().all(text), "{:?}", texts(session));
    texts(session).iter().map(|e| e.text.as_deref().unwrap_or("-")).collect()
}

/// Waits until as many texts are judged: until then a text is written as a secret.
fn wait_for_texts(desk: &Desk, recording: &Recording, count: usize) {
    desk.wait_for_recorded("the texts", recording, |s| texts(s).len() >= count);
}

/// No file below the data folder holds any of these, as bytes of either encoding.
fn assert_unwritten(desk: &Desk, canaries: &[&str]) {
    for file in files(&desk.data) {
        let bytes = std::fs::read(&file).unwrap();
        for canary in canaries {
            // What is left of a secret is one as well.
            for part in [*canary, &canary[..canary.len() / 2], &canary[canary.len() / 2..]] {
                let utf16: Vec<u8> = part.encode_utf16().flat_map(u16::to_le_bytes).collect();
                for form in [part.as_bytes(), utf16.as_slice()] {
                    let found = bytes.windows(form.len()).any(|w| w == form);
                    assert!(!found, "{} holds {part:?}", file.display());
                }
            }
        }
    }
}

/// The frames of a session.
fn frames(desk: &Desk, session: &RawSession) -> Vec<FrameBuf> {
    let store = desk.store();
    let frame = |id: &str| store.frame(&session.session_id, id).unwrap();
    session.screenshots.iter().map(|s| frame(&s.screenshot_id)).collect()
}

/// The share of a box that is painted over in the picture where it is most, in percent.
fn painted(frames: &[FrameBuf], within: Rect) -> usize {
    let share = |frame: &FrameBuf| {
        let part = frame.as_frame().crop(within).unwrap();
        let pixels = part.bytes.chunks_exact(4);
        pixels.clone().filter(|p| p[..3] == PAINT).count() * 100 / pixels.count()
    };
    frames.iter().map(share).max().unwrap()
}

#[test]
fn s3_what_a_terminal_does_not_echo_is_not_written_and_hides_nothing_else() {
    let mut desk = Desk::new();
    let script = "for i in 1 2 3; do read -s -p 'Code: ' a; echo; echo got $a > out.$i; done; \
                  read -p 'Name: ' b; echo $b > out.4; read c";
    desk.stage.keep(desk.stage.xterm(["bash", "-c", script]).unwrap());
    let window = desk.window("xterm").rect;
    let recording = desk.record(&[]);
    let canaries = ["Zebra7Quilt", "Frost4Lemon", "Amber9Piano"];
    for (canary, pace) in canaries.into_iter().zip([150, 40, 5]) {
        enters(&mut desk, canary, pace);
        desk.rest();
    }
    enters(&mut desk, "Marguerite", 60);
    desk.rest();
    wait_for_texts(&desk, &recording, 4);
    recording.stop();
    let session = desk.session();
    assert_eq!(kept(&session), ["-", "-", "-", "Marguerite"]);
    assert_unwritten(&desk, &canaries);
    let hidden = painted(&frames(&desk, &session), window);
    assert!(hidden <= 2, "{hidden} % are hidden: nothing was painted but the caret");
}

#[test]
fn s3_bullets_that_come_late_are_a_secret_at_any_speed_and_their_neighbours_are_seen() {
    let mut desk = Desk::new();
    let field = fields(&mut desk, "tk", "late", "0,100,400,700,1000");
    let window = desk.window("fields").rect;
    let recording = desk.record(&[]);
    let canaries = ["Zebra7Quilt", "Frost4Lemon", "Amber9Piano", "Cedar2Globe", "Onyx83Velvet"];
    for (canary, pace) in canaries.into_iter().zip([150, 5, 60, 5, 90]) {
        enters(&mut desk, canary, pace);
        got(&field, canary);
    }
    wait_for_texts(&desk, &recording, canaries.len());
    desk.rest();
    recording.stop();
    let session = desk.session();
    assert_eq!(kept(&session), ["-"; 5]);
    assert_unwritten(&desk, &canaries);
    let neighbour = Rect { y2: window.y1 + 44, ..window };
    assert_eq!(painted(&frames(&desk, &session), neighbour), 0, "a secret hides no neighbour");
}

#[test]
fn s3_what_password_fields_of_several_toolkits_hide_is_not_written() {
    let mut desk = Desk::new();
    let page = desk.stage.home().join("page.html");
    let html = "<!doctype html><title>Dossier</title><p>Dossier 12<p><input type=password autofocus>";
    std::fs::write(&page, html).unwrap();
    desk.stage.keep(desk.stage.chromium(format!("file://{}", page.display())).unwrap());
    let browser = desk.window("chromium").rect;
    let recording = desk.record(&[]);
    let canaries = ["Zebra7Quilt", "Frost4Lemon", "Amber9Piano", "Cedar2Globe"];
    desk.focus("chromium", Point { x: browser.center().x, y: browser.y2 - 60 });
    chord(&mut desk.screen, &[Key::TAB]).unwrap();
    enters(&mut desk, canaries[0], 80);
    let mut dialog =
        desk.stage.zenity(["--entry", "--hide-text", "--title=Dossier 12", "--text=Number"]).unwrap();
    desk.window("zenity");
    desk.active("zenity");
    enters(&mut desk, canaries[1], 40);
    dialog.wait_for_exit(SOON).unwrap();
    assert_eq!(dialog.output().trim(), canaries[1], "the application got it");
    for (toolkit, kind, canary) in [("qt", "late", canaries[2]), ("tk", "peek", canaries[3])] {
        let field = fields(&mut desk, toolkit, kind, "0");
        enters(&mut desk, canary, 90);
        got(&field, canary);
        drop(field);
    }
    wait_for_texts(&desk, &recording, canaries.len());
    desk.rest();
    recording.stop();
    assert_eq!(kept(&desk.session()), ["-"; 4]);
    assert_unwritten(&desk, &canaries);
}

#[test]
fn s3_a_recorder_that_was_stalled_has_not_seen_what_was_typed_meanwhile() {
    let mut desk = Desk::new();
    let field = fields(&mut desk, "tk", "plain", "0");
    let before = desk.screen.see().unwrap().frame.to_buf();
    let recording = desk.record(&[]);
    // A field that shows everything, and a recorder that sees nothing of it within a second.
    recording.signal("-STOP");
    types(&mut desk, "Zebra7Quilt", 30);
    let typed = Instant::now();
    chord(&mut desk.screen, &[Key::ENTER]).unwrap();
    got(&field, "Zebra7Quilt");
    desk.rest();
    let after = desk.screen.see().unwrap().frame.to_buf();
    // The second in which it would have counted as seen has to pass.
    std::thread::sleep(Duration::from_millis(1300).saturating_sub(typed.elapsed()));
    recording.signal("-CONT");
    wait_for_texts(&desk, &recording, 1);
    desk.rest();
    recording.stop();
    let session = desk.session();
    assert_eq!(kept(&session), ["-"]);
    assert_unwritten(&desk, &["Zebra7Quilt"]);
    assert_unseen(&desk, &session, &before, &after);
}

/// No picture of the session shows what changed between these two.
fn assert_unseen(desk: &Desk, session: &RawSession, before: &FrameBuf, after: &FrameBuf) {
    let changed = lea_frame::changed(before.as_frame(), after.as_frame(), before.as_frame().bounds());
    let letters = changed.into_iter().max_by_key(Rect::area).unwrap();
    let piece = after.as_frame().crop(Rect { x2: letters.center().x, ..letters }).unwrap();
    for frame in frames(desk, session) {
        let found = lea_frame::find_exact(frame.as_frame(), frame.as_frame().bounds(), piece.as_frame());
        assert!(found.is_empty(), "a picture shows it at {found:?}");
    }
}

#[test]
fn s3_what_a_program_that_hung_paints_seconds_later_is_hidden() {
    let mut desk = Desk::new();
    let field = fields(&mut desk, "tk", "slow", "2000");
    let window = desk.window("fields").rect;
    let before = desk.screen.see().unwrap().frame.to_buf();
    let recording = desk.record(&[]);
    enters(&mut desk, "Zebra7Quilt", 70);
    got(&field, "Zebra7Quilt");
    let deadline = Instant::now() + SOON;
    while desk.screen.see().unwrap().frame.crop(window) == before.as_frame().crop(window) {
        assert!(Instant::now() < deadline, "it was not painted");
        desk.screen.wait(deadline, None).unwrap();
    }
    desk.rest();
    let after = desk.screen.see().unwrap().frame.to_buf();
    click(&mut desk.screen, Point { x: window.x2 - 20, y: window.y2 - 20 }, Button::Left, 1).unwrap();
    desk.rest();
    // The picture after the click waits until the text is judged.
    desk.wait_for_recorded("the click", &recording, |s| {
        let click = s.events.iter().find(|e| e.event_type == EventType::MouseClick);
        click.is_some_and(|e| e.screenshot_after_id.is_some())
    });
    recording.stop();
    let session = desk.session();
    assert_eq!(kept(&session), ["-"]);
    assert_unwritten(&desk, &["Zebra7Quilt"]);
    assert_unseen(&desk, &session, &before, &after);
}

#[test]
fn s3_what_is_not_judged_when_a_recording_ends_or_is_killed_is_not_written() {
    for (kind, signal) in [("late", "-INT"), ("late", "-KILL"), ("plain", "-KILL")] {
        let mut desk = Desk::new();
        let field = fields(&mut desk, "tk", kind, "1000");
        let recording = desk.record(&[]);
        types(&mut desk, "Zebra7Quilt", 20);
        if kind == "plain" {
            chord(&mut desk.screen, &[Key::ENTER]).unwrap();
            got(&field, "Zebra7Quilt");
        }
        recording.signal(signal);
        recording.wait();
        assert_unwritten(&desk, &["Zebra7Quilt"]);
        let session = desk.session();
        assert!(texts(&session).iter().all(|e| e.secret && e.text.is_none()), "{:?}", texts(&session));
    }
}

#[test]
fn text_in_plain_sight_is_kept_also_where_fields_scroll_format_or_are_cleared() {
    let mut desk = Desk::new();
    let page = desk.stage.home().join("page.html");
    let html = "<!doctype html><title>Amounts</title><p>Amount<p><input id=a autofocus><script>\
        a.oninput=()=>{let n=a.value.replace(/\\D/g,'');a.value=n.replace(/(?<=\\d)(?=(\\d{3})+$)/g,',')};\
        a.onchange=()=>a.value+='.00'</script>";
    std::fs::write(&page, html).unwrap();
    desk.stage.keep(desk.stage.chromium(format!("file://{}", page.display())).unwrap());
    let browser = desk.window("chromium").rect;
    let recording = desk.record(&[]);
    desk.focus("chromium", Point { x: browser.center().x, y: browser.y2 - 60 });
    chord(&mut desk.screen, &[Key::TAB]).unwrap();
    enters(&mut desk, "1234567", 90);
    desk.rest();
    let mut dialog = desk.stage.zenity(["--entry", "--title=Order", "--text=Customer"]).unwrap();
    desk.active("zenity");
    enters(&mut desk, "Élodie Lefèvre", 70);
    dialog.wait_for_exit(SOON).unwrap();
    let scrolls = fields(&mut desk, "tk", "plain", "0");
    enters(&mut desk, "a line that is much wider than its field", 60);
    got(&scrolls, "its field");
    drop(scrolls);
    let chat = fields(&mut desk, "tk", "chat", "0");
    enters(&mut desk, "on my way", 80);
    got(&chat, "on my way");
    enters(&mut desk, "42", 80);
    got(&chat, "42");
    wait_for_texts(&desk, &recording, 5);
    desk.rest();
    recording.stop();
    let session = desk.session();
    let expected =
        ["1234567", "Élodie Lefèvre", "a line that is much wider than its field", "on my way", "42"];
    assert_eq!(kept(&session), expected);
}

#[test]
fn s3_a_title_that_shows_a_secret_is_not_written_either() {
    let mut desk = Desk::new();
    let field = fields(&mut desk, "tk", "title", "0");
    let recording = desk.record(&[]);
    enters(&mut desk, "Zebra7Quilt", 60);
    got(&field, "Zebra7Quilt");
    desk.wait_for_recorded("the title", &recording, |s| {
        s.events.iter().any(|e| e.window.as_ref().is_some_and(|w| w.title.contains("[secret]")))
    });
    recording.stop();
    assert_eq!(kept(&desk.session()), ["-"]);
    assert_unwritten(&desk, &["Zebra7Quilt"]);
}

#[test]
fn s3_what_was_copied_is_kept_only_where_it_was_on_the_screen() {
    let mut desk = Desk::new();
    let file = desk.stage.home().join("note.txt");
    std::fs::write(&file, "Invoice 20264711 is due").unwrap();
    desk.stage.keep(desk.stage.mousepad(Some(&file)).unwrap());
    let window = desk.window("mousepad").rect;
    let recording = desk.record(&[]);
    let copies = |s: &RawSession| {
        let copied = s.events.iter().filter(|e| e.event_type == EventType::ClipboardChange);
        copied.map(|e| e.text.clone().unwrap_or_else(|| "-".into())).collect::<Vec<_>>()
    };
    desk.screen.set_clipboard("Zebra7Quilt").unwrap();
    desk.wait_for_recorded("the first copy", &recording, |s| copies(s).len() == 1);
    click(&mut desk.screen, window.center(), Button::Left, 1).unwrap();
    desk.rest();
    chord(&mut desk.screen, &[Key::CTRL, Key::of_char('a')]).unwrap();
    chord(&mut desk.screen, &[Key::CTRL, Key::of_char('c')]).unwrap();
    desk.wait_for_recorded("the second copy", &recording, |s| {
        copies(s).last().is_some_and(|last| last.contains("20264711"))
    });
    recording.stop();
    assert_eq!(copies(&desk.session()), ["-", "Invoice 20264711 is due"]);
    assert_unwritten(&desk, &["Zebra7Quilt"]);
}
