//! The commands that learn.

use clap::{Args, Subcommand};

/// What to cut.
#[derive(Args, Debug)]
pub struct EpisodesArgs {
    /// A recording, `last`, or a file with a session as JSON (rawsession_v1)
    #[arg(value_name = "SESSION")]
    pub session: String,

    /// A longer pause may end a task, where repetition does not say otherwise, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 30.0)]
    pub pause: f64,

    /// Do not look at the screens of a recording: go by windows and places alone, which is quicker and tells less
    #[arg(long)]
    pub no_look: bool,
}

/// What to do with credentials.
#[derive(Args, Debug)]
pub struct SecretsArgs {
    /// What to do
    #[command(subcommand)]
    pub verb: SecretsVerb,
}

/// What can be done with credentials.
#[derive(Subcommand, Debug)]
pub enum SecretsVerb {
    /// Keep a secret, in place of the one of that name: typed without echo, or the first line of standard input
    Set {
        /// The name that workflows know it by: letters, digits, dots, dashes, underscores
        name: String,
    },
    /// Say which there are, and when each was set; never what they are
    List,
    /// Delete a secret
    Delete {
        /// Its name
        name: String,
    },
}

/// What to learn from.
#[derive(Args, Debug)]
pub struct LearnArgs {
    /// Recordings of the task, `last`; with --discover all there are if none is named
    #[arg(value_name = "SESSION", required_unless_present_any = ["discover", "label"])]
    pub sessions: Vec<String>,

    /// All recordings with this label; it names the workflow too
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["sessions", "discover"])]
    pub label: Option<String>,

    /// What the workflow is called [default: after what it does]
    #[arg(long)]
    pub name: Option<String>,

    /// Make a workflow of fewer than 3 demonstrations too: it is marked as such, and cannot tell what varies
    #[arg(long)]
    pub single: bool,

    /// Learn this task of the recordings, by its number in --discover
    #[arg(long, value_name = "N")]
    pub task: Option<usize>,

    /// Say which tasks repeat, how long they take and what automating each would save
    #[arg(long)]
    pub discover: bool,

    /// With --discover: write it as a page too
    #[arg(long, value_name = "FILE", requires = "discover")]
    pub html: Option<std::path::PathBuf>,
}
