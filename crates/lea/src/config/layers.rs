//! The layers of the configuration, and which of them is authority (SPEC PEOPLE.6).
//!
//! What the user's own files say counts. A `lea.toml` of the working folder and `LEA_*` variables come from whoever made the folder, or
//! started the terminal: they may set what is on the list of harmless keys, and an attempt at anything else ends the command.

use super::Config;
use crate::error::{Outcome, usage};
use config::builder::DefaultState;
use config::{ConfigBuilder, File, FileFormat};
use serde_json::Value;
use std::collections::HashMap;

/// What a file of the working folder or a variable may set: what allows nothing, shows nothing, stops nothing and deletes nothing.
/// `[learn]` is not here: `apply_repairs` changes workflows in the place of a person's yes. `[sessions]` is not: it deletes recordings.
const HARMLESS: &[&str] = &["record.settle_ms"];

/// The keys that a file of the working folder or a variable may set.
pub fn harmless() -> &'static [&'static str] {
    HARMLESS
}

/// The settings that are lists: as variables they are written with commas.
const LISTS: &[&str] = &[
    "lexicon.files",
    "record.exclude_apps",
    "record.exclude_titles",
    "record.pii",
    "record.secret_titles",
    "run.folders",
    "run.hosts",
    "run.numbers.private_patterns",
];

/// The text of a file, and what the file is called in messages.
pub struct Layer {
    /// What it is called.
    pub name: String,
    /// What it says, as TOML.
    pub text: String,
}

/// The configuration: `own` is authority, `folder` and `variables` are not.
pub fn merged(
    own: Option<&Layer>,
    folder: Option<&Layer>,
    variables: HashMap<String, String>,
) -> Outcome<Config> {
    let mut builder = with(config::Config::builder(), own);
    let mut config = built(&builder, own.map_or("its defaults", |layer| &layer.name))?;
    builder = with(builder, folder);
    if let Some(layer) = folder {
        let with_folder = built(&builder, &layer.name)?;
        is_harmless(&config, &with_folder, &|key| format!("{} sets {key}", layer.name))?;
        config = with_folder;
    }
    let names: Vec<String> = variables.keys().cloned().collect();
    // LEA_RECORD__STOP_HOTKEY is record.stop_hotkey; lists are separated by commas.
    let mut env =
        config::Environment::with_prefix("LEA").prefix_separator("_").separator("__").try_parsing(true);
    env = env.list_separator(",");
    for list in LISTS {
        env = env.with_list_parse_key(list);
    }
    builder = builder.add_source(env.source(Some(variables)));
    let all = built(&builder, "the LEA_… variables")?;
    is_harmless(&config, &all, &|key| format!("the variable {} sets {key}", variable_of(&names, key)))?;
    Ok(all)
}

fn with(builder: ConfigBuilder<DefaultState>, layer: Option<&Layer>) -> ConfigBuilder<DefaultState> {
    match layer {
        Some(layer) => builder.add_source(File::from_str(&layer.text, FileFormat::Toml)),
        None => builder,
    }
}

/// The configuration up to a layer; what cannot be used is blamed on that layer.
fn built(builder: &ConfigBuilder<DefaultState>, name: &str) -> Outcome<Config> {
    let made = builder.build_cloned().and_then(config::Config::try_deserialize::<Config>);
    made.map_err(|e| usage(format!("the configuration cannot be used: {name}: {e}")))
}

/// The variable that sets a key. Below a table of names the variable may be one of its parts.
fn variable_of(names: &[String], key: &str) -> String {
    let whole = format!("LEA_{}", key.to_uppercase().replace('.', "__"));
    let is_it = |name: &&String| {
        let name = name.to_uppercase();
        name == whole || name.starts_with(&format!("{whole}__")) || whole.starts_with(&format!("{name}__"))
    };
    names.iter().find(is_it).cloned().unwrap_or(whole)
}

/// A layer without authority changed nothing but harmless keys. Compared is what the configuration says, not how it was written.
fn is_harmless(before: &Config, after: &Config, who: &dyn Fn(&str) -> String) -> Outcome {
    let json = |config: &Config| serde_json::to_value(config).map_err(usage);
    let mut changed = Vec::new();
    differences(&json(before)?, &json(after)?, "", &mut changed);
    match changed.iter().find(|key| !HARMLESS.contains(&key.as_str())) {
        None => Ok(()),
        Some(key) => Err(usage(format!(
            "{}, which only your own configuration may set: write it to lea.toml in your configuration folder (~/.config/lea), or \
             to a file that belongs to you and name that with --config FILE",
            who(key)
        ))),
    }
}

