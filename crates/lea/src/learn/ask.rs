//! Questions on a terminal: a number for each answer, Enter to leave it open.

use crate::config::Context;
use crate::error::{Outcome, failed};
use lea_learn::graph::{Answers, Question};
use std::io::{BufRead, IsTerminal, Write};
use std::path::Path;

/// Somebody can answer.
pub fn can_ask(context: &Context) -> bool {
    !context.json && std::io::stdin().is_terminal() && std::io::stderr().is_terminal()
}

/// Asks each question once; `pictures` is the folder in which the pictures to them are.
pub fn ask(questions: &[Question], pictures: &Path) -> Outcome<Answers> {
    let mut answers = Answers::new();
    let mut input = std::io::stdin().lock();
    for (n, question) in questions.iter().enumerate() {
        eprintln!("\n{} of {}: {}", n + 1, questions.len(), question.text);
        if let Some(picture) = question.picture.as_ref().map(|p| pictures.join(p)).filter(|p| p.exists()) {
            eprintln!("  (the screen: {})", picture.display());
        }
        for (c, choice) in question.choices.iter().enumerate() {
            eprintln!("  {}  {}", c + 1, choice.text);
        }
        loop {
            eprint!("1–{}, or Enter to leave it open: ", question.choices.len());
            std::io::stderr().flush().map_err(failed)?;
            let mut line = String::new();
            if input.read_line(&mut line).map_err(failed)? == 0 {
                return Ok(answers);
            }
            match line.trim() {
                "" => break,
                typed => {
                    match typed.parse::<usize>().ok().and_then(|n| question.choices.get(n.wrapping_sub(1))) {
                        Some(choice) => {
                            answers.insert(question.id.clone(), choice.value.clone());
                            break;
                        }
                        None => eprintln!("{typed} is none of the numbers"),
                    }
                }
            }
        }
    }
    Ok(answers)
}
