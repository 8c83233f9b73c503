//! `lea`: one binary, one verb at a time.

mod cli;
mod config;
mod demo;
mod doctor;
mod error;
mod files;
mod format;
mod record;
mod sessions;
mod wiring;

use clap::Parser;
use cli::{Cli, Verb};
use error::Failure;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let outcome = config::load(&cli).and_then(|context| match cli.verb {
        Verb::Record(args) => record::run(&context, &args),
        Verb::Sessions(args) => sessions::run(&context, args),
        Verb::Doctor => doctor::run(&context),
        Verb::Demo(args) => demo::run(&context, &args),
    });
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure { code, report }) => {
            eprintln!("{report:?}");
            ExitCode::from(code)
        }
    }
}
