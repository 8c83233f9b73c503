//! Steps that cannot be taken back, and whether a person is asked first (SPEC ACT.5).

use super::{Found, Severity};
use lea_lexicon::risk;
use lea_lexicon::text::words;
use lea_model::{Target, Workflow};

pub(super) fn look(workflow: &Workflow, found: &mut Found) {
    let asked: Vec<Vec<String>> =
        workflow.safety_rules.require_confirmation_for.iter().map(|rule| words(rule)).collect();
    for edge in &workflow.edges {
        for part in edge.parts() {
            let Some(said) = risk::action(part) else { continue };
            if part.target.as_ref().is_some_and(|t| is_asked_for(t, &asked)) {
                continue;
            }
            found.add(
                Severity::Danger,
                "irreversible_without_confirmation",
                &edge.edge_id,
                format!("it cannot be taken back ({:?}), and nobody is asked first", said.word),
                "name its role or label in safety_rules.require_confirmation_for",
            );
        }
    }
}

/// A rule names the role, or words of the label.
fn is_asked_for(target: &Target, asked: &[Vec<String>]) -> bool {
    let said: Vec<Vec<String>> = target.role.iter().chain(&target.text).map(|t| words(t)).collect();
    asked.iter().any(|rule| {
        !rule.is_empty()
            && said.iter().any(|text| text.windows(rule.len()).any(|part| part == rule.as_slice()))
    })
}
