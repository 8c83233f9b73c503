//! Which node is this screen (SPEC ACT.2)? Every node is heard; structure decides; no answer is an answer.

use crate::params::screens::{
    ACCEPT, ACCEPT_BY_USE, ACCEPT_EXPECTED, ACCEPT_SLACK, EXPECTED_SLACK, MARGIN, MARGIN_EXPECTED,
    OWN_ELEMENTS_SLACK, SAME_WORDS, TOLD_BY_WORDS,
};
use crate::plan::Plan;
use crate::world::Observation;
use lea_model::run::{Matched, NodeCandidate};
use lea_recognize::View;
use lea_recognize::label::normal;
use lea_recognize::screen::Sketch;
use lea_recognize::template::{Fit, Known, fit};
use std::collections::BTreeMap;

/// Roles that say what a screen is for, whatever its language.
const TELLING: [&str; 9] = [
    "dialog",
    "cancel",
    "confirmation",
    "validate",
    "submit",
    "save",
    "delete_action",
    "search",
    "error_message",
];

/// How well a screen fits each node, best first, and what is on it: the same whatever is expected.
pub struct Heard<'p> {
    fits: Vec<(&'p str, Fit)>,
    /// How many elements of each role there are.
    roles: BTreeMap<String, u32>,
}

/// Hears every node about a screen.
pub fn hear<'p>(plan: &'p Plan, observation: &Observation, view: &View<'_>) -> Heard<'p> {
    let now = Sketch::of(&observation.scene());
    let by_letters = fits(plan, observation, view, &now, false);
    // Meaning is asked where letters do not tell: nothing fits, or what fits does so without its words.
    let is_told = |f: &(&str, Fit)| f.1.score >= ACCEPT && f.1.texts.is_none_or(|t| t >= TOLD_BY_WORDS);
    let all = match by_letters.first().is_some_and(is_told) {
        true => by_letters,
        false => fits(plan, observation, view, &now, true),
    };
    let mut roles: BTreeMap<String, u32> = BTreeMap::new();
    observation.state.ui_elements.iter().for_each(|e| *roles.entry(e.role.clone()).or_default() += 1);
    Heard { fits: all, roles }
}

/// Which node a screen is, with all that was considered. `expected` is where the run should be; it never decides alone. `offers` says
/// whether what is used next on a node is on the screen, as far as that can be told.
pub fn match_node(
    plan: &Plan,
    observation: &Observation,
    heard: &Heard<'_>,
    expected: Option<&str>,
    offers: &dyn Fn(&str) -> Option<bool>,
) -> Matched {
    let matched = decide(plan, observation, heard, expected);
    match by_use(plan, heard, &matched, expected, offers) {
        Some((id, fit)) => accepted(plan, matched, id, fit),
        None => matched,
    }
}

/// A screen that speaks other words is told by what it is for: the node that was expected, whose next step can be done there, where no
/// other that fits about as well could go on, or the expected one has more of its own.
fn by_use<'a>(
    plan: &Plan,
    heard: &'a Heard<'_>,
    matched: &Matched,
    expected: Option<&str>,
    offers: &dyn Fn(&str) -> Option<bool>,
) -> Option<(&'a str, &'a Fit)> {
    let (all, there) = (&heard.fits, &heard.roles);
    let (id, fit) = all.iter().find(|(id, _)| Some(*id) == expected)?;
    let best = all.first().map_or(0.0, |(_, f)| f.score);
    let is_near = fit.in_other_words && fit.score >= ACCEPT_BY_USE && best - fit.score <= EXPECTED_SLACK;
    if matched.node.as_deref() == expected || !is_near || offers(id) != Some(true) {
        return None;
    }
    let rivals = all.iter().filter(|(other, f)| other != id && fit.score - f.score <= EXPECTED_SLACK);
    let gives_way = |other: &str| is_more(plan, id, other, there) || offers(other) == Some(false);
    rivals.into_iter().all(|(other, _)| gives_way(other)).then_some((*id, fit))
}

