//! The commands about workflows.

use clap::{Args, Subcommand, ValueEnum};
use serde::Serialize;
use std::path::PathBuf;

/// What to do with workflows.
#[derive(Args, Debug)]
pub struct WorkflowsArgs {
    /// The command
    #[command(subcommand)]
    pub verb: WorkflowsVerb,
}

/// Commands about workflows.
#[derive(Subcommand, Debug)]
pub enum WorkflowsVerb {
    /// All workflows
    List,
    /// What one does: its screens, its steps in plain sentences, variables, open questions, maturity
    Show {
        /// The workflow, with or without WF_, or `last`
        workflow: String,
        /// What became of every event of the demonstrations: the step it is part of, or why it is part of none
        #[arg(long)]
        ledger: bool,
    },
    /// Draw it: for the terminal, as Mermaid text, as a picture, or as a page with its screenshots that needs nothing else
    Graph {
        /// The workflow, with or without WF_, or `last`
        workflow: String,
        /// The form [default: that of the file, else mermaid]
        #[arg(long, value_enum)]
        format: Option<GraphFormat>,
        /// Where to write it [default: standard output]
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// Name its weak spots: what may halt a run, or do harm, and what to do about it
    Lint {
        /// The workflow, with or without WF_, or `last`
        workflow: String,
        /// Fail where there are any
        #[arg(long)]
        strict: bool,
    },
    /// Say what differs between two versions of it
    Diff {
        /// The workflow, with or without WF_, or `last`
        workflow: String,
        /// The older version [default: the one before]
        #[arg(long, value_name = "N")]
        from: Option<u32>,
        /// The newer version [default: the one in use]
        #[arg(long, value_name = "N")]
        to: Option<u32>,
    },
    /// Write it to a file, or to a folder, for another machine: without example values, screenshots and what looks like
    /// personal data
    Export {
        /// The workflow, with or without WF_, or `last`
        workflow: String,
        /// A file such as invoices.lea; a folder where it ends in /
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
        /// Leave nothing out but what stays on this machine
        #[arg(long)]
        with_examples: bool,
    },
    /// Bring in an exported workflow. It arrives disabled, and immature: nobody here has seen it work
    Import {
        /// A file, or a folder, that lea workflows export wrote
        from: PathBuf,
        /// Another name for it
        #[arg(long = "as", value_name = "NAME")]
        name: Option<String>,
        /// Take the place of the workflow of that name, as its next version
        #[arg(long)]
        replace: bool,
        /// Keep how mature it is: it comes from a machine of yours
        #[arg(long)]
        keep_maturity: bool,
    },
    /// Delete workflows, with all their versions
    Delete {
        /// The workflows
        #[arg(required = true)]
        workflows: Vec<String>,
    },
    /// Let it be used on this machine
    Enable {
        /// The workflow, with or without WF_, or `last`
        workflow: String,
    },
    /// Do not let it be used on this machine
    Disable {
        /// The workflow, with or without WF_, or `last`
        workflow: String,
    },
    /// Let a candidate run by itself; only where its runs allow it
    Approve {
        /// The workflow, with or without WF_, or `last`
        workflow: String,
        /// Who approves [default: the user who runs this]
        #[arg(long, value_name = "NAME")]
        by: Option<String>,
        /// Why
        #[arg(long, value_name = "TEXT")]
        note: Option<String>,
    },
    /// See the changes that runs propose, as before and after, and decide on them
    Review {
        /// The workflow, with or without WF_, or `last`
        workflow: String,
        /// Make this change; it becomes the next version
        #[arg(long, value_name = "N")]
        apply: Vec<u32>,
        /// Do not make this change, and do not propose it again
        #[arg(long, value_name = "N")]
        reject: Vec<u32>,
        /// Make an earlier version the next one
        #[arg(long, value_name = "VERSION", conflicts_with_all = ["apply", "reject"])]
        back_to: Option<u32>,
        /// Who decides [default: the user who runs this]
        #[arg(long, value_name = "NAME")]
        by: Option<String>,
    },
}

/// The forms of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum GraphFormat {
    /// Boxes and arrows for a terminal
    Text,
    /// Text for documents and wikis
    Mermaid,
    /// A picture
    Svg,
    /// A page with the screenshots
    Html,
}
