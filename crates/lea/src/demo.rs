//! `lea demo`: everything in three minutes on a virtual display; and what there is to practise with.

mod app;
mod desk;
mod hired;
mod person;
mod story;
mod summary;
mod teller;
mod trial;
mod watch;

use crate::cli::{DemoArgs, DemoVerb};
use crate::config::Context;
use crate::error::Outcome;

/// Runs the command.
pub fn run(context: &Context, args: &DemoArgs) -> Outcome {
    match &args.verb {
        None => story::run(context, args),
        Some(DemoVerb::App(args)) => app::run(context, args),
        Some(DemoVerb::Person(args)) => person::run(context, args),
        Some(DemoVerb::Desk(args)) => desk::run(context, args),
    }
}

fn say(what: &str) {
    eprintln!("• {what}");
}
