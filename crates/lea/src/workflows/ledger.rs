//! `lea workflows show --ledger`: what became of every event that a workflow was learnt from (SPEC LEARN.1).

use crate::config::Context;
use crate::error::{Outcome, failed, failed_with_help};
use crate::format;
use crate::learn::keep::LEDGER;
use lea_model::ledger::{Fate, Ledger};
use lea_store::Bundle;

/// Prints it.
pub fn show(context: &Context, bundle: &Bundle) -> Outcome {
    let Some(bytes) = bundle.files.get(LEDGER) else {
        return Err(failed_with_help(
            format!(
                "{} has no ledger: it was not learnt here, or by an older version",
                bundle.workflow.workflow_id
            ),
            "learn it again from its recordings: lea learn --label LABEL",
        ));
    };
    let ledger: Ledger = serde_json::from_slice(bytes).map_err(failed)?;
    if context.json {
        println!("{}", serde_json::to_string(&ledger).map_err(failed)?);
        return Ok(());
    }
    println!("{}", ledger.sum());
    let mut session = "";
    for entry in &ledger.entries {
        if entry.session_id != session {
            session = &entry.session_id;
            println!("\n{session}");
        }
        let fate = match &entry.fate {
            Fate::Edge(edge) => format!("→ {edge}"),
            Fate::Recovery => "→ the way back from an error".to_owned(),
            Fate::Left(reason) => reason.told(),
        };
        println!("  {:>5}  {:>8.2} s  {:<16} {fate}", entry.event, entry.t, format::snake(&entry.event_type));
    }
    Ok(())
}
