//! What demonstrations do not tell, asked as short multiple-choice questions; answers are kept and given again (LEARN.1).

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Something that only a person knows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Question {
    /// The same question has the same id when it comes up again.
    pub id: String,
    /// What is asked.
    pub text: String,
    /// The answers there are.
    pub choices: Vec<Choice>,
    /// What was done about it as long as nobody answers: one of the choices.
    pub meanwhile: String,
    /// A picture to it: a path inside the workflow's folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
}

/// An answer that can be given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// What is kept.
    pub value: String,
    /// What is read.
    pub text: String,
}

/// Answers that were given, by the id of their question.
pub type Answers = BTreeMap<String, String>;

/// The questions of a lesson while it is learnt.
#[derive(Debug, Default)]
pub(crate) struct Asked<'a> {
    pub answers: Option<&'a Answers>,
    pub open: Vec<Question>,
}

impl Asked<'_> {
    /// The answer to a question, or what is done meanwhile; an open question is asked.
    pub fn answer(&mut self, question: Question) -> String {
        let known = self.answers.and_then(|a| a.get(&question.id));
        if let Some(answer) = known.filter(|a| question.choices.iter().any(|c| c.value == **a)) {
            return answer.clone();
        }
        let meanwhile = question.meanwhile.clone();
        self.open.push(question);
        meanwhile
    }
}

/// A choice.
pub(crate) fn choice(value: &str, text: impl Into<String>) -> Choice {
    Choice { value: value.into(), text: text.into() }
}
