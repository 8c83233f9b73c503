//! When screens change (SPEC LEARN.5): what is proposed when no node matches, or one matches that looks different now.

use crate::params::runs::{CHANGED_BELOW, NEW_BELOW};
use lea_model::workflow::EmbeddingPrototype;
use lea_model::{Node, Workflow, ids};
use serde_json::json;

use super::proposal::{Proposal, ProposedChange};

/// A screen that matched no node by its fingerprint.
#[derive(Clone, Debug, PartialEq)]
pub struct ScreenEvidence<'a> {
    /// In which run.
    pub run_id: &'a str,
    /// Its fingerprint.
    pub fingerprint: &'a [f32],
    /// What made the fingerprint.
    pub provider: &'a str,
    /// The nearest node, with the cosine to its prototype.
    pub nearest: Option<(&'a str, f64)>,
    /// The structure of the screen is that of the nearest node.
    pub structure_agrees: bool,
    /// What a template of this screen would ask for: a node without id and prototype.
    pub sketch: Node,
    /// The picture that was kept of it, a path inside the bundle.
    pub picture: Option<&'a str>,
    /// When, RFC 3339.
    pub now: &'a str,
}

/// What to make of it.
#[derive(Clone, Debug, PartialEq)]
pub enum Drift {
    /// It is the node it looks like.
    None,
    /// The nearest node has changed a little; the run pauses.
    Changed(Proposal),
    /// It is a screen that the workflow does not know; the run pauses.
    New(Proposal),
    /// The interface has changed: people are told, and the run goes on only where every further step is grounded and verified.
    InterfaceChanged {
        /// What people are told.
        notice: String,
        /// To learn the node again.
        proposal: Proposal,
    },
}

/// Says what a screen that matched no node means for the workflow.
pub fn drift(workflow: &Workflow, seen: &ScreenEvidence<'_>) -> Drift {
    let nearest = seen.nearest.and_then(|(id, cosine)| Some((workflow.node(id)?, cosine)));
    match nearest {
        Some((node, cosine)) if seen.structure_agrees && cosine < CHANGED_BELOW => {
            let notice = format!(
                "{} looks different now (similarity {cosine:.2}), although its texts and elements are the same",
                called(node)
            );
            let change = ProposedChange::LearnNodeAgain {
                node_id: node.node_id.clone(),
                vector: seen.fingerprint.to_vec(),
            };
            let proposal = proposal(node, change, seen, format!("{notice}: learn it again from this screen"));
            Drift::InterfaceChanged { notice, proposal }
        }
        Some(_) if seen.structure_agrees => Drift::None,
        // Above 0.85 it is near by its fingerprint, and its structure says that something changed.
        Some((node, cosine)) if cosine >= NEW_BELOW => {
            let change = ProposedChange::UpdateNode {
                node_id: node.node_id.clone(),
                vector: seen.fingerprint.to_vec(),
            };
            let reason = format!("a screen like {} (similarity {cosine:.2}) matched no node", called(node));
            Drift::Changed(proposal(node, change, seen, reason))
        }
        nearest => Drift::New(new_node(workflow, seen, nearest)),
    }
}

fn called(node: &Node) -> String {
    if node.label.is_empty() { node.node_id.clone() } else { format!("{} ({})", node.label, node.node_id) }
}

fn proposal(node: &Node, change: ProposedChange, seen: &ScreenEvidence<'_>, reason: String) -> Proposal {
    let samples = node.screen_template.embedding_prototype.as_ref().map_or(0, |p| p.sample_count);
    let after = match &change {
        ProposedChange::LearnNodeAgain { .. } => 1,
        _ => samples + 1,
    };
    Proposal {
        before: json!({ "node": node.node_id, "sample_count": samples }),
        after: json!({ "node": node.node_id, "sample_count": after }),
        reason,
        picture: seen.picture.map(str::to_owned),
        ..Proposal::new(change, seen.run_id, seen.now)
    }
}

fn new_node(workflow: &Workflow, seen: &ScreenEvidence<'_>, nearest: Option<(&Node, f64)>) -> Proposal {
    let number = |n: &Node| n.node_id.strip_prefix('N')?.split('_').next()?.parse::<u64>().ok();
    let free = workflow.nodes.iter().filter_map(number).max().unwrap_or(0) + 1;
    let mut node = seen.sketch.clone();
    node.node_id = ids::node_id(free, if node.label.is_empty() { "screen" } else { &node.label });
    node.metadata.observation_count = 1;
    node.screen_template.embedding_prototype = Some(EmbeddingPrototype {
        provider: seen.provider.to_owned(),
        vector_id: format!("prototypes/{}.npy", node.node_id),
        sample_count: 1,
        ..EmbeddingPrototype::default()
    });
    let near = nearest.map_or_else(
        || "no node is near".to_owned(),
        |(node, cosine)| format!("the nearest, {}, has a similarity of {cosine:.2}", called(node)),
    );
    Proposal {
        after: json!({ "node": node.node_id, "label": node.label }),
        reason: format!("a screen that no node knows: {near}"),
        picture: seen.picture.map(str::to_owned),
        ..Proposal::new(
            ProposedChange::NewNode { node: Box::new(node), vector: seen.fingerprint.to_vec() },
            seen.run_id,
            seen.now,
        )
    }
}
