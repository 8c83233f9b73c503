//! Changes that wait for a person: shown as before and after, applied or rejected, and then audited.

use lea_model::{Node, Workflow};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::refined;
use super::step::target_of;
use crate::audit::AuditEntry;

/// What would be changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ProposedChange {
    /// A step may click what bears this label too.
    AddLabel {
        /// Which step.
        edge_id: String,
        /// Which of its parts, from 0.
        #[serde(default)]
        part: usize,
        /// The label.
        label: String,
    },
    /// A node takes in one more screen.
    UpdateNode {
        /// Which node.
        node_id: String,
        /// The fingerprint of that screen.
        vector: Vec<f32>,
    },
    /// A node is known by a new screen from now on.
    LearnNodeAgain {
        /// Which node.
        node_id: String,
        /// The fingerprint of that screen.
        vector: Vec<f32>,
    },
    /// A screen becomes a node; steps to and from it have to be shown.
    NewNode {
        /// The node.
        node: Box<Node>,
        /// The fingerprint of its screen.
        vector: Vec<f32>,
    },
}

impl ProposedChange {
    /// The same change, whatever screen showed it.
    fn is_same_as(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::AddLabel { .. }, Self::AddLabel { .. }) => self == other,
            (Self::UpdateNode { node_id: a, .. }, Self::UpdateNode { node_id: b, .. })
            | (Self::LearnNodeAgain { node_id: a, .. }, Self::LearnNodeAgain { node_id: b, .. }) => a == b,
            (Self::NewNode { node: a, .. }, Self::NewNode { node: b, .. }) => {
                a.label == b.label
                    && a.screen_template.required_text_any == b.screen_template.required_text_any
            }
            _ => false,
        }
    }

    /// The step or node it is about.
    pub fn subject(&self) -> &str {
        match self {
            Self::AddLabel { edge_id, .. } => edge_id,
            Self::UpdateNode { node_id, .. } | Self::LearnNodeAgain { node_id, .. } => node_id,
            Self::NewNode { node, .. } => &node.node_id,
        }
    }

    /// What it does, for people.
    pub fn sentence(&self) -> String {
        match self {
            Self::AddLabel { edge_id, part: 0, label } => format!("let {edge_id} click {label:?} as well"),
            Self::AddLabel { edge_id, part, label } => {
                format!("let part {} of {edge_id} click {label:?} as well", part + 1)
            }
            Self::UpdateNode { node_id, .. } => format!("take one more screen into {node_id}"),
            Self::LearnNodeAgain { node_id, .. } => format!("know {node_id} by its new look"),
            Self::NewNode { node, .. } => format!("add the node {} ({})", node.node_id, node.label),
        }
    }
}

/// What became of a proposal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Nobody has decided.
    #[default]
    Open,
    /// A person said no; it is not proposed again.
    Rejected,
}

/// A change that waits for a person.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Proposal {
    /// Its number among the proposals of the workflow; it never changes.
    #[serde(default)]
    pub number: u32,
    /// What became of it.
    #[serde(default)]
    pub status: Status,
    /// What would be changed.
    pub change: ProposedChange,
    /// As it is.
    #[serde(default)]
    pub before: Value,
    /// As it would be.
    #[serde(default)]
    pub after: Value,
    /// Why.
    pub reason: String,
    /// A person showed it.
    #[serde(default)]
    pub is_strong: bool,
    /// The runs that showed it.
    #[serde(default)]
    pub runs: Vec<String>,
    /// When it was seen last, RFC 3339.
    pub seen_at: String,
    /// A picture of it, a path inside the bundle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
}

impl Proposal {
    /// A proposal that still has to say why.
    pub fn new(change: ProposedChange, run_id: &str, now: &str) -> Self {
        Self {
            number: 0,
            status: Status::Open,
            change,
            before: Value::Null,
            after: Value::Null,
            reason: String::new(),
            is_strong: false,
            runs: vec![run_id.to_owned()],
            seen_at: now.to_owned(),
            picture: None,
        }
    }
}

/// The proposals of a workflow, as `proposals.json` holds them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Proposals {
    /// All of them, by number.
    pub proposals: Vec<Proposal>,
}

/// Why a proposal could not be decided.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProposalError {
    /// There is none of this number that is open.
    #[error("there is no open proposal {0}: list them to see which there are")]
    None(u32),
    /// What it is about has changed since.
    #[error("the proposal is about {0}, which the workflow no longer has: reject it")]
    Gone(String),
    /// The vector of a node is missing or of another space.
    #[error("the fingerprint of {0} does not fit that of the proposal: learn the workflow again")]
    OtherSpace(String),
}

/// A proposal applied.
#[derive(Clone, Debug, PartialEq)]
pub struct Applied {
    /// Vectors that changed, by their names.
    pub vectors: Vec<(String, Vec<f32>)>,
    /// What the audit trail says.
    pub audit: AuditEntry,
}

