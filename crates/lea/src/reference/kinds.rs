//! JSON Schema in a few words.

use serde_json::Value;

/// The kind of value a schema asks for: `text`, `list of Edge`, `number or null`.
pub fn kind(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str() {
        let name = name.trim_start_matches("#/$defs/");
        return format!("[{name}](#{})", name.to_lowercase());
    }
    for choice in ["anyOf", "oneOf"] {
        if let Some(kinds) = schema[choice].as_array() {
            return kinds.iter().map(kind).collect::<Vec<_>>().join(" or ");
        }
    }
    if let Some(exactly) = schema.get("const") {
        return format!("`{exactly}`");
    }
    if let Some(values) = schema["enum"].as_array() {
        return values.iter().map(|v| format!("`{v}`")).collect::<Vec<_>>().join(" or ");
    }
    match &schema["type"] {
        Value::Array(kinds) => {
            let words = kinds.iter().map(|k| plain(k.as_str().unwrap_or("any"), schema));
            words.collect::<Vec<_>>().join(" or ")
        }
        Value::String(word) => plain(word, schema),
        _ => "any".into(),
    }
}

fn plain(word: &str, schema: &Value) -> String {
    match word {
        "string" => "text".into(),
        "integer" => "whole number".into(),
        "boolean" => "`true` or `false`".into(),
        "array" => match (schema["items"].is_object(), schema["minItems"] == schema["maxItems"]) {
            (true, true) if schema["minItems"].is_u64() => {
                format!("{} × {}", schema["minItems"], kind(&schema["items"]))
            }
            (true, _) => format!("list of {}", kind(&schema["items"])),
            _ => "list".into(),
        },
        "object" => match schema["additionalProperties"].is_object() {
            true => format!("{} by name", kind(&schema["additionalProperties"])),
            false => "object".into(),
        },
        other => other.into(),
    }
}
