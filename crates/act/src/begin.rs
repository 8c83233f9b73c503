//! The beginning of a run: that it may happen, with which values, and where it was cut short.

use crate::asking::Asking;
use crate::checks::check_all;
use crate::misplaced_text::Disturbed;
use crate::mode::{Actor, permission};
use crate::progress::replay;
use crate::run::{Runner, cancelled};
use crate::values;
use crate::world::{Answer, Asked};
use lea_model::run::{Entry, Halt, HaltReason, Intent};
use lea_model::workflow::{Check, Edge, LoopType, Variable, VariableBinding, VariableSourceMethod};
use lea_recognize::View;
use serde_json::json;

impl Runner<'_, '_, '_> {
    /// What must be known before anything is done: that it may, and with which values.
    pub fn begin(&mut self) -> Result<(), Halt> {
        self.permission = permission(&self.plan.workflow, self.run.mode, self.order.is_test)?;
        self.needs_no_model()?;
        self.take_values()?;
        if let Some(entries) = &self.order.resume {
            let told = replay(entries, &self.plan.workflow);
            self.place.record.interrupt();
            self.place.progress = told.progress;
            self.spent.step = told.steps;
            told.read.into_iter().for_each(|(name, value)| self.known.values.set(&name, value));
            self.take_up_turn();
            self.write_begin(true)?;
            self.shown.unverified = told.hearsay;
            self.known.disturbed = Disturbed::before(told.begun);
            if self.heed_what_now()? {
                return Ok(());
            }
            if let Some(edge) = told.finished.as_deref().and_then(|id| self.plan.workflow.edge(id)) {
                self.check_effects(edge)?;
                return self.arrive(edge, &edge.to_node);
            }
            return self.settle_pending(&told.pending);
        }
        self.write_begin(false)?;
        if let [entry] = self.plan.workflow.entry_nodes.as_slice() {
            self.place.expected = Some(entry.clone());
        }
        if self.permission.propose {
            let text = format!("Shall I do “{}” for you?", self.plan.workflow.name);
            let observation = self.look()?;
            let is_wanted = self.ask(Asking::new(Asked::Step, text), &observation)?.answer == Answer::Yes;
            self.permission.actor = if is_wanted { Actor::Lea } else { Actor::PersonAdvised };
        }
        Ok(())
    }

    /// The run begins, or goes on; then a person is asked for what is missing, and what they say is written down with it.
    fn write_begin(&mut self, resumed: bool) -> Result<(), Halt> {
        let begin = |run: &lea_model::run::Run| Entry::Begin { run: Box::new(run.clone()), resumed };
        let written = self.run.variables.clone();
        self.write(&begin(&self.run))?;
        self.ask_values()?;
        if self.run.variables == written { Ok(()) } else { self.write(&begin(&self.run)) }
    }

    /// Values that were given, that the machine knows, or that a person is asked for; each is checked before anything is done.
    pub fn give_values(&mut self) -> Result<(), Halt> {
        self.take_values()?;
        self.ask_values()
    }

    /// Values that were given, or that the machine knows; the run is told with those that are no secrets.
    fn take_values(&mut self) -> Result<(), Halt> {
        for (name, value) in &self.order.given {
            self.known.values.set(name, value.clone());
        }
        for (name, variable) in &self.plan.workflow.variables {
            self.give(name, variable)?;
        }
        let open = self.known.values.open().iter();
        self.run.variables = open.map(|(name, value)| (name.clone(), json!(value))).collect();
        Ok(())
    }

    /// A value that a person gave; a secret is never written down.
    fn take_from_person(&mut self, name: &str, text: &str) {
        if self.plan.workflow.variables.get(name).is_some_and(|v| v.secret) {
            return self.known.values.hide(name, text.to_owned());
        }
        self.known.values.set(name, text);
        self.run.variables.insert(name.to_owned(), json!(text));
    }

    /// Values that a person gave after the run had halted, or is asked for now; each is checked.
    fn ask_values(&mut self) -> Result<(), Halt> {
        let workflow = &self.plan.workflow;
        for name in self.known.answers.values() {
            if let Some(text) = self.value_given_later(&name)? {
                self.take_from_person(&name, text.trim());
            }
        }
        let in_file = |name: &String| self.order.file.first().is_some_and(|row| row.contains_key(name));
        let bindings = workflow.edges.iter().filter_map(|e| e.repeat.as_ref()?.variable_binding.as_ref());
        let bound: Vec<&str> = bindings.flat_map(VariableBinding::names).collect();
        let is_due = |name: &String| !in_file(name) && !bound.contains(&name.as_str());
        for name in values::missing(workflow, &self.known.values).into_iter().filter(is_due) {
            if self.is_optional_only(&name) {
                continue;
            }
            self.ask_for(&name)?;
        }
        for (name, variable) in &workflow.variables {
            // What was read off the screen before the run was cut short was taken as it was.
            let is_read = variable.source.method == VariableSourceMethod::UiElementExtraction;
            let value = self.known.values.get(name).filter(|_| !(is_read && self.order.resume.is_some()));
            if let Some(halt) = value.and_then(|v| values::unfit(name, variable, v)) {
                return Err(halt);
            }
        }
        Ok(())
    }

    fn give(&mut self, name: &str, variable: &Variable) -> Result<(), Halt> {
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
        let repeat = self.plan.workflow.edge(edge).and_then(|e| e.repeat.as_ref());
        let of_file = repeat.is_some_and(|r| r.loop_type == LoopType::CsvRows);
        let number = row.parse::<usize>().ok().filter(|_| of_file).and_then(|n| n.checked_sub(1));
        let cells = number.and_then(|n| self.order.file.get(n)).cloned().unwrap_or_default();
        let row = values::Row { identity: row.to_owned(), cells }.bound(repeat);
        self.known.values.at_row(Some(row));
    }

    /// Only optional steps use it: it is not asked for.
    pub fn is_optional_only(&self, name: &str) -> bool {
        let uses = |a: &lea_model::Action| {
            let texts = a.parameters.text.iter().chain(a.target.iter().filter_map(|t| t.text.as_ref()));
            texts.flat_map(|t| values::names_in(t)).any(|n| n == name)
        };
        let all: Vec<_> =
            self.plan.workflow.edges.iter().flat_map(|e| e.parts()).filter(|a| uses(a)).collect();
        !all.is_empty() && all.iter().all(|a| a.optional)
    }

    pub fn ask_for(&mut self, name: &str) -> Result<(), Halt> {
        let is_secret = self.plan.workflow.variables.get(name).is_some_and(|v| v.secret);
        let why = format!("{name} has no value");
        let observation = self.look()?;
        let reply = self.ask(Asking::value(name, is_secret).because(why.clone()), &observation)?;
        match reply.answer {
            Answer::Text(text) if !text.trim().is_empty() => self.take_from_person(name, text.trim()),
            Answer::Stop => return Err(cancelled()),
            _ => return Err(reply.halt(HaltReason::MissingValue, why)),
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
        let why = format!("it is not known whether this happened: {}", intent.told);
        let asking = Asking::happened(&intent.told).because(why.clone());
        let asking = asking.about_step(&intent.node, &intent.edge, intent.part);
        // What a person said about it meanwhile counts more than what the screen seems to say.
        let is_answered = intent.irreversible && self.is_answered(&asking);
        let shown = edge.filter(|e| {
            // Which title there was before is not known any more.
            let checks = e.post_checks().filter(|c| **c != Check::WindowTitleChanged);
            let checks: Vec<Check> = checks.cloned().collect();
            is_last
                && !is_answered
                && (!intent.irreversible || tells_that_it_happened(e))
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
        let reply = self.ask(asking, &observation)?;
        match (&reply.answer, edge) {
            // It was done beside the edges: whatever is shown, the run goes on from there.
            (Answer::Yes | Answer::Choice(1), None) => {
                self.not_seen_to_work(format!("a person says that it happened: {}", intent.told))
            }
            (Answer::Yes | Answer::Choice(1), Some(edge)) => {
                self.not_seen_to_work(format!("a person says that it happened: {}", intent.told))?;
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
            _ => Err(reply.halt(HaltReason::UnknownOutcome, why)),
        }
    }
}

/// What the screen shows after an edge can say that it happened, and not only where somebody went: something outside the screen is checked,
/// or a value of this run must be shown.
fn tells_that_it_happened(edge: &Edge) -> bool {
    !edge.effects.is_empty() || edge.post_checks().any(|check| check.value().is_some())
}
