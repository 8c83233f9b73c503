//! Where one task ends and the next begins (SPEC L0.3).
//!
//! Repetition decides ([`crate::repetition`]); what does not repeat is cut at pauses, at the desktop, and where the work
//! leaves an application for good.

use crate::cue::{self, Cue};
use crate::params::episodes::{
    ENOUGH, LEAST_REPETITIONS, PAUSE, SURE_OF_APPLICATION, SURE_OF_DESKTOP, SURE_OF_END, SURE_OF_PAUSE,
};
use crate::repetition::{self, Step};
use crate::symbol::{self, Symbols};
use crate::task::{self, Group, Task};
use crate::verdict::{self, Verdict};
use lea_model::ids;
use lea_model::time::Timestamp;
use lea_model::{Event, EventType, RawSession, Segment, SegmentTrigger};
use serde::Serialize;
use std::collections::{BTreeSet, HashMap};

/// When an episode ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Params {
    /// A longer pause may end a task, in seconds.
    pub pause_seconds: f64,
    /// What happens more seldom is no pattern.
    pub least_repetitions: usize,
}

impl Default for Params {
    /// 30 s (SPEC L0.3), and twice: what is proposed as a task needs more (P16), an episode does not.
    fn default() -> Self {
        Self { pause_seconds: PAUSE, least_repetitions: LEAST_REPETITIONS }
    }
}

/// A session, cut and judged.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Episodes {
    /// The episodes; together they hold every event once, in order.
    pub segments: Vec<Segment>,
    /// The tasks that were done more than once.
    pub tasks: Vec<Task>,
    /// What each event is in its task.
    pub events: Vec<Verdict>,
}

/// Cuts a session into episodes and judges its events. The same session gives the same answer.
pub fn episodes(session: &RawSession, params: Params) -> Episodes {
    let events = &session.events;
    let cues = cue::cues(events, params.pause_seconds);
    let Found { symbols, repeated, interruptions } = find_repetition(events, &cues, params);
    let runs: Vec<Vec<u32>> = repeated.iter().map(|s| symbols_of(&symbols, *s, &interruptions)).collect();
    let is_final = |s: u32| symbols.finals.get(s as usize).copied().unwrap_or(false);
    let groups: Vec<Group> =
        task::group(&runs, is_final).into_iter().filter(|g| is_task(g, params.least_repetitions)).collect();
    let spans = all_spans(events, &symbols, &cues, &repeated, &groups, &interruptions);
    let tasks = describe_tasks(events, &symbols, &spans, &groups);
    let segments = segments(session, &spans, &groups, &tasks, &runs);
    let events = verdict::judge(events, &symbols, &spans, &groups, &interruptions);
    Episodes { segments, tasks, events }
}

/// Events from `from` up to, and without, `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Range {
    pub from: usize,
    pub to: usize,
}

/// An episode to be.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Span {
    pub range: Range,
    /// The task it is a run of, and which of the runs: indices into the groups and the list of runs.
    pub run: Option<(usize, usize)>,
    /// What made the cut at its end; none at the end of the session.
    pub ended_by: Option<SegmentTrigger>,
}

/// What repeats in a session.
struct Found {
    symbols: Symbols,
    /// The pieces between the beginnings of runs.
    repeated: Vec<Range>,
    /// Symbols that interrupt whatever is being done.
    interruptions: BTreeSet<u32>,
}

/// What comes three times is surer to be a step than what comes twice; in a short session nothing else may be there.
fn find_repetition(events: &[Event], cues: &[Cue], params: Params) -> Found {
    let find = |least: usize| {
        let symbols = symbol::abstract_events(events, least);
        let (repeated, interruptions) = repeated_runs(events, &symbols, cues);
        Found { symbols, repeated, interruptions }
    };
    let strict = find(params.least_repetitions.max(ENOUGH));
    if strict.repeated.len() > 1 || params.least_repetitions >= ENOUGH {
        return strict;
    }
    find(params.least_repetitions)
}

