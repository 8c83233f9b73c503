//! The one way in which a run asks a person (SPEC PEOPLE.7): the question is written down with a masked picture, and so is the answer. What
//! was answered after an earlier halt is used here, once, where the same question comes up again.

use crate::answers::{self, Given};
use crate::execute::Part;
use crate::question::describe_each;
use crate::run::Runner;
use crate::step::Accepted;
use crate::world::{self, Answer, Asked, Observation};
use lea_model::Rect;
use lea_model::run::{Entry, Halt, HaltReason, Question, QuestionKind};
use std::collections::BTreeMap;

/// The answers to a question that is answered with yes or no; the first is the safe one.
const NO_OR_YES: [&str; 2] = ["no", "yes"];
/// The answers to whether something happened that cannot be taken back.
const HAPPENED: [&str; 3] = ["I do not know: stop", "yes, it happened", "no, it did not: try again"];

/// What is to be asked.
pub(crate) struct Asking {
    asked: Asked,
    question: Question,
    places: Vec<Rect>,
}

impl Asking {
    /// A question about this.
    pub fn new(asked: Asked, text: impl Into<String>) -> Self {
        let choices: &[&str] = if asked.is_yes_or_no() { &NO_OR_YES } else { &[] };
        let question = Question::new(asked.kind(), text);
        Self { asked, question, places: Vec::new() }.choosing(choices)
    }

    /// Whether something that cannot be taken back happened. It is asked in the same words when it was done and after a resumption.
    pub fn happened(told: &str) -> Self {
        let text = format!("{told} cannot be taken back, and it was not seen to have worked. Did it happen?");
        Self::new(Asked::Happened, text).choosing(&HAPPENED)
    }

    /// A value.
    pub fn value(name: &str, secret: bool) -> Self {
        let question = Question { secret, ..Question::for_value(name) };
        Self { asked: Asked::Value, question, places: Vec::new() }
    }

    /// Why it is asked.
    pub fn because(mut self, why: impl Into<String>) -> Self {
        self.question.why = why.into();
        self
    }

    /// Answers to choose from; the first is the safe one.
    pub fn choosing(mut self, choices: &[impl AsRef<str>]) -> Self {
        self.question.choices = choices.iter().map(|c| c.as_ref().to_owned()).collect();
        self
    }

    /// What the screen says that it is asked about: a later answer holds only where it says the same.
    pub fn showing(mut self, digest: String) -> Self {
        self.question.shows = Some(digest);
        self
    }

    /// The places it is about.
    pub fn pointing_at(mut self, places: Vec<Rect>) -> Self {
        self.places = places;
        self
    }

    /// The part that was to be done.
    pub fn about(self, part: &Part<'_>) -> Self {
        self.about_step(part.node, &part.edge.edge_id, part.number)
    }

    /// The same by its names.
    pub fn about_step(mut self, node: &str, edge: &str, part: usize) -> Self {
        self.question.edge = Some(edge.to_owned());
        self.question.part = Some(part);
        self.on(node)
    }

    /// The node it is asked on.
    pub fn on(mut self, node: &str) -> Self {
        self.question.node = Some(node.to_owned());
        self
    }
}

/// What came of a question.
pub(crate) struct Reply {
    /// The answer.
    pub answer: Answer,
    /// The question, as it is written down.
    pub question: Question,
    /// Who answered.
    pub by: Accepted,
    /// Somebody was waited for: the screen may have changed meanwhile.
    pub waited: bool,
}

impl Reply {
    /// The run stops with the question.
    pub fn halt(self, reason: HaltReason, why: impl Into<String>) -> Halt {
        let why = why.into();
        let question = match self.question.why.is_empty() {
            true => Question { why: why.clone(), ..self.question },
            false => self.question,
        };
        Halt { screen: question.screen.clone(), ..Halt::new(reason, why) }.with(question)
    }
}

