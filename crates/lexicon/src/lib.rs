#![doc = include_str!("../README.md")]

pub mod answers;
mod controls;
pub mod dialogs;
pub mod errors;
mod file;
pub mod formats;
pub mod names;
mod negation;
mod params;
pub mod risk;
mod roles;
pub mod shortcuts;
mod steps;
pub mod text;
pub mod values;

pub use answers::Answers;
pub use controls::{CROSS, Controls};
pub use errors::ErrorTexts;
pub use negation::Negation;
pub use risk::{Kind, Risk, RiskWord};
pub use roles::{Roles, Tone};
pub use steps::Steps;
pub use values::Values;

use file::File;
use std::sync::OnceLock;

/// The languages that ship. French and English come first: of words that two languages have, the first counts.
const SHIPPED: &[&str] = &[
    include_str!("../data/fr.toml"),
    include_str!("../data/en.toml"),
    include_str!("../data/de.toml"),
    include_str!("../data/es.toml"),
    include_str!("../data/it.toml"),
    include_str!("../data/pt.toml"),
    include_str!("../data/nl.toml"),
    include_str!("../data/pl.toml"),
    include_str!("../data/cs.toml"),
    include_str!("../data/sv.toml"),
    include_str!("../data/da.toml"),
    include_str!("../data/nb.toml"),
    include_str!("../data/fi.toml"),
    include_str!("../data/ro.toml"),
    include_str!("../data/hu.toml"),
    include_str!("../data/tr.toml"),
];

/// The words of this process.
static IN_USE: OnceLock<Lexicon> = OnceLock::new();

/// Why words were not taken.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// It is not TOML, or not of the form of `data/en.toml`.
    #[error("the words cannot be read: {0}")]
    Form(#[from] toml::de::Error),
    /// A word makes no sense.
    #[error("the word {word:?} ({language}): {problem}")]
    Word {
        /// Of which language.
        language: String,
        /// Which.
        word: String,
        /// What is wrong, and what to do.
        problem: String,
    },
    /// Words were used before these came.
    #[error("words are in use already: install others before anything reads a word")]
    InUse,
}

/// All words: those that ship, and those that a user's files add.
#[derive(Clone, Debug, Default)]
pub struct Lexicon {
    files: Vec<File>,
    /// What words on elements mean.
    pub roles: Roles,
    /// What words in an action say about a step.
    pub steps: Steps,
    /// Texts that mean that something went wrong.
    pub errors: ErrorTexts,
    /// Labels of controls that are compared whole.
    pub controls: Controls,
    /// Words in values.
    pub values: Values,
    /// What says that something is not so.
    pub negation: Negation,
    /// What a person answers at a prompt.
    pub answers: Answers,
    /// What cannot be taken back.
    pub risk: Risk,
}

impl Lexicon {
    /// The words that ship.
    ///
    /// # Panics
    /// Where a shipped file cannot be read, which a test excludes: without its words of risk Lea must not act.
    pub fn shipped() -> Self {
        let files: Result<Vec<File>, Error> = SHIPPED.iter().map(|text| File::read(text)).collect();
        files.and_then(Self::of).expect("the shipped words are read by a test")
    }

    /// These words and those of a file of the same form; the file may be of a language that is there already.
    pub fn with(&self, toml: &str) -> Result<Self, Error> {
        let mut files = self.files.clone();
        files.push(File::read(toml)?);
        Self::of(files)
    }

    /// The words of this process: those of [`Lexicon::install`], or those that ship.
    pub fn in_use() -> &'static Self {
        IN_USE.get_or_init(Self::shipped)
    }

    /// Makes these the words of this process. A word means one thing as long as a process runs, so that equal inputs have equal
    /// answers: this is done once, before anything reads a word.
    pub fn install(self) -> Result<(), Error> {
        IN_USE.set(self).map_err(|_| Error::InUse)
    }

    fn of(files: Vec<File>) -> Result<Self, Error> {
        Ok(Self {
            roles: Roles::of(&files),
            steps: Steps::of(&files),
            errors: ErrorTexts::of(&files),
            controls: Controls::of(&files),
            values: Values::of(&files),
            negation: Negation::of(&files),
            answers: Answers::of(&files),
            risk: Risk::of(&files)?,
            files,
        })
    }
}
