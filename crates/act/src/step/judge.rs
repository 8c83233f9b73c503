//! The risk of a part (SPEC ACT.5): what the guard says, what is proposed, and what a person decided about the step. Pure. A decision can
//! ask for more than the guard does; less only where nothing but doubt made the part one to ask about.

use super::warrant::Accepted;
use crate::guard::Guarded;
use crate::world::Asked;
use lea_model::workflow::{ProposedLevel, RiskLevel, Ruling};

/// Whether a part may be done, and which question that takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Risk {
    Free(Accepted),
    Ask(Asked, String),
}

/// What is known of the risk of a part, on the screen that decides.
pub(super) struct Facts<'e> {
    /// What the guard says of what was found.
    pub said: Guarded,
    /// It is treated as what cannot be taken back.
    pub irreversible: bool,
    /// Something says so: a word on it, the question it answers, keys that send, another name. Otherwise it is only unclear.
    pub is_clear: bool,
    /// Nothing on it says what it does.
    pub says_nothing: bool,
    /// What counts of the risk that the document gives the step.
    pub ruling: Option<Ruling<'e>>,
    /// A person who wants to be asked before the step is asked before this part.
    pub is_asked_before: bool,
    /// A step that is only proposed to be asked about is asked about before this part.
    pub is_proposed_before: bool,
    /// The mode confirms each step.
    pub step_by_step: bool,
}

/// What a part takes; an error says why it may not be done at all.
pub(super) fn judge(facts: Facts<'_>) -> Result<Risk, String> {
    let ask = |why: &str| Ok(Risk::Ask(Asked::Irreversible, why.to_owned()));
    // An order to act without asking holds only with its limits, and nothing counts them yet: it is asked about.
    let (wants_asking, frees) = match facts.ruling {
        Some(Ruling::Decided { by, level: RiskLevel::Free }) => (None, Some(by)),
        Some(Ruling::Decided { by, level: RiskLevel::Ask }) => (Some(by), None),
        Some(Ruling::Decided { by, level: RiskLevel::Standing }) => (Some(by), None),
        Some(Ruling::Proposed(_)) | None => (None, None),
    };
    match facts.said {
        Guarded::Forbidden(why) => return Err(why),
        Guarded::Confirm(why) => return ask(&why),
        Guarded::Free => {}
    }
    if facts.irreversible && (facts.is_clear || frees.is_none()) {
        return ask(if facts.says_nothing {
            "nothing on it says what it does"
        } else {
            "it cannot be taken back"
        });
    }
    if let Some(by) = wants_asking.filter(|_| facts.is_asked_before) {
        return ask(&format!("{by} wants to be asked before this step"));
    }
    if facts.ruling == Some(Ruling::Proposed(ProposedLevel::Ask)) && facts.is_proposed_before {
        return ask("it is unclear whether it can be taken back");
    }
    if facts.step_by_step {
        return Ok(Risk::Ask(Asked::Step, "each step is confirmed".into()));
    }
    let lifted = frees.filter(|_| facts.irreversible || facts.is_proposed_before);
    Ok(Risk::Free(lifted.map_or(Accepted::Free, |by| Accepted::Decided(by.to_owned()))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(ruling: Option<Ruling<'static>>) -> Facts<'static> {
        Facts {
            said: Guarded::Free,
            irreversible: false,
            is_clear: false,
            says_nothing: false,
            ruling,
            is_asked_before: true,
            is_proposed_before: true,
            step_by_step: false,
        }
    }

    fn decided(level: RiskLevel) -> Option<Ruling<'static>> {
        Some(Ruling::Decided { by: "anne", level })
    }

    fn is_asked(facts: Facts<'_>) -> bool {
        matches!(judge(facts), Ok(Risk::Ask(Asked::Irreversible, _)))
    }

    #[test]
    fn a_person_makes_a_free_step_one_that_is_asked_about() {
        assert_eq!(judge(facts(None)), Ok(Risk::Free(Accepted::Free)));
        assert!(is_asked(facts(decided(RiskLevel::Ask))));
        let later = Facts { is_asked_before: false, ..facts(decided(RiskLevel::Ask)) };
        assert_eq!(judge(later), Ok(Risk::Free(Accepted::Free)), "once a step");
    }

    #[test]
    fn a_person_makes_free_what_was_only_unclear_and_the_warrant_names_them() {
        let unclear = |ruling| Facts { irreversible: true, says_nothing: true, ..facts(ruling) };
        assert!(is_asked(unclear(None)));
        assert!(is_asked(unclear(Some(Ruling::Proposed(ProposedLevel::Free)))));
        let by_anne = Ok(Risk::Free(Accepted::Decided("anne".into())));
        assert_eq!(judge(unclear(decided(RiskLevel::Free))), by_anne);
        assert_eq!(judge(facts(decided(RiskLevel::Free))), by_anne, "proposed to be asked about");
    }

    #[test]
    fn no_decision_frees_what_a_rule_or_a_word_speaks_against() {
        let free = || facts(decided(RiskLevel::Free));
        assert!(is_asked(Facts { said: Guarded::Confirm("a rule".into()), ..free() }));
        assert!(is_asked(Facts { irreversible: true, is_clear: true, ..free() }), "a word was found on it");
        assert_eq!(
            judge(Facts { said: Guarded::Forbidden("never".into()), ..free() }),
            Err("never".to_owned())
        );
    }

    #[test]
    fn what_is_undecided_counts_as_proposed() {
        assert!(is_asked(facts(Some(Ruling::Proposed(ProposedLevel::Ask)))));
        let free = facts(Some(Ruling::Proposed(ProposedLevel::Free)));
        assert_eq!(judge(free), Ok(Risk::Free(Accepted::Free)));
        let proposed = Some(Ruling::Proposed(ProposedLevel::Free));
        assert!(is_asked(Facts { irreversible: true, is_clear: true, ..facts(proposed) }));
    }

    #[test]
    fn a_standing_order_is_asked_about_until_its_limits_are_counted() {
        assert!(is_asked(facts(decided(RiskLevel::Standing))));
        assert!(is_asked(Facts { irreversible: true, ..facts(decided(RiskLevel::Standing)) }));
    }

    #[test]
    fn a_mode_that_confirms_each_step_confirms_a_free_one_too() {
        let each = Facts { step_by_step: true, ..facts(decided(RiskLevel::Free)) };
        assert!(matches!(judge(each), Ok(Risk::Ask(Asked::Step, _))));
    }
}
