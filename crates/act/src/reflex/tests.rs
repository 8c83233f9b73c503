//! What holds of the rules that ship, of rules that are added, and of any dialog.

use super::rules::Does;
use super::says::words;
use super::*;
use lea_lexicon::dialogs::SHIPPED;
use lea_lexicon::{Kind, risk};
use proptest::prelude::*;
use std::sync::LazyLock;

/// The only rule that may press what says that it cannot be taken back: "Tout refuser" about cookies.
const REFUSES: &str = "cookie_refuse";

#[test]
fn the_shipped_rules_are_read_and_there_are_enough_of_them() {
    Rules::default().joined(SHIPPED).expect("rules");
    assert!(Rules::shipped().len() >= 36, "{}", Rules::shipped().len());
    assert!(!Rules::shipped().is_empty());
}

#[test]
fn every_shipped_rule_decides_its_examples_in_french_and_english() {
    let rules = Rules::shipped();
    let mut wrong: Vec<String> = Vec::new();
    for rule in rules.iter() {
        let (languages, negative) = rule.proofs();
        if !languages.contains(&"fr") || !languages.contains(&"en") || negative == 0 {
            wrong.push(format!("{} needs examples in fr and en, and one that is not", rule.id));
        }
        wrong.extend(rule.prove(rules).err().map(|problem| format!("{} {problem}", rule.id)));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn only_the_rule_that_refuses_cookies_may_press_irreversible_words() {
    for rule in Rules::shipped().iter() {
        assert_eq!(rule.dangerous_ok, rule.id == REFUSES, "{}", rule.id);
        let Does::Press { labels, .. } = &rule.does else { continue };
        let dangers: Vec<risk::RiskWord> = labels.iter().filter_map(|l| risk::word(l)).collect();
        let refuses = rule.id == REFUSES && dangers.iter().all(|w| w.kind == Kind::Reject);
        assert!(dangers.is_empty() || refuses, "{}: {dangers:?}", rule.id);
    }
}

#[test]
fn guards_stop_and_come_first() {
    let rules = Rules::shipped();
    let ranks: Vec<Rank> = rules.iter().map(|r| r.rank).collect();
    assert!(ranks.is_sorted());
    assert!(rules.iter().filter(|r| r.rank == Rank::Guard).all(|r| matches!(r.does, Does::Stop(_))));
}

fn dialog(texts: &[&str], buttons: &[&str]) -> Dialog {
    let place = |i: usize| Rect::from([100 * i as i32, 100, 100 * i as i32 + 80, 130]);
    Dialog {
        bbox: Rect::from([0, 0, 600, 200]),
        texts: texts.iter().map(|t| (*t).to_owned()).collect(),
        buttons: buttons.iter().enumerate().map(|(i, b)| ((*b).to_owned(), place(i))).collect(),
    }
}

#[test]
fn a_reaction_names_the_button_its_place_the_rule_and_the_reason() {
    let found = react(&dialog(&["Mise à jour disponible"], &["Installer", "Plus tard"]), Rules::shipped());
    let Some(Reaction::Press { rule, found, why }) = found else { panic!("{found:?}") };
    assert_eq!((rule.as_str(), found.label.as_str()), ("update_available", "Plus tard"));
    assert_eq!(found.bbox, Some(Rect::from([100, 100, 180, 130])));
    assert_eq!(why, "A newer version can be installed (“mise à jour disponible”)");
}

#[test]
fn errors_have_their_type() {
    let cases = [
        ("Votre session a expiré.", Some(ErrorType::Authentication)),
        ("Connection lost", Some(ErrorType::Network)),
        ("Délai d'attente dépassé", Some(ErrorType::Timeout)),
        ("Le nom est obligatoire.", Some(ErrorType::BusinessLogic)),
        ("Page not found", Some(ErrorType::UiNotFound)),
        ("Something went wrong", Some(ErrorType::Generic)),
        ("Voulez-vous supprimer ce dossier ?", None),
    ];
    for (text, wanted) in cases {
        let found = react(&dialog(&[text], &["OK"]), Rules::shipped());
        let Some(Reaction::Stop { error, .. }) = found else { panic!("{text}: {found:?}") };
        assert_eq!(error, wanted, "{text}");
    }
}

#[test]
fn what_no_rule_knows_has_no_reaction() {
    assert_eq!(react(&dialog(&["Choisir une couleur"], &["Rouge", "Bleu"]), Rules::shipped()), None);
    assert_eq!(react(&Dialog::default(), Rules::shipped()), None);
}

const MINE: &str = r#"
[[rule]]
id = "lot_done"
title = "The batch was taken over."
says_any = ["lot repris"]
press = ["Continuer"]
when_not = "Not when rows were left out."
examples = [{ lang = "fr", texts = ["Lot repris sans rejet"], buttons = ["Continuer", "Détail"], expect = "Continuer" }]
"#;

#[test]
fn a_machine_can_add_rules_and_replace_shipped_ones_but_no_guard() {
    let rules = Rules::shipped().with(MINE).expect("rules");
    assert_eq!(rules.len(), Rules::shipped().len() + 1);
    let seen = dialog(&["Lot repris"], &["Continuer", "Détail"]);
    assert_eq!(react(&seen, Rules::shipped()), None);
    assert!(matches!(react(&seen, &rules), Some(Reaction::Press { .. })));
    let asks = dialog(&["Lot repris", "Voulez-vous supprimer ce lot ?"], &["Continuer", "Annuler"]);
    assert_eq!(react(&asks, &rules).expect("a reaction").rule(), "confirm_delete", "guards come first");
    let replaced = Rules::shipped().with(&MINE.replace("lot_done", "survey")).expect("rules");
    assert_eq!(replaced.len(), Rules::shipped().len());
}

#[test]
fn a_rule_that_makes_no_sense_is_refused_with_what_to_do() {
    let cases = [
        ("id = \"lot_done\"", "id = \"confirm_delete\"", "nothing overrides a guard"),
        ("press = [\"Continuer\"]", "press = [\"Supprimer\"]", "cannot be taken back"),
        ("press = [\"Continuer\"]", "press = [\"Continuer\"]\nstop = true", "must do one thing"),
        ("press = [\"Continuer\"]", "", "must do one thing"),
        (
            "press = [\"Continuer\"]",
            "press = [\"Continuer\"]\nerror_type = \"network\"",
            "only a rule that stops",
        ),
        ("press = [\"Continuer\"]", "press = [\"Continuer\"]\nrank = \"guard\"", "must stop"),
        ("says_any = [\"lot repris\"]", "", "knows every dialog"),
        ("says_any = [\"lot repris\"]", "says_any = [\" \"]", "empty phrase"),
        ("title = \"The batch was taken over.\"", "", "sentences"),
        ("expect = \"Continuer\"", "expect = \"stop\"", "on its example"),
        ("\"Lot repris sans rejet\"", "\"Autre chose\"", "does not decide"),
        ("says_any", "says_some", "cannot be read"),
        ("[[rule]]", "[[rule", "cannot be read"),
    ];
    for (from, to, wanted) in cases {
        let text = MINE.replace(from, to);
        let error = Rules::shipped().with(&text).expect_err(wanted).to_string();
        assert!(error.contains(wanted), "{error} ({wanted})");
    }
    let twice = format!("{MINE}{MINE}");
    assert!(Rules::shipped().with(&twice).expect_err("twice").to_string().contains("twice"));
}

/// Words of which dialogs are made at random: those of the shipped rules, and those that cannot be taken back.
static WORDS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let quoted = SHIPPED.split('"').skip(1).step_by(2).map(str::to_owned);
    let dangers =
        ["Supprimer", "Delete", "Envoyer", "Send", "Payer", "Pay now", "Confirmer", "Valider", "Save"];
    quoted.chain(dangers.map(str::to_owned)).filter(|t| words(t).count() <= 12).collect()
});

