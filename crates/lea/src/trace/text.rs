//! A run on the terminal.

use super::{Row, Story, plain};
use crate::format;
use lea_model::run::{
    Candidate, Grounding, HealingAttempt, Matched, Opinion, Run, RunOutcome, StepRecord, StepVerdict,
    Verification,
};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Candidates that are named; the rest is counted.
const MOST_CANDIDATES: usize = 5;
/// Nodes that are named.
const MOST_NODES: usize = 3;

/// The run in a line for each step.
pub fn brief(story: &Story<'_>) -> String {
    let mut out = head(story);
    let mut rows = Vec::new();
    for row in &story.rows {
        rows.push(match row {
            Row::Step(s) => vec![
                s.step.to_string(),
                format::shortened(&plain(&s.told), 70),
                s.verdict().map_or_else(|| "not done".into(), |v| verdict_word(v).to_owned()),
                format!("{:.0} ms", s.times.own()),
            ],
            Row::Unknown(i) => {
                vec![i.step.to_string(), format::shortened(&plain(&i.told), 70), UNKNOWN.to_owned()]
            }
            Row::Aside(words) => vec![String::new(), format::shortened(&plain(words), 90)],
        });
    }
    out.push_str(&format::table(&rows));
    out
}

/// What is said of a step that was begun and never looked at.
pub const UNKNOWN: &str = "not known whether it happened";

/// The run with everything that decided each step.
pub fn full(story: &Story<'_>) -> String {
    let mut out = head(story);
    for row in &story.rows {
        match row {
            Row::Step(record) => step(&mut out, record),
            Row::Unknown(i) => {
                let _ = writeln!(out, "\n{}  {}\n   {UNKNOWN}", i.step, plain(&i.told));
            }
            Row::Aside(words) => {
                let _ = writeln!(out, "\n·  {}", plain(words));
            }
        }
    }
    out
}

/// The first lines: which run, how it ended, and how long Lea took.
fn head(story: &Story<'_>) -> String {
    let run = story.run;
    let mut out = format!("{}  {}\n", run.run_id, outcome_word(run));
    let _ = writeln!(
        out,
        "{} version {}, {}{}, by {} on {}, {}, {:.1} s",
        run.workflow_id,
        run.workflow_version,
        format::snake(&run.mode),
        if run.rehearsal { " (a test environment)" } else { "" },
        plain(&run.user),
        plain(&run.robot),
        format::day_and_time(&run.started_at),
        run.seconds
    );
    if !run.variables.is_empty() {
        let given: Vec<_> = run.variables.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        let _ = writeln!(out, "given {}", plain(&given.join(", ")));
    }
    if let Some(own) = story.own_ms() {
        let _ = writeln!(
            out,
            "{} steps, Lea's own time per step: median {:.0} ms, p95 {:.0} ms",
            run.steps, own.median, own.p95
        );
    }
    if run.rule_answers > 0 {
        let _ = writeln!(out, "{}", rule_answers(run));
    }
    if let Some(halt) = &run.halt {
        let _ = writeln!(out, "{}: {}", format::snake(&halt.reason), plain(&halt.why));
        if let Some(question) = &halt.question {
            out.push_str(&crate::runs::answer::told(question, &halt.why));
        }
    }
    out
}

/// How often nobody but the rule of a rehearsal said yes.
pub fn rule_answers(run: &Run) -> String {
    format!("{} confirmations were answered by the rule for rehearsals, not by a person", run.rule_answers)
}

/// How a run ended, in words.
pub fn outcome_word(run: &Run) -> &'static str {
    match run.outcome {
        Some(RunOutcome::Verified) => "verified",
        Some(RunOutcome::CompletedUnverified) => "completed, unverified",
        Some(RunOutcome::Halted) => "halted",
        Some(RunOutcome::Failed) => "failed",
        Some(RunOutcome::Refused) => "refused",
        Some(RunOutcome::Cancelled) => "cancelled",
        None => "not ended",
    }
}

/// A verdict, in words.
pub fn verdict_word(verdict: StepVerdict) -> &'static str {
    match verdict {
        StepVerdict::Verified => "verified",
        StepVerdict::Unexpected => "unexpected",
        StepVerdict::NotVerified => "not verified",
        StepVerdict::Unverifiable => "cannot be seen",
    }
}

fn step(out: &mut String, s: &StepRecord) {
    let danger = if s.irreversible { "  [cannot be taken back]" } else { "" };
    let _ = writeln!(out, "\n{}  {}{danger}", s.step, plain(&s.told));
    let part = if s.part > 0 { format!(" part {}", s.part + 1) } else { String::new() };
    line(out, "on", &format!("{}, {}{part}, {}", s.node, s.edge, s.action));
    matched(out, &s.matched);
    if let Some(g) = &s.grounding {
        grounding(out, g);
    }
    for attempt in &s.attempts {
        line(out, "healing", &healing(attempt));
    }
    for said in &s.opinions {
        line(out, "model", &opinion(said));
    }
    if !s.guard.is_empty() {
        line(out, "guard", &s.guard);
    }
    match &s.verification {
        Some(v) => verification(out, v),
        None => line(out, "verdict", "nothing was done"),
    }
    let screens = [&s.screen_before, &s.screen_after].map(|id| id.as_deref().unwrap_or("not kept"));
    line(out, "screens", &screens.join(" → "));
    line(out, "times", &times(s));
}

