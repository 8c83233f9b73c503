//! The command that does the work.

use crate::config::OnFailure;
use clap::{Args, ValueEnum};
use lea_model::run::RunMode;
use std::path::PathBuf;

/// Who does the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ModeArg {
    /// You work, Lea only watches and follows
    Shadow,
    /// You work, Lea says what it would do
    Assist,
    /// Lea works, as far as the workflow has matured
    Auto,
    /// Lea works where your configuration declares a test environment; it counts towards nothing
    Rehearsal,
}

impl From<ModeArg> for RunMode {
    fn from(mode: ModeArg) -> Self {
        match mode {
            ModeArg::Shadow => Self::Shadow,
            ModeArg::Assist => Self::Assist,
            ModeArg::Auto => Self::Auto,
            ModeArg::Rehearsal => Self::Rehearsal,
        }
    }
}

/// Do the work.
#[derive(Args, Debug)]
pub struct RunArgs {
    /// The workflow, with or without WF_, or `last`
    #[arg(required_unless_present = "resume")]
    pub workflow: Option<String>,

    /// A value it needs, as NAME=VALUE; secrets come from `lea secrets`, never from here
    #[arg(long = "set", value_name = "NAME=VALUE")]
    pub set: Vec<String>,

    /// Do it once for each row of a CSV file, whose first row names the values
    #[arg(long, value_name = "FILE")]
    pub rows: Option<PathBuf>,

    /// Where the result of each row goes [default: the file's name with .results.csv]
    #[arg(long, value_name = "FILE", requires = "rows")]
    pub results: Option<PathBuf>,

    /// What happens when a row fails or stops with a question [default: stop]
    #[arg(long, value_enum, value_name = "WHAT")]
    pub on_failure: Option<OnFailure>,

    /// Who does the work [default: auto]
    #[arg(long, value_enum)]
    pub mode: Option<ModeArg>,

    /// Go on with a run: the named one, also one that halted, or the last that was cut short, ended by a person, or stopped at a row of a
    /// file, which is said, and asked about where it is old or another run happened since; --rows then names another file
    #[arg(long, value_name = "RUN", num_args = 0..=1, default_missing_value = "last")]
    pub resume: Option<String>,

    /// Run it although it could not follow its own demonstrations when it was learnt (`lea workflows show` says at which act)
    #[arg(long)]
    pub despite_self_test: bool,

    /// The X11 display to work on [default: $DISPLAY]
    #[arg(long, value_name = "DISPLAY")]
    pub display: Option<String>,

    /// A VNC server to work on instead, as HOST:PORT
    #[arg(long, value_name = "ADDRESS", conflicts_with = "display")]
    pub vnc: Option<String>,

    /// Do not show the bar at the upper edge that says that a robot works
    #[arg(long)]
    pub no_sign: bool,
}
