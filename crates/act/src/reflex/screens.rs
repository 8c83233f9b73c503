//! Dialogs on screens: which panels count, and which do not.

use super::*;
use lea_model::screen_state::StateWindow;
use lea_model::{DetectedText, DetectedWord, ElementType, ScreenState, Size, UIElement};
use proptest::prelude::*;

fn screen() -> ScreenState {
    let size = Some(Size { width: 1280, height: 800 });
    let window = Some(StateWindow { screen_resolution: size, ..StateWindow::default() });
    ScreenState { window, ..ScreenState::default() }
}

/// A line of text, with words of 8 pixels a letter.
fn say(state: &mut ScreenState, text: &str, x: i32, y: i32) {
    let mut at = x;
    let words: Vec<DetectedWord> = text
        .split(' ')
        .map(|word| {
            let width = 8 * word.chars().count() as i32;
            let bbox = Rect::from([at, y, at + width, y + 16]);
            at += width + 8;
            DetectedWord { text: word.into(), bbox, ..DetectedWord::default() }
        })
        .collect();
    let bbox = Some(Rect::from([x, y, at - 8, y + 16]));
    let line = DetectedText { text: text.into(), bbox, words, ..DetectedText::default() };
    state.perception.detected_text.push(line);
}

fn put(state: &mut ScreenState, kind: ElementType, label: &str, bbox: [i32; 4]) {
    let mut e = UIElement::new(format!("e{}", state.ui_elements.len()), kind, bbox.into());
    e.label = label.into();
    if matches!(kind, ElementType::Button | ElementType::Link) {
        say(state, label, bbox[0] + 8, bbox[1] + 8);
    }
    state.ui_elements.push(e);
}

/// A page with a form, all of which is known.
fn form() -> ScreenState {
    let mut state = screen();
    say(&mut state, "Dossier du patient", 40, 40);
    for (i, label) in ["Nom", "Prénom", "Date de naissance"].iter().enumerate() {
        let y = 120 + 60 * i as i32;
        say(&mut state, label, 40, y);
        put(&mut state, ElementType::TextInput, label, [240, y - 8, 540, y + 24]);
    }
    put(&mut state, ElementType::Button, "Annuler", [40, 340, 140, 372]);
    put(&mut state, ElementType::Button, "Enregistrer", [160, 340, 280, 372]);
    state
}

fn is_form(text: &str) -> bool {
    ["Dossier du patient", "Nom", "Prénom", "Date de naissance"].contains(&text)
}

/// The form with a framed dialog on it.
fn with_dialog(texts: &[&str], buttons: &[&str]) -> ScreenState {
    let mut state = form();
    put(&mut state, ElementType::Dialog, texts[0], [400, 300, 880, 520]);
    for (i, text) in texts.iter().enumerate() {
        say(&mut state, text, 420, 330 + 30 * i as i32);
    }
    for (i, label) in buttons.iter().enumerate() {
        let x = 420 + 150 * i as i32;
        put(&mut state, ElementType::Button, label, [x, 470, x + 140, 502]);
    }
    state
}

fn reactions(state: &ScreenState, is_known: &dyn Fn(&str) -> bool) -> Vec<Option<Reaction>> {
    dialogs(state, is_known).iter().map(|d| react(d, Rules::shipped())).collect()
}

fn pressed(state: &ScreenState) -> Option<String> {
    reactions(state, &is_form).into_iter().flatten().find_map(|r| match r {
        Reaction::Press { found, .. } => Some(found.label),
        _ => None,
    })
}

#[test]
fn a_surprise_is_found_with_its_texts_and_buttons_and_closed() {
    let state =
        with_dialog(&["Maintenance prévue", "Le service sera interrompu ce soir."], &["J'ai compris"]);
    let found = dialogs(&state, &is_form);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].bbox, Rect::from([400, 300, 880, 520]));
    assert_eq!(found[0].texts, ["Maintenance prévue", "Le service sera interrompu ce soir."]);
    assert_eq!(found[0].buttons, [("J'ai compris".to_owned(), Rect::from([420, 470, 560, 502]))]);
    assert_eq!(pressed(&state).as_deref(), Some("J'ai compris"));
}

