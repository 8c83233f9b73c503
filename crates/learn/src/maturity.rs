//! How a workflow matures (SPEC LEARN.3): what a run counts, what the next state takes, and when it falls back.
//!
//! ```text
//! OBSERVATION ──► COACHING ──► AUTO_CANDIDATE ──► AUTO_CONFIRMED
//!                    ▲              │                   │
//!                    └──────────────┴───────────────────┘
//! ```
//!
//! No other transition exists. Only what was counted since it came to a state counts towards the next: who fell back begins
//! again.

use lea_model::run::ErrorMet;
use lea_model::workflow::{ErrorTransition, Progression, Since, WorkflowStats};
use lea_model::{LearningState, Workflow};
use serde::Serialize;
use serde_json::json;

use crate::audit::{AuditEntry, LEA};

/// What kind of run it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RunKind {
    /// A person worked, Lea watched.
    Observed,
    /// A person worked while Lea said beforehand what it would do.
    Assisted,
    /// Lea worked, each step confirmed.
    Candidate,
    /// Lea worked.
    Confirmed,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// Everything was done and verified; of an assisted run: every step agreed.
    Succeeded,
    /// It was not.
    Failed,
    /// It stopped with a question, and was right to. Neither success nor anomaly.
    Halted,
}

/// Something that must not happen, found in a run, then or later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Wrong {
    /// It acted on the wrong thing, or did the wrong thing.
    Action,
    /// It called verified what was not, or the other way round.
    Verdict,
}

/// What a run shows.
#[derive(Clone, Debug, PartialEq)]
pub struct RunEvidence {
    /// Which run.
    pub run_id: String,
    /// What kind it was.
    pub kind: RunKind,
    /// How it ended.
    pub ending: Ending,
    /// How sure its steps were, within 0..1: their mean.
    pub confidence: f64,
    /// How similar its screens were to their nodes.
    pub similarity: Option<f64>,
    /// How long it took.
    pub duration_seconds: Option<f64>,
    /// Error screens met.
    pub errors: Vec<ErrorMet>,
    /// What was found to be wrong in it.
    pub wrong: Option<Wrong>,
    /// It ran in an environment declared as a test: it counts towards nothing. Something wrong is wrong there too.
    pub rehearsal: bool,
}

/// A person says yes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Approval {
    /// Who.
    pub by: String,
    /// Why, in their words.
    pub note: Option<String>,
}

/// A move from one state to another.
#[derive(Clone, Debug, PartialEq)]
pub struct Transition {
    /// Where it was.
    pub from: LearningState,
    /// Where it goes.
    pub to: LearningState,
    /// Why.
    pub reason: String,
    /// What the audit trail says.
    pub audit: AuditEntry,
}

/// One thing that the next state takes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Need {
    /// What, for people.
    pub what: &'static str,
    /// How much there is; missing where nothing was counted yet.
    pub have: Option<f64>,
    /// How much it takes.
    pub want: f64,
    /// It is enough.
    pub met: bool,
}

/// How far a workflow is on the way to its next state.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Progress {
    /// Where it is.
    pub state: LearningState,
    /// What comes next; none at the end.
    pub next: Option<LearningState>,
    /// How far, within 0..100: the share of runs there are, times how near their quality is to what it takes.
    pub percent: f64,
    /// What it takes.
    pub needs: Vec<Need>,
    /// The numbers allow it, and a person has to say yes.
    pub awaits_approval: bool,
}

/// Counts a run. A rehearsal counts towards nothing, a correct halt only as something Lea executed.
pub fn count(workflow: &mut Workflow, run: &RunEvidence) {
    if run.rehearsal {
        return;
    }
    let most = workflow.learning.thresholds.recent_runs.max(1) as usize;
    let stats = &mut workflow.stats;
    let is_executed = matches!(run.kind, RunKind::Candidate | RunKind::Confirmed);
    if is_executed {
        stats.total_executions += 1;
    }
    run.errors.iter().for_each(|met| count_error(stats, met));
    if run.ending != Ending::Halted {
        count_ended(stats, run, is_executed, most);
    }
    workflow.learning.progression = progression(workflow);
}

