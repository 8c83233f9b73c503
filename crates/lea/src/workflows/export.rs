//! `lea workflows export`: a workflow for another machine, without what it saw here (SPEC L4.11).

use super::pii::Pii;
use crate::config::Context;
use crate::error::{Outcome, failed};
use crate::{files, format};
use lea_model::{Action, Target, Workflow};
use lea_store::Bundle;
use lea_store::workflows::FileKind;
use serde_json::json;
use std::collections::BTreeSet;
use std::path::Path;

/// Writes it, and says what was left out.
pub fn export(context: &Context, bundle: Bundle, out: &Path, with_examples: bool) -> Outcome {
    let pii = Pii::new(&context.config.record.pii)?;
    let mut bundle = bundle;
    // Who did what here is nobody's business there.
    bundle.files.retain(|path, _| FileKind::of(path) != Some(FileKind::Audit));
    let left_out = if with_examples { Vec::new() } else { strip(&mut bundle, &pii) };
    let kept = pii.places(&json!(bundle.workflow));
    let as_folder = out.is_dir() || out.as_os_str().to_string_lossy().ends_with(std::path::MAIN_SEPARATOR);
    let written = if as_folder {
        // A folder that is there is where it goes, as with cp.
        let folder = if out.is_dir() { out.join(&bundle.workflow.workflow_id) } else { out.to_owned() };
        let folder = folder.components().collect::<std::path::PathBuf>();
        bundle.write_folder(&folder).map_err(failed)?;
        folder
    } else {
        files::replace_private(out, &bundle.pack().map_err(failed)?)?;
        out.to_owned()
    };
    if context.json {
        let said = json!({ "workflow_id": bundle.workflow.workflow_id, "version": bundle.workflow.version,
            "file": written, "files": bundle.files.len() + 1, "left_out": left_out, "looks_personal": kept });
        println!("{said}");
        return Ok(());
    }
    let size = std::fs::metadata(&written).map_or(0, |m| m.len());
    let size = if as_folder { String::new() } else { format!(", {}", format::bytes(size)) };
    println!("Wrote {} ({} files{size})", written.display(), bundle.files.len() + 1);
    for what in &left_out {
        println!("  left out: {what}");
    }
    if !left_out.is_empty() {
        println!("  (--with-examples leaves them in)");
    }
    for place in &kept {
        println!("  still in it, because steps need it, and it looks personal: {place}");
    }
    Ok(())
}

/// Takes out what was seen here: example values, other labels, screenshots, pictures that show personal data. Says what.
fn strip(bundle: &mut Bundle, pii: &Pii) -> Vec<String> {
    let mut said = Vec::new();
    let mut tell = |count: usize, what: &str| {
        if count > 0 {
            said.push(format!("{count} {what}"));
        }
    };
    let workflow = &mut bundle.workflow;
    let mut examples = 0;
    for variable in workflow.variables.values_mut() {
        examples += variable.example_values.len();
        variable.example_values.clear();
    }
    tell(examples, "example values of variables");
    let (mut labels, mut looks) = (0, 0);
    for target in targets(workflow) {
        // Before the labels go: a picture may show them.
        if pii.is_on(target) {
            looks += usize::from(take_look(target, pii));
        }
        labels += target.label_variants.len();
        target.label_variants.clear();
    }
    tell(labels, "other labels of targets");
    tell(looks, "pictures of targets that show what looks like personal data");
    let notes = [
        !std::mem::take(&mut workflow.metadata.sessions).is_empty(),
        !std::mem::take(&mut workflow.metadata.questions).is_empty(),
    ];
    tell(
        notes.into_iter().filter(|had| *had).count(),
        "notes about the demonstrations (which recordings, open questions)",
    );
    let used: BTreeSet<String> =
        targets(workflow).into_iter().filter_map(|t| t.anchor.as_ref()?.crop.clone()).collect();
    let (mut screens, mut notes) = (0, 0);
    bundle.files.retain(|path, _| match FileKind::of(path) {
        Some(FileKind::Screen) => {
            screens += 1;
            false
        }
        Some(FileKind::Answers | FileKind::Ledger | FileKind::Proposals) => {
            notes += 1;
            false
        }
        Some(FileKind::Crop) => used.contains(path),
        _ => true,
    });
    tell(screens, "screenshots");
    tell(notes, "files of answers, proposals and what became of each event");
    said
}

/// Takes away the picture of a target, and the texts around it that look personal; a target that is known by its picture alone
/// keeps it.
fn take_look(target: &mut Target, pii: &Pii) -> bool {
    let before = target.clone();
    let Some(anchor) = target.anchor.as_mut() else { return false };
    let harmless = |text: &Option<String>| text.as_ref().is_none_or(|t| !pii.is_in(t));
    anchor.inside.retain(|l| harmless(&l.text));
    anchor.landmarks.retain(|l| harmless(&l.text));
    let had = anchor.crop.take().is_some();
    anchor.crop_box = None;
    if !target.is_described() {
        *target = before;
        return false;
    }
    had
}

/// Every target of a workflow.
fn targets(workflow: &mut Workflow) -> Vec<&mut Target> {
    let edges = workflow.edges.iter_mut().filter_map(|e| e.action.as_mut());
    let recoveries = workflow.nodes.iter_mut().flat_map(|n| &mut n.recovery_actions);
    edges.chain(recoveries.filter_map(|r| r.action.as_mut()?.full_mut())).flat_map(targets_of).collect()
}

fn targets_of(action: &mut Action) -> Vec<&mut Target> {
    let own = action.target.iter_mut().chain(action.parameters.to.iter_mut());
    own.chain(action.parameters.steps.iter_mut().flat_map(targets_of)).collect()
}
