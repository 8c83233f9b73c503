//! What can be wrong with actions, their targets and the checks around them.

use crate::ids::IdKind;
use crate::problem::Checker;
use crate::workflow::{Action, ActionType, Check, Target};

pub(super) fn action(c: &mut Checker, action: &Action) {
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
                c.say_at("text", "is missing: say what to type");
            }
            ActionType::KeyPress if parameters.keys.iter().all(|k| k.trim().is_empty()) => {
                c.say_at("keys", "names no key: write them like [\"CTRL\", \"S\"]");
            }
            ActionType::Drag if parameters.to.is_none() => {
                c.say_at("to", "is missing: say what it is dragged onto");
            }
            ActionType::Scroll if parameters.delta.is_none() => {
                c.say_at("delta", "is missing: say how far, as [dx, dy]");
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
            ActionType::AnalyzeText if missing(&parameters.prompt) => {
                c.say_at("prompt", "is missing: say what to ask the model");
            }
            ActionType::RunWorkflow if parameters.workflow_id.is_none() => {
                c.say_at("workflow_id", "is missing: say which workflow to run");
            }
            ActionType::Compound if parameters.steps.is_empty() => {
                c.say_at("steps", "is empty: say what to do");
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
        if parameters.delta.is_some_and(|delta| !delta.iter().all(|d| d.is_finite())) {
            c.say_at("delta", "must be two numbers");
        }
        if let Some(until) = &parameters.until {
            c.at("until", |c| check(c, until));
        }
        if let Some(id) = &parameters.workflow_id {
            c.id("workflow_id", IdKind::Workflow, id);
        }
        c.each("steps", &parameters.steps, |c, _, step| self::action(c, step));
    });
}

fn target(c: &mut Checker, target: &Target) {
    if !target.is_described() && !target.is_by_role_alone() {
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
            c.say_at("bbox", "holds no pixel: write it as [x1, y1, x2, y2] with x1 < x2 and y1 < y2");
        });
    }
}

pub(super) fn check(c: &mut Checker, check: &Check) {
    if check.argument().is_some_and(|a| a.trim().is_empty()) {
        c.say(format!("\"{check}\" asks about nothing: write what, such as text:Saved"));
    }
}