/// The pieces between the beginnings of runs, and the symbols that interrupt them.
fn repeated_runs(events: &[Event], symbols: &Symbols, cues: &[Cue]) -> (Vec<Range>, BTreeSet<u32>) {
    let mut at = Vec::new();
    let mut steps = Vec::new();
    let mut strongest = Cue::None;
    for (i, symbol) in symbols.of_event.iter().enumerate() {
        strongest = strongest.min(cues[i]);
        if let Some(symbol) = *symbol {
            at.push(i);
            steps.push(Step { symbol, cue: strongest as u8 });
            strongest = Cue::None;
        }
    }
    let cuts = repetition::find_cuts(&steps, symbols.names.len());
    let starts = cuts.starts.iter().map(|c| first_of_run(events, cues, at[c - 1] + 1, at[*c]));
    let bounds: Vec<usize> = std::iter::once(0).chain(starts).chain([events.len()]).collect();
    let ranges = bounds.windows(2).map(|b| Range { from: b[0], to: b[1] }).filter(|r| r.from < r.to);
    (ranges.collect(), cuts.interruptions)
}

/// Where a run whose first step is `step` begins, when the run before it may have ended at `free`: events between that
/// are no steps go with the run before, unless a cue or a movement of the pointer leads to the step.
fn first_of_run(events: &[Event], cues: &[Cue], free: usize, step: usize) -> usize {
    let strongest = (free..=step).min_by_key(|i| (cues[*i], *i)).filter(|i| cues[*i] != Cue::None);
    if let Some(at) = strongest {
        return at;
    }
    let leads = |i: &usize| matches!(events[*i].event_type, EventType::MouseMove | EventType::MouseScroll);
    (free..step).rev().take_while(leads).last().unwrap_or(step)
}

fn symbols_of(symbols: &Symbols, range: Range, without: &BTreeSet<u32>) -> Vec<u32> {
    symbols.of_event[range.from..range.to]
        .iter()
        .flatten()
        .filter(|s| !without.contains(s))
        .copied()
        .collect()
}

/// Enough runs, with more than one step that they share.
fn is_task(group: &Group, least: usize) -> bool {
    group.runs.len() >= least.max(2) && group.core.len() >= 2
}

/// Runs of tasks, with what hangs at their ends cut off, and between them what does not repeat, cut at cues.
fn all_spans(
    events: &[Event],
    symbols: &Symbols,
    cues: &[Cue],
    repeated: &[Range],
    groups: &[Group],
    interruptions: &BTreeSet<u32>,
) -> Vec<Span> {
    let mut group_of: Vec<Option<usize>> = vec![None; repeated.len()];
    for (g, group) in groups.iter().enumerate() {
        group.runs.iter().for_each(|run| group_of[*run] = Some(g));
    }
    if groups.is_empty() {
        let whole = Range { from: 0, to: events.len() };
        return ended(cues, cut_at_cues(events, cues, whole, 0));
    }
    let in_tasks = || groups.iter().flat_map(|g| &g.runs).map(|run| repeated[*run]);
    let longest = in_tasks().map(|r| r.to - r.from).max().unwrap_or(0);
    let mut spans = Vec::new();
    for (run, range) in repeated.iter().enumerate() {
        let Some(g) = group_of[run] else {
            spans.extend(cut_at_cues(events, cues, *range, longest));
            continue;
        };
        let own = own_part(symbols, cues, *range, &groups[g], interruptions);
        spans.extend(cut_at_cues(events, cues, Range { from: range.from, to: own.from }, longest));
        spans.push(Span { range: own, run: Some((g, run)), ended_by: None });
        spans.extend(cut_at_cues(events, cues, Range { from: own.to, to: range.to }, longest));
    }
    ended(cues, spans)
}

/// The spans with what made the cut at the end of each.
fn ended(cues: &[Cue], mut spans: Vec<Span>) -> Vec<Span> {
    let ends: Vec<_> = spans.windows(2).map(|pair| trigger(cues, &pair[0], &pair[1])).collect();
    spans.iter_mut().zip(ends).for_each(|(span, end)| span.ended_by = Some(end));
    spans
}

/// A cut next to a run of a task was made by its pattern, unless the neighbour does not repeat and a cue parts them.
fn trigger(cues: &[Cue], span: &Span, next: &Span) -> SegmentTrigger {
    let cue = cues[next.range.from];
    let by_pattern = span.run.is_some() && next.run.is_some();
    match cue {
        Cue::Desktop if !by_pattern => SegmentTrigger::Desktop,
        Cue::Pause if !by_pattern => SegmentTrigger::LongPause,
        Cue::Application if !by_pattern => SegmentTrigger::WindowChange,
        _ => SegmentTrigger::PatternComplete,
    }
}

