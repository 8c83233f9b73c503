//! The page about the files that are stored.

use super::cell;
use super::kinds::kind;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Every document with its fields, then every type they are made of.
pub fn page(schemas: &[(&str, Value)]) -> String {
    let mut page = String::from(
        "# Stored documents\n\n\
         Made from the code by `lea reference`. The schemas themselves (JSON Schema, draft 2020-12) are in `schemas/` of the source \
         tree. Fields that are not listed are kept as they are when a document is read and written again.\n\n\
         | document | schema | |\n|---|---|---|\n",
    );
    let title = |schema: &Value| schema["title"].as_str().unwrap_or_default().to_owned();
    for (file, schema) in schemas {
        let title = title(schema);
        let about = schema["description"].as_str().unwrap_or_default();
        // Writing to a string cannot fail.
        let _ = writeln!(
            page,
            "| [{title}](#{}) | `schemas/{file}.schema.json` | {} |",
            title.to_lowercase(),
            cell(about)
        );
    }
    let mut types = BTreeMap::new();
    for (_, schema) in schemas {
        for (name, part) in schema["$defs"].as_object().into_iter().flatten() {
            types.insert(name.clone(), part);
        }
    }
    for (_, schema) in schemas {
        types.remove(&title(schema));
        describe(&mut page, &title(schema), schema);
    }
    for (name, part) in types {
        describe(&mut page, &name, part);
    }
    page
}

fn describe(page: &mut String, name: &str, schema: &Value) {
    let _ = writeln!(page, "\n## {name}\n");
    if let Some(about) = schema["description"].as_str() {
        let _ = writeln!(page, "{about}\n");
    }
    if let Some(fields) = schema["properties"].as_object() {
        let must =
            |name: &str| schema["required"].as_array().is_some_and(|all| all.iter().any(|r| r == name));
        page.push_str("| field | | |\n|---|---|---|\n");
        for (name, field) in fields {
            let always = if must(name) { ", always" } else { "" };
            let about = field["description"].as_str().unwrap_or_default();
            let _ = writeln!(page, "| `{name}` | {}{always} | {} |", cell(&kind(field)), cell(about));
        }
    } else if let Some(values) = schema["oneOf"].as_array() {
        page.push_str("| value | |\n|---|---|\n");
        for value in values {
            let about = value["description"].as_str().unwrap_or_default();
            let _ = writeln!(page, "| {} | {} |", cell(&kind(value)), cell(about));
        }
    } else {
        let _ = writeln!(page, "{}", kind(schema));
    }
}
