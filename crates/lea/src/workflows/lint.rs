//! `lea workflows lint`: weak spots, for people and for scripts.

use crate::config::Context;
use crate::error::{Outcome, failed};
use crate::format;
use lea_learn::lint::Severity;
use lea_model::Workflow;
use serde_json::json;

/// Prints what was found; fails on findings only when asked to.
pub fn lint(context: &Context, workflow: &Workflow, strict: bool) -> Outcome {
    let findings = lea_learn::lint(workflow);
    let count = findings.len();
    if context.json {
        println!("{}", json!({ "workflow_id": workflow.workflow_id, "findings": findings }));
    } else if findings.is_empty() {
        println!("{}: no weak spots", workflow.workflow_id);
    } else {
        for f in &findings {
            let place = f.place.as_deref().unwrap_or(&workflow.workflow_id);
            println!("{:<8} {place}: {} [{}]", format::snake(&f.severity), f.sentence, f.code);
            println!("         {}", f.advice);
        }
        let of = |severity| findings.iter().filter(|f| f.severity == severity).count();
        println!(
            "{count} weak spots: {} danger, {} warning, {} note",
            of(Severity::Danger),
            of(Severity::Warning),
            of(Severity::Note)
        );
    }
    if strict && count > 0 {
        return Err(failed(format!("{} has {count} weak spots", workflow.workflow_id)));
    }
    Ok(())
}
