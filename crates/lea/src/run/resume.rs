//! Which run `--resume` goes on with (SPEC ACT.10). A run that was not named is named to the person, and not taken without asking where it may
//! not be the one that is meant: it is old, another run happened since, or a newer one cannot be read.

use super::is_done;
use super::terminal::{Said, ask};
use crate::cli::RunArgs;
use crate::config::Context;
use crate::error::{CANCELLED, Failure, Outcome, failed, failed_with_help, refused, usage};
use crate::format::day_and_time;
use jiff::{SignedDuration, Timestamp};
use lea_model::run::{Entry, Run, RunOutcome};
use lea_robot::Stop;
use lea_store::Store;
use lea_store::runs::{RunLog, RunState, RunSummary};
use std::path::Path;

/// The run that --resume names. With --rows, the last one for that file, if there is one: the result file says the rest.
pub fn earlier(context: &Context, store: &Store, args: &RunArgs) -> Outcome<Option<Run>> {
    let Some(name) = &args.resume else { return Ok(None) };
    if name != "last" {
        return store.run(name).map(|log| Some(log.run)).map_err(failed);
    }
    let all = store.runs().map_err(failed)?;
    if let Some(file) = &args.rows {
        let path = std::path::absolute(file).map_err(|e| usage(format!("{}: {e}", file.display())))?;
        let is_of_it = |r: &Run| r.file.as_ref().is_some_and(|of| Path::new(&of.path) == path);
        return Ok(all.into_iter().map(|r| r.run).find(is_of_it));
    }
    let chosen = choose(&all).ok_or_else(|| none(&all))?;
    let log = store.run(&chosen.run.run_id).map_err(failed)?;
    let now = Timestamp::now();
    eprintln!("Resuming {}", told(&log, now));
    let minutes = context.config.run.resume_asks_after_minutes;
    let doubts = doubts(&all, &chosen.run, now, SignedDuration::from_mins(i64::from(minutes)));
    is_meant(context, &chosen.run.run_id, &doubts)?;
    Ok(Some(log.run))
}

/// The newest run that was cut short; of a file, also one that stopped at a row; and the very last one, where a person ended it.
fn choose(all: &[RunSummary]) -> Option<&RunSummary> {
    let stopped = |n: usize, run: &Run| match run.outcome {
        Some(RunOutcome::Cancelled) if n == 0 => true,
        _ => run.file.is_some() && !is_done(run) && run.outcome.is_some(),
    };
    let mut sound = all.iter().filter(|r| r.damage.is_none()).enumerate();
    sound.find(|(n, r)| r.state == RunState::Interrupted || stopped(*n, &r.run)).map(|(_, r)| r)
}

fn none(all: &[RunSummary]) -> Failure {
    let help = "lea runs lists them; one that halted goes on when it is named: lea run --resume RUN";
    match all.iter().find(|r| r.damage.is_some()) {
        None => failed_with_help("no run was cut short", help),
        Some(r) => {
            failed_with_help(format!("no run was cut short that can be read; {}", unreadable(r)), help)
        }
    }
}

/// What speaks against going on with a run that nobody named.
fn doubts(all: &[RunSummary], chosen: &Run, now: Timestamp, old_after: SignedDuration) -> Vec<String> {
    let Some(stopped) = last_known(chosen) else {
        return vec!["its journal does not say when it stopped".into()];
    };
    let mut doubts = Vec::new();
    if now.duration_since(stopped) > old_after {
        doubts.push(format!("it stopped {}", ago(now, stopped)));
    }
    for other in all.iter().filter(|r| r.run.run_id != chosen.run_id) {
        // Ids begin with the time: what was damaged tells no other.
        if other.damage.is_some() && other.run.run_id > chosen.run_id {
            doubts.push(unreadable(other));
        }
        // The rows of one file are one piece of work.
        let same_file =
            |of: &lea_model::run::RowsFile| chosen.file.as_ref().is_some_and(|f| f.path == of.path);
        let is_other_work = other.damage.is_none() && !other.run.file.as_ref().is_some_and(same_file);
        let is_since = other.state == RunState::Running || last_known(&other.run).is_none_or(|t| t > stopped);
        if is_other_work && is_since {
            let about = (&other.run.run_id, &other.run.workflow_id);
            doubts.push(format!("{} ({}) happened since", about.0, about.1));
        }
    }
    doubts
}

