//! Ways made into edges, with conditions, loops, what must hold before and what must come true after (SPEC L4.3, L4.7, L4.8).

use super::actions::{self, Made};
use super::branches::{self, Decision};
use super::kinds::Kinds;
use super::lesson::{Deed, Lesson};
use super::names;
use crate::lint;
use super::nodes::{self, Common};
use super::questions::{Asked, Question, choice};
use super::variables::{self, Content, ENOUGH, Found};
use super::visits::Visits;
use super::ways::Way;
use lea_model::workflow::{
    ANY_NODE, Action, ActionType, Condition, ConditionType, Constraints, Edge, EdgeStats, Loop, LoopType,
    PostConditions, RecoveryAction, VariableSource, VariableSourceMethod,
};
use lea_model::{Workflow, ids};
use lea_recognize::label::normal;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

/// A step may take so many times as long as it did when it was shown …
const PATIENCE: f64 = 3.0;
/// … but no less than this, and no more, in seconds.
const LEAST_TIMEOUT: f64 = 5.0;
const MOST_TIMEOUT: f64 = 120.0;
/// So many texts are checked after a step.
const MOST_CHECKS: usize = 2;
/// Roles whose use a person confirms first: what they do cannot be taken back.
const IRREVERSIBLE: [&str; 3] = ["validate", "submit", "delete_action"];

