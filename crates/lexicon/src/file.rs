//! A file of words, as it is written: one language, any of the kinds.

use crate::risk::Kind;
use crate::{Error, text};
use lea_model::{ErrorType, SemanticRole};
use serde::Deserialize;
use std::collections::BTreeMap;

/// Months of a year.
const MONTHS: usize = 12;

/// Words of one language.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct File {
    /// Its code, such as `fr`.
    pub(crate) language: String,
    /// Labels, by the role they ask for.
    #[serde(default)]
    pub(crate) roles: BTreeMap<String, Vec<String>>,
    /// Phrases, by what a sentence with one of them tells.
    #[serde(default)]
    pub(crate) tones: Tones,
    /// Names of things, by the English singular.
    #[serde(default)]
    pub(crate) nouns: BTreeMap<String, Vec<String>>,
    /// Words in an action or on its target, by what the step is for.
    #[serde(default)]
    pub(crate) steps: BTreeMap<SemanticRole, Vec<String>>,
    /// Phrases that mean that something went wrong, by what it is.
    #[serde(default)]
    pub(crate) errors: BTreeMap<ErrorType, Vec<String>>,
    /// Labels of controls, compared whole.
    #[serde(default)]
    pub(crate) controls: Controls,
    /// How values are written.
    #[serde(default)]
    pub(crate) values: Values,
    /// What says that something is not so.
    #[serde(default)]
    pub(crate) negation: Negation,
    /// What a person answers at a prompt.
    #[serde(default)]
    pub(crate) answers: Answers,
    /// What cannot be taken back.
    #[serde(default)]
    pub(crate) risk: Risk,
}

/// Words that negate.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Negation {
    /// Words that stand before what is not so.
    pub(crate) words: Vec<String>,
    /// Beginnings of words, before a hyphen.
    pub(crate) prefixes: Vec<String>,
}

/// Phrases by tone.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Tones {
    pub(crate) error: Vec<String>,
    pub(crate) busy: Vec<String>,
    pub(crate) confirm: Vec<String>,
    pub(crate) done: Vec<String>,
}

/// Labels of controls.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Controls {
    /// Turns to the next page of a list.
    pub(crate) next_page: Vec<String>,
    /// Stands between the number of this page and that of the last.
    pub(crate) page_of: Vec<String>,
    /// Closes something that came up, and keeps nothing of it.
    pub(crate) close: Vec<String>,
    /// A drawn cross that closes, as it is read.
    pub(crate) cross: Vec<String>,
    /// Names an option that says what to do about errors, and is no error itself.
    pub(crate) error_option: Vec<String>,
}

/// Words in values.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Values {
    /// Yes, or true.
    pub(crate) yes: Vec<String>,
    /// No, or false.
    pub(crate) no: Vec<String>,
    /// How the names of the twelve months begin, January first.
    pub(crate) months: Vec<Vec<String>>,
}

/// What a person answers at a prompt.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Answers {
    /// Yes, in full or by its first letter.
    pub(crate) yes: Vec<String>,
    /// End the run.
    pub(crate) stop: Vec<String>,
}

/// Words of risk.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Risk {
    /// Endings with which a stem ("delet-") tells to do something.
    pub(crate) endings: Vec<String>,
    /// Endings with which it names a thing or tells what was done: such a word is no misread form of the stem.
    pub(crate) other_endings: Vec<String>,
    /// Labels with which a question is answered with yes.
    pub(crate) affirmative: Vec<String>,
    /// Words and phrases that only look like risk.
    pub(crate) harmless: Vec<String>,
    /// Stems, words and phrases by what they do.
    pub(crate) words: BTreeMap<Kind, Vec<String>>,
    /// Words that count in a question only: participles and nouns.
    pub(crate) asked: BTreeMap<Kind, Vec<String>>,
}

impl File {
    /// Reads a file and checks its words.
    pub(crate) fn read(toml: &str) -> Result<Self, Error> {
        let file: Self = toml::from_str(toml)?;
        if file.language.trim().is_empty() {
            return Err(Error::Word {
                language: file.language,
                word: String::new(),
                problem: "the file needs a language, such as \"fr\"".into(),
            });
        }
        let months = &file.values.months;
        if !months.is_empty() && months.len() != MONTHS {
            return Err(
                file.bad("months", "a year has twelve: list how each of them may begin, January first")
            );
        }
        let risk = &file.risk;
        let lists = [&risk.affirmative, &risk.harmless].into_iter();
        let lists = lists.chain(risk.words.values()).chain(risk.asked.values());
        let lists = lists.chain(file.roles.values()).chain(file.nouns.values());
        let lists = lists.chain(file.steps.values()).chain(file.errors.values());
        let tones = &file.tones;
        let lists = lists.chain([&file.negation.words, &file.negation.prefixes]);
        let lists = lists.chain([&tones.error, &tones.busy, &tones.confirm, &tones.done]);
        if let Some(word) = lists.flatten().find(|word| text::words(word).is_empty()) {
            return Err(file.bad(word, "it has no letter: take it out"));
        }
        Ok(file)
    }

    /// The error about one of its words.
    pub(crate) fn bad(&self, word: &str, problem: &str) -> Error {
        Error::Word { language: self.language.clone(), word: word.to_owned(), problem: problem.to_owned() }
    }
}
