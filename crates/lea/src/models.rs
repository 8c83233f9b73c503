//! `lea models`: fetches and checks what screens are read with. The work is done by the scripts of the source tree, which
//! are part of the binary, so that a `lea` that was installed by a package or by cargo needs nothing beside it.

use crate::cli::{ModelsArgs, ModelsVerb};
use crate::config::Context;
use crate::error::{FAILED, Failure, Outcome, failed, failed_with_help};
use std::process::Command;

/// The scripts, as they are called.
const SCRIPTS: [(&str, &str); 3] = [
    ("fetch-models", include_str!("../../../scripts/fetch-models")),
    ("latin_only.py", include_str!("../../../scripts/latin_only.py")),
    ("latin_words.py", include_str!("../../../scripts/latin_words.py")),
];

/// Runs the command.
pub fn run(context: &Context, args: &ModelsArgs) -> Outcome {
    let folder = tempfile::tempdir().map_err(failed)?;
    for (name, text) in SCRIPTS {
        std::fs::write(folder.path().join(name), text).map_err(failed)?;
    }
    let mut command = Command::new("bash");
    command.arg(folder.path().join(SCRIPTS[0].0));
    match &args.verb {
        ModelsVerb::Fetch { mirror: Some(mirror) } => command.arg("--mirror").arg(mirror),
        ModelsVerb::Fetch { mirror: None } => &mut command,
        ModelsVerb::Check => command.arg("--check"),
    };
    command.env("LEA_MODELS", &context.models).env("FETCH_MODELS", "lea models fetch");
    let ended = command.status().map_err(|e| failed_with_help(format!("bash: {e}"), "install bash"))?;
    match ended.success() {
        true => Ok(()),
        // The script has said what is wrong, and what to do.
        false => Err(Failure { code: FAILED, report: miette::miette!("the models are not all there") }),
    }
}
