//! Checks of words: typed into a real application, and carried by the clipboard.

use crate::ground::{Backend, Ground, SOON, Scene, until};
use lea_screen::{Key, Screen, ScreenError, chord};
use lea_stage::App;

/// A dialog with one field, which prints what is in it when it is confirmed.
pub struct Entry {
    app: App,
}

impl Entry {
    /// Shows the dialog with a text in its field, ready for the keyboard.
    pub fn show(ground: &Ground, text: &str) -> Self {
        let stage = ground.stage();
        let app = stage.zenity(["--entry", "--title=Entry", "--entry-text", text]).unwrap();
        let window = stage.wait_for_window("Entry", SOON).unwrap();
        stage.activate(window).unwrap();
        Self { app }
    }

    /// Presses Enter, and says what was in the field.
    pub fn confirm(mut self, screen: &mut dyn Screen) -> String {
        chord(screen, &[Key::ENTER]).unwrap();
        self.app.wait_for_exit(SOON).unwrap();
        let said = self.app.output();
        said.strip_suffix('\n').unwrap_or(&said).to_owned()
    }
}

/// Types a text into a field, and says what arrived there.
fn typed(ground: &Ground, screen: &mut dyn Screen, text: &str) -> String {
    let entry = Entry::show(ground, "");
    screen.text(text).unwrap();
    entry.confirm(screen)
}

/// Text of every kind: accents and signs that layouts have in places of their own, other scripts, what programmers
/// type, what no key has.
const TEXTS: [&str; 5] = [
    "Éléonore ça 42 €",
    "Ελληνικά, Кириллица, עברית",
    "漢字かな交じり文、中文、한국어",
    r#"~^"'\`|@#{}[]()<>&%$!?;:,.-_=+*/ aZ09"#,
    "œŒæßøł – “quoted” … ½ 😀",
];

pub fn any_text_arrives_exactly(ground: &mut Ground) {
    let mut screen = ground.open(Scene::Still);
    for text in TEXTS {
        // A VNC server's spare keys are used up by what was typed before; a new keyboard has them all.
        ground.stage().set_keyboard("us").unwrap();
        assert_eq!(typed(ground, screen.as_mut(), text), text);
    }
    assert!(!caps_lock(ground), "typing capitals has left Caps Lock on");
}

/// Caps Lock is on, according to the server.
fn caps_lock(ground: &Ground) -> bool {
    let state = ground.stage().run_tool("xset", ["q"]).unwrap();
    state.split_whitespace().collect::<Vec<_>>().join(" ").contains("Caps Lock: on")
}

pub fn more_characters_than_spare_keys_arrive_exactly(ground: &mut Ground) {
    let mut screen = ground.open(Scene::Still);
    // No layout has these, and no keyboard has as many keys to spare; where the server finds them, it can do no more
    // than it has.
    let many = if ground.backend == Backend::Vnc { 18 } else { 90 };
    let text: String = ('\u{4e00}'..).take(many).collect();
    assert_eq!(typed(ground, screen.as_mut(), &text), text);
}

/// What moves about between layouts.
const MOVES: &str = r#"azqwym AZQWYM 1234567890 éèçàùüöäß ~^"'\`|@#{}[] €µ"#;

pub fn text_arrives_exactly_on_every_layout(ground: &mut Ground) {
    let mut screen = ground.open(Scene::Still);
    for layout in ["fr", "de", "us(intl)", "us"] {
        ground.stage().set_keyboard(layout).unwrap();
        assert_eq!(typed(ground, screen.as_mut(), MOVES), MOVES, "on {layout}");
    }
}

pub fn text_arrives_exactly_with_caps_lock_on(ground: &mut Ground) {
    let mut screen = ground.open(Scene::Still);
    for layout in ["us", "fr"] {
        ground.stage().set_keyboard(layout).unwrap();
        chord(screen.as_mut(), &[Key::Named("CAPS_LOCK")]).unwrap();
        until("Caps Lock", || caps_lock(ground).then_some(()));
        assert_eq!(typed(ground, screen.as_mut(), MOVES), MOVES, "on {layout}");
        assert!(caps_lock(ground), "it was not left as it was found");
        chord(screen.as_mut(), &[Key::Named("CAPS_LOCK")]).unwrap();
        until("Caps Lock to be off", || (!caps_lock(ground)).then_some(()));
    }
}

pub fn line_breaks_and_tabs_are_keys(ground: &mut Ground) {
    let mut screen = ground.open(Scene::Still);
    let args = ["--forms", "--title=Form", "--add-entry=One", "--add-entry=Two", "--separator=+"];
    let mut form = ground.stage().zenity(args).unwrap();
    let window = ground.stage().wait_for_window("Form", SOON).unwrap();
    ground.stage().activate(window).unwrap();
    screen.text("first\tsecond").unwrap();
    // From the second field by way of the buttons: Enter in a field of a form does nothing.
    screen.text("\t\t\r\n").unwrap();
    form.wait_for_exit(SOON).unwrap();
    assert_eq!(form.output().trim_end(), "first+second");
}

pub fn the_clipboard_is_read(ground: &mut Ground) {
    let mut screen = ground.open(Scene::Still);
    assert_eq!(screen.clipboard().unwrap(), None, "nobody has copied anything");
    let mut texts = vec!["plain", "né à Zoé, 3 × ½", "two\nlines"];
    if ground.backend != Backend::Vnc {
        texts.push("42 € 漢字 😀");
    }
    for text in texts {
        ground.stage().set_clipboard(text).unwrap();
        until(text, || (screen.clipboard().unwrap().as_deref() == Some(text)).then_some(()));
    }
}

pub fn the_clipboard_is_written(ground: &mut Ground) {
    let mut screen = ground.open(Scene::Still);
    for text in ["plain", "né à Zoé, 3 × ½", "two\nlines", "42 € 漢字 😀"] {
        let outcome = screen.set_clipboard(text);
        if ground.backend == Backend::Vnc && text.contains('€') {
            let Err(ScreenError::Refused { why, .. }) = outcome else { panic!("{outcome:?}") };
            assert!(why.contains("Latin-1"), "{why}");
            assert_eq!(ground.stage().clipboard().unwrap(), "two\nlines", "a refusal changes nothing");
        } else {
            outcome.unwrap();
            until(text, || (ground.stage().clipboard().unwrap() == text).then_some(()));
        }
    }
}

pub fn a_long_text_goes_through_the_clipboard(ground: &mut Ground) {
    let mut screen = ground.open(Scene::Still);
    // Longer than one message of the protocols; over VNC as long as servers accept.
    let lines = if ground.backend == Backend::Vnc { 20_000 } else { 80_000 };
    let there: String = (0..lines).map(|i| format!("line {i}\n")).collect();
    let back: String = (0..lines).map(|i| format!("Zeile {i}\n")).collect();
    screen.set_clipboard(&there).unwrap();
    until("the long text there", || (ground.stage().clipboard().unwrap() == there).then_some(()));
    ground.stage().set_clipboard(&back).unwrap();
    until("the long text back", || (screen.clipboard().unwrap() == Some(back.clone())).then_some(()));
}
