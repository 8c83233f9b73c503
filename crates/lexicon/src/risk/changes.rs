//! What an action changes on the record that is open, told by its target alone.

use crate::Lexicon;
use lea_model::workflow::TargetKind;
use lea_model::{Action, ActionType, ElementType, Target};

/// It types into a form; a search or a filter is none.
pub fn fills_in(action: &Action) -> bool {
    action.action_type == ActionType::TextInput && !searches(action)
}

/// It changes the record that is open: it fills in a field, ticks or chooses something, or drags something. To open a list of choices
/// counts, because the list may cover what identifies the record. A row that is picked leads to a record and changes none.
pub fn changes_record(action: &Action) -> bool {
    use ElementType::{Checkbox, Dropdown, Radio, Scrollbar, Slider, Toggle};
    let target = action.target.as_ref();
    let kind = target.and_then(|t| t.element_type);
    match action.action_type {
        ActionType::TextInput => fills_in(action),
        ActionType::Drag => kind != Some(Scrollbar),
        ActionType::MouseClick => {
            matches!(kind, Some(Checkbox | Dropdown | Radio | Slider | Toggle))
                && !target.is_some_and(is_row)
                && !searches(action)
        }
        _ => false,
    }
}

/// Parts that were done changed something. A list of choices that was opened last has not: what is clicked next is chosen from it.
pub fn has_changed(done: &[&Action]) -> bool {
    let is_list = |a: &Action| {
        let kind = a.target.as_ref().and_then(|t| t.element_type);
        a.action_type == ActionType::MouseClick && kind == Some(ElementType::Dropdown)
    };
    let done = match done.split_last() {
        Some((last, before)) if is_list(last) => before,
        _ => done,
    };
    done.iter().any(|a| changes_record(a))
}

/// Its target is a search or a filter.
pub fn searches(action: &Action) -> bool {
    let says = |text: Option<&str>| text.is_some_and(is_search);
    action.target.as_ref().is_some_and(|t| {
        let name = t.anchor.as_ref().and_then(|a| a.name.as_deref());
        t.role.as_deref() == Some("search") || says(t.text.as_deref()) || says(name)
    })
}

/// The words of a field that is searched with.
pub fn is_search(text: &str) -> bool {
    Lexicon::in_use().roles.role(text) == Some("search")
}

/// It is one of several rows.
pub(super) fn is_row(target: &Target) -> bool {
    target.kind == TargetKind::Row
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on(kind: ActionType, element: ElementType, label: &str) -> Action {
        let target = Target { text: Some(label.into()), element_type: Some(element), ..Target::default() };
        Action { target: Some(target), ..Action::new(kind) }
    }

    fn types(label: &str) -> Action {
        on(ActionType::TextInput, ElementType::TextInput, label)
    }

    #[test]
    fn what_is_ticked_chosen_or_dragged_changes_a_record_as_what_is_typed_does() {
        use ElementType::{Button, Checkbox, Dropdown, Link, ListItem, Radio, Scrollbar, Toggle};
        for kind in [Checkbox, Radio, Toggle, Dropdown] {
            let click = on(ActionType::MouseClick, kind, "Urgent");
            assert!(changes_record(&click) && !fills_in(&click), "{kind:?}");
            assert!(!changes_record(&on(ActionType::MouseClick, kind, "Filter")), "{kind:?} of a list");
        }
        for kind in [Button, Link, ListItem] {
            assert!(!changes_record(&on(ActionType::MouseClick, kind, "Open")), "{kind:?}");
        }
        assert!(changes_record(&types("Phone")) && !changes_record(&types("Search")));
        assert!(changes_record(&on(ActionType::Drag, ListItem, "Letter")));
        assert!(!changes_record(&on(ActionType::Drag, Scrollbar, "")));
        let mut row = on(ActionType::MouseClick, Checkbox, "${number}");
        row.target.iter_mut().for_each(|t| t.kind = TargetKind::Row);
        assert!(!changes_record(&row));
    }

    #[test]
    fn a_list_that_was_only_opened_has_changed_nothing_yet() {
        let list = on(ActionType::MouseClick, ElementType::Dropdown, "Ward");
        let entry = on(ActionType::MouseClick, ElementType::ListItem, "Surgery");
        assert!(!has_changed(&[&list]));
        assert!(has_changed(&[&list, &entry]));
        assert!(has_changed(&[&on(ActionType::MouseClick, ElementType::Checkbox, "Urgent")]));
    }
}
