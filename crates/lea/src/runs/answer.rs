//! `lea runs answer`: answers the question that a run halted with. The answer waits in the journal until the run goes on and asks the same
//! again (SPEC PEOPLE.7).

use crate::audit::changing;
use crate::config::Context;
use crate::error::{Outcome, failed, failed_with_help, refused, usage};
use crate::files::replace_private;
use crate::trace::text;
use lea_model::run::{Answer, AuditRecord, Entry, Question, QuestionKind, Run, RunOutcome};
use lea_robot::question::{facts, numbered, offered, plain};
use lea_store::audit::change;
use lea_store::runs::RunWriter;
use lea_store::{RunLog, Store, system_user};
use serde_json::json;
use std::path::PathBuf;

/// What the command line says.
pub struct Said<'a> {
    /// A number as it is shown, or a word.
    pub choice: Option<&'a str>,
    /// A value.
    pub text: Option<&'a str>,
}

/// Runs the command.
pub fn run(context: &Context, store: &Store, id: &str, said: &Said<'_>) -> Outcome {
    let log = store.run(id).map_err(failed)?;
    let question = asked_by(&log.run)?;
    let answer = match (said.choice, said.text) {
        (None, None) => return show(context, store, &log, question),
        (Some(choice), _) => chosen(id, question, choice)?,
        (None, Some(text)) => written(id, question, text)?,
    };
    give(store, &log.run, question, &answer)?;
    let go_on = format!("lea run --resume {id}");
    if context.json {
        println!("{}", json!({ "run_id": id, "answer": answer, "by": system_user(), "go_on": go_on }));
    } else {
        println!("Noted for {id}: {}", plain(&answer.to_string()));
        println!("It is used once, when the run goes on and asks the same again: {go_on}");
    }
    Ok(())
}

/// The question that a run halted with.
fn asked_by(run: &Run) -> Outcome<&Question> {
    let id = &run.run_id;
    let question = run.halt.as_ref().and_then(|halt| halt.question.as_deref());
    match (run.outcome, question) {
        (Some(RunOutcome::Halted), Some(question)) => Ok(question),
        (Some(RunOutcome::Halted), None) => Err(failed_with_help(
            format!("run {id} halted without a question"),
            format!("it looks again when it goes on: lea run --resume {id}"),
        )),
        (None, _) => Err(failed_with_help(
            format!("run {id} has not ended: it asks nothing"),
            format!("if it was cut short: lea run --resume {id}"),
        )),
        (Some(_), _) => Err(failed_with_help(
            format!("run {id} did not halt with a question: {}", text::outcome_word(run)),
            format!("what it did: lea runs show {id}"),
        )),
    }
}

/// The answer of that number or word.
fn chosen(id: &str, question: &Question, said: &str) -> Outcome<Answer> {
    let offered = offered(question);
    if offered.is_empty() && question.kind == QuestionKind::GiveValue {
        return Err(usage(format!("the run asks for a value: lea runs answer {id} --text VALUE")));
    }
    if offered.is_empty() {
        return Err(failed_with_help(
            "the question offers nothing to choose from",
            format!("the run looks again when it goes on: lea run --resume {id}"),
        ));
    }
    if let Ok(number) = said.parse::<usize>() {
        let answer = number.checked_sub(1).and_then(|n| offered.get(n)).cloned();
        return answer.ok_or_else(|| {
            usage(format!("{number} is none of the choices 1 to {}: lea runs answer {id}", offered.len()))
        });
    }
    let begins = |answer: &&Answer| {
        let words = answer.to_string().to_lowercase();
        let first = words.split([':', ',', ' ']).next().unwrap_or_default().to_owned();
        let said = said.trim().to_lowercase();
        words == said || first == said
    };
    let mut meant = offered.iter().filter(begins);
    match (meant.next(), meant.next()) {
        (Some(answer), None) => Ok(answer.clone()),
        (None, _) if said.eq_ignore_ascii_case("stop") => Ok(Answer::Stop),
        (None, _) => Err(usage(format!("{said:?} is none of the choices: lea runs answer {id} shows them"))),
        (Some(_), Some(_)) => Err(usage(format!("{said:?} means several of the choices: say its number"))),
    }
}

/// The value that was given.
fn written(id: &str, question: &Question, text: &str) -> Outcome<Answer> {
    if question.kind != QuestionKind::GiveValue {
        return Err(usage(format!("the run asks for no value: lea runs answer {id} shows the choices")));
    }
    if question.secret {
        let name = question.value.as_deref().unwrap_or("the value");
        return Err(refused(format!(
            "{name} is a secret, and secrets are never given on a command line: go on at a terminal with lea run --resume {id}, or \
             let the workflow take it from `lea secrets`"
        )));
    }
    match text.trim() {
        "" => Err(usage("an empty text is no value")),
        text => Ok(Answer::Text { text: text.to_owned() }),
    }
}

/// Writes the answer down: in the trail, then in the journal.
fn give(store: &Store, run: &Run, question: &Question, answer: &Answer) -> Outcome {
    let (mut writer, _) = RunWriter::resume(store, &run.run_id).map_err(failed)?;
    let record = AuditRecord {
        run_id: run.run_id.clone(),
        workflow_id: run.workflow_id.clone(),
        workflow_version: run.workflow_version,
        node: question.node.clone().unwrap_or_default(),
        edge: question.edge.clone().unwrap_or_default(),
        detail: answer.to_string(),
        ..change::of(change::ANSWER, &question.text)
    };
    let (by, at) = (record.who.clone(), record.when.clone());
    changing(store, record, || {
        writer.write(&Entry::Answered { answer: answer.clone(), by, at }).map_err(failed)
    })
}

