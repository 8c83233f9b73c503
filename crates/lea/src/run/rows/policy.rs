//! Whether a batch goes on after a row, and with which code it leaves (SPEC PEOPLE.6).

use super::results::Result;
use crate::config::OnFailure;
use crate::run::{code_of, is_done};
use lea_model::run::{HaltReason, Run, RunOutcome};

/// What the batch does after a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The next row begins.
    GoOn,
    /// A person is asked whether it does.
    Ask,
    /// Nothing: the batch ends here.
    Stop,
    /// Nothing: the screen is not where the task begins, and the next row could not begin either.
    Lost,
}

/// What the batch does after the run of a row. A person who ends a run ends the batch, and so does what would stop every other row too.
pub fn next(run: &Run, entry_nodes: &[String], policy: OnFailure) -> Next {
    if is_done(run) {
        return Next::GoOn;
    }
    if run.outcome == Some(RunOutcome::Cancelled) {
        return Next::Stop;
    }
    let Some(halt) = &run.halt else { return by(policy) };
    if is_of_the_machine(halt.reason) {
        return Next::Stop;
    }
    let begun = run.steps > 0 || halt.node.as_ref().is_some_and(|node| entry_nodes.contains(node));
    if !begun && is_of_the_screen(halt.reason) {
        return Next::Lost;
    }
    by(policy)
}

/// What the configuration says about a row that is not done.
pub fn by(policy: OnFailure) -> Next {
    match policy {
        OnFailure::Stop => Next::Stop,
        OnFailure::Skip => Next::GoOn,
        OnFailure::Ask => Next::Ask,
    }
}

/// The reason has nothing to do with the row: the next one would meet it too.
fn is_of_the_machine(reason: HaltReason) -> bool {
    matches!(
        reason,
        HaltReason::Interrupted
            | HaltReason::InsufficientMaturity
            | HaltReason::ScreenLost
            | HaltReason::BadWorkflow
            | HaltReason::JournalFailed
            | HaltReason::NoModel
    )
}

/// The run did not begin because of the screen it met.
fn is_of_the_screen(reason: HaltReason) -> bool {
    matches!(
        reason,
        HaltReason::UnknownScreen
            | HaltReason::Undecided
            | HaltReason::WrongRecord
            | HaltReason::ErrorScreen
            | HaltReason::Dialog
    )
}

/// The exit code of a batch: 4 where a row failed, else 3 where one waits for a person, else 6 where one is not verified, else none. Where the
/// batch itself was ended or refused, that is said before what waits.
pub fn code(results: &[Result]) -> Option<u8> {
    let outcomes = [
        RunOutcome::Failed,
        RunOutcome::Cancelled,
        RunOutcome::Refused,
        RunOutcome::Halted,
        RunOutcome::CompletedUnverified,
    ];
    let worst = outcomes.into_iter().find(|outcome| results.iter().any(|r| r.is(*outcome)));
    match worst {
        Some(outcome) => code_of(Some(outcome)),
        // Not all of the work was done, and a person said so.
        None if results.iter().any(Result::is_skipped) && results.iter().all(Result::is_done) => {
            code_of(Some(RunOutcome::CompletedUnverified))
        }
        None if results.iter().all(Result::is_done) => None,
        None => code_of(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_model::run::Halt;

    fn halted(reason: HaltReason, steps: u64) -> Run {
        let outcome = match reason {
            HaltReason::Interrupted => RunOutcome::Cancelled,
            HaltReason::InsufficientMaturity => RunOutcome::Refused,
            HaltReason::ScreenLost | HaltReason::Exhausted => RunOutcome::Failed,
            _ => RunOutcome::Halted,
        };
        Run { outcome: Some(outcome), halt: Some(Halt::new(reason, "why")), steps, ..Run::default() }
    }

    fn after(run: &Run) -> [Next; 3] {
        [OnFailure::Stop, OnFailure::Skip, OnFailure::Ask]
            .map(|policy| next(run, &["N1_list".into()], policy))
    }

    #[test]
    fn a_row_that_is_done_lets_the_next_begin_whatever_is_configured() {
        for outcome in [RunOutcome::Verified, RunOutcome::CompletedUnverified] {
            assert_eq!(after(&Run { outcome: Some(outcome), ..Run::default() }), [Next::GoOn; 3]);
        }
    }

    #[test]
    fn a_row_that_fails_or_asks_goes_by_the_configuration() {
        for reason in [HaltReason::NotFound, HaltReason::Exhausted, HaltReason::WrongRecord] {
            assert_eq!(after(&halted(reason, 3)), [Next::Stop, Next::GoOn, Next::Ask], "{reason:?}");
        }
        assert_eq!(
            after(&halted(HaltReason::BadValue, 0)),
            [Next::Stop, Next::GoOn, Next::Ask],
            "only the row is wrong"
        );
    }

    #[test]
    fn what_every_row_would_meet_ends_the_batch() {
        for reason in [HaltReason::Interrupted, HaltReason::InsufficientMaturity, HaltReason::ScreenLost] {
            assert_eq!(after(&halted(reason, 3)), [Next::Stop; 3], "{reason:?}");
        }
    }

    #[test]
    fn a_row_that_could_not_begin_on_this_screen_ends_the_batch() {
        for reason in [HaltReason::UnknownScreen, HaltReason::Undecided, HaltReason::WrongRecord] {
            assert_eq!(after(&halted(reason, 0)), [Next::Lost; 3], "{reason:?}");
        }
        let mut at_the_start = halted(HaltReason::Undecided, 0);
        if let Some(halt) = &mut at_the_start.halt {
            halt.node = Some("N1_list".into());
        }
        assert_eq!(after(&at_the_start)[1], Next::GoOn, "the screen is where the task begins");
    }

    #[test]
    fn a_batch_leaves_with_the_code_of_its_worst_row() {
        let of = |verdicts: &[&str]| {
            let results: Vec<Result> =
                verdicts.iter().map(|v| Result { verdict: (*v).into(), ..Result::default() }).collect();
            code(&results)
        };
        assert_eq!(of(&["verified", "verified"]), None);
        assert_eq!(of(&["verified", "completed_unverified"]), Some(6));
        assert_eq!(of(&["completed_unverified", "halted", "verified"]), Some(3));
        assert_eq!(of(&["halted", "failed", "completed_unverified"]), Some(4));
        assert_eq!(of(&["halted", "cancelled", ""]), Some(130));
        assert_eq!(of(&["refused", ""]), Some(5));
        assert_eq!(of(&["verified", "skipped"]), Some(6), "not all was done");
        assert_eq!(of(&["verified", ""]), Some(4), "a row that was never begun is not done");
    }
}
