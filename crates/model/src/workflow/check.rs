//! What can be wrong with a workflow.

use std::collections::HashSet;

use super::action::{Action, ActionType};
use super::{
    Condition, ConditionType, Edge, LearningState, Loop, LoopType, NamedCheck, Node, PolicyAction,
    RequiredElement, Target, Variable, VariableSourceMethod, WORKFLOW_VERSION, Workflow, references,
};
use crate::embedding;
use crate::ids::IdKind;
use crate::problem::{Checker, Problem};
use crate::screen_state;

pub(super) fn problems(workflow: &Workflow) -> Vec<Problem> {
    Checker::run(|c| {
        header(c, workflow);
        nodes(c, workflow);
        edges(c, workflow);
        references::references(c, workflow);
        c.at("variables", |c| {
            for (name, variable) in &workflow.variables {
                c.at(name, |c| check_variable(c, name, variable));
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
                let message = format!(
                    "the vector {:?} does not exist: learn the node again",
                    prototype.vector_id
                );
                c.at("screen_template", |c| {
                    c.at("embedding_prototype", |c| c.say_at("vector_id", message))
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

fn nodes(c: &mut Checker, workflow: &Workflow) {
    let mut seen = HashSet::new();
    c.each("nodes", &workflow.nodes, |c, _, node| {
        c.unique_id("node_id", IdKind::Node, &node.node_id, &mut seen);
        c.at("screen_template", |c| template(c, node));
        if node.error_type.is_some() && !node.is_error_node {
            c.say_at(
                "error_type",
                "is given for a node that is no error node: set is_error_node",
            );
        }
        c.each("recovery_actions", &node.recovery_actions, |c, _, recovery| {
            if recovery.action.is_none()
                && recovery.workflow_id.is_none()
                && recovery.return_to_node.is_none()
            {
                c.say("does nothing: give an action, a workflow_id or a return_to_node");
            }
            if let Some(a) = &recovery.action {
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
        c.each(
            step,
            elements,
            |c,
             _,
             RequiredElement {
                 role, type_any_of, ..
             }| {
                if role.as_ref().is_none_or(|r| r.trim().is_empty()) && type_any_of.is_empty() {
                    c.say("names neither role nor type: say which element is meant");
                }
            },
        );
    }
    if let Some(layout) = &template.layout_signature {
        c.at("layout_signature", |c| screen_state::check_layout(c, layout));
    }
    if let Some(prototype) = &template.embedding_prototype {
        c.at("embedding_prototype", |c| {
            embedding::check_vector_id(c, &prototype.vector_id);
            if prototype.sample_count == 0 {
                c.say_at(
                    "sample_count",
                    "is 0: a prototype is made from at least one screen",
                );
            }
            c.share_if("min_cosine_similarity", prototype.min_cosine_similarity);
        });
    }
}

fn edges(c: &mut Checker, workflow: &Workflow) {
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
        c.each("effects", &edge.effects, |c, _, effect| {
            c.filled("type", &effect.effect_type)
        });
        expectations(c, edge);
        c.at("stats", |c| {
            c.quantity("avg_execution_time_ms", edge.stats.avg_execution_time_ms)
        });
    });
}

fn expectations(c: &mut Checker, edge: &Edge) {
    c.at("constraints", |c| {
        if let Some(delay) = edge.constraints.max_delay_seconds {
            c.quantity("max_delay_seconds", delay);
        }
        c.each(
            "pre_conditions",
            &edge.constraints.pre_conditions,
            |c, _, text| named_check(c, text),
        );
        c.each(
            "post_conditions",
            &edge.constraints.post_conditions,
            |c, _, text| named_check(c, text),
        );
    });
    c.at("post_conditions", |c| {
        c.share("min_similarity", edge.post_conditions.min_similarity);
        c.quantity("timeout_seconds", edge.post_conditions.timeout_seconds);
        c.each("checks", &edge.post_conditions.checks, |c, _, text| {
            named_check(c, text)
        });
    });
}

fn named_check(c: &mut Checker, text: &str) {
    if NamedCheck::parse(text).is_none() {
        c.say(format!(
            "{text:?} is no check: write it as name or name:argument, such as text:Saved"
        ));
    }
}

fn action(c: &mut Checker, action: &Action) {
    let parameters = &action.parameters;
    let missing = |text: &Option<String>| text.as_ref().is_none_or(|t| t.trim().is_empty());
    match &action.target {
        Some(t) => c.at("target", |c| target(c, t)),
        None if action.action_type.needs_target() => {
            c.say("has no target: say what it points at, by text, description or a picture of it");
        }
        None => {}
    }
    c.at("parameters", |c| {
        match action.action_type {
            ActionType::TextInput if parameters.text.is_none() => {
                c.say_at("text", "is missing: say what to type")
            }
            ActionType::KeyPress if parameters.keys.iter().all(|k| k.trim().is_empty()) => {
                c.say_at("keys", "names no key: write them like [\"CTRL\", \"S\"]");
            }
            ActionType::Drag if parameters.to.is_none() => {
                c.say_at("to", "is missing: say what it is dragged onto")
            }
            ActionType::Scroll if parameters.delta.is_none() => {
                c.say_at("delta", "is missing: say how far, as [dx, dy]")
            }
            ActionType::Wait if parameters.duration_ms.is_none() && parameters.until.is_none() => {
                c.say("a wait needs duration_ms or until: say what it waits for");
            }
            ActionType::WindowSwitch if missing(&parameters.target_app) && action.target.is_none() => {
                c.say_at("target_app", "is missing: say which application");
            }
            ActionType::ExtractText | ActionType::AnalyzeText if missing(&parameters.variable) => {
                c.say_at("variable", "is missing: say where the text goes");
            }
            ActionType::RunWorkflow if parameters.workflow_id.is_none() => {
                c.say_at("workflow_id", "is missing: say which workflow to run");
            }
            ActionType::Compound if parameters.steps.is_empty() => {
                c.say_at("steps", "is empty: say what to do")
            }
            _ => {}
        }
        if let Some(clicks) = parameters.clicks
            && !(1..=2).contains(&clicks)
        {
            c.say_at("clicks", format!("{clicks} is neither 1 nor 2"));
        }
        if let Some(t) = &parameters.to {
            c.at("to", |c| target(c, t));
        }
        if parameters
            .delta
            .is_some_and(|delta| !delta.iter().all(|d| d.is_finite()))
        {
            c.say_at("delta", "must be two numbers");
        }
        if let Some(text) = &parameters.until {
            c.at("until", |c| named_check(c, text));
        }
        if let Some(id) = &parameters.workflow_id {
            c.id("workflow_id", IdKind::Workflow, id);
        }
        c.each("steps", &parameters.steps, |c, _, step| self::action(c, step));
    });
}

fn target(c: &mut Checker, target: &Target) {
    if !target.is_described() {
        c.say("is described neither by text nor by look: give text, description or anchor.crop");
    }
    c.share_if("min_affordance_score", target.min_affordance_score);
    if let Some(crop) = target.anchor.as_ref().and_then(|a| a.crop.as_ref()) {
        c.at("anchor", |c| c.relative_path("crop", crop));
    }
    if let Some(position) = &target.position
        && position.bbox.is_empty()
    {
        c.at("position", |c| {
            c.say_at(
                "bbox",
                "holds no pixel: write it as [x1, y1, x2, y2] with x1 < x2 and y1 < y2",
            )
        });
    }
}

fn check_condition(c: &mut Checker, condition: &Condition) {
    match condition.condition_type {
        ConditionType::Expression => {
            c.filled("expression", condition.expression.as_deref().unwrap_or_default())
        }
        ConditionType::ScreenSimilarity => {
            if condition.target_node.is_none() {
                c.say_at(
                    "target_node",
                    "is missing: say which node the screen is compared with",
                );
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
    if let Some(name) = &repeat.variable_binding
        && !is_identifier(name)
    {
        c.say_at(
            "variable_binding",
            format!("{name:?} is no name: use letters a-z, digits and '_'"),
        );
    }
}

fn check_variable(c: &mut Checker, name: &str, variable: &Variable) {
    if !is_identifier(name) {
        c.say(format!(
            "{name:?} is no name: use letters a-z, digits and '_', so that expressions can use it"
        ));
    }
    let method = variable.source.method;
    if variable.secret && !variable.example_values.is_empty() {
        c.say_at("example_values", "holds values of a secret: remove them");
    }
    if variable.secret && variable.source.value.is_some() {
        c.at("source", |c| {
            c.say_at(
                "value",
                "holds a secret: put it into the credential store, method credential",
            )
        });
    }
    if method == VariableSourceMethod::Credential && !variable.secret {
        c.say_at("secret", "is not set, but the value is a credential: set it");
    }
    if method == VariableSourceMethod::Constant && variable.source.value.is_none() && !variable.secret {
        c.at("source", |c| c.say_at("value", "is missing: a constant has one"));
    }
    if let Some(validation) = &variable.validation {
        c.at("validation", |c| {
            if let (Some(min), Some(max)) = (validation.min, validation.max)
                && max < min
            {
                c.say_at("max", format!("{max} is below min {min}"));
            }
        });
    }
}

/// Can be written in an expression as `variables.NAME`.
fn is_identifier(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
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
            c.say_at(
                "total_executions",
                "is less than success_count and failure_count together",
            );
        }
    });
}

fn learning(c: &mut Checker, workflow: &Workflow) {
    c.at("learning", |c| {
        if workflow.learning.state != workflow.learning_state {
            c.say_at(
                "state",
                "is not learning_state: both say how far the workflow has matured",
            );
        }
        c.at("thresholds", |c| {
            let thresholds = &workflow.learning.thresholds;
            c.share(
                "min_avg_similarity_for_coaching",
                thresholds.min_avg_similarity_for_coaching,
            );
            c.share(
                "min_success_rate_for_auto_candidate",
                thresholds.min_success_rate_for_auto_candidate,
            );
            c.share(
                "min_success_rate_for_auto_confirmed",
                thresholds.min_success_rate_for_auto_confirmed,
            );
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
    if policy
        .shadow_mode
        .allowed_actions
        .iter()
        .any(|a| !matches!(a, Observe | Log))
    {
        c.at("shadow_mode", |c| {
            c.say_at(
                "allowed_actions",
                "allows more than observe and log: shadow mode only watches",
            )
        });
    }
    let immature = [
        (LearningState::Observation, "OBSERVATION"),
        (LearningState::Coaching, "COACHING"),
    ];
    for (mode, states) in [
        ("assist_mode", &policy.assist_mode),
        ("auto_mode", &policy.auto_mode),
    ] {
        c.at(mode, |c| {
            for (state, name) in immature {
                let allowed = states.get(&state).map_or(&[][..], |p| &p.allowed_actions);
                if allowed
                    .iter()
                    .any(|a| matches!(a, AutoExecute | AutoExecuteSupervised))
                {
                    c.at(name, |c| {
                        c.say_at(
                            "allowed_actions",
                            "lets an immature workflow run: take execution out",
                        )
                    });
                }
            }
        });
    }
}

fn spaces(c: &mut Checker, workflow: &Workflow) {
    workflow.embedding_spaces.check(c);
    let has_prototype = workflow
        .nodes
        .iter()
        .any(|n| n.screen_template.embedding_prototype.is_some());
    if has_prototype && workflow.embedding_spaces.current.is_none() {
        c.say_at(
            "current",
            "is missing, but nodes have prototypes: name the space their vectors lie in",
        );
    }
}
