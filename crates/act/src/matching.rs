//! Which node is this screen (SPEC ACT.2)? Every node is heard; structure decides; no answer is an answer.

use crate::plan::Plan;
use crate::world::Sight;
use lea_model::run::{Matched, NodeCandidate};
use lea_recognize::View;
use lea_recognize::screen::Sketch;
use lea_recognize::template::{Fit, Known, fit};
use std::collections::BTreeMap;

/// From this score on a screen is held to be a screen of the node.
pub const ACCEPT: f64 = 0.55;
/// From this share of its texts on a node is told by its words.
const TOLD: f64 = 0.5;
/// So much better than the second best it must fit, …
const MARGIN: f64 = 0.03;
/// … and so much less well than the best a node may fit that was expected and has texts of its own on the screen.
const EXPECTED: f64 = 0.10;

/// Which node a screen is, with all that was considered. `expected` is where the run should be; it never decides alone.
pub fn match_node(plan: &Plan, sight: &Sight, view: &View<'_>, expected: Option<&str>) -> Matched {
    let now = Sketch::of(&sight.scene());
    let by_letters = fits(plan, sight, view, &now, false);
    // Meaning is asked where letters do not tell: nothing fits, or what fits does so without its words.
    let is_told = |f: &(&str, Fit)| f.1.score >= ACCEPT && f.1.texts.is_none_or(|t| t >= TOLD);
    let all = match by_letters.first().is_some_and(is_told) {
        true => by_letters,
        false => fits(plan, sight, view, &now, true),
    };
    decide(plan, &all, expected)
}

fn fits<'a>(
    plan: &'a Plan,
    sight: &Sight,
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
            let cosine = plan.prototype(id).zip(sight.fingerprint.as_deref()).map(|(a, b)| cosine(a, b));
            let known = Known { exemplar: plan.exemplar(id).map(|e| &e.sketch), cosine };
            (id, fit(&node.screen_template, known, view, now, by_meaning))
        })
        .collect();
    all.sort_by(|a, b| b.1.score.total_cmp(&a.1.score).then(a.0.cmp(b.0)));
    all
}

fn decide(plan: &Plan, all: &[(&str, Fit)], expected: Option<&str>) -> Matched {
    let candidates: Vec<NodeCandidate> = all.iter().map(|(id, fit)| told(id, fit)).collect();
    let mut matched = Matched { candidates, ..Matched::default() };
    let Some((first, best)) = all.first() else { return matched };
    matched.confidence = best.score;
    let second = all.get(1).map_or(0.0, |s| s.1.score);
    let is_clear = best.score - second >= MARGIN;
    let wanted = all.iter().find(|(id, _)| Some(*id) == expected);
    let near = wanted.filter(|(_, f)| f.score >= ACCEPT && best.score - f.score <= EXPECTED);
    let own_words = near.filter(|(_, f)| f.texts.is_some_and(|t| t >= best.texts.unwrap_or(0.0)));
    let chosen = match (best.score >= ACCEPT, is_clear, own_words) {
        (_, _, Some((id, fit))) => Some((*id, fit)),
        (true, true, None) => Some((*first, best)),
        _ => None,
    };
    if let Some((id, fit)) = chosen {
        matched.node = Some(id.to_owned());
        matched.confidence = fit.score;
        let least = plan.node(id).map_or(0.0, lea_model::Node::min_cosine_similarity);
        matched.drifted = fit.cosine.is_some_and(|c| c < least) || fit.in_other_words;
    }
    matched
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