impl Proposals {
    /// Adds what was proposed: what is open already gathers its runs, what was rejected is not proposed again.
    pub fn add(&mut self, proposal: Proposal) {
        let same = self.proposals.iter_mut().find(|p| p.change.is_same_as(&proposal.change));
        let Some(known) = same else {
            let number = self.proposals.iter().map(|p| p.number).max().unwrap_or(0) + 1;
            self.proposals.push(Proposal { number, ..proposal });
            return;
        };
        if known.status == Status::Rejected {
            return;
        }
        known.runs.extend(proposal.runs.into_iter().filter(|r| !known.runs.contains(r)).collect::<Vec<_>>());
        known.is_strong |= proposal.is_strong;
        known.seen_at = proposal.seen_at;
    }

    /// Those that wait for a person, by number.
    pub fn open(&self) -> impl Iterator<Item = &Proposal> {
        self.proposals.iter().filter(|p| p.status == Status::Open)
    }

    /// Applies an open proposal to the workflow, which becomes its next version. `vector` knows the prototypes by name.
    /// Where it cannot be applied, nothing is changed.
    pub fn apply(
        &mut self,
        number: u32,
        workflow: &mut Workflow,
        vector: impl Fn(&str) -> Option<Vec<f32>>,
        who: &str,
        now: &str,
    ) -> Result<Applied, ProposalError> {
        let at = self.position(number)?;
        let proposal = &self.proposals[at];
        let audit = AuditEntry::new(workflow, who, now, proposal.change.sentence()).from_to(
            proposal.before.clone(),
            proposal.after.clone(),
            proposal.reason.clone(),
        );
        let vectors = change(workflow, &proposal.change, vector)?;
        workflow.version = workflow.version.saturating_add(1);
        now.clone_into(&mut workflow.updated_at);
        self.proposals.remove(at);
        Ok(Applied { vectors, audit })
    }

    /// Rejects an open proposal: it is not proposed again.
    pub fn reject(
        &mut self,
        number: u32,
        workflow: &Workflow,
        who: &str,
        now: &str,
    ) -> Result<AuditEntry, ProposalError> {
        let at = self.position(number)?;
        let proposal = &mut self.proposals[at];
        proposal.status = Status::Rejected;
        let what = format!("rejected: {}", proposal.change.sentence());
        Ok(AuditEntry::new(workflow, who, now, what).from_to(
            proposal.before.clone(),
            proposal.before.clone(),
            proposal.reason.clone(),
        ))
    }

    fn position(&self, number: u32) -> Result<usize, ProposalError> {
        let is_meant = |p: &Proposal| p.number == number && p.status == Status::Open;
        self.proposals.iter().position(is_meant).ok_or(ProposalError::None(number))
    }
}

type Vectors = Vec<(String, Vec<f32>)>;

fn change(
    workflow: &mut Workflow,
    change: &ProposedChange,
    vector: impl Fn(&str) -> Option<Vec<f32>>,
) -> Result<Vectors, ProposalError> {
    let gone = || ProposalError::Gone(change.subject().to_owned());
    let other = || ProposalError::OtherSpace(change.subject().to_owned());
    let dimensions = workflow.embedding_spaces.current_space().map(|s| s.dimensions as usize);
    let fits = |seen: &[f32]| dimensions.is_none_or(|d| d == seen.len());
    match change {
        ProposedChange::AddLabel { edge_id, part, label } => {
            let at = workflow.edges.iter().position(|e| e.edge_id == *edge_id).ok_or_else(gone)?;
            let target = target_of(workflow, (at, *part)).ok_or_else(gone)?;
            if !target.label_variants.contains(label) {
                target.label_variants.push(label.clone());
            }
            Ok(Vec::new())
        }
        ProposedChange::UpdateNode { node_id, vector: seen }
        | ProposedChange::LearnNodeAgain { node_id, vector: seen } => {
            let node = workflow.nodes.iter_mut().find(|n| n.node_id == *node_id).ok_or_else(gone)?;
            let prototype = node.screen_template.embedding_prototype.as_mut().ok_or_else(gone)?;
            let old = vector(&prototype.vector_id).filter(|old| old.len() == seen.len()).ok_or_else(other)?;
            let is_again = matches!(change, ProposedChange::LearnNodeAgain { .. });
            let samples = if is_again { 0 } else { prototype.sample_count };
            prototype.sample_count = samples + 1;
            node.metadata.observation_count += 1;
            Ok(vec![(prototype.vector_id.clone(), refined(&old, samples, seen, 1.0))])
        }
        ProposedChange::NewNode { node, vector: seen } => {
            if workflow.node(&node.node_id).is_some() || !fits(seen) {
                return Err(if fits(seen) { gone() } else { other() });
            }
            let name = node.screen_template.embedding_prototype.as_ref().map(|p| p.vector_id.clone());
            workflow.nodes.push((**node).clone());
            Ok(name.map(|name| (name, seen.clone())).into_iter().collect())
        }
    }
}