fn fits<'a>(
    plan: &'a Plan,
    observation: &Observation,
    view: &View<'_>,
    now: &Sketch,
    by_meaning: bool,
) -> Vec<(&'a str, Fit)> {
    let mut all: Vec<(&str, Fit)> = plan
        .workflow
        .nodes
        .iter()
        .map(|node| {
            let id = node.node_id.as_str();
            let cosine =
                plan.prototype(id).zip(observation.fingerprint.as_deref()).map(|(a, b)| cosine(a, b));
            let known = Known { exemplar: plan.exemplar(id).map(|e| &e.sketch), cosine };
            (id, fit(&node.screen_template, known, view, now, by_meaning))
        })
        .collect();
    all.sort_by(|a, b| b.1.score.total_cmp(&a.1.score).then(a.0.cmp(b.0)));
    all
}

fn decide(plan: &Plan, observation: &Observation, heard: &Heard<'_>, expected: Option<&str>) -> Matched {
    let (all, there) = (&heard.fits, &heard.roles);
    let candidates: Vec<NodeCandidate> = all.iter().map(|(id, fit)| told(id, fit)).collect();
    let mut matched = Matched { candidates, ..Matched::default() };
    let Some((first, best)) = all.first() else { return matched };
    matched.confidence = best.score;
    let second = all.get(1).map_or(0.0, |s| s.1.score);
    let is_clear = best.score - second >= MARGIN;
    let wanted = all.iter().find(|(id, _)| Some(*id) == expected);
    let near = wanted.filter(|(_, f)| f.score >= ACCEPT && best.score - f.score <= EXPECTED_SLACK);
    let own_words = near
        .filter(|(_, f)| f.texts.is_some_and(|t| t + SAME_WORDS >= best.texts.unwrap_or(0.0)))
        .filter(|(id, _)| is_more(plan, id, first, there) || !belies(plan, first, id, observation));
    // What tells the better ones is on its screens too, and what tells it is not on theirs: a form below the heading of its record.
    let outspoken = || {
        let is_told = |id: &str| {
            let mut better = all.iter().take_while(|(other, _)| *other != id);
            better.all(|(other, _)| outspeaks(plan, id, other, observation))
        };
        wanted.filter(|(id, f)| f.score >= ACCEPT && is_told(id))
    };
    let is_expected =
        Some(*first) == expected && best.score >= ACCEPT_EXPECTED && best.score - second >= MARGIN_EXPECTED;
    // Of two that fit nearly as well, the one whose own things are there that the other never has: a dialog over its page.
    let more = |than: (&str, &Fit)| {
        let near = |(other, f): &&(&str, Fit)| {
            // On a screen that speaks other words, shares of texts say little about a node that was expected.
            let foreign = f.in_other_words && than.1.in_other_words && Some(*other) == expected;
            let words = foreign || f.texts.unwrap_or(0.0) + SAME_WORDS >= than.1.texts.unwrap_or(0.0);
            *other != than.0
                && words
                && f.score >= ACCEPT - ACCEPT_SLACK
                && than.1.score - f.score <= OWN_ELEMENTS_SLACK
                && is_more(plan, other, than.0, there)
                // A dialog that stands elsewhere uncovers other things of its page; what it asks stays.
                && !belies(plan, than.0, other, observation)
        };
        all.iter().find(near).map(|(other, f)| (*other, f))
    };
    let chosen = match own_words.or_else(outspoken) {
        Some((id, fit)) => Some(more((id, fit)).unwrap_or((*id, fit))),
        None if best.score >= ACCEPT => more((first, best)).or(is_clear.then_some((*first, best))),
        None if is_expected => Some((*first, best)),
        None => None,
    };
    match chosen {
        Some((id, fit)) => accepted(plan, matched, id, fit),
        None => matched,
    }
}

fn accepted(plan: &Plan, matched: Matched, id: &str, fit: &Fit) -> Matched {
    let least = plan.node(id).map_or(0.0, lea_model::Node::min_cosine_similarity);
    Matched {
        node: Some(id.to_owned()),
        confidence: fit.score,
        in_other_words: fit.in_other_words,
        drifted: fit.cosine.is_some_and(|c| c < least) || fit.in_other_words,
        ..matched
    }
}

