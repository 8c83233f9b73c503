//! `lea workflows diff`: what differs between two versions.

use crate::config::Context;
use crate::error::{Outcome, failed, usage};
use lea_store::Store;
use serde_json::json;

/// Prints what differs.
pub fn diff(context: &Context, store: &Store, id: &str, from: Option<u32>, to: Option<u32>) -> Outcome {
    let versions = store.workflow_versions(id).map_err(failed)?;
    let to = to.or_else(|| versions.last().copied()).unwrap_or(1);
    let before = versions.iter().rev().copied().find(|v| *v < to);
    let Some(from) = from.or(before) else {
        return Err(usage(format!("{id} has no version before {to}: there is nothing to compare it with")));
    };
    let [old, new] = [from, to].map(|version| store.workflow_version(id, version));
    let (old, new) = (old.map_err(failed)?.workflow, new.map_err(failed)?.workflow);
    let changes = lea_learn::changes(&old, &new);
    if context.json {
        println!("{}", json!({ "workflow_id": id, "from": from, "to": to, "changes": changes }));
        return Ok(());
    }
    println!("{id}, version {from} → {to}");
    if changes.is_empty() {
        println!("  nothing differs but what was counted");
    }
    for change in changes {
        println!("  {}", change.sentence);
    }
    Ok(())
}
