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
