//! The commands about what runs did.

use clap::{Args, Subcommand};
use std::path::PathBuf;

/// What to do with runs.
#[derive(Args, Debug)]
pub struct RunsArgs {
    /// The command [default: list]
    #[command(subcommand)]
    pub verb: Option<RunsVerb>,
}

/// Commands about runs.
#[derive(Subcommand, Debug)]
pub enum RunsVerb {
    /// All runs, the newest first
    List,
    /// How one went: its outcome, its steps in a line each, and what it asks
    Show {
        /// The run, or `last`
        run: String,
    },
    /// Answer the question that a run halted with; without an answer, show it with its picture and choices
    ///
    /// The answer is noted with the name of the system's user, in the run's journal and in the audit trail. `lea run --resume RUN` looks anew and
    /// uses it once, if the same question comes up about the same step of the same record; if anything differs, it asks again.
    Answer {
        /// The run, or `last`
        run: String,
        /// The number of a choice as it is shown, or its first word, such as yes, no, retry, skip or stop
        #[arg(conflicts_with = "text")]
        choice: Option<String>,
        /// The value, where the run asks for one; never a secret
        #[arg(long, value_name = "TEXT")]
        text: Option<String>,
    },
    /// Delete runs with their screens; the audit trail keeps what they did
    Delete {
        /// The runs
        #[arg(required = true)]
        runs: Vec<String>,
    },
}

/// Which run to explain, and how.
#[derive(Args, Debug)]
pub struct TraceArgs {
    /// The run, or `last`
    pub run: String,
    /// Write a self-contained page with the screens
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Only this step
    #[arg(long, value_name = "N")]
    pub step: Option<u64>,
}

/// What to do with the audit trail.
#[derive(Args, Debug)]
pub struct AuditArgs {
    /// The command
    #[command(subcommand)]
    pub verb: AuditVerb,
}

/// Commands about the audit trail.
#[derive(Subcommand, Debug)]
pub enum AuditVerb {
    /// Who did what, action by action
    History {
        /// Which records
        #[command(flatten)]
        which: AuditWhich,
    },
    /// How much was done by each workflow, and what came of it
    Summary {
        /// Which records
        #[command(flatten)]
        which: AuditWhich,
    },
    /// Write it as CSV
    Export {
        /// Which records
        #[command(flatten)]
        which: AuditWhich,
        /// Where to write it [default: standard output]
        #[arg(long, value_name = "FILE.csv")]
        out: Option<PathBuf>,
    },
    /// Compare the trail, its anchors outside the data folder and the journals of runs: what was changed, removed, added, moved, cut off or
    /// replaced by an older copy is named
    Verify {
        /// Accept the trail and the journals as they are, such as after a backup was restored; this is written down too
        #[arg(long)]
        accept_restored: bool,
    },
}

/// Which records of the audit trail.
#[derive(Args, Debug, Default)]
pub struct AuditWhich {
    /// Of this workflow, with or without WF_
    #[arg(long, value_name = "WORKFLOW")]
    pub workflow: Option<String>,
    /// Of this run, or `last`
    #[arg(long, value_name = "RUN")]
    pub run: Option<String>,
    /// Not before this day, such as 2026-11-15, or this time
    #[arg(long, value_name = "DATE")]
    pub since: Option<String>,
    /// The last so many
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
}
