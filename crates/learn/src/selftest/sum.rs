//! What all films together say about each step, and whether the workflow is offered for running.

use crate::graph::{Learnt, StepId};
use crate::params::selftest::{BY_MEANING, BY_PIXELS, HEALED, MOST_TROUBLES, UNVERIFIABLE};
use lea_model::Action;
use lea_model::run::{Method, StepRecord, StepVerdict};
use lea_model::workflow::{Drift, SelfTest, StepTest};
use std::collections::{BTreeMap, BTreeSet};

/// How a step was found and verified on a film.
#[derive(Clone, Debug)]
pub struct Sighting {
    /// What found its target.
    pub method: Method,
    /// How sure, within 0..1.
    pub sure: f64,
}

impl Sighting {
    /// What a step that was done shows.
    pub fn of(record: &StepRecord) -> Self {
        let found = record.grounding.as_ref();
        let score = found.and_then(|g| g.score).unwrap_or(1.0).clamp(0.0, 1.0);
        let relaxed = found.is_some_and(|g| g.resolution.healing_attempt > 0);
        let by_meaning = record.verification.as_ref().and_then(|v| v.semantic_verified) == Some(true);
        let worked = match record.verdict() {
            Some(StepVerdict::Verified) if by_meaning => BY_MEANING,
            Some(StepVerdict::Verified) => BY_PIXELS,
            _ => UNVERIFIABLE,
        };
        let worked = if relaxed { worked.min(HEALED) } else { worked };
        Self { method: found.map(|g| g.method).unwrap_or_default(), sure: score * worked }
    }

    /// It was done without being a step of the graph, such as a dialog that a rule closes.
    pub fn by_the_way() -> Self {
        Self { method: Method::Dialog, sure: UNVERIFIABLE }
    }
}

/// What came of a step of a demonstration.
#[derive(Clone, Debug)]
pub enum Tried {
    /// It was found where the person had pressed, and what came of it was as it should be.
    Found(Sighting),
    /// The graph did not do it as the person did.
    Failed(String),
    /// Lea would ask a person here. They can answer, so the graph goes on; it does not do it by itself.
    Asked(String),
    /// The film cannot tell: the recording does not show enough, or no other demonstration does it.
    Untested(String),
}

/// A demonstration, followed as far as it went.
#[derive(Clone, Debug, Default)]
pub struct Followed {
    /// What came of its steps, in the order in which they were done; steps that were not come to are missing.
    pub steps: Vec<(StepId, Tried)>,
    /// It was followed to its end.
    pub to_the_end: bool,
}

impl Followed {
    /// The step that the graph did not do as the person did, and why.
    pub fn failure(&self) -> Option<(&StepId, &str)> {
        self.steps.iter().find_map(|(step, tried)| match tried {
            Tried::Failed(why) => Some((step, why.as_str())),
            _ => None,
        })
    }
}

/// What came of one demonstration.
#[derive(Clone, Debug, Default)]
pub struct Case {
    /// Followed by a graph that was learnt without it; none where there is no other demonstration.
    pub left_out: Option<Followed>,
    /// Followed by the whole graph, where the other failed or there is none.
    pub whole: Option<Followed>,
}

impl Case {
    /// A graph that was learnt without it follows it.
    fn is_followed(&self) -> bool {
        self.left_out.as_ref().is_some_and(|f| f.to_the_end && f.failure().is_none())
    }

    fn is_followed_by_whole(&self) -> bool {
        self.whole.as_ref().is_some_and(|f| f.to_the_end && f.failure().is_none())
    }

    /// The whole graph, which was learnt from it too, does not follow it.
    fn failure(&self) -> Option<(&StepId, &str)> {
        self.whole.as_ref()?.failure()
    }
}

/// On which drifted screens each step was looked for, and whether it was found there.
pub type Drifts = BTreeMap<StepId, Vec<(Drift, bool)>>;

/// What all demonstrations say about a workflow and each of its steps; `told` says what an action does.
pub fn sum_up(
    learnt: &Learnt,
    cases: &[Case],
    drifts: &Drifts,
    told: &dyn Fn(&Action) -> String,
) -> SelfTest {
    let steps = learnt.workflow.edges.iter().flat_map(|edge| {
        let parts = edge.parts().into_iter().enumerate();
        parts.map(|(part, action)| (StepId { edge: edge.edge_id.clone(), part }, action))
    });
    let steps = steps.map(|(step, action)| {
        let mut test = step_test(&step, cases);
        test.told = told(action);
        let looked = drifts.get(&step).map_or(&[][..], Vec::as_slice);
        test.drifted = looked.iter().map(|(drift, _)| *drift).collect();
        test.lost_when = looked.iter().filter(|(_, found)| !found).map(|(drift, _)| *drift).collect();
        test
    });
    let steps: Vec<StepTest> = steps.collect();
    let count = |is: &dyn Fn(&Case) -> bool| cases.iter().filter(|c| is(c)).count() as u64;
    SelfTest {
        demonstrations: cases.len() as u64,
        followed: count(&Case::is_followed),
        followed_by_whole: count(&|c| !c.is_followed() && c.is_followed_by_whole()),
        refused: refusal(cases, &steps),
        steps,
        ..SelfTest::default()
    }
}

/// Most of the demonstrations that tell anything are such that the graph which was learnt from them does not follow them: at which act.
fn refusal(cases: &[Case], steps: &[StepTest]) -> Option<String> {
    let failures: Vec<(&StepId, &str)> = cases.iter().filter_map(Case::failure).collect();
    let telling = cases.iter().filter(|c| c.is_followed() || c.is_followed_by_whole()).count();
    if failures.len() <= telling {
        return None;
    }
    let often = |step: &StepId| failures.iter().filter(|(s, _)| *s == step).count();
    let (step, why) = failures.iter().max_by_key(|(s, _)| (often(s), std::cmp::Reverse(*s)))?;
    let told = steps.iter().find(|t| t.edge == step.edge && t.part == step.part as u64);
    let told = told.map_or("", |t| t.told.as_str());
    Some(format!(
        "it cannot follow {} of its {} demonstrations; the trouble is {} ({told}): {why}",
        failures.len(),
        cases.len(),
        step.edge
    ))
}

fn step_test(step: &StepId, cases: &[Case]) -> StepTest {
    let mut test = StepTest { edge: step.edge.clone(), part: step.part as u64, ..StepTest::default() };
    let mut methods: BTreeMap<Method, usize> = BTreeMap::new();
    let mut sure = 0.0;
    let mut troubles = BTreeSet::new();
    let of_step = cases.iter().filter_map(|c| c.left_out.as_ref().or(c.whole.as_ref()));
    for (_, tried) in of_step.flat_map(|f| &f.steps).filter(|(s, _)| s == step) {
        match tried {
            Tried::Found(sighting) => {
                test.tried += 1;
                test.found += 1;
                sure += sighting.sure;
                *methods.entry(sighting.method).or_default() += 1;
            }
            Tried::Failed(why) | Tried::Asked(why) => {
                test.tried += 1;
                troubles.insert(why.clone());
            }
            Tried::Untested(why) => {
                test.untested += 1;
                troubles.insert(why.clone());
            }
        }
    }
    test.sure = (test.tried > 0).then(|| sure / test.tried as f64);
    let mut methods: Vec<(Method, usize)> = methods.into_iter().filter(|(m, _)| *m != Method::None).collect();
    methods.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    test.evidence = methods.into_iter().map(|(method, _)| method).collect();
    test.troubles = troubles.into_iter().take(MOST_TROUBLES).collect();
    test
}
