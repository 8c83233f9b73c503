//! Older and sparse workflows become `workflow_v3`.

mod earlier;
mod keys;

use serde_json::{Map, Value, json};

use super::{DEFAULT_ERROR_MIN_SIMILARITY, DEFAULT_MIN_SIMILARITY, Workflow};
use crate::read::Document;

impl Document for Workflow {
    const KIND: &'static str = "workflow";
    const VERSION: u32 = 3;

    /// Version 0 is the earlier system's: it stated no version, wrote `version` as text such as `"1.0.0"`, named its state only
    /// once, and wrote parameters beside the type of an action. Version 1 had no fields for some of what Lea adds.
    /// Version 2 wrote the similarity that a post-condition asks for even where nobody had asked for any.
    fn migrate(document: &mut Map<String, Value>, from: u32) {
        if from == 0 {
            count_version(document);
            earlier::bring_up(document);
        }
        if from <= 1 {
            keys::bring_up(document);
            bind_values_late(document);
        }
        if from <= 2 {
            forget_default_similarity(document);
        }
        agree_on_state(document);
    }
}

/// In version 1 a `value:` check was judged before the last part of its step: there it had stood in the demonstrations.
fn bind_values_late(document: &mut Map<String, Value>) {
    for edge in objects(document, "edges") {
        let steps = edge.get("action").and_then(|a| a.get("parameters")).and_then(|p| p.get("steps"));
        let parts = steps.and_then(Value::as_array).map_or(1, Vec::len);
        let Some(Value::Object(constraints)) = edge.get_mut("constraints").filter(|_| parts > 1) else {
            continue;
        };
        let checks = constraints.get_mut("pre_conditions").and_then(Value::as_array_mut);
        for check in checks.into_iter().flatten() {
            if check.as_str().is_some_and(|c| c.starts_with("value:")) {
                *check = json!({ "check": check.clone(), "from_part": parts - 1 });
            }
        }
    }
}

/// Up to version 2 every post-condition had a similarity. Runs went by it only where it was not one of the two defaults, on the scale of
/// the earlier system; a number that is written today is always gone by.
fn forget_default_similarity(document: &mut Map<String, Value>) {
    const DEFAULTS: [f64; 2] = [DEFAULT_MIN_SIMILARITY, DEFAULT_ERROR_MIN_SIMILARITY];
    for edge in objects(document, "edges") {
        let Some(Value::Object(after)) = edge.get_mut("post_conditions") else { continue };
        let stated = after.get("min_similarity").and_then(Value::as_f64);
        if stated.is_some_and(|s| DEFAULTS.iter().any(|d| (s - d).abs() < f64::EPSILON)) {
            after.shift_remove("min_similarity");
        }
    }
}

/// Every action of a workflow, those inside compound actions and of recoveries included.
fn for_each_action(document: &mut Map<String, Value>, change: &mut dyn FnMut(&mut Map<String, Value>)) {
    for node in objects(document, "nodes") {
        for recovery in objects(node, "recovery_actions") {
            if let Some(Value::Object(action)) = recovery.get_mut("action") {
                in_action(action, change);
            }
        }
    }
    for edge in objects(document, "edges") {
        if let Some(Value::Object(action)) = edge.get_mut("action") {
            in_action(action, change);
        }
    }
}

fn in_action(action: &mut Map<String, Value>, change: &mut dyn FnMut(&mut Map<String, Value>)) {
    change(action);
    if let Some(Value::Object(parameters)) = action.get_mut("parameters") {
        for step in objects(parameters, "steps") {
            in_action(step, change);
        }
    }
}

/// The objects of a list; nothing where it is missing or something else, which reading the types will say.
fn objects<'a>(
    parent: &'a mut Map<String, Value>,
    list: &str,
) -> impl Iterator<Item = &'a mut Map<String, Value>> {
    let items = parent.get_mut(list).and_then(Value::as_array_mut);
    items.into_iter().flatten().filter_map(Value::as_object_mut)
}

/// The object of this name, made where it is missing; none where something else is in its place.
fn object<'a>(parent: &'a mut Map<String, Value>, name: &str) -> Option<&'a mut Map<String, Value>> {
    if parent.get(name).is_none_or(Value::is_null) {
        parent.insert(name.to_owned(), json!({}));
    }
    parent.get_mut(name).and_then(Value::as_object_mut)
}

/// A version in words becomes a count; the words are kept in `metadata.version_label`.
fn count_version(document: &mut Map<String, Value>) {
    let Some(Value::String(label)) = document.get("version") else {
        return;
    };
    let label = label.clone();
    // "7" is the count 7; "1.0.0" says nothing about how many changes there were.
    let count: Option<u32> = label.trim().parse().ok();
    document.insert("version".to_owned(), json!(count.unwrap_or(1)));
    if count.is_none() {
        let metadata = document.entry("metadata").or_insert_with(|| json!({}));
        if let Value::Object(metadata) = metadata {
            metadata.entry("version_label").or_insert(Value::String(label));
        }
    }
}

/// `learning_state` and `learning.state` are the same: one that is missing is taken from the other.
fn agree_on_state(document: &mut Map<String, Value>) {
    let is_missing = |value: Option<&Value>| value.is_none_or(Value::is_null);
    let outer = document.get("learning_state").filter(|s| !s.is_null()).cloned();
    let inner = document.get("learning").and_then(|l| l.get("state")).filter(|s| !s.is_null()).cloned();
    match (outer, inner) {
        (None, Some(state)) => {
            document.insert("learning_state".to_owned(), state);
        }
        (Some(state), None) => {
            if is_missing(document.get("learning")) {
                document.insert("learning".to_owned(), json!({}));
            }
            if let Some(Value::Object(learning)) = document.get_mut("learning") {
                learning.insert("state".to_owned(), state.clone());
                if is_missing(learning.get("progression")) {
                    let next = match state.as_str() {
                        Some("OBSERVATION") => json!("COACHING"),
                        Some("COACHING") => json!("AUTO_CANDIDATE"),
                        Some("AUTO_CANDIDATE") => json!("AUTO_CONFIRMED"),
                        _ => Value::Null,
                    };
                    learning.insert(
                        "progression".to_owned(),
                        json!({ "current_phase": state, "next_phase": next }),
                    );
                }
            }
        }
        (None, None) | (Some(_), Some(_)) => {}
    }
}
