//! What sends something, and so is done once (SPEC ACT.5, ACT.14): words that say so, keys that send a form, things that say nothing. The
//! learner proposes by it, a run judges by it.

use super::changes::{fills_in, has_changed, is_row};
use super::keys::{KeyKind, key_kind};
use super::question;
use crate::Lexicon;
pub use crate::params::LEAST_TELLING_LETTERS;
use crate::params::{QUESTION_ABOVE, QUESTION_BESIDE};
use lea_model::workflow::{Edge, RecordKind};
use lea_model::{Action, ActionType, ElementType, Rect, ScreenState};

/// Why a part of an edge is asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A word says that it cannot be taken back.
    Word(String),
    /// Keys that save, or that send what was filled in.
    Keys(String),
    /// Keys that lead on, of which nothing is known.
    UnknownKeys(String),
    /// A double click that sends what was filled in.
    DoubleClick,
    /// It says yes to this.
    Question(String),
    /// Nothing on it says what it does.
    SaysNothing,
    /// It leads on after something was filled in, and nothing says that it sends that, or that it does not.
    LeadsOn,
}

impl Cause {
    /// Nothing says that it cannot be taken back, nor that it can.
    pub fn is_unclear(&self) -> bool {
        matches!(self, Self::UnknownKeys(_) | Self::SaysNothing | Self::LeadsOn)
    }
}

impl std::fmt::Display for Cause {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Word(word) => write!(f, "it cannot be taken back ({word:?})"),
            Self::Keys(keys) => write!(f, "{keys} sends or saves what was filled in, or leads on"),
            Self::UnknownKeys(keys) => write!(f, "{keys} leads on, and nothing says what it does"),
            Self::DoubleClick => f.write_str("the double click sends what was filled in"),
            Self::Question(text) => write!(f, "it says yes to {text:?}"),
            Self::SaysNothing => f.write_str("nothing on it says what it does"),
            Self::LeadsOn => f.write_str("it leads on after something was filled in, which it may send"),
        }
    }
}

/// A part of an edge cannot be taken back: its words say so, or it is a key or a double click that sends what was filled in or leads on.
pub fn is_irreversible(edge: &Edge, number: usize, action: &Action) -> bool {
    cause(edge, number, action).is_some()
}

/// Why a part of an edge cannot be taken back; none where nothing says so.
pub fn cause(edge: &Edge, number: usize, action: &Action) -> Option<Cause> {
    if let Some(said) = super::action(action) {
        return Some(Cause::Word(said.word));
    }
    if sends_by_double_click(edge, number, action) {
        return Some(Cause::DoubleClick);
    }
    let keys = || action.parameters.keys.join("+");
    sends_by_key(edge, number, action).then(|| match key_kind(&action.parameters.keys) {
        KeyKind::Letter | KeyKind::Chord => Cause::UnknownKeys(keys()),
        KeyKind::Saves | KeyKind::MaySend | KeyKind::Moves => Cause::Keys(keys()),
    })
}

/// Why it is unclear whether a part of an edge can be taken back, though nothing says that it cannot; none where it is clear.
pub fn doubt(edge: &Edge, number: usize, action: &Action) -> Option<Cause> {
    if says_nothing(action, "") {
        return Some(Cause::SaysNothing);
    }
    let target = action.target.as_ref().filter(|_| action.action_type == ActionType::MouseClick)?;
    let is_button = matches!(
        target.element_type,
        Some(ElementType::Button | ElementType::IconButton | ElementType::Link | ElementType::MenuItem)
    );
    let all = edge.parts();
    let marked = edge.record.as_ref().is_some_and(|r| r.kind != RecordKind::None);
    let changes = marked || has_changed(&all[..number.min(all.len())]);
    let may_send = is_button && !is_row(target) && leads_on(edge, number) && changes;
    (may_send && !only_leads(target)).then_some(Cause::LeadsOn)
}

/// Its words or its role say that it goes about, searches, or leaves things as they are.
fn only_leads(target: &lea_model::Target) -> bool {
    let roles = &Lexicon::in_use().roles;
    let name = target.anchor.as_ref().and_then(|a| a.name.as_deref());
    let said = target.text.as_deref().into_iter().chain(name).filter_map(|text| roles.role(text));
    let mut all = target.role.as_deref().into_iter().chain(said);
    all.any(|role| ["navigation", "search", "cancel", "close"].contains(&role))
}

