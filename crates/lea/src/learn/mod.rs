//! `lea learn`: a workflow from demonstrations, with questions about what they do not tell.

mod ask;
mod discover;
mod film;
pub mod keep;
mod report;
pub mod selftest;

use crate::cli::LearnArgs;
use crate::config::Context;
use crate::error::{Outcome, failed, failed_with_help, usage};
use crate::{format, readings, sessions};
use film::StoredFilm;
use lea_frame::FrameBuf;
use lea_learn::demonstration::{self, Slip, Stretch, Viewer, Watched};
use lea_learn::graph::{Answers, Demo, ENOUGH, Learnt, Lesson, Wanted, learn};
use lea_learn::{Episodes, Params};
use lea_model::ledger::{Ledger, Reason};
use lea_model::{Event, RawSession, Workflow};
use lea_store::Store;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Seconds between two recordings that are looked at as one.
const BETWEEN: f64 = 3600.0;

/// What was watched: sessions with what their events pointed at, cut into demonstrations.
pub struct Lessons {
    /// The sessions.
    pub sessions: Vec<RawSession>,
    /// Demonstrations to learn from, and the screens they show.
    pub lesson: Lesson,
    /// Pictures of targets, by demonstration and event.
    pub pictures: Vec<HashMap<usize, FrameBuf>>,
    /// What was wrong, and left out.
    pub warnings: Vec<String>,
    /// The stretches that were watched.
    watched: Vec<Stretched>,
    /// What was done and taken for a slip.
    slips: Vec<Slip>,
}

/// A stretch of a recording, with why its events are no acts.
struct Stretched {
    session: usize,
    events: std::ops::Range<usize>,
    demo: Option<usize>,
    dropped: BTreeMap<usize, Reason>,
}

impl Lessons {
    /// What became of every event.
    pub fn ledger(&self, learnt: &Learnt) -> Ledger {
        let stretches: Vec<Stretch<'_>> = self
            .watched
            .iter()
            .map(|w| Stretch {
                session: &self.sessions[w.session],
                events: w.events.clone(),
                demo: w.demo,
                dropped: &w.dropped,
            })
            .collect();
        demonstration::account(&stretches, &self.slips, &self.lesson, learnt)
    }
}

/// Runs the command.
pub fn run(context: &Context, args: &LearnArgs) -> Outcome {
    sessions::end_with_the_pipe()?;
    let store = readings::store(context)?;
    let names = match &args.label {
        Some(label) => labelled(&store, label)?,
        None => named(&store, &args.sessions)?,
    };
    if args.discover {
        return discover::run(context, &store, &names, args);
    }
    let mut sessions = Vec::new();
    let mut warnings = Vec::new();
    for name in &names {
        match store.session(name) {
            Ok(session) if session.events.is_empty() => {
                warnings.push(format!("{name} has no events: left out"));
            }
            Ok(session) => sessions.push(session),
            Err(why) => warnings.push(format!("{name} cannot be read and is left out: {why}")),
        }
    }
    if sessions.is_empty() {
        let why = warnings.join("; ");
        return Err(failed_with_help(
            format!("there is nothing to learn from: {why}"),
            "lea record takes a recording; lea sessions list names those there are",
        ));
    }
    let first = watch(context, &store, sessions, args, warnings)?;
    let known = name(args).as_ref().map(|n| keep::id_of(n));
    let learnt = learn_from(&first.lesson, args, &Answers::new())?;
    // The same task learnt before: all its demonstrations count, and the answers that were given.
    let earlier = keep::same_task(&store, &learnt.workflow, known.as_deref())?;
    let lessons = match &earlier {
        Some(bundle) => with_earlier(context, &store, first, &bundle.workflow, args)?,
        None => first,
    };
    let mut answers = earlier.as_ref().map(keep::answers).unwrap_or_default();
    let mut learnt = if earlier.is_some() { learn_from(&lessons.lesson, args, &answers)? } else { learnt };
    if ask::can_ask(context) && !learnt.questions.is_empty() {
        let pictures = tempfile::Builder::new().prefix("lea-learn-").tempdir().map_err(failed)?;
        keep::write_screens(&store, &lessons, &learnt, pictures.path())?;
        answers.extend(ask::ask(&learnt.questions, pictures.path())?);
        learnt = learn_from(&lessons.lesson, args, &answers)?;
    }
    let runs = lessons.lesson.demos.iter().filter(|d| !d.acts.is_empty()).count();
    if runs < ENOUGH && !args.single {
        let left_out: String = lessons.warnings.iter().map(|w| format!("\n{w}")).collect();
        return Err(failed_with_help(
            format!(
                "{runs} demonstrations are too few to tell what stays from what varies: {ENOUGH} are needed (P16){left_out}"
            ),
            "record the task again and name all recordings; or --single makes a workflow of what there is, marked as such",
        ));
    }
    let tested = selftest::run(context, &store, &lessons, &learnt, &wanted(args, &answers))?;
    learnt.workflow.metadata.self_test = Some(tested);
    let kept = keep::keep(&store, &lessons, &learnt, &answers, earlier.as_ref())?;
    report::report(context, &lessons, &learnt, &kept)
}

