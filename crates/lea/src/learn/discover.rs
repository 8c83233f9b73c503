//! `lea learn --discover`: which tasks repeat in whole days of work, and what automating each would save (LEARN.2).

use super::episodes;
use super::film::StoredFilm;
use crate::cli::LearnArgs;
use crate::config::Context;
use crate::error::{Outcome, failed, failed_with_help};
use crate::files::write_private;
use crate::format;
use lea_learn::Episodes;
use lea_learn::demonstration::{self, Viewer};
use lea_learn::graph::ENOUGH;
use lea_model::RawSession;
use lea_store::Store;
use serde::Serialize;
use std::collections::BTreeMap;

/// A task that repeats.
#[derive(Serialize)]
struct Found {
    /// Its number, for --task.
    task: usize,
    label: String,
    /// The task that begins like it and goes on otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    begins_like: Option<usize>,
    runs: usize,
    median_seconds: f64,
    total_seconds: f64,
    /// Ways in which it was done.
    variants: usize,
    /// The share of runs done in the most usual way.
    regularity: f64,
    /// What a person would not spend on it any more, a day of the recordings.
    saved_seconds_a_day: f64,
    /// Enough runs to be proposed (P16).
    proposed: bool,
}

/// Runs the command.
pub fn run(context: &Context, store: &Store, names: &[String], args: &LearnArgs) -> Outcome {
    let mut film = StoredFilm::new(context, store)?;
    let mut viewer = Viewer::new(&mut film);
    let mut sessions: Vec<RawSession> = Vec::new();
    for name in names {
        match store.session(name) {
            Ok(session) if !session.events.is_empty() => sessions.push(session),
            Ok(_) => eprintln!("note: {name} has no events: left out"),
            Err(why) => eprintln!("note: {name} cannot be read and is left out: {why}"),
        }
    }
    if sessions.is_empty() {
        return Err(failed_with_help("there are no recordings with events", "lea record takes one"));
    }
    let progress = format::progress(sessions.iter().map(|s| s.events.len()).sum());
    for session in &mut sessions {
        demonstration::look(&mut viewer, session, || progress.inc(1));
    }
    progress.finish_and_clear();
    let (episodes, _) = episodes(&sessions);
    let days: std::collections::BTreeSet<&str> =
        sessions.iter().map(|s| s.started_at.get(..10).unwrap_or("")).collect();
    let found = tasks(&episodes, days.len().max(1));
    if let Some(out) = &args.html {
        write_private(out, page(&found, sessions.len()).as_bytes())?;
        eprintln!("written: {}", out.display());
    }
    if context.json {
        println!("{}", serde_json::to_string(&found).map_err(failed)?);
        return Ok(());
    }
    print!("{}", table(&found));
    Ok(())
}

fn tasks(episodes: &Episodes, days: usize) -> Vec<Found> {
    let one = |(n, task): (usize, &lea_learn::Task)| {
        let runs: Vec<_> =
            episodes.segments.iter().filter(|s| s.task_id.as_ref() == Some(&task.task_id)).collect();
        let mut variants: BTreeMap<usize, usize> = BTreeMap::new();
        for run in &runs {
            let steps = (run.start_event_index..=run.end_event_index).filter(|i| {
                episodes.events.get(*i as usize).is_some_and(|v| !v.noise_flag && v.semantic_role.is_some())
            });
            *variants.entry(steps.count()).or_default() += 1;
        }
        let usual = variants.values().copied().max().unwrap_or(0);
        let total = task.median_seconds * task.runs as f64;
        Found {
            task: n + 1,
            label: task.label.clone(),
            begins_like: task
                .begins_like
                .as_ref()
                .and_then(|id| episodes.tasks.iter().position(|t| t.task_id == *id))
                .map(|at| at + 1),
            runs: task.runs,
            median_seconds: task.median_seconds,
            total_seconds: total,
            variants: variants.len(),
            regularity: usual as f64 / runs.len().max(1) as f64,
            saved_seconds_a_day: total / days as f64,
            proposed: task.runs >= ENOUGH,
        }
    };
    let mut found: Vec<Found> = episodes.tasks.iter().enumerate().map(one).collect();
    found.sort_by(|a, b| b.total_seconds.total_cmp(&a.total_seconds));
    found
}

/// Which task it is easily taken for.
fn akin(found: &Found) -> String {
    found.begins_like.map_or_else(String::new, |task| format!(" (begins like task {task})"))
}

fn table(found: &[Found]) -> String {
    let head =
        ["TASK", "RUNS", "EACH", "ALTOGETHER", "REGULAR", "SAVES A DAY", "WHAT"].map(String::from).to_vec();
    let row = |f: &Found| {
        vec![
            f.task.to_string(),
            if f.proposed { f.runs.to_string() } else { format!("{} (too few)", f.runs) },
            format::clock(f.median_seconds),
            format::clock(f.total_seconds),
            format!("{:.0} %", 100.0 * f.regularity),
            format::clock(f.saved_seconds_a_day),
            format::shortened(&f.label, 70) + &akin(f),
        ]
    };
    if found.is_empty() {
        return "No task repeats in these recordings\n".into();
    }
    let mut out = format::table(&std::iter::once(head).chain(found.iter().map(row)).collect::<Vec<_>>());
    out.push_str("lea learn --task N SESSION… makes a workflow of one of them\n");
    out
}

/// The same as a page that needs nothing else.
fn page(found: &[Found], sessions: usize) -> String {
    let longest = found.iter().map(|f| f.total_seconds).fold(1.0, f64::max);
    let row = |f: &Found| {
        format!(
            "<tr><td>{}</td><td>{}</td><td class=n>{}</td><td class=n>{}</td><td class=n>{:.0} %</td><td class=n>{}</td><td><div class=bar style='width:{:.0}%'></div></td></tr>",
            f.task,
            crate::sessions::escape(&(f.label.clone() + &akin(f))),
            f.runs,
            format::clock(f.median_seconds),
            100.0 * f.regularity,
            format::clock(f.saved_seconds_a_day),
            100.0 * f.total_seconds / longest
        )
    };
    let rows: String = found.iter().map(row).collect();
    format!(
        "<!doctype html><meta charset=utf-8><title>Tasks that repeat</title><style>body{{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;color:#1c2733}}table{{border-collapse:collapse;width:100%}}td,th{{padding:.5rem .7rem;border-bottom:1px solid #dde3ea;text-align:left}}.n{{text-align:right;white-space:nowrap}}.bar{{background:#3a7bd5;height:.7rem;border-radius:.35rem}}td:last-child{{width:20%}}</style><h1>Tasks that repeat</h1><p>Found in {sessions} recordings; the time saved is what a person spends on the task now.</p><table><tr><th>Task<th>What<th>Runs<th>Each<th>Regular<th>Saves a day<th>Share</tr>{rows}</table>"
    )
}
