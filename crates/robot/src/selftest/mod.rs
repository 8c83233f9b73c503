//! The self-test (SPEC LEARN.1, DESIGN "Self-test"): a workflow that was learnt is followed on the films of its own demonstrations, each left
//! out of the graph that is followed on it, by the very loop that works on screens. Nothing is pressed anywhere, no application is needed.

mod company;
mod drift;
mod follow;
mod gallery;
mod projector;
mod reel;

pub use drift::Look;
pub use follow::Stopped;
pub use gallery::Frames;

use crate::Stop;
use drift::Drifter;
use follow::Follower;
use gallery::Gallery;
use lea_act::plan::{Exemplar, told};
use lea_act::reflex::Rules;
use lea_act::{Plan, Settings};
use lea_frame::{Frame, FrameBuf};
use lea_learn::graph::{Learnt, Lesson, MOST_SAMPLES, StepId, Wanted, learn, prototype};
use lea_learn::selftest::{
    Case, Drifts, Followed, Tried, counterparts, folds, scenes, sum_up, values, without,
};
use lea_model::screen_state::StateWindow;
use lea_model::workflow::{LoopType, SelfTest};
use lea_recognize::Meaning;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

/// What is tested, and with what.
pub struct Test<'t> {
    /// The demonstrations.
    pub lesson: &'t Lesson,
    /// The graph that was learnt from all of them.
    pub learnt: &'t Learnt,
    /// How it was learnt.
    pub wanted: &'t Wanted,
    /// Pictures of targets, by demonstration and event.
    pub pictures: &'t [HashMap<usize, FrameBuf>],
    /// The numbers of a run.
    pub settings: &'t Settings,
    /// What is done about dialogs.
    pub rules: &'t Rc<Rules>,
    /// Who knows what texts mean.
    pub meaning: Option<&'t dyn Meaning>,
    /// Ends it.
    pub stop: &'t Stop,
}

/// A graph that is followed, prepared to be run.
struct Graph<'g> {
    learnt: &'g Learnt,
    plan: Plan,
    own: BTreeMap<StepId, StepId>,
}

