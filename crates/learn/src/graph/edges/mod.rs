//! Ways made into edges, with conditions, loops, what must hold before and what must come true after (SPEC L4.3, L4.7, L4.8).

mod checks;
mod columns;
mod deciding;
mod proposed;
mod record;
mod repeats;
mod search;

pub(super) use checks::says_whole;

use super::actions::{self, Made};
use super::fates::Fates;
use super::kinds::Kinds;
use super::lesson::{Act, Lesson};
use super::nodes::{self, Common};
use super::questions::Asked;
use super::variables::{self, Found};
use super::visits::Visits;
use super::ways::Way;
use crate::params::episodes::ENOUGH;
use lea_lexicon::{names, risk};
use lea_model::ledger::{Fate, Reason};
use lea_model::workflow::{
    Action, ActionType, Condition, ConditionType, Constraints, Edge, EdgeStats, Frequency,
};
use lea_model::{Workflow, ids};
use std::collections::{BTreeMap, BTreeSet};

/// Roles that say what a task is for.
const IRREVERSIBLE: [&str; 3] = ["validate", "submit", "delete_action"];

/// A workflow being made.
pub struct Drafts {
    pub workflow: Workflow,
    pub name: String,
    pub warnings: Vec<String>,
    pub kind_of_node: Vec<usize>,
    pub pictures: Vec<(String, usize, usize)>,
    pub fates: Fates,
    /// The part of its edge that each act stands for, by demonstration and act.
    pub parts: BTreeMap<(usize, usize), usize>,
    /// The values that each variable had, by demonstration.
    pub values: BTreeMap<String, BTreeMap<usize, String>>,
}

struct Builder<'a> {
    lesson: &'a Lesson,
    kinds: &'a Kinds,
    visits: &'a Visits,
    ways: Vec<Way>,
    loops: BTreeSet<usize>,
    heads: BTreeSet<usize>,
    found: Found,
    common: Vec<Common>,
    used: BTreeSet<usize>,
    node_ids: BTreeMap<usize, String>,
    labels: BTreeMap<usize, String>,
    pictures: Vec<(String, usize, usize)>,
    fates: Fates,
    parts: BTreeMap<(usize, usize), usize>,
    /// Ways that few took and that an answer calls usual: from, to, and what is done.
    usual: BTreeSet<(usize, usize, String)>,
    warnings: Vec<String>,
}

impl Drafts {
    /// Makes a workflow of ways.
    pub fn of(
        lesson: &Lesson,
        kinds: &Kinds,
        visits: &Visits,
        ways: Vec<Way>,
        asked: &mut Asked<'_>,
    ) -> Self {
        let common = nodes::common(lesson, kinds);
        let mut builder = Builder {
            lesson,
            kinds,
            visits,
            ways,
            loops: BTreeSet::new(),
            heads: BTreeSet::new(),
            found: Found::default(),
            common,
            used: BTreeSet::new(),
            node_ids: BTreeMap::new(),
            labels: BTreeMap::new(),
            pictures: Vec::new(),
            fates: Fates::new(),
            parts: BTreeMap::new(),
            usual: BTreeSet::new(),
            warnings: Vec::new(),
        };
        builder.name_kinds();
        builder.leave_out_rare(asked);
        builder.name_kinds();
        builder.find_loops();
        builder.found = variables::find(lesson, &builder.ways, &builder.loops);
        builder.say_where_read();
        let decided = builder.decide(asked);
        builder.finish(&decided, asked)
    }
}

