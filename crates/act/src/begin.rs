//! The beginning of a run: that it may happen, with which values, and where it was cut short.

use crate::checks::check_all;
use crate::misplaced_text::Disturbed;
use crate::mode::{Actor, permission};
use crate::plan::parts;
use crate::progress::{HEARSAY, replay};
use crate::run::{Runner, cancelled};
use crate::values;
use crate::world::{Answer, Asked, Question};
use lea_model::run::{Entry, Halt, HaltReason, Intent};
use lea_model::workflow::{Check, LoopType, Variable, VariableSourceMethod};
use lea_recognize::View;
use serde_json::json;

impl Runner<'_, '_, '_> {
    /// What must be known before anything is done: that it may, and with which values.
    pub fn begin(&mut self) -> Result<(), Halt> {
        self.permission = permission(&self.plan.workflow, self.run.mode, self.order.is_test)?;
        self.needs_no_model()?;
        self.give_values()?;
        if let Some(entries) = &self.order.resume {
            let told = replay(entries, &self.plan.workflow);
            self.place.record.interrupt();
            self.place.progress = told.progress;
            self.spent.step = told.steps;
            told.read.into_iter().for_each(|(name, value)| self.known.values.set(&name, value));
            self.write(&Entry::Begin { run: Box::new(self.run.clone()), resumed: true })?;
            self.shown.unverified = told.hearsay;
            self.known.disturbed = Disturbed::before(told.begun);
            self.take_up_turn();
            if let Some(edge) = told.finished.as_deref().and_then(|id| self.plan.workflow.edge(id)) {
                self.check_effects(edge)?;
                return self.arrive(edge, &edge.to_node);
            }
            return self.settle_pending(&told.pending);
        }
        self.write(&Entry::Begin { run: Box::new(self.run.clone()), resumed: false })?;
        if let [entry] = self.plan.workflow.entry_nodes.as_slice() {
            self.place.expected = Some(entry.clone());
        }
        if self.permission.propose {
            let text = format!("Shall I do “{}” for you?", self.plan.workflow.name);
            let question = Question { kind: Asked::Step, text, choices: Vec::new(), places: Vec::new() };
            let observation = self.look()?;
            let is_wanted = self.world.people.ask(&question, &observation) == Answer::Yes;
            self.permission.actor = if is_wanted { Actor::Lea } else { Actor::PersonAdvised };
        }
        Ok(())
    }

    /// Values that were given, that the machine knows, or that a person is asked for; each is checked before anything is done.
    pub fn give_values(&mut self) -> Result<(), Halt> {
        let workflow = &self.plan.workflow;
        for (name, value) in &self.order.given {
            self.known.values.set(name, value.clone());
        }
        for (name, variable) in &workflow.variables {
            self.give(name, variable)?;
        }
        let in_file = |name: &String| self.order.file.first().is_some_and(|row| row.contains_key(name));
        for name in values::missing(workflow, &self.known.values).into_iter().filter(|n| !in_file(n)) {
            if self.is_optional_only(&name) {
                continue;
            }
            self.ask_for(&name)?;
        }
        for (name, variable) in &workflow.variables {
            let value = self.known.values.get(name);
            if let Some(halt) = value.and_then(|v| values::unfit(name, variable, v)) {
                return Err(halt);
            }
        }
        let open = self.known.values.open().iter();
        self.run.variables = open.map(|(name, value)| (name.clone(), json!(value))).collect();
        Ok(())
    }

    pub fn give(&mut self, name: &str, variable: &Variable) -> Result<(), Halt> {
        if variable.secret
            && let Some(value) = self.known.values.get(name).map(str::to_owned)
        {
            self.known.values.hide(name, value);
        }
        if self.known.values.has(name) {
            return Ok(());
        }
        let source = &variable.source;
        match source.method {
            VariableSourceMethod::Constant => {
                let value =
                    source.value.as_ref().map(|v| v.as_str().map_or_else(|| v.to_string(), str::to_owned));
                value.into_iter().for_each(|v| self.known.values.set(name, v));
            }
            VariableSourceMethod::SystemTime => self.known.values.set(name, self.world.clock.now()),
            VariableSourceMethod::Clipboard => {
                let text = self.world.hand.clipboard().ok().flatten();
                text.into_iter().for_each(|t| self.known.values.set(name, t));
            }
            VariableSourceMethod::Credential => {
                let credential = source.credential.as_deref().unwrap_or(name);
                let secret = self.world.outside.credential(credential).map_err(|why| {
                    Halt::new(
                        HaltReason::MissingValue,
                        format!("the credential {credential} cannot be had: {why}"),
                    )
                    .asking(format!("Set it with: lea secrets set {credential}"))
                })?;
                self.known.values.hide(name, secret.0);
            }
            VariableSourceMethod::UserInput
            | VariableSourceMethod::File
            | VariableSourceMethod::UiElementExtraction => {}
        }
        Ok(())
    }

    /// The row of the turn that a run was cut short in.
    pub fn take_up_turn(&mut self) {
        let Some((edge, row)) = self.place.progress.open_turn() else { return };
        let of_file = self.plan.workflow.edge(edge).and_then(|e| e.repeat.as_ref());
        let of_file = of_file.is_some_and(|r| r.loop_type == LoopType::CsvRows);
        let number = row.parse::<usize>().ok().filter(|_| of_file).and_then(|n| n.checked_sub(1));
        let cells = number.and_then(|n| self.order.file.get(n)).cloned().unwrap_or_default();
        let row = values::Row { identity: row.to_owned(), cells };
        self.known.values.at_row(Some(row));
    }

    /// Only optional steps use it: it is not asked for.
    pub fn is_optional_only(&self, name: &str) -> bool {
        let uses = |a: &lea_model::Action| {
            let texts = a.parameters.text.iter().chain(a.target.iter().filter_map(|t| t.text.as_ref()));
            texts.flat_map(|t| values::names_in(t)).any(|n| n == name)
        };
        let all: Vec<_> = self.plan.workflow.edges.iter().flat_map(parts).filter(|a| uses(a)).collect();
        !all.is_empty() && all.iter().all(|a| crate::plan::is_optional(a))
    }

    pub fn ask_for(&mut self, name: &str) -> Result<(), Halt> {
        let question = Question {
            kind: Asked::Value,
            text: format!("What is {name}?"),
            choices: Vec::new(),
            places: Vec::new(),
        };
        let observation = self.look()?;
        match self.world.people.ask(&question, &observation) {
            Answer::Text(text) if !text.trim().is_empty() => self.known.values.set(name, text.trim()),
            Answer::Stop => return Err(cancelled()),
            _ => {
                return Err(Halt::new(HaltReason::MissingValue, format!("{name} has no value"))
                    .asking(format!("Give it with --set {name}=…")));
            }
        }
        Ok(())
    }

    /// What was about to be done when the run was cut short: if it cannot be taken back, it must be known whether it happened.
    pub fn settle_pending(&mut self, pending: &[Intent]) -> Result<(), Halt> {
        let Some(intent) = pending.iter().find(|i| i.irreversible).or(pending.last()) else { return Ok(()) };
        let edge = self.plan.workflow.edge(&intent.edge);
        let to =
            edge.and_then(|e| e.post_conditions.expected_node.clone().or_else(|| Some(e.to_node.clone())));
        let observation = self.look()?;
        let view = View::new(observation.scene(), observation.size, self.world.meaning);
        let matched = self.match_node(&observation, to.as_deref());
        let is_last = intent.part + 1 == intent.parts;
        let shown = edge.filter(|e| {
            let checks: Vec<Check> = e
                .post_conditions
                .checks
                .iter()
                .filter(|c| **c != Check::WindowTitleChanged)
                .cloned()
                .collect();
            is_last
                && e.from_node != e.to_node
                && matched.node.as_deref() == Some(e.to_node.as_str())
                && e.post_conditions.is_similar(matched.confidence)
                && (!checks.is_empty() || !intent.irreversible)
                && check_all(&checks, &observation, &view, None, &self.known.values).is_ok()
        });
        if let Some(edge) = shown {
            self.note(
                "resumed",
                format!("{} had happened: “{}” is shown", intent.told, self.plan.called(&edge.to_node)),
            )?;
            self.check_effects(edge)?;
            self.arrive(edge, &edge.to_node)?;
            return Ok(());
        }
        if !intent.irreversible {
            return Ok(());
        }
        let text = format!("Lea was cut short while it was about to {}. Did that happen?", intent.told);
        let choices = vec!["I do not know: stop".into(), "yes, it happened".into(), "no, it did not".into()];
        let question = Question { kind: Asked::Happened, text: text.clone(), choices, places: Vec::new() };
        match (self.world.people.ask(&question, &observation), edge) {
            (Answer::Yes | Answer::Choice(1), Some(edge)) => {
                self.note(HEARSAY, format!("a person says that it happened: {}", intent.told))?;
                self.shown.unverified = true;
                if is_last {
                    self.arrive(edge, &edge.to_node)
                } else {
                    self.place.progress.part_done(&edge.edge_id, intent.part + 1);
                    Ok(())
                }
            }
            (Answer::No | Answer::Choice(2), _) => {
                self.note("person", format!("says that it did not happen: {}", intent.told))
            }
            _ => Err(Halt::new(
                HaltReason::UnknownOutcome,
                format!("it is not known whether this happened: {}", intent.told),
            )
            .asking(text)),
        }
    }
}