fn unreadable(run: &RunSummary) -> String {
    let why = run.damage.clone().unwrap_or_default();
    format!("{} is damaged and cannot go on: {why}", run.run.run_id)
}

/// Goes on where nothing speaks against it, or a person says so.
fn is_meant(context: &Context, id: &str, doubts: &[String]) -> Outcome {
    if doubts.is_empty() {
        return Ok(());
    }
    let command = format!("to go on with it: lea run --resume {id}");
    let why = doubts.join("; ");
    match ask(context.json, &format!("{why}. Go on with it?"), &Stop::default()) {
        Said::Yes => Ok(()),
        Said::No => {
            let report = miette::miette!(help = command, "nothing was done");
            Err(Failure { code: CANCELLED, report })
        }
        Said::Nobody => Err(refused(format!("which run is meant is not certain: {why}\n{command}"))),
    }
}

/// When something is known to have happened in a run last.
fn last_known(run: &Run) -> Option<Timestamp> {
    if let Some(ended) = &run.ended_at {
        return ended.parse().ok();
    }
    let began: Timestamp = run.started_at.parse().ok()?;
    SignedDuration::try_from_secs_f64(run.seconds).ok().and_then(|took| began.checked_add(took).ok())
}

/// A run in a sentence: which one, of what, when, and where it stopped.
fn told(log: &RunLog, now: Timestamp) -> String {
    let run = &log.run;
    let row = match (&run.row, &run.file) {
        (Some(row), Some(file)) => format!(", row {row} of {}", file.path),
        (None, Some(file)) => format!(", over the rows of {}", file.path),
        _ => String::new(),
    };
    let when = last_known(run).map_or_else(String::new, |t| format!(", stopped {}", ago(now, t)));
    format!(
        "{}: {} version {}{row}, began {}{when}, {}",
        run.run_id,
        run.workflow_id,
        run.workflow_version,
        day_and_time(&run.started_at),
        place(log)
    )
}

/// Where it stopped.
fn place(log: &RunLog) -> String {
    let last = log.entries.iter().rev().find_map(|entry| match entry {
        Entry::Intend { intent } => Some(format!("about to {}", intent.told)),
        Entry::Conclude { record } => Some(format!("after: {}", record.told)),
        Entry::Arrived { node, .. } | Entry::Back { node } => Some(format!("on {node}")),
        _ => None,
    });
    let at = last.unwrap_or_else(|| "before its first step".into());
    match &log.run.halt {
        Some(halt) => format!("{at}; {}", halt.why),
        None => at,
    }
}

