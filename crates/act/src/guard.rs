//! The guard (SPEC ACT.5): rules are checked on the element that was found, not on the one that was intended. Nothing overrides it.

use lea_lexicon::{RiskWord, risk};
use lea_model::run::{Grounding, Method};
use lea_model::{Action, ActionType, SafetyRules, Target};
use lea_recognize::label::normal;

/// What the guard says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Guarded {
    /// It may be done.
    Free,
    /// A person confirms it first: why.
    Confirm(String),
    /// It may not be done: why.
    Forbidden(String),
}

/// What an action is about to do, for the guard.
pub struct About<'a> {
    /// The action as it was learnt.
    pub action: &'a Action,
    /// What was found for its target.
    pub found: Option<&'a Grounding>,
}

impl About<'_> {
    /// It cannot be taken back, by what was intended or by what was found.
    pub fn is_irreversible(&self) -> bool {
        risk::action(self.action).is_some() || self.found_says_so().is_some()
    }

    /// The word on what was found that says that it cannot be taken back.
    fn found_says_so(&self) -> Option<RiskWord> {
        let presses = matches!(self.action.action_type, ActionType::MouseClick | ActionType::Drag);
        let found = self.found.filter(|_| presses)?;
        let as_found = Action {
            target: Some(Target {
                text: Some(found.label.clone()),
                role: Some(found.role.clone()).filter(|r| !r.is_empty()),
                ..Target::default()
            }),
            ..Action::new(ActionType::MouseClick)
        };
        risk::action(&as_found)
    }
}

/// Checks an action against the rules.
pub fn guard(about: &About<'_>, rules: &SafetyRules) -> Guarded {
    let action = about.action;
    let label = about.found.map(|f| f.label.as_str()).unwrap_or_default();
    let role = about.found.map(|f| f.role.as_str()).unwrap_or_default();
    let presses = matches!(
        action.action_type,
        ActionType::MouseClick
            | ActionType::Drag
            | ActionType::Focus
            | ActionType::TextInput
            | ActionType::Hover
    );
    if presses && let Some(rule) = rules.forbidden_text_clicks.iter().find(|rule| says(label, rule)) {
        return Guarded::Forbidden(format!("it says {label:?}, and {rule:?} is never clicked"));
    }
    if presses
        && let Some(rule) = rules.forbidden_roles.iter().find(|rule| !role.is_empty() && is_role(role, rule))
    {
        return Guarded::Forbidden(format!("it is a {role}, and {rule:?} is never used"));
    }
    let intended = risk::action(action);
    if let (None, Some(word)) = (&intended, about.found_says_so()) {
        return Guarded::Forbidden(format!(
            "what was found says {:?} ({label:?}), and that is not what was shown",
            word.word
        ));
    }
    if about.found.is_some_and(|f| f.method == Method::Renamed) {
        return Guarded::Confirm(format!("it says {label:?} now, and all around it is as it was"));
    }
    let meant: Vec<&str> =
        action.target.iter().flat_map(|t| t.text.iter().chain(&t.role)).map(String::as_str).collect();
    let is_named = |rule: &&String| {
        says(label, rule) || is_role(role, rule) || meant.iter().any(|m| says(m, rule) || is_role(m, rule))
    };
    if let Some(rule) = rules.require_confirmation_for.iter().find(is_named) {
        return Guarded::Confirm(format!("{rule:?} is confirmed by a person first"));
    }
    match intended {
        Some(word) => Guarded::Confirm(format!("it cannot be taken back ({:?})", word.word)),
        None => Guarded::Free,
    }
}

/// The words of a rule stand in a label, one after the other.
fn says(label: &str, rule: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        text.split(|c: char| !c.is_alphanumeric()).map(normal).filter(|w| !w.is_empty()).collect()
    };
    let (label, rule) = (words(label), words(rule));
    !rule.is_empty() && label.windows(rule.len()).any(|part| part == rule.as_slice())
}

fn is_role(role: &str, rule: &str) -> bool {
    !rule.is_empty() && role == rule
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn click(text: &str) -> Action {
        Action {
            target: Some(Target { text: Some(text.into()), ..Target::default() }),
            ..Action::new(ActionType::MouseClick)
        }
    }

    fn found(label: &str, role: &str) -> Grounding {
        Grounding { label: label.into(), role: role.into(), ..Grounding::default() }
    }

    fn rules() -> SafetyRules {
        SafetyRules {
            forbidden_text_clicks: vec!["Tout supprimer".into()],
            forbidden_roles: vec!["delete_action".into()],
            require_confirmation_for: vec!["Archiver".into()],
            ..SafetyRules::default()
        }
    }

    fn judged(intended: &str, label: &str, role: &str) -> Guarded {
        guard(&About { action: &click(intended), found: Some(&found(label, role)) }, &rules())
    }

    #[test]
    fn what_was_found_is_judged_and_not_what_was_intended() {
        assert_eq!(judged("Suivant", "Suivant", "navigation"), Guarded::Free);
        assert!(matches!(judged("Suivant", "Tout supprimer", ""), Guarded::Forbidden(_)));
        assert!(matches!(judged("Suivant", "×", "delete_action"), Guarded::Forbidden(_)));
        assert!(
            matches!(judged("Suivant", "Payer", "navigation"), Guarded::Forbidden(_)),
            "nobody showed paying"
        );
    }

    #[test]
    fn what_cannot_be_taken_back_and_what_a_rule_names_is_confirmed() {
        assert!(matches!(judged("Valider", "Valider", "validate"), Guarded::Confirm(_)));
        assert!(matches!(judged("Archiver", "Archiver le dossier", ""), Guarded::Confirm(_)));
    }

    #[test]
    fn what_is_called_otherwise_is_confirmed_and_never_what_was_not_shown() {
        let judged = |intended: &str, label: &str| {
            let found = Grounding { method: Method::Renamed, ..found(label, "") };
            guard(&About { action: &click(intended), found: Some(&found) }, &rules())
        };
        assert!(matches!(judged("Ouvrir", "Voir"), Guarded::Confirm(why) if why.contains("Voir")));
        assert!(matches!(judged("Ouvrir", "Payer"), Guarded::Forbidden(_)));
        assert!(matches!(judged("Ouvrir", "Tout supprimer"), Guarded::Forbidden(_)));
    }

    proptest! {
        #[test]
        fn s1_a_forbidden_label_is_never_free(before in "[a-zéà ]{0,12}", after in "[a-zéà ]{0,12}") {
            let label = format!("{before} Tout supprimer {after}");
            let judged = judged("Suivant", &label, "");
            prop_assert!(matches!(judged, Guarded::Forbidden(_)));
        }
    }
}