/// The texts that tell one node, and that a screen of the other does not have.
fn own_texts<'p>(plan: &'p Plan, one: &str, other: &str) -> Vec<&'p String> {
    let (Some(node), Some(exemplar)) = (plan.node(one), plan.exemplar(other)) else { return Vec::new() };
    let texts = node.screen_template.required_text_any.iter();
    texts.filter(|t| !exemplar.texts.contains(&normal(t))).collect()
}

/// The screen says what one node says and the other never does, and nothing of what the other says and the first never does.
fn outspeaks(plan: &Plan, one: &str, other: &str, observation: &Observation) -> bool {
    let view = View::new(observation.scene(), observation.size, None);
    let says = |texts: &[&String]| texts.iter().any(|t| view.says(t));
    says(&own_texts(plan, one, other)) && !says(&own_texts(plan, other, one))
}

/// The same where the other has texts of its own: two dialogs over one page share most of their words, and differ in what they ask.
fn belies(plan: &Plan, one: &str, other: &str, observation: &Observation) -> bool {
    one != other && !own_texts(plan, other, one).is_empty() && outspeaks(plan, one, other, observation)
}

/// One node asks for things that are there and that screens of the other do not have, and not the other way round.
fn is_more(plan: &Plan, one: &str, other: &str, there: &BTreeMap<String, u32>) -> bool {
    let own = |a: &str, b: &str| -> Vec<(String, u32)> {
        let (Some(node), Some(exemplar)) = (plan.node(a), plan.exemplar(b)) else { return Vec::new() };
        let wanted = node.screen_template.required_ui_elements.iter();
        let telling = wanted
            .filter_map(|w| Some((w.role.clone()?, w.min_count)))
            .filter(|(r, _)| TELLING.contains(&r.as_str()));
        telling.filter(|(role, n)| exemplar.roles.get(role).copied().unwrap_or(0) < *n).collect()
    };
    let is_there = |(role, n): &(String, u32)| there.get(role.as_str()).copied().unwrap_or(0) >= *n;
    let mine = own(one, other);
    !mine.is_empty() && mine.iter().all(is_there) && !own(other, one).iter().any(is_there)
}

fn told(id: &str, fit: &Fit) -> NodeCandidate {
    let flag = |b: Option<bool>| b.map(|b| f64::from(u8::from(b)));
    let said = [
        ("window", flag(fit.window)),
        ("title", flag(fit.title)),
        ("texts", fit.texts),
        ("elements", fit.elements),
        ("structure", fit.structure),
        ("cosine", fit.cosine),
    ];
    let witnesses: BTreeMap<String, f64> =
        said.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect();
    NodeCandidate { node: id.to_owned(), score: fit.score, witnesses }
}

/// The cosine of two vectors of norm 1, within -1..1; 0 where they cannot be compared.
pub fn cosine(a: &[f32], b: &[f32]) -> f64 {
    if a.len() != b.len() {
        return 0.0;
    }
    let dot: f64 = a.iter().zip(b).map(|(x, y)| f64::from(*x) * f64::from(*y)).sum();
    if dot.is_finite() { dot.clamp(-1.0, 1.0) } else { 0.0 }
}

/// A screen may be this node: it is the one that matched, or fits as well as the best.
pub fn may_be(matched: &Matched, node: &str) -> bool {
    let best = matched.candidates.iter().map(|c| c.score).fold(0.0, f64::max);
    let fits =
        matched.candidates.iter().find(|c| c.node == node).is_some_and(|c| best - c.score <= EXPECTED_SLACK);
    matched.node.as_deref() == Some(node) || fits && best >= ACCEPT
}