/// The run without what comes before its first or after its last step and is parted from it by a cue.
fn own_part(
    symbols: &Symbols,
    cues: &[Cue],
    range: Range,
    group: &Group,
    interruptions: &BTreeSet<u32>,
) -> Range {
    // What only this run does may be a step of a rare branch, but not when it comes after a pause at the very end.
    let is_usual = |s: u32| interruptions.contains(&s) || group.uses.get(&s).is_some_and(|n| *n >= 2);
    let usual = |i: &usize| symbols.of_event[*i].is_some_and(is_usual);
    let (Some(first), Some(last)) =
        ((range.from..range.to).find(usual), (range.from..range.to).rev().find(usual))
    else {
        return range;
    };
    let is_cue = |i: &usize| cues[*i] != Cue::None;
    let from = (range.from + 1..=first).rev().find(is_cue).unwrap_or(range.from);
    let to = (last + 1..range.to).find(is_cue).unwrap_or(range.to);
    Range { from, to }
}

/// What does not repeat, cut at the desktop, at pauses, and, where it is longer than any run of a task, where an application is
/// left for good.
fn cut_at_cues(events: &[Event], cues: &[Cue], range: Range, longest: usize) -> Vec<Span> {
    let hard = |i: &usize| matches!(cues[*i], Cue::Desktop | Cue::Pause);
    let mut bounds: Vec<usize> = vec![range.from];
    bounds.extend((range.from + 1..range.to).filter(hard));
    bounds.push(range.to);
    let mut starts: BTreeSet<usize> = bounds.iter().copied().collect();
    for piece in bounds.windows(2).filter(|p| p[1] - p[0] > longest) {
        starts.extend(left_for_good(events, cues, Range { from: piece[0], to: piece[1] }));
    }
    let starts: Vec<usize> = starts.into_iter().collect();
    starts
        .windows(2)
        .map(|s| Span { range: Range { from: s[0], to: s[1] }, run: None, ended_by: None })
        .collect()
}

/// Changes of application after which none of the applications before comes back: going to and fro is one piece of work.
fn left_for_good(events: &[Event], cues: &[Cue], range: Range) -> Vec<usize> {
    let mut last_use: HashMap<String, usize> = HashMap::new();
    for (i, event) in events.iter().enumerate().take(range.to).skip(range.from) {
        if let Some(app) = symbol::application(event) {
            last_use.insert(app, i);
        }
    }
    let mut busy_until = range.from;
    let mut cuts = Vec::new();
    for i in range.from..range.to {
        if i > range.from && cues[i] == Cue::Application && busy_until < i {
            cuts.push(i);
        }
        if let Some(last) = symbol::application(&events[i]).and_then(|app| last_use.get(&app)) {
            busy_until = busy_until.max(*last);
        }
    }
    cuts
}

fn describe_tasks(events: &[Event], symbols: &Symbols, spans: &[Span], groups: &[Group]) -> Vec<Task> {
    let describe = |(g, group): (usize, &Group)| {
        let own = || spans.iter().filter(move |s| s.run.is_some_and(|(of, _)| of == g)).map(|s| s.range);
        let mut seconds: Vec<f64> =
            own().map(|r| events[r.to - 1].t - events[r.from].t).filter(|s| s.is_finite()).collect();
        seconds.sort_by(f64::total_cmp);
        let median_seconds = seconds.get(seconds.len() / 2).copied().unwrap_or(0.0).max(0.0);
        let akin = groups.iter().position(|other| other.kin == group.kin).filter(|first| *first < g);
        Task {
            task_id: format!("task_{}", g + 1),
            begins_like: akin.map(|first| format!("task_{}", first + 1)),
            label: label(symbols, own(), group, &kin_cores(groups, g)),
            runs: group.runs.len(),
            median_seconds,
            varies: task::varying(symbols, own().map(|r| (r.from, &events[r.from..r.to])), &group.core),
        }
    };
    groups.iter().enumerate().map(describe).collect()
}

