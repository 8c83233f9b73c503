//! How far a run has come: which edges are done, which rows of a loop. Everything needed to go on after a crash can be told again from
//! the journal.

mod replay;

pub use replay::{FileRows, file_rows, irreversible_deed, replay};

use lea_model::Workflow;
use lea_model::workflow::Edge;
use std::collections::{BTreeMap, BTreeSet};

use crate::values::Row;

/// What a note is called that says that only a person's word stands for a step.
pub const HEARSAY: &str = "hearsay";

/// What a note is called that says that another workflow runs inside of this one, and one that says that it is over.
pub const INSIDE: &str = "workflow";
/// See [`INSIDE`].
pub const OUTSIDE: &str = "workflow_over";

/// How far a run has come.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// Edges done in this turn of the loop, or in the whole run where there is none.
    done: BTreeSet<String>,
    /// Edges that are done once for the whole run.
    once: BTreeSet<String>,
    /// Rows that a loop has begun, by the edge it begins with.
    rows: BTreeMap<String, Vec<String>>,
    /// Rows that were seen to be due and have not begun, by the edge of their loop.
    due: BTreeMap<String, Vec<Row>>,
    /// Pages of a loop's rows since its last turn, by the edge of the loop.
    pages: BTreeMap<String, Pages>,
    /// Edges done in all.
    pub edges: u64,
    /// An edge that was begun and not finished, and how many of its parts are done.
    pub begun: Option<(String, usize)>,
    /// The turn of a loop that was begun and has not come back to where it began.
    open: Option<Open>,
    /// The edges of this turn in order: where each began, and where it led.
    trail: Vec<Trod>,
    /// Parts of the edge under way that cannot be taken back and were pressed.
    for_good: Vec<(String, usize)>,
    /// The first edge that this run tried: where it set out, and where that leads.
    set_out: Option<(String, String)>,
    /// Rows that a person left out, by the edge of their loop.
    skipped: BTreeMap<String, Vec<String>>,
}

/// The pages of a loop's rows that were seen.
#[derive(Clone, Debug, Default)]
struct Pages {
    /// By what tells their rows.
    seen: Vec<BTreeSet<String>>,
    /// The last one was among them.
    has_last: bool,
}

/// A turn that is being done.
#[derive(Clone, Debug)]
struct Open {
    edge: String,
    from: String,
    to: String,
    row: String,
}

/// An edge that was taken.
#[derive(Clone, Debug)]
struct Trod {
    edge: String,
    from: String,
    to: String,
    /// Something was pressed in it that cannot be taken back, as it was judged then.
    for_good: bool,
}

