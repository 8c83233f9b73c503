//! Older and sparse workflows become `workflow_v1`.

use serde_json::{Map, Value, json};

use super::Workflow;
use crate::read::Document;

impl Document for Workflow {
    const KIND: &'static str = "workflow";
    const VERSION: u32 = 1;

    /// Version 0 stated no version, wrote `version` as text such as `"1.0.0"`, and named its state only once.
    fn migrate(document: &mut Map<String, Value>, from: u32) {
        if from == 0 {
            count_version(document);
        }
        agree_on_state(document);
    }
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
