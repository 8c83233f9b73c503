//! `lea`: one binary, one verb at a time.

mod audit;
mod cli;
mod config;
mod demo;
mod doctor;
mod endpoint;
mod episodes;
mod error;
mod files;
mod find;
mod format;
mod judge;
mod learn;
mod lexicon;
mod look;
mod manual;
mod models;
mod nearest;
mod pictures;
mod readings;
mod record;
mod recorded;
mod reference;
mod run;
mod runs;
mod same;
mod secrets;
mod sessions;
mod spaces;
mod trace;
mod wiring;
mod words;
mod workflows;

use clap::Parser;
use cli::{Cli, Verb};
use error::Failure;
use std::process::ExitCode;

fn main() -> ExitCode {
    keep_the_library_quiet();
    let cli = Cli::parse();
    // Lines are left whole: names and commands in them can be copied, and found by scripts. It fails only when a
    // handler was set before.
    let _ =
        miette::set_hook(Box::new(|_| Box::new(miette::MietteHandlerOpts::new().wrap_lines(false).build())));
    let context = config::load(&cli).and_then(lexicon::installed);
    let outcome = context.and_then(|context| match cli.verb {
        Verb::Record(args) => record::run(&context, &args),
        Verb::Sessions(args) => sessions::run(&context, args),
        Verb::Look(args) => look::run(&context, &args),
        Verb::Find(args) => find::run(&context, &args),
        Verb::Same(args) => same::run(&context, &args),
        Verb::Nearest(args) => nearest::run(&context, &args),
        Verb::Spaces(args) => spaces::run(&context, &args),
        Verb::Episodes(args) => episodes::run(&context, &args),
        Verb::Learn(args) => learn::run(&context, &args),
        Verb::Run(args) => run::run(&context, &args),
        Verb::Workflows(args) => workflows::run(&context, args.verb),
        Verb::Runs(args) => runs::run(&context, args),
        Verb::Trace(args) => trace::run(&context, &args),
        Verb::Audit(args) => audit::run(&context, &args),
        Verb::Secrets(args) => secrets::run(&context, &args),
        Verb::Doctor => doctor::run(&context),
        Verb::Models(args) => models::run(&context, &args),
        Verb::Demo(args) => demo::run(&context, &args),
        Verb::Completions(args) => manual::completions(&args),
        Verb::Man(args) => manual::pages(&args),
        Verb::Reference(args) => reference::run(&args),
    });
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure { code, report }) => {
            eprintln!("{report:?}");
            ExitCode::from(code)
        }
    }
}

/// ONNX Runtime, which the eyes are made with, sets up telemetry before it can be told not to, and leaves a file for it in the temporary
/// folder. This variable keeps it from that: Lea tells nobody anything.
#[allow(unsafe_code)] // Changing the environment has no safe form: another thread might be reading it.
fn keep_the_library_quiet() {
    // SAFETY: this is the first thing the program does, so there is no other thread.
    unsafe { std::env::set_var("ORT_DISABLE_TELEMETRY", "1") };
}
