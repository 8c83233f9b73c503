use super::*;
use lea_frame::FrameBuf;
use lea_model::screen_state::StateWindow;
use lea_model::{DetectedText, ElementType, Rect, Size, UIElement};
use proptest::prelude::*;

fn frame(size: Size, boxes: &[[i32; 4]]) -> FrameBuf {
    let mut f = FrameBuf::filled(size, [240, 240, 240]).unwrap();
    for (i, b) in boxes.iter().enumerate() {
        f.fill(Rect::from(*b), [(i * 40) as u8, 90, 30]);
    }
    f
}

fn state(texts: &[String], title: Option<&str>, elements: usize) -> ScreenState {
    let mut state = ScreenState::default();
    state.perception.detected_text =
        texts.iter().map(|t| DetectedText { text: t.clone(), ..DetectedText::default() }).collect();
    state.window = title.map(|t| StateWindow { window_title: t.into(), ..StateWindow::default() });
    state.ui_elements = (0..elements as i32)
        .map(|i| {
            let at = Rect::from([i * 9, i * 7, i * 9 + 40, i * 7 + 20]);
            UIElement::new(format!("el_{i}"), ElementType::Button, at)
        })
        .collect();
    state
}

fn norm(v: &[f32]) -> f64 {
    v.iter().map(|x| f64::from(*x).powi(2)).sum::<f64>().sqrt()
}

fn screens() -> impl Strategy<Value = (FrameBuf, ScreenState)> {
    let size = (1u32..400, 1u32..300).prop_map(|(width, height)| Size { width, height });
    let boxes = prop::collection::vec(prop::array::uniform4(-50i32..450), 0..6);
    let texts = prop::collection::vec("\\PC{0,12}", 0..8);
    let title = prop::option::of("\\PC{0,20}");
    (size, boxes, texts, title, 0usize..20)
        .prop_map(|(size, boxes, texts, title, n)| (frame(size, &boxes), state(&texts, title.as_deref(), n)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// P4, and the weights in force sum to 1 (P17), whatever the screen lacks.
    #[test]
    fn embeddings_have_norm_one((f, s) in screens(), concat: bool) {
        let method = if concat { FusionMethod::ConcatProjection } else { FusionMethod::Weighted };
        let embedder = Embedder::new(FusionWeights::default(), method).unwrap();
        let e = embedder.embed(f.as_frame(), &s);
        prop_assert_eq!((e.primary.len(), e.auxiliary.len()), (PRIMARY, AUXILIARY));
        prop_assert!((norm(&e.primary) - 1.0).abs() < 1e-5);
        prop_assert!((norm(&e.auxiliary) - 1.0).abs() < 1e-5);
        prop_assert!((e.weights.iter().flatten().sum::<f64>() - 1.0).abs() < 1e-9);
        let record = e.record(&embedder, "emb_1", "sess/shot_0001");
        prop_assert_eq!(record.problems(), vec![]);
    }

    /// P5 and P6; and the same screen twice has the same vector, bit for bit (P7).
    #[test]
    fn similarity_is_symmetric_and_within_bounds((f, s) in screens(), (g, t) in screens()) {
        let embedder = Embedder::default();
        let (a, b) = (embedder.embed(f.as_frame(), &s).primary, embedder.embed(g.as_frame(), &t).primary);
        let (ab, ba) = (cosine(&a, &b).unwrap(), cosine(&b, &a).unwrap());
        prop_assert_eq!(ab.to_bits(), ba.to_bits());
        prop_assert!((-1.0..=1.0).contains(&ab));
        prop_assert!((cosine(&a, &a).unwrap() - 1.0).abs() < 1e-6);
        prop_assert_eq!(embedder.embed(f.as_frame(), &s).primary, a);
    }

    /// P17: weights that do not sum to 1 are refused, never rescaled.
    #[test]
    fn weights_that_do_not_sum_to_one_are_refused(w in prop::array::uniform4(0.0f64..1.0)) {
        let [image, text, title, ui] = w;
        let off = (w.iter().sum::<f64>() - 1.0).abs() > 1e-6;
        let made = Embedder::new(FusionWeights { image, text, title, ui }, FusionMethod::Weighted);
        prop_assert_eq!(made.is_err(), off);
    }
}

#[test]
fn bad_weights_say_what_is_wrong() {
    for w in [[0.5, 0.3, 0.1, 0.2], [f64::NAN, 0.3, 0.1, 0.1], [1.5, -0.5, 0.0, 0.0]] {
        let [image, text, title, ui] = w;
        let made = Embedder::new(FusionWeights { image, text, title, ui }, FusionMethod::Weighted);
        let said = made.unwrap_err().to_string();
        assert!(said.contains("fusion weights"), "{said}");
    }
}

#[test]
fn a_missing_title_gives_its_weight_to_the_others() {
    let f = frame(Size { width: 300, height: 200 }, &[[10, 10, 90, 30]]);
    let texts = ["Validate".to_owned()];
    let with = Embedder::default().embed(f.as_frame(), &state(&texts, Some("Invoices"), 3));
    assert_eq!(with.weights, [Some(0.5), Some(0.3), Some(0.1), Some(0.1)]);
    let without = Embedder::default().embed(f.as_frame(), &state(&texts, None, 3));
    let [image, text, title, ui] = without.weights;
    assert_eq!(title, None);
    assert!((image.unwrap() - 0.5 / 0.9).abs() < 1e-12 && (text.unwrap() - 0.3 / 0.9).abs() < 1e-12);
    assert!((ui.unwrap() - 0.1 / 0.9).abs() < 1e-12);
    assert!(cosine(&with.primary, &without.primary).unwrap() > 0.9, "still the same screen");
}

#[test]
fn other_weights_or_another_fusion_are_another_space() {
    let space = |w, m| Embedder::new(w, m).unwrap().space(Purpose::Primary);
    let usual = space(FusionWeights::default(), FusionMethod::Weighted);
    let equal = FusionWeights { image: 0.25, text: 0.25, title: 0.25, ui: 0.25 };
    assert!(!usual.is_same_as(&space(equal, FusionMethod::Weighted)));
    assert!(!usual.is_same_as(&space(FusionWeights::default(), FusionMethod::ConcatProjection)));
    assert!(usual.id.starts_with("lea-hand-1"));
    assert_eq!(usual.problems(), []);
}

/// Written down once: whoever changes a descriptor changes the space, and must give it another name.
#[test]
fn the_space_is_what_its_name_says() {
    let f = frame(Size { width: 640, height: 480 }, &[[10, 10, 300, 30], [50, 100, 500, 400]]);
    let e = Embedder::default().embed(f.as_frame(), &state(&["Facture".into()], Some("Factures"), 4));
    let probe: Vec<i32> = e.primary[..6].iter().map(|v| (v * 1e4).round() as i32).collect();
    assert_eq!(probe, [-789, 266, 957, -3, -92, 1529], "lea-hand-1 has changed: give the space another name");
}
