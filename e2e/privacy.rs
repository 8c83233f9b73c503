//! What must not be written is not: neither as text nor as pixels (SPEC L0.5, S3).

#![allow(clippy::unwrap_used)] // In a test that is what it is for.

mod common;

use common::{Desk, SOON, files, typed};
use lea_frame::FrameBuf;
use lea_model::{EventType, Point, RawSession, Rect};
use lea_screen::{Key, Screen, chord};
use std::time::Duration;

const SECRET: &str = "Tr0ub4dor&3-correct-horse";
const CARD: &str = "4111 1111 1111 1111";

/// Where the secret can be seen, taken by the test itself: the pixels that appeared when it was typed.
struct Witness {
    rect: Rect,
    without: FrameBuf,
    with: FrameBuf,
}

impl Witness {
    /// The left part of the letters, where no caret blinks.
    fn piece(&self) -> FrameBuf {
        let width = self.rect.width() as i32 / 2;
        self.with.as_frame().crop(Rect::from([0, 0, width, self.rect.height() as i32])).unwrap()
    }
}

/// Types a text and takes a picture of what it looks like.
fn type_and_look(desk: &mut Desk, text: &str) -> Witness {
    look_at(desk, |desk| {
        for c in text.chars() {
            desk.screen.text(c.encode_utf8(&mut [0; 4])).unwrap();
            std::thread::sleep(Duration::from_millis(30));
        }
    })
}

/// Takes a picture of what something shows.
fn look_at(desk: &mut Desk, what: impl FnOnce(&mut Desk)) -> Witness {
    let before = desk.screen.see().unwrap().frame.to_buf();
    what(desk);
    desk.rest();
    let after = desk.screen.see().unwrap().frame.to_buf();
    let active = desk.screen.active_window().unwrap().unwrap();
    let changed = lea_frame::changed(before.as_frame(), after.as_frame(), active.rect);
    let rect = changed.into_iter().max_by_key(Rect::area).expect("typing shows something");
    let part = |frame: &FrameBuf| frame.as_frame().crop(rect).unwrap();
    Witness { rect, without: part(&before), with: part(&after) }
}

/// No picture of the session shows what the witness saw, in its place.
fn assert_unseen(desk: &Desk, session: &RawSession, witness: &Witness) {
    let store = desk.store();
    assert!(!session.screenshots.is_empty());
    for shot in &session.screenshots {
        let frame = store.frame(&session.session_id, &shot.screenshot_id).unwrap();
        let there = frame.as_frame().crop(witness.rect).unwrap();
        // Of the pixels that make up the letters, a caret or a lost focus changes few.
        let (without, with) = (witness.without.bytes.chunks_exact(4), witness.with.bytes.chunks_exact(4));
        let letters: Vec<_> = without
            .zip(with)
            .zip(there.bytes.chunks_exact(4))
            .filter(|((a, b), _)| a[..3] != b[..3])
            .collect();
        let same = letters.iter().filter(|((_, with), now)| with[..3] == now[..3]).count();
        assert!(letters.len() > 100, "the witness saw letters");
        let anywhere =
            lea_frame::find_exact(frame.as_frame(), frame.as_frame().bounds(), witness.piece().as_frame());
        assert!(anywhere.is_empty(), "{} shows the secret at {anywhere:?}", shot.screenshot_id);
        assert!(
            same * 2 < letters.len(),
            "{} shows the secret: {same} of {} pixels",
            shot.screenshot_id,
            letters.len()
        );
    }
}

/// The whole data folder, as bytes, holds none of these.
fn assert_unwritten(desk: &Desk, secrets: &[&str]) {
    let all = files(&desk.data);
    assert!(all.iter().any(|f| f.ends_with("frames.db")) && all.iter().any(|f| f.ends_with("session.json")));
    for file in all {
        let bytes = std::fs::read(&file).unwrap();
        for secret in secrets {
            let utf16: Vec<u8> = secret.encode_utf16().flat_map(u16::to_le_bytes).collect();
            for form in [secret.as_bytes(), utf16.as_slice()] {
                let found = bytes.windows(form.len()).any(|w| w == form);
                assert!(!found, "{} holds {secret:?}", file.display());
            }
        }
    }
}

