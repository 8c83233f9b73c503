//! The trail compared with the journals of runs: what one knows and the other does not.
//!
//! An intent is durable in the journal before it is in the trail, and in both before anything moves; an outcome is in the journal before
//! it is in the trail. So a crash leaves at most an intent without an act, or the last outcome, in the journal alone. Everything else is
//! a hole.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use lea_model::run::{AuditPhase, AuditRecord, Entry};

use super::change;
use super::check::{Finding, Suspect};
use crate::Store;
use crate::error::Result;
use crate::runs::RunJournal;

/// What the trail says of one run.
#[derive(Debug, Default)]
struct Story {
    /// The first record of it.
    line: u64,
    /// Records of intents, by the number of the action.
    intents: BTreeMap<u64, u64>,
    /// Actions of which the outcome is known.
    outcomes: BTreeSet<u64>,
    /// Records that name a line of the journal, and its checksum.
    sums: Vec<(u64, String)>,
    /// Ends.
    ends: u64,
    /// Its deletion was written down.
    is_deleted: bool,
}

/// What the trail says of all runs, since a person last accepted it as it was.
#[derive(Debug, Default)]
pub(super) struct Stories {
    runs: BTreeMap<String, Story>,
    /// When that was.
    accepted: Option<Timestamp>,
}

impl Stories {
    /// Adds a record.
    pub fn add(&mut self, record: &AuditRecord) {
        if record.phase == AuditPhase::Change && record.action == change::ACCEPT {
            *self = Self { runs: BTreeMap::new(), accepted: record.when.parse().ok() };
            return;
        }
        if record.run_id.is_empty() {
            return;
        }
        let story = self.runs.entry(record.run_id.clone()).or_default();
        if story.line == 0 {
            story.line = record.number;
        }
        match record.phase {
            AuditPhase::Intent => drop(story.intents.insert(record.step, record.number)),
            // As a Lea that knew no phases wrote an end.
            AuditPhase::Outcome if record.action == "end" => story.ends += 1,
            AuditPhase::Outcome => drop(story.outcomes.insert(record.step)),
            AuditPhase::End => story.ends += 1,
            AuditPhase::Change if record.action == change::DELETE_RUN => {
                story.is_deleted = record.verdict != "failed";
            }
            AuditPhase::Change => {}
        }
        if !record.journal.is_empty() {
            story.sums.push((record.number, record.journal.clone()));
        }
    }

    /// What does not agree with the journals of this store: the first finding of each run.
    pub fn compare(&self, store: &Store) -> Result<Vec<Finding>> {
        let mut ids: BTreeSet<String> = store.run_ids()?.into_iter().collect();
        ids.extend(self.runs.keys().cloned());
        let nothing = Story::default();
        let each = ids.iter().map(|id| {
            let story = self.runs.get(id).unwrap_or(&nothing);
            let finding = match store.run_journal(id) {
                Ok(Some(journal)) => self.holes(story, &journal),
                Ok(None) => story.gone(),
                Err(why) => Some((0, format!("its journal cannot be read: {why}"))),
            };
            let (line, why) = finding?;
            let line = Some(line).filter(|line| *line > 0);
            Some(Finding { suspect: Suspect::Journal, line, why: format!("run {id}: {why}") })
        });
        Ok(each.flatten().collect())
    }

    /// The first hole between a story and a journal: the line of the trail, or 0, and what is wrong.
    fn holes(&self, story: &Story, journal: &RunJournal) -> Option<(u64, String)> {
        let cut = |line: u64, what: &str| {
            Some((
                line,
                format!("{what}: lines were cut off its journal, or it was replaced by an older copy"),
            ))
        };
        if let Some((line, _)) = story.sums.iter().find(|(_, sum)| !journal.sums.contains(sum)) {
            return cut(*line, "the trail names a line of the journal that is not there");
        }
        let intended: BTreeSet<u64> = journal.entries.iter().filter_map(intended).collect();
        if let Some((step, line)) = story.intents.iter().find(|(step, _)| !intended.contains(step)) {
            return cut(
                *line,
                &format!("the trail has the intent of action {step}, and the journal has not"),
            );
        }
        let ends = journal.entries.iter().filter(|e| matches!(e, Entry::End { .. })).count() as u64;
        if story.ends > ends {
            let what = format!("the trail has {} ends of it, and the journal has {ends}", story.ends);
            return cut(story.line, &what);
        }
        // A run that is going on may have gone on since the trail was read.
        if journal.is_running { None } else { self.unknown_to_trail(story, &journal.entries) }
    }

    /// An action that the journal concluded, and the trail does not know.
    fn unknown_to_trail(&self, story: &Story, entries: &[Entry]) -> Option<(u64, String)> {
        // A crash may come between the two, and a trail that could not be written ended the run.
        let may_miss_outcome = last_of_each_session(entries);
        entries.iter().find_map(|entry| {
            let Entry::Conclude { record } = entry else { return None };
            let step = record.step;
            let is_accepted =
                |accepted: Timestamp| record.at.parse().is_ok_and(|at: Timestamp| at <= accepted);
            if !record.was_done() || self.accepted.is_some_and(is_accepted) {
                return None;
            }
            let (has_intent, has_outcome) =
                (story.intents.contains_key(&step), story.outcomes.contains(&step));
            let what = match (has_intent, has_outcome) {
                (_, true) => return None,
                (true, false) if may_miss_outcome.contains(&step) => return None,
                (true, false) => "has its intent alone",
                (false, false) => "does not know it",
            };
            let why = format!("the journal has action {step} ({}), and the trail {what}", record.told);
            Some((story.intents.get(&step).copied().unwrap_or(story.line), why))
        })
    }
}

impl Story {
    /// There is no journal.
    fn gone(&self) -> Option<(u64, String)> {
        if self.is_deleted || (self.intents.is_empty() && self.outcomes.is_empty()) {
            return None;
        }
        Some((self.line, "the trail knows it, its journal is gone, and no deletion was written down".into()))
    }
}

fn intended(entry: &Entry) -> Option<u64> {
    match entry {
        Entry::Intend { intent } => Some(intent.step),
        _ => None,
    }
}

/// The last action that was concluded before each end, crash or resumption.
fn last_of_each_session(entries: &[Entry]) -> BTreeSet<u64> {
    let (mut all, mut last) = (BTreeSet::new(), None);
    for entry in entries {
        match entry {
            Entry::Conclude { record } if record.was_done() => last = Some(record.step),
            Entry::Begin { .. } => all.extend(last.take()),
            _ => {}
        }
    }
    all.extend(last);
    all
}
