//! The command line.

mod about;
mod demo;
#[cfg(test)]
mod documented;
mod learn;
mod run;
mod runs;
mod screens;
mod see;
mod workflows;

use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;
use std::time::Duration;

pub use about::{CompletionsArgs, FolderArgs, ModelsArgs, ModelsVerb};
pub use demo::{AppArgs, ClinicArgs, DemoArgs, DemoVerb, DeskArgs, PaceArg, PersonArgs, RecordArg, WaysArg};
pub use learn::{EpisodesArgs, LearnArgs, SecretsArgs, SecretsVerb};
pub use run::RunArgs;
pub use runs::{AuditArgs, AuditVerb, AuditWhich, RunsArgs, RunsVerb, TraceArgs};
pub use screens::{NearestArgs, SameArgs, SpacesArgs, SpacesVerb};
pub use see::{FindArgs, LookArgs};
pub use workflows::{GraphFormat, WorkflowsArgs, WorkflowsVerb};

/// Lea watches a person work on a screen, learns the work, and does it.
#[derive(Parser, Debug)]
#[command(version)]
pub struct Cli {
    /// Where Lea keeps what it records [default: the data folder of this user]
    #[arg(long, global = true, value_name = "DIR", env = "LEA_DATA", hide_env_values = true)]
    pub data: Option<PathBuf>,

    /// Configuration to read instead of lea.toml; it must belong to you, and nobody else may write to it
    #[arg(long, global = true, value_name = "FILE", env = "LEA_CONFIG", hide_env_values = true)]
    pub config: Option<PathBuf>,

    /// Print JSON instead of tables
    #[arg(long, global = true)]
    pub json: bool,

    /// What to do
    #[command(subcommand)]
    pub verb: Verb,
}

/// What Lea can do.
#[derive(Subcommand, Debug)]
pub enum Verb {
    /// Record what is done on a display, until the stop key, Ctrl-C or --for
    Record(RecordArgs),
    /// List, show, play, export and delete recordings
    Sessions(SessionsArgs),
    /// Say what is on a screen: its texts, elements and what they mean
    Look(LookArgs),
    /// Find a thing of one screenshot again in another, with the evidence
    Find(FindArgs),
    /// Say whether two screenshots show the same screen, although theme, size or content changed
    Same(SameArgs),
    /// Say for each of many screenshots which of the others are nearest
    Nearest(NearestArgs),
    /// List the embedding spaces of recorded screens, and move to the space of this version
    Spaces(SpacesArgs),
    /// Cut a recording into episodes: where one task ends and the next begins, and what is noise
    Episodes(EpisodesArgs),
    /// Do the work of a workflow: find every target on the screen of the moment, verify each step, stop and ask when not sure
    Run(RunArgs),
    /// Learn a workflow from recordings of a task; or --discover which tasks repeat
    Learn(LearnArgs),
    /// List, show, draw, check, compare, export and import workflows; decide what they may do
    Workflows(WorkflowsArgs),
    /// List, show and delete runs: how they went, and why they stopped
    Runs(RunsArgs),
    /// Explain a run step by step: what was seen, considered, decided, done, and what came of it
    Trace(TraceArgs),
    /// See who did what, and check that nobody changed what is said of it
    Audit(AuditArgs),
    /// Keep the credentials that workflows use, encrypted
    Secrets(SecretsArgs),
    /// See what this machine has and lacks, with the fix for each
    Doctor,
    /// Fetch the models that screens are read with, once, and check them
    Models(ModelsArgs),
    /// See it all in three minutes, on a virtual display: a task is shown, learnt, and done on screens that changed; or practise
    Demo(DemoArgs),
    /// Print what lets a shell complete the commands of Lea
    Completions(CompletionsArgs),
    /// Write the manual pages, one for each command
    Man(FolderArgs),
    /// Write the reference of docs/reference, from the code
    #[command(hide = true)]
    Reference(FolderArgs),
}