/// The usual steps of the tasks that begin like this one.
fn kin_cores(groups: &[Group], of: usize) -> Vec<&BTreeSet<u32>> {
    let is_kin = |(g, group): &(usize, &Group)| *g != of && group.kin == groups[of].kin;
    groups.iter().enumerate().filter(is_kin).map(|(_, group)| &group.core).collect()
}

/// The most frequent first and last of the usual steps, and between them, where other tasks begin alike, what tells it from
/// most of them: above all what cannot be taken back.
fn label(
    symbols: &Symbols,
    ranges: impl Iterator<Item = Range>,
    group: &Group,
    kin: &[&BTreeSet<u32>],
) -> String {
    let (mut firsts, mut lasts): (HashMap<u32, usize>, HashMap<u32, usize>) = Default::default();
    for range in ranges {
        let core =
            || symbols.of_event[range.from..range.to].iter().flatten().filter(|s| group.core.contains(s));
        for (counts, symbol) in [(&mut firsts, core().next()), (&mut lasts, core().next_back())] {
            symbol.into_iter().for_each(|s| *counts.entry(*s).or_default() += 1);
        }
    }
    let most = |counts: HashMap<u32, usize>| {
        counts.into_iter().max_by_key(|(s, n)| (*n, std::cmp::Reverse(*s))).map(|(s, _)| s)
    };
    let shared = |s: u32| kin.iter().filter(|core| core.contains(&s)).count();
    let is_final = |s: u32| symbols.finals.get(s as usize).copied().unwrap_or(false);
    let telling = group.core.iter().copied().filter(|s| shared(*s) < kin.len());
    let telling = telling.min_by_key(|s| (shared(*s), !is_final(*s), std::cmp::Reverse(group.uses.get(s))));
    let (first, last) = (most(firsts), most(lasts));
    let between = telling.filter(|s| Some(*s) != first && Some(*s) != last);
    let names = [first, between, last].into_iter().flatten().map(|s| symbols.names[s as usize].as_str());
    names.collect::<Vec<_>>().join(" … ")
}

fn segments(
    session: &RawSession,
    spans: &[Span],
    groups: &[Group],
    tasks: &[Task],
    runs: &[Vec<u32>],
) -> Vec<Segment> {
    let began = Timestamp::parse(&session.started_at);
    let time = |t: f64| began.and_then(|b| b.plus_seconds(t)).map(|t| t.to_string());
    let one = |(number, span): (usize, &Span)| {
        let events = &session.events[span.range.from..span.range.to];
        let earliest = events.iter().map(|e| e.t).fold(f64::NAN, f64::min);
        let latest = events.iter().map(|e| e.t).fold(f64::NAN, f64::max);
        let mut segment = Segment {
            segment_id: ids::segment_id(number as u64 + 1),
            start_event_index: span.range.from as u64,
            end_event_index: span.range.to as u64 - 1,
            start_time: time(earliest),
            end_time: time(latest),
            confidence: confidence(span, groups, runs),
            trigger: span.ended_by,
            ..Segment::default()
        };
        if let Some((g, _)) = span.run {
            segment.label = Some(tasks[g].label.clone());
            segment.task_id = Some(tasks[g].task_id.clone());
        }
        segment
    };
    spans.iter().enumerate().map(one).collect()
}

/// For a run of a task: how much of what the task usually does it did, and how often the task was seen. Otherwise what its
/// cue is worth.
fn confidence(span: &Span, groups: &[Group], runs: &[Vec<u32>]) -> f64 {
    let Some((g, run)) = span.run else {
        return match span.ended_by {
            Some(SegmentTrigger::Desktop) => SURE_OF_DESKTOP,
            Some(SegmentTrigger::LongPause) => SURE_OF_PAUSE,
            Some(SegmentTrigger::WindowChange) => SURE_OF_APPLICATION,
            Some(SegmentTrigger::PatternComplete) | None => SURE_OF_END,
        };
    };
    let group = &groups[g];
    let did: BTreeSet<u32> = runs[run].iter().copied().collect();
    let share = group.core.intersection(&did).count() as f64 / group.core.len() as f64;
    let seen = group.runs.len() as f64;
    share * seen / (seen + 1.0)
}