/// A person who wants to be asked before a step is asked before this part: the first that clicks, drags or presses keys, and what may be
/// left out before it. A step that does none of it is asked about before its first part.
pub fn is_asked_before(edge: &Edge, number: usize) -> bool {
    use ActionType::{Drag, KeyPress, MouseClick, RunWorkflow};
    let all = edge.parts();
    let acts = |a: &Action| matches!(a.action_type, MouseClick | Drag | KeyPress | RunWorkflow);
    let acting: Vec<usize> = (0..all.len()).filter(|n| acts(all[*n])).collect();
    let asked = if acting.is_empty() { (0..all.len()).collect() } else { acting };
    let is_first = |n: usize| asked.iter().take_while(|other| **other < n).all(|other| all[*other].optional);
    asked.contains(&number) && is_first(number)
}

/// A step that is only proposed to be asked about is asked about before this part: where it is unclear what the part does, or as if a person
/// wanted it, where nothing of the step says why.
pub fn is_proposed_before(edge: &Edge, number: usize) -> bool {
    let all = edge.parts();
    let is_told = |n: usize| cause(edge, n, all[n]).is_some() || doubt(edge, n, all[n]).is_some();
    match (0..all.len()).any(is_told) {
        true => all.get(number).is_some_and(|action| doubt(edge, number, action).is_some()),
        false => is_asked_before(edge, number),
    }
}

/// A key that may send what was typed, whatever it leads to.
pub fn may_send(keys: &[String]) -> bool {
    matches!(key_kind(keys), KeyKind::Saves | KeyKind::MaySend)
}

/// Keys that answer a dialog which asks for something dangerous, such as Enter under “Delete everything?” (SPEC ACT.5). To move about in
/// it, or to leave it with Escape, is no answer.
pub fn keys_answer_danger(keys: &[String], dialogs: &[String]) -> bool {
    key_kind(keys) != KeyKind::Moves && dialogs.iter().any(|text| question(text).is_some())
}

/// A key that sends a form, saves, leads to another screen, or answers what a click brought up; Enter in a search field does not.
fn sends_by_key(edge: &Edge, number: usize, action: &Action) -> bool {
    if action.action_type != ActionType::KeyPress {
        return false;
    }
    let all = edge.parts();
    let before = without_open_list(&all[..number.min(all.len())]);
    let filled = has_changed(before);
    let searches = !filled && before.iter().any(|a| a.action_type == ActionType::TextInput && !fills_in(a));
    let leads_on = leads_on(edge, number);
    // What a click brought up, such as a question, takes the key; a row that was clicked is opened by it.
    let on_row = |a: &Action| a.target.as_ref().is_some_and(is_row);
    let answers = before.iter().any(|a| a.action_type == ActionType::MouseClick && !on_row(a));
    match key_kind(&action.parameters.keys) {
        KeyKind::Saves => true,
        KeyKind::MaySend => filled || !searches && (leads_on || answers),
        KeyKind::Letter => !searches && (leads_on || answers),
        KeyKind::Chord => !searches && leads_on,
        KeyKind::Moves => false,
    }
}

/// A double click that leads on after something was filled in sends it; one on a row opens what it stands for.
fn sends_by_double_click(edge: &Edge, number: usize, action: &Action) -> bool {
    let all = edge.parts();
    let is_double = action.action_type == ActionType::MouseClick && action.parameters.clicks == Some(2);
    let on_row = action.target.as_ref().is_some_and(is_row);
    is_double && !on_row && leads_on(edge, number) && has_changed(&all[..number.min(all.len())])
}

/// It is the last part of an edge that leads to another screen.
fn leads_on(edge: &Edge, number: usize) -> bool {
    number + 1 >= edge.parts().len() && edge.from_node != edge.to_node
}

/// What was done before, without a list of choices that was opened last, and keys to move about in it: the next key chooses from it.
fn without_open_list<'p, 'e>(before: &'p [&'e Action]) -> &'p [&'e Action] {
    let is_key = |a: &Action| {
        let kind = key_kind(&a.parameters.keys);
        a.action_type == ActionType::KeyPress && matches!(kind, KeyKind::Moves | KeyKind::Letter)
    };
    let is_list = |a: &Action| {
        let kind = a.target.as_ref().and_then(|t| t.element_type);
        a.action_type == ActionType::MouseClick && kind == Some(ElementType::Dropdown)
    };
    let keys = before.iter().rev().take_while(|a| is_key(a)).count();
    match before[..before.len() - keys].split_last() {
        Some((last, rest)) if is_list(last) => rest,
        _ => before,
    }
}

