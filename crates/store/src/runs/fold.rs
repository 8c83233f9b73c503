//! A run, put together from its journal: how it began, what it did, how it ended.

use jiff::Timestamp;
use lea_model::run::{Entry, Run, RunOutcome};

/// Sums over the entries read so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Fold {
    run: Option<Run>,
    last_at: Option<String>,
    confidence: Mean,
    similarity: Mean,
}

#[derive(Clone, Copy, Debug, Default)]
struct Mean {
    sum: f64,
    count: u64,
}

impl Mean {
    fn add(&mut self, value: f64) {
        self.sum += value;
        self.count += 1;
    }

    fn value(self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / self.count as f64)
    }
}

impl Fold {
    /// The run after these entries.
    pub fn of(entries: &[Entry]) -> Self {
        let mut fold = Self::default();
        entries.iter().for_each(|entry| fold.add(entry));
        fold
    }

    /// Adds what came next.
    pub fn add(&mut self, entry: &Entry) {
        match entry {
            Entry::Begin { run, .. } => {
                let mut now = Run { ended_at: None, outcome: None, halt: None, ..(**run).clone() };
                if let Some(before) = &self.run {
                    // It goes on: it began when it began, and did what it did.
                    if !before.started_at.is_empty() {
                        now.started_at.clone_from(&before.started_at);
                    }
                    now.steps = before.steps;
                    now.rule_answers = before.rule_answers;
                }
                self.run = Some(now);
            }
            Entry::Conclude { record } => {
                if let Some(run) = &mut self.run {
                    run.steps += 1;
                }
                self.last_at = Some(record.at.clone());
                self.similarity.add(record.matched.confidence);
                if let Some(seen) = &record.verification {
                    self.confidence.add(seen.confidence);
                }
            }
            Entry::RuleAnswered { .. } => {
                if let Some(run) = &mut self.run {
                    run.rule_answers += 1;
                }
            }
            Entry::End { outcome, halt, at } => {
                if let Some(run) = &mut self.run {
                    run.outcome = Some(*outcome);
                    run.halt.clone_from(halt);
                    run.ended_at = Some(at.clone());
                }
            }
            Entry::Intend { .. }
            | Entry::Asked { .. }
            | Entry::Answered { .. }
            | Entry::Skipped { .. }
            | Entry::Arrived { .. }
            | Entry::Read { .. }
            | Entry::Turn { .. }
            | Entry::Back { .. }
            | Entry::Note { .. } => {}
        }
    }

    /// How it ended, if it did.
    pub fn outcome(&self) -> Option<RunOutcome> {
        self.run.as_ref()?.outcome
    }

    /// It has ended.
    pub fn is_over(&self) -> bool {
        self.outcome().is_some()
    }

    /// The run as it is known now; how long it took is counted up to its end, or to the last step that is known.
    pub fn run(&self) -> Run {
        let mut run = self.run.clone().unwrap_or_default();
        let until = run.ended_at.as_ref().or(self.last_at.as_ref());
        if let Some(seconds) = until.and_then(|until| seconds_between(&run.started_at, until)) {
            run.seconds = seconds;
        }
        run.confidence = self.confidence.value().or(run.confidence);
        run.similarity = self.similarity.value().or(run.similarity);
        run
    }
}

fn seconds_between(from: &str, to: &str) -> Option<f64> {
    let (from, to): (Timestamp, Timestamp) = (from.parse().ok()?, to.parse().ok()?);
    Some(to.duration_since(from).as_secs_f64().max(0.0))
}
