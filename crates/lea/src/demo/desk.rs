//! `lea demo desk`: a virtual display with the practice application in a browser, logged in, for runs to be tried on.

use super::{app, say};
use crate::cli::DeskArgs;
use crate::config::Context;
use crate::error::{Outcome, failed};
use crate::files::write_private;
use lea_clinic::{Desk, DeskOptions, Irregularity, Pace, Switches};
use std::io::Write;

/// What declares a test environment: only there can workflows be rehearsed.
pub const PRACTICE: &[u8] =
    b"# Of lea demo: only a test environment can be rehearsed in.\n[run]\nenvironment = \"test\"\n";

/// Runs the command.
pub fn run(context: &Context, args: &DeskArgs) -> Outcome {
    let mut ended = signal_hook::iterator::Signals::new([
        signal_hook::consts::SIGINT,
        signal_hook::consts::SIGTERM,
        signal_hook::consts::SIGHUP,
    ])
    .map_err(failed)?;
    say("Setting up a virtual display with the clinic in a browser");
    let clinic = app::options(&args.clinic)?;
    // Who logs in should not meet what the run is to meet.
    let switches = clinic.switches.clone();
    let calm = lea_clinic::Options { switches: look_of(&switches), ..clinic };
    let options =
        DeskOptions { size: args.size, clinic: calm, notepad: !args.no_notepad, ..DeskOptions::default() };
    let desk = Desk::open(options).map_err(failed)?;
    let mut person = desk.person(args.clinic.seed, Irregularity::NONE, Pace::Fast).map_err(failed)?;
    person.logs_in().map_err(failed)?;
    person.clicks_to("menu.invoices", &["invoice_list"]).map_err(failed)?;
    drop(person);
    desk.clinic.set_switches(switches);
    // On a desk that goes away nothing can be harmed: runs that name this file may be rehearsals.
    let practice = desk.stage.home().join("practice.toml");
    write_private(&practice, PRACTICE)?;
    if context.json {
        let about = serde_json::json!({
            "display": desk.stage.display(),
            "address": desk.clinic.address,
            "database": desk.clinic.database,
            "switches": desk.clinic.switches(),
            "config": practice,
        });
        println!("{about}");
    } else {
        println!("The clinic is open on display {}", desk.stage.display());
        println!("  records in  {}", desk.clinic.database.display());
        println!("  switches    curl --data theme=dark {}/_switches", desk.clinic.address);
        let (display, practice) = (desk.stage.display(), practice.display());
        println!("  a run       lea run WORKFLOW --config {practice} --display {display} --mode rehearsal");
        println!("Ctrl-C clears it away.");
    }
    std::io::stdout().flush().map_err(failed)?;
    ended.forever().next();
    Ok(())
}

/// Without what changes the behaviour.
fn look_of(switches: &Switches) -> Switches {
    let usual = Switches::default();
    Switches {
        slow: usual.slow,
        surprise_dialogs: usual.surprise_dialogs,
        failed_saves: usual.failed_saves,
        silent_failures: usual.silent_failures,
        lost_clicks: usual.lost_clicks,
        double_submits: usual.double_submits,
        expire_after: usual.expire_after,
        ..switches.clone()
    }
}
