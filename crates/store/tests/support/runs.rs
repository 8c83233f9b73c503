//! Runs for the tests of the store.
#![allow(dead_code, reason = "each test file uses a part of it")]

use std::path::{Path, PathBuf};

use lea_model::run::{
    Candidate, Entry, Grounding, Intent, Matched, Method, Run, RunOutcome, StepRecord, StepVerdict,
    Suggestion, Times, Verification,
};
use lea_store::{RunWriter, Store};

pub const RUN: &str = "run_2026-11-15T09-00-00_invoices";
pub const OTHER_RUN: &str = "run_2026-11-15T10-00-00_invoices";

pub fn run(id: &str) -> Run {
    Run {
        run_id: id.to_owned(),
        workflow_id: "WF_invoices".into(),
        workflow_version: 3,
        user: "marie".into(),
        robot: "desk-7".into(),
        started_at: "2026-11-15T09:00:00Z".into(),
        ..Run::default()
    }
}

pub fn intend(step: u64) -> Entry {
    Entry::Intend {
        intent: Intent {
            step,
            node: "N1_list".into(),
            edge: "E1_open".into(),
            parts: 1,
            told: format!("click “Ouvrir” the {step}. time\nwith a second line"),
            ..Intent::default()
        },
    }
}

pub fn conclude(step: u64, before: &str, after: &str) -> Entry {
    let record = StepRecord {
        step,
        at: format!("2026-11-15T09:{:02}:{:02}Z", step / 60 % 60, step % 60),
        node: "N1_list".into(),
        edge: "E1_open".into(),
        action: "mouse_click".into(),
        told: "click “Ouvrir”".into(),
        matched: Matched { node: Some("N1_list".into()), confidence: 0.9, ..Matched::default() },
        grounding: Some(Grounding {
            method: Method::Score,
            score: Some(0.1 + 0.2),
            candidates: vec![Candidate { rank: 1.0 / 3.0, ..Candidate::default() }],
            ..Grounding::default()
        }),
        verification: Some(Verification {
            verdict: StepVerdict::Verified,
            confidence: 0.8,
            changes_detected: true,
            change_area_pct: 12.5,
            local_change_pct: None,
            suggestion: Suggestion::Continue,
            detail: String::new(),
            semantic_verified: Some(true),
            semantic_detail: String::new(),
            semantic_elapsed_ms: 1.0,
        }),
        screen_before: Some(before.into()),
        screen_after: Some(after.into()),
        times: Times { look: 60.0, ..Times::default() },
        ..StepRecord::default()
    };
    Entry::Conclude { record: Box::new(record) }
}

pub fn end(outcome: RunOutcome) -> Entry {
    Entry::End { outcome, halt: None, at: "2026-11-15T09:00:42.5Z".into() }
}

/// Writes a run of `steps` steps, with its end.
pub fn whole(store: &Store, id: &str, steps: u64) {
    let mut writer = RunWriter::begin(store, &run(id)).unwrap();
    for step in 1..=steps {
        writer.write(&intend(step)).unwrap();
        writer.write(&conclude(step, "shot_0001", "shot_0001")).unwrap();
    }
    writer.write(&end(RunOutcome::Verified)).unwrap();
}

pub fn run_folder(root: &Path, id: &str) -> PathBuf {
    root.join("runs").join(&id[4..14]).join(id)
}

pub fn journal(root: &Path, id: &str) -> PathBuf {
    run_folder(root, id).join("journal.jsonl")
}
