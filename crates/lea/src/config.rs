//! The configuration: `lea.toml` in the configuration folder, then in `./`, then `LEA_*`, then flags.

use crate::cli::Cli;
use crate::error::{Outcome, usage};
use directories::ProjectDirs;
use lea_learn::evidence::ApplyRepairs;
use lea_observe::Settings;
use lea_screen::Key;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Everything that can be configured.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// How recordings are taken.
    pub record: Settings,
    /// How recordings are kept.
    pub sessions: Sessions,
    /// How workflows are run, and what this machine allows them.
    pub run: RunConfig,
    /// What workflows learn from their runs.
    pub learn: LearnConfig,
    /// A language model that may be asked; none unless it is named here.
    pub models: ModelsConfig,
}

/// What workflows learn from their runs (SPEC LEARN.4): the `[learn]` part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct LearnConfig {
    /// Which changes that runs propose are made without asking: `ask` (none), `labels`, or `all`.
    #[schemars(with = "String")]
    pub apply_repairs: ApplyRepairs,
    /// So many runs must have shown a change first.
    pub repairs_after: usize,
}

impl Default for LearnConfig {
    fn default() -> Self {
        Self { apply_repairs: ApplyRepairs::Ask, repairs_after: 3 }
    }
}

/// The `[models]` part (SPEC PEOPLE.4): any endpoint that speaks as OpenAI's does, such as Ollama. It comes from here alone, never from
/// a workflow (SPEC L4.11).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ModelsConfig {
    /// Where it is, such as `http://localhost:11434`; none where it is empty.
    pub endpoint: String,
    /// What it is called there.
    pub model: String,
    /// It understands pictures: then it may be shown screens.
    pub vision: bool,
    /// Seconds an answer may take.
    pub timeout_seconds: f64,
    /// The environment variable that holds its key.
    pub key_env: Option<String>,
    /// The name under which `lea secrets` keeps its key.
    pub key_secret: Option<String>,
    /// Screens may go to another machine without encryption.
    pub unencrypted: bool,
}

impl Default for ModelsConfig {
    fn default() -> Self {
        Self {
            endpoint: String::new(),
            model: String::new(),
            vision: false,
            timeout_seconds: 30.0,
            key_env: None,
            key_secret: None,
            unencrypted: false,
        }
    }
}

/// How workflows are run, and what this machine allows them (SPEC L4.11, ACT.9): the `[run]` part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RunConfig {
    /// `production`, or `test`: only there can workflows be rehearsed.
    pub environment: String,
    /// In a rehearsal, confirmations are answered with yes.
    pub rehearsal_confirms: bool,
    /// Stops a run at once, wherever the focus is.
    pub stop_hotkey: String,
    /// Pauses a run.
    pub pause_hotkey: String,
    /// A person who moves the pointer pauses the run.
    pub pause_on_pointer: bool,
    /// A bar at the upper edge says that a robot works.
    pub sign: bool,
    /// A file with more rules about dialogs.
    pub dialogs: Option<PathBuf>,
    /// Programs that workflows may start, by application: `mousepad = ["mousepad", "--disable-server"]`.
    pub programs: BTreeMap<String, Vec<String>>,
    /// Folders in which workflows may look for files.
    pub folders: Vec<String>,
    /// Hosts that workflows may ask, with their ports.
    pub hosts: Vec<String>,
    /// Databases that workflows may count in: names and SQLite files.
    pub databases: BTreeMap<String, PathBuf>,
    /// The numbers of the loop.
    pub numbers: lea_act::Settings,
}

impl Default for RunConfig {
    fn default() -> Self {
        Self {
            environment: "production".into(),
            rehearsal_confirms: true,
            stop_hotkey: "Ctrl+Alt+Q".into(),
            pause_hotkey: "Ctrl+Alt+P".into(),
            pause_on_pointer: true,
            sign: true,
            dialogs: None,
            programs: BTreeMap::new(),
            folders: Vec::new(),
            hosts: Vec::new(),
            databases: BTreeMap::new(),
            numbers: lea_act::Settings::default(),
        }
    }
}