/// Shows what is asked, with the picture and how to answer.
fn show(context: &Context, store: &Store, log: &RunLog, question: &Question) -> Outcome {
    let picture = picture(store, &log.run.run_id, question);
    if context.json {
        let offered: Vec<String> = offered(question).iter().map(ToString::to_string).collect();
        println!(
            "{}",
            json!({ "run_id": log.run.run_id, "question": question, "offered": offered, "picture": picture })
        );
        return Ok(());
    }
    let why = log.run.halt.as_ref().map(|halt| halt.why.as_str()).unwrap_or_default();
    println!("{}", plain(why));
    print!("{}", told(question, why));
    if let Some(path) = picture {
        println!("  picture: {}", path.display());
    }
    print!("{}", how_to_go_on(log, question));
    Ok(())
}

/// The picture as a file in the run's own folder: it is deleted with the run. What cannot be shown is left out.
fn picture(store: &Store, id: &str, question: &Question) -> Option<PathBuf> {
    let frame = store.run_screen(id, question.screen.as_deref()?).ok()?;
    let png = lea_frame::to_png(frame.as_frame()).ok()?;
    let path = store.run_folder(id).ok()?.join("question.png");
    replace_private(&path, &png).ok().map(|()| path)
}

/// A question with why it is asked, what is known and what can be answered; a reason that was `said` is not said again.
pub fn told(question: &Question, said: &str) -> String {
    let why = if question.why == said { String::new() } else { question.why.clone() };
    let question = Question { why, ..question.clone() };
    let lines = facts(&question).into_iter().chain(numbered(&question));
    let lines: Vec<String> = lines.map(|line| format!("  {line}\n")).collect();
    format!("It asks: {}\n{}", plain(&question.text), lines.concat())
}

/// The commands with which a run that halted goes on; or who answered already.
pub fn how_to_go_on(log: &RunLog, question: &Question) -> String {
    let id = &log.run.run_id;
    let mut since = log.entries.iter().rev().take_while(|entry| !matches!(entry, Entry::End { .. }));
    let answered = since.find_map(|entry| match entry {
        Entry::Answered { answer, by, .. } => Some(format!("{by} answered: {answer}")),
        _ => None,
    });
    let answer = match answered {
        Some(answered) => format!("  {}\n", plain(&answered)),
        None => format!("Answer it: {}\n", command(id, question)),
    };
    format!("{answer}Go on with it: lea run --resume {id}\n")
}

/// The command that answers a question.
pub fn command(id: &str, question: &Question) -> String {
    match question.kind {
        QuestionKind::GiveValue if question.secret => format!("at a terminal, with lea run --resume {id}"),
        QuestionKind::GiveValue => format!("lea runs answer {id} --text VALUE"),
        _ => format!("lea runs answer {id} NUMBER"),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // In a test that is what it is for.
mod tests {
    use super::*;
    use lea_model::run::NextStep;

    fn question(kind: QuestionKind, choices: &[&str]) -> Question {
        let choices = choices.iter().map(|c| (*c).to_owned()).collect();
        Question { choices, ..Question::new(kind, "Well?") }
    }

    fn said(question: &Question, words: &str) -> std::result::Result<String, String> {
        match chosen("run_x", question, words) {
            Ok(answer) => Ok(answer.to_string()),
            Err(failure) => Err(failure.report.to_string()),
        }
    }

    #[test]
    fn a_choice_is_named_by_its_number_or_by_its_first_word() {
        let happened = question(
            QuestionKind::DidItHappen,
            &["I do not know: stop", "yes, it happened", "no, it did not"],
        );
        assert_eq!(said(&happened, "2").unwrap(), "yes, it happened");
        assert_eq!(said(&happened, "Yes").unwrap(), "yes, it happened");
        assert_eq!(said(&happened, "stop").unwrap(), "stop");
        assert!(said(&happened, "4").unwrap_err().contains("1 to 3"));
        assert!(said(&happened, "0").is_err() && said(&happened, "maybe").is_err());
        let now = question(QuestionKind::WhatNow, &[]);
        assert!(said(&now, "1").is_err());
        let choices = NextStep::choices(true);
        let now = Question { choices, ..now };
        assert_eq!(said(&now, "skip").unwrap(), NextStep::SkipRow.words());
        assert_eq!(said(&now, "stop").unwrap(), NextStep::Stop.words());
    }

    #[test]
    fn what_is_named_alike_needs_its_number() {
        let ways = question(QuestionKind::WhichOne, &["stop", "click “A”", "click “B”"]);
        assert!(said(&ways, "click").unwrap_err().contains("several"));
        assert_eq!(said(&ways, "click “b”").unwrap(), "click “B”");
    }

    #[test]
    fn a_secret_and_an_empty_text_are_refused() {
        let value = Question::for_value("name");
        assert_eq!(written("run_x", &value, " Marie ").ok().unwrap(), Answer::Text { text: "Marie".into() });
        assert!(written("run_x", &value, " ").is_err());
        let secret = Question { secret: true, ..Question::for_value("password") };
        assert!(written("run_x", &secret, "hunter2").is_err());
        assert!(said(&value, "1").unwrap_err().contains("--text"));
    }

    #[test]
    fn a_reason_is_said_once_and_the_record_always() {
        let happened = Question {
            why: "the dialog stayed open".into(),
            known: [("number".to_owned(), "F-2041".to_owned())].into(),
            ..question(QuestionKind::DidItHappen, &["stop", "yes, it happened"])
        };
        let text = told(&happened, "");
        assert!(
            text.contains("  why: the dialog stayed open\n  known: number = F-2041\n  1: stop"),
            "{text}"
        );
        let text = told(&happened, "the dialog stayed open");
        assert!(!text.contains("why:") && text.contains("  2: yes, it happened\n"), "{text}");
    }
}