/// An edge that was taken and is to be done anew.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undone {
    /// Which.
    pub edge: String,
    /// Something was pressed in it that cannot be taken back.
    pub for_good: bool,
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

    /// Rows that are due: where one of them is no longer seen as a row, it is remembered.
    pub fn saw_due(&mut self, edge: &str, rows: Vec<Row>) {
        let known = self.due.entry(edge.to_owned()).or_default();
        known.retain(|old| !rows.iter().any(|row| row.identity == old.identity));
        known.extend(rows);
    }

    /// Rows that were due once and have not begun.
    pub fn left_over(&self, edge: &str) -> impl Iterator<Item = &Row> {
        let due = self.due.get(edge).into_iter().flatten();
        due.filter(move |row| !self.has_row(edge, &row.identity))
    }

    /// How many rows were begun.
    pub fn turns(&self, edge: &str) -> usize {
        self.rows.get(edge).map_or(0, Vec::len)
    }

    /// A turn begins: what was done in the turn before may be done again.
    pub fn begin_turn(&mut self, edge: &Edge, row: &str) {
        let rows = self.rows.entry(edge.edge_id.clone()).or_default();
        // One that was given back, and is taken again.
        rows.retain(|r| r != row);
        rows.push(row.to_owned());
        self.pages.remove(&edge.edge_id);
        self.done.clear();
        self.trail.clear();
        let (id, from, to) = (edge.edge_id.clone(), edge.from_node.clone(), edge.to_node.clone());
        self.open = Some(Open { edge: id, from, to, row: row.to_owned() });
    }

    /// A page of the loop's rows was seen, and is done.
    pub fn saw_page(&mut self, edge: &str, rows: BTreeSet<String>) {
        self.pages.entry(edge.to_owned()).or_default().seen.push(rows);
    }

    /// That page was seen since the last turn of the loop.
    pub fn has_page(&self, edge: &str, rows: &BTreeSet<String>) -> bool {
        self.pages.get(edge).is_some_and(|pages| pages.seen.contains(rows))
    }

    /// The loop has no further page.
    pub fn last_page(&mut self, edge: &str) {
        self.pages.entry(edge.to_owned()).or_default().has_last = true;
    }

    /// The loop may have a further page.
    pub fn may_turn_page(&self, edge: &str) -> bool {
        self.pages.get(edge).is_none_or(|pages| !pages.has_last)
    }

    /// The loop and the row of the turn that is being done.
    pub fn open_turn(&self) -> Option<(&str, &str)> {
        self.open.as_ref().map(|o| (o.edge.as_str(), o.row.as_str()))
    }

    /// The run is on this node. Where the last edge led elsewhere, it was thrown back (by an error, a login, a person): what was done
    /// since it was last left is to be done anew, and is given back; so is the row of a turn that did not come to its end. None where it
    /// is where it should be.
    pub fn come_back(&mut self, workflow: &Workflow, node: &str) -> Option<Vec<Undone>> {
        // What begins the turn had worked after all, seen only after a crash or a halt.
        if let Some(open) =
            self.open.as_ref().filter(|o| self.trail.is_empty() && o.to == node && o.from != node)
        {
            self.done.insert(open.edge.clone());
            let (edge, from, to) = (open.edge.clone(), open.from.clone(), open.to.clone());
            let for_good = self.was_for_good(&edge);
            self.trail.push(Trod { edge, from, to, for_good });
            return Some(Vec::new());
        }
        let known = self.trail.iter().rposition(|t| t.from == node);
        let from = match (self.trail.last(), &self.open) {
            (Some(last), _) if last.to == node => return None,
            (Some(_), None) => known.or_else(|| self.first_behind(workflow, node)),
            // Somewhere that the turn did not come by: whatever leads on from there, the turn was not done to its end.
            (Some(_), Some(_)) => known.or(Some(0)),
            (None, Some(open)) if open.from == node => None,
            (None, Some(_)) => Some(0),
            (None, None) => None,
        };
        let is_off = known.is_none() && from.is_some();
        let undone: Vec<Trod> = from.map(|from| self.trail.split_off(from)).unwrap_or_default();
        for trod in &undone {
            self.done.remove(&trod.edge);
            self.once.remove(&trod.edge);
        }
        let open = self.open.take_if(|open| open.from == node || is_off);
        if let Some(open) = &open
            && let Some(rows) = self.rows.get_mut(&open.edge)
        {
            rows.retain(|r| *r != open.row);
        }
        let is_back = open.is_some() || !undone.is_empty();
        is_back.then(|| undone.into_iter().map(|t| Undone { edge: t.edge, for_good: t.for_good }).collect())
    }

    /// The first edge of this run that begins no nearer to the beginning than a node that it never left: who is thrown there has all of
    /// that before it again. Turns of a loop that are over stay so.
    fn first_behind(&self, workflow: &Workflow, node: &str) -> Option<usize> {
        if !self.rows.is_empty() {
            return None;
        }
        let depth = depths(workflow);
        let here = depth.get(node)?;
        self.trail.iter().position(|t| depth.get(t.from.as_str()).is_some_and(|d| d >= here))
    }

    /// An edge is tried: where the run tries its first one is where it began.
    pub fn set_out(&mut self, edge: &Edge) {
        // An edge from anywhere leads to where the run begins, or back to it.
        if edge.is_from_any() {
            return;
        }
        self.set_out.get_or_insert_with(|| (edge.from_node.clone(), edge.to_node.clone()));
    }

    /// The run begins in the middle, on this node: what lies before it on the way from the beginning is not done any more.
    /// Says which edges that is.
    pub fn enter<'w>(&mut self, workflow: &'w Workflow, node: &str) -> Vec<&'w Edge> {
        let begins = |n: &str| workflow.entry_nodes.iter().any(|e| e == n);
        let node = self.set_out.as_ref().map_or(node, |(from, _)| from.as_str());
        if self.edges > 0
            || !self.trail.is_empty()
            || self.open.is_some()
            || self.begun.is_some()
            || begins(node)
        {
            return Vec::new();
        }
        let depth = depths(workflow);
        let Some(here) = depth.get(node) else { return Vec::new() };
        let before =
            workflow.edges.iter().filter(|e| depth.get(e.from_node.as_str()).is_some_and(|d| d < here));
        // A loop goes on with its other rows.
        let before: Vec<&Edge> = before.filter(|e| e.repeat.is_none()).collect();
        self.done.extend(before.iter().map(|e| e.edge_id.clone()));
        before
    }

    /// The node lies further on than the last edge led, and no edge of this run led there: somebody else went on.
    pub fn is_ahead(&self, workflow: &Workflow, node: &str) -> bool {
        let last = self.trail.last().map(|l| &l.to).or(self.set_out.as_ref().map(|(_, to)| to));
        let Some(last) = last.filter(|l| *l != node) else { return false };
        let depth = depths(workflow);
        let trod = self.trail.iter().any(|t| t.from == node || t.to == node);
        !trod && depth.get(node).zip(depth.get(last.as_str())).is_some_and(|(here, there)| here > there)
    }

    /// The turn that was begun is left out: its row counts as begun, and nothing of it is done or given back.
    pub fn skip_turn(&mut self) {
        let Some(open) = self.open.take() else { return };
        self.skipped.entry(open.edge).or_default().push(open.row);
        self.done.clear();
        self.trail.clear();
        self.begun = None;
        self.for_good.clear();
    }

    /// A part that cannot be taken back is about to be pressed.
    pub fn for_good(&mut self, edge: &str, part: usize) {
        self.for_good.push((edge.to_owned(), part));
    }

    /// It was not pressed after all.
    pub fn not_for_good(&mut self, edge: &str, part: usize) {
        self.for_good.retain(|(e, p)| (e.as_str(), *p) != (edge, part));
    }

    /// A part of this edge that cannot be taken back was pressed, and the edge is not over.
    pub fn was_for_good(&self, edge: &str) -> bool {
        self.for_good.iter().any(|(e, _)| e == edge)
    }

    /// Parts of the edge are done.
    pub fn part_done(&mut self, edge: &str, parts: usize) {
        self.begun = Some((edge.to_owned(), parts));
    }

    /// The edge is done, and has led to that node.
    pub fn arrived(&mut self, edge: &Edge, to: &str) {
        self.begun = None;
        let for_good = self.was_for_good(&edge.edge_id);
        self.for_good.clear();
        // From anywhere: no progress, but a way back to where some was made. Where it led is seen when the run goes on.
        if edge.is_from_any() {
            return;
        }
        self.edges += 1;
        if edge.once {
            self.once.insert(edge.edge_id.clone());
        }
        self.done.insert(edge.edge_id.clone());
        let (edge_id, from) = (edge.edge_id.clone(), edge.from_node.clone());
        self.trail.push(Trod { edge: edge_id, from, to: to.to_owned(), for_good });
        // Back where the turn began, it is over.
        self.open.take_if(|open| open.from == to);
    }
}

