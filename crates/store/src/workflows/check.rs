//! What a bundle must hold so that it can be kept, and used by whoever gets it.

use super::{Bundle, FileKind, MOST_BYTES, MOST_FILES, prototype_file};
use crate::error::StoreError;

/// A picture or a vector larger than this is a mistake.
pub(super) const MOST_FILE_BYTES: u64 = 64 << 20;
/// First bytes of every PNG.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";
/// Problems named in one message.
const MOST_NAMED: usize = 5;
/// How far from 1 the norm of a prototype may be.
const NORM_TOLERANCE: f64 = 1e-3;

/// What is wrong with a bundle: which part of it, and what.
pub(super) struct Complaint {
    what: String,
    why: String,
}

impl Complaint {
    fn of(what: impl Into<String>, why: impl Into<String>) -> Self {
        Self { what: what.into(), why: why.into() }
    }

    /// It was read so.
    pub fn damaged(self) -> StoreError {
        StoreError::Damaged { what: self.what, why: self.why }
    }

    /// It is to be written so.
    pub fn unfit(self) -> StoreError {
        StoreError::Unfit { what: self.what, why: self.why }
    }
}

type Checked = Result<(), Complaint>;

/// Everything is there and has its form, or the first thing that is not is named.
pub(super) fn check(bundle: &Bundle) -> Checked {
    let id = &bundle.workflow.workflow_id;
    let problems = bundle.workflow.problems();
    if !problems.is_empty() {
        let mut named: Vec<String> =
            problems.iter().take(MOST_NAMED).map(|problem| format!("\n  {problem}")).collect();
        if problems.len() > MOST_NAMED {
            named.push(format!("\n  and {} more", problems.len() - MOST_NAMED));
        }
        return Err(Complaint::of(format!("workflow.json of {id:?}"), named.concat()));
    }
    files(bundle)?;
    let missing = bundle.workflow.problems_with_vectors(|v| bundle.files.contains_key(&prototype_file(v)));
    if let Some(problem) = missing.first() {
        return Err(Complaint::of(format!("workflow {id}"), problem.to_string()));
    }
    vectors(bundle)?;
    for crop in crops(bundle) {
        if !bundle.files.contains_key(crop) {
            let why = "a target refers to it and it is not there; learn the step again";
            return Err(Complaint::of(format!("{crop} of workflow {id}"), why));
        }
    }
    Ok(())
}

fn files(bundle: &Bundle) -> Checked {
    let id = &bundle.workflow.workflow_id;
    if bundle.files.len() > MOST_FILES {
        let why = format!("it has {} files, more than {MOST_FILES}", bundle.files.len());
        return Err(Complaint::of(format!("workflow {id}"), why));
    }
    let mut total = 0;
    for (path, bytes) in &bundle.files {
        let unfit = |why: String| Complaint::of(format!("{path:?} of workflow {id}"), why);
        let Some(kind) = FileKind::of(path) else {
            return Err(unfit(
                "a bundle has prototypes/*.npy, crops/*.png, screens/*.png and no other folder".into(),
            ));
        };
        total += bytes.len() as u64;
        if bytes.len() as u64 > MOST_FILE_BYTES || total > MOST_BYTES {
            return Err(unfit(format!("it is too large: a bundle has at most {MOST_BYTES} bytes")));
        }
        match kind {
            FileKind::Crop | FileKind::Screen if !bytes.starts_with(PNG) => {
                return Err(Complaint::of(format!("{path} of workflow {id}"), "it is no PNG picture"));
            }
            FileKind::Answers | FileKind::Ledger | FileKind::Proposals => {
                serde_json::from_slice::<serde::de::IgnoredAny>(bytes).map_err(|e| {
                    Complaint::of(format!("{path} of workflow {id}"), format!("it is not JSON: {e}"))
                })?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// Prototypes lie in the space of the workflow and have norm 1 (P4, P14).
fn vectors(bundle: &Bundle) -> Checked {
    let space = bundle.workflow.embedding_spaces.current_space();
    for node in &bundle.workflow.nodes {
        let Some(prototype) = &node.screen_template.embedding_prototype else { continue };
        let vector =
            bundle.read_vector(&prototype.vector_id).map_err(|(what, why)| Complaint { what, why })?;
        let damaged = |why: String| {
            Complaint::of(
                format!(
                    "{} of workflow {}",
                    prototype_file(&prototype.vector_id),
                    bundle.workflow.workflow_id
                ),
                format!("{why}; learn the node {} again", node.node_id),
            )
        };
        if let Some(space) = space
            && vector.len() != space.dimensions as usize
        {
            let why = format!(
                "it has {} numbers, and the space {} has {}",
                vector.len(),
                space.id,
                space.dimensions
            );
            return Err(damaged(why));
        }
        let norm = vector.iter().map(|v| f64::from(*v).powi(2)).sum::<f64>().sqrt();
        if !norm.is_finite() || (norm - 1.0).abs() > NORM_TOLERANCE {
            return Err(damaged(format!("its norm is {norm}, not 1")));
        }
    }
    Ok(())
}

/// The pictures that targets refer to.
pub(super) fn crops(bundle: &Bundle) -> impl Iterator<Item = &str> {
    let edges = bundle.workflow.edges.iter().filter_map(|e| e.action.as_ref());
    let recoveries = bundle.workflow.nodes.iter().flat_map(|n| &n.recovery_actions);
    let actions = edges.chain(recoveries.filter_map(|r| r.full_action()));
    actions.flat_map(crops_of)
}

fn crops_of(action: &lea_model::Action) -> Vec<&str> {
    let targets = [&action.target, &action.parameters.to];
    let own = targets.into_iter().flatten().filter_map(|t| t.anchor.as_ref()?.crop.as_deref());
    own.chain(action.parameters.steps.iter().flat_map(crops_of)).collect()
}
