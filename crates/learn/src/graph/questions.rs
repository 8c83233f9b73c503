//! What demonstrations do not tell, asked as short multiple-choice questions; answers are kept and given again (LEARN.1).

use std::collections::BTreeMap;

pub use lea_model::workflow::{OpenChoice as Choice, OpenQuestion as Question};

/// Answers that were given, by the id of their question.
pub type Answers = BTreeMap<String, String>;

/// The questions of a lesson while it is learnt.
#[derive(Debug, Default)]
pub(crate) struct Asked<'a> {
    pub answers: Option<&'a Answers>,
    pub open: Vec<Question>,
    /// How often each id was used: questions that would be known by the same words get a number.
    pub used: BTreeMap<String, usize>,
}

impl Asked<'_> {
    /// The answer to a question, or what is done meanwhile; an open question is asked.
    pub fn answer(&mut self, mut question: Question) -> String {
        let times = self.used.entry(question.id.clone()).or_default();
        *times += 1;
        if *times > 1 {
            question.id = format!("{}.{times}", question.id);
        }
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
    Choice { value: value.into(), text: text.into(), ..Choice::default() }
}