fn some() -> impl Strategy<Value = String> {
    let of_rules = any::<prop::sample::Index>().prop_map(|i| WORDS[i.index(WORDS.len())].clone());
    let mixed = (of_rules, "[A-Za-zéü ?!×…]{0,12}").prop_map(|(a, b)| format!("{a} {b}"));
    let of_rules = any::<prop::sample::Index>().prop_map(|i| WORDS[i.index(WORDS.len())].clone());
    prop_oneof![4 => of_rules, 2 => mixed, 1 => "\\PC{0,20}"]
}

prop_compose! {
    fn any_dialog()(
        texts in prop::collection::vec(some(), 0..5),
        labels in prop::collection::vec(some(), 0..5),
    ) -> Dialog {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
        dialog(&texts, &labels)
    }
}

/// The dialogs at which the shipped rules stop.
static STOPS: LazyLock<Vec<Dialog>> = LazyLock::new(|| {
    let stops = |d: &Dialog| matches!(react(d, Rules::shipped()), Some(Reaction::Stop { .. }));
    Rules::shipped().iter().flat_map(|r| r.dialogs()).filter(stops).collect()
});

/// A dialog in which one letter was read as another.
fn misread(dialog: &Dialog, place: prop::sample::Index, letter: char) -> Dialog {
    let all = dialog.texts.join("\n");
    let places: Vec<usize> = all.char_indices().filter(|(_, c)| c.is_alphabetic()).map(|(i, _)| i).collect();
    let at = places[place.index(places.len())];
    let text: String = all.char_indices().map(|(i, c)| if i == at { letter } else { c }).collect();
    Dialog { texts: text.split('\n').map(str::to_owned).collect(), ..dialog.clone() }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// S1: what stops stops although a letter was misread.
    #[test]
    fn no_misread_letter_turns_a_stop_into_a_press(
        which in any::<prop::sample::Index>(),
        place in any::<prop::sample::Index>(),
        letter in "[a-zI]",
    ) {
        let letter = letter.chars().next().unwrap_or('x');
        let dialog = misread(&STOPS[which.index(STOPS.len())], place, letter);
        let found = react(&dialog, Rules::shipped());
        let acts = matches!(found, Some(Reaction::Press { .. } | Reaction::Keys { .. }));
        prop_assert!(!acts, "{:?}: {found:?}", dialog.texts);
    }

    /// S1.
    #[test]
    fn no_reaction_presses_what_cannot_be_taken_back(dialog in any_dialog()) {
        let Some(Reaction::Press { rule, found, .. }) = react(&dialog, Rules::shipped()) else {
            return Ok(());
        };
        let (label, bbox) = (found.label.clone(), found.bbox.unwrap_or_default());
        prop_assert!(dialog.buttons.contains(&(label.clone(), bbox)), "only what is there is pressed");
        let danger = risk::word(&label);
        let refuses = danger.as_ref().is_some_and(|w| w.kind == Kind::Reject);
        prop_assert!(danger.is_none() || (rule == REFUSES && refuses), "{rule} presses {label:?}");
    }

    /// S1: with a question about deleting, paying or sending in it, nothing is pressed at all.
    #[test]
    fn nothing_is_pressed_where_a_guard_speaks(
        mut dialog in any_dialog(),
        question in prop::sample::select(&[
            "Cette action est irréversible.",
            "This cannot be undone.",
            "Voulez-vous remplacer le fichier ?",
            "Contrôle de compte d'utilisateur",
        ]),
    ) {
        dialog.texts.push(question.to_owned());
        let stops = matches!(react(&dialog, Rules::shipped()), Some(Reaction::Stop { .. }));
        prop_assert!(stops);
    }

    #[test]
    fn a_dialog_has_one_reaction(dialog in any_dialog()) {
        prop_assert_eq!(react(&dialog, Rules::shipped()), react(&dialog, Rules::shipped()));
    }
}
