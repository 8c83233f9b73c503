//! A film of a form: what a press does to it, and what the loop makes of it.

use super::gallery::Gallery;
use super::reel::{Played, Reel};
use lea_act::world::InputEvent;
use lea_frame::FrameBuf;
use lea_learn::graph::{Deed, Lesson, Shown, StepId};
use lea_learn::selftest::Scene;
use lea_model::screen_state::{DetectedText, StateWindow};
use lea_model::{ElementState, ElementType, MouseButton, Point, Rect, ScreenState, Size, UIElement};
use lea_recognize::screen::Sketch;

const SIZE: Size = Size { width: 400, height: 300 };
const NAME: Rect = Rect { x1: 100, y1: 40, x2: 300, y2: 64 };
const CITY: Rect = Rect { x1: 100, y1: 80, x2: 300, y2: 104 };
const SAVE: Rect = Rect { x1: 100, y1: 200, x2: 180, y2: 224 };

fn screen(title: &str, things: &[(&str, ElementType, Rect)]) -> Shown {
    let window = StateWindow { app_name: "App".into(), window_title: title.into(), ..StateWindow::default() };
    let mut state = ScreenState { window: Some(window), ..ScreenState::default() };
    for (n, (label, kind, bbox)) in things.iter().enumerate() {
        let mut element = UIElement::new(format!("el_{n:04}"), *kind, *bbox);
        element.label = (*label).into();
        state.ui_elements.push(element);
        let line = DetectedText { text: (*label).into(), bbox: Some(*bbox), ..DetectedText::default() };
        state.perception.detected_text.push(line);
    }
    let sketch = Sketch::of(&lea_recognize::Scene { state: &state, frame: None });
    Shown { name: format!("sess/{title}"), state, sketch, size: SIZE }
}

/// A form, the form with a name, with a city too, and what comes when it is saved.
fn lesson() -> Lesson {
    use ElementType::{Button, Label, TextInput};
    let form = [("Name", TextInput, NAME), ("City", TextInput, CITY), ("Save", Button, SAVE)];
    let screens = vec![
        screen("empty", &form),
        screen("named", &form),
        screen("full", &form),
        screen("saved", &[("It was saved", Label, NAME)]),
    ];
    Lesson { screens, demos: Vec::new() }
}

fn scene(part: usize, deed: Deed, place: Rect, (on, after): (usize, usize)) -> Scene {
    Scene {
        step: StepId { edge: "E1_save".into(), part },
        group: 1,
        deed,
        place: Some(place),
        to: None,
        is_row: false,
        on,
        between: Vec::new(),
        after,
    }
}

/// Somebody types a name, then a city, and saves both.
fn scenes() -> Vec<Scene> {
    let types = |text: &str| Deed::Type { text: Some(text.into()) };
    let press = Deed::Click { button: MouseButton::Left, clicks: 1 };
    vec![
        scene(0, types("Dupont"), NAME, (0, 1)),
        scene(1, types("Lyon"), CITY, (1, 2)),
        scene(2, press, SAVE, (2, 3)),
    ]
}

fn click(at: Point) -> InputEvent {
    InputEvent::Click { at, button: MouseButton::Left, clicks: 1 }
}

fn types(text: &str) -> InputEvent {
    InputEvent::Type { text: text.into(), secret: false }
}

/// Plays a film; `check` sees it.
fn play(check: impl FnOnce(&mut Reel<'_, '_>)) {
    let (lesson, scenes) = (lesson(), scenes());
    let mut frames = |_: &str, shot: &str| {
        let shade = shot.bytes().fold(0u8, u8::wrapping_add);
        FrameBuf::filled(SIZE, [shade; 3]).map_err(|e| e.to_string())
    };
    let mut gallery = Gallery::new(&lesson, &mut frames);
    let mut reel = Reel::new(&mut gallery, &scenes).unwrap_or_else(|| panic!("there are scenes"));
    check(&mut reel);
}

fn title(reel: &mut Reel<'_, '_>) -> String {
    let seen = reel.look().unwrap_or_else(|why| panic!("{why}"));
    seen.state.window.as_ref().map(|w| w.window_title.clone()).unwrap_or_default()
}

#[test]
fn a_press_where_the_person_pressed_shows_what_came_of_it() {
    play(|reel| {
        assert_eq!(title(reel), "empty");
        for event in [click(NAME.center()), types("Dupont")] {
            assert_eq!(reel.play(&event), Played::On);
        }
        assert_eq!(title(reel), "named");
        for event in [click(CITY.center()), types("Ly"), types("on"), click(SAVE.center())] {
            assert_eq!(reel.play(&event), Played::On, "{event:?}");
        }
        assert_eq!(title(reel), "saved");
        assert_eq!((reel.next(), reel.passed_over()), (None, vec![]));
    });
}

#[test]
fn any_other_press_ends_the_film() {
    play(|reel| {
        assert!(matches!(reel.play(&click(Point { x: 350, y: 20 })), Played::Other(_)));
        assert!(matches!(reel.play(&InputEvent::Keys(vec!["DELETE".into()])), Played::Other(_)));
        assert_eq!(reel.play(&click(NAME.center())), Played::On);
        let other = reel.play(&types("Martin"));
        assert_eq!(other, Played::Other("it types “Martin” where the person typed “Dupont”".into()));
    });
}

#[test]
fn a_field_that_is_clicked_has_the_focus_and_shows_what_is_marked() {
    play(|reel| {
        let before = reel.look().unwrap_or_else(|why| panic!("{why}"));
        reel.play(&click(NAME.center()));
        let focused = reel.look().unwrap_or_else(|why| panic!("{why}"));
        assert!(focused.state.ui_elements[0].state.contains(&ElementState::Focused));
        assert!(!focused.state.ui_elements[1].state.contains(&ElementState::Focused));
        assert!(reel.is_filling());
        reel.play(&InputEvent::Keys(vec!["CTRL".into(), "A".into()]));
        let marked = reel.look().unwrap_or_else(|why| panic!("{why}"));
        let (Some(a), Some(b)) = (&before.frame, &marked.frame) else { panic!("films have pixels") };
        assert!(lea_frame::share_changed(a.as_frame(), b.as_frame(), NAME, 0) > 0.9);
        assert!(lea_frame::share_changed(a.as_frame(), b.as_frame(), CITY, 0) < 0.1);
    });
}

#[test]
fn fields_may_be_filled_in_in_another_order_and_the_film_says_so() {
    play(|reel| {
        for event in [click(CITY.center()), types("Lyon")] {
            assert_eq!(reel.play(&event), Played::On);
        }
        assert_eq!(title(reel), "full", "the film shows both");
        assert!(reel.is_out_of_order(Some(0)));
        for event in [click(NAME.center()), types("Dupont")] {
            assert_eq!(reel.play(&event), Played::On);
        }
        assert!(!reel.is_out_of_order(Some(2)), "all is done now that the person did until then");
        assert_eq!(reel.play(&click(SAVE.center())), Played::On);
        assert_eq!(reel.next(), None);
    });
}

#[test]
fn what_a_visit_leaves_out_is_known_when_it_is_over() {
    play(|reel| {
        for event in [click(NAME.center()), types("Dupont"), click(SAVE.center())] {
            assert_eq!(reel.play(&event), Played::On);
        }
        assert_eq!((reel.passed_over(), reel.next()), (vec![1], None));
    });
}
