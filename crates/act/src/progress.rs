//! How far a run has come: which edges are done, which rows of a loop. Everything needed to go on after a crash can be told again from
//! the journal.

use lea_model::Workflow;
use lea_model::run::{Entry, Halt, Intent, QuestionKind, StepVerdict, Suggestion};
use lea_model::workflow::{Edge, LoopType};
use std::collections::{BTreeMap, BTreeSet};

use crate::plan::is_once;
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
    /// Pages of a loop's rows that were seen since its last turn, by what tells their rows.
    pages: BTreeMap<String, Vec<BTreeSet<String>>>,
    /// Loops whose last page was seen.
    paged_out: BTreeSet<String>,
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
        self.paged_out.remove(&edge.edge_id);
        self.done.clear();
        self.trail.clear();
        let (id, from, to) = (edge.edge_id.clone(), edge.from_node.clone(), edge.to_node.clone());
        self.open = Some(Open { edge: id, from, to, row: row.to_owned() });
    }

    /// A page of the loop's rows was seen, and is done.
    pub fn saw_page(&mut self, edge: &str, rows: BTreeSet<String>) {
        self.pages.entry(edge.to_owned()).or_default().push(rows);
    }

    /// That page was seen since the last turn of the loop.
    pub fn has_page(&self, edge: &str, rows: &BTreeSet<String>) -> bool {
        self.pages.get(edge).is_some_and(|pages| pages.contains(rows))
    }

    /// The loop has no further page.
    pub fn last_page(&mut self, edge: &str) {
        self.paged_out.insert(edge.to_owned());
    }

    /// The loop may have a further page.
    pub fn may_turn_page(&self, edge: &str) -> bool {
        !self.paged_out.contains(edge)
    }

    /// The loop and the row of the turn that is being done.
    pub fn open_turn(&self) -> Option<(&str, &str)> {
        self.open.as_ref().map(|o| (o.edge.as_str(), o.row.as_str()))
    }

    /// The run is on this node. Where the last edge led elsewhere, it was thrown back (by an error, a login, a person): what was done
    /// since it was last left is to be done anew, and is given back; so is the row of a turn that did not come to its end. None where it
    /// is where it should be.
    pub fn come_back(&mut self, workflow: &Workflow, node: &str) -> Option<Vec<String>> {
        // What begins the turn had worked after all, seen only after a crash or a halt.
        if let Some(open) =
            self.open.as_ref().filter(|o| self.trail.is_empty() && o.to == node && o.from != node)
        {
            self.done.insert(open.edge.clone());
            self.trail.push(Trod { edge: open.edge.clone(), from: open.from.clone(), to: open.to.clone() });
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
        is_back.then(|| undone.into_iter().map(|t| t.edge).collect())
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
        self.for_good.clear();
        // From anywhere: no progress, but a way back to where some was made. Where it led is seen when the run goes on.
        if edge.is_from_any() {
            return;
        }
        self.edges += 1;
        if is_once(edge) {
            self.once.insert(edge.edge_id.clone());
        }
        self.done.insert(edge.edge_id.clone());
        let (edge_id, from) = (edge.edge_id.clone(), edge.from_node.clone());
        self.trail.push(Trod { edge: edge_id, from, to: to.to_owned() });
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

/// What a journal tells of a run that was cut short.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// How far it came.
    pub progress: Progress,
    /// What was about to be done, oldest first; whether it happened is not known. A reflex may come in the middle of a step.
    pub pending: Vec<Intent>,
    /// Values that were read from the screen.
    pub read: BTreeMap<String, String>,
    /// An edge all of whose parts are done, and which was not seen to be over: its effects are still to be checked.
    pub finished: Option<String>,
    /// Edges that were begun, and not seen to be over.
    pub begun: Vec<String>,
    /// Something was only said by a person to have worked.
    pub hearsay: bool,
    /// The number of the last action.
    pub steps: u64,
    /// The run had ended.
    pub ended: bool,
}

/// Reads the journal of a run of this workflow.
pub fn replay(entries: &[Entry], workflow: &Workflow) -> Told {
    let mut told = Told::default();
    let edge = |id: &str| workflow.edge(id);
    // Workflows that run inside of this one have nodes and edges of their own, which may be called the same.
    let mut inside = 0_u32;
    let mut begun_last: Option<Intent> = None;
    for entry in entries {
        match entry {
            Entry::Begin { .. } => (told.ended, inside) = (false, 0),
            Entry::Note { told: note } if note.what == INSIDE => inside += 1,
            Entry::Note { told: note } if note.what == OUTSIDE => inside = inside.saturating_sub(1),
            Entry::RuleAnswered { .. } | Entry::Asked { .. } | Entry::Answered { .. } => {}
            Entry::Note { told: note } => told.hearsay |= note.what == HEARSAY,
            Entry::End { halt, .. } => {
                told.ended = true;
                told.pending.extend(halt.as_ref().and_then(|h| unanswered(h, &begun_last, &told.pending)));
            }
            Entry::Skipped { .. } => {
                // A person answers for whatever was begun in it.
                told.pending.clear();
                told.begun.clear();
                told.finished = None;
                told.progress.skip_turn();
            }
            entry if inside > 0 => told.inside(entry),
            Entry::Intend { intent } => {
                begun_last = Some(intent.clone());
                told.steps = told.steps.max(intent.step);
                // A later step, even one that only the trail remembers, is asked about before an edge that was over is taken up. One of
                // another edge was only begun where that one had led where it should, whether or not the journal still says so.
                if edge(&intent.edge).is_some() || intent.irreversible {
                    let over = told.finished.take().filter(|id| *id != intent.edge);
                    told.over(over.as_deref().and_then(edge).filter(|_| edge(&intent.edge).is_some()));
                }
                if let Some(edge) = edge(&intent.edge) {
                    told.progress.enter(workflow, &edge.from_node);
                    told.progress.set_out(edge);
                }
                told.begun.push(intent.edge.clone());
                // It is only done again once it is known that it did not happen.
                told.pending.retain(|i| (&i.edge, i.part) != (&intent.edge, intent.part));
                told.pending.push(intent.clone());
            }
            Entry::Conclude { record } => {
                // What cannot be taken back and was not seen to have worked stays unknown.
                let unknown = record.irreversible
                    && !record.not_pressed
                    && record.verdict() != Some(StepVerdict::Verified);
                told.pending.retain(|i| i.step != record.step || unknown);
                let goes_on =
                    record.verification.as_ref().is_some_and(|v| v.suggestion == Suggestion::Continue);
                if goes_on && let Some(edge) = edge(&record.edge) {
                    let done = record.part + 1;
                    let is_over = done == crate::plan::parts(edge).len();
                    told.finished = is_over.then(|| record.edge.clone());
                    // What can be taken back is done again from its beginning: what was typed may be gone.
                    if record.irreversible {
                        told.progress.part_done(&record.edge, done);
                    }
                }
            }
            Entry::Arrived { edge: id, node } => {
                told.pending.retain(|i| i.edge != *id && i.irreversible);
                told.begun.retain(|e| e != id);
                told.finished = None;
                if let Some(edge) = edge(id) {
                    told.progress.arrived(edge, node);
                }
            }
            Entry::Read { values } => {
                let texts = values.iter().filter_map(|(k, v)| Some((k.clone(), v.as_str()?.to_owned())));
                told.read.extend(texts);
            }
            Entry::Turn { edge: id, row } => {
                // Whatever led here, and can be taken back, has led here: it does not lead here again and end the turn.
                told.pending.retain(|i| i.irreversible);
                if let Some(edge) = edge(id) {
                    told.progress.begin_turn(edge, row);
                }
            }
            Entry::Back { node } => {
                told.progress.come_back(workflow, node);
            }
        }
    }
    told
}

/// The step of which a person was asked whether it happened, and nobody answered: it is asked again before it is done again (SPEC ACT.14),
/// also where it was not held to be one that cannot be taken back before it seemed to have sent a form.
fn unanswered(halt: &Halt, last: &Option<Intent>, pending: &[Intent]) -> Option<Intent> {
    let question = halt.question.as_ref().filter(|q| q.kind == QuestionKind::DidItHappen)?;
    let is_about = |i: &&Intent| question.edge.as_ref() == Some(&i.edge) && question.part == Some(i.part);
    let last = last.as_ref().filter(is_about)?;
    let is_known = pending.iter().any(|i| is_about(&i) && i.irreversible);
    (!is_known).then(|| Intent { irreversible: true, ..last.clone() })
}

impl Told {
    /// An edge was over before another one was begun.
    fn over(&mut self, edge: Option<&Edge>) {
        let Some(edge) = edge else { return };
        self.pending.retain(|i| i.edge != edge.edge_id && i.irreversible);
        self.begun.retain(|e| *e != edge.edge_id);
        self.progress.arrived(edge, &edge.to_node);
    }

    /// What was done by a workflow inside of this one: only what cannot be taken back, and is not known to have worked, counts here.
    fn inside(&mut self, entry: &Entry) {
        match entry {
            Entry::Intend { intent } => {
                self.steps = self.steps.max(intent.step);
                let edge = format!("{INSIDE}/{}", intent.edge);
                self.pending.extend(intent.irreversible.then(|| Intent { edge, ..intent.clone() }));
            }
            Entry::Conclude { record } => {
                let unknown = !record.not_pressed && record.verdict() != Some(StepVerdict::Verified);
                self.pending.retain(|i| i.step != record.step || unknown);
            }
            Entry::Arrived { edge, .. } => {
                let edge = format!("{INSIDE}/{edge}");
                self.pending.retain(|i| i.edge != edge);
            }
            _ => {}
        }
    }
}

/// The rows of a file that a run went over, by their number from 1.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileRows {
    /// Those that were done.
    pub done: Vec<usize>,
    /// The one that was being done when the run stopped.
    pub open: Option<usize>,
}

