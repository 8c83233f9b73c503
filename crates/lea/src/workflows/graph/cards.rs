//! What is drawn: a card for every screen, an arrow for every step, whatever the form.

use super::super::words;
use lea_model::{Edge, Workflow};

/// What a card stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardKind {
    /// A screen.
    Screen,
    /// A screen that shows an error.
    Error,
    /// Every screen.
    Any,
}

/// A screen, or what stands for every screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// What it stands for.
    pub kind: CardKind,
    /// Its place among the nodes; none for every screen.
    pub node: Option<usize>,
    /// Its name.
    pub title: String,
    /// Work may begin here.
    pub is_entry: bool,
    /// Work may end here.
    pub is_end: bool,
}

/// What an arrow is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// A step.
    Step,
    /// A step that is repeated.
    Loop,
    /// Into an error.
    Error,
    /// Back from an error.
    Recovery,
}

/// A step, or a way back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What it is.
    pub kind: LineKind,
    /// Its place among the edges; none for a way back.
    pub edge: Option<usize>,
    /// The card it begins at.
    pub from: usize,
    /// The card it leads to.
    pub to: usize,
    /// What is done.
    pub text: String,
    /// When, or how often.
    pub when: Option<String>,
}

/// Everything that is drawn.
pub struct Cards {
    /// The cards.
    pub cards: Vec<Card>,
    /// The arrows between them.
    pub lines: Vec<Line>,
}

/// What is drawn of a workflow. Arrows to nodes that do not exist are left out.
pub fn cards(workflow: &Workflow) -> Cards {
    let mut cards: Vec<Card> = workflow
        .nodes
        .iter()
        .enumerate()
        .map(|(n, node)| Card {
            kind: if node.is_error_node { CardKind::Error } else { CardKind::Screen },
            node: Some(n),
            title: words::node(workflow, &node.node_id),
            is_entry: workflow.entry_nodes.contains(&node.node_id),
            is_end: workflow.end_nodes.contains(&node.node_id),
        })
        .collect();
    let any = cards.len();
    if workflow.edges.iter().any(Edge::is_from_any) {
        let title = "Any screen".to_owned();
        cards.push(Card { kind: CardKind::Any, node: None, title, is_entry: false, is_end: false });
    }
    let place = |id: &str| workflow.nodes.iter().position(|n| n.node_id == id);
    let mut lines = Vec::new();
    for (n, edge) in workflow.edges.iter().enumerate() {
        let from = if edge.is_from_any() { Some(any) } else { place(&edge.from_node) };
        let (Some(from), Some(to)) = (from, place(&edge.to_node)) else { continue };
        let kind = if edge.is_from_any() || cards[to].kind == CardKind::Error {
            LineKind::Error
        } else if edge.repeat.is_some() {
            LineKind::Loop
        } else {
            LineKind::Step
        };
        let condition = edge.condition.as_ref().map(|c| words::condition(workflow, c));
        let when = condition.into_iter().chain(edge.repeat.as_ref().map(words::repeat)).collect::<Vec<_>>();
        let when = (!when.is_empty()).then(|| when.join(", "));
        lines.push(Line { kind, edge: Some(n), from, to, text: words::step(edge), when });
        let turns =
            edge.condition.iter().flat_map(|c| [(&c.on_true, "if it holds"), (&c.on_false, "otherwise")]);
        for (id, when) in turns.filter_map(|(id, when)| Some((id.as_ref()?, when))) {
            if let Some(to) = place(id).filter(|t| *t != to) {
                let when = Some(when.to_owned());
                lines.push(Line { kind, edge: Some(n), from, to, text: words::step(edge), when });
            }
        }
    }
    for (from, node) in workflow.nodes.iter().enumerate() {
        for recovery in &node.recovery_actions {
            let Some(to) = recovery.return_to_node.as_deref().and_then(place) else { continue };
            let run = recovery.workflow_id.as_ref().map(|id| format!("run {id}"));
            let act = recovery.action.as_ref().map(words::recovery);
            let text = run.into_iter().chain(act).collect::<Vec<_>>().join(", ");
            let text = if text.is_empty() { "go on".to_owned() } else { text };
            lines.push(Line { kind: LineKind::Recovery, edge: None, from, to, text, when: None });
        }
    }
    Cards { cards, lines }
}
