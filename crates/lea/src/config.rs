//! The configuration: `lea.toml` in the configuration folder, then in `./`, then `LEA_*`, then flags. Only the first is authority.

mod layers;
mod own;

use crate::cli::Cli;
use crate::error::{Outcome, failed, usage};
use directories::ProjectDirs;
use layers::Layer;
use lea_learn::evidence::ApplyRepairs;
use lea_observe::Settings;
use lea_screen::Key;
use lea_store::{Anchors, Store};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

pub use layers::harmless;
pub use own::read as read_own;

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
    /// Words that are added to those that ship.
    pub lexicon: LexiconConfig,
    /// Where the head of the audit trail is noted besides the user's state folder.
    pub audit: AuditConfig,
}

/// Where the head of the audit trail is noted besides the user's state folder (SPEC PEOPLE.2): the `[audit]` part.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct AuditConfig {
    /// A file elsewhere that gets a line for each record: on another machine, or one that can only be appended to.
    pub anchor_file: Option<PathBuf>,
    /// The system's log gets a message for each record.
    pub syslog: bool,
}

/// Words that are added to those that ship: the `[lexicon]` part.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct LexiconConfig {
    /// Files of words, of the form of `crates/lexicon/data/en.toml`.
    pub files: Vec<PathBuf>,
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
    /// What happens when a row of a file fails: `stop`, `skip` (the next row begins) or `ask`.
    #[schemars(with = "String")]
    pub on_failure: OnFailure,
    /// `--resume` without a name asks before it takes a run that stopped more minutes ago.
    pub resume_asks_after_minutes: u32,
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

/// What happens to the rest of a batch when a row of its file fails (SPEC PEOPLE.6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum OnFailure {
    /// The batch stops
    #[default]
    Stop,
    /// The next row begins
    Skip,
    /// Whoever is at the terminal is asked; where nobody is, the batch stops
    Ask,
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
            on_failure: OnFailure::Stop,
            resume_asks_after_minutes: 60,
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

/// The socket of the system's log.
const SYSLOG: &str = "/dev/log";

impl Context {
    /// The store in the data folder, with its audit trail anchored as everyone who adds to it must.
    pub fn store(&self) -> Outcome<Store> {
        let dirs = ProjectDirs::from("", "", "lea");
        let anchors = Anchors {
            state: dirs.and_then(|d| d.state_dir().map(ToOwned::to_owned)),
            file: self.config.audit.anchor_file.clone(),
            syslog: self.config.audit.syslog.then(|| SYSLOG.into()),
        };
        Ok(Store::open(&self.data).map_err(failed)?.anchored(anchors))
    }
}

/// Reads the configuration; a file that is named must be there.
pub fn load(cli: &Cli) -> Outcome<Context> {
    let dirs = ProjectDirs::from("", "", "lea");
    let own = match (&cli.config, &dirs) {
        (Some(path), _) => {
            let missing = || usage(format!("{}, which --config names, is not there", path.display()));
            Some(own_layer(path)?.ok_or_else(missing)?)
        }
        (None, Some(dirs)) => own_layer(&dirs.config_dir().join("lea.toml"))?,
        (None, None) => None,
    };
    let folder = if cli.config.is_some() { None } else { own::read_any(Path::new("lea.toml"))? };
    let folder = folder.map(|text| Layer { name: "lea.toml of the working folder".into(), text });
    let config = layers::merged(own.as_ref(), folder.as_ref(), variables()?)?;
    // Where scripts/fetch-models puts them; a data folder that is named holds recordings, not models.
    let models = place("LEA_MODELS")?;
    let models = models.or_else(|| dirs.as_ref().map(|d| d.data_dir().join("models"))).unwrap_or_default();
    // Not in the data folder: a copy of that gives no secret away.
    let secrets_key = place("LEA_SECRETS_KEY")?;
    let secrets_key =
        secrets_key.or_else(|| dirs.as_ref().map(|d| d.config_dir().join("secrets.key"))).unwrap_or_default();
    let data = match &cli.data {
        Some(data) => {
            own::check("--data (or LEA_DATA)", data)?;
            data.clone()
        }
        None => dirs
            .map(|d| d.data_dir().to_owned())
            .ok_or_else(|| usage("no home folder to keep recordings in: say --data DIR"))?,
    };
    Ok(Context { config, data, models, secrets_key, json: cli.json })
}

/// The variables that set keys. Others may hold anything, also what is no text.
fn variables() -> Outcome<HashMap<String, String>> {
    let mut found = HashMap::new();
    for (name, value) in std::env::vars_os() {
        let Some(name) = name.to_str().filter(|n| n.starts_with("LEA_") && n.contains("__")) else {
            continue;
        };
        let value = value.into_string().map_err(|_| usage(format!("the variable {name} holds no text")))?;
        found.insert(name.to_owned(), value);
    }
    Ok(found)
}

fn own_layer(path: &Path) -> Outcome<Option<Layer>> {
    let text = own::read(path)?;
    Ok(text.map(|text| Layer { name: path.display().to_string(), text }))
}

/// A place that a variable names. It is judged by itself, as a file that `LEA_CONFIG` names is: what lies there (approved workflows, a
/// library that is loaded, a key) is authority where it belongs to the user and nobody else can write there.
fn place(variable: &str) -> Outcome<Option<PathBuf>> {
    let Some(path) = std::env::var_os(variable).map(PathBuf::from) else { return Ok(None) };
    own::check(variable, &path)?;
    Ok(Some(path))
}
