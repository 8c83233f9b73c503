//! The people around a run: they may not be there, and may say too soon that something is mended. What they say is true
//! of what they saw; by the time they say it, something else may be open.

use crate::faults::Meddling;
use crate::machine::{Does, PREFILLED, Page};
use crate::stage::Stage;
use lea_act::world::{Answer, Asked, Interrupt, Question};
use lea_model::run::{Entry, NextStep, QuestionKind, Run, RunOutcome};

/// Who answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Someone who says yes to confirmations, and knows what happened.
    Helpful,
    /// Someone who says yes to confirmations, and knows nothing else.
    Agreeing,
    /// Nobody.
    Nobody,
    /// Someone who ends the run at the first question.
    Stops,
}

impl Stage {
    /// Answers a question.
    pub fn answer(&mut self, question: &Question) -> Answer {
        if question.asked == Asked::Happened && self.policy == Policy::Helpful {
            self.wait_for_answers();
        }
        let answer = match self.policy {
            Policy::Stops => Answer::Stop,
            Policy::Nobody => Answer::Nobody,
            Policy::Helpful | Policy::Agreeing => match question.asked {
                Asked::Irreversible | Asked::Step => Answer::Yes,
                Asked::Happened if self.policy == Policy::Helpful => {
                    Answer::Choice(if self.changed_since { 1 } else { 2 })
                }
                Asked::Right if self.policy == Policy::Helpful => self.takes_out(),
                Asked::Value => {
                    let name = question.stored.text.trim_start_matches("What is ").trim_end_matches('?');
                    self.known.get(name).map_or(Answer::Nobody, |v| Answer::Text(v.clone()))
                }
                Asked::Optional => Answer::No,
                Asked::Record if self.policy == Policy::Helpful => self.says_whose(),
                Asked::Which if self.policy == Policy::Helpful => self.says_which(question),
                Asked::Happened | Asked::Right | Asked::Record | Asked::Way | Asked::Which => Answer::Nobody,
            },
        };
        self.tally.hit(match question.asked {
            Asked::Irreversible => "asked irreversible",
            Asked::Step => "asked step",
            Asked::Way => "asked way",
            Asked::Optional => "asked optional",
            Asked::Which => "asked which",
            Asked::Value => "asked value",
            Asked::Happened => "asked happened",
            Asked::Right => "asked right",
            Asked::Record => "asked record",
        });
        if answer == Answer::Yes && matches!(question.asked, Asked::Irreversible) {
            self.confirmed = true;
        }
        self.tell(|_| format!("asked: {} → {answer:?}", question.stored.text));
        answer
    }

    /// Every other time someone says whether it is the record, as they saw it when they were asked.
    fn says_whose(&self) -> Answer {
        match self.watch.was_right.filter(|_| self.watch.questions.is_multiple_of(2)) {
            None => Answer::Nobody,
            Some(true) => Answer::Choice(1),
            Some(false) => Answer::Choice(2),
        }
    }

    /// Someone points at the one place that names the record asked for.
    fn says_which(&self, question: &Question) -> Answer {
        let names = |place: &&String| self.watch.asked_for.iter().any(|id| place.contains(id.as_str()));
        let mut places = question.stored.places.iter().enumerate().filter(|(_, place)| names(place));
        match (places.next(), places.next()) {
            (Some((number, _)), None) => Answer::Choice(number),
            _ => Answer::Nobody,
        }
    }

    /// Whether what is open is what the task is about, for someone who looks now; none where they cannot tell.
    pub fn is_right_record(&self, question: &Question) -> Option<bool> {
        let m = &self.machine;
        if m.popup.is_some() || m.diary || m.foreign {
            return None;
        }
        let row = question.stored.known.get("row");
        match (m.current(), row) {
            (Some(r), Some(row)) => Some(m.records[r].id == *row),
            (Some(r), None) => Some(self.watch.asked_for.contains(&m.records[r].id)),
            (None, _) if m.page == Page::Form(None) => {
                Some(m.draft.values().all(|typed| typed.is_empty() || typed == PREFILLED))
            }
            (None, _) => None,
        }
    }

    /// Where nobody was there, someone answers the question that a run halted with before it goes on (SPEC PEOPLE.7).
    pub fn answers_later(&mut self, run: Option<&Run>) {
        let halt = run.and_then(|run| run.halt.as_ref());
        let Some(question) = halt.and_then(|h| h.question.as_deref()) else { return };
        if self.policy != Policy::Nobody || run.and_then(|run| run.outcome) != Some(RunOutcome::Halted) {
            return;
        }
        if question.kind == QuestionKind::DidItHappen {
            self.wait_for_answers();
        }
        let words = match question.kind {
            QuestionKind::MayI => "yes",
            QuestionKind::DidItHappen if self.changed_since => "yes, it happened",
            QuestionKind::DidItHappen => "no, it did not: try again",
            QuestionKind::WhatNow => NextStep::Retry.words(),
            // From the picture that was kept: by now something else may be open.
            QuestionKind::RightRecord if self.watch.was_right == Some(true) => "yes, it is",
            QuestionKind::RightRecord if self.watch.was_right == Some(false) => "no, it is another one",
            _ => return,
        };
        let Some(number) = question.choices.iter().position(|c| c == words) else { return };
        if question.kind == QuestionKind::MayI {
            self.confirmed_later = Some(question.clone());
        }
        self.tally.hit("answered later");
        self.tell(|_| format!("answered later: {} → {words}", question.text));
        let answer = lea_model::run::Answer::Choice { number, words: words.to_owned() };
        self.journal.push(Entry::Answered { answer, by: "somebody".into(), at: String::new() });
    }

    /// Someone who is asked whether it happened waits until the application has answered.
    fn wait_for_answers(&mut self) {
        while let Some(at) = self.machine.next_change().filter(|_| self.machine.is_busy()) {
            self.pass((at - self.now).max(0.001));
            self.paint();
        }
    }

    /// Takes out what went astray, and says so; now and then says so too soon.
    fn takes_out(&mut self) -> Answer {
        if self.dice.percent(70) {
            self.machine.take_out();
            self.changed();
            self.paint();
        }
        Answer::Choice(2)
    }

    /// Whether someone interrupted.
    pub fn interruption(&mut self) -> Option<Interrupt> {
        self.polls += 1;
        if self.tell_stop() {
            return Some(Interrupt::Stop);
        }
        let (_, what, _) = self.faults.interrupt.filter(|(at, _, _)| *at == self.polls)?;
        self.tally.hit(match what {
            Interrupt::Stop => "stopped",
            Interrupt::Pause => "paused",
        });
        self.tell(|_| format!("a person: {what:?}"));
        Some(what)
    }

    /// What the person does while the run is paused; false where they end it.
    pub fn meddle(&mut self) -> bool {
        let Some((_, _, how)) = self.faults.interrupt else { return true };
        self.tell(|_| format!("the person {how:?}"));
        match how {
            Meddling::Watches => {}
            Meddling::Ends => return false,
            Meddling::GoesToList if self.machine.page != Page::Login => {
                (self.machine.popup, self.machine.diary) = (None, false);
                self.machine.press(&Does::List);
                self.changed();
            }
            Meddling::OpensAnother if self.machine.page != Page::Login => {
                let other = self.machine.current().map_or(0, |r| (r + 1) % self.machine.records.len());
                (self.machine.popup, self.machine.diary) = (None, false);
                self.machine.press(&Does::Open(other));
                self.changed();
            }
            Meddling::GoesToList | Meddling::OpensAnother => {}
        }
        self.pass(3.0);
        self.paint();
        self.leave_open_again();
        true
    }
}
