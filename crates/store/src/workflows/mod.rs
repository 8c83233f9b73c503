//! Workflows as folders that can be read, compared and copied (SPEC L4.11).
//!
//! ```text
//! workflows/WF_invoices/workflow.json            the graph, one field a line: `diff` shows what changed
//! workflows/WF_invoices/prototypes/N1_list.npy   the fingerprint of a node, read by numpy as it is
//! workflows/WF_invoices/crops/E1_open.png        how the target of a step looked
//! workflows/WF_invoices/screens/N1_list.png      a screen of a node, for people
//! workflows/WF_invoices/answers.json             what people answered; proposals.json: what waits for their word
//! workflows/WF_invoices/audit.jsonl              who changed it, when and why; stays on this machine
//! workflows/WF_invoices/state.json               whether it may be used here; stays on this machine
//! workflows/.history/WF_invoices/v3/             an earlier version, whole
//! ```
//!
//! A folder is replaced whole or not at all; whoever reads sees one version.

mod archive;
mod check;
mod folder;
mod keep;
mod names;
mod tidy;

use std::collections::BTreeMap;

use lea_model::{LearningState, Workflow};

pub use archive::Unpacked;
pub use names::{FileKind, prototype_file};
pub(crate) use tidy::tidy;

use crate::error::{Result, StoreError};
use crate::vectors::npy;

/// Files a bundle has at most.
pub const MOST_FILES: usize = 10_000;
/// Bytes a bundle has at most, unpacked.
pub const MOST_BYTES: u64 = 256 << 20;

/// A workflow with the files that belong to it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bundle {
    /// The graph.
    pub workflow: Workflow,
    /// The files beside `workflow.json` by their paths, such as `crops/E1_open.png`; see [`FileKind`] for which there are.
    pub files: BTreeMap<String, Vec<u8>>,
}

impl Bundle {
    /// A workflow that has no files yet.
    pub fn new(workflow: Workflow) -> Self {
        Self { workflow, files: BTreeMap::new() }
    }

    /// Adds a vector under its name, and gives back the name that a node refers to it by.
    pub fn put_vector(&mut self, vector_id: &str, vector: &[f32]) -> Result<String> {
        let path = prototype_file(vector_id);
        if FileKind::of(&path) != Some(FileKind::Prototype) {
            let why = "it cannot name a file: use letters, digits, '_', '-' and '.'";
            return Err(StoreError::unfit(format!("the vector {vector_id:?}"), why));
        }
        let mut bytes = Vec::new();
        npy::write(&mut bytes, vector).map_err(|e| StoreError::unfit(path.clone(), e.to_string()))?;
        self.files.insert(path.clone(), bytes);
        Ok(path)
    }

    /// The vector of this name.
    pub fn vector(&self, vector_id: &str) -> Result<Vec<f32>> {
        self.read_vector(vector_id).map_err(|(what, why)| StoreError::Damaged { what, why })
    }

    /// The vector, or which file is damaged and how.
    fn read_vector(&self, vector_id: &str) -> Result<Vec<f32>, (String, String)> {
        let path = prototype_file(vector_id);
        let damaged = |why: &str| {
            let what = format!("{path} of workflow {}", self.workflow.workflow_id);
            (what, format!("{why}; learn the workflow again, or bring the file back"))
        };
        let bytes = self.files.get(&path).ok_or_else(|| damaged("the file is not there"))?;
        npy::read(bytes).map_err(|why| damaged(&why))
    }

    /// The vector in the middle of the screens of a node; none where the node has no prototype.
    pub fn prototype(&self, node_id: &str) -> Result<Option<Vec<f32>>> {
        let node = self.workflow.node(node_id);
        let prototype = node.and_then(|n| n.screen_template.embedding_prototype.as_ref());
        prototype.map(|p| self.vector(&p.vector_id)).transpose()
    }
}

/// What a list of workflows says about one.
#[derive(Clone, Debug, PartialEq)]
pub struct WorkflowSummary {
    /// Its id.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// Its version.
    pub version: u32,
    /// How far it has matured.
    pub learning_state: LearningState,
    /// How many kinds of screens it has.
    pub nodes: usize,
    /// How many steps.
    pub edges: usize,
    /// When it was last changed, RFC 3339.
    pub updated_at: String,
    /// It may be used on this machine.
    pub enabled: bool,
    /// Why it cannot be read; the fields above say then what is known.
    pub damage: Option<String>,
}

#[cfg(test)]
mod tests;
