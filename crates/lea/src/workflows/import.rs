//! `lea workflows import`: a workflow from elsewhere is data, not authority (SPEC L4.11).

use crate::config::Context;
use crate::error::{Failure, Outcome, failed, failed_with_help, usage};
use lea_model::workflow::{ExecutionPolicy, Learning, WorkflowStats};
use lea_model::{LearningState, Workflow, ids};
use lea_store::workflows::{MOST_BYTES, Unpacked};
use lea_store::{Bundle, Store, StoreError};
use serde_json::json;
use std::fmt::Display;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;

/// How it is brought in.
#[derive(Clone, Copy, Debug)]
pub struct How {
    /// It may take the place of one of the same name.
    pub replace: bool,
    /// It stays as mature as it was.
    pub keep_maturity: bool,
}

/// Reads, checks and keeps it, disabled.
pub fn import(context: &Context, store: &Store, from: &Path, name: Option<&str>, how: How) -> Outcome {
    let wrong = |e: StoreError| failed(format!("{} cannot be imported: {e}", from.display()));
    let Unpacked { mut bundle, left_out } = if from.is_dir() {
        Unpacked { bundle: Bundle::read_folder(from).map_err(wrong)?, left_out: Vec::new() }
    } else if from.extension().is_some_and(|e| e.eq_ignore_ascii_case("json")) {
        document(from)?
    } else {
        let file = File::open(from).map_err(|e| failed(format!("cannot read {}: {e}", from.display())))?;
        Bundle::unpack(file).map_err(wrong)?
    };
    if let Some(name) = name {
        rename(&mut bundle, name)?;
    }
    if !how.keep_maturity {
        // Nobody here has seen it work, and what it may do is not for a file to say.
        let workflow = &mut bundle.workflow;
        workflow.learning_state = LearningState::Observation;
        let thresholds = workflow.learning.thresholds.clone();
        workflow.learning = Learning { thresholds, ..Learning::default() };
        workflow.execution_policy = ExecutionPolicy::default();
        workflow.stats = WorkflowStats::default();
    }
    let id = bundle.workflow.workflow_id.clone();
    let version = store.import_workflow(&bundle, how.replace).map_err(|e| refused(e, &id))?;
    let weak = lea_learn::lint(&bundle.workflow).len();
    if context.json {
        let said = json!({ "workflow_id": id, "version": version, "enabled": false, "left_out": left_out, "findings": weak });
        println!("{said}");
        return Ok(());
    }
    println!("Imported {id}, version {version}. It is disabled: look at it, then lea workflows enable {id}");
    for path in left_out {
        println!("  left out, because it is not of a workflow or not there: {path}");
    }
    if weak > 0 {
        println!("  {weak} weak spots: lea workflows lint {id}");
    }
    Ok(())
}

/// A workflow as its document alone, as the earlier system kept them. The vectors it speaks of are not with it, so its nodes are
/// known by their texts and elements.
fn document(from: &Path) -> Outcome<Unpacked> {
    let wrong = |e: &dyn Display| failed(format!("{} cannot be imported: {e}", from.display()));
    let file = File::open(from).map_err(|e| wrong(&e))?;
    let mut bytes = Vec::new();
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(|e| wrong(&e))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(wrong(&format!("it has more than {MOST_BYTES} bytes")));
    }
    let mut workflow = Workflow::from_slice(&bytes).map_err(|e| wrong(&e))?;
    let mut left_out = Vec::new();
    for node in &mut workflow.nodes {
        left_out.extend(node.screen_template.embedding_prototype.take().map(|p| p.vector_id));
    }
    let now = super::now();
    for time in [&mut workflow.created_at, &mut workflow.updated_at] {
        if time.is_empty() {
            time.clone_from(&now);
        }
    }
    Ok(Unpacked { bundle: Bundle::new(workflow), left_out })
}

fn rename(bundle: &mut Bundle, name: &str) -> Outcome {
    if name.trim().is_empty() {
        return Err(usage("--as needs a name"));
    }
    let plain = name.strip_prefix("WF_").unwrap_or(name);
    bundle.workflow.workflow_id = ids::workflow_id(plain);
    plain.clone_into(&mut bundle.workflow.name);
    Ok(())
}

fn refused(error: StoreError, id: &str) -> Failure {
    match error {
        StoreError::WorkflowExists { .. } => failed_with_help(
            format!("there is a workflow {id} already"),
            "--as NAME brings it in under another name, --replace makes it the next version of that one",
        ),
        error => failed(error),
    }
}
