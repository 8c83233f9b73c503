//! LEARN.3, and the properties P9 and P10.

use super::*;
use LearningState::{AutoCandidate, AutoConfirmed, Coaching, Observation};
use lea_model::ErrorType;
use proptest::prelude::*;

const NOW: &str = "2026-11-16T10:00:00Z";

fn run(kind: RunKind, ending: Ending, confidence: f64) -> RunEvidence {
    RunEvidence {
        run_id: "run_1".into(),
        kind,
        ending,
        confidence,
        similarity: Some(0.96),
        duration_seconds: Some(40.0),
        errors: Vec::new(),
        wrong: None,
        rehearsal: false,
    }
}

fn good(kind: RunKind) -> RunEvidence {
    run(kind, Ending::Succeeded, 0.97)
}

/// Counts a run and goes where it leads.
fn live(workflow: &mut Workflow, run: &RunEvidence, approval: Option<&Approval>) -> Option<Transition> {
    count(workflow, run);
    let transition = next(workflow, Some(run), approval, NOW);
    if let Some(transition) = &transition {
        transition.apply(workflow);
    }
    transition
}

#[test]
fn error_screens_count_by_type_by_where_they_came_and_by_whether_they_were_left() {
    let met = |left| ErrorMet {
        error_type: ErrorType::Network,
        between: Some(("N1_list".into(), "N9_error".into())),
        left,
    };
    let mut workflow = Workflow::default();
    let errors = vec![met(true), met(true), met(false), ErrorMet::default()];
    count(&mut workflow, &RunEvidence { errors, ..good(RunKind::Candidate) });
    let stats = &workflow.stats;
    assert_eq!(stats.recovery_success_rate, Some(0.5));
    assert_eq!((stats.error_count, stats.errors_by_type[&ErrorType::Network]), (4, 3));
    let [transition] = stats.error_transitions.as_slice() else { panic!("{stats:?}") };
    assert_eq!((transition.from_node.as_str(), transition.count), ("N1_list", 3));
}

fn marie() -> Approval {
    Approval { by: "marie".into(), note: Some("watched all of them".into()) }
}

fn confirmed() -> Workflow {
    let mut workflow = Workflow::default();
    (0..5).for_each(|_| drop(live(&mut workflow, &good(RunKind::Observed), None)));
    (0..10).for_each(|_| drop(live(&mut workflow, &good(RunKind::Assisted), None)));
    (0..20).for_each(|_| drop(live(&mut workflow, &good(RunKind::Candidate), None)));
    let approved = next(&workflow, None, Some(&marie()), NOW).unwrap();
    approved.apply(&mut workflow);
    workflow
}

#[test]
fn a_workflow_matures_by_its_runs_and_the_last_step_needs_a_person() {
    let mut workflow = Workflow::default();
    let mut steps = Vec::new();
    for (kind, runs) in [(RunKind::Observed, 5), (RunKind::Assisted, 10), (RunKind::Candidate, 20)] {
        for n in 0..runs {
            let step = live(&mut workflow, &good(kind), None);
            assert_eq!(step.is_some(), n + 1 == runs && kind != RunKind::Candidate, "{kind:?} {n}");
            steps.extend(step.map(|s| (s.from, s.to)));
        }
    }
    assert_eq!(steps, [(Observation, Coaching), (Coaching, AutoCandidate)]);
    assert!(progress(&workflow).awaits_approval);
    assert_eq!(workflow.learning.progression.progress_percent, 100.0);
    let step = next(&workflow, None, Some(&marie()), NOW).unwrap();
    assert_eq!((step.to, step.audit.who.as_str(), step.audit.when.as_str()), (AutoConfirmed, "marie", NOW));
    assert!(step.reason.contains("candidate runs 20 (at least 20)") && step.reason.contains("watched all"));
    step.apply(&mut workflow);
    assert_eq!((workflow.learning_state, workflow.learning.state), (AutoConfirmed, AutoConfirmed));
    assert_eq!(progress(&workflow).next, None);
    assert_eq!(next(&workflow, None, Some(&marie()), NOW), None, "there is nothing beyond");
}