#[test]
fn s3_a_password_is_neither_written_nor_seen() {
    let mut desk = Desk::new();
    // An ordinary field that shows what is typed: worse than any real one.
    let mut dialog = desk.stage.zenity(["--entry", "--title=Mot de passe requis", "--text=Code"]).unwrap();
    desk.window("zenity");
    let recording = desk.record(&[]);
    let witness = type_and_look(&mut desk, SECRET);
    chord(&mut desk.screen, &[Key::ENTER]).unwrap();
    dialog.wait_for_exit(SOON).unwrap();
    assert_eq!(dialog.output().trim(), SECRET, "the application got it");
    desk.rest();
    recording.stop();
    let session = desk.session();
    let text = session
        .events
        .iter()
        .find(|e| e.event_type == EventType::TextInput)
        .expect("that something was typed is known");
    assert!(text.text.is_none() && text.secret);
    assert!(text.data["secret"].as_str().unwrap().contains("mot de passe"));
    assert!(!text.data.contains_key("keystrokes"), "not even how long it was");
    assert_unwritten(&desk, &[SECRET, "correct-horse", "Tr0ub"]);
    assert_unseen(&desk, &session, &witness);
}

#[test]
fn s3_what_a_field_shows_as_bullets_is_a_secret_whatever_the_window_is_called() {
    let mut desk = Desk::new();
    let mut dialog =
        desk.stage.zenity(["--entry", "--hide-text", "--title=Dossier 12", "--text=Code"]).unwrap();
    desk.window("zenity");
    let recording = desk.record(&[]);
    type_and_look(&mut desk, SECRET);
    chord(&mut desk.screen, &[Key::ENTER]).unwrap();
    dialog.wait_for_exit(SOON).unwrap();
    assert_eq!(dialog.output().trim(), SECRET, "the application got it");
    desk.rest();
    recording.stop();
    let session = desk.session();
    let text = session.events.iter().find(|e| e.event_type == EventType::TextInput).unwrap();
    assert!(text.text.is_none() && text.secret);
    assert!(text.data["secret"].as_str().unwrap().contains("bullets"), "{text:?}");
    assert!(!text.data.contains_key("keystrokes"), "not even how long it was");
    assert_unwritten(&desk, &[SECRET, "correct-horse", "Tr0ub"]);
}

#[test]
fn s3_personal_data_is_masked_in_text_and_in_pixels_wherever_the_window_goes() {
    let mut desk = Desk::new();
    desk.stage.keep(desk.stage.mousepad(None).unwrap());
    let window = desk.place("mousepad", (40, 60), Some((600, 400)));
    // Not on the first line, so that it can be scrolled and still be seen.
    desk.screen.text(&"\n".repeat(8)).unwrap();
    desk.rest();
    let recording = desk.record(&[]);
    let witness = type_and_look(&mut desk, CARD);
    chord(&mut desk.screen, &[Key::ENTER]).unwrap();
    desk.rest();
    desk.screen.text("public words").unwrap();
    desk.rest();
    let moved = desk.place("mousepad", (340, 160), Some((600, 400)));
    // So many lines that the number is scrolled away, then back into sight in another place.
    desk.screen.text(&"\n".repeat(30)).unwrap();
    desk.rest();
    lea_screen::scroll(&mut desk.screen, moved.rect.center(), 0, -20).unwrap();
    desk.rest();
    lea_screen::scroll(&mut desk.screen, moved.rect.center(), 0, 1).unwrap();
    desk.rest();
    let seen = desk.screen.see().unwrap().frame.to_buf();
    let now = lea_frame::find_exact(seen.as_frame(), seen.as_frame().bounds(), witness.piece().as_frame());
    assert!(!now.is_empty(), "the number is in sight while it is recorded");
    desk.focus("mousepad", Point { x: moved.rect.x1 + 100, y: moved.rect.y2 - 40 });
    recording.stop();
    let session = desk.session();
    assert_eq!(typed(&session, "mousepad"), "[card]public words");
    assert_unwritten(&desk, &[CARD, "1111 1111"]);
    assert_unseen(&desk, &session, &witness);
    let (dx, dy) = (moved.rect.x1 - window.rect.x1, moved.rect.y1 - window.rect.y1);
    let there = Witness { rect: witness.rect.moved(dx, dy), ..witness };
    assert_unseen(&desk, &session, &there);
}