impl Builder<'_> {
    /// Kinds that are nodes, and what they are called.
    fn name_kinds(&mut self) {
        self.used = self.ways.iter().flat_map(|w| [w.from, w.to]).collect();
        self.used.extend(self.visits.error_kinds.keys());
        let ends = self.visits.of.iter().filter_map(|v| v.last()).map(|v| v.kind);
        if self.node_ids.is_empty() {
            self.used.extend(ends);
        }
        self.labels.clear();
        self.node_ids.clear();
        let mut taken: BTreeSet<String> = BTreeSet::new();
        for (n, kind) in self.used.iter().enumerate() {
            let mut label = nodes::label(self.lesson, self.kinds, &self.common, *kind, &self.used);
            if !taken.insert(names::slug(&label)) {
                label = format!("{label} {}", n + 1);
                taken.insert(names::slug(&label));
            }
            self.node_ids.insert(*kind, ids::node_id(n as u64 + 1, &names::slug(&label)));
            self.labels.insert(*kind, label);
        }
    }

    /// What is read on a screen says on which.
    fn say_where_read(&mut self) {
        for (name, screen) in self.found.read_on.clone() {
            let node = self.node_ids.get(&self.kinds.of[screen]);
            if let Some((node, variable)) = node.zip(self.found.variables.get_mut(&name)) {
                variable.source.node = Some(node.clone());
            }
        }
    }

    fn demos(&self) -> usize {
        self.lesson.demos.iter().filter(|d| !d.acts.is_empty()).count()
    }

    /// The demonstrations that took a way.
    fn takers(&self, way: &Way) -> usize {
        way.visits.iter().map(|(d, _)| *d).collect::<BTreeSet<_>>().len()
    }

    /// What a way does, in a few words.
    fn told(&self, way: &Way) -> String {
        let exit = way.exit().and_then(|s| s.first(self.lesson));
        exit.map_or_else(String::new, |act| actions::said(act, None))
    }

    fn finish(mut self, decided: &BTreeMap<usize, (String, String)>, asked: &mut Asked<'_>) -> Drafts {
        let mut workflow = Workflow::default();
        let (lesson, kinds) = (self.lesson, self.kinds);
        let node = |b: &Self, kind: &usize| {
            nodes::node(
                lesson,
                kinds,
                &b.common,
                *kind,
                &b.used,
                b.node_ids[kind].clone(),
                b.labels[kind].clone(),
            )
        };
        workflow.nodes = self.used.iter().map(|kind| node(&self, kind)).collect();
        let mut edges = Vec::new();
        for w in 0..self.ways.len() {
            let edge = self.edge(w, edges.len() + 1, decided.get(&w), asked);
            edges.extend(edge);
        }
        self.add_errors(&mut workflow, &mut edges);
        for edge in edges.iter_mut().filter(|e| e.risk.is_none()) {
            edge.risk = Some(proposed::proposed(edge, |_| None));
        }
        workflow.edges = edges;
        let starts = self.visits.of.iter().filter_map(|v| v.first()).map(|v| v.kind);
        let ends = self.visits.of.iter().filter_map(|v| v.last()).map(|v| v.next.unwrap_or(v.kind));
        workflow.entry_nodes = self.ids_of(starts);
        workflow.end_nodes = self.ids_of(ends);
        workflow.variables = self.found.variables.clone();
        let apps = lesson.demos.iter().flat_map(|d| &d.acts).map(|a| a.app.clone()).filter(|a| !a.is_empty());
        workflow.applications = apps.collect::<BTreeSet<_>>().into_iter().collect();
        workflow.safety_rules.require_confirmation_for = irreversible(&workflow.edges);
        let name = self.task_name();
        workflow.description = self.description();
        Drafts {
            workflow,
            name,
            warnings: self.warnings,
            kind_of_node: self.used.into_iter().collect(),
            pictures: self.pictures,
            fates: self.fates,
            parts: self.parts,
            values: self.found.values,
        }
    }

    fn ids_of(&self, kinds: impl Iterator<Item = usize>) -> Vec<String> {
        let kinds: BTreeSet<usize> = kinds.collect();
        kinds.iter().filter_map(|k| self.node_ids.get(k).cloned()).collect()
    }

    fn edge(
        &mut self,
        w: usize,
        number: usize,
        decided: Option<&(String, String)>,
        asked: &mut Asked<'_>,
    ) -> Option<Edge> {
        let way = self.ways[w].clone();
        let exit = way.exit().and_then(|s| s.first(self.lesson))?;
        let name = match names::slug(exit.label()) {
            slug if slug.is_empty()
                || way.exit().is_some_and(|_| self.found.of_step.contains_key(&(w, way.steps.len() - 1))) =>
            {
                format!("to_{}", names::slug(&self.labels[&way.to]))
            }
            slug => slug,
        };
        let edge_id = ids::edge_id(number as u64, &name);
        let mut steps = Vec::new();
        let mut kept = Vec::new();
        let mut told = Vec::new();
        for (s, step) in way.steps.iter().enumerate() {
            let content = self.found.of_step.get(&(w, s));
            let path = format!("crops/{edge_id}_{}.png", s + 1);
            let Some(Made { mut action, picture }) = actions::action(self.lesson, step, content, &path)
            else {
                continue;
            };
            self.name_column(step, content, &mut action);
            let is_kept = self.is_kept(&way, step, &mut action, asked);
            let fate = if is_kept { Fate::Edge(edge_id.clone()) } else { Fate::Left(Reason::Never) };
            self.fates.extend(step.done().map(|at| (at, fate.clone())));
            self.fates.extend(step.replaced.iter().map(|at| (*at, Fate::Left(Reason::Replaced))));
            if !is_kept {
                continue;
            }
            if let Some((d, a)) = picture {
                self.pictures.push((path, d, a));
            }
            if let Some(act) = step.first(self.lesson) {
                told.push(actions::said(act, content));
                if action.action_type.needs_target()
                    && !action.target.as_ref().is_some_and(lea_model::Target::is_described)
                {
                    self.warnings.push(format!("{edge_id}: {} can be described neither by words nor by look: show it again and point at the thing itself", actions::described(act)));
                }
            }
            self.parts.extend(step.done().map(|at| (at, steps.len())));
            steps.push(action);
            kept.push(s);
        }
        let action = match steps.len() {
            0 => return None,
            1 => steps.pop(),
            _ => {
                let mut compound = Action::new(ActionType::Compound);
                compound.parameters.steps = steps;
                Some(compound)
            }
        };
        let repeat = self.heads.contains(&w).then(|| self.loop_of(&way));
        let condition = decided.map(|(expression, _)| {
            let mut condition = Condition::new(ConditionType::Expression);
            condition.expression = Some(expression.clone());
            condition.on_true = Some(self.node_ids[&way.to].clone());
            condition
        });
        let mut edge = Edge {
            edge_id,
            from_node: self.node_ids[&way.from].clone(),
            to_node: self.node_ids[&way.to].clone(),
            priority: self.priority(w),
            action,
            condition,
            repeat,
            intention: Some(sentence(&told.join(", then "))),
            expected_result: Some(format!("“{}” is shown.", self.labels[&way.to])),
            constraints: Constraints { pre_conditions: self.before(&way, &kept), ..Constraints::default() },
            post_conditions: self.after(&way),
            record: self.record(&way, &kept),
            stats: EdgeStats {
                manual_executions: way.visits.len() as u64,
                success_count: way.visits.len() as u64,
                avg_execution_time_ms: self.settled(&way).iter().sum::<f64>() * 1e3
                    / way.visits.len().max(1) as f64,
                ..EdgeStats::default()
            },
            ..Edge::default()
        };
        edge.once = way.once;
        edge.risk = Some(self.risk(&way, &kept, &edge));
        let takers = self.takers(&way);
        let is_usual = self.usual.contains(&(way.from, way.to, self.told(&way)));
        if self.demos() >= ENOUGH && takers < ENOUGH && !is_usual {
            edge.rare = Some(Frequency { seen: takers as u64, of: self.demos() as u64 });
        }
        Some(edge)
    }

    /// What is done once goes before what is done in turns, the first first.
    fn priority(&self, w: usize) -> i32 {
        let way = &self.ways[w];
        if !way.once {
            return i32::from(self.heads.contains(&w));
        }
        let follows = |o: &&Way| {
            let pair = o.visits.first().zip(way.visits.first());
            o.once && o.from == way.from && pair.is_some_and(|(other, own)| other.1 > own.1)
        };
        2 + i32::try_from(self.ways.iter().filter(follows).count()).unwrap_or(0)
    }

    /// What the task is called: the last thing pressed that says something, and where.
    fn task_name(&self) -> String {
        let taken: Vec<&Way> = self.ways.iter().filter(|w| !w.once).collect();
        let role = |w: &&&Way| {
            let exit = w.exit().and_then(|s| s.first(self.lesson));
            exit.and_then(|a| a.target.as_ref()?.role.clone()).unwrap_or_default()
        };
        let telling =
            taken.iter().rev().find(|w| IRREVERSIBLE.contains(&role(w).as_str()) || role(w) == "save");
        let way = telling.or(taken.last());
        let exit = way.and_then(|w| w.exit()).and_then(|s| s.first(self.lesson));
        let label = exit.map(|a| a.label().trim().to_owned()).filter(|l| !names::slug(l).is_empty());
        match (label, way) {
            (Some(label), Some(way)) => format!("{label} – {}", self.labels[&way.from]),
            (None, Some(way)) => self.labels[&way.from].clone(),
            _ => "Task".into(),
        }
    }

    fn description(&self) -> String {
        let labels: Vec<&str> = self.used.iter().map(|k| self.labels[k].as_str()).collect();
        format!("Learnt from {} demonstrations over the screens {}.", self.demos(), labels.join(", "))
    }
}

