//! `lea workflows approve` and `review`: what only a person may decide.

use super::now;
use crate::config::Context;
use crate::error::{Failure, Outcome, failed, halted, usage};
use crate::format;
use lea_learn::audit::AuditEntry;
use lea_learn::evidence::{Proposal, Proposals};
use lea_learn::maturity::{self, Approval, Transition};
use lea_model::{LearningState, Workflow};
use lea_store::{Bundle, Store};
use serde_json::json;

const PROPOSALS: &str = "proposals.json";
/// The trail of who changed a workflow.
pub const AUDIT: &str = "audit.jsonl";

/// Lets a candidate run by itself, where its runs allow it.
pub fn approve(context: &Context, store: &Store, id: &str, by: String, note: Option<String>) -> Outcome {
    let approval = Approval { by, note };
    let step = store.update_workflow(id, |bundle| -> Outcome<Transition> {
        let step = maturity::next(&bundle.workflow, None, Some(&approval), &now());
        // Every other step is the runs' to decide.
        let step = step.filter(|s| s.to == LearningState::AutoConfirmed);
        let step = step.ok_or_else(|| not_yet(&bundle.workflow))?;
        step.apply(&mut bundle.workflow);
        write_down(bundle, std::slice::from_ref(&step.audit))?;
        Ok(step)
    });
    let step = step.map_err(failed)??;
    if context.json {
        println!("{}", json!({ "workflow_id": id, "from": step.from, "to": step.to, "reason": step.reason }));
    } else {
        println!("{id}: {} → {}", format::snake(&step.from), format::snake(&step.to));
        println!("  {}", step.reason);
    }
    Ok(())
}

/// What an approval still lacks.
fn not_yet(workflow: &Workflow) -> Failure {
    let progress = maturity::progress(workflow);
    let number = |have: Option<f64>| have.map_or_else(|| "none".into(), |h| format!("{h:.2}"));
    let missing = progress.needs.iter().filter(|n| !n.met);
    let missing: Vec<String> =
        missing.map(|n| format!("{} {} of {}", n.what, number(n.have), n.want)).collect();
    let why = if progress.next.is_none() {
        "it runs by itself already".to_owned()
    } else if missing.is_empty() {
        "nothing waits for an approval".to_owned()
    } else {
        missing.join(", ")
    };
    let state = format::snake(&progress.state);
    halted(format!("{} is {state} and cannot be approved: {why}", workflow.workflow_id))
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
    id: &str,
    apply: &[u32],
    reject: &[u32],
    back_to: Option<u32>,
    by: &str,
) -> Outcome {
    if let Some(version) = back_to {
        return go_back(context, store, id, version, by);
    }
    if apply.is_empty() && reject.is_empty() {
        return list(context, &store.workflow(id).map_err(failed)?);
    }
    if let Some(both) = apply.iter().find(|n| reject.contains(n)) {
        return Err(usage(format!("proposal {both} cannot be applied and rejected at once")));
    }
    let decided = store.update_workflow(id, |bundle| decide(bundle, apply, reject, by));
    let (version, audit) = decided.map_err(failed)??;
    if context.json {
        let done: Vec<&str> = audit.iter().map(|a| a.what.as_str()).collect();
        println!("{}", json!({ "workflow_id": id, "version": version, "decided": done }));
    } else {
        audit.iter().for_each(|entry| println!("{}", entry.what));
        println!("{id} has version {version} now");
    }
    Ok(())
}

/// An earlier version becomes the next one; what was proposed and audited since stays.
fn go_back(context: &Context, store: &Store, id: &str, version: u32, by: &str) -> Outcome {
    let earlier = store.workflow_version(id, version).map_err(failed)?;
    let back = store.update_workflow(id, |bundle| -> Outcome<u32> {
        let entry = AuditEntry::new(&bundle.workflow, by, &now(), format!("went back to version {version}"));
        let number = bundle.workflow.version.saturating_add(1);
        let kept: Vec<_> = [PROPOSALS, AUDIT].iter().filter_map(|n| bundle.files.remove_entry(*n)).collect();
        let now_is = std::mem::replace(bundle, earlier.clone()).workflow;
        // How far it has matured is what its runs and people made of it.
        bundle.workflow.learning_state = now_is.learning_state;
        bundle.workflow.learning = now_is.learning;
        bundle.workflow.stats = now_is.stats;
        bundle.files.extend(kept);
        bundle.workflow.version = number;
        bundle.workflow.updated_at = now();
        write_down(bundle, &[entry])?;
        Ok(number)
    });
    let number = back.map_err(failed)??;
    if context.json {
        println!("{}", json!({ "workflow_id": id, "version": number, "as": version }));
    } else {
        println!("{id} has version {number} now, which is as version {version} was");
    }
    Ok(())
}

/// All of it or none; together it is one new version.
pub fn decide(
    bundle: &mut Bundle,
    apply: &[u32],
    reject: &[u32],
    by: &str,
) -> Outcome<(u32, Vec<AuditEntry>)> {
    let mut proposals = proposals(bundle)?;
    let next_version = bundle.workflow.version.saturating_add(1);
    let mut audit = Vec::new();
    for number in apply {
        let before = bundle.clone();
        let vector = |name: &str| before.vector(name).ok();
        let applied = proposals.apply(*number, &mut bundle.workflow, vector, by, &now()).map_err(failed)?;
        for (name, vector) in &applied.vectors {
            bundle.put_vector(name, vector).map_err(failed)?;
        }
        audit.push(applied.audit);
    }
    bundle.workflow.version = bundle.workflow.version.min(next_version);
    for number in reject {
        audit.push(proposals.reject(*number, &bundle.workflow, by, &now()).map_err(failed)?);
    }
    let text = serde_json::to_vec_pretty(&proposals).map_err(failed)?;
    bundle.files.insert(PROPOSALS.to_owned(), text);
    write_down(bundle, &audit)?;
    Ok((bundle.workflow.version, audit))
}

fn list(context: &Context, bundle: &Bundle) -> Outcome {
    let id = &bundle.workflow.workflow_id;
    let proposals = proposals(bundle)?;
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

/// Adds what a run proposes.
pub fn add_proposals(bundle: &mut Bundle, fresh: Vec<Proposal>) -> Outcome {
    if fresh.is_empty() {
        return Ok(());
    }
    let mut all = proposals(bundle)?;
    fresh.into_iter().for_each(|p| all.add(p));
    let text = serde_json::to_vec_pretty(&all).map_err(failed)?;
    bundle.files.insert(PROPOSALS.to_owned(), text);
    Ok(())
}

/// Adds entries to the audit trail of a bundle.
pub fn write_down(bundle: &mut Bundle, entries: &[AuditEntry]) -> Outcome {
    let trail = bundle.files.entry(AUDIT.to_owned()).or_default();
    for entry in entries {
        trail.extend(serde_json::to_vec(entry).map_err(failed)?);
        trail.push(b'\n');
    }
    Ok(())
}