/// The recordings named, each once, oldest first; all of them where none is.
fn named(store: &Store, names: &[String]) -> Outcome<Vec<String>> {
    let mut found = Vec::new();
    for name in names {
        let id = sessions::named(store, name)?;
        if !found.contains(&id) {
            found.push(id);
        }
    }
    if names.is_empty() {
        found.extend(store.sessions().map_err(failed)?.into_iter().map(|s| s.id));
    }
    found.sort();
    Ok(found)
}

/// The recordings with a label.
fn labelled(store: &Store, label: &str) -> Outcome<Vec<String>> {
    let all = store.sessions().map_err(failed)?;
    let mut found: Vec<String> =
        all.into_iter().filter(|s| s.label.as_deref() == Some(label)).map(|s| s.id).collect();
    found.sort();
    match found.is_empty() {
        true => Err(failed_with_help(
            format!("no recording has the label {label:?}"),
            "lea sessions list shows the labels there are",
        )),
        false => Ok(found),
    }
}

/// What the workflow is to be called, where that was said.
fn name(args: &LearnArgs) -> Option<String> {
    args.name.clone().or_else(|| args.label.clone())
}

fn wanted(args: &LearnArgs, answers: &Answers) -> Wanted {
    let now = jiff::Zoned::now().strftime("%Y-%m-%dT%H:%M:%S%:z").to_string();
    Wanted { name: name(args), now, answers: answers.clone() }
}

fn learn_from(lesson: &Lesson, args: &LearnArgs, answers: &Answers) -> Outcome<Learnt> {
    learn(lesson, &wanted(args, answers)).map_err(failed)
}

/// Looks at the recordings and cuts them into demonstrations.
fn watch(
    context: &Context,
    store: &Store,
    mut sessions: Vec<RawSession>,
    args: &LearnArgs,
    mut warnings: Vec<String>,
) -> Outcome<Lessons> {
    let mut film = StoredFilm::new(context, store)?;
    let mut viewer = Viewer::new(&mut film);
    let progress = format::progress(sessions.iter().map(|s| s.events.len()).sum());
    let mut sights = Vec::new();
    for session in &mut sessions {
        sights.push(demonstration::look(&mut viewer, session, || progress.inc(1)));
    }
    progress.finish_and_clear();
    let (episodes, starts) = episodes(&sessions);
    let spans = demonstrations(&sessions, &episodes, &starts, args)?;
    let mut lesson = Lesson::default();
    let (mut pictures, mut watched) = (Vec::new(), Vec::new());
    for (s, from, to) in spans {
        let session = &sessions[s];
        let verdicts = &episodes.events[starts[s]..starts[s] + session.events.len()];
        let Watched { acts, pictures: own, unseen, dropped } =
            demonstration::acts(session, &sights[s], &viewer.screens, verdicts, (from, to));
        let demo = (unseen == 0).then_some(lesson.demos.len());
        watched.push(Stretched { session: s, events: from..to, demo, dropped });
        if unseen > 0 {
            let id = &session.session_id;
            warnings.push(format!("{id}: the screen of {unseen} clicks was not recorded (the machine was too busy): that demonstration is left out"));
            continue;
        }
        let events: Vec<usize> = acts.iter().map(|a| a.event).collect();
        pictures.push(
            events.into_iter().zip(own).filter_map(|(event, picture)| Some((event, picture?))).collect(),
        );
        let times: Vec<f64> = session.events[from..to].iter().map(|e| e.t).collect();
        let seconds = times.last().zip(times.first()).map_or(0.0, |(b, a)| b - a);
        lesson.demos.push(Demo {
            session_id: session.session_id.clone(),
            user: session.user.id.clone(),
            acts,
            seconds,
        });
    }
    lesson.screens = std::mem::take(&mut viewer.screens);
    let slips = demonstration::settle_doubts(&mut lesson);
    if !viewer.trouble.is_empty() {
        viewer.trouble.dedup();
        let first = &viewer.trouble[0];
        warnings.push(format!(
            "{} frames cannot be used, and what was done on them is left out; the first: {first}",
            viewer.trouble.len()
        ));
    }
    let sizes = demonstration::sizes(&lesson.screens);
    if sizes.len() > 1 {
        let sizes: Vec<String> = sizes.iter().map(ToString::to_string).collect();
        warnings.push(format!(
            "the recordings are of screens of different sizes ({}): places are compared with care",
            sizes.join(", ")
        ));
    }
    let users: BTreeSet<&str> =
        lesson.demos.iter().map(|d| d.user.as_str()).filter(|u| !u.is_empty()).collect();
    if users.len() > 1 {
        let users: Vec<&str> = users.into_iter().collect();
        warnings.push(format!(
            "the recordings are of different people ({}): what they do alike is learnt",
            users.join(", ")
        ));
    }
    Ok(Lessons { sessions, lesson, pictures, warnings, watched, slips })
}

