//! The commands that show and practise.

use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

/// How to show it.
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub struct DemoArgs {
    /// Folder for what comes of it: the graph, a page for each run, the recordings
    #[arg(long, value_name = "DIR", default_value = "lea-demo")]
    pub out: PathBuf,

    /// Watch it: in a VNC viewer where there is a display, otherwise afterwards as a video, demo.mp4
    #[arg(long)]
    pub watch: bool,

    /// Do not open the pages in a browser
    #[arg(long)]
    pub no_open: bool,

    /// What to show instead
    #[command(subcommand)]
    pub verb: Option<DemoVerb>,
}

/// What there is to practise with.
#[derive(Subcommand, Debug)]
pub enum DemoVerb {
    /// Serve the practice application, a clinic's invoices, until Ctrl-C
    App(AppArgs),
    /// Let a scripted person work on the practice application, on a virtual display
    Person(PersonArgs),
    /// Set up a virtual display with the practice application, logged in, for runs to be tried on, until Ctrl-C
    Desk(DeskArgs),
}

/// Which application.
#[derive(Args, Debug)]
pub struct ClinicArgs {
    /// Decides the records, and when things go wrong
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub seed: u64,

    /// Where its records are kept [default: a file that goes with it]
    #[arg(long, value_name = "FILE")]
    pub database: Option<PathBuf>,

    /// The language of its screens: fr or en
    #[arg(long, value_name = "LANGUAGE")]
    pub language: Option<String>,

    /// Change its look or behaviour, such as theme=dark or slow=800ms; an unknown name lists them all
    #[arg(long = "switch", value_name = "NAME=VALUE")]
    pub switches: Vec<String>,

    /// Read switches from a TOML or JSON file first
    #[arg(long, value_name = "FILE")]
    pub switches_file: Option<PathBuf>,
}

/// How to serve it.
#[derive(Args, Debug)]
pub struct AppArgs {
    /// Which application
    #[command(flatten)]
    pub clinic: ClinicArgs,

    /// Port of this machine to serve it on [default: a free one]
    #[arg(long, value_name = "NUMBER", default_value_t = 0, hide_default_value = true)]
    pub port: u16,

    /// Write which screens were shown, with the place of everything on them, one JSON object a line
    #[arg(long, value_name = "FILE")]
    pub truth: Option<PathBuf>,
}

/// Which desk.
#[derive(Args, Debug)]
pub struct DeskArgs {
    /// Which application
    #[command(flatten)]
    pub clinic: ClinicArgs,

    /// Size of the display
    #[arg(long, value_name = "WIDTHxHEIGHT", default_value = "1280x800", value_parser = size)]
    pub size: (u32, u32),

    /// Nothing but the clinic on the display
    #[arg(long)]
    pub no_notepad: bool,
}

/// How quickly the person works.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PaceArg {
    /// As quickly as the screen comes to rest
    Fast,
    /// Like somebody who does this every day
    Human,
}

/// How irregular the person is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum WaysArg {
    /// Not at all
    Careful,
    /// Like anybody
    Usual,
    /// Hardly anything goes right at first
    Clumsy,
}

/// What becomes a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RecordArg {
    /// Everything, as one
    One,
    /// Each task, as one of its own
    Each,
}

/// What the person is to do.
#[derive(Args, Debug)]
pub struct PersonArgs {
    /// Which application
    #[command(flatten)]
    pub clinic: ClinicArgs,

    /// What to do, again for more; an unknown name lists them all [default: every task in turn]
    #[arg(long = "task", value_name = "NAME")]
    pub tasks: Vec<String>,

    /// How many times, with other values each time
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub times: usize,

    /// How quickly
    #[arg(long, value_enum, default_value_t = PaceArg::Fast)]
    pub pace: PaceArg,

    /// How irregular
    #[arg(long, value_enum, default_value_t = WaysArg::Usual)]
    pub ways: WaysArg,

    /// Every third time, meet an error box on the way: a forgotten date, reason or digit
    #[arg(long)]
    pub stumbles: bool,

    /// Record it: as one recording, or each task as one of its own
    #[arg(long, value_enum, num_args = 0..=1, default_missing_value = "one", value_name = "HOW")]
    pub record: Option<RecordArg>,

    /// Record the login too
    #[arg(long)]
    pub with_login: bool,

    /// Size of the display
    #[arg(long, value_name = "WIDTHxHEIGHT", default_value = "1280x800", value_parser = size)]
    pub size: (u32, u32),

    /// Write what truly happened to this folder: screens.jsonl, deeds.jsonl, tasks.jsonl
    #[arg(long, value_name = "DIR")]
    pub truth: Option<PathBuf>,
}

/// Reads `1920x1080`.
fn size(text: &str) -> Result<(u32, u32), String> {
    let read = || {
        let (width, height) = text.split_once('x')?;
        Some((width.parse().ok()?, height.parse().ok()?))
    };
    let fits = |size: &(u32, u32)| (800..=8192).contains(&size.0) && (600..=8192).contains(&size.1);
    read()
        .filter(fits)
        .ok_or_else(|| format!("{text:?} is no size of 800x600 to 8192x8192, such as 1280x800"))
}

#[cfg(test)]
mod tests {
    use super::size;

    #[test]
    fn sizes_read_as_people_write_them() {
        assert_eq!(size("1920x1080"), Ok((1920, 1080)));
        for bad in ["", "1920", "1920x", "10x10", "99999x1080", "-1x800"] {
            assert!(size(bad).is_err(), "{bad}");
        }
    }
}