#[test]
fn an_approval_before_its_time_is_no_approval() {
    let mut workflow = Workflow::default();
    assert_eq!(next(&workflow, None, Some(&marie()), NOW), None);
    (0..5).for_each(|_| drop(live(&mut workflow, &good(RunKind::Observed), None)));
    (0..10).for_each(|_| drop(live(&mut workflow, &good(RunKind::Assisted), None)));
    assert_eq!(workflow.learning_state, AutoCandidate);
    (0..19).for_each(|_| drop(live(&mut workflow, &good(RunKind::Candidate), Some(&marie()))));
    assert_eq!(workflow.learning_state, AutoCandidate);
    assert!((progress(&workflow).percent - 95.0).abs() < 1e-9);
}

#[test]
fn too_many_failures_keep_it_where_it_is() {
    let mut workflow = Workflow::default();
    (0..5).for_each(|_| drop(live(&mut workflow, &good(RunKind::Observed), None)));
    (0..2).for_each(|_| drop(live(&mut workflow, &run(RunKind::Assisted, Ending::Failed, 0.95), None)));
    (0..10).for_each(|_| drop(live(&mut workflow, &good(RunKind::Assisted), None)));
    assert_eq!(workflow.learning_state, Coaching, "10 of 12 are fewer than 90 %");
    (0..8).for_each(|_| drop(live(&mut workflow, &good(RunKind::Assisted), None)));
    assert_eq!(workflow.learning_state, AutoCandidate, "18 of 20 are enough");
}

#[test]
fn who_fell_back_begins_again() {
    let mut workflow = confirmed();
    let wrong = RunEvidence { wrong: Some(Wrong::Action), ..good(RunKind::Confirmed) };
    let step = live(&mut workflow, &wrong, None).unwrap();
    assert_eq!((step.from, step.to, step.audit.who.as_str()), (AutoConfirmed, Coaching, LEA));
    assert!(step.reason.contains("a wrong action was found in run run_1"));
    for n in 0..10 {
        assert_eq!(workflow.learning_state, Coaching, "{n}");
        live(&mut workflow, &good(RunKind::Assisted), None);
    }
    assert_eq!(workflow.learning_state, AutoCandidate);
    assert_eq!(next(&workflow, None, Some(&marie()), NOW), None, "the 20 runs from before do not count");
}

#[test]
fn a_wrong_verdict_sends_a_candidate_back_and_a_watcher_nowhere() {
    let verdict = |kind| RunEvidence { wrong: Some(Wrong::Verdict), ..good(kind) };
    let mut workflow = Workflow { learning_state: AutoCandidate, ..Workflow::default() };
    assert_eq!(live(&mut workflow, &verdict(RunKind::Candidate), None).unwrap().to, Coaching);
    let mut workflow = Workflow::default();
    assert_eq!(live(&mut workflow, &verdict(RunKind::Observed), None), None);
}

#[test]
fn a_correct_halt_is_no_anomaly() {
    let mut workflow = confirmed();
    let before = workflow.stats.clone();
    for _ in 0..30 {
        assert_eq!(live(&mut workflow, &run(RunKind::Confirmed, Ending::Halted, 0.2), None), None);
    }
    assert_eq!(workflow.learning_state, AutoConfirmed);
    assert_eq!(workflow.stats.recent_confidence, before.recent_confidence);
    assert_eq!(workflow.stats.total_executions, before.total_executions + 30);
    assert_eq!(workflow.problems().iter().filter(|p| p.pointer.starts_with("/stats")).count(), 0);
}

#[test]
fn a_rehearsal_counts_towards_nothing() {
    let mut workflow = Workflow::default();
    let before = workflow.clone();
    for kind in [RunKind::Observed, RunKind::Assisted, RunKind::Candidate, RunKind::Confirmed] {
        for _ in 0..50 {
            let rehearsal = RunEvidence { rehearsal: true, ..good(kind) };
            assert_eq!(live(&mut workflow, &rehearsal, Some(&marie())), None);
        }
    }
    assert_eq!(workflow, before);
}

