//! The page about the command line.

use super::cell;
use clap::builder::ValueRange;
use clap::{Arg, ArgAction, Command};
use std::fmt::Write;

/// Every command with its usage, arguments and options.
pub fn page(mut root: Command) -> String {
    root.build();
    let mut page = String::from(
        "# Command line\n\n\
         Made from the code by `lea reference`. `lea help COMMAND` prints the same; `lea man DIR` writes it as manual pages, and \
         `lea completions SHELL` what lets a shell complete it.\n\n\
         | exit code | meaning |\n|---|---|\n\
         | 0 | done; of a run: and every step was seen to have worked |\n\
         | 2 | the command line or the configuration is wrong |\n\
         | 3 | stopped with a question |\n\
         | 4 | failed |\n\
         | 5 | refused by a safety rule, or by the workflow's maturity |\n\
         | 6 | a run completed, and of some step it was not seen whether it worked |\n\
         | 130 | a person ended it |\n\n\
         ## Every command\n\n",
    );
    let everywhere: Vec<Arg> = root.get_arguments().filter(|a| a.is_global_set()).cloned().collect();
    options(&mut page, &everywhere);
    for command in shown(&root) {
        describe(&mut page, command, &["lea"]);
    }
    page.replace("\n\n\n", "\n\n")
}

fn shown(command: &Command) -> impl Iterator<Item = &Command> {
    command.get_subcommands().filter(|c| !c.is_hide_set() && c.get_name() != "help")
}

fn describe(page: &mut String, command: &Command, above: &[&str]) {
    let name = [above, &[command.get_name()]].concat();
    // Writing to a string cannot fail.
    let _ = writeln!(page, "\n{} `{}`\n", "#".repeat(name.len()), name.join(" "));
    if let Some(about) = command.get_about() {
        let _ = writeln!(page, "{about}.\n");
    }
    let own: Vec<Arg> =
        command.get_arguments().filter(|a| !a.is_global_set() && a.get_id() != "help").cloned().collect();
    let groups = shown(command).next().is_some();
    if !groups || !own.is_empty() {
        let usage = command.clone().render_usage().to_string();
        let _ = writeln!(page, "```text\n{}\n```\n", usage.trim_start_matches("Usage: "));
        options(page, &own);
    }
    for inner in shown(command) {
        describe(page, inner, &name);
    }
}

fn options(page: &mut String, args: &[Arg]) {
    if args.is_empty() {
        return;
    }
    page.push_str("| | |\n|---|---|\n");
    for arg in args {
        let _ = writeln!(page, "| `{}` | {} |", cell(&form(arg)), cell(&meaning(arg)));
    }
}

/// `--html <FILE>`, `-k <N>`, `<SESSION>`.
fn form(arg: &Arg) -> String {
    let values: Vec<String> =
        arg.get_value_names().unwrap_or_default().iter().map(|v| format!("<{v}>")).collect();
    let values = match arg.get_num_args() {
        Some(range) if range.min_values() == 0 => format!("[{}]", values.join(" ")),
        _ => values.join(" "),
    };
    let many = arg.get_num_args().is_some_and(|n| n.max_values() > 1)
        || (arg.is_positional() && matches!(arg.get_action(), ArgAction::Append));
    let flag = arg.get_long().map(|l| format!("--{l}")).or_else(|| arg.get_short().map(|s| format!("-{s}")));
    let takes = arg.get_action().takes_values() && arg.get_num_args() != Some(ValueRange::EMPTY);
    match flag {
        Some(flag) if takes => format!("{flag} {values}"),
        Some(flag) => flag,
        None => format!("{values}{}", if many { "…" } else { "" }),
    }
}

/// What it says of itself, the words it takes, and what it is when nothing is said.
fn meaning(arg: &Arg) -> String {
    let mut says = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let words: Vec<String> = arg
        .get_possible_values()
        .iter()
        .filter(|v| arg.get_action().takes_values() && !v.is_hide_set())
        .map(|v| match v.get_help() {
            Some(help) => format!("`{}` ({help})", v.get_name()),
            None => format!("`{}`", v.get_name()),
        })
        .collect();
    if !words.is_empty() {
        let _ = write!(says, ": {}", words.join(", "));
    }
    let defaults: Vec<_> = arg.get_default_values().iter().map(|d| d.to_string_lossy()).collect();
    if !defaults.is_empty() && arg.get_action().takes_values() && !arg.is_hide_default_value_set() {
        let _ = write!(says, " [default: {}]", defaults.join(" "));
    }
    if let Some(name) = arg.get_env() {
        let _ = write!(says, " [variable: `{}`]", name.to_string_lossy());
    }
    if matches!(arg.get_action(), ArgAction::Append) && !arg.is_positional() {
        says.push_str("; may be given again");
    }
    says
}
