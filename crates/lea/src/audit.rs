//! `lea audit`: who did what, and whether that was changed since (SPEC PEOPLE.2).

mod changes;
mod csv;

pub use changes::{Deletion, changing, delete, note_completed, note_configuration, note_pruned, say_deleted};

use crate::cli::{AuditArgs, AuditVerb, AuditWhich};
use crate::config::Context;
use crate::error::{Outcome, failed, failed_with_help, usage};
use crate::files::replace_private;
use crate::trace::plain;
use crate::{format, runs, sessions};
use jiff::Timestamp;
use jiff::civil::Date;
use lea_model::run::{AuditPhase, AuditRecord};
use lea_store::{AuditFilter, Checked, Finding, Store, Suspect};
use serde::Serialize;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Runs the command.
pub fn run(context: &Context, args: &AuditArgs) -> Outcome {
    sessions::end_with_the_pipe()?;
    let store = context.store()?;
    let records = |which: &AuditWhich| -> Outcome<Vec<AuditRecord>> {
        store.audit().records(&filter(&store, which)?).map_err(failed)
    };
    match &args.verb {
        AuditVerb::History { which } => history(context, &records(which)?),
        AuditVerb::Summary { which } => summary(context, &records(which)?),
        AuditVerb::Export { which, out } => export(context, &records(which)?, out.as_deref()),
        AuditVerb::Verify { accept_restored } => verify(context, &store, *accept_restored),
    }
}

fn filter(store: &Store, which: &AuditWhich) -> Outcome<AuditFilter> {
    let workflow = |name: &String| if name.starts_with("WF_") { name.clone() } else { format!("WF_{name}") };
    Ok(AuditFilter {
        workflow_id: which.workflow.as_ref().map(workflow),
        run_id: which.run.as_ref().map(|name| runs::named(store, name)).transpose()?,
        since: which.since.as_deref().map(since).transpose()?,
        limit: which.limit,
    })
}

/// A day of this machine's zone, or a time.
fn since(text: &str) -> Outcome<Timestamp> {
    let day = |day: Date| day.to_zoned(jiff::tz::TimeZone::system()).ok().map(|day| day.timestamp());
    let read = text.parse().ok().or_else(|| text.parse().ok().and_then(day));
    read.ok_or_else(|| usage(format!("{text:?} is no day: write it like 2026-11-15 or 2026-11-15T09:00:00Z")))
}

fn history(context: &Context, records: &[AuditRecord]) -> Outcome {
    if context.json {
        println!("{}", json!({ "records": records }));
        return Ok(());
    }
    if records.is_empty() {
        println!("No records");
        return Ok(());
    }
    let head = [
        "NO", "WHEN", "WHO", "PHASE", "WORKFLOW", "STEP", "ACTION", "TARGET", "BY", "SCORE", "VERDICT",
        "MODE",
    ];
    let rows = records.iter().map(|r| {
        let healed = if r.healing_level > 0 { format!(" +{}", r.healing_level) } else { String::new() };
        vec![
            r.number.to_string(),
            format::day_and_time(&r.when),
            plain(&r.who),
            r.phase.to_string(),
            r.workflow_id.clone(),
            r.step.to_string(),
            plain(&r.action),
            format::shortened(&plain(&r.target), 50),
            format!("{}{healed}", r.method),
            r.score.map_or_else(String::new, |s| format!("{s:.2}")),
            r.verdict.clone(),
            r.mode.clone(),
        ]
    });
    let rows: Vec<_> = std::iter::once(head.map(String::from).to_vec()).chain(rows).collect();
    print!("{}", format::table(&rows));
    Ok(())
}

/// What the records say of one workflow.
#[derive(Default, Serialize)]
struct Sums {
    actions: u64,
    runs: u64,
    verdicts: BTreeMap<String, u64>,
    outcomes: BTreeMap<String, u64>,
    healed: u64,
    mean_score: f64,
    mean_ms: f64,
    first: String,
    last: String,
}

/// As a Lea that knew no phases wrote the end of a run.
const END: &str = "end";

fn sums(records: &[&AuditRecord]) -> Sums {
    let mut sums = Sums::default();
    let of_runs = records.iter().filter(|r| r.phase != AuditPhase::Change);
    let runs: BTreeSet<&str> = of_runs.map(|r| r.run_id.as_str()).collect();
    sums.runs = runs.len() as u64;
    let (mut scored, mut score, mut ms) = (0u64, 0.0, 0.0);
    for r in records {
        match r.phase {
            AuditPhase::Intent | AuditPhase::Change => continue,
            AuditPhase::Outcome if r.action != END => {}
            AuditPhase::Outcome | AuditPhase::End => {
                *sums.outcomes.entry(r.verdict.clone()).or_default() += 1;
                continue;
            }
        }
        sums.actions += 1;
        sums.healed += u64::from(r.healing_level > 0);
        ms += r.duration_ms;
        if let Some(s) = r.score {
            scored += 1;
            score += s;
        }
        *sums.verdicts.entry(r.verdict.clone()).or_default() += 1;
    }
    sums.mean_score = score / scored.max(1) as f64;
    sums.mean_ms = ms / sums.actions.max(1) as f64;
    sums.first = records.first().map(|r| r.when.clone()).unwrap_or_default();
    sums.last = records.last().map(|r| r.when.clone()).unwrap_or_default();
    sums
}

