//! The self-test at the end of `lea learn`: the workflow is followed on the films of its own demonstrations.

use super::Lessons;
use crate::config::Context;
use crate::error::{CANCELLED, Failure, Outcome};
use crate::run::order;
use crate::words::Words;
use crate::{format, pictures};
use lea_frame::Frame;
use lea_learn::graph::{Learnt, Wanted};
use lea_model::workflow::{Drift, SelfTest, StepTest};
use lea_robot::Stop;
use lea_robot::selftest::Test;
use lea_store::Store;
use std::fmt::Write as _;

/// The longest name of a step in the table.
const LONGEST: usize = 60;

/// Follows what was learnt on its demonstrations. Ctrl-C ends it, and nothing is kept then.
pub fn run(
    context: &Context,
    store: &Store,
    lessons: &Lessons,
    learnt: &Learnt,
    wanted: &Wanted,
) -> Outcome<SelfTest> {
    let stop = Stop::default();
    stop.heed_signals().map_err(crate::error::failed)?;
    let meaning = Words::open(context)?;
    let rules = order::rules(context)?;
    let test = Test {
        lesson: &lessons.lesson,
        learnt,
        wanted,
        pictures: &lessons.pictures,
        settings: &context.config.run.numbers,
        rules: &rules,
        meaning: Some(&meaning),
        stop: &stop,
    };
    let progress = format::progress(lessons.lesson.demos.iter().filter(|d| !d.acts.is_empty()).count());
    let mut frames = |session: &str, shot: &str| store.frame(session, shot).map_err(|e| e.to_string());
    // What is read on drifted screens belongs to no recording: it is not kept.
    let mut eye = pictures::eye(context)?;
    let mut look = |frame: Frame<'_>, window| eye.look(frame, window).map_err(|e| e.to_string());
    let tested = test.run(&mut frames, &mut look, &|| progress.inc(1));
    progress.finish_and_clear();
    tested.map_err(|_| Failure {
        code: CANCELLED,
        report: miette::miette!("the self-test was ended by a person: nothing was learnt"),
    })
}

/// What the self-test found, for people.
pub fn text(test: &SelfTest) -> String {
    let mut out = format!(
        "Self-test: {} of {} demonstrations were followed by what the others taught",
        test.followed, test.demonstrations
    );
    if test.followed_by_whole > 0 {
        let _ = write!(out, ", {} more by what all of them taught", test.followed_by_whole);
    }
    out.push('\n');
    let head = ["STEP", "FOUND", "BY", "SURE", "NOT WHEN"].map(String::from).to_vec();
    let rows: Vec<Vec<String>> = std::iter::once(head).chain(test.steps.iter().map(row)).collect();
    out.push_str(&format::table(&rows));
    for step in test.steps.iter().filter(|s| !s.troubles.is_empty()) {
        let _ = writeln!(out, "  {}: {}", name(step), step.troubles.join("; "));
    }
    if let Some(why) = &test.refused {
        let _ = writeln!(out, "Not offered for running: {why}");
    }
    out
}

fn name(step: &StepTest) -> String {
    format::shortened(&format!("{}: {}", step.edge, step.told), LONGEST)
}

fn row(step: &StepTest) -> Vec<String> {
    let untested = match step.untested {
        0 => String::new(),
        n => format!(" ({n} not testable)"),
    };
    let by = step.evidence.iter().map(format::snake).collect::<Vec<_>>().join(", ");
    let lost = match (step.drifted.is_empty(), step.lost_when.is_empty()) {
        (true, _) => "not tried".to_owned(),
        (false, true) => "–".to_owned(),
        (false, false) => step.lost_when.iter().map(|d: &Drift| d.told()).collect::<Vec<_>>().join(", "),
    };
    vec![
        name(step),
        format!("{} of {}{untested}", step.found, step.tried),
        if by.is_empty() { "–".into() } else { by },
        step.sure.map_or_else(|| "–".into(), |sure| format!("{sure:.2}")),
        lost,
    ]
}
