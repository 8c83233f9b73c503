//! The ledger: what became of every event, from the recordings to the graph.

use super::doubt::Slip;
use crate::graph::{Act, Learnt, Lesson};
use lea_model::RawSession;
use lea_model::ledger::{Fate, Ledger, LedgerEntry, Reason};
use std::collections::BTreeMap;

/// A stretch of a recording that was watched as a demonstration.
pub struct Stretch<'s> {
    /// The recording.
    pub session: &'s RawSession,
    /// Its events, from the first up to, and without, the last.
    pub events: std::ops::Range<usize>,
    /// The demonstration it became, by its place in the lesson; none where it was left out.
    pub demo: Option<usize>,
    /// Why events are no acts.
    pub dropped: &'s BTreeMap<usize, Reason>,
}

/// Accounts for every event of the stretches.
pub fn account(stretches: &[Stretch<'_>], slips: &[Slip], lesson: &Lesson, learnt: &Learnt) -> Ledger {
    let mut entries = Vec::new();
    for stretch in stretches {
        let fates = stretch.demo.map(|d| fates(d, slips, lesson, learnt)).unwrap_or_default();
        for at in stretch.events.clone() {
            let Some(event) = stretch.session.events.get(at) else { continue };
            let dropped = || match (stretch.demo, stretch.dropped.get(&at)) {
                (Some(_), Some(reason)) => reason.clone(),
                (Some(_), None) => Reason::NoPicture,
                (None, _) => Reason::Demonstration,
            };
            let fate = fates.get(&at).cloned().unwrap_or_else(|| Fate::Left(dropped()));
            entries.push(LedgerEntry {
                session_id: stretch.session.session_id.clone(),
                event: at as u64,
                t: event.t,
                event_type: event.event_type,
                fate,
            });
        }
    }
    Ledger { entries }
}

/// What became of the acts of a demonstration, by event.
fn fates(demo: usize, slips: &[Slip], lesson: &Lesson, learnt: &Learnt) -> BTreeMap<usize, Fate> {
    let mut fates = BTreeMap::new();
    let mut note = |act: &Act, fate: Fate| {
        for event in &act.events {
            fates.insert(*event, fate.clone());
        }
    };
    for slip in slips.iter().filter(|s| s.demo == demo) {
        note(&slip.act, Fate::Left(slip.reason.clone()));
    }
    for act in &lesson.demos[demo].acts {
        let fate = learnt.fates.get(&(demo, act.event)).cloned();
        note(act, fate.unwrap_or(Fate::Left(Reason::Detour)));
    }
    fates
}
