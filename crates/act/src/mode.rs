//! Modes × maturity (SPEC ACT.9): who acts, and what is asked. A mode never changes which code runs.

use lea_model::Workflow;
use lea_model::run::{Halt, HaltReason, RunMode};
use lea_model::workflow::{ModePolicy, PolicyAction, UserInteraction};

/// Who does the work; the one who leaves less to Lea comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Actor {
    /// A person, without hearing anything.
    PersonAlone,
    /// A person, who is told what Lea would do.
    PersonAdvised,
    /// Lea.
    Lea,
}

/// What a run may do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Permission {
    /// Who does the work.
    pub actor: Actor,
    /// Each step is confirmed by a person.
    pub step_by_step: bool,
    /// A person is asked once before Lea begins.
    pub propose: bool,
    /// Lea shows where it would act.
    pub highlight: bool,
    /// When something unexpected happens, a person is asked before the run goes on.
    pub pause_on_anomaly: bool,
    /// What a failed step did is taken back where it can be.
    pub rollback_on_error: bool,
}

impl Permission {
    /// This one does the work, and nobody is asked anything.
    pub(crate) fn of(actor: Actor) -> Self {
        Self {
            actor,
            step_by_step: false,
            propose: false,
            highlight: false,
            pause_on_anomaly: false,
            rollback_on_error: false,
        }
    }
}

/// What a run of this workflow may do in this mode; `is_test` is what the machine's configuration declares.
pub fn permission(workflow: &Workflow, mode: RunMode, is_test: bool) -> Result<Permission, Halt> {
    let state = workflow.learning_state;
    let policy = &workflow.execution_policy;
    let nothing = ModePolicy::default();
    let of = |by_state: &std::collections::BTreeMap<_, ModePolicy>| {
        by_state.get(&state).unwrap_or(&nothing).clone()
    };
    match mode {
        RunMode::Shadow => Ok(person(Actor::PersonAlone, &policy.shadow_mode)),
        RunMode::Assist => {
            let allowed = of(&policy.assist_mode);
            let may = |a| allowed.allowed_actions.contains(&a);
            if may(PolicyAction::AutoExecute) {
                return Ok(Permission { propose: may(PolicyAction::ProposeAuto), ..lea(&allowed) });
            }
            let proposes = may(PolicyAction::ProposeAuto);
            Ok(Permission { propose: proposes, ..person(Actor::PersonAdvised, &allowed) })
        }
        RunMode::Auto => {
            let allowed = of(&policy.auto_mode);
            let may = |a| allowed.allowed_actions.contains(&a);
            if may(PolicyAction::AutoExecute) || may(PolicyAction::AutoExecuteSupervised) {
                return Ok(lea(&allowed));
            }
            let reason = allowed.reason.unwrap_or_else(|| "insufficient_maturity".into());
            let name = serde_json::to_value(state).ok();
            let name = name.as_ref().and_then(|v| v.as_str()).unwrap_or_default();
            let why = format!(
                "{} is in state {name} and may not run by itself yet ({reason})",
                workflow.workflow_id
            );
            Err(Halt::new(HaltReason::InsufficientMaturity, why)
                .asking("`lea workflows show` says what it lacks (first --mode shadow, then --mode assist); or rehearse it where a test environment is declared"))
        }
        RunMode::Rehearsal if is_test => Ok(Permission::of(Actor::Lea)),
        RunMode::Rehearsal => Err(Halt::new(
            HaltReason::InsufficientMaturity,
            "a rehearsal needs an environment that this machine's configuration declares as a test",
        )
        .asking("Where nothing can be harmed, name a file of yours that says [run] environment = \"test\": lea run … --config practice.toml")),
    }
}

/// What a workflow may do that another one runs: no more than the outer one, and no more than it may by its own maturity. `inner` is
/// what [`permission`] says of it; an inner workflow that may not run halts the outer one.
pub fn nested(outer: &Permission, inner: Result<Permission, Halt>) -> Result<Permission, Halt> {
    let inner = inner?;
    // A person who let the outer workflow run was asked as they would be for the inner one.
    let is_accepted = inner.propose && outer.propose && outer.actor == Actor::Lea;
    let actor = if is_accepted { Actor::Lea } else { outer.actor.min(inner.actor) };
    Ok(Permission {
        actor,
        step_by_step: outer.step_by_step || inner.step_by_step,
        propose: outer.propose || inner.propose,
        highlight: inner.highlight,
        pause_on_anomaly: outer.pause_on_anomaly || inner.pause_on_anomaly,
        rollback_on_error: inner.rollback_on_error,
    })
}

fn person(actor: Actor, policy: &ModePolicy) -> Permission {
    let highlight = policy.allowed_actions.contains(&PolicyAction::HighlightUi);
    Permission { highlight, ..careful(actor, policy) }
}

fn lea(policy: &ModePolicy) -> Permission {
    let supervised = !policy.allowed_actions.contains(&PolicyAction::AutoExecute);
    Permission {
        step_by_step: supervised || policy.user_interaction == UserInteraction::StepByStepConfirmation,
        ..careful(Actor::Lea, policy)
    }
}

