//! What sends something, and so is done once (SPEC ACT.5, ACT.14): words that say so, keys that send a form, things that say nothing.

use crate::guard::About;
use crate::identity::fills_in;
use crate::plan::parts;
use lea_model::run::Grounding;
use lea_model::workflow::Edge;
use lea_model::{Action, ActionType, ElementType};

/// A part of an edge cannot be taken back: its words say so, or it is a key that sends what was filled in or leads on.
pub fn is_irreversible(edge: &Edge, number: usize, action: &Action) -> bool {
    About { action, found: None }.is_irreversible() || sends_by_key(edge, number, action)
}

/// A key that sends a form, saves, or leads to another screen; Enter in a search field does not.
fn sends_by_key(edge: &Edge, number: usize, action: &Action) -> bool {
    if action.action_type != ActionType::KeyPress {
        return false;
    }
    let all = parts(edge);
    let before = &all[..number.min(all.len())];
    let typed: Vec<&&Action> = before.iter().filter(|a| a.action_type == ActionType::TextInput).collect();
    let fills = typed.iter().any(|a| fills_in(a));
    let searches = !typed.is_empty() && !fills;
    let leads_on = number + 1 == all.len() && edge.from_node != edge.to_node;
    match key_kind(&action.parameters.keys) {
        KeyKind::Saves => true,
        KeyKind::MaySend => fills || leads_on && !searches,
        KeyKind::Other => false,
    }
}

#[derive(Debug, PartialEq, Eq)]
enum KeyKind {
    /// Ctrl+S.
    Saves,
    /// Enter, a function key, a mnemonic.
    MaySend,
    Other,
}

fn key_kind(keys: &[String]) -> KeyKind {
    let keys: Vec<String> = keys.iter().map(|k| k.to_uppercase()).collect();
    let has = |names: &[&str]| keys.iter().any(|k| names.contains(&k.as_str()));
    let is_function = |k: &String| {
        k.strip_prefix('F').and_then(|n| n.parse::<u8>().ok()).is_some_and(|n| (2..=24).contains(&n))
    };
    let has_letter = keys.iter().any(|k| k.chars().count() == 1);
    match () {
        () if has(&["CTRL", "CONTROL"]) && has(&["S"]) => KeyKind::Saves,
        () if has(&["ENTER", "RETURN", "KP_ENTER"]) || keys.iter().any(is_function) => KeyKind::MaySend,
        () if has(&["ALT"]) && has_letter => KeyKind::MaySend,
        () => KeyKind::Other,
    }
}

/// A thing to press that says nothing: neither its words nor a name beside it tell what it does.
pub fn says_nothing(action: &Action, found: &Grounding) -> bool {
    let Some(target) = action.target.as_ref().filter(|_| action.action_type == ActionType::MouseClick) else {
        return false;
    };
    let is_button = matches!(
        target.element_type,
        Some(ElementType::IconButton | ElementType::Image | ElementType::Button)
    );
    let says = |text: Option<&str>| text.is_some_and(|t| t.chars().any(char::is_alphanumeric));
    let name = target.anchor.as_ref().and_then(|a| a.name.as_deref());
    is_button && !says(target.text.as_deref()) && !says(name) && !says(Some(&found.label))
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_model::Target;

    fn keys(names: &[&str]) -> Action {
        let mut action = Action::new(ActionType::KeyPress);
        action.parameters.keys = names.iter().map(|n| (*n).to_owned()).collect();
        action
    }

    fn typing(name: &str, role: &str) -> Action {
        let target = Target { text: Some(name.into()), role: Some(role.into()), ..Target::default() };
        Action { target: Some(target), ..Action::new(ActionType::TextInput) }
    }

    fn judged(steps: Vec<Action>, to: &str) -> bool {
        let number = steps.len() - 1;
        let last = steps[number].clone();
        let mut action = Action::new(ActionType::Compound);
        action.parameters.steps = steps;
        let edge =
            Edge { from_node: "N1_form".into(), to_node: to.into(), action: Some(action), ..Edge::default() };
        is_irreversible(&edge, number, &last)
    }

    #[test]
    fn keys_that_send_a_form_or_lead_on_are_like_a_button() {
        let phone = || typing("Phone", "form_input");
        for chord in [&["ENTER"][..], &["CTRL", "ENTER"], &["F9"], &["ALT", "v"]] {
            assert!(judged(vec![phone(), keys(chord)], "N1_form"), "{chord:?} after a field was filled in");
            assert!(judged(vec![keys(chord)], "N2_saved"), "{chord:?} leads on");
            assert!(!judged(vec![keys(chord)], "N1_form"), "{chord:?} alone");
        }
        assert!(judged(vec![keys(&["CTRL", "S"])], "N1_form"));
    }

    #[test]
    fn a_search_and_keys_that_move_about_send_nothing() {
        assert!(!judged(vec![typing("Search", "search"), keys(&["ENTER"])], "N2_results"));
        for chord in [&["TAB"][..], &["ESCAPE"], &["CTRL", "C"], &["DOWN"], &["F1"]] {
            assert!(!judged(vec![typing("Phone", "form_input"), keys(chord)], "N2_x"), "{chord:?}");
        }
    }

    #[test]
    fn an_icon_without_a_word_says_nothing_and_one_with_a_name_does() {
        let icon = |text: Option<&str>| Action {
            target: Some(Target {
                element_type: Some(ElementType::IconButton),
                text: text.map(str::to_owned),
                ..Target::default()
            }),
            ..Action::new(ActionType::MouseClick)
        };
        assert!(says_nothing(&icon(None), &Grounding::default()));
        assert!(!says_nothing(&icon(Some("Add")), &Grounding::default()));
        let named = Grounding { label: "Print".into(), ..Grounding::default() };
        assert!(!says_nothing(&icon(None), &named));
    }
}
