//! How far a run has come: which edges are done, which rows of a loop. Everything needed to go on after a crash can be told again from
//! the journal.

use lea_model::run::{Entry, Intent, StepVerdict};
use lea_model::workflow::Edge;
use std::collections::{BTreeMap, BTreeSet};

use crate::plan::is_once;

/// How far a run has come.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// Edges done in this turn of the loop, or in the whole run where there is none.
    done: BTreeSet<String>,
    /// Edges that are done once for the whole run.
    once: BTreeSet<String>,
    /// Rows that a loop has begun, by the edge it begins with.
    rows: BTreeMap<String, Vec<String>>,
    /// Edges done in all.
    pub edges: u64,
    /// An edge that was begun and not finished, and how many of its parts are done.
    pub begun: Option<(String, usize)>,
    /// The row of a turn that was begun, until its first edge is done.
    turn: Option<(String, String)>,
    /// The edges of this turn in order: where each began, and where it led.
    trail: Vec<Trod>,
}

/// An edge that was taken.
#[derive(Clone, Debug)]
struct Trod {
    edge: String,
    from: String,
    to: String,
    /// The row of the loop that it began, with the edge the loop is known by.
    row: Option<(String, String)>,
}

impl Progress {
    /// The edge was done, in this turn.
    pub fn is_done(&self, edge: &Edge) -> bool {
        self.once.contains(&edge.edge_id) || self.done.contains(&edge.edge_id)
    }

    /// A row was begun before.
    pub fn has_row(&self, edge: &str, row: &str) -> bool {
        self.rows.get(edge).is_some_and(|rows| rows.iter().any(|r| r == row))
    }

    /// How many rows were begun.
    pub fn turns(&self, edge: &str) -> usize {
        self.rows.get(edge).map_or(0, Vec::len)
    }

    /// A turn begins: what was done in the turn before may be done again.
    pub fn begin_turn(&mut self, edge: &str, row: &str) {
        self.rows.entry(edge.to_owned()).or_default().push(row.to_owned());
        self.done.clear();
        self.trail.clear();
        self.turn = Some((edge.to_owned(), row.to_owned()));
    }

    /// The run is on this node. Where the last edge led elsewhere, it was thrown back (by an error, a login, a person): what was done
    /// since it was last left is to be done anew, and is given back.
    pub fn come_back(&mut self, node: &str) -> Vec<String> {
        let is_there = self.trail.last().is_none_or(|last| last.to == node);
        if is_there && (self.trail.last().is_some() || self.turn.is_none()) {
            return Vec::new();
        }
        if self.trail.is_empty() {
            // A turn was begun and its first edge never finished: its row is not done.
            self.forget_turn();
            return Vec::new();
        }
        let Some(from) = self.trail.iter().rposition(|t| t.from == node) else { return Vec::new() };
        let undone: Vec<Trod> = self.trail.split_off(from);
        for trod in &undone {
            self.done.remove(&trod.edge);
            self.once.remove(&trod.edge);
            if let Some((edge, row)) = &trod.row
                && let Some(rows) = self.rows.get_mut(edge)
            {
                rows.retain(|r| r != row);
            }
        }
        undone.into_iter().map(|t| t.edge).collect()
    }

    fn forget_turn(&mut self) {
        if let Some((edge, row)) = self.turn.take()
            && let Some(rows) = self.rows.get_mut(&edge)
        {
            rows.retain(|r| *r != row);
        }
    }

    /// Parts of the edge are done.
    pub fn part_done(&mut self, edge: &str, parts: usize) {
        self.begun = Some((edge.to_owned(), parts));
    }

    /// The edge is done.
    pub fn arrived(&mut self, edge: &Edge) {
        self.begun = None;
        self.edges += 1;
        if is_once(edge) {
            self.once.insert(edge.edge_id.clone());
        }
        self.done.insert(edge.edge_id.clone());
        let (edge_id, from, to) = (edge.edge_id.clone(), edge.from_node.clone(), edge.to_node.clone());
        self.trail.push(Trod { edge: edge_id, from, to, row: self.turn.take() });
    }
}

/// What a journal tells of a run that was cut short.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// How far it came.
    pub progress: Progress,
    /// What was about to be done, oldest first; whether it happened is not known. A reflex may come in the middle of a step.
    pub pending: Vec<Intent>,
    /// Values that were read from the screen.
    pub read: BTreeMap<String, String>,
    /// The number of the last action.
    pub steps: u64,
    /// The run had ended.
    pub ended: bool,
}

/// Reads a journal. `edge` knows the edges of the workflow.
pub fn replay<'a>(entries: &[Entry], edge: impl Fn(&str) -> Option<&'a Edge>) -> Told {
    let mut told = Told::default();
    for entry in entries {
        match entry {
            Entry::Begin { .. } => told.ended = false,
            Entry::Intend { intent } => {
                told.steps = told.steps.max(intent.step);
                // It is only done again once it is known that it did not happen.
                told.pending.retain(|i| (&i.edge, i.part) != (&intent.edge, intent.part));
                told.pending.push(intent.clone());
            }
            Entry::Conclude { record } => {
                // What cannot be taken back and was not seen to have worked stays unknown.
                let unknown = record.irreversible && record.verdict() != Some(StepVerdict::Verified);
                told.pending.retain(|i| i.step != record.step || unknown);
                if record
                    .verification
                    .as_ref()
                    .is_some_and(|v| v.suggestion == lea_model::run::Suggestion::Continue)
                {
                    told.progress.part_done(&record.edge, record.part + 1);
                }
            }
            Entry::Arrived { edge: id, .. } => {
                told.pending.retain(|i| i.edge != *id);
                if let Some(edge) = edge(id) {
                    told.progress.arrived(edge);
                }
            }
            Entry::Read { values } => {
                let texts = values.iter().filter_map(|(k, v)| Some((k.clone(), v.as_str()?.to_owned())));
                told.read.extend(texts);
            }
            Entry::Turn { edge, row } => told.progress.begin_turn(edge, row),
            Entry::Note { .. } => {}
            Entry::End { .. } => told.ended = true,
        }
    }
    told
}
