//! The dialog reflex (SPEC ACT.8): what to do about a dialog that nobody asked for.
//!
//! What is known of dialogs is data (`crates/lexicon/data/dialogs.toml`), and a machine may add to it ([`Rules::with`]). [`dialogs`] finds those
//! on a screen, [`react`] says what to do. Invariant: nothing here acts. A reaction is a proposal that passes the guard, the
//! journal and verification like any step (ACT.5), and none presses what cannot be taken back (S1).

mod button;
mod cluster;
mod dialog;
mod pieces;
mod rules;
mod says;

#[cfg(test)]
mod screens;
#[cfg(test)]
mod tests;

pub use dialog::{Dialog, dialogs};
pub use rules::{Rules, RulesError};

use crate::locate::{Goal, locate};
use lea_lexicon::dialogs::Rank;
use lea_model::run::Grounding;
use lea_model::{ErrorType, Rect};
use rules::{Does, Rule};
use says::Said;

/// What to do about a dialog.
#[derive(Clone, Debug, PartialEq)]
pub enum Reaction {
    /// Press this.
    Press {
        /// The rule that says so.
        rule: String,
        /// The button, as it was found.
        found: Box<Grounding>,
        /// Why, for people.
        why: String,
    },
    /// Press keys together.
    Keys {
        /// The rule that says so.
        rule: String,
        /// The keys, such as `Escape`.
        keys: Vec<String>,
        /// Why, for people.
        why: String,
    },
    /// Stop and ask a person.
    Stop {
        /// The rule that says so.
        rule: String,
        /// Why, for people.
        why: String,
        /// What went wrong, where the dialog tells of an error (SPEC L4.8).
        error: Option<ErrorType>,
    },
    /// Wait: it goes by itself.
    Wait {
        /// The rule that says so.
        rule: String,
        /// Why, for people.
        why: String,
    },
}

impl Reaction {
    /// The rule that says so.
    pub fn rule(&self) -> &str {
        match self {
            Self::Press { rule, .. }
            | Self::Keys { rule, .. }
            | Self::Stop { rule, .. }
            | Self::Wait { rule, .. } => rule,
        }
    }
}

/// The button that is pressed: the first of the labels that is there, and may be pressed.
pub(crate) fn button(dialog: &Dialog, labels: &[String], dangerous_ok: bool) -> Option<(Rect, String)> {
    button::choose(&dialog.buttons, labels, dangerous_ok).map(|(label, bbox)| (*bbox, label.clone()))
}

/// What the rules say about a dialog; none where no rule knows it.
pub fn react(dialog: &Dialog, rules: &Rules) -> Option<Reaction> {
    decide(dialog, rules).map(|d| d.reaction)
}

/// A reaction, and how it came about.
struct Decision<'r> {
    reaction: Reaction,
    rule: &'r Rule,
    /// The rule knows the dialog by what it says, and found what it wants to press.
    is_sure: bool,
}

/// The first rule that knows the dialog and can do something about it decides. Where rules know it and none of their buttons is
/// there, it stops: a rule of last resort would press what they left alone.
fn decide<'r>(dialog: &Dialog, rules: &'r Rules) -> Option<Decision<'r>> {
    let said = Said::of(dialog.texts.iter().map(String::as_str));
    let mut helpless: Option<&Rule> = None;
    for rule in rules.iter() {
        if rule.rank == Rank::Fallback && helpless.is_some() {
            break;
        }
        let Some(phrase) = rule.knows(&said, dialog) else { continue };
        match reaction(rule, phrase, dialog) {
            Some(reaction) => return Some(Decision { reaction, rule, is_sure: !phrase.is_empty() }),
            None => helpless = helpless.or(Some(rule)),
        }
    }
    helpless.map(|rule| {
        let why = format!(
            "{}, and none of the buttons that may be pressed is there",
            rule.title.trim_end_matches('.')
        );
        let reaction = Reaction::Stop { rule: rule.id.clone(), why, error: None };
        Decision { reaction, rule, is_sure: false }
    })
}

fn reaction(rule: &Rule, phrase: &str, dialog: &Dialog) -> Option<Reaction> {
    let id = || rule.id.clone();
    let title = rule.title.trim_end_matches('.');
    let why = match phrase {
        "" => title.to_owned(),
        _ => format!("{title} (“{phrase}”)"),
    };
    match &rule.does {
        Does::Stop(error) => Some(Reaction::Stop { rule: id(), why, error: *error }),
        Does::Wait => Some(Reaction::Wait { rule: id(), why }),
        Does::Press { labels, keys } => {
            let goal = Goal::DialogButton { dialog, labels, dangerous_ok: rule.dangerous_ok };
            match locate(&goal).found() {
                Some(found) => Some(Reaction::Press { rule: id(), found: Box::new(found), why }),
                None if keys.is_empty() => None,
                None => Some(Reaction::Keys { rule: id(), keys: keys.clone(), why }),
            }
        }
    }
}
