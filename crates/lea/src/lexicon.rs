//! The words of this process: those that ship, and those of the files that `[lexicon] files` names.

use crate::config::{Context, read_own};
use crate::error::{Outcome, failed, usage};
use lea_lexicon::Lexicon;

/// The context, once its words are in use: before any command reads a word.
pub fn installed(context: Context) -> Outcome<Context> {
    let files = &context.config.lexicon.files;
    if files.is_empty() {
        return Ok(context);
    }
    let mut words = Lexicon::shipped();
    for path in files {
        // Words decide what is asked about: only files of the user's own have a say.
        let missing = || usage(format!("{}, which [lexicon] files names, is not there", path.display()));
        let text = read_own(path)?.ok_or_else(missing)?;
        words = words.with(&text).map_err(|e| usage(format!("{}: {e}", path.display())))?;
    }
    words.install().map_err(failed)?;
    Ok(context)
}
