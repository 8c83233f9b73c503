//! The risk of a step as it is proposed (SPEC ACT.5): from the words, roles and keys that a run judges by, the question that a yes answered
//! in the demonstrations, and what the step changed there. What stays unclear is to be asked about.

use super::Builder;
use super::record::lines;
use crate::graph::lesson::Deed;
use crate::graph::ways::Way;
use lea_lexicon::risk::changes::changes_record;
use lea_lexicon::risk::submits::{self, Cause};
use lea_lexicon::risk::{affirmative, question};
use lea_model::workflow::{Edge, ProposedLevel, Risk};
use lea_model::{ElementType, Rect, ScreenState};

impl Builder<'_> {
    /// What is proposed for an edge that a way was made into. `kept` are the steps of the way that are its parts.
    pub(super) fn risk(&self, way: &Way, kept: &[usize], edge: &Edge) -> Risk {
        let asked = |n: usize| {
            let done = kept.get(n).into_iter().flat_map(|s| way.steps[*s].done());
            done.into_iter().find_map(|(d, a)| {
                let act = &self.lesson.demos[d].acts[a];
                let place = act.target.as_ref().and_then(|t| t.position.as_ref()).map(|p| p.bbox);
                answers(&act.deed, (act.label(), place), &self.lesson.screens[act.on].state)
            })
        };
        proposed(edge, asked)
    }
}

/// What is proposed for an edge; `asked` says for each of its parts which dangerous question it answered in some demonstration.
pub(super) fn proposed(edge: &Edge, asked: impl Fn(usize) -> Option<String>) -> Risk {
    let parts = edge.parts();
    if parts.is_empty() {
        return Risk::proposal(ProposedLevel::Free, "nothing is done: the screen changes by itself");
    }
    let told = |n: usize| submits::cause(edge, n, parts[n]).or_else(|| asked(n).map(Cause::Question));
    let causes: Vec<Cause> = (0..parts.len()).filter_map(told).collect();
    let clear = causes.iter().find(|cause| !cause.is_unclear()).or(causes.first()).cloned();
    let unclear = || (0..parts.len()).find_map(|n| submits::doubt(edge, n, parts[n]));
    match clear.or_else(unclear) {
        Some(cause) => Risk::proposal(ProposedLevel::Ask, cause.to_string()),
        None if parts.iter().any(|a| changes_record(a)) => {
            Risk::proposal(ProposedLevel::Free, "it fills in, and nothing of it sends that")
        }
        None => Risk::proposal(ProposedLevel::Free, "nothing it presses says that it cannot be taken back"),
    }
}

/// The dangerous question that was said yes to on a screen: by what, on which label, and where.
fn answers(deed: &Deed, (label, place): (&str, Option<Rect>), state: &ScreenState) -> Option<String> {
    match deed {
        Deed::Click { .. } if affirmative(label) => {
            let at = place?;
            let near = submits::near_question(state, Some(at));
            let around = dialogs(state).filter(|(b, _)| b.contains(at.center())).map(|(_, text)| text);
            around.chain(near).find(|text| question(text).is_some())
        }
        Deed::Keys(keys) => {
            let mut all = dialogs(state).map(|(_, text)| text);
            all.find(|text| submits::keys_answer_danger(keys, std::slice::from_ref(text)))
        }
        _ => None,
    }
}

