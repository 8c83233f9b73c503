//! The commands about whole screens.

use clap::{Args, Subcommand};
use std::path::PathBuf;

/// Which screens to compare.
#[derive(Args, Debug)]
#[command(group(clap::ArgGroup::new("what").required(true).args(["a", "batch"])))]
pub struct SameArgs {
    /// A screenshot, PNG or JPEG
    #[arg(requires = "b")]
    pub a: Option<PathBuf>,

    /// Another
    pub b: Option<PathBuf>,

    /// A file with one {"a": PATH, "b": PATH} a line, paths relative to it; prints one JSON line each
    #[arg(long, value_name = "FILE")]
    pub batch: Option<PathBuf>,
}

/// Which screens to compare with each other.
#[derive(Args, Debug)]
pub struct NearestArgs {
    /// A file with one {"image": PATH} a line, paths relative to it; prints one JSON line each
    #[arg(long, value_name = "FILE")]
    pub batch: PathBuf,

    /// How many of the others to name for each
    #[arg(short, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    pub k: u32,
}

/// What to do with embedding spaces.
#[derive(Args, Debug)]
pub struct SpacesArgs {
    /// The command
    #[command(subcommand)]
    pub verb: SpacesVerb,
}

/// Commands about embedding spaces.
#[derive(Subcommand, Debug)]
pub enum SpacesVerb {
    /// The spaces fingerprints of recorded screens lie in, and how far a migration has come
    List,
    /// Make fingerprints of all recorded screens in the space of this version; goes on where it was stopped
    Migrate,
}
