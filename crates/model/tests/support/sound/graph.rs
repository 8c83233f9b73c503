//! Sound workflows.

use lea_model::embedding::EmbeddingSpaces;
use lea_model::ids;
use lea_model::workflow::{
    ANY_NODE, Anchor, Check, ConditionType, EmbeddingPrototype, Landmark, LoopType, RecoveryAction,
    RequiredElement,
};
use lea_model::{
    Action, ActionType, Condition, Edge, ErrorType, LearningState, Loop, Node, Target, Variable, Workflow,
};

use super::{START, later, space};
use crate::support::Tape;

pub fn workflow(tape: &mut Tape) -> Workflow {
    let count = 1 + tape.below(5);
    let nodes: Vec<Node> = (1..=count).map(|n| node(tape, n, count)).collect();
    let learning_state = tape.one_of(&[
        LearningState::Observation,
        LearningState::Coaching,
        LearningState::AutoCandidate,
        LearningState::AutoConfirmed,
    ]);
    let mut workflow = Workflow {
        workflow_id: ids::workflow_id(&tape.text()),
        name: format!("n{}", tape.text()),
        version: 1 + tape.below(9) as u32,
        learning_state,
        created_at: START.to_owned(),
        updated_at: later(60.0),
        entry_nodes: vec![node_name(1)],
        end_nodes: (0..tape.below(2)).map(|_| node_name(count)).collect(),
        nodes,
        edges: (1..=tape.below(6) as u64).map(|n| edge(tape, n, count)).collect(),
        embedding_spaces: EmbeddingSpaces { current: Some(space().into()), ..EmbeddingSpaces::default() },
        extra: tape.fields(2),
        ..Workflow::default()
    };
    workflow.learning.state = learning_state;
    for i in 0..tape.below(3) {
        let variable =
            Variable { example_values: vec![tape.json(1)], extra: tape.fields(1), ..Variable::default() };
        workflow.variables.insert(format!("montant_{i}"), variable);
    }
    workflow
}

fn node_name(number: usize) -> String {
    format!("N{number}_écran")
}

fn some_node(tape: &mut Tape, count: usize) -> String {
    node_name(1 + tape.below(count))
}

fn node(tape: &mut Tape, number: usize, count: usize) -> Node {
    let mut node =
        Node { node_id: node_name(number), label: tape.text(), extra: tape.fields(1), ..Node::default() };
    if tape.coin() {
        node.screen_template.embedding_prototype = Some(EmbeddingPrototype {
            provider: "lea".to_owned(),
            vector_id: format!("nodes/{number}.npy"),
            min_cosine_similarity: tape.coin().then(|| tape.share()),
            sample_count: 1 + tape.below(100) as u64,
            extra: tape.fields(1),
        });
    }
    if tape.coin() {
        let row =
            RequiredElement { role: Some("row".to_owned()), extra: tape.fields(1), ..Default::default() };
        node.screen_template.required_ui_elements.push(row);
    }
    if tape.coin() {
        node.is_error_node = true;
        node.error_type = Some(tape.one_of(&[ErrorType::Generic, ErrorType::UiNotFound]));
        node.recovery_actions.push(RecoveryAction {
            action: tape.coin().then(|| action(tape, 1).into()),
            return_to_node: Some(some_node(tape, count)),
            workflow_id: tape.coin().then(|| "WF_login".to_owned()),
            extra: tape.fields(1),
        });
    }
    node
}

fn edge(tape: &mut Tape, number: u64, count: usize) -> Edge {
    let from_any = tape.coin();
    let mut edge = Edge {
        edge_id: ids::edge_id(number, "suite"),
        from_node: if from_any { ANY_NODE.to_owned() } else { some_node(tape, count) },
        to_node: some_node(tape, count),
        priority: if from_any { -1 } else { 0 },
        action: tape.coin().then(|| action(tape, 2)),
        extra: tape.fields(1),
        ..Edge::default()
    };
    if tape.coin() {
        edge.condition = Some(Condition {
            expression: Some("variables.montant_0 < 1000.0".to_owned()),
            on_true: Some(some_node(tape, count)),
            on_false: tape.coin().then(|| some_node(tape, count)),
            extra: tape.fields(1),
            ..Condition::new(ConditionType::Expression)
        });
    } else if tape.coin() {
        edge.condition = Some(Condition {
            target_node: Some(some_node(tape, count)),
            min_similarity: Some(tape.share()),
            ..Condition::new(ConditionType::ScreenSimilarity)
        });
    }
    if tape.coin() {
        edge.repeat = Some(Loop {
            iterator: Some("invoice_row".to_owned()),
            variable_binding: Some("row".into()),
            ..Loop::new(LoopType::ForEach)
        });
    }
    edge.post_conditions.expected_node = tape.coin().then(|| some_node(tape, count));
    edge.post_conditions.checks = vec![Check::Text(format!("x{}", tape.text())), Check::WindowTitleChanged];
    edge
}

fn action(tape: &mut Tape, depth: usize) -> Action {
    use ActionType::{Compound, Drag, KeyPress, MouseClick, TextInput};
    let kinds = [MouseClick, TextInput, KeyPress, Drag, Compound];
    let mut action = Action::new(tape.one_of(if depth == 0 { &kinds[..4] } else { &kinds }));
    if action.action_type.needs_target() {
        action.target = Some(target(tape));
    }
    match action.action_type {
        TextInput => action.parameters.text = Some(tape.text()),
        KeyPress => action.parameters.keys = vec!["ENTER".to_owned()],
        Drag => action.parameters.to = Some(target(tape)),
        Compound => {
            action.parameters.steps = (0..=tape.below(2)).map(|_| self::action(tape, depth - 1)).collect();
        }
        _ => {}
    }
    action.extra = tape.fields(1);
    action
}

fn target(tape: &mut Tape) -> Target {
    let mut target = Target { role: Some("validate".to_owned()), extra: tape.fields(1), ..Target::default() };
    match tape.below(3) {
        0 => target.text = Some("Valider".to_owned()),
        1 => target.description = Some("le bouton vert".to_owned()),
        _ => {
            let landmark = Landmark { text: Some(tape.text()), extra: tape.fields(1), ..Landmark::default() };
            let crop = Some("crops/a.png".to_owned());
            target.anchor = Some(Anchor { crop, landmarks: vec![landmark], ..Anchor::default() });
        }
    }
    target
}
