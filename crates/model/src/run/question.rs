//! Questions to a person, and what is answered (SPEC PEOPLE.7). A halt is a question that outlives its run.

use crate::Point;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What kind of question it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum QuestionKind {
    /// Which of several places or ways is meant.
    WhichOne,
    /// Whether what the screen shows is still what it should be.
    StillIt,
    /// Whether the record on the screen is the one that was given.
    RightRecord,
    /// Whether something that cannot be taken back happened.
    DidItHappen,
    /// Whether a step may be done.
    MayI,
    /// A value that nobody gave.
    GiveValue,
    /// Nothing more exact can be asked: what is to become of the run. Questions of a Lea that knew no kinds are read as this.
    #[default]
    WhatNow,
}

/// What can be answered to [`QuestionKind::WhatNow`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NextStep {
    /// The run goes on where it stopped, after looking anew.
    Retry,
    /// The row is left out; the run goes on with the next one.
    SkipRow,
    /// The person does the rest; the run is over.
    TakeOver,
    /// The run is over.
    Stop,
}

impl NextStep {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 4] = [Self::Retry, Self::SkipRow, Self::TakeOver, Self::Stop];

    /// The choice in words. Answers are stored with these words, so they do not change.
    pub fn words(self) -> &'static str {
        match self {
            Self::Retry => "retry: look at the screen again and go on",
            Self::SkipRow => "skip the row: leave this one out",
            Self::TakeOver => "take over: I do the rest myself",
            Self::Stop => "stop: end the run here",
        }
    }

    /// The choice that these words offer.
    pub fn of(words: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|step| step.words() == words)
    }

    /// The choices in words; skipping is offered only where there is a row.
    pub fn choices(has_row: bool) -> Vec<String> {
        let offered = Self::ALL.into_iter().filter(|step| has_row || *step != Self::SkipRow);
        offered.map(|step| step.words().to_owned()).collect()
    }
}

/// What a person is asked, with everything that is needed to answer it. Never holds a secret.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Question {
    /// What kind of question it is.
    pub kind: QuestionKind,
    /// The question; of [`QuestionKind::WhatNow`], what a person can do to let the run go on.
    pub text: String,
    /// Why it is asked.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub why: String,
    /// Answers to choose from, in words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<String>,
    /// The places on the screen that it is about, in words that tell them apart.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<String>,
    /// The values that are known, by name: which record it is about.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub known: BTreeMap<String, String>,
    /// The screen it is about, as it was kept: what is private is painted over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub screen: Option<String>,
    /// A digest of what that screen says, where an answer holds for this screen alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shows: Option<String>,
    /// The node it was asked on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<String>,
    /// The step that was to be done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edge: Option<String>,
    /// Which of its parts, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<usize>,
    /// The value that is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// That value is a secret: the answer is never written down, so it cannot be given later.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub secret: bool,
}

impl Question {
    /// A question of a kind.
    pub fn new(kind: QuestionKind, text: impl Into<String>) -> Self {
        Self { kind, text: text.into(), ..Self::default() }
    }

    /// A question for a value.
    pub fn for_value(name: &str) -> Self {
        Self {
            value: Some(name.to_owned()),
            ..Self::new(QuestionKind::GiveValue, format!("What is {name}?"))
        }
    }

    /// It asks the same thing about the same step of the same record: an answer to one is an answer to the other. The reason and the
    /// picture may differ, and what the screen says where it does not matter.
    pub fn is_same(&self, other: &Self) -> bool {
        let about = |q: &Self| (q.kind, q.node.clone(), q.edge.clone(), q.part, q.value.clone());
        about(self) == about(other)
            && self.text == other.text
            && self.known == other.known
            && self.choices == other.choices
            && self.places == other.places
            && self.shows == other.shows
    }
}

/// What was answered to a question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "said", rename_all = "snake_case")]
pub enum Answer {
    /// Yes.
    Yes,
    /// No.
    No,
    /// One of the choices.
    Choice {
        /// Which, from 0.
        number: usize,
        /// In words.
        words: String,
    },
    /// One of the places.
    Place {
        /// Which, from 0.
        number: usize,
        /// In words.
        words: String,
    },
    /// The thing at this point of the screen.
    Point {
        /// Where.
        at: Point,
    },
    /// A text.
    Text {
        /// The text; never a secret.
        text: String,
    },
    /// A secret was given. It is not written down.
    Secret,
    /// End the run.
    Stop,
}

impl std::fmt::Display for Answer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Yes => f.write_str("yes"),
            Self::No => f.write_str("no"),
            Self::Choice { words, .. } | Self::Place { words, .. } => f.write_str(words),
            Self::Point { at } => write!(f, "the place at {}, {}", at.x, at.y),
            Self::Text { text } => f.write_str(text),
            Self::Secret => f.write_str("a secret, which is not written down"),
            Self::Stop => f.write_str("stop"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_only_offered_to_be_skipped_where_there_is_one() {
        assert_eq!(NextStep::choices(true).len(), 4);
        assert!(NextStep::choices(false).iter().all(|c| NextStep::of(c) != Some(NextStep::SkipRow)));
        for step in NextStep::ALL {
            assert_eq!(NextStep::of(step.words()), Some(step));
        }
    }

    #[test]
    fn the_same_question_may_have_another_picture_and_reason_and_nothing_else() {
        let asked = Question {
            node: Some("form".into()),
            known: BTreeMap::from([("number".into(), "F-1".into())]),
            ..Question::new(QuestionKind::MayI, "click “Save”. Do it?")
        };
        let again = Question { screen: Some("shot_0002".into()), why: "another".into(), ..asked.clone() };
        assert!(asked.is_same(&again));
        let others = [
            Question { kind: QuestionKind::StillIt, ..asked.clone() },
            Question { node: Some("list".into()), ..asked.clone() },
            Question { edge: Some("save".into()), ..asked.clone() },
            Question { part: Some(1), ..asked.clone() },
            Question { text: "click “Delete”. Do it?".into(), ..asked.clone() },
            Question { known: BTreeMap::from([("number".into(), "F-2".into())]), ..asked.clone() },
            Question { places: vec!["“Save” in the dialog".into()], ..asked.clone() },
        ];
        for other in others {
            assert!(!asked.is_same(&other), "{other:?}");
        }
    }
}
