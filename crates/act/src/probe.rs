//! A look without a hand: what a run would find on a screen for one step, by the same matching and the same cascade. The self-test asks it
//! of screens that look otherwise than they were shown (SPEC LEARN.1).

use crate::ground::{Wanted, fills};
use crate::heal::{self, Healing};
use crate::locate::{Goal, Grounded, Search, locate};
use crate::matching::{hear, match_node};
use crate::plan::Plan;
use crate::recover::offers;
use crate::settings::Heal;
use crate::values::Values;
use crate::world::Observation;
use lea_lexicon::risk::submits;
use lea_model::Target;
use lea_model::run::{Grounding, Matched};
use lea_recognize::{Meaning, View};
use std::collections::BTreeMap;

/// A step that is looked for.
pub struct Sought<'a> {
    /// Its edge.
    pub edge: &'a str,
    /// Which of its parts, from 0.
    pub part: usize,
    /// What is known.
    pub values: &'a BTreeMap<String, String>,
}

/// What a screen shows of a step.
pub struct Sight {
    /// The node it is held to be.
    pub matched: Matched,
    /// The step belongs there.
    pub at_home: bool,
    /// What the step points at, where that was surely found.
    pub found: Option<Grounding>,
}

/// Looks for a step on a screen, with as many retries as a run has; none where the step points at nothing.
pub fn probe(
    plan: &Plan,
    observation: &Observation,
    sought: &Sought<'_>,
    heal: &Heal,
    meaning: Option<&dyn Meaning>,
) -> Option<Sight> {
    let edge = plan.workflow.edge(sought.edge)?;
    let action = edge.parts().into_iter().nth(sought.part)?;
    let target = action.target.as_ref()?;
    let mut values = Values::default();
    sought.values.iter().for_each(|(name, value)| values.set(name, value.clone()));
    let view = View::new(observation.scene(), observation.size, meaning);
    let expected = edge.from_node.as_str();
    let strict = Healing::default();
    let (level, resolution) = (strict.level(), strict.resolution());
    let search = Search { plan, values: &values, observation, view: &view, level, resolution };
    let is_there = |target: &Target| {
        let apps = plan.apps(expected);
        let wanted =
            Wanted { target, irreversible: false, at_home: true, fills: false, in_other_words: false, apps };
        matches!(locate(&Goal::Learnt(&wanted, &search)), Grounded::Found(_))
    };
    let heard = hear(plan, observation, &view);
    let matched = match_node(plan, observation, &heard, Some(expected), &|node| offers(plan, node, is_there));
    let at_home = matched.node.as_deref() == Some(expected);
    let wanted = Wanted {
        target,
        irreversible: submits::is_irreversible(edge, sought.part, action),
        at_home: matched.node.is_some(),
        fills: fills(action.action_type),
        in_other_words: matched.in_other_words,
        apps: plan.apps(expected),
    };
    let mut healing = Healing::default();
    let found = loop {
        let (level, resolution) = (healing.level(), healing.resolution());
        let search = Search { plan, values: &values, observation, view: &view, level, resolution };
        if let (Grounded::Found(found), _) = heal::locate(&wanted, &search, healing.attempt()) {
            break Some(found);
        }
        if healing.relax(heal).is_none() {
            break None;
        }
    };
    Some(Sight { matched, at_home, found })
}
