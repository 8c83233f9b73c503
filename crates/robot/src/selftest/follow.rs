//! A graph, followed on the film of a demonstration by the very loop that works on screens.

use super::company::{Audience, FilmClock, Heard, Notes, Nowhere};
use super::gallery::Gallery;
use super::projector::{FilmEye, FilmHand};
use super::reel::{Played, Reel};
use crate::Stop;
use lea_act::plan::told;
use lea_act::reflex::Rules;
use lea_act::world::{Answer, Asked, Question, World};
use lea_act::{Order, Plan, Settings};
use lea_learn::graph::StepId;
use lea_learn::selftest::{Followed, Scene, Sighting, Tried};
use lea_model::run::{HaltReason, Run, RunMode, RunOutcome, StepRecord, StepVerdict};
use lea_recognize::Meaning;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The answer that says that it is the right record, by its place among the choices.
const RIGHT_RECORD: usize = 1;

/// What is followed, and how.
pub struct Follower<'f> {
    /// The graph.
    pub plan: &'f Plan,
    /// For each step of the whole graph its own step of this one; what no other demonstration shows has none.
    pub own: &'f BTreeMap<StepId, StepId>,
    /// The numbers of a run.
    pub settings: &'f Settings,
    /// What is done about dialogs.
    pub rules: &'f Rc<Rules>,
    /// Who knows what texts mean.
    pub meaning: Option<&'f dyn Meaning>,
    /// Ends it.
    pub stop: &'f Stop,
}

/// A person ended it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// A film that was played, with all that was said about it.
struct Screening<'s> {
    scenes: &'s [Scene],
    own: &'s BTreeMap<StepId, StepId>,
    records: Vec<StepRecord>,
    heard: Vec<Heard>,
    /// Scenes that were done, in their order.
    done: Vec<usize>,
    passed_over: Vec<usize>,
    next: Option<usize>,
    /// Why it ended before its time, and whether the film is to blame.
    why: Option<(String, bool)>,
    /// The scene that was to be done then.
    at: Option<usize>,
    /// The person had done it in another order, which the film cannot show.
    out_of_order: bool,
}

impl Follower<'_> {
    /// Follows the scenes of a demonstration with these values.
    pub fn follow(
        &self,
        gallery: &mut Gallery<'_>,
        scenes: &[Scene],
        given: BTreeMap<String, String>,
    ) -> Result<Followed, Stopped> {
        let Some(reel) = Reel::new(gallery, scenes) else { return Ok(Followed::default()) };
        let reel = Rc::new(RefCell::new(reel));
        let clock = FilmClock::default();
        let mut eye =
            FilmEye { reel: reel.clone(), clock: &clock, verify: self.settings.verify, looked: None };
        let mut hand = FilmHand { reel: reel.clone(), ended: None };
        let shown = |question: &Question| {
            let reel = reel.borrow();
            (self.shown(question, scenes, &reel), reel.next())
        };
        let mut people = Audience { stop: self.stop, shown: &shown, heard: Vec::new() };
        let mut keep = Notes::default();
        let mut world = World {
            eye: &mut eye,
            hand: &mut hand,
            people: &mut people,
            keep: &mut keep,
            outside: &mut Nowhere,
            clock: &clock,
            meaning: self.meaning,
            model: None,
        };
        let end = lea_act::run(self.plan, &mut world, &self.order(given)).run;
        let heard = std::mem::take(&mut people.heard);
        if end.outcome == Some(RunOutcome::Cancelled) {
            return Err(Stopped);
        }
        let reel = reel.borrow();
        let why = match (&hand.ended, &end.halt) {
            (Some(Played::Other(why)), _) => Some((why.clone(), false)),
            (Some(Played::Unknown(why)), _) => Some((why.clone(), true)),
            (_, Some(halt)) => {
                let is_film = halt.reason == HaltReason::ScreenLost || reel.is_filling();
                Some((halt.why.clone(), is_film))
            }
            (_, None) => None,
        };
        let step = end.halt.as_ref().and_then(|h| h.edge.as_deref().zip(h.part));
        let is_step = |s: &usize| {
            let own = self.own.get(&scenes[*s].step);
            own.is_some_and(|o| step == Some((o.edge.as_str(), o.part)))
        };
        let at = reel.due().into_iter().find(is_step);
        let screening = Screening {
            at,
            out_of_order: reel.is_out_of_order(at),
            scenes,
            own: self.own,
            records: keep.records,
            heard,
            done: reel.done(),
            passed_over: reel.passed_over(),
            next: reel.next(),
            why,
        };
        Ok(screening.judged())
    }

    fn order(&self, given: BTreeMap<String, String>) -> Order {
        let run = Run {
            run_id: "self_test".into(),
            workflow_id: self.plan.workflow.workflow_id.clone(),
            mode: RunMode::Rehearsal,
            rehearsal: true,
            ..Run::default()
        };
        Order {
            run,
            given,
            file: Vec::new(),
            another_follows: false,
            is_test: true,
            resume: None,
            settings: self.settings.clone(),
            rules: self.rules.clone(),
        }
    }

    /// What the demonstration says to a question: which way it goes, whether it does what is not always done, and that the record that it
    /// shows is the right one.
    fn shown(&self, question: &Question, scenes: &[Scene], reel: &Reel<'_, '_>) -> Option<Answer> {
        let own = |scene: usize| self.own.get(&scenes[scene].step);
        match question.asked {
            Asked::Way => {
                let edge = self.plan.workflow.edge(&own(reel.next()?)?.edge)?;
                let way = edge.parts().last().map(|a| told(a))?;
                question.stored.choices.iter().position(|c| *c == way).map(Answer::Choice)
            }
            Asked::Optional => {
                let about = question.stored.edge.as_ref().zip(question.stored.part)?;
                let is_it = |s: usize| own(s).is_some_and(|o| (&o.edge, o.part) == about);
                Some(if reel.due().into_iter().any(is_it) { Answer::Yes } else { Answer::No })
            }
            Asked::Record => Some(Answer::Choice(RIGHT_RECORD)),
            _ => None,
        }
    }
}