#[test]
fn s3_what_was_copied_unseen_is_not_written_and_masked_where_it_is_pasted() {
    let mut desk = Desk::new();
    desk.stage.keep(desk.stage.mousepad(None).unwrap());
    desk.window("mousepad");
    let recording = desk.record(&[]);
    desk.screen.set_clipboard(CARD).unwrap();
    desk.rest();
    desk.wait_for_recorded("the copy", &recording, |s| {
        s.events.iter().any(|e| e.event_type == EventType::ClipboardChange)
    });
    let witness =
        look_at(&mut desk, |desk| chord(&mut desk.screen, &[Key::CTRL, Key::of_char('v')]).unwrap());
    chord(&mut desk.screen, &[Key::ENTER]).unwrap();
    desk.rest();
    recording.stop();
    let session = desk.session();
    let copied: Vec<_> =
        session.events.iter().filter(|e| e.event_type == EventType::ClipboardChange).collect();
    assert!(copied.iter().all(|e| e.text.is_none() && e.secret), "{copied:?}");
    assert_unwritten(&desk, &[CARD]);
    assert_unseen(&desk, &session, &witness);
    assert_eq!(copied.len(), 1, "{copied:?}");
}

#[test]
fn s3_nothing_is_recorded_while_the_person_wants_privacy() {
    let mut desk = Desk::new();
    desk.stage.keep(desk.stage.mousepad(None).unwrap());
    desk.window("mousepad");
    let recording = desk.record(&[]);
    desk.screen.text("before ").unwrap();
    desk.rest();
    let hotkey = [Key::CTRL, Key::ALT, Key::of_char('p')];
    chord(&mut desk.screen, &hotkey).unwrap();
    desk.rest();
    let sign = desk.screen.see().unwrap().frame.pixel(640, 2);
    assert_eq!(sign, [0x1c, 0x1c, 0x9b], "a sign says that it is private");
    let witness = type_and_look(&mut desk, SECRET);
    chord(&mut desk.screen, &hotkey).unwrap();
    desk.rest();
    desk.screen.text(" after").unwrap();
    desk.rest();
    recording.stop();
    let session = desk.session();
    assert_eq!(typed(&session, "mousepad"), "before  after");
    assert_eq!(session.metadata.gaps.len(), 1);
    assert_eq!(session.metadata.gaps[0].reason, "private");
    let keys: Vec<_> = session.events.iter().filter(|e| e.event_type == EventType::KeyPress).collect();
    assert!(keys.is_empty(), "neither the hotkey nor its parts are part of the work: {keys:?}");
    assert_unwritten(&desk, &[SECRET, "correct-horse"]);
    assert_unseen(&desk, &session, &witness);
}

#[test]
fn excluded_windows_are_neither_recorded_nor_seen() {
    let mut desk = Desk::new();
    desk.stage.keep(desk.stage.mousepad(None).unwrap());
    desk.stage.keep(desk.stage.zenity(["--text-info", "--editable", "--title=Ma banque"]).unwrap());
    let mousepad = desk.place("mousepad", (40, 60), Some((500, 400))).rect;
    let bank = desk.place("zenity", (640, 60), Some((500, 400))).rect;
    let (in_mousepad, in_bank) =
        (Point { x: mousepad.x1 + 100, y: mousepad.y1 + 200 }, Point { x: bank.x1 + 100, y: bank.y1 + 200 });
    desk.focus("mousepad", in_mousepad);
    desk.configure("[record]\nexclude_titles = [\"ma banque\"]\n");
    let recording = desk.record(&[]);
    desk.screen.text("one ").unwrap();
    desk.focus("zenity", in_bank);
    let witness = type_and_look(&mut desk, SECRET);
    desk.focus("mousepad", in_mousepad);
    desk.screen.text("two").unwrap();
    desk.rest();
    recording.stop();
    let session = desk.session();
    assert_eq!(typed(&session, "mousepad"), "one two");
    assert_eq!(typed(&session, "zenity"), "");
    assert_eq!(session.metadata.gaps[0].reason, "excluded");
    assert_unwritten(&desk, &[SECRET, "Ma banque", "ma banque"]);
    assert_unseen(&desk, &session, &witness);
}