fn summary(context: &Context, records: &[AuditRecord]) -> Outcome {
    let mut by_workflow: BTreeMap<&str, Vec<&AuditRecord>> = BTreeMap::new();
    let of_workflows = records.iter().filter(|r| !r.workflow_id.is_empty());
    of_workflows.for_each(|r| by_workflow.entry(&r.workflow_id).or_default().push(r));
    let all = sums(&records.iter().collect::<Vec<_>>());
    let each: BTreeMap<&str, Sums> = by_workflow.iter().map(|(id, records)| (*id, sums(records))).collect();
    if context.json {
        println!("{}", json!({ "all": all, "workflows": each }));
        return Ok(());
    }
    if records.is_empty() {
        println!("No records");
        return Ok(());
    }
    let head = ["WORKFLOW", "RUNS", "ACTIONS", "VERIFIED", "HEALED", "SCORE", "MS", "OUTCOMES", "LAST"];
    let row = |id: &str, s: &Sums| {
        let share = |n: u64| format!("{:.0} %", n as f64 / s.actions.max(1) as f64 * 100.0);
        let outcomes: Vec<_> = s.outcomes.iter().map(|(word, n)| format!("{n} {word}")).collect();
        vec![
            id.to_owned(),
            s.runs.to_string(),
            s.actions.to_string(),
            share(s.verdicts.get("verified").copied().unwrap_or(0)),
            share(s.healed),
            format!("{:.2}", s.mean_score),
            format!("{:.0}", s.mean_ms),
            plain(&outcomes.join(", ")),
            format::day_and_time(&s.last),
        ]
    };
    let mut rows = vec![head.map(String::from).to_vec()];
    rows.extend(each.iter().map(|(id, sums)| row(id, sums)));
    if each.len() > 1 {
        rows.push(row("all", &all));
    }
    print!("{}", format::table(&rows));
    Ok(())
}

fn export(context: &Context, records: &[AuditRecord], out: Option<&Path>) -> Outcome {
    let text = csv::table(records);
    let Some(path) = out else {
        print!("{text}");
        return Ok(());
    };
    replace_private(path, text.as_bytes())?;
    if context.json {
        println!("{}", json!({ "csv": path, "records": records.len() }));
    } else {
        println!("Wrote {} records to {}", records.len(), path.display());
    }
    Ok(())
}

fn verify(context: &Context, store: &Store, accept: bool) -> Outcome {
    let checked = store.check_audit().map_err(failed)?;
    if accept && !checked.findings.is_empty() {
        return accepted(context, store, &checked);
    }
    let Some(first) = checked.findings.first() else {
        say_whole(context, &checked);
        return Ok(());
    };
    if context.json {
        let findings: Vec<_> = checked.findings.iter().map(finding_json).collect();
        let why = first.why.as_str();
        println!("{}", json!({ "verified": false, "line": first.line, "why": why, "findings": findings }));
    }
    let told: Vec<String> = checked.findings.iter().map(told).collect();
    let help = match first.suspect {
        Suspect::Chain => {
            "a record that was changed cannot be accepted: keep the folder audit for whoever asks; docs/audit.md says how to go on"
        }
        _ => "if a person knows why, such as that a backup was restored: lea audit verify --accept-restored",
    };
    Err(failed_with_help(told.join("\n"), help))
}

/// A finding in a sentence of its own.
fn told(finding: &Finding) -> String {
    match (finding.suspect, finding.line) {
        (Suspect::Chain | Suspect::Head, Some(line)) => {
            format!("the audit trail is broken at line {line}: {}", finding.why)
        }
        (_, Some(line)) => format!("line {line} of the audit trail: {}", finding.why),
        (_, None) => finding.why.clone(),
    }
}

fn finding_json(finding: &Finding) -> serde_json::Value {
    let suspect = match finding.suspect {
        Suspect::Chain => "chain",
        Suspect::Head => "head",
        Suspect::Anchor => "anchor",
        Suspect::Journal => "journal",
    };
    json!({ "about": suspect, "line": finding.line, "why": finding.why })
}

fn say_whole(context: &Context, checked: &Checked) {
    if context.json {
        let Checked { count, hash, torn_bytes, vouched_by, .. } = checked;
        let whole = json!({ "verified": true, "count": count, "hash": hash, "torn_bytes": torn_bytes, "anchors": vouched_by });
        println!("{whole}");
        return;
    }
    println!("The audit trail is whole: {} records, and agrees with the journals of runs", checked.count);
    checked.vouched_by.iter().for_each(|place| println!("Outside the data folder: {place}"));
    if checked.count > 0 {
        println!("Noted elsewhere, the hash of the last tells it from any other: {}", checked.hash);
    }
    if checked.torn_bytes > 0 {
        println!(
            "After it stand {} bytes of a record that was never finished: the next one sets them aside",
            checked.torn_bytes
        );
    }
}

/// A person accepts what was found.
fn accepted(context: &Context, store: &Store, checked: &Checked) -> Outcome {
    let record = store.accept_audit(checked).map_err(failed)?;
    if context.json {
        let findings: Vec<_> = checked.findings.iter().map(finding_json).collect();
        println!("{}", json!({ "accepted": findings, "number": record.number, "hash": record.hash }));
        return Ok(());
    }
    checked.findings.iter().for_each(|finding| println!("{}", told(finding)));
    println!("Accepted by {}, as record {} says from now on", record.who, record.number);
    Ok(())
}