#[test]
fn a_dialog_that_no_rule_knows_is_found_too() {
    let state = with_dialog(&["Choisir une couleur"], &["Rouge", "Bleu"]);
    assert_eq!(reactions(&state, &is_form), [None]);
}

#[test]
fn a_form_is_no_dialog_even_with_other_values_on_it() {
    assert_eq!(dialogs(&form(), &is_form), []);
    let mut state = form();
    say(&mut state, "Dupont", 248, 120);
    say(&mut state, "Dernière visite le 12 mars", 40, 300);
    assert_eq!(dialogs(&state, &is_form), []);
    // … nor when its panel was taken for one.
    put(&mut state, ElementType::Dialog, "Dossier du patient", [20, 20, 600, 400]);
    assert_eq!(dialogs(&state, &is_form), []);
}

#[test]
fn the_dialog_of_the_node_is_expected_whatever_values_it_shows() {
    let known = |text: &str| is_form(text) || text == "Valider la facture ?" || text.contains("définitive");
    let texts = ["Valider la facture ?", "Facture F-2031", "Cette action est définitive."];
    let state = with_dialog(&texts, &["Confirmer", "Annuler"]);
    assert_eq!(dialogs(&state, &known), []);
    let stops = reactions(&state, &is_form);
    assert!(matches!(stops[..], [Some(Reaction::Stop { .. })]), "{stops:?}");
}

#[test]
fn a_part_of_a_known_line_is_known() {
    let mut state = form();
    put(&mut state, ElementType::Dialog, "Rappel", [400, 300, 880, 520]);
    // Read as one line with what stands behind the dialog.
    say(&mut state, "Total Rappel de rendez-vous", 360, 340);
    put(&mut state, ElementType::Button, "Noter", [420, 470, 560, 502]);
    assert_eq!(dialogs(&state, &is_form)[0].texts, ["Rappel de rendez-vous"]);
    assert_eq!(dialogs(&state, &|text| is_form(text) || text == "Total Rappel de rendez-vous"), []);
}

#[test]
fn an_error_in_a_known_dialog_is_found() {
    let known = |text: &str| is_form(text) || text.contains("Rejeter") || text == "Motif";
    let state = with_dialog(&["Rejeter la facture", "Motif", "Veuillez indiquer un motif."], &["Confirmer"]);
    let found = reactions(&state, &known);
    let Some(Some(Reaction::Stop { error, .. })) = found.first() else { panic!("{found:?}") };
    assert_eq!(*error, Some(ErrorType::BusinessLogic));
}

#[test]
fn a_dialog_with_fields_is_one_only_when_a_rule_knows_it() {
    let mut state = with_dialog(&["Nouveau rendez-vous"], &["OK"]);
    put(&mut state, ElementType::TextInput, "", [420, 400, 800, 430]);
    assert_eq!(dialogs(&state, &is_form), []);
    let mut state = with_dialog(&["Inscrivez-vous à notre newsletter"], &["S'inscrire", "Non merci"]);
    put(&mut state, ElementType::TextInput, "", [420, 400, 800, 430]);
    assert_eq!(pressed(&state).as_deref(), Some("Non merci"));
}

#[test]
fn what_is_typed_into_a_field_says_nothing() {
    let mut state = form();
    say(&mut state, "Veuillez patienter", 248, 120);
    assert_eq!(dialogs(&state, &is_form), []);
}

#[test]
fn a_banner_at_the_edge_needs_no_frame() {
    let mut state = form();
    say(&mut state, "Nous utilisons des cookies pour mesurer l'audience.", 40, 740);
    put(&mut state, ElementType::Button, "Tout accepter", [1100, 732, 1240, 764]);
    put(&mut state, ElementType::Button, "Continuer sans accepter", [860, 732, 1080, 764]);
    assert_eq!(pressed(&state).as_deref(), Some("Continuer sans accepter"));
}

