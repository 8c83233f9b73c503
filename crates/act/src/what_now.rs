//! A halt that can ask nothing more exact asks *what now* (SPEC PEOPLE.7): how to go on, and retry, skip the row, take over or stop. What was
//! answered is heeded when the run goes on.

use crate::run::{Runner, outcome_of};
use lea_model::run::{Entry, Halt, HaltReason, NextStep, Question, QuestionKind, RunOutcome};

/// What a person can do about a halt that says nothing of its own.
fn advice(reason: HaltReason) -> &'static str {
    match reason {
        HaltReason::UnknownScreen | HaltReason::Undecided | HaltReason::ScreenLost => {
            "Bring up a screen of the task, then resume the run"
        }
        HaltReason::NotFound | HaltReason::Ambiguous | HaltReason::Unsure => {
            "Bring the screen to where the step can be done, or do it by hand, then resume the run"
        }
        HaltReason::WrongRecord => "Bring up the record that is meant, then resume the run",
        HaltReason::MissingValue | HaltReason::BadValue => "Give the value with --set, then resume the run",
        HaltReason::NoModel => "Configure a model in lea.toml, then resume the run",
        HaltReason::NotConfirmed => "Resume the run where a person can answer",
        HaltReason::NotVerified | HaltReason::EffectMissing => {
            "Look what came of the step, mend it by hand, then resume the run"
        }
        HaltReason::UnknownOutcome => "Look whether it happened, then resume the run: it asks",
        HaltReason::ErrorScreen | HaltReason::Dialog => "Close what is shown by hand, then resume the run",
        HaltReason::Forbidden => "Do the step by hand: a rule of the workflow forbids Lea to do it",
        HaltReason::InsufficientMaturity => "`lea workflows show` says what the workflow lacks",
        HaltReason::Exhausted => "Raise the limit in lea.toml where the task needs more, then run it anew",
        HaltReason::Interrupted => "Resume the run when it may go on",
        HaltReason::BadWorkflow => "Mend the workflow: `lea workflows lint` names its weak spots",
        HaltReason::JournalFailed => "Make room on the disk and check its rights, then resume the run",
    }
}

impl Runner<'_, '_, '_> {
    /// The question of a halt, complete: one that a person was asked as it was asked, else what now. Without secrets.
    pub fn question_of(&self, halt: &Halt) -> Question {
        let asked = halt.question.as_deref().cloned();
        let question = asked.unwrap_or_else(|| Question::new(QuestionKind::WhatNow, advice(halt.reason)));
        let question = self.open_question(question);
        let why = if question.why.is_empty() { halt.why.clone() } else { question.why };
        let screen = question.screen.or_else(|| halt.screen.clone());
        let known = if question.known.is_empty() { self.known_values() } else { question.known };
        let question = Question { why, screen, known, ..question };
        if question.kind != QuestionKind::WhatNow {
            return question;
        }
        let has_row = self.run.row.is_some() || self.place.progress.open_turn().is_some();
        let is_open = outcome_of(halt.reason) == RunOutcome::Halted;
        Question {
            choices: if is_open { NextStep::choices(has_row) } else { Vec::new() },
            node: halt.node.clone(),
            edge: halt.edge.clone(),
            part: halt.part,
            ..question
        }
    }

    /// What a person decided after the run had halted; true where there is nothing else to take up of what was begun.
    pub fn heed_what_now(&mut self) -> Result<bool, Halt> {
        let Some((given, step)) = self.known.answers.what_now() else { return Ok(false) };
        let (given, by) = (given.clone(), given.by.clone());
        match step {
            NextStep::Retry => self.write_used(&given).map(|()| false),
            NextStep::SkipRow if self.place.progress.open_turn().is_some() => {
                let (edge, row) = self.may_skip()?;
                self.write_used(&given)?;
                self.skip(edge, row, &by).map(|()| true)
            }
            NextStep::SkipRow => {
                self.write_used(&given)?;
                Err(Halt::new(HaltReason::Interrupted, format!("{by} leaves this row out")))
            }
            NextStep::TakeOver => {
                self.write_used(&given)?;
                Err(Halt::new(HaltReason::Interrupted, format!("{by} took over and does the rest")))
            }
            NextStep::Stop => {
                self.write_used(&given)?;
                Err(Halt::new(HaltReason::Interrupted, format!("{by} ended the run")))
            }
        }
    }

    /// The turn that may be left out: only on the screen that the next one begins on, which is brought up. Anywhere else the run would go
    /// on in the row's own form.
    fn may_skip(&mut self) -> Result<(String, String), Halt> {
        let (edge, row) = self.place.progress.open_turn().unwrap_or_default();
        let (edge, row) = (edge.to_owned(), row.to_owned());
        let from = self.plan.workflow.edge(&edge).map(|e| e.from_node.clone()).unwrap_or_default();
        if self.return_to(std::slice::from_ref(&from))? {
            return Ok((edge, row));
        }
        let called = self.plan.called(&from);
        let why = format!("the row {row} is to be left out, and “{called}” is not shown");
        Err(Halt::new(HaltReason::Undecided, why).asking(format!("Bring up “{called}”, then resume the run")))
    }

    fn skip(&mut self, edge: String, row: String, by: &str) -> Result<(), Halt> {
        self.not_seen_to_work(format!("{by} leaves out the row {row}"))?;
        self.place.progress.skip_turn();
        self.known.values.at_row(None);
        self.write(&Entry::Skipped { edge, row })
    }
}
