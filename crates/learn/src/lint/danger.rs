//! Steps that cannot be taken back, and whether a person is asked first (SPEC ACT.5).

use lea_model::{Action, ActionType, Target, Workflow};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::sync::LazyLock;

use super::{Found, Severity, parts_of_edge};
use crate::lexicon::words;

const LEXICON: &str = include_str!("../../lexicons/irreversible.toml");
/// A label of more words is a sentence.
const LONGEST_LABEL: usize = 6;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    en: Vec<String>,
    fr: Vec<String>,
}

static WORDS: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    // A test reads it: here it cannot be wrong.
    let file = toml::from_str::<File>(LEXICON).ok();
    file.map(|f| f.en.into_iter().chain(f.fr).collect()).unwrap_or_default()
});

pub(super) fn look(workflow: &Workflow, found: &mut Found) {
    let asked: Vec<Vec<String>> =
        workflow.safety_rules.require_confirmation_for.iter().map(|rule| words(rule)).collect();
    for edge in &workflow.edges {
        for part in parts_of_edge(edge) {
            let Some(word) = irreversible_word(part) else { continue };
            if part.target.as_ref().is_some_and(|t| is_asked_for(t, &asked)) {
                continue;
            }
            found.add(
                Severity::Danger,
                "irreversible_without_confirmation",
                &edge.edge_id,
                format!("it cannot be taken back ({word:?}), and nobody is asked first"),
                "name its role or label in safety_rules.require_confirmation_for",
            );
        }
    }
}

/// The word that says that an action cannot be taken back; none where it can.
pub fn irreversible_word(action: &Action) -> Option<String> {
    match action.action_type {
        ActionType::MouseClick | ActionType::Drag => {
            // What is dropped somewhere is done there: a drag into the bin deletes.
            let to = action.parameters.to.as_ref().filter(|_| action.action_type == ActionType::Drag);
            action.target.iter().chain(to).find_map(|target| {
                let labels = target.text.iter().chain(&target.label_variants);
                let name = target.anchor.as_ref().and_then(|a| a.name.as_ref());
                target.role.iter().chain(labels).chain(name).find_map(|text| irreversible_label(text))
            })
        }
        ActionType::KeyPress => {
            let keys = &action.parameters.keys;
            keys.iter().find(|k| k.eq_ignore_ascii_case("delete") || k.eq_ignore_ascii_case("del")).cloned()
        }
        _ => None,
    }
}

/// The word on a label that says that pressing it cannot be taken back; none where nothing does.
pub fn irreversible_label(text: &str) -> Option<String> {
    let words = words(text);
    if words.len() > LONGEST_LABEL {
        return None;
    }
    words.into_iter().find(|word| WORDS.contains(word))
}

/// A rule names the role, or words of the label.
fn is_asked_for(target: &Target, asked: &[Vec<String>]) -> bool {
    let said: Vec<Vec<String>> = target.role.iter().chain(&target.text).map(|t| words(t)).collect();
    asked.iter().any(|rule| {
        !rule.is_empty()
            && said.iter().any(|text| text.windows(rule.len()).any(|part| part == rule.as_slice()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lexicon_is_read_and_its_entries_are_single_words() {
        let file = toml::from_str::<File>(LEXICON).expect("a lexicon");
        for word in file.en.iter().chain(&file.fr) {
            assert_eq!(words(word), [word.as_str()], "{word}");
        }
    }

    #[test]
    fn a_drag_is_what_it_ends_on() {
        let thing = |text: &str| Target { text: Some(text.into()), ..Target::default() };
        let mut drag = Action { target: Some(thing("Note")), ..Action::new(ActionType::Drag) };
        drag.parameters.to = Some(thing("Notes lues"));
        assert_eq!(irreversible_word(&drag), None);
        drag.parameters.to = Some(thing("Supprimer"));
        assert_eq!(irreversible_word(&drag).as_deref(), Some("supprimer"));
    }

    #[test]
    fn words_are_found_in_labels_and_roles_of_both_languages() {
        let click = |role: &str, text: &str| Action {
            target: Some(Target { role: Some(role.into()), text: Some(text.into()), ..Target::default() }),
            ..Action::new(ActionType::MouseClick)
        };
        for (role, text, word) in [
            ("delete_action", "×", Some("delete")),
            ("validate_invoice", "OK", Some("validate")),
            ("secondary_action", "Régler la facture", Some("regler")),
            ("navigation", "Send", Some("send")),
            ("navigation", "Retour", None),
            ("label", "Please do not send this letter to anybody", None),
        ] {
            assert_eq!(irreversible_word(&click(role, text)).as_deref(), word, "{role} {text}");
        }
        let mut typed = click("form_input", "Envoyer à");
        typed.action_type = ActionType::TextInput;
        assert_eq!(irreversible_word(&typed), None, "typing sends nothing");
    }
}