#[test]
fn words_around_buttons_need_no_frame_when_a_rule_knows_them() {
    let mut state = form();
    say(&mut state, "Restore pages?", 900, 60);
    say(&mut state, "Chromium didn't shut down correctly.", 900, 84);
    put(&mut state, ElementType::IconButton, "×", [1190, 52, 1210, 72]);
    put(&mut state, ElementType::Button, "Restore", [1100, 120, 1190, 148]);
    let found = dialogs(&state, &is_form);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(pressed(&state).as_deref(), Some("×"));
}

#[test]
fn a_line_that_asks_to_wait_needs_no_button() {
    let mut state = form();
    say(&mut state, "Veuillez patienter", 560, 500);
    assert!(matches!(reactions(&state, &is_form)[..], [Some(Reaction::Wait { .. })]));
    let mut state = form();
    say(&mut state, "Chargement…", 560, 500);
    say(&mut state, "Processing fee", 560, 600);
    assert!(matches!(reactions(&state, &is_form)[..], [Some(Reaction::Wait { .. })]));
    assert_eq!(dialogs(&state, &|text| is_form(text) || text == "Chargement…"), []);
}

#[test]
fn of_two_dialogs_the_smaller_lies_on_top_and_keeps_its_buttons() {
    let mut state = with_dialog(&["Choisir une couleur", "Palette"], &["Rouge"]);
    put(&mut state, ElementType::Dialog, "Mise à jour disponible", [600, 340, 860, 460]);
    say(&mut state, "Mise à jour disponible", 610, 350);
    put(&mut state, ElementType::Button, "Plus tard", [610, 420, 720, 450]);
    let found = dialogs(&state, &is_form);
    assert_eq!(found.iter().map(|d| d.buttons[0].0.as_str()).collect::<Vec<_>>(), ["Plus tard", "Rouge"]);
    assert_eq!(found[1].buttons.len(), 1);
}

#[test]
fn states_without_read_text_have_their_words_on_elements() {
    let mut state = screen();
    put(&mut state, ElementType::Dialog, "Erreur", [400, 300, 880, 520]);
    put(&mut state, ElementType::Label, "Le nom est obligatoire.", [420, 360, 700, 376]);
    put(&mut state, ElementType::Button, "Fermer", [420, 470, 560, 502]);
    state.perception.detected_text.clear();
    let found = reactions(&state, &|_| false);
    assert!(
        matches!(found[..], [Some(Reaction::Stop { error: Some(ErrorType::BusinessLogic), .. })]),
        "{found:?}"
    );
}

#[test]
fn a_disabled_button_is_not_offered() {
    let mut state = with_dialog(&["Mise à jour disponible"], &["Plus tard"]);
    let button = state.ui_elements.last_mut().expect("the button");
    button.state.push(lea_model::ElementState::Disabled);
    assert_eq!(pressed(&state), None);
}

fn place() -> impl Strategy<Value = Rect> {
    let edge = prop_oneof![9 => -50..1400i32, 1 => any::<i32>()];
    [edge.clone(), edge.clone(), edge.clone(), edge].prop_map(Rect::from)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_screen_has_its_dialogs_in_order_and_none_of_known_texts(
        things in prop::collection::vec((0..6usize, "[a-zA-ZéÉ ?…]{0,24}", place()), 0..20),
        lines in prop::collection::vec(("(Erreur|cookies|Veuillez patienter|[a-z ]{0,20})", place()), 0..10),
    ) {
        use ElementType::{Button, Dialog as Panel, IconButton, Label, TextInput, Window};
        let mut state = screen();
        for (kind, label, bbox) in things {
            let kind = [Button, Panel, IconButton, Label, TextInput, Window][kind];
            let mut e = UIElement::new("e", kind, bbox);
            e.label = label;
            state.ui_elements.push(e);
        }
        for (text, bbox) in lines {
            state.perception.detected_text.push(DetectedText { text, bbox: Some(bbox), ..DetectedText::default() });
        }
        let found = dialogs(&state, &|_| false);
        prop_assert!(found.is_sorted_by_key(|d| d.bbox.area()));
        prop_assert_eq!(&found, &dialogs(&state, &|_| false));
        prop_assert_eq!(dialogs(&state, &|_| true), []);
    }
}