#[test]
fn a_locked_screen_is_noted_and_not_recorded() {
    let mut desk = Desk::new();
    desk.stage.keep(desk.stage.mousepad(None).unwrap());
    desk.window("mousepad");
    let recording = desk.record(&[]);
    desk.screen.text("before").unwrap();
    desk.rest();
    let locker = desk.stage.launch(["i3lock", "-n", "-c", "224466"]).unwrap();
    let deadline = std::time::Instant::now() + SOON;
    while desk.screen.see().unwrap().frame.pixel(640, 400) != [0x66, 0x44, 0x22] {
        assert!(std::time::Instant::now() < deadline, "the screen is not locked");
        desk.screen.wait(deadline, None).unwrap();
    }
    desk.rest();
    desk.screen.text(SECRET).unwrap();
    desk.rest();
    drop(locker);
    desk.active("mousepad");
    desk.screen.text(" after").unwrap();
    desk.rest();
    recording.stop();
    let session = desk.session();
    assert_unwritten(&desk, &[SECRET]);
    assert_eq!(
        session.metadata.gaps.iter().filter(|g| g.reason == "locked").count(),
        1,
        "{:?}",
        session.metadata.gaps
    );
    assert_eq!(typed(&session, "mousepad"), "before after");
}

#[test]
fn files_and_folders_belong_to_their_owner_alone() {
    use std::os::unix::fs::PermissionsExt;
    let mut desk = Desk::new();
    desk.stage.keep(desk.stage.mousepad(None).unwrap());
    desk.window("mousepad");
    let recording = desk.record(&[]);
    desk.screen.text("x").unwrap();
    desk.rest();
    let check = || {
        for file in files(&desk.data) {
            assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600, "{}", file.display());
            let folder = file.parent().unwrap();
            assert_eq!(
                folder.metadata().unwrap().permissions().mode() & 0o777,
                0o700,
                "{}",
                folder.display()
            );
        }
    };
    check();
    recording.stop();
    check();
}

#[test]
fn s3_a_recorder_that_was_held_up_still_keeps_secrets() {
    let mut desk = Desk::new();
    desk.stage.keep(desk.stage.mousepad(None).unwrap());
    desk.stage.keep(desk.stage.zenity(["--entry", "--title=Mot de passe", "--text=Code"]).unwrap());
    let mousepad = desk.place("mousepad", (40, 60), Some((500, 400))).rect;
    let prompt = desk.place("zenity", (700, 60), None).rect;
    let (in_mousepad, in_prompt) = (
        Point { x: mousepad.x1 + 100, y: mousepad.y1 + 200 },
        Point { x: prompt.center().x, y: prompt.y1 + 50 },
    );
    desk.focus("zenity", in_prompt);
    let recording = desk.record(&[]);
    // The password, while the recorder stands still.
    recording.signal("-STOP");
    let password = type_and_look(&mut desk, SECRET);
    recording.signal("-CONT");
    desk.focus("mousepad", in_mousepad);
    // The private hotkey and what follows it, while the recorder stands still again.
    recording.signal("-STOP");
    let hotkey = [Key::CTRL, Key::ALT, Key::of_char('p')];
    chord(&mut desk.screen, &hotkey).unwrap();
    let private = type_and_look(&mut desk, "Entre-nous-seulement");
    recording.signal("-CONT");
    desk.rest();
    chord(&mut desk.screen, &hotkey).unwrap();
    desk.rest();
    desk.screen.text("after").unwrap();
    desk.rest();
    recording.stop();
    let session = desk.session();
    assert_unwritten(&desk, &[SECRET, "Entre-nous"]);
    assert_unseen(&desk, &session, &password);
    assert_unseen(&desk, &session, &private);
    assert_eq!(typed(&session, "mousepad"), "after");
}