/// What the policy says of anomalies and failures: it holds as soon as Lea acts.
fn careful(actor: Actor, policy: &ModePolicy) -> Permission {
    Permission {
        pause_on_anomaly: policy.pause_on_anomaly,
        rollback_on_error: policy.rollback_on_error,
        ..Permission::of(actor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_model::LearningState::{self, AutoCandidate, AutoConfirmed, Coaching, Observation};

    fn allowed(
        mode: RunMode,
        state: LearningState,
        is_test: bool,
    ) -> Result<(Actor, bool, bool), HaltReason> {
        let workflow = Workflow { learning_state: state, ..Workflow::default() };
        permission(&workflow, mode, is_test)
            .map(|p| (p.actor, p.step_by_step, p.propose))
            .map_err(|h| h.reason)
    }

    #[test]
    fn every_cell_of_modes_and_maturity_is_as_specified() {
        use Actor::{Lea, PersonAdvised, PersonAlone};
        for state in [Observation, Coaching, AutoCandidate, AutoConfirmed] {
            assert_eq!(allowed(RunMode::Shadow, state, true), Ok((PersonAlone, false, false)));
            assert_eq!(allowed(RunMode::Rehearsal, state, true), Ok((Lea, false, false)));
            assert_eq!(allowed(RunMode::Rehearsal, state, false), Err(HaltReason::InsufficientMaturity));
        }
        assert_eq!(allowed(RunMode::Assist, Observation, false), Ok((PersonAdvised, false, false)));
        assert_eq!(allowed(RunMode::Assist, Coaching, false), Ok((PersonAdvised, false, false)));
        assert_eq!(allowed(RunMode::Assist, AutoCandidate, false), Ok((PersonAdvised, false, true)));
        assert_eq!(allowed(RunMode::Assist, AutoConfirmed, false), Ok((Lea, false, false)));
        assert_eq!(allowed(RunMode::Auto, Observation, false), Err(HaltReason::InsufficientMaturity));
        assert_eq!(allowed(RunMode::Auto, Coaching, true), Err(HaltReason::InsufficientMaturity));
        assert_eq!(allowed(RunMode::Auto, AutoCandidate, false), Ok((Lea, true, false)));
        assert_eq!(allowed(RunMode::Auto, AutoConfirmed, false), Ok((Lea, false, false)));
    }

    /// What a workflow of one state may do inside of one of another, in the same mode; `accepts` is what a person says to a proposal.
    fn inside(
        mode: RunMode,
        outer: LearningState,
        inner: LearningState,
        accepts: bool,
    ) -> Result<(Actor, bool), HaltReason> {
        let of = |state| permission(&Workflow { learning_state: state, ..Workflow::default() }, mode, true);
        let mut outer = of(outer).map_err(|h| h.reason)?;
        if outer.propose && accepts {
            outer.actor = Actor::Lea;
        }
        nested(&outer, of(inner)).map(|p| (p.actor, p.step_by_step)).map_err(|h| h.reason)
    }

    #[test]
    fn a_workflow_inside_another_may_do_no_more_than_either() {
        use Actor::{Lea, PersonAdvised, PersonAlone};
        let immature = Err(HaltReason::InsufficientMaturity);
        let auto = |outer, inner| inside(RunMode::Auto, outer, inner, false);
        assert_eq!(auto(AutoConfirmed, AutoConfirmed), Ok((Lea, false)));
        assert_eq!(
            auto(AutoConfirmed, AutoCandidate),
            Ok((Lea, true)),
            "the inner one is confirmed step by step"
        );
        assert_eq!(auto(AutoCandidate, AutoConfirmed), Ok((Lea, true)), "as the outer one is");
        assert_eq!(auto(AutoConfirmed, Coaching), immature);
        assert_eq!(auto(AutoConfirmed, Observation), immature);
        let assist = |outer, inner, accepts| inside(RunMode::Assist, outer, inner, accepts);
        assert_eq!(
            assist(AutoConfirmed, Coaching, true),
            Ok((PersonAdvised, false)),
            "the person does that part"
        );
        assert_eq!(
            assist(AutoConfirmed, AutoCandidate, true),
            Ok((PersonAdvised, false)),
            "nobody let it run"
        );
        assert_eq!(assist(AutoCandidate, AutoCandidate, true), Ok((Lea, false)));
        assert_eq!(assist(AutoCandidate, AutoConfirmed, false), Ok((PersonAdvised, false)));
        for state in [Observation, AutoConfirmed] {
            assert_eq!(inside(RunMode::Shadow, state, AutoConfirmed, true), Ok((PersonAlone, false)));
            assert_eq!(inside(RunMode::Rehearsal, state, Observation, true), Ok((Lea, false)));
        }
    }

    #[test]
    fn a_run_by_itself_pauses_on_anomalies_and_takes_back_errors_unless_its_policy_says_otherwise() {
        let careful = |workflow: &Workflow, mode| {
            permission(workflow, mode, true).map(|p| (p.pause_on_anomaly, p.rollback_on_error))
        };
        let mut workflow = Workflow { learning_state: AutoConfirmed, ..Workflow::default() };
        assert_eq!(careful(&workflow, RunMode::Auto), Ok((true, true)));
        assert_eq!(careful(&workflow, RunMode::Assist), Ok((false, false)));
        assert_eq!(careful(&workflow, RunMode::Rehearsal), Ok((false, false)), "a rule answers “may I” only");
        let cell = workflow.execution_policy.auto_mode.entry(AutoConfirmed).or_default();
        (cell.pause_on_anomaly, cell.rollback_on_error) = (false, true);
        assert_eq!(careful(&workflow, RunMode::Auto), Ok((false, true)));
        let of = |pause, roll| Permission {
            pause_on_anomaly: pause,
            rollback_on_error: roll,
            ..Permission::of(Actor::Lea)
        };
        let inside = nested(&of(true, false), Ok(of(false, true)));
        assert!(inside.is_ok_and(|p| p.pause_on_anomaly && p.rollback_on_error));
    }

    #[test]
    fn coaching_highlights_and_observation_does_not() {
        let of =
            |mode, state| permission(&Workflow { learning_state: state, ..Workflow::default() }, mode, false);
        assert!(of(RunMode::Assist, Coaching).is_ok_and(|p| p.highlight));
        assert!(of(RunMode::Assist, Observation).is_ok_and(|p| !p.highlight));
    }
}
