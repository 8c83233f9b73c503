//! What can be wrong with a workflow.

mod action;
mod graph;
mod references;
mod variable;

use super::{LearningState, PolicyAction, WORKFLOW_VERSION, Workflow};
use crate::ids::IdKind;
use crate::problem::{Checker, Problem};

pub(super) fn problems(workflow: &Workflow) -> Vec<Problem> {
    Checker::run(|c| {
        header(c, workflow);
        graph::nodes(c, workflow);
        graph::edges(c, workflow);
        references::references(c, workflow);
        c.at("variables", |c| {
            for (name, variable) in &workflow.variables {
                c.at(name, |c| variable::variable(c, name, variable));
            }
        });
        stats(c, workflow);
        learning(c, workflow);
        c.at("execution_policy", |c| policy(c, workflow));
        c.at("embedding_spaces", |c| spaces(c, workflow));
    })
}

pub(super) fn problems_with_vectors(workflow: &Workflow, exists: impl Fn(&str) -> bool) -> Vec<Problem> {
    Checker::run(|c| {
        c.each("nodes", &workflow.nodes, |c, _, node| {
            let Some(prototype) = &node.screen_template.embedding_prototype else {
                return;
            };
            if !exists(&prototype.vector_id) {
                let message =
                    format!("the vector {:?} does not exist: learn the node again", prototype.vector_id);
                c.at("screen_template", |c| {
                    c.at("embedding_prototype", |c| c.say_at("vector_id", message));
                });
            }
        });
    })
}

fn header(c: &mut Checker, workflow: &Workflow) {
    if workflow.schema_version != WORKFLOW_VERSION {
        c.say_at("schema_version", format!("must be {WORKFLOW_VERSION:?}"));
    }
    c.id("workflow_id", IdKind::Workflow, &workflow.workflow_id);
    c.filled("name", &workflow.name);
    if workflow.version == 0 {
        c.say_at("version", "is 0: count from 1");
    }
    let created = c.time("created_at", &workflow.created_at);
    let updated = c.time("updated_at", &workflow.updated_at);
    if let (Some(created), Some(updated)) = (created, updated)
        && updated.is_before(created)
    {
        c.say_at("updated_at", "is before created_at: exchange or correct them");
    }
}

fn stats(c: &mut Checker, workflow: &Workflow) {
    let stats = &workflow.stats;
    c.at("stats", |c| {
        c.share_if("success_rate_overall", stats.success_rate_overall);
        c.share_if("recent_confidence", stats.recent_confidence);
        c.share_if("recovery_success_rate", stats.recovery_success_rate);
        if let Some(similarity) = stats.avg_similarity
            && !(-1.0..=1.0).contains(&similarity)
        {
            c.say_at("avg_similarity", format!("{similarity} is not within -1..1"));
        }
        if let Some(seconds) = stats.avg_duration_seconds {
            c.quantity("avg_duration_seconds", seconds);
        }
        if stats.success_count.saturating_add(stats.failure_count) > stats.total_executions {
            c.say_at("total_executions", "is less than success_count and failure_count together");
        }
    });
}

fn learning(c: &mut Checker, workflow: &Workflow) {
    c.at("learning", |c| {
        if workflow.learning.state != workflow.learning_state {
            c.say_at("state", "is not learning_state: both say how far the workflow has matured");
        }
        c.at("thresholds", |c| {
            let thresholds = &workflow.learning.thresholds;
            c.share("min_avg_similarity_for_coaching", thresholds.min_avg_similarity_for_coaching);
            c.share("min_success_rate_for_auto_candidate", thresholds.min_success_rate_for_auto_candidate);
            c.share("min_success_rate_for_auto_confirmed", thresholds.min_success_rate_for_auto_confirmed);
            c.share("min_recent_confidence", thresholds.min_recent_confidence);
        });
        c.at("progression", |c| {
            let percent = workflow.learning.progression.progress_percent;
            if !(0.0..=100.0).contains(&percent) {
                c.say_at("progress_percent", format!("{percent} is not within 0..100"));
            }
        });
    });
}

/// No file may allow more than its mode and state do (SPEC ACT.9).
fn policy(c: &mut Checker, workflow: &Workflow) {
    use PolicyAction::{AutoExecute, AutoExecuteSupervised, Log, Observe};
    let policy = &workflow.execution_policy;
    if policy.shadow_mode.allowed_actions.iter().any(|a| !matches!(a, Observe | Log)) {
        c.at("shadow_mode", |c| {
            c.say_at("allowed_actions", "allows more than observe and log: shadow mode only watches");
        });
    }
    let immature = [(LearningState::Observation, "OBSERVATION"), (LearningState::Coaching, "COACHING")];
    for (mode, states) in [("assist_mode", &policy.assist_mode), ("auto_mode", &policy.auto_mode)] {
        c.at(mode, |c| {
            for (state, name) in immature {
                let allowed = states.get(&state).map_or(&[][..], |p| &p.allowed_actions);
                if allowed.iter().any(|a| matches!(a, AutoExecute | AutoExecuteSupervised)) {
                    c.at(name, |c| {
                        c.say_at("allowed_actions", "lets an immature workflow run: take execution out");
                    });
                }
            }
        });
    }
}

fn spaces(c: &mut Checker, workflow: &Workflow) {
    workflow.embedding_spaces.check(c);
    let has_prototype = workflow.nodes.iter().any(|n| n.screen_template.embedding_prototype.is_some());
    if has_prototype && workflow.embedding_spaces.current.is_none() {
        c.say_at("current", "is missing, but nodes have prototypes: name the space their vectors lie in");
    }
}
