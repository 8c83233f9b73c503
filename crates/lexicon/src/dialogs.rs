//! Rules about dialogs that come up unasked (SPEC ACT.8), as they are written in a file. What they do is `act`'s business.

use crate::Error;
use lea_model::ErrorType;
use serde::Deserialize;

/// The file of rules that ships.
pub const SHIPPED: &str = include_str!("../data/dialogs.toml");

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    rule: Vec<Entry>,
}

/// The rules of a file, in its order.
pub fn read(toml: &str) -> Result<Vec<Entry>, Error> {
    Ok(toml::from_str::<File>(toml)?.rule)
}

/// When a rule is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rank {
    /// Before all others: it stops, and no other rule overrides it.
    Guard,
    /// In its turn.
    #[default]
    Usual,
    /// Where no other rule knows the dialog.
    Fallback,
}

/// A rule, as written.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Entry {
    /// Its name.
    pub id: String,
    /// What the dialog is: a sentence.
    pub title: String,
    /// When it is asked.
    pub rank: Rank,
    /// One of these is said.
    pub says_any: Vec<String>,
    /// All of these are said.
    pub says_all: Vec<String>,
    /// None of these is said.
    pub unless_says: Vec<String>,
    /// There is no other button than those in `press`, or a cross.
    pub only_buttons: bool,
    /// What to press: the first that is there.
    pub press: Vec<String>,
    /// Keys to press together, where none of the buttons is there.
    pub keys: Vec<String>,
    /// Stop and ask.
    pub stop: bool,
    /// What went wrong.
    pub error_type: Option<ErrorType>,
    /// It goes by itself.
    pub wait: bool,
    /// It may press a label with a word that says that it cannot be taken back.
    pub dangerous_ok: bool,
    /// When not to do it: a sentence.
    pub when_not: String,
    /// Dialogs that the rule decides.
    pub examples: Vec<Example>,
    /// Dialogs that it does not.
    pub not_examples: Vec<Example>,
}

/// A dialog, in words.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Example {
    /// `fr`, `en` or `de`.
    pub lang: String,
    /// What it says.
    pub texts: Vec<String>,
    /// Its buttons.
    pub buttons: Vec<String>,
    /// The button that is pressed, or `stop`, `wait` or `keys`; empty for what the rule does not decide.
    pub expect: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_rules_are_read_and_unknown_keys_are_refused() {
        assert!(read(SHIPPED).unwrap().len() >= 36);
        assert!(read("[[rule]]\nid = \"a\"\nsays_some = []\n").is_err());
    }
}
