//! Repairs that the configuration lets be applied without asking (SPEC LEARN.4): never one that would widen what a step may do that cannot be
//! taken back, never one that a safety rule speaks of, and none that a single run showed.

use lea_model::Workflow;
use serde::{Deserialize, Serialize};

use super::proposal::{Proposal, Proposals, ProposedChange};
use lea_lexicon::risk;
use lea_lexicon::text::words;

/// Which repairs are applied without asking.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ApplyRepairs {
    /// None: a person decides.
    #[default]
    Ask,
    /// Other words on a target.
    Labels,
    /// Those, and the new look of a screen. A screen that nobody has shown is never added.
    All,
}

/// The open proposals that may be applied without asking, by number; each was shown by at least `least_runs` runs.
pub fn automatic(
    proposals: &Proposals,
    workflow: &Workflow,
    which: ApplyRepairs,
    least_runs: usize,
) -> Vec<u32> {
    let may = |p: &&Proposal| p.runs.len() >= least_runs.max(1) && is_harmless(workflow, &p.change, which);
    proposals.open().filter(may).map(|p| p.number).collect()
}

fn is_harmless(workflow: &Workflow, change: &ProposedChange, which: ApplyRepairs) -> bool {
    match change {
        ProposedChange::AddLabel { edge_id, part, label } => {
            let edge = workflow.edges.iter().find(|e| e.edge_id == *edge_id);
            let action = edge.and_then(|e| e.parts().into_iter().nth(*part));
            let can_be_taken_back = action.is_some_and(|a| risk::action(a).is_none());
            which != ApplyRepairs::Ask
                && can_be_taken_back
                && risk::word(label).is_none()
                && !is_ruled(workflow, label)
        }
        ProposedChange::UpdateNode { node_id, .. } | ProposedChange::LearnNodeAgain { node_id, .. } => {
            let mut leaving = workflow.edges.iter().filter(|e| e.from_node == *node_id);
            let is_final = |a: &&lea_model::Action| risk::action(a).is_some();
            which == ApplyRepairs::All && !leaving.any(|e| e.parts().iter().any(is_final))
        }
        ProposedChange::NewNode { .. } => false,
    }
}

/// A safety rule speaks of this label.
fn is_ruled(workflow: &Workflow, label: &str) -> bool {
    let rules = &workflow.safety_rules;
    let label = words(label);
    let says = |rule: &String| {
        let rule = words(rule);
        !rule.is_empty() && label.windows(rule.len()).any(|part| part == rule.as_slice())
    };
    rules.forbidden_text_clicks.iter().chain(&rules.require_confirmation_for).any(says)
}
