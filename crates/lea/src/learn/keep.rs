//! A workflow that was learnt, kept as a bundle: in place of the earlier version of the same task, if there is one.

use super::Lessons;
use crate::error::{Outcome, failed};
use lea_learn::graph::{Answers, Learnt, slug};
use lea_model::embedding::Purpose;
use lea_model::workflow::EmbeddingPrototype;
use lea_model::{Workflow, ids};
use lea_recognize::label::{normal, ratio};
use lea_store::Store;
use lea_store::workflows::Bundle;
use lea_understand::embed::Embedder;
use std::collections::BTreeSet;

/// Two graphs of which so much is the same are of one task.
const SAME_TASK: f64 = 0.5;
/// Screens that make a prototype: more say the same.
const MOST_SAMPLES: usize = 8;

/// What was kept.
pub struct Kept {
    /// The workflow, as it is kept.
    pub workflow: Workflow,
    /// What is new in it, for people.
    pub changes: Vec<String>,
}

/// The id of a workflow of this name.
pub fn id_of(name: &str) -> String {
    ids::workflow_id(&slug(name))
}

/// The workflow of the same task that is there already: the one of that name, or one with the same steps.
pub fn same_task(store: &Store, learnt: &Workflow, id: Option<&str>) -> Outcome<Option<Bundle>> {
    let known: Vec<String> =
        store.workflows().map_err(failed)?.into_iter().filter(|w| w.damage.is_none()).map(|w| w.id).collect();
    if let Some(id) = id {
        return known.iter().find(|k| *k == id).map(|k| store.workflow(k)).transpose().map_err(failed);
    }
    let steps = steps(learnt);
    for other in &known {
        let bundle = store.workflow(other).map_err(failed)?;
        if likeness(&steps, &self::steps(&bundle.workflow)) >= SAME_TASK {
            return Ok(Some(bundle));
        }
    }
    Ok(None)
}

/// What a workflow presses and fills in.
fn steps(workflow: &Workflow) -> BTreeSet<String> {
    let actions = workflow.edges.iter().filter_map(|e| e.action.as_ref());
    let parts = actions.flat_map(|a| {
        if a.parameters.steps.is_empty() { vec![a] } else { a.parameters.steps.iter().collect() }
    });
    parts
        .filter_map(|a| {
            let target = a.target.as_ref()?;
            let name = target.anchor.as_ref().and_then(|n| n.name.clone()).or_else(|| target.text.clone())?;
            Some(normal(&name)).filter(|n| !n.is_empty() && !name.contains("${"))
        })
        .collect()
}

fn likeness(a: &BTreeSet<String>, b: &BTreeSet<String>) -> f64 {
    let has = |all: &BTreeSet<String>, one: &String| all.iter().any(|o| ratio(o, one) >= 0.82);
    let common = a.iter().filter(|s| has(b, s)).count();
    let all = a.len() + b.len() - common;
    if all == 0 { 0.0 } else { common as f64 / all as f64 }
}

/// The answers that were given to an earlier version.
pub fn answers(bundle: &Bundle) -> Answers {
    bundle.files.get("answers.json").and_then(|bytes| serde_json::from_slice(bytes).ok()).unwrap_or_default()
}

/// Writes the bundle.
pub fn keep(
    store: &Store,
    lessons: &Lessons,
    learnt: &Learnt,
    answers: &Answers,
    earlier: Option<&Bundle>,
) -> Outcome<Kept> {
    let mut bundle = Bundle::new(learnt.workflow.clone());
    let workflow = &mut bundle.workflow;
    if let Some(earlier) = earlier {
        workflow.workflow_id.clone_from(&earlier.workflow.workflow_id);
        workflow.name.clone_from(&earlier.workflow.name);
        workflow.created_at.clone_from(&earlier.workflow.created_at);
        workflow.version = earlier.workflow.version + 1;
    }
    let embedder = Embedder::default();
    workflow.embedding_spaces.current = Some(embedder.space(Purpose::Primary));
    for (n, kind) in learnt.kind_of_node.iter().enumerate() {
        let screens = &learnt.kinds.exemplars[*kind];
        let mut mean: Vec<f32> = Vec::new();
        let mut samples = 0;
        for screen in screens.iter().take(MOST_SAMPLES) {
            let shown = &lessons.lesson.screens[*screen];
            let Some((session, shot)) = shown.name.split_once('/') else { continue };
            let frame = store.frame(session, shot).map_err(failed)?;
            if samples == 0 {
                let path = format!("screens/{}.png", bundle.workflow.nodes[n].node_id);
                bundle.files.insert(path, lea_frame::to_png(frame.as_frame()).map_err(failed)?);
            }
            let vector = embedder.embed(frame.as_frame(), &shown.state).primary;
            mean.resize(vector.len(), 0.0);
            mean.iter_mut().zip(&vector).for_each(|(m, v)| *m += v);
            samples += 1;
        }
        let length = mean.iter().map(|v| v * v).sum::<f32>().sqrt();
        if samples == 0 || length <= 0.0 {
            continue;
        }
        mean.iter_mut().for_each(|v| *v /= length);
        let vector_id = bundle.workflow.nodes[n].node_id.clone();
        bundle.put_vector(&vector_id, &mean).map_err(failed)?;
        let space = embedder.space(Purpose::Primary);
        bundle.workflow.nodes[n].screen_template.embedding_prototype = Some(EmbeddingPrototype {
            provider: space.provider,
            vector_id,
            sample_count: samples,
            ..EmbeddingPrototype::default()
        });
    }
    for (path, demo, event) in &learnt.pictures {
        if let Some(picture) = lessons.pictures.get(*demo).and_then(|p| p.get(event)) {
            bundle.files.insert(path.clone(), lea_frame::to_png(picture.as_frame()).map_err(failed)?);
        }
    }
    bundle.files.insert("answers.json".into(), serde_json::to_vec_pretty(answers).map_err(failed)?);
    let changes = earlier.map(|e| changes(&e.workflow, &bundle.workflow)).unwrap_or_default();
    if earlier.is_some_and(|e| {
        changes.is_empty() && e.workflow.stats.observed_runs == bundle.workflow.stats.observed_runs
    }) {
        // Nothing new was learnt: the version stays.
        let workflow = earlier.map(|e| e.workflow.clone()).unwrap_or_default();
        return Ok(Kept { workflow, changes });
    }
    store.save_workflow(&bundle).map_err(failed)?;
    Ok(Kept { workflow: bundle.workflow, changes })
}

fn changes(old: &Workflow, new: &Workflow) -> Vec<String> {
    lea_learn::changes(old, new).into_iter().map(|c| c.sentence).collect()
}