impl Screening<'_> {
    /// What came of each scene.
    fn judged(&self) -> Followed {
        let mut tried: BTreeMap<usize, Tried> = BTreeMap::new();
        let mut last: Option<(usize, usize)> = None;
        let mut used: BTreeSet<usize> = BTreeSet::new();
        for scene in &self.done {
            let own = self.own.get(&self.scenes[*scene].step);
            let is_it = |r: &StepRecord| own.is_some_and(|o| o.edge == r.edge && o.part == r.part);
            let is_new = |n: usize, r: &StepRecord| r.was_done() && !r.not_pressed && !used.contains(&n);
            let record = self.records.iter().enumerate().find(|(n, r)| is_it(r) && is_new(*n, r));
            let sighting = record.map_or_else(Sighting::by_the_way, |(_, r)| Sighting::of(r));
            if let Some((n, _)) = record {
                used.insert(n);
                last = last.max(Some((n, *scene)));
            }
            tried.insert(*scene, Tried::Found(sighting));
        }
        let last = last.map(|(n, scene)| (scene, &self.records[n]));
        self.hear(&mut tried);
        for scene in &self.passed_over {
            tried.insert(*scene, self.failed(*scene, "it was left out"));
        }
        if let Some((why, is_film)) = &self.why {
            let bad = last.filter(|(_, r)| {
                matches!(r.verdict(), Some(StepVerdict::NotVerified | StepVerdict::Unexpected))
            });
            match (bad, self.at.or(self.next)) {
                (bad, at) if self.out_of_order => {
                    let scene = bad.map(|(scene, _)| scene).or(at).unwrap_or_default();
                    let why =
                        format!("the person did it in another order, which the film cannot show ({why})");
                    tried.insert(scene, Tried::Untested(why));
                }
                (Some((scene, record)), _) => {
                    tried.insert(scene, self.failed(scene, &not_held(record, why)));
                }
                (None, Some(next)) if *is_film => {
                    tried.insert(next, Tried::Untested(why.clone()));
                }
                (None, Some(next)) => {
                    tried.insert(next, self.failed(next, why));
                }
                (None, None) => {
                    let end = self.scenes.len() - 1;
                    tried.insert(end, self.failed(end, why));
                }
            }
        } else if let Some(next) = self.next {
            tried.insert(next, self.failed(next, "the run ended before it"));
        }
        let to_the_end = self.why.is_none() && self.next.is_none();
        let step = |(scene, tried): (usize, Tried)| (self.scenes[scene].step.clone(), tried);
        Followed { steps: tried.into_iter().map(step).collect(), to_the_end }
    }

    /// Where a person was asked, the step was not done by the graph alone.
    fn hear(&self, tried: &mut BTreeMap<usize, Tried>) {
        for heard in &self.heard {
            let own = |s: &usize| self.own.get(&self.scenes[*s].step).map(|o| (o.edge.as_str(), o.part));
            let step = heard.step.as_ref().map(|(edge, part)| (edge.as_str(), *part));
            let asked = tried.keys().copied().find(|s| step.is_some() && own(s) == step);
            // An optional step that the demonstration does without has no scene.
            let next = heard.next.filter(|_| step.is_none());
            if let Some(scene) = asked.or(next).filter(|s| tried.contains_key(s)) {
                tried.insert(scene, Tried::Asked(heard.why.clone()));
            }
        }
    }

    /// A scene that was not done as the person did it; what no other demonstration shows could not be learnt.
    fn failed(&self, scene: usize, why: &str) -> Tried {
        match self.own.contains_key(&self.scenes[scene].step) {
            true => Tried::Failed(why.to_owned()),
            false => Tried::Untested("no other demonstration does it".into()),
        }
    }
}

/// What was expected and did not come.
fn not_held(record: &StepRecord, why: &str) -> String {
    let said = record.verification.as_ref().map(|v| v.semantic_detail.as_str()).filter(|d| !d.is_empty());
    said.map_or_else(|| why.to_owned(), |detail| format!("it was done, and then {detail}"))
}
