//! What a run teaches its workflow: counts, prototypes, writings of labels; what would widen a step becomes a proposal (LEARN.3–LEARN.5).

use crate::config::LearnConfig;
use crate::error::{Outcome, failed};
use crate::workflows::{add_proposals, decide, proposals, write_down};
use lea_act::End;
use lea_learn::audit::LEA;
use lea_learn::evidence::{Mode, StepEvidence, Teacher, Used, automatic, learn_from_step};
use lea_learn::maturity::{self, Ending, RunEvidence, RunKind};
use lea_model::LearningState;
use lea_model::run::{RunMode, RunOutcome};
use lea_store::{Bundle, Store};

/// What a run taught its workflow.
pub struct Taught {
    /// Changes that wait for a person.
    pub proposed: usize,
    /// Changes that the configuration let be made, in words.
    pub applied: Vec<String>,
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
            let used: Vec<Used<'_>> =
                step.labels.iter().map(|l| Used { label: l.as_deref(), dwell_ms: None }).collect();
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
        if let Some(step) = maturity::next(&bundle.workflow, Some(&evidence), None, &now) {
            step.apply(&mut bundle.workflow);
            audit.push(step.audit);
        }
        let mut proposed = proposals.len();
        add_proposals(bundle, proposals)?;
        if !audit.is_empty() {
            write_down(bundle, &audit)?;
        }
        let applied = if run.rehearsal { Vec::new() } else { repair(bundle, config)? };
        proposed = proposed.saturating_sub(applied.len());
        Ok(Taught { proposed, applied })
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
