//! What an edge means (SPEC ACT.5): what a person decides on when they decide its risk. Statistics, other words that a target was seen
//! with, pictures, places and fingerprints are no part of it: they change as runs are learnt from.

use serde::Serialize;

use super::{
    Action, ActionType, Check, Condition, Container, Edge, Effect, InRow, Loop, PreCondition, RecordKind,
    SelectionPolicy, Target, TargetKind, Trigger,
};
use crate::element::ElementType;
use crate::session::MouseButton;

/// The form below: another one makes every decision of before undecided.
const FORM: &str = "edge 1";

#[derive(Serialize)]
struct Meaning<'e> {
    form: &'static str,
    from_node: &'e str,
    to_node: &'e str,
    expected_node: Option<&'e str>,
    trigger: Option<Trigger>,
    condition: Option<&'e Condition>,
    repeat: Option<&'e Loop>,
    before: &'e [PreCondition],
    after: Vec<&'e Check>,
    effects: &'e [Effect],
    record: Option<(RecordKind, Vec<&'e str>)>,
    parts: Vec<Done<'e>>,
}

/// One of its actions.
#[derive(Serialize)]
struct Done<'e> {
    action: ActionType,
    optional: bool,
    target: Option<Thing<'e>>,
    to: Option<Thing<'e>>,
    button: Option<MouseButton>,
    clicks: u8,
    keys: &'e [String],
    text: Option<&'e str>,
    append: bool,
    then_tab: bool,
    app: Option<&'e str>,
    title: Option<&'e str>,
    delta: Option<[f64; 2]>,
    until: Option<&'e Check>,
    variable: Option<&'e str>,
    prompt: Option<&'e str>,
    workflow: Option<&'e str>,
}

/// What it points at.
#[derive(Serialize)]
struct Thing<'e> {
    kind: TargetKind,
    role: Option<&'e str>,
    element_type: Option<ElementType>,
    text: Option<&'e str>,
    name: Option<&'e str>,
    policy: SelectionPolicy,
    container: Option<&'e Container>,
    in_row: Option<&'e InRow>,
}

impl Edge {
    /// A hash of what it means, in hexadecimal: the same for two edges that do the same to the same under the same conditions.
    pub fn content_hash(&self) -> String {
        let meaning = Meaning {
            form: FORM,
            from_node: &self.from_node,
            to_node: &self.to_node,
            expected_node: self.post_conditions.expected_node.as_deref(),
            trigger: self.trigger,
            condition: self.condition.as_ref(),
            repeat: self.repeat.as_ref(),
            before: &self.constraints.pre_conditions,
            after: self.post_checks().collect(),
            effects: &self.effects,
            record: self
                .record
                .as_ref()
                .map(|r| (r.kind, r.identity.iter().map(|i| i.variable.as_str()).collect())),
            parts: self.parts().into_iter().map(done).collect(),
        };
        // What cannot be written has no hash, and no decision fits it.
        let hash = |written: Vec<u8>| blake3::hash(&written).to_hex().to_string();
        serde_json::to_vec(&meaning).map(hash).unwrap_or_default()
    }
}

fn done(action: &Action) -> Done<'_> {
    let p = &action.parameters;
    Done {
        action: action.action_type,
        optional: action.optional,
        target: action.target.as_ref().map(thing),
        to: p.to.as_ref().map(thing),
        button: p.button,
        clicks: p.clicks.unwrap_or(1),
        keys: &p.keys,
        text: p.text.as_deref(),
        append: p.append,
        then_tab: p.then_tab,
        app: p.target_app.as_deref(),
        title: p.title_contains.as_deref(),
        delta: p.delta,
        until: p.until.as_ref(),
        variable: p.variable.as_deref(),
        prompt: p.prompt.as_deref(),
        workflow: p.workflow_id.as_deref(),
    }
}

