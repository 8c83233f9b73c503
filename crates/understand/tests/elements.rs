//! Elements of real screens. These need the models: `scripts/fetch-models`.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use lea_frame::FrameBuf;
use lea_model::screen_state::StateWindow;
use lea_model::{ElementType, ScreenState, Size, UIElement};
use lea_screen::Screen;
use lea_screen::x11::X11Screen;
use lea_stage::{Stage, StageOptions, models, wait_until};
use lea_understand::elements::LEAST_SURE;
use lea_understand::{Eye, understand};
use std::collections::HashSet;
use std::time::Duration;

/// Applications have a window and have painted it within seconds, also on a busy machine.
const LIMIT: Duration = Duration::from_secs(60);

/// An editor with a line of text, once it is on the screen and stays: a window is shown before all of it is painted.
fn editor(eye: &mut Eye, text: &str) -> (FrameBuf, ScreenState) {
    let stage = Stage::start(StageOptions::default()).unwrap();
    let file = stage.home().join("letter.txt");
    std::fs::write(&file, text).unwrap();
    stage.keep(stage.mousepad(Some(&file)).unwrap());
    let mut screen = X11Screen::open(Some(stage.display())).unwrap();
    let first = text.split_whitespace().next().unwrap();
    let mut last = Vec::new();
    wait_until("the text to be on the screen and to stay", LIMIT, || {
        let frame = screen.see().ok()?.frame.to_buf();
        let state = eye.look(frame.as_frame(), None).unwrap();
        let is_there = state.perception.detected_text.iter().any(|t| t.text.contains(first));
        let stays = last == state.ui_elements;
        last.clone_from(&state.ui_elements);
        (is_there && stays).then_some((frame, state))
    })
    .unwrap()
}

fn sound(elements: &[UIElement]) {
    let mut ids = HashSet::new();
    let mut stable = HashSet::new();
    for e in elements {
        assert!((LEAST_SURE..=1.0).contains(&e.confidence), "P3: {e:?}");
        assert!(ids.insert(&e.element_id), "{} is not unique", e.element_id);
        assert!(stable.insert(&e.stable_id), "P13: {e:?}");
        assert_eq!(e.problems(), [], "{e:?}");
        assert!(e.visual_features.is_some() && e.action_affordance.is_some());
    }
    let parents = elements.iter().filter_map(|e| e.metadata.parent.as_deref());
    for parent in parents {
        assert!(elements.iter().any(|e| e.element_id == parent), "{parent} does not exist");
    }
}

#[test]
fn an_editor_has_its_menus_and_the_same_layout_whatever_is_written() {
    let mut eye = Eye::open(&models()).unwrap_or_else(|e| panic!("{e}"));
    let (frame, first) = editor(&mut eye, "Bonjour Madame Dupont");
    sound(&first.ui_elements);
    for name in ["File", "Edit", "Search", "View", "Document", "Help"] {
        let found =
            first.ui_elements.iter().find(|e| e.label == name && e.element_type != ElementType::Label);
        assert!(found.is_some(), "{name} is not acted on in {:#?}", first.ui_elements);
    }
    let again = eye.look(frame.as_frame(), None).unwrap();
    assert_eq!(again.ui_elements, first.ui_elements, "equal pictures have equal elements");
    let (_, second) = editor(&mut eye, "Wednesday 1 250 euros");
    assert_ne!(
        first.content_signature.as_ref().unwrap().hash,
        second.content_signature.as_ref().unwrap().hash
    );
    let layouts = [&first, &second].map(|s| s.layout_signature.as_ref().unwrap());
    assert!(lea_understand::signature::likeness(layouts[0], layouts[1]) > 0.9, "{layouts:#?}");
}

#[test]
fn frames_of_any_size_have_a_state() {
    for (width, height) in [(1, 1), (2, 1), (1, 300), (3840, 2), (7680, 4320)] {
        let frame = FrameBuf::filled(Size { width, height }, [40, 80, 120]).unwrap();
        let window = StateWindow { app_name: "x".into(), window_title: "y".into(), ..StateWindow::default() };
        let state = understand(frame.as_frame(), &[], Some(window));
        sound(&state.ui_elements);
        assert!(!state.debug.unwrap().summary.is_empty());
    }
}

#[test]
fn noise_is_survived() {
    let size = Size { width: 400, height: 300 };
    let mut frame = FrameBuf::filled(size, [0; 3]).unwrap();
    let mut seed = 7u32;
    for byte in &mut frame.bytes {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        *byte = (seed >> 24) as u8;
    }
    let state = understand(frame.as_frame(), &[], None);
    sound(&state.ui_elements);
}
