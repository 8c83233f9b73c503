//! A question in words, the same at the terminal and in `lea runs answer`: why it is asked, which record it is about, and what can be
//! answered (SPEC PEOPLE.7). Pure.

use lea_model::run::{Answer, NextStep, Question, QuestionKind};

/// Text from a screen as it may be printed: nothing in it means anything to a terminal.
pub fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// What somebody has to know who answers, line by line: the reason, the known values, the places that are not to choose from.
pub fn facts(question: &Question) -> Vec<String> {
    let mut lines = Vec::new();
    if !question.why.is_empty() {
        lines.push(format!("why: {}", plain(&question.why)));
    }
    if !question.known.is_empty() {
        let known: Vec<String> = question.known.iter().map(|(n, v)| format!("{n} = {v}")).collect();
        lines.push(format!("known: {}", plain(&known.join(", "))));
    }
    if question.kind != QuestionKind::WhichOne {
        lines.extend(question.places.iter().map(|place| format!("about: {}", plain(place))));
    }
    lines
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
    // Where nothing but places can be chosen, none of them may be the right one.
    let is_only_places = question.kind == QuestionKind::WhichOne && question.choices.is_empty();
    places.chain(choices).filter(is_offered).chain(is_only_places.then_some(Answer::Stop)).collect()
}

/// What can be answered, with the numbers by which it is chosen: from 1.
pub fn numbered(question: &Question) -> Vec<String> {
    let offered = (1..).zip(offered(question));
    offered.map(|(n, answer)| format!("{n}: {}", plain(&answer.to_string()))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn question(kind: QuestionKind, choices: &[&str]) -> Question {
        let choices = choices.iter().map(|c| (*c).to_owned()).collect();
        Question { choices, ..Question::new(kind, "Well?") }
    }

    #[test]
    fn a_question_says_why_it_is_asked_and_which_record_it_is_about() {
        let happened = Question {
            why: "the dialog stayed open".into(),
            known: BTreeMap::from([("number".into(), "F-2041".into()), ("row".into(), "Dupont".into())]),
            ..question(QuestionKind::DidItHappen, &["I do not know: stop", "yes, it happened"])
        };
        assert_eq!(facts(&happened), ["why: the dialog stayed open", "known: number = F-2041, row = Dupont"]);
        assert_eq!(numbered(&happened), ["1: I do not know: stop", "2: yes, it happened"]);
        assert!(facts(&question(QuestionKind::DidItHappen, &[])).is_empty());
    }

    #[test]
    fn the_place_of_a_confirmation_is_shown_and_not_offered() {
        let places = vec!["“Save” in the dialog “Invoice”".to_owned()];
        let may = Question { places, ..question(QuestionKind::MayI, &["no", "yes"]) };
        assert_eq!(facts(&may), ["about: “Save” in the dialog “Invoice”"]);
        assert_eq!(numbered(&may), ["1: no", "2: yes"]);
    }

    #[test]
    fn places_to_choose_from_leave_room_for_none_of_them() {
        let places = vec!["“Open” in the row “Dupont, 12 March”".to_owned()];
        let which = Question { places, ..question(QuestionKind::WhichOne, &[]) };
        assert!(facts(&which).is_empty());
        assert_eq!(numbered(&which), ["1: “Open” in the row “Dupont, 12 March”", "2: stop"]);
        let way = question(QuestionKind::WhichOne, &["stop", "click “A”"]);
        assert_eq!(numbered(&way), ["1: stop", "2: click “A”"]);
    }

    #[test]
    fn what_was_read_on_a_screen_cannot_steer_the_terminal() {
        let known = BTreeMap::from([("name".into(), "\u{1b}[2JDupont\nyes".into())]);
        let asked = Question { known, ..question(QuestionKind::DidItHappen, &["\u{7}stop"]) };
        let all = [facts(&asked), numbered(&asked)].concat();
        assert!(all.iter().all(|line| !line.chars().any(char::is_control)), "{all:?}");
    }
}
