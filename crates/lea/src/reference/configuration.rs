//! The page about `lea.toml`.

use super::cell;
use super::kinds::kind;
use crate::config::{Config, harmless};
use serde_json::Value;
use std::fmt::Write;

/// Every key, with what it is when nothing is said.
pub fn page(defaults: &Config) -> serde_json::Result<String> {
    let schema = lea_model::schema::schema::<Config>();
    let mut page = String::from(
        "# Configuration\n\n\
         Made from the code by `lea reference`. `lea.toml` is read from the configuration folder (`~/.config/lea/`); or, instead, the file \
         that `--config` names. Such a file is your own where it belongs to you or to root, nobody else can write to it, and the same holds for the folders on \
         the way to it (one like `/tmp`, where the sticky bit keeps users apart, is fine). One that is not is refused with the command that mends it.\n\n\
         A `lea.toml` in the folder Lea is started in is read too, and keys can be given as variables: `LEA_RECORD__SETTLE_MS=200` is \
         `settle_ms` of `[record]`; lists are written with commas. Neither need be yours, so they may set only what is harmless: ",
    );
    page.push_str(&harmless().iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", "));
    page.push_str(
        ". Any other key there is an error, unless it says what your own configuration says already. Flags come last. A name that does not exist, or a value \
         that cannot be read, is an error that names it.\n",
    );
    section(&mut page, &schema, &schema, &serde_json::to_value(defaults)?, "");
    page.push_str(
        "\n## Variables\n\n| | |\n|---|---|\n\
         | `LEA_DATA` | where recordings, workflows and runs are kept, as `--data` |\n\
         | `LEA_CONFIG` | configuration to read instead of `lea.toml`, as `--config` |\n\
         | `LEA_MODELS` | where the models are; otherwise `models` in the data folder of this user |\n\
         | `LEA_SECRETS_KEY` | the file with the key of the secrets; otherwise `secrets.key` in the configuration folder |\n\n\
         What they name is judged like a file that `--config` names: it must belong to you or to root, and nobody else may write there.\n",
    );
    Ok(page)
}

/// The keys of one table of the file, then the tables below it.
fn section(page: &mut String, root: &Value, schema: &Value, defaults: &Value, path: &str) {
    let Some(fields) = schema["properties"].as_object() else { return };
    let below = |field: &Value| {
        let name = field["$ref"].as_str()?.trim_start_matches("#/$defs/").to_owned();
        Some(root["$defs"][name].clone())
    };
    let (tables, keys): (Vec<_>, Vec<_>) = fields.iter().partition(|(_, field)| below(field).is_some());
    if !keys.is_empty() {
        // Writing to a string cannot fail.
        let _ = writeln!(page, "\n## `[{path}]`\n");
        if let Some(about) = schema["description"].as_str() {
            let _ = writeln!(page, "{about}\n");
        }
        page.push_str("| key | value | default | |\n|---|---|---|---|\n");
        for (name, field) in keys {
            let default = match &defaults[name] {
                Value::Null => String::new(),
                value => format!("`{value}`"),
            };
            let about = field["description"].as_str().unwrap_or_default();
            let _ = writeln!(
                page,
                "| `{name}` | {} | {} | {} |",
                cell(&kind(field)),
                cell(&default),
                cell(about)
            );
        }
    }
    for (name, field) in tables {
        let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        if let Some(inner) = below(field) {
            section(page, root, &inner, &defaults[name], &path);
        }
    }
}