/// A workflow being made.
pub struct Drafts {
    pub workflow: Workflow,
    pub name: String,
    pub warnings: Vec<String>,
    pub kind_of_node: Vec<usize>,
    pub pictures: Vec<(String, usize, usize)>,
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
            warnings: Vec::new(),
        };
        builder.name_kinds();
        builder.leave_out_rare(asked);
        builder.name_kinds();
        builder.find_loops();
        builder.found = variables::find(lesson, &builder.ways, &builder.loops);
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

    /// Ways that few took are kept, marked and asked about; those that are no part of the task go.
    fn leave_out_rare(&mut self, asked: &mut Asked<'_>) {
        let demos = self.demos();
        if demos < ENOUGH {
            return;
        }
        let mut gone: BTreeSet<usize> = BTreeSet::new();
        for (w, way) in self.ways.iter().enumerate() {
            let takers = self.takers(way);
            let alternatives = self.ways.iter().filter(|o| o.from == way.from).count();
            if takers >= ENOUGH || (alternatives < 2 && takers == demos) {
                continue;
            }
            let (from, to) = (&self.labels[&way.from], &self.labels[&way.to]);
            let answer = asked.answer(Question {
                id: format!("rare.{}.{}", names::slug(from), names::slug(&self.told(way))),
                text: format!(
                    "On “{from}”, {takers} of {demos} demonstrations did this: {}, which led to “{to}”. Does that belong to the task?",
                    self.told(way)
                ),
                choices: vec![
                    choice("sometimes", "yes, sometimes"),
                    choice("never", "no, leave it out"),
                ],
                meanwhile: "sometimes".into(),
                picture: Some(format!("screens/{}.png", self.node_ids[&way.from])),
            });
            if answer == "never" {
                gone.insert(w);
            }
        }
        let mut at = 0;
        self.ways.retain(|_| {
            at += 1;
            !gone.contains(&(at - 1))
        });
        // What can no longer be reached is gone too.
        let mut reached: BTreeSet<usize> =
            self.visits.of.iter().filter_map(|v| v.first()).map(|v| v.kind).collect();
        loop {
            let more: Vec<usize> = self
                .ways
                .iter()
                .filter(|w| reached.contains(&w.from) && !reached.contains(&w.to))
                .map(|w| w.to)
                .collect();
            if more.is_empty() {
                break;
            }
            reached.extend(more);
        }
        self.ways.retain(|w| reached.contains(&w.from));
    }

    /// Ways taken several times within at least two demonstrations (or the only one) are turns of a loop; the one that picks a row,
    /// else the first, is where a turn begins.
    fn find_loops(&mut self) {
        let repeated_in = |way: &Way| {
            let times = |d: usize| way.visits.iter().filter(|(e, _)| *e == d).count();
            let demos: BTreeSet<usize> = way.visits.iter().map(|(d, _)| *d).collect();
            demos.into_iter().filter(|d| times(*d) > 1).count()
        };
        let least = if self.demos() < ENOUGH { 1 } else { 2 };
        self.loops = (0..self.ways.len()).filter(|w| repeated_in(&self.ways[*w]) >= least).collect();
        let picks = |w: &usize| {
            let exit = self.ways[*w].exit().and_then(|s| s.first(self.lesson));
            exit.is_some_and(|a| a.row.is_some() || is_entry(a))
        };
        let picking: BTreeSet<usize> = self.loops.iter().copied().filter(picks).collect();
        self.heads = if picking.is_empty() { self.loops.iter().copied().take(1).collect() } else { picking };
    }

    /// What decides between the ways from each kind; none where nothing needs deciding or nothing is known.
    fn decide(&mut self, asked: &mut Asked<'_>) -> BTreeMap<usize, (String, String)> {
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

    fn ask_what_decides(
        &self,
        kind: usize,
        ways: &[usize],
        found: &[Decision],
        asked: &mut Asked<'_>,
    ) -> Option<Decision> {
        let told: Vec<String> = ways.iter().map(|w| self.told(&self.ways[*w])).collect();
        let mut choices: Vec<_> = found
            .iter()
            .take(4)
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
        });
        found.iter().find(|d| names::variable(&d.name) == answer).cloned()
    }

    /// The variable a decision is made by; one that is read on the screen is new.
    fn variable_of(&mut self, kind: usize, decision: &Decision) -> String {
        if !decision.is_read {
            return decision.name.clone();
        }
        let name = variables::fresh_name(&self.found, &names::variable(&decision.name));
        let mut source =
            VariableSource { method: VariableSourceMethod::UiElementExtraction, ..VariableSource::default() };
        source.extra.insert("label".into(), json!(decision.name));
        source.extra.insert("node".into(), json!(self.node_ids[&kind]));
        let texts: Vec<&str> = decision.values.iter().map(String::as_str).collect();
        self.found.variables.insert(name.clone(), variables::variable(&texts, source));
        name
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
        workflow.edges = edges;
        let starts = self.visits.of.iter().filter_map(|v| v.first()).map(|v| v.kind);
        let ends = self.visits.of.iter().filter_map(|v| v.last()).map(|v| v.next.unwrap_or(v.kind));
        workflow.entry_nodes = self.ids_of(starts);
        workflow.end_nodes = self.ids_of(ends);
        workflow.variables = self.found.variables.clone();
        let apps = lesson.demos.iter().flat_map(|d| &d.acts).map(|a| a.app.clone()).filter(|a| !a.is_empty());
        workflow.applications = apps.collect::<BTreeSet<_>>().into_iter().collect();
        workflow.safety_rules.require_confirmation_for = self.irreversible();
        let name = self.task_name();
        workflow.description = self.description();
        Drafts {
            workflow,
            name,
            warnings: self.warnings,
            kind_of_node: self.used.into_iter().collect(),
            pictures: self.pictures,
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
        let mut told = Vec::new();
        for (s, step) in way.steps.iter().enumerate() {
            let content = self.found.of_step.get(&(w, s));
            let path = format!("crops/{edge_id}_{}.png", s + 1);
            let Some(Made { mut action, picture }) = actions::action(self.lesson, step, content, &path)
            else {
                continue;
            };
            if !self.is_kept(&way, step, &mut action, asked) {
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
            steps.push(action);
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
            priority: if way.once { 2 } else { i32::from(self.heads.contains(&w)) },
            action,
            condition,
            repeat,
            intention: Some(sentence(&told.join(", then "))),
            expected_result: Some(format!("“{}” is shown.", self.labels[&way.to])),
            constraints: Constraints { pre_conditions: self.before(&way), ..Constraints::default() },
            post_conditions: self.after(&way),
            stats: EdgeStats {
                manual_executions: way.visits.len() as u64,
                success_count: way.visits.len() as u64,
                avg_execution_time_ms: self.settled(&way).iter().sum::<f64>() * 1e3
                    / way.visits.len().max(1) as f64,
                ..EdgeStats::default()
            },
            ..Edge::default()
        };
        if way.once {
            edge.extra.insert("once".into(), json!(true));
        }
        let takers = self.takers(&way);
        if self.demos() >= ENOUGH && takers < ENOUGH {
            edge.extra.insert("rare".into(), json!({ "seen": takers, "of": self.demos() }));
        }
        Some(edge)
    }

    /// A step that not every visit did is asked about; `never` leaves it out, `always` makes it one like the others.
    fn is_kept(
        &self,
        way: &Way,
        step: &super::ways::Step,
        action: &mut Action,
        asked: &mut Asked<'_>,
    ) -> bool {
        let Some(act) = step.first(self.lesson).filter(|_| action.extra.contains_key("optional")) else {
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
        });
        if answer == "always" {
            action.extra.shift_remove("optional");
        }
        answer != "never"
    }

    fn settled(&self, way: &Way) -> Vec<f64> {
        let exits = way.exit().map(|s| s.done().collect::<Vec<_>>()).unwrap_or_default();
        exits.into_iter().map(|(d, a)| self.lesson.demos[d].acts[a].settled.max(0.0)).collect()
    }

    /// What must be there before: what the last step points at.
    fn before(&self, way: &Way) -> Vec<String> {
        let exit = way.exit().and_then(|s| s.first(self.lesson));
        let label = exit.filter(|a| a.row.is_none() && !is_entry(a)).map(|a| a.label().trim().to_owned());
        label.filter(|l| !normal(l).is_empty()).map(|l| format!("text:{l}")).into_iter().collect()
    }

    /// What must come true: the next screen, and texts that every run brought and that were not there before.
    fn after(&self, way: &Way) -> PostConditions {
        let longest = self.settled(way).into_iter().fold(0.0, f64::max);
        let known: BTreeSet<String> = self.common[way.from].texts.keys().cloned().collect();
        let mut checks: Vec<String> = Vec::new();
        if way.from != way.to {
            let fresh = nodes::telling(&self.common, way.to, &self.used);
            checks.extend(
                fresh
                    .into_iter()
                    .filter(|t| !known.contains(&normal(t)))
                    .take(MOST_CHECKS)
                    .map(|t| format!("text:{t}")),
            );
        } else {
            checks.extend(self.came_up(way).into_iter().take(MOST_CHECKS).map(|t| format!("text:{t}")));
        }
        if self.title_changes(way) {
            checks.push("window_title_changed".into());
        }
        PostConditions {
            expected_node: Some(self.node_ids[&way.to].clone()),
            timeout_seconds: (longest * PATIENCE).ceil().clamp(LEAST_TIMEOUT, MOST_TIMEOUT),
            checks,
            ..PostConditions::default()
        }
    }

    /// Texts that came up by the last step, every time, on a screen that stayed.
    fn came_up(&self, way: &Way) -> Vec<String> {
        let lines = |screen: usize| -> BTreeMap<String, String> {
            let lines = self.lesson.screens[screen].state.perception.detected_text.iter();
            lines.map(|t| (normal(&t.text), t.text.clone())).filter(|(n, _)| n.len() > 2).collect()
        };
        let mut fresh: Option<BTreeMap<String, String>> = None;
        for (d, a) in way.exit().map(|s| s.done().collect::<Vec<_>>()).unwrap_or_default() {
            let act = &self.lesson.demos[d].acts[a];
            let before = lines(act.on);
            let new: BTreeMap<String, String> =
                lines(act.after).into_iter().filter(|(n, _)| !before.contains_key(n)).collect();
            fresh = Some(match fresh {
                None => new,
                Some(known) => known.into_iter().filter(|(n, _)| new.contains_key(n)).collect(),
            });
        }
        fresh.unwrap_or_default().into_values().collect()
    }

    fn title_changes(&self, way: &Way) -> bool {
        let title =
            |screen: usize| self.lesson.screens[screen].state.window.as_ref().map(|w| w.window_title.clone());
        let exits: Vec<_> = way.exit().map(|s| s.done().collect()).unwrap_or_default();
        !exits.is_empty()
            && exits.iter().all(|(d, a)| {
                let act = &self.lesson.demos[*d].acts[*a];
                title(act.on)
                    .zip(title(act.after))
                    .is_some_and(|(x, y)| !x.is_empty() && !y.is_empty() && x != y)
            })
    }

    /// What a loop runs over: rows, with what all rows that were picked have in common and others have not; else the rows of a file.
    fn loop_of(&self, way: &Way) -> Loop {
        let rows: Vec<_> = way
            .exit()
            .into_iter()
            .flat_map(|s| s.done())
            .filter_map(|(d, a)| self.lesson.demos[d].acts[a].row.clone())
            .collect();
        let exit = way.exit().and_then(|s| s.first(self.lesson));
        if rows.is_empty() && !exit.is_some_and(is_entry) {
            let mut repeat = Loop::new(LoopType::CsvRows);
            repeat.variable_binding = Some("row".into());
            return repeat;
        }
        let mut repeat = Loop::new(LoopType::ForEach);
        repeat.iterator = Some("row".into());
        repeat.variable_binding = Some("row".into());
        repeat.filter = filter(&rows);
        repeat
    }

    /// Error screens: nodes of their own, reached from anywhere, with the way back that was shown.
    fn add_errors(&mut self, workflow: &mut Workflow, edges: &mut Vec<Edge>) {
        for (kind, error_type) in &self.visits.error_kinds {
            let Some(id) = self.node_ids.get(kind).cloned() else { continue };
            let mishaps: Vec<_> = self.visits.mishaps.iter().filter(|m| m.kind == *kind).collect();
            let mut recovery = RecoveryAction::default();
            if let Some(shown) = mishaps.iter().find(|m| !m.acts.is_empty()) {
                let mut steps = Vec::new();
                for (n, at) in shown.acts.iter().enumerate() {
                    let step = super::ways::Step { acts: vec![Some(*at)], nth: 0 };
                    let path = format!("crops/{id}_back_{}.png", n + 1);
                    let act = &self.lesson.demos[at.0].acts[at.1];
                    let typed = act.text().map(|t| Content::Constant(t.to_owned()));
                    if let Some(made) = actions::action(self.lesson, &step, typed.as_ref(), &path) {
                        self.pictures.extend(made.picture.map(|(d, a)| (path, d, a)));
                        steps.push(made.action);
                    }
                }
                recovery.action = match steps.len() {
                    0 | 1 => steps.pop(),
                    _ => {
                        let mut compound = Action::new(ActionType::Compound);
                        compound.parameters.steps = steps;
                        Some(compound)
                    }
                };
                recovery.return_to_node = shown.back_to.and_then(|k| self.node_ids.get(&k).cloned());
            }
            if let Some(node) = workflow.nodes.iter_mut().find(|n| n.node_id == id) {
                node.is_error_node = true;
                node.error_type = Some(*error_type);
                if recovery.action.is_some() || recovery.return_to_node.is_some() {
                    node.recovery_actions.push(recovery);
                }
                node.metadata.extra.insert("met".into(), json!(mishaps.len()));
            }
            edges.push(Edge {
                edge_id: ids::edge_id(edges.len() as u64 + 1, "error"),
                from_node: ANY_NODE.into(),
                to_node: id,
                priority: -1,
                trigger: Some("unexpected_screen".into()),
                stats: EdgeStats { manual_executions: mishaps.len() as u64, ..EdgeStats::default() },
                ..Edge::default()
            });
        }
    }

    /// Labels of what cannot be taken back.
    fn irreversible(&self) -> Vec<String> {
        let steps = self.ways.iter().flat_map(|w| &w.steps).filter_map(|s| s.first(self.lesson));
        let is = |a: &&super::lesson::Act| {
            let role = a.target.as_ref().and_then(|t| t.role.as_deref()).unwrap_or("");
            matches!(a.deed, Deed::Click { .. })
                && (IRREVERSIBLE.contains(&role) || lint::irreversible_word(a.label()).is_some())
        };
        let labels: BTreeSet<String> =
            steps.filter(is).map(|a| a.label().trim().to_owned()).filter(|l| !l.is_empty()).collect();
        labels.into_iter().collect()
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

fn is_entry(act: &super::lesson::Act) -> bool {
    use lea_model::ElementType::{ListItem, TableCell, TableRow};
    let kind = act.target.as_ref().and_then(|t| t.element_type);
    act.row.is_none() && matches!(kind, Some(ListItem | TableRow | TableCell))
}

/// A condition that all rows picked meet and some other row does not: a column in which they all say the same.
fn filter(rows: &[super::lesson::Row]) -> Option<String> {
    let first = rows.first()?;
    for (at, (header, value)) in first.cells.iter().enumerate() {
        let says = |cells: &[(String, String)]| cells.get(at).map(|c| normal(&c.1)).unwrap_or_default();
        let wanted = normal(value);
        let all = rows.len() > 1 && !wanted.is_empty() && rows.iter().all(|r| says(&r.cells) == wanted);
        let others = rows.iter().flat_map(|r| &r.others).any(|o| says(o) != wanted && !says(o).is_empty());
        if all && others && !header.trim().is_empty() {
            let quoted = serde_json::to_string(value).unwrap_or_default();
            return Some(format!("row.{} == {quoted}", names::variable(header)));
        }
    }
    None
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|c| c.to_uppercase().chain(letters).chain(['.']).collect()).unwrap_or_default()
}