fn thing(target: &Target) -> Thing<'_> {
    let anchor = target.anchor.as_ref();
    Thing {
        kind: target.kind,
        role: target.role.as_deref(),
        element_type: target.element_type,
        text: target.text.as_deref(),
        name: anchor.and_then(|a| a.name.as_deref()),
        policy: target.selection_policy,
        container: anchor.and_then(|a| a.container.as_ref()),
        in_row: target.in_row.as_ref(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may fail")]
mod tests {
    use super::*;
    use crate::element::InteractionHistory;
    use crate::workflow::{Anchor, ConditionType, EdgeStats, Frequency, RecordMark};

    fn edge() -> Edge {
        let target = Target {
            text: Some("Open".into()),
            role: Some("navigation".into()),
            element_type: Some(ElementType::Button),
            anchor: Some(Anchor { container: Some(Container::default()), ..Anchor::default() }),
            ..Target::default()
        };
        let action = Action { target: Some(target), ..Action::new(ActionType::MouseClick) };
        Edge { from_node: "N1_a".into(), to_node: "N2_b".into(), action: Some(action), ..Edge::default() }
    }

    fn changed(change: impl FnOnce(&mut Edge)) -> bool {
        let mut other = edge();
        change(&mut other);
        other.content_hash() != edge().content_hash()
    }

    fn target(edge: &mut Edge) -> &mut Target {
        edge.action.as_mut().unwrap().target.as_mut().unwrap()
    }

    fn anchor(edge: &mut Edge) -> &mut Anchor {
        target(edge).anchor.as_mut().unwrap()
    }

    #[test]
    fn what_is_done_to_what_under_which_conditions_is_the_meaning() {
        assert!(changed(|e| e.action = None));
        assert!(changed(|e| e.action.as_mut().unwrap().action_type = ActionType::Hover));
        assert!(changed(|e| e.action.as_mut().unwrap().parameters.keys = vec!["ENTER".into()]));
        assert!(changed(|e| e.action.as_mut().unwrap().parameters.text = Some("${name}".into())));
        assert!(changed(|e| e.action.as_mut().unwrap().parameters.clicks = Some(2)));
        assert!(changed(|e| e.action.as_mut().unwrap().parameters.workflow_id = Some("WF_x".into())));
        assert!(changed(|e| target(e).text = Some("Delete".into())));
        assert!(changed(|e| target(e).role = None));
        assert!(changed(|e| target(e).element_type = Some(ElementType::Link)));
        assert!(changed(|e| anchor(e).name = Some("Invoice".into())));
        assert!(changed(|e| anchor(e).container = None));
        assert!(changed(|e| anchor(e).container.as_mut().unwrap().text = Some("Delete all?".into())));
        assert!(changed(|e| e.from_node = "N3_c".into()));
        assert!(changed(|e| e.to_node = "N3_c".into()));
        assert!(changed(|e| e.condition = Some(Condition::new(ConditionType::Expression))));
        assert!(changed(|e| e.constraints.pre_conditions.push(Check::Text("Ready".into()).into())));
        assert!(changed(|e| e.post_conditions.checks.push(Check::Text("Saved".into()))));
        assert!(changed(|e| e.record = Some(RecordMark { kind: RecordKind::New, ..RecordMark::default() })));
    }

    #[test]
    fn what_is_counted_seen_or_painted_is_no_meaning() {
        assert!(!changed(|e| e.stats = EdgeStats { auto_executions: 7, ..EdgeStats::default() }));
        assert!(!changed(|e| e.rare = Some(Frequency { seen: 1, of: 9 })));
        assert!(!changed(|e| e.edge_id = "E9_open".into()));
        assert!(!changed(|e| e.intention = Some("Opens it.".into())));
        assert!(!changed(|e| target(e).label_variants = vec!["Show".into()]));
        assert!(!changed(|e| target(e).interaction_history = Some(InteractionHistory::default())));
        assert!(!changed(|e| target(e).position = Some(crate::workflow::TargetPosition::default())));
        assert!(!changed(|e| anchor(e).crop = Some("crops/other.png".into())));
        assert!(!changed(|e| anchor(e).twins = 2));
        assert!(!changed(|e| e.post_conditions.timeout_seconds = 9.0));
        assert!(!changed(|e| e.risk = Some(crate::workflow::Risk::default())));
        let mut compound = edge();
        let mut all = Action::new(ActionType::Compound);
        all.parameters.steps = compound.action.take().into_iter().collect();
        compound.action = Some(all);
        assert_eq!(compound.content_hash(), edge().content_hash(), "one part of a compound is the part");
    }
}
