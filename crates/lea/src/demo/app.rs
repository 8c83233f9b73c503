//! `lea demo app`: the practice application, until Ctrl-C.

use crate::cli::{AppArgs, ClinicArgs};
use crate::config::Context;
use crate::error::{Outcome, failed, usage};
use lea_clinic::{Clinic, ClinicError, Options, PASSWORD, Switches, USER};

/// Runs the command.
pub fn run(context: &Context, args: &AppArgs) -> Outcome {
    let mut ended = signal_hook::iterator::Signals::new([
        signal_hook::consts::SIGINT,
        signal_hook::consts::SIGTERM,
        signal_hook::consts::SIGHUP,
    ])
    .map_err(failed)?;
    let options = Options { port: args.port, truth: args.truth.clone(), ..options(&args.clinic)? };
    let clinic = Clinic::start(options).map_err(explain)?;
    if context.json {
        let about = serde_json::json!({
            "address": clinic.address,
            "user": USER,
            "password": PASSWORD,
            "database": clinic.database,
            "switches": clinic.switches(),
        });
        println!("{about}");
    } else {
        println!("The clinic is open at {}", clinic.address);
        println!("  log in as   {USER}, password {PASSWORD}");
        println!("  records in  {}", clinic.database.display());
        println!("  switches    curl --data theme=dark {}/_switches", clinic.address);
        println!("Ctrl-C closes it.");
    }
    ended.forever().next();
    Ok(())
}

/// The application that was asked for.
pub fn options(args: &ClinicArgs) -> Outcome<Options> {
    let mut switches = match &args.switches_file {
        Some(file) => Switches::read(file).map_err(usage)?,
        None => Switches::default(),
    };
    if let Some(language) = &args.language {
        switches.set("language", language).map_err(usage)?;
    }
    for setting in &args.switches {
        switches.apply(setting).map_err(usage)?;
    }
    Ok(Options { seed: args.seed, database: args.database.clone(), switches, ..Options::default() })
}

fn explain(error: ClinicError) -> crate::error::Failure {
    match error {
        ClinicError::Switch(error) => usage(error),
        other => failed(other),
    }
}