#[test]
fn the_mean_is_of_the_last_runs_only() {
    let mut workflow = confirmed();
    for _ in 0..10 {
        live(&mut workflow, &run(RunKind::Confirmed, Ending::Succeeded, 0.91), None);
    }
    assert_eq!(workflow.learning_state, AutoConfirmed);
    assert!((workflow.stats.recent_confidence.unwrap() - 0.91).abs() < 1e-9);
    let step = live(&mut workflow, &run(RunKind::Confirmed, Ending::Failed, 0.5), None).unwrap();
    assert_eq!(step.to, Coaching);
    assert!(
        step.reason.contains("the mean confidence of the last 10 runs is 0.869, below 0.9"),
        "{}",
        step.reason
    );
}

fn any_state() -> impl Strategy<Value = LearningState> {
    prop_oneof![Just(Observation), Just(Coaching), Just(AutoCandidate), Just(AutoConfirmed)]
}

fn any_run() -> impl Strategy<Value = (RunEvidence, bool)> {
    let kind = prop_oneof![
        Just(RunKind::Observed),
        Just(RunKind::Assisted),
        Just(RunKind::Candidate),
        Just(RunKind::Confirmed)
    ];
    let ending =
        prop_oneof![8 => Just(Ending::Succeeded), 1 => Just(Ending::Failed), 1 => Just(Ending::Halted)];
    let wrong =
        prop_oneof![30 => Just(None), 1 => Just(Some(Wrong::Action)), 1 => Just(Some(Wrong::Verdict))];
    let confidence = prop_oneof![20 => 0.85..1.0, 1 => Just(f64::NAN), 1 => -1.0..2.0];
    (kind, ending, confidence, wrong, prop::bool::weighted(0.1), prop::bool::weighted(0.2)).prop_map(
        |(kind, ending, confidence, wrong, rehearsal, approved)| {
            (RunEvidence { wrong, rehearsal, ..run(kind, ending, confidence) }, approved)
        },
    )
}

proptest! {
    /// P9: one step forward, or back to COACHING; the last step forward only with a person.
    #[test]
    fn states_move_one_step_forward_or_back_to_coaching(runs in prop::collection::vec(any_run(), 1..150), start in any_state()) {
        let mut workflow = Workflow { learning_state: start, ..Workflow::default() };
        workflow.learning.state = start;
        workflow.learning.thresholds.min_assist_runs_for_auto_candidate = 3;
        workflow.learning.thresholds.min_auto_candidate_runs_for_auto_confirmed = 3;
        for (run, approved) in runs {
            let before = workflow.learning_state;
            let person = marie();
            let approval = approved.then_some(&person);
            let step = live(&mut workflow, &run, approval);
            let after = workflow.learning_state;
            let forward = [(Observation, Coaching), (Coaching, AutoCandidate), (AutoCandidate, AutoConfirmed)];
            let back = [(AutoCandidate, Coaching), (AutoConfirmed, Coaching)];
            prop_assert!(before == after || forward.contains(&(before, after)) || back.contains(&(before, after)));
            prop_assert_eq!(step.is_some(), before != after, "every move is a transition with an audit entry");
            prop_assert!(after != AutoConfirmed || before == AutoConfirmed || approved);
            prop_assert_eq!(workflow.learning.state, after);
            let percent = workflow.learning.progression.progress_percent;
            prop_assert!((0.0..=100.0).contains(&percent));
            prop_assert_eq!(workflow.problems().into_iter().find(|p| p.pointer.starts_with("/stats")), None);
        }
    }

    /// P10: AUTO_CONFIRMED below 0.90 falls back, whatever else is true of it.
    #[test]
    fn a_confirmed_workflow_below_its_confidence_falls_back(recent in 0.0..0.8999, runs in 0_u64..1000, approved: bool) {
        let mut workflow = confirmed();
        workflow.stats.recent_confidence = Some(recent);
        workflow.stats.auto_confirmed_runs = runs;
        let person = marie();
        let step = next(&workflow, None, approved.then_some(&person), NOW).unwrap();
        prop_assert_eq!((step.from, step.to), (AutoConfirmed, Coaching));
        prop_assert!(!step.audit.reason.is_empty());
    }
}
