use super::*;
use lea_frame::FrameBuf;
use lea_model::screen_state::StateWindow;
use lea_model::{DetectedText, ElementState, ElementType, Rect, ScreenState, Size, UIElement};
use proptest::prelude::*;

const SIZE: Size = Size { width: 800, height: 600 };

fn state(texts: &[(&str, [i32; 2])]) -> ScreenState {
    let mut state = ScreenState::default();
    state.perception.detected_text = texts
        .iter()
        .map(|(text, [x, y])| DetectedText {
            text: (*text).into(),
            bbox: Some(Rect::from([*x, *y, x + 8 * text.len() as i32, y + 14])),
            ..DetectedText::default()
        })
        .collect();
    state
}

fn picture(state: &ScreenState, paper: [u8; 3], ink: [u8; 3]) -> FrameBuf {
    let mut frame = FrameBuf::filled(SIZE, paper).unwrap();
    for text in &state.perception.detected_text {
        frame.fill(text.bbox.unwrap(), ink);
    }
    frame
}

fn invoice(amount: &str, patient: &str) -> ScreenState {
    state(&[
        ("Invoices of the month", [40, 20]),
        ("Patient", [40, 80]),
        (patient, [200, 80]),
        ("Amount due", [40, 120]),
        (amount, [200, 120]),
        ("Insurance company", [40, 160]),
        ("Validate invoice", [40, 500]),
        ("Cancel", [300, 500]),
    ])
}

fn calendar() -> ScreenState {
    state(&[
        ("Calendar", [40, 20]),
        ("Monday", [40, 80]),
        ("Tuesday", [140, 80]),
        ("Appointments today", [40, 120]),
        ("New appointment", [40, 500]),
        ("Cancel", [300, 500]),
    ])
}

fn judged(a: &ScreenState, b: &ScreenState) -> Sameness {
    let (fa, fb) = (picture(a, [250; 3], [20; 3]), picture(b, [40; 3], [230; 3]));
    same_screen(
        &Scene { state: a, frame: Some(fa.as_frame()) },
        &Scene { state: b, frame: Some(fb.as_frame()) },
    )
}

#[test]
fn another_patient_amount_and_theme_is_the_same_screen_and_another_page_is_not() {
    let same = judged(&invoice("1 204,50", "Dupont"), &invoice("88,10", "Martin"));
    let other = judged(&invoice("1 204,50", "Dupont"), &calendar());
    assert!(same.same && !other.same, "{same:?}\n{other:?}");
    assert!(!same.evidence.is_empty());
}

#[test]
fn it_works_without_pixels_and_a_title_only_helps() {
    let (mut a, mut b) = (invoice("1", "Dupont"), invoice("2", "Martin"));
    let bare = |a: &ScreenState, b: &ScreenState| {
        same_screen(&Scene { state: a, frame: None }, &Scene { state: b, frame: None }).score
    };
    let without = bare(&a, &b);
    for s in [&mut a, &mut b] {
        s.window = Some(StateWindow { window_title: "Invoices".into(), ..StateWindow::default() });
    }
    assert!(bare(&a, &b) >= without);
    assert!(without > bare(&a, &calendar()));
}

#[test]
fn a_switch_turned_off_speaks_against() {
    let mut a = invoice("1", "Dupont");
    let mut toggle = UIElement::new("el_1", ElementType::Toggle, Rect::from([400, 80, 440, 100]));
    toggle.label = "Insurance company".into();
    toggle.confidence = 0.9;
    let mut b = a.clone();
    b.ui_elements.push(toggle.clone());
    toggle.state.push(ElementState::Checked);
    a.ui_elements.push(toggle);
    let at = NAMES.iter().position(|n| *n == "checked_differ").unwrap();
    let sketch = |s: &ScreenState| Sketch::of(&Scene { state: s, frame: None });
    assert!(testimony(&sketch(&a), &sketch(&b))[at] > 0.0);
    assert_eq!(testimony(&sketch(&a), &sketch(&a))[at], 0.0);
}

#[test]
fn the_weights_are_read_and_name_only_witnesses_there_are() {
    let weights = weights::weights();
    assert!(weights.weights.len() > 5);
    for name in weights.weights.keys() {
        assert!(NAMES.contains(&name.as_str()), "{name}");
    }
}

fn states() -> impl Strategy<Value = ScreenState> {
    let text = ("\\PC{0,16}", -50i32..900, -50i32..700, 0i32..300, 0i32..40);
    prop::collection::vec(text, 0..12).prop_map(|texts| {
        let mut state = ScreenState::default();
        for (text, x, y, w, h) in texts {
            let bbox = Some(Rect::from([x, y, x + w, y + h]));
            state.perception.detected_text.push(DetectedText { text, bbox, ..DetectedText::default() });
        }
        state
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// P5, P7: symmetric and the same each time, to the last bit; within 0..1; a screen is itself.
    #[test]
    fn comparing_is_symmetric_and_deterministic(a in states(), b in states(), with_pixels: bool) {
        let size = Size { width: 320, height: 200 };
        let frame = FrameBuf::filled(size, [9, 90, 200]).unwrap();
        let scene = |state| Sketch::of(&Scene { state, frame: with_pixels.then(|| frame.as_frame()) });
        let (sa, sb) = (scene(&a), scene(&b));
        let ab = compare(&sa, &sb);
        prop_assert_eq!(&ab, &compare(&sb, &sa));
        prop_assert_eq!(&ab, &compare(&scene(&a), &scene(&b)));
        prop_assert!((0.0..=1.0).contains(&ab.score));
        prop_assert_eq!(compare(&sa, &scene(&a)).score, 1.0);
    }
}