impl RunConfig {
    /// This machine is for tests.
    pub fn is_test(&self) -> bool {
        self.environment == "test"
    }

    /// The same, for the robot.
    pub fn robot(&self) -> Result<lea_robot::Config, String> {
        Ok(lea_robot::Config {
            allowed: lea_robot::Allowed {
                programs: self.programs.clone(),
                folders: self.folders.iter().map(PathBuf::from).collect(),
                hosts: self.hosts.clone(),
                databases: self.databases.clone(),
            },
            stop_keys: keys(&self.stop_hotkey, "run.stop_hotkey")?,
            pause_keys: keys(&self.pause_hotkey, "run.pause_hotkey")?,
            pause_on_pointer: self.pause_on_pointer,
            sign: self.sign,
        })
    }
}

fn keys(text: &str, name: &str) -> Result<Vec<Key>, String> {
    text.split('+')
        .map(|k| k.trim().to_uppercase().parse().map_err(|e| format!("{name} = {text:?}: {e}")))
        .collect()
}

/// How recordings are kept: the `[sessions]` part.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Sessions {
    /// Recordings older than this many days are deleted when one begins; 0 keeps them all.
    pub keep_days: u32,
}

/// The settings that are lists: as variables they are written with commas.
const LISTS: &[&str] = &[
    "record.exclude_apps",
    "record.exclude_titles",
    "record.pii",
    "record.secret_titles",
    "run.folders",
    "run.hosts",
    "run.numbers.private_patterns",
];

/// What every command works with.
pub struct Context {
    /// The configuration.
    pub config: Config,
    /// The data folder.
    pub data: PathBuf,
    /// The folder with the models.
    pub models: PathBuf,
    /// The file with the key of the secrets.
    pub secrets_key: PathBuf,
    /// Print JSON.
    pub json: bool,
}

/// Reads the configuration; a file that is named must be there.
pub fn load(cli: &Cli) -> Outcome<Context> {
    let dirs = ProjectDirs::from("", "", "lea");
    let mut builder = config::Config::builder();
    let file = |path: PathBuf, required: bool| {
        config::File::from(path).format(config::FileFormat::Toml).required(required)
    };
    match &cli.config {
        Some(path) => builder = builder.add_source(file(path.clone(), true)),
        None => {
            if let Some(dirs) = &dirs {
                builder = builder.add_source(file(dirs.config_dir().join("lea.toml"), false));
            }
            builder = builder.add_source(file("lea.toml".into(), false));
        }
    }
    // LEA_RECORD__STOP_HOTKEY is record.stop_hotkey; lists are separated by commas.
    let mut env =
        config::Environment::with_prefix("LEA").prefix_separator("_").separator("__").try_parsing(true);
    env = env.list_separator(",");
    for list in LISTS {
        env = env.with_list_parse_key(list);
    }
    let settings: std::collections::HashMap<String, String> =
        std::env::vars().filter(|(name, _)| name.starts_with("LEA_") && name.contains("__")).collect();
    let config = builder
        .add_source(env.source(Some(settings)))
        .build()
        .and_then(config::Config::try_deserialize::<Config>)
        .map_err(|e| usage(format!("the configuration cannot be used: {e}")))?;
    // Where scripts/fetch-models puts them; a data folder that is named holds recordings, not models.
    let models = std::env::var_os("LEA_MODELS").map(PathBuf::from);
    let models = models.or_else(|| dirs.as_ref().map(|d| d.data_dir().join("models"))).unwrap_or_default();
    // Not in the data folder: a copy of that gives no secret away.
    let secrets_key = std::env::var_os("LEA_SECRETS_KEY").map(PathBuf::from);
    let secrets_key =
        secrets_key.or_else(|| dirs.as_ref().map(|d| d.config_dir().join("secrets.key"))).unwrap_or_default();
    let data = match &cli.data {
        Some(data) => data.clone(),
        None => dirs
            .map(|d| d.data_dir().to_owned())
            .ok_or_else(|| usage("no home folder to keep recordings in: say --data DIR"))?,
    };
    Ok(Context { config, data, models, secrets_key, json: cli.json })
}
