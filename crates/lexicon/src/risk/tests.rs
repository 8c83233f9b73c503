//! Labels in every language: what counts, what does not.

use super::Kind::*;
use super::*;
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::sync::LazyLock;

static SHIPPED: LazyLock<Risk> = LazyLock::new(|| Lexicon::shipped().risk);

fn kind(label: &str) -> Option<Kind> {
    SHIPPED.word(label).map(|w| w.kind)
}

/// The labels of the tests.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Labels {
    dangerous: BTreeMap<String, BTreeMap<Kind, Vec<String>>>,
    harmless: BTreeMap<String, Vec<String>>,
}

static LABELS: LazyLock<Labels> =
    LazyLock::new(|| toml::from_str(include_str!("labels.toml")).expect("labels"));

fn dangerous() -> impl Iterator<Item = (&'static str, Kind, &'static str)> {
    LABELS.dangerous.iter().flat_map(|(language, kinds)| {
        let of = move |(kind, labels): (&'static Kind, &'static Vec<String>)| {
            labels.iter().map(move |label| (language.as_str(), *kind, label.as_str()))
        };
        kinds.iter().flat_map(of)
    })
}

#[test]
fn every_language_names_what_cannot_be_taken_back() {
    let mut wrong = Vec::new();
    for (language, wanted, label) in dangerous() {
        for label in [label.to_owned(), label.to_uppercase(), format!("{label}…")] {
            if kind(&label) != Some(wanted) {
                wrong.push(format!("{language} {label}: {:?} instead of {wanted:?}", SHIPPED.word(&label)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(LABELS.dangerous.len() >= 12);
}

#[test]
fn a_word_says_what_it_is_a_form_of() {
    let found = SHIPPED.word("Supprimez le dossier").unwrap();
    assert_eq!((found.word.as_str(), found.stem.as_str()), ("supprimez", "supprim-"));
    assert_eq!((found.language.as_str(), found.kind), ("fr", Delete));
}

#[test]
fn what_ocr_misreads_counts() {
    for (label, wanted) in [
        ("De1ete", Delete),
        ("DeIete", Delete),
        ("Delcte", Delete),
        ("Oelete", Delete),
        ("De|ete", Delete),
        ("Supprirner", Delete),
        ("SupprImer", Delete),
        ("Suppimer", Delete),
        ("Sup primer", Delete),
        ("D E L E T E", Delete),
        ("Va1ider", Approve),
        ("Vaiider la facture", Approve),
        ("5end", Send),
        ("0rder", Order),
        ("Loschen", Delete),
        ("Lóschen", Delete),
        ("Uberweisen", Transfer),
        ("Elirninar", Delete),
        ("Zatwierdz", Approve),
        ("Smazal", Delete),
        ("Hyvaksy", Approve),
        ("Jovahagyas", Approve),
        ("Gonder", Send),
        ("Apprnve", Approve),
    ] {
        assert_eq!(kind(label), Some(wanted), "{label}");
    }
}

#[test]
fn a_long_label_counts() {
    for (label, wanted) in [
        ("Click here to permanently delete all records of this patient", Delete),
        ("Oui, je suis sûr de vouloir tout supprimer sans aucun retour possible", Delete),
        ("Hiermit möchte ich den gesamten Auftrag jetzt verbindlich und zahlungspflichtig bestellen", Order),
        ("Pulsando aquí se van a eliminar todos los datos del cliente", Delete),
        ("Reset filters and delete the list", Delete),
        ("clickDeleteButton", Delete),
        ("delete_action", Delete),
        ("validate_invoice", Approve),
    ] {
        assert_eq!(kind(label), Some(wanted), "{label}");
    }
}

#[test]
fn what_only_looks_like_risk_does_not_count() {
    let labels = LABELS.harmless.values().flatten();
    let wrong: Vec<String> =
        labels.filter_map(|label| SHIPPED.word(label).map(|found| format!("{label}: {found:?}"))).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_question_tells_what_a_yes_does() {
    for (text, wanted) in [
        ("Delete everything?", Delete),
        ("3 records will be deleted.", Delete),
        ("Your unsaved changes will be lost.", Delete),
        ("The payment of 120 € will be made", Pay),
        ("This cannot be undone.", Final),
        ("Suppression du dossier", Delete),
        ("Confirmer l'envoi ?", Send),
        ("Cette action est définitive.", Final),
        ("Confirmation. Voulez-vous valider la facture ?", Approve),
        ("Der Datensatz wird gelöscht.", Delete),
        ("Wirklich löschen?", Delete),
        ("¿Desea eliminar el registro?", Delete),
        ("Eliminare definitivamente?", Delete),
        ("Tem certeza que deseja excluir?", Delete),
        ("Weet u zeker dat u dit wilt verwijderen?", Delete),
        ("Rekord zostanie usunięty", Delete),
        ("Záznam bude smazán", Delete),
        ("Posten raderas", Delete),
        ("Skal posten slettes?", Delete),
        ("Tietue poistetaan", Delete),
        ("Înregistrarea va fi eliminată", Delete),
        ("A rekord törlésre kerül", Delete),
        ("Kayıt silinecek", Delete),
    ] {
        assert_eq!(SHIPPED.question(text).map(|w| w.kind), Some(wanted), "{text}");
    }
    for text in [
        "Are you sure you want to quit?",
        "Please confirm",
        "Voulez-vous quitter ?",
        "Confirmation",
        "Wirklich beenden?",
    ] {
        assert_eq!(SHIPPED.question(text), None, "{text}");
    }
}

#[test]
fn a_yes_is_known_in_every_language() {
    for label in [
        "Yes",
        "OK",
        "0K",
        "Oui",
        "Ja",
        "Sí",
        "Sì",
        "Sim",
        "Tak",
        "Ano",
        "Kyllä",
        "Da",
        "Igen",
        "Evet",
        "Tamam",
        "Confirm",
        "Confirmer",
        "Bestätigen",
        "Yes, go on",
        "Oui, continuer",
        "Continue",
        "Weiter",
        "Aceptar",
        "D'accord",
    ] {
        assert!(SHIPPED.affirmative(label), "{label}");
    }
    for label in ["No", "Non", "Nein", "Cancel", "Annuler", "Later", "", "×", "Yesterday"] {
        assert!(!SHIPPED.affirmative(label), "{label}");
    }
}

#[test]
fn an_action_is_its_targets_and_its_keys() {
    let thing = |text: &str| lea_model::Target { text: Some(text.into()), ..lea_model::Target::default() };
    let mut drag = Action { target: Some(thing("Note")), ..Action::new(ActionType::Drag) };
    drag.parameters.to = Some(thing("Notes lues"));
    assert_eq!(SHIPPED.action(&drag), None);
    drag.parameters.to = Some(thing("Supprimer"));
    assert_eq!(SHIPPED.action(&drag).unwrap().word, "supprimer");
    for (role, text, word) in [
        ("delete_action", "×", Some("delete")),
        ("validate_invoice", "OK", Some("validate")),
        ("secondary_action", "Régler la facture", Some("regler")),
        ("navigation", "Send", Some("send")),
        ("navigation", "Retour", None),
        ("link", "Please send this letter to everybody who asked for it", Some("send")),
    ] {
        let target = lea_model::Target { role: Some(role.into()), ..thing(text) };
        let mut click = Action { target: Some(target), ..Action::new(ActionType::MouseClick) };
        assert_eq!(SHIPPED.action(&click).map(|w| w.word).as_deref(), word, "{role} {text}");
        click.action_type = ActionType::TextInput;
        assert_eq!(SHIPPED.action(&click), None, "typing sends nothing");
    }
    let mut key = Action::new(ActionType::KeyPress);
    key.parameters.keys = vec!["Delete".into()];
    assert_eq!(SHIPPED.action(&key).unwrap().kind, Delete);
    key.parameters.keys = vec!["Escape".into()];
    assert_eq!(SHIPPED.action(&key), None);
}

#[test]
fn a_file_adds_words_and_exceptions_and_a_broken_one_says_what_is_wrong() {
    let more =
        "language = \"fr\"\n[risk]\nharmless = [\"payer plus tard\"]\n[risk.words]\npay = [\"mandat-\"]\n";
    let risk = Lexicon::shipped().with(more).unwrap().risk;
    assert_eq!(
        risk.word("Mandatez").map(|w| w.kind),
        Some(Pay),
        "with the endings of the language that ships"
    );
    assert_eq!(risk.word("Payer plus tard"), None);
    assert_eq!(risk.word("Payer").map(|w| w.kind), Some(Pay));
    for (text, wanted) in [
        ("language = \"fr\"\n[risk]\nharmless = [\"payer\"]\n", "give the words that it is harmless with"),
        ("language = \"fr\"\n[risk.words]\npay = [\"-\"]\n", "has no letter"),
        ("language = \"fr\"\n[risk.words]\ngive = [\"donner\"]\n", "cannot be read"),
        ("[risk.words]\npay = [\"mandat-\"]\n", "cannot be read"),
        ("language = \" \"\n", "needs a language"),
        ("language = \"fr\"\n[risks]\n", "cannot be read"),
        ("language = ", "cannot be read"),
    ] {
        let error = Lexicon::shipped().with(text).expect_err(wanted).to_string();
        assert!(error.contains(wanted), "{error} ({wanted})");
    }
}

/// Labels of one word whose letters are so many that one of them may be wrong.
static LONG: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let all = dangerous().map(|(_, _, label)| label);
    all.filter(|label| label.chars().count() >= 6 && label.chars().all(char::is_alphabetic)).collect()
});

proptest! {
    /// S1: a long dangerous word stays one with a letter misread, alone or in a sentence.
    #[test]
    fn no_misread_letter_hides_a_long_word(
        which in any::<prop::sample::Index>(),
        place in any::<prop::sample::Index>(),
        letter in "[b-z]",
        before in "[A-Z][a-z]{0,3} ",
    ) {
        let word = LONG[which.index(LONG.len())];
        // The first letter is tested by its own rule, and endings of other inflections are other words.
        let last = word.chars().count() - 3;
        let at = 1 + place.index(last - 1);
        let read: String = word.chars().enumerate().map(|(i, c)| if i == at { letter.clone() } else { c.to_string() }).collect();
        // What was read is a word of its own: “verwenden” (use) is not “versenden” (send) misread.
        let is_word = |tokens: &Vec<super::token::Token>| tokens.len() == 1 && SHIPPED.index.lists(&tokens[0].plain);
        prop_assume!(!super::token::readings(&read).iter().any(is_word));
        prop_assert!(SHIPPED.word(&read).is_some(), "{}", read);
        prop_assert!(SHIPPED.word(&format!("{before}{read}")).is_some(), "{before}{read}");
    }

    #[test]
    fn any_text_is_read(text in "\\PC{0,60}") {
        let _ = (SHIPPED.word(&text), SHIPPED.question(&text), SHIPPED.affirmative(&text));
    }
}
