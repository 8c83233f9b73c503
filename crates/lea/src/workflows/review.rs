//! `lea workflows approve` and `review`: what only a person may decide.

use super::now;
use crate::config::Context;
use crate::error::{Outcome, failed, halted, usage};
use crate::format;
use lea_learn::audit::AuditEntry;
use lea_learn::evidence::{Proposal, Proposals};
use lea_learn::maturity::{self, Approval};
use lea_model::LearningState;
use lea_store::{Bundle, Store};
use serde_json::json;

const PROPOSALS: &str = "proposals.json";
const AUDIT: &str = "audit.jsonl";

/// Lets a candidate run by itself, where its runs allow it.
pub fn approve(
    context: &Context,
    store: &Store,
    mut bundle: Bundle,
    by: String,
    note: Option<String>,
) -> Outcome {
    let id = bundle.workflow.workflow_id.clone();
    let approval = Approval { by, note };
    let step = maturity::next(&bundle.workflow, None, Some(&approval), &now());
    // Every other step is the runs' to decide.
    let Some(step) = step.filter(|s| s.to == LearningState::AutoConfirmed) else {
        let progress = maturity::progress(&bundle.workflow);
        let missing: Vec<String> = progress
            .needs
            .iter()
            .filter(|n| !n.met)
            .map(|n| {
                format!(
                    "{} {} of {}",
                    n.what,
                    n.have.map_or_else(|| "none".into(), |h| format!("{h:.2}")),
                    n.want
                )
            })
            .collect();
        let why = if progress.next.is_none() {
            "it runs by itself already".to_owned()
        } else if missing.is_empty() {
            "nothing waits for an approval".to_owned()
        } else {
            missing.join(", ")
        };
        return Err(halted(format!(
            "{id} is {} and cannot be approved: {why}",
            format::snake(&progress.state)
        )));
    };
    step.apply(&mut bundle.workflow);
    write_down(&mut bundle, std::slice::from_ref(&step.audit))?;
    store.save_workflow(&bundle).map_err(failed)?;
    if context.json {
        println!("{}", json!({ "workflow_id": id, "from": step.from, "to": step.to, "reason": step.reason }));
    } else {
        println!("{id}: {} → {}", format::snake(&step.from), format::snake(&step.to));
        println!("  {}", step.reason);
    }
    Ok(())
}

/// The proposals of a bundle.
pub fn proposals(bundle: &Bundle) -> Outcome<Proposals> {
    let Some(bytes) = bundle.files.get(PROPOSALS) else { return Ok(Proposals::default()) };
    serde_json::from_slice(bytes)
        .map_err(|e| failed(format!("{PROPOSALS} of {} cannot be read: {e}", bundle.workflow.workflow_id)))
}

/// Lists what is proposed, or decides on it.
pub fn review(
    context: &Context,
    store: &Store,
    mut bundle: Bundle,
    apply: &[u32],
    reject: &[u32],
    by: &str,
) -> Outcome {
    let mut proposals = proposals(&bundle)?;
    if apply.is_empty() && reject.is_empty() {
        return list(context, &bundle, &proposals);
    }
    if let Some(both) = apply.iter().find(|n| reject.contains(n)) {
        return Err(usage(format!("proposal {both} cannot be applied and rejected at once")));
    }
    let mut audit = Vec::new();
    for number in apply {
        let vectors = bundle.clone();
        let vector = |name: &str| vectors.vector(name).ok();
        let applied = proposals.apply(*number, &mut bundle.workflow, vector, by, &now()).map_err(failed)?;
        for (name, vector) in &applied.vectors {
            bundle.put_vector(name, vector).map_err(failed)?;
        }
        audit.push(applied.audit);
    }
    for number in reject {
        audit.push(proposals.reject(*number, &bundle.workflow, by, &now()).map_err(failed)?);
    }
    let text = serde_json::to_vec_pretty(&proposals).map_err(failed)?;
    bundle.files.insert(PROPOSALS.to_owned(), text);
    write_down(&mut bundle, &audit)?;
    // All of it or none: nothing was saved so far.
    store.save_workflow(&bundle).map_err(failed)?;
    let version = bundle.workflow.version;
    if context.json {
        let done: Vec<&str> = audit.iter().map(|a| a.what.as_str()).collect();
        println!(
            "{}",
            json!({ "workflow_id": bundle.workflow.workflow_id, "version": version, "decided": done })
        );
    } else {
        audit.iter().for_each(|entry| println!("{}", entry.what));
        println!("{} has version {version} now", bundle.workflow.workflow_id);
    }
    Ok(())
}

fn list(context: &Context, bundle: &Bundle, proposals: &Proposals) -> Outcome {
    let id = &bundle.workflow.workflow_id;
    let open: Vec<&Proposal> = proposals.open().collect();
    if context.json {
        println!("{}", json!({ "workflow_id": id, "proposals": open }));
        return Ok(());
    }
    if open.is_empty() {
        println!("{id}: nothing is proposed");
        return Ok(());
    }
    for p in &open {
        let strong = if p.is_strong { ", shown by a person" } else { "" };
        println!("{}. {}", p.number, p.change.sentence());
        println!("   {} ({} runs{strong})", p.reason, p.runs.len());
        println!("   before: {}", format::shortened(&p.before.to_string(), 200));
        println!("   after:  {}", format::shortened(&p.after.to_string(), 200));
    }
    println!("Decide with lea workflows review {id} --apply N or --reject N");
    Ok(())
}

/// Adds entries to the audit trail of a bundle.
fn write_down(bundle: &mut Bundle, entries: &[AuditEntry]) -> Outcome {
    let trail = bundle.files.entry(AUDIT.to_owned()).or_default();
    for entry in entries {
        trail.extend(serde_json::to_vec(entry).map_err(failed)?);
        trail.push(b'\n');
    }
    Ok(())
}
