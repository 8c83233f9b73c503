//! Verification (SPEC ACT.6): what pixels say, what meaning says, and what both together say. Pure numbers; looking is the loop's.

use crate::params::verify::{
    BOTH_AGREE, MOST_SURE, MOST_SURE_GLOBAL, MOST_SURE_LOCAL, SURE_BY_MEANING, SURE_CONTEXT, SURE_GLOBAL,
    SURE_LOCAL, SURE_NEITHER, SURE_REPORTED, SURE_RESIZED, SURE_UNCHANGED, SURE_UNCHANGED_ALLOWED,
    SURE_UNEXPECTED,
};
use crate::settings::Verify;
use crate::world::PixelChange;
use lea_model::ActionType;
use lea_model::run::{StepVerdict, Suggestion, Verification};

/// What meaning says of a step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Meant {
    /// What was expected is there; none where nothing is expected that could be seen.
    pub holds: Option<bool>,
    /// What spoke for or against it.
    pub detail: String,
    /// How long looking took, in milliseconds.
    pub elapsed_ms: f64,
    /// A critic's word alone decided it: its yes, or its no.
    pub critic: Option<bool>,
}

/// What pixels say of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pixels {
    /// Something happened.
    pub changed: bool,
    /// How sure that is.
    pub confidence: f64,
    /// What they would do next.
    pub suggestion: Suggestion,
    /// Why, in a word or two.
    pub why: &'static str,
}

/// What pixels say: `reported` is an error that the screen or the hand reported.
pub fn pixels(action: ActionType, change: PixelChange, reported: bool, numbers: &Verify) -> Pixels {
    let said = |changed, confidence, suggestion, why| Pixels { changed, confidence, suggestion, why };
    let global = change.global_pct >= numbers.global_pct;
    let looks_near = matches!(
        action,
        ActionType::MouseClick | ActionType::TextInput | ActionType::Focus | ActionType::Hover
    );
    let local = change.local_pct.filter(|_| looks_near).filter(|l| *l >= numbers.local_pct);
    match local {
        _ if reported => said(false, SURE_REPORTED, Suggestion::Retry, "an error was reported"),
        _ if change.resized => said(true, SURE_RESIZED, Suggestion::Continue, "the screen has another size"),
        _ if change.global_pct > numbers.context_pct => {
            said(true, SURE_CONTEXT, Suggestion::Continue, "the context changed")
        }
        _ if global => said(
            true,
            (SURE_GLOBAL + change.global_pct / 100.0).min(MOST_SURE_GLOBAL),
            Suggestion::Continue,
            "the screen changed",
        ),
        Some(pct) => said(
            true,
            (SURE_LOCAL + pct / 100.0).min(MOST_SURE_LOCAL),
            Suggestion::Continue,
            "it changed around the point",
        ),
        None if may_change_nothing(action) => {
            said(false, SURE_UNCHANGED_ALLOWED, Suggestion::Continue, "nothing changed, as may be")
        }
        None => said(false, SURE_UNCHANGED, Suggestion::Retry, "nothing changed"),
    }
}

/// A shortcut or a wait that changes nothing is not a failure; nor is a wheel turned at the end of a page.
fn may_change_nothing(action: ActionType) -> bool {
    matches!(
        action,
        ActionType::KeyPress
            | ActionType::Wait
            | ActionType::Scroll
            | ActionType::Hover
            | ActionType::Focus
            | ActionType::ExtractText
            | ActionType::AnalyzeText
            | ActionType::RunWorkflow
            | ActionType::WindowSwitch
    )
}

/// The verdict on a step: pixels and meaning, in their four combinations.
pub fn verdict(
    action: ActionType,
    change: PixelChange,
    meant: &Meant,
    reported: bool,
    numbers: &Verify,
) -> Verification {
    let seen = pixels(action, change, reported, numbers);
    let (verdict, confidence, suggestion) = match (seen.changed, meant.holds) {
        (true, Some(true)) => {
            (StepVerdict::Verified, (seen.confidence + BOTH_AGREE).min(MOST_SURE), Suggestion::Continue)
        }
        (true, Some(false)) => (StepVerdict::Unexpected, SURE_UNEXPECTED, Suggestion::Retry),
        (false, Some(true)) => (StepVerdict::Verified, SURE_BY_MEANING, Suggestion::Continue),
        (false, Some(false)) => (StepVerdict::NotVerified, SURE_NEITHER, Suggestion::Retry),
        // Nothing is expected that could be seen: what pixels say is not what was meant.
        (true, None) => (StepVerdict::Unverifiable, seen.confidence, seen.suggestion),
        (false, None) if seen.suggestion == Suggestion::Continue => {
            (StepVerdict::Unverifiable, seen.confidence, Suggestion::Continue)
        }
        (false, None) => (StepVerdict::NotVerified, seen.confidence, Suggestion::Retry),
    };
    Verification {
        verdict,
        confidence,
        changes_detected: seen.changed,
        change_area_pct: if change.resized { 100.0 } else { change.global_pct },
        local_change_pct: change.local_pct,
        suggestion,
        detail: seen.why.to_owned(),
        semantic_verified: meant.holds,
        semantic_detail: meant.detail.clone(),
        semantic_elapsed_ms: meant.elapsed_ms,
    }
}

