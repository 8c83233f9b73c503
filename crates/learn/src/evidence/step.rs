//! What a step that was executed teaches (SPEC LEARN.4).

use crate::params::runs::CORRECTION_WEIGHT;
use lea_model::workflow::PROBLEMATIC_AFTER_FAILURES;
use lea_model::{Action, Edge, Target, Workflow};
use serde_json::json;

use super::proposal::{Proposal, ProposedChange};
use super::{cosine, refined};
use crate::audit::{AuditEntry, LEA};
use lea_lexicon::text::words;

/// Who executed the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// A person.
    Manual,
    /// A person, with Lea's advice.
    Assist,
    /// Lea.
    Auto,
}

/// Who says what the target is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Teacher {
    /// The cascade found it, and the step was verified.
    Run,
    /// This person pointed at it: strong evidence.
    Person(String),
}

/// What was seen of one step.
#[derive(Clone, Debug, PartialEq)]
pub struct StepEvidence<'a> {
    /// In which run.
    pub run_id: &'a str,
    /// Which step.
    pub edge_id: &'a str,
    /// Who executed it.
    pub mode: Mode,
    /// Who says what its target is.
    pub teacher: Teacher,
    /// It was verified; otherwise it only counts as a failure.
    pub verified: bool,
    /// The fingerprint of the screen it began on, where that is a screen of its `from_node`.
    pub fingerprint: Option<&'a [f32]>,
    /// What was used by each of its parts, in order; nothing is learnt of parts that are missing here.
    pub used: &'a [Used<'a>],
    /// How long it took.
    pub duration_ms: f64,
    /// When, RFC 3339.
    pub now: &'a str,
}

/// The element that one part of a step used.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Used<'a> {
    /// The words on it.
    pub label: Option<&'a str>,
}

/// What a step changed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Learnt {
    /// Vectors that changed, by their names.
    pub vectors: Vec<(String, Vec<f32>)>,
    /// What a person has to see first.
    pub proposals: Vec<Proposal>,
    /// What the audit trail says.
    pub audit: Vec<AuditEntry>,
}

/// Learns from a step: counts it, and where it was verified moves the prototype of its screen towards what was seen, keeps how
/// its label was written, and counts the use of its target. `vector` knows the prototypes by name.
///
/// A label that says something else would widen what the step may click: that is a proposal.
pub fn learn_from_step(
    workflow: &mut Workflow,
    seen: &StepEvidence<'_>,
    vector: impl Fn(&str) -> Option<Vec<f32>>,
) -> Learnt {
    let mut learnt = Learnt::default();
    let Some(at) = workflow.edges.iter().position(|e| e.edge_id == seen.edge_id) else { return learnt };
    count(&mut workflow.edges[at], seen);
    let parts = workflow.edges[at].action.as_mut().map_or_else(Vec::new, Action::parts_mut);
    for part in parts.into_iter().take(seen.used.len()) {
        if let Some(target) = &mut part.target {
            remember_use(target, seen.verified);
        }
    }
    if !seen.verified {
        return learnt;
    }
    let from = workflow.edges[at].from_node.clone();
    if let Some(fingerprint) = seen.fingerprint {
        learnt.vectors.extend(refine(workflow, &from, fingerprint, seen, vector, &mut learnt.audit));
    }
    for (part, used) in seen.used.iter().enumerate() {
        if let Some(label) = used.label.map(str::trim).filter(|l| !l.is_empty()) {
            name(workflow, (at, part), label, seen, &mut learnt);
        }
    }
    learnt
}

fn count(edge: &mut Edge, seen: &StepEvidence<'_>) {
    let stats = &mut edge.stats;
    let before = stats.success_count + stats.failure_count;
    match seen.mode {
        Mode::Manual => stats.manual_executions += 1,
        Mode::Assist => stats.assist_executions += 1,
        Mode::Auto => stats.auto_executions += 1,
    }
    if seen.verified {
        stats.success_count += 1;
        stats.consecutive_failures = 0;
    } else {
        stats.failure_count += 1;
        stats.consecutive_failures = stats.consecutive_failures.saturating_add(1);
    }
    stats.problematic = stats.consecutive_failures > PROBLEMATIC_AFTER_FAILURES;
    if seen.duration_ms.is_finite() && seen.duration_ms >= 0.0 {
        stats.avg_execution_time_ms += (seen.duration_ms - stats.avg_execution_time_ms) / (before + 1) as f64;
    }
}

