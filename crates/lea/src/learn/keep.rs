//! A workflow that was learnt, kept as a bundle: in place of the earlier version of the same task, if there is one.

use super::Lessons;
use crate::error::{Outcome, failed};
use crate::files::write_private;
use crate::workflows::{AUDIT, write_down};
use lea_learn::graph::{Answers, Learnt, MOST_SAMPLES, prototype};
use lea_learn::maturity;
use lea_model::embedding::Purpose;
use lea_model::workflow::{EmbeddingPrototype, WorkflowStats};
use lea_model::{Workflow, ids};
use lea_recognize::label::{normal, ratio};
use lea_store::Store;
use lea_store::workflows::Bundle;
use lea_understand::embed::{Embedder, cosine};
use std::collections::BTreeSet;
use std::path::Path;

/// Two graphs of which so much is the same are of one task.
const SAME_TASK: f64 = 0.5;

/// The file of a workflow's folder that says what became of every event it was learnt from.
pub const LEDGER: &str = "ledger.json";

/// What was kept.
pub struct Kept {
    /// The workflow, as it is kept.
    pub workflow: Workflow,
    /// What is new in it, for people.
    pub changes: Vec<String>,
}

/// The id of a workflow of this name.
pub fn id_of(name: &str) -> String {
    ids::workflow_id(&lea_lexicon::names::slug(name))
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
    bundle.workflow.stats.avg_similarity = add_prototypes(store, lessons, learnt, &mut bundle)?;
    for (path, demo, event) in &learnt.pictures {
        if let Some(picture) = lessons.pictures.get(*demo).and_then(|p| p.get(event)) {
            bundle.files.insert(path.clone(), lea_frame::to_png(picture.as_frame()).map_err(failed)?);
        }
    }
    bundle.files.insert("answers.json".into(), serde_json::to_vec_pretty(answers).map_err(failed)?);
    let ledger = lessons.ledger(learnt);
    bundle.files.insert(LEDGER.into(), serde_json::to_vec(&ledger).map_err(failed)?);
    let mut changed = Vec::new();
    if let Some(earlier) = earlier {
        goes_on(&mut bundle.workflow, &earlier.workflow);
        changed = changes(&earlier.workflow, &bundle.workflow);
        let more = earlier.workflow.stats.observed_runs != bundle.workflow.stats.observed_runs;
        let was_tested = earlier.workflow.metadata.self_test.is_some();
        if changed.is_empty() && !more && was_tested && self::answers(earlier) == *answers {
            // Nothing new was learnt: the version stays.
            return Ok(Kept { workflow: earlier.workflow.clone(), changes: changed });
        }
        bundle.workflow.version = earlier.workflow.version + 1;
        bundle.files.extend(earlier.files.get(AUDIT).map(|trail| (AUDIT.to_owned(), trail.clone())));
    }
    let now = bundle.workflow.updated_at.clone();
    if let Some(step) = maturity::next(&bundle.workflow, None, None, &now) {
        step.apply(&mut bundle.workflow);
        write_down(&mut bundle, std::slice::from_ref(&step.audit))?;
    }
    store.save_workflow(&bundle).map_err(failed)?;
    Ok(Kept { workflow: bundle.workflow, changes: changed })
}

/// The same workflow, learnt again: it keeps its name, what a person laid down, how far it has matured and what its runs counted.
fn goes_on(workflow: &mut Workflow, earlier: &Workflow) {
    workflow.workflow_id.clone_from(&earlier.workflow_id);
    workflow.name.clone_from(&earlier.name);
    workflow.created_at.clone_from(&earlier.created_at);
    workflow.learning_state = earlier.learning_state;
    workflow.learning.clone_from(&earlier.learning);
    workflow.execution_policy.clone_from(&earlier.execution_policy);
    let observed = std::mem::take(&mut workflow.stats);
    workflow.stats = WorkflowStats {
        observed_runs: observed.observed_runs,
        avg_similarity: observed.avg_similarity,
        avg_duration_seconds: observed.avg_duration_seconds,
        ..earlier.stats.clone()
    };
    let mut rules = earlier.safety_rules.clone();
    for label in std::mem::take(&mut workflow.safety_rules.require_confirmation_for) {
        if !rules.require_confirmation_for.contains(&label) {
            rules.require_confirmation_for.push(label);
        }
    }
    workflow.safety_rules = rules;
}

/// A fingerprint and a picture for each node; says how similar the screens are to the fingerprint of their node, on average.
fn add_prototypes(
    store: &Store,
    lessons: &Lessons,
    learnt: &Learnt,
    bundle: &mut Bundle,
) -> Outcome<Option<f64>> {
    let embedder = Embedder::default();
    let space = embedder.space(Purpose::Primary);
    bundle.workflow.embedding_spaces.current = Some(space.clone().into());
    let mut similarities = Vec::new();
    for (n, kind) in learnt.kind_of_node.iter().enumerate() {
        let node_id = bundle.workflow.nodes[n].node_id.clone();
        let mut vectors: Vec<Vec<f32>> = Vec::new();
        for screen in learnt.kinds.exemplars[*kind].iter().take(MOST_SAMPLES) {
            let shown = &lessons.lesson.screens[*screen];
            let Some((session, shot)) = shown.name.split_once('/') else { continue };
            let frame = store.frame(session, shot).map_err(failed)?;
            if vectors.is_empty() {
                let picture = lea_frame::to_png(frame.as_frame()).map_err(failed)?;
                bundle.files.insert(format!("screens/{node_id}.png"), picture);
            }
            vectors.push(embedder.embed(frame.as_frame(), &shown.state).primary);
        }
        let Some(mean) = prototype(&vectors) else { continue };
        similarities.extend(vectors.iter().filter_map(|v| cosine(v, &mean)));
        bundle.put_vector(&node_id, &mean).map_err(failed)?;
        bundle.workflow.nodes[n].screen_template.embedding_prototype = Some(EmbeddingPrototype {
            provider: space.provider.clone(),
            vector_id: node_id,
            sample_count: vectors.len() as u64,
            ..EmbeddingPrototype::default()
        });
    }
    let count = similarities.len();
    Ok((count > 0).then(|| similarities.iter().sum::<f64>() / count as f64))
}

/// Writes a screen of each node below a folder, as the bundle will have them: pictures to questions.
pub fn write_screens(store: &Store, lessons: &Lessons, learnt: &Learnt, folder: &Path) -> Outcome {
    let screens = folder.join("screens");
    std::fs::create_dir_all(&screens).map_err(failed)?;
    for (node, kind) in learnt.workflow.nodes.iter().zip(&learnt.kind_of_node) {
        let first = learnt.kinds.exemplars[*kind].first();
        let name = first.map(|s| lessons.lesson.screens[*s].name.as_str()).unwrap_or_default();
        let Some((session, shot)) = name.split_once('/') else { continue };
        let frame = store.frame(session, shot).map_err(failed)?;
        let picture = lea_frame::to_png(frame.as_frame()).map_err(failed)?;
        write_private(&screens.join(format!("{}.png", node.node_id)), &picture)?;
    }
    Ok(())
}

fn changes(old: &Workflow, new: &Workflow) -> Vec<String> {
    lea_learn::changes(old, new).into_iter().map(|c| c.sentence).collect()
}