impl Runner<'_, '_, '_> {
    /// Asks, unless it was answered after an earlier halt; what the rule of a rehearsal answers is the caller's to write down.
    pub fn ask(&mut self, asking: Asking, observation: &Observation) -> Result<Reply, Halt> {
        let Asking { asked, question, places } = asking;
        let mut question = self.complete(question, &places, observation);
        if let Some((answer, given)) = self.given_later(asked, &question)? {
            let by = Accepted::Person(given.by);
            return Ok(Reply { answer, question, by, waited: false });
        }
        let private = self.private(observation);
        let is_rule = self.world.people.is_rule();
        if !is_rule {
            question.screen = self.world.keep.keep_screen(observation, &private);
            self.write(&Entry::Asked { question: Box::new(question.clone()) })?;
        }
        let put = world::Question { asked, stored: question, places, private };
        let answer = self.world.people.ask(&put, observation);
        let question = put.stored;
        if let Some(stored) = answers::stored(&answer, &question).filter(|_| !is_rule) {
            let (by, at) = (self.world.people.name(), self.world.clock.now());
            let answer = self.without_secret(stored);
            self.write(&Entry::Answered { answer, by, at })?;
        }
        if !is_rule && !matches!(answer, Answer::Stop | Answer::Nobody) {
            self.after_asking(observation)?;
        }
        Ok(Reply { answer, question, by: self.world.people.accepts(), waited: true })
    }

    /// Somebody was asked, and took their time (SPEC ACT.13): the terminal they answered in is taken out of the way, and what they were
    /// shown is looked at anew. Where the screen is another now, who opened the record may no longer be this run.
    fn after_asking(&mut self, shown: &Observation) -> Result<(), Halt> {
        let mut fresh = self.look_again()?;
        let app = |o: &Observation| o.state.window.as_ref().map(|w| w.app_name.to_lowercase());
        if let Some(home) = app(shown).filter(|home| app(&fresh).is_some_and(|now| now != *home)) {
            self.bring_to_front(&home, &fresh)?;
            fresh = self.look()?;
        }
        if fresh.number != shown.number {
            self.place.record.interrupt();
        }
        Ok(())
    }

    /// An answer to this waits that was given after an earlier halt.
    pub fn is_answered(&self, asking: &Asking) -> bool {
        let question = self.open_question(Question { known: self.known_values(), ..asking.question.clone() });
        self.known.answers.has(&question)
    }

    /// A value that was given after an earlier halt; nobody is asked.
    pub fn value_given_later(&mut self, name: &str) -> Result<Option<String>, Halt> {
        let secret = self.plan.workflow.variables.get(name).is_some_and(|v| v.secret);
        let question = Question { known: self.known_values(), secret, ..Question::for_value(name) };
        Ok(match self.given_later(Asked::Value, &question)? {
            Some((Answer::Text(text), _)) => Some(text),
            _ => None,
        })
    }

    /// The answer that waits for this question. It is written down as used before it is: a crash leaves it used. The rule of a rehearsal
    /// alone answers *may I* (SPEC ACT.9).
    fn given_later(&mut self, asked: Asked, question: &Question) -> Result<Option<(Answer, Given)>, Halt> {
        if question.kind == QuestionKind::MayI && self.world.people.is_rule() {
            return Ok(None);
        }
        let Some(given) = self.known.answers.take(question) else { return Ok(None) };
        let Some(answer) = answers::understood(&given.answer, asked, question) else { return Ok(None) };
        self.write_used(&given)?;
        Ok(Some((answer, given)))
    }

    /// An answer that was given after an earlier halt is used now.
    pub fn write_used(&mut self, given: &Given) -> Result<(), Halt> {
        self.write(&Entry::Asked { question: Box::new(given.question.clone()) })?;
        let at = self.world.clock.now();
        self.write(&Entry::Answered { answer: given.answer.clone(), by: given.by.clone(), at })
    }

    /// The question with what is known, without secrets.
    fn complete(&self, question: Question, places: &[Rect], observation: &Observation) -> Question {
        let places = describe_each(places, &observation.state);
        self.open_question(Question { places, known: self.known_values(), ..question })
    }

    /// The same without a text that would give a secret away.
    pub fn open_question(&self, question: Question) -> Question {
        let hide = |all: Vec<String>| all.iter().map(|text| self.hidden(text)).collect();
        Question {
            text: self.hidden(&question.text),
            why: self.hidden(&question.why),
            choices: hide(question.choices),
            places: hide(question.places),
            ..question
        }
    }

    /// The values that tell which record it is about; never secrets.
    pub fn known_values(&self) -> BTreeMap<String, String> {
        let row = self.known.values.row().map(|row| ("row".to_owned(), row.identity.clone()));
        let all = self.known.values.open().iter().map(|(n, v)| (n.clone(), v.clone())).chain(row);
        all.map(|(name, value)| (name, self.hidden(&value))).collect()
    }

    fn without_secret(&self, answer: lea_model::run::Answer) -> lea_model::run::Answer {
        match answer {
            lea_model::run::Answer::Text { text } if self.known.values.gives_away(&text) => {
                lea_model::run::Answer::Secret
            }
            answer => answer,
        }
    }
}
