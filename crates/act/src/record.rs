//! Writing down: the intent of each step in the audit before it, its end in journal and audit, without secrets (SPEC PEOPLE.2, S2, S3).

use crate::params::filling::PRIVATE_MARGIN;
use crate::run::Runner;
use crate::world::Observation;
use lea_model::run::{AuditPhase, AuditRecord, Entry, Halt, HaltReason, Intent, RunOutcome, StepRecord};
use lea_model::{Action, Rect};
use regex::Regex;

/// The name of what an action does, as stored.
pub(crate) fn name_of(action: &Action) -> String {
    stored(&action.action_type)
}

/// The name of a value of an enumeration, as stored.
pub(crate) fn stored(value: &impl serde::Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|v| v.as_str().map(str::to_owned)).unwrap_or_default()
}

impl Runner<'_, '_, '_> {
    /// What is about to be done is in the trail before anything moves. The journal must have it already; where the trail cannot be
    /// written, nothing may move.
    pub fn audit_intent(&mut self, intent: &Intent, accepted: &str) -> Result<(), Halt> {
        let (told, target) = (self.hidden(&intent.told), self.hidden(&intent.target));
        let audit = AuditRecord {
            when: self.world.clock.now(),
            phase: AuditPhase::Intent,
            step: intent.step,
            node: intent.node.clone(),
            edge: intent.edge.clone(),
            action: "intend".into(),
            target: if told.is_empty() { target.clone() } else { told.clone() },
            intent: Some(Intent { told, target, ..intent.clone() }),
            guard: self.hidden(accepted),
            ..self.audit_of_run()
        };
        self.world.keep.audit(audit).map_err(|why| Halt::new(HaltReason::JournalFailed, why))
    }

    /// The step is over: journal and audit say what came of it.
    pub fn conclude(&mut self, record: &mut StepRecord) -> Result<(), Halt> {
        self.write_record(record)?;
        let found = record.grounding.as_ref();
        let verification = record.verification.as_ref();
        let times = &record.times;
        let audit = AuditRecord {
            when: record.at.clone(),
            phase: AuditPhase::Outcome,
            step: record.step,
            node: record.node.clone(),
            edge: record.edge.clone(),
            action: record.action.clone(),
            target: if record.told.is_empty() {
                found.map(|f| f.label.clone()).unwrap_or_default()
            } else {
                record.told.clone()
            },
            method: found.map(|f| stored(&f.method)).unwrap_or_default(),
            score: found.and_then(|f| f.score),
            healing_level: found.map_or(0, |f| f.resolution.healing_attempt),
            verdict: verification.map(|v| stored(&v.verdict)).unwrap_or_default(),
            confidence: verification.map_or(0.0, |v| v.confidence),
            duration_ms: times.own() + times.act + times.waited,
            screen_before: record.screen_before.clone().unwrap_or_default(),
            screen_after: record.screen_after.clone().unwrap_or_default(),
            guard: record.guard.clone(),
            detail: verification.map(|v| v.semantic_detail.clone()).unwrap_or_default(),
            ..self.audit_of_run()
        };
        self.world.keep.audit(audit).map_err(|why| Halt::new(HaltReason::JournalFailed, why))
    }

    /// A record in the journal, without secrets.
    pub fn write_record(&mut self, record: &mut StepRecord) -> Result<(), Halt> {
        self.without_secrets(record);
        self.write(&Entry::Conclude { record: Box::new(record.clone()) })
    }

    /// The last line of a run in the audit.
    pub fn audit_end(&mut self, outcome: RunOutcome) {
        let why = self.run.halt.as_ref().map(|h| h.why.clone()).unwrap_or_default();
        let audit = AuditRecord {
            when: self.run.ended_at.clone().unwrap_or_default(),
            phase: AuditPhase::End,
            step: self.spent.step,
            action: "end".into(),
            verdict: stored(&outcome),
            confidence: self.run.confidence.unwrap_or(0.0),
            duration_ms: self.run.seconds * 1e3,
            detail: self.hidden(&why),
            ..self.audit_of_run()
        };
        // The work is done either way: what cannot be written about it is no failure of the work (SPEC ACT.16).
        if let Err(why) = self.world.keep.audit(audit) {
            self.world.people.warn(&format!("the end of the run is not in the audit trail: {why}"));
        }
    }

    fn audit_of_run(&self) -> AuditRecord {
        AuditRecord {
            who: self.run.user.clone(),
            robot: self.run.robot.clone(),
            workflow_id: self.run.workflow_id.clone(),
            workflow_version: self.run.workflow_version,
            run_id: self.run.run_id.clone(),
            mode: stored(&self.run.mode),
            ..AuditRecord::default()
        }
    }

    /// A text as it may be written down.
    pub fn hidden(&self, text: &str) -> String {
        if self.known.values.gives_away(text) { "…".into() } else { text.to_owned() }
    }

    fn without_secrets(&self, record: &mut StepRecord) {
        let hide = |text: &mut String| {
            if self.known.values.gives_away(text) {
                *text = "…".into();
            }
        };
        hide(&mut record.told);
        hide(&mut record.guard);
        if let Some(found) = &mut record.grounding {
            hide(&mut found.label);
            hide(&mut found.why);
            found.candidates.iter_mut().for_each(|c| hide(&mut c.label));
        }
        for opinion in &mut record.opinions {
            hide(&mut opinion.answer);
            hide(&mut opinion.came_of);
        }
        if let Some(seen) = &mut record.verification {
            hide(&mut seen.detail);
            hide(&mut seen.semantic_detail);
        }
    }

    /// What on a screen must not be kept: lines that give a secret away, or look like what the configuration declares private.
    pub fn private(&self, observation: &Observation) -> Vec<Rect> {
        let patterns: Vec<Regex> =
            self.order.settings.private_patterns.iter().filter_map(|p| Regex::new(p).ok()).collect();
        let lines = observation.state.perception.detected_text.iter();
        let is_private =
            |text: &str| self.known.values.gives_away(text) || patterns.iter().any(|p| p.is_match(text));
        lines
            .filter(|t| is_private(&t.text))
            .filter_map(|t| t.bbox)
            .map(|b| b.padded(PRIVATE_MARGIN))
            .collect()
    }
}