/// Counts an error screen (SPEC L4.8): its type, where it came up, and whether the run got away from it.
fn count_error(stats: &mut WorkflowStats, met: &ErrorMet) {
    // Errors that were counted before anybody counted ways back say nothing about them.
    let counted = stats.recovery_success_rate.map_or(0.0, |_| stats.error_count as f64);
    let left = stats.recovery_success_rate.unwrap_or(0.0) * counted + f64::from(u8::from(met.left));
    stats.recovery_success_rate = Some((left / (counted + 1.0)).clamp(0.0, 1.0));
    stats.error_count += 1;
    *stats.errors_by_type.entry(met.error_type).or_default() += 1;
    let Some((from, to)) = &met.between else { return };
    let known = stats.error_transitions.iter_mut().find(|t| t.from_node == *from && t.to_node == *to);
    match known {
        Some(transition) => transition.count += 1,
        None => stats.error_transitions.push(ErrorTransition {
            from_node: from.clone(),
            to_node: to.clone(),
            count: 1,
            ..ErrorTransition::default()
        }),
    }
}

fn count_ended(stats: &mut WorkflowStats, run: &RunEvidence, is_executed: bool, most: usize) {
    let success = u64::from(run.ending == Ending::Succeeded);
    match run.kind {
        RunKind::Observed => stats.observed_runs += 1,
        RunKind::Assisted => {
            stats.assist_runs += 1;
            stats.assist_successes += success;
        }
        RunKind::Candidate => {
            stats.auto_candidate_runs += 1;
            stats.auto_candidate_successes += success;
        }
        RunKind::Confirmed => stats.auto_confirmed_runs += 1,
    }
    let runs =
        stats.observed_runs + stats.assist_runs + stats.auto_candidate_runs + stats.auto_confirmed_runs;
    if is_executed {
        stats.success_count += success;
        stats.failure_count += 1 - success;
        let ended = stats.success_count + stats.failure_count;
        stats.success_rate_overall = Some(stats.success_count as f64 / ended as f64);
    }
    if run.kind != RunKind::Observed && run.confidence.is_finite() {
        stats.recent_confidences.push(run.confidence.clamp(0.0, 1.0));
        let surplus = stats.recent_confidences.len().saturating_sub(most);
        stats.recent_confidences.drain(..surplus);
        let sum: f64 = stats.recent_confidences.iter().sum();
        stats.recent_confidence = Some(sum / stats.recent_confidences.len() as f64);
    }
    stats.avg_similarity = mean(stats.avg_similarity, run.similarity, runs);
    stats.avg_duration_seconds = mean(stats.avg_duration_seconds, run.duration_seconds, runs);
}

/// The mean of `runs` values, of which `value` is the last.
fn mean(before: Option<f64>, value: Option<f64>, runs: u64) -> Option<f64> {
    match (before, value.filter(|v| v.is_finite())) {
        (Some(mean), Some(value)) => Some(mean + (value - mean) / runs.max(1) as f64),
        (None, Some(value)) => Some(value),
        (before, None) => before,
    }
}

/// Where a workflow goes now, after what was counted: a step back before a step forward; none where it stays. `run` is the run
/// that was counted last, `approval` a person's, `now` the time as RFC 3339.
pub fn next(
    workflow: &Workflow,
    run: Option<&RunEvidence>,
    approval: Option<&Approval>,
    now: &str,
) -> Option<Transition> {
    let from = workflow.learning_state;
    let go = |to: LearningState, who: &str, reason: String| {
        let audit = AuditEntry::new(workflow, who, now, "learning_state").from_to(
            json!(from),
            json!(to),
            reason.clone(),
        );
        Some(Transition { from, to, reason, audit })
    };
    if from > LearningState::Coaching
        && let Some(reason) = reason_to_fall_back(workflow, run)
    {
        return go(LearningState::Coaching, LEA, reason);
    }
    let progress = progress(workflow);
    if !progress.needs.iter().all(|need| need.met) {
        return None;
    }
    let reason = progress.needs.iter().map(said).collect::<Vec<_>>().join(", ");
    match (progress.next?, approval) {
        (LearningState::AutoConfirmed, None) => None,
        (LearningState::AutoConfirmed, Some(person)) => {
            let note = person.note.as_ref().map_or_else(String::new, |n| format!(": {n}"));
            go(LearningState::AutoConfirmed, &person.by, format!("{reason}; approved by {}{note}", person.by))
        }
        (to, _) => go(to, LEA, reason),
    }
}

fn said(need: &Need) -> String {
    let number = |n: f64| if n.fract() == 0.0 { format!("{n}") } else { format!("{n:.3}") };
    format!(
        "{} {} (at least {})",
        need.what,
        need.have.map_or_else(|| "unknown".into(), number),
        number(need.want)
    )
}

