//! Why a run stopped, and what a person is asked then (SPEC PEOPLE.7).

use super::{Question, QuestionKind};
use serde::{Deserialize, Serialize};

/// Why a run stopped short of its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HaltReason {
    /// The screen is none that the workflow knows.
    UnknownScreen,
    /// What a step points at is not there.
    NotFound,
    /// Two things cannot be told apart.
    Ambiguous,
    /// What was found may be it, and nothing else vouches for it.
    Unsure,
    /// The record on the screen is not the one that was meant.
    WrongRecord,
    /// Several ways lead on, and nothing decides.
    Undecided,
    /// A value is needed that nobody gave.
    MissingValue,
    /// A value does not have the form it must have.
    BadValue,
    /// A step asks a language model, and none is configured.
    NoModel,
    /// A person said no, or nobody could be asked.
    NotConfirmed,
    /// The step did not do what it should.
    NotVerified,
    /// Something cannot be taken back, and it is not known whether it happened.
    UnknownOutcome,
    /// What should be true outside the screen is not.
    EffectMissing,
    /// The application says that something went wrong.
    ErrorScreen,
    /// A dialog that no rule knows is in the way.
    Dialog,
    /// A rule forbids it.
    Forbidden,
    /// The workflow is not mature enough for this mode.
    InsufficientMaturity,
    /// It took more steps, or more time, than it may.
    Exhausted,
    /// The display or the application is gone.
    ScreenLost,
    /// A person moved the pointer or pressed the stop key.
    Interrupted,
    /// The workflow itself cannot be run.
    BadWorkflow,
    /// What happens could not be written down, so nothing may happen.
    JournalFailed,
}

/// A run that stopped short of its end: why, and what a person is asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "Stored")]
pub struct Halt {
    /// Why.
    pub reason: HaltReason,
    /// The same in a sentence.
    pub why: String,
    /// What is asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<Box<Question>>,
    /// The node it happened on, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<String>,
    /// The step that was to be done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edge: Option<String>,
    /// Which of its parts, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<usize>,
    /// The screen it happened on, as it was kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub screen: Option<String>,
}

impl Halt {
    /// A halt that says why.
    pub fn new(reason: HaltReason, why: impl Into<String>) -> Self {
        let why = why.into();
        Self { reason, why, question: None, node: None, edge: None, part: None, screen: None }
    }

    /// The same with what a person can do to let the run go on: nothing more exact can be asked.
    #[must_use]
    pub fn asking(self, text: impl Into<String>) -> Self {
        self.with(Question::new(QuestionKind::WhatNow, text))
    }

    /// The same with the question that nobody answered.
    #[must_use]
    pub fn with(self, question: Question) -> Self {
        Self { question: Some(Box::new(question)), ..self }
    }
}

/// A halt as it may be stored: before questions had kinds, a question was a text, with its choices beside it.
#[derive(Deserialize)]
struct Stored {
    reason: HaltReason,
    why: String,
    #[serde(default)]
    question: Option<StoredQuestion>,
    #[serde(default)]
    choices: Vec<String>,
    #[serde(default)]
    node: Option<String>,
    #[serde(default)]
    edge: Option<String>,
    #[serde(default)]
    part: Option<usize>,
    #[serde(default)]
    screen: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum StoredQuestion {
    Text(String),
    Question(Box<Question>),
}

impl From<Stored> for Halt {
    fn from(stored: Stored) -> Self {
        let Stored { reason, why, question, choices, node, edge, part, screen } = stored;
        let question = question.map(|question| match question {
            StoredQuestion::Question(question) => question,
            StoredQuestion::Text(text) => Box::new(Question {
                why: why.clone(),
                choices,
                screen: screen.clone(),
                node: node.clone(),
                edge: edge.clone(),
                part,
                ..Question::new(QuestionKind::WhatNow, text)
            }),
        });
        Self { reason, why, question, node, edge, part, screen }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // In a test that is what it is for.
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_halt_of_before_questions_had_kinds_is_read() {
        let old = json!({
            "reason": "undecided", "why": "two ways", "question": "Which one?", "choices": ["stop", "click “A”"],
            "node": "list", "edge": "open", "part": 1, "screen": "shot_0001"
        });
        let halt: Halt = serde_json::from_value(old).unwrap();
        let question = halt.question.clone().unwrap();
        assert_eq!((question.kind, question.text.as_str()), (QuestionKind::WhatNow, "Which one?"));
        assert_eq!(question.choices, ["stop", "click “A”"]);
        assert_eq!((question.node.as_deref(), question.part), (Some("list"), Some(1)));
        assert_eq!(question.screen, halt.screen);
        let bare: Halt = serde_json::from_value(json!({ "reason": "not_found", "why": "gone" })).unwrap();
        assert_eq!(bare, Halt::new(HaltReason::NotFound, "gone"));
    }

    #[test]
    fn a_halt_is_read_as_it_was_written() {
        let question = Question {
            places: vec!["“Open” in the row “Dupont, 12 March”".into()],
            ..Question::new(QuestionKind::WhichOne, "Which one is it?")
        };
        let halt = Halt { part: Some(0), ..Halt::new(HaltReason::Ambiguous, "two are alike") }.with(question);
        let written = serde_json::to_value(&halt).unwrap();
        assert_eq!(written["question"]["kind"], "which_one");
        assert_eq!(serde_json::from_value::<Halt>(written).unwrap(), halt);
    }
}
