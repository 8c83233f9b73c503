//! From demonstrations to a workflow graph (SPEC L4, LEARN.1).
//!
//! Screens become kinds ([`kinds()`]); a demonstration becomes visits to them ([`visits`]); visits that did the same become ways
//! ([`ways`]); what varies in them becomes variables, what decides between them conditions, what repeats loops, what went wrong
//! error nodes. What stays open is asked. Pure: the same lesson and answers give the same workflow.

mod actions;
mod alike;
mod branches;
mod cells;
mod composed;
mod detours;
mod edges;
mod errors;
mod facts;
mod fates;
mod kinds;
mod lesson;
mod nodes;
mod prototype;
mod questions;
mod variables;
mod visits;
mod ways;

pub use crate::params::episodes::ENOUGH;
pub(crate) use alike::is_same_step;
pub use errors::errors as error_texts;
pub use kinds::{Kinds, kinds};
pub use lesson::{Act, Deed, Demo, Doubt, Lesson, Row, Scrolled, Shown};

pub use prototype::{MOST_SAMPLES, prototype};
pub use questions::{Answers, Choice, Question};

use edges::Drafts;
use lea_model::Workflow;
use lea_model::ids;
use lea_model::ledger::Fate;
use lea_model::workflow::{Learning, WorkflowMetadata, WorkflowStats};
use questions::Asked;
use std::collections::{BTreeMap, BTreeSet};

/// How a graph is learnt.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// The name of the workflow; made from what it does where there is none.
    pub name: Option<String>,
    /// The time it is made at, RFC 3339.
    pub now: String,
    /// Answers to questions of before.
    pub answers: Answers,
}

/// A workflow that was learnt.
#[derive(Clone, Debug)]
pub struct Learnt {
    /// The workflow. Prototypes are not in it yet: they are vectors, and computed where pixels are.
    pub workflow: Workflow,
    /// What stays open.
    pub questions: Vec<Question>,
    /// What is wrong with the demonstrations, for people.
    pub warnings: Vec<String>,
    /// The kind of each screen of the lesson.
    pub kinds: Kinds,
    /// For each node the kind it is made from.
    pub kind_of_node: Vec<usize>,
    /// Pictures of targets to be kept: path in the workflow's folder, demonstration, and the event of the act.
    pub pictures: Vec<(String, usize, usize)>,
    /// What became of each act, by demonstration and the event it ends with. Acts that are not in it were a detour.
    pub fates: BTreeMap<(usize, usize), Fate>,
    /// The step that each act of [`Fate::Edge`] stands for, by demonstration and the event it ends with.
    pub stands_for: BTreeMap<(usize, usize), StepId>,
    /// The values that each variable had, by demonstration.
    pub values: BTreeMap<String, BTreeMap<usize, String>>,
}

/// A step of a graph: a part of an edge.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct StepId {
    /// The edge.
    pub edge: String,
    /// Which of its parts, from 0.
    pub part: usize,
}

/// Why nothing can be learnt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NothingToLearn {
    /// No demonstration does anything.
    #[error("nothing is done in these demonstrations: record the task from its first screen to its last")]
    NoActs,
}

/// Learns a workflow from demonstrations of one task.
pub fn learn(lesson: &Lesson, wanted: &Wanted) -> Result<Learnt, NothingToLearn> {
    if lesson.demos.iter().all(|d| d.acts.is_empty()) {
        return Err(NothingToLearn::NoActs);
    }
    let lesson = &detours::without(lesson);
    let kinds = kinds::kinds(lesson);
    let visits = visits::visits(lesson, &kinds);
    let mut fates = fates::of_visits(lesson, &visits);
    let ways = ways::ways(lesson, &visits);
    let mut asked = Asked { answers: Some(&wanted.answers), ..Asked::default() };
    let drafts = Drafts::of(lesson, &kinds, &visits, ways, &mut asked);
    let mut workflow = drafts.workflow;
    let name = wanted.name.clone().unwrap_or_else(|| drafts.name.clone());
    let runs = lesson.demos.iter().filter(|d| !d.acts.is_empty()).count();
    workflow.workflow_id = ids::workflow_id(&lea_lexicon::names::slug(&name));
    workflow.name = name;
    workflow.created_at.clone_from(&wanted.now);
    workflow.updated_at.clone_from(&wanted.now);
    let seconds: Vec<f64> = lesson.demos.iter().map(|d| d.seconds).collect();
    workflow.stats = WorkflowStats {
        observed_runs: runs as u64,
        avg_duration_seconds: Some(seconds.iter().sum::<f64>() / seconds.len().max(1) as f64),
        ..WorkflowStats::default()
    };
    workflow.learning = Learning::default();
    let sessions: BTreeSet<&str> = lesson.demos.iter().map(|d| d.session_id.as_str()).collect();
    workflow.metadata = WorkflowMetadata {
        sessions: sessions.into_iter().map(str::to_owned).collect(),
        demonstrations: Some(runs as u64),
        few_demonstrations: runs < ENOUGH,
        questions: asked.open.clone(),
        ..WorkflowMetadata::default()
    };
    let stands_for = drafts.parts.iter().filter_map(|(at, part)| match drafts.fates.get(at) {
        Some(Fate::Edge(edge)) => {
            let event = lesson.demos[at.0].acts[at.1].event;
            Some(((at.0, event), StepId { edge: edge.clone(), part: *part }))
        }
        _ => None,
    });
    Ok(Learnt {
        workflow,
        stands_for: stands_for.collect(),
        values: drafts.values,
        questions: asked.open,
        warnings: drafts.warnings,
        kind_of_node: drafts.kind_of_node,
        pictures: drafts
            .pictures
            .into_iter()
            .map(|(path, d, a)| (path, d, lesson.demos[d].acts[a].event))
            .collect(),
        fates: {
            let of = |((d, a), fate): ((usize, usize), Fate)| ((d, lesson.demos[d].acts[a].event), fate);
            fates.extend(drafts.fates);
            fates.into_iter().map(of).collect()
        },
        kinds,
    })
}

#[cfg(test)]
mod tests;