impl Test<'_> {
    /// Follows the workflow on all its demonstrations, and looks for each of its steps on drifted screens; `tick` is called after each
    /// demonstration.
    pub fn run(
        &self,
        frames: &mut Frames<'_>,
        look: &mut Look<'_>,
        tick: &dyn Fn(),
    ) -> Result<SelfTest, Stopped> {
        let mut gallery = Gallery::new(self.lesson, frames);
        let mut drifts = Drifts::new();
        let whole = self.graph(self.learnt, None, &mut gallery);
        let mut cases: Vec<Case> = Vec::new();
        let folds = folds(self.lesson);
        for fold in &folds {
            let rest = without(self.lesson, fold);
            let learnt = learn(&rest.lesson, self.wanted).map_err(|e| e.to_string());
            let graph = match &learnt {
                Ok(learnt) => self.graph(learnt, Some(&rest.screens), &mut gallery),
                Err(why) => Err(why.clone()),
            };
            for demo in &fold.left_out {
                let left_out = self.follow(&graph, *demo, &mut gallery)?;
                let is_well = left_out.to_the_end && left_out.failure().is_none();
                let by_whole = if is_well { None } else { Some(self.follow(&whole, *demo, &mut gallery)?) };
                cases.push(Case { left_out: Some(left_out), whole: by_whole });
                self.drift(&graph, *demo, (&mut gallery, &mut *look), &mut drifts)?;
                tick();
            }
        }
        if folds.is_empty() {
            let shown = (0..self.lesson.demos.len()).filter(|d| !self.lesson.demos[*d].acts.is_empty());
            for demo in shown {
                let followed = self.follow(&whole, demo, &mut gallery)?;
                cases.push(Case { left_out: None, whole: Some(followed) });
                self.drift(&whole, demo, (&mut gallery, &mut *look), &mut drifts)?;
                tick();
            }
        }
        Ok(sum_up(self.learnt, &cases, &drifts, &told))
    }

    /// Looks for the steps of a demonstration on drifted screens, those that were not looked for yet. What cannot be looked at is left out.
    fn drift(
        &self,
        graph: &Result<Graph<'_>, String>,
        demo: usize,
        (gallery, look): (&mut Gallery<'_>, &mut Look<'_>),
        found: &mut Drifts,
    ) -> Result<(), Stopped> {
        let Ok(graph) = graph else { return Ok(()) };
        let scenes = scenes(self.lesson, self.learnt, demo);
        let given = values((self.learnt, graph.learnt), &graph.own, (demo, &scenes));
        let mut heeding = |frame: Frame<'_>, window: Option<StateWindow>| match self.stop.is_set() {
            true => Err("a person ended it".to_owned()),
            false => look(frame, window),
        };
        let (settings, meaning) = (self.settings, self.meaning);
        let mut drifter = Drifter { settings, meaning, look: &mut heeding, seen: BTreeMap::new() };
        // A screen that cannot be read says nothing about the steps on it: they count as not tried.
        let _ = drifter.run(graph, (&scenes, &given), gallery, found);
        if self.stop.is_set() { Err(Stopped) } else { Ok(()) }
    }

    fn follow(
        &self,
        graph: &Result<Graph<'_>, String>,
        demo: usize,
        gallery: &mut Gallery<'_>,
    ) -> Result<Followed, Stopped> {
        let scenes = scenes(self.lesson, self.learnt, demo);
        let untested = |why: &str| Followed {
            steps: scenes.iter().map(|s| (s.step.clone(), Tried::Untested(why.to_owned()))).collect(),
            to_the_end: false,
        };
        let graph = match graph {
            Ok(graph) => graph,
            Err(why) => return Ok(untested(why)),
        };
        let over_rows =
            |e: &lea_model::Edge| e.repeat.as_ref().is_some_and(|r| r.loop_type == LoopType::CsvRows);
        if graph.learnt.workflow.edges.iter().any(over_rows) {
            return Ok(untested("it goes over the rows of a file, which no recording has"));
        }
        let follower = Follower {
            plan: &graph.plan,
            own: &graph.own,
            settings: self.settings,
            rules: self.rules,
            meaning: self.meaning,
            stop: self.stop,
        };
        let given = values((self.learnt, graph.learnt), &graph.own, (demo, &scenes));
        follower.follow(gallery, &scenes, given)
    }

    /// A graph, with the pictures of its targets and a screen and a fingerprint of each node; why not, where it is not sound.
    fn graph<'g>(
        &self,
        learnt: &'g Learnt,
        screens: Option<&'g [usize]>,
        gallery: &mut Gallery<'_>,
    ) -> Result<Graph<'g>, String> {
        let mut plan = Plan::new(learnt.workflow.clone()).map_err(|halt| halt.why)?;
        for (path, demo, event) in &learnt.pictures {
            if let Some(picture) = self.pictures.get(*demo).and_then(|p| p.get(event)) {
                plan.add_crop(path, picture.clone());
            }
        }
        for (node, kind) in learnt.workflow.nodes.iter().zip(&learnt.kind_of_node) {
            let place = |s: &usize| screens.map_or(*s, |screens| screens[*s]);
            let of_node: Vec<usize> =
                learnt.kinds.exemplars[*kind].iter().take(MOST_SAMPLES).map(place).collect();
            let Some(first) = of_node.first() else { continue };
            let frame = gallery.frame(*first)?;
            plan.add_exemplar(&node.node_id, Exemplar::of(&gallery.shown(*first)?.state, Some(&frame)));
            let vectors: Result<Vec<_>, _> = of_node.iter().map(|s| gallery.fingerprint(*s)).collect();
            if let Some(vector) = prototype(&vectors?) {
                plan.add_prototype(&node.node_id, vector);
            }
        }
        Ok(Graph { learnt, plan, own: counterparts(self.learnt, learnt) })
    }
}

#[cfg(test)]
mod tests;
