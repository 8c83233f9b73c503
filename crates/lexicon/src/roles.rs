//! What words on elements mean (SPEC L2.3). All languages are asked at once, because a screen does not say which one it is in.

use crate::file::File;
use crate::text::normal;
use std::collections::HashMap;

/// No entry has more words than this.
const LONGEST_ENTRY_WORDS: usize = 5;

/// A label of more words than this is a sentence: its first word says nothing about what it does.
const LONGEST_LABEL_WORDS: usize = 5;

/// What a sentence on a screen tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Something went wrong.
    Error,
    /// Something is still going on.
    Busy,
    /// A question that wants an answer.
    Confirm,
    /// Something went well.
    Done,
}

/// The words on elements, in all languages.
#[derive(Clone, Debug, Default)]
pub struct Roles {
    roles: HashMap<String, String>,
    tones: Vec<(String, Tone)>,
    nouns: HashMap<String, String>,
}

impl Roles {
    /// Words that an earlier file knows keep their meaning.
    pub(crate) fn of(files: &[File]) -> Self {
        let mut all = Self::default();
        for file in files {
            for (role, words) in &file.roles {
                for word in words {
                    all.roles.entry(normal(word)).or_insert_with(|| role.clone());
                }
            }
            let tones = [
                (&file.tones.error, Tone::Error),
                (&file.tones.busy, Tone::Busy),
                (&file.tones.confirm, Tone::Confirm),
                (&file.tones.done, Tone::Done),
            ];
            for (phrases, tone) in tones {
                all.tones.extend(phrases.iter().map(|p| (normal(p), tone)));
            }
            for (noun, words) in &file.nouns {
                for word in words {
                    all.nouns.entry(normal(word)).or_insert_with(|| noun.clone());
                }
            }
        }
        all
    }

    /// The role that a label asks for, by its longest beginning that has one.
    pub fn role(&self, label: &str) -> Option<&str> {
        let label = normal(label);
        let words: Vec<&str> = label.split(' ').collect();
        if words.len() > LONGEST_LABEL_WORDS {
            return None;
        }
        let beginning = |n: usize| self.roles.get(&words[..n].join(" "));
        (1..=words.len().min(LONGEST_ENTRY_WORDS)).rev().find_map(beginning).map(String::as_str)
    }

    /// What a sentence tells, if it is one of those that tell something.
    pub fn tone(&self, text: &str) -> Option<Tone> {
        let text = format!(" {} ", normal(text));
        let says = |phrase: &str| text.match_indices(phrase).any(|(at, _)| text[..at].ends_with(' '));
        self.tones.iter().find(|(phrase, _)| says(phrase)).map(|(_, tone)| *tone)
    }

    /// The thing that a text speaks of, in English and singular: `invoice` for « Factures ».
    pub fn noun(&self, text: &str) -> Option<&str> {
        normal(text).split(' ').find_map(|word| self.nouns.get(word)).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Lexicon;

    #[test]
    fn labels_have_roles_in_both_languages() {
        let cases = [
            ("Enregistrer", Some("save")),
            ("Enregistrer sous…", Some("save")),
            ("SUPPRIMER", Some("delete_action")),
            ("Sign in", Some("submit")),
            ("Delete invoice", Some("delete_action")),
            ("Se déconnecter", Some("close")),
            ("Martin Dupont", None),
            ("The save button is the one on the right", None),
        ];
        let words = Lexicon::shipped().roles;
        for (label, role) in cases {
            assert_eq!(words.role(label), role, "{label}");
        }
    }

    #[test]
    fn sentences_have_a_tone() {
        let words = Lexicon::shipped().roles;
        assert_eq!(words.tone("Échec de la connexion"), Some(Tone::Error));
        assert_eq!(words.tone("Veuillez patienter…"), Some(Tone::Busy));
        assert_eq!(words.tone("Terror island"), None, "an error starts a word");
        assert_eq!(words.noun("Liste des factures"), Some("invoice"));
    }

    #[test]
    fn a_file_adds_roles_and_changes_none() {
        let more = "language = \"de\"\n[roles]\nvalidate = [\"visieren\"]\nclose = [\"save\"]\n";
        let words = Lexicon::shipped().with(more).unwrap().roles;
        assert_eq!(words.role("Visieren"), Some("validate"));
        assert_eq!(words.role("Save"), Some("save"));
    }
}
