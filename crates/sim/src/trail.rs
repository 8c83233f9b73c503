//! Crashes around a committing step, journals that lose their end in one, and the trail from which the journal is completed.

use crate::hard::KilledAt;
use crate::stage::Stage;
use lea_model::run::{AuditRecord, Entry};

/// The line of the trail says that something is about to happen. Trails without phases have no such lines.
pub fn is_intent(record: &AuditRecord) -> bool {
    let phase = serde_json::to_value(record).ok().and_then(|v| v.get("phase").cloned());
    phase.as_ref().and_then(|p| p.as_str()) == Some("intent")
}

impl Stage {
    /// A last part of an edge is announced: crashes are counted by them.
    pub fn announces(&mut self, entry: &Entry) {
        let Entry::Intend { intent } = entry else { return };
        // The line of the trail may come before that of the journal.
        let is_first = self.audit.last().is_some_and(|a| a.step == intent.step && is_intent(a));
        self.watch.announced.push((intent.step, self.audit.len() - usize::from(is_first)));
        if intent.part + 1 == intent.parts {
            self.watch.last_parts += 1;
            self.watch.last_step = Some(intent.step);
        }
    }

    /// A trail that announces actions announces each before it is done (SPEC PEOPLE.2).
    pub fn is_in_the_trail(&mut self, step: Option<u64>) {
        let announces = self.audit.iter().rev().any(is_intent);
        let is_there = |a: &AuditRecord| Some(a.step) == step && is_intent(a);
        if announces && !self.audit.iter().rev().any(is_there) {
            self.wrong.push(format!("trail: deed {} of step {step:?} was not announced in it", self.deeds));
        }
    }

    /// An effect takes longer to be there than its cause.
    pub fn is_effect_late(&mut self) -> bool {
        let Some(seconds) = self.hard.late_effect else { return false };
        let from = *self.watch.effects_from.get_or_insert(self.now + seconds);
        let is_late = self.now < from;
        if is_late {
            self.tally.hit("late effect");
        }
        is_late
    }

    /// Lea is killed here.
    pub fn is_killed_at(&mut self, at: KilledAt) -> bool {
        let is_open = self.open.last().map(|i| i.step) == self.watch.last_step || at == KilledAt::Concluded;
        let here = self.hard.killed == Some((self.watch.last_parts, at)) && is_open;
        if here {
            self.hard.killed = None;
        }
        here
    }

    /// A crash loses the last lines of the journal; the trail says which actions it has to know nevertheless.
    pub fn forget_lines(&mut self) {
        let keeps = self.journal.len().saturating_sub(self.hard.forgets).max(1).min(self.journal.len());
        let lost = self.journal.split_off(keeps);
        self.watch.forgotten += lost.len();
        if !lost.is_empty() {
            self.tally.add("lines forgotten", lost.len() as u64);
            self.tell(|_| format!("the journal has lost {} lines", lost.len()));
        }
        let completed = lost.into_iter().filter(|e| self.is_in_trail(e)).collect::<Vec<_>>();
        self.journal.extend(completed);
    }

    /// The trail has a line of the action that was announced here.
    fn is_in_trail(&self, entry: &Entry) -> bool {
        let Entry::Intend { intent } = entry else { return false };
        let announced = self.watch.announced.iter().rev().find(|(step, _)| *step == intent.step);
        let since = announced.map_or(0, |(_, lines)| *lines);
        self.audit[since..].iter().any(|a| a.step == intent.step && a.action != "end")
    }
}
