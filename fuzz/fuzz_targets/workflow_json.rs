//! Any bytes: reading a workflow never panics, and what is read is the same after writing.
#![no_main]

use lea_model::Workflow;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(workflow) = Workflow::from_slice(bytes) else {
        return;
    };
    let problems = workflow.problems();
    workflow.problems_with_vectors(|id| id.len() % 2 == 0);
    for node in &workflow.nodes {
        node.min_cosine_similarity();
    }
    let written = serde_json::to_vec(&workflow).expect("a workflow can always be written");
    let again = Workflow::from_slice(&written).expect("what was written can be read");
    assert_eq!(workflow, again);
    assert_eq!(problems, again.problems());
});