/// How many edges lie between the beginning and each node, at least.
fn depths(workflow: &Workflow) -> BTreeMap<&str, usize> {
    let mut depth: BTreeMap<&str, usize> = workflow.entry_nodes.iter().map(|n| (n.as_str(), 0)).collect();
    let mut next: Vec<&str> = depth.keys().copied().collect();
    while let Some(from) = next.pop() {
        let far = depth[from] + 1;
        for edge in workflow.edges.iter().filter(|e| e.from_node == from) {
            if depth.get(edge.to_node.as_str()).is_none_or(|d| *d > far) {
                depth.insert(&edge.to_node, far);
                next.push(&edge.to_node);
            }
        }
    }
    depth
}

/// A loop does the edge in its turns: the edge that begins a turn leads to it, and it leads back to where the turns begin.
pub fn is_in_loop(workflow: &Workflow, edge: &Edge) -> bool {
    let loops = workflow.edges.iter().filter(|e| e.repeat.is_some());
    loops.into_iter().any(|l| {
        l.edge_id == edge.edge_id
            || leads(workflow, &l.to_node, &edge.from_node) && leads(workflow, &edge.to_node, &l.from_node)
    })
}

/// Edges lead from one node to the other.
fn leads(workflow: &Workflow, from: &str, to: &str) -> bool {
    let (mut seen, mut next) = (BTreeSet::from([from]), vec![from]);
    while let Some(node) = next.pop() {
        let on = workflow.edges.iter().filter(|e| e.from_node == node).map(|e| e.to_node.as_str());
        next.extend(on.filter(|n| seen.insert(n)));
    }
    seen.contains(to)
}

#[cfg(test)]
mod tests;