fn remember_use(target: &mut Target, verified: bool) {
    let history = target.interaction_history.get_or_insert_default();
    let uses = history.click_count as f64;
    history.success_rate = (history.success_rate * uses + f64::from(u8::from(verified))) / (uses + 1.0);
    history.click_count += 1;
}

/// Moves a prototype towards a screen it matches by itself; one that it does not is for [`super::drift`].
fn refine(
    workflow: &mut Workflow,
    node_id: &str,
    fingerprint: &[f32],
    seen: &StepEvidence<'_>,
    vector: impl Fn(&str) -> Option<Vec<f32>>,
    audit: &mut Vec<AuditEntry>,
) -> Option<(String, Vec<f32>)> {
    let node = workflow.nodes.iter().find(|n| n.node_id == node_id)?;
    let prototype = node.screen_template.embedding_prototype.as_ref()?;
    let (name, samples) = (prototype.vector_id.clone(), prototype.sample_count);
    let old = vector(&name)?;
    let similarity = cosine(&old, fingerprint);
    if similarity < node.min_cosine_similarity() {
        return None;
    }
    let (weight, who) = match &seen.teacher {
        Teacher::Run => (1.0, LEA),
        Teacher::Person(name) => (CORRECTION_WEIGHT, name.as_str()),
    };
    let new = refined(&old, samples, fingerprint, weight);
    audit.push(AuditEntry::new(workflow, who, seen.now, format!("{node_id} embedding_prototype")).from_to(
        json!({ "sample_count": samples }),
        json!({ "sample_count": samples + 1 }),
        format!("a verified step of run {} saw it at {similarity:.3}", seen.run_id),
    ));
    let node = workflow.nodes.iter_mut().find(|n| n.node_id == node_id)?;
    node.screen_template.embedding_prototype.as_mut()?.sample_count += 1;
    node.metadata.observation_count += 1;
    Some((name, new))
}

/// The target of a part of a step, by the places of step and part.
pub(super) fn target_of(workflow: &mut Workflow, (at, part): (usize, usize)) -> Option<&mut Target> {
    let parts = workflow.edges.get_mut(at)?.action.as_mut().map(Action::parts_mut)?;
    parts.into_iter().nth(part)?.target.as_mut()
}

/// Keeps another way to write the same label; proposes another label.
fn name(
    workflow: &mut Workflow,
    place: (usize, usize),
    label: &str,
    seen: &StepEvidence<'_>,
    learnt: &mut Learnt,
) {
    let Some(target) = target_of(workflow, place).map(|t| t.clone()) else { return };
    let known = || target.text.iter().chain(&target.label_variants);
    // What names a variable says something else each time.
    if known().any(|k| k == label || k.contains("${")) {
        return;
    }
    let before = json!(target.label_variants);
    let after = json!(target.label_variants.iter().map(String::as_str).chain([label]).collect::<Vec<_>>());
    let is_same = known().any(|k| words(k) == words(label)) && !words(label).is_empty();
    if is_same {
        let what = format!("{} label_variants", seen.edge_id);
        let reason = format!("run {} read it so: only writing differs", seen.run_id);
        learnt.audit.push(AuditEntry::new(workflow, LEA, seen.now, what).from_to(before, after, reason));
        if let Some(target) = target_of(workflow, place) {
            target.label_variants.push(label.to_owned());
        }
        return;
    }
    let (is_strong, said) = match &seen.teacher {
        Teacher::Run => (false, format!("run {} used {label:?}, and the step was verified", seen.run_id)),
        Teacher::Person(who) => (true, format!("{who} pointed at {label:?} in run {}", seen.run_id)),
    };
    let change =
        ProposedChange::AddLabel { edge_id: seen.edge_id.to_owned(), part: place.1, label: label.to_owned() };
    learnt.proposals.push(Proposal {
        is_strong,
        before,
        after,
        reason: format!("{said}: the step would click that too"),
        ..Proposal::new(change, seen.run_id, seen.now)
    });
}
