//! Rules as they are written in a file.

use super::rules::Rank;
use lea_model::ErrorType;
use serde::Deserialize;

/// A file of rules.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    #[serde(default)]
    pub(super) rule: Vec<Entry>,
}

/// A rule, as written.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Entry {
    /// Its name.
    pub(super) id: String,
    /// What the dialog is: a sentence.
    pub(super) title: String,
    /// When it is asked.
    pub(super) rank: Rank,
    /// One of these is said.
    pub(super) says_any: Vec<String>,
    /// All of these are said.
    pub(super) says_all: Vec<String>,
    /// None of these is said.
    pub(super) unless_says: Vec<String>,
    /// There is no other button than those in `press`, or a cross.
    pub(super) only_buttons: bool,
    /// What to press: the first that is there.
    pub(super) press: Vec<String>,
    /// Keys to press together, where none of the buttons is there.
    pub(super) keys: Vec<String>,
    /// Stop and ask.
    pub(super) stop: bool,
    /// What went wrong.
    pub(super) error_type: Option<ErrorType>,
    /// It goes by itself.
    pub(super) wait: bool,
    /// It may press a label with a word that says that it cannot be taken back.
    pub(super) dangerous_ok: bool,
    /// When not to do it: a sentence.
    pub(super) when_not: String,
    /// Dialogs that the rule decides.
    pub(super) examples: Vec<Example>,
    /// Dialogs that it does not.
    pub(super) not_examples: Vec<Example>,
}

/// A dialog, in words.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Example {
    /// `fr`, `en` or `de`.
    pub(super) lang: String,
    /// What it says.
    pub(super) texts: Vec<String>,
    /// Its buttons.
    pub(super) buttons: Vec<String>,
    /// The button that is pressed, or `stop`, `wait` or `keys`; empty for what the rule does not decide.
    pub(super) expect: String,
}
