//! What cannot be taken back (SPEC ACT.5), proposed from words.
//!
//! A label counts by its stems, in all languages at once, however long it is and although OCR misread a letter. What is found is a
//! proposal: a person decides when the workflow is approved. A word too many costs a question, a word too few does harm; so only
//! words and phrases that are listed as harmless are let through.

pub mod changes;
mod index;
mod keys;
pub mod submits;
mod token;

#[cfg(test)]
mod tests;

use crate::Error;
use crate::Lexicon;
use crate::file::File;
use index::Index;
use lea_model::{Action, ActionType};
use serde::{Deserialize, Serialize};
use token::{Token, readings};

/// What pressing it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Deletes, empties, throws away.
    Delete,
    /// Pays.
    Pay,
    /// Sends.
    Send,
    /// Submits, files.
    Submit,
    /// Validates, approves.
    Approve,
    /// Confirms: what, says the text around it.
    Confirm,
    /// Rejects.
    Reject,
    /// Signs.
    Sign,
    /// Books, posts to an account.
    Book,
    /// Cancels an order, a booking, an invoice.
    Cancel,
    /// Orders, buys.
    Order,
    /// Transfers.
    Transfer,
    /// Publishes.
    Publish,
    /// Closes a period, a file, an account.
    Close,
    /// Archives.
    Archive,
    /// Overwrites, replaces.
    Overwrite,
    /// Resets.
    Reset,
    /// Formats a disk.
    Format,
    /// Uninstalls.
    Uninstall,
    /// Discharges a patient.
    Discharge,
    /// Saves.
    Save,
    /// Revokes, blocks, terminates a right or a contract.
    Revoke,
    /// Shuts down, restarts.
    Stop,
    /// Says of itself that it cannot be undone.
    Final,
}

impl Kind {
    /// What was there is gone afterwards.
    pub fn destroys(self) -> bool {
        matches!(
            self,
            Self::Delete | Self::Reset | Self::Format | Self::Uninstall | Self::Revoke | Self::Final
        )
    }
}

/// A word that says that pressing it cannot be taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RiskWord {
    /// The word or words as they were read, in lower case and without accents.
    pub word: String,
    /// The entry of the lexicon that it is a form of.
    pub stem: String,
    /// The language of the entry.
    pub language: String,
    /// What it does.
    pub kind: Kind,
}

/// [`Risk::word`], in the words of this process.
pub fn word(label: &str) -> Option<RiskWord> {
    Lexicon::in_use().risk.word(label)
}

/// [`Risk::question`], in the words of this process.
pub fn question(text: &str) -> Option<RiskWord> {
    Lexicon::in_use().risk.question(text)
}

/// [`Risk::affirmative`], in the words of this process.
pub fn affirmative(label: &str) -> bool {
    Lexicon::in_use().risk.affirmative(label)
}

/// [`Risk::action`], in the words of this process.
pub fn action(action: &Action) -> Option<RiskWord> {
    Lexicon::in_use().risk.action(action)
}

/// The words of risk, in all languages.
#[derive(Clone, Debug, Default)]
pub struct Risk {
    index: Index,
}

impl Risk {
    pub(crate) fn of(files: &[File]) -> Result<Self, Error> {
        Ok(Self { index: Index::of(files)? })
    }

    /// The word on a label that says that pressing it cannot be taken back; none where nothing does.
    pub fn word(&self, label: &str) -> Option<RiskWord> {
        readings(label).into_iter().find_map(|tokens| self.index.told(&tokens, |_| true))
    }

    /// The word in the question of a dialog that says that a yes to it cannot be taken back. Here nouns and participles count too:
    /// "Suppression du dossier", "3 records will be deleted".
    pub fn question(&self, text: &str) -> Option<RiskWord> {
        // "Please confirm" stands over any question.
        let counts = |kind: Kind| kind != Kind::Confirm;
        let told = readings(text).into_iter().find_map(|tokens| self.index.told(&tokens, counts));
        told.or_else(|| readings(text).into_iter().find_map(|tokens| self.index.asked(&tokens, counts)))
    }

    /// The label answers a question with yes: "Yes", "OK", "Oui, continuer". Such a button does what [`Risk::question`] finds in the
    /// text around it.
    pub fn affirmative(&self, label: &str) -> bool {
        readings(label).iter().any(|tokens| self.index.is_affirmative(tokens))
    }

    /// The word that says that an action cannot be taken back, by its target and keys; none where nothing does.
    pub fn action(&self, action: &Action) -> Option<RiskWord> {
        match action.action_type {
            ActionType::MouseClick | ActionType::Drag => {
                // What is dropped somewhere is done there: a drag into the bin deletes.
                let to = action.parameters.to.as_ref().filter(|_| action.action_type == ActionType::Drag);
                action.target.iter().chain(to).find_map(|target| {
                    let labels = target.text.iter().chain(&target.label_variants);
                    let name = target.anchor.as_ref().and_then(|a| a.name.as_ref());
                    target.role.iter().chain(labels).chain(name).find_map(|text| self.word(text))
                })
            }
            ActionType::KeyPress => {
                let is_delete = |k: &&String| ["delete", "del"].contains(&k.to_ascii_lowercase().as_str());
                action.parameters.keys.iter().find(is_delete).map(|key| RiskWord {
                    word: key.clone(),
                    stem: "delete".into(),
                    language: "en".into(),
                    kind: Kind::Delete,
                })
            }
            _ => None,
        }
    }
}

/// The words of tokens, for people.
fn joined(tokens: &[Token]) -> String {
    tokens.iter().map(|t| t.plain.as_str()).collect::<Vec<_>>().join(" ")
}