/// How to record.
#[derive(Args, Debug)]
pub struct RecordArgs {
    /// Display to record [default: $DISPLAY]
    #[arg(long, value_name = "DISPLAY")]
    pub display: Option<String>,

    /// Stop after this long: 90s, 10m, 8h
    #[arg(long = "for", value_name = "TIME", value_parser = duration)]
    pub limit: Option<Duration>,

    /// What is being shown, such as "validate an invoice"
    #[arg(long, value_name = "TEXT")]
    pub label: Option<String>,

    /// Who is recorded [default: the user who runs this]
    #[arg(long, value_name = "NAME")]
    pub user: Option<String>,

    /// Whose work it is
    #[arg(long, value_name = "NAME")]
    pub customer: Option<String>,
}

/// What to do with recordings.
#[derive(Args, Debug)]
pub struct SessionsArgs {
    /// The command
    #[command(subcommand)]
    pub verb: SessionsVerb,
}

/// Commands about recordings.
#[derive(Subcommand, Debug)]
pub enum SessionsVerb {
    /// All recordings
    List,
    /// What happened, event by event; with --html as a page with pictures
    Show {
        /// The recording, or `last`
        session: String,
        /// Write a self-contained page with small pictures
        #[arg(long, value_name = "FILE")]
        html: Option<PathBuf>,
        /// Show pointer moves and other noise as well
        #[arg(long)]
        all: bool,
    },
    /// Play it back in a window
    Play {
        /// The recording, or `last`
        session: String,
        /// How many times as fast
        #[arg(long, default_value_t = 1.0)]
        speed: f64,
        /// Display to play it on [default: $DISPLAY]
        #[arg(long, value_name = "DISPLAY")]
        display: Option<String>,
    },
    /// Write it as plain JSON and PNG files
    Export {
        /// The recording, or `last`
        session: String,
        /// A folder that is empty or does not exist
        folder: PathBuf,
        /// Look at the screens, and say of each event what it pointed at
        #[arg(long)]
        targets: bool,
    },
    /// Delete recordings, and the pictures nothing else uses
    Delete {
        /// The recordings
        #[arg(required = true)]
        sessions: Vec<String>,
    },
    /// Delete recordings older than `sessions.keep_days`
    Prune {
        /// Keep this many days instead
        #[arg(long, value_name = "DAYS")]
        keep_days: Option<u32>,
    },
}

/// Reads `90s`, `10m`, `8h`, `1h30m`; a bare number is seconds.
fn duration(text: &str) -> Result<Duration, String> {
    let bad = || format!("{text:?} is not a time: write it like 90s, 10m or 1h30m");
    let mut total = 0.0;
    let mut number = String::new();
    for c in text.chars().chain(std::iter::once('s')) {
        match c {
            '0'..='9' | '.' => number.push(c),
            'h' | 'm' | 's' => {
                let unit = f64::from(match c {
                    'h' => 3600,
                    'm' => 60,
                    _ => 1,
                });
                if number.is_empty() {
                    // Only the unit that stands for a missing one at the end may be empty.
                    if text.ends_with(['h', 'm', 's']) && total > 0.0 {
                        break;
                    }
                    return Err(bad());
                }
                total += number.parse::<f64>().map_err(|_| bad())? * unit;
                number.clear();
            }
            _ => return Err(bad()),
        }
    }
    Duration::try_from_secs_f64(total).ok().filter(|d| !d.is_zero()).ok_or_else(bad)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn times_read_as_people_write_them() {
        for (text, seconds) in [("90s", 90.0), ("10m", 600.0), ("1h30m", 5400.0), ("45", 45.0), ("0.5s", 0.5)]
        {
            assert_eq!(duration(text).map(|d| d.as_secs_f64()), Ok(seconds), "{text}");
        }
        for bad in ["", "0", "m", "10x", "-5s", "1e9", "h1", "1..2s"] {
            assert!(duration(bad).is_err(), "{bad}");
        }
    }
}
