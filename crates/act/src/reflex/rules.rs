//! What is known of dialogs: rules that are data.

use super::button::{is_cross, likeness};
use super::dialog::Dialog;
use super::says::{Phrase, Said, Wary};
use super::{Reaction, decide};
use crate::params::dialogs::{EXAMPLE_BUTTON, EXAMPLE_DIALOG, EXAMPLE_STEP, LEAST_SENTENCE};
use lea_lexicon::dialogs::{self, Entry, Example, Rank};
use lea_lexicon::risk;
use lea_model::{ErrorType, Rect};
use std::sync::LazyLock;

/// Why rules were not taken.
#[derive(Debug, thiserror::Error)]
pub enum RulesError {
    /// It is not TOML, or not of the form of `dialogs.toml`.
    #[error("the dialog rules: {0}")]
    Form(#[from] lea_lexicon::Error),
    /// A rule makes no sense.
    #[error("the dialog rule {id:?} {problem}")]
    Rule {
        /// Which.
        id: String,
        /// What is wrong, and what to do.
        problem: String,
    },
}

/// What a rule does.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Does {
    /// Stops and asks.
    Stop(Option<ErrorType>),
    /// Waits.
    Wait,
    /// Presses the first of the buttons that is there; where none is, keys, if any.
    Press { labels: Vec<String>, keys: Vec<String> },
}

/// A rule.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) rank: Rank,
    pub(super) does: Does,
    pub(super) dangerous_ok: bool,
    only_buttons: bool,
    any: Vec<Phrase>,
    all: Vec<Phrase>,
    unless: Vec<Phrase>,
    examples: Vec<Example>,
    not_examples: Vec<Example>,
}

/// The rules that ship, and those that the machine's configuration adds.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// By rank; of one rank the added ones first.
    rules: Vec<Rule>,
}

static RULES: LazyLock<Rules> = LazyLock::new(|| {
    // Without its guards the reflex must not act at all.
    Rules::default().joined(dialogs::SHIPPED).expect("the shipped rules are read by a test")
});

impl Rules {
    /// The rules that ship.
    pub fn shipped() -> &'static Rules {
        &RULES
    }

    /// These rules and more, in the form of `dialogs.toml`. The added are asked before those that ship, after the guards; one of
    /// the same `id` takes the other's place, unless that is a guard. Examples must hold.
    pub fn with(&self, more: &str) -> Result<Rules, RulesError> {
        let all = self.joined(more)?;
        let added = dialogs::read(more)?;
        let is_added = |rule: &&Rule| added.iter().any(|e| e.id == rule.id);
        for rule in all.rules.iter().filter(is_added) {
            rule.prove(&all).map_err(|problem| RulesError::Rule { id: rule.id.clone(), problem })?;
        }
        Ok(all)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.rules.len()
    }

    /// There are none.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Rule> {
        self.rules.iter()
    }

    pub(super) fn joined(&self, more: &str) -> Result<Rules, RulesError> {
        let entries = dialogs::read(more)?;
        let mut rules: Vec<Rule> = Vec::new();
        for entry in entries {
            let id = entry.id.clone();
            let bad = |problem: &str| RulesError::Rule { id: id.clone(), problem: problem.to_owned() };
            if rules.iter().any(|r| r.id == id) {
                return Err(bad("stands there twice: give one of them another id"));
            }
            if self.rules.iter().any(|r| r.id == id && r.rank == Rank::Guard) {
                return Err(bad("is a guard, and nothing overrides a guard: give yours another id"));
            }
            rules.push(Rule::of(entry).map_err(|problem| bad(&problem))?);
        }
        let kept = self.rules.iter().filter(|old| rules.iter().all(|new| new.id != old.id));
        let kept: Vec<Rule> = kept.cloned().collect();
        rules.extend(kept);
        rules.sort_by_key(|r| r.rank);
        Ok(Rules { rules })
    }
}

