//! What a run teaches its workflow: counts, prototypes, writings of labels; what would widen a step becomes a proposal (LEARN.3–LEARN.5).

use crate::config::LearnConfig;
use crate::error::{Outcome, failed};
use crate::format;
use crate::workflows::{add_proposals, decide, proposals, write_down};
use lea_act::End;
use lea_learn::audit::LEA;
use lea_learn::evidence::{Mode, StepEvidence, Teacher, Used, automatic, learn_from_step};
use lea_learn::maturity::{self, Ending, RunEvidence, RunKind};
use lea_model::LearningState;
use lea_model::run::{RunMode, RunOutcome};
use lea_store::{Bundle, Store};
use serde::Serialize;

/// What a run taught its workflow.
pub struct Taught {
    /// Changes that wait for a person.
    pub proposed: usize,
    /// Changes that the configuration let be made, in words.
    pub applied: Vec<String>,
    /// The workflow came to another state.
    pub moved: Option<Moved>,
}

/// A workflow that came to another state of maturity, for whoever uses it (SPEC LEARN.3).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Moved {
    /// Which workflow.
    pub workflow_id: String,
    /// Where it was.
    pub from: LearningState,
    /// Where it is.
    pub to: LearningState,
    /// Why.
    pub reason: String,
}

impl Moved {
    /// In words.
    pub fn told(&self) -> String {
        let Self { workflow_id: id, reason, .. } = self;
        let (from, to) = (format::snake(&self.from), format::snake(&self.to));
        if self.to < self.from {
            return format!(
                "{id} fell back from {from} to {to}: {reason}. It runs by itself again once it has proved itself: lea workflows show {id}"
            );
        }
        format!("{id} advanced from {from} to {to}: {reason}")
    }
}

/// Makes the changes that the configuration lets be made without asking: audited, as one new version; the one before is kept.
fn repair(bundle: &mut Bundle, config: &LearnConfig) -> Outcome<Vec<String>> {
    let open = proposals(bundle)?;
    let numbers = automatic(&open, &bundle.workflow, config.apply_repairs, config.repairs_after);
    if numbers.is_empty() {
        return Ok(Vec::new());
    }
    let (_, audit) = decide(bundle, &numbers, &[], LEA)?;
    Ok(audit.into_iter().map(|entry| entry.what).collect())
}

/// Teaches a workflow what a run showed. A rehearsal counts towards nothing, but what it shows of drift is proposed all the same. Where
/// a person acted, `agreed` says whether they did what Lea would have done.
pub fn learn(
    store: &Store,
    config: &LearnConfig,
    id: &str,
    end: &End,
    agreed: Option<bool>,
) -> Outcome<Taught> {
    let run = &end.run;
    let taught = store.update_workflow(id, |bundle| -> Outcome<Taught> {
        let mut audit = Vec::new();
        let mut proposals = Vec::new();
        let now = run.ended_at.clone().unwrap_or_default();
        for step in &end.evidence {
            let used: Vec<Used<'_>> = step.labels.iter().map(|l| Used { label: l.as_deref() }).collect();
            let mode = if run.mode == RunMode::Assist { Mode::Assist } else { Mode::Auto };
            let seen = StepEvidence {
                run_id: &run.run_id,
                edge_id: &step.edge,
                mode,
                teacher: Teacher::Run,
                verified: step.verified,
                fingerprint: step.fingerprint.as_deref().filter(|_| !run.rehearsal),
                used: &used,
                duration_ms: step.duration_ms,
                now: &now,
            };
            let mut workflow = bundle.workflow.clone();
            let learnt = learn_from_step(&mut workflow, &seen, |name| bundle.vector(name).ok());
            proposals.extend(learnt.proposals);
            if !run.rehearsal {
                bundle.workflow = workflow;
                audit.extend(learnt.audit);
                for (name, vector) in learnt.vectors {
                    bundle.put_vector(&name, &vector).map_err(failed)?;
                }
            }
        }
        let evidence = run_evidence(end, bundle.workflow.learning_state, agreed);
        maturity::count(&mut bundle.workflow, &evidence);
        let mut moved = None;
        if let Some(step) = maturity::next(&bundle.workflow, Some(&evidence), None, &now) {
            step.apply(&mut bundle.workflow);
            let (from, to, reason) = (step.from, step.to, step.reason);
            moved = Some(Moved { workflow_id: id.to_owned(), from, to, reason });
            audit.push(step.audit);
        }
        let mut proposed = proposals.len();
        add_proposals(bundle, proposals)?;
        if !audit.is_empty() {
            write_down(bundle, &audit)?;
        }
        let applied = if run.rehearsal { Vec::new() } else { repair(bundle, config)? };
        proposed = proposed.saturating_sub(applied.len());
        Ok(Taught { proposed, applied, moved })
    });
    taught.map_err(failed)?
}

