//! Answers that were given after a run had halted (SPEC PEOPLE.7). Pure: told from the journal, line by line.

use crate::world::{self, Asked};
use lea_model::run::{Answer, Entry, NextStep, Question, QuestionKind};

/// Answers that wait for their question to come up again. Each is used once.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    /// The question that the run halted with, while it has not gone on.
    halted: Option<Box<Question>>,
    given: Vec<Given>,
}

/// An answer, and who gave it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Given {
    pub question: Question,
    pub answer: Answer,
    pub by: String,
}

impl Answers {
    /// What a journal tells.
    pub fn of(journal: &[Entry]) -> Self {
        let mut answers = Self::default();
        journal.iter().for_each(|entry| answers.hear(entry));
        answers
    }

    /// A line of the journal. An answer is over once its question was asked again, or its step was begun again: whatever is asked then is
    /// about something else.
    pub fn hear(&mut self, entry: &Entry) {
        match entry {
            Entry::Begin { .. } => self.halted = None,
            Entry::End { halt, .. } => {
                self.halted = halt.as_ref().and_then(|halt| halt.question.clone());
            }
            Entry::Answered { answer, by, .. } => {
                let Some(question) = &self.halted else { return };
                self.given.retain(|g| !g.question.is_same(question));
                if !question.secret {
                    let question = (**question).clone();
                    self.given.push(Given { question, answer: answer.clone(), by: by.clone() });
                }
            }
            Entry::Asked { question } => self.given.retain(|g| !g.question.is_same(question)),
            Entry::Intend { intent } => self.given.retain(|g| {
                let about = (g.question.edge.as_deref(), g.question.part);
                about != (Some(&intent.edge), Some(intent.part))
            }),
            Entry::Arrived { edge, .. } => self.given.retain(|g| g.question.edge.as_ref() != Some(edge)),
            _ => {}
        }
    }

    /// The answer to this question, if it was given; it is gone then.
    pub fn take(&mut self, question: &Question) -> Option<Given> {
        if question.secret {
            return None;
        }
        let at = self.given.iter().position(|g| g.question.is_same(question))?;
        Some(self.given.remove(at))
    }

    /// This question was answered, and the answer waits.
    pub fn has(&self, question: &Question) -> bool {
        !question.secret && self.given.iter().any(|g| g.question.is_same(question))
    }

    /// The names of the values that were given.
    pub fn values(&self) -> Vec<String> {
        self.given.iter().filter_map(|g| g.question.value.clone()).collect()
    }

    /// What a person decided about a run that halted and could ask nothing more exact; *stop* is meant at once, whatever was asked. It stays
    /// until it is heard as asked.
    pub fn what_now(&self) -> Option<(&Given, NextStep)> {
        let is_meant = |g: &&Given| g.question.kind == QuestionKind::WhatNow || g.answer == Answer::Stop;
        let given = self.given.iter().rev().find(is_meant)?;
        let step = match &given.answer {
            Answer::Choice { words, .. } => NextStep::of(words),
            Answer::Stop => Some(NextStep::Stop),
            _ => None,
        };
        Some((given, step?))
    }
}

/// What a person decided about a run that halted, and who: as its journal tells, where it was not heeded yet.
pub fn what_now(journal: &[Entry]) -> Option<(NextStep, String)> {
    Answers::of(journal).what_now().map(|(given, step)| (step, given.by.clone()))
}

/// What a stored answer means as the answer to a question that comes up again; none where it cannot be told. A point is none: it was
/// given on another screen.
pub(crate) fn understood(answer: &Answer, asked: Asked, question: &Question) -> Option<world::Answer> {
    let only = |all: &[String], words: &str| {
        let mut alike = all.iter().enumerate().filter(|(_, w)| *w == words).map(|(n, _)| n);
        alike.next().filter(|_| alike.next().is_none())
    };
    match answer {
        Answer::Yes => Some(world::Answer::Yes),
        Answer::No => Some(world::Answer::No),
        Answer::Choice { words, .. } => {
            let number = only(&question.choices, words)?;
            Some(match (asked.is_yes_or_no(), number) {
                (false, number) => world::Answer::Choice(number),
                (true, 1) => world::Answer::Yes,
                (true, _) => world::Answer::No,
            })
        }
        Answer::Place { words, .. } => only(&question.places, words).map(world::Answer::Choice),
        Answer::Text { text } => Some(world::Answer::Text(text.clone())),
        Answer::Stop => Some(world::Answer::Stop),
        Answer::Point { .. } | Answer::Secret => None,
    }
}

