//! `lea workflows import`: a workflow from elsewhere is data, not authority (SPEC L4.11).

use crate::config::Context;
use crate::error::{Failure, Outcome, failed, failed_with_help, usage};
use lea_model::workflow::{ExecutionPolicy, Learning, WorkflowStats};
use lea_model::{LearningState, ids};
use lea_store::workflows::Unpacked;
use lea_store::{Bundle, Store, StoreError};
use serde_json::json;
use std::fs::File;
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
        println!("  left out, because no workflow has such a file: {path}");
    }
    if weak > 0 {
        println!("  {weak} weak spots: lea workflows lint {id}");
    }
    Ok(())
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