impl Rule {
    /// The rule as it is asked; or what is wrong with it.
    fn of(entry: Entry) -> Result<Self, String> {
        let is_sentence =
            |text: &str| text.split_whitespace().count() >= LEAST_SENTENCE && text.ends_with(['.', '?', '!']);
        if entry.id.is_empty() || !is_sentence(&entry.title) || !is_sentence(&entry.when_not) {
            return Err("needs an id, and a title and a when_not that are sentences".into());
        }
        let presses = !entry.press.is_empty() || !entry.keys.is_empty();
        if [entry.stop, entry.wait, presses].iter().filter(|does| **does).count() != 1 {
            return Err("must do one thing: press (with or without keys), keys, stop or wait".into());
        }
        if entry.error_type.is_some() && !entry.stop {
            return Err("has an error_type, which only a rule that stops has".into());
        }
        if entry.rank == Rank::Guard && !entry.stop {
            return Err("is a guard: it must stop".into());
        }
        if entry.only_buttons && entry.press.is_empty() {
            return Err("has only_buttons: it must name them in press".into());
        }
        if entry.says_any.is_empty() && entry.says_all.is_empty() && !entry.only_buttons {
            return Err("knows every dialog: give says_any or says_all".into());
        }
        let phrases = [&entry.says_any, &entry.says_all, &entry.unless_says];
        if phrases.into_iter().flatten().any(|p| p.trim().is_empty()) {
            return Err("has an empty phrase: take it out".into());
        }
        let danger = entry.press.iter().find(|label| risk::word(label).is_some());
        if let Some(label) = danger.filter(|_| !entry.dangerous_ok) {
            return Err(format!(
                "presses {label:?}, which cannot be taken back: take it out, or let the rule stop"
            ));
        }
        let compiled = |phrases: Vec<String>| phrases.iter().map(|p| Phrase::of(p)).collect();
        let does = match (entry.stop, entry.wait) {
            (true, _) => Does::Stop(entry.error_type),
            (_, true) => Does::Wait,
            _ => Does::Press { labels: entry.press, keys: entry.keys },
        };
        Ok(Self {
            id: entry.id,
            title: entry.title,
            rank: entry.rank,
            does,
            dangerous_ok: entry.dangerous_ok,
            only_buttons: entry.only_buttons,
            any: compiled(entry.says_any),
            all: compiled(entry.says_all),
            unless: compiled(entry.unless_says),
            examples: entry.examples,
            not_examples: entry.not_examples,
        })
    }

    /// The phrase by which it knows a dialog: empty where it knows it by its buttons alone; none where it does not know it.
    pub(super) fn knows(&self, said: &Said, dialog: &Dialog) -> Option<&str> {
        let wary = if matches!(self.does, Does::Stop(_)) { Wary::OfMissing } else { Wary::OfHearing };
        let any = self.any.iter().find(|p| said.says(p, wary));
        if any.is_none() && !self.any.is_empty() {
            return None;
        }
        let is_it = self.all.iter().all(|p| said.says(p, wary))
            && (!self.only_buttons || self.has_only_its_buttons(dialog))
            && !self.unless.iter().any(|p| said.says(p, Wary::OfHearing));
        is_it.then(|| any.or(self.all.first()).map_or("", |p| p.text.as_str()))
    }

    fn has_only_its_buttons(&self, dialog: &Dialog) -> bool {
        let Does::Press { labels, .. } = &self.does else { return false };
        let is_its = |found: &str| is_cross(found) || labels.iter().any(|l| likeness(l, found).is_some());
        !dialog.buttons.is_empty() && dialog.buttons.iter().all(|(label, _)| is_its(label))
    }

    /// Its examples hold, asked among all rules; or the one that does not.
    pub(super) fn prove(&self, all: &Rules) -> Result<(), String> {
        for example in &self.examples {
            let decision = decide(&dialog_of(example), all);
            let Some(decision) = decision.filter(|d| d.rule.id == self.id) else {
                return Err(format!("does not decide its example {:?}", example.texts));
            };
            let does = outcome(&decision.reaction);
            if does != example.expect {
                return Err(format!(
                    "does {does:?} on its example {:?}, not {:?}",
                    example.texts, example.expect
                ));
            }
        }
        for example in &self.not_examples {
            if decide(&dialog_of(example), all).is_some_and(|d| d.rule.id == self.id) {
                return Err(format!("decides {:?}, which it should not", example.texts));
            }
        }
        Ok(())
    }

    /// The dialogs of its examples.
    #[cfg(test)]
    pub(super) fn dialogs(&self) -> impl Iterator<Item = Dialog> {
        self.examples.iter().map(dialog_of)
    }

    /// The languages of its examples, and how many dialogs it should not decide.
    #[cfg(test)]
    pub(super) fn proofs(&self) -> (Vec<&str>, usize) {
        (self.examples.iter().map(|e| e.lang.as_str()).collect(), self.not_examples.len())
    }
}

/// What a reaction does, as an example has it.
fn outcome(reaction: &Reaction) -> &str {
    match reaction {
        Reaction::Press { found, .. } => &found.label,
        Reaction::Keys { .. } => "keys",
        Reaction::Stop { .. } => "stop",
        Reaction::Wait { .. } => "wait",
    }
}

/// The dialog of these words, with its buttons in a row.
fn dialog_of(example: &Example) -> Dialog {
    let place =
        |i: usize| Rect::at(i32::try_from(i).unwrap_or(0).saturating_mul(EXAMPLE_STEP), 0, EXAMPLE_BUTTON);
    let buttons = example.buttons.iter().enumerate().map(|(i, label)| (label.clone(), place(i))).collect();
    Dialog { bbox: Rect::at(0, 0, EXAMPLE_DIALOG), texts: example.texts.clone(), buttons }
}
