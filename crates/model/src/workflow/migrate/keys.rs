//! Version 1: what Lea added to the document lay in fields that no schema named; they have fields of their own now.

use serde_json::{Map, Value, json};

use super::{for_each_action, object, objects};

/// The description by which version 1 knew a target that is only what has the focus.
const FOCUS: &str = "what has the focus";

pub(super) fn bring_up(document: &mut Map<String, Value>) {
    for_each_action(document, &mut action);
    if let Some(Value::Object(metadata)) = document.get_mut("metadata") {
        questions(metadata);
    }
}

fn action(action: &mut Map<String, Value>) {
    for (old, new) in [("append", "append"), ("tab", "then_tab"), ("title_contains", "title_contains")] {
        move_to_parameters(action, old, new);
    }
    if let Some(unread) = take_flag(action, "unread")
        && unread
        && let Some(parameters) = object(action, "parameters")
    {
        parameters.entry("echo").or_insert(json!("never"));
    }
    if let Some(focused) = take_flag(action, "focused")
        && let Some(Value::Object(target)) = action.get_mut("target")
    {
        target.entry("had_focus").or_insert(json!(focused));
    }
    let is_count = |v: Option<&Value>| v.is_some_and(Value::is_u64);
    if is_count(action.get("seen")) && is_count(action.get("of")) {
        let (seen, of) = (action.shift_remove("seen"), action.shift_remove("of"));
        action.entry("frequency").or_insert(json!({ "seen": seen, "of": of }));
    }
    if let Some(Value::Object(target)) = action.get_mut("target") {
        self::target(target);
    }
    if let Some(Value::Object(to)) = action.get_mut("parameters").and_then(|p| p.get_mut("to")) {
        target(to);
    }
}

fn move_to_parameters(action: &mut Map<String, Value>, old: &str, new: &str) {
    if !action.contains_key(old) {
        return;
    }
    if object(action, "parameters").is_some()
        && let Some(value) = action.shift_remove(old)
        && let Some(parameters) = object(action, "parameters")
    {
        parameters.entry(new).or_insert(value);
    }
}

/// Takes out a flag; what is none stays where it is.
fn take_flag(object: &mut Map<String, Value>, name: &str) -> Option<bool> {
    let flag = object.get(name)?.as_bool()?;
    object.shift_remove(name);
    Some(flag)
}

fn target(target: &mut Map<String, Value>) {
    let says = |v: Option<&Value>| v.and_then(Value::as_str).is_some_and(|t| !t.trim().is_empty());
    let anchor = |name: &str| target.get("anchor").and_then(|a| a.get(name)).is_some_and(|v| !v.is_null());
    let is_unseen = !says(target.get("text")) && !anchor("crop") && !anchor("name");
    let text = target.get("text").and_then(Value::as_str).unwrap_or_default();
    let is_row = target.get("role").and_then(Value::as_str) == Some("row") || text.contains("${");
    let is_focus = is_unseen && target.get("description").and_then(Value::as_str) == Some(FOCUS);
    if is_row {
        target.entry("kind").or_insert(json!("row"));
    } else if is_focus {
        target.entry("kind").or_insert(json!("focused"));
    }
    for name in ["column", "cell", "button"] {
        if let Some(value) = target.shift_remove(name)
            && let Some(in_row) = object(target, "in_row")
        {
            in_row.entry(name).or_insert(value);
        }
    }
}

/// A question could be its words alone.
fn questions(metadata: &mut Map<String, Value>) {
    if let Some(Value::Array(questions)) = metadata.get_mut("questions") {
        for question in questions.iter_mut().filter(|q| q.is_string()) {
            *question = json!({ "text": question.take() });
        }
    }
    for question in objects(metadata, "questions") {
        if let Some(Value::Array(choices)) = question.get_mut("choices") {
            for choice in choices.iter_mut().filter(|c| c.is_string()) {
                *choice = json!({ "value": choice.clone(), "text": choice.take() });
            }
        }
    }
}
