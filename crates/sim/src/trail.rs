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

    /// A line is added to the trail.
    pub fn trail(&mut self, record: AuditRecord) {
        if is_intent(&record) {
            self.watch.trailed.insert(record.step);
        }
        self.audit.push(record);
    }

    /// A trail that announces actions announces each before it is done (SPEC PEOPLE.2).
    pub fn is_in_the_trail(&mut self, step: Option<u64>) {
        let trailed = &self.watch.trailed;
        if !trailed.is_empty() && !step.is_some_and(|s| trailed.contains(&s)) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::App;
    use crate::dice::Dice;
    use crate::look::Look;
    use crate::machine::Machine;
    use lea_model::run::Intent;
    use std::rc::Rc;

    fn intend(step: u64) -> Entry {
        Entry::Intend { intent: Intent { step, parts: 1, ..Intent::default() } }
    }

    /// A world whose journal has begun and announced two steps, of which the trail knows the first.
    fn stage(forgets: usize) -> Stage {
        let machine = Machine::new(Rc::new(App::generate(&mut Dice::new(3))));
        let mut s = Stage::new(machine, Look::learnt(), Dice::new(1));
        s.hard.forgets = forgets;
        s.journal.push(Entry::Begin { run: Box::default(), resumed: false });
        for step in 1..=2 {
            s.announces(&intend(step));
            s.journal.push(intend(step));
            if step == 1 {
                s.audit.push(AuditRecord { step, action: "mouse_click".into(), ..AuditRecord::default() });
            }
        }
        s
    }

    fn steps(s: &Stage) -> Vec<u64> {
        let step = |e: &Entry| if let Entry::Intend { intent } = e { Some(intent.step) } else { None };
        s.journal.iter().filter_map(step).collect()
    }

    #[test]
    fn what_the_journal_forgot_is_completed_from_the_trail() {
        for (forgets, kept) in [(0, vec![1, 2]), (1, vec![1]), (2, vec![1]), (9, vec![1])] {
            let mut s = stage(forgets);
            s.forget_lines();
            assert_eq!(steps(&s), kept, "{forgets}");
            assert!(matches!(s.journal.first(), Some(Entry::Begin { .. })));
            assert_eq!(s.watch.forgotten, forgets.min(2));
        }
    }

    #[test]
    fn lea_is_killed_once_at_the_place_that_was_drawn() {
        let mut s = stage(0);
        s.open.push(Intent { step: 2, parts: 1, ..Intent::default() });
        s.hard.killed = Some((2, KilledAt::Acted));
        assert!(!s.is_killed_at(KilledAt::Act));
        assert!(s.is_killed_at(KilledAt::Acted) && !s.is_killed_at(KilledAt::Acted));
    }

    #[test]
    fn a_late_effect_is_there_when_its_time_has_come() {
        let mut s = stage(0);
        s.hard.late_effect = Some(5.0);
        assert!(s.is_effect_late());
        s.pass(6.0);
        assert!(!s.is_effect_late());
    }
}
