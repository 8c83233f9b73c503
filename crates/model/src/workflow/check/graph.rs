//! What can be wrong with nodes and edges.

use std::collections::HashSet;

use super::action::{action, check};
use super::variable::is_identifier;
use crate::embedding;
use crate::ids::IdKind;
use crate::problem::Checker;
use crate::screen_state;
use crate::workflow::{
    Condition, ConditionType, Edge, Loop, LoopType, Node, RequiredElement, Risk, RiskLevel, VariableBinding,
    Workflow,
};

pub(super) fn nodes(c: &mut Checker, workflow: &Workflow) {
    let mut seen = HashSet::new();
    c.each("nodes", &workflow.nodes, |c, _, node| {
        c.unique_id("node_id", IdKind::Node, &node.node_id, &mut seen);
        c.at("screen_template", |c| template(c, node));
        if node.error_type.is_some() && !node.is_error_node {
            c.say_at("error_type", "is given for a node that is no error node: set is_error_node");
        }
        c.each("recovery_actions", &node.recovery_actions, |c, _, recovery| {
            if recovery.action.is_none()
                && recovery.workflow_id.is_none()
                && recovery.return_to_node.is_none()
            {
                c.say("does nothing: give an action, a workflow_id or a return_to_node");
            }
            if let Some(a) = recovery.full_action() {
                c.at("action", |c| action(c, a));
            }
            if let Some(id) = &recovery.workflow_id {
                c.id("workflow_id", IdKind::Workflow, id);
            }
        });
    });
}

fn template(c: &mut Checker, node: &Node) {
    let template = &node.screen_template;
    for (step, elements) in [
        ("required_ui_elements", &template.required_ui_elements),
        ("optional_elements", &template.optional_elements),
    ] {
        c.each(step, elements, |c, _, RequiredElement { role, type_any_of, .. }| {
            if role.as_ref().is_none_or(|r| r.trim().is_empty()) && type_any_of.is_empty() {
                c.say("names neither role nor type: say which element is meant");
            }
        });
    }
    if let Some(layout) = &template.layout_signature {
        c.at("layout_signature", |c| screen_state::check_layout(c, layout));
    }
    if let Some(prototype) = &template.embedding_prototype {
        c.at("embedding_prototype", |c| {
            embedding::check_vector_id(c, &prototype.vector_id);
            if prototype.sample_count == 0 {
                c.say_at("sample_count", "is 0: a prototype is made from at least one screen");
            }
            c.share_if("min_cosine_similarity", prototype.min_cosine_similarity);
        });
    }
}

pub(super) fn edges(c: &mut Checker, workflow: &Workflow) {
    let mut seen = HashSet::new();
    c.each("edges", &workflow.edges, |c, _, edge| {
        c.unique_id("edge_id", IdKind::Edge, &edge.edge_id, &mut seen);
        if let Some(a) = &edge.action {
            c.at("action", |c| action(c, a));
        }
        if let Some(condition) = &edge.condition {
            c.at("condition", |c| check_condition(c, condition));
        }
        if let Some(repeat) = &edge.repeat {
            c.at("loop", |c| check_loop(c, repeat));
        }
        c.each("effects", &edge.effects, |c, _, effect| effect.check(c));
        expectations(c, edge);
        if let Some(risk) = &edge.risk {
            c.at("risk", |c| check_risk(c, risk));
        }
        c.at("stats", |c| {
            c.quantity("avg_execution_time_ms", edge.stats.avg_execution_time_ms);
        });
    });
}

fn check_risk(c: &mut Checker, risk: &Risk) {
    let is_decided = risk.decider().is_some();
    if risk.level == RiskLevel::Standing && !is_decided {
        c.say_at("level", "is standing, and nobody decided so: give decided_by, decided_at and content_hash");
    }
    if is_decided {
        c.filled("content_hash", risk.content_hash.as_deref().unwrap_or_default());
        c.time("decided_at", risk.decided_at.as_deref().unwrap_or_default());
    }
    let Some(limits) = &risk.limits else { return };
    c.at("limits", |c| {
        if risk.level != RiskLevel::Standing {
            c.say("are given for a step without a standing order");
        }
        for (name, count) in [("per_run", limits.per_run), ("per_day", limits.per_day)] {
            if count == Some(0) {
                c.say_at(name, "is 0: the order would never hold");
            }
        }
        if let Some(until) = &limits.until {
            c.time("until", until);
        }
        if let Some(when) = &limits.when {
            c.filled("when", when);
        }
    });
}

fn expectations(c: &mut Checker, edge: &Edge) {
    c.at("constraints", |c| {
        if let Some(delay) = edge.constraints.max_delay_seconds {
            c.quantity("max_delay_seconds", delay);
        }
        c.each("pre_conditions", &edge.constraints.pre_conditions, |c, _, before| check(c, &before.check));
        c.each("post_conditions", &edge.constraints.post_conditions, |c, _, after| check(c, after));
    });
    c.at("post_conditions", |c| {
        c.share_if("min_similarity", edge.post_conditions.min_similarity);
        c.quantity("timeout_seconds", edge.post_conditions.timeout_seconds);
        c.each("checks", &edge.post_conditions.checks, |c, _, after| check(c, after));
    });
}

fn check_condition(c: &mut Checker, condition: &Condition) {
    match condition.condition_type {
        ConditionType::Expression => {
            c.filled("expression", condition.expression.as_deref().unwrap_or_default());
        }
        ConditionType::ScreenSimilarity => {
            if condition.target_node.is_none() {
                c.say_at("target_node", "is missing: say which node the screen is compared with");
            }
        }
    }
    c.share_if("min_similarity", condition.min_similarity);
}

fn check_loop(c: &mut Checker, repeat: &Loop) {
    match repeat.loop_type {
        LoopType::ForEach => c.filled("iterator", repeat.iterator.as_deref().unwrap_or_default()),
        LoopType::While => c.filled("condition", repeat.condition.as_deref().unwrap_or_default()),
        LoopType::CsvRows => {}
    }
    if repeat.max_iterations == 0 {
        c.say_at("max_iterations", "is 0: the loop would never run");
    }
    for name in repeat.variable_binding.iter().flat_map(VariableBinding::names) {
        if !is_identifier(name) {
            c.say_at("variable_binding", format!("{name:?} is no name: use letters a-z, digits and '_'"));
        }
    }
}