/// How long ago, in the unit a person would use.
fn ago(now: Timestamp, then: Timestamp) -> String {
    let minutes = now.duration_since(then).as_mins();
    match minutes {
        ..0 => "in the future, by this machine's clock".into(),
        0 => "less than a minute ago".into(),
        1..120 => format!("{minutes} min ago"),
        120..2880 => format!("{} h ago", minutes / 60),
        _ => format!("{} days ago", minutes / 1440),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // In a test that is what it is for.
mod tests {
    use super::*;
    use lea_model::run::RowsFile;

    const HOUR: SignedDuration = SignedDuration::from_hours(1);

    /// A run that began at this minute after nine and took one, newest first as a store lists them.
    fn run(minute: u32, outcome: Option<RunOutcome>) -> RunSummary {
        let run = Run {
            run_id: format!("run_2026-11-15T09-{minute:02}-00_x"),
            workflow_id: "WF_x".into(),
            started_at: format!("2026-11-15T09:{minute:02}:00Z"),
            ended_at: outcome.map(|_| format!("2026-11-15T09:{:02}:00Z", minute + 1)),
            outcome,
            seconds: 60.0,
            ..Run::default()
        };
        let state = if outcome.is_some() { RunState::Ended } else { RunState::Interrupted };
        RunSummary { run, state, bytes: 0, damage: None }
    }

    fn of_file(mut summary: RunSummary, path: &str) -> RunSummary {
        summary.run.file = Some(RowsFile { path: path.into(), ..RowsFile::default() });
        summary
    }

    fn damaged(minute: u32) -> RunSummary {
        let mut summary = run(minute, None);
        summary.run = Run { run_id: summary.run.run_id, ..Run::default() };
        summary.damage = Some("line 3 was changed".into());
        summary
    }

    /// The minute of the run that is chosen, and what speaks against it at this minute.
    fn chosen(all: &[RunSummary], minute: u32) -> Option<(String, Vec<String>)> {
        let now: Timestamp = "2026-11-15T09:00:00Z".parse().unwrap();
        let now = now + SignedDuration::from_mins(i64::from(minute));
        let run = &choose(all)?.run;
        Some((run.run_id["run_2026-11-15T09-".len()..][..2].to_owned(), doubts(all, run, now, HOUR)))
    }

    #[test]
    fn a_run_that_was_just_cut_short_is_taken_without_a_question() {
        let all = [run(30, None), run(10, Some(RunOutcome::Verified))];
        assert_eq!(chosen(&all, 40), Some(("30".into(), vec![])));
        let ended = [run(30, Some(RunOutcome::Cancelled)), run(10, None)];
        assert_eq!(chosen(&ended, 40).unwrap().0, "30", "a person ended the last one");
    }

    #[test]
    fn an_old_one_is_doubted() {
        let all = [run(0, None)];
        assert_eq!(chosen(&all, 61).unwrap().1, Vec::<String>::new(), "an hour after it stopped");
        assert_eq!(chosen(&all, 62).unwrap().1, ["it stopped 61 min ago"]);
    }

    #[test]
    fn one_that_another_run_followed_is_doubted() {
        let all = [run(30, Some(RunOutcome::Verified)), run(10, None)];
        let (minute, doubts) = chosen(&all, 40).unwrap();
        assert_eq!(minute, "10");
        assert!(doubts.len() == 1 && doubts[0].contains("09-30"), "{doubts:?}");
        // One that began before and was gone on with later happened since, too.
        let mut resumed = run(5, Some(RunOutcome::Verified));
        resumed.run.ended_at = Some("2026-11-15T09:35:00Z".into());
        assert_eq!(chosen(&[run(10, None), resumed], 40).unwrap().1.len(), 1);
    }

    #[test]
    fn the_rows_of_one_file_are_one_piece_of_work() {
        let verified = || of_file(run(30, Some(RunOutcome::Verified)), "/a.csv");
        let failed = of_file(run(10, Some(RunOutcome::Failed)), "/a.csv");
        assert_eq!(chosen(&[verified(), failed], 40), Some(("10".into(), vec![])));
        let unverified = of_file(run(10, Some(RunOutcome::CompletedUnverified)), "/a.csv");
        assert_eq!(chosen(&[verified(), unverified], 40), None, "what is done is not gone on with");
    }

    #[test]
    fn a_damaged_journal_is_never_passed_over_in_silence() {
        let (minute, doubts) = chosen(&[damaged(30), run(10, None)], 40).unwrap();
        assert_eq!(minute, "10");
        assert!(doubts[0].contains("09-30") && doubts[0].contains("damaged"), "{doubts:?}");
        assert_eq!(
            chosen(&[run(30, None), damaged(10)], 40).unwrap().1,
            Vec::<String>::new(),
            "an older one"
        );
        let said = none(&[damaged(30)]).report.to_string();
        assert!(said.contains("line 3 was changed"), "{said}");
    }

    #[test]
    fn what_has_no_time_is_doubted() {
        let mut all = [run(10, None)];
        all[0].run.started_at = "yesterday".into();
        assert_eq!(chosen(&all, 12).unwrap().1.len(), 1);
    }

    #[test]
    fn a_run_is_told_with_its_workflow_its_time_and_its_place() {
        let summary = of_file(run(10, None), "/a.csv");
        let intent = lea_model::run::Intent { told: "click “Save”".into(), ..Default::default() };
        let log = RunLog {
            run: Run { row: Some(2), ..summary.run },
            entries: vec![Entry::Intend { intent }],
            forgotten: Vec::new(),
        };
        let said = told(&log, "2026-11-15T09:31:00Z".parse().unwrap());
        for words in
            ["run_2026-11-15T09-10-00_x", "WF_x", "row 2 of /a.csv", "20 min ago", "about to click “Save”"]
        {
            assert!(said.contains(words), "{words} in {said}");
        }
    }
}