fn run_evidence(end: &End, state: LearningState, agreed: Option<bool>) -> RunEvidence {
    let run = &end.run;
    let kind = match (run.mode, state) {
        (RunMode::Shadow, _) => RunKind::Observed,
        (RunMode::Assist, _) if agreed.is_some() => RunKind::Assisted,
        (_, LearningState::AutoConfirmed) => RunKind::Confirmed,
        _ => RunKind::Candidate,
    };
    let ending = match run.outcome {
        // An assisted run succeeds when every step agreed.
        Some(RunOutcome::Verified | RunOutcome::CompletedUnverified) if agreed == Some(false) => {
            Ending::Failed
        }
        Some(RunOutcome::Verified | RunOutcome::CompletedUnverified) => Ending::Succeeded,
        Some(RunOutcome::Failed) => Ending::Failed,
        _ => Ending::Halted,
    };
    RunEvidence {
        run_id: run.run_id.clone(),
        kind,
        ending,
        confidence: run.confidence.unwrap_or(0.0),
        similarity: run.similarity,
        duration_seconds: Some(run.seconds),
        errors: end.errors.clone(),
        wrong: None,
        rehearsal: run.rehearsal,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // In a test that is what it is for.
mod tests {
    use super::*;
    use lea_model::run::Run;
    use lea_model::{Node, Workflow};

    const ID: &str = "WF_x";

    /// A store with a workflow in this state, of which one run was counted before.
    fn store(folder: &std::path::Path, state: LearningState) -> Store {
        let mut workflow = Workflow { workflow_id: ID.into(), name: "x".into(), ..Workflow::default() };
        (workflow.learning_state, workflow.learning.state) = (state, state);
        workflow.nodes = vec![Node { node_id: "N1_list".into(), label: "List".into(), ..Node::default() }];
        workflow.entry_nodes = vec!["N1_list".into()];
        workflow.end_nodes = vec!["N1_list".into()];
        workflow.version = 1;
        workflow.created_at = "2026-11-15T08:00:00Z".into();
        workflow.updated_at.clone_from(&workflow.created_at);
        let store = Store::open(folder).unwrap();
        store.save_workflow(&Bundle::new(workflow)).unwrap();
        store
    }

    /// The end of a run that did its work, so sure of its steps.
    fn end(confidence: f64, rehearsal: bool) -> End {
        let mode = if rehearsal { RunMode::Rehearsal } else { RunMode::Auto };
        let run = Run {
            run_id: "run_2026-11-15T09-00-00_x".into(),
            workflow_id: ID.into(),
            mode,
            rehearsal,
            ended_at: Some("2026-11-15T09:01:00Z".into()),
            outcome: Some(RunOutcome::Verified),
            confidence: Some(confidence),
            ..Run::default()
        };
        End { run, evidence: Vec::new(), errors: Vec::new() }
    }

    #[test]
    fn a_workflow_that_falls_back_is_told_with_the_reason() {
        let folder = tempfile::tempdir().unwrap();
        let store = store(folder.path(), LearningState::AutoConfirmed);
        let config = LearnConfig::default();
        let sure = learn(&store, &config, ID, &end(1.0, false), None).map_err(|f| f.report).unwrap();
        assert_eq!(sure.moved, None, "nothing is told where nothing changed");
        let unsure = learn(&store, &config, ID, &end(0.5, false), None).map_err(|f| f.report).unwrap();
        let moved = unsure.moved.unwrap();
        assert_eq!((moved.from, moved.to), (LearningState::AutoConfirmed, LearningState::Coaching));
        let told = moved.told();
        for words in
            ["WF_x fell back from AUTO_CONFIRMED to COACHING", "confidence", "lea workflows show WF_x"]
        {
            assert!(told.contains(words), "{words} in {told}");
        }
        assert_eq!(store.workflow(ID).unwrap().workflow.learning_state, LearningState::Coaching);
    }

    #[test]
    fn a_rehearsal_moves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let store = store(folder.path(), LearningState::AutoCandidate);
        let taught = learn(&store, &LearnConfig::default(), ID, &end(0.1, true), None);
        assert_eq!(taught.map_err(|f| f.report).unwrap().moved, None);
    }
}
