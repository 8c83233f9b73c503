//! `lea episodes`: where one task ends and the next begins.

use crate::cli::EpisodesArgs;
use crate::config::Context;
use crate::error::{Outcome, failed, failed_with_help, usage};
use crate::{format, learn, readings, sessions};
use lea_learn::{Episodes, Params};
use lea_model::RawSession;
use std::path::Path;

/// Runs the command.
pub fn run(context: &Context, args: &EpisodesArgs) -> Outcome {
    if !(args.pause.is_finite() && args.pause > 0.0) {
        return Err(usage(format!("--pause {} is no time: write seconds above 0", args.pause)));
    }
    sessions::end_with_the_pipe()?;
    let session = session(context, args)?;
    let params = Params { pause_seconds: args.pause, ..Params::default() };
    let found = lea_learn::episodes(&session, params);
    if context.json {
        println!("{}", serde_json::to_string(&found).map_err(failed)?);
        return Ok(());
    }
    if session.events.is_empty() {
        println!("No episodes: {} has no events", args.session);
        return Ok(());
    }
    print!("{}", table(&session, &found));
    Ok(())
}

/// The session in a file, or the recording of that name with what its events pointed at.
fn session(context: &Context, args: &EpisodesArgs) -> Outcome<RawSession> {
    let name = args.session.as_str();
    let path = Path::new(name);
    let is_file = path.extension().is_some_and(|e| e.eq_ignore_ascii_case("json"))
        || name.contains(std::path::MAIN_SEPARATOR)
        || path.is_file();
    if is_file {
        let wrong = |why: String| failed(format!("cannot read {name}: {why}"));
        let bytes = std::fs::read(path).map_err(|e| wrong(e.to_string()))?;
        return RawSession::from_slice(&bytes).map_err(|e| wrong(e.to_string()));
    }
    let store = readings::store(context)?;
    let id = sessions::named(&store, name)?;
    let mut session = store.session(&id).map_err(|e| {
        failed_with_help(e, "lea sessions list names the recordings; a file must end in .json")
    })?;
    if !args.no_look {
        learn::find_targets(context, &store, &mut session)?;
    }
    Ok(session)
}

fn table(session: &RawSession, found: &Episodes) -> String {
    let head = ["SEGMENT", "FROM", "TO", "EVENTS", "ENDED BY", "SURE", "TASK"].map(String::from).to_vec();
    let rows = found.segments.iter().map(|s| {
        let at = |index: u64| session.events.get(index as usize).map_or(0.0, |e| e.t);
        vec![
            s.segment_id.clone(),
            format::clock(at(s.start_event_index)),
            format::clock(at(s.end_event_index)),
            format!("{}–{}", s.start_event_index, s.end_event_index),
            s.trigger.as_ref().map_or_else(|| "end of session".to_owned(), format::snake),
            format!("{:.2}", s.confidence),
            format::shortened(s.label.as_deref().unwrap_or("(does not repeat)"), 60),
        ]
    });
    let mut out = format::table(&std::iter::once(head).chain(rows).collect::<Vec<_>>());
    for task in &found.tasks {
        let length = format::clock(task.median_seconds);
        out.push_str(&format!(
            "{}: {} runs of about {length}, {}\n",
            task.task_id,
            task.runs,
            format::shortened(&task.label, 80)
        ));
        for varying in &task.varies {
            let pattern = varying.pattern.as_ref().map_or_else(String::new, |p| format!(" like {p}"));
            out.push_str(&format!(
                "   varies: {}, {} values, {}{pattern}\n",
                format::shortened(&varying.step, 60),
                varying.values,
                format::snake(&varying.variable_type)
            ));
        }
    }
    let noise = found.events.iter().filter(|v| v.noise_flag).count();
    out.push_str(&format!(
        "{} episodes, {} tasks that repeat, {noise} of {} events are noise (why: --json)\n",
        found.segments.len(),
        found.tasks.len(),
        found.events.len()
    ));
    out
}
