//! `lea runs answer`: answers the question that a run halted with. The answer waits in the journal until the run goes on and asks the same
//! again (SPEC PEOPLE.7).

use crate::audit::changing;
use crate::config::Context;
use crate::error::{Outcome, failed, failed_with_help, refused, usage};
use crate::files::replace_private;
use crate::trace::{plain, text};
use lea_model::run::{Answer, AuditRecord, Entry, NextStep, Question, QuestionKind, Run, RunOutcome};
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

/// What can be answered, in the order in which it is shown.
pub fn offered(question: &Question) -> Vec<Answer> {
    let places = question.places.iter().cloned().enumerate();
    let places = places.map(|(number, words)| Answer::Place { number, words });
    let choices = question.choices.iter().cloned().enumerate();
    let choices = choices.map(|(number, words)| Answer::Choice { number, words });
    // The place of a confirmation is what it is about, and nothing to choose; what an earlier Lea offered is not known any more.
    let is_offered = |answer: &Answer| match (question.kind, answer) {
        (QuestionKind::WhatNow, Answer::Choice { words, .. }) => NextStep::of(words).is_some(),
        (QuestionKind::WhichOne, _) => true,
        (_, answer) => !matches!(answer, Answer::Place { .. }),
    };
    places.chain(choices).filter(is_offered).collect()
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
    if let Some(halt) = &log.run.halt {
        println!("{}", plain(&halt.why));
    }
    print!("{}", told(question));
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

/// A question with what is known and what can be answered.
pub fn told(question: &Question) -> String {
    let mut lines = vec![format!("It asks: {}", plain(&question.text))];
    if !question.known.is_empty() {
        let known: Vec<String> = question.known.iter().map(|(n, v)| format!("{n} = {v}")).collect();
        lines.push(format!("  known: {}", plain(&known.join(", "))));
    }
    if question.kind == QuestionKind::MayI {
        lines.extend(question.places.iter().map(|place| format!("  about: {}", plain(place))));
    }
    let offered = (1..).zip(offered(question));
    lines.extend(offered.map(|(n, answer)| format!("  {n}: {}", plain(&answer.to_string()))));
    lines.join("\n") + "\n"
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
    fn the_place_of_a_confirmation_is_shown_and_not_offered() {
        let places = vec!["“Save” in the dialog “Invoice”".to_owned()];
        let may = Question { places, ..question(QuestionKind::MayI, &["no", "yes"]) };
        assert_eq!(offered(&may).len(), 2);
        let told = told(&may);
        assert!(told.contains("about: “Save”") && told.contains("2: yes"), "{told}");
    }
}