fn reason_to_fall_back(workflow: &Workflow, run: Option<&RunEvidence>) -> Option<String> {
    if let Some((run, wrong)) = run.and_then(|run| Some((run, run.wrong?))) {
        let what = match wrong {
            Wrong::Action => "a wrong action",
            Wrong::Verdict => "a wrong verdict",
        };
        return Some(format!("{what} was found in run {}", run.run_id));
    }
    let least = workflow.learning.thresholds.min_recent_confidence;
    let recent = workflow.stats.recent_confidence.filter(|recent| is_below(*recent, least))?;
    let runs = workflow.learning.thresholds.recent_runs;
    Some(format!("the mean confidence of the last {runs} runs is {recent:.3}, below {least}"))
}

/// What is no number is below everything.
fn is_below(value: f64, least: f64) -> bool {
    value.is_nan() || value < least
}

/// How far a workflow is on the way to its next state.
pub fn progress(workflow: &Workflow) -> Progress {
    let (stats, thresholds) = (&workflow.stats, &workflow.learning.thresholds);
    let since = workflow.learning.since.clone().unwrap_or_default();
    let rate = |successes: u64, runs: u64| (runs > 0).then(|| successes as f64 / runs as f64);
    let (next, runs, quality) = match workflow.learning_state {
        LearningState::Observation => (
            Some(LearningState::Coaching),
            ("observed runs", stats.observed_runs, thresholds.min_observed_runs_for_coaching),
            ("average similarity", stats.avg_similarity, thresholds.min_avg_similarity_for_coaching),
        ),
        LearningState::Coaching => {
            let runs = stats.assist_runs.saturating_sub(since.assist_runs);
            let successes = stats.assist_successes.saturating_sub(since.assist_successes);
            (
                Some(LearningState::AutoCandidate),
                ("assisted runs", runs, thresholds.min_assist_runs_for_auto_candidate),
                (
                    "share that succeeded",
                    rate(successes, runs),
                    thresholds.min_success_rate_for_auto_candidate,
                ),
            )
        }
        LearningState::AutoCandidate => {
            let runs = stats.auto_candidate_runs.saturating_sub(since.auto_candidate_runs);
            let successes = stats.auto_candidate_successes.saturating_sub(since.auto_candidate_successes);
            (
                Some(LearningState::AutoConfirmed),
                ("candidate runs", runs, thresholds.min_auto_candidate_runs_for_auto_confirmed),
                (
                    "share that succeeded",
                    rate(successes, runs),
                    thresholds.min_success_rate_for_auto_confirmed,
                ),
            )
        }
        LearningState::AutoConfirmed => {
            let state = workflow.learning_state;
            return Progress { state, next: None, percent: 100.0, needs: Vec::new(), awaits_approval: false };
        }
    };
    let need = |what, have: Option<f64>, want: f64| Need {
        what,
        have,
        want,
        met: have.is_some_and(|have| !is_below(have, want)),
    };
    let mut needs =
        vec![need(runs.0, Some(runs.1 as f64), f64::from(runs.2)), need(quality.0, quality.1, quality.2)];
    // A step forward that would be taken back at once is not taken.
    if let (LearningState::Coaching, Some(recent)) = (workflow.learning_state, stats.recent_confidence) {
        needs.push(need("recent confidence", Some(recent), thresholds.min_recent_confidence));
    }
    let share = |need: &Need| {
        if need.met { 1.0 } else { (need.have.unwrap_or(0.0) / need.want).clamp(0.0, 1.0) }
    };
    let percent = 100.0 * needs.iter().map(share).filter(|s| s.is_finite()).product::<f64>();
    let awaits_approval = next == Some(LearningState::AutoConfirmed) && needs.iter().all(|n| n.met);
    Progress { state: workflow.learning_state, next, percent, needs, awaits_approval }
}

fn progression(workflow: &Workflow) -> Progression {
    let progress = progress(workflow);
    Progression {
        current_phase: progress.state,
        progress_percent: progress.percent,
        next_phase: progress.next,
        extra: workflow.learning.progression.extra.clone(),
    }
}

impl Transition {
    /// Makes the move, and begins to count anew.
    pub fn apply(&self, workflow: &mut Workflow) {
        let stats = &workflow.stats;
        workflow.learning.since = Some(Since {
            at: self.audit.when.clone(),
            assist_runs: stats.assist_runs,
            assist_successes: stats.assist_successes,
            auto_candidate_runs: stats.auto_candidate_runs,
            auto_candidate_successes: stats.auto_candidate_successes,
            ..Since::default()
        });
        workflow.learning_state = self.to;
        workflow.learning.state = self.to;
        workflow.updated_at.clone_from(&self.audit.when);
        workflow.learning.progression = progression(workflow);
    }
}

#[cfg(test)]
mod tests;