/// Labels of what cannot be taken back: a person confirms it first.
fn irreversible(edges: &[Edge]) -> Vec<String> {
    let parts = edges.iter().flat_map(lea_model::Edge::parts);
    let dangerous = parts.filter(|a| lea_lexicon::risk::action(a).is_some());
    let labels: BTreeSet<String> = dangerous.filter_map(|a| a.target.as_ref()?.text.clone()).collect();
    labels.into_iter().filter(|l| !l.trim().is_empty() && !l.contains("${")).collect()
}

/// What was pressed says that it cannot be taken back, or is a key that sends what was typed.
fn sends_for_good(act: &Act) -> bool {
    let role = act.target.as_ref().and_then(|t| t.role.as_deref()).unwrap_or_default();
    match &act.deed {
        super::lesson::Deed::Click { .. } => {
            act.row.is_none()
                && (risk::word(act.label()).is_some() || IRREVERSIBLE.contains(&role) || role == "save")
        }
        super::lesson::Deed::Keys(keys) => {
            let sends = ["ENTER", "RETURN", "S"];
            keys.iter().any(|k| sends.contains(&k.to_uppercase().as_str()))
        }
        _ => false,
    }
}

fn is_entry(act: &Act) -> bool {
    use lea_model::ElementType::{ListItem, TableCell, TableRow};
    let kind = act.target.as_ref().and_then(|t| t.element_type);
    act.row.is_none() && matches!(kind, Some(ListItem | TableRow | TableCell))
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|c| c.to_uppercase().chain(letters).chain(['.']).collect()).unwrap_or_default()
}
