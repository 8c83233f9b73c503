//! Reading real screens. These need the models: `scripts/fetch-models`.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use lea_frame::FrameBuf;
use lea_model::{Rect, Size};
use lea_screen::Screen;
use lea_screen::x11::X11Screen;
use lea_stage::{Stage, StageOptions, models, wait_until};
use lea_understand::ModelError;
use lea_understand::text::{Line, Reader, is_bullets};
use std::path::Path;
use std::time::Duration;

/// Applications have a window and have painted it within seconds, also on a busy machine.
const LIMIT: Duration = Duration::from_secs(60);

const LETTER: &str = "Éléonore a reçu 1 250,00 € le 3 août.\nThe quick brown fox jumps over the lazy dog.\n\
    Veuillez vérifier l'échéance : où est-elle ?\n";

fn reader() -> Reader {
    Reader::open(&models()).unwrap_or_else(|e| panic!("{e}"))
}

/// A mousepad with the letter in it, once its text is on the screen.
fn letter(reader: &Reader, theme: &str) -> (FrameBuf, Vec<Line>) {
    let env = vec![("GTK_THEME".to_owned(), theme.to_owned())];
    let stage = Stage::start(StageOptions { env, ..StageOptions::default() }).unwrap();
    let file = stage.home().join("letter.txt");
    std::fs::write(&file, LETTER).unwrap();
    stage.keep(stage.mousepad(Some(&file)).unwrap());
    let mut screen = X11Screen::open(Some(stage.display())).unwrap();
    wait_until("the letter to be on the screen", LIMIT, || {
        let frame = screen.see().ok()?.frame.to_buf();
        let lines = reader.read(frame.as_frame()).unwrap();
        lines.iter().any(|line| line.text.contains("Veuillez")).then_some((frame, lines))
    })
    .unwrap()
}

#[test]
fn an_editor_is_read_exactly_in_light_and_dark() {
    let reader = reader();
    for theme in ["Adwaita", "Adwaita:dark"] {
        let (_, lines) = letter(&reader, theme);
        let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
        for wanted in LETTER.lines().chain(["File", "Edit", "Search", "View", "Document", "Help"]) {
            assert!(texts.contains(&wanted), "{theme}: {wanted:?} is not among {texts:#?}");
        }
    }
}

#[test]
fn words_have_boxes_of_their_own_inside_their_line() {
    let (_, lines) = letter(&reader(), "Adwaita");
    let line = lines.iter().find(|line| line.text.starts_with("The quick")).unwrap();
    assert_eq!(line.words.len(), 9, "{line:?}");
    for pair in line.words.windows(2) {
        assert!(pair[0].bbox.x2 < pair[1].bbox.x1, "{pair:?}");
    }
    for word in &line.words {
        assert_eq!(word.bbox.intersection(&line.bbox), Some(word.bbox), "{word:?}");
    }
}

#[test]
fn a_line_is_read_once_unless_it_is_private() {
    let reader = reader();
    let (frame, lines) = letter(&reader, "Adwaita");
    let private = lines.iter().find(|line| line.text.contains("Veuillez")).unwrap().bbox;
    let asked = |private: &[Rect]| {
        let before = reader.asked()[0];
        assert_eq!(reader.read_except(frame.as_frame(), private).unwrap(), lines);
        reader.asked()[0] - before
    };
    assert_eq!(asked(&[]), 0, "all of it is remembered");
    reader.forget();
    let all = asked(&[private]);
    assert!(all >= lines.len());
    assert_eq!(asked(&[private]), 1, "only the private line is read again");
    assert_eq!(asked(&[]), 1, "it was not remembered");
}

#[test]
fn what_was_read_is_remembered_by_the_next_reader_until_its_session_is_forgotten() {
    let folder = tempfile::tempdir().unwrap();
    let (frame, lines) = letter(&reader(), "Adwaita");
    let first = reader().with_cache(folder.path());
    first.set_session(Some("sess_a"));
    let private = lines.iter().find(|line| line.text.contains("Veuillez")).unwrap().bbox;
    assert_eq!(first.read_except(frame.as_frame(), &[private]).unwrap(), lines);
    let next = reader().with_cache(folder.path());
    assert_eq!(next.read(frame.as_frame()).unwrap(), lines);
    assert_eq!(next.asked()[0], 1, "only what was private is read again");
    next.forget();
    first.forget_session("sess_a");
    assert_eq!(next.read(frame.as_frame()).unwrap(), lines);
    assert!(next.asked()[0] > lines.len(), "all of it is read again");
}

#[test]
fn how_long_a_password_is_is_not_remembered() {
    let folder = tempfile::tempdir().unwrap();
    let reader = reader().with_cache(folder.path());
    let mut frame = FrameBuf::filled(Size { width: 200, height: 60 }, [255; 3]).unwrap();
    for x in (20..62).step_by(7) {
        frame.fill(Rect::from([x, 25, x + 5, 30]), [0; 3]);
    }
    let lines = reader.read(frame.as_frame()).unwrap();
    assert!(lines.len() == 1 && is_bullets(&lines[0]), "{lines:?}");
    let kept = std::fs::read(folder.path().join("lines.db")).unwrap();
    assert!(!kept.windows("•••".len()).any(|w| w == "•••".as_bytes()));
}

#[test]
fn after_a_change_memory_says_what_reading_from_scratch_would() {
    let (frame, lines) = letter(&reader(), "Adwaita");
    let (warm, cold) = (reader(), reader());
    let mut seed = 7u32;
    let mut random = |below: u32| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) % below
    };
    let mut changed = frame.clone();
    for _ in 0..12 {
        // A line of text somewhere else, or a patch of colour over something.
        let from = lines[random(lines.len() as u32) as usize].bbox.padded(2);
        let (x, y) = (random(frame.size.width) as i32, random(frame.size.height) as i32);
        match changed.as_frame().crop(from) {
            Some(piece) if random(3) > 0 => changed.put(x, y, piece.as_frame()),
            _ => changed.fill(Rect::from([x, y, x + 90, y + 20]), [random(255) as u8; 3]),
        }
        cold.forget();
        let fresh = cold.read(changed.as_frame()).unwrap();
        assert_eq!(warm.read(changed.as_frame()).unwrap(), fresh);
    }
}

#[test]
fn frames_without_text_have_no_lines() {
    let reader = reader();
    for size in [Size { width: 1, height: 1 }, Size { width: 640, height: 480 }] {
        let frame = FrameBuf::filled(size, [40, 80, 120]).unwrap();
        assert_eq!(reader.read(frame.as_frame()).unwrap(), []);
    }
}

#[test]
fn missing_models_are_an_error_that_says_what_to_do() {
    let empty = tempfile::tempdir().unwrap();
    let Err(error) = Reader::open(empty.path()) else { panic!("there are no models") };
    assert!(matches!(&error, ModelError::Missing(path) if path.starts_with(empty.path())));
    assert!(error.to_string().contains("lea models fetch"), "{error}");
    assert!(Reader::open(Path::new("/nowhere")).is_err());
}
