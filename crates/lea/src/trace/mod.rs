//! `lea trace`: why a run did what it did, step by step, with the evidence.

mod page;
pub mod pictures;
mod style;
pub mod text;

use crate::cli::TraceArgs;
use crate::config::Context;
use crate::error::{Outcome, failed};
use crate::files::replace_private;
use crate::{runs, sessions};
use lea_model::run::{Entry, Intent, Run, StepRecord};
pub use lea_robot::question::plain;
use lea_store::RunLog;
use serde_json::json;

/// Runs the command.
pub fn run(context: &Context, args: &TraceArgs) -> Outcome {
    sessions::end_with_the_pipe()?;
    let store = context.store()?;
    let id = runs::named(&store, &args.run)?;
    let log = store.run(&id).map_err(failed)?;
    let mut story = Story::of(&log);
    if let Some(step) = args.step {
        story.rows.retain(|row| row.step() == Some(step));
        if story.rows.is_empty() {
            return Err(failed(format!("run {id} has no step {step}: it has {}", log.run.steps)));
        }
    }
    if let Some(path) = &args.html {
        let screens = store.run_screens(&id).map_err(|e| e.to_string());
        let page = page::page(&story, &screens);
        replace_private(path, page.as_bytes())?;
        if context.json {
            println!("{}", json!({ "html": path }));
        } else {
            println!("Wrote {}", path.display());
        }
        return Ok(());
    }
    if context.json {
        let entries: Vec<_> = match args.step {
            None => log.entries.iter().collect(),
            Some(step) => log.entries.iter().filter(|e| step_of(e) == Some(step)).collect(),
        };
        let own = story.own_ms();
        println!("{}", json!({ "run": log.run, "own_ms": own, "entries": entries }));
        return Ok(());
    }
    print!("{}", text::full(&story));
    Ok(())
}

fn step_of(entry: &Entry) -> Option<u64> {
    match entry {
        Entry::Intend { intent } => Some(intent.step),
        Entry::Conclude { record } => Some(record.step),
        _ => None,
    }
}

/// What is told of a run, in order.
pub struct Story<'a> {
    /// The run.
    pub run: &'a Run,
    /// What happened.
    pub rows: Vec<Row<'a>>,
}

/// One thing that happened.
pub enum Row<'a> {
    /// A step that was taken and looked at.
    Step(&'a StepRecord),
    /// A step that was about to be taken; whether it was is not known.
    Unknown(&'a Intent),
    /// Anything beside the steps, in words.
    Aside(String),
}

impl Row<'_> {
    /// The number of the step.
    pub fn step(&self) -> Option<u64> {
        match self {
            Self::Step(record) => Some(record.step),
            Self::Unknown(intent) => Some(intent.step),
            Self::Aside(_) => None,
        }
    }
}

/// How long Lea itself took for a step, over a run.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct OwnTime {
    /// Half of the steps took no longer, in milliseconds.
    pub median: f64,
    /// Nineteen of twenty took no longer.
    pub p95: f64,
}

impl<'a> Story<'a> {
    /// The story of a run.
    pub fn of(log: &'a RunLog) -> Self {
        let entries = &log.entries;
        let concluded = |from: usize, step: u64| {
            let rest = &entries[from..];
            rest.iter().any(|e| matches!(e, Entry::Conclude { record } if record.step == step))
        };
        let rows = entries.iter().enumerate().filter_map(|(at, entry)| match entry {
            Entry::Begin { resumed: true, .. } => Some(Row::Aside("went on after it was cut short".into())),
            Entry::Intend { intent } if !concluded(at, intent.step) => Some(Row::Unknown(intent)),
            Entry::Begin { .. } | Entry::Intend { .. } | Entry::End { .. } => None,
            Entry::Conclude { record } => Some(Row::Step(record)),
            Entry::Arrived { edge, node } => Some(Row::Aside(format!("{edge} is done, now on {node}"))),
            Entry::Read { values } => {
                let values: Vec<_> = values.iter().map(|(name, value)| format!("{name} = {value}")).collect();
                Some(Row::Aside(format!("read {}", values.join(", "))))
            }
            Entry::Turn { edge, row } => Some(Row::Aside(format!("{edge} for {row}"))),
            Entry::Back { node } => Some(Row::Aside(format!("back on {node}"))),
            Entry::Asked { question } => Some(Row::Aside(format!("asked: {}", question.text))),
            Entry::Answered { answer, by, .. } => Some(Row::Aside(format!("{by} answered: {answer}"))),
            Entry::Skipped { row, .. } => Some(Row::Aside(format!("the row {row} is left out"))),
            Entry::RuleAnswered { question } => {
                Some(Row::Aside(format!("the rule for rehearsals said yes: {question}")))
            }
            Entry::Note { told } => Some(Row::Aside(format!("{}: {}", told.what, told.text))),
        });
        Self { run: &log.run, rows: rows.collect() }
    }

    /// The steps that were taken.
    pub fn steps(&self) -> impl Iterator<Item = &'a StepRecord> {
        self.rows.iter().filter_map(|row| match row {
            Row::Step(record) => Some(*record),
            _ => None,
        })
    }

    /// Lea's own time for a step; none where no step was taken.
    pub fn own_ms(&self) -> Option<OwnTime> {
        let mut times: Vec<f64> = self.steps().map(|s| s.times.own()).collect();
        times.sort_by(f64::total_cmp);
        let rank = |share: f64| times.get(((times.len() as f64 * share).ceil() as usize).max(1) - 1).copied();
        Some(OwnTime { median: rank(0.5)?, p95: rank(0.95)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_model::run::Times;

    #[test]
    fn own_time_is_of_the_steps_and_in_rank() {
        let record = |step: u64| {
            let times = Times { look: step as f64, waited: 1000.0, ..Times::default() };
            Entry::Conclude { record: Box::new(StepRecord { step, times, ..StepRecord::default() }) }
        };
        let log =
            RunLog { run: Run::default(), entries: (1..=20).map(record).collect(), forgotten: Vec::new() };
        assert_eq!(Story::of(&log).own_ms(), Some(OwnTime { median: 10.0, p95: 19.0 }));
        let one = RunLog { run: Run::default(), entries: vec![record(7)], forgotten: Vec::new() };
        assert_eq!(Story::of(&one).own_ms(), Some(OwnTime { median: 7.0, p95: 7.0 }));
        let none = RunLog { run: Run::default(), entries: Vec::new(), forgotten: Vec::new() };
        assert_eq!(Story::of(&none).own_ms(), None);
    }

    #[test]
    fn what_a_screen_shows_cannot_steer_a_terminal() {
        assert_eq!(plain("Va\u{1b}[2Jlider\n\u{9b}é"), "Va [2Jlider  é");
    }
}
