//! What words on elements mean: lexicons are data, one file per language (`lexicons/`), and all are asked at once, because a
//! screen does not say which language it is in.

use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// No entry of a lexicon has more words than this.
const LONGEST_ENTRY: usize = 5;

/// A label of more words than this is a sentence: its first word says nothing about what it does.
const LONGEST_LABEL: usize = 5;

#[derive(Deserialize)]
struct File {
    #[serde(default)]
    roles: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    dangerous: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    error: Phrases,
    #[serde(default)]
    busy: Phrases,
    #[serde(default)]
    confirm: Phrases,
    #[serde(default)]
    done: Phrases,
    #[serde(default)]
    nouns: BTreeMap<String, Vec<String>>,
}

#[derive(Default, Deserialize)]
struct Phrases {
    phrases: Vec<String>,
}

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

/// The words of one or several languages.
#[derive(Default)]
pub struct Lexicon {
    roles: HashMap<String, String>,
    dangerous: HashMap<String, f64>,
    tones: Vec<(String, Tone)>,
    nouns: HashMap<String, String>,
}

/// French and English, as shipped.
pub static SHIPPED: LazyLock<Lexicon> = LazyLock::new(|| {
    let mut all = Lexicon::default();
    for text in [include_str!("../lexicons/fr.toml"), include_str!("../lexicons/en.toml")] {
        // A test reads both files: here they cannot be wrong.
        let _ = all.extend(text);
    }
    all
});

impl Lexicon {
    /// Adds the words of a file in the form of `lexicons/en.toml`; words already known keep their meaning.
    pub fn extend(&mut self, toml: &str) -> Result<(), toml::de::Error> {
        let file: File = toml::from_str(toml)?;
        for (role, words) in file.roles {
            for word in words {
                self.roles.entry(normal(&word)).or_insert_with(|| role.clone());
            }
        }
        for (level, words) in file.dangerous {
            let score = if level == "high" { 0.9 } else { 0.5 };
            for word in words {
                self.dangerous.entry(normal(&word)).or_insert(score);
            }
        }
        let tones = [
            (file.error, Tone::Error),
            (file.busy, Tone::Busy),
            (file.confirm, Tone::Confirm),
            (file.done, Tone::Done),
        ];
        for (phrases, tone) in tones {
            self.tones.extend(phrases.phrases.iter().map(|p| (normal(p), tone)));
        }
        for (noun, words) in file.nouns {
            for word in words {
                self.nouns.entry(normal(&word)).or_insert_with(|| noun.clone());
            }
        }
        Ok(())
    }

    /// The role that a label asks for, by its longest beginning that has one.
    pub fn role(&self, label: &str) -> Option<&str> {
        beginning(label, &self.roles).map(String::as_str)
    }

    /// How much harm a label threatens, within 0..1.
    pub fn danger(&self, label: &str) -> f64 {
        beginning(label, &self.dangerous).copied().unwrap_or(0.0)
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

fn beginning<'l, T>(label: &str, entries: &'l HashMap<String, T>) -> Option<&'l T> {
    let label = normal(label);
    let words: Vec<&str> = label.split(' ').collect();
    if words.len() > LONGEST_LABEL {
        return None;
    }
    (1..=words.len().min(LONGEST_ENTRY)).rev().find_map(|n| entries.get(&words[..n].join(" ")))
}

/// A text without case, accents, punctuation at its ends, ellipses and double spaces.
pub fn normal(text: &str) -> String {
    let plain: String = text
        .nfkd()
        .filter(|c| !is_combining_mark(*c))
        .flat_map(char::to_lowercase)
        .map(|c| {
            if c.is_alphanumeric() || c == '\'' || c == '-' {
                c
            } else if c == '’' {
                '\''
            } else {
                ' '
            }
        })
        .collect();
    plain
        .split_whitespace()
        .map(|w| w.trim_matches(['-', '\'']))
        .filter(|w| !w.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// The label says what to do.
pub(crate) fn is_action(label: &str) -> bool {
    SHIPPED.role(label).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_lexicons_are_read() {
        for text in [include_str!("../lexicons/fr.toml"), include_str!("../lexicons/en.toml")] {
            Lexicon::default().extend(text).unwrap();
        }
    }

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
        for (label, role) in cases {
            assert_eq!(SHIPPED.role(label), role, "{label}");
        }
    }

    #[test]
    fn sentences_have_a_tone() {
        assert_eq!(SHIPPED.tone("Échec de la connexion"), Some(Tone::Error));
        assert_eq!(SHIPPED.tone("Veuillez patienter…"), Some(Tone::Busy));
        assert_eq!(SHIPPED.tone("Terror island"), None, "an error starts a word");
        assert_eq!(SHIPPED.noun("Liste des factures"), Some("invoice"));
    }

    #[test]
    fn a_lexicon_can_be_extended() {
        let mut mine = Lexicon::default();
        mine.extend("[roles]\nvalidate = [\"visieren\"]\n").unwrap();
        assert_eq!(mine.role("Visieren"), Some("validate"));
        assert!(mine.extend("[roles").is_err());
    }
}