/// Looks at the screens of a recording and writes down what its events pointed at.
pub fn find_targets(context: &Context, store: &Store, session: &mut RawSession) -> Outcome {
    let mut film = StoredFilm::new(context, store)?;
    let progress = format::progress(session.events.len());
    demonstration::look(&mut Viewer::new(&mut film), session, || progress.inc(1));
    progress.finish_and_clear();
    Ok(())
}

/// Recordings looked at as one day: what repeats across them, and where each begins in it.
fn episodes(sessions: &[RawSession]) -> (Episodes, Vec<usize>) {
    let mut day = RawSession::default();
    let mut starts = Vec::new();
    let mut offset = 0.0;
    for session in sessions {
        starts.push(day.events.len());
        let moved = |e: &Event| Event { t: e.t + offset, ..e.clone() };
        day.events.extend(session.events.iter().map(moved));
        offset = day.events.last().map_or(0.0, |e| e.t) + BETWEEN;
    }
    (lea_learn::episodes(&day, Params::default()), starts)
}

/// Which stretches of which sessions are runs of the task: whole sessions where there are enough of them or one is wanted, else
/// the runs of the task that was chosen or repeats most.
fn demonstrations(
    sessions: &[RawSession],
    episodes: &Episodes,
    starts: &[usize],
    args: &LearnArgs,
) -> Outcome<Vec<(usize, usize, usize)>> {
    let whole = || sessions.iter().enumerate().map(|(s, session)| (s, 0, session.events.len())).collect();
    if args.task.is_none() && (sessions.len() >= ENOUGH || args.single) {
        return Ok(whole());
    }
    let chosen = match args.task {
        Some(n) => episodes.tasks.get(n.saturating_sub(1)).ok_or_else(|| {
            usage(format!(
                "there is no task {n}: {} tasks repeat in these recordings (lea learn --discover)",
                episodes.tasks.len()
            ))
        })?,
        None => match episodes.tasks.iter().max_by_key(|t| (t.runs, std::cmp::Reverse(&t.task_id))) {
            Some(task) => task,
            None => return Ok(whole()),
        },
    };
    let session_of = |index: usize| starts.partition_point(|start| *start <= index) - 1;
    let of_task = episodes.segments.iter().filter(|s| s.task_id.as_ref() == Some(&chosen.task_id));
    Ok(of_task
        .map(|segment| {
            let (from, to) = (segment.start_event_index as usize, segment.end_event_index as usize + 1);
            let s = session_of(from);
            (s, from - starts[s], (to - starts[s]).min(sessions[s].events.len()))
        })
        .collect())
}

/// The lesson with the demonstrations that an earlier version was learnt from, as far as they are still there.
fn with_earlier(
    context: &Context,
    store: &Store,
    lessons: Lessons,
    earlier: &Workflow,
    args: &LearnArgs,
) -> Outcome<Lessons> {
    let have: BTreeSet<&str> = lessons.sessions.iter().map(|s| s.session_id.as_str()).collect();
    let before = earlier.metadata.sessions.iter().map(String::as_str);
    let missing: Vec<&str> = before.filter(|s| !have.contains(s)).collect();
    if missing.is_empty() {
        return Ok(lessons);
    }
    let mut warnings = lessons.warnings.clone();
    let mut sessions = lessons.sessions.clone();
    for id in missing {
        match store.session(id) {
            Ok(session) => sessions.push(session),
            Err(_) => warnings.push(format!("{id}, which an earlier version was learnt from, is gone")),
        }
    }
    sessions.sort_by(|a, b| a.session_id.cmp(&b.session_id));
    watch(context, store, sessions, args, warnings)
}