#[test]
fn s3_a_window_that_turns_into_a_password_prompt_is_one() {
    let mut desk = Desk::new();
    desk.stage.keep(desk.stage.mousepad(None).unwrap());
    let id = desk.window("mousepad").id.to_string();
    let recording = desk.record(&[]);
    desk.screen.text("a").unwrap();
    desk.rest();
    let name = ["-id", &id, "-f", "_NET_WM_NAME", "8u", "-set", "_NET_WM_NAME", "Password required"];
    desk.stage.run_tool("xprop", name).unwrap();
    let witness = type_and_look(&mut desk, SECRET);
    chord(&mut desk.screen, &[Key::ENTER]).unwrap();
    desk.rest();
    recording.stop();
    let session = desk.session();
    assert_unwritten(&desk, &[SECRET]);
    assert_unseen(&desk, &session, &witness);
}

#[test]
fn hotkeys_work_on_a_keyboard_without_latin_letters() {
    let mut desk = Desk::new();
    desk.stage.set_keyboard("ru").unwrap();
    desk.stage.keep(desk.stage.mousepad(None).unwrap());
    desk.window("mousepad");
    let recording = desk.record(&[]);
    // By position, as fingers do it: Ctrl+Alt and the keys that are P and Q on a US keyboard.
    desk.stage.run_tool("xdotool", ["key", "ctrl+alt+33"]).unwrap();
    desk.rest();
    desk.screen.text("тайна").unwrap();
    desk.rest();
    desk.stage.run_tool("xdotool", ["key", "ctrl+alt+33"]).unwrap();
    desk.rest();
    desk.screen.text("plainly").unwrap();
    desk.rest();
    desk.stage.run_tool("xdotool", ["key", "ctrl+alt+24"]).unwrap();
    assert_eq!(recording.end(0)["ended"], "Hotkey");
    assert_eq!(typed(&desk.session(), "mousepad"), "plainly");
    assert_unwritten(&desk, &["тайна"]);
}

#[test]
fn a_curtain_without_a_name_is_a_lock_too() {
    use x11rb::connection::Connection;
    use x11rb::protocol::xproto::{ConnectionExt, CreateWindowAux, WindowClass};
    use x11rb::wrapper::ConnectionExt as _;
    let mut desk = Desk::new();
    desk.stage.keep(desk.stage.mousepad(None).unwrap());
    desk.window("mousepad");
    let recording = desk.record(&[]);
    desk.screen.text("before").unwrap();
    desk.rest();
    let link = lea_screen::x11::link::Link::open(Some(desk.stage.display())).unwrap();
    let curtain = link.conn.generate_id().unwrap();
    let look = CreateWindowAux::new().override_redirect(1).background_pixel(0x22_4466);
    link.conn
        .create_window(0, curtain, link.root, 0, 0, 1280, 800, 0, WindowClass::INPUT_OUTPUT, 0, &look)
        .unwrap();
    link.conn.map_window(curtain).unwrap();
    link.conn.sync().unwrap();
    desk.rest();
    desk.screen.text(SECRET).unwrap();
    desk.rest();
    link.conn.destroy_window(curtain).unwrap();
    link.conn.sync().unwrap();
    desk.rest();
    desk.screen.text(" after").unwrap();
    desk.rest();
    recording.stop();
    let session = desk.session();
    assert_unwritten(&desk, &[SECRET]);
    assert_eq!(typed(&session, "mousepad"), "before after");
    assert_eq!(session.metadata.gaps.iter().filter(|g| g.reason == "locked").count(), 1);
}

#[test]
fn many_secrets_in_one_window_do_not_slow_the_recorder_down() {
    let mut desk = Desk::new();
    desk.stage.keep(desk.stage.mousepad(None).unwrap());
    desk.window("mousepad");
    let recording = desk.record(&[]);
    // Different ones: a page of equal lines that scrolls by one does not change, and what does not change shows nothing.
    let cards = [CARD, "5500 0000 0000 0004", "4012 8888 8888 1881"];
    for i in 0..40 {
        desk.screen.text(cards[i % cards.len()]).unwrap();
        chord(&mut desk.screen, &[Key::ENTER]).unwrap();
        desk.rest();
    }
    let all = "[card]".repeat(40);
    let asked = std::time::Instant::now();
    recording.stop();
    assert!(asked.elapsed() < Duration::from_secs(10), "it took {:?} to end", asked.elapsed());
    assert_unwritten(&desk, &cards);
    assert_eq!(typed(&desk.session(), "mousepad"), all);
}
