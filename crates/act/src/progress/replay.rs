//! The journal of a run, told again: how far the run came, what was about to be done, and what became of the rows of its file.

use super::{HEARSAY, INSIDE, OUTSIDE, Progress};
use lea_model::Workflow;
use lea_model::run::{Entry, Halt, Intent, QuestionKind, StepRecord, StepVerdict, Suggestion};
use lea_model::workflow::{Edge, LoopType};
use std::collections::{BTreeMap, BTreeSet};

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
    /// Rows, by the edge of their loop, in which something was not seen to work.
    unseen_rows: BTreeSet<(String, String)>,
    /// The number of the last action.
    pub steps: u64,
    /// What a workflow inside of this one pressed for good since the step that runs it began: the number of the action, and what it is.
    inner: Vec<(u64, String)>,
}

/// Reads the journal of a run of this workflow.
pub fn replay(entries: &[Entry], workflow: &Workflow) -> Told {
    let mut told = Told::default();
    // Workflows that run inside of this one have nodes and edges of their own, which may be called the same.
    let mut inside = 0_u32;
    let mut begun_last: Option<Intent> = None;
    for entry in entries {
        match entry {
            Entry::Begin { .. } => {
                inside = 0;
                told.ends_inside();
            }
            Entry::Note { told: note } if note.what == INSIDE => inside += 1,
            Entry::Note { told: note } if note.what == OUTSIDE => inside = inside.saturating_sub(1),
            Entry::Note { told: note } if note.what == HEARSAY => told.hear_say(),
            Entry::Note { .. } => {}
            Entry::RuleAnswered { .. } | Entry::Asked { .. } | Entry::Answered { .. } => {}
            Entry::End { halt, .. } => {
                told.ends_inside();
                told.pending.extend(halt.as_ref().and_then(|h| unanswered(h, &begun_last, &told.pending)));
            }
            Entry::Skipped { .. } => told.skip(),
            entry if inside > 0 => told.inside(entry),
            Entry::Intend { intent } => {
                begun_last = Some(intent.clone());
                told.intend(intent, workflow);
            }
            Entry::Conclude { record } => told.conclude(record, workflow),
            Entry::Arrived { edge, node } => told.arrive(edge, node, workflow),
            Entry::Read { values } => {
                let texts = values.iter().filter_map(|(k, v)| Some((k.clone(), v.as_str()?.to_owned())));
                told.read.extend(texts);
            }
            Entry::Turn { edge, row } => {
                // Whatever led here, and can be taken back, has led here: it does not lead here again and end the turn.
                told.pending.retain(|i| i.irreversible);
                if let Some(edge) = workflow.edge(edge) {
                    told.progress.begin_turn(edge, row);
                }
            }
            Entry::Back { node } => {
                told.progress.come_back(workflow, node);
            }
        }
    }
    told.ends_inside();
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
    /// Something was done that was not seen to work, in the turn under way if there is one.
    fn hear_say(&mut self) {
        self.hearsay = true;
        if let Some((edge, row)) = self.progress.open_turn() {
            self.unseen_rows.insert((edge.to_owned(), row.to_owned()));
        }
    }

    /// A row was left out: a person answers for whatever was begun in it.
    fn skip(&mut self) {
        self.pending.clear();
        self.begun.clear();
        self.finished = None;
        self.progress.skip_turn();
    }

    /// An action was about to be done.
    fn intend(&mut self, intent: &Intent, workflow: &Workflow) {
        self.steps = self.steps.max(intent.step);
        let edge = workflow.edge(&intent.edge);
        // A later step, even one that only the trail remembers, is asked about before an edge that was over is taken up. One of
        // another edge was only begun where that one had led where it should, whether or not the journal still says so.
        if edge.is_some() || intent.irreversible {
            let over = self.finished.take().filter(|id| *id != intent.edge);
            self.over(over.as_deref().and_then(|id| workflow.edge(id)).filter(|_| edge.is_some()));
        }
        if let Some(edge) = edge {
            self.progress.enter(workflow, &edge.from_node);
            self.progress.set_out(edge);
        }
        self.begun.push(intent.edge.clone());
        self.inner.clear();
        if intent.irreversible {
            self.progress.for_good(&intent.edge, intent.part);
        }
        // It is only done again once it is known that it did not happen.
        self.pending.retain(|i| (&i.edge, i.part) != (&intent.edge, intent.part));
        self.pending.push(intent.clone());
    }

    /// What came of an action. What cannot be taken back and was not seen to have worked stays unknown.
    fn conclude(&mut self, record: &StepRecord, workflow: &Workflow) {
        let is_verified = record.verdict() == Some(StepVerdict::Verified);
        match is_verified {
            true => self.inner.clear(),
            false => self.ends_inside(),
        }
        if record.not_pressed {
            self.progress.not_for_good(&record.edge, record.part);
        }
        let was_inside = self.pending.iter().any(|i| i.step == record.step && i.irreversible);
        let was_pressed = if record.irreversible { !record.not_pressed } else { was_inside };
        let unknown = was_pressed && !is_verified;
        self.pending.retain(|i| i.step != record.step || unknown);
        let goes_on = record.verification.as_ref().is_some_and(|v| v.suggestion == Suggestion::Continue);
        let Some(edge) = workflow.edge(&record.edge).filter(|_| goes_on) else { return };
        let done = record.part + 1;
        self.finished = (done == edge.parts().len()).then(|| record.edge.clone());
        // What can be taken back is done again from its beginning: what was typed may be gone.
        if record.irreversible {
            self.progress.part_done(&record.edge, done);
        }
    }

    /// An edge has led to its node.
    fn arrive(&mut self, edge: &str, node: &str, workflow: &Workflow) {
        self.pending.retain(|i| i.edge != edge && i.irreversible);
        self.begun.retain(|e| e != edge);
        self.finished = None;
        if let Some(edge) = workflow.edge(edge) {
            self.progress.arrived(edge, node);
        }
    }

    /// An edge was over before another one was begun.
    fn over(&mut self, edge: Option<&Edge>) {
        let Some(edge) = edge else { return };
        self.pending.retain(|i| i.edge != edge.edge_id && i.irreversible);
        self.begun.retain(|e| *e != edge.edge_id);
        self.progress.arrived(edge, &edge.to_node);
    }

    /// The journal of a workflow inside of this one ends, or its step was not seen to have worked: what it pressed for good was pressed by
    /// that step, which is not simply done again (SPEC ACT.14).
    fn ends_inside(&mut self) {
        let Some((_, inner)) = self.inner.pop() else { return };
        self.inner.clear();
        if let Some(outer) = self.pending.last_mut().filter(|i| !i.irreversible) {
            outer.irreversible = true;
            outer.told = format!("{}, which did: {inner}", outer.told);
        }
    }

    /// What was done by a workflow inside of this one: only what cannot be taken back, and is not known to have worked, counts here.
    fn inside(&mut self, entry: &Entry) {
        match entry {
            // A step of this workflow runs it: that step is what is asked about.
            Entry::Intend { intent } if !self.pending.is_empty() => {
                self.steps = self.steps.max(intent.step);
                self.inner.extend(intent.irreversible.then(|| (intent.step, intent.told.clone())));
            }
            Entry::Conclude { record } if record.not_pressed => {
                self.inner.retain(|(step, _)| *step != record.step);
                self.pending.retain(|i| i.step != record.step);
            }
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
    /// Those of them in which something was not seen to work.
    pub unverified: Vec<usize>,
    /// The one that was being done when the run stopped.
    pub open: Option<usize>,
}

/// What a journal tells of the rows of a file that its workflow goes over.
pub fn file_rows(entries: &[Entry], workflow: &Workflow) -> FileRows {
    let Told { progress: told, unseen_rows, .. } = replay(entries, workflow);
    let is_of_file = |e: &&Edge| e.repeat.as_ref().is_some_and(|r| r.loop_type == LoopType::CsvRows);
    let Some(edge) = workflow.edges.iter().find(is_of_file) else { return FileRows::default() };
    let open = told.open_turn().filter(|(id, _)| *id == edge.edge_id).and_then(|(_, row)| row.parse().ok());
    let is_skipped = |row: &&String| told.skipped.get(&edge.edge_id).is_some_and(|all| all.contains(row));
    let begun = told.rows.get(&edge.edge_id).into_iter().flatten().filter(|row| !is_skipped(row));
    let done: Vec<usize> = begun.filter_map(|row| row.parse().ok()).filter(|n| Some(*n) != open).collect();
    let is_unseen = |n: &&usize| unseen_rows.contains(&(edge.edge_id.clone(), n.to_string()));
    FileRows { unverified: done.iter().filter(is_unseen).copied().collect(), done, open }
}

/// Something that cannot be taken back and that a journal tells was done, or begun: nobody does such a run from its beginning again
/// without having looked.
pub fn irreversible_deed(entries: &[Entry]) -> Option<&Intent> {
    entries.iter().find_map(|entry| match entry {
        Entry::Intend { intent } if intent.irreversible => Some(intent),
        _ => None,
    })
}