/// The keys under which two documents differ.
fn differences(before: &Value, after: &Value, at: &str, found: &mut Vec<String>) {
    let (Some(was), Some(is)) = (before.as_object(), after.as_object()) else {
        if before != after {
            found.push(at.to_owned());
        }
        return;
    };
    let names: std::collections::BTreeSet<&String> = was.keys().chain(is.keys()).collect();
    for name in names {
        let key = if at.is_empty() { name.clone() } else { format!("{at}.{name}") };
        differences(was.get(name).unwrap_or(&Value::Null), is.get(name).unwrap_or(&Value::Null), &key, found);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // In a test that is what it is for.
mod tests {
    use super::*;

    fn layer(text: &str) -> Layer {
        Layer { name: "lea.toml".into(), text: text.into() }
    }

    fn of(own: &str, folder: &str, variables: &[(&str, &str)]) -> Result<Config, String> {
        let variables = variables.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
        merged(Some(&layer(own)), Some(&layer(folder)), variables).map_err(|f| f.report.to_string())
    }

    /// Something of every kind that is authority, as a file says it and as a variable does.
    const AUTHORITY: &[(&str, &str, &str)] = &[
        ("run.environment", "[run]\nenvironment = \"test\"", "test"),
        ("run.rehearsal_confirms", "[run]\nrehearsal_confirms = false", "false"),
        ("run.stop_hotkey", "[run]\nstop_hotkey = \"F12\"", "F12"),
        ("run.pause_on_pointer", "[run]\npause_on_pointer = false", "false"),
        ("run.sign", "[run]\nsign = false", "false"),
        ("run.on_failure", "[run]\non_failure = \"skip\"", "skip"),
        ("run.dialogs", "[run]\ndialogs = \"mine.toml\"", "mine.toml"),
        ("run.folders", "[run]\nfolders = [\"/\"]", "/"),
        ("run.hosts", "[run]\nhosts = [\"example.org:80\"]", "example.org:80"),
        ("run.databases.clinic", "[run.databases]\nclinic = \"x.db\"", "x.db"),
        ("run.numbers.most_steps", "[run.numbers]\nmost_steps = 9", "9"),
        ("run.numbers.verify.level", "[run.numbers.verify]\nlevel = 250", "250"),
        ("models.endpoint", "[models]\nendpoint = \"http://there\"", "http://there"),
        ("models.unencrypted", "[models]\nunencrypted = true", "true"),
        ("record.pii", "[record]\npii = []", "iban"),
        ("record.stop_hotkey", "[record]\nstop_hotkey = \"F12\"", "F12"),
        ("record.exclude_titles", "[record]\nexclude_titles = [\"x\"]", "x"),
        ("record.clipboard", "[record]\nclipboard = false", "false"),
        ("sessions.keep_days", "[sessions]\nkeep_days = 1", "1"),
        ("learn.apply_repairs", "[learn]\napply_repairs = \"all\"", "all"),
    ];

    #[test]
    fn the_working_folder_may_set_nothing_that_is_authority() {
        for (key, text, _) in AUTHORITY {
            let said = of("", text, &[]).unwrap_err();
            assert!(said.contains(&format!("lea.toml sets {key}")) && said.contains("--config"), "{said}");
            assert!(of(text, "", &[]).is_ok(), "the user may: {key}");
        }
        let said = of("", "[run.programs]\nsh = [\"sh\"]", &[]).unwrap_err();
        assert!(said.contains("run.programs.sh"), "{said}");
    }

    #[test]
    fn variables_may_set_nothing_that_is_authority() {
        for (key, _, value) in AUTHORITY {
            let name = format!("LEA_{}", key.to_uppercase().replace('.', "__"));
            let said = of("", "", &[(&name, value)]).unwrap_err();
            assert!(said.contains(&name) && said.contains(key), "{said}");
        }
    }

    #[test]
    fn what_changes_nothing_is_no_offence() {
        for (key, text, _) in AUTHORITY {
            assert!(of(text, text, &[]).is_ok(), "{key} says what the user said");
        }
        assert!(of("", "[run]\nenvironment = \"production\"", &[]).is_ok(), "the default");
        let test = "[run]\nenvironment = \"test\"";
        assert!(of(test, "", &[("LEA_RUN__ENVIRONMENT", "test")]).is_ok());
        let said = of(test, "[run]\nenvironment = \"production\"", &[]).unwrap_err();
        assert!(said.contains("run.environment"), "nor may it take a permission back: {said}");
    }

    #[test]
    fn letters_of_another_case_do_not_open_the_door() {
        for text in
            ["[RUN]\nENVIRONMENT = \"test\"", "[Run]\nEnvironment = \"test\"", "RUN.environment = \"test\""]
        {
            if let Ok(config) = of("", text, &[]) {
                assert!(!config.run.is_test(), "{text}");
            }
        }
        assert!(of("", "", &[("LEA_Run__Environment", "test")]).is_err());
    }

    #[test]
    fn harmless_keys_may_be_set_anywhere_and_every_one_exists() {
        assert_eq!(of("", "[record]\nsettle_ms = 90", &[]).unwrap().record.settle_ms, 90);
        assert_eq!(of("", "", &[("LEA_RECORD__SETTLE_MS", "80")]).unwrap().record.settle_ms, 80);
        let known = serde_json::to_value(Config::default()).unwrap();
        for key in HARMLESS {
            assert!(known.pointer(&format!("/{}", key.replace('.', "/"))).is_some(), "{key}");
        }
    }

    #[test]
    fn what_cannot_be_used_is_blamed_on_its_layer() {
        assert!(of("", "[record]\nstop_hotky = \"F12\"", &[]).unwrap_err().contains("stop_hotky"));
        assert!(of("", "][", &[]).unwrap_err().contains("lea.toml"));
        let said = of("", "", &[("LEA_SESSIONS__KEEP_DAYS", "x")]).unwrap_err();
        assert!(said.contains("variables") && said.contains("keep_days"), "{said}");
    }
}