/// What a journal tells of the rows of a file that its workflow goes over.
pub fn file_rows(entries: &[Entry], workflow: &Workflow) -> FileRows {
    let told = replay(entries, workflow).progress;
    let is_of_file = |e: &&Edge| e.repeat.as_ref().is_some_and(|r| r.loop_type == LoopType::CsvRows);
    let Some(edge) = workflow.edges.iter().find(is_of_file) else { return FileRows::default() };
    let open = told.open_turn().filter(|(id, _)| *id == edge.edge_id).and_then(|(_, row)| row.parse().ok());
    let is_skipped = |row: &&String| told.skipped.get(&edge.edge_id).is_some_and(|all| all.contains(row));
    let begun = told.rows.get(&edge.edge_id).into_iter().flatten().filter(|row| !is_skipped(row));
    let begun = begun.filter_map(|row| row.parse().ok());
    FileRows { done: begun.filter(|n| Some(*n) != open).collect(), open }
}

/// Something that cannot be taken back and that a journal tells was done, or begun: nobody does such a run from its beginning again
/// without having looked.
pub fn irreversible_deed(entries: &[Entry]) -> Option<&Intent> {
    entries.iter().find_map(|entry| match entry {
        Entry::Intend { intent } if intent.irreversible => Some(intent),
        _ => None,
    })
}

#[cfg(test)]
mod tests;