/// The two nodes that a screen fits equally well, where that is why it was held to be neither.
pub fn equals(matched: &Matched) -> Option<(&str, &str)> {
    let [first, second, ..] = matched.candidates.as_slice() else { return None };
    let is_tie = matched.node.is_none() && first.score >= ACCEPT && first.score - second.score < MARGIN;
    is_tie.then_some((&first.node, &second.node))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_nodes_are_equal_only_where_neither_was_chosen_and_both_fit() {
        let of = |node: Option<&str>, scores: [f64; 2]| {
            let candidate =
                |(node, score): (&str, f64)| NodeCandidate { node: node.into(), score, ..Default::default() };
            let candidates = ["detail", "done"].into_iter().zip(scores).map(candidate).collect();
            Matched { node: node.map(str::to_owned), candidates, ..Matched::default() }
        };
        assert_eq!(equals(&of(None, [0.96, 0.95])), Some(("detail", "done")));
        assert_eq!(equals(&of(Some("detail"), [0.96, 0.95])), None, "one was chosen");
        assert_eq!(equals(&of(None, [0.96, 0.80])), None, "one fits better");
        assert_eq!(equals(&of(None, [0.30, 0.30])), None, "neither fits");
    }

    #[test]
    fn a_screen_may_be_any_node_that_fits_as_well_as_the_best() {
        let candidate = |node: &str, score| NodeCandidate { node: node.into(), score, ..Default::default() };
        let candidates = vec![candidate("detail", 0.96), candidate("done", 0.96), candidate("list", 0.5)];
        let matched = Matched { node: Some("detail".into()), candidates, ..Matched::default() };
        assert!(may_be(&matched, "detail") && may_be(&matched, "done"));
        assert!(!may_be(&matched, "list") && !may_be(&matched, "other"));
    }

    use crate::plan::Exemplar;
    use crate::world::tests::blank;
    use lea_model::workflow::ScreenTemplate;
    use lea_model::{DetectedText, Node, Rect, ScreenState, Size, Workflow};

    fn screen(lines: &[&str]) -> ScreenState {
        let line = |(i, text): (usize, &&str)| DetectedText {
            text: (*text).into(),
            bbox: Some(Rect::from([40, 40 + 40 * i as i32, 40 + 9 * text.len() as i32, 56 + 40 * i as i32])),
            ..DetectedText::default()
        };
        let mut state = ScreenState::default();
        state.perception.detected_text = lines.iter().enumerate().map(line).collect();
        state
    }

    /// A record, and the form that is opened below its heading.
    fn plan() -> Plan {
        let node = |id: &str, texts: &[&str]| Node {
            node_id: id.into(),
            label: id.into(),
            screen_template: ScreenTemplate {
                required_text_any: texts.iter().map(|t| (*t).to_owned()).collect(),
                ..ScreenTemplate::default()
            },
            ..Node::default()
        };
        let nodes = vec![
            node("N1_record", &["Jane Sample, 1980"]),
            node("N2_form", &["Kind of visit", "Save the visit"]),
            node("N3_other", &["Settings"]),
        ];
        let mut plan = Plan::new(Workflow {
            workflow_id: "WF_visit".into(),
            name: "Visit".into(),
            created_at: "2026-11-17T04:00:00+00:00".into(),
            updated_at: "2026-11-17T04:00:00+00:00".into(),
            version: 1,
            entry_nodes: vec!["N1_record".into()],
            nodes,
            ..Workflow::default()
        })
        .unwrap_or_else(|halt| panic!("{}", halt.why));
        for (id, lines) in [
            ("N1_record", &["Jane Sample, 1980", "New visit", "No visits yet"][..]),
            ("N2_form", &["Jane Sample, 1980", "New visit", "Kind of visit", "Save the visit"]),
            ("N3_other", &["Settings"]),
        ] {
            plan.add_exemplar(id, Exemplar::of(&screen(lines), None));
        }
        plan
    }

    fn here(lines: &[&str], expected: Option<&str>) -> Option<String> {
        let plan = plan();
        let size = Size { width: 800, height: 600 };
        let observation = Observation { state: screen(lines), size, ..blank() };
        let view = View::new(observation.scene(), size, None);
        match_node(&plan, &observation, &hear(&plan, &observation, &view), expected, &|_| None).node
    }

    #[test]
    fn a_form_below_the_heading_of_its_record_is_the_form_although_a_button_is_out_of_sight() {
        let cut = ["Jane Sample, 1980", "New visit", "Kind of visit"];
        assert_eq!(here(&cut, Some("N2_form")).as_deref(), Some("N2_form"));
        assert_ne!(here(&cut, Some("N3_other")).as_deref(), Some("N3_other"));
    }

    #[test]
    fn the_record_itself_is_not_the_form_that_is_waited_for() {
        let record = ["Jane Sample, 1980", "New visit", "No visits yet"];
        assert_eq!(here(&record, Some("N2_form")).as_deref(), Some("N1_record"));
    }
}
