//! What belongs to the task, what repeats, and what decides between two ways: told by the demonstrations, or asked.

use super::Builder;
use crate::graph::actions;
use crate::graph::branches::{self, Decision};
use crate::graph::questions::{Asked, Question, choice};
use crate::graph::variables;
use crate::graph::ways::{Step, Way};
use crate::params::episodes::ENOUGH;
use crate::params::graph::MOST_DECISIONS;
use lea_lexicon::names;
use lea_model::workflow::{Action, VariableSource, VariableSourceMethod};
use std::collections::{BTreeMap, BTreeSet};

impl Builder<'_> {
    /// What a question about a way is known by: the same for the same way of the same task, another for each other way.
    fn question_id(&self, about: &str, way: &Way, at: usize) -> String {
        let slug = |kind: usize| names::slug(&self.labels[&kind]);
        let told = names::slug(&self.told(way));
        let is_same = |o: &Way| {
            slug(o.from) == slug(way.from) && slug(o.to) == slug(way.to) && names::slug(&self.told(o)) == told
        };
        let nth = self.ways[..at].iter().filter(|o| is_same(o)).count();
        let nth = if nth == 0 { String::new() } else { format!(".{}", nth + 1) };
        format!("{about}.{}.{told}.{}{nth}", slug(way.from), slug(way.to))
    }

    /// Ways that few took are kept, marked and asked about; those that are no part of the task go.
    pub(super) fn leave_out_rare(&mut self, asked: &mut Asked<'_>) {
        let demos = self.demos();
        if demos < ENOUGH {
            return;
        }
        let (mut gone, mut usual) = (BTreeSet::new(), BTreeSet::new());
        for (w, way) in self.ways.iter().enumerate() {
            let takers = self.takers(way);
            let alternatives = self.ways.iter().filter(|o| o.from == way.from).count();
            if takers >= ENOUGH || (alternatives < 2 && takers == demos) {
                continue;
            }
            let (from, to) = (&self.labels[&way.from], &self.labels[&way.to]);
            let answer = asked.answer(Question {
                id: self.question_id("rare", way, w),
                text: format!(
                    "On “{from}”, {takers} of {demos} demonstrations did this: {}, which led to “{to}”. Does that belong to the task?",
                    self.told(way)
                ),
                choices: vec![
                    choice("sometimes", "yes, sometimes"),
                    choice("always", "yes, always"),
                    choice("never", "no, leave it out"),
                ],
                meanwhile: "sometimes".into(),
                picture: Some(format!("screens/{}.png", self.node_ids[&way.from])),
                ..Question::default()
            });
            match answer.as_str() {
                "never" => drop(gone.insert(w)),
                "always" => drop(usual.insert((way.from, way.to, self.told(way)))),
                _ => {}
            }
        }
        self.usual = usual;
        let kept = self.without(&gone);
        if kept.is_empty() {
            // Without them nothing is left to do: that cannot have been meant.
            let why =
                "the answers would leave nothing of the task, so all of its ways are kept: answer again";
            self.warnings.push(why.into());
            return;
        }
        self.ways = kept;
    }

    /// The ways without some of them, and without what can no longer be reached then.
    fn without(&self, gone: &BTreeSet<usize>) -> Vec<Way> {
        let left: Vec<&Way> =
            self.ways.iter().enumerate().filter(|(w, _)| !gone.contains(w)).map(|(_, way)| way).collect();
        let mut reached: BTreeSet<usize> =
            self.visits.of.iter().filter_map(|v| v.first()).map(|v| v.kind).collect();
        loop {
            let on = left.iter().filter(|w| reached.contains(&w.from) && !reached.contains(&w.to));
            let more: Vec<usize> = on.map(|w| w.to).collect();
            if more.is_empty() {
                break;
            }
            reached.extend(more);
        }
        left.into_iter().filter(|w| reached.contains(&w.from)).cloned().collect()
    }

    /// Ways taken several times within at least two demonstrations (or the only one) are turns of a loop; the one that picks a row,
    /// else the first, is where a turn begins.
    pub(super) fn find_loops(&mut self) {
        let repeated_in = |way: &Way| {
            let times = |d: usize| way.visits.iter().filter(|(e, _)| *e == d).count();
            let demos: BTreeSet<usize> = way.visits.iter().map(|(d, _)| *d).collect();
            demos.into_iter().filter(|d| times(*d) > 1).count()
        };
        let least = if self.demos() < ENOUGH { 1 } else { 2 };
        self.loops = (0..self.ways.len()).filter(|w| repeated_in(&self.ways[*w]) >= least).collect();
        let picks = |w: &usize| {
            let exit = self.ways[*w].exit().and_then(|s| s.first(self.lesson));
            exit.is_some_and(|a| a.row.is_some() || super::is_entry(a))
        };
        let picking: BTreeSet<usize> = self.loops.iter().copied().filter(picks).collect();
        self.heads = if picking.is_empty() { self.loops.iter().copied().take(1).collect() } else { picking };
    }

    /// What decides between the ways from each kind; none where nothing needs deciding or nothing is known.
    pub(super) fn decide(&mut self, asked: &mut Asked<'_>) -> BTreeMap<usize, (String, String)> {
        let mut conditions: BTreeMap<usize, (String, String)> = BTreeMap::new();
        let kinds: BTreeSet<usize> = self.ways.iter().map(|w| w.from).collect();
        for kind in kinds {
            let ways: Vec<usize> = (0..self.ways.len())
                .filter(|w| self.ways[*w].from == kind && !self.ways[*w].once && !self.heads.contains(w))
                .collect();
            if ways.len() < 2 {
                continue;
            }
            let found = branches::decisions(self.lesson, self.visits, &self.ways, &ways, &self.found);
            let chosen = match branches::clear(&found) {
                Some(decision) => Some(decision.clone()),
                None => self.ask_what_decides(kind, &ways, &found, asked),
            };
            let Some(decision) = chosen else { continue };
            let name = self.variable_of(kind, &decision);
            for (w, condition) in ways.iter().zip(&decision.conditions) {
                conditions.insert(*w, (condition.replace("NAME", &name), name.clone()));
            }
        }
        conditions
    }

    pub(super) fn ask_what_decides(
        &self,
        kind: usize,
        ways: &[usize],
        found: &[Decision],
        asked: &mut Asked<'_>,
    ) -> Option<Decision> {
        let told: Vec<String> = ways.iter().map(|w| self.told(&self.ways[*w])).collect();
        let mut choices: Vec<_> = found
            .iter()
            .take(MOST_DECISIONS)
            .map(|d| {
                let name = names::variable(&d.name);
                choice(
                    &name,
                    format!(
                        "{} if {}",
                        told[0],
                        d.conditions[0].replace("NAME", &name).replace("variables.", "")
                    ),
                )
            })
            .collect();
        choices.push(choice("ask", "nothing on the screen: ask me each time"));
        let answer = asked.answer(Question {
            id: format!("decides.{}", names::slug(&self.labels[&kind])),
            text: format!(
                "On “{}” the demonstrations went on in {} ways: {}. What decides?",
                self.labels[&kind],
                ways.len(),
                told.join("; or ")
            ),
            choices,
            meanwhile: "ask".into(),
            picture: Some(format!("screens/{}.png", self.node_ids[&kind])),
            ..Question::default()
        });
        found.iter().find(|d| names::variable(&d.name) == answer).cloned()
    }

    /// The variable a decision is made by; one that is read on the screen is new.
    pub(super) fn variable_of(&mut self, kind: usize, decision: &Decision) -> String {
        if !decision.is_read {
            return decision.name.clone();
        }
        let name = variables::fresh_name(&self.found, &names::variable(&decision.name));
        let mut source =
            VariableSource { method: VariableSourceMethod::UiElementExtraction, ..VariableSource::default() };
        source.label = Some(decision.name.clone());
        source.node = Some(self.node_ids[&kind].clone());
        let texts: Vec<&str> = decision.values.iter().map(String::as_str).collect();
        self.found.variables.insert(name.clone(), variables::variable(&texts, source));
        name
    }

    /// A step that not every visit did is asked about; `never` leaves it out, `always` makes it one like the others.
    pub(super) fn is_kept(&self, way: &Way, step: &Step, action: &mut Action, asked: &mut Asked<'_>) -> bool {
        let Some(act) = step.first(self.lesson).filter(|_| action.optional) else {
            return true;
        };
        let (seen, of) = (step.count(), step.acts.len());
        let label = &self.labels[&way.from];
        let said = actions::said(act, None);
        let answer = asked.answer(Question {
            id: format!("optional.{}.{}.{}", names::slug(label), names::slug(&said), step.nth),
            text: format!("On “{label}”, {seen} of {of} times this was done: {said}. When is it to be done?"),
            choices: vec![
                choice("sometimes", "sometimes: ask me, or when its value is given"),
                choice("always", "always"),
                choice("never", "never: it is no part of the task"),
            ],
            meanwhile: "sometimes".into(),
            picture: Some(format!("screens/{}.png", self.node_ids[&way.from])),
            ..Question::default()
        });
        if answer == "always" {
            action.optional = false;
        }
        answer != "never"
    }
}