/// The verdict on a step that changed few pixels, and what its application says: it may not have worked, but it was answered.
pub fn rewritten(said: Verification) -> Verification {
    Verification {
        verdict: StepVerdict::Unverifiable,
        confidence: SURE_LOCAL,
        changes_detected: true,
        suggestion: Suggestion::Continue,
        detail: "a line says something else".to_owned(),
        ..said
    }
}

/// The verdict on a step that nothing but pixels can tell of, and that changed the screen as it did in the demonstrations.
pub fn as_shown(said: Verification) -> Verification {
    Verification {
        verdict: StepVerdict::Verified,
        suggestion: Suggestion::Continue,
        detail: "the screen changed as in the demonstrations".to_owned(),
        ..said
    }
}

/// The verdict on a step that changed nothing, as in the demonstrations: whether it worked cannot be told.
pub fn quiet(said: Verification) -> Verification {
    Verification {
        verdict: StepVerdict::Unverifiable,
        confidence: SURE_UNCHANGED_ALLOWED,
        suggestion: Suggestion::Continue,
        detail: "nothing changed, as in the demonstrations".to_owned(),
        ..said
    }
}

/// The verdict on an optional step that was left out: nothing was done that could be seen.
pub fn skipped(why: &str) -> Verification {
    Verification { suggestion: Suggestion::Skip, ..unseen(why) }
}

/// The verdict on a step after which nothing could be seen any more.
pub fn unseen(why: &str) -> Verification {
    Verification {
        verdict: StepVerdict::Unverifiable,
        confidence: 0.0,
        changes_detected: false,
        change_area_pct: 0.0,
        local_change_pct: None,
        suggestion: Suggestion::Abort,
        detail: why.to_owned(),
        semantic_verified: None,
        semantic_detail: String::new(),
        semantic_elapsed_ms: 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(global_pct: f64, local_pct: Option<f64>) -> PixelChange {
        PixelChange { global_pct, local_pct, resized: false }
    }

    fn judged(
        action: ActionType,
        change: PixelChange,
        holds: Option<bool>,
    ) -> (StepVerdict, f64, Suggestion) {
        let meant = Meant { holds, ..Meant::default() };
        let v = verdict(action, change, &meant, false, &Verify::default());
        (v.verdict, v.confidence, v.suggestion)
    }

    #[test]
    fn pixels_speak_with_the_confidence_of_the_specification() {
        let numbers = Verify::default();
        let click = ActionType::MouseClick;
        let said = |action, change, reported| {
            let p = pixels(action, change, reported, &numbers);
            (p.changed, (p.confidence * 1000.0).round() / 1000.0, p.suggestion)
        };
        assert_eq!(said(click, change(3.0, None), true), (false, 0.9, Suggestion::Retry));
        let resized = PixelChange { resized: true, ..change(0.0, None) };
        assert_eq!(said(click, resized, false), (true, 0.7, Suggestion::Continue));
        assert_eq!(said(click, change(60.0, None), false), (true, 0.6, Suggestion::Continue));
        assert_eq!(said(click, change(10.0, Some(50.0)), false), (true, 0.6, Suggestion::Continue));
        assert_eq!(said(click, change(45.0, None), false), (true, 0.9, Suggestion::Continue));
        assert_eq!(said(click, change(0.2, Some(10.0)), false), (true, 0.4, Suggestion::Continue));
        assert_eq!(said(click, change(0.2, Some(90.0)), false), (true, 0.7, Suggestion::Continue));
        assert_eq!(said(click, change(0.2, Some(1.0)), false), (false, 0.6, Suggestion::Retry));
        assert_eq!(
            said(ActionType::KeyPress, change(0.0, Some(90.0)), false),
            (false, 0.4, Suggestion::Continue)
        );
        assert_eq!(said(ActionType::Wait, change(0.0, None), false), (false, 0.4, Suggestion::Continue));
    }

    #[test]
    fn the_four_combinations_of_pixels_and_meaning() {
        let click = ActionType::MouseClick;
        let (some, none) = (change(10.0, None), change(0.0, None));
        let (verdict, confidence, next) = judged(click, some, Some(true));
        assert_eq!((verdict, next), (StepVerdict::Verified, Suggestion::Continue));
        assert!((confidence - 0.8).abs() < 1e-9);
        assert_eq!(judged(click, some, Some(false)), (StepVerdict::Unexpected, 0.7, Suggestion::Retry));
        assert_eq!(judged(click, none, Some(true)), (StepVerdict::Verified, 0.6, Suggestion::Continue));
        assert_eq!(judged(click, none, Some(false)), (StepVerdict::NotVerified, 0.8, Suggestion::Retry));
    }

    #[test]
    fn a_step_that_was_left_out_is_skipped_and_nothing_is_claimed_of_it() {
        let v = skipped("it is not there");
        assert_eq!((v.verdict, v.suggestion), (StepVerdict::Unverifiable, Suggestion::Skip));
        assert!(!v.changes_detected && v.semantic_verified.is_none());
        assert_eq!(v.detail, "it is not there");
    }

    #[test]
    fn what_cannot_be_verified_is_never_called_verified() {
        for action in [ActionType::MouseClick, ActionType::KeyPress, ActionType::Drag] {
            for global in [0.0, 1.0, 80.0] {
                assert_ne!(judged(action, change(global, Some(global)), None).0, StepVerdict::Verified);
            }
        }
        assert_eq!(judged(ActionType::KeyPress, change(0.0, None), None).0, StepVerdict::Unverifiable);
    }
}
