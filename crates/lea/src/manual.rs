//! `lea completions` and `lea man`: what shells and `man` know of the command line, made from its definition.

use crate::cli::{Cli, CompletionsArgs, FolderArgs};
use crate::error::{Outcome, failed};
use clap::CommandFactory;
use std::io::{ErrorKind, Write};

/// Prints the completions of a shell.
pub fn completions(args: &CompletionsArgs) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "lea", &mut script);
    match std::io::stdout().write_all(&script) {
        // Whoever reads has seen enough.
        Err(e) if e.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written.map_err(failed),
    }
}

/// Writes `lea.1` and a page for each command.
pub fn pages(args: &FolderArgs) -> Outcome {
    let folder = &args.folder;
    std::fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(Cli::command(), folder))
        .map_err(|e| failed(format!("cannot write the manual pages to {}: {e}", folder.display())))
}
