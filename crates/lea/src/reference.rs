//! `lea reference DIR`: the pages of `docs/reference`, made from the code. A test fails where the committed pages differ.

mod commands;
mod configuration;
mod documents;
mod kinds;

use crate::cli::{Cli, FolderArgs};
use crate::config::Config;
use crate::error::{Outcome, failed};
use clap::CommandFactory;

/// Runs the command.
pub fn run(args: &FolderArgs) -> Outcome {
    let pages = [
        ("cli.md", commands::page(Cli::command())),
        ("configuration.md", configuration::page(&Config::default()).map_err(failed)?),
        ("schemas.md", documents::page(&lea_model::schema::schemas())),
    ];
    let write = || {
        std::fs::create_dir_all(&args.folder)?;
        pages.iter().try_for_each(|(name, text)| std::fs::write(args.folder.join(name), text))
    };
    write().map_err(|e| failed(format!("cannot write the reference to {}: {e}", args.folder.display())))
}

/// A cell of a table: on one line, with bars that are no borders.
fn cell(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}