/// An answer as it is written down; none where nobody answered.
pub(crate) fn stored(answer: &world::Answer, question: &Question) -> Option<Answer> {
    let words = |all: &[String], n: usize| all.get(n).cloned().unwrap_or_default();
    Some(match answer {
        world::Answer::Yes => Answer::Yes,
        world::Answer::No => Answer::No,
        world::Answer::Choice(number) if question.choices.is_empty() => {
            Answer::Place { number: *number, words: words(&question.places, *number) }
        }
        world::Answer::Choice(number) => {
            Answer::Choice { number: *number, words: words(&question.choices, *number) }
        }
        world::Answer::Text(_) if question.secret => Answer::Secret,
        world::Answer::Text(text) => Answer::Text { text: text.clone() },
        world::Answer::Point(at) => Answer::Point { at: *at },
        world::Answer::Stop => Answer::Stop,
        world::Answer::Nobody => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_model::run::{Halt, HaltReason, Intent, Run, RunOutcome};
    use std::collections::BTreeMap;

    fn may_i(number: &str) -> Question {
        Question {
            choices: vec!["no".into(), "yes".into()],
            known: BTreeMap::from([("number".into(), number.into())]),
            node: Some("form".into()),
            edge: Some("save".into()),
            part: Some(1),
            ..Question::new(QuestionKind::MayI, "click “Save”. Do it?")
        }
    }

    fn begin(resumed: bool) -> Entry {
        Entry::Begin { run: Box::new(Run::default()), resumed }
    }

    fn halted_with(question: Question) -> Entry {
        let halt = Halt::new(HaltReason::NotConfirmed, "nobody confirmed").with(question);
        Entry::End { outcome: RunOutcome::Halted, halt: Some(halt), at: String::new() }
    }

    fn answered(answer: Answer) -> Entry {
        Entry::Answered { answer, by: "marie".into(), at: String::new() }
    }

    fn yes() -> Answer {
        Answer::Choice { number: 1, words: "yes".into() }
    }

    fn journal() -> Vec<Entry> {
        vec![begin(false), halted_with(may_i("F-1")), answered(yes()), begin(true)]
    }

    #[test]
    fn an_answer_given_later_is_used_once() {
        let mut answers = Answers::of(&journal());
        let given = answers.take(&may_i("F-1"));
        assert_eq!(given.as_ref().map(|g| g.by.as_str()), Some("marie"));
        assert_eq!(given.map(|g| g.answer), Some(yes()));
        assert_eq!(answers.take(&may_i("F-1")), None);
        // So does a run that crashed after it had used it: the journal says that it was asked.
        let mut used = journal();
        used.push(Entry::Asked { question: Box::new(may_i("F-1")) });
        used.push(answered(yes()));
        used.push(begin(true));
        assert_eq!(Answers::of(&used).take(&may_i("F-1")), None);
    }

    #[test]
    fn it_answers_no_other_question_and_no_other_record() {
        let mut answers = Answers::of(&journal());
        assert_eq!(answers.take(&may_i("F-2")), None, "another record");
        let elsewhere = Question { node: Some("list".into()), ..may_i("F-1") };
        assert_eq!(answers.take(&elsewhere), None);
        let other = Question { text: "click “Delete”. Do it?".into(), ..may_i("F-1") };
        assert_eq!(answers.take(&other), None);
        assert!(answers.take(&may_i("F-1")).is_some(), "it still waits for its own");
    }

    #[test]
    fn it_waits_while_the_run_halts_with_something_else_and_is_over_once_its_step_began() {
        let mut entries = journal();
        let other = Question::new(QuestionKind::RightRecord, "Is it the record F-1?");
        entries.extend([halted_with(other.clone()), answered(yes()), begin(true)]);
        let mut both = Answers::of(&entries);
        assert!(both.take(&other).is_some() && both.take(&may_i("F-1")).is_some());
        let intent = Intent { edge: "save".into(), part: 1, ..Intent::default() };
        entries.push(Entry::Intend { intent });
        let mut begun = Answers::of(&entries);
        assert_eq!(begun.take(&may_i("F-1")), None);
        assert!(begun.take(&other).is_some());
    }

    #[test]
    fn the_last_answer_counts_and_one_without_a_question_is_none() {
        let mut entries = vec![begin(false), answered(yes()), halted_with(may_i("F-1"))];
        assert_eq!(Answers::of(&entries).take(&may_i("F-1")), None);
        entries.extend([answered(yes()), answered(Answer::Stop)]);
        assert_eq!(Answers::of(&entries).take(&may_i("F-1")).map(|g| g.answer), Some(Answer::Stop));
    }

    #[test]
    fn a_secret_is_never_given_later_and_never_written_down() {
        let secret = Question { secret: true, ..Question::for_value("password") };
        let text = Answer::Text { text: "hunter2".into() };
        let entries = [begin(false), halted_with(secret.clone()), answered(text), begin(true)];
        assert_eq!(Answers::of(&entries).take(&secret), None);
        let typed = world::Answer::Text("hunter2".into());
        assert_eq!(stored(&typed, &secret), Some(Answer::Secret));
    }

    #[test]
    fn an_answer_is_understood_by_its_words() {
        let which = Question {
            places: vec!["“Open” in the row “A”".into(), "“Open” in the row “B”".into()],
            ..Question::default()
        };
        let place = |words: &str| Answer::Place { number: 0, words: words.into() };
        let said = understood(&place("“Open” in the row “B”"), Asked::Which, &which);
        assert_eq!(said, Some(world::Answer::Choice(1)));
        assert_eq!(understood(&place("“Open” in the row “C”"), Asked::Which, &which), None);
        assert_eq!(understood(&yes(), Asked::Step, &may_i("F-1")), Some(world::Answer::Yes));
        let point = Answer::Point { at: lea_model::Point { x: 1, y: 2 } };
        assert_eq!(understood(&point, Asked::Which, &which), None);
    }

    #[test]
    fn what_a_person_decided_is_known_until_it_is_heeded() {
        let question = Question {
            choices: NextStep::choices(false),
            ..Question::new(QuestionKind::WhatNow, "Close the dialog, then resume")
        };
        let stop = Answer::Choice { number: 2, words: NextStep::Stop.words().into() };
        let mut entries = vec![begin(false), halted_with(question.clone()), answered(stop), begin(true)];
        assert_eq!(Answers::of(&entries).what_now().map(|(_, step)| step), Some(NextStep::Stop));
        entries.push(Entry::Asked { question: Box::new(question) });
        assert_eq!(Answers::of(&entries).what_now().map(|(_, step)| step), None);
        let which = Question::new(QuestionKind::WhichOne, "Which one is it?");
        let entries = vec![begin(false), halted_with(which), answered(Answer::Stop), begin(true)];
        let said = Answers::of(&entries).what_now().map(|(_, step)| step);
        assert_eq!(said, Some(NextStep::Stop), "before anything is pressed");
    }
}
