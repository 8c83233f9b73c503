//! The judge's eyes during a run: every line of the journal is held against what is true at that moment.

use crate::stage::Stage;
use lea_model::run::{Entry, Intent, StepRecord, StepVerdict};

impl Stage {
    /// A line of the journal is written.
    pub fn written(&mut self, entry: &Entry) {
        match entry {
            Entry::Begin { resumed, .. } => self.tally.hit(if *resumed { "resumed" } else { "begun" }),
            Entry::Intend { intent } => self.intended(intent),
            Entry::Conclude { record } => self.concluded(record),
            Entry::Turn { row, .. } => {
                self.tally.hit("turn");
                self.row = Some(row.clone());
                self.tell(|_| format!("turn {row}"));
            }
            Entry::Arrived { edge, node } => self.tell(|_| format!("arrived by {edge} on {node}")),
            Entry::Back { node } => self.tell(|_| format!("back on {node}")),
            Entry::Asked { question } => {
                self.tell(|_| format!("asks: {}", question.text));
                if self.confirmed_later.take_if(|given| given.is_same(question)).is_some() {
                    self.confirmed = true;
                    self.tally.hit("confirmed later");
                }
            }
            Entry::Answered { answer, by, .. } => self.tell(|_| format!("{by} answers: {answer}")),
            Entry::Skipped { row, .. } => self.tell(|_| format!("the row {row} is left out")),
            Entry::RuleAnswered { question } => self.tell(|_| format!("the rule said yes to: {question}")),
            Entry::Note { told } => self.tell(|_| format!("note: {} {}", told.what, told.text)),
            Entry::Read { values } => self.tell(|_| format!("read {values:?}")),
            Entry::End { outcome, halt, .. } => {
                let why = halt.as_ref().map(|h| format!("{:?}: {}", h.reason, h.why)).unwrap_or_default();
                self.tell(|_| format!("end {outcome:?} {why}"));
            }
        }
    }

    fn intended(&mut self, intent: &Intent) {
        self.steps += 1;
        self.tell(|_| {
            format!("intends {} on {} ({} {})", intent.told, intent.node, intent.edge, intent.part)
        });
        if intent.irreversible {
            self.changed_since = false;
        }
        self.open.push(intent.clone());
        let is_guarded = intent.irreversible || intent.part + 1 == intent.parts;
        let names = self.guarded.get(&intent.edge).filter(|_| is_guarded).cloned().unwrap_or_default();
        let seen = self.seen.clone();
        for name in names {
            let value = match name.as_str() {
                "row" => self.row.clone(),
                name => self.known.get(name).cloned(),
            };
            let shown = seen.as_ref().zip(value.as_ref()).is_some_and(|(s, v)| s.shows(v));
            if !shown {
                let what = format!("P8: {} although {name} ({value:?}) is not shown", intent.told);
                self.wrong.push(what);
            }
        }
        let kind = self.kinds.get(&intent.node);
        if kind.is_some() && kind != seen.as_ref().map(|s| &s.kind) {
            self.tally.hit("acts on another screen than it believes");
            if intent.irreversible {
                let seen = seen.as_ref().map(|s| s.kind);
                self.wrong.push(format!("belief: {} on {seen:?}, taken for {kind:?}", intent.told));
            }
        }
    }

    fn concluded(&mut self, record: &StepRecord) {
        let Some(at) = self.open.iter().position(|i| i.step == record.step) else {
            if !record.was_done() {
                return self.tally.hit("not done");
            }
            self.wrong.push(format!("S2: step {} was concluded and never announced", record.step));
            return;
        };
        let intent = self.open.remove(at);
        self.confirmed = false;
        let Some(verification) = &record.verification else {
            self.wrong.push(format!("S2: step {} has no verdict", record.step));
            return;
        };
        let verdict = verification.verdict;
        self.tell(|_| {
            format!("verdict {verdict:?}: {} | {}", verification.detail, verification.semantic_detail)
        });
        self.tally.hit(match verdict {
            StepVerdict::Verified => "step verified",
            StepVerdict::Unexpected => "step unexpected",
            StepVerdict::NotVerified => "step not verified",
            StepVerdict::Unverifiable => "step unverifiable",
        });
        if let beside @ ("dialog" | "undo" | "scroll" | "window" | "recovery") = record.edge.as_str() {
            self.tally.hit(&format!("beside: {beside}"));
        }
        self.healed(record);
        let expected = self.leads_to.get(&record.edge).copied();
        let is_last = intent.part + 1 == intent.parts;
        let believed = verdict == StepVerdict::Verified && is_last && self.tally.of("other workflow") == 0;
        let seen = self.seen.as_ref().map(|s| s.kind);
        if let (true, Some(kind)) = (believed, expected)
            && seen != Some(kind)
        {
            self.wrong.push(format!("P15: step {} is verified on {seen:?}, not {kind:?}", record.step));
        }
    }

    /// H2, H7: a step begins at level 0, goes up one level at a time, and says what found its target.
    fn healed(&mut self, record: &StepRecord) {
        let levels: Vec<u32> = record.attempts.iter().map(|a| a.attempt_level).collect();
        if levels.first().is_some_and(|first| *first != 0) {
            self.wrong.push(format!("H2: step {} begins at level {levels:?}", record.step));
        }
        if levels.windows(2).any(|pair| pair[1] > pair[0] + 1 || pair[1] < pair[0]) {
            self.wrong.push(format!("H2: step {} has levels {levels:?}", record.step));
        }
        let Some(found) = &record.grounding else { return };
        self.tally.hit(&format!("found by {:?}", found.method));
        let level = found.resolution.healing_attempt;
        let top = levels.last().copied().unwrap_or(0);
        if level > 0 {
            self.tally.hit("healed");
        }
        if level != 0 && level != top {
            self.wrong.push(format!("H2: step {} was found at level {level}, tried {levels:?}", record.step));
        }
    }

    /// A session of Lea is over: by itself, or because it was killed.
    pub fn session_over(&mut self, was_killed: bool) {
        let left = std::mem::take(&mut self.open);
        self.confirmed = false;
        self.seen = None;
        if was_killed || self.tally.of("disk full") > 0 {
            return;
        }
        for intent in left {
            if self.done.iter().any(|d| d.step == Some(intent.step)) {
                self.wrong
                    .push(format!("S2: step {} ({}) was done and has no verdict", intent.step, intent.told));
            }
        }
    }
}