/// What each dialog on a screen says.
fn dialogs(state: &ScreenState) -> impl Iterator<Item = (Rect, String)> {
    let all = state.ui_elements.iter().filter(|e| e.element_type == ElementType::Dialog);
    all.map(|e| {
        let said: Vec<&str> =
            lines(state).filter(|(b, _)| e.bbox.contains(b.center())).map(|l| l.1).collect();
        (e.bbox, said.join(" "))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_model::workflow::{RecordKind, RecordMark, RiskLevel};
    use lea_model::{Action, ActionType, DetectedText, Target, UIElement};

    fn click(label: &str, kind: ElementType) -> Action {
        let text = Some(label.to_owned()).filter(|l| !l.is_empty());
        let target = Target { text, element_type: Some(kind), ..Target::default() };
        Action { target: Some(target), ..Action::new(ActionType::MouseClick) }
    }

    fn types(label: &str) -> Action {
        Action { action_type: ActionType::TextInput, ..click(label, ElementType::TextInput) }
    }

    fn press(keys: &[&str]) -> Action {
        let mut action = Action::new(ActionType::KeyPress);
        action.parameters.keys = keys.iter().map(|k| (*k).to_owned()).collect();
        action
    }

    fn edge(steps: Vec<Action>) -> Edge {
        let mut action = Action::new(ActionType::Compound);
        action.parameters.steps = steps;
        Edge { from_node: "N1_a".into(), to_node: "N2_b".into(), action: Some(action), ..Edge::default() }
    }

    fn judged(steps: Vec<Action>) -> (RiskLevel, String) {
        let risk = proposed(&edge(steps), |_| None);
        assert_eq!((risk.decided_by, risk.content_hash), (None, None), "a proposal is no decision");
        (risk.level, risk.why)
    }

    #[test]
    fn words_and_keys_that_send_are_to_be_asked_about_and_say_why() {
        let (level, why) = judged(vec![types("Phone"), click("Valider", ElementType::Button)]);
        assert!(level == RiskLevel::Ask && why.contains("valider"), "{why}");
        let (level, why) = judged(vec![types("Phone"), press(&["CTRL", "ENTER"])]);
        assert!(level == RiskLevel::Ask && why.contains("CTRL+ENTER"), "{why}");
        let (level, why) = judged(vec![press(&["CTRL", "D"])]);
        assert!(level == RiskLevel::Ask && why.contains("nothing says"), "{why}");
    }

    #[test]
    fn what_leads_about_or_only_fills_in_is_free() {
        assert_eq!(judged(vec![click("Next", ElementType::Button)]).0, RiskLevel::Free);
        assert_eq!(judged(vec![click("Invoices", ElementType::Tab)]).0, RiskLevel::Free);
        let (level, why) = judged(vec![types("Phone"), types("Street")]);
        assert!(level == RiskLevel::Free && why.contains("fills in"), "{why}");
        assert_eq!(judged(vec![types("Phone"), click("Back", ElementType::Button)]).0, RiskLevel::Free);
        assert_eq!(judged(vec![types("Search"), press(&["ENTER"])]).0, RiskLevel::Free);
        assert_eq!(proposed(&Edge::default(), |_| None).level, RiskLevel::Free);
    }

    #[test]
    fn what_is_unclear_is_to_be_asked_about() {
        assert_eq!(judged(vec![click("", ElementType::IconButton)]).0, RiskLevel::Ask);
        let (level, why) = judged(vec![types("Phone"), click("Fertig", ElementType::Button)]);
        assert!(level == RiskLevel::Ask && why.contains("filled in"), "{why}");
        assert_eq!(
            judged(vec![click("Fertig", ElementType::Button)]).0,
            RiskLevel::Free,
            "it changed nothing"
        );
        let mut marked = edge(vec![click("Fertig", ElementType::Button)]);
        marked.record = Some(RecordMark { kind: RecordKind::Existing, ..RecordMark::default() });
        assert_eq!(proposed(&marked, |_| None).level, RiskLevel::Ask, "it changed the record");
    }

    #[test]
    fn a_yes_is_as_dangerous_as_the_question_it_answers() {
        let mut state = ScreenState::default();
        let line = |text: &str, y: i32| DetectedText {
            text: text.into(),
            bbox: Some(Rect::from([320, y, 600, y + 16])),
            ..DetectedText::default()
        };
        state.perception.detected_text = vec![line("Delete everything?", 220), line("Yes", 400)];
        state.ui_elements = vec![UIElement::new("d", ElementType::Dialog, Rect::from([300, 200, 700, 440]))];
        let at = Some(Rect::from([320, 396, 380, 420]));
        let left = Deed::Click { button: lea_model::MouseButton::Left, clicks: 1 };
        assert!(answers(&left, ("Yes", at), &state).is_some_and(|t| t.contains("Delete everything")));
        assert_eq!(answers(&left, ("No", at), &state), None);
        let key = |name: &str| answers(&Deed::Keys(vec![name.into()]), ("", None), &state);
        assert!(key("ENTER").is_some() && key("ESCAPE").is_none());
        let yes = proposed(&edge(vec![click("Yes", ElementType::Button)]), |_| Some("Delete all?".into()));
        assert!(yes.level == RiskLevel::Ask && yes.why.contains("Delete all?"), "{}", yes.why);
    }
}
