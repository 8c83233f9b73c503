//! The commands that understand and recognise.

use clap::Args;
use std::path::PathBuf;

/// What to look at.
#[derive(Args, Debug)]
#[command(group(clap::ArgGroup::new("what").required(true).args(["image", "screen", "batch"])))]
pub struct LookArgs {
    /// A screenshot, PNG or JPEG
    pub image: Option<PathBuf>,

    /// Look at the display instead
    #[arg(long)]
    pub screen: bool,

    /// Display to look at, with --screen [default: $DISPLAY]
    #[arg(long, value_name = "DISPLAY", requires = "screen")]
    pub display: Option<String>,

    /// A file with one {"image": PATH} a line, paths relative to it; prints one JSON line each
    #[arg(long, value_name = "FILE")]
    pub batch: Option<PathBuf>,

    /// Write the screenshot with boxes, types, roles and labels drawn on it
    #[arg(long, value_name = "PNG", conflicts_with = "batch")]
    pub draw: Option<PathBuf>,
}