fn line(out: &mut String, name: &str, words: &str) {
    let _ = writeln!(out, "   {name:<9}{}", plain(words));
}

/// Which screen it was held to be, and what else was considered.
fn matched(out: &mut String, matched: &Matched) {
    let node = matched.node.as_deref().unwrap_or("no known screen");
    let drifted = if matched.drifted { ", it looks different from before" } else { "" };
    line(out, "decided", &format!("{node}, {:.2} sure{drifted}", matched.confidence));
    for (n, c) in (1..).zip(matched.candidates.iter().take(MOST_NODES)) {
        line(out, "", &format!("{n}. {:.2} {} ({})", c.score, c.node, witnesses(&c.witnesses)));
    }
    more(out, matched.candidates.len(), MOST_NODES);
}

fn more(out: &mut String, all: usize, shown: usize) {
    if all > shown {
        line(out, "", &format!("and {} more", all - shown));
    }
}

/// What each witness says, in a line.
pub fn witnesses(said: &BTreeMap<String, f64>) -> String {
    said.iter().map(|(name, value)| format!("{name} {value:.2}")).collect::<Vec<_>>().join(", ")
}

fn grounding(out: &mut String, g: &Grounding) {
    let place = g.bbox.map_or_else(|| "nowhere".into(), format::bbox);
    let role = if g.role.is_empty() { String::new() } else { format!(" ({})", g.role) };
    let score = g.score.map_or_else(String::new, |s| format!(", {s:.2}"));
    line(out, "target", &format!("“{}”{role} at {place}, by {}{score}", g.label, format::snake(&g.method)));
    if !g.why.is_empty() {
        line(out, "", &g.why);
    }
    if let Some(second) = &g.second_witness {
        line(out, "", &format!("second witness: {second}"));
    }
    for (n, candidate) in (1..).zip(g.candidates.iter().take(MOST_CANDIDATES)) {
        line(out, "", &place_line(n, candidate));
    }
    more(out, g.candidates.len(), MOST_CANDIDATES);
}

fn place_line(n: usize, c: &Candidate) -> String {
    format!(
        "{n}. {:.2} “{}” at {} from {} ({})",
        c.rank,
        c.label,
        format::bbox(c.bbox),
        c.source,
        witnesses(&c.witnesses)
    )
}

/// One attempt at healing, in a line.
pub fn healing(a: &HealingAttempt) -> String {
    let found = if a.success { "found it" } else { "did not find it" };
    let asked = &a.relaxed_criteria;
    let warning = a.warning.as_ref().map(|w| format!("; warning: {w}")).unwrap_or_default();
    format!(
        "level {} by {}: {found} (labels from {:.2}, surroundings ×{:.1}{}), {:.0} ms{warning}",
        a.attempt_level,
        format::snake(&a.strategy_used),
        asked.min_ratio,
        asked.pad_mul,
        if asked.expand_roles { ", roles that mean the same" } else { "" },
        a.duration_ms
    )
}

/// What a model said and what came of it, in a line.
pub fn opinion(said: &Opinion) -> String {
    let answer = if said.answer.is_empty() { String::new() } else { format!(": {:?}", said.answer) };
    let (on, ms) = (format::snake(&said.on), said.elapsed_ms);
    format!("{} ({on}), {ms:.0} ms{answer}; {}", said.model, said.came_of)
}

/// What was measured after a step, in a line.
pub fn measured(v: &Verification) -> String {
    let mut words = format!("{:.2} % of the screen changed", v.change_area_pct);
    if let Some(local) = v.local_change_pct {
        let _ = write!(words, ", {local:.2} % around the point");
    }
    words.push_str(match v.semantic_verified {
        Some(true) => "; what was expected is there",
        Some(false) => "; what was expected is not there",
        None => "; nothing is expected that could be seen",
    });
    let _ = write!(words, " ({:.0} ms)", v.semantic_elapsed_ms);
    words
}

fn verification(out: &mut String, v: &Verification) {
    let words = format!(
        "{}, {:.2} sure, {}: {}",
        verdict_word(v.verdict),
        v.confidence,
        format::snake(&v.suggestion),
        measured(v)
    );
    line(out, "verdict", &words);
    for detail in [&v.detail, &v.semantic_detail].into_iter().filter(|d| !d.is_empty()) {
        line(out, "", detail);
    }
}

/// Where the time went, in a line.
pub fn times(s: &StepRecord) -> String {
    let t = &s.times;
    format!(
        "own {:.0} ms (look {:.0}, match {:.0}, ground {:.0}, verify {:.0}), hand {:.0} ms, waited {:.0} ms",
        t.own(),
        t.look,
        t.matching,
        t.ground,
        t.verify,
        t.act,
        t.waited
    )
}
