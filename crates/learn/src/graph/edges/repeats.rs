//! Loops, and error screens with the way back (SPEC L4.7, L4.8).

use super::Builder;
use crate::graph::actions;
use crate::graph::lesson::Row;
use crate::graph::variables::Content;
use crate::graph::ways::{Step, Way};
use lea_lexicon::names;
use lea_model::workflow::{
    ANY_NODE, Action, ActionType, Edge, EdgeStats, Loop, LoopType, RecoveryAction, Trigger,
};
use lea_model::{ByName, Workflow, ids};
use lea_recognize::label::normal;

impl Builder<'_> {
    /// What a loop runs over: rows, with what all rows that were picked have in common and others have not; else the rows of a file.
    pub(super) fn loop_of(&self, way: &Way) -> Loop {
        let rows: Vec<_> = way
            .exit()
            .into_iter()
            .flat_map(|s| s.done())
            .filter_map(|(d, a)| self.lesson.demos[d].acts[a].row.clone())
            .collect();
        let exit = way.exit().and_then(|s| s.first(self.lesson));
        if rows.is_empty() && !exit.is_some_and(super::is_entry) {
            let mut repeat = Loop::new(LoopType::CsvRows);
            repeat.variable_binding = Some("row".into());
            return repeat;
        }
        let mut repeat = Loop::new(LoopType::ForEach);
        repeat.iterator = Some("row".into());
        repeat.variable_binding = Some("row".into());
        repeat.filter = filter(&rows);
        repeat
    }

    /// Error screens: nodes of their own, reached from anywhere, with the way back that was shown.
    pub(super) fn add_errors(&mut self, workflow: &mut Workflow, edges: &mut Vec<Edge>) {
        for (kind, error_type) in &self.visits.error_kinds {
            let Some(id) = self.node_ids.get(kind).cloned() else { continue };
            let mishaps: Vec<_> = self.visits.mishaps.iter().filter(|m| m.kind == *kind).collect();
            let mut recovery = RecoveryAction::default();
            if let Some(shown) = mishaps.iter().find(|m| !m.acts.is_empty()) {
                let mut steps = Vec::new();
                for (n, at) in shown.acts.iter().enumerate() {
                    let step = Step { acts: vec![Some(*at)], ..Step::default() };
                    let path = format!("crops/{id}_back_{}.png", n + 1);
                    let act = &self.lesson.demos[at.0].acts[at.1];
                    let typed = act.text().map(|t| Content::Constant(t.to_owned()));
                    if let Some(made) = actions::action(self.lesson, &step, typed.as_ref(), &path) {
                        self.pictures.extend(made.picture.map(|(d, a)| (path, d, a)));
                        steps.push(made.action);
                    }
                }
                let action = match steps.len() {
                    0 | 1 => steps.pop(),
                    _ => {
                        let mut compound = Action::new(ActionType::Compound);
                        compound.parameters.steps = steps;
                        Some(compound)
                    }
                };
                recovery.action = action.map(ByName::Full);
                recovery.return_to_node = shown.back_to.and_then(|k| self.node_ids.get(&k).cloned());
            }
            if let Some(node) = workflow.nodes.iter_mut().find(|n| n.node_id == id) {
                node.is_error_node = true;
                node.error_type = Some(*error_type);
                if recovery.action.is_some() || recovery.return_to_node.is_some() {
                    node.recovery_actions.push(recovery);
                }
                node.metadata.met = Some(mishaps.len() as u64);
            }
            edges.push(Edge {
                edge_id: ids::edge_id(edges.len() as u64 + 1, "error"),
                from_node: ANY_NODE.into(),
                to_node: id,
                priority: -1,
                trigger: Some(Trigger::UnexpectedScreen),
                stats: EdgeStats { manual_executions: mishaps.len() as u64, ..EdgeStats::default() },
                ..Edge::default()
            });
        }
    }
}

/// A condition that all rows picked meet and some other row does not: a column in which they all say the same.
fn filter(rows: &[Row]) -> Option<String> {
    let first = rows.first()?;
    for (at, (header, value)) in first.cells.iter().enumerate() {
        let says = |cells: &[(String, String)]| cells.get(at).map(|c| normal(&c.1)).unwrap_or_default();
        let wanted = normal(value);
        let all = rows.len() > 1 && !wanted.is_empty() && rows.iter().all(|r| says(&r.cells) == wanted);
        let others = rows.iter().flat_map(|r| &r.others).any(|o| says(o) != wanted && !says(o).is_empty());
        if all && others && !header.trim().is_empty() {
            let quoted = serde_json::to_string(value).unwrap_or_default();
            return Some(format!("row.{} == {quoted}", names::variable(header)));
        }
    }
    None
}