/// What is asked near a button, where no dialog is seen around it: a bar in the page that says “Delete for good?” above its Yes. The words
/// on other things to press are no question.
pub fn near_question(state: &ScreenState, button: Option<Rect>) -> Vec<String> {
    let Some(button) = button else { return Vec::new() };
    let presses = |b: Rect| {
        state.ui_elements.iter().any(|e| e.element_type.is_pressed() && e.bbox.contains(b.center()))
    };
    let is_near = |b: Rect| {
        let height = b.height() as i32;
        let across = (b.x1 - button.x2).max(button.x1 - b.x2);
        let along = (b.y1 - button.y2).max(button.y1 - b.y2);
        across <= QUESTION_BESIDE * height && along <= QUESTION_ABOVE * height
    };
    let lines = state.perception.detected_text.iter().filter_map(|t| Some((t.bbox?, t.text.as_str())));
    let near = lines.filter(|(b, _)| !button.contains(b.center()) && is_near(*b) && !presses(*b));
    let asks = |text: &str| {
        let is_asked = text.contains('?');
        question(text).is_some_and(|word| is_asked || word.kind.destroys())
    };
    near.map(|(_, text)| text.to_owned()).filter(|text| asks(text)).collect()
}

/// A thing to press that says nothing: neither its words nor a name beside it, nor the words on what was found tell what it does.
pub fn says_nothing(action: &Action, found: &str) -> bool {
    let Some(target) = action.target.as_ref().filter(|_| action.action_type == ActionType::MouseClick) else {
        return false;
    };
    let is_button = matches!(
        target.element_type,
        Some(ElementType::IconButton | ElementType::Image | ElementType::Button)
    );
    // One letter on an icon is rather its drawing, read as a letter.
    let says = |text: Option<&str>| {
        text.is_some_and(|t| t.chars().filter(|c| c.is_alphanumeric()).count() >= LEAST_TELLING_LETTERS)
    };
    let name = target.anchor.as_ref().and_then(|a| a.name.as_deref());
    is_button && !says(target.text.as_deref()) && !says(name) && !says(Some(found))
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_model::{Target, UIElement};

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

    fn on(kind: ElementType, label: &str) -> Action {
        let target = Target { text: Some(label.into()), element_type: Some(kind), ..Target::default() };
        Action { target: Some(target), ..Action::new(ActionType::MouseClick) }
    }

    #[test]
    fn what_is_ticked_or_chosen_is_sent_by_a_key_as_what_is_typed_is() {
        let tick = || on(ElementType::Checkbox, "Urgent");
        let choose = || vec![on(ElementType::Dropdown, "Ward"), on(ElementType::ListItem, "Surgery")];
        for chord in [&["F9"][..], &["ALT", "v"], &["ENTER"], &["SPACE"]] {
            assert!(judged(vec![tick(), keys(chord)], "N1_form"), "{chord:?} after a tick");
            let chosen = choose().into_iter().chain([keys(chord)]).collect();
            assert!(judged(chosen, "N1_form"), "{chord:?} after a choice");
        }
        let picks = vec![on(ElementType::Dropdown, "Ward"), keys(&["DOWN"]), keys(&["ENTER"])];
        assert!(!judged(picks, "N1_form"), "Enter chooses from the list");
    }

    #[test]
    fn a_key_answers_what_a_click_brought_up() {
        let delete = || on(ElementType::Button, "Open");
        let middle = |key: &[&str]| {
            let mut action = Action::new(ActionType::Compound);
            action.parameters.steps = vec![delete(), keys(key), on(ElementType::Link, "Back")];
            let edge = Edge {
                from_node: "N1".into(),
                to_node: "N1".into(),
                action: Some(action),
                ..Edge::default()
            };
            is_irreversible(&edge, 1, edge.parts()[1])
        };
        for key in [&["ENTER"][..], &["SPACE"], &["Y"], &["o"], &["J"]] {
            assert!(middle(key), "{key:?}");
            assert!(judged(vec![keys(key)], "N2_done"), "{key:?} leads on");
        }
        assert!(!middle(&["DOWN"]) && !middle(&["ESCAPE"]) && !middle(&["CTRL", "A"]));
        assert!(judged(vec![keys(&["CTRL", "D"])], "N2_done"), "nothing is known of it");
        assert!(!judged(vec![keys(&["CTRL", "D"])], "N1_form"));
    }

    #[test]
    fn keys_under_a_dangerous_question_answer_it() {
        let asked = ["Delete everything? This cannot be undone.".to_owned()];
        for key in [&["ENTER"][..], &["SPACE"], &["Y"], &["CTRL", "D"]] {
            assert!(keys_answer_danger(&keys(key).parameters.keys, &asked), "{key:?}");
            assert!(
                !keys_answer_danger(&keys(key).parameters.keys, &["Your opinion counts".to_owned()]),
                "{key:?}"
            );
        }
        assert!(!keys_answer_danger(&keys(&["ESCAPE"]).parameters.keys, &asked));
        assert!(!keys_answer_danger(&[], &asked));
    }

    #[test]
    fn a_double_click_that_leads_on_sends_what_was_filled_in() {
        let double = || {
            let mut action = on(ElementType::Label, "Ready");
            action.parameters.clicks = Some(2);
            action
        };
        assert!(judged(vec![typing("Phone", "form_input"), double()], "N2_x"));
        assert!(!judged(vec![typing("Search", "search"), double()], "N2_x"));
        assert!(!judged(vec![double()], "N2_x"), "it opens something");
        assert!(!judged(vec![typing("Phone", "form_input"), double()], "N1_form"));
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
        assert!(says_nothing(&icon(None), ""));
        assert!(!says_nothing(&icon(Some("Add")), ""));
        assert!(says_nothing(&icon(Some("O")), ""), "its drawing was read as a letter");
        assert!(!says_nothing(&icon(None), "Print"));
    }

    #[test]
    fn a_question_near_the_button_is_read_though_no_dialog_is_seen() {
        let line = |text: &str, x: i32, y: i32| lea_model::DetectedText {
            text: text.into(),
            bbox: Some(Rect::from([x, y, x + 9 * text.len() as i32, y + 16])),
            ..lea_model::DetectedText::default()
        };
        let yes = Some(Rect::from([400, 100, 450, 124]));
        let near = |lines: &[(&str, i32, i32)], buttons: &[[i32; 4]]| {
            let mut state = ScreenState::default();
            state.perception.detected_text = lines.iter().map(|(t, x, y)| line(t, *x, *y)).collect();
            let button = |b: &[i32; 4]| UIElement::new("b".to_owned(), ElementType::Button, Rect::from(*b));
            state.ui_elements = buttons.iter().map(button).collect();
            !near_question(&state, yes).is_empty()
        };
        assert!(near(&[("Supprimer définitivement ?", 100, 104)], &[]), "in the same bar");
        assert!(near(&[("All records will be deleted.", 380, 60)], &[]), "above it");
        assert!(!near(&[("Supprimer définitivement ?", 100, 500)], &[]), "elsewhere");
        assert!(!near(&[("Continuer ?", 100, 104)], &[]));
        let delete = [("Supprimer", 470, 104)];
        assert!(!near(&delete, &[[460, 100, 570, 124]]), "another button");
    }

    #[test]
    fn a_person_is_asked_before_the_first_thing_that_is_pressed() {
        let asked = |steps: Vec<Action>| {
            let mut action = Action::new(ActionType::Compound);
            let count = steps.len();
            action.parameters.steps = steps;
            let edge = Edge { action: Some(action), ..Edge::default() };
            (0..count).filter(|n| is_asked_before(&edge, *n)).collect::<Vec<_>>()
        };
        let phone = || typing("Phone", "form_input");
        let optional = || Action { optional: true, ..on(ElementType::Button, "More") };
        assert_eq!(asked(vec![phone(), on(ElementType::Button, "Go on"), keys(&["TAB"])]), [1]);
        assert_eq!(asked(vec![optional(), phone(), on(ElementType::Button, "Go on")]), [0, 2]);
        assert_eq!(asked(vec![phone(), phone()]), [0]);
    }

    #[test]
    fn what_is_proposed_is_asked_where_it_is_unclear() {
        let at = |steps: Vec<Action>| {
            let mut action = Action::new(ActionType::Compound);
            let count = steps.len();
            action.parameters.steps = steps;
            let edge = Edge { to_node: "N2_x".into(), action: Some(action), ..Edge::default() };
            (0..count).filter(|n| is_proposed_before(&edge, *n)).collect::<Vec<_>>()
        };
        let button = |label| on(ElementType::Button, label);
        assert_eq!(at(vec![button("Details"), typing("Phone", "form_input"), button("Fertig")]), [2]);
        assert_eq!(at(vec![button("Details"), button("Send")]), Vec::<usize>::new(), "a word says why");
        assert_eq!(at(vec![button("Details"), button("Weiter")]), [0], "nothing of it says why");
    }
}
